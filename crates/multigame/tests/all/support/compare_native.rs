//! The other doors of native code: a turn without texts, and counts with and
//! without making the last moves, must tell the same as the turn with texts. A door for
//! which there is no code is passed by; no other error is.

use crate::support::compare::{Visit, gave_up, lacks_code};
use game::{
    Expanded, Game, Move, Rng, RulesError, Setup, Turn, Worker, retain_captures, write_position,
};
use native::{INTERPRET, Native, Position};
use rustc_hash::FxHashMap;

/// Which doors are looked through, since each takes code of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doors {
    /// Counts with the last moves made, and only counted.
    pub(crate) counts: [bool; 2],
    /// Moves and games that chance picks.
    pub(crate) random: bool,
    /// What a search asks.
    pub(crate) worker: bool,
}

impl Doors {
    /// Counts, and nothing else.
    pub(crate) const COUNTS: Doors = Doors { counts: [true; 2], random: false, worker: false };
    pub(crate) const ALL: Doors = Doors { counts: [true; 2], random: true, worker: true };
}

/// What the drivers of native code make of a turn that is known, if it is not
/// the same.
pub(crate) fn drivers_differ(
    native: &Native,
    visit: &Visit<'_, Native>,
    doors: Doors,
) -> Option<String> {
    let Visit { at, past, turn, .. } = *visit;
    let successors = native.successors(at, past);
    match (turn, &successors) {
        (_, Err(error)) if lacks_code(error) => return None,
        // Without texts no text can be ambiguous.
        (Err(error), _) if error.code == game::ErrorCode::SameText => return None,
        (Err(error), Err(other)) if error.code == other.code => return None,
        (Ok(Turn::Over(outcome)), Ok(Err(other))) if outcome == other => {}
        (Ok(Turn::Moves(moves)), Ok(Ok(found))) => {
            if let Some(what) = successors_differ(native, moves, found) {
                return Some(format!("successors: {what}"));
            }
        }
        _ => return Some(format!("the turn is {turn:?}, its successors are {successors:?}")),
    }
    let found = successors.ok().and_then(Result::ok).unwrap_or_default();
    let of_worker = || doors.worker.then(|| worker_differs(native, visit)).flatten();
    let of_chance = || doors.random.then(|| chance_differs(native, visit, &found)).flatten();
    counts_differ(native, visit, &found, doors.counts).or_else(of_worker).or_else(of_chance)
}

/// What a search sees: the positions with their outcomes and costs, and values.
fn worker_differs(native: &Native, visit: &Visit<'_, Native>) -> Option<String> {
    let mut worker = native.worker(visit.past);
    let (mut found, mut costs) = (Vec::new(), Vec::new());
    let expanded = worker.expand_with_costs(visit.at, &mut found, &mut costs);
    let empty = Vec::new();
    let (over, moves) = match visit.turn {
        Ok(Turn::Over(outcome)) => (Some(*outcome), &empty),
        Ok(Turn::Moves(moves)) => (None, moves),
        Err(_) => return None,
    };
    if expanded.as_ref().is_err_and(lacks_code) {
        return None;
    }
    if expanded.as_ref().ok() != Some(&over) || found.len() != moves.len() {
        let n = (found.len(), moves.len());
        return Some(format!("expanded: {expanded:?} for {over:?}, {n:?} positions"));
    }
    for (position, cost) in found.iter().zip(&costs) {
        let same = moves.iter().find(|made| made.to == *position);
        let told = same.map(|made| (made.outcome, made.cost));
        if told != Some((worker.outcome(position), *cost)) {
            return Some(format!("expanded: {position:?} for {cost}, not {told:?}"));
        }
    }
    if let Some(what) = captures_differ(native, visit) {
        return Some(what);
    }
    (0..native.facts().evaluations.len()).find_map(|i| {
        let values = [native.evaluate(visit.at, i), worker.evaluate(visit.at, i)];
        let has_code = !values.iter().flat_map(|value| value.as_ref().err()).any(lacks_code);
        let [one, other] = values.map(|value| value.map_err(|error| error.code));
        (has_code && one != other)
            .then(|| format!("evaluation {i}: {one:?}, for a search {other:?}"))
    })
}

