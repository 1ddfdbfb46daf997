//! What a player knows in the middle of a turn: the worlds that are possible, and the
//! answers to what they have attempted since.
//!
//! Worlds are looked at when they are drawn ([`crate::draw`]): whether they fit the answers
//! of this turn takes their moves and tries, which whoever draws them needs anyway.

use crate::settings::{PlayError, Settings};
use crate::worlds::{World, Worlds};
use game::{Move, Perceived, Player, Referee, Rng, Turn, heard_by};
use infoset::Observation;

/// A world that was drawn, with what the player could do in it.
pub(crate) struct Look<P> {
    pub(crate) position: P,
    pub(crate) before: P,
    pub(crate) past: Vec<P>,
    pub(crate) moves: Vec<Move<P>>,
    /// What would be refused, unless it was refused in this turn already.
    pub(crate) illegal: Vec<String>,
}

/// An answer to an attempt of this turn, after which the turn went on.
enum Answer {
    /// It was refused, and this was heard.
    Refused(String, Vec<String>),
    /// It was neither legal nor something that may be tried.
    Impossible(String),
}

/// A player's knowledge.
pub(crate) struct Mind<'g, G: Referee> {
    pub(crate) game: &'g G,
    pub(crate) player: Player,
    pub(crate) worlds: Worlds<'g, G>,
    answers: Vec<Answer>,
    rng: Rng,
}

impl<'g, G: Referee> Mind<'g, G> {
    pub(crate) fn new(
        game: &'g G,
        observation: &Observation,
        settings: &Settings,
    ) -> Result<Mind<'g, G>, PlayError> {
        let worlds = Worlds::new(game, observation, settings)?;
        let (player, rng) = (observation.player, Rng::new(settings.seed));
        Ok(Mind { game, player, worlds, answers: Vec::new(), rng })
    }

    pub(crate) fn perceive(
        &mut self,
        turn: &Perceived,
        left: &mut dyn FnMut() -> f64,
    ) -> Result<(), PlayError> {
        self.answers.clear();
        self.worlds.perceive(turn, &mut self.rng, left)
    }

    pub(crate) fn refused(&mut self, text: &str, heard: Vec<String>) {
        self.answers.push(Answer::Refused(text.to_string(), heard));
    }

    pub(crate) fn impossible(&mut self, text: &str) {
        self.answers.push(Answer::Impossible(text.to_string()));
    }

    /// Whether something was answered in this turn.
    pub(crate) fn is_asked(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Whether it makes no sense to attempt this again in this turn.
    pub(crate) fn is_answered(&self, text: &str) -> bool {
        self.answers.iter().any(|answer| match answer {
            Answer::Refused(answered, _) | Answer::Impossible(answered) => answered == text,
        })
    }

    /// A number that differs from attempt to attempt, to draw from.
    pub(crate) fn moment(&self) -> u64 {
        ((self.worlds.n_turns() as u64) << 16) + self.answers.len() as u64
    }

    /// Whether answers of this turn fit a position where this is legal, and that refused.
    pub(crate) fn fits(
        &self,
        is_legal: &dyn Fn(&str) -> bool,
        is_refused: &dyn Fn(&str) -> bool,
    ) -> bool {
        self.answers.iter().all(|answer| match answer {
            Answer::Refused(text, _) => is_refused(text),
            Answer::Impossible(text) => !is_legal(text) && !is_refused(text),
        })
    }

    /// Looks at a world; nothing if it does not fit the answers of this turn.
    pub(crate) fn look(
        &self,
        world: &World<G::Position>,
        tries: &[String],
    ) -> Result<Option<Look<G::Position>>, PlayError> {
        let (game, at, before) = (self.game, &world.position, world.before());
        let past = world.past();
        if game.player(at) != self.player {
            return Ok(None);
        }
        let Turn::Moves(moves) = game.turn(at, &past)? else { return Ok(None) };
        let is_legal = |text: &str| moves.iter().any(|made| made.is_called(text));
        let mut illegal = Vec::new();
        if game.can_refuse() {
            illegal = game.tries(at, before, &past)?;
            illegal.retain(|text| !is_legal(text));
        } else if moves.len() != tries.len() || !tries.iter().all(|text| is_legal(text)) {
            // The player is told the legal moves.
            return Ok(None);
        }
        if !self.fits(&is_legal, &|text| illegal.iter().any(|it| it == text)) {
            return Ok(None);
        }
        for answer in &self.answers {
            if let Answer::Refused(_, heard) = answer {
                let refusal = game.refusal(at, before)?;
                if refusal.passed.is_some() || heard_by(self.player, &refusal.told) != *heard {
                    return Ok(None);
                }
            }
        }
        illegal.retain(|text| !self.is_answered(text));
        let (position, before) = (at.clone(), before.clone());
        Ok(Some(Look { position, before, past, moves, illegal }))
    }
}
