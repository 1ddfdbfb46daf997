//! The whole way from rules to an evaluation.
//!
//! 1. The rules are read for what could matter (`candidates`).
//! 2. The game is compiled with a question for each of them, and played at random.
//! 3. What is expected in advance, and a fit, tell which candidates go with winning and
//!    how much each (`choose`).
//! 4. The players of the next games know that; after [`ROUNDS`] rounds it is enough.
//! 5. What was found is written down in the language of the rules.

use crate::candidates::{Candidate, candidates};
use crate::choose::{Table, choose, weigh};
use crate::fit::Column;
use crate::lines::{evaluation, questions};
use crate::samples::{Bounds, Sample, Samples, play};
use crate::vocabulary::Vocabulary;
use game::Game;
use rules::Rules;
use syntax::Sources;

/// What the evaluation is called.
pub const NAME: &str = "automatic";

/// How much is played to find an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As much as machine code plays in a moment.
    Full,
    /// As much as an interpreter plays in a moment.
    Little,
}

/// How often games are played: at random first, and then with what was found.
const ROUNDS: u64 = 2;
/// A candidate that takes so much work is cheap.
const CHEAP: usize = 8;

/// Lines that give a game an evaluation called [`NAME`], if it is a game of two
/// players with full information and something was found. `build` compiles the rules
/// with lines after them. `go_on` is asked again and again; if it says no, there is nothing.
pub fn automatic<G: Game>(
    rules: &Rules,
    sources: &Sources,
    effort: Effort,
    build: &mut dyn FnMut(&str) -> Option<G>,
    go_on: &dyn Fn() -> bool,
) -> Option<String> {
    let facts = &rules.facts;
    if facts.n_players() != 2 || facts.hidden {
        return None;
    }
    let first = facts.evaluations.len();
    let mut candidates = candidates(facts, &Vocabulary::new(rules, sources));
    let game = build_all(&mut candidates, build)?;
    let (games, positions) = match effort {
        Effort::Full => (300, 200_000),
        Effort::Little => (20, 3_000),
    };
    let mut samples = Samples::new(facts.kinds.len());
    let mut weights: Vec<(usize, f64)> = Vec::new();
    let mut found = Vec::new();
    for round in 1..=ROUNDS {
        let bounds = Bounds { games, positions, seed: round };
        play(&game, bounds, &weights, &mut samples, go_on)?;
        let table = table(&game, first, &candidates, &samples, go_on);
        go_on().then_some(())?;
        let fitted = choose(&table, &samples);
        // Players who choose look at many positions and ask only for what is cheap.
        let cheap = fitted.iter().filter(|(i, _)| candidates[*i].work <= CHEAP);
        weights = cheap.map(|&(i, weight)| (first + i, weight)).collect();
        found = weigh(&table, &fitted);
    }
    (!found.is_empty()).then(|| evaluation(&found))
}

/// The game with a question for each candidate. A candidate that makes no sense in
/// this game is left out.
fn build_all<G: Game>(
    candidates: &mut Vec<Candidate>,
    build: &mut dyn FnMut(&str) -> Option<G>,
) -> Option<G> {
    let text = |list: &[Candidate]| questions(list);
    if let Some(game) = build(&text(candidates)) {
        return Some(game);
    }
    candidates.retain(|candidate| build(&text(std::slice::from_ref(candidate))).is_some());
    build(&text(candidates))
}

/// What each candidate says of each sample.
fn table<'a, G: Game>(
    game: &G,
    n_before: usize,
    candidates: &'a [Candidate],
    samples: &Samples<G::Position>,
    go_on: &dyn Fn() -> bool,
) -> Table<'a> {
    // A column is of no use if it once says nothing, or always the same of a player.
    let first = |i: usize| samples.list[i].first;
    let column = |evaluation: usize| {
        let says = |sample: &Sample<G::Position>| {
            go_on().then_some(())?;
            game.evaluate(&sample.position, evaluation).ok().map(f64::from)
        };
        let column = samples.list.iter().map(says).collect::<Option<Column>>()?;
        let seen_by_first = |i: usize| column[i] * first(i);
        (1..column.len()).any(|i| seen_by_first(i) != seen_by_first(0)).then_some(column)
    };
    let columns = (0..candidates.len()).map(|i| column(n_before + i)).collect();
    let mut next = n_before + candidates.len();
    let mut own = Vec::new();
    for candidate in candidates {
        own.push(if candidate.is_rule { column(next) } else { None });
        next += usize::from(candidate.is_rule);
    }
    Table { candidates, columns, own }
}
