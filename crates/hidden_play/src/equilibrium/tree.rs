//! A game as a whole: every position that can come up together with what both players know
//! there, in layers, so that going through all of them forward or backward is a loop.

use game::Player;
use std::ops::Range;
use std::sync::Arc;

/// The edge leads to the end of the game; the other bits are the number of what it is worth.
pub(super) const END: u32 = 1 << 31;
/// While a tree grows: the edge leads to this node of the next turn.
pub(super) const NEXT: u32 = 1 << 30;
/// Nodes have smaller numbers than this.
pub(super) const MOST_NODES: usize = NEXT as usize;
/// There are no more edges, whose numbers have 32 bits; the tree is asked only now and then.
pub(super) const MOST_EDGES: usize = NEXT as usize;

/// What a player to move knows, and what they can attempt. All nodes of an information set
/// offer the same attempts.
#[derive(Clone, Debug)]
pub(super) struct Info {
    pub(super) player: Player,
    /// Their attempts among those of all information sets.
    pub(super) first: u32,
    pub(super) n: u32,
    /// The list of texts that the attempts are numbers of.
    pub(super) list: u32,
    /// A node where the player knows this.
    pub(super) node: u32,
}

impl Info {
    /// The places of the attempts among those of all information sets.
    pub(super) fn attempts(&self) -> Range<usize> {
        self.first as usize..(self.first + self.n) as usize
    }
}

/// A game as a whole. Orders of tries that were refused in a turn are one node: whoever made
/// them knows the same after each of them.
#[derive(Debug, Default)]
pub struct Tree {
    /// What ends are worth for the first player.
    pub(super) ends: Vec<f64>,
    /// The information set of each node.
    pub(super) info_of: Vec<u32>,
    /// Where the edges of each node begin; there is one for each attempt.
    pub(super) first_edge: Vec<u32>,
    pub(super) edges: Vec<u32>,
    /// The first node of each layer, and the number of nodes. Edges lead to later layers, and
    /// all nodes of an information set are in one layer.
    pub(super) layers: Vec<usize>,
    pub(super) infos: Vec<Info>,
    /// For the attempts of all information sets their numbers in the lists of texts.
    pub(super) attempt: Vec<u16>,
    pub(super) lists: Vec<Arc<[String]>>,
    pub(super) n_turns: usize,
}

impl Tree {
    /// Positions together with what both players know.
    pub fn n_nodes(&self) -> usize {
        self.info_of.len()
    }

    /// How many turns the longest game has.
    pub fn n_turns(&self) -> usize {
        self.n_turns
    }

    /// What the first and the second player can know when they are to move.
    pub fn n_infos(&self) -> [usize; 2] {
        Player::BOTH.map(|player| self.infos.iter().filter(|it| it.player == player).count())
    }

    /// The nodes of each layer, the last layer first.
    pub(super) fn backward(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.layers.windows(2).rev().map(|pair| pair[0]..pair[1])
    }

    /// The edges of a node.
    pub(super) fn edges_of(&self, node: usize) -> &[u32] {
        let first = self.first_edge[node] as usize;
        &self.edges[first..first + self.infos[self.info_of[node] as usize].n as usize]
    }

    /// What an edge leads to is worth: an end, or a node by these values.
    pub(super) fn value(&self, edge: u32, values: &[f64]) -> f64 {
        match edge & END {
            0 => values[edge as usize],
            _ => self.ends[(edge & !END) as usize],
        }
    }

    /// The texts of the attempts of an information set.
    pub(super) fn texts(&self, info: &Info) -> impl Iterator<Item = &str> {
        let list = &self.lists[info.list as usize];
        self.attempt[info.attempts()].iter().map(|number| list[*number as usize].as_str())
    }

    /// Every attempt of every information set with the same probability.
    pub(super) fn uniform(&self) -> Vec<f64> {
        let each = |info: &Info| std::iter::repeat_n(1.0 / f64::from(info.n), info.n as usize);
        self.infos.iter().flat_map(each).collect()
    }

    /// How likely each node is by what each player does, if the other one does all they can to
    /// get there.
    pub(super) fn reach(&self, strategy: &[f64], reach: &mut [Vec<f64>; 2]) {
        for of_player in reach.iter_mut() {
            of_player.clear();
            of_player.resize(self.n_nodes(), 0.0);
            of_player[0] = 1.0;
        }
        for node in 0..self.n_nodes() {
            let info = &self.infos[self.info_of[node] as usize];
            let (mover, other) = (info.player.index(), info.player.other().index());
            let (own, others) = (reach[mover][node], reach[other][node]);
            let likely = &strategy[info.attempts()];
            for (edge, likely) in self.edges_of(node).iter().zip(likely) {
                if edge & END == 0 {
                    // Only orders of their own refused tries lead to one node on several paths.
                    reach[mover][*edge as usize] += own * likely;
                    reach[other][*edge as usize] = others;
                }
            }
        }
    }

    /// What each node is worth for the first player if both follow a strategy.
    pub(super) fn values(&self, strategy: &[f64], values: &mut Vec<f64>) {
        values.clear();
        values.resize(self.n_nodes(), 0.0);
        for node in (0..self.n_nodes()).rev() {
            let likely = &strategy[self.infos[self.info_of[node] as usize].attempts()];
            let edges = self.edges_of(node).iter().zip(likely);
            values[node] = edges.map(|(edge, likely)| likely * self.value(*edge, values)).sum();
        }
    }
}
