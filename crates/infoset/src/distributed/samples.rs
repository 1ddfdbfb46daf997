//! Histories drawn from a set that lies at many ranks: a draw goes backward from the last
//! level to the first, from owner to owner, and takes its positions along.
//!
//! Nodes of a rank are sorted by the keys that decide who owns them, and ranks own
//! intervals of these keys. So all nodes of a level stand in one order, however many ranks
//! there are, and the same seed draws the same histories.

use super::TeamSet;
use crate::answers::below;
use crate::histories::{Histories, History};
use crate::kept::check_room;
use crate::limits::{InfosetError, Watch};
use crate::nodes::{Node, Nodes};
use game::bytes::{Reader, put, put_position, read_position};
use game::{Counter, Referee, Rng};
use ranks::{Exchange, Lost, Received, Team};

/// Where histories of a node come from: a node at a rank, and how many turns lead from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CameFrom {
    pub(super) rank: u32,
    pub(super) from: u32,
    pub(super) ways: u32,
    /// How many histories that makes.
    pub(super) histories: u128,
}

/// The levels of a rank, for those who follow histories backward.
#[derive(Clone, Debug)]
pub(super) struct Ways<P> {
    /// The positions of the levels before the last one.
    earlier: Vec<Vec<P>>,
    /// For each level but the first, where each node comes from.
    origins: Vec<Vec<Vec<CameFrom>>>,
}

impl<P> Default for Ways<P> {
    fn default() -> Ways<P> {
        Ways { earlier: Vec::new(), origins: Vec::new() }
    }
}

impl<P> Ways<P> {
    /// Keeps a level, and brings the next one, which was found in any order, into its own.
    pub(super) fn push<G: Referee<Position = P>>(
        &mut self,
        game: &G,
        clocks: &[Counter],
        last: Nodes<P>,
        next: &mut Nodes<P>,
        found: Vec<(u32, CameFrom)>,
    ) where
        P: Clone + Eq,
    {
        self.earlier.push(last.iter(game).map(|node| node.position).collect());
        let mut origins = vec![Vec::new(); next.len()];
        found.into_iter().for_each(|(number, came_from)| origins[number as usize].push(came_from));
        origins.iter_mut().for_each(|origins| origins.sort_unstable());
        let nodes = std::mem::replace(next, Nodes::new(game));
        let mut both: Vec<(Node<P>, Vec<CameFrom>)> = nodes.iter(game).zip(origins).collect();
        both.sort_by_cached_key(|(node, origins)| {
            let mut bytes = Vec::new();
            game.write_position(&node.position, &mut bytes);
            // Nodes of one position are told apart by where they come from.
            (game::mix(super::key(game, &node.position, clocks)), bytes, origins.clone())
        });
        let (nodes, origins): (Vec<_>, _) = both.into_iter().unzip();
        nodes.into_iter().for_each(|node| next.push(game, node));
        self.origins.push(origins);
    }

    /// Of the last level only these nodes are left.
    pub(super) fn retain(&mut self, keeps: &[bool]) {
        let mut keeps = keeps.iter();
        if let Some(last) = self.origins.last_mut() {
            last.retain(|_| keeps.next().copied().unwrap_or(false));
        }
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(super) fn bytes(&self, each: usize) -> usize {
        let came_from = |list: &Vec<CameFrom>| size_of::<Vec<CameFrom>>() + size_of_val(&list[..]);
        let positions: usize = self.earlier.iter().map(Vec::len).sum();
        positions * each + self.origins.iter().flatten().map(came_from).sum::<usize>()
    }
}

/// A draw on its way back.
struct Draw<P> {
    /// Which of the draws.
    number: u64,
    /// The level that it has reached, and its node there.
    depth: usize,
    node: u32,
    /// The number of the history among those of the node.
    rest: u128,
    /// The positions after it, the last one first.
    positions: Vec<P>,
}

impl<P> Draw<P> {
    fn put<G: Referee<Position = P>>(&self, game: &G, bytes: &mut Vec<u8>) {
        for number in [self.number, self.depth as u64, u64::from(self.node)] {
            put(u128::from(number), bytes);
        }
        put(self.rest, bytes);
        put(self.positions.len() as u128, bytes);
        for position in &self.positions {
            put_position(game, position, bytes);
        }
    }

    fn read<G: Referee<Position = P>>(game: &G, from: &mut Reader<'_>) -> Option<Draw<P>> {
        let (number, depth, node) = (from.small()?, from.small()?, from.small()?);
        let rest = from.number()?;
        let positions =
            (0..from.count()?).map(|_| read_position(game, from)).collect::<Option<_>>()?;
        Some(Draw { number, depth, node, rest, positions })
    }
}

impl<G: Referee> TeamSet<'_, G> {
    /// Draws histories, each equally likely every time; the first rank gets them. The
    /// generator is the same at all ranks.
    pub fn sample(
        &self,
        team: &mut Team<'_>,
        n: usize,
        rng: &mut Rng,
        watch: Watch<'_>,
    ) -> Result<Vec<History>, InfosetError> {
        let count = self.count(team)?;
        let n = if count == 0 { 0 } else { n };
        check_room(n, self.turns.len(), self.game.position_bytes(), self.limits)?;
        let numbers: Vec<u128> = (0..n).map(|_| below(rng, count)).collect();
        let mut back = self.numbered(team, &numbers, watch)?;
        back.sort_by_key(|draw| draw.number);
        let mut drawn = crate::kept::Kept::new(self.limits, self.bytes());
        for mut draw in back {
            draw.positions.reverse();
            let (player, turns) = (self.player, &self.turns);
            let through = Histories::through(self.game, player, turns, &draw.positions, &[])?;
            if let Some(history) = through.draw(rng) {
                drawn.push(history)?;
            }
        }
        Ok(drawn.into_histories())
    }

