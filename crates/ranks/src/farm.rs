//! Numbered jobs that do not depend on each other, done by all ranks: whoever is done with
//! one gets the next.
//!
//! The first rank hands out numbers and works, too. Each rank has a job ahead of the one that it
//! does, so that nobody waits while the first rank is busy with a job of its own. Results
//! go to the first rank under the number of their job; in which order they come makes no
//! difference to what is in them.

use crate::link::Lost;
use crate::team::{Kind, Message, Team};
use game::bytes::{Reader, put};
use std::collections::{BTreeSet, VecDeque};
use std::iter::Peekable;
use std::ops::ControlFlow;

const JOB: Kind = 0;
const RESULT: Kind = 1;
const END: Kind = 2;

/// A rank has this many jobs at a time: the one that it does and the one after that.
const JOBS_AHEAD: usize = 2;

/// How the jobs ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farmed {
    /// All are done.
    All,
    /// The first rank has seen enough.
    Enough,
}

/// Does `n_jobs` jobs. `job` does one, at whatever rank; `done` hears at the first rank what
/// came of it, and may say that it has seen enough. All ranks are told how it ended.
pub fn farm(
    team: &mut Team<'_>,
    n_jobs: u64,
    mut job: impl FnMut(u64) -> Vec<u8>,
    done: impl FnMut(u64, Vec<u8>) -> ControlFlow<()>,
) -> Result<Farmed, Lost> {
    farm_with(team, 0..n_jobs, |number, _| job(number), done)
}

/// The same for long jobs, and for those that the first rank names; which ones others name
/// makes no difference. While it works, `job` asks now and then whether it is still wanted:
/// meanwhile messages are heard, and others get jobs. What a job returns that is not wanted any
/// more is not looked at.
pub fn farm_with(
    team: &mut Team<'_>,
    jobs: impl IntoIterator<Item = u64>,
    mut job: impl FnMut(u64, &mut dyn FnMut() -> bool) -> Vec<u8>,
    done: impl FnMut(u64, Vec<u8>) -> ControlFlow<()>,
) -> Result<Farmed, Lost> {
    team.begin();
    if team.is_first() {
        let others = (0..JOBS_AHEAD).flat_map(|_| 1..team.size());
        let wanting = others.collect();
        let jobs = jobs.into_iter().peekable();
        let foreman = Foreman { jobs, under_way: BTreeSet::new(), enough: false, done };
        return Lead { team, foreman, wanting }.work(job);
    }
    let mut inbox = VecDeque::new();
    loop {
        let message = match inbox.pop_front() {
            Some(message) => message,
            None => team.wait()?,
        };
        match (message.kind, Reader(&message.bytes).small::<u64>()) {
            (JOB, Some(number)) => {
                let mut heard = Ok(());
                let result = job(number, &mut || {
                    heard = listen(team, &mut inbox);
                    heard.is_ok() && !inbox.iter().any(|message| message.kind == END)
                });
                heard?;
                let mut bytes = message.bytes;
                bytes.extend(result);
                team.send(0, RESULT, &bytes)?;
            }
            (END, Some(0)) => return Ok(Farmed::All),
            _ => return Ok(Farmed::Enough),
        }
    }
}

/// Puts what has arrived into the inbox, the end before everything else.
fn listen(team: &mut Team<'_>, inbox: &mut VecDeque<Message>) -> Result<(), Lost> {
    while let Some(message) = team.receive()? {
        match message.kind {
            END => inbox.push_front(message),
            _ => inbox.push_back(message),
        }
    }
    Ok(())
}

/// What the first rank knows.
struct Foreman<J: Iterator<Item = u64>, D> {
    /// The jobs that nobody has yet.
    jobs: Peekable<J>,
    /// The jobs that somebody has.
    under_way: BTreeSet<u64>,
    enough: bool,
    done: D,
}

impl<J: Iterator<Item = u64>, D: FnMut(u64, Vec<u8>) -> ControlFlow<()>> Foreman<J, D> {
    /// The next job, if there is one.
    fn take(&mut self) -> Option<u64> {
        let next = if self.enough { None } else { self.jobs.next() };
        self.under_way.extend(next);
        next
    }

    /// Hears what came of a job; whether somebody had that job. After enough was seen, nothing
    /// is heard.
    fn hear(&mut self, number: u64, result: Vec<u8>) -> bool {
        let was_under_way = self.under_way.remove(&number);
        if was_under_way && !self.enough {
            self.enough = (self.done)(number, result).is_break();
        }
        was_under_way
    }

    fn is_over(&mut self) -> bool {
        self.enough || self.under_way.is_empty() && self.jobs.peek().is_none()
    }
}

/// The first rank at work.
struct Lead<'t, 'l, J: Iterator<Item = u64>, D> {
    team: &'t mut Team<'l>,
    foreman: Foreman<J, D>,
    /// Who gets the next jobs: all in turn, and the first rank last.
    wanting: VecDeque<usize>,
}

