//! A set of facts that contradict each other, from which none can be left out.
//!
//! Blocks of facts are left out, first all, then halves of what could not be left out, down to
//! single ones; a block stays out if still no history fits. With less that was perceived more
//! histories fit, so each try is given a bounded amount of work: one that takes more counts as a
//! try that something fits.

use crate::limits::{InfosetError, Limits, Watch};
use crate::merged::MergedSet;
use crate::observation::Observation;
use game::{Ending, Referee};

/// The work of one try, in positions that are compared, and the memory that it may take.
const MOST_COMPARED: u64 = 20_000;
const MEMORY: usize = 64 << 20;
/// So many tries are made.
const MOST_TRIES: usize = 40;

/// Something that a player noticed, beside the own moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The turn, from 0.
    pub turn: usize,
    /// What it was.
    pub noticed: Noticed,
}

/// What a player notices in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// A try that was refused, by its number.
    Refused(usize),
    /// What was said when the turn ended, or that nothing was.
    Said,
    /// What was said before the next turn, or that nothing was.
    Told,
    /// What was seen.
    Seen,
    /// Whose turn was next, and whether the game was over.
    Ending,
}

/// The facts of an observation that contradict each other, and whether none is superfluous.
pub(super) fn least<G: Referee>(
    game: &G,
    observation: &Observation,
    watch: Watch<'_>,
) -> Result<(Vec<Fact>, bool), InfosetError> {
    let facts = facts_of(observation);
    let mut search = Least {
        game,
        observation,
        watch,
        kept: vec![true; facts.len()],
        facts,
        tries: MOST_TRIES,
        is_least: true,
    };
    search.leave_out(0, search.facts.len())?;
    let kept = search.facts.iter().zip(&search.kept).filter(|(_, kept)| **kept);
    Ok((kept.map(|(fact, _)| *fact).collect(), search.is_least))
}

fn facts_of(observation: &Observation) -> Vec<Fact> {
    let of_turn = |(turn, perceived): (usize, &game::Perceived)| {
        let refused = (0..perceived.refused.len()).map(Noticed::Refused);
        let seen = perceived.seen.is_some().then_some(Noticed::Seen);
        let others = [Noticed::Said, Noticed::Told, Noticed::Ending];
        let noticed: Vec<Noticed> = refused.chain(others).chain(seen).collect();
        noticed.into_iter().map(move |noticed| Fact { turn, noticed })
    };
    observation.turns.iter().enumerate().flat_map(of_turn).collect()
}

struct Least<'a, 'w, G> {
    game: &'a G,
    observation: &'a Observation,
    watch: Watch<'w>,
    facts: Vec<Fact>,
    kept: Vec<bool>,
    tries: usize,
    is_least: bool,
}

impl<G: Referee> Least<'_, '_, G> {
    /// Leaves out what can be left out of the facts from here to there.
    fn leave_out(&mut self, from: usize, to: usize) -> Result<(), InfosetError> {
        if from == to {
            return Ok(());
        }
        if self.tries == 0 {
            self.is_least = false;
            return Ok(());
        }
        self.tries -= 1;
        self.kept[from..to].fill(false);
        if self.is_contradiction()? {
            return Ok(());
        }
        self.kept[from..to].fill(true);
        if to - from > 1 {
            let middle = from.midpoint(to);
            self.leave_out(from, middle)?;
            self.leave_out(middle, to)?;
        }
        Ok(())
    }

    /// Whether no history fits what is kept.
    fn is_contradiction(&mut self) -> Result<bool, InfosetError> {
        let observation = self.doubting();
        let limits = Limits { memory: MEMORY };
        let mut set =
            MergedSet::before(self.game, &observation, limits)?.counts_only().forgetting();
        let (mut is_stopped, asked) = (false, &mut *self.watch);
        let mut watch = |now: crate::Progress| {
            is_stopped = !asked(now);
            !is_stopped && now.compared < MOST_COMPARED
        };
        for turn in &observation.turns {
            let grown = set.extend(turn, &mut watch).and_then(|()| set.close(&mut watch));
            match grown.and_then(|()| set.count()) {
                Ok(0) => return Ok(true),
                Ok(_) => {}
                Err(InfosetError::Stopped) if is_stopped => return Err(InfosetError::Stopped),
                // It takes too much work to know.
                Err(
                    InfosetError::Stopped | InfosetError::Memory { .. } | InfosetError::TooMany,
                ) => {
                    self.is_least = false;
                    return Ok(false);
                }
                Err(why) => return Err(why),
            }
        }
        Ok(false)
    }

    /// What was perceived, without the facts that are left out.
    fn doubting(&self) -> Observation {
        let mut observation = self.observation.clone();
        let mut keeps: Vec<Vec<bool>> =
            observation.turns.iter().map(|turn| vec![true; turn.refused.len()]).collect();
        let left_out = self.facts.iter().zip(&self.kept).filter(|(_, kept)| !**kept);
        for (Fact { turn, noticed }, _) in left_out {
            let perceived = &mut observation.turns[*turn];
            match noticed {
                Noticed::Refused(i) => keeps[*turn][*i] = false,
                Noticed::Said => perceived.unsaid.said = true,
                Noticed::Told => perceived.unsaid.told = true,
                Noticed::Seen => perceived.seen = None,
                Noticed::Ending => (perceived.ending, perceived.next) = (Ending::Unsaid, None),
            }
        }
        for (turn, keeps) in observation.turns.iter_mut().zip(keeps) {
            let mut keeps = keeps.into_iter();
            turn.refused.retain(|_| keeps.next().unwrap_or(true));
        }
        observation
    }
}
