//! What would be there if only one field held something else is found, all of it, and
//! comes true; of two wishes, what is told comes true.

use super::{games, positions};
use conditions::{Condition, Conditions, Contents, Wish};
use game::{Field, Game, Outcome, Piece, Turn};
use interp::{Interp, Position};
use std::collections::BTreeSet;

/// A move of a position, or its outcome if it is over: the text, the outcome, and the
/// board after it.
type Found = (Option<String>, Option<Outcome>, Vec<Vec<Piece>>);

fn found(game: &Interp, position: &Position) -> Option<Vec<Found>> {
    let board = |position: &Position| game.setup(position).board;
    Some(match game.turn(position, &[]).ok()? {
        Turn::Over(outcome) => vec![(None, Some(outcome), board(position))],
        Turn::Moves(moves) => {
            moves.into_iter().map(|m| (Some(m.text), m.outcome, board(&m.to))).collect()
        }
    })
}

fn with(
    game: &Interp,
    position: &Position,
    changes: &[(Field, Option<Piece>)],
) -> Option<Position> {
    let mut setup = game.setup(position);
    for (field, top) in changes {
        setup.board[field.index()] = top.iter().copied().collect();
    }
    game.position(&setup).ok()
}

/// Whether two boards are the same but for a field, which nothing has changed.
fn same_but(
    before: &[Vec<Piece>],
    after: &[Vec<Piece>],
    there: &[Vec<Piece>],
    after_there: &[Vec<Piece>],
    at: Field,
) -> bool {
    (0..before.len()).all(|i| match i == at.index() {
        true => before[i] == after[i] && there[i] == after_there[i],
        false => after[i] == after_there[i],
    })
}

/// Checks the wishes of a position; gives how much was new with one field changed.
fn check(name: &str, game: &Interp, position: &Position) -> usize {
    let facts = game.facts();
    let wishes =
        Conditions::of(game).if_only(position, 1, usize::MAX, &mut || true).expect("it plays");
    assert!(!wishes.is_cut && !wishes.is_bounded);
    let here = found(game, position).expect("it plays");
    let board = game.setup(position).board;
    let mut n_new = 0;
    for field in (0..facts.board.n_fields()).map(|i| Field(i as u16)) {
        let real = board[field.index()].last().copied();
        for top in Contents::every(facts).filter(|top| *top != real) {
            let Some(there) = with(game, position, &[(field, top)]) else { continue };
            let Some(all) = found(game, &there) else { continue };
            let before = game.setup(&there).board;
            for (text, outcome, after) in all {
                let is_old = here.iter().any(|(known, ends, after_here)| {
                    (known, ends) == (&text, &outcome)
                        && same_but(&board, after_here, &before, &after, field)
                });
                let allows = |condition: &Condition| {
                    matches!(condition, Condition::Field { field: at, allowed }
                        if *at == field && allowed.allows(top))
                };
                let is_told = |wish: &Wish| {
                    (&wish.text, wish.outcome) == (&text, outcome)
                        && wish.if_only.len() == 1
                        && allows(&wish.if_only[0])
                };
                n_new += usize::from(!is_old);
                assert!(
                    is_old || wishes.found.iter().any(is_told),
                    "{name}: {text:?} with {top:?} on {} is not wished for in {}",
                    facts.field_name(field),
                    game::write_position(facts, &game.setup(position)),
                );
            }
        }
    }
    for wish in wishes.found.iter().step_by(1 + wishes.found.len() / 100) {
        come_true(name, game, position, wish);
    }
    n_new
}

/// Checks that what is wished for is there where the wish is fulfilled, if the other
/// conditions hold there, and that they do for something that it allows.
fn come_true(name: &str, game: &Interp, position: &Position, wish: &Wish) {
    let mut copies = vec![Vec::new()];
    for condition in &wish.if_only {
        let Condition::Field { field, allowed } = condition else { panic!("{condition:?}") };
        assert!(!Conditions::of(game).holds(condition, position), "{name}: {wish:?}");
        let tops: Vec<Option<Piece>> =
            Contents::every(game.facts()).filter(|top| allowed.allows(*top)).collect();
        let add = |copy: &Vec<(Field, Option<Piece>)>| {
            let copy = copy.clone();
            tops.iter().map(move |top| [&copy[..], &[(*field, *top)]].concat()).collect::<Vec<_>>()
        };
        copies = copies.iter().flat_map(add).collect();
    }
    let mut n_true = 0;
    for there in copies.iter().filter_map(|changes| with(game, position, changes)) {
        let Some(found) = found(game, &there) else { continue };
        let is_there =
            found.iter().any(|(text, ends, _)| (text, ends) == (&wish.text, &wish.outcome));
        let is_due = wish.conditions.iter().all(|it| Conditions::of(game).holds(it, &there));
        n_true += usize::from(is_there);
        assert!(
            is_there || !is_due,
            "{name}: {wish:?} is not in {}",
            game::write_position(game.facts(), &game.setup(&there)),
        );
    }
    assert!(n_true > 0, "{name}: {wish:?} never comes true");
}

/// Every game, as long as a turn in all copies of a position does not take too much.
#[test]
fn one_wish_finds_all_and_comes_true() {
    let mut tested = BTreeSet::new();
    for (name, game) in games() {
        let contents = Contents::every(game.facts()).count();
        let n_copies = game.facts().board.n_fields() * (contents - 1);
        let mut budget = 1_500;
        let mut n_new = 0;
        for position in positions(&game, 1, 8) {
            let Ok(Turn::Moves(moves)) = game.turn(&position, &[]) else { continue };
            let cost = n_copies * moves.len().max(4);
            if cost <= budget {
                budget -= cost;
                n_new += check(&name, &game, &position);
                tested.insert(name.clone());
            }
        }
        // Where there must be this many pieces of each kind, no single field can change.
        let is_fixed = game.facts().kinds.iter().all(|kind| kind.exactly.is_some());
        let is_tested = tested.contains(&name) && !is_fixed;
        assert!(n_new > 0 || !is_tested, "{name}: nothing is new anywhere");
    }
    for name in ["tictactoe", "three_mens_morris", "nine_mens_morris"] {
        assert!(tested.contains(name), "{name} takes too long: {tested:?}");
    }
}

/// Positions of large games with few moves.
#[test]
fn one_wish_in_endgames() {
    let cases = [
        ("chess", "8/8/8/8/8/1k6/p7/K7 w"),
        ("chess", "k7/8/8/8/8/8/4r3/4K3 w"),
        ("breakthrough", "8/8/8/4p3/3P4/8/8/8 w"),
    ];
    for (name, text) in cases {
        let game = testing::load(name);
        let setup = game::parse_position(game.facts(), text).expect("a position");
        let position = game.position(&setup).expect("the game knows it");
        assert!(check(name, &game, &position) > 10);
    }
}

#[test]
fn two_wishes_come_true() {
    for name in ["tictactoe", "three_mens_morris", "connect4"] {
        let game = testing::load(name);
        let mut n_pairs = 0;
        for position in positions(&game, 3, 1) {
            let wishes =
                Conditions::of(&game).if_only(&position, 2, 2_000, &mut || true).expect("it plays");
            let pairs = wishes.found.iter().filter(|wish| wish.if_only.len() == 2);
            for wish in pairs.step_by(5) {
                come_true(name, &game, &position, wish);
                n_pairs += 1;
            }
        }
        assert!(n_pairs > 0, "{name}: no pair");
    }
}
