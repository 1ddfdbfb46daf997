//! Other ways to the same move are listed: whatever single field is changed so that
//! a condition fails and the same move is still there, one of the listed ways tells
//! why; and each of them is enough by itself.

use super::{Effect, effects, games, is_same, positions, tops, words};
use game::{Field, Game, Piece, Rng};
use interp::{Condition, Contents, Interp, Position, Reasons};

/// A move with what it does and all ways to it.
struct Move {
    effect: Effect,
    why: Reasons,
}

impl Move {
    fn ways(&self) -> impl Iterator<Item = &Vec<Condition>> {
        std::iter::once(&self.why.conditions).chain(&self.why.other_ways)
    }
}

fn moves(game: &Interp, position: &Position) -> Option<Vec<Move>> {
    let why = game.reasons(position, &[]).ok()?;
    let effects = effects(game, position)?;
    let both = why.into_iter().zip(effects);
    Some(both.map(|(why, (_, effect))| Move { effect, why }).collect())
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
fn holds(game: &Interp, condition: &Condition, there: &Position, same: &Move) -> bool {
    let is_said = |other: &Condition| match (condition, other) {
        (Condition::No { name, .. }, Condition::No { name: other, .. }) => name == other,
        (Condition::Same { name, .. }, Condition::Same { name: other, .. }) => name == other,
        _ => false,
    };
    game.holds(condition, there) || same.ways().flatten().any(is_said)
}

/// The position with one other field; the game must know it.
fn with(game: &Interp, position: &Position, field: Field, new: Option<Piece>) -> Option<Position> {
    let mut setup = game.setup(position);
    setup.board[field.index()] = new.into_iter().collect();
    game.position(&setup).ok()
}

#[test]
fn a_move_that_survives_has_another_way() {
    for (name, game) in games() {
        let (mut n_gone, mut n_other, mut budget) = (0, 0, 400);
        for position in positions(&game, 3, 4) {
            if budget <= 0 {
                break;
            }
            let Some(here) = moves(&game, &position) else { continue };
            let before = tops(&game, &position);
            let all: Vec<Option<Piece>> =
                std::iter::once(None).chain(game.facts().pieces().map(Some)).collect();
            for field in (0..before.len()).map(|i| Field(i as u16)) {
                for &new in all.iter().filter(|new| **new != before[field.index()]) {
                    // Moves that need this field as it is and do not change it.
                    let needs = |m: &&Move| {
                        let forbids = |it: &Condition| {
                            allowed(&game, it, field).is_some_and(|it| !it.allows(new))
                        };
                        m.effect.tops[field.index()] == before[field.index()]
                            && m.why.conditions.iter().any(forbids)
                    };
                    let needing: Vec<&Move> = here.iter().filter(needs).collect();
                    if budget <= 0 || needing.is_empty() {
                        continue;
                    }
                    let Some(other) = with(&game, &position, field, new) else { continue };
                    let Some(there) = moves(&game, &other) else { continue };
                    budget -= 10 + there.len() as i32;
                    let after = tops(&game, &other);
                    for m in needing {
                        let same = there
                            .iter()
                            .find(|it| is_same(&before, &m.effect, &after, &it.effect));
                        let Some(same) = same else {
                            n_gone += 1;
                            continue;
                        };
                        let told = m.why.is_cut
                            || m.ways().any(|way| {
                                way.iter().all(|it| holds(&game, it, &other, same))
                            });
                        n_other += 1;
                        assert!(
                            told,
                            "{name}: `{}` of {} is still in {}, but needs only: {}",
                            m.why.text,
                            game::write_position(game.facts(), &game.setup(&position)),
                            game::write_position(game.facts(), &game.setup(&other)),
                            m.ways()
                                .map(|way| words(&game, &position, way))
                                .collect::<Vec<_>>()
                                .join("\n or: "),
                        );
                    }
                }
            }
        }
        assert!(n_gone + n_other > 0, "{name}: nothing depends on any condition");
    }
}