/// What a search sees at its horizon: some of the moves, and whether there are others.
fn captures_differ(native: &Native, visit: &Visit<'_, Native>) -> Option<String> {
    if native.facts().n_players() != 2 {
        return None;
    }
    let mut worker = native.worker(visit.past);
    let (mut all, mut short) = (Vec::new(), Vec::new());
    let over = worker.expand(visit.at, &mut all).ok()?;
    let ground = worker.ground();
    let expanded = worker.expand_captures(visit.at, &mut short);
    let expected = match over {
        Some(outcome) => Expanded::Over(outcome),
        None => Expanded::Moves { others: retain_captures(native, visit.at, &mut all, 0) },
    };
    let is_same = expanded == Ok(expected) && short == all && worker.ground() == ground;
    (!is_same).then(|| {
        let n = (short.len(), all.len());
        format!("captures: {expanded:?}, not {expected:?}, {n:?} positions")
    })
}

/// A move that chance picks is one of the moves, and so is the first of a random game.
fn chance_differs(
    native: &Native,
    visit: &Visit<'_, Native>,
    found: &[Position],
) -> Option<String> {
    if visit.turn.is_err() {
        return None;
    }
    // Code that draws a move looks at the turn after it, too.
    let past = [visit.past, std::slice::from_ref(visit.at)].concat();
    if found.iter().any(|next| native.successors(next, &past).is_err()) {
        return None;
    }
    let setups: Vec<Setup> = found.iter().map(|position| native.setup(position)).collect();
    let mut random = Rng::new(visit.turns as u64);
    for _ in 0..3 {
        let picked = native.random_successor(visit.at, visit.past, &mut random);
        let fits = match &picked {
            // Other moves may lead to the same pieces and end the game.
            Ok(Some(position)) => setups.iter().zip(found).any(|(setup, to)| {
                *setup == native.setup(position) && native.outcome(to) == native.outcome(position)
            }),
            Ok(None) => found.is_empty(),
            Err(error) => lacks_code(error),
        };
        if !fits {
            return Some(format!("chance picks {picked:?}"));
        }
    }
    let games = 3;
    let played = native.playouts(visit.at, visit.turns as u64, games, 1);
    let plies = if found.is_empty() { 0 } else { games };
    let fits = match &played {
        Ok(tally) => tally.games == games && tally.plies == plies,
        Err(error) => lacks_code(error),
    };
    (visit.past.is_empty() && !fits).then(|| format!("random games: {played:?}"))
}

fn successors_differ(
    native: &Native,
    moves: &[Move<Position>],
    found: &[Position],
) -> Option<String> {
    let by_position: FxHashMap<&Position, &Move<Position>> =
        moves.iter().map(|made| (&made.to, made)).collect();
    for successor in found {
        let setup = native.setup(successor);
        match by_position.get(successor) {
            // The round is not compared with positions.
            Some(made) if native.setup(&made.to) == setup => {}
            _ => {
                let text = write_position(native.facts(), &setup);
                return Some(format!("no move leads to `{text}` as it is: {successor:?}"));
            }
        }
    }
    let mut different = found.to_vec();
    different.sort_by_key(|position| native.signature(position));
    different.dedup();
    (different.len() != moves.len() || found.len() != moves.len()).then(|| {
        format!("{} of which {} differ, for {} moves", found.len(), different.len(), moves.len())
    })
}

/// Counts one and two turns deep.
fn counts_differ(
    native: &Native,
    visit: &Visit<'_, Native>,
    found: &[Position],
    counts: [bool; 2],
) -> Option<String> {
    let past = [visit.past, std::slice::from_ref(visit.at)].concat();
    let below = |successor: &Position| {
        let turn = native.successors(successor, &past)?;
        Ok(turn.map_or(0, |found| found.len() as u64))
    };
    let expected: [Result<u64, RulesError>; 2] =
        [Ok(found.len() as u64), found.iter().map(below).sum()];
    for (depth, expected) in (1..).zip(expected) {
        for counted in [false, true].into_iter().filter(|&counted| counts[usize::from(counted)]) {
            let count = native.perft(visit.at, visit.past, depth, counted);
            if [&expected, &count].iter().flat_map(|count| count.as_ref().err()).any(lacks_code) {
                continue;
            }
            // Code may count what the interpreter, in its place, finds too long to list.
            let too_long = |error: &RulesError| gave_up(error) && error.hint != INTERPRET;
            if expected.as_ref().is_err_and(too_long) && count.is_ok() {
                continue;
            }
            let [one, other] =
                [&expected, &count].map(|count| count.as_ref().map_err(|error| error.code));
            if one != other {
                let how = if counted { "counted" } else { "made" };
                return Some(format!("perft {depth} ({how}) is {count:?}, not {expected:?}"));
            }
        }
    }
    None
}
