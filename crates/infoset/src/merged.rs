//! Information sets level by level: equal positions are one, and know how many
//! histories lead to them.
//!
//! 1. Level 0 is the first position, with one history.
//! 2. For a turn that was perceived, the witness names the positions to which each
//!    position of the last level can have led. They make the next level: a position
//!    that is there already gets the histories, and a link back. The whole position is
//!    compared, never a signature alone.
//! 3. Rules may ask for earlier positions; see [`crate::pasts`]. If a question turns up
//!    that some history could answer otherwise than others with which it was merged, the
//!    set is built again with the positions in question kept apart.
//! 4. Positions from which nothing leads on stay in their levels, and are not reached
//!    from the last one.
//!
//! The sum over the last level is the number of histories, and the links give each of
//! them. The depth-first search of Richards, Gupta and Sarood visits every history; here
//! the work is that of the different positions.

mod counted;
mod expand;

use crate::crew;
use crate::forgetting::forgettable_within;
use crate::level::{Away, Held, Level};
use crate::limits::{InfosetError, Limits, Progress, WATCH_EVERY, Watch};
use crate::observation::Observation;
use crate::outline::Outline;
use crate::pasts::Pasts;
use crate::session::start_of;
use crate::storage::Storage;
use counted::Counted;
use expand::open_questions;
use game::{Counter, Ending, Perceived, Player, Referee, Witness};
use std::sync::Arc;

/// The levels of a set, and the pasts that they speak of.
type Saved<P> = (Vec<Arc<Level<P>>>, Pasts<P>);

/// The set of histories that fit what a player perceived.
pub struct MergedSet<'g, G: Referee> {
    pub(crate) game: &'g G,
    player: Player,
    threads: usize,
    /// Whether the set is only to be counted: then what leads to the last level is not
    /// kept.
    counts_only: bool,
    storage: Option<Arc<dyn Storage>>,
    pub(crate) turns: Vec<Perceived>,
    pub(crate) levels: Vec<Arc<Level<G::Position>>>,
    pub(crate) pasts: Pasts<G::Position>,
    /// Whether the last level holds only positions that end, or go on, as perceived.
    is_closed: bool,
    /// Counters that are to be forgotten while they cannot matter; and those that are forgotten
    /// now.
    clocks: Vec<(Counter, i32)>,
    pub(crate) forgotten: Vec<Counter>,
    /// What positions must be within, if somebody found that out.
    outline: Option<Arc<Outline>>,
    pub(crate) limits: Limits,
    work: Progress,
}

