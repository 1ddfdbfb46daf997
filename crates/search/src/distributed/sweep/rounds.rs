//! A round: all ranks work and send each other work, until nobody has any left or somebody
//! wants a rest. At the end of a round nothing is on its way, so that what the ranks hold
//! together is the whole state of the work.

use super::super::failure::{Failure, agree};
use crate::proof::Unproved;
use crate::proof::ground::Ground;
use game::Game;
use ranks::{Exchange, Kind, Received, Team};

/// Work that is done in pieces, some of which belong to other ranks.
pub(crate) trait Stage<G: Game> {
    /// How much work this rank has now; 0 for none.
    fn left(&self) -> u64;

    /// How much it has that must wait until no rank has any work now.
    fn later(&self) -> u64 {
        0
    }

    /// Does a piece.
    fn work(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        to: &mut Exchange<'_, '_>,
    ) -> Result<(), Failure>;

    /// Takes what another rank has sent.
    fn hear(&mut self, game: &G, bytes: &[u8]) -> Result<(), Failure>;
}

/// A rank asks all others to rest.
const REST: Kind = 1;
/// This many pieces are done between two looks for messages.
const PIECES_BETWEEN_LOOKS: usize = 16;

/// How a round ended, as all ranks know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// The work that is left at all ranks.
    pub(crate) left: u64,
    /// The work of all ranks that must wait until none is left.
    pub(crate) later: u64,
    /// Whether the first rank wants a checkpoint.
    pub(crate) is_due: bool,
}

/// Works until there is nothing left, until `is_due` says at the first rank that it is time
/// for a checkpoint, or until some rank fails. Then all fail.
pub(crate) fn round<G: Game>(
    team: &mut Team<'_>,
    ground: &mut Ground<'_, '_, G>,
    stage: &mut impl Stage<G>,
    is_due: &mut dyn FnMut() -> bool,
) -> Result<Ended, Failure> {
    let (mut due, mut rests) = (false, false);
    let mut failure: Option<Failure> = None;
    let mut exchange = Exchange::new(team);
    loop {
        let is_idle = rests || stage.left() == 0;
        let done = match exchange.receive(is_idle)? {
            // What is lost is not missed where the work cannot go on in any case.
            Received::Batch { .. } if failure.as_ref().is_some_and(|why| !why.is_limit()) => Ok(()),
            Received::Batch { bytes, .. } => stage.hear(ground.game(), &bytes),
            Received::Notice { .. } => {
                rests = true;
                Ok(())
            }
            Received::Done => break,
            Received::Nothing if is_idle => {
                exchange.rest();
                if rests { Ok(()) } else { ground.look().map_err(Failure::from) }
            }
            Received::Nothing => work(ground, stage, &mut exchange),
        };
        let wants_rest = match done {
            Err(lost @ Failure::Unproved(Unproved::Lost(_))) => return Err(lost),
            Err(why) => {
                failure = Some(why);
                true
            }
            Ok(()) => {
                due |= !rests && exchange.rank() == 0 && is_due();
                due
            }
        };
        if wants_rest && !rests {
            rests = true;
            exchange.notify(REST, &[])?;
        }
    }
    let mine = [stage.left(), stage.later(), u64::from(due)];
    let all = agree(team, &mine, failure.as_ref())?;
    Ok(Ended { left: all[0], later: all[1], is_due: all[2] > 0 })
}

/// Does some pieces.
fn work<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    stage: &mut impl Stage<G>,
    to: &mut Exchange<'_, '_>,
) -> Result<(), Failure> {
    for _ in 0..PIECES_BETWEEN_LOOKS {
        if stage.left() == 0 {
            break;
        }
        stage.work(ground, to)?;
    }
    Ok(())
}
