//! No history that fits what was perceived leaves the outline, in random games of all games that
//! hide something; and what is found is worth something where it is known to be.

use game::{Field, Game, Player, Referee};
use infoset::{InfosetError, Limits, MergedSet, Observation, Outline, depth_first};
use interp::Interp;
use std::cell::Cell;
use std::sync::Arc;
use testing::hidden::{AGAIN, FLASH, PASSING, RUNNERS, STONES, STUBBORN, TOUCH, play};

/// This many histories of a set are compared at most.
const MOST: usize = 60;

/// Fails if a position is not allowed after this many turns.
fn check_position(game: &Interp, outline: &Outline, n_turns: usize, position: &interp::Position) {
    let level = outline.after(n_turns).unwrap();
    for (i, contents) in level.iter().enumerate() {
        let mut stack = Vec::new();
        game.stack(position, Field(i as u16), &mut stack);
        let top = stack.last().copied();
        let name = game.facts().field_name(Field(i as u16));
        assert!(
            contents.allows(top),
            "{}: after {n_turns} turns {name} holds {top:?}, not one of {contents:?}",
            game.facts().name
        );
    }
    assert!(outline.allows(game, n_turns, position));
}

/// Compares an outline with what really happened and with histories that fit.
fn check(game: &Interp, view: &Observation, happened: &[interp::Position]) {
    let outline = sweeps::outline(game, view, &|| true).unwrap();
    assert!(!outline.is_contradicted(), "{}", game.facts().name);
    for (n_turns, position) in happened.iter().enumerate() {
        check_position(game, &outline, n_turns, position);
    }
    let (mut n_seen, mut n_looked) = (0, 0);
    let found = depth_first(
        game,
        view,
        &mut |_| {
            n_looked += 1;
            n_looked < 3
        },
        &mut |path| {
            for (n_turns, position) in path.positions.iter().enumerate() {
                check_position(game, &outline, n_turns, position);
            }
            n_seen += 1;
            if n_seen < MOST { Ok(()) } else { Err(InfosetError::Stopped) }
        },
    );
    assert!(matches!(found, Ok(_) | Err(InfosetError::Stopped)), "{found:?}");
}

fn check_random_games(game: &Interp, seeds: std::ops::Range<u64>, n_turns: usize) {
    for seed in seeds {
        let session = play(game, seed, n_turns);
        let line = session.line();
        let happened: Vec<_> = line.past().iter().chain([line.position()]).cloned().collect();
        for player in Player::BOTH {
            check(game, session.view(player), &happened);
        }
    }
}

#[test]
fn no_history_leaves_the_outline() {
    let mut n_games = 0;
    for name in games::names() {
        let game = testing::load(name);
        // There are no outlines of fields that hold several pieces.
        if !game.facts().hidden || game.facts().stacks.is_some() {
            continue;
        }
        // The ways of a turn become many where there are many kinds of pieces, and on large boards.
        let (n_seeds, n_turns) = match (game.facts().board.n_fields(), game.facts().kinds.len()) {
            (..=16, _) => (4, 8),
            (_, ..=2) => (1, 6),
            _ => (1, 3),
        };
        check_random_games(&game, 0..n_seeds, n_turns);
        n_games += 1;
    }
    assert_eq!(n_games, 9);
}

#[test]
fn no_history_of_odd_games_leaves_the_outline() {
    for (name, rules) in [
        ("passing", PASSING),
        ("runners", RUNNERS),
        ("stubborn", STUBBORN),
        ("flash", FLASH),
        ("again", AGAIN),
        ("touch", TOUCH),
        ("stones", STONES),
    ] {
        let game = testing::load_text(name, rules).unwrap_or_else(|why| panic!("{why}"));
        check_random_games(&game, 0..8, 9);
    }
}

#[test]
fn whoever_wants_no_more_gets_no_outline() {
    let game = testing::load("kriegspiel");
    let session = play(&game, 0, 6);
    let asked = Cell::new(0);
    let outline = |n_asked: usize| {
        asked.set(0);
        sweeps::outline(&game, session.view(Player::Second), &|| {
            asked.set(asked.get() + 1);
            asked.get() < n_asked
        })
    };
    assert!(outline(usize::MAX).is_some());
    // It is asked more often than once a turn, and whenever it is, it may end.
    let n_asked = asked.get();
    assert!(n_asked > 30, "{n_asked}");
    for last in [1, 2, n_asked / 2, n_asked] {
        assert!(outline(last).is_none());
    }
}

/// The set of a view, found with and without its outline; gives how many positions were looked at.
fn check_set(game: &Interp, view: &Observation, outline: Outline) -> [u64; 2] {
    let set = || MergedSet::before(game, view, Limits::default()).unwrap();
    let sets = [set(), set().within(Arc::new(outline))].map(|mut set| {
        set.extend_all(&view.turns, &mut |_| true).unwrap();
        set
    });
    let [whole, within] = &sets;
    assert_eq!(within.count(), whole.count());
    assert_eq!(within.listed(&mut |_| true), whole.listed(&mut |_| true));
    sets.map(|set| set.work().expanded)
}

#[test]
fn sets_within_outlines_are_the_same() {
    let mut saved = 0;
    for (name, n_turns) in [("phantom_tictactoe", 9), ("dark_hex3", 7), ("kriegspiel", 4)] {
        let game = testing::load(name);
        for seed in 0..3 {
            let session = play(&game, seed, n_turns);
            for player in Player::BOTH {
                let view = session.view(player);
                let outline = sweeps::outline(&game, view, &|| true).unwrap();
                let [whole, within] = check_set(&game, view, outline);
                assert!(within <= whole, "{name}: {within} of {whole}");
                saved += whole - within;
            }
        }
    }
    assert!(saved > 0);
}
