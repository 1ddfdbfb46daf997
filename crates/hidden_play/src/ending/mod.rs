//! Endings with few pieces, in which one side can win by force if it sees everything: there the
//! set of what is possible is small, and a search over what is heard wins without seeing.
//!
//! ```text
//! what is possible ─▶ distances (everything seen) ─┐
//!                  ─▶ observed (what is heard)    ─┴─▶ plan (sets of positions) ─▶ an attempt
//! ```
//!
//! All of it is derived from the rules. It is used where there are so few pieces that all
//! positions which can still come up can be found, and where the side wins each position that
//! is possible for it.

mod distances;
mod observed;
mod plan;

use crate::mind::Mind;
use crate::player::Thought;
use crate::settings::PlayError;
use distances::{Found, NEVER, Positions};
use game::{Counter, Referee, Worker};
use observed::Observed;
use plan::{Belief, Met, Plan};
use rustc_hash::FxHashMap;

/// There may be this many places for all pieces together.
const MOST_PLACES: f64 = (1 << 19) as f64;
/// More positions are not looked at, because that would take too long.
const MOST_POSITIONS: usize = 1 << 20;
/// This many are looked at for an attempt where time decides.
const AT_ONCE: usize = 1 << 15;
/// There are no more positions in a set that is planned with.
const MOST_POSSIBLE: usize = 512;
/// ... when it begins, and no more than these later.
const MOST_GROWN: usize = 4096;
/// A plan goes through about this many positions.
const STEPS: u64 = 400_000;
/// ... and looks this many turns of the side ahead at most.
const DEEPEST: usize = 4;

/// An ending of one side of a game.
pub(crate) struct Ending<'g, G: Referee> {
    /// Whether rules allow for it at all.
    is_possible: bool,
    clocks: Vec<Counter>,
    /// What the positions and what is observed in them may take, in bytes.
    memory: usize,
    /// With this many pieces there were too many positions.
    too_many: Option<u32>,
    begun: Option<Begun<'g, G>>,
}

/// An ending whose positions are being found, or were.
struct Begun<'g, G: Referee> {
    positions: Positions<'g, G>,
    observed: Observed<'g, G>,
    /// When all positions were found, how many turns the side needs for each.
    distances: Option<Vec<u16>>,
    met: Met,
}

