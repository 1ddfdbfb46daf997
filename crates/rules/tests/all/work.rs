//! Long rules are little work for the passes, by the count of it and not by the clock.

use ir::passes::{MOST_WORK, optimize};

/// Rules that call each other so that each becomes long by what the others are made of.
fn entangled(rules: usize) -> String {
    let mut text = String::from(
        "dimensions (8,8) pieces { man 'X' 'O' stone '*' } start { 8/8/8/8/8/8/8/8 }
        main = try r0 else draw.\n",
    );
    for i in 0..rules {
        let (next, after) = (i + 1, (i + 2).min(rules));
        text += &format!(
            "r{i} = either [ find own man, pickup, north, step, points at empty field, putdown, r{next} ]
                or [ find empty field, replace by own man, not r{after} ].\n"
        );
    }
    text + &format!("r{rules} = find empty field, replace by stone.\n")
}

/// How much work the passes had with the rules, and how many lines of a program they made.
fn check(rules: usize) -> (u64, usize) {
    let mut program = super::sources::program(&entangled(rules));
    let work = optimize(&mut program, &[]);
    (work, ir::print(&program).lines().count())
}

/// Before there was a budget, a hundred such rules, 14 KB, became 180,000 lines and took
/// 3 seconds.
#[test]
fn passes_stop_where_the_budget_ends() {
    let (few, _) = check(5);
    assert!(few < MOST_WORK / 10, "{few}");
    let (work, lines) = check(100);
    assert!(work <= MOST_WORK, "{work}");
    assert!(lines < 60_000, "{lines}");
}
