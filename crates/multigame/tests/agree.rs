//! Implementations of the built-in games play the same: the lowered program, its
//! text form read back, and the program after any choice of passes.
//!
//! `AGREE_GAMES=200 cargo test --test agree` is for a night.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

#[path = "support/compare.rs"]
mod compare;

use compare::{Plan, compare};
use game::{Game, Player, Rng, Setup, Turn, parse_position, write_position};
use interp::Interp;
use ir::Program;
use multigame::library;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Random games for each comparison.
fn n_games() -> u32 {
    std::env::var("AGREE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn program(name: &str) -> Program {
    multigame::load(name).ok().expect("it loads").game.program().clone()
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

/// Does this for every game, two at a time.
fn for_every_game(check: impl Fn(usize, &str) + Sync) {
    let names: Vec<&str> = library::names().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(name) = names.get(i) else { break };
            check(i, name);
        }
    };
    std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// Plays both and fails where they part.
fn agree<A: Game, B: Game>(name: &str, a: &A, b: &B, others: &[Setup], plan: Plan) {
    match compare(a, b, others, plan) {
        Ok(compared) => {
            assert!(compared.moves > 0, "{name}: nothing was compared: {compared:?}");
            assert_eq!((compared.errors, compared.given_up), (0, 0), "{name}");
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
        let plan = Plan { games: n_games(), turns: 5, seed: 1, texts: true };
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
        let plan = Plan { games: n_games(), turns: 12, seed: 2, texts: true };
        agree(name, &before, &after, &positions(name, &before), plan);
        if before.facts().hidden {
            referees_agree(name, &before, &after);
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
            let plan = Plan { games: 1, turns: 5, seed: round, texts: true };
            let words = format!("{name} without {off:?}");
            agree(&words, &before, &optimized(&program, &off), &[], plan);
        }
    });
}

/// What the referee shows, allows and says is the same.
fn referees_agree(name: &str, a: &Interp, b: &Interp) {
    let mut random = Rng::new(3);
    let (mut at, mut past) = (a.start(), Vec::new());
    let mut before = a.start();
    for _ in 0..10 {
        let same =
            |position: &interp::Position| b.position(&a.setup(position)).expect("a position");
        let (at_b, before_b) = (same(&at), same(&before));
        let past_b: Vec<_> = past.iter().map(same).collect();
        let text = write_position(a.facts(), &a.setup(&at));
        for player in Player::BOTH {
            let looks = |game: &Interp, at, before| {
                (game.seen(at, before, player), game.known(at, before, player))
            };
            assert_eq!(looks(a, &at, &before), looks(b, &at_b, &before_b), "{name}: `{text}`");
        }
        assert_eq!(a.told(&at, &before), b.told(&at_b, &before_b), "{name}: `{text}`");
        let tries = a.tries(&at, &before, &past);
        assert_eq!(tries, b.tries(&at_b, &before_b, &past_b), "{name}: `{text}`");
        for attempt in tries.expect("tries").iter().take(8) {
            let said = a.attempt(&at, &before, &past, attempt);
            let other = b.attempt(&at_b, &before_b, &past_b, attempt);
            assert_eq!(said, other, "{name}: `{text}`: {attempt}");
        }
        let Ok(Turn::Moves(moves)) = a.turn(&at, &past) else { break };
        let Some(chosen) = random.choose(&moves) else { break };
        before = std::mem::replace(&mut at, chosen.to.clone());
        past.push(before.clone());
        if chosen.outcome.is_some() {
            break;
        }
    }
}
