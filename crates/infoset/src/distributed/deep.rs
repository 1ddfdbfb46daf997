//! Depth-first search on many ranks: each searches its own tasks for a while, then looks
//! at its messages and shares tasks out, by the strategies of the paper (Richards, Gupta
//! and Sarood, "Parallel Information Set Generation for Kriegspiel", section 5).
//!
//! A task travels as its key: which of the positions that followed was gone on with, turn
//! by turn. That is a byte or two for a turn, and whoever gets it goes there again. A search
//! that is broken off leaves tasks ([`DeepSearch::run`]), so that nothing but whole tasks
//! has to be sent.
//!
//! | strategy | who gets a task |
//! |---|---|
//! | random | a rank that is drawn, once for each task of the first levels (the grain) |
//! | stealing | an idle rank that asked a random one, and waits longer after refusals |
//! | averaging | neighbors that have less than the average of the neighborhood |
//!
//! With an adaptive grain, or one by work, there are no first levels; then random placement gives to whoever
//! asks, as stealing does.

use super::parcels::{self, FAILED};
use crate::checkpoint::deep::{put_key, read_key};
use crate::deep::{Balance, DeepSearch, Grain, Sharing, neighbors};
use crate::limits::{InfosetError, Watch};
use game::bytes::{Reader, put};
use game::{Referee, Rng};
use ranks::{Exchange, Kind, Lost, Received, Team};
use rustc_hash::FxHashSet;

/// This many positions are compared before a rank looks at its messages for the first time,
/// so that others soon have something to do; then twice as many, up to some thousandths of
/// a second.
const FIRST_LOOK: u64 = 64;
const MOST_BETWEEN_LOOKS: u64 = 20_000;

/// An idle rank asks for a task.
const WANT: Kind = FAILED + 1;
/// Whoever was asked has none to spare.
const REFUSED: Kind = FAILED + 2;
/// How many tasks a neighbor has.
const LOAD: Kind = FAILED + 3;

/// After a refusal a thief waits for so many rests, then twice as many, up to the limit.
const FIRST_WAIT: u32 = 1;
const LONGEST_WAIT: u32 = 64;

/// How a rank takes part in the sharing of tasks.
struct Share {
    sharing: Sharing,
    between_looks: u64,
    rng: Rng,
    /// Ranks that asked for a task.
    thieves: Vec<usize>,
    /// Whether an answer to a request of this rank is awaited.
    asks: bool,
    /// How long to wait before the next request, and how long that has lasted.
    wait: u32,
    waited: u32,
    /// What neighbors have, as far as is known, and what they were told that this one has.
    loads: Vec<usize>,
    told: Option<usize>,
    /// Tasks that were placed here; they are not placed again.
    placed: FxHashSet<Vec<u32>>,
}

impl<G: Referee> DeepSearch<'_, G> {
    /// Searches with all ranks until all is done; the first rank then has what all have
    /// found. All ranks have made the same search, which has not begun.
    pub fn run_with_team(
        &mut self,
        team: &mut Team<'_>,
        sharing: Sharing,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        if !team.is_first() {
            self.open.clear();
        }
        let mut exchange = Exchange::new(team);
        if let Err(why) = self.share_with(&mut exchange, sharing, watch) {
            // Whoever is lost does not hear of it, and those who failed themselves know.
            let _ = exchange.notify(FAILED, &parcels::put_failure(&why));
            return Err(why);
        }
        self.gather(team)
    }

    fn share_with(
        &mut self,
        exchange: &mut Exchange<'_, '_>,
        sharing: Sharing,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        let mut share = Share::new(exchange, sharing);
        loop {
            self.work_for_a_while(&mut share, watch)?;
            share.out(self, exchange)?;
            loop {
                match exchange.receive(self.open.is_empty())? {
                    Received::Done => return Ok(()),
                    Received::Nothing => break,
                    Received::Batch { from, bytes } => {
                        self.take(&mut share, from, &bytes, watch)?
                    }
                    Received::Notice { from, kind, bytes } => share.hear(from, kind, &bytes)?,
                }
            }
            if self.open.is_empty() {
                if !watch(self.work()) {
                    return Err(InfosetError::Stopped);
                }
                exchange.rest();
            }
        }
    }

    /// Searches own tasks until it is time to look at messages.
    fn work_for_a_while(
        &mut self,
        share: &mut Share,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        if self.open.is_empty() {
            return Ok(());
        }
        let end = self.work().compared + share.between_looks;
        share.between_looks = (2 * share.between_looks).min(MOST_BETWEEN_LOOKS);
        let mut is_stopped = false;
        let run = self.run(share.sharing, &mut |now| {
            is_stopped = is_stopped || !watch(now);
            !is_stopped && now.compared < end
        });
        match run {
            Err(InfosetError::Stopped) if !is_stopped => Ok(()),
            run => run,
        }
    }

    /// Takes tasks that another rank has sent.
    fn take(
        &mut self,
        share: &mut Share,
        from: usize,
        bytes: &[u8],
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        share.asks = false;
        share.wait = FIRST_WAIT;
        let (mut reader, mut keys) = (Reader(bytes), Vec::new());
        let unknown = || Lost { rank: Some(from), why: "it sent a task of another search".into() };
        while !reader.0.is_empty() {
            keys.push(read_key(&mut reader).ok_or_else(unknown)?);
        }
        let work = self.work();
        self.open.extend(self.trails(&keys, work, watch)?.ok_or_else(unknown)?);
        share.placed.extend(keys);
        Ok(())
    }

    /// Gives the task of a number away.
    fn give(
        &mut self,
        exchange: &mut Exchange<'_, '_>,
        to: usize,
        task: usize,
    ) -> Result<(), InfosetError> {
        let task = self.open.swap_remove(task);
        Ok(exchange.give(to, |bytes| put_key(&task.key(), bytes))?)
    }

    /// The task that is nearest to the root, and so likely the largest, if there is one to
    /// spare.
    fn largest(&self) -> Option<usize> {
        let depths = self.open.iter().map(|task| task.depth).enumerate();
        depths.min_by_key(|(_, depth)| *depth).map(|(i, _)| i).filter(|_| self.open.len() > 1)
    }

    /// Brings what all ranks have found to the first.
    fn gather(&mut self, team: &mut Team<'_>) -> Result<(), InfosetError> {
        let mut mine = Vec::new();
        if !team.is_first() {
            self.save(0, &mut mine)?;
        }
        let all = team.gather(&mine)?;
        for (rank, bytes) in all.iter().flatten().enumerate().skip(1) {
            let mut other =
                DeepSearch::new(self.game, self.observation, self.wanted, self.limits())?;
            other.resume(0, &mut &bytes[..], &mut |_| true).map_err(|_| {
                let why = "what it has found cannot be read".to_string();
                InfosetError::Lost(Lost { rank: Some(rank), why })
            })?;
            self.join(other)?;
        }
        Ok(())
    }
}

