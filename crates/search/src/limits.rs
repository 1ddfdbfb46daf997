//! When a search ends: after so much depth, so many nodes, so much time, or when
//! somebody says so.

use game::RulesError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a search may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The greatest depth in turns.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
}

/// Why a search has ended before it was complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The nodes are used up.
    Nodes,
    /// The time is over.
    Time,
    /// Somebody has stopped it.
    Told,
    /// The rules did something that they should not do.
    Rules(Box<RulesError>),
}

impl From<RulesError> for Stop {
    fn from(error: RulesError) -> Stop {
        Stop::Rules(Box::new(error))
    }
}

/// Stops a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// Tells the search to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets the next search run.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it was told to.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How often the clock is looked at: a node takes less than a tenth of a
/// millisecond in all games but those that are interpreted.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// Watches over the limits of one search.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    nodes: u64,
    end: Option<Instant>,
    stopper: Stopper,
}

impl Watch {
    pub(crate) fn new(limits: &Limits, stopper: Stopper) -> Watch {
        let end = limits.time.and_then(|time| Instant::now().checked_add(time));
        Watch { nodes: limits.nodes.unwrap_or(u64::MAX), end, stopper }
    }

    /// Whether the search may go on after so many nodes.
    #[inline]
    pub(crate) fn check(&self, nodes: u64) -> Result<(), Stop> {
        if nodes > self.nodes {
            return Err(Stop::Nodes);
        }
        if nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            if self.stopper.is_stopped() {
                return Err(Stop::Told);
            }
            if self.end.is_some_and(|end| Instant::now() >= end) {
                return Err(Stop::Time);
            }
        }
        Ok(())
    }
}
