//! Why no history fits what a player perceived: the first turn after which none is left, what
//! would have been perceived instead, and a set of facts that contradict each other.
//!
//! 1. A message that the rules never say needs no search.
//! 2. The set is built turn by turn until it is empty; the positions before that turn say what
//!    could have been perceived of it ([`differences`]).
//! 3. Single changes of this turn and of earlier ones are tried: with which does something fit
//!    ([`corrections`])?
//! 4. What was heard and seen is left out piece by piece, as long as still nothing fits
//!    ([`least`]). What is left contradicts itself, and without any of it something would fit.

mod corrections;
mod differences;
mod least;
mod words;

use crate::limits::{InfosetError, Limits, Watch};
use crate::merged::MergedSet;
use crate::observation::Observation;
use differences::{Differing, differing};
use game::{Facts, Field, Made, Referee, Saying, nearest};
use std::collections::BTreeSet;

pub use corrections::Correction;
pub use differences::{Difference, Moment, OverWith};
pub use least::{Fact, Noticed};

/// So many moves are suggested for one that cannot be.
const SUGGESTED: usize = 4;

/// Why no history fits an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The turn after which none is left, from 0.
    pub turn: usize,
    /// How many histories fit the turns before.
    pub fitted: u128,
    /// What is wrong with the turn.
    pub cause: Cause,
    /// Changes of single turns with which something fits, the likeliest first; there may be more.
    pub corrections: Vec<Correction>,
    /// What contradicts itself together with the player's own moves, in order of turns; empty
    /// if the moves alone do.
    pub facts: Vec<Fact>,
    /// Whether without any one of the facts something would fit. If that takes too much work to
    /// find out, there may be more of them than necessary.
    pub is_least: bool,
}

/// What is wrong with a turn that nothing fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules never say this.
    NeverSaid {
        /// What was heard.
        message: String,
        /// What was meant, perhaps.
        meant: Vec<String>,
    },
    /// The player's own move can neither be made nor tried.
    NoMove {
        /// Its text.
        text: String,
        /// What was meant, perhaps.
        meant: Vec<String>,
    },
    /// Something else would have been perceived.
    Otherwise(Vec<Instead>),
}

/// What would have been perceived instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// How it differs from what was perceived.
    pub differences: Vec<Difference>,
    /// In how many of the positions that were looked at it can be so.
    pub positions: usize,
    /// How many positions were looked at.
    pub looked_at: usize,
}

impl Contradiction {
    fn slip(turn: usize, fitted: u128, cause: Cause) -> Contradiction {
        let (corrections, facts) = (Vec::new(), Vec::new());
        Contradiction { turn, fitted, cause, corrections, facts, is_least: true }
    }

    /// Whether what was written down cannot be, whatever the enemy did: a mistake of whoever
    /// wrote it.
    pub fn is_slip(&self) -> bool {
        !matches!(self.cause, Cause::Otherwise(_))
    }
}

/// Why no history fits; nothing if one does, or if there is not enough memory to know.
pub fn contradiction<G: Referee>(
    game: &G,
    observation: &Observation,
    limits: Limits,
    watch: Watch<'_>,
) -> Result<Option<Contradiction>, InfosetError> {
    let Some((turn, fitted)) = emptied_by(game, observation, limits, watch)? else {
        return Ok(None);
    };
    let known = observation.after(turn + 1);
    let slip = never_said(game, &known);
    if let Some((turn, cause)) = slip {
        let fitted = if turn == known.turns.len() - 1 { fitted } else { 0 };
        return Ok(Some(Contradiction::slip(turn, fitted, cause)));
    }
    let before = set_before(game, &observation.after(turn), limits, watch)?;
    let Differing { instead, texts } = differing(&before, &known.turns[turn], watch)?;
    let corrections = corrections::corrections(&before, &known, watch)?;
    // A move that an earlier mistake rules out is no slip.
    if let (Made::Move(text) | Made::Refused(text), true) =
        (&known.turns[turn].made, is_no_move(&instead) && corrections.is_empty())
    {
        let meant = alike(game.facts(), text, &texts);
        let cause = Cause::NoMove { text: text.clone(), meant };
        return Ok(Some(Contradiction::slip(turn, fitted, cause)));
    }
    drop(before);
    let (facts, is_least) = least::least(game, &known, watch)?;
    let cause = Cause::Otherwise(instead);
    Ok(Some(Contradiction { turn, fitted, cause, corrections, facts, is_least }))
}

