//! The option `Combinations`: a win by threats is looked for before anything else is
//! searched, and shown like the last depth of a search.

use super::super::combine::{Probe, Probed};
use super::super::engine::Engine;
use super::super::report::Failure;
use super::answer::{Asked, remark, say_depth};
use super::beyond::Standing;
use game::Move;
use search::Stopper;

/// What the client hears of a win: the move, and the one that is expected next.
pub(super) struct Found<'m, P> {
    pub(super) first: &'m Move<P>,
    pub(super) next: Option<String>,
}

/// What was found by looking for a win by threats.
pub(super) type Looked<'m, P> = (Probed<P>, Option<Found<'m, P>>);

/// Looks for a win by threats, and says so. Nothing if the client wants to hear of several
/// moves, or of none but some.
pub(super) fn by_threats<'m, G: Engine>(
    probe: Option<&Probe<'_, G>>,
    game: &G,
    found: &'m Standing<G::Position>,
    among: &[G::Position],
    asked: &Asked,
    stopper: &Stopper,
) -> Result<Option<Looked<'m, G::Position>>, Failure> {
    let is_asked = asked.n_lines == 1 && among.is_empty() && !found.moves.is_empty();
    let Some(probe) = probe.filter(|_| is_asked) else { return Ok(None) };
    let goes_on = || !stopper.is_stopped();
    let probed = probe.find_while(game, &found.line, &asked.go.limits, &goes_on)?;
    let wins = probed.first(game, &found.line)?;
    let is_it = |played: &&Move<G::Position>| wins.as_ref().is_some_and(|it| it.to == played.to);
    let Some(first) = found.moves.iter().find(is_it) else { return Ok(Some((probed, None))) };
    // The moves of a combination, as far as they are forced.
    let line: Vec<String> = probed.line().into_iter().map_while(|text| text).collect();
    show(&probed, &line)?;
    Ok(Some((probed, Some(Found { first, next: line.get(1).cloned() }))))
}

/// Shows a win like a depth of a search; where points count, the search shows the depths.
fn show<P: Clone + Eq>(probed: &Probed<P>, line: &[String]) -> Result<(), Failure> {
    let moves = line.join(" ");
    let Some(value) = probed.value() else {
        return remark(&format!("{}: {moves}", probed.words().unwrap_or_default()));
    };
    let depth = probed.n_plies().unwrap_or(1).to_string();
    say_depth(&depth, value, probed.nodes, probed.time, &moves)
}
