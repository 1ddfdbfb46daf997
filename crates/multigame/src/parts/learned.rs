//! Evaluations that were learned: the one that comes with a built-in game, and those of files,
//! each only for the rules that it belongs to.

use game::{Game, Symmetry};
use interp::{Interp, Rank};
use patterns::{FileError, LearnedFile, Model};
use std::sync::Arc;

/// What the evaluation is called that comes with a built-in game.
pub const LEARNED: &str = "learned";

/// What a file has to fit.
pub struct LearnedFor {
    /// The fingerprint of the rules.
    pub fingerprint: u64,
    /// The symmetries that share weights.
    pub symmetries: Vec<Symmetry>,
}

impl LearnedFor {
    /// The rules of a game as they were lowered.
    pub fn new(game: &Interp) -> LearnedFor {
        let symmetries = ir::analyses::folded_for_evaluations(game.program());
        LearnedFor { fingerprint: ir::fingerprint(game.program()), symmetries }
    }

    /// The evaluation in the bytes of a file, if it belongs to these rules.
    pub fn model(&self, game: &Interp, bytes: &[u8]) -> Result<Arc<Model>, FileError> {
        let file = LearnedFile::read(bytes)?;
        file.model(game.facts(), &self.symmetries, self.fingerprint).map(Arc::new)
    }
}

/// Whether an evaluation comes with this game: there is one of its name, and its rules are
/// those for which it was learned.
pub fn has_learned(game: &Interp) -> bool {
    let Some(bytes) = games::learned(&game.facts().name) else { return false };
    let file = LearnedFile::read(bytes);
    file.is_ok_and(|file| file.header.rules == ir::fingerprint(game.program()))
}

/// The game with the evaluation that comes with it, which is the first one then.
///
/// ```
/// use multigame::parts::{game::Game, load, with_learned};
///
/// let game = with_learned(load("othello").ok().unwrap().game);
/// assert_eq!(game.facts().evaluations[0], "learned");
/// ```
pub fn with_learned(game: Interp) -> Interp {
    if !has_learned(&game) {
        return game;
    }
    let bytes = games::learned(&game.facts().name).unwrap_or_default();
    match LearnedFor::new(&game).model(&game, bytes) {
        Ok(model) => game.with_learned(LEARNED, model, Rank::First),
        Err(_) => game,
    }
}
