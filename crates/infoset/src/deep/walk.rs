//! The work on one task: the serial depth-first search below a position.

use super::draws::Segment;
use super::found::Found;
use super::task::Trail;
use super::{Grain, TaskBoard, Wanted, lock};
use crate::depth_first::Path;
use crate::histories::histories_of;
use crate::limits::{InfosetError, Limits, WATCH_EVERY, Watch};
use crate::observation::Observation;
use crate::session::start_of;
use game::{Ending, Fitting, Referee, Witness};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The positions that followed one on the path.
pub(super) struct Fork<P> {
    /// Those that are still to come, the last first.
    pub(super) rest: Vec<Fitting<P>>,
    /// How many there were.
    pub(super) n: u32,
    /// The number of the one that was gone on with last.
    pub(super) at: u32,
    /// The way to the one that they followed, once somebody asked for it.
    pub(super) trail: Option<Arc<Trail<P>>>,
}

/// What a step of a search has taken.
pub(crate) struct Step {
    /// Positions that were compared.
    pub(crate) compared: u64,
    /// Whether what follows a position was looked for.
    pub(crate) looked: bool,
}

/// One thread at work.
pub(crate) struct Walker<'g, G: Referee> {
    game: &'g G,
    observation: &'g Observation,
    wanted: Wanted,
    limits: Limits,
    grain: Grain,
    pub(super) thread: usize,
    /// One for each turn, so that each translates its turn once.
    witnesses: Vec<G::Witness<'g>>,
    /// The path, and by how many ways each position but the first was reached.
    pub(super) positions: Vec<G::Position>,
    pub(super) ways: Vec<u32>,
    /// How many turns lead to the task.
    pub(super) base: usize,
    /// One for each position on the path, from that of the task, that was looked at.
    pub(super) forks: Vec<Fork<G::Position>>,
    spare: Vec<Vec<Fitting<G::Position>>>,
    pub(super) found: Found<G::Position>,
    segment: Segment,
    /// Work that the others have not been told of: positions looked at and compared, and
    /// histories found; and memory that they have been told of.
    expanded: u64,
    compared: u64,
    /// Positions compared or looked at since the task began, or has last given some away.
    since: u64,
    told_count: u128,
    told_bytes: usize,
    /// What could not be finished.
    pub(super) left: Vec<Arc<Trail<G::Position>>>,
}

