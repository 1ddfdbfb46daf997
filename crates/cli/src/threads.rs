//! What several threads did, and with `--compare` what they gained over one: the same
//! lines and the same JSON for every command whose work threads share.

use super::words::{self, count, signed};
use search::ThreadWork;
use serde_json::{Value, json};
use std::time::Duration;

/// What some work took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spent {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// The same work, done by all threads and by one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Compared {
    /// To which depth, if work goes to depths.
    pub(super) depth: Option<u32>,
    pub(super) all: Spent,
    pub(super) one: Spent,
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

/// What the threads of a search did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work<'w> {
    pub(super) threads: &'w [ThreadWork],
    /// How long it took.
    pub(super) time: Duration,
    /// Positions whose moves were shared, and moves that were given up, if that is
    /// counted.
    pub(super) shared: Option<(u64, u64)>,
    pub(super) compared: Option<Compared>,
}

impl Work<'_> {
    /// As lines of text. What is counted are nodes, or something else.
    pub(super) fn text(&self, what: &str) -> String {
        let mut text = String::new();
        for (i, thread) in self.threads.iter().enumerate() {
            let percent = 100.0 * thread.idle.as_secs_f64() / self.time.as_secs_f64().max(1e-6);
            let nodes = count(thread.nodes, what);
            text += &format!("thread {}: {nodes}, idle {percent:.1} %\n", i + 1);
        }
        if let Some((splits, aborts)) = self.shared {
            text += &format!("positions shared: {splits}, moves given up: {aborts}\n");
        }
        let Some(compared) = self.compared else { return text };
        let Compared { depth, all, one } = compared;
        let depth = depth.map_or(String::new(), |depth| format!(" to depth {depth}"));
        let spent = |spent: Spent| {
            format!("{} in {:.2} s", count(spent.nodes, what), spent.time.as_secs_f64())
        };
        // What came after that depth was broken off, and cannot be compared.
        if all.time < self.time {
            text += &format!("all threads{depth}: {}\n", spent(all));
        }
        let overhead = signed(100.0 * compared.overhead(), 1);
        let (one, gain) = (spent(one), compared.speed_up());
        text + &format!(
            "one thread{depth}: {one}; overhead {overhead} % nodes, speed-up {gain:.2}\n"
        )
    }

    /// The same for programs.
    pub(super) fn answer(&self) -> Value {
        let round = |number: f64| words::round(number, 3);
        let threads = self.threads.iter().map(|thread| {
            json!({ "nodes": thread.nodes, "idle_seconds": round(thread.idle.as_secs_f64()) })
        });
        json!({
            "threads": threads.collect::<Vec<_>>(),
            "splits": self.shared.map(|(splits, _)| splits),
            "aborts": self.shared.map(|(_, aborts)| aborts),
            "serial": self.compared.map(|compared| json!({
                "depth": compared.depth,
                "nodes": compared.one.nodes,
                "seconds": round(compared.one.time.as_secs_f64()),
                "nodes_of_threads": compared.all.nodes,
                "seconds_of_threads": round(compared.all.time.as_secs_f64()),
                "overhead": round(compared.overhead()),
                "speed_up": round(compared.speed_up()),
            })),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_compared_with_one_thread() {
        let thread = |nodes, millis| ThreadWork { nodes, idle: Duration::from_millis(millis) };
        let threads = [thread(700, 0), thread(500, 250)];
        let spent = |nodes, secs| Spent { nodes, time: Duration::from_secs(secs) };
        let compared = Compared { depth: Some(9), all: spent(1200, 2), one: spent(1000, 3) };
        let time = Duration::from_secs(2);
        let work = Work { threads: &threads, time, shared: Some((3, 4)), compared: Some(compared) };
        assert_eq!(
            work.text("node"),
            "thread 1: 700 nodes, idle 0.0 %\nthread 2: 500 nodes, idle 12.5 %\n\
             positions shared: 3, moves given up: 4\n\
             one thread to depth 9: 1000 nodes in 3.00 s; overhead +20.0 % nodes, speed-up 1.50\n"
        );
        assert_eq!(work.answer()["serial"]["overhead"], 0.2);
        assert_eq!(Work { compared: None, ..work }.answer()["serial"], Value::Null);
    }

    #[test]
    fn what_was_broken_off_is_not_compared() {
        let spent = |nodes, millis| Spent { nodes, time: Duration::from_millis(millis) };
        let compared = Compared { depth: Some(9), all: spent(1100, 500), one: spent(1000, 900) };
        let time = Duration::from_secs(2);
        let work = Work { threads: &[], time, shared: None, compared: Some(compared) };
        assert_eq!(
            work.text("node"),
            "all threads to depth 9: 1100 nodes in 0.50 s\n\
             one thread to depth 9: 1000 nodes in 0.90 s; overhead +10.0 % nodes, speed-up 1.80\n"
        );
    }
}
