//! Rules that are short and yet as much work as possible for the compiler: whatever they are, the
//! work is counted and ends where the budget ends, and the answers are those of the interpreter.

use game::Game;
use native::{Native, Work};
use std::sync::{Arc, Mutex};

/// The board of all of them, with few moves.
const BOARD: &str = "dimensions (8,8) pieces { man 'M' 'm' } start { 8/3m4/8/8/8/8/4M3/8 }\n";

/// Two rules on each level, which run both of the next one: `A` and `B` are the rule with the
/// same letter and the other one.
fn doubling(levels: usize, p: &str, q: &str) -> String {
    let mut text = String::from("main = try [ find own man, p0, replace by own man ] else lose.\n");
    for i in 0..levels {
        for (this, other, rule) in [("p", "q", p), ("q", "p", q)] {
            let [a, b] = [this, other].map(|name| format!("{name}{}", i + 1));
            text += &format!("{this}{i} = {}.\n", rule.replace('A', &a).replace('B', &b));
        }
    }
    text + &format!("p{levels} = north, step. q{levels} = east, step, points at enemy man.\n")
}

/// One rule after another, each of which runs the next one.
fn chain(rules: usize) -> String {
    let mut text = String::from("main = try [ find own man, r0, replace by own man ] else lose.\n");
    for i in 0..rules {
        text += &format!(
            "r{i} = try [ alldir, step, points at enemy man, remove ]
             else [ orthogonal, step, points at enemy man, r{} ].\n",
            i + 1
        );
    }
    text + &format!("r{rules} = north, step, points at enemy man.\n")
}

/// Many alternatives, each a path of its own.
fn alternatives(number: usize, hops: usize) -> String {
    let directions = ["north", "southeast", "west", "northeast", "south", "northwest", "east"];
    let path = |i: usize| {
        let hop = |j: usize| format!("{}, step, ", directions[(i / 7_usize.pow(j as u32 % 4)) % 7]);
        let hops: String = (0..hops).map(hop).collect();
        format!("[ {hops}points at enemy man ]")
    };
    let paths: Vec<String> = (0..number).map(path).collect();
    format!(
        "main = try [ find own man, pickup, jump, putdown ] else lose. jump = either {}.\n",
        paths.join("\n or ")
    )
}

/// Repeats inside repeats.
fn nested(levels: usize) -> String {
    let (begin, end) = ("repeat 0 .. 2 times [ ".repeat(levels), " ]".repeat(levels));
    format!(
        "main = try [ find own man, alldir, {begin}step, points at empty field{end},
         points at enemy man, replace by own man ] else lose.\n"
    )
}

/// Many questions about the whole board.
fn counts(number: usize) -> String {
    let count = |i: usize| {
        let (times, least) = (i % 5 + 1, i % 2);
        format!(
            "count [ find enemy piece, alldir, repeat 0 .. {times} times step,
             points at empty field ] >= {least}, "
        )
    };
    let counts: String = (0..number).map(count).collect();
    format!("main = try [ find own man, {counts}remove ] else lose.\n")
}

/// Work for the compiler that ends soon.
const LITTLE: u64 = 200_000;

/// What became of rules.
#[derive(Debug)]
struct Outcome {
    /// Whether the interpreter could count their moves in as little work.
    is_counted: bool,
    /// Whether there was code for all that was asked.
    has_code: bool,
}

/// Counts the moves of the rules with little work for code, so that the time that the test takes
/// does not depend on the rules.
fn check(kind: &str, rules: &str, work: u64) -> Outcome {
    let interp = testing::load_text("made-up", &format!("{BOARD}{rules}")).expect("sound rules");
    let limits = interp::Limits { steps: 1_000_000, ..interp::Limits::default() };
    let interp = interp.with_limits(limits);
    let counted = game::perft(&interp, &interp.start(), &[], 1);
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = told.clone();
    let game = Native::new(interp, &[]).expect("there may be code").or_interpret(move |why| {
        listener.lock().expect("nobody fails").push(why.to_string());
    });
    game.limit_work(work);
    for made in [true, false] {
        let answer = game.perft(&game.start(), &[], 1, made);
        assert!(counted.is_err() || answer == counted, "{kind}: {answer:?}");
    }
    let Work { spent, most } = game.work();
    // What is emitted between two looks at the budget comes on top.
    assert!(spent <= most + 1_000, "{kind}: {spent} of {most}");
    let told = told.lock().expect("nobody fails");
    assert!(told.len() <= 1, "{kind}: {told:?}");
    Outcome { is_counted: counted.is_ok(), has_code: told.is_empty() }
}

#[test]
fn the_budget_is_kept_whatever_the_rules_are() {
    let both = "either [ north, step, A, B ] or [ B, A ]";
    let kinds = [
        ("one after the other", doubling(10, both, "B, A")),
        ("tried", doubling(14, "try [ A, points at enemy man, B ] else A", "east, step")),
        ("refused", doubling(20, "try [ not A, B ] else try [ north, step, B ] else A", "not B")),
        ("written", doubling(10, "[ B, A ], try A else A, replace by enemy man", "east, step, B")),
        ("chain", chain(60)),
        ("alternatives", alternatives(150, 5)),
        ("long alternatives", alternatives(20, 60)),
        ("nested", nested(20)),
        ("counts", counts(60)),
    ];
    let found = kinds.iter().map(|(kind, rules)| check(kind, rules, LITTLE));
    let found: Vec<Outcome> = found.collect();
    let counted = found.iter().filter(|it| it.is_counted).count();
    assert!(counted >= 5, "the interpreter has counted {counted}");
    let with_code = found.iter().filter(|it| it.has_code).count();
    assert!(with_code >= 1, "nothing has code");
}

/// Many writes in one turn, of which only a few are looked through for what a field holds, are
/// played as the interpreter plays them.
#[test]
fn many_writes_in_a_turn_are_not_all_looked_through() {
    let rules = |hops: usize| {
        let hops = "step, replace by own man, rotate 180, ".repeat(hops);
        format!("main = try [ find own man, north, {hops}east ] else lose.\n")
    };
    // More than are looked through, and yet there is code.
    let found = check("some writes", &rules(300), LITTLE);
    assert!(found.is_counted && found.has_code, "{found:?}");
    assert!(check("many writes", &rules(3_000), LITTLE).is_counted);
}

/// Code is emitted as deep as paths are long, whatever the stack of the thread that asks.
#[test]
fn long_paths_need_no_large_stack() {
    let (p, q) = ("B", "B, [ try points at enemy man else step, A ], B");
    let rules = format!("{BOARD}{}", doubling(25, p, q));
    let play = move || {
        let interp = testing::load_text("made-up", &rules).expect("sound rules");
        let game = Native::new(interp, &[]).expect("there may be code").or_interpret(|_| {});
        game.prepare_playouts();
        game.work().spent
    };
    let asks = std::thread::Builder::new().stack_size(1 << 20).spawn(play);
    let spent = asks.expect("a thread").join().expect("nothing is wrong");
    assert!(spent > 1_000, "next to no code was made: {spent}");
}
