//! Endgame tables in a search: whoever has some says what positions are worth, and the moves
//! of such a position need no search.

use crate::limits::Limits;
use crate::search::Search;
use crate::tree::Oracle;
use game::Game;

impl<'g, G: Game> Search<'g, G> {
    /// The same search with tables that know what some positions are worth. Where they know the
    /// first one, they choose among its moves, whatever the algorithm is; alpha-beta and its
    /// kin ask them at every position below.
    #[must_use]
    pub fn with_tables(mut self, known: Oracle<'g, G::Position>) -> Search<'g, G> {
        self.known = Some(known);
        // Nothing that was found without them is of use.
        self.forget();
        self
    }

    /// Whether tables know a position.
    pub(crate) fn is_known(&self, at: &G::Position) -> bool {
        self.known.as_ref().is_some_and(|known| known(at).is_some())
    }
}

/// The limits of a look at the moves of a position that tables know.
pub(crate) fn one_turn(limits: &Limits) -> Limits {
    Limits { depth: Some(1), cheap: 0, ..*limits }
}
