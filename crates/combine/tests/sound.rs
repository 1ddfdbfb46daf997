//! What a combination claims is true: df-pn, which looks at every move, agrees in
//! positions near the ends of random games; and what share of the wins that a search
//! of all moves finds is found by threats.
//!
//! A short run is part of the tests. The long one takes so many positions of each game:
//!
//! `COMBINATIONS=1000 cargo test --release -p combine --test sound -- --nocapture`

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "how long the run is, is said from outside, and it says what it finds"
)]

mod support;

use combine::{Settings, find};
use game::Game;
use multigame::Reader;
use native::{Native, Position};
use search::{Algorithm, Limits, Search, Verdict};

/// A win is looked for so many turns ahead.
const PLIES: u32 = 5;

/// How many positions of each game.
fn n_positions() -> u64 {
    let asked = std::env::var("COMBINATIONS").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(40)
}

/// Whether a search of all moves finds a win within so many turns; nothing if it
/// takes too long to say.
fn wins_within(game: &Native, at: &Position, plies: u32) -> Option<bool> {
    let settings = search::Settings {
        algorithm: Algorithm::AlphaBeta,
        table_bytes: 16 << 20,
        ..search::Settings::new(game.facts())
    };
    let search = Search::new(game, settings).expect("settings that make sense");
    let limits = Limits { depth: Some(plies), nodes: Some(2_000_000), ..Limits::default() };
    let report = search.best(at, &[], &limits, &mut |_| {});
    let wins = report.best.is_some_and(|line| matches!(Verdict::of(line.value), Verdict::Wins(_)));
    (wins || report.stop.is_none()).then_some(wins)
}

/// Compares all that is claimed with df-pn, and counts.
fn check(name: &str, settings: Settings) {
    let game = support::load(name);
    let reader = Reader::native(&game).expect("rules that can be read");
    let (mut claimed, mut confirmed, mut there, mut found) = (0, 0, 0, 0);
    for seed in 0..n_positions() {
        let before = 1 + seed as usize % 8;
        let Some(at) = support::near_the_end(&game, seed, before) else { continue };
        let report = find(&game, &reader, &at, &[], settings, &mut |_| true).expect("sound rules");
        let claims = report.combination.is_some();
        if claims {
            claimed += 1;
            let proved = support::is_won(&game, &at, 2_000_000);
            assert_ne!(proved, Some(false), "{name} {seed}: {:?}", report.combination);
            confirmed += u32::from(proved == Some(true));
        }
        if wins_within(&game, &at, PLIES) == Some(true) {
            there += 1;
            found += u32::from(claims);
        }
    }
    println!(
        "{name}: {claimed} wins claimed, {confirmed} confirmed by df-pn; \
         {found} of {there} wins within {PLIES} turns found"
    );
    assert!(confirmed > 0 || n_positions() < 100, "{name}: nothing to confirm");
}

const FEW: Settings =
    Settings { most_answers: 8, most_missing: 4, quiet: false, most_nodes: 20_000, most_moves: 20 };

#[test]
fn combinations_of_gomoku_are_wins() {
    check("gomoku9", Settings { quiet: true, ..FEW });
}

#[test]
fn combinations_of_connect4_are_wins() {
    check("connect4", FEW);
}

#[test]
fn combinations_of_chess_are_wins() {
    check("chess", FEW);
}

#[test]
fn combinations_of_three_mens_morris_are_wins() {
    check("three_mens_morris", FEW);
}

#[test]
fn combinations_of_breakthrough_are_wins() {
    check("breakthrough", FEW);
}

#[test]
fn combinations_of_checkers_are_wins() {
    check("checkers", FEW);
}
