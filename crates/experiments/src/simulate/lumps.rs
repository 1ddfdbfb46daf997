//! Tasks by work instead of by turns: a task that has done a certain amount of work makes
//! tasks of what it has left nearest to the root, and goes on with the rest. So there are
//! tasks wherever the work is, however late the search begins to branch
//! ([`infoset::Grain::Work`]).

use super::tree::Recorded;
use std::ops::Range;

/// What a task has left: positions that follow one another's last one, as ranges of places,
/// those nearest to the root first.
type Path = Vec<Range<usize>>;

/// Positions in the order of the serial search, and where what follows each of them ends.
struct Lumps<'n> {
    nodes: &'n [Recorded],
    ends: Vec<usize>,
    n_turns: usize,
}

/// The tasks of a search, each with its cost and the one that makes it, which is before it.
/// What goes on after a task has made others is a task of its own, the first that it makes.
pub(super) fn tasks(nodes: &[Recorded], n_turns: usize, most: u64) -> Vec<(u64, Option<u32>)> {
    let lumps = Lumps { nodes, ends: ends(nodes), n_turns };
    let mut tasks: Vec<(u64, Option<u32>)> = Vec::new();
    let mut open: Vec<(Path, Option<u32>)> = vec![(begin(0..nodes.len()), None)];
    while let Some((mut path, parent)) = open.pop() {
        let number = tasks.len() as u32;
        let (cost, split) = lumps.work(&mut path, most);
        tasks.push((cost, parent));
        // They are numbered in the order of the search, and what is pushed last comes first.
        let starts: Vec<usize> = lumps.starts(split).collect();
        for start in starts.into_iter().rev() {
            open.push((begin(start..lumps.ends[start]), Some(number)));
        }
        if path.iter().any(|range| !range.is_empty()) {
            open.push((path, Some(number)));
        }
    }
    tasks
}

/// A path of which nothing was gone yet.
fn begin(range: Range<usize>) -> Path {
    std::iter::once(range).collect()
}

/// Where what follows each position ends.
fn ends(nodes: &[Recorded]) -> Vec<usize> {
    let mut ends = vec![nodes.len(); nodes.len()];
    let mut path: Vec<usize> = Vec::new();
    for (place, node) in nodes.iter().enumerate() {
        while let Some(&last) = path.last().filter(|last| nodes[**last].depth >= node.depth) {
            ends[last] = place;
            path.pop();
        }
        path.push(place);
    }
    ends
}

impl Lumps<'_> {
    /// Works until `most` is done and something can be given away, or nothing is left: what
    /// that costs, and what is given away.
    fn work(&self, path: &mut Path, most: u64) -> (u64, Range<usize>) {
        let mut cost = 0;
        while let Some(node) = self.next(path) {
            cost += self.nodes[node].cost();
            // A position after the last turn is no task: nothing is to be looked for there.
            let is_task = |range: &Range<usize>| {
                !range.is_empty() && usize::from(self.nodes[range.start].depth) < self.n_turns
            };
            if cost >= most
                && let Some(range) = path.iter_mut().find(|range| is_task(range))
            {
                return (cost, std::mem::replace(range, 0..0));
            }
        }
        (cost, 0..0)
    }

    /// The next position of the search, whose followers come next.
    fn next(&self, path: &mut Path) -> Option<usize> {
        while path.last()?.is_empty() {
            path.pop();
        }
        let range = path.last_mut()?;
        let node = range.start;
        range.start = self.ends[node];
        path.push(node + 1..self.ends[node]);
        Some(node)
    }

    /// The positions of a range that follow the same one.
    fn starts(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let first = Some(range.start).filter(|_| !range.is_empty());
        std::iter::successors(first, move |start| {
            Some(self.ends[*start]).filter(|next| *next < range.end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Costs, Runtime, TreeOfTasks, schedule};
    use super::*;
    use infoset::Grain;

    /// A search that begins to branch after ten turns, into four each time, for five turns; each
    /// position costs ten.
    fn late() -> Vec<Recorded> {
        fn below(depth: u16, nodes: &mut Vec<Recorded>) {
            nodes.push(Recorded::at(depth, 10));
            let n = match depth {
                15 => 0,
                10..15 => 4,
                _ => 1,
            };
            (0..n).for_each(|_| below(depth + 1, nodes));
        }
        let mut nodes = Vec::new();
        below(0, &mut nodes);
        nodes
    }

    #[test]
    fn no_work_is_lost_and_tasks_end_where_the_next_begin() {
        let nodes = late();
        let total: u64 = nodes.iter().map(Recorded::cost).sum();
        for most in [1, 10, 35, 200, 1000, 100_000] {
            let tasks = tasks(&nodes, 15, most);
            assert_eq!(tasks.iter().map(|task| task.0).sum::<u64>(), total, "{most}");
            assert_eq!(tasks[0].1, None);
            for (i, (cost, parent)) in tasks.iter().enumerate().skip(1) {
                assert!(parent.is_some_and(|parent| (parent as usize) < i), "{most} {i}");
                // The last positions of all are no tasks: up to four of them stay with one that
                // has done enough.
                assert!((1..most + 10 + 4 * 10).contains(cost), "{most}: {cost}");
            }
        }
        assert_eq!(tasks(&nodes, 15, total), [(total, None)]);
    }

    #[test]
    fn what_is_left_nearest_to_the_root_is_given_away() {
        // The root has three followers, and the first of them two.
        let depths = [0, 1, 2, 2, 1, 1];
        let nodes: Vec<Recorded> = depths.map(|depth| Recorded::at(depth, 10)).into();
        // After the root, its first follower and the first of that, the others of the root.
        let expected = [(30, None), (10, Some(0)), (10, Some(0)), (10, Some(0))];
        assert_eq!(tasks(&nodes, 3, 30), expected);
        // If nothing is to be looked for after two turns, those after one are given away first.
        assert_eq!(tasks(&nodes, 2, 20), [(20, None), (20, Some(0)), (10, Some(0)), (10, Some(0))]);
    }

    #[test]
    fn late_branching_is_shared_by_work_and_not_by_turns() {
        let nodes = late();
        let total: u64 = nodes.iter().map(Recorded::cost).sum();
        let tree = TreeOfTasks::of(nodes, 15);
        let costs = Costs { task: 1, crowd: 0, message: 2 };
        let gain = |grain| {
            let runtime = Runtime { costs, ..Runtime::default() };
            total as f64 / schedule(&tree.tasks(grain), 64, &runtime, 1).time as f64
        };
        assert!(gain(Grain::Levels(8)) < 1.0);
        assert!(gain(Grain::Work(100)) > 10.0, "{}", gain(Grain::Work(100)));
        assert!(gain(Grain::Adaptive) < 1.0);
    }
}
