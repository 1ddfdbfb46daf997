//! Searches positions that are possible as if everybody saw them, and attempts what is
//! best on average (perfect information Monte-Carlo: Levy, "The million pound bridge
//! program", 1989; Ginsberg, "GIB: imperfect information in a computationally challenging
//! game", 2001).
//!
//! 1. Draw worlds that fit what is known, or take all if they are few.
//! 2. Search each of them: every legal move gets a share of the points. What may be
//!    tried there and is not legal would be refused.
//! 3. An attempt is worth the shares where it is legal; where it is refused, it is worth
//!    what can be attempted next in those worlds alone. So an attempt that is refused
//!    costs nothing and tells something, and is made for that where it pays.
//! 4. Where time decides, the worlds are searched again with four times the nodes, until
//!    it is over. Whoever watches the time ends the search that is under way then. So that
//!    little time is enough, each world is searched as soon as it is drawn.

use crate::judge::Judge;
use crate::mind::{Look, Mind};
use crate::player::Thought;
use crate::sampling::Sampling;
use crate::settings::{PlayError, Settings};
use game::{Game, Referee, Rng};
use rustc_hash::FxHashMap;
use search::{Limits, Search, Stop, Valuer};

/// Worlds that are searched in a round where time decides.
const ROUND: usize = 64;
/// A plan of attempts is worked out as long as it takes no more than this many steps.
const MOST_STEPS: usize = 4_000_000;

/// Values that differ by less are the same.
const EQUAL: f64 = 1e-9;

/// What attempts are worth in one world; nothing where an attempt would be refused.
struct Row {
    weight: f64,
    /// Attempts that turned up in later worlds are not there.
    shares: Vec<Option<f64>>,
    /// What the player gets there if nobody plans further.
    mean: f64,
    /// Whether a longer search would tell nothing more.
    is_complete: bool,
}

impl Row {
    fn share(&self, attempt: usize) -> Option<f64> {
        self.shares.get(attempt).copied().flatten()
    }
}

/// Searches worlds.
pub(crate) struct Pimc<'g, G: Game> {
    search: Search<'g, G>,
}

