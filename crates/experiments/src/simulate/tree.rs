//! The tasks of a depth-first search, recorded once for all grains.

use super::lumps;
use game::Referee;
use infoset::{Grain, InfosetError, Limits, Observation, Walked, Watch, each_step};

/// A position that is looked at by itself, and what was not recorded below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recorded {
    pub(super) depth: u16,
    /// What it costs to look at it.
    own: u64,
    /// What everything below it costs that was not recorded.
    below: u64,
}

impl Recorded {
    #[cfg(test)]
    pub(super) fn at(depth: u16, own: u64) -> Recorded {
        Recorded { depth, own, below: 0 }
    }

    pub(super) fn cost(&self) -> u64 {
        self.own + self.below
    }
}

/// The positions of which tasks may begin, in the order of the serial search, with their
/// costs.
#[derive(Clone, Debug)]
pub struct TreeOfTasks {
    nodes: Vec<Recorded>,
    n_turns: usize,
    total: u64,
}

/// Where a grain is an amount of work, less than this part of it is one lump.
const LUMP: u64 = 16;

/// A tree that is being recorded.
struct Recording {
    nodes: Vec<Recorded>,
    /// The positions on the way to the last one, and what each costs with all below it.
    path: Vec<(usize, u64)>,
    /// What is below this many turns, and takes no more than that, is one with what is above.
    finest: usize,
    lump: u64,
}

impl Recording {
    /// All that is at this depth or deeper has been recorded.
    fn close(&mut self, depth: usize) {
        while self.path.len() > depth {
            let Some((place, sum)) = self.path.pop() else { return };
            let node = &mut self.nodes[place];
            if usize::from(node.depth) > self.finest && sum <= self.lump {
                node.below = sum - node.own;
                self.nodes.truncate(place + 1);
            }
            self.path.last_mut().into_iter().for_each(|above| above.1 += sum);
        }
    }
}

impl TreeOfTasks {
    /// Searches once, and records what tasks by these grains are made of.
    pub fn record<G: Referee>(
        game: &G,
        observation: &Observation,
        grains: &[Grain],
        limits: Limits,
        watch: Watch<'_>,
    ) -> Result<TreeOfTasks, InfosetError> {
        let levels = grains.iter().map(|grain| if let Grain::Levels(n) = grain { *n } else { 0 });
        let works = grains.iter().filter_map(|grain| match grain {
            Grain::Work(most) => Some(most / LUMP),
            Grain::Levels(_) | Grain::Adaptive => None,
        });
        let (finest, lump) = (levels.max().unwrap_or(0), works.min().unwrap_or(u64::MAX));
        let mut tree = Recording { nodes: Vec::new(), path: Vec::new(), finest, lump };
        let mut visit = |Walked { depth, compared, looked }| {
            tree.close(depth);
            let own = compared + u64::from(looked);
            tree.path.push((tree.nodes.len(), own));
            tree.nodes.push(Recorded { depth: depth as u16, own, below: 0 });
            if tree.nodes.len() * size_of::<Recorded>() > limits.memory {
                return Err(InfosetError::Memory { depth, limit: limits.memory });
            }
            Ok(tree.nodes.len() as u128)
        };
        each_step(game, observation, limits, watch, &mut visit)?;
        tree.close(0);
        Ok(TreeOfTasks::of(tree.nodes, observation.turns.len()))
    }

    /// A search that was recorded.
    pub(super) fn of(nodes: Vec<Recorded>, n_turns: usize) -> TreeOfTasks {
        let total = nodes.iter().map(Recorded::cost).sum();
        TreeOfTasks { nodes, n_turns, total }
    }

    /// The cost of everything, on one processor without tasks.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The tasks that a grain makes. Which thread has nothing to do, and so makes tasks by an
    /// adaptive grain, is not known here: the whole search is one task then.
    pub fn tasks(&self, grain: Grain) -> Tasks {
        match grain {
            Grain::Levels(n) => self.by_levels(n),
            Grain::Work(most) => Tasks::new(&lumps::tasks(&self.nodes, self.n_turns, most)),
            Grain::Adaptive => self.by_levels(0),
        }
    }

    /// The tasks if each position after fewer turns than `grain` is one that makes more.
    fn by_levels(&self, grain: usize) -> Tasks {
        let grain = grain.min(self.n_turns);
        let mut tasks = Tasks::default();
        // The last task at each depth: the ancestors of what follows.
        let mut path: Vec<u32> = Vec::new();
        for node in &self.nodes {
            let depth = usize::from(node.depth);
            if depth > grain {
                if let Some(&last) = path.last() {
                    tasks.costs[last as usize] += node.cost();
                }
                continue;
            }
            path.truncate(depth);
            tasks.parents.push(path.last().copied());
            path.push(tasks.costs.len() as u32);
            tasks.costs.push(node.cost());
        }
        tasks.link();
        tasks
    }
}

/// The tasks of a search with a certain grain.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    /// What each costs; parents stand before their children.
    costs: Vec<u64>,
    parents: Vec<Option<u32>>,
    /// The children of all, and where those of each begin in the list.
    children: Vec<u32>,
    first: Vec<u32>,
}

impl Tasks {
    /// Tasks by their costs and parents, for callers that have them from elsewhere. The first is
    /// the root, and parents stand before their children.
    pub fn new(tasks: &[(u64, Option<u32>)]) -> Tasks {
        let (costs, parents) = tasks.iter().copied().unzip();
        let mut tasks = Tasks { costs, parents, ..Tasks::default() };
        tasks.link();
        tasks
    }

    /// Sorts tasks by their parents.
    fn link(&mut self) {
        let pairs = self.parents.iter().zip(0u32..);
        let mut pairs: Vec<(u32, u32)> =
            pairs.filter_map(|(parent, i)| parent.map(|parent| (parent, i))).collect();
        pairs.sort_unstable();
        self.first = vec![0; self.costs.len() + 1];
        pairs.iter().for_each(|(parent, _)| self.first[*parent as usize + 1] += 1);
        for i in 1..self.first.len() {
            self.first[i] += self.first[i - 1];
        }
        self.children = pairs.into_iter().map(|(_, child)| child).collect();
    }

    /// The same with costs that are this many times as high.
    #[must_use]
    pub fn times(mut self, factor: f64) -> Tasks {
        self.costs.iter_mut().for_each(|cost| *cost = (*cost as f64 * factor).round() as u64);
        self
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// What all cost together, without what a task costs beside its work.
    pub fn total(&self) -> u64 {
        self.costs.iter().sum()
    }

    pub(super) fn cost(&self, task: u32) -> u64 {
        self.costs[task as usize]
    }

    /// The tasks that a task makes, in order.
    pub(super) fn children(&self, task: u32) -> impl DoubleEndedIterator<Item = u32> {
        let range = self.first[task as usize] as usize..self.first[task as usize + 1] as usize;
        self.children[range].iter().copied()
    }

    /// The longest time that tasks take which wait for each other: no number of
    /// processors is faster.
    pub fn critical_path(&self, cost_of_task: u64) -> u64 {
        let mut ends: Vec<u64> = Vec::with_capacity(self.costs.len());
        for (cost, parent) in self.costs.iter().zip(&self.parents) {
            let begin = parent.map_or(0, |parent| ends[parent as usize]);
            ends.push(begin + cost + cost_of_task);
        }
        ends.into_iter().max().unwrap_or(0)
    }
}