impl Share {
    fn new(exchange: &Exchange<'_, '_>, sharing: Sharing) -> Share {
        Share {
            sharing,
            between_looks: FIRST_LOOK,
            rng: Rng::new(sharing.seed ^ game::mix(exchange.rank() as u64 + 1)),
            thieves: Vec::new(),
            asks: false,
            wait: FIRST_WAIT,
            waited: 0,
            loads: vec![0; exchange.size()],
            told: None,
            placed: FxHashSet::default(),
        }
    }

    fn hear(&mut self, from: usize, kind: Kind, bytes: &[u8]) -> Result<(), InfosetError> {
        match kind {
            FAILED => return Err(parcels::read_failure(from, bytes)),
            WANT => self.thieves.push(from),
            REFUSED => {
                self.asks = false;
                self.wait = (2 * self.wait).min(LONGEST_WAIT);
                self.waited = 0;
            }
            _ => self.loads[from] = Reader(bytes).small().unwrap_or(0),
        }
        Ok(())
    }

    /// Gives tasks away, or asks for one.
    fn out<G: Referee>(
        &mut self,
        search: &mut DeepSearch<'_, G>,
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), InfosetError> {
        if exchange.size() == 1 {
            return Ok(());
        }
        match (self.sharing.balance, self.sharing.grain) {
            (Balance::Random, Grain::Levels(n)) => self.place(search, exchange, n),
            (Balance::Averaging, _) => self.even_out(search, exchange),
            (Balance::Stealing | Balance::Random, _) => self.steal(search, exchange),
        }
    }

    /// Sends each new task of the first levels to a rank that is drawn.
    fn place<G: Referee>(
        &mut self,
        search: &mut DeepSearch<'_, G>,
        exchange: &mut Exchange<'_, '_>,
        levels: usize,
    ) -> Result<(), InfosetError> {
        for task in (0..search.open.len()).rev() {
            let is_new = || !self.placed.contains(&search.open[task].key());
            if search.open[task].depth <= levels && is_new() {
                let to = self.rng.below(exchange.size());
                match to == exchange.rank() {
                    true => _ = self.placed.insert(search.open[task].key()),
                    false => search.give(exchange, to, task)?,
                }
            }
        }
        Ok(())
    }

    /// Tells neighbors what this rank has, and gives to those below the average.
    fn even_out<G: Referee>(
        &mut self,
        search: &mut DeepSearch<'_, G>,
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), InfosetError> {
        let (me, size) = (exchange.rank() as u32, exchange.size() as u32);
        let near: Vec<usize> = neighbors(me, size).map(|neighbor| neighbor as usize).collect();
        let sum: usize = near.iter().map(|neighbor| self.loads[*neighbor]).sum();
        let average = (search.open.len() + sum).div_ceil(near.len() + 1);
        for &neighbor in &near {
            while self.loads[neighbor] < average && search.open.len() > average {
                let Some(task) = search.largest() else { break };
                search.give(exchange, neighbor, task)?;
                self.loads[neighbor] += 1;
            }
        }
        let load = search.open.len();
        if self.told != Some(load) {
            self.told = Some(load);
            let mut bytes = Vec::new();
            put(load as u128, &mut bytes);
            near.iter().try_for_each(|&neighbor| exchange.tell(neighbor, LOAD, &bytes))?;
        }
        Ok(())
    }

    /// Answers those who asked, and asks a random rank if there is nothing to do.
    fn steal<G: Referee>(
        &mut self,
        search: &mut DeepSearch<'_, G>,
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), InfosetError> {
        for thief in std::mem::take(&mut self.thieves) {
            match search.largest() {
                Some(task) => search.give(exchange, thief, task)?,
                None => exchange.tell(thief, REFUSED, &[])?,
            }
        }
        exchange.flush_all()?;
        if search.open.is_empty() && !self.asks {
            self.waited += 1;
            if self.waited >= self.wait {
                let (me, others) = (exchange.rank(), exchange.size() - 1);
                let victim = (me + 1 + self.rng.below(others)) % (others + 1);
                exchange.tell(victim, WANT, &[])?;
                (self.asks, self.waited) = (true, 0);
            }
        }
        Ok(())
    }
}
