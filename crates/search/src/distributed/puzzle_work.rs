//! What ranks did, counted: nodes, messages and bytes rather than time, so that the same
//! figures come out on any machine that runs the same work.

use super::PuzzlePlatform;
use game::bytes::{Reader, put};
use std::fmt;
use std::time::Duration;

/// What one rank did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRank {
    /// Positions that it made.
    pub nodes: u64,
    /// Those of them that it made before the last round. In the last one it is a matter of
    /// luck how soon the goal ends the work.
    pub nodes_before_last: u64,
    /// Positions that it sent to other ranks to be visited there.
    pub children_sent: u64,
    /// Messages that it sent, those that find out about the end among them.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Time in which it had nothing to do.
    pub idle: Duration,
}

impl PuzzleRank {
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let PuzzleRank { nodes, nodes_before_last, children_sent, messages, .. } = self;
        for number in [nodes, nodes_before_last, children_sent, messages, self.bytes] {
            put(u128::from(number), &mut bytes);
        }
        put(self.idle.as_nanos(), &mut bytes);
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<PuzzleRank> {
        let mut reader = Reader(bytes);
        Some(PuzzleRank {
            nodes: reader.small()?,
            nodes_before_last: reader.small()?,
            children_sent: reader.small()?,
            messages: reader.small()?,
            bytes: reader.small()?,
            idle: Duration::from_nanos(reader.small()?),
        })
    }
}

/// What the ranks of a team did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRanks {
    /// Who visited what.
    pub platform: PuzzlePlatform,
    /// How often the limit on the cost rose, and once more.
    pub rounds: u64,
    /// Each rank, in their order.
    pub ranks: Vec<PuzzleRank>,
}

impl PuzzleRanks {
    /// The nodes of all ranks.
    pub fn nodes(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.nodes).sum()
    }

    /// The messages of all ranks.
    pub fn messages(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.messages).sum()
    }

    /// The bytes that were sent.
    pub fn bytes(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.bytes).sum()
    }

    /// The positions that went to other ranks.
    pub fn children_sent(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.children_sent).sum()
    }

    /// How much more than the average rank the busiest one did, 1 if all did the same.
    pub fn load(&self) -> f64 {
        load(self.ranks.iter().map(|rank| rank.nodes))
    }

    /// The same before the last round.
    pub fn load_before_last(&self) -> f64 {
        load(self.ranks.iter().map(|rank| rank.nodes_before_last))
    }

    /// How many positions were made for each message; nothing if there was none.
    pub fn nodes_per_message(&self) -> Option<f64> {
        (self.messages() > 0).then(|| self.nodes() as f64 / self.messages() as f64)
    }

    /// Which share of the nodes of one rank was made on top of them, below 0 if there
    /// were fewer.
    pub fn nodes_on_top_of(&self, alone: u64) -> f64 {
        self.nodes() as f64 / alone.max(1) as f64 - 1.0
    }
}

/// The most as a multiple of the mean.
fn load(nodes: impl ExactSizeIterator<Item = u64> + Clone) -> f64 {
    let (n, most) = (nodes.len(), nodes.clone().max().unwrap_or(0));
    match nodes.sum::<u64>() {
        0 => 1.0,
        all => most as f64 * n as f64 / all as f64,
    }
}

impl fmt::Display for PuzzleRanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, platform) = (self.ranks.len(), self.platform.name());
        write!(f, "{n} ranks by {platform}: load {:.2}", self.load())?;
        write!(f, ", {} positions sent", self.children_sent())?;
        write!(f, " in {} messages ({} bytes)", self.messages(), self.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_from_what_was_counted() {
        let rank = |nodes, messages| PuzzleRank { nodes, messages, ..PuzzleRank::default() };
        let ranks = vec![rank(100, 3), rank(200, 1), rank(300, 0)];
        let work = PuzzleRanks { platform: PuzzlePlatform::Tds, rounds: 1, ranks };
        assert_eq!((work.nodes(), work.load()), (600, 1.5));
        assert_eq!(work.nodes_per_message(), Some(150.0));
        assert!((work.nodes_on_top_of(500) - 0.2).abs() < 1e-9);
        let idle = Duration::from_micros(7);
        let one = PuzzleRank { children_sent: 2, bytes: 1 << 40, idle, ..rank(1, 3) };
        assert_eq!(PuzzleRank::from_bytes(&one.to_bytes()), Some(one));
    }
}
