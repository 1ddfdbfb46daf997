//! The record of a path, and what the path takes for granted.
//!
//! In a run that forces (Pitrat, section 3) a path may pass tests that fail. It
//! then knows of every field that it has looked at what the field may hold, and
//! a field that really holds something else is missing: it must be changed for
//! the path to be there. Later tests of such a field are answered by what is
//! known, not by what is there.

use crate::contents::Contents;
use crate::log::Entry;
use game::{Field, FieldSet, Piece};
use interp::Position;
use interp::machine::List;
use ir::drive::Trail;
use std::rc::Rc;
use std::sync::Arc;

/// The record of a path: one pointer, and nothing in a run that records nothing,
/// because every step of every run hands it on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Option<Rc<Record>>);

#[derive(Clone, Debug)]
struct Record {
    entries: List<Entry>,
    held: Option<Rc<Held>>,
}

/// What a path of a run that forces knows of fields.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// What really stands on the fields.
    real: Arc<[Option<Piece>]>,
    /// What the fields that were looked at may hold; sorted by field.
    known: Vec<(Field, Contents)>,
    /// The fields that the path has written. What they hold is not asked for.
    written: FieldSet,
    n_missing: usize,
    /// How many fields may be missing.
    most: usize,
    /// Whether nothing more may be taken for granted.
    strict: bool,
    /// Whether a question on the way could succeed in more ways than were followed.
    is_cut: bool,
}

impl Log {
    pub(crate) const EMPTY: Log = Log(None);

    /// The beginning of a path on which this many fields may be missing.
    pub(crate) fn forcing(position: &Position, most: usize) -> Log {
        let real = position.parts().tops.clone();
        let written = FieldSet::empty(real.len());
        let known = Vec::new();
        let held = Held { real, known, written, n_missing: 0, most, strict: false, is_cut: false };
        Log(Some(Rc::new(Record { entries: List::EMPTY, held: Some(Rc::new(held)) })))
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        let nothing = || Rc::new(Record { entries: List::EMPTY, held: None });
        let record = Rc::make_mut(self.0.get_or_insert_with(nothing));
        if let Some(held) = &mut record.held {
            Rc::make_mut(held).note(&entry);
        }
        record.entries.push(entry);
    }

    /// The entries, oldest first.
    pub(crate) fn items(&self) -> Vec<Entry> {
        self.0.as_ref().map(|record| record.entries.items()).unwrap_or_default()
    }

    /// What the path knows, if the run forces.
    #[inline]
    pub(crate) fn held(&self) -> Option<&Held> {
        self.0.as_ref()?.held.as_deref()
    }

    /// Whether the path takes something for granted that does not hold.
    pub(crate) fn assumes(&self) -> bool {
        self.held().is_some_and(|held| held.n_missing > 0)
    }

    /// Whether both take the same for granted.
    #[inline]
    pub(crate) fn same_assumptions(&self, other: &Log) -> bool {
        match (self.held(), other.held()) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                std::ptr::eq(a, b) || a.n_missing == b.n_missing && a.missing().eq(b.missing())
            }
            _ => false,
        }
    }

    /// Lets the path take nothing more for granted, or lets it again; gives
    /// whether it might not before.
    pub(crate) fn set_strict(&mut self, strict: bool) -> bool {
        let was_strict = match self.held() {
            Some(held) => held.strict,
            None => return strict,
        };
        if was_strict != strict
            && let Some(record) = &mut self.0
            && let Some(held) = &mut Rc::make_mut(record).held
        {
            Rc::make_mut(held).strict = strict;
        }
        was_strict
    }

    /// Notes that a question on the way could succeed in more ways than were followed.
    pub(crate) fn set_cut(&mut self) {
        if let Some(record) = &mut self.0
            && let Some(held) = &mut Rc::make_mut(record).held
        {
            Rc::make_mut(held).is_cut = true;
        }
    }
}

impl Trail for Log {
    /// The conditions met on the way make no difference, unless they are taken for granted
    /// though they do not hold.
    fn is_alike(&self, other: &Log) -> bool {
        self.same_assumptions(other)
    }
}

impl Held {
    fn note(&mut self, entry: &Entry) {
        match entry {
            Entry::Holds { field, allowed } => self.hold(*field, allowed),
            Entry::Wrote { field, old } => {
                self.hold(*field, old);
                self.written.insert(*field);
            }
            Entry::Covered(field) => self.written.insert(*field),
            _ => {}
        }
    }

    fn hold(&mut self, field: Field, allowed: &Contents) {
        if self.written.contains(field) {
            return;
        }
        let real = self.real[field.index()];
        let was_missing = self.is_missing(field);
        match self.known.binary_search_by_key(&field, |(field, _)| *field) {
            Ok(i) => self.known[i].1 = self.known[i].1.and(allowed),
            Err(i) => self.known.insert(i, (field, allowed.clone())),
        }
        self.n_missing += usize::from(!was_missing && !allowed.allows(real));
    }

    /// What a field that was looked at may hold.
    pub(crate) fn of(&self, field: Field) -> Option<&Contents> {
        let at = self.known.binary_search_by_key(&field, |(field, _)| *field);
        at.ok().map(|i| &self.known[i].1)
    }

    /// All that is known.
    pub(crate) fn known(&self) -> &[(Field, Contents)] {
        &self.known
    }

    /// What really stands on a field.
    pub(crate) fn real(&self, field: Field) -> Option<Piece> {
        self.real[field.index()]
    }

    /// Whether a field does not hold what is taken for granted.
    pub(crate) fn is_missing(&self, field: Field) -> bool {
        self.of(field).is_some_and(|known| !known.allows(self.real(field)))
    }

    /// The fields that do not hold what is taken for granted.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &(Field, Contents)> {
        self.known.iter().filter(|(field, known)| !known.allows(self.real(*field)))
    }

    /// Whether the path has written a field.
    pub(crate) fn has_written(&self, field: Field) -> bool {
        self.written.contains(field)
    }

    /// The fields that the path has written.
    pub(crate) fn written(&self) -> &FieldSet {
        &self.written
    }

    /// Whether one more field may be missing.
    pub(crate) fn may_assume(&self) -> bool {
        !self.strict && self.n_missing < self.most
    }

    /// Whether something may be taken for granted, of whatever field.
    pub(crate) fn is_lenient(&self) -> bool {
        !self.strict && self.most > 0
    }

    /// Whether nothing more may be taken for granted.
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Whether a question on the way could succeed in more ways than were followed.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// How many fields may be missing.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// How many fields are missing.
    pub(crate) fn n_missing(&self) -> usize {
        self.n_missing
    }

    /// Whether some field can hold nothing that will do.
    pub(crate) fn is_impossible(&self) -> bool {
        self.missing().any(|(_, known)| known.is_nothing())
    }
}
