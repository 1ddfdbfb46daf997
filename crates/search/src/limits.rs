//! When a search ends: after so much depth, this many nodes, so much time, or when
//! somebody says so.

use crate::clock::Clock;
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
    /// As long as fewer nodes than these were looked at, what is deeper than the greatest depth
    /// counts if it decides the game: near its end all is seen. How far away such an end is, or by
    /// how many points it is won, is then a bound: it may be better for whoever wins.
    pub cheap: u64,
    /// What a move usually takes, where what it leaves counts for later moves; nothing if it
    /// counts for nobody, so that the others are used up. What looks deeper and deeper ends
    /// near it, as it seems worth it (`search/pacing.rs`), and other searches for a move take it
    /// for a limit. Proofs and puzzles do not look at it.
    pub usual: Option<Usual>,
}

/// What a move usually takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usual {
    /// So much time.
    Time(Duration),
    /// This many nodes, by all threads, as if a clock counted them.
    Nodes(u64),
}

impl Limits {
    /// These for a player whose clock runs for the whole game. A shorter time that was given
    /// for each move stays what it is.
    ///
    /// ```
    /// use search::{Clock, Limits, Usual};
    /// use std::time::Duration;
    ///
    /// let (left, increment) = (Duration::from_secs(60), Duration::ZERO);
    /// let limits = Limits::default().by_clock(&Clock { left, increment, moves_to_go: None });
    /// assert_eq!(limits.usual, Some(Usual::Time(Duration::from_secs(2))));
    /// assert_eq!(limits.time, Some(Duration::from_secs(6)));
    /// ```
    #[must_use]
    pub fn by_clock(self, clock: &Clock) -> Limits {
        let (share, most) = (clock.share(), clock.most());
        match self.time {
            Some(time) if time <= share => self,
            Some(time) => {
                Limits { time: Some(time.min(most)), usual: Some(Usual::Time(share)), ..self }
            }
            None => Limits { time: Some(most), usual: Some(Usual::Time(share)), ..self },
        }
    }

    /// These after so much time has passed; a little is always left.
    #[must_use]
    pub fn after(self, passed: Duration, least: Duration) -> Limits {
        let left = |time: Duration| time.saturating_sub(passed).max(least);
        let usual = self.usual.map(|usual| match usual {
            Usual::Time(time) => Usual::Time(left(time)),
            Usual::Nodes(nodes) => Usual::Nodes(nodes),
        });
        Limits { time: self.time.map(left), usual, ..self }
    }

    /// These for what does not ask whether more is worth it.
    #[must_use]
    pub fn at_usual(self) -> Limits {
        match self.usual {
            None => self,
            Some(Usual::Time(usual)) => Limits {
                time: Some(self.time.map_or(usual, |time| time.min(usual))),
                usual: None,
                ..self
            },
            Some(Usual::Nodes(usual)) => Limits {
                nodes: Some(self.nodes.map_or(usual, |nodes| nodes.min(usual))),
                usual: None,
                ..self
            },
        }
    }
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

/// The most nodes and evaluations between two looks at the clock: those of quick
/// games take some microseconds together.
const MOST_BETWEEN_LOOKS: u64 = 64;
/// More time should not pass between two looks at the clock. Slow games look more
/// often, down to each node and each evaluation.
const LONGEST_BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// The time now: a limit in time cannot do without it.
#[allow(clippy::disallowed_methods, reason = "users limit searches in time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The most turns of a random game between two looks, so that one turn that takes long
/// after many that did not is not repeated often.
const MOST_TURNS_AT_ONCE: u32 = 512;

/// How many turns of a random game are played between two looks at the limits: less
/// where a turn takes long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace(u32);

impl Pace {
    /// One turn at once, until it is known how long it takes.
    pub(crate) const FIRST: Pace = Pace(1);

    /// This many turns are played at once.
    #[inline]
    pub(crate) fn turns(self) -> u32 {
        self.0
    }

    /// The pace of what follows turns that took so long.
    #[inline]
    pub(crate) fn after(self, passed: Duration) -> Pace {
        match passed {
            _ if passed > LONGEST_BETWEEN_LOOKS => Pace((self.0 / 2).max(1)),
            _ if passed < LONGEST_BETWEEN_LOOKS / 4 => Pace((2 * self.0).min(MOST_TURNS_AT_ONCE)),
            _ => self,
        }
    }
}

/// How often a thread looks whether its work is still wanted: that costs less than
/// the clock.
const TICKS_BETWEEN_SIGNALS: u64 = 8;

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
    /// Nodes and evaluations up to now, and at which of them the clock is looked at.
    ticks: u64,
    next_look: u64,
    /// This many of them are between two looks.
    between: u64,
    last_look: Instant,
}

impl Watch {
    pub(crate) fn new(limits: &Limits, stopper: Stopper) -> Watch {
        let last_look = now();
        Watch {
            nodes: limits.nodes.unwrap_or(u64::MAX),
            end: limits.time.and_then(|time| last_look.checked_add(time)),
            stopper,
            all: None,
            told: 0,
            signal: None,
            ticks: 0,
            next_look: 1,
            between: 1,
            last_look,
        }
    }

    /// The same watch, which somebody else ends.
    pub(crate) fn told_by(self, stopper: &Stopper) -> Watch {
        Watch { stopper: stopper.clone(), ..self }
    }

    /// From now on, no more nodes than these in all.
    pub(crate) fn set_nodes(&mut self, most: Option<u64>) {
        self.nodes = most.unwrap_or(u64::MAX);
    }

    /// A watch for one of several threads, which count their nodes together.
    pub(crate) fn shared(&self, all: &Arc<AtomicU64>) -> Watch {
        self.shared_from(all, self.told)
    }

    /// The same for a thread of which this many nodes are among those of all.
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

    /// The signal that it listens to.
    pub(crate) fn signal(&self) -> Option<&Arc<Signal>> {
        self.signal.as_ref()
    }

    /// Tells the other threads of the nodes up to now; the nodes of all.
    pub(crate) fn tell(&mut self, nodes: u64) -> u64 {
        let Some(all) = &self.all else { return nodes };
        let new = nodes - self.told;
        self.told = nodes;
        all.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Whether the search may go on after this many nodes.
    #[inline]
    pub(crate) fn check(&mut self, nodes: u64) -> Result<(), Stop> {
        if nodes > self.nodes {
            return Err(Stop::Nodes);
        }
        self.tick(nodes)
    }

    /// The same within a node, for what takes as long as a node does.
    #[inline]
    pub(crate) fn tick(&mut self, nodes: u64) -> Result<(), Stop> {
        self.ticks += 1;
        match self.ticks >= self.next_look || self.ticks.is_multiple_of(TICKS_BETWEEN_SIGNALS) {
            true => self.look(nodes),
            false => Ok(()),
        }
    }

    fn look(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.signal.as_ref().is_some_and(|signal| signal.is_cut()) {
            return Err(Stop::Told);
        }
        if self.ticks >= self.next_look {
            self.check_all(nodes)?;
            let passed = self.last_look.elapsed();
            self.between = match passed > LONGEST_BETWEEN_LOOKS {
                true => (self.between / 2).max(1),
                false => (2 * self.between).min(MOST_BETWEEN_LOOKS),
            };
            self.last_look += passed;
            self.next_look = self.ticks + self.between;
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
