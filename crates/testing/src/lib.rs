//! What tests of several crates share: games as something that plays, from the names of
//! those that are built in and from texts, without the command or the library above.

pub mod hidden;

use interp::Interp;
use native::Native;
use rules::{Library, check, lower};

/// Whether tests that take long for each game play all of them: the environment says
/// `ALL_GAMES=1`.
pub fn plays_all() -> bool {
    said("ALL_GAMES").is_some_and(|value| value == "1")
}

/// What the environment says.
fn said(name: &str) -> Option<String> {
    #[allow(clippy::disallowed_methods, reason = "who runs the tests says which games")]
    std::env::var(name).ok()
}

/// The games that a test plays which takes long for each: all of them if that is wanted
/// ([`plays_all`]), otherwise every game with rules of its own and a few of those that
/// extend another one, always the same. `ONLY_GAMES=arimaa,pentago` plays these alone, for
/// somebody who writes one.
pub fn sampled() -> impl Iterator<Item = &'static str> {
    let (all, only) = (plays_all(), said("ONLY_GAMES"));
    games::names().filter(move |name| match &only {
        Some(only) => only.split(',').any(|it| it == *name),
        None => all || !is_variant(name) || drawn(name),
    })
}

fn is_variant(name: &str) -> bool {
    games::text(name).is_some_and(|text| text.lines().any(|line| line.starts_with("extends ")))
}

/// One name of five, by a checksum of its letters.
fn drawn(name: &str) -> bool {
    name.bytes().fold(7, |sum: u32, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 5 == 0
}

/// A game that is built in, interpreted.
pub fn load(name: &str) -> Interp {
    let text = games::text(name).unwrap_or_else(|| panic!("no game is called `{name}`"));
    load_text(name, text).unwrap_or_else(|why| panic!("{why}"))
}

/// A game that is built in, as machine code.
pub fn load_native(name: &str) -> Native {
    compiled(load(name))
}

/// A game from its text, interpreted; or the messages about its mistakes.
pub fn load_text(name: &str, text: &str) -> Result<Interp, String> {
    let mut load = |name: &str| Some((format!("{name}.mg"), games::text(name)?.to_string()));
    let known = games::names().map(String::from).collect();
    let checked = check(name, name, text, &mut Library { load: &mut load, known });
    let Some(rules) = checked.rules else {
        let render = |it: &syntax::Diagnostic| syntax::render(it, &checked.sources, false);
        return Err(checked.diagnostics.iter().map(render).collect());
    };
    Interp::new(lower(&rules)).map_err(|why| format!("lowered to what is not sound: {why:?}"))
}

/// Machine code for a game that is known to have some.
pub fn compiled(game: Interp) -> Native {
    Native::new(game, &[]).unwrap_or_else(|why| panic!("there is no code: {why:?}"))
}
