//! The position in the middle of a turn: a value that every write copies, with
//! what the turn has in the hand and what it has said so far.
//!
//! Text, messages and conditions never influence play, so they take no part in
//! equality: a repeat does not follow a state again that differs only there. But texts
//! that would go on differently are told apart, so that of several the shortest is found
//! whatever else is told apart.

use crate::position::{Parts, Position};
use game::{Event, Message, Outcome, Piece, TextState, TurnEnd};
use rustc_hash::FxHasher;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A list that grows at its end and shares its beginning with other lists.
#[derive(Debug)]
pub struct List<T>(Option<Rc<(List<T>, T)>>);

impl<T> List<T> {
    /// Nothing.
    pub const EMPTY: List<T> = List(None);

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        let before = std::mem::replace(self, List::EMPTY);
        *self = List(Some(Rc::new((before, item))));
    }

    /// The item at the end.
    pub(crate) fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|node| &node.1)
    }

    /// Whether both are the same list.
    fn is(&self, other: &List<T>) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// The items, oldest first.
    pub fn items(&self) -> Vec<T>
    where
        T: Clone,
    {
        let mut items = Vec::new();
        let mut at = self;
        while let Some(node) = &at.0 {
            items.push(node.1.clone());
            at = &node.0;
        }
        items.reverse();
        items
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        List(self.0.clone())
    }
}

impl<T> Drop for List<T> {
    /// Takes a long list apart in a loop: the derived way would recurse.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.0.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// An event of the turn, and whether the text of the move usually leaves it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Traced {
    pub(crate) event: Event,
    pub(crate) quiet: bool,
}

/// A position in the middle of a turn.
#[derive(Clone, Debug)]
pub struct State {
    /// The board and all that belongs to it.
    pub parts: Parts,
    /// What is in the hand, from the bottom.
    pub hand: Vec<Piece>,
    /// Whether a statement was executed that changes board or reserve.
    pub changed: bool,
    /// Whether the turn has passed.
    pub passed: bool,
    /// Whether the same player moves again.
    pub again: bool,
    /// What the turn costs.
    pub(crate) cost: Option<i32>,
    /// What the turn has said about the outcome.
    pub outcome: Option<Outcome>,
    /// What the text of the move can tell.
    pub(crate) trace: List<Traced>,
    /// How the usual text goes on, and how one that tells everything does.
    texts: [TextState; 2],
    /// What the referee said.
    pub(crate) told: List<Message>,
    /// The hash, once somebody asked for it.
    hash: Cell<Option<u64>>,
}

impl State {
    /// The beginning of a turn.
    pub(crate) fn new(position: &Position) -> State {
        State {
            parts: position.parts.clone(),
            hand: Vec::new(),
            changed: false,
            passed: false,
            again: false,
            cost: None,
            outcome: None,
            trace: List::EMPTY,
            texts: [TextState::default(); 2],
            told: List::EMPTY,
            hash: Cell::new(None),
        }
    }

    /// What the turn says, if it ends here.
    pub(crate) fn end(&self) -> TurnEnd {
        let State { changed, passed, again, outcome, .. } = *self;
        TurnEnd { changed, passed, again, outcome }
    }

    /// A copy to be changed.
    pub fn edit(&self) -> State {
        let copy = self.clone();
        copy.hash.set(None);
        copy
    }

    /// Adds to the text of the move. What happens while the hand is full
    /// belongs to the piece that is on its way and is usually not written.
    pub(crate) fn note(&mut self, event: Event) {
        let quiet = !self.hand.is_empty();
        self.trace.push(Traced { event, quiet });
        let [usual, all] = self.texts;
        self.texts = [if quiet { usual } else { usual.after(event) }, all.after(event)];
    }

    /// Forgets what the text could tell that another state's cannot.
    pub(crate) fn hush(&mut self, like: &State) {
        (self.trace, self.texts) = (like.trace.clone(), like.texts);
    }

    /// The events that the text of the move usually tells.
    pub fn events(&self) -> Vec<Event> {
        let traced = self.trace.items().into_iter();
        traced.filter(|traced| !traced.quiet).map(|traced| traced.event).collect()
    }

    /// All events, for a text that must tell more.
    pub fn all_events(&self) -> Vec<Event> {
        self.trace.items().into_iter().map(|traced| traced.event).collect()
    }

    /// Whether text and messages are those of another state because they are the same lists.
    pub(crate) fn shares_words(&self, other: &State) -> bool {
        self.trace.is(&other.trace) && self.told.is(&other.told)
    }

    /// Whether a count takes both for the same result: the board, the reserve
    /// and the hand matter, what the turn has said does not.
    pub(crate) fn same_material(&self, other: &State) -> bool {
        self.parts.same_material(&other.parts) && self.hand == other.hand
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let flags =
            |state: &State| (state.changed, state.passed, state.again, state.cost, state.outcome);
        flags(self) == flags(other)
            && self.texts == other.texts
            && self.hand == other.hand
            && self.parts == other.parts
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let hash = self.hash.get().unwrap_or_else(|| {
            let mut inner = FxHasher::default();
            (&self.parts, &self.hand, self.outcome, self.texts).hash(&mut inner);
            let hash = inner.finish();
            self.hash.set(Some(hash));
            hash
        });
        hash.hash(hasher);
    }
}
