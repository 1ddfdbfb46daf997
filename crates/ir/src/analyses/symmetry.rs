//! Ways to turn or mirror the board, with or without exchanging the players, that no
//! rule can tell from the board as it is.
//!
//! 1. Candidates come from the geometry alone: maps of fields and directions under
//!    which every step leads where it should.
//! 2. A candidate is a symmetry if every function that a turn can run is its own
//!    image (`images.rs`).
//!
//! Then a run on the image of a position yields the images of what the run on the
//! position yields. The start need not be symmetric.

use super::calls::CallGraph;
use super::images::Images;
use crate::narrowed;
use crate::program::*;
use game::{Board, Direction, Facts, Field, Fold, KindFacts, Shape, Symmetry};

/// The symmetries of the rules of a program that leave each player their pieces, without
/// the one that changes nothing, in ascending order. The evaluations and bounds are not
/// looked at.
pub fn symmetries(program: &Program) -> Vec<Symmetry> {
    folded(program, Fold::Board)
}

/// The symmetries of the rules as far as they matter to positions that have only some kinds of
/// pieces, and in which some counters have these values (see [`narrowed`]).
pub fn symmetries_within(
    program: &Program,
    kinds: &[bool],
    counters: &[Option<i32>],
) -> Vec<Symmetry> {
    let whole = symmetries(program);
    let within = narrowed(program, kinds, counters).map(|program| symmetries(&program));
    // Fewer rules have no fewer symmetries; but a proof may be given up.
    within.filter(|within| within.len() > whole.len()).unwrap_or(whole)
}

/// Those of players whom an evaluation tells apart: whoever judges a position sees all of it, so
/// what is hidden from players does not keep their boards from being alike.
pub fn folded_for_evaluations(program: &Program) -> Vec<Symmetry> {
    let mut program = program.clone();
    program.facts.hidden = false;
    folded(&program, Fold::Players)
}

/// The symmetries to be folded, without the one that changes nothing, in ascending order.
/// Two of them after each other are one of them, too.
pub fn folded(program: &Program, fold: Fold) -> Vec<Symmetry> {
    let facts = &program.facts;
    let maps = match fold {
        Fold::Nothing => return Vec::new(),
        Fold::Board | Fold::Players => maps_of_board(&facts.board),
    };
    let mut found = kept_by_rules(program, maps.clone());
    if fold == Fold::Players && can_exchange(facts) {
        let exchange = |symmetry| Symmetry { exchanges_players: true, ..symmetry };
        found.extend(kept_by_rules(program, maps.into_iter().map(exchange).collect()));
    }
    close(&mut found);
    let identity = Symmetry::identity(facts.board.n_fields(), facts.board.directions.len());
    found.retain(|symmetry| symmetry.exchanges_players || symmetry.fields != identity.fields);
    found.sort();
    found
}

/// Whether there are two players who see everything, and each can have the other's pieces.
fn can_exchange(facts: &Facts) -> bool {
    let has_both =
        |kind: &KindFacts| kind.gone || kind.symbols[0].is_some() == kind.symbols[1].is_some();
    facts.n_players() == 2 && !facts.hidden && facts.kinds.iter().all(has_both)
}

/// Adds what two of them after each other are: a proof may have been given up for that.
fn close(found: &mut Vec<Symmetry>) {
    let mut i = 0;
    while i < found.len() {
        for j in 0..=i {
            for both in [found[i].then(&found[j]), found[j].then(&found[i])] {
                if !found.iter().any(|known| is_same_map(known, &both)) {
                    found.push(both);
                }
            }
        }
        i += 1;
    }
}

/// Two maps of directions for one map of fields are one for a position.
fn is_same_map(a: &Symmetry, b: &Symmetry) -> bool {
    a.fields == b.fields && a.exchanges_players == b.exchanges_players
}

/// The maps of fields and directions of a board under which every step leads where it should,
/// whatever the rules; those of the same fields may be there more than once.
pub fn maps_of_board(board: &Board) -> Vec<Symmetry> {
    match board.shape {
        Shape::Square | Shape::Hexagonal => of_grid(board),
        Shape::Lines => of_lines(board),
    }
}

/// Those under which every function that a turn can run is its own image.
fn kept_by_rules(program: &Program, mut found: Vec<Symmetry>) -> Vec<Symmetry> {
    let run = CallGraph::new(program).reachable([program.entries.main]);
    found.retain(|symmetry| {
        let images = Images { program, symmetry };
        run.iter().all(|&func| images.is_own_image(func))
    });
    found.sort();
    found.dedup_by(|a, b| is_same_map(a, b));
    found
}

/// The maps of a grid: directions are turned or mirrored as a whole, and the place
/// of one field then tells those of all others.
fn of_grid(board: &Board) -> Vec<Symmetry> {
    let n = board.directions.len();
    let mut found = Vec::new();
    for (turn, mirrored) in (0..n).flat_map(|turn| [(turn, false), (turn, true)]) {
        let to = |d: usize| if mirrored { n + turn - d } else { turn + d } % n;
        let directions: Vec<Direction> = (0..n).map(|d| Direction(to(d) as u16)).collect();
        for first in 0..board.n_fields() {
            if let Some(fields) = spread(board, &directions, Field(first as u16)) {
                let symmetry =
                    Symmetry { fields, directions: directions.clone(), exchanges_players: false };
                found.extend(is_geometric(board, &symmetry).then_some(symmetry));
            }
        }
    }
    found
}

