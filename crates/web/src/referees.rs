//! Games by the back end that referees them fastest, for work on positions that takes long: native
//! code for games that the server knows, and the interpreter for rules of visitors, which are never
//! compiled inside the server, and where there is no native code.

use multigame::parts::interp::Interp;
use multigame::parts::native::Native;
use multigame::parts::{load_text, with_learned};
use multigame::{Error, Text};

/// A game by one of the back ends.
#[allow(clippy::large_enum_variant, reason = "there is one of them for each game that is kept")]
pub(crate) enum Backed {
    Native(Native),
    Interp(Interp),
}

impl Backed {
    /// A game that is ready to be refereed, with the evaluation that the program carries for it.
    pub(crate) fn new(text: &Text, is_visitors: bool) -> Result<Backed, Error> {
        let interp = with_learned(load_text(text)?.game);
        if is_visitors {
            return Ok(Backed::Interp(interp));
        }
        Ok(match Native::new(interp.clone(), &[]) {
            Ok(native) => Backed::Native(native),
            Err(_) => Backed::Interp(interp),
        })
    }
}
