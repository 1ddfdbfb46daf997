//! Single changes of what was written down with which histories fit: the mistake is often in an
//! earlier turn than the one that nothing fits any more.
//!
//! What could have been perceived of a turn, in positions in which the turns before it fit, says
//! which changes are worth a try; the set of the turns so changed says whether something fits.
//! Turns are gone through from the last to the first, and the work is bounded, so the changes
//! that are found are true but need not be all.

use super::differences::{Difference, Moment, tally};
use crate::limits::{InfosetError, Progress, Watch};
use crate::merged::MergedSet;
use crate::observation::Observation;
use game::{Perceived, Referee};

/// So many positions of a turn are asked what could have been perceived.
const ASKED: usize = 100;
/// So many changes of a turn are tried.
const PER_TURN: usize = 4;
/// The work of one try and of all together, in positions that are compared.
const MOST_COMPARED: u64 = 100_000;
const MOST_TOGETHER: u64 = 1_000_000;
/// So many corrections are told.
const TOLD: usize = 3;

/// A change of what was perceived with which histories fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The turn that is changed, from 0.
    pub turn: usize,
    /// What would have been otherwise.
    pub difference: Difference,
    /// How many histories fit then, up to the turn that nothing fits without it.
    pub histories: u128,
}

impl Correction {
    /// Whether something was left out, which happens more easily than that something is made up.
    fn is_omission(&self) -> bool {
        matches!(
            self.difference,
            Difference::Said(..) | Difference::OtherMoment(..) | Difference::Refusal(_)
        )
    }
}

/// The corrections with which histories fit all turns of an observation, the likeliest first.
/// `before` is the set before its last turn.
pub(super) fn corrections<G: Referee>(
    before: &MergedSet<'_, G>,
    observation: &Observation,
    watch: Watch<'_>,
) -> Result<Vec<Correction>, InfosetError> {
    let (mut found, mut left) = (Vec::new(), MOST_TOGETHER);
    for turn in (0..observation.turns.len()).rev() {
        let Some(set) = before.after(turn) else { break };
        let perceived = &observation.turns[turn];
        let mut ways: Vec<(Difference, usize)> = tally(&set, perceived, ASKED, watch)?
            .ways
            .into_iter()
            .filter_map(|(mut way, positions)| (way.len() == 1).then(|| (way.remove(0), positions)))
            .collect();
        ways.sort_by_key(|(_, positions)| std::cmp::Reverse(*positions));
        let changes = ways.into_iter().filter_map(|(difference, _)| {
            changed(perceived, &difference).map(|changed| (changed, difference))
        });
        for (changed, difference) in changes.take(PER_TURN) {
            if left == 0 {
                break;
            }
            let mut turns = observation.turns[turn..].to_vec();
            turns[0] = changed;
            let Some(set) = before.after(turn) else { break };
            let (histories, spent) = fitting(set, &turns, left.min(MOST_COMPARED), watch)?;
            left = left.saturating_sub(spent);
            if histories > 0 {
                found.push(Correction { turn, difference, histories });
            }
        }
    }
    found.sort_by_key(|it| (!it.is_omission(), std::cmp::Reverse(it.histories)));
    found.truncate(TOLD);
    Ok(found)
}

/// How many histories fit these turns as well, and the work; none if that takes too much work
/// to know.
fn fitting<G: Referee>(
    set: MergedSet<'_, G>,
    turns: &[Perceived],
    most: u64,
    watch: Watch<'_>,
) -> Result<(u128, u64), InfosetError> {
    let mut set = set.counts_only();
    let first = set.work().compared;
    let mut is_stopped = false;
    let mut bounded = |now: Progress| {
        is_stopped = !watch(now);
        !is_stopped && now.compared - first < most
    };
    let mut grow = || {
        turns.iter().try_for_each(|turn| set.extend(turn, &mut bounded))?;
        set.close(&mut bounded)?;
        set.count()
    };
    let grown = grow();
    let spent = set.work().compared - first;
    match grown {
        Ok(histories) => Ok((histories, spent)),
        Err(InfosetError::Stopped) if is_stopped => Err(InfosetError::Stopped),
        Err(InfosetError::Stopped | InfosetError::Memory { .. } | InfosetError::TooMany) => {
            Ok((0, spent))
        }
        Err(why) => Err(why),
    }
}

/// A turn with a difference; nothing if it cannot be had by changing what was written.
fn changed(turn: &Perceived, difference: &Difference) -> Option<Perceived> {
    let mut turn = turn.clone();
    let mut take = |moment: &Moment, text: &String| {
        heard(&mut turn, *moment).retain(|it| it != text);
    };
    match difference {
        Difference::Unsaid(moment, text) => take(moment, text),
        Difference::Reworded(moment, was, _) => take(moment, was),
        Difference::OtherMoment(Moment::WithMove, text) => take(&Moment::BeforeNext, text),
        Difference::OtherMoment(Moment::BeforeNext, text) => take(&Moment::WithMove, text),
        _ => {}
    }
    match difference {
        Difference::Unsaid(..) => {}
        Difference::Said(moment, text)
        | Difference::Reworded(moment, _, text)
        | Difference::OtherMoment(moment, text) => {
            let messages = heard(&mut turn, *moment);
            messages.push(text.clone());
            messages.sort();
        }
        Difference::Refusal(heard) => {
            turn.refused.iter_mut().for_each(|refused| refused.heard.clone_from(heard));
        }
        Difference::FewTries(n) => turn.refused.truncate(*n),
        Difference::OtherNext => turn.next = turn.next.map(game::Player::other),
        _ => return None,
    }
    Some(turn)
}

fn heard(turn: &mut Perceived, moment: Moment) -> &mut Vec<String> {
    match moment {
        Moment::WithMove => &mut turn.said,
        Moment::BeforeNext => &mut turn.told,
    }
}