impl<'g, G: Referee> MergedSet<'g, G> {
    /// The set of a player before the first turn.
    pub fn new(
        game: &'g G,
        player: Player,
        start: G::Position,
        limits: Limits,
    ) -> MergedSet<'g, G> {
        MergedSet {
            game,
            player,
            threads: 1,
            counts_only: false,
            storage: None,
            turns: Vec::new(),
            levels: vec![Arc::new(Level::start(game, start))],
            pasts: Pasts::new(),
            is_closed: true,
            clocks: Vec::new(),
            forgotten: Vec::new(),
            outline: None,
            limits,
            work: Progress::default(),
        }
    }

    /// The same set, to be found by this many threads. It is the same for any number.
    pub fn with_threads(mut self, threads: usize) -> MergedSet<'g, G> {
        self.threads = threads.max(1);
        self
    }

    /// The same set for somebody who wants no histories, only their number and where
    /// they lead: nothing is kept but the last level, which takes less memory and time.
    pub fn counts_only(mut self) -> MergedSet<'g, G> {
        self.counts_only = true;
        self
    }

    /// The same set for somebody who does not ask for counters that cannot matter within the
    /// turns: positions that differ in nothing else are one.
    pub fn forgetting(mut self) -> MergedSet<'g, G> {
        self.clocks = self.game.idle_counters();
        self
    }

    /// The same set, found without positions that are not within an outline of its turns: from
    /// those no history leads on to the last turn. Levels before the last one hold fewer.
    pub fn within(mut self, outline: Arc<Outline>) -> MergedSet<'g, G> {
        self.outline = Some(outline);
        self
    }

    /// The same set, of which that for which there is no memory goes there. It tells the
    /// same.
    pub fn with_storage(mut self, storage: Arc<dyn Storage>) -> MergedSet<'g, G> {
        self.storage = Some(storage);
        self
    }

    /// The set of an observation.
    pub fn of(
        game: &'g G,
        observation: &Observation,
        limits: Limits,
        watch: Watch<'_>,
    ) -> Result<MergedSet<'g, G>, InfosetError> {
        let mut set = MergedSet::before(game, observation, limits)?;
        set.extend_all(&observation.turns, watch)?;
        Ok(set)
    }

    /// The set of an observation before its first turn.
    pub fn before(
        game: &'g G,
        observation: &Observation,
        limits: Limits,
    ) -> Result<MergedSet<'g, G>, InfosetError> {
        let start = start_of(game, observation.start.as_deref())
            .map_err(|(message, hint)| InfosetError::Start(message, hint))?;
        Ok(MergedSet::new(game, observation.player, start, limits))
    }

    /// Takes those turns into account that were not yet, and whether the game is over then.
    pub fn extend_all(
        &mut self,
        turns: &[Perceived],
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        let n_known = self.turns.len().min(turns.len());
        turns[n_known..].iter().try_for_each(|turn| self.extend(turn, watch))?;
        self.close(watch)
    }

    /// The set after its first turns, if what was found then was kept.
    pub(crate) fn after(&self, n_turns: usize) -> Option<MergedSet<'g, G>> {
        let levels = self.levels.get(..=n_turns)?;
        levels.last().filter(|level| level.n_parts() > 0)?;
        Some(MergedSet {
            storage: self.storage.clone(),
            turns: self.turns[..n_turns].to_vec(),
            levels: levels.to_vec(),
            pasts: self.pasts.clone(),
            clocks: self.clocks.clone(),
            forgotten: self.forgotten.clone(),
            outline: None,
            is_closed: self.is_closed && n_turns == self.turns.len(),
            ..*self
        })
    }

    /// Whose set it is.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The turns that were perceived.
    pub fn turns(&self) -> &[Perceived] {
        &self.turns
    }

    /// The work done so far.
    pub fn work(&self) -> Progress {
        self.work
    }

    /// Takes another turn into account. If that fails the set is as it was. Whether
    /// the game is over then is only known after [`MergedSet::close`].
    pub fn extend(&mut self, turn: &Perceived, watch: Watch<'_>) -> Result<(), InfosetError> {
        let n_levels = self.levels.len();
        self.turns.push(turn.clone());
        let mut saved = None;
        let forgotten = self.forgotten.clone();
        self.remember(&mut saved);
        let grown = self.grow_all(&mut saved, watch);
        if grown.is_err() {
            self.turns.pop();
            if let Some((levels, pasts)) = saved {
                (self.levels, self.pasts) = (levels, pasts);
            }
            self.forgotten = forgotten;
            self.levels.truncate(n_levels);
        }
        self.is_closed = false;
        grown
    }

    /// Leaves only histories that end, or go on, as was perceived after the last turn.
    pub fn close(&mut self, watch: Watch<'_>) -> Result<(), InfosetError> {
        while !self.is_closed {
            let Some(turn) = self.turns.last().filter(|turn| turn.ending != Ending::Unsaid) else {
                break;
            };
            let (keeps, open) = self.endings(&turn.clone(), watch)?;
            if open.is_empty() {
                let last = self.levels.len() - 1;
                if !keeps.iter().all(|keeps| *keeps) {
                    self.levels[last] = Arc::new(self.retained(last, &keeps)?);
                }
                break;
            }
            self.restart(&open);
            self.grow_all(&mut None, watch)?;
        }
        self.is_closed = true;
        Ok(())
    }

    /// Whether only the last level is kept.
    pub(crate) fn is_for_counts(&self) -> bool {
        self.counts_only
    }

    /// A part of a set that is read, out of memory if there is no room for it.
    pub(crate) fn hold(&self, part: Held<G::Position>) -> Result<Held<G::Position>, InfosetError> {
        match (&part, &self.storage) {
            (Held::Here(here), Some(storage)) if self.bytes() > self.limits.memory / 2 => {
                Ok(Held::Away(Arc::new(Away::new(self.game, storage, here)?)))
            }
            _ => Ok(part),
        }
    }

    /// The levels that it has now are those of these turns.
    pub(crate) fn go_on(&mut self, turns: Vec<Perceived>, work: Progress) {
        (self.turns, self.work, self.is_closed) = (turns, work, false);
        if let Some(start) = self.start() {
            let n_turns = self.turns.len();
            self.forgotten = forgettable_within(self.game, &self.clocks, &start, n_turns);
        }
    }

    fn retained(&self, depth: usize, keeps: &[bool]) -> Result<Level<G::Position>, InfosetError> {
        self.levels[depth].retained(self.game, keeps, self.storage.as_ref())
    }

    /// For each node of the last level whether it ends, or goes on, as was perceived;
    /// and the questions that were open.
    fn endings(
        &mut self,
        turn: &Perceived,
        watch: Watch<'_>,
    ) -> Result<(Vec<bool>, Vec<u64>), InfosetError> {
        let depth = self.levels.len() - 1;
        let level = Arc::clone(&self.levels[depth]);
        let (game, player, pasts) = (self.game, self.player, &self.pasts);
        let each = WATCH_EVERY as usize;
        let begin = || {
            let mut witness = game.witness(player);
            witness.expect(turn);
            (witness, None)
        };
        let (mut keeps, mut open) = (Vec::with_capacity(level.len()), Vec::new());
        let counted = Counted::default();
        let job = |(witness, at_hand): &mut (G::Witness<'g>, Option<_>), i: usize| {
            let (mut keeps, mut open) = (Vec::with_capacity(each), Vec::new());
            for slice in level.slices(game, i * each..(i + 1) * each, at_hand)? {
                for (_, node) in slice.nodes(game) {
                    let past = pasts.positions(node.past);
                    keeps.push(witness.ends_so(&node.position, &past)?);
                    let here = game.likeness(&node.position);
                    open_questions(pasts, witness.asked(), here, &mut open);
                }
            }
            counted.add(keeps.len() as u64, 0);
            Ok((keeps, open))
        };
        let (before, n_jobs) = (self.work, level.len().div_ceil(each));
        let mut goes_on = || watch(counted.on(before, depth, level.len()));
        let done = crew::jobs(n_jobs, self.threads, begin, job, &mut goes_on);
        self.work = counted.on(before, depth, level.len());
        for (kept, asked) in done? {
            keeps.extend(kept);
            open.extend(asked);
        }
        Ok((keeps, open))
    }

    /// Begins anew with counters that were forgotten and can matter within the turns that there
    /// are now.
    fn remember(&mut self, saved: &mut Option<Saved<G::Position>>) {
        let Some(start) = self.start().filter(|_| self.forgets()) else { return };
        let n_turns = self.turns.len();
        let now = forgettable_within(self.game, &self.clocks, &start, n_turns);
        if self.levels.len() > 1 && now != self.forgotten {
            *saved = Some((self.levels.clone(), self.pasts.clone()));
            self.restart(&[]);
        }
        self.forgotten = now;
    }

    /// Whether counters are forgotten while they cannot matter.
    pub(crate) fn forgets(&self) -> bool {
        !self.clocks.is_empty()
    }

    /// The first position.
    fn start(&self) -> Option<G::Position> {
        let part = self.levels[0].part(self.game, 0, false).ok()?.1;
        (!part.nodes.is_empty()).then(|| part.nodes.position(self.game, 0))
    }

    /// Builds the levels that are missing. If it has to begin anew, what was there is
    /// saved first.
    fn grow_all(
        &mut self,
        saved: &mut Option<Saved<G::Position>>,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        while self.levels.len() <= self.turns.len() {
            let open = self.grow(watch)?;
            if !open.is_empty() {
                saved.get_or_insert_with(|| (self.levels.clone(), self.pasts.clone()));
                self.restart(&open);
            }
        }
        Ok(())
    }

    /// Forgets all levels but the first; from now on these likenesses are kept.
    fn restart(&mut self, open: &[u64]) {
        open.iter().for_each(|&likeness| self.pasts.keep(likeness));
        self.pasts.restart();
        self.levels.truncate(1);
    }

    /// The game whose histories these are.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Shows the positions of the last level, each with one before it and the past that
    /// its rules may ask for, until it is told that this is enough.
    pub fn show_last(
        &self,
        mut show: impl FnMut(&G::Position, &G::Position, &[G::Position]) -> bool,
    ) -> Result<(), InfosetError> {
        let level = &self.levels[self.levels.len() - 1];
        for i in 0..level.n_parts() {
            for node in level.part(self.game, i, false)?.1.nodes.iter(self.game) {
                let past = self.pasts.positions(node.past);
                if !show(&node.position, node.before(), &past) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The memory that the set takes, in bytes, roughly.
    pub fn bytes(&self) -> usize {
        let each = self.game.position_bytes();
        let levels = self.levels.iter().map(|level| level.bytes(each));
        levels.sum::<usize>() + self.pasts.bytes(each)
    }
}
