//! Evaluations that were learned, as commands get them: from a file that a user names, or from
//! the program itself, which carries those of some built-in games.

use super::files;
use super::report::Failure;
use game::{Fold, Game, Symmetry};
use interp::{Interp, Rank};
use patterns::{FileError, LearnedFile};
use std::path::Path;
use std::sync::Arc;

/// What the evaluation is called that the program carries for a game.
pub(super) const NAME: &str = "learned";
/// What files of learned evaluations are called.
const ENDING: &str = ".mgl";

/// Whether the name of an evaluation is that of a file.
pub(super) fn is_file(name: &str) -> bool {
    name.ends_with(ENDING)
}

/// What a file has to fit.
pub(super) struct Rules {
    pub(super) fingerprint: u64,
    pub(super) symmetries: Vec<Symmetry>,
}

impl Rules {
    /// The rules of a game as they were lowered.
    pub(super) fn of(game: &Interp) -> Rules {
        let symmetries = ir::analyses::folded(game.program(), Fold::Players);
        Rules { fingerprint: ir::fingerprint(game.program()), symmetries }
    }
}

/// Whether the program carries an evaluation for this game.
pub(super) fn is_carried(game: &Interp) -> bool {
    let Some(bytes) = games::learned(&game.facts().name) else { return false };
    let file = LearnedFile::read(bytes);
    file.is_ok_and(|file| file.header.rules == ir::fingerprint(game.program()))
}

/// The game with the evaluation that the program carries for it, which comes first, and with
/// those of all files that were asked for.
pub(super) fn attach(game: Interp, asked: &[&str]) -> Result<Interp, Failure> {
    let carried = is_carried(&game);
    attach_all(game, asked, carried)
}

/// The game with the evaluations of all files that were asked for.
pub(super) fn attach_files(game: Interp, asked: &[&str]) -> Result<Interp, Failure> {
    attach_all(game, asked, false)
}

fn attach_all(mut game: Interp, asked: &[&str], carried: bool) -> Result<Interp, Failure> {
    let files: Vec<&str> = asked.iter().copied().filter(|name| is_file(name)).collect();
    if files.is_empty() && !carried {
        return Ok(game);
    }
    let rules = Rules::of(&game);
    let model = |game: &Interp, bytes: &[u8]| -> Result<_, FileError> {
        let facts = &game.program().facts;
        let model = LearnedFile::read(bytes)?.model(facts, &rules.symmetries, rules.fingerprint)?;
        Ok(Arc::new(model))
    };
    let bytes = games::learned(&game.facts().name).filter(|_| carried);
    if let Some(Ok(model)) = bytes.map(|bytes| model(&game, bytes)) {
        game = game.with_learned(NAME, model, Rank::First);
    }
    for name in files {
        if game.facts().evaluations.iter().any(|known| known == name) {
            continue;
        }
        let bytes = files::read_bytes(Path::new(name))?;
        let model = model(&game, &bytes)
            .map_err(|why| Failure::new(why.message).at(name).hint(why.hint))?;
        game = game.with_learned(name, model, Rank::Last);
    }
    Ok(game)
}