/// The set of these turns, with what led there if there is memory for that.
fn set_before<'g, G: Referee>(
    game: &'g G,
    observation: &Observation,
    limits: Limits,
    watch: Watch<'_>,
) -> Result<MergedSet<'g, G>, InfosetError> {
    let mut set = MergedSet::before(game, observation, limits)?.forgetting();
    match set.extend_all(&observation.turns, watch) {
        Err(InfosetError::Memory { .. }) => {
            set = MergedSet::before(game, observation, limits)?.counts_only().forgetting();
            set.extend_all(&observation.turns, watch)?;
        }
        extended => extended?,
    }
    Ok(set)
}

fn is_no_move(instead: &[Instead]) -> bool {
    !instead.is_empty() && instead.iter().all(|it| it.differences == [Difference::NoMove])
}

/// The turn after which nothing fits any more, and how many histories fitted before it.
fn emptied_by<G: Referee>(
    game: &G,
    observation: &Observation,
    limits: Limits,
    watch: Watch<'_>,
) -> Result<Option<(usize, u128)>, InfosetError> {
    let mut set = MergedSet::before(game, observation, limits)?.counts_only().forgetting();
    let mut fitted = 1;
    for (i, turn) in observation.turns.iter().enumerate() {
        let grown = set.extend(turn, watch).and_then(|()| set.close(watch));
        match grown.and_then(|()| set.count()) {
            Ok(0) => return Ok(Some((i, fitted))),
            Ok(count) => fitted = count,
            // The answer is known all the same: no history fits.
            Err(InfosetError::Memory { .. } | InfosetError::TooMany) => return Ok(None),
            Err(why) => return Err(why),
        }
    }
    Ok(None)
}

/// The first message that the rules never say, with its turn.
fn never_said<G: Referee>(game: &G, observation: &Observation) -> Option<(usize, Cause)> {
    let sayings = game.sayings();
    observation.turns.iter().enumerate().find_map(|(i, turn)| {
        let refused = turn.refused.iter().flat_map(|it| &it.heard);
        let mut heard = refused.chain(&turn.said).chain(&turn.told);
        let message = heard.find(|it| !sayings.iter().any(|may| says(game.facts(), may, it)))?;
        let meant = meant(game.facts(), &sayings, message);
        Some((i, Cause::NeverSaid { message: message.clone(), meant }))
    })
}

/// Whether a saying can have become this message.
fn says(facts: &Facts, saying: &Saying, message: &str) -> bool {
    let Some(rest) = message.strip_prefix(saying.words.as_str()) else { return false };
    let is_detail = |word: &str| {
        word == "-"
            || facts.board.field(word).is_some()
            || facts.kinds.iter().any(|kind| kind.name == word)
    };
    let mut details = rest.split(' ');
    details.next() == Some("")
        && details.clone().count() == saying.n_details
        && details.all(is_detail)
}

/// Of these texts the one that is nearest, or else those that end on the same field.
fn alike(facts: &Facts, text: &str, texts: &BTreeSet<String>) -> Vec<String> {
    if let Some(meant) = nearest(text, texts.iter().map(String::as_str)) {
        return vec![meant.to_string()];
    }
    let fields = (0..facts.board.n_fields()).map(|i| facts.field_name(Field(i as u16)));
    let last = fields.filter(|name| text.ends_with(name)).max_by_key(|name| name.len());
    let there = texts.iter().filter(|it| last.is_some_and(|name| it.ends_with(name)));
    there.take(SUGGESTED).cloned().collect()
}

/// The saying whose words are nearest, with the details that were heard.
fn meant(facts: &Facts, sayings: &[Saying], message: &str) -> Vec<String> {
    let words: Vec<&str> = message.split(' ').collect();
    let candidates: Vec<String> = sayings
        .iter()
        .filter_map(|saying| {
            let details = &words[words.len().checked_sub(saying.n_details)?..];
            let candidate = std::iter::once(saying.words.as_str()).chain(details.iter().copied());
            let candidate = candidate.collect::<Vec<_>>().join(" ");
            says(facts, saying, &candidate).then_some(candidate)
        })
        .collect();
    let meant = nearest(message, candidates.iter().map(String::as_str));
    meant.map(str::to_string).into_iter().collect()
}
