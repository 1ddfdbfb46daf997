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

use crate::level::{Growing, Level, Node};
use crate::limits::{InfosetError, Limits, Progress, WATCH_EVERY, Watch};
use crate::observation::Observation;
use crate::pasts::Pasts;
use crate::session::start_of;
use game::{Asked, Ending, Fitting, Perceived, Player, Referee, Witness};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The levels of a set, and the pasts that they speak of.
type Saved<P> = (Vec<Level<P>>, Pasts<P>);

/// The set of histories that fit what a player perceived.
pub struct MergedSet<'g, G: Referee> {
    pub(crate) game: &'g G,
    player: Player,
    witness: G::Witness<'g>,
    pub(crate) turns: Vec<Perceived>,
    pub(crate) levels: Vec<Level<G::Position>>,
    pub(crate) pasts: Pasts<G::Position>,
    /// Whether the last level holds only positions that end, or go on, as perceived.
    is_closed: bool,
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
            witness: game.witness(player),
            turns: Vec::new(),
            levels: vec![Level::start(start)],
            pasts: Pasts::new(),
            is_closed: true,
            limits,
            work: Progress::default(),
        }
    }

    /// The set of an observation.
    pub fn of(
        game: &'g G,
        observation: &Observation,
        limits: Limits,
        watch: Watch<'_>,
    ) -> Result<MergedSet<'g, G>, InfosetError> {
        let start = start_of(game, observation.start.as_deref())
            .map_err(|(message, hint)| InfosetError::Start(message, hint))?;
        let mut set = MergedSet::new(game, observation.player, start, limits);
        for turn in &observation.turns {
            set.extend(turn, watch)?;
        }
        set.close(watch)?;
        Ok(set)
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
        let grown = self.grow_all(&mut saved, watch);
        if grown.is_err() {
            self.turns.pop();
            if let Some((levels, pasts)) = saved {
                (self.levels, self.pasts) = (levels, pasts);
            }
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
            self.witness.expect(turn);
            let level = &self.levels[self.levels.len() - 1];
            let mut keeps = Vec::with_capacity(level.nodes.len());
            let mut open = Vec::new();
            for node in &level.nodes {
                tick(&mut self.work, self.levels.len() - 1, level.nodes.len(), watch)?;
                let past = self.pasts.positions(node.past);
                keeps.push(self.witness.ends_so(&node.position, &past)?);
                let here = self.game.likeness(&node.position);
                open_questions(&self.pasts, self.witness.asked(), here, &mut open);
            }
            if open.is_empty() {
                let last = self.levels.len() - 1;
                self.levels[last].retain(&keeps);
                break;
            }
            self.restart(&open);
            self.grow_all(&mut None, watch)?;
        }
        self.is_closed = true;
        Ok(())
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

    /// Adds the next level, unless there are questions that need more of the past: then
    /// it gives their likenesses.
    fn grow(&mut self, watch: Watch<'_>) -> Result<Vec<u64>, InfosetError> {
        let game = self.game;
        let depth = self.levels.len() - 1;
        self.witness.expect(&self.turns[depth]);
        let (level, earlier) = (&self.levels[depth], depth.checked_sub(1));
        let asks = game.asks_for_past();
        let looks_back = game.do_tries_look_back();
        let bytes_so_far = self.bytes();
        let mut growing = Growing::new();
        let (mut open, mut list) = (Vec::new(), Vec::<Fitting<G::Position>>::new());
        // Where tries look back, positions that were reached from different ones differ.
        let origin = |from: u32| looks_back.then(|| hash_of(&level.nodes[from as usize].position));
        let is_same_origin = |a: u32, b: u32| {
            let position = |i: u32| &level.nodes[i as usize].position;
            !looks_back || a == b || position(a) == position(b)
        };
        for (i, node) in level.nodes.iter().enumerate() {
            tick(&mut self.work, depth, growing.len(), watch)?;
            let before = match earlier {
                Some(earlier) => &self.levels[earlier].nodes[node.before as usize].position,
                None => &node.position,
            };
            let past = self.pasts.positions(node.past);
            self.work.compared += self.witness.fitting(&node.position, before, &past, &mut list)?;
            let mut behind = node.past;
            if asks {
                let here = game.likeness(&node.position);
                open_questions(&self.pasts, self.witness.asked(), here, &mut open);
                behind = self.pasts.behind(node.past, &node.position, here);
            }
            for Fitting { to, ways } in list.drain(..) {
                let histories = node.histories.checked_mul(u128::from(ways));
                let histories = histories.ok_or(InfosetError::TooMany)?;
                let child = Node { position: to, histories, past: behind, before: i as u32 };
                growing.add(child, ways, origin, is_same_origin)?;
            }
            let positions = growing.len() * game.position_bytes();
            if bytes_so_far + growing.bytes() + positions > self.limits.memory
                || growing.len() >= u32::MAX as usize / 2
            {
                return Err(InfosetError::Memory { depth, limit: self.limits.memory });
            }
        }
        if !open.is_empty() {
            return Ok(open);
        }
        if asks {
            for node in &level.nodes {
                self.pasts.note(game.likeness(&node.position), depth as u32);
            }
        }
        self.levels.push(growing.finish());
        Ok(Vec::new())
    }

    /// The positions of the last level, each with one before it and the past that its
    /// rules may ask for.
    pub(crate) fn last_positions(
        &self,
    ) -> impl Iterator<Item = (&G::Position, &G::Position, Vec<G::Position>)> {
        let depth = self.levels.len() - 1;
        self.levels[depth].nodes.iter().map(move |node| {
            let before = match depth.checked_sub(1) {
                Some(earlier) => &self.levels[earlier].nodes[node.before as usize].position,
                None => &node.position,
            };
            (&node.position, before, self.pasts.positions(node.past))
        })
    }

    /// The memory that the set takes, in bytes, roughly.
    pub fn bytes(&self) -> usize {
        let each = self.game.position_bytes();
        let level = |level: &Level<G::Position>| level.bytes() + level.nodes.len() * each;
        self.levels.iter().map(level).sum::<usize>() + self.pasts.len() * each
    }
}

/// Counts a position that is looked at, and asks the watch now and then.
pub(crate) fn tick(
    work: &mut Progress,
    depth: usize,
    size: usize,
    watch: Watch<'_>,
) -> Result<(), InfosetError> {
    (work.depth, work.size) = (depth, size as u128);
    let is_time = work.expanded.is_multiple_of(WATCH_EVERY);
    work.expanded += 1;
    match !is_time || watch(*work) {
        true => Ok(()),
        false => Err(InfosetError::Stopped),
    }
}

/// Puts the likenesses of questions that are open behind what is in the list.
fn open_questions<P: Clone + Eq + Hash>(
    pasts: &Pasts<P>,
    asked: &[Asked],
    here: u64,
    open: &mut Vec<u64>,
) {
    open.extend(asked.iter().filter(|asked| pasts.is_open(asked, here)).map(|it| it.likeness));
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
