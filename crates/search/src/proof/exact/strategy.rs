//! The moves that a proof rests on: one for each position in which a player has to move, and
//! all answers. They are found by the same search with the same table, so that most of them
//! are known already.
//!
//! Positions are met depth first, moves in the order of their texts, and each position once:
//! whoever checks the moves meets them in the same order, so that a move is its place among
//! the moves of its position, and nothing else is told.

use super::super::bounds_table::BoundsTable;
use super::super::{Found, Unproved};
use super::{Best, Exact, Window};
use crate::limits::Stop;
use crate::proof::ground::Ground;
use crate::proof::retrograde::{MOST, worth_to};
use game::bytes::put;
use game::{Game, Player, Turn};
use rustc_hash::FxHashSet;

/// What a player can reach, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Who makes these moves.
    pub player: Player,
    /// The places of the moves, as bytes of [`game::bytes::put`].
    pub moves: Vec<u8>,
}

/// Strategies that are being written. It outlives the table, which may have to grow.
pub(in crate::proof) struct Writing<P> {
    player: Player,
    /// What the player reaches at least.
    least: i32,
    moves: Vec<u8>,
    /// All positions that were met.
    met: FxHashSet<P>,
    /// Where the moves of the positions on the way lead that are still to be looked at, the
    /// next one last.
    left: Vec<Vec<P>>,
    /// This many positions may be met.
    most: usize,
}

impl<P> Writing<P> {
    /// Moves of a player who reaches this much at least from a position on.
    fn new(at: P, player: Player, least: i32, most: usize) -> Writing<P> {
        let (moves, met) = (Vec::new(), FxHashSet::default());
        Writing { player, least, moves, met, left: vec![vec![at]], most }
    }

    /// The strategies that prove an outcome: one of the winner, or one of each player if it
    /// is a draw or counted in points.
    pub(in crate::proof) fn all<G: Game<Position = P>>(
        game: &G,
        at: &P,
        found: &Found<P>,
        most: usize,
    ) -> Vec<Writing<P>>
    where
        P: Clone,
    {
        let both = Player::BOTH.map(|player| (player, worth_to(player, found.outcome)));
        let proved = both.into_iter().filter(|(_, least)| *least > -MOST);
        let mover = game.player(at);
        let mut all: Vec<Writing<P>> =
            proved.map(|(player, least)| Writing::new(at.clone(), player, least, most)).collect();
        all.sort_by_key(|writing| writing.player != mover);
        all
    }

    /// What was written.
    pub(in crate::proof) fn done(self) -> Strategy {
        Strategy { player: self.player, moves: self.moves }
    }
}

/// Goes on writing until all is written.
pub(in crate::proof) fn write<G: Game, K: BoundsTable<G::Position>>(
    ground: &mut Ground<'_, '_, G>,
    known: &K,
    writing: &mut Writing<G::Position>,
) -> Result<(), Unproved> {
    let mut search = Exact::new(ground, known, 0, 1);
    while let Some(left) = writing.left.last_mut() {
        // The position stays where it is until its moves are known: the table may be full.
        let Some(at) = left.last().cloned() else {
            writing.left.pop();
            continue;
        };
        let next = match writing.met.contains(&at) {
            true => None,
            false => search.next(&at, writing)?,
        };
        if let Some(left) = writing.left.last_mut() {
            left.pop();
        }
        if let Some(next) = next {
            writing.met.insert(at);
            writing.left.push(next);
        }
        if writing.met.len() > writing.most {
            return Err(Unproved::Memory);
        }
    }
    Ok(())
}

impl<G: Game, K: BoundsTable<G::Position>> Exact<'_, '_, '_, G, K> {
    /// Where play goes on from a position, the last one first; nothing if the game is over.
    /// A move of the player is written.
    fn next(
        &mut self,
        at: &G::Position,
        writing: &mut Writing<G::Position>,
    ) -> Result<Option<Vec<G::Position>>, Unproved> {
        self.ground.count()?;
        let moves = match self.ground.game().turn(at, &[]).map_err(Stop::from)? {
            Turn::Over(_) => return Ok(None),
            Turn::Moves(moves) => moves,
        };
        let is_own = self.ground.player(at) == writing.player;
        let chosen = if is_own { Some(self.choose(at, writing.least)?) } else { None };
        let mut next = Vec::new();
        for (i, played) in moves.into_iter().enumerate() {
            let is_chosen = chosen.as_ref().is_none_or(|chosen| *chosen == played.to);
            if !is_chosen {
                continue;
            }
            if is_own {
                put(i as u128, &mut writing.moves);
            }
            if played.outcome.is_none() {
                next.push(played.to);
            }
            if is_own {
                break;
            }
        }
        next.reverse();
        Ok(Some(next))
    }

    /// A move after which the player to move still reaches this much.
    fn choose(&mut self, at: &G::Position, least: i32) -> Result<G::Position, Unproved> {
        let player = self.ground.player(at);
        let list = self.ground.expand(at)?.unwrap_or_default();
        let ends = self.ends(player, &list);
        let best = match ends {
            Best { value, by: Some(end) } if value >= least => Some(end),
            _ => {
                let key = self.known.key(at);
                let hint = self.known.get(&key).map(|known| known.best);
                self.path.clear();
                self.path.push(key);
                let first = self.offer(at, &list, ends.by.is_some());
                let window = Window { alpha: least - 1, beta: least };
                self.best_of(at, &list, first, ends, window, hint)?.by
            }
        };
        let chosen = best.and_then(|i| list.get(i as usize)).or(list.first()).cloned();
        self.ground.done(list);
        // A position of the strategy has moves, and one of them is as good as was proved.
        chosen.ok_or(Unproved::Cyclic)
    }
}
