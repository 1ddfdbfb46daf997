//! The move that somebody asks about, and how far what a path has done agrees with it.

use game::{Facts, Field, Player, move_text};
use interp::machine::State;

/// A move that is looked for, legal or not.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Its text in small letters.
    text: String,
    /// The fields that it names.
    pub(crate) fields: Vec<Field>,
}

/// How far a path agrees with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Agreement {
    /// This many fields are the same.
    pub(crate) n_fields: usize,
    /// Nothing else is said.
    pub(crate) fits: bool,
}

impl Wanted {
    /// A text that names fields; nothing if it names none, or some that do not exist.
    pub(crate) fn new(facts: &Facts, text: &str) -> Option<Wanted> {
        let fields = game::fields_in(facts, text).ok()?;
        let fields: Vec<Field> = fields.into_iter().map(|(field, _)| field).collect();
        (!fields.is_empty()).then(|| Wanted { text: text.trim().to_lowercase(), fields })
    }

    /// How far what a turn has done agrees.
    pub(crate) fn agreement(&self, facts: &Facts, player: Player, state: &State) -> Agreement {
        let events = state.events();
        if events.is_empty() {
            return Agreement { n_fields: 0, fits: true };
        }
        self.agreement_of(facts, &move_text(facts, player, &events))
    }

    /// How far a text agrees.
    pub(crate) fn agreement_of(&self, facts: &Facts, text: &str) -> Agreement {
        if text.is_empty() {
            return Agreement { n_fields: 0, fits: true };
        }
        let fields = game::fields_in(facts, text).unwrap_or_default();
        let same =
            fields.iter().zip(&self.fields).take_while(|((field, _), other)| field == *other);
        let n_fields = same.count();
        let text = text.to_lowercase();
        // Where several kinds can be placed, a text says which.
        let same_kind = !self.text.contains('@')
            || self.text.starts_with(&text)
            || text.starts_with(&self.text);
        match same_kind {
            true => Agreement { n_fields, fits: n_fields == fields.len() },
            false => Agreement { n_fields: 0, fits: false },
        }
    }

    /// Whether a text names all of the fields and no others.
    pub(crate) fn is_whole(&self, agreement: Agreement) -> bool {
        agreement.fits && agreement.n_fields == self.fields.len()
    }
}
