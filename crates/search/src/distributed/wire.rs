//! Moves that ranks hand over, roots and limits as bytes.

use crate::limits::Limits;
use crate::parallel::Handed;
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
    /// Appends it; says no if the back end cannot write positions.
    pub(super) fn put<G: Game<Position = P>>(&self, game: &G, bytes: &mut Vec<u8>) -> bool {
        put(self.n_lines as u128, bytes);
        // What is not limited is 0.
        put(self.limits.depth.map_or(0, |depth| u128::from(depth) + 1), bytes);
        put(self.limits.nodes.map_or(0, |nodes| u128::from(nodes) + 1), bytes);
        put_position(game, &self.at, bytes)
            && put_positions(game, &self.past, bytes)
            && put_positions(game, &self.among, bytes)
    }

    /// Reads it. How long it may take only the first rank knows.
    pub(super) fn read<G: Game<Position = P>>(game: &G, from: &mut Reader<'_>) -> Option<Order<P>> {
        let n_lines = from.small()?;
        let (depth, nodes) = (from.small::<u64>()?, from.small::<u64>()?);
        let depth = depth.checked_sub(1).map(|depth| depth as u32);
        let limits = Limits { depth, nodes: nodes.checked_sub(1), time: None };
        let at = read_position(game, from)?;
        let (past, among) = (read_positions(game, from)?, read_positions(game, from)?);
        Some(Order { at, past, n_lines, among, limits })
    }
}
