//! Every game is counted against games/*/counts.csv: by native code to the end of
//! each line, by the interpreter as far as it comes in a few seconds.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use crate::support::two_at_a_time;
use game::{Game, RulesError, parse_position, perft, write_position};
use native::Native;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts above this many leaves are left to native code.
const MAX_LEAVES: u64 = 200_000;

fn games_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// The lines of a counts file: a position and its counts from depth 1.
fn counts(game: &str) -> Vec<(String, Vec<u64>)> {
    let path = games_folder().join(game).join("counts.csv");
    let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let (position, counts) = line.rsplit_once(',').expect("position,counts");
            let counts = counts.split_whitespace().map(|n| n.parse().expect("a count"));
            (position.to_string(), counts.collect())
        })
        .collect()
}

/// Checks one game and gives the number of counts that it was checked on.
fn check<G: Game>(
    game: &G,
    max_leaves: u64,
    count: impl Fn(&G::Position, u32) -> Result<u64, RulesError>,
) -> usize {
    let name = &game.facts().name;
    let mut checked = 0;
    for (text, expected) in counts(name) {
        let position = match text.as_str() {
            "initial" => game.start(),
            _ => parse_position(game.facts(), &text)
                .and_then(|setup| game.position(&setup))
                .unwrap_or_else(|why| panic!("{name}: {text}: {why}")),
        };
        let small = expected.iter().take_while(|count| **count <= max_leaves);
        for (depth, &expected) in (1..).zip(small) {
            let counted = count(&position, depth)
                .unwrap_or_else(|why| panic!("{name}: {text}: depth {depth}: {why}"));
            assert_eq!(counted, expected, "{name}: {text}: depth {depth}");
            checked += 1;
        }
    }
    checked
}

fn load(name: &str) -> interp::Interp {
    testing::load(name)
}

/// Does this for every game, two at a time.
fn for_every_game(check: impl Fn(&str) + Sync) {
    let names: Vec<&str> = games::names().collect();
    assert!(names.len() >= 35, "only {} games were found", names.len());
    two_at_a_time(&names, |_, name| check(name));
}

#[test]
fn the_interpreter_counts_as_published() {
    for_every_game(|name| {
        let game = load(name);
        let checked =
            check(&game, MAX_LEAVES, |position, depth| perft(&game, position, &[], depth));
        assert!(checked > 0, "{name} has no count small enough to be checked");
    });
}

/// Both ways of counting, the slower one not as far.
#[test]
fn native_code_counts_as_published() {
    let with_code = AtomicUsize::new(0);
    for_every_game(|name| {
        let Ok(game) = Native::new(load(name), &[]) else { return };
        check(&game, u64::MAX, |position, depth| game.perft(position, &[], depth, true));
        check(&game, MAX_LEAVES, |position, depth| game.perft(position, &[], depth, false));
        with_code.fetch_add(1, Ordering::Relaxed);
    });
    let with_code = with_code.into_inner();
    assert!(with_code >= 30, "only {with_code} games have code");
}

#[test]
fn positions_read_back_as_they_are_written() {
    for name in games::names() {
        let loaded = testing::load(name);
        let game = &loaded;
        let mut random = game::Rng::new(7);
        let mut line = game::Line::new(game.start());
        for _ in 0..25 {
            let text = write_position(game.facts(), &game.setup(line.position()));
            let setup = parse_position(game.facts(), &text)
                .unwrap_or_else(|why| panic!("{name}: `{text}`: {why}"));
            let position = game.position(&setup).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(&position, line.position(), "{name}: `{text}`");
            match game.turn(line.position(), line.past()).expect(name) {
                game::Turn::Moves(moves) if !moves.is_empty() => {
                    let n = random.below(moves.len());
                    let chosen = moves.into_iter().nth(n).expect("one of them");
                    if chosen.outcome.is_some() {
                        break;
                    }
                    line.push(chosen);
                }
                _ => break,
            }
        }
    }
}

/// Where the facts that the project was given lie beside it, every count of them
/// is among ours.
#[test]
fn the_counts_are_the_projects_facts() {
    let path = games_folder().join("../../shared/truth/perft.csv");
    let Ok(facts) = fs::read_to_string(path) else { return };
    let written: Vec<String> = games::names()
        .flat_map(counts)
        .map(|(_, counts)| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    for line in facts.lines().skip(1) {
        let (_, fact) = line.rsplit_once(',').expect("game,position,counts");
        assert!(written.iter().any(|counts| counts.starts_with(fact)), "{line}");
    }
}
