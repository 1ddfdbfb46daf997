//! Where the evaluations of a game come from: most from its rules, some from a file that was
//! learned. They have one list of names, so that nobody who evaluates has to care.

use game::Facts;
use patterns::Model;
use std::sync::Arc;

/// What an evaluation is.
#[derive(Clone, Debug)]
pub enum Origin {
    /// An evaluation of the rules, by its number there.
    Rules(usize),
    /// One that was learned.
    Learned(Arc<Model>),
}

/// Where an evaluation is put among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Before all others.
    First,
    /// After all others.
    Last,
}

/// The evaluations of a game.
#[derive(Clone, Debug)]
pub(crate) struct Evaluations {
    origins: Vec<Origin>,
    /// The facts with all names; nothing if all are those of the rules.
    facts: Option<Arc<Facts>>,
}

impl Evaluations {
    /// Those of the rules.
    pub(crate) fn of(facts: &Facts) -> Evaluations {
        let origins = (0..facts.evaluations.len()).map(Origin::Rules).collect();
        Evaluations { origins, facts: None }
    }

    /// The same with one more, in a game that declares these facts.
    pub(crate) fn with(&self, declared: &Facts, name: &str, model: Arc<Model>, at: Rank) -> Self {
        let mut origins = self.origins.clone();
        let mut facts = self.facts.as_deref().unwrap_or(declared).clone();
        let place = match at {
            Rank::First => 0,
            Rank::Last => origins.len(),
        };
        origins.insert(place, Origin::Learned(model));
        facts.evaluations.insert(place, name.to_string());
        Evaluations { origins, facts: Some(Arc::new(facts)) }
    }

    /// Where one comes from.
    pub(crate) fn origin(&self, evaluation: usize) -> &Origin {
        &self.origins[evaluation]
    }

    /// The facts that name them all, if they are not those of the rules.
    pub(crate) fn facts(&self) -> Option<&Facts> {
        self.facts.as_deref()
    }
}
