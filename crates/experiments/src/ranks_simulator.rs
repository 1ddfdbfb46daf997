//! IDA* on ranks that one does not have: a tree of pieces of work, recorded once from a real
//! search or grown from a seed, is replayed event by event on a cluster with a given
//! latency, bandwidth and speed of ranks.
//!
//! ```text
//!  search::record_puzzle ─▶ WorkTree ─┐
//!  WorkTree::grown ───────────────────┴─▶ replay (Platform, Cluster) ─▶ Replayed
//! ```
//!
//! What is replayed is the work that one rank did. So the figures hold for everything that
//! comes of scheduling: waiting, messages, uneven shares, the ends of rounds. That several
//! ranks may visit more than one does in the last round, or less, is not in them;
//! real runs count that. Same tree, same cluster: same figures.

mod calibration;
mod events;
mod stealing;
mod tds;
mod work_tree;

pub use calibration::{Measured, calibrate, calibrated};
pub use work_tree::{Growth, WorkTree};

/// How pieces of work come to ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RanksPlatform {
    /// Transposition-driven scheduling: by the signature.
    Tds,
    /// Work stealing: from whoever is asked by chance.
    Stealing,
}

impl RanksPlatform {
    /// Both, with their names.
    pub const ALL: [(RanksPlatform, &'static str); 2] =
        [(RanksPlatform::Tds, "tds"), (RanksPlatform::Stealing, "steal")];
}

/// A cluster: times are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// How many ranks there are.
    pub ranks: u32,
    /// How long a message is on its way, whatever is in it.
    pub latency: f64,
    /// How long each of its bytes takes.
    pub byte: f64,
    /// For how long a message keeps the sender, and the receiver, from work.
    pub message: f64,
    /// How long a node takes.
    pub node: f64,
    /// How long a piece takes beside its nodes: it is looked up, made, written and read.
    pub piece: f64,
    /// The bytes of a piece in a message.
    pub piece_bytes: u32,
    /// A batch is sent when it has this many bytes.
    pub batch_bytes: u32,
    /// After this many nodes a batch may be sent before it is full.
    pub nodes_for_a_message: u32,
    /// One rank of this many is slower than the others; none if it is 0.
    pub slow_one_of: u32,
    /// How many times slower it is.
    pub slowness: f64,
}

impl Default for Cluster {
    /// A network as clusters have it, and the fifteen puzzle in machine code.
    fn default() -> Cluster {
        Cluster {
            ranks: 2,
            latency: 10_000.0,
            byte: 0.1,
            message: 500.0,
            node: 30.0,
            piece: 1_000.0,
            piece_bytes: 330,
            batch_bytes: 16 << 10,
            nodes_for_a_message: 500,
            slow_one_of: 0,
            slowness: 1.0,
        }
    }
}

impl Cluster {
    /// How many times longer than others a rank takes for its work.
    fn slowness_of(&self, rank: u32) -> f64 {
        let is_slow = self.slow_one_of > 0 && rank % self.slow_one_of == self.slow_one_of - 1;
        if is_slow { self.slowness } else { 1.0 }
    }

    /// How long a rank of ordinary speed needs for a piece.
    fn work(&self, nodes: u32) -> f64 {
        self.piece + self.node * f64::from(nodes)
    }

    /// From the last work of a round to the first of the next: the news that the last rank
    /// has nothing to do goes up the tree of ranks; another wave goes down and up, and brings the
    /// next limit; and the end is told together with it.
    fn end_of_round(&self) -> f64 {
        const WAYS: f64 = 4.0;
        let messages = ranks::FAN_OUT.min(self.ranks.saturating_sub(1) as usize) + 1;
        let step = self.latency + messages as f64 * self.message;
        WAYS * f64::from(ranks::n_steps(self.ranks as usize)) * step
    }
}

/// A tree of work on a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replayed {
    /// How the pieces came to ranks.
    pub platform: RanksPlatform,
    /// How many ranks there were.
    pub ranks: u32,
    /// From the first piece to the last, in nanoseconds.
    pub time: f64,
    /// How many times less that is than one rank would take without any message.
    pub speedup: f64,
    /// Messages between ranks; those that find out about the end are not counted.
    pub messages: u64,
    /// Pieces that went to another rank.
    pub moved: u64,
    /// The nodes of the rank with the most of them, as a multiple of the mean.
    pub load: f64,
    /// The share of the time in which ranks had nothing to do.
    pub idle: f64,
}

/// What a platform counts while it replays a round.
struct Counts {
    messages: u64,
    moved: u64,
    /// Nodes and busy time of each rank.
    nodes: Vec<u64>,
    busy: Vec<f64>,
}

/// Replays a tree of work on a cluster, round by round.
pub fn replay(tree: &WorkTree, platform: RanksPlatform, cluster: &Cluster) -> Replayed {
    let n = cluster.ranks.max(1);
    let cluster = Cluster { ranks: n, ..*cluster };
    let zeros = (vec![0; n as usize], vec![0.0; n as usize]);
    let mut counts = Counts { messages: 0, moved: 0, nodes: zeros.0, busy: zeros.1 };
    let (mut time, mut alone) = (0.0, 0.0);
    for round in 0..tree.n_rounds() {
        let pieces = tree.round(round);
        alone += pieces.iter().map(|piece| cluster.work(piece.nodes)).sum::<f64>();
        time += match platform {
            RanksPlatform::Tds => tds::round(pieces, &cluster, &mut counts),
            RanksPlatform::Stealing => stealing::round(pieces, &cluster, &mut counts),
        };
        time += cluster.end_of_round();
    }
    let (sum, most) = (counts.nodes.iter().sum::<u64>(), counts.nodes.iter().max());
    let load = most.map_or(0, |most| *most) as f64 * f64::from(n) / sum.max(1) as f64;
    let idle = 1.0 - counts.busy.iter().sum::<f64>() / (time * f64::from(n)).max(1.0);
    Replayed {
        platform,
        ranks: n,
        time,
        speedup: alone / time.max(1.0),
        messages: counts.messages,
        moved: counts.moved,
        load,
        idle,
    }
}