impl<J, D> Lead<'_, '_, J, D>
where
    J: Iterator<Item = u64>,
    D: FnMut(u64, Vec<u8>) -> ControlFlow<()>,
{
    fn work(
        mut self,
        mut job: impl FnMut(u64, &mut dyn FnMut() -> bool) -> Vec<u8>,
    ) -> Result<Farmed, Lost> {
        while !self.foreman.is_over() {
            self.serve()?;
            match self.foreman.take() {
                Some(number) => {
                    let mut served = Ok(());
                    let result = job(number, &mut || {
                        served = self.serve();
                        served.is_ok() && !self.foreman.enough
                    });
                    served?;
                    self.foreman.hear(number, result);
                }
                None if self.foreman.is_over() => {}
                None => self.team.rest(),
            }
        }
        let enough = self.foreman.enough;
        self.team.send_to_others(END, &[u8::from(enough)])?;
        Ok(if enough { Farmed::Enough } else { Farmed::All })
    }

    /// Hears results, and hands out jobs to those who sent them.
    fn serve(&mut self) -> Result<(), Lost> {
        while let Some(message) = self.team.receive()? {
            let mut reader = Reader(&message.bytes);
            let number: Option<u64> = reader.small();
            if !number.is_some_and(|number| self.foreman.hear(number, reader.0.to_vec())) {
                let why = "it sent a result that belongs to no job".to_string();
                return Err(Lost { rank: Some(message.from), why });
            }
            self.wanting.push_back(message.from);
        }
        while let Some(rank) = self.wanting.pop_front() {
            let Some(number) = self.foreman.take() else { break };
            let mut bytes = Vec::new();
            put(u128::from(number), &mut bytes);
            self.team.send(rank, JOB, &bytes)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::{Network, run};
    use std::cell::RefCell;

    #[test]
    fn each_job_is_done_once() {
        for size in [1, 2, 3, 8] {
            for n_jobs in [0, 1, 5, 100] {
                let heard = run(size, Network::unruly(n_jobs), |team| {
                    let heard = RefCell::new(vec![0; n_jobs as usize]);
                    let ended = farm(
                        team,
                        n_jobs,
                        |number| vec![number as u8 ^ 0x55],
                        |number, result| {
                            assert_eq!(result, [number as u8 ^ 0x55]);
                            heard.borrow_mut()[number as usize] += 1;
                            ControlFlow::Continue(())
                        },
                    );
                    (ended, heard.into_inner())
                });
                assert!(heard.iter().all(|(ended, _)| *ended == Ok(Farmed::All)));
                assert_eq!(heard[0].1, vec![1; n_jobs as usize]);
            }
        }
    }

    /// What is known already is not done again: only the first rank knows what is left.
    #[test]
    fn jobs_may_be_left_out() {
        for size in [1, 2, 4] {
            let heard = run(size, Network::unruly(5), |team| {
                let mut heard = Vec::new();
                let is_first = team.is_first();
                let jobs = [3, 5, 40].into_iter().filter(|_| is_first);
                let ended = farm_with(
                    team,
                    jobs,
                    |number, _| vec![number as u8],
                    |number, result| {
                        heard.push((number, result));
                        ControlFlow::Continue(())
                    },
                );
                assert_eq!(ended, Ok(Farmed::All));
                heard.sort();
                heard
            });
            assert_eq!(heard[0], [(3, vec![3]), (5, vec![5]), (40, vec![40])]);
        }
    }

    #[test]
    fn enough_is_enough_for_all() {
        let ended = run(4, Network::unruly(3), |team| {
            let mut n_heard = 0;
            let ended = farm(
                team,
                1_000_000,
                |_| Vec::new(),
                |_, _| {
                    n_heard += 1;
                    if n_heard == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            // What is asked next is not disturbed by jobs that were under way.
            (ended, team.barrier(), n_heard)
        });
        for (rank, (ended, after, n_heard)) in ended.into_iter().enumerate() {
            assert_eq!((ended, after), (Ok(Farmed::Enough), Ok(())));
            assert_eq!(n_heard, if rank == 0 { 20 } else { 0 });
        }
    }

    /// Jobs that would never end by themselves end when they are not wanted any more, and
    /// the first rank hands out jobs while it has one of its own.
    #[test]
    fn long_jobs_hear_that_they_are_not_wanted() {
        for size in [2, 3, 5] {
            let ended = run(size, Network::unruly(size as u64), |team| {
                let first = team.is_first();
                let mut n_heard = 0;
                let ended = farm_with(
                    team,
                    0..1_000,
                    |_, is_wanted| {
                        while first && is_wanted() {
                            std::thread::yield_now();
                        }
                        vec![1]
                    },
                    |_, _| {
                        n_heard += 1;
                        if n_heard == 50 {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    },
                );
                (ended, team.barrier())
            });
            assert!(ended.iter().all(|it| *it == (Ok(Farmed::Enough), Ok(()))));
        }
    }
}
