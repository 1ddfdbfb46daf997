//! Random games of native code take every move with the same chance, although
//! the code draws before it knows how many moves there are: draws from positions
//! with many and with few moves are held against chance by chi-squared tests.

#![allow(clippy::disallowed_methods, reason = "tests read the environment")]

use crate::support::two_at_a_time;
use game::{Game, Rng, Turn, parse_position, write_position};
use interp::Interp;
use native::{Native, Position};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Games that differ in how a move is made of choices, and rules that were once
/// drawn unevenly.
fn games() -> Vec<String> {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/uniform");
    let found = std::fs::read_dir(rules).expect("the folder of this test");
    let found = found.map(|file| file.expect("a file").path().display().to_string());
    let mut games: Vec<String> = testing::sampled().map(str::to_string).chain(found).collect();
    // Their moves are those of smaller games here, and many.
    games.retain(|name| !["amazons", "gomoku"].contains(&name.as_str()));
    games
}

/// This many draws for each move, all in all.
const DRAWS: usize = 100;

fn native(name: &str) -> Native {
    without(name, &[])
}

fn without(name: &str, off: &[String]) -> Native {
    coded(name, off).unwrap_or_else(|why| panic!("{name} has no code: {why}"))
}

/// A game by its name, or by the path of its rules.
fn interpreted(name: &str) -> Interp {
    match std::fs::read_to_string(name) {
        Ok(rules) => testing::load_text("given", &rules).expect("sound rules"),
        Err(_) => testing::load(name),
    }
}

fn coded(name: &str, off: &[String]) -> Result<Native, String> {
    Native::new(interpreted(name), off)
}

/// A position and the way to it.
struct Place {
    at: Position,
    past: Vec<Position>,
    n_moves: usize,
}

/// The successors that there should be, from the turn with texts.
fn successors(native: &Native, at: &Position, past: &[Position]) -> Vec<Position> {
    match native.turn(at, past).expect("a turn") {
        Turn::Moves(moves) => moves.into_iter().map(|made| made.to).collect(),
        Turn::Over(_) => Vec::new(),
    }
}

/// The positions of some random games that have a choice.
fn places(native: &Native) -> Vec<Place> {
    let mut random = Rng::new(11);
    let mut places = Vec::new();
    for _ in 0..3 {
        let (mut at, mut past) = (native.start(), Vec::new());
        for _ in 0..80 {
            let found = successors(native, &at, &past);
            let Some(next) = random.choose(&found).cloned() else { break };
            if found.len() > 1 {
                let n_moves = found.len();
                places.push(Place { at: at.clone(), past: past.clone(), n_moves });
            }
            past.push(std::mem::replace(&mut at, next));
        }
    }
    places
}

/// How far counts are from equal chances, as chi-squared.
fn chi_squared(counts: &[usize]) -> f64 {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    counts.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum()
}

/// What chi-squared exceeds once in a million times if all chances are equal
/// (by the cube-root approximation of Wilson and Hilferty, 1931).
fn limit(n_moves: usize) -> f64 {
    const ONE_IN_A_MILLION: f64 = 4.753;
    let freedom = n_moves as f64 - 1.0;
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + ONE_IN_A_MILLION * part.sqrt()).powi(3)
}

/// The position as it would be set up: random games leave out what they do not need.
fn bare(native: &Native, position: &Position) -> Position {
    native.position(&native.setup(position)).expect("what is reached can be set up")
}

/// Draws moves; says what is wrong with the draws.
fn wrong_draws(native: &Native, place: &Place, random: &mut Rng) -> Option<String> {
    let Place { at, past, .. } = place;
    let expected = successors(native, at, past);
    let numbers: FxHashMap<Position, usize> =
        expected.iter().enumerate().map(|(i, to)| (bare(native, to), i)).collect();
    let mut counts = vec![0; expected.len()];
    let text = || write_position(native.facts(), &native.setup(at));
    // Few moves are drawn more often: that costs little and shows more.
    // To set a position up takes much longer than to draw it, so that is done once for each.
    let mut known: FxHashMap<Position, usize> = FxHashMap::default();
    for _ in 0..DRAWS * expected.len().max(20) {
        let drawn = native.random_successor(at, past, random);
        let Ok(Some(to)) = &drawn else {
            return Some(format!("in `{}` this is drawn: {drawn:?}", text()));
        };
        let number = known.get(to).or_else(|| numbers.get(&bare(native, to))).copied();
        let Some(i) = number else {
            return Some(format!("in `{}` this is drawn: {drawn:?}", text()));
        };
        known.entry(to.clone()).or_insert(i);
        counts[i] += 1;
    }
    let (found, limit) = (chi_squared(&counts), limit(counts.len()));
    (found > limit)
        .then(|| format!("in `{}` chi-squared is {found:.1}, above {limit:.1}: {counts:?}", text()))
}

