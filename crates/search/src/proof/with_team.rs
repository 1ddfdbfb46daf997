//! Proofs by many ranks: which method runs on all of them, and what each rank did.
//!
//! The sweep, df-pn and alpha-beta are shared out. Proof-number search with the true past, sums,
//! and alpha-beta where positions are no numbers are left to the first rank, and the others hear
//! what it found.

use super::choice::{By, SMALL, by, is_short};
use super::df_pn;
use super::exact_ranks::{self, Ended};
use super::ground::Ground;
use super::kept::Kept;
use super::retrograde::{outcome_of, worth};
use super::{Found, Method, Progress, Proof, Task, Unproved, both_ways, check_players, prove};
use crate::distributed::failure::{Failure, agree};
use crate::distributed::sweep::{Checkpoints, Sweep, sweep};
use crate::distributed::two_level_pns;
use crate::limits::{Limits, Stop, Watch};
use crate::parallel::ThreadWork;
use crate::reached::Reached;
use crate::settings::MOST_THREADS;
use game::Game;
use game::bytes::{Reader, put};
use ranks::{Journal, Lost, Sum, Team, Traffic};

/// This many ranks search together by df-pn and tell each other all that took some work; more of
/// them get jobs.
const MOST_TOGETHER: usize = 4;

/// What one rank did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofWork {
    /// Positions that it looked at, each as often as that happened.
    pub nodes: u64,
    /// Positions that it had in memory at the end, or owned in a sweep.
    pub positions: u64,
    /// Messages that it sent to other ranks.
    pub messages: u64,
    /// The bytes of these messages.
    pub bytes: u64,
}

impl ProofWork {
    fn read(from: &mut Reader<'_>) -> Option<ProofWork> {
        let (nodes, positions) = (from.small()?, from.small()?);
        Some(ProofWork { nodes, positions, messages: from.small()?, bytes: from.small()? })
    }
}

/// What was proved, and by whose work; the same at all ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamProof<P> {
    /// What was proved. Nodes and positions are those of all ranks; there is one thread
    /// for each rank in its list.
    pub proof: Proof<P>,
    /// What each rank did, in their order.
    pub ranks: Vec<ProofWork>,
}

impl<P> TeamProof<P> {
    /// How unevenly nodes were shared out: those of the busiest rank by those of a rank on
    /// average. 1 is best.
    pub fn load(&self) -> f64 {
        unevenness(self.ranks.iter().map(|rank| rank.nodes))
    }

    /// The same of positions in memory.
    pub fn share_of_positions(&self) -> f64 {
        unevenness(self.ranks.iter().map(|rank| rank.positions))
    }

    /// The messages of all ranks.
    pub fn messages(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.messages).sum()
    }
}

fn unevenness(numbers: impl Iterator<Item = u64> + Clone) -> f64 {
    let (n, sum) = (numbers.clone().count() as f64, numbers.clone().sum::<u64>() as f64);
    let most = numbers.max().unwrap_or(0) as f64;
    if sum == 0.0 { 1.0 } else { most * n / sum }
}

/// Proves what a position is worth, by all ranks of a team: each of them calls this with the
/// same game, position, past and task, and gets the same answer. The memory of the task is
/// that of each rank; its nodes are shared out evenly. What stops it at one rank stops it at
/// all. Progress is that of the rank that hears of it.
pub fn prove_with_team<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    at: &G::Position,
    past: &[G::Position],
    task: &Task,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<TeamProof<G::Position>, Unproved> {
    prove_keeping(team, game, Reached { at, past }, task, Keeping::default(), on_progress)
}

/// As [`prove_with_team`], with a journal that keeps what took most work: whoever begins with
/// it need not find that again, on any number of ranks. Only the first rank has one; all ranks
/// call this. Alpha-beta and df-pn keep something, other methods nothing.
pub fn prove_with_journal<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    reached: Reached<'_, G::Position>,
    task: &Task,
    journal: Option<&mut dyn Journal>,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<TeamProof<G::Position>, Unproved> {
    let kept = Some(Kept::new(journal));
    let keeping = Keeping { kept, ..Keeping::default() };
    prove_keeping(team, game, reached, task, keeping, on_progress)
}

