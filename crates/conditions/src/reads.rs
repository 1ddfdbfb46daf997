//! What a question has looked at, and what must stay as it is for the rules to
//! find the same again.
//!
//! A look is kept by what it could tell: a search for enemy men keeps each
//! field on which it found one to enemy men, and each other field to anything
//! else. Fields that the turn itself has written are left out, because what was
//! written there follows from the other conditions.

use crate::contents::Contents;
use crate::recording::Recording;
use game::{Counter, Facts, Field, FieldSet, Kind, Memory, Piece, Player};
use interp::Position;
use interp::machine::State;
use std::collections::BTreeMap;

/// What a question has looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// The fields whose contents it met; a search meets what it finds.
    pub fields: FieldSet,
    /// What fields must hold for every look to see the same.
    pub keeps: BTreeMap<Contents, FieldSet>,
    /// The pieces below the top of these fields.
    pub stacks: BTreeMap<Field, Vec<Piece>>,
    /// The values of counters, each with its owner.
    pub counters: BTreeMap<(Counter, usize), i32>,
    /// The remembered fields.
    pub memories: BTreeMap<Memory, Option<Field>>,
    /// The pieces that each player has in reserve.
    pub reserve: BTreeMap<(usize, usize), u8>,
    /// Whether it asked for earlier positions.
    pub past: bool,
}

impl Reads {
    pub(crate) fn nothing(facts: &Facts) -> Reads {
        Reads { fields: FieldSet::empty(facts.board.n_fields()), ..Reads::default() }
    }

    /// Whether it looked at nothing that a position could have otherwise.
    pub fn is_empty(&self) -> bool {
        self.keeps.is_empty()
            && self.stacks.is_empty()
            && self.counters.is_empty()
            && self.memories.is_empty()
            && self.reserve.is_empty()
            && !self.past
    }

    /// What a field must hold for every look at it to see the same.
    pub fn allowed(&self, facts: &Facts, field: Field) -> Contents {
        let about = self.keeps.iter().filter(|(_, fields)| fields.contains(field));
        about.fold(Contents::all(facts), |all, (contents, _)| all.and(contents))
    }

    pub(crate) fn keep(&mut self, contents: Contents, fields: &FieldSet) {
        if fields.is_empty() {
            return;
        }
        let known = self.keeps.entry(contents).or_default();
        *known = match known.words().is_empty() {
            true => fields.clone(),
            false => known.or(fields),
        };
    }

    /// Adds what another question has looked at.
    pub(crate) fn add(&mut self, other: &Reads) {
        self.fields = self.fields.or(&other.fields);
        for (contents, fields) in &other.keeps {
            self.keep(contents.clone(), fields);
        }
        self.stacks.extend(other.stacks.iter().map(|(field, stack)| (*field, stack.clone())));
        self.counters.extend(&other.counters);
        self.memories.extend(&other.memories);
        self.reserve.extend(&other.reserve);
        self.past |= other.past;
    }

    /// Whether every look sees the same in this position. Earlier positions are
    /// not looked at.
    pub(crate) fn hold(&self, position: &Position) -> bool {
        let parts = position.parts();
        let below = |field: &Field| parts.lower.get(field.index());
        self.keeps
            .iter()
            .all(|(contents, fields)| fields.iter().all(|field| contents.allows(parts.top(field))))
            && self.stacks.iter().all(|(field, stack)| below(field) == Some(stack))
            && self.counters.iter().all(|((c, slot), n)| parts.counters[c.index()][*slot] == *n)
            && self.memories.iter().all(|(memory, field)| parts.memory(*memory) == *field)
            && self.reserve.iter().all(|((entry, side), n)| parts.reserve[*entry][*side] == *n)
    }
}

impl<'r> Recording<'r> {
    /// Whether it is recorded what questions look at: not if conditions are not, nor
    /// in a run whose results are checked anyway.
    pub(crate) fn is_reading(&self) -> bool {
        self.tracking && self.forcing.as_ref().is_none_or(|forcing| !forcing.is_loose())
    }

    /// Begins to collect what a question reads; gives what was collected so far.
    pub(crate) fn begin_question(&self) -> Option<Reads> {
        self.is_reading().then(|| self.reads.replace(Reads::nothing(self.facts())))
    }

    /// Ends it: gives what the question has read, which the question around it
    /// has then read too.
    pub(crate) fn end_question(&self, before: Option<Reads>) -> Reads {
        let Some(mut both) = before else { return Reads::default() };
        let mut reads = self.reads.borrow_mut();
        both.add(&reads);
        std::mem::replace(&mut reads, both)
    }

    /// Remembers that the question under way has met this field.
    pub(crate) fn read(&self, field: Field) {
        if self.is_reading() {
            self.reads.borrow_mut().fields.insert(field);
        }
    }

    /// Remembers that the question under way saw that a field holds one of these.
    pub(crate) fn saw(&self, state: &State, field: Field, contents: Contents) {
        let untouched = state.parts.top(field) == self.now.parts().top(field);
        if untouched && contents != Contents::all(self.facts()) {
            self.must_hold(field, contents);
        }
    }

    /// Remembers that a field held one of these when the turn began, and that this mattered.
    fn must_hold(&self, field: Field, contents: Contents) {
        if self.is_reading() {
            let fields = FieldSet::of(self.facts().board.n_fields(), [field]);
            self.reads.borrow_mut().keep(contents, &fields);
        }
    }

    /// Remembers that what lies below the top of a field mattered.
    pub(crate) fn saw_stack(&self, field: Field) {
        if let Some(stack) = self.now.parts().lower.get(field.index())
            && self.is_reading()
        {
            self.reads.borrow_mut().stacks.insert(field, stack.clone());
        }
    }

    /// Remembers that the height of a field was read. What the turn has put there or taken away
    /// is added to what was there, so it matters whether anything was.
    pub(crate) fn saw_height(&self, field: Field) {
        self.saw_stack(field);
        let before = self.now.parts().top(field);
        let is_like = |it: Option<Piece>| it.is_some() == before.is_some();
        self.must_hold(field, Contents::such(self.facts(), is_like));
    }

    /// Remembers that a counter was read. What the turn made of it follows from
    /// what it was.
    pub(crate) fn saw_counter(&self, counter: Counter, slot: usize) {
        if self.is_reading() {
            let value = self.now.parts().counters[counter.index()][slot];
            self.reads.borrow_mut().counters.insert((counter, slot), value);
        }
    }

    /// Remembers that a memory was read.
    pub(crate) fn saw_memory(&self, memory: Memory) {
        if self.is_reading() {
            let field = self.now.parts().memory(memory);
            self.reads.borrow_mut().memories.insert(memory, field);
        }
    }

    /// Remembers that the reserve of a kind was read.
    pub(crate) fn saw_reserve(&self, kind: Kind, player: Player) {
        if let Some(entry) = self.facts().reserve_index(kind)
            && self.is_reading()
        {
            let count = self.now.parts().reserve[entry][player.index()];
            self.reads.borrow_mut().reserve.insert((entry, player.index()), count);
        }
    }

    /// Remembers that earlier positions were asked for.
    pub(crate) fn saw_past(&self) {
        if self.is_reading() {
            self.reads.borrow_mut().past = true;
        }
    }
}
