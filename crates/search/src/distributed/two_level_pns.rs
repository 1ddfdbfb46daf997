//! Proof-number search on two levels (Čížek, Balko and Schmid, "Massively parallel
//! proof-number search for impartial games and beyond", arXiv 2511.10339, 2025): a tree at
//! the first rank, and df-pn below its leaves at all of them.
//!
//! 1. The first rank hands out the leaf that most proves or refutes the root, but for those
//!    that are handed out already ([`Tree`]).
//! 2. A rank searches a leaf by df-pn for a number of nodes, with a table of its own that
//!    it keeps from job to job. It answers with the numbers of the leaf and of its moves.
//! 3. A leaf that was not solved gets its moves as children, with these numbers. Numbers go
//!    up to the root. A job that does not matter any more is called off.
//! 4. A rank also answers with the positions that it solved with the most work. They go to
//!    the other ranks together with their next jobs, and into their tables.
//!
//! Jobs grow with the work that was done, so that the tree stays small, as in the second
//! level of PN² (Allis, 1994). The first rank works, too, and serves the others between the
//! nodes of its own jobs. A rank has a job ahead of the one that it does.
//!
//! A job knows nothing of the way to its leaf. So what it proves or refutes holds wherever
//! the position is reached, and is compared by whole positions or their numbers; only what
//! was refuted because a position came back on its way stays with its node.

mod lead;
mod tree;

use super::failure::{Failure, agree};
use crate::limits::{Stop, Watch, now};
use crate::parallel::Signal;
use crate::proof::df_pn::jobs::{Find, Judge, Judged, put_finds, read_finds, with_judge};
use crate::proof::ground::Ground;
use crate::proof::kept::Kept;
use crate::proof::{Answer, Goal, Task, Unproved};
use game::Game;
use game::bytes::{Reader, put, put_position, read_position};
use lead::Lead;
use ranks::{Kind, Lost, Sum, Team};
use std::collections::VecDeque;
use std::sync::Arc;

/// A leaf to search, for other ranks.
const JOB: Kind = 0;
/// A job does not matter any more.
const OFF: Kind = 1;
/// What came of a job, for the first rank.
const RESULT: Kind = 2;
/// A rank cannot go on.
const FAILED: Kind = 3;
/// The root is solved, or a rank has failed.
const END: Kind = 4;

/// Whether the player of the goal wins, as all ranks find out together. The number of
/// positions in the table of this rank goes to `owned`. What was solved with much work is kept,
/// if there is a journal.
pub(crate) fn search<G: Game>(
    team: &mut Team<'_>,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    task: &Task,
    owned: &mut u64,
    kept: Option<&mut Kept<'_>>,
) -> Result<Answer<G::Position>, Unproved> {
    let game = ground.game();
    let watch = ground.share(None);
    let outside = ground.position_bytes() - size_of::<G::Position>();
    team.begin();
    let size = team.size();
    let ((solved, nodes, positions), images) = with_judge(game, outside, goal, task, |judge| {
        let mut rank = Rank { game, judge, watch, nodes: 0, outer: ground };
        let solved = match team.is_first() {
            true => rank.lead(team, Lead::new(game, at, goal, task, size, kept)),
            false => rank.serve(team).map(|()| None),
        };
        (solved, rank.nodes, rank.judge.positions())
    });
    ground.unshare(now(), &[(nodes, now())]);
    ground.images = images;
    *owned = positions.max(*owned);
    // All ranks have ended, and hear how. A root that was solved counts more than a limit that
    // some rank has met at the same moment.
    let failure = solved.as_ref().err().cloned();
    if let Some(Failure::Unproved(why @ Unproved::Lost(_))) = failure {
        return Err(why);
    }
    let told = match solved {
        Ok(Some((yes, by))) => 2 + 2 * by.map_or(0, |by| by as u64 + 1) + u64::from(yes),
        _ => 0,
    };
    let all = team.all_reduce(&[told, *owned], Sum)?;
    let Some(told) = all[0].checked_sub(2) else {
        return Err(match agree(team, &[], failure.as_ref()) {
            Err(Failure::Unproved(why)) => why,
            // Somebody has failed, or else the root would be solved.
            Err(Failure::OnlyWhole) | Ok(_) => Unproved::Unwritable,
        });
    };
    ground.positions = all[1];
    let list = ground.expand(at)?.unwrap_or_default();
    let by = (told / 2).checked_sub(1).and_then(|by| list.get(by as usize).cloned());
    Ok(Answer { yes: told % 2 == 1, by })
}

