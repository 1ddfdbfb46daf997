//! Implementations of the built-in games play the same: the lowered program, its
//! text form read back, the program after any choice of passes, and native code.
//!
//! `AGREE_GAMES=200 cargo test -p multigame agree::` is for a night.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use crate::support::compare::{Compared, Difference, Plan, Visit, compare, compare_and};
use crate::support::compare_native::{Doors, drivers_differ};
use crate::support::compare_referees::compare_referees;
use crate::support::two_at_a_time;
use game::{Game, Rng, Setup, parse_position};
use interp::Interp;
use ir::Program;
use native::Native;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Random games for each comparison.
fn n_games() -> u32 {
    std::env::var("AGREE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn program(name: &str) -> Program {
    testing::load(name).program().clone()
}

fn interp(program: Program) -> Interp {
    Interp::new(program).unwrap_or_else(|why| panic!("a program is not sound: {why:?}"))
}

/// Positions of the file of counts: they were chosen because something happens.
fn positions(name: &str, game: &Interp) -> Vec<Setup> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let counts = std::fs::read_to_string(format!("{folder}/{name}/counts.csv")).expect("counts");
    let lines = counts.lines().filter_map(|line| line.rsplit_once(','));
    lines.filter_map(|(text, _)| parse_position(game.facts(), text).ok()).collect()
}

/// Does this for the games of the sample, two at a time, and fails with all that went wrong.
fn for_every_game(check: impl Fn(usize, &str) + Sync) {
    let names: Vec<&str> = testing::sampled().collect();
    let wrong = Mutex::new(Vec::new());
    two_at_a_time(&names, |i, name| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(i, name))) {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref().map(|text: &&str| text.to_string()));
            let text = format!("{name}: {}", text.unwrap_or_default());
            wrong.lock().expect("nobody panics here").push(text);
        }
    });
    let wrong = wrong.into_inner().expect("nobody panics here");
    assert!(wrong.is_empty(), "{} games:\n{}", wrong.len(), wrong.join("\n"));
}

/// Plays both and fails where they part.
fn agree<A: Game, B: Game>(name: &str, a: &A, b: &B, others: &[Setup], plan: Plan) {
    agreed(name, compare(a, b, others, plan));
}

fn agreed(name: &str, compared: Result<Compared, Difference>) {
    match compared {
        Ok(compared) => {
            assert!(compared.moves > 0, "{name}: nothing was compared: {compared:?}");
            let Compared { errors, given_up, without_code, .. } = compared;
            assert_eq!((errors, given_up, without_code), (0, 0, 0), "{name}");
        }
        Err(difference) => panic!("{name}: {difference}"),
    }
}

#[test]
fn the_text_form_of_a_program_plays_the_same() {
    for_every_game(|_, name| {
        let program = program(name);
        let text = ir::print(&program);
        let again = ir::parse(program.facts.clone(), &text).expect("what is printed is read");
        let plan = Plan { games: n_games(), turns: 5, seed: 1, synonyms: true };
        agree(name, &interp(program), &interp(again), &[], plan);
    });
}

/// The program after all passes but those that are off.
fn optimized(program: &Program, off: &[String]) -> Interp {
    let mut program = program.clone();
    ir::passes::optimize(&mut program, off);
    interp(program)
}

#[test]
fn passes_change_nothing() {
    for_every_game(|_, name| {
        let program = program(name);
        let (before, after) = (interp(program.clone()), optimized(&program, &[]));
        let plan = Plan { games: n_games(), turns: 12, seed: 2, synonyms: true };
        agree(name, &before, &after, &positions(name, &before), plan);
        if before.facts().hidden {
            compare_referees(name, (&before, &after), 3, 10);
        }
    });
}

/// No pass needs another: with chance's choice of them the games are the same.
#[test]
fn passes_change_nothing_without_each_other() {
    let names = || ir::passes::PASSES.iter().map(|pass| pass.name);
    for_every_game(|i, name| {
        let program = program(name);
        let before = interp(program.clone());
        let mut random = Rng::new(i as u64);
        for round in 0..2 * u64::from(n_games()) {
            let is_off = |_: &&str| random.below(2) == 0;
            let off: Vec<String> = names().filter(is_off).map(String::from).collect();
            let plan = Plan { games: 1, turns: 5, seed: round, synonyms: true };
            let words = format!("{name} without {off:?}");
            agree(&words, &before, &optimized(&program, &off), &[], plan);
        }
    });
}