impl<'g, G: Referee> Pimc<'g, G> {
    pub(crate) fn new(game: &'g G, settings: &Settings) -> Result<Pimc<'g, G>, PlayError> {
        Ok(Pimc { search: Search::new(game, settings.search)? })
    }

    /// What stops a search that is under way.
    pub(crate) fn stopper(&self) -> search::Stopper {
        self.search.stopper()
    }

    /// Finds what to attempt; nothing if no world is left.
    pub(crate) fn think(
        &self,
        mind: &Mind<'g, G>,
        judge: &Judge,
        settings: &Settings,
        tries: &[String],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Thought>, PlayError> {
        let mut rng = Rng::new(settings.seed.wrapping_add(mind.moment() << 8));
        let n_wanted = settings.samples.unwrap_or(ROUND);
        let model = judge.model(mind.game, mind.player.other(), settings.model);
        let mut sampling = Sampling::new(mind, n_wanted, tries, model, &mut rng);
        let mut attempts = Attempts::default();
        let mut thinking =
            Thinking { valuer: Valuer::new(&self.search), judge, rows: Vec::new(), nodes: 0, n: 0 };
        // Where time decides, it may be over soon: it begins with less.
        let nodes = if settings.samples.is_some() { settings.nodes } else { settings.nodes / 4 };
        // Steps 1 and 2. Nothing is searched as long as there is nothing to choose.
        let (mut may_sample, mut is_told) = (true, false);
        while !is_told && (may_sample || thinking.rows.len() < sampling.drawn.len()) {
            is_told = !thinking.rows.is_empty() && !goes_on();
            if is_told {
                break;
            }
            let n_rows = thinking.rows.len();
            if may_sample && (n_rows == sampling.drawn.len() || attempts.texts.len() <= 1) {
                may_sample = sampling.add(&mut rng, goes_on)?;
                if let Some((look, _)) = sampling.drawn.last().filter(|_| may_sample) {
                    attempts.add(look, mind);
                }
            } else if attempts.texts.len() <= 1 {
                break;
            } else {
                let look = &sampling.drawn[n_rows].0;
                is_told = thinking.search(n_rows, look, &attempts, nodes)?;
            }
        }
        if attempts.texts.len() <= 1 {
            let only = attempts.texts.first();
            return Ok(only.map(|text| Thought::at_once(text, sampling.drawn.len())));
        }
        // Step 4.
        if settings.samples.is_none() && !is_told {
            thinking.deepen(&sampling.drawn, &attempts, nodes, goes_on)?;
        }
        // Step 3.
        let Thinking { mut rows, nodes, n, .. } = thinking;
        rows.iter_mut().zip(&sampling.drawn).for_each(|(row, (_, weight))| row.weight = *weight);
        let everybody: Vec<usize> = (0..rows.len()).collect();
        let depth = depth(attempts.texts.len(), rows.len());
        let mut made = vec![false; attempts.texts.len()];
        let best = best(&rows, &everybody, &mut made, depth, &mut rng);
        let weight: f64 = rows.iter().map(|row| row.weight).sum();
        Ok(best.map(|(value, place)| Thought {
            text: attempts.texts[place].clone(),
            share: Some(value / weight),
            samples: n,
            nodes,
        }))
    }
}

/// What can be attempted in some world, each with its number.
#[derive(Default)]
struct Attempts {
    texts: Vec<String>,
    places: FxHashMap<String, usize>,
}

impl Attempts {
    /// Adds what can be attempted in a world.
    fn add<G: Referee>(&mut self, look: &Look<G::Position>, mind: &Mind<'_, G>) {
        let texts = look.moves.iter().map(|made| &made.text).chain(&look.illegal);
        for text in texts.filter(|text| !mind.is_answered(text)) {
            if !self.places.contains_key(text) {
                self.places.insert(text.clone(), self.texts.len());
                self.texts.push(text.clone());
            }
        }
    }
}

/// What was found out about worlds.
struct Thinking<'s, 'g, G: Game> {
    valuer: Valuer<'s, 'g, G>,
    judge: &'s Judge,
    rows: Vec<Row>,
    nodes: u64,
    /// How many searches it took.
    n: usize,
}

impl<G: Game> Thinking<'_, '_, G> {
    /// Step 4: again and again, deeper each time.
    fn deepen(
        &mut self,
        drawn: &[(Look<G::Position>, f64)],
        attempts: &Attempts,
        mut nodes: u64,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), PlayError> {
        while self.rows.iter().any(|row| !row.is_complete) {
            nodes = nodes.saturating_mul(4).max(1);
            for (i, (look, _)) in drawn.iter().enumerate() {
                if !goes_on() || self.search(i, look, attempts, nodes)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Step 2: searches a world; whether that was ended from outside.
    fn search(
        &mut self,
        i: usize,
        look: &Look<G::Position>,
        attempts: &Attempts,
        nodes: u64,
    ) -> Result<bool, PlayError> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        // Each world is a game of its own.
        let values = self.valuer.values(&look.position, &look.past, &limits);
        if let Some(Stop::Rules(error)) = values.stop {
            return Err(PlayError::Rules(error));
        }
        (self.nodes, self.n) = (self.nodes + values.nodes, self.n + 1);
        let is_told = values.stop == Some(Stop::Told);
        // A search that was ended from outside knows less than one before it.
        if is_told && !self.rows.is_empty() {
            return Ok(true);
        }
        let mut shares = vec![None; attempts.texts.len()];
        let (mut sum, mut n) = (0.0, 0.0);
        for (to, value) in &values.moves {
            let share = self.judge.share(*value, values.by_games);
            (sum, n) = (sum + share, n + 1.0);
            let made = look.moves.iter().find(|made| made.to == *to);
            if let Some(place) = made.and_then(|made| attempts.places.get(&made.text)) {
                shares[*place] = Some(share);
            }
        }
        let mean = if n > 0.0 { sum / n } else { 0.5 };
        // What a search had no time for is not better than the rest.
        for made in &look.moves {
            if let Some(place) = attempts.places.get(&made.text) {
                shares[*place].get_or_insert(mean);
            }
        }
        let row = Row { weight: 1.0, shares, mean, is_complete: values.stop.is_none() };
        match self.rows.get_mut(i) {
            Some(known) => *known = row,
            None => self.rows.push(row),
        }
        Ok(is_told)
    }
}

/// How many attempts of a turn are planned.
fn depth(n_attempts: usize, n_rows: usize) -> u32 {
    let mut steps = n_attempts * n_rows;
    let mut depth = 1;
    while depth < 8 && steps * n_attempts <= MOST_STEPS {
        (steps, depth) = (steps * n_attempts, depth + 1);
    }
    depth
}

/// What the best of these attempts is worth in these worlds together, and an attempt that
/// is as good. `made` are the attempts that were answered already.
fn best(
    rows: &[Row],
    worlds: &[usize],
    made: &mut Vec<bool>,
    depth: u32,
    rng: &mut Rng,
) -> Option<(f64, usize)> {
    let values = (0..made.len())
        .filter_map(|attempt| Some((value(rows, worlds, made, depth, attempt)?, attempt)));
    let values: Vec<(f64, usize)> = values.collect();
    let greatest = values.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
    // Always to take the first of equal attempts would be to go back and forth.
    let equal = |(value, _): &&(f64, usize)| *value >= greatest - EQUAL;
    let equal: Vec<(f64, usize)> = values.iter().filter(equal).copied().collect();
    rng.choose(&equal).copied()
}

/// What an attempt is worth in these worlds together; nothing if it tells nothing, because
/// it is legal in none of them, or was made before.
fn value(
    rows: &[Row],
    worlds: &[usize],
    made: &mut Vec<bool>,
    depth: u32,
    attempt: usize,
) -> Option<f64> {
    if made[attempt] {
        return None;
    }
    let share = |row: &usize| rows[*row].share(attempt);
    let refused: Vec<usize> = worlds.iter().copied().filter(|row| share(row).is_none()).collect();
    if refused.len() == worlds.len() {
        return None;
    }
    let legal = worlds.iter().filter_map(|row| Some(rows[*row].weight * share(row)?));
    let mut value: f64 = legal.sum();
    if !refused.is_empty() {
        made[attempt] = true;
        let next = match depth {
            0 | 1 => None,
            _ => (0..made.len())
                .filter_map(|attempt| self::value(rows, &refused, made, depth - 1, attempt))
                .reduce(f64::max),
        };
        made[attempt] = false;
        let mean = || refused.iter().map(|row| rows[*row].weight * rows[*row].mean).sum();
        value += next.unwrap_or_else(mean);
    }
    Some(value)
}