/// A rank at work.
struct Rank<'r, 'g, 'p, G: Game> {
    game: &'g G,
    judge: &'r mut dyn Judge<G>,
    /// What tells how far the work is.
    outer: &'r mut Ground<'g, 'p, G>,
    watch: Watch,
    /// The nodes of its jobs.
    nodes: u64,
}

/// A job as another rank gets it.
struct Job<P> {
    number: u64,
    nodes: u64,
    at: P,
}

impl<G: Game> Rank<'_, '_, '_, G> {
    /// Does a job. `hear` is called now and then, and says whether the job still matters;
    /// if not, nothing came of it.
    fn work(
        &mut self,
        at: &G::Position,
        nodes: u64,
        mut hear: impl FnMut() -> bool,
    ) -> Result<Option<Judged<G::Position>>, Unproved> {
        let signal = Arc::new(Signal::default());
        let mut watch = self.watch.clone();
        watch.listen(Some(Arc::clone(&signal)));
        let outer = &mut *self.outer;
        outer.positions = self.judge.positions();
        let mut on_progress = |_| {
            outer.report();
            if !signal.is_cut() && !hear() {
                signal.cut();
            }
        };
        let mut ground = Ground::new(self.game, &[], watch, &mut on_progress);
        let judged = self.judge.judge(&mut ground, at, nodes);
        // The last nodes are counted, too.
        ground.report();
        self.nodes += ground.nodes;
        match judged {
            Err(Unproved::Stopped(Stop::Told)) if signal.is_cut() => Ok(None),
            judged => judged.map(Some),
        }
    }

    /// Does what the first rank asks for, until it says that all is done.
    fn serve(&mut self, team: &mut Team<'_>) -> Result<(), Failure> {
        let mut jobs = Jobs { waiting: VecDeque::new(), off: Vec::new(), is_over: false };
        loop {
            jobs.hear(self.game, team, self.judge)?;
            if jobs.is_over {
                return Ok(());
            }
            let Some(job) = jobs.waiting.pop_front() else {
                if let Err(why) = look(&mut self.watch) {
                    return self.give_up(team, &mut jobs, why.into());
                }
                team.rest();
                continue;
            };
            let (before, game) = (self.nodes, self.game);
            let (mut news, mut lost) = (Vec::new(), None);
            let judged = self.work(&job.at, job.nodes, || {
                lost = jobs.hear_but(game, team, &mut news).err();
                lost.is_none() && !jobs.is_over && !jobs.off.contains(&job.number)
            });
            news.iter().for_each(|find| self.judge.learn(find));
            if let Some(lost) = lost {
                return Err(lost);
            }
            let judged = match judged {
                Ok(judged) => judged,
                Err(why) => return self.give_up(team, &mut jobs, why.into()),
            };
            let bytes = result_bytes(game, job.number, self.nodes - before, judged.as_ref());
            team.send(0, RESULT, &bytes)?;
        }
    }

    /// Tells the first rank that this one cannot go on, and waits for the end.
    fn give_up(
        &mut self,
        team: &mut Team<'_>,
        jobs: &mut Jobs<G::Position>,
        why: Failure,
    ) -> Result<(), Failure> {
        team.send(0, FAILED, &[])?;
        while !jobs.is_over {
            jobs.hear(self.game, team, self.judge)?;
            team.rest();
        }
        Err(why)
    }

    /// Hands out leaves and searches some, until the root is solved: the answer, and the
    /// number of the move that it rests on.
    fn lead(
        &mut self,
        team: &mut Team<'_>,
        mut lead: Lead<'_, '_, '_, G>,
    ) -> Result<Option<(bool, Option<usize>)>, Failure> {
        while !lead.is_over() {
            lead.hear(team);
            lead.hand_out(team);
            let Some(job) = lead.take(0) else {
                if let Err(why) = look(&mut self.watch) {
                    lead.fail(why.into());
                }
                team.rest();
                continue;
            };
            lead.take_news(0).iter().for_each(|find| self.judge.learn(find));
            let before = self.nodes;
            let judged = self.work(&job.at, job.nodes, || {
                lead.hear(team);
                lead.hand_out(team);
                !lead.is_over() && lead.matters(job.number)
            });
            match judged {
                Ok(judged) => {
                    let (number, nodes) = (job.number, self.nodes - before);
                    lead.put(0, Done { number, nodes, judged });
                }
                Err(why) => lead.fail(why.into()),
            }
        }
        team.send_to_others(END, &[])?;
        lead.answer()
    }
}

