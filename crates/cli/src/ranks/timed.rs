//! Where the time of ranks goes: a link that looks at the clock. The work of a command is
//! told apart from its start (MPI, reading and comparing rules), and of the work what a rank
//! waited for others and what it spent on messages.
//!
//! Nothing depends on these times; they are reported.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the clock is read here")]

use super::super::terminal;
use ::ranks::{Link, Lost, Parcel, Team};
use game::bytes::{Reader, put};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time that was spent on other things than work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unworked {
    /// On waiting for others.
    idle: Duration,
    /// On messages.
    messages: Duration,
}

/// What a link has measured so far, in nanoseconds, seen by whoever made it.
#[derive(Debug, Default)]
pub(super) struct Spent {
    idle: AtomicU64,
    messages: AtomicU64,
}

impl Spent {
    /// What was spent so far.
    pub(super) fn so_far(&self) -> Unworked {
        let time = |of: &AtomicU64| Duration::from_nanos(of.load(Ordering::Relaxed));
        Unworked { idle: time(&self.idle), messages: time(&self.messages) }
    }

    /// The same since a moment at which it was so much.
    pub(super) fn since(&self, before: Unworked) -> Unworked {
        let Unworked { idle, messages } = self.so_far();
        let (idle, messages) =
            (idle.saturating_sub(before.idle), messages.saturating_sub(before.messages));
        Unworked { idle, messages }
    }
}

/// A link that measures.
pub(super) struct Timed<L> {
    link: L,
    spent: Arc<Spent>,
    /// When it last rested, if nothing has come since: whoever rests again has had nothing
    /// to do in between.
    rested: Option<Instant>,
}

impl<L: Link> Timed<L> {
    pub(super) fn new(link: L, spent: Arc<Spent>) -> Timed<L> {
        Timed { link, spent, rested: None }
    }
}

/// Adds the time since then.
fn add(to: &AtomicU64, since: Instant) {
    to.fetch_add(since.elapsed().as_nanos() as u64, Ordering::Relaxed);
}

impl<L: Link> Link for Timed<L> {
    fn rank(&self) -> usize {
        self.link.rank()
    }

    fn size(&self) -> usize {
        self.link.size()
    }

    fn host(&self) -> String {
        self.link.host()
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Lost> {
        let began = Instant::now();
        let sent = self.link.send(to, bytes);
        add(&self.spent.messages, began);
        sent
    }

    fn receive(&mut self) -> Result<Option<Parcel>, Lost> {
        // While it has nothing to do, looking for messages is a part of waiting.
        let began = self.rested.is_none().then(Instant::now);
        let received = self.link.receive()?;
        if let Some(began) = began {
            add(&self.spent.messages, began);
        }
        if received.is_some()
            && let Some(rested) = self.rested.take()
        {
            add(&self.spent.idle, rested);
        }
        Ok(received)
    }

    fn rest(&mut self, times: u32) {
        let began = self.rested.unwrap_or_else(Instant::now);
        self.link.rest(times);
        add(&self.spent.idle, began);
        self.rested = Some(Instant::now());
    }
}

/// What one rank says of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    work: Duration,
    idle: Duration,
    messages: Duration,
}

impl Told {
    fn written(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        [self.work, self.idle, self.messages].iter().for_each(|it| put(it.as_nanos(), &mut bytes));
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Told> {
        let mut reader = Reader(bytes);
        let mut time = || reader.small().map(Duration::from_nanos);
        Some(Told { work: time()?, idle: time()?, messages: time()? })
    }

    fn share(self, part: Duration) -> f64 {
        100.0 * part.as_secs_f64() / self.work.as_secs_f64().max(1e-9)
    }
}

/// Says on standard error how long all ranks worked, and what they did not work. `began` is
/// when this rank began to work. A rank that has failed meanwhile says more than this would.
pub(super) fn note_times(team: &mut Team<'_>, began: Instant, unworked: Unworked) {
    let Unworked { idle, messages } = unworked;
    let mine = Told { work: began.elapsed(), idle, messages };
    if team.size() > 1
        && let Ok(all) = team.all_gather(&mine.written())
        && let Some(all) = all.iter().map(|told| Told::read(told)).collect::<Option<Vec<_>>>()
    {
        terminal::note(&text(&all, terminal::since_beginning().saturating_sub(mine.work)));
    }
}

/// All of it in a line.
fn text(all: &[Told], start: Duration) -> String {
    let work = all.iter().map(|told| told.work).max().unwrap_or_default();
    let mean = |of: fn(&Told) -> f64| all.iter().map(of).sum::<f64>() / all.len().max(1) as f64;
    let (work, start) = (work.as_secs_f64(), start.as_secs_f64());
    let (idle, messages) = (mean(|it| it.share(it.idle)), mean(|it| it.share(it.messages)));
    format!(
        "ranks: {work:.2} s of work after {start:.2} s of start; of it {idle:.1} % waiting and \
         {messages:.1} % in messages, on average"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_shares_of_the_work() {
        let told = |work, idle, messages| Told {
            work: Duration::from_millis(work),
            idle: Duration::from_millis(idle),
            messages: Duration::from_millis(messages),
        };
        let all = [told(2000, 100, 0), told(2000, 300, 40)];
        assert_eq!(Told::read(&all[1].written()), Some(all[1]));
        assert_eq!(
            text(&all, Duration::from_millis(500)),
            "ranks: 2.00 s of work after 0.50 s of start; of it 10.0 % waiting and 1.0 % in \
             messages, on average"
        );
    }

    #[test]
    fn waiting_is_told_apart_from_messages() {
        let spent = Arc::new(Spent::default());
        let mut link = Timed::new(::ranks::Alone::default(), spent.clone());
        let idle = || spent.idle.load(Ordering::Relaxed);
        assert!(matches!(link.receive(), Ok(None)));
        assert_eq!(idle(), 0, "it has not rested");
        link.rest(1);
        let rested = idle();
        assert!(rested > 0);
        assert!(link.send(0, vec![1]).is_ok() && matches!(link.receive(), Ok(Some(_))));
        assert!(idle() > rested, "it waited until something came");
        let waited = idle();
        assert!(matches!(link.receive(), Ok(None)));
        assert_eq!(idle(), waited);
    }
}
