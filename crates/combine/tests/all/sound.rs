//! What a combination claims is true: df-pn, which looks at every move, agrees in
//! positions near the ends of random games; and what share of the wins that a search
//! of all moves finds is found by threats.
//!
//! A short run is part of the tests. The long one takes this many positions of each game:
//!
//! `COMBINATIONS=1000 cargo test --release -p multigame-combine sound:: -- --nocapture`

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "how long the run is, is said from outside, and it says what it finds"
)]

use crate::support;
use combine::{Settings, find};
use game::Game;
use insight::Reader;
use native::{Native, Position};
use search::{Algorithm, Limits, Search, Verdict};

/// A win is looked for this many turns ahead.
const PLIES: u32 = 5;

/// How many positions of each game.
fn n_positions() -> u64 {
    let asked = std::env::var("COMBINATIONS").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(40)
}

/// Whether a search of all moves finds a win within this many turns; nothing if it
/// takes too long to say.
fn wins_within(game: &Native, at: &Position, plies: u32) -> Option<bool> {
    let usual = search::Settings::new(game.facts());
    let settings = search::Settings {
        algorithm: Algorithm::AlphaBeta,
        heuristics: usual.heuristics.exact(),
        table_bytes: 16 << 20,
        ..usual
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
    assert!(confirmed > 0, "{name}: nothing to confirm");
}

const KO: &str = "
players white black
dimensions (15,1)
pieces { tok '*' }
start { *14 w }
main = try [ either [ find tok in a1, pickup, find field in b1, putdown, not occurred 2 times ]
  or [ find tok in a1, pickup, find field in j1, putdown, not occurred 2 times ]
  or [ find tok in b1, pickup, find field in c1, putdown, not occurred 2 times ]
  or [ find tok in c1, pickup, find field in d1, putdown, not occurred 2 times ]
  or [ find tok in d1, pickup, find field in e1, putdown, not occurred 2 times ]
  or [ find tok in d1, pickup, find field in f1, putdown, not occurred 2 times ]
  or [ find tok in e1, pickup, find field in g1, putdown, not occurred 2 times ]
  or [ find tok in g1, pickup, find field in h1, putdown, not occurred 2 times ]
  or [ find tok in g1, pickup, find field in c1, putdown, not occurred 2 times ]
  or [ find tok in h1, pickup, find field in i1, putdown, not occurred 2 times ]
  or [ find tok in i1, pickup, find field in e1, putdown, not occurred 2 times ]
  or [ find tok in j1, pickup, find field in h1, putdown, not occurred 2 times ]
  or [ find tok in j1, pickup, find field in k1, putdown, not occurred 2 times ]
  or [ find tok in j1, pickup, find field in l1, putdown, not occurred 2 times ]
  or [ find tok in j1, pickup, find field in m1, putdown, not occurred 2 times ]
  or [ find tok in k1, pickup, find field in n1, putdown, not occurred 2 times, win ]
  or [ find tok in l1, pickup, find field in n1, putdown, not occurred 2 times, win ]
  or [ find tok in m1, pickup, find field in n1, putdown, not occurred 2 times, win ]
  or [ find tok in f1, pickup, find field in o1, putdown, not occurred 2 times, lose ] ] else lose.
";

const DRAWS: &str = "
players white black
dimensions (12,1)
pieces { tok '*' }
counters { n 0 .. 9 }
start { *11 w }
main = try [ occurred 2 times, draw ] else try [ either [ find tok in a1, pickup, find field in b1, putdown, add 3 to n ]
  or [ find tok in a1, pickup, find field in c1, putdown ]
  or [ find tok in b1, pickup, find field in d1, putdown ]
  or [ find tok in b1, pickup, find field in e1, putdown ]
  or [ find tok in c1, pickup, find field in d1, putdown ]
  or [ find tok in c1, pickup, find field in h1, putdown ]
  or [ find tok in c1, pickup, find field in i1, putdown ]
  or [ find tok in c1, pickup, find field in j1, putdown ]
  or [ find tok in d1, n < 3, pickup, find field in f1, putdown, add 3 to n ]
  or [ find tok in d1, n >= 3, pickup, find field in g1, putdown, win ]
  or [ find tok in f1, pickup, find field in d1, putdown ]
  or [ find tok in h1, pickup, find field in k1, putdown, win ]
  or [ find tok in i1, pickup, find field in k1, putdown, win ]
  or [ find tok in j1, pickup, find field in k1, putdown, win ]
  or [ find tok in e1, pickup, find field in l1, putdown, lose ] ] else lose.
";

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

/// The last move decides, and so the one before may lose.
#[test]
fn combinations_of_games_with_scores_are_wins() {
    ["othello", "kalah"].iter().for_each(|name| check(name, FEW));
}

#[test]
fn combinations_of_games_that_end_without_a_move_are_wins() {
    ["domineering", "fox_and_hounds", "clobber"].iter().for_each(|name| check(name, FEW));
}

/// Games that were made to mislead: a win found on one way to a position is none on
/// another, because a rule about earlier positions speaks there.
#[test]
fn earlier_positions_are_not_forgotten() {
    for (name, rules, winner) in [("ko", KO, Some(false)), ("draws", DRAWS, None)] {
        let game = testing::compiled(testing::load_text(name, rules).expect("sound rules"));
        let at = game.start();
        let report = support::search(&game, &at, FEW);
        assert!(report.combination.is_none(), "{name}: {:?}", report.combination);
        let (limits, stopper) = (Limits::default(), search::Stopper::default());
        let (method, memory) = (search::Method::ProofNumber, 64 << 20);
        let task = search::Task {
            method,
            limits,
            memory,
            threads: 1,
            symmetries: false,
            wins: None,
            local: None,
            stopper,
        };
        let proof = search::prove(&game, &at, &[], &task, &mut |_| {}).expect("a small game");
        let wins = proof.outcome.winner().map(|winner| winner == game.player(&at));
        assert_eq!(wins, winner, "{name}");
    }
}