/// As [`prove_with_team`], with checkpoints from which a sweep goes on if there are some: also
/// with another number of ranks than that which made them. What is no sweep makes none.
pub fn prove_with_checkpoints<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    at: &G::Position,
    past: &[G::Position],
    task: &Task,
    checkpoints: Option<Checkpoints<'_>>,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<TeamProof<G::Position>, Unproved> {
    let keeping = Keeping { checkpoints, ..Keeping::default() };
    prove_keeping(team, game, Reached { at, past }, task, keeping, on_progress)
}

/// What is kept for the next time.
#[derive(Default)]
struct Keeping<'c> {
    checkpoints: Option<Checkpoints<'c>>,
    kept: Option<Kept<'c>>,
}

fn prove_keeping<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    Reached { at, past }: Reached<'_, G::Position>,
    task: &Task,
    keeping: Keeping<'_>,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<TeamProof<G::Position>, Unproved> {
    let before = team.traffic();
    if team.size() == 1 && keeping.checkpoints.is_none() && keeping.kept.is_none() {
        let proof = prove(game, at, past, task, on_progress)?;
        let work = ProofWork {
            nodes: proof.nodes,
            positions: proof.positions,
            ..work_since(team, before)
        };
        return Ok(TeamProof { proof, ranks: vec![work] });
    }
    check_players(game.facts())?;
    let threads = task.threads.clamp(1, MOST_THREADS);
    let task = Task { threads, ..task.clone() };
    let share = task.limits.nodes.map(|nodes| nodes.div_ceil(team.size() as u64));
    let watch = Watch::new(&Limits { nodes: share, ..task.limits }, task.stopper.clone());
    let mut ground = Ground::new(game, &[], watch, on_progress);
    ground.wins = task.wins.clone();
    let mut shared =
        Shared { team, ground: &mut ground, at, past, task: &task, positions: 0, keeping };
    let proved = shared.by(task.method);
    let (owned, team) = (shared.positions, shared.team);
    ground.report();
    let (method, found) = proved?;
    let mine = ProofWork { nodes: ground.nodes, positions: owned, ..work_since(team, before) };
    let ranks = all_work(team, mine)?;
    let idle = std::time::Duration::ZERO;
    let proof = Proof {
        nodes: ranks.iter().map(|rank| rank.nodes).sum(),
        threads: ranks.iter().map(|rank| ThreadWork { nodes: rank.nodes, idle }).collect(),
        ..found.proof(&ground, method)
    };
    Ok(TeamProof { proof, ranks })
}

/// What was sent since then.
fn work_since(team: &Team<'_>, before: Traffic) -> ProofWork {
    let Traffic { messages, bytes } = team.traffic();
    let (messages, bytes) = (messages - before.messages, bytes - before.bytes);
    ProofWork { messages, bytes, ..ProofWork::default() }
}

/// What each rank did, at all ranks.
fn all_work(team: &mut Team<'_>, mine: ProofWork) -> Result<Vec<ProofWork>, Unproved> {
    let mut bytes = Vec::new();
    for number in [mine.nodes, mine.positions, mine.messages, mine.bytes] {
        put(u128::from(number), &mut bytes);
    }
    let read = |(rank, bytes): (usize, Vec<u8>)| {
        let why = || "it said what it did in no way that can be read".to_string();
        let lost = || Unproved::Lost(Lost { rank: Some(rank), why: why() });
        ProofWork::read(&mut Reader(&bytes)).ok_or_else(lost)
    };
    team.all_gather(&bytes)?.into_iter().enumerate().map(read).collect()
}

/// Whether a proof fails though another rank has the answer. That holds, whoever else ran out of
/// time, memory or stack; but a journal without it, or rules that are not sound, are to be told.
fn spoils_answers(why: &Unproved) -> bool {
    match why {
        Unproved::Checkpoint(_) | Unproved::Unwritable => true,
        Unproved::Stopped(stop) => matches!(stop, Stop::Rules(_)),
        _ => false,
    }
}