    /// Follows the histories with these numbers back to the start; the first rank gets
    /// their positions.
    fn numbered(
        &self,
        team: &mut Team<'_>,
        numbers: &[u128],
        watch: Watch<'_>,
    ) -> Result<Vec<Draw<G::Position>>, InfosetError> {
        let mut waiting = self.first_draws(team, numbers)?;
        let mut exchange = Exchange::new(team);
        let (me, mut back, mut is_stopped) = (exchange.rank(), Vec::new(), false);
        loop {
            while let Some(draw) = waiting.pop() {
                let (to, draw) = self.step_back(draw);
                match draw.positions.len() > self.turns.len() {
                    true if me == 0 => back.push(draw),
                    _ if to == me => waiting.push(draw),
                    _ => exchange.give(to, |bytes| draw.put(self.game, bytes))?,
                }
            }
            is_stopped = is_stopped || !watch(self.work);
            match exchange.receive(true)? {
                Received::Done => break,
                Received::Batch { from, bytes } => {
                    let mut reader = Reader(&bytes);
                    while !reader.0.is_empty() {
                        let why = || "it sent a draw that cannot be read".to_string();
                        let draw = Draw::read(self.game, &mut reader)
                            .filter(|draw| self.has(draw))
                            .ok_or_else(|| Lost { rank: Some(from), why: why() })?;
                        match draw.positions.len() > self.turns.len() {
                            true => back.push(draw),
                            false => waiting.push(draw),
                        }
                    }
                }
                Received::Notice { .. } => {}
                Received::Nothing => exchange.rest(),
            }
        }
        let stopped = team.all_reduce(&[u64::from(is_stopped)], ranks::Sum)?[0];
        if stopped == 0 { Ok(back) } else { Err(InfosetError::Stopped) }
    }

    /// The draws that end in nodes of this rank.
    fn first_draws(
        &self,
        team: &mut Team<'_>,
        numbers: &[u128],
    ) -> Result<Vec<Draw<G::Position>>, InfosetError> {
        let mine = (0..self.nodes.len())
            .try_fold(0u128, |sum, node| sum.checked_add(self.nodes.histories(node)));
        let mut bytes = Vec::new();
        put(mine.ok_or(InfosetError::TooMany)?, &mut bytes);
        let all = team.all_gather(&bytes)?;
        let before = all[..team.rank()].iter().filter_map(|bytes| Reader(bytes).number());
        let mut sum: u128 = before.sum();
        let mut wanted: Vec<(u128, u64)> = numbers.iter().copied().zip(0..).collect();
        wanted.sort_unstable();
        let first = wanted.partition_point(|(wanted, _)| *wanted < sum);
        let (mut wanted, mut draws) = (wanted[first..].iter().peekable(), Vec::new());
        for node in 0..self.nodes.len() {
            let (histories, node) = (self.nodes.histories(node), node as u32);
            while let Some((at, number)) = wanted.next_if(|(at, _)| at - sum < histories) {
                let (depth, rest, positions) = (self.depth, at - sum, Vec::new());
                draws.push(Draw { number: *number, depth, node, rest, positions });
            }
            sum += histories;
        }
        Ok(draws)
    }

    /// Whether a draw that was received has come home, or to a node that is here.
    fn has(&self, draw: &Draw<G::Position>) -> bool {
        let earlier = self.ways.as_ref().and_then(|ways| ways.earlier.get(draw.depth));
        let n_nodes = earlier.map_or(self.nodes.len(), Vec::len);
        draw.positions.len() > self.turns.len() || (draw.node as usize) < n_nodes
    }

    /// Notes the position that a draw has reached, and moves it to where its history comes
    /// from: a node at the rank that is given. At the start it goes to the first rank.
    fn step_back(&self, mut draw: Draw<G::Position>) -> (usize, Draw<G::Position>) {
        let Some(ways) = &self.ways else { return (0, draw) };
        let node = draw.node as usize;
        draw.positions.push(match ways.earlier.get(draw.depth) {
            Some(positions) => positions[node].clone(),
            None => self.nodes.position(self.game, node),
        });
        let Some(depth) = draw.depth.checked_sub(1) else { return (0, draw) };
        let mut to = 0;
        for came_from in &ways.origins[depth][node] {
            (to, draw.node) = (came_from.rank as usize, came_from.from);
            match draw.rest.checked_sub(came_from.histories) {
                Some(rest) => draw.rest = rest,
                None => {
                    // All ways share the positions, so the remainder picks a way.
                    draw.rest %= came_from.histories / u128::from(came_from.ways);
                    break;
                }
            }
        }
        draw.depth = depth;
        (to, draw)
    }
}
