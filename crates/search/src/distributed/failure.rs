//! Why a proof ended early at some rank, as bytes, so that all ranks end with the same reason.

use crate::limits::Stop;
use crate::proof::Unproved;
use game::bytes::{Reader, put_bytes};
use game::{ErrorCode, RulesError};
use ranks::{Lost, Sum, Team};

/// Why a rank cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// A reason that whoever asked hears.
    Unproved(Unproved),
    /// A position was reached that cannot be made from its number: positions have to be
    /// kept whole.
    OnlyWhole,
}

impl From<Unproved> for Failure {
    fn from(why: Unproved) -> Failure {
        Failure::Unproved(why)
    }
}

impl From<Lost> for Failure {
    fn from(lost: Lost) -> Failure {
        Failure::Unproved(Unproved::Lost(lost))
    }
}

/// The reasons that have nothing to add, each under its place in the list.
fn plain() -> [Failure; 9] {
    let unproved = [
        Unproved::Stopped(Stop::Nodes),
        Unproved::Stopped(Stop::Time),
        Unproved::Stopped(Stop::Told),
        Unproved::Memory,
        Unproved::Cyclic,
        Unproved::Deep,
        Unproved::NoSum,
        Unproved::Unwritable,
    ];
    let [a, b, c, d, e, f, g, h] = unproved.map(Failure::Unproved);
    [a, b, c, d, e, f, g, h, Failure::OnlyWhole]
}

const RULES: u8 = 100;
const WORDS: u8 = 101;

impl Failure {
    /// Whether a limit ended the work, so that it could go on from where it is.
    pub(crate) fn is_limit(&self) -> bool {
        let rules = matches!(self, Failure::Unproved(Unproved::Stopped(Stop::Rules(_))));
        matches!(self, Failure::Unproved(Unproved::Stopped(_))) && !rules
    }

    fn bytes(&self) -> Vec<u8> {
        if let Some(place) = plain().iter().position(|plain| plain == self) {
            return vec![place as u8];
        }
        let mut bytes = Vec::new();
        match self {
            Failure::Unproved(Unproved::Stopped(Stop::Rules(error))) => {
                let code = ErrorCode::ALL.iter().position(|code| *code == error.code);
                bytes.extend([RULES, code.unwrap_or(0) as u8]);
                for text in [&error.message, &error.position, &error.hint] {
                    put_bytes(text.as_bytes(), &mut bytes);
                }
            }
            Failure::Unproved(Unproved::Checkpoint(why)) => {
                bytes.push(WORDS);
                put_bytes(why.as_bytes(), &mut bytes);
            }
            other => {
                bytes.push(WORDS);
                put_bytes(format!("{other:?}").as_bytes(), &mut bytes);
            }
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Failure> {
        let (&kind, rest) = bytes.split_first()?;
        let mut reader = Reader(rest);
        let text = |reader: &mut Reader<'_>| String::from_utf8(reader.bytes()?.to_vec()).ok();
        Some(match kind {
            RULES => {
                let code = *ErrorCode::ALL.get(usize::from(*reader.0.split_off_first()?))?;
                let (message, position) = (text(&mut reader)?, text(&mut reader)?);
                let error = RulesError { code, message, position, hint: text(&mut reader)? };
                Failure::Unproved(Unproved::Stopped(Stop::Rules(Box::new(error))))
            }
            WORDS => Failure::Unproved(Unproved::Checkpoint(text(&mut reader)?)),
            place => plain().get(usize::from(place))?.clone(),
        })
    }
}

/// Adds up numbers of all ranks; if some rank has failed, all fail, with the reason of the
/// first that has.
pub(crate) fn agree(
    team: &mut Team<'_>,
    numbers: &[u64],
    failure: Option<&Failure>,
) -> Result<Vec<u64>, Failure> {
    if let Some(Failure::Unproved(Unproved::Lost(lost))) = failure {
        // There is nobody to agree with.
        return Err(lost.clone().into());
    }
    let mut mine = numbers.to_vec();
    mine.push(u64::from(failure.is_some()));
    let mut all = team.all_reduce(&mine, Sum)?;
    if all.pop() == Some(0) {
        return Ok(all);
    }
    let reasons = team.all_gather(&failure.map(Failure::bytes).unwrap_or_default())?;
    let reason = reasons.iter().find_map(|bytes| Failure::read(bytes));
    Err(reason.unwrap_or(Failure::Unproved(Unproved::Stopped(Stop::Told))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ranks::{Network, run};

    #[test]
    fn all_ranks_hear_the_same_reason() {
        let error = RulesError {
            code: ErrorCode::Stuck,
            message: "nothing to do".to_string(),
            position: "3/3".to_string(),
            hint: "lose".to_string(),
        };
        let rules = Failure::Unproved(Unproved::Stopped(Stop::Rules(Box::new(error))));
        let words = Failure::Unproved(Unproved::Checkpoint("no room".to_string()));
        for why in plain().into_iter().chain([rules, words]) {
            let heard = run(4, Network::unruly(3), |team| {
                let mine = (team.rank() >= 2).then_some(&why);
                (agree(team, &[1], mine), agree(team, &[1, 2], None))
            });
            for (failed, fine) in heard {
                assert_eq!((failed, fine), (Err(why.clone()), Ok(vec![4, 8])));
            }
        }
    }
}