impl<'g, G: Referee> Walker<'g, G> {
    pub(super) fn new(
        game: &'g G,
        observation: &'g Observation,
        wanted: Wanted,
        limits: Limits,
        grain: Grain,
        thread: usize,
    ) -> Walker<'g, G> {
        let found = Found::new(game);
        Walker {
            game,
            observation,
            wanted,
            limits,
            grain,
            thread,
            witnesses: Vec::new(),
            positions: Vec::new(),
            ways: Vec::new(),
            base: 0,
            forks: Vec::new(),
            spare: Vec::new(),
            told_bytes: found.bytes(),
            found,
            segment: Segment::default(),
            expanded: 0,
            compared: 0,
            since: 0,
            told_count: 0,
            left: Vec::new(),
        }
    }

    /// A walker at the start that works alone.
    pub(crate) fn alone(
        game: &'g G,
        observation: &'g Observation,
        limits: Limits,
    ) -> Result<Walker<'g, G>, InfosetError> {
        let start = start_of(game, observation.start.as_deref())
            .map_err(|(message, hint)| InfosetError::Start(message, hint))?;
        let (wanted, grain) = (Wanted::default(), Grain::Adaptive);
        let mut walker = Walker::new(game, observation, wanted, limits, grain, 0);
        walker.begin(&Trail::start(start));
        Ok(walker)
    }

    /// How many turns lead to where it is.
    pub(crate) fn depth(&self) -> usize {
        self.positions.len() - 1
    }

    /// Looks at where it is.
    pub(crate) fn step(&mut self) -> Result<Step, InfosetError> {
        let (before, looked) = (self.compared, !self.is_whole());
        match looked {
            true => self.expand()?,
            false => drop(self.end()?),
        }
        Ok(Step { compared: self.compared - before, looked })
    }

    /// Does a task.
    pub(super) fn task(
        &mut self,
        tasks: &TaskBoard<G::Position>,
        task: &Arc<Trail<G::Position>>,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        self.begin(task);
        let n_turns = self.observation.turns.len();
        let is_parallel = match self.grain {
            Grain::Levels(n) => task.depth < n.min(n_turns),
            Grain::Work(_) | Grain::Adaptive => false,
        };
        let walked = match is_parallel {
            true => self.look(tasks, watch).map(|()| self.give(tasks, task, 0)),
            false => self.walk(tasks, task, watch),
        };
        self.close_segment();
        if walked.is_err() {
            self.leave(task);
        }
        walked
    }

    /// Goes to where a task begins.
    pub(super) fn begin(&mut self, task: &Trail<G::Position>) {
        (self.positions, self.ways) = task.path();
        self.base = task.depth;
        self.since = 0;
        self.forks.clear();
    }

    /// Searches all that follows a task.
    fn walk(
        &mut self,
        tasks: &TaskBoard<G::Position>,
        task: &Arc<Trail<G::Position>>,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        loop {
            match self.is_whole() {
                true => self.meet(task)?,
                false => self.look(tasks, watch)?,
            }
            let gives = match self.grain {
                Grain::Levels(_) => false,
                Grain::Work(most) => self.since >= most,
                Grain::Adaptive => tasks.wants_work(self.thread),
            };
            if gives {
                // What is given away has turns to look at: a mere history is no task.
                let most = self.observation.turns.len().saturating_sub(task.depth + 1);
                let open = self.forks.iter().take(most).position(|fork| !fork.rest.is_empty());
                if let Some(fork) = open {
                    self.since = 0;
                    self.give(tasks, task, fork);
                }
            }
            if !self.advance() {
                return Ok(());
            }
        }
    }

    /// Looks at what follows the last position, telling the others now and then.
    fn look(
        &mut self,
        tasks: &TaskBoard<G::Position>,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        if self.expanded >= WATCH_EVERY {
            self.tell(tasks, watch)?;
        }
        self.expand()
    }

    /// Finds what follows the last position of the path.
    pub(super) fn expand(&mut self) -> Result<(), InfosetError> {
        let depth = self.positions.len() - 1;
        self.call_witnesses(depth);
        let mut rest = self.spare.pop().unwrap_or_default();
        let (at, past) = (&self.positions[depth], &self.positions[..depth]);
        let before = past.last().unwrap_or(at);
        self.expanded += 1;
        let compared = self.witnesses[depth].fitting(at, before, past, &mut rest)?;
        self.compared += compared;
        self.since += compared + 1;
        rest.reverse();
        let n = rest.len() as u32;
        self.forks.push(Fork { rest, n, at: 0, trail: None });
        Ok(())
    }

    /// Sees to it that there is a witness of a turn.
    fn call_witnesses(&mut self, turn: usize) {
        while self.witnesses.len() <= turn {
            let mut witness = self.game.witness(self.observation.player);
            witness.expect(&self.observation.turns[self.witnesses.len()]);
            self.witnesses.push(witness);
        }
    }

    /// Whether the path goes through all turns.
    pub(super) fn is_whole(&self) -> bool {
        self.positions.len() > self.observation.turns.len()
    }

    /// Goes on with what is to come next; says no if nothing is left.
    pub(crate) fn advance(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            if let Some(next) = fork.rest.pop() {
                fork.at = fork.n - 1 - fork.rest.len() as u32;
                self.positions.truncate(self.base + self.forks.len());
                self.ways.truncate(self.positions.len() - 1);
                self.positions.push(next.to);
                self.ways.push(next.ways);
                return true;
            }
            let fork = self.forks.pop();
            self.spare.extend(fork.map(|fork| fork.rest));
        }
        false
    }

    /// Leaves out what comes before this one among those that follow the last position,
    /// and goes on with it.
    pub(super) fn advance_to(&mut self, index: u32) -> bool {
        if let Some(fork) = self.forks.last_mut() {
            fork.rest.truncate((fork.n - index.min(fork.n)) as usize);
        }
        self.advance()
    }

    /// Goes from where a task begins along a key, and gives the way there.
    pub(super) fn trail(
        &mut self,
        key: &[u32],
    ) -> Result<Option<Arc<Trail<G::Position>>>, InfosetError> {
        let mut trail = Arc::new(Trail::start(self.positions[0].clone()));
        for &index in key {
            if self.is_whole() {
                return Ok(None);
            }
            self.expand()?;
            if !self.advance_to(index) || self.forks.last().is_none_or(|fork| fork.at != index) {
                return Ok(None);
            }
            if let (Some(position), Some(ways)) = (self.positions.last(), self.ways.last()) {
                trail = Arc::new(Trail::after(&trail, position.clone(), *ways, index));
            }
        }
        Ok(Some(trail))
    }

    /// The path, and how many histories lead through it: none if it does not end as was
    /// perceived.
    pub(super) fn end(&mut self) -> Result<(Path<'_, G::Position>, u128), InfosetError> {
        let depth = self.positions.len() - 1;
        let ending = self.observation.turns.last().map(|turn| turn.ending);
        let is_said = ending.is_some_and(|ending| ending != Ending::Unsaid);
        if is_said {
            self.call_witnesses(depth - 1);
        }
        let path = Path { positions: &self.positions, ways: &self.ways };
        let (at, past) = (&self.positions[depth], &self.positions[..depth]);
        if is_said && !self.witnesses[depth - 1].ends_so(at, past)? {
            return Ok((path, 0));
        }
        Ok((path, path.histories().ok_or(InfosetError::TooMany)?))
    }

    /// Takes note of a path that is whole.
    fn meet(&mut self, task: &Trail<G::Position>) -> Result<(), InfosetError> {
        let (game, observation, limits) = (self.game, self.observation, self.limits);
        let wants_list = self.wanted.list;
        let (path, n) = self.end()?;
        if n == 0 {
            return Ok(());
        }
        if wants_list {
            for history in histories_of(game, observation, path)? {
                self.found.add_history(history);
                if self.found.bytes() > limits.memory {
                    return Err(self.found.too_large(limits, observation.turns.len()));
                }
            }
        }
        if self.wanted.positions
            && let Some(last) = self.positions.last()
        {
            self.found.add_position(last, n)?;
        }
        let sum = self.found.count.checked_add(n);
        self.found.count = sum.ok_or(InfosetError::TooMany)?;
        if self.wanted.draws {
            if self.segment.histories == 0 {
                let mut key = task.key();
                key.extend(self.forks.iter().map(|fork| fork.at));
                self.segment = Segment { key, histories: 0 };
            }
            self.segment.histories += n;
            if self.segment.histories >= Segment::LONG {
                self.close_segment();
            }
        }
        Ok(())
    }

    fn close_segment(&mut self) {
        if self.segment.histories > 0 {
            self.found.segments.push(std::mem::take(&mut self.segment));
        }
    }

    /// Tells the others what was done and found, and asks whether to go on.
    pub(super) fn tell(
        &mut self,
        tasks: &TaskBoard<G::Position>,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        let bytes = self.found.bytes();
        let now = {
            let mut sums = lock(&tasks.sums);
            sums.work.expanded += std::mem::take(&mut self.expanded);
            sums.work.compared += std::mem::take(&mut self.compared);
            sums.work.size += self.found.count - self.told_count;
            sums.work.depth = self.positions.len().saturating_sub(1);
            sums.bytes += bytes - self.told_bytes;
            if sums.bytes > self.limits.memory {
                return Err(self.found.too_large(self.limits, sums.work.depth));
            }
            sums.work
        };
        (self.told_count, self.told_bytes) = (self.found.count, bytes);
        match watch(now) && !tasks.stop.load(Ordering::Relaxed) {
            true => Ok(()),
            false => Err(InfosetError::Stopped),
        }
    }
}
