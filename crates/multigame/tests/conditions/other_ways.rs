//! Other ways to the same move are listed: whatever single field is changed so that
//! a condition fails and the same move is still there, one of the listed ways tells
//! why; and each of them is enough by itself.

use super::{Effect, Studied, changed, effects, games, is_same, positions, tops, words};
use game::{Field, Game, Piece, Rng};
use interp::{Condition, Contents, Interp, Position, Reasons};

/// A move with what it does and all ways to it.
struct Move {
    effect: Effect,
    why: Reasons,
}

fn moves(game: &Interp, position: &Position) -> Option<Vec<Move>> {
    let why = game.reasons(position, &[]).ok()?;
    let effects = effects(game, position)?;
    let both = why.into_iter().zip(effects);
    Some(both.map(|(why, (_, effect))| Move { effect, why }).collect())
}

fn ways(why: &Reasons) -> impl Iterator<Item = &Vec<Condition>> {
    std::iter::once(&why.conditions).chain(&why.other_ways)
}

/// What each condition says about a field: what it may hold without any look at it
/// seeing something else.
fn allowed(game: &Interp, condition: &Condition, at: Field) -> Option<Contents> {
    match condition {
        Condition::Field { field, allowed } if *field == at => Some(allowed.clone()),
        Condition::No { reads, .. } | Condition::Same { reads, .. } => {
            Some(reads.allowed(game.facts(), at))
        }
        _ => None,
    }
}

/// Whether a condition holds as it is said in words: a rule that is not to succeed may
/// fail after looking at something else.
fn holds(game: &Interp, condition: &Condition, there: &Position, same: &Reasons) -> bool {
    let is_said = |other: &Condition| match (condition, other) {
        (Condition::No { name, .. }, Condition::No { name: other, .. }) => name == other,
        (Condition::Same { name, .. }, Condition::Same { name: other, .. }) => name == other,
        _ => false,
    };
    game.holds(condition, there) || ways(same).flatten().any(is_said)
}

/// Checks that one of the ways to a move that is still there holds.
fn demand(
    name: &str,
    game: &Interp,
    (here, m): (&Position, &Move),
    (there, text): (&Position, &str),
) {
    let is_open = |way: &Vec<Condition>| way.iter().all(|it| game.holds(it, there));
    if m.why.is_cut || ways(&m.why).any(is_open) {
        return;
    }
    let same = game.why_move(there, &[], text).expect("it plays").expect("it is there");
    let told = |way: &Vec<Condition>| way.iter().all(|it| holds(game, it, there, &same));
    assert!(
        ways(&m.why).any(told),
        "{name}: `{}` of {} is still in {}, but needs: {}",
        m.why.text,
        game::write_position(game.facts(), &game.setup(here)),
        game::write_position(game.facts(), &game.setup(there)),
        ways(&m.why).map(|way| words(game, here, way)).collect::<Vec<_>>().join("\n or: "),
    );
}

/// The position with one other field; the game must know it.
fn with(game: &Interp, position: &Position, field: Field, new: Option<Piece>) -> Option<Position> {
    let mut setup = game.setup(position);
    setup.board[field.index()] = new.into_iter().collect();
    game.position(&setup).ok()
}

/// Checks the moves of a position; gives how many moves were gone and how many were
/// still there without a condition.
fn check(name: &str, game: &Interp, position: &Position, budget: &mut i32) -> [usize; 2] {
    let mut n_found = [0, 0];
    let Some(here) = moves(game, position) else { return n_found };
    let before = tops(game, position);
    for field in (0..before.len()).map(|i| Field(i as u16)) {
        let at = field.index();
        for new in Contents::every(game.facts()).filter(|new| *new != before[at]) {
            // Moves that need this field as it is and leave it alone.
            let needs = |m: &&Move| {
                let forbids =
                    |it: &Condition| allowed(game, it, field).is_some_and(|it| !it.allows(new));
                m.effect.tops[at] == before[at] && m.why.conditions.iter().any(forbids)
            };
            let needing: Vec<&Move> = here.iter().filter(needs).collect();
            if *budget <= 0 || needing.is_empty() {
                continue;
            }
            let Some(other) = with(game, position, field, new) else { continue };
            let Some(there) = effects(game, &other) else { continue };
            *budget -= 10 + there.len() as i32;
            let after = tops(game, &other);
            for m in needing {
                let is_it = |effect: &Effect| is_same(&before, &m.effect, &after, effect);
                let same = there.iter().find(|(_, effect)| is_it(effect));
                n_found[usize::from(same.is_some())] += 1;
                if let Some((text, _)) = same {
                    demand(name, game, (position, m), (&other, text));
                }
            }
        }
    }
    n_found
}

#[test]
fn a_move_that_survives_has_another_way() {
    let (mut n_gone, mut n_other) = (0, 0);
    for (name, game) in games() {
        let mut budget = 1000;
        for position in positions(&game, 3, 4) {
            if budget <= 0 {
                break;
            }
            let [gone, other] = check(&name, &game, &position, &mut budget);
            n_gone += gone;
            n_other += other;
        }
    }
    assert!(n_gone > 100 && n_other > 100, "{n_gone} moves gone, {n_other} made otherwise");
}

/// Wherever all conditions of another way hold, the move is there and does the same.
#[test]
fn other_ways_are_enough() {
    let mut n_checked = 0;
    for (name, game) in games() {
        let mut random = Rng::new(7);
        let mut budget = 200;
        for position in positions(&game, 3, 3) {
            if budget <= 0 {
                break;
            }
            let Some(here) = moves(&game, &position) else { continue };
            budget -= 10 + here.len() as i32;
            let (setup, tops) = (game.setup(&position), tops(&game, &position));
            let each = |m: Move| {
                let (text, effect) = (m.why.text, m.effect);
                let ways = m.why.other_ways.into_iter();
                ways.map(move |way| (text.clone(), effect.clone(), way))
            };
            let moves: Vec<_> = here.into_iter().flat_map(each).collect();
            if moves.is_empty() {
                continue;
            }
            let studied = Studied { name: name.clone(), position, tops, moves };
            for n_changes in (0..60).map(|i| 1 + i % 3) {
                if let Some(other) = changed(&game, &setup, &mut random, n_changes) {
                    n_checked += super::demand(&game, &studied, &other);
                }
            }
        }
    }
    assert!(n_checked > 100, "only {n_checked} moves could be compared");
}
