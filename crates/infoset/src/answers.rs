//! What a merged set tells: how many histories, which positions, and histories one by
//! one or drawn at random.

use crate::histories::{Between, Histories, History, steps};
use crate::kept::Kept;
use crate::limits::{InfosetError, Watch};
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
#[derive(Clone, Debug)]
pub struct Merging<P> {
    numbers: FxHashMap<P, usize>,
    merged: Vec<Possible<P>>,
}

impl<P: Clone + Eq + std::hash::Hash> Merging<P> {
    /// None yet.
    pub fn new() -> Merging<P> {
        Merging { numbers: FxHashMap::default(), merged: Vec::new() }
    }

    /// Adds a position to which so many histories lead.
    pub fn add(&mut self, position: &P, histories: u128) -> Result<(), InfosetError> {
        if let Some(&number) = self.numbers.get(position) {
            let known = &mut self.merged[number].histories;
            *known = known.checked_add(histories).ok_or(InfosetError::TooMany)?;
            return Ok(());
        }
        self.numbers.insert(position.clone(), self.merged.len());
        self.merged.push(Possible { position: position.clone(), histories });
        Ok(())
    }

    /// The memory that it takes, in bytes, if a position takes `each` beyond its size.
    pub fn bytes(&self, each: usize) -> usize {
        self.merged.len() * (size_of::<(P, usize)>() + size_of::<Possible<P>>() + 2 * each)
    }

    /// The positions, each once.
    pub fn into_positions(self) -> Vec<Possible<P>> {
        self.merged
    }
}

impl<P: Clone + Eq + std::hash::Hash> Default for Merging<P> {
    fn default() -> Merging<P> {
        Merging::new()
    }
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
        let mut merging = Merging::new();
        for node in &self.last().nodes {
            merging.add(&node.position, node.histories)?;
        }
        Ok(merging.into_positions())
    }

    /// How many positions there are, kept apart where their pasts matter.
    pub fn size(&self) -> usize {
        self.last().nodes.len()
    }

    /// The positions that are possible, each with the number of histories that lead to
    /// it, and what of one of them rules may ask for: earlier positions, the oldest
    /// first, of which the last is the one before the last turn. Positions whose pasts
    /// matter are kept apart.
    pub fn possible(&self) -> impl Iterator<Item = (&G::Position, f64, Vec<G::Position>)> {
        let is_start = self.levels.len() == 1;
        let histories = self.last().nodes.iter().map(|node| node.histories as f64);
        self.last_positions().zip(histories).map(move |((position, before, mut past), n)| {
            if !is_start && past.last() != Some(before) {
                past.push(before.clone());
            }
            (position, n, past)
        })
    }

    fn last(&self) -> &crate::level::Level<G::Position> {
        &self.levels[self.levels.len() - 1]
    }

    /// All histories in ascending order, as far as there is memory for them.
    pub fn listed(&self, watch: Watch<'_>) -> Result<Vec<History>, InfosetError> {
        let mut kept = Kept::new(self.limits, self.bytes());
        self.list(&mut |history| {
            if !watch(self.work()) {
                return Err(InfosetError::Stopped);
            }
            kept.push(history.clone()).map(|()| true)
        })?;
        Ok(kept.into_histories())
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
    pub fn sample(
        &self,
        n: usize,
        rng: &mut Rng,
        watch: Watch<'_>,
    ) -> Result<Vec<History>, InfosetError> {
        let count = self.count()?;
        let mut drawn = Kept::new(self.limits, self.bytes());
        for _ in 0..if count == 0 { 0 } else { n } {
            if !watch(self.work()) {
                return Err(InfosetError::Stopped);
            }
            // Paths are as likely as they have histories, and these are equally likely.
            let positions = self.draw(below(rng, count));
            let through = Histories::through(self.game, self.player(), &self.turns, &positions)?;
            if let Some(history) = through.draw(rng) {
                drawn.push(history)?;
            }
        }
        Ok(drawn.into_histories())
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
