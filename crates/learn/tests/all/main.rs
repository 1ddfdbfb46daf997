//! What is learned, and what is played with it: on games of all kinds.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod following;
mod rules;
mod training;

use game::{Fold, Game};
use interp::Interp;
use patterns::{Look, Model, Plan};

/// An evaluation of a game that knows nothing.
fn blank(game: &Interp) -> Model {
    looking(game, Look::new(game.facts()))
}

/// The same with a given look.
fn looking(game: &Interp, look: Look) -> Model {
    let symmetries = ir::analyses::folded(game.program(), Fold::Players);
    let facts = game.facts();
    Model::new(facts, Plan::new(facts, look), &symmetries)
}
