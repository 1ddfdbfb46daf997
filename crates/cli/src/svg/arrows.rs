//! The arrows on a board: which piece went from where to where, and over which edges, on
//! boards that wrap around.
//!
//! A board that wraps around has neighbors that are copies of it, so there are several
//! straight lines from a field to the copies of another. One that nothing is on is
//! preferred, then the shortest. An arrow that leaves the board at an edge comes in again
//! at the other side.

use super::Point;
use crate::text_board::rows;
use game::{Cyclic, Facts, Field, Piece, Player, Setup, Shape};

/// A piece that was moved, or is new.
pub(crate) struct Arrow {
    /// Where it was, if it was on the board.
    pub(crate) from: Option<Field>,
    /// Where it is.
    pub(crate) to: Field,
    pub(crate) around: Around,
}

/// Over how many edges a piece went, less those to the left and up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Around {
    pub(crate) right: i32,
    pub(crate) down: i32,
}

/// From where to where pieces of a player, or of nobody, went between two positions. Pieces
/// that are the same need not be told apart: any that left a field may be the one that
/// entered another.
pub(crate) fn arrows(facts: &Facts, before: &Setup, now: &Setup, player: Player) -> Vec<Arrow> {
    let arrow = |(from, to): (Option<Field>, Field)| {
        let around = from.map_or(Around::default(), |from| around(facts, before, from, to));
        Arrow { from, to, around }
    };
    moved(&before.board, &now.board, player).into_iter().map(arrow).collect()
}

/// Pieces that left a field.
struct Left {
    field: Field,
    /// The one on top, and how many there were.
    piece: Piece,
    n: usize,
}

/// The fields that hold more than they did before, each with the field that it
/// came from, if there is one.
fn moved(before: &[Vec<Piece>], now: &[Vec<Piece>], player: Player) -> Vec<(Option<Field>, Field)> {
    let is_own = |piece: &Piece| piece.owner().player().is_none_or(|owner| owner == player);
    let (mut left, mut entered) = (Vec::new(), Vec::new());
    for (i, (old, new)) in before.iter().zip(now).enumerate() {
        let field = Field(i as u16);
        let n_same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        match (old[n_same..].last(), new[n_same..].last()) {
            (_, Some(piece)) if is_own(piece) => entered.push((field, *piece)),
            (Some(&piece), None) if is_own(&piece) => {
                left.push(Left { field, piece, n: old.len() - n_same });
            }
            _ => {}
        }
    }
    let mut moved = Vec::new();
    for (to, piece) in entered {
        let same = left.iter().position(|gone| gone.piece == piece);
        // A piece that was promoted has become another.
        let own = || left.iter().position(|gone| gone.piece.owner() == piece.owner());
        let from = same.or_else(own).map(|i| {
            let from = left[i].field;
            left[i].n -= 1;
            if left[i].n == 0 {
                left.remove(i);
            }
            from
        });
        moved.push((from, to));
    }
    moved
}

/// Over which edges a piece went.
fn around(facts: &Facts, before: &Setup, from: Field, to: Field) -> Around {
    let rows = rows(facts);
    let place = |field: Field| {
        let of_row = |row: &Vec<Option<Field>>| row.iter().position(|it| *it == Some(field));
        rows.iter().enumerate().find_map(|(y, row)| Some((of_row(row)? as i32, y as i32)))
    };
    let (Some(start), Some(end)) = (place(from), place(to)) else {
        return Around::default();
    };
    let (wide, high) = (rows.first().map_or(0, Vec::len) as i32, rows.len() as i32);
    let edges = |cyclic: bool| if cyclic { -1..=1 } else { 0..=0 };
    let Cyclic { columns, rows: lines } = facts.board.cyclic;
    // Rows of hexagons are shifted, so that a copy is not where it would be here.
    if facts.board.shape == Shape::Hexagonal || !(columns || lines) {
        return Around::default();
    }
    let is_empty = |(x, y): (i32, i32)| {
        let row = rows.get(y.rem_euclid(high) as usize);
        let field = row.and_then(|row| *row.get(x.rem_euclid(wide) as usize)?);
        field.is_some_and(|field| before.board[field.index()].is_empty())
    };
    let copies =
        edges(columns).flat_map(|right| edges(lines).map(move |down| Around { right, down }));
    let cost = |&Around { right, down }: &Around| {
        let (dx, dy) = (end.0 + right * wide - start.0, end.1 + down * high - start.1);
        let steps = dx.abs().max(dy.abs());
        let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let at = |n: i32| (start.0 + dx.signum() * n, start.1 + dy.signum() * n);
        let is_blocked = is_straight && !(1..steps).all(|n| is_empty(at(n)));
        (is_blocked, dx * dx + dy * dy, right.abs() + down.abs())
    };
    copies.min_by_key(cost).unwrap_or_default()
}