impl<'g, G: Referee> Ending<'g, G> {
    /// An ending that takes about this many bytes at most.
    pub(crate) fn new(game: &'g G, memory: usize) -> Ending<'g, G> {
        // What was before must not matter, because only what is possible now is looked at.
        let is_possible = game.past_only_draws() && !game.do_tries_look_back();
        let clocks = game.silent_clocks().into_iter().map(|(counter, _)| counter).collect();
        Ending { is_possible, clocks, memory, too_many: None, begun: None }
    }

    /// Finds what to attempt; nothing if this is no ending that can be planned, or not yet.
    /// `tries` is what the referee says that may be tried.
    pub(crate) fn think(
        &mut self,
        mind: &mut Mind<'g, G>,
        tries: &[String],
        is_timed: bool,
    ) -> Result<Option<Thought>, PlayError> {
        if !self.is_possible || !self.begin(mind)? {
            return Ok(None);
        }
        let Some(mut begun) = self.begun.take() else { return Ok(None) };
        if begun.distances.is_none() {
            match begun.positions.look(if is_timed { AT_ONCE } else { usize::MAX })? {
                Found::Some => self.begun = Some(begun),
                Found::TooMany => self.too_many = Some(n_pieces(mind)),
                Found::All => {
                    begun.distances = Some(begun.positions.distances(mind.player));
                    mind.worlds.simplify(&self.clocks);
                    self.begun = Some(begun);
                }
            }
        } else {
            self.begun = Some(begun);
        }
        match &mut self.begun {
            Some(begun) if begun.distances.is_some() => begun.plan(mind, tries),
            _ => Ok(None),
        }
    }

    /// Begins an ending if it is one; whether it has begun.
    fn begin(&mut self, mind: &Mind<'g, G>) -> Result<bool, PlayError> {
        let worlds = mind.worlds.list();
        if worlds.is_empty() {
            return Ok(self.begun.is_some());
        }
        // What has begun may grow for some turns before it shrinks.
        let most = if self.begun.is_some() { MOST_GROWN } else { MOST_POSSIBLE };
        if worlds.len() > most {
            return Ok(false);
        }
        if let Some(begun) = &self.begun {
            let knows = |it: &crate::worlds::World<G::Position>| {
                begun.distances.is_none() || begun.positions.number(&it.position).is_some()
            };
            if worlds.iter().all(knows) {
                return Ok(true);
            }
        }
        self.begun = None;
        let (game, n) = (mind.game, n_pieces(mind));
        let n_fields = game.facts().board.n_fields() as f64;
        if n_fields.powi(n as i32) > MOST_PLACES || self.too_many.is_some_and(|it| it <= n) {
            return Ok(false);
        }
        // Where pieces are added there is no end of what can come up.
        let (mut worker, mut list) = (game.worker(&[]), Vec::new());
        for world in worlds {
            list.clear();
            worker.expand(&world.position, &mut list)?;
            let sum = |position| game.pieces(position).iter().sum::<u32>();
            if list.iter().any(|to| sum(to) > sum(&world.position)) {
                self.too_many = Some(0);
                return Ok(false);
            }
        }
        let clocks = self.clocks.clone();
        let mut positions = Positions::new(game, clocks, MOST_POSITIONS, self.memory / 2);
        worlds.iter().for_each(|world| {
            positions.add(&world.position);
        });
        let observed = Observed::new(game, mind.player, self.memory / 2);
        let met = FxHashMap::default();
        self.begun = Some(Begun { positions, observed, distances: None, met });
        Ok(true)
    }
}

/// The most pieces that may be on the board.
fn n_pieces<G: Referee>(mind: &Mind<'_, G>) -> u32 {
    let pieces = |position| mind.game.pieces(position).iter().sum();
    mind.worlds.list().iter().map(|world| pieces(&world.position)).max().unwrap_or(0)
}

impl<'g, G: Referee> Begun<'g, G> {
    /// What is possible now, with the answers of this turn.
    fn belief(
        &mut self,
        mind: &Mind<'g, G>,
        tries: &[String],
    ) -> Result<Option<Belief>, PlayError> {
        let mut belief: Vec<u32> = Vec::new();
        for world in mind.worlds.list() {
            let Some(number) = self.positions.number(&world.position) else { return Ok(None) };
            if self.positions.player(number) != mind.player {
                continue;
            }
            let options = self.observed.options(&self.positions, number)?;
            let observed = &self.observed;
            let fits = mind.fits(
                &|text| observed.attempt(text).is_some_and(|it| options.is_legal(it)),
                &|text| observed.attempt(text).is_some_and(|it| options.refused.contains(&it)),
            );
            // Where nothing can be refused the player is told the legal moves.
            let is_told = |text: &String| {
                observed.attempt(text).is_some_and(|attempt| options.is_legal(attempt))
            };
            let fits_told = mind.game.can_refuse()
                || options.legal.len() == tries.len() && tries.iter().all(is_told);
            belief.extend((fits && fits_told).then_some(number));
        }
        belief.sort_unstable();
        belief.dedup();
        Ok((!belief.is_empty()).then(|| belief.into()))
    }

    fn plan(&mut self, mind: &Mind<'g, G>, tries: &[String]) -> Result<Option<Thought>, PlayError> {
        let Some(belief) = self.belief(mind, tries)? else { return Ok(None) };
        let Some(distances) = &self.distances else { return Ok(None) };
        // Where something is not won this is no ending to plan.
        if belief.iter().any(|number| distances[*number as usize] == NEVER) {
            return Ok(None);
        }
        let (mut steps, mut best) = (0, None);
        for depth in 1..=DEEPEST {
            let mut plan = Plan {
                positions: &self.positions,
                observed: &mut self.observed,
                distances,
                side: mind.player,
                met: &self.met,
                found: vec![FxHashMap::default(); depth + 1],
                steps: 0,
                most_steps: STEPS - steps,
            };
            let found = plan.best(&belief, depth)?;
            let is_whole = plan.steps <= plan.most_steps;
            steps += plan.steps;
            // A search that was broken off knows less than the one before it.
            if is_whole || best.is_none() {
                best = Some(found);
            }
            if !is_whole || steps > STEPS / 20 || found.0 <= depth as f64 {
                break;
            }
        }
        let Some((_, Some(attempt))) = best else { return Ok(None) };
        *self.met.entry(belief.clone()).or_default() += 1;
        Ok(Some(Thought {
            text: self.observed.text(attempt).to_string(),
            share: None,
            samples: belief.len(),
            nodes: steps,
        }))
    }
}
