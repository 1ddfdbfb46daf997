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

/// Rules in levels: each of two runs both of the next level, as `p` and `q` say, so that the
/// paths through them double with each level. `A` and `B` stand for the rule of the next level
/// with the same letter and the other one.
fn doubling(levels: usize, p: &str, q: &str, last: &str) -> String {
    let mut text = String::from(
        "dimensions (8,8) pieces { man 'M' 'm' } start { 8/3m4/8/8/8/8/4M3/8 }
        main = try [ find own man, p0, step, replace by own man ] else lose.\n",
    );
    for i in 0..levels {
        for (this, other, rule) in [("p", "q", p), ("q", "p", q)] {
            let [a, b] = [this, other].map(|name| format!("{name}{}", i + 1));
            text += &format!("{this}{i} = {}.\n", rule.replace('A', &a).replace('B', &b));
        }
    }
    text + &format!("p{levels} = north, step, east, step. q{levels} = {last}.\n")
}

/// How much work the passes had with the rules, and how many lines of a program they made.
fn check(rules: &str) -> (u64, usize) {
    let mut program = super::sources::program(rules);
    let work = optimize(&mut program, &[]);
    (work, ir::print(&program).lines().count())
}

/// Before there was a budget, a hundred such rules, 14 KB, became 180,000 lines and took
/// 3 seconds.
#[test]
fn passes_stop_where_the_budget_ends() {
    let (few, _) = check(&entangled(5));
    assert!(few < MOST_WORK / 10, "{few}");
    let (work, lines) = check(&entangled(100));
    assert!(work <= MOST_WORK, "{work}");
    assert!(lines < 60_000, "{lines}");
}

/// Before walking was counted, 3 KB of the first became 92,000 lines and half of the second took
/// 14 seconds.
#[test]
fn paths_through_rules_are_counted() {
    let spiral = "not [ east, step ], A, [ try [ north, east, step ] else [ alldir, step, north, step ], B ]";
    let hop = "points at empty field, east, step, north, step, A";
    for rules in [
        doubling(24, spiral, "B", "step, points at empty field"),
        doubling(13, "A, B, A", hop, "east, step, alldir, step"),
    ] {
        let (work, lines) = check(&rules);
        assert!((MOST_WORK / 4..=MOST_WORK).contains(&work), "{work}: {rules}");
        assert!(lines < 60_000, "{lines}: {rules}");
    }
}
