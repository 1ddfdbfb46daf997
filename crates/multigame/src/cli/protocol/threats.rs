//! The option `Combinations`: a win by threats is looked for before anything else is
//! searched, and told like the last depth of a search.

#![allow(clippy::disallowed_methods, reason = "this is the edge: searches are timed here")]

use super::super::combine::{Probe, Probed};
use super::super::engine::Engine;
use super::super::report::Failure;
use super::answer::{Asked, say, score};
use super::beyond::Standing;
use game::Move;
use search::Stopper;
use std::time::Instant;

/// What the client hears of a win: the move, and the one that is expected next.
pub(super) struct Found<'m, P> {
    pub(super) first: &'m Move<P>,
    pub(super) next: Option<String>,
}

/// Looks for a win by threats, and tells it. Nothing if there is none, or if the client
/// wants to hear of several moves, or of none but some.
pub(super) fn by_threats<'m, G: Engine>(
    probe: Option<&Probe<'_, G>>,
    game: &G,
    (found, among): (&'m Standing<G::Position>, &[G::Position]),
    asked: &Asked,
    stopper: &Stopper,
) -> Result<Option<Found<'m, G::Position>>, Failure> {
    let is_asked = asked.n_lines == 1 && among.is_empty() && !found.moves.is_empty();
    let Some(probe) = probe.filter(|_| is_asked) else { return Ok(None) };
    let (began, limits) = (Instant::now(), asked.go.limits);
    let goes_on = || !stopper.is_stopped();
    let probed = probe.find_while(game, &found.line, limits.time, &goes_on)?;
    let Some(wins) = probed.first(game, &found.line)? else { return Ok(None) };
    let Some(first) = found.moves.iter().find(|played| played.to == wins.to) else {
        return Ok(None);
    };
    let line = line(&probed);
    let Probed { nodes, .. } = probed;
    let time = began.elapsed();
    let speed = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let (plies, value) = (probed.n_plies().unwrap_or(1), probed.value().unwrap_or_default());
    say(&format!(
        "info depth {plies} score {} nodes {nodes} nps {speed} time {} pv {}",
        score(value),
        time.as_millis(),
        line.join(" ")
    ))?;
    Ok(Some(Found { first, next: line.get(1).cloned() }))
}

/// The moves of a combination, as far as they are forced.
fn line<P: Clone + Eq>(probed: &Probed<P>) -> Vec<String> {
    let texts = probed.line().into_iter();
    texts.map_while(|text| text.map(str::to_string)).collect()
}
