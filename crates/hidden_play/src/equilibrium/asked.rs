//! What a player does wherever it gets: found by asking it, with what its side perceived and no
//! more, and remembered for everything that it can know.

use crate::player::Player as Asked;
use crate::settings::{PlayError, Settings};
use game::{Perceived, Player as Side, Referee};
use infoset::Observation;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Whoever is responded to.
#[allow(clippy::large_enum_variant, reason = "there is one of them")]
#[derive(Clone, Copy, Debug)]
pub enum Rival {
    /// Somebody who attempts whatever may be attempted, each with the same probability.
    Random,
    /// A player of this crate, which is asked so often wherever it gets, with other seeds.
    Player {
        /// How it plays.
        settings: Settings,
        /// How often it is asked.
        runs: u32,
    },
}

/// What the side that is asked knew before its turn, by a number; 0 is the start of the game.
pub(super) type Known = u32;

/// Where the side that is asked is to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    pub(super) known: Known,
    /// What can be attempted in this turn, as a player is told it.
    pub(super) offered: Arc<[String]>,
    /// The places in it of what was refused in this turn, and what is heard about a refusal.
    pub(super) refused: Vec<u16>,
    pub(super) heard: Vec<String>,
}

/// How likely the side makes each attempt of those that are offered.
pub(super) type Policy = Arc<[f64]>;

/// A player and what it is known to do.
pub(super) struct Policies<'g, G: Referee> {
    game: &'g G,
    side: Side,
    rival: Rival,
    /// The first position, where it is not that of the rules.
    start: Option<String>,
    /// How what is known came from what was known before; the first one from nothing.
    turns: Vec<(Known, Option<Perceived>)>,
    numbers: FxHashMap<(Known, Perceived), Known>,
    known: FxHashMap<Moment, Policy>,
}

impl<'g, G: Referee> Policies<'g, G> {
    pub(super) fn new(game: &'g G, start: Option<String>, side: Side, rival: Rival) -> Self {
        let (turns, numbers, known) = (vec![(0, None)], FxHashMap::default(), FxHashMap::default());
        Policies { game, side, rival, start, turns, numbers, known }
    }

    /// In how many information sets it was asked.
    pub(super) fn n_asked(&self) -> usize {
        self.known.len()
    }

    /// What the side knows after it has perceived a turn.
    pub(super) fn after(&mut self, before: Known, mut perceived: Perceived) -> Known {
        if matches!(self.rival, Rival::Random) {
            // Whatever it knows, it goes by what is offered.
            return before;
        }
        // The order of tries that were refused tells nothing.
        perceived.refused.sort_by(|a, b| a.text.cmp(&b.text));
        let turns = &mut self.turns;
        *self.numbers.entry((before, perceived)).or_insert_with_key(|(before, perceived)| {
            turns.push((*before, Some(perceived.clone())));
            turns.len() as Known - 1
        })
    }

    /// What it does; `tries` is what a referee says that may be tried in this turn.
    pub(super) fn policy(&mut self, moment: Moment, tries: &[String]) -> Result<Policy, PlayError> {
        if let Some(policy) = self.known.get(&moment) {
            return Ok(Arc::clone(policy));
        }
        let mut policy = vec![0.0; moment.offered.len()];
        match self.rival {
            Rival::Random => {
                let is_open = |place: &u16| !moment.refused.contains(place);
                let open: Vec<u16> = (0..policy.len() as u16).filter(is_open).collect();
                let each = 1.0 / open.len().max(1) as f64;
                open.iter().for_each(|place| policy[usize::from(*place)] = each);
            }
            Rival::Player { settings, runs } => {
                let observation = self.observation(moment.known);
                for run in 0..runs {
                    let seed = settings.seed.wrapping_add(u64::from(run) << 32);
                    let settings = Settings { seed, ..settings };
                    let place = self.ask(&observation, &moment, tries, settings)?;
                    policy[place] += 1.0 / f64::from(runs);
                }
            }
        }
        let policy: Policy = policy.into();
        self.known.insert(moment, Arc::clone(&policy));
        Ok(policy)
    }

    /// Everything that the side has perceived.
    fn observation(&self, known: Known) -> Observation {
        let mut turns = Vec::new();
        let mut at = known;
        while let (before, Some(perceived)) = &self.turns[at as usize] {
            turns.push(perceived.clone());
            at = *before;
        }
        turns.reverse();
        Observation { player: self.side, start: self.start.clone(), turns }
    }

    /// The place of what a player attempts.
    fn ask(
        &self,
        observation: &Observation,
        moment: &Moment,
        tries: &[String],
        settings: Settings,
    ) -> Result<usize, PlayError> {
        let Moment { offered, refused, heard, .. } = moment;
        let mut asked = Asked::new(self.game, observation, settings)?;
        for place in refused {
            asked.refused(&offered[usize::from(*place)], heard.clone());
        }
        let is_open =
            |text: &&String| !refused.iter().any(|place| offered[usize::from(*place)] == **text);
        let tries: Vec<String> = tries.iter().filter(is_open).cloned().collect();
        loop {
            let text = asked.attempt(&tries, &mut || true)?.text;
            match offered.iter().position(|it| *it == text) {
                Some(place) => return Ok(place),
                None => asked.impossible(&text),
            }
        }
    }
}
