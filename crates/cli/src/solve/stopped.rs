//! Why a position was not solved, what helps, and how a command ends that has solved nothing.

use crate::answer::{STOPPED, give_json};
use crate::report::Failure;
use crate::terminal::complain;
use search::{Stop, Unproved};
use serde::Serialize;

/// The exit code if nothing was proved.
const UNSOLVED: u8 = 1;

/// Why nothing was proved, and what helps.
pub(super) struct Stopped {
    pub(super) reason: &'static str,
    pub(super) hint: &'static str,
}

/// Why nothing was proved; a failure if no limit is the cause.
pub(super) fn stopped(why: &Unproved) -> Result<Stopped, Failure> {
    let (reason, hint) = match why {
        Unproved::Stopped(stop) => return Stopped::new(stop),
        Unproved::NoSum => {
            let failure = Failure::new("positions of this game are no sums, as far as can be seen");
            return Err(failure.hint("`--method auto` chooses what can prove this"));
        }
        Unproved::Hidden => {
            let failure = Failure::new("the players of this game do not see everything");
            return Err(failure.hint("only games that show everything can be solved"));
        }
        Unproved::Puzzle => return Err(Failure::new("this is a puzzle for one player")),
        Unproved::Lost(lost) => return Err(lost.clone().into()),
        Unproved::Checkpoint(why) => return Err(Failure::new(why.clone())),
        Unproved::Unwritable => {
            let failure = Failure::new("positions cannot be sent to other ranks");
            return Err(failure.hint("solve it with one rank"));
        }
        Unproved::Memory => ("the memory is full", "`--memory` gives it more"),
        Unproved::Cyclic => ("a position comes back", "`--method df-pn` or `sweep` can do that"),
        Unproved::Deep => ("the game is too deep", "`--method df-pn` or `sweep` can do that"),
    };
    Ok(Stopped { reason, hint })
}

impl Stopped {
    pub(super) fn new(stop: &Stop) -> Result<Stopped, Failure> {
        let (reason, hint) = match stop {
            Stop::Told => (STOPPED, "it begins again next time"),
            Stop::Rules(error) => return Err((**error).clone().into()),
            Stop::Time => ("the time is over", "`--time` gives it more"),
            Stop::Nodes => ("the nodes are used up", "`--nodes` gives it more"),
        };
        Ok(Stopped { reason, hint })
    }

    /// Ends a command that has solved nothing: as JSON, or in words that say how far it came.
    pub(super) fn give_up(
        &self,
        answer: &impl Serialize,
        far: &str,
        as_json: bool,
    ) -> Result<u8, Failure> {
        let Stopped { reason, hint } = self;
        if as_json {
            give_json(answer)?;
        }
        if *reason == STOPPED {
            complain(far);
            return Err(Failure::interrupted());
        }
        if !as_json {
            complain(&format!("{far}: {reason}\n = hint: {hint}"));
        }
        Ok(UNSOLVED)
    }
}
