//! Evaluations that were learned, as commands get them: from a file that a user names, or from
//! the program itself, which carries those of some built-in games.

use super::files;
use super::report::Failure;
use game::Game;
use interp::{Interp, Rank};
use multigame::parts::{LearnedFor, with_learned};
use std::path::Path;

/// What files of learned evaluations are called.
const ENDING: &str = ".mgl";

/// Whether the name of an evaluation is that of a file.
pub(super) fn is_file(name: &str) -> bool {
    name.ends_with(ENDING)
}

/// The game with the evaluation that the program carries for it, which comes first, and with
/// those of all files that were asked for.
pub(super) fn attach(game: Interp, asked: &[&str]) -> Result<Interp, Failure> {
    attach_files(with_learned(game), asked)
}

/// The game with the evaluations of all files that were asked for.
pub(super) fn attach_files(mut game: Interp, asked: &[&str]) -> Result<Interp, Failure> {
    let files: Vec<&str> = asked.iter().copied().filter(|name| is_file(name)).collect();
    if files.is_empty() {
        return Ok(game);
    }
    let rules = LearnedFor::new(&game);
    for name in files {
        if game.facts().evaluations.iter().any(|known| known == name) {
            continue;
        }
        let bytes = files::read_bytes(Path::new(name))?;
        let model = rules
            .model(&game, &bytes)
            .map_err(|why| Failure::new(why.message).at(name).hint(why.hint))?;
        game = game.with_learned(name, model, Rank::Last);
    }
    Ok(game)
}
