//! The tasks of a depth-first search, recorded once for all grains.

use game::Referee;
use infoset::{InfosetError, Limits, Observation, Walked, Watch, each_step};

/// A position that is a task if the grain is coarse enough.
#[derive(Clone, Copy, Debug)]
struct Recorded {
    depth: u16,
    /// What it costs to look at it.
    own: u64,
    /// What everything below it costs that was not recorded.
    below: u64,
}

/// All positions after few turns, in the order of the serial search, with their costs.
#[derive(Clone, Debug)]
pub struct TreeOfTasks {
    nodes: Vec<Recorded>,
    n_turns: usize,
    total: u64,
}

impl TreeOfTasks {
    /// Searches once, and records the positions after at most `finest` turns.
    pub fn record<G: Referee>(
        game: &G,
        observation: &Observation,
        finest: usize,
        limits: Limits,
        watch: Watch<'_>,
    ) -> Result<TreeOfTasks, InfosetError> {
        let n_turns = observation.turns.len();
        let mut tree = TreeOfTasks { nodes: Vec::new(), n_turns, total: 0 };
        let mut visit = |Walked { depth, compared, looked }| {
            let cost = compared + u64::from(looked);
            tree.total += cost;
            match tree.nodes.last_mut().filter(|_| depth > finest) {
                Some(above) => above.below += cost,
                None => tree.nodes.push(Recorded { depth: depth as u16, own: cost, below: 0 }),
            }
            if tree.nodes.len() * size_of::<Recorded>() > limits.memory {
                return Err(InfosetError::Memory { depth, limit: limits.memory });
            }
            Ok(tree.nodes.len() as u128)
        };
        each_step(game, observation, limits, watch, &mut visit)?;
        Ok(tree)
    }

    /// The cost of everything, on one processor without tasks.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The tasks if each position after fewer turns than `grain` is one that makes more.
    pub fn tasks(&self, grain: usize) -> Tasks {
        let grain = grain.min(self.n_turns);
        let mut tasks = Tasks::default();
        // The last task at each depth: the ancestors of what follows.
        let mut path: Vec<u32> = Vec::new();
        for node in &self.nodes {
            let depth = usize::from(node.depth);
            if depth > grain {
                if let Some(&last) = path.last() {
                    tasks.costs[last as usize] += node.own + node.below;
                }
                continue;
            }
            path.truncate(depth);
            tasks.parents.push(path.last().copied());
            path.push(tasks.costs.len() as u32);
            tasks.costs.push(node.own + node.below);
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
