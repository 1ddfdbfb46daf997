//! The other doors of native code: a turn without texts, and counts with and
//! without making the last moves, must tell the same as the turn with texts.

use crate::support::compare::Visit;
use game::{Game, Move, RulesError, Turn, write_position};
use native::{Native, Position};
use rustc_hash::FxHashMap;

/// What the drivers of native code make of a turn that is known, if it is not
/// the same.
pub(crate) fn drivers_differ(native: &Native, visit: &Visit<'_, Native>) -> Option<String> {
    let Visit { at, past, turn, .. } = *visit;
    let successors = native.successors(at, past);
    match (turn, &successors) {
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
    counts_differ(native, visit, &found)
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
fn counts_differ(native: &Native, visit: &Visit<'_, Native>, found: &[Position]) -> Option<String> {
    let past = [visit.past, std::slice::from_ref(visit.at)].concat();
    let below = |successor: &Position| {
        let turn = native.successors(successor, &past)?;
        Ok(turn.map_or(0, |found| found.len() as u64))
    };
    let expected: [Result<u64, RulesError>; 2] =
        [Ok(found.len() as u64), found.iter().map(below).sum()];
    for (depth, expected) in (1..).zip(expected) {
        for counted in [false, true] {
            let count = native.perft(visit.at, visit.past, depth, counted);
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
