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
//!    it is over. Whoever watches the time ends the search that is under way then.

use crate::judge::Judge;
use crate::mind::{Look, Mind};
use crate::player::Thought;
use crate::settings::{PlayError, Settings};
use game::{Game, Referee, Rng};
use search::{Limits, Search, Stop};
use std::collections::BTreeMap;

/// Worlds that are searched in a round where time decides.
const ROUND: usize = 64;
/// A plan of attempts is worked out as long as it takes no more than so many steps.
const MOST_STEPS: usize = 4_000_000;

/// Values that differ by less are the same.
const EQUAL: f64 = 1e-9;

/// What attempts are worth in one world; nothing where an attempt would be refused.
struct Row {
    weight: f64,
    shares: Vec<Option<f64>>,
    /// What the player gets there if nobody plans further.
    mean: f64,
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
        // Step 1.
        let n_wanted = settings.samples.unwrap_or(ROUND);
        let looks = mind.draw(n_wanted, tries, &mut rng, goes_on)?;
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for look in &looks {
            let texts = look.moves.iter().map(|made| &made.text).chain(&look.illegal);
            for text in texts.filter(|text| !mind.is_answered(text)) {
                let next = names.len();
                names.entry(text).or_insert(next);
            }
        }
        let mut attempts = vec![""; names.len()];
        names.iter().for_each(|(text, place)| attempts[*place] = text);
        if attempts.len() <= 1 {
            let only = attempts.first();
            return Ok(only.map(|text| Thought::at_once(text, looks.len())));
        }
        let mut rows: Vec<Row> = Vec::new();
        let (mut nodes, mut all_nodes, mut n_searched) = (settings.nodes, 0, 0);
        'rounds: loop {
            let mut is_complete = true;
            for (i, look) in looks.iter().enumerate() {
                if !rows.is_empty() && !goes_on() {
                    break 'rounds;
                }
                let (row, n, stop) = self.row(judge, look, &names, nodes)?;
                (all_nodes, n_searched) = (all_nodes + n, n_searched + 1);
                // A search that was ended from outside knows less than one before it.
                if stop == Some(Stop::Told) && !rows.is_empty() {
                    break 'rounds;
                }
                is_complete &= stop.is_none();
                match rows.get_mut(i) {
                    Some(known) => *known = row,
                    None => rows.push(row),
                }
            }
            // Step 4.
            if settings.samples.is_some() || is_complete || !goes_on() {
                break;
            }
            nodes = nodes.saturating_mul(4);
        }
        // Step 3.
        let everybody: Vec<usize> = (0..rows.len()).collect();
        let depth = depth(attempts.len(), rows.len());
        let best = best(&rows, &everybody, &mut vec![false; attempts.len()], depth, &mut rng);
        let weight: f64 = rows.iter().map(|row| row.weight).sum();
        Ok(best.map(|(value, place)| Thought {
            text: attempts[place].to_string(),
            share: Some(value / weight),
            samples: n_searched,
            nodes: all_nodes,
        }))
    }

    /// Step 2: the shares of the moves of a world, the nodes that took, and why the
    /// search ended before it was complete.
    fn row(
        &self,
        judge: &Judge,
        look: &Look<G::Position>,
        names: &BTreeMap<&str, usize>,
        nodes: u64,
    ) -> Result<(Row, u64, Option<Stop>), PlayError> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        // Each world is a game of its own.
        let report =
            self.search.lines(look.moves.len(), &look.position, &look.past, &limits, &mut |_| {});
        if let Some(Stop::Rules(error)) = report.stop {
            return Err(PlayError::Rules(error));
        }
        let by_games = report.seed.is_some();
        let mut shares = vec![None; names.len()];
        let (mut sum, mut n) = (0.0, 0.0);
        for line in report.best.iter().chain(&report.others) {
            let Some(first) = line.positions.first() else { continue };
            let made = look.moves.iter().find(|made| made.to == *first);
            let share = judge.share(line.value, by_games);
            (sum, n) = (sum + share, n + 1.0);
            if let Some(place) = made.and_then(|made| names.get(made.text.as_str())) {
                shares[*place] = Some(share);
            }
        }
        let mean = if n > 0.0 { sum / n } else { 0.5 };
        // What a search had no time for is not better than the rest.
        for made in &look.moves {
            if let Some(place) = names.get(made.text.as_str()) {
                shares[*place].get_or_insert(mean);
            }
        }
        Ok((Row { weight: look.weight, shares, mean }, report.nodes, report.stop))
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
    // Who always takes the first of equal attempts goes back and forth.
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
    let share = |row: &usize| rows[*row].shares[attempt];
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
