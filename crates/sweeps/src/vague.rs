//! A position in the middle of a turn of which only some is known: what the turn has written,
//! and what it takes for granted of what was there before.

use game::{Direction, Event, Field, Piece};
use infoset::Contents;
use ir::SetExpr;
use ir::drive::{self, Trail, Values};
use std::marker::PhantomData;
use std::rc::Rc;

/// The values of a run of which only some are known.
#[derive(Debug)]
pub(crate) struct Vague<'p>(PhantomData<&'p SetExpr>);

impl<'p> Values for Vague<'p> {
    type State = Rc<State>;
    type Finger = Option<Field>;
    type Heading = Option<Direction>;
    type Set = Fields<'p>;
}

/// A configuration.
pub(crate) type Conf<'p> = drive::Conf<Vague<'p>, Path>;
/// A function under way. A number that is not known is a value that is not set.
pub(crate) type Frame<'p> = drive::Frame<'p, Vague<'p>>;

/// A set of fields.
#[derive(Clone, Debug)]
pub(crate) enum Fields<'p> {
    /// One that is looked into where it is used.
    Asked(&'p SetExpr),
    /// For each field when it is in the set.
    Found(Rc<[Membership]>),
}

/// When a field is in a set, by what it held when the turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Membership {
    /// Surely with these contents.
    pub(crate) must: Contents,
    /// With no others than these.
    pub(crate) may: Contents,
}

impl Membership {
    pub(crate) const NEVER: Membership =
        Membership { must: Contents::NOTHING, may: Contents::NOTHING };
    pub(crate) const ALWAYS: Membership =
        Membership { must: Contents::ANYTHING, may: Contents::ANYTHING };
    pub(crate) const UNKNOWN: Membership =
        Membership { must: Contents::NOTHING, may: Contents::ANYTHING };

    pub(crate) fn known(is_member: bool) -> Membership {
        if is_member { Membership::ALWAYS } else { Membership::NEVER }
    }

    pub(crate) fn exactly(contents: Contents) -> Membership {
        Membership { must: contents, may: contents }
    }

    pub(crate) fn and(self, other: Membership) -> Membership {
        Membership { must: self.must & other.must, may: self.may & other.may }
    }

    pub(crate) fn or(self, other: Membership) -> Membership {
        Membership { must: self.must | other.must, may: self.may | other.may }
    }

    pub(crate) fn minus(self, other: Membership) -> Membership {
        Membership { must: self.must.minus(other.may), may: self.may.minus(other.must) }
    }
}

/// What a path takes for granted of the position in which its turn began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path {
    /// What each field held.
    pub(crate) first: Rc<[Contents]>,
    /// Whether the path is there in every position in which the fields held that.
    pub(crate) is_exact: bool,
}

impl Path {
    /// The same path where a field held this; nothing if it cannot have.
    pub(crate) fn narrowed(&self, field: Field, contents: Contents) -> Option<Path> {
        let (now, mut first) = (self.first[field.index()], self.first.clone());
        let left = now & contents;
        if left.is_nothing() {
            return None;
        }
        if left != now {
            let fields: &mut [Contents] = Rc::make_mut(&mut first);
            fields[field.index()] = left;
        }
        Some(Path { first, is_exact: self.is_exact })
    }

    /// The same path, exact if that is so, too.
    pub(crate) fn exact_if(self, is_exact: bool) -> Path {
        Path { is_exact: self.is_exact && is_exact, ..self }
    }

    /// The path as the beginning of another one.
    pub(crate) fn begun(&self) -> Path {
        Path { is_exact: true, first: self.first.clone() }
    }

    /// The only field of which more is taken for granted than before, and what.
    pub(crate) fn only_difference(&self, before: &Path) -> Option<(Field, Contents)> {
        let fields = self.first.iter().zip(&*before.first).enumerate();
        let mut narrower = fields.filter(|(_, (now, then))| now != then);
        let (i, (now, _)) = narrower.next()?;
        narrower.next().is_none().then_some((Field(i as u16), *now))
    }
}

impl Trail for Path {
    fn is_alike(&self, other: &Path) -> bool {
        self == other
    }
}

/// A position in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// What was written: fields with what they hold now, in ascending order.
    pub(crate) written: Vec<(Field, Contents)>,
    pub(crate) hand: Option<Piece>,
    /// Each remembered field, once the turn has remembered one.
    pub(crate) memories: Vec<Option<Field>>,
    pub(crate) changed: bool,
    pub(crate) passed: bool,
    pub(crate) again: bool,
    /// Whether the turn has said something about the outcome.
    pub(crate) is_over: bool,
    /// What the text of the move can tell, and whether it usually leaves it out.
    pub(crate) events: Vec<(Event, bool)>,
    /// What the player heard, in order, and whether there is something of which it is not known
    /// what it says.
    pub(crate) told: Vec<String>,
    pub(crate) is_told_vaguely: bool,
}

impl State {
    /// The beginning of a turn.
    pub(crate) fn new(n_memories: usize) -> State {
        State {
            written: Vec::new(),
            hand: None,
            memories: vec![None; n_memories],
            changed: false,
            passed: false,
            again: false,
            is_over: false,
            events: Vec::new(),
            told: Vec::new(),
            is_told_vaguely: false,
        }
    }

    /// The beginning of the next turn: what was written stays.
    pub(crate) fn closed(&self) -> State {
        State { written: self.written.clone(), ..State::new(self.memories.len()) }
    }

    /// What was written on a field.
    pub(crate) fn on(&self, field: Field) -> Option<Contents> {
        let found = self.written.binary_search_by_key(&field, |(field, _)| *field);
        found.ok().map(|i| self.written[i].1)
    }

    /// Writes a field.
    pub(crate) fn put(&mut self, field: Field, contents: Contents) {
        match self.written.binary_search_by_key(&field, |(field, _)| *field) {
            Ok(i) => self.written[i].1 = contents,
            Err(i) => self.written.insert(i, (field, contents)),
        }
        self.changed = true;
    }

    /// Adds to the text of the move.
    pub(crate) fn note(&mut self, event: Event) {
        self.events.push((event, self.hand.is_some()));
    }

    /// The player hears something.
    pub(crate) fn hear(&mut self, text: String) {
        if let Err(i) = self.told.binary_search(&text) {
            self.told.insert(i, text);
        }
    }
}
