//! What concerns all ranks at once and belongs to no phase: somebody asked one of them to
//! stop, one of them has failed, and who may leave at the end.
//!
//! 1. A rank whose flag is raised (a signal has come) tells all others, and theirs are raised.
//! 2. A rank that is done tells the first one, and why if it has failed. If one has failed,
//!    the first rank tells all others, and whatever they wait for becomes an error.
//! 3. When all are done, the first rank lets them leave. If a rank has failed and some do
//!    not hear of it in time, the first rank gives up waiting, and the job has to be ended
//!    by force.
//!
//! Alarms look like messages of a phase that no team ever gets to, so that ordinary
//! messages cost nothing more.

use crate::link::{Link, Lost, Parcel};
use game::bytes::{Reader, put, put_bytes};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// What an alarm begins with: the number of the last phase.
const MARK: [u8; 4] = u32::MAX.to_le_bytes();
const STOP: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;
const LEAVE: u8 = 3;

/// How a rank has failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failed {
    /// The exit code that it would give.
    pub code: u8,
    /// What went wrong; empty if it only heard that another rank has failed.
    pub why: String,
}

/// How all ranks ended, as the first one knows it; others know that they may leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Whether all are done. If not, those that are left have to be ended by force.
    pub all: bool,
    /// Other ranks that have failed.
    pub failed: BTreeMap<usize, Failed>,
}

/// A link with alarms.
#[derive(Debug)]
pub struct Alarm<'f, L> {
    link: L,
    stop: &'f AtomicBool,
    /// Whether all know that they are to stop.
    is_told: bool,
    /// Whether another rank has failed.
    is_broken: bool,
    may_leave: bool,
    /// At the first rank: who is done.
    done: BTreeMap<usize, Option<Failed>>,
}

impl<'f, L: Link> Alarm<'f, L> {
    /// Adds alarms to a link: all ranks do so. `stop` is raised by whoever is asked to stop.
    pub fn new(link: L, stop: &'f AtomicBool) -> Alarm<'f, L> {
        let done = BTreeMap::new();
        Alarm { link, stop, is_told: false, is_broken: false, may_leave: false, done }
    }

    /// Whether another rank has failed, so that what this one does is lost, too.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    fn tell(&mut self, to: usize, kind: u8, bytes: &[u8]) -> Result<(), Lost> {
        self.link.send(to, [&MARK[..], &[kind], bytes].concat())
    }

    fn tell_others(&mut self, kind: u8) -> Result<(), Lost> {
        let me = self.link.rank();
        (0..self.link.size()).filter(|to| *to != me).try_for_each(|to| self.tell(to, kind, &[]))
    }

    fn pass_on_stop(&mut self) -> Result<(), Lost> {
        if !self.is_told && self.stop.load(Ordering::Relaxed) {
            self.is_told = true;
            self.tell_others(STOP)?;
        }
        Ok(())
    }

    /// Hears an alarm; an error if a rank has failed.
    fn hear(&mut self, from: usize, alarm: &[u8]) -> Result<(), Lost> {
        let failed = |why: &str| Err(Lost { rank: Some(from), why: why.to_string() });
        match alarm.split_first() {
            Some((&STOP, _)) => {
                self.is_told = true;
                self.stop.store(true, Ordering::Relaxed);
            }
            Some((&DONE, rest)) => {
                let how = read_failed(rest);
                self.is_broken |= how.is_some();
                self.done.insert(from, how.clone());
                if let Some(how) = how {
                    return failed(&how.why);
                }
            }
            Some((&FAILED, _)) => {
                self.is_broken = true;
                return failed("it has failed");
            }
            Some((&LEAVE, _)) => self.may_leave = true,
            _ => return failed("it sent something that is no message of this program"),
        }
        Ok(())
    }

    /// Takes in whatever comes, at the end; ordinary messages are dropped.
    fn take_in(&mut self) -> Result<bool, Lost> {
        self.pass_on_stop()?;
        let Some(parcel) = self.link.receive()? else { return Ok(false) };
        if let Some(alarm) = parcel.bytes.strip_prefix(&MARK) {
            // What it says is kept; it interrupts nothing any more.
            let _ = self.hear(parcel.from, alarm);
        }
        Ok(true)
    }

    /// Says how this rank ended, and waits until all have. After a failure, `is_wanted` is
    /// asked now and then whether to go on waiting.
    pub fn end(
        &mut self,
        mine: Option<Failed>,
        mut is_wanted: impl FnMut() -> bool,
    ) -> Result<Ended, Lost> {
        self.is_broken |= mine.is_some();
        if self.link.rank() != 0 {
            self.tell(0, DONE, &written(mine.as_ref()))?;
        }
        let (mut is_known, mut times) = (false, 0);
        while !self.may_leave {
            if self.link.rank() == 0 {
                if self.is_broken && !is_known {
                    is_known = true;
                    self.tell_others(FAILED)?;
                }
                if self.done.len() + 1 == self.link.size() {
                    self.tell_others(LEAVE)?;
                    break;
                }
                if self.is_broken && !is_wanted() {
                    return Ok(Ended { all: false, failed: self.failures() });
                }
            }
            times = if self.take_in()? { 0 } else { times + 1 };
            self.link.rest(times);
        }
        Ok(Ended { all: true, failed: self.failures() })
    }