/// Native code, or none where a game has none.
fn native(program: &Program, off: &[String]) -> Option<Native> {
    Native::new(interp(program.clone()), off).ok()
}

/// Plays the interpreter and native code, and looks through the other doors of
/// native code once in this many turns.
fn native_agrees(name: &str, native: &Native, others: &[Setup], plan: Plan, every: usize) {
    let look = |visit: Visit<'_, Native>| match visit.turns % every {
        0 => drivers_differ(native, &visit, Doors::COUNTS),
        _ => None,
    };
    agreed(name, compare_and(native.interp(), native, others, plan, &look));
}

#[test]
fn native_code_changes_nothing() {
    let with_code = AtomicUsize::new(0);
    for_every_game(|_, name| {
        let Some(native) = native(&program(name), &[]) else { return };
        with_code.fetch_add(1, Ordering::Relaxed);
        let others = positions(name, native.interp());
        let plan = Plan { games: n_games(), turns: 12, seed: 4, synonyms: true };
        native_agrees(name, &native, &others, plan, 5);
        // Long games get to repetitions and to what is left of the pieces.
        let plan = Plan { games: n_games(), turns: 150, seed: 5, synonyms: true };
        native_agrees(name, &native, &[], plan, 25);
    });
    let with_code = with_code.into_inner();
    assert!(with_code >= 25, "only {with_code} games have code");
}

/// This many random games are worth good code.
const MANY_GAMES: u64 = 200;

/// Random games, counts and what a search asks lack no code and agree with the turns. This
/// is what `.ci/run` repeats with a release build, which selects bits in its own way.
#[test]
fn every_door_of_native_code_opens() {
    for_every_game(|i, name| {
        let Some(native) = native(&program(name), &[]) else { return };
        let look = |visit: Visit<'_, Native>| drivers_differ(&native, &visit, Doors::ALL);
        let plan = Plan { games: 1, turns: 2, seed: 7, synonyms: true };
        agreed(name, compare_and(native.interp(), &native, &[], plan, &look));
        let start = native.start();
        for games in [1, MANY_GAMES] {
            let played = native.playouts(&start, i as u64, games, 20);
            let is_played = played.as_ref().is_ok_and(|it| it.games == games && it.plies > 0);
            assert!(is_played, "{name}: {games} random games: {played:?}");
        }
        for counted in [false, true] {
            let counted = native.perft(&start, &[], 2, counted);
            assert!(counted.is_ok(), "{name}: {counted:?}");
        }
    });
}

/// Every game can be refereed, and code referees it as the interpreter does.
#[test]
fn native_referees_agree() {
    for_every_game(|i, name| {
        let Some(native) = native(&program(name), &[]) else { return };
        for game in 0..u64::from(n_games()) {
            let seed = i as u64 + 100 * game;
            let found = compare_referees(name, (native.interp(), &native), seed, 6);
            assert!(found > 0, "{name}: nothing fitted");
        }
    });
}

/// What can be turned off in native code: the passes, and switches of its own.
fn switches() -> impl Iterator<Item = &'static str> {
    let passes = ir::passes::PASSES.iter().map(|pass| pass.name);
    passes.chain(native::SWITCHES.iter().map(|(name, _)| *name))
}

/// No switch changes what native code does: each is off in some games.
#[test]
fn switches_of_native_code_change_nothing() {
    let switches: Vec<&str> = switches().collect();
    for_every_game(|i, name| {
        let program = program(name);
        for round in 0..n_games() as usize {
            let off = switches[(i + round) % switches.len()];
            let Some(native) = native(&program, &[off.to_string()]) else { return };
            let plan = Plan { games: 1, turns: 6, seed: 6, synonyms: true };
            native_agrees(&format!("{name} without {off}"), &native, &[], plan, 5);
        }
    });
}
