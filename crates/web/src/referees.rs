//! Games by the back end that referees them fastest, for work on hidden games that takes long:
//! native code where there is any, and the interpreter otherwise.

use crate::refusal::Refusal;
use multigame::Text;
use multigame::parts::interp::Interp;
use multigame::parts::load_text;
use multigame::parts::native::Native;

/// A game by one of the back ends.
#[allow(clippy::large_enum_variant, reason = "there is one of them in a thread")]
pub(crate) enum Backed {
    Native(Native),
    Interp(Interp),
}

/// A game that is ready to be refereed.
pub(crate) fn backed(text: &Text) -> Result<Backed, Refusal> {
    let interp = load_text(text)?.game;
    Ok(match Native::new(interp.clone(), &[]) {
        Ok(native) => Backed::Native(native),
        Err(_) => Backed::Interp(interp),
    })
}
