//! Information sets on many ranks: each owns the positions that fall to it, so that the
//! memory of all together is what bounds a set.
//!
//! 1. Which rank owns a position follows from the position alone: from its likeness where
//!    rules ask for earlier positions, otherwise from its hash. So equal positions meet.
//! 2. Level by level, as in [`crate::MergedSet`], a rank finds what its own positions led
//!    to, and sends each child to its owner, in batches, with the number of histories. The
//!    owner merges. A level is done when no rank has anything left and nothing is on
//!    its way ([`ranks::Exchange`]).
//! 3. A question about earlier positions goes to the owner of what it asks for, which
//!    knows at how many depths that has occurred. If it is open, all ranks hear of it and
//!    begin anew, with the positions in question kept apart.
//! 4. Whoever cannot go on says why, and all stop.
//!
//! Neither the set nor anything that it tells depends on the number of ranks or on the
//! order of messages; only the order in which positions lie in memory does.

mod answers;
mod deep;
mod family;
mod looked;
mod parcels;
mod round;
mod samples;
mod saved;

use crate::forgetting::forgettable_within;
use crate::limits::{InfosetError, Limits, Progress, Watch};
use crate::nodes::{Node, Nodes};
use crate::observation::Observation;
use crate::pasts::Pasts;
use crate::session::start_of;
use game::{Counter, Ending, Perceived, Player, Referee};
use ranks::{Lost, Team};
use rustc_hash::FxHashSet;
use samples::Ways;

/// What a rank owns of the set of histories that fit what a player perceived.
pub struct TeamSet<'g, G: Referee> {
    game: &'g G,
    player: Player,
    start: G::Position,
    limits: Limits,
    threads: usize,
    turns: Vec<Perceived>,
    /// After how many of the turns the nodes are.
    depth: usize,
    nodes: Nodes<G::Position>,
    /// What is needed to draw histories: the levels before the last one, and where the
    /// nodes of the last one come from. Nothing if nobody asked for histories.
    ways: Option<Ways<G::Position>>,
    pasts: Pasts<G::Position>,
    /// The likenesses that occur at several depths at any rank. They are few, and most questions
    /// are about others, whose owners need not be asked.
    often: FxHashSet<u64>,
    work: Progress,
    /// Counters that do not decide who owns a position.
    clocks: Vec<Counter>,
    /// Counters that are to be forgotten while they cannot matter, with their limits; and those
    /// that are forgotten now.
    idle: Vec<(Counter, i32)>,
    forgotten: Vec<Counter>,
}

