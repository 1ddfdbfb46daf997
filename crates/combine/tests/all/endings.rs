//! Rules that tell a win in other ways than by saying `win` to the one who brings it about:
//! guards that forbid to move, moves that lose for the player who makes them, and players who win
//! because they cannot move. What is claimed there is true, and what is there is found.

use crate::support::{self, given};
use combine::{Settings, Threat, find};
use game::{Game, Insight, Player};
use insight::Reader;
use native::{Native, Position};

const SETTINGS: Settings =
    Settings { most_answers: 8, most_missing: 4, quiet: false, most_nodes: 20_000, most_moves: 12 };

const QUIET: Settings = Settings { quiet: true, ..SETTINGS };

/// Three in a row, with what `main` says of it.
fn rows(name: &str, main: &str) -> Native {
    let rules = format!(
        "dimensions (3,3) pieces {{ mark 'X' 'O' }} main = {main}.
         three = find own mark, alldir, repeat 2 times [ step, points at own mark ].
         place = find empty field, replace by own mark."
    );
    given(name, &rules)
}

/// What was found in positions near the ends of random games.
#[derive(Debug, Default)]
struct Share {
    claimed: u32,
    /// Of the positions that are won.
    won: u32,
    /// Combinations with a move that leaves few moves that do not lose.
    squeezed: u32,
}

fn is_squeezed(step: &combine::Step<Position>) -> bool {
    step.threats.contains(&Threat::Squeezed)
        || step.next.as_deref().is_some_and(is_squeezed)
        || step.answers.iter().any(|answer| is_squeezed(&answer.then))
}

/// Compares all that is claimed with df-pn.
fn share(game: &Native, n_positions: u64, settings: Settings) -> Share {
    let reader = Reader::native(game).expect("rules that can be read");
    let mut share = Share::default();
    for seed in 0..n_positions {
        let Some(at) = support::near_the_end(game, seed, 1 + seed as usize % 8) else { continue };
        let report = find(game, &reader, &at, &[], settings, &mut |_| true).expect("sound rules");
        let is_won = support::is_won(game, &at, 1_000_000).expect("a small game");
        let claim = report.combination.is_some();
        assert!(is_won || !claim, "{}, {seed}: {:?}", game.facts().name, report.combination);
        share.claimed += u32::from(claim);
        share.won += u32::from(is_won);
        share.squeezed += u32::from(report.combination.is_some_and(|it| is_squeezed(&it.first)));
    }
    share
}

/// The same rules, said in four ways: after the move, before the next one, by a guard, and by
/// a guard in a rule of its own. The same is found in all of them.
#[test]
fn a_guard_that_forbids_to_move_is_read_like_any_other_loss() {
    let games = [
        rows("at_once", "try [ place, try [ test three, win ] ] else lose"),
        rows("before", "try [ as opponent three, lose ] else try place else lose"),
        rows("guarded", "try [ not as opponent three, place ] else lose"),
        rows("called", "try go else lose. go = not as opponent three, place"),
    ];
    let readers = games.each_ref().map(|game| Reader::native(game).expect("rules to read"));
    let mut first = None;
    for (game, reader) in games.iter().zip(&readers) {
        let ways = reader.ways_to_win(&game.start(), Player::First, 4).expect("sound rules");
        let name = &game.facts().name;
        assert_eq!(ways.len(), 24, "{name}");
        let mut texts = Vec::new();
        for seed in 0..40 {
            let at = support::near_the_end(&games[0], seed, 1 + seed as usize % 6);
            let at = at.map(|at| game.position(&games[0].setup(&at)).expect("the same board"));
            let report = at.map(|at| find(game, reader, &at, &[], SETTINGS, &mut |_| true));
            let found = report.and_then(|report| report.expect("sound rules").combination);
            texts.push(found.map(|found| (found.first.text.clone(), found.n_moves())));
        }
        assert!(texts.iter().flatten().count() > 15, "{name}: {texts:?}");
        assert_eq!(&texts, first.get_or_insert(texts.clone()), "{name}");
    }
    let seen = share(&games[2], 60, SETTINGS);
    assert!(seen.claimed > 20 && seen.claimed == seen.won, "{seen:?}");
}

/// Whoever makes a row loses, said to that player or to the other one.
#[test]
fn moves_that_lose_are_counted_out() {
    let games = [
        rows("loses", "try [ place, try [ test three, lose ] ] else draw"),
        rows("told_later", "try [ as opponent three, win ] else try place else draw"),
    ];
    for game in &games {
        let seen = share(game, 120, SETTINGS);
        assert!(seen.claimed > 20 && seen.squeezed > 20, "{seen:?}");
        let quiet = share(game, 120, QUIET);
        assert!(10 * quiet.claimed >= 9 * quiet.won, "{quiet:?}");
    }
}

/// In some rules a player who cannot move wins, in others that player loses.
#[test]
fn players_without_a_move_win_or_lose() {
    for end in ["win", "lose"] {
        let rules = format!(
            "dimensions (4,4) pieces {{ domino 'V' 'H' }} directions {{ along north east }}
             main = try place else {end}.
             place = find empty field, replace by own domino, along, step,
               points at empty field, replace by own domino."
        );
        let seen = share(&given(end, &rules), 80, QUIET);
        assert!(seen.claimed > 20 && 10 * seen.claimed >= 9 * seen.won, "{end}: {seen:?}");
    }
}

/// Captures and kings that can be lost, where the rules count what is left.
#[test]
fn what_is_taken_may_end_the_game() {
    let men = "dimensions (4,4) pieces { man 'M' 'm' } start { mmmm/4/4/MMMM }
        main = try [ not few, find own man, move ] else lose.
        few = count own man < 2.
        move = pickup, forward, either [ step, points at empty field ]
          or [ either rotate 45 or rotate -45, step, points at enemy man ], putdown.";
    let kings = "dimensions (4,4) pieces { king 'K' 'k' rook 'R' 'r' } start { k2r/4/4/R2K }
        main = try [ test find own king, move ] else lose.
        move = either [ find own king, pickup, alldir, step, open, putdown ]
          or [ find own rook, pickup, orthogonal,
            repeat 0 .. 2 times [ step, points at empty field ], step, open, putdown ].
        open = not points at own piece.";
    for (name, rules) in [("men", men), ("kings", kings)] {
        let game = given(name, rules);
        let seen = share(&game, 60, SETTINGS);
        assert!(seen.claimed > 10, "{name}: {seen:?}");
    }
}

/// The game of one kind of marks for both, where making a row loses.
#[test]
fn nobodys_marks_lose_as_well() {
    let rules = "dimensions (3,3) pieces { mark 'X' }
        main = find empty field, replace by mark, try [ test three, lose ].
        three = find mark, alldir, repeat 2 times [ step, points at mark ].";
    let game = given("nobodys", rules);
    let seen = share(&game, 60, SETTINGS);
    assert!(seen.claimed > 15 && seen.squeezed == seen.claimed, "{seen:?}");
}
