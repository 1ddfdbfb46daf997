//! Numbered jobs that do not depend on each other, done by all ranks: whoever is done with
//! one gets the next.
//!
//! The first rank hands out numbers and works, too. Each rank has a job ahead of the one that it
//! does, so that nobody waits while the first rank is busy with a job of its own. Results
//! go to the first rank under the number of their job; in which order they come makes no
//! difference to what is in them.

use crate::link::Lost;
use crate::team::{Kind, Team};
use game::bytes::{Reader, put};
use std::collections::VecDeque;
use std::ops::ControlFlow;

const JOB: Kind = 0;
const RESULT: Kind = 1;
const END: Kind = 2;

/// A rank has so many jobs at a time: the one that it does and the one after that.
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
    team.begin();
    if team.is_first() {
        return lead(team, n_jobs, job, done);
    }
    loop {
        let message = team.wait()?;
        match (message.kind, Reader(&message.bytes).small::<u64>()) {
            (JOB, Some(number)) => {
                let mut bytes = message.bytes;
                bytes.extend(job(number));
                team.send(0, RESULT, &bytes)?;
            }
            (_, Some(0)) => return Ok(Farmed::All),
            _ => return Ok(Farmed::Enough),
        }
    }
}

/// What the first rank knows.
struct Foreman<D> {
    next: u64,
    n_jobs: u64,
    n_done: u64,
    enough: bool,
    done: D,
}

impl<D: FnMut(u64, Vec<u8>) -> ControlFlow<()>> Foreman<D> {
    /// The next job, if there is one.
    fn take(&mut self) -> Option<u64> {
        let is_left = self.next < self.n_jobs && !self.enough;
        is_left.then(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// Hears what came of a job. After enough was seen, nothing is heard.
    fn hear(&mut self, number: u64, result: Vec<u8>) {
        self.n_done += 1;
        if !self.enough {
            self.enough = (self.done)(number, result).is_break();
        }
    }

    fn is_over(&self) -> bool {
        self.enough || self.n_done == self.n_jobs
    }
}

fn lead(
    team: &mut Team<'_>,
    n_jobs: u64,
    mut job: impl FnMut(u64) -> Vec<u8>,
    done: impl FnMut(u64, Vec<u8>) -> ControlFlow<()>,
) -> Result<Farmed, Lost> {
    let mut foreman = Foreman { next: 0, n_jobs, n_done: 0, enough: false, done };
    // Who gets the first jobs: all in turn, and the first rank last.
    let others = (0..JOBS_AHEAD).flat_map(|_| 1..team.size());
    let mut wanting: VecDeque<usize> = others.collect();
    while !foreman.is_over() {
        while let Some(message) = team.receive()? {
            let mut reader = Reader(&message.bytes);
            let Some(number) = reader.small() else {
                let why = "it sent a result that belongs to no job".to_string();
                return Err(Lost { rank: Some(message.from), why });
            };
            foreman.hear(number, reader.0.to_vec());
            wanting.push_back(message.from);
        }
        while let Some(rank) = wanting.pop_front() {
            let Some(number) = foreman.take() else { break };
            let mut bytes = Vec::new();
            put(u128::from(number), &mut bytes);
            team.send(rank, JOB, &bytes)?;
        }
        match foreman.take() {
            Some(number) => {
                let result = job(number);
                foreman.hear(number, result);
            }
            None if foreman.is_over() => {}
            None => team.rest(),
        }
    }
    team.send_to_others(END, &[u8::from(foreman.enough)])?;
    Ok(if foreman.enough { Farmed::Enough } else { Farmed::All })
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
}