/// Where each field goes if the first one goes there; nothing if not all fields
/// can be reached from it.
fn spread(board: &Board, directions: &[Direction], first: Field) -> Option<Vec<Field>> {
    let mut to: Vec<Option<Field>> = vec![None; board.n_fields()];
    *to.first_mut()? = Some(first);
    let mut open = vec![(Field(0), first)];
    while let Some((from, image)) = open.pop() {
        for (d, &turned) in directions.iter().enumerate() {
            let Some(next) = board.step(from, Direction(d as u16)) else { continue };
            let next_image = board.step(image, turned)?;
            if to[next.index()].is_none() {
                to[next.index()] = Some(next_image);
                open.push((next, next_image));
            }
        }
    }
    to.into_iter().collect()
}

/// The maps of a board of lines whose points lie on a grid: the grid is turned or
/// mirrored, and lines go to lines.
fn of_lines(board: &Board) -> Vec<Symmetry> {
    let (height, width) = (board.rows.len(), board.rows.iter().map(Vec::len).max().unwrap_or(0));
    let mut found = Vec::new();
    for (across, flip_x, flip_y) in (0..8).map(|i| (i & 4 > 0, i & 2 > 0, i & 1 > 0)) {
        let mut fields = vec![None; board.n_fields()];
        for (y, row) in board.rows.iter().enumerate() {
            for (x, field) in row.iter().enumerate() {
                let Some(field) = field else { continue };
                let (x, y) = if across { (y, x) } else { (x, y) };
                let x = if flip_x { width.checked_sub(x + 1) } else { Some(x) };
                let y = if flip_y { height.checked_sub(y + 1) } else { Some(y) };
                let image = |x: usize, y: usize| *board.rows.get(y)?.get(x)?;
                fields[field.index()] = x.zip(y).and_then(|(x, y)| image(x, y));
            }
        }
        let Some(fields) = fields.into_iter().collect::<Option<Vec<Field>>>() else { continue };
        let way = |from: &Vec<Option<Field>>| {
            let goes = |to: &Vec<Option<Field>>| {
                let mut pairs = fields.iter().zip(from);
                pairs.all(|(f, next)| to[f.index()] == next.map(|next| fields[next.index()]))
            };
            board.steps.iter().position(goes).map(|d| Direction(d as u16))
        };
        let directions = board.steps.iter().map(way).collect::<Option<Vec<Direction>>>();
        let symmetry =
            directions.map(|directions| Symmetry { fields, directions, exchanges_players: false });
        found.extend(symmetry.filter(|symmetry| is_geometric(board, symmetry)));
    }
    found
}

/// Whether a map is one to one, and steps and ways go along with it.
fn is_geometric(board: &Board, symmetry: &Symmetry) -> bool {
    let Symmetry { fields, directions, .. } = symmetry;
    let is_onto = |mut images: Vec<u16>| {
        images.sort_unstable();
        images.iter().enumerate().all(|(i, &image)| i == usize::from(image))
    };
    let steps = |d: usize| {
        let stepped = fields.iter().zip(&board.steps[d]);
        let mut stepped =
            stepped.map(|(image, next)| (*image, next.map(|next| fields[next.index()])));
        stepped.all(|(image, next)| board.step(image, directions[d]) == next)
    };
    let ways = |(f, ways): (usize, &Vec<Direction>)| {
        same(&turned(symmetry, ways), &board.ways[fields[f].index()])
    };
    is_onto(fields.iter().map(|field| field.0).collect())
        && is_onto(directions.iter().map(|direction| direction.0).collect())
        && (0..board.steps.len()).all(steps)
        && board.ways.iter().enumerate().all(ways)
}

pub(super) fn turned(symmetry: &Symmetry, directions: &[Direction]) -> Vec<Direction> {
    directions.iter().map(|d| symmetry.directions[d.index()]).collect()
}

/// Whether two lists have the same members, in any order.
fn same<T: Clone + Ord>(a: &[T], b: &[T]) -> bool {
    let sorted = |list: &[T]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    sorted(a) == sorted(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter of a turn brings the other turns along.
    #[test]
    fn symmetries_after_each_other_are_symmetries() {
        let board = Board::grid(3, 3, game::Cyclic::NEITHER, false, |_, _| false);
        let mut found = of_grid(&board);
        assert_eq!(found.len(), 8);
        found.retain(|symmetry| {
            let corner = symmetry.fields[0];
            let turned = symmetry.directions[1].index() == (symmetry.directions[0].index() + 1) % 8;
            turned && corner != Field(0) && corner != Field(8)
        });
        assert_eq!(found.len(), 2, "a quarter to each side");
        found.truncate(1);
        close(&mut found);
        assert_eq!(found.len(), 4);
        let exchange = Symmetry { exchanges_players: true, ..found[0].clone() };
        let mut found = vec![exchange];
        close(&mut found);
        let n_exchanges = found.iter().filter(|symmetry| symmetry.exchanges_players).count();
        assert_eq!((found.len(), n_exchanges), (4, 2));
    }
}