impl<'g, G: Referee> TeamSet<'g, G> {
    /// The set of an observation before its first turn.
    pub fn before(
        team: &Team<'_>,
        game: &'g G,
        observation: &Observation,
        limits: Limits,
    ) -> Result<TeamSet<'g, G>, InfosetError> {
        let start = start_of(game, observation.start.as_deref())
            .map_err(|(message, hint)| InfosetError::Start(message, hint))?;
        if team.size() > 1 && !game.write_position(&start, &mut Vec::new()) {
            let why = "positions of this game cannot be sent to other ranks".to_string();
            return Err(InfosetError::Storage(why));
        }
        let mut set = TeamSet {
            game,
            player: observation.player,
            start,
            limits,
            threads: 1,
            turns: Vec::new(),
            depth: 0,
            nodes: Nodes::new(game),
            ways: None,
            pasts: Pasts::of_rank(),
            often: FxHashSet::default(),
            work: Progress::default(),
            clocks: game.idle_counters().into_iter().map(|(counter, _)| counter).collect(),
            idle: Vec::new(),
            forgotten: Vec::new(),
        };
        set.begin_anew(team);
        Ok(set)
    }

    /// The same set, to be found by this many threads of each rank.
    pub fn with_threads(mut self, threads: usize) -> TeamSet<'g, G> {
        self.threads = threads.max(1);
        self
    }

    /// The same set for somebody who wants to draw histories: all levels are kept.
    pub fn with_histories(mut self) -> TeamSet<'g, G> {
        self.ways = Some(Ways::default());
        self
    }

    /// The same set for somebody who does not ask for counters that cannot matter within the
    /// turns, nor for histories: positions that differ in nothing else are one.
    pub fn forgetting(mut self) -> TeamSet<'g, G> {
        self.idle = self.game.idle_counters();
        self
    }

    /// Takes another turn into account, as all ranks do.
    pub fn extend(
        &mut self,
        team: &mut Team<'_>,
        turn: &Perceived,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        self.turns.push(turn.clone());
        let forgotten = self.forgettable();
        if forgotten != self.forgotten && self.depth > 0 {
            // What was forgotten can matter within the turns that there are now.
            self.begin_anew(team);
        }
        self.forgotten = forgotten;
        self.grow_all(team, watch)
    }

    /// The counters that cannot matter within the turns so far.
    fn forgettable(&self) -> Vec<Counter> {
        forgettable_within(self.game, &self.idle, &self.start, self.turns.len())
    }

    /// Leaves only histories that end, or go on, as was perceived after the last turn.
    pub fn close(&mut self, team: &mut Team<'_>, watch: Watch<'_>) -> Result<(), InfosetError> {
        let Some(turn) = self.turns.last().filter(|turn| turn.ending != Ending::Unsaid) else {
            return Ok(());
        };
        let turn = turn.clone();
        while self.is_changed_by(team, |set, team| set.keep_endings(team, &turn, watch))? {
            self.grow_all(team, watch)?;
        }
        Ok(())
    }

    /// Takes those turns into account that were not yet, and whether the game is over then.
    pub fn extend_all(
        &mut self,
        team: &mut Team<'_>,
        turns: &[Perceived],
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        let n_known = self.turns.len().min(turns.len());
        turns[n_known..].iter().try_for_each(|turn| self.extend(team, turn, watch))?;
        self.close(team, watch)
    }

    /// The work that this rank has done so far.
    pub fn work(&self) -> Progress {
        self.work
    }

    fn grow_all(&mut self, team: &mut Team<'_>, watch: Watch<'_>) -> Result<(), InfosetError> {
        while self.depth < self.turns.len() {
            let turn = self.turns[self.depth].clone();
            self.is_changed_by(team, |set, team| set.grow(team, &turn, watch))?;
        }
        Ok(())
    }

    /// Does a round, which tells the questions that this rank found open. If there are any
    /// at any rank, all begin anew; whether they do.
    fn is_changed_by(
        &mut self,
        team: &mut Team<'_>,
        round: impl FnOnce(&mut Self, &mut Team<'_>) -> Result<Vec<u64>, InfosetError>,
    ) -> Result<bool, InfosetError> {
        let open = round(self, team)?;
        let open = gathered(team, &open)?;
        open.iter().for_each(|likeness| self.pasts.keep(*likeness));
        match open.is_empty() {
            true => self.hear_of_often(team)?,
            false => self.begin_anew(team),
        }
        Ok(!open.is_empty())
    }

    /// Hears from all ranks which likenesses occur at several depths now. Where no rule looks
    /// back there are none, and no rank waits for another.
    fn hear_of_often(&mut self, team: &mut Team<'_>) -> Result<(), Lost> {
        if !self.game.asks_for_past() {
            return Ok(());
        }
        self.often.extend(gathered(team, &self.pasts.take_news())?);
        Ok(())
    }

    /// Back to the first position, which one rank owns.
    fn begin_anew(&mut self, team: &Team<'_>) {
        self.pasts.restart();
        self.often.clear();
        self.depth = 0;
        let is_mine = self.owner(&self.start, team.size()) == team.rank();
        let position = self.start.clone();
        let first = Node { position, histories: 1, past: 0, before: None };
        self.nodes = if is_mine { Nodes::of(self.game, first) } else { Nodes::new(self.game) };
        if self.ways.is_some() {
            self.ways = Some(Ways::default());
        }
    }

    /// The rank that owns a position. Positions that differ in nothing but counters that may be
    /// forgotten have the same one.
    fn owner(&self, position: &G::Position, size: usize) -> usize {
        Owners { game: self.game, clocks: &self.clocks, size }.of(position)
    }

    /// The memory that this rank takes, in bytes, roughly.
    pub fn bytes(&self) -> usize {
        let each = self.game.position_bytes();
        let ways = self.ways.as_ref().map_or(0, |ways| ways.bytes(each));
        self.nodes.bytes(each) + self.pasts.bytes(each) + ways
    }

    /// The turns that were perceived.
    pub fn turns(&self) -> &[Perceived] {
        &self.turns
    }
}

/// The numbers of all ranks.
fn gathered(team: &mut Team<'_>, mine: &[u64]) -> Result<Vec<u64>, Lost> {
    let mine: Vec<u8> = mine.iter().flat_map(|number| number.to_le_bytes()).collect();
    let all = team.all_gather(&mine)?.concat();
    let (all, _) = all.as_chunks();
    Ok(all.iter().map(|number| u64::from_le_bytes(*number)).collect())
}

/// Who owns what.
struct Owners<'s, G> {
    game: &'s G,
    /// Counters that do not decide who owns a position.
    clocks: &'s [Counter],
    size: usize,
}

impl<G: Referee> Owners<'_, G> {
    fn of(&self, position: &G::Position) -> usize {
        owner_of(key(self.game, position, self.clocks), self.size)
    }

    /// The same for a row of which these counters were forgotten. A position that was made of a
    /// row is made of the next one, too, because to make one takes longer than the rest.
    fn of_row(
        &self,
        row: &mut [u64],
        forgotten: &[Counter],
        made: &mut Option<G::Position>,
    ) -> usize {
        if self.game.asks_for_past() {
            if let Some(position) = made
                && self.game.swap_row(position, row)
            {
                let owner = self.of(position);
                self.game.swap_row(position, row);
                return owner;
            }
            *made = self.game.position_of_row(row);
            return made.as_ref().map_or(0, |position| self.of(position));
        }
        let key = match forgotten == self.clocks {
            true => self.game.row_hash(row),
            false => row_key(self.game, row, self.clocks),
        };
        owner_of(key, self.size)
    }
}

/// What decides who owns a position.
fn key<G: Referee>(game: &G, position: &G::Position, clocks: &[Counter]) -> u64 {
    if game.asks_for_past() {
        return game.likeness(position);
    }
    if game.row_form().is_some() {
        return row_key(game, game.row(position), clocks);
    }
    let mut position = position.clone();
    game.forget(&mut position, clocks);
    crate::growing::hash(&position)
}

fn row_key<G: Referee>(game: &G, row: &[u64], clocks: &[Counter]) -> u64 {
    let mut row = row.to_vec();
    game.forget_in_row(&mut row, clocks);
    game.row_hash(&row)
}

/// The rank that owns what has this key. The upper bits of the hash choose it, because the
/// lower ones choose the place in its table.
fn owner_of(key: u64, size: usize) -> usize {
    ((u128::from(game::mix(key)) * size as u128) >> 64) as usize
}
