//! Games in which a move may give another turn, and rules that say who has lost only
//! when the loser's turn begins: what is claimed there is true, too, and is found.

use crate::support::{self, given};
use combine::{Settings, Step, find};
use game::{Game, Insight, Outcome, Turn};
use insight::Reader;
use native::{Native, Position};

/// Each player puts two marks in a turn, the first player one at first; four in a row win.
const TWO_MARKS: &str = include_str!("../rules/two_marks.mg");

/// Four in a row win, and whoever takes one of three fields moves again.
const BONUS: &str = "
dimensions (4,4)
pieces { mark 'X' 'O' }
zones { bonus (a2, d3, b4) }
main = try place else draw.
place = find empty field, replace by own mark, try [ points at bonus, again ],
  try [ test four, win ].
four = find own mark, alldir, repeat 3 times [ step, points at own mark ].
";

/// The first player puts one mark; then the other one fills the board, and loses when there
/// is no move left.
const FILL: &str = "
dimensions (3,2)
pieces { mark 'X' 'O' }
counters { n 0 .. 1 }
main = try [ find empty field, replace by own mark, next ] else lose.
next = either [ n = 0, set n to 1 ] or [ n = 1, again ].
";

const FEW: Settings =
    Settings { most_answers: 8, most_missing: 4, quiet: false, most_nodes: 20_000, most_moves: 12 };

/// What there is in the combinations of a game.
#[derive(Debug, Default)]
struct Seen {
    claimed: u32,
    confirmed: u32,
    /// Moves of the winner after which they move again.
    again: u32,
    /// Answers of several moves, and moves that threaten to win by several.
    several: u32,
    series: u32,
    /// Threats that several moves carry out.
    finished: u32,
}

impl Seen {
    fn look(&mut self, game: &Native, step: &Step<Position>) {
        let n_own = step.finish.iter().filter(|made| made.own).count();
        self.finished += u32::from(n_own > 1);
        assert!(step.finish.is_empty() || is_finished(game, step), "{step:?}");
        self.again += u32::from(step.next.is_some());
        let is_series = |threat: &combine::Threat| matches!(threat, combine::Threat::Series { .. });
        self.series += u32::from(step.threats.iter().any(is_series));
        step.next.iter().for_each(|next| self.look(game, next));
        for answer in &step.answers {
            self.several += u32::from(answer.moves.len() > 1);
            self.look(game, &answer.then);
        }
    }
}

/// Whether the moves that carry out a threat can be made one after the other, and the last
/// one wins, and none before it.
fn is_finished(game: &Native, step: &Step<Position>) -> bool {
    let loser = game.player(&step.to);
    let wins = |outcome: Option<Outcome>| outcome.is_some_and(|it| it.for_player(loser) < 0);
    let mut at = step.to.clone();
    for (i, made) in step.finish.iter().enumerate() {
        let Turn::Moves(moves) = game.turn(&at, &[]).expect("sound rules") else { return false };
        let Some(next) = moves.into_iter().find(|it| it.text == made.text) else { return false };
        if next.to != made.to || made.own != (game.player(&at) != loser) {
            return false;
        }
        // A win may show only when the loser's turn begins.
        let late = || match game.turn(&next.to, &[]).expect("sound rules") {
            Turn::Over(outcome) => Some(outcome),
            Turn::Moves(_) => None,
        };
        let is_last = i + 1 == step.finish.len();
        if wins(next.outcome.or_else(late)) != is_last {
            return false;
        }
        at = next.to;
    }
    true
}

/// Compares all that is claimed with df-pn.
fn check(name: &str, game: &Native, n_positions: u64) -> Seen {
    let reader = Reader::native(game).expect("rules that can be read");
    let mut seen = Seen::default();
    for seed in 0..n_positions {
        let before = 1 + seed as usize % 8;
        let Some(at) = support::near_the_end(game, seed, before) else { continue };
        let report = find(game, &reader, &at, &[], FEW, &mut |_| true).expect("sound rules");
        let Some(combination) = report.combination else { continue };
        let proved = support::is_won(game, &at, 500_000);
        assert_ne!(proved, Some(false), "{name} {seed}: {combination:?}");
        seen.claimed += 1;
        seen.confirmed += u32::from(proved == Some(true));
        seen.look(game, &combination.first);
    }
    seen
}

#[test]
fn two_moves_a_turn_are_followed_for_both_players() {
    let seen = check("two marks", &given("two_marks", TWO_MARKS), 150);
    assert!(seen.confirmed > 20 && seen.confirmed == seen.claimed, "{seen:?}");
    assert!(seen.again > 0 && seen.several > 0 && seen.series > 0, "{seen:?}");
    assert!(seen.finished > 0, "{seen:?}");
}