/// What the first rank says that has something to say, and its number, at all ranks. If none has,
/// all fail as the first one that has failed; so they do if one has failed in earnest.
pub(super) fn first_said(
    team: &mut Team<'_>,
    mine: &[u8],
    failed: Option<Unproved>,
) -> Result<(usize, Vec<u8>), Unproved> {
    let fails = |team: &mut Team<'_>, failure: Option<&Failure>| match agree(team, &[], failure) {
        Ok(_) => Ok(()),
        Err(Failure::Unproved(why)) => Err(why),
        Err(Failure::OnlyWhole) => Err(Unproved::Unwritable),
    };
    let in_earnest = failed.as_ref().is_some_and(spoils_answers);
    let failure = failed.map(Failure::from);
    fails(team, failure.as_ref().filter(|_| in_earnest))?;
    let all = team.all_gather(mine)?;
    if let Some(said) = all.into_iter().enumerate().find(|(_, said)| !said.is_empty()) {
        return Ok(said);
    }
    fails(team, failure.as_ref())?;
    // Somebody has failed, or else somebody would have something to say.
    Err(Unproved::Unwritable)
}

/// A proof that all ranks make together.
struct Shared<'s, 't, 'g, 'p, 'l, 'c, G: Game> {
    team: &'t mut Team<'l>,
    ground: &'s mut Ground<'g, 'p, G>,
    at: &'s G::Position,
    past: &'s [G::Position],
    task: &'s Task,
    /// The positions of this rank.
    positions: u64,
    keeping: Keeping<'c>,
}

impl<G: Game> Shared<'_, '_, '_, '_, '_, '_, G> {
    fn by(&mut self, method: Method) -> By<G::Position> {
        match method {
            Method::Auto => self.by_itself(),
            Method::Sweep => Ok((Method::Sweep, self.sweep(u64::MAX)?)),
            Method::DfPn => Ok((Method::DfPn, self.df_pn()?)),
            Method::AlphaBeta => Ok((method, self.alpha_beta()?)),
            Method::ProofNumber | Method::Sums => Ok((method, self.at_first_rank(method)?)),
        }
    }

    fn df_pn(&mut self) -> Result<Found<G::Position>, Unproved> {
        let (team, at, task) = (&mut *self.team, self.at, self.task);
        let (owned, kept) = (&mut self.positions, &mut self.keeping.kept);
        both_ways(self.ground, at, |ground, goal| {
            let kept = kept.as_mut();
            if team.size() <= MOST_TOGETHER {
                df_pn::ranks::search(team, ground, at, goal, task, owned, kept)
            } else {
                two_level_pns::search(team, ground, at, goal, task, owned, kept)
            }
        })
    }

    /// Chooses as [`prove`] does.
    fn by_itself(&mut self) -> By<G::Position> {
        match self.sweep(SMALL) {
            Err(Unproved::Memory) => {}
            swept => return Ok((Method::Sweep, swept?)),
        }
        if is_short(self.ground.game(), self.at, self.past)? {
            match self.alpha_beta() {
                Err(Unproved::Cyclic | Unproved::Deep) => {}
                found => return Ok((Method::AlphaBeta, found?)),
            }
        }
        self.by(Method::DfPn)
    }

    fn sweep(&mut self, most: u64) -> Result<Found<G::Position>, Unproved> {
        let mut owned = 0;
        let checkpoints = self.keeping.checkpoints.as_mut();
        let found = sweep(Sweep {
            team: &mut *self.team,
            ground: &mut *self.ground,
            at: self.at,
            task: self.task,
            most,
            owned: &mut owned,
            checkpoints: checkpoints.map(|Checkpoints { keeper, rules }| Checkpoints {
                keeper: &mut **keeper,
                rules: *rules,
            }),
        });
        self.positions = owned;
        found
    }

