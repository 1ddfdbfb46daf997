//! What a position offers to the player to move: legal moves and tries by their texts, remembered
//! for positions that come up again.

use game::{Move, Outcome, Referee, Refusal, RulesError, Turn};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// More positions are not remembered.
const MOST: usize = 1 << 17;

/// What a position offers to the player to move.
pub(super) enum Offer<P> {
    Over(Outcome),
    Open(Open<P>),
}

/// What can be attempted, in ascending order.
pub(super) struct Open<P> {
    pub(super) texts: Arc<[String]>,
    /// For each of them the move, where it is legal.
    pub(super) moves: Vec<Option<Move<P>>>,
    pub(super) tries: Vec<String>,
    pub(super) refusal: Option<Refusal<P>>,
}

/// What the positions of a game offer.
pub(super) struct Offers<'g, G: Referee> {
    game: &'g G,
    known: FxHashMap<G::Position, Arc<Offer<G::Position>>>,
}

impl<'g, G: Referee> Offers<'g, G> {
    pub(super) fn new(game: &'g G) -> Offers<'g, G> {
        Offers { game, known: FxHashMap::default() }
    }

    /// Whether anything depends on what was before a position.
    pub(super) fn looks_back(&self) -> bool {
        self.game.asks_for_past() || self.game.do_tries_look_back()
    }

    /// What a position offers after earlier ones. Where these do not matter it is remembered.
    pub(super) fn at(
        &mut self,
        at: &G::Position,
        past: &[G::Position],
    ) -> Result<Arc<Offer<G::Position>>, RulesError> {
        let may_keep = !self.looks_back();
        if may_keep && let Some(offer) = self.known.get(at) {
            return Ok(Arc::clone(offer));
        }
        let offer = Arc::new(self.look(at, past)?);
        if may_keep && self.known.len() < MOST {
            self.known.insert(at.clone(), Arc::clone(&offer));
        }
        Ok(offer)
    }

    fn look(
        &self,
        at: &G::Position,
        past: &[G::Position],
    ) -> Result<Offer<G::Position>, RulesError> {
        let game = self.game;
        let before = past.last().unwrap_or(at);
        let list = match game.turn(at, past)? {
            Turn::Over(outcome) => return Ok(Offer::Over(outcome)),
            Turn::Moves(moves) => moves,
        };
        let tries = game.tries(at, before, past)?;
        let is_legal = |text: &String| list.iter().any(|made| made.is_called(text));
        let only_tried = tries.iter().filter(|text| game.can_refuse() && !is_legal(text));
        let mut texts: Vec<String> = only_tried.cloned().collect();
        texts.extend(list.iter().map(|made| made.text.clone()));
        texts.sort();
        let of_text = |text: &String| list.iter().find(|made| made.text == *text).cloned();
        let moves = texts.iter().map(of_text).collect();
        let refusal = match game.can_refuse() {
            true => Some(game.refusal(at, before)?),
            false => None,
        };
        Ok(Offer::Open(Open { texts: texts.into(), moves, tries, refusal }))
    }
}
