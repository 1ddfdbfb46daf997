//! Proofs by many ranks: which method runs on all of them, and what each rank did.
//!
//! The sweep and df-pn are shared out. Alpha-beta, and proof-number search with the true
//! past, are left to the first rank, and the others hear what it found.

use super::ground::Ground;
use super::retrograde::{outcome_of, worth};
use super::{
    Found, Method, Progress, Proof, SMALL, Task, Unproved, both_ways, by, check_players, is_short,
    prove,
};
use crate::distributed::failure::{Failure, agree};
use crate::distributed::sweep::{Checkpoints, Sweep, sweep};
use crate::distributed::two_level_pns;
use crate::limits::{Limits, Watch};
use crate::parallel::ThreadWork;
use crate::settings::MOST_THREADS;
use game::Game;
use game::bytes::{Reader, put};
use ranks::{Lost, Team, Traffic};

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
    prove_with_checkpoints(team, game, at, past, task, None, on_progress)
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
    let before = team.traffic();
    if team.size() == 1 && checkpoints.is_none() {
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
        Shared { team, ground: &mut ground, at, past, task: &task, positions: 0, checkpoints };
    let proved = shared.by(task.method);
    let (owned, team) = (shared.positions, shared.team);
    ground.report();
    let (method, found) = proved?;
    let mine = ProofWork { nodes: ground.nodes, positions: owned, ..work_since(team, before) };
    let ranks = all_work(team, mine)?;
    let Found { outcome, exact, moves, all_moves, turns } = found;
    let idle = std::time::Duration::ZERO;
    let proof = Proof {
        outcome,
        exact,
        moves,
        all_moves,
        turns,
        without_past: game.asks_for_past() && method != Method::ProofNumber,
        method,
        nodes: ranks.iter().map(|rank| rank.nodes).sum(),
        positions: ground.positions,
        images: ground.images,
        threads: ranks.iter().map(|rank| ThreadWork { nodes: rank.nodes, idle }).collect(),
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

/// A proof that all ranks make together.
struct Shared<'s, 't, 'g, 'p, 'l, 'c, G: Game> {
    team: &'t mut Team<'l>,
    ground: &'s mut Ground<'g, 'p, G>,
    at: &'s G::Position,
    past: &'s [G::Position],
    task: &'s Task,
    /// The positions of this rank.
    positions: u64,
    checkpoints: Option<Checkpoints<'c>>,
}

/// What a method finds, and which one that was.
type By<P> = Result<(Method, Found<P>), Unproved>;

impl<G: Game> Shared<'_, '_, '_, '_, '_, '_, G> {
    fn by(&mut self, method: Method) -> By<G::Position> {
        match method {
            Method::Auto => self.by_itself(),
            Method::Sweep => Ok((Method::Sweep, self.sweep(u64::MAX)?)),
            Method::DfPn => Ok((Method::DfPn, self.df_pn()?)),
            Method::AlphaBeta | Method::ProofNumber | Method::Sums => self.at_first_rank(method),
        }
    }

    fn df_pn(&mut self) -> Result<Found<G::Position>, Unproved> {
        let (team, at, task) = (&mut *self.team, self.at, self.task);
        let owned = &mut self.positions;
        both_ways(self.ground, at, |ground, goal| {
            two_level_pns::search(team, ground, at, goal, task, owned)
        })
    }

    /// Chooses as [`prove`] does.
    fn by_itself(&mut self) -> By<G::Position> {
        match self.sweep(SMALL) {
            Err(Unproved::Memory) => {}
            swept => return Ok((Method::Sweep, swept?)),
        }
        if is_short(self.ground.game(), self.at, self.past)? {
            match self.at_first_rank(Method::AlphaBeta) {
                Err(Unproved::Cyclic | Unproved::Deep) => {}
                found => return found,
            }
        }
        self.by(Method::DfPn)
    }

    fn sweep(&mut self, most: u64) -> Result<Found<G::Position>, Unproved> {
        let mut owned = 0;
        let checkpoints = self.checkpoints.as_mut();
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

    /// The first rank proves it alone, and the others hear what it found. Their nodes would
    /// be its nodes again.
    fn at_first_rank(&mut self, method: Method) -> By<G::Position> {
        self.ground.allow_nodes(self.task.limits.nodes);
        let found = match self.team.is_first() {
            true => Some(by(method, self.ground, self.at, self.past, self.task)),
            false => None,
        };
        let failure = match &found {
            Some(Err(why)) => Some(Failure::from(why.clone())),
            _ => None,
        };
        match agree(self.team, &[], failure.as_ref()) {
            Ok(_) => {}
            Err(Failure::Unproved(why)) => return Err(why),
            Err(Failure::OnlyWhole) => return Err(Unproved::Unwritable),
        }
        let list = self.ground.expand(self.at)?.unwrap_or_default();
        let said = match found {
            Some(Ok((_, found))) => self.said(&found, &list),
            _ => Vec::new(),
        };
        let said = self.team.broadcast(said)?;
        let heard = self.heard(&said, &list).ok_or_else(|| {
            let why = "it said what it found in no way that can be read".to_string();
            Unproved::Lost(Lost { rank: Some(0), why })
        })?;
        Ok((method, heard))
    }

    /// What was found, as bytes; moves by their places in the list.
    fn said(&mut self, found: &Found<G::Position>, list: &[G::Position]) -> Vec<u8> {
        self.positions = self.ground.positions;
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
