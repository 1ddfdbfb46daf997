//! What each rank did: nodes and messages, and how evenly they were shared out.

use super::super::terminal;
use super::super::words::count;
use serde::Serialize;

/// What one rank did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Share {
    nodes: u64,
    messages: u64,
    bytes: u64,
}

/// What all ranks did, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Shares(Vec<Share>);

impl Shares {
    /// From nodes, messages and their bytes; nothing for one rank.
    pub(crate) fn new(ranks: impl Iterator<Item = (u64, u64, u64)>) -> Option<Shares> {
        let share = |(nodes, messages, bytes)| Share { nodes, messages, bytes };
        let ranks: Vec<Share> = ranks.map(share).collect();
        (ranks.len() > 1).then_some(Shares(ranks))
    }

    /// The nodes of the busiest rank by those of a rank on average.
    fn load(&self) -> f64 {
        let nodes = || self.0.iter().map(|share| share.nodes);
        let mean = nodes().sum::<u64>() as f64 / self.0.len() as f64;
        nodes().max().unwrap_or(0) as f64 / mean.max(1.0)
    }

    /// All of it in a line.
    fn text(&self) -> String {
        let sum = |of: fn(&Share) -> u64| self.0.iter().map(of).sum::<u64>();
        let nodes = count(sum(|share| share.nodes), "node");
        let messages = count(sum(|share| share.messages), "message");
        let bytes = count(sum(|share| share.bytes), "byte");
        format!("load {:.2} (most by mean of {nodes}), {messages} of {bytes}", self.load())
    }
}

/// Says on standard error what ranks did, if there were several.
pub(crate) fn note_shares(shares: Option<&Shares>) {
    if let Some(shares) = shares {
        terminal::note(&format!("ranks: {}", shares.text()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rank_shares_nothing() {
        assert_eq!(Shares::new([(5, 0, 0)].into_iter()), None);
    }

    #[test]
    fn a_busy_rank_shows() {
        let shares = Shares::new([(30, 1, 4), (10, 2, 6)].into_iter()).expect("two ranks");
        assert_eq!(shares.text(), "load 1.50 (most by mean of 40 nodes), 3 messages of 10 bytes");
    }
}
