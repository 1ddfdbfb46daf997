//! When a search ends: after so much depth, so many nodes, so much time, or when
//! somebody says so.

use crate::parallel::Signal;
use game::RulesError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

/// The time now: a limit in time cannot do without it.
#[allow(clippy::disallowed_methods, reason = "users limit searches in time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// How often a thread looks whether its work is still wanted: that costs less than
/// the clock.
const NODES_BETWEEN_SIGNALS: u64 = 8;

/// Watches over the limits of one search, in one thread.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    nodes: u64,
    end: Option<Instant>,
    stopper: Stopper,
    /// With several threads, the nodes of all of them.
    all: Option<Arc<AtomicU64>>,
    /// The nodes of this thread that are among them.
    told: u64,
    /// What says that the work of this thread is not wanted any more.
    signal: Option<Arc<Signal>>,
}

impl Watch {
    pub(crate) fn new(limits: &Limits, stopper: Stopper) -> Watch {
        let end = limits.time.and_then(|time| now().checked_add(time));
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        Watch { nodes, end, stopper, all: None, told: 0, signal: None }
    }

    /// A watch for one of several threads, which count their nodes together.
    pub(crate) fn shared(&self, all: &Arc<AtomicU64>) -> Watch {
        self.shared_from(all, self.told)
    }

    /// The same for a thread of which so many nodes are among those of all.
    pub(crate) fn shared_from(&self, all: &Arc<AtomicU64>, told: u64) -> Watch {
        Watch { all: Some(Arc::clone(all)), told, ..self.clone() }
    }

    /// A watch for what goes on when the other threads have ended.
    pub(crate) fn alone(&self) -> Watch {
        Watch { all: None, told: 0, signal: None, ..self.clone() }
    }

    /// Listens to another signal; gives the one before.
    pub(crate) fn listen(&mut self, signal: Option<Arc<Signal>>) -> Option<Arc<Signal>> {
        std::mem::replace(&mut self.signal, signal)
    }

    /// Tells the other threads of the nodes up to now; the nodes of all.
    pub(crate) fn tell(&mut self, nodes: u64) -> u64 {
        let Some(all) = &self.all else { return nodes };
        let new = nodes - self.told;
        self.told = nodes;
        all.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Whether the search may go on after so many nodes.
    #[inline]
    pub(crate) fn check(&mut self, nodes: u64) -> Result<(), Stop> {
        if nodes > self.nodes {
            return Err(Stop::Nodes);
        }
        if nodes.is_multiple_of(NODES_BETWEEN_SIGNALS) {
            self.look(nodes)?;
        }
        Ok(())
    }

    fn look(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.signal.as_ref().is_some_and(|signal| signal.is_cut()) {
            return Err(Stop::Told);
        }
        if nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.check_all(nodes)?;
        }
        Ok(())
    }

    /// Looks at every limit, for searches whose nodes take long or are counted many
    /// at once.
    pub(crate) fn check_all(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.tell(nodes) > self.nodes {
            return Err(Stop::Nodes);
        }
        if self.stopper.is_stopped() {
            return Err(Stop::Told);
        }
        if self.end.is_some_and(|end| now() >= end) {
            return Err(Stop::Time);
        }
        Ok(())
    }
}