    fn failures(&self) -> BTreeMap<usize, Failed> {
        let failed = |(rank, how): (&usize, &Option<Failed>)| Some((*rank, how.clone()?));
        self.done.iter().filter_map(failed).collect()
    }
}

fn written(how: Option<&Failed>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(Failed { code, why }) = how {
        put(u128::from(*code), &mut bytes);
        put_bytes(why.as_bytes(), &mut bytes);
    }
    bytes
}

fn read_failed(bytes: &[u8]) -> Option<Failed> {
    let mut reader = Reader(bytes);
    let (code, why) = (reader.small()?, reader.bytes()?);
    Some(Failed { code, why: String::from_utf8_lossy(why).into_owned() })
}

impl<L: Link> Link for Alarm<'_, L> {
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
        self.link.send(to, bytes)
    }

    fn receive(&mut self) -> Result<Option<Parcel>, Lost> {
        self.pass_on_stop()?;
        while let Some(parcel) = self.link.receive()? {
            match parcel.bytes.strip_prefix(&MARK) {
                None => return Ok(Some(parcel)),
                Some(alarm) => self.hear(parcel.from, alarm)?,
            }
        }
        match self.is_broken {
            true => Err(Lost { rank: None, why: "another rank has failed".to_string() }),
            false => Ok(None),
        }
    }

    fn rest(&mut self, times: u32) {
        self.link.rest(times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::Team;
    use crate::threads::{Network, run_links};

    /// Each rank works with a flag of its own and then ends. Gives what came of the work and
    /// of the end.
    fn check<T: Send>(
        size: usize,
        work: impl Fn(&mut Team<'_>, &AtomicBool) -> Result<T, Lost> + Sync,
    ) -> Vec<(Result<T, Lost>, Ended)> {
        run_links(size, Network::unruly(size as u64), |link| {
            let stop = AtomicBool::new(false);
            let mut alarm = Alarm::new(link, &stop);
            let done = work(&mut Team::new(Box::new(&mut alarm)), &stop);
            let mine = done.as_ref().err().map(|lost| Failed {
                code: 2,
                why: if alarm.is_broken() { String::new() } else { lost.why.clone() },
            });
            let ended = alarm.end(mine, || true).expect("no rank is lost");
            (done, ended)
        })
    }

    #[test]
    fn all_leave_when_all_are_done() {
        for size in [1, 2, 3, 8] {
            for (done, ended) in check(size, |team, _| team.barrier()) {
                assert_eq!((done, ended.all, ended.failed.len()), (Ok(()), true, 0));
            }
        }
    }

    #[test]
    fn a_stop_at_one_rank_is_a_stop_at_all() {
        for who in 0..4 {
            let stopped = check(4, |team, stop| {
                team.barrier()?;
                stop.fetch_or(team.rank() == who, Ordering::Relaxed);
                while !stop.load(Ordering::Relaxed) {
                    team.receive()?;
                    team.rest();
                }
                // Whoever was asked passes it on when it looks for messages.
                team.receive().map(drop)
            });
            assert!(stopped.iter().all(|(done, ended)| done.is_ok() && ended.all));
        }
    }

    #[test]
    fn a_rank_that_fails_keeps_nobody_waiting() {
        for who in 0..4 {
            let ends = check(4, |team, _| {
                if team.rank() == who {
                    return Err(Lost { rank: None, why: "no disk".to_string() });
                }
                team.barrier()
            });
            assert!(ends.iter().all(|(done, ended)| done.is_err() && ended.all));
            let failed = &ends[0].1.failed;
            assert_eq!(failed.len(), 3);
            for (rank, how) in failed {
                assert_eq!(how.why, if *rank == who { "no disk" } else { "" });
            }
        }
    }

    #[test]
    fn nobody_waits_forever_for_a_rank_that_does_not_listen() {
        let ended = run_links(2, Network::PERFECT, |link| {
            let stop = AtomicBool::new(false);
            let mut patience = 10;
            let mut alarm = Alarm::new(link, &stop);
            (alarm.rank() == 0).then(|| {
                let mine = Failed { code: 2, why: "no disk".to_string() };
                alarm.end(Some(mine), || {
                    patience -= 1;
                    patience > 0
                })
            })
        });
        assert_eq!(ended[0], Some(Ok(Ended { all: false, failed: BTreeMap::new() })));
    }
}
