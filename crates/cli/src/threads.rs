//! What several threads did, and with `--compare` what they gained over one: the same
//! lines and the same JSON for every command whose work threads share.

use super::words::{as_seconds, count, round, signed};
use search::ThreadWork;
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;

/// What some work took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spent {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// The same work, done by all threads and by one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "Serial")]
pub(super) struct Compared {
    /// To which depth, if work goes to depths.
    pub(super) depth: Option<u32>,
    pub(super) all: Spent,
    pub(super) one: Spent,
}

/// The same as programs read it.
#[derive(Serialize)]
struct Serial {
    depth: Option<u32>,
    nodes: u64,
    #[serde(serialize_with = "as_seconds")]
    seconds: Duration,
    nodes_of_threads: u64,
    #[serde(serialize_with = "as_seconds")]
    seconds_of_threads: Duration,
    overhead: f64,
    speed_up: f64,
}

impl From<Compared> for Serial {
    fn from(compared: Compared) -> Serial {
        let Compared { depth, all, one } = compared;
        Serial {
            depth,
            nodes: one.nodes,
            seconds: one.time,
            nodes_of_threads: all.nodes,
            seconds_of_threads: all.time,
            overhead: round(compared.overhead(), 3),
            speed_up: round(compared.speed_up(), 3),
        }
    }
}

impl Compared {
    /// How many nodes more than one thread the threads visited, as a share.
    fn overhead(&self) -> f64 {
        self.all.nodes as f64 / self.one.nodes.max(1) as f64 - 1.0
    }

    fn speed_up(&self) -> f64 {
        self.one.time.as_secs_f64() / self.all.time.as_secs_f64().max(1e-6)
    }
}

/// Moves that threads shared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sharing {
    /// Positions whose moves were shared.
    pub(super) splits: u64,
    /// Moves that were given up.
    pub(super) aborts: u64,
}

/// What the threads of a search did.
#[derive(Debug, Serialize)]
pub(super) struct Work {
    threads: Vec<Thread>,
    splits: Option<u64>,
    aborts: Option<u64>,
    #[serde(rename = "serial")]
    pub(super) compared: Option<Compared>,
    /// How long it took.
    #[serde(skip)]
    time: Duration,
    /// What is counted: nodes, or something else.
    #[serde(skip)]
    what: &'static str,
}

#[derive(Debug, Serialize)]
struct Thread {
    nodes: u64,
    #[serde(rename = "idle_seconds", serialize_with = "as_seconds")]
    idle: Duration,
}

impl Work {
    /// What some threads did in a time.
    pub(super) fn new(threads: &[ThreadWork], time: Duration, what: &'static str) -> Work {
        let thread = |work: &ThreadWork| Thread {
            nodes: work.nodes,
            // One that never got anything to do has not counted how long it waited.
            idle: if work.nodes == 0 { time } else { work.idle },
        };
        let threads = threads.iter().map(thread).collect();
        Work { threads, splits: None, aborts: None, compared: None, time, what }
    }

    /// With the moves that they shared, if that is counted.
    pub(super) fn sharing(mut self, sharing: Option<Sharing>) -> Work {
        self.splits = sharing.map(|sharing| sharing.splits);
        self.aborts = sharing.map(|sharing| sharing.aborts);
        self
    }

    /// With what they gained, if that is known.
    pub(super) fn compared(self, compared: Option<Compared>) -> Work {
        Work { compared, ..self }
    }
}

impl Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, thread) in self.threads.iter().enumerate() {
            let percent = 100.0 * thread.idle.as_secs_f64() / self.time.as_secs_f64().max(1e-6);
            let nodes = count(thread.nodes, self.what);
            writeln!(f, "thread {}: {nodes}, idle {percent:.1} %", i + 1)?;
        }
        if let (Some(splits), Some(aborts)) = (self.splits, self.aborts) {
            writeln!(f, "positions shared: {splits}, moves given up: {aborts}")?;
        }
        let Some(compared) = self.compared else { return Ok(()) };
        let Compared { depth, all, one } = compared;
        let depth = depth.map_or(String::new(), |depth| format!(" to depth {depth}"));
        let spent = |spent: Spent| {
            format!("{} in {:.2} s", count(spent.nodes, self.what), spent.time.as_secs_f64())
        };
        // What came after that depth was broken off, and cannot be compared.
        if all.time < self.time {
            writeln!(f, "all threads{depth}: {}", spent(all))?;
        }
        let overhead = signed(100.0 * compared.overhead(), 1);
        let (one, gain) = (spent(one), compared.speed_up());
        writeln!(f, "one thread{depth}: {one}; overhead {overhead} % nodes, speed-up {gain:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn spent(nodes: u64, millis: u64) -> Spent {
        Spent { nodes, time: Duration::from_millis(millis) }
    }

    fn thread(nodes: u64, millis: u64) -> ThreadWork {
        ThreadWork { nodes, idle: Duration::from_millis(millis) }
    }

    fn json(work: &Work) -> Value {
        serde_json::to_value(work).expect("JSON")
    }

    #[test]
    fn work_is_compared_with_one_thread() {
        let threads = [thread(700, 0), thread(500, 250)];
        let compared = Compared { depth: Some(9), all: spent(1200, 2000), one: spent(1000, 3000) };
        let work = Work::new(&threads, Duration::from_secs(2), "node");
        let work = work.sharing(Some(Sharing { splits: 3, aborts: 4 })).compared(Some(compared));
        assert_eq!(
            work.to_string(),
            "thread 1: 700 nodes, idle 0.0 %\nthread 2: 500 nodes, idle 12.5 %\n\
             positions shared: 3, moves given up: 4\n\
             one thread to depth 9: 1000 nodes in 3.00 s; overhead +20.0 % nodes, speed-up 1.50\n"
        );
        assert_eq!(json(&work)["serial"]["overhead"], 0.2);
        assert_eq!(json(&work.compared(None))["serial"], Value::Null);
    }

    #[test]
    fn what_was_broken_off_is_not_compared() {
        let compared = Compared { depth: Some(9), all: spent(1100, 500), one: spent(1000, 900) };
        let work = Work::new(&[], Duration::from_secs(2), "node").compared(Some(compared));
        assert_eq!(
            work.to_string(),
            "all threads to depth 9: 1100 nodes in 0.50 s\n\
             one thread to depth 9: 1000 nodes in 0.90 s; overhead +10.0 % nodes, speed-up 1.80\n"
        );
    }

    #[test]
    fn a_thread_that_did_nothing_was_idle() {
        let work = Work::new(&[thread(10, 500), thread(0, 0)], Duration::from_secs(2), "node");
        assert_eq!(
            work.to_string(),
            "thread 1: 10 nodes, idle 25.0 %\nthread 2: 0 nodes, idle 100.0 %\n"
        );
        assert_eq!(json(&work)["threads"][1], json!({ "nodes": 0, "idle_seconds": 2.0 }));
    }
}
