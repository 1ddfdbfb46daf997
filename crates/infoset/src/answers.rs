//! What a merged set tells: how many histories, which positions, and histories one by
//! one or drawn at random.

use crate::histories::{Between, History, histories_through, steps};
use crate::limits::InfosetError;
use crate::merged::MergedSet;
use game::{Referee, Rng};
use rustc_hash::{FxHashMap, FxHashSet};

/// A position that is possible, and how many histories lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible<P> {
    /// The position.
    pub position: P,
    /// The number of histories.
    pub histories: u128,
}

/// Takes equal positions for one, in the order in which they come first.
pub fn merge_positions<P: Clone + Eq + std::hash::Hash>(
    positions: impl IntoIterator<Item = (P, u128)>,
) -> Result<Vec<Possible<P>>, InfosetError> {
    let mut numbers: FxHashMap<P, usize> = FxHashMap::default();
    let mut merged: Vec<Possible<P>> = Vec::new();
    for (position, histories) in positions {
        let number = *numbers.entry(position.clone()).or_insert(merged.len());
        match merged.get_mut(number) {
            Some(known) => {
                let sum = known.histories.checked_add(histories);
                known.histories = sum.ok_or(InfosetError::TooMany)?;
            }
            None => merged.push(Possible { position, histories }),
        }
    }
    Ok(merged)
}

/// How many different boards there are among positions, whatever the counters and
/// memories beside them.
pub fn n_boards<'p, G: Referee>(
    game: &G,
    positions: impl IntoIterator<Item = &'p G::Position>,
) -> usize
where
    G::Position: 'p,
{
    let boards = positions.into_iter().map(|position| game.setup(position).board);
    boards.collect::<FxHashSet<_>>().len()
}

impl<G: Referee> MergedSet<'_, G> {
    /// The number of histories.
    pub fn count(&self) -> Result<u128, InfosetError> {
        let mut histories = self.last().nodes.iter().map(|node| node.histories);
        histories.try_fold(0u128, u128::checked_add).ok_or(InfosetError::TooMany)
    }

    /// The positions that are possible, each once.
    pub fn positions(&self) -> Result<Vec<Possible<G::Position>>, InfosetError> {
        let nodes = self.last().nodes.iter();
        merge_positions(nodes.map(|node| (node.position.clone(), node.histories)))
    }

    fn last(&self) -> &crate::level::Level<G::Position> {
        &self.levels[self.levels.len() - 1]
    }

    /// Shows the histories to a visitor, one by one in ascending order, until it says no.
    pub fn list(
        &self,
        visit: &mut dyn FnMut(&History) -> Result<bool, InfosetError>,
    ) -> Result<(), InfosetError> {
        let forward = Forward::new(self);
        let mut history = History::new();
        self.list_from(&forward, &mut vec![0], &mut history, visit).map(|_| ())
    }

    fn list_from(
        &self,
        forward: &Forward,
        path: &mut Vec<usize>,
        history: &mut History,
        visit: &mut dyn FnMut(&History) -> Result<bool, InfosetError>,
    ) -> Result<bool, InfosetError> {
        let depth = path.len() - 1;
        let Some(turn) = self.turns.get(depth) else { return visit(history) };
        let node = &self.levels[depth].nodes[path[depth]];
        let before = match depth.checked_sub(1) {
            Some(earlier) => &self.levels[earlier].nodes[path[earlier]].position,
            None => &node.position,
        };
        let past = self.pasts.positions(node.past);
        let mut next = Vec::new();
        for &child in forward.children(depth, path[depth]) {
            let to = &self.levels[depth + 1].nodes[child as usize].position;
            let between = Between { before, from: &node.position, to, past: &past };
            let steps = steps(self.game, self.player(), turn, between)?;
            next.extend(steps.into_iter().map(|step| (step, child as usize)));
        }
        next.sort();
        for (step, child) in next {
            path.push(child);
            history.push(step);
            let goes_on = self.list_from(forward, path, history, visit)?;
            history.pop();
            path.pop();
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Draws histories, each equally likely every time; none from an empty set.
    pub fn sample(&self, n: usize, rng: &mut Rng) -> Result<Vec<History>, InfosetError> {
        let count = self.count()?;
        let mut drawn = Vec::new();
        for _ in 0..if count == 0 { 0 } else { n } {
            let positions = self.draw(below(rng, count));
            let through = histories_through(self.game, self.player(), &self.turns, &positions)?;
            drawn.extend(rng.choose(&through).cloned());
        }
        Ok(drawn)
    }

    /// The positions of the history with a number, going backward through the links.
    fn draw(&self, mut number: u128) -> Vec<G::Position> {
        let mut positions = Vec::new();
        let mut at = 0;
        for (i, node) in self.last().nodes.iter().enumerate() {
            at = i;
            match number.checked_sub(node.histories) {
                Some(rest) => number = rest,
                None => break,
            }
        }
        for (depth, level) in self.levels.iter().enumerate().rev() {
            positions.push(level.nodes[at].position.clone());
            for link in level.links(at) {
                let from = &self.levels[depth - 1].nodes[link.from as usize];
                at = link.from as usize;
                // All ways share the positions, so the remainder picks a way.
                let through = from.histories * u128::from(link.ways);
                match number.checked_sub(through) {
                    Some(rest) => number = rest,
                    None => {
                        number %= from.histories;
                        break;
                    }
                }
            }
        }
        positions.reverse();
        positions
    }
}

/// A number below `n`, each equally likely.
pub(crate) fn below(rng: &mut Rng, n: u128) -> u128 {
    let bits = 128 - n.leading_zeros();
    loop {
        let word = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let number = word.checked_shr(128 - bits).unwrap_or(0);
        if number < n {
            return number;
        }
    }
}

/// The links of a set turned around, as far as they lead to its last level.
struct Forward {
    /// For each level the children of its nodes, and where those of each node begin.
    levels: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Forward {
    fn new<G: Referee>(set: &MergedSet<'_, G>) -> Forward {
        let mut levels = Vec::new();
        let mut alive = vec![true; set.last().nodes.len()];
        for depth in (1..set.levels.len()).rev() {
            let n = set.levels[depth - 1].nodes.len();
            let mut edges: Vec<(u32, u32)> = Vec::new();
            for (node, _) in alive.iter().enumerate().filter(|(_, alive)| **alive) {
                let links = set.levels[depth].links(node).iter();
                edges.extend(links.map(|link| (link.from, node as u32)));
            }
            edges.sort_unstable();
            alive = vec![false; n];
            let mut first = vec![0; n + 1];
            for (from, _) in &edges {
                alive[*from as usize] = true;
                first[*from as usize + 1] += 1;
            }
            for i in 1..first.len() {
                first[i] += first[i - 1];
            }
            levels.push((edges.into_iter().map(|(_, to)| to).collect(), first));
        }
        levels.reverse();
        Forward { levels }
    }

    fn children(&self, depth: usize, node: usize) -> &[u32] {
        let (children, first) = &self.levels[depth];
        &children[first[node] as usize..first[node + 1] as usize]
    }
}