/// How many positions are looked at without asking whether to go on, and how often it asks.
fn asked(game: &Native, at: &Position, settings: Settings) -> (u64, u64) {
    let reader = Reader::native(game).expect("rules that can be read");
    let (mut last, mut most, mut n_asked) = (0, 0, 0);
    let mut go_on = |nodes: u64| {
        most = most.max(nodes.saturating_sub(last));
        (last, n_asked) = (nodes, n_asked + 1);
        true
    };
    let report = find(game, &reader, at, &[], settings, &mut go_on).expect("sound rules");
    assert!(report.combination.is_some() && report.checked > 100, "{report:?}");
    // Nobody is asked after the last position.
    (most.max(report.nodes + report.checked - last), n_asked)
}

#[test]
fn a_check_that_is_broken_off_claims_nothing() {
    let game = given("fill", FILL);
    let reader = Reader::native(&game).expect("rules that can be read");
    let (most, n_asked) = asked(&game, &game.start(), FEW);
    assert!(most < 20, "{most} positions without a question");
    for stop in (1..=n_asked).step_by(7).chain([n_asked]) {
        let mut left = stop;
        let mut go_on = |_| {
            left -= u64::from(left > 0);
            left > 0
        };
        let report = find(&game, &reader, &game.start(), &[], FEW, &mut go_on);
        let report = report.expect("sound rules");
        assert!(report.stopped && report.combination.is_none(), "{stop}: {report:?}");
    }
}

/// The loser fills five fields before the end, and all of these moves count.
#[test]
fn moves_in_a_row_of_the_loser_are_counted() {
    let game = given("fill", FILL);
    let combination = support::search(&game, &game.start(), FEW).combination.expect("a win");
    assert_eq!((combination.n_moves(), combination.n_plies()), (1, 6));
    assert!(!combination.scored);
    // A search that looks as far says the same.
    let usual = search::Settings::new(game.facts());
    let settings = search::Settings { heuristics: usual.heuristics.exact(), ..usual };
    let search = search::Search::new(&game, settings).expect("a game for two");
    let limits = search::Limits { depth: Some(7), ..search::Limits::default() };
    let best = search.best(&game.start(), &[], &limits, &mut |_| {}).best.expect("a line");
    assert_eq!(best.value, search::WIN - 6);
}

#[test]
fn some_moves_that_give_another_turn_are_followed() {
    let seen = check("bonus", &given("bonus", BONUS), 150);
    assert!(seen.confirmed > 20 && seen.confirmed == seen.claimed, "{seen:?}");
    assert!(seen.again > 0, "{seen:?}");
}

/// Lines of this many marks, where the rules say after a move that its player has won, or
/// before it that they have lost.
fn both_ways(size: &str, more: u32) -> [Native; 2] {
    let begin = format!("dimensions {size} pieces {{ mark 'X' 'O' }}");
    let line =
        format!("line = find own mark, alldir, repeat {more} times [ step, points at own mark ].");
    let at_once = format!(
        "{begin} main = try [ find empty field, replace by own mark, try [ test line, win ] ]
         else draw. {line}"
    );
    let late = format!(
        "{begin} main = try [ as opponent line, lose ]
         else try [ find empty field, replace by own mark ] else draw. {line}"
    );
    [given("at_once", &at_once), given("late", &late)]
}

#[test]
fn a_loss_that_shows_late_is_threatened_as_well() {
    for (size, more) in [("(3,3)", 2), ("(6,6)", 3)] {
        let [at_once, late] = both_ways(size, more);
        let readers = [&at_once, &late].map(|game| Reader::native(game).expect("a reader"));
        let ways = |i: usize, game: &Native| {
            let ways = readers[i].ways_to_win(&game.start(), game::Player::First, 4);
            ways.expect("sound rules").len()
        };
        assert_eq!(ways(0, &at_once), ways(1, &late), "{size}");
        let mut n_found = 0;
        for (seed, quiet) in (0..60).flat_map(|seed| [(seed, false), (seed, true)]) {
            let before = 1 + seed as usize % 9;
            let Some(at) = support::near_the_end(&at_once, seed, before) else { continue };
            let found = [(&at_once, &readers[0]), (&late, &readers[1])].map(|(game, reader)| {
                let at = game.position(&at_once.setup(&at)).expect("the same board");
                let settings = Settings { quiet, most_nodes: 3000, ..FEW };
                let report = find(game, reader, &at, &[], settings, &mut |_| true);
                let combination = report.expect("sound rules").combination?;
                Some((combination.first.text.clone(), combination.n_moves()))
            });
            assert_eq!(found[0], found[1], "{size} {seed} {quiet}");
            n_found += u32::from(found[0].is_some());
        }
        assert!(n_found > 20, "{size}: {n_found}");
    }
}

/// What is claimed where a loss shows late is a win.
#[test]
fn combinations_that_end_late_are_wins() {
    let [_, late] = both_ways("(5,5)", 3);
    let seen = check("late", &late, 60);
    assert!(seen.confirmed > 10 && seen.confirmed == seen.claimed, "{seen:?}");
}
