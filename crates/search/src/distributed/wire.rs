//! Moves that ranks hand over, roots and limits as bytes.

use crate::limits::Limits;
use crate::parallel::Handed;
use crate::report::Wanted;
use crate::value::{Level, Value, Window};
use game::Game;
use game::bytes::{Reader, put, put_position, read_position};

/// Appends positions with their number; says no if the back end cannot write them.
fn put_positions<G: Game>(game: &G, positions: &[G::Position], bytes: &mut Vec<u8>) -> bool {
    put(positions.len() as u128, bytes);
    positions.iter().all(|position| put_position(game, position, bytes))
}

fn read_positions<G: Game>(game: &G, from: &mut Reader<'_>) -> Option<Vec<G::Position>> {
    (0..from.count()?).map(|_| read_position(game, from)).collect()
}

/// Appends a move that is handed over; says no if the back end cannot write positions.
pub(super) fn put_handed<G: Game>(
    game: &G,
    handed: &Handed<G::Position>,
    bytes: &mut Vec<u8>,
) -> bool {
    let Handed { way, child, n, n_moves, level, root_depth, window } = handed;
    let (ply, depth) = (level.ply as u128, u128::from(level.depth));
    let (alpha, beta) = (window.alpha as u32, window.beta as u32);
    let numbers = [*n as u128, *n_moves as u128, ply, depth, u128::from(*root_depth)];
    numbers.into_iter().chain([alpha.into(), beta.into()]).for_each(|it| put(it, bytes));
    put_positions(game, way, bytes) && put_position(game, child, bytes)
}

/// Reads a move that was handed over. Those who read it take it for granted that it has a
/// place among other moves, and that its position is where it says.
pub(super) fn read_handed<G: Game>(game: &G, from: &mut Reader<'_>) -> Option<Handed<G::Position>> {
    let (n, n_moves) = (from.small()?, from.small()?);
    let level = Level { ply: from.small()?, depth: from.small()? };
    let root_depth = from.small()?;
    let (alpha, beta) = (from.small::<u32>()? as Value, from.small::<u32>()? as Value);
    let window = Window { alpha, beta };
    let (way, child) = (read_positions(game, from)?, read_position(game, from)?);
    let is_sound = 0 < n && n < n_moves && way.len() == level.ply + 1 && level.depth > 0;
    is_sound.then_some(Handed { way, child, n, n_moves, level, root_depth, window })
}

/// What all ranks have to know of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order<P> {
    pub(super) at: P,
    pub(super) past: Vec<P>,
    pub(super) n_lines: usize,
    pub(super) among: Vec<P>,
    /// The deepest search, and the most nodes.
    pub(super) limits: Limits,
}

impl<P> Order<P> {
    /// Which lines are to be found.
    pub(super) fn wanted(&self) -> Wanted<'_, P> {
        Wanted { lines: self.n_lines, among: &self.among }
    }

    /// Appends it; says no if the back end cannot write positions.
    pub(super) fn put<G: Game<Position = P>>(&self, game: &G, bytes: &mut Vec<u8>) -> bool {
        put(self.n_lines as u128, bytes);
        // What is not limited is 0.
        put(self.limits.depth.map_or(0, |depth| u128::from(depth) + 1), bytes);
        put(self.limits.nodes.map_or(0, |nodes| u128::from(nodes) + 1), bytes);
        put(u128::from(self.limits.cheap), bytes);
        put_position(game, &self.at, bytes)
            && put_positions(game, &self.past, bytes)
            && put_positions(game, &self.among, bytes)
    }

    /// Reads it. How long it may take only the first rank knows.
    pub(super) fn read<G: Game<Position = P>>(game: &G, from: &mut Reader<'_>) -> Option<Order<P>> {
        let n_lines = from.small()?;
        let (depth, nodes) = (from.small::<u64>()?, from.small::<u64>()?);
        let depth = depth.checked_sub(1).map(|depth| depth as u32);
        let (nodes, cheap) = (nodes.checked_sub(1), from.small()?);
        let limits = Limits { depth, nodes, cheap, ..Limits::default() };
        let at = read_position(game, from)?;
        let (past, among) = (read_positions(game, from)?, read_positions(game, from)?);
        Some(Order { at, past, n_lines, among, limits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Turn;

    #[test]
    fn what_is_sent_is_read_and_nonsense_is_not() {
        let game = testing::load("othello");
        let at = game.start();
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("there are moves") };
        let moves: Vec<_> = moves.into_iter().map(|made| made.to).collect();
        let (level, window) = (Level { depth: 6, ply: 1 }, Window { alpha: -7, beta: 3 });
        let way = vec![at.clone(), moves[0].clone()];
        let handed = |n, way: &[_]| {
            let (way, child) = (way.to_vec(), moves[1].clone());
            let handed = Handed { way, child, n, n_moves: 4, level, root_depth: 7, window };
            let mut bytes = Vec::new();
            assert!(put_handed(&game, &handed, &mut bytes));
            read_handed(&game, &mut Reader(&bytes))
        };
        let read = handed(2, &way).expect("a move");
        assert_eq!((read.way, &read.child, read.n, read.n_moves), (way.clone(), &moves[1], 2, 4));
        assert_eq!((read.level, read.root_depth, read.window), (level, 7, window));
        // The first move is never given away, there are only so many, and the way has to
        // lead there.
        assert!(handed(0, &way).is_none() && handed(4, &way).is_none());
        assert!(handed(2, &way[..1]).is_none());
        let limits = Limits { depth: Some(9), cheap: 7, ..Limits::default() };
        let order =
            Order { at: moves[0].clone(), past: vec![at], n_lines: 2, among: moves, limits };
        let mut bytes = Vec::new();
        assert!(order.put(&game, &mut bytes));
        assert_eq!(Order::read(&game, &mut Reader(&bytes)), Some(order));
        assert_eq!(Order::read(&game, &mut Reader(&bytes[1..])), None);
    }
}