fn check(name: &str, native: &Native, places: &[&Place]) {
    let mut random = Rng::new(12);
    let wrong = places.iter().filter_map(|place| wrong_draws(native, place, &mut random));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}

/// The first position, one in the middle, and those with the fewest moves.
#[test]
fn every_move_is_equally_likely() {
    let n_games = AtomicUsize::new(0);
    two_at_a_time(&games(), |_, name| {
        let Ok(native) = coded(name, &[]) else { return };
        n_games.fetch_add(1, Ordering::Relaxed);
        let places = places(&native);
        let mut by_moves: Vec<&Place> = places.iter().collect();
        by_moves.sort_by_key(|place| place.n_moves);
        let mut chosen = vec![&places[0], by_moves[by_moves.len() / 2]];
        chosen.extend(by_moves.iter().take(4));
        check(name, &native, &chosen);
    });
    let n_games = n_games.into_inner();
    assert!(n_games > 25, "only {n_games} games have code");
}

/// Code that draws among the moves it has listed is another one.
#[test]
fn every_move_is_equally_likely_without_proposals() {
    for name in ["chess", "checkers", "othello", "minishogi"] {
        let native = without(name, &["propose".to_string()]);
        let places = places(&native);
        let fewest = places.iter().min_by_key(|place| place.n_moves).expect("a position");
        check(name, &native, &[&places[0], fewest]);
    }
}

/// In slither a stone that moves, and in whose place another one is put, leaves what a stone leaves
/// that is put elsewhere at once: two ways in the code to the same position.
#[test]
fn what_two_ways_lead_to_is_drawn_once() {
    let native = native("slither");
    let setup = parse_position(native.facts(), "7/7/7/3X3/7/7/O6 r").expect("a position");
    let at = native.position(&setup).expect("a position that can be played");
    let n_moves = successors(&native, &at, &[]).len();
    check("slither", &native, &[&Place { at, past: Vec::new(), n_moves }]);
}

/// Where most of what is drawn at first is not legal.
#[test]
fn legal_moves_are_equally_likely_where_most_are_not_legal() {
    let check_at = |name: &str, text: &str, n_moves: usize| {
        let native = native(name);
        let setup = parse_position(native.facts(), text).expect("a position");
        let at = native.position(&setup).expect("a position that can be played");
        let place = Place { at, past: Vec::new(), n_moves };
        assert_eq!(successors(&native, &place.at, &[]).len(), n_moves, "{name} `{text}`");
        check(name, &native, &[&place]);
    };
    // In check from near, from far, and by two at once; a pinned piece; a pawn
    // that may be taken in passing, and one that promotes.
    check_at("chess", "r3k2r/8/8/8/8/8/4r3/R3K2R w KQkq - 0 1", 3);
    check_at("chess", "4r2k/8/8/8/8/2N2Q2/3P1P2/3RKR2 w - - 0 1", 5);
    check_at("chess", "4r2k/8/8/8/8/5n2/PPP3PP/RNB1KBNR w - - 0 1", 2);
    check_at("chess", "4r2k/8/8/8/8/8/4Q3/4K3 w - - 0 1", 10);
    check_at("chess", "8/2P4k/8/3pP3/8/8/8/K7 w - d6 0 1", 9);
}

/// A playout is a chain of such draws.
#[test]
fn playouts_draw_as_single_turns_do() {
    for name in &games() {
        let Ok(native) = coded(name, &[]) else { continue };
        for seed in 0..5 {
            let mut random = Rng::new(seed);
            let (mut at, mut past) = (native.start(), Vec::new());
            while past.len() < 60
                && let Some(next) =
                    native.random_successor(&at, &past, &mut random).expect("a turn")
            {
                past.push(std::mem::replace(&mut at, next));
            }
            let tally = native.playouts(&native.start(), seed, 1, 60).expect("a game");
            assert_eq!((tally.games, tally.plies), (1, past.len() as u64), "{name} from {seed}");
            let place = match native.turn(&at, &past).expect("a turn") {
                Turn::Over(outcome) => outcome.winner().map_or(2, |player| player.index()),
                Turn::Moves(_) => 2,
            };
            assert_eq!(tally.wins[place], 1, "{name} from {seed}");
        }
    }
}

/// A bias as of code that draws a piece first and then one of its moves.
#[test]
fn unequal_chances_are_noticed() {
    let targets = [2, 3, 3, 3, 3, 3, 3, 2];
    let mut random = Rng::new(13);
    let mut counts = [0; 22];
    let mut equal = [0; 22];
    for _ in 0..DRAWS * counts.len() {
        let piece = random.below(targets.len());
        let first: usize = targets[..piece].iter().sum();
        counts[first + random.below(targets[piece])] += 1;
        equal[random.below(equal.len())] += 1;
    }
    assert!(chi_squared(&counts) > limit(counts.len()), "{counts:?}");
    assert!(chi_squared(&equal) < limit(equal.len()), "{equal:?}");
}