/// Two opposite corners of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges {
    pub(super) corner: Point,
    pub(super) opposite: Point,
}

/// The path of an arrow between the middles of two fields, which ends beside what is
/// there; the corners of the board say where its edges are, and `cell` how wide a field is.
pub(super) fn shafts(
    from: Point,
    to: Point,
    around: Around,
    Edges { corner, opposite }: Edges,
    cell: f64,
) -> String {
    let (wide, high) = (opposite.x - corner.x, opposite.y - corner.y);
    let (dx, dy) = (f64::from(around.right) * wide, f64::from(around.down) * high);
    let (far_x, far_y) = (to.x + dx - from.x, to.y + dy - from.y);
    let length = far_x.hypot(far_y).max(1.0);
    let end = 1.0 - cell * 0.5 / length;
    let at = |share: f64| from.plus(far_x * share, far_y * share);
    if around == Around::default() {
        return piece(from, at(end));
    }
    // Where it leaves the board, and where it comes into the copy that it ends in.
    let edge = |start: f64, far: f64, low: f64, high: f64, n: i32| match n {
        0 => None,
        1.. => Some((high - start) / far),
        _ => Some((low - start) / far),
    };
    let crossed = [
        edge(from.x, far_x, corner.x, opposite.x, around.right),
        edge(from.y, far_y, corner.y, opposite.y, around.down),
    ];
    let crossed = crossed.into_iter().flatten();
    let leaves = crossed.clone().fold(f64::INFINITY, f64::min);
    let enters = crossed.fold(0.0, f64::max);
    let back = |point: Point| point.plus(-dx, -dy);
    piece(from, at(leaves)) + &piece(back(at(enters)), back(at(end.max(enters))))
}

fn piece(from: Point, to: Point) -> String {
    format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Kind, Owner};

    #[test]
    fn what_lands_on_a_stack_like_itself_has_an_arrow() {
        let [own, other] = [Owner::First, Owner::Second].map(|owner| Piece::new(Kind(0), owner));
        let seed = Piece::new(Kind(1), Owner::Nobody);
        let of = |before: &[&[Piece]], now: &[&[Piece]]| {
            let board = |it: &[&[Piece]]| it.iter().map(|stack| stack.to_vec()).collect::<Vec<_>>();
            let moved = moved(&board(before), &board(now), Player::First);
            moved.iter().map(|(from, to)| (from.map(|it| it.0), to.0)).collect::<Vec<_>>()
        };
        // A tower goes on a piece of the same player, and one of the other on nothing.
        assert_eq!(of(&[&[other, own], &[own]], &[&[], &[own, other, own]]), [(Some(0), 1)]);
        assert_eq!(of(&[&[other], &[]], &[&[], &[other]]), []);
        // Taken pieces go nowhere; what is put down comes from nowhere.
        assert_eq!(
            of(&[&[own], &[other], &[]], &[&[], &[own], &[seed]]),
            [(Some(0), 1), (None, 2)]
        );
        // Seeds are sown, one upon another.
        let sown = of(&[&[seed; 2], &[seed], &[]], &[&[], &[seed; 2], &[seed]]);
        assert_eq!(sown, [(Some(0), 1), (Some(0), 2)]);
    }

    #[test]
    fn an_arrow_leaves_at_one_edge_and_comes_in_at_the_other() {
        let board = Edges { corner: Point::default(), opposite: Point::new(80.0, 80.0) };
        let from = Point::new(5.0, 5.0);
        let straight = shafts(from, Point::new(65.0, 5.0), Around::default(), board, 34.0);
        assert_eq!(straight, "M5.0 5.0L48.0 5.0");
        let left = Around { right: -1, down: 0 };
        let around = shafts(from, Point::new(65.0, 25.0), left, board, 34.0);
        assert_eq!(around, "M5.0 5.0L0.0 10.0M80.0 10.0L77.0 13.0");
    }
}
