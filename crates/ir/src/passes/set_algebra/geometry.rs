//! What the board alone says about sets: where ways lead, from where they
//! exist, which directions undo each other, and whether a walk can come back
//! to where it began.

use super::Set;
use game::{Board, Direction, Field, FieldSet};
use rustc_hash::FxHashMap;

/// Where a way leads.
fn follow(board: &Board, field: Field, way: &[Direction]) -> Option<Field> {
    way.iter().try_fold(field, |field, &d| board.step(field, d))
}

fn fields(board: &Board) -> impl Iterator<Item = Field> + use<> {
    (0..board.n_fields()).map(|i| Field(i as u16))
}

/// Whether one can go this way from some field.
pub(super) fn exists(board: &Board, way: &[Direction]) -> bool {
    fields(board).any(|field| follow(board, field, way).is_some())
}

/// Where one gets by one of the ways; with `back`, from where.
pub(super) fn walk(
    board: &Board,
    from: &FieldSet,
    ways: &[Vec<Direction>],
    back: bool,
) -> FieldSet {
    let mut there = FieldSet::empty(board.n_fields());
    for way in ways {
        for field in fields(board) {
            let Some(end) = follow(board, field, way) else { continue };
            match back {
                false if from.contains(field) => there.insert(end),
                true if from.contains(end) => there.insert(field),
                _ => {}
            }
        }
    }
    there
}

/// Where one gets by steps in one of the directions, going on only from
/// `through`.
pub(super) fn slide(
    board: &Board,
    from: &FieldSet,
    directions: &[Direction],
    through: &FieldSet,
    back: bool,
) -> FieldSet {
    let mut there = FieldSet::empty(board.n_fields());
    for &d in directions {
        let mut front = walk(board, from, &[vec![d]], back);
        let mut along = front.clone();
        while !front.is_empty() {
            front = walk(board, &front.and(through), &[vec![d]], back).minus(&along);
            along = along.or(&front);
        }
        there = there.or(&along);
    }
    there
}

/// The fields on which a set can only be, if its ways say so.
pub(super) fn domain(board: &Board, set: &Set) -> Option<FieldSet> {
    let all = FieldSet::all(board.n_fields());
    match set {
        Set::Walk(it) => Some(walk(board, &all, &it.ways, it.back)),
        Set::Slide(it) => {
            let ways: Vec<_> = it.directions.iter().map(|&d| vec![d]).collect();
            Some(walk(board, &all, &ways, it.back))
        }
        _ => None,
    }
}

/// The direction that undoes every step in this one, if there is one.
pub(super) fn inverse(board: &Board, d: Direction) -> Option<Direction> {
    let other = board.rotate(d, 180);
    let undoes = |d: Direction, other: Direction| {
        fields(board).all(|field| match board.step(field, d) {
            Some(next) => board.step(next, other) == Some(field),
            None => true,
        })
    };
    (undoes(d, other) && undoes(other, d)).then_some(other)
}

/// A part of a walk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hop {
    /// A step.
    Step(Direction),
    /// One of these ways.
    One(Vec<Vec<Direction>>),
    /// Any number of them.
    Any(Vec<Vec<Direction>>),
}

/// Whether walks can come back to where they began, asked once for each walk.
#[derive(Default)]
pub(crate) struct Returns(FxHashMap<Vec<Hop>, bool>);

impl Returns {
    /// Whether a walk of these parts, nothing in its way, can end where it began.
    pub(crate) fn can_return(&mut self, board: &Board, hops: &[Hop]) -> bool {
        if let Some(&known) = self.0.get(hops) {
            return known;
        }
        let found = match line(hops) {
            Some((d, any)) => fields(board).any(|field| line_returns(board, field, d, hops, any)),
            None => fields(board).any(|field| walk_returns(board, field, hops)),
        };
        self.0.insert(hops.to_vec(), found);
        found
    }
}

/// The direction of a walk that goes on in one direction only, and whether it
/// goes as far as it likes.
fn line(hops: &[Hop]) -> Option<(Direction, bool)> {
    let mut direction = None;
    let mut any = false;
    for hop in hops {
        let way: &[Direction] = match hop {
            Hop::Step(d) => std::slice::from_ref(d),
            Hop::One(ways) | Hop::Any(ways) => match ways.as_slice() {
                [way] => way,
                _ => return None,
            },
        };
        any |= matches!(hop, Hop::Any(_));
        for &d in way {
            if direction.is_some_and(|other| other != d) {
                return None;
            }
            direction = Some(d);
        }
    }
    direction.map(|d| (d, any))
}

/// Whether the line through a field is a ring that such a walk can close; one
/// that goes as far as it likes is taken to close every ring.
fn line_returns(board: &Board, start: Field, d: Direction, hops: &[Hop], any: bool) -> bool {
    let steps = |hop: &Hop| match hop {
        Hop::Step(_) => 1,
        Hop::One(ways) => ways.first().map_or(0, Vec::len),
        Hop::Any(_) => 0,
    };
    let least: usize = hops.iter().map(steps).sum();
    if least == 0 {
        return true;
    }
    let mut at = Some(start);
    for n in 1..=board.n_fields().max(least) {
        at = at.and_then(|field| board.step(field, d));
        match at {
            None => return false,
            Some(field) if field == start && (any || n == least) => return true,
            Some(_) => {}
        }
    }
    false
}

fn walk_returns(board: &Board, start: Field, hops: &[Hop]) -> bool {
    let mut at = FieldSet::of(board.n_fields(), [start]);
    for hop in hops {
        match hop {
            Hop::Step(d) => at = walk(board, &at, &[vec![*d]], false),
            Hop::One(ways) => at = walk(board, &at, ways, false),
            Hop::Any(ways) => loop {
                let more = walk(board, &at, ways, false).or(&at);
                if more == at {
                    break;
                }
                at = more;
            },
        }
    }
    at.contains(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_returns_only_where_the_board_lets_it() {
        let flat = Board::grid(8, 8, game::Cyclic::NEITHER, false, |_, _| false);
        let round = Board::grid(8, 8, game::Cyclic::COLUMNS, false, |_, _| false);
        let [north, east, west] = ["north", "east", "west"].map(|d| flat.direction(d).unwrap());
        let ray = [Hop::Any(vec![vec![east]]), Hop::One(vec![vec![east]])];
        assert!(!Returns::default().can_return(&flat, &ray));
        assert!(Returns::default().can_return(&round, &ray));
        let there = [Hop::One(vec![vec![east, north]]), Hop::One(vec![vec![west], vec![north]])];
        assert!(!Returns::default().can_return(&flat, &there));
        let and_back = [Hop::One(vec![vec![east]]), Hop::One(vec![vec![west]])];
        assert!(Returns::default().can_return(&flat, &and_back));
        assert!(Returns::default().can_return(&flat, &[Hop::Any(vec![vec![east]])]));
    }

    #[test]
    fn opposite_directions_undo_each_other() {
        let board = Board::grid(3, 3, game::Cyclic::NEITHER, false, |_, _| false);
        let direction = |name| board.direction(name).unwrap();
        assert_eq!(inverse(&board, direction("northeast")), Some(direction("southwest")));
    }
}
