//! The links of a set reversed: levels know where histories came from, and to list histories in order
//! one must know where they go.

use crate::limits::InfosetError;
use crate::merged::MergedSet;
use game::Referee;

/// The links of a set from each node to those after it, as far as they lead to the last level.
pub(super) struct Forward {
    /// For each level the children of its nodes, and where those of each node begin.
    levels: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Forward {
    pub(super) fn new<G: Referee>(set: &MergedSet<'_, G>) -> Result<Forward, InfosetError> {
        let mut levels = Vec::new();
        let mut alive = vec![true; set.last().len()];
        for depth in (1..set.levels.len()).rev() {
            let (level, n) = (&set.levels[depth], set.levels[depth - 1].len());
            let mut edges: Vec<(u32, u32)> = Vec::new();
            for i in 0..level.n_parts() {
                let (start, part) = level.part(set.game, i, true)?;
                for (i, node) in (0..part.nodes.len()).zip(start..) {
                    if alive[node as usize] {
                        edges.extend(part.links(i).iter().map(|link| (link.from, node)));
                    }
                }
            }
            // Two moves may lead to positions that differ in what is forgotten.
            edges.sort_unstable();
            edges.dedup();
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
        Ok(Forward { levels })
    }

    pub(super) fn children(&self, depth: usize, node: usize) -> &[u32] {
        let (children, first) = &self.levels[depth];
        &children[first[node] as usize..first[node + 1] as usize]
    }
}
