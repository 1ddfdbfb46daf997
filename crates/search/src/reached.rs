//! A position as play has come to it: what rules on repetition ask for is what came before.

use game::Line;

/// A position, and what came before it.
#[derive(Debug)]
pub struct Reached<'p, P> {
    /// The position.
    pub at: &'p P,
    /// The earlier positions, the oldest first.
    pub past: &'p [P],
}

impl<P> Clone for Reached<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Reached<'_, P> {}

impl<'p, P: Clone + Eq> From<&'p Line<P>> for Reached<'p, P> {
    fn from(line: &'p Line<P>) -> Reached<'p, P> {
        Reached { at: line.position(), past: line.past() }
    }
}
