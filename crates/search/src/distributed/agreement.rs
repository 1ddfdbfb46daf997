//! How ranks agree on what a round of IDA* has come to: all of them hear the same solution,
//! the same failure, or the same next limit.
//!
//! A solution counts more than a failure, because a rank that has found one need not care
//! why another could not go on. Among several the one of the first rank is taken; all of
//! them cost the same.

use crate::limits::Stop;
use crate::puzzle::{NEGATIVE, Solution, Unsolved};
use game::bytes::{Reader, put, put_bytes, put_position, read_position};
use game::{ErrorCode, Game, RulesError};
use ranks::{Least, Lost, Team};

/// What a rank knows when a round is over.
pub(super) struct Ended<P> {
    /// The least cost and bound above the limit.
    pub(super) next: i64,
    pub(super) found: Option<Solution<P>>,
    pub(super) failure: Option<Unsolved>,
    /// What all ranks have heard at the end of the round, if that was asked for: the least
    /// `next` of all, or [`MORE`].
    pub(super) heard: Option<u64>,
}

/// Said instead of the next limit by a rank that has more to say.
pub(super) const MORE: u64 = 0;

impl<P> Ended<P> {
    /// What a rank says at the end of a round.
    pub(super) fn said(next: i64, has_more: bool) -> u64 {
        if has_more { MORE } else { next as u64 }
    }
}

/// What all ranks know when a round is over: a solution, the next limit, or that there is
/// none.
pub(super) enum Agreed<P> {
    Found(Solution<P>),
    Next(i64),
    Nothing,
}

/// Whoever has nothing to say says this.
const NONE: u64 = u64::MAX;

/// All ranks hear of what each of them knows.
pub(super) fn agree<G: Game>(
    team: &mut Team<'_>,
    game: &G,
    ended: Ended<G::Position>,
) -> Result<Agreed<G::Position>, Unsolved> {
    let next_of = |next: u64| match next == i64::MAX as u64 {
        true => Agreed::Nothing,
        false => Agreed::Next(next as i64),
    };
    if let Some(next) = ended.heard.filter(|next| *next != MORE) {
        return Ok(next_of(next));
    }
    let me = team.rank() as u64;
    let finder = if ended.found.is_some() { me } else { NONE };
    let failed = if ended.failure.is_some() { me } else { NONE };
    let all = team.all_reduce(&[finder, failed, ended.next as u64], Least)?;
    let [finder, failed, next] = all[..] else { return Ok(Agreed::Nothing) };
    if finder != NONE {
        let mut bytes = Vec::new();
        if let Some(solution) = ended.found.filter(|_| finder == me) {
            write_solution(game, &solution, &mut bytes);
        }
        let bytes = say(team, finder as usize, bytes)?;
        let solution = read_solution(game, &bytes).ok_or_else(|| unreadable(finder))?;
        return Ok(Agreed::Found(solution));
    }
    if failed != NONE {
        let mine = ended.failure.filter(|_| failed == me);
        let bytes = mine.as_ref().map_or(Vec::new(), failure_bytes);
        let bytes = say(team, failed as usize, bytes)?;
        return Err(read_failure(&bytes).ok_or_else(|| unreadable(failed))?);
    }
    Ok(next_of(next))
}

/// What one rank says, at all ranks.
pub(super) fn say(team: &mut Team<'_>, from: usize, bytes: Vec<u8>) -> Result<Vec<u8>, Lost> {
    let said = team.gather(&bytes)?;
    team.broadcast(said.and_then(|all| all.into_iter().nth(from)).unwrap_or_default())
}

pub(super) fn unreadable(rank: u64) -> Lost {
    let why = "it said something that cannot be read; it may be another version".to_string();
    Lost { rank: usize::try_from(rank).ok(), why }
}

pub(super) fn write_solution<G: Game>(
    game: &G,
    solution: &Solution<G::Position>,
    bytes: &mut Vec<u8>,
) {
    put(solution.cost as u128, bytes);
    put(solution.path.len() as u128, bytes);
    for at in &solution.path {
        put_position(game, at, bytes);
    }
}

pub(super) fn read_solution<G: Game>(game: &G, bytes: &[u8]) -> Option<Solution<G::Position>> {
    let mut reader = Reader(bytes);
    let (cost, n) = (reader.small()?, reader.count()?);
    let path = (0..n).map(|_| read_position(game, &mut reader)).collect::<Option<_>>()?;
    Some(Solution { path, cost })
}

/// A failure as bytes: a number, and what the rules did if it was that.
pub(super) fn failure_bytes(failure: &Unsolved) -> Vec<u8> {
    let number = match failure {
        Unsolved::Stopped(Stop::Told) => 0,
        Unsolved::Stopped(Stop::Time) => 1,
        Unsolved::Stopped(Stop::Nodes) => 2,
        Unsolved::Memory => 3,
        Unsolved::Refused(..) => 4,
        Unsolved::Stopped(Stop::Rules(_)) => 5,
        Unsolved::Lost(_) => 6,
    };
    let mut bytes = vec![number];
    match failure {
        Unsolved::Stopped(Stop::Rules(error)) => {
            let code = ErrorCode::ALL.iter().position(|code| *code == error.code);
            put(code.unwrap_or(0) as u128, &mut bytes);
            for text in [&error.message, &error.position, &error.hint] {
                put_bytes(text.as_bytes(), &mut bytes);
            }
        }
        Unsolved::Lost(lost) => put_bytes(lost.to_string().as_bytes(), &mut bytes),
        _ => {}
    }
    bytes
}

pub(super) fn read_failure(bytes: &[u8]) -> Option<Unsolved> {
    let (&number, rest) = bytes.split_first()?;
    let mut reader = Reader(rest);
    let text = |reader: &mut Reader<'_>| String::from_utf8(reader.bytes()?.to_vec()).ok();
    Some(match number {
        0 => Stop::Told.into(),
        1 => Stop::Time.into(),
        2 => Stop::Nodes.into(),
        3 => Unsolved::Memory,
        // All other refusals are known to all ranks before they begin.
        4 => NEGATIVE,
        5 => {
            let code = *ErrorCode::ALL.get(reader.small::<usize>()?)?;
            let (message, position) = (text(&mut reader)?, text(&mut reader)?);
            let hint = text(&mut reader)?;
            Stop::from(RulesError { code, message, position, hint }).into()
        }
        6 => Unsolved::Lost(Lost { rank: None, why: text(&mut reader)? }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_heard_as_they_were_said() {
        let rules = RulesError {
            code: ErrorCode::Stuck,
            message: "nothing moves".to_string(),
            position: ". 1".to_string(),
            hint: "let something move".to_string(),
        };
        let lost = Lost { rank: None, why: "rank 3: it is gone".to_string() };
        let stops = [Stop::Told, Stop::Time, Stop::Nodes, Stop::from(rules)];
        let mut failures: Vec<Unsolved> = stops.into_iter().map(Unsolved::from).collect();
        failures.extend([Unsolved::Memory, NEGATIVE, Unsolved::Lost(lost)]);
        for failure in failures {
            let bytes = failure_bytes(&failure);
            assert_eq!(read_failure(&bytes), Some(failure));
            assert!(bytes.len() < 2 || read_failure(&bytes[..bytes.len() - 1]).is_none());
        }
        assert_eq!(read_failure(&[]), None);
        assert_eq!(read_failure(&[9]), None);
    }
}