    /// All ranks search, and take the answer of the first of them that has one.
    fn alpha_beta(&mut self) -> Result<Found<G::Position>, Unproved> {
        let Some(packer) = self.ground.game().packer(self.task.fold()) else {
            if self.keeping.kept.is_some() {
                let why = "alpha-beta keeps nothing of a game whose positions are no numbers; \
                           df-pn does";
                return Err(Unproved::Checkpoint(why.to_string()));
            }
            return self.at_first_rank(Method::AlphaBeta);
        };
        let (team, at) = (&mut *self.team, self.at);
        let kept = self.keeping.kept.as_mut();
        let (ended, owned) = exact_ranks::search(team, self.ground, at, &*packer, self.task, kept);
        self.positions = owned;
        let mine = match ended {
            Ended::Found(found) => Ok(Some(found)),
            Ended::Over => Ok(None),
            Ended::Failed(why) => Err(why),
        };
        let found = self.first_found(mine)?;
        let all = self.team.all_reduce(&[owned], Sum)?;
        self.ground.positions = all.first().copied().unwrap_or(owned);
        Ok(found)
    }

    /// The first rank proves it alone, and the others hear what it found. Their nodes would
    /// be its nodes again.
    fn at_first_rank(&mut self, method: Method) -> Result<Found<G::Position>, Unproved> {
        self.ground.allow_nodes(self.task.limits.nodes);
        let mine = match self.team.is_first() {
            true => by(method, self.ground, self.at, self.past, self.task).map(|it| Some(it.1)),
            false => Ok(None),
        };
        self.positions = self.ground.positions;
        self.first_found(mine)
    }

    /// What the first rank has found that has found something, at all ranks. If none has, all
    /// fail as the first one that has failed.
    fn first_found(
        &mut self,
        mine: Result<Option<Found<G::Position>>, Unproved>,
    ) -> Result<Found<G::Position>, Unproved> {
        if let Err(Unproved::Lost(lost)) = mine {
            return Err(Unproved::Lost(lost));
        }
        let list = self.ground.expand(self.at)?.unwrap_or_default();
        let said = match &mine {
            Ok(Some(found)) => self.said(found, &list),
            _ => Vec::new(),
        };
        let (rank, said) = first_said(self.team, &said, mine.err())?;
        self.heard(&said, &list).ok_or_else(|| {
            let why = "it said what it found in no way that can be read".to_string();
            Unproved::Lost(Lost { rank: Some(rank), why })
        })
    }

    /// What was found, as bytes; moves by their places in the list.
    fn said(&mut self, found: &Found<G::Position>, list: &[G::Position]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let outcome = u64::from(worth(found.outcome) as u32);
        let turns = found.turns.map_or(0, |turns| u64::from(turns) + 1);
        let flags = [found.outcome.scored, found.exact, found.all_moves].map(u64::from);
        let images = self.ground.images as u64;
        for number in [outcome, turns, self.ground.positions, images].into_iter().chain(flags) {
            put(u128::from(number), &mut bytes);
        }
        let places = found.moves.iter().filter_map(|to| list.iter().position(|at| at == to));
        places.for_each(|place| put(place as u128, &mut bytes));
        bytes
    }

    fn heard(&mut self, bytes: &[u8], list: &[G::Position]) -> Option<Found<G::Position>> {
        let mut reader = Reader(bytes);
        let (worth, turns): (u32, u64) = (reader.small()?, reader.small()?);
        self.ground.positions = reader.small()?;
        self.ground.images = reader.small()?;
        let mut flag = || Some(reader.number()? == 1);
        let (scored, exact, all_moves) = (flag()?, flag()?, flag()?);
        let mut moves = Vec::new();
        while let Some(place) = reader.small::<usize>() {
            moves.push(list.get(place)?.clone());
        }
        let turns = turns.checked_sub(1).map(|turns| turns as u32);
        let outcome = outcome_of(worth as i32, scored);
        Some(Found { outcome, exact, moves, all_moves, turns })
    }
}