/// Looks at the limits without counting a node.
fn look(watch: &mut Watch) -> Result<(), Unproved> {
    // The nodes of jobs were counted by their own watches.
    Ok(watch.check_all(0)?)
}

/// What a rank has heard from the first one.
struct Jobs<P> {
    waiting: VecDeque<Job<P>>,
    /// Jobs that were called off.
    off: Vec<u64>,
    is_over: bool,
}

impl<P> Jobs<P> {
    /// Hears what has come, and learns the news.
    fn hear<G: Game<Position = P>>(
        &mut self,
        game: &G,
        team: &mut Team<'_>,
        judge: &mut dyn Judge<G>,
    ) -> Result<(), Failure> {
        let mut news = Vec::new();
        self.hear_but(game, team, &mut news)?;
        news.iter().for_each(|find| judge.learn(find));
        Ok(())
    }

    /// Hears what has come, and puts the news aside.
    fn hear_but<G: Game<Position = P>>(
        &mut self,
        game: &G,
        team: &mut Team<'_>,
        news: &mut Vec<Find<P>>,
    ) -> Result<(), Failure> {
        while let Some(message) = team.receive()? {
            let mut reader = Reader(&message.bytes);
            let is_read = match message.kind {
                JOB => read_job(game, &mut reader, news).map(|job| {
                    // It may have been called off before it arrived.
                    if !self.off.contains(&job.number) {
                        self.waiting.push_back(job);
                    }
                }),
                OFF => reader.small().map(|number| {
                    self.off.push(number);
                    self.waiting.retain(|job| job.number != number);
                }),
                END => {
                    self.is_over = true;
                    Some(())
                }
                _ => None,
            };
            if is_read.is_none() {
                let why = "it sent a job that cannot be read".to_string();
                return Err(Lost { rank: Some(message.from), why }.into());
            }
        }
        Ok(())
    }
}

/// A job and what was solved meanwhile, as bytes; nothing if positions cannot be written.
fn job_bytes<G: Game>(
    game: &G,
    job: &Job<G::Position>,
    news: &[Find<G::Position>],
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    put(u128::from(job.number), &mut bytes);
    put(u128::from(job.nodes), &mut bytes);
    let is_written = put_position(game, &job.at, &mut bytes);
    put_finds(game, news, &mut bytes);
    is_written.then_some(bytes)
}

fn read_job<G: Game>(
    game: &G,
    from: &mut Reader<'_>,
    news: &mut Vec<Find<G::Position>>,
) -> Option<Job<G::Position>> {
    let (number, nodes) = (from.small()?, from.small()?);
    let at = read_position(game, from)?;
    news.extend(read_finds(game, from)?);
    Some(Job { number, nodes, at })
}

/// What came of a job, as bytes; without numbers if it was called off.
fn result_bytes<G: Game>(
    game: &G,
    number: u64,
    nodes: u64,
    judged: Option<&Judged<G::Position>>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(u128::from(number), &mut bytes);
    put(u128::from(nodes), &mut bytes);
    if let Some(judged) = judged {
        put(judged.by.map_or(0, |by| by as u128 + 1), &mut bytes);
        put(judged.moves.len() as u128, &mut bytes);
        for (proof, disproof) in [judged.numbers].iter().chain(&judged.moves) {
            put(u128::from(*proof), &mut bytes);
            put(u128::from(*disproof), &mut bytes);
        }
        put_finds(game, &judged.finds, &mut bytes);
    }
    bytes
}

/// What came of a job, as the first rank hears it.
struct Done<P> {
    number: u64,
    nodes: u64,
    judged: Option<Judged<P>>,
}

fn read_result<G: Game>(game: &G, bytes: &[u8]) -> Option<Done<G::Position>> {
    let mut reader = Reader(bytes);
    let (number, nodes) = (reader.small()?, reader.small()?);
    if reader.0.is_empty() {
        return Some(Done { number, nodes, judged: None });
    }
    let by = reader.small::<usize>()?.checked_sub(1);
    let n_moves = reader.count()?;
    let mut pair = || Some((reader.small()?, reader.small()?));
    let numbers = pair()?;
    let moves = (0..n_moves).map(|_| pair()).collect::<Option<Vec<_>>>()?;
    let finds = read_finds(game, &mut reader)?;
    Some(Done { number, nodes, judged: Some(Judged { numbers, moves, by, finds }) })
}
