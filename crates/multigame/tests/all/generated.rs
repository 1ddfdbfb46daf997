//! Small games that chance makes up are played by two implementations, which
//! must agree. Where they do not, the game is made smaller and shown; what was
//! found that way is kept in `generated/` and run every time.
//!
//! `GENERATED=100 cargo test -p multigame generated::` plays a hundred times as many, for
//! an evening; `GENERATED_SEED` begins somewhere else, and `GENERATED_OFF` names
//! passes and switches, with commas between, of which no more is to be heard.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use crate::support::compare::{Plan, Visit, compare_and};
use crate::support::compare_native::{Doors, drivers_differ};
use crate::support::generate::Generator;
use crate::support::judge::{
    Compare, Effort, Found, Totals, Trial, Verdict, by_code, judge, n_games, passes, switches,
    with, without,
};
use crate::support::shrink::words;
use game::{Game, Rng, Setup};
use interp::{Interp, Limits};
use ir::{Directions, Inst, Program, Term};
use native::Native;

/// A game made of nothing.
fn made_up(seed: u64) -> String {
    Generator::game(&mut Rng::new(seed))
}

/// A game made of nothing in which pieces stand on each other.
fn stacked(seed: u64) -> String {
    Generator::stacking(&mut Rng::new(seed))
}

/// How far games are played here.
const LIMITS: Limits = Limits { steps: 300_000, depth: 400, results: 3_000 };
const EFFORT: Effort = Effort { positions: 4, turns: 8, limits: LIMITS };

/// Compares on the texts of many seeds.
fn many<C: Compare>(
    n_games: u64,
    text: impl Fn(u64) -> String,
    switches: &[&str],
    maker: impl Fn(Vec<String>) -> C,
) -> Totals {
    let maker = |_, off| maker(off);
    Trial { n_games, effort: EFFORT, text, switches, maker }.run()
}

/// The program after all passes but those that are off.
fn optimized(off: Vec<String>) -> impl Compare {
    with(move |program: &Program| without(program, &off))
}

/// Native code without what is off: what counts, and for some seeds what a search asks and what
/// chance draws.
fn native(off: Vec<String>) -> impl Compare {
    move |one: &Interp, others: &[Setup], plan: Plan| {
        let Ok(native) = Native::new(one.clone(), &off) else { return Ok(None) };
        let [worker, random] = [2, 3].map(|n| plan.seed.is_multiple_of(n));
        let doors = Doors { worker, random, ..Doors::COUNTS };
        let look = |visit: Visit<'_, Native>| drivers_differ(&native, &visit, doors);
        let compared = compare_and(one, &native, others, plan, &look);
        compared.map(by_code).map_err(|difference| difference.to_string())
    }
}

#[test]
fn passes_change_no_made_up_game() {
    many(n_games(200), made_up, &passes(), optimized).check();
}

#[test]
fn native_code_changes_no_made_up_game() {
    many(n_games(60), made_up, &switches(), native).check();
}

#[test]
fn native_code_changes_no_made_up_game_with_stacks() {
    many(n_games(60), stacked, &switches(), native).check();
}

/// What only makes random games faster.
const OF_CHANCE: [&str; 4] = ["carry", "at_once", "look_up", "around"];

#[test]
fn the_same_games_are_drawn_without_what_makes_them_faster() {
    let mut played = 0;
    for seed in 0..n_games(150) {
        let Ok(rules) = testing::load_text("made-up", &made_up(seed)) else { continue };
        let all = OF_CHANCE.map(String::from);
        let ways = [&[][..], &all[..1], &all[1..2], &all[2..]];
        let ways = ways.map(|off| Native::new(rules.clone(), off));
        let [Ok(first), others @ ..] = ways else { continue };
        // So many games that the code is compiled well, as it is for users.
        let games = |native: &Native| native.playouts(&native.start(), seed, 120, 9);
        let drawn = games(&first);
        for other in others {
            let other = other.expect("code, as with everything");
            match (&drawn, games(&other)) {
                (Ok(one), Ok(other)) => assert_eq!(*one, other, "seed {seed}"),
                // Where a limit is met depends on how code is made.
                _ => continue,
            }
            played += 1;
        }
    }
    assert!(played > 200, "{played} comparisons");
}

/// What was found once is right with everything, without one, and with only one
/// of the switches.
fn check_found<C: Compare>(switches: &[&str], maker: impl Fn(Vec<String>) -> C) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/generated");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut wrong = Vec::new();
    for file in files {
        let path = file.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let others = |on| switches.iter().filter(move |&switch| switch != on).copied();
        let alone = switches.iter().map(|&switch| vec![switch]);
        let off = alone.chain(switches.iter().map(|on| others(on).collect()));
        for off in off.chain([Vec::new()]) {
            let off: Vec<String> = off.into_iter().map(String::from).collect();
            let verdict = judge(&text, EFFORT, &maker(off.clone()));
            if !matches!(verdict, Verdict::Agree(_)) {
                wrong.push(format!("{} without {off:?}: {verdict:?}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn passes_change_nothing_that_was_found() {
    check_found(&passes(), optimized);
}

#[test]
fn native_code_changes_nothing_that_was_found() {
    check_found(&switches(), native);
}

#[test]
fn made_up_games_survive_the_text_form() {
    let again = |program: &Program| {
        let text = ir::print(program);
        let again = ir::parse(program.facts.clone(), &text).map_err(|why| format!("{why:?}"))?;
        Interp::new(again).map_err(|why| format!("{why:?}"))
    };
    many(50, made_up, &[], |_| with(again)).check();
}

/// The same program with every choice taken in another order.
fn reversed(program: &Program) -> Result<Interp, String> {
    let mut program = program.clone();
    for block in program.funcs.iter_mut().flat_map(|func| &mut func.blocks) {
        match &mut block.term {
            Term::Fork(targets) => targets.reverse(),
            Term::ChooseDirection { from: Directions::Compass(sides), .. } => {
                sides.iter_mut().for_each(|side| side.reverse());
            }
            _ => {}
        }
    }
    Interp::new(program).map_err(|why| format!("{why:?}"))
}

#[test]
fn the_order_of_choices_makes_no_difference() {
    many(n_games(136), made_up, &[], |_| with(reversed)).check();
}

/// A compiler that forgets to turn the finger once.
fn careless(program: &Program) -> Result<Interp, String> {
    let mut program = program.clone();
    let blocks = program.funcs.iter_mut().flat_map(|func| &mut func.blocks);
    for inst in blocks.flat_map(|block| &mut block.insts) {
        if let Inst::Rotate { degrees, .. } = inst {
            *degrees = 0;
        }
    }
    Interp::new(program).map_err(|why| format!("{why:?}"))
}

#[test]
fn a_wrong_program_is_found_and_made_small() {
    let found = many(100, made_up, &[], |_| with(careless)).found;
    assert!(!found.is_empty(), "nobody noticed");
    for Found { text, verdict, .. } in found {
        assert!(matches!(verdict, Verdict::Differ(_)), "{text}");
        assert!(text.contains("rotate"), "{text}");
        assert!(words(&text).len() < 60, "this is not small:\n{text}");
    }
}
