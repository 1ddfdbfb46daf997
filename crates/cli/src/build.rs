//! `multigame build`: a program of its own for one game, made of this program
//! and the rules.

#![allow(clippy::disallowed_methods, reason = "this command writes a program")]

use super::args::BuildArgs;
use super::check::refuse_errors_in_play;
use super::embedded::Embedded;
use super::files::{self, replace_with};
use super::position::with_evaluation;
use super::report::Failure;
use super::{library, terminal};
use game::Game;
use multigame::Text;
use multigame::parts::{Loaded, load_text};
use multigame::{Error, Mistakes};
use rules::{Library, compile};
use std::path::Path;

pub(super) fn run(args: &BuildArgs) -> Result<u8, Failure> {
    let text = library::find(&args.game)?;
    let loaded = load_text(&text).map_err(|error| match error {
        Error::Rules(mistakes) => {
            let Mistakes { sources, diagnostics } = *mistakes;
            Failure::rules(sources, diagnostics, "no program is built")
        }
        other => other.into(),
    })?;
    refuse_errors_in_play(&text.source, &loaded.rules)?;
    let defaults = defaults(args, &text, loaded)?;
    files::check_new(&args.output, args.force)?;
    let same = |a: &Path, b: &Path| matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if same(Path::new(&args.game), &args.output) {
        return Err(Failure::new("the program would take the place of its rules")
            .hint("choose another name for the program"));
    }
    let ours = std::env::current_exe()
        .map_err(|why| Failure::new(format!("this program cannot find itself: {why}")))?;
    let settings = Some(args.search.habits.to_string()).filter(|text| !text.is_empty());
    let (name, texts) = (text.name.clone(), chain(&text));
    let payload = Embedded { name, texts, defaults, settings }.pack();
    replace_with(&args.output, |scratch| write_program(&ours, &payload, scratch))?;
    terminal::print(&format!("{} plays {}\n", args.output.display(), text.name))?;
    Ok(0)
}

/// The options that have another default in the program, if they make sense there: it
/// finds an evaluation by a study where it needs one, as we do.
fn defaults(
    args: &BuildArgs,
    text: &Text,
    loaded: Loaded,
) -> Result<Vec<(String, String)>, Failure> {
    let mut given = args.search.given();
    given.extend(args.level.map(|level| ("level", level.to_string())));
    // A program for a puzzle needs none, and is refused only if it gets some.
    if !given.is_empty() {
        let asked = args.search.asked();
        let loaded = with_evaluation(text, loaded, &asked)?;
        args.search.settings(loaded.game.facts())?;
    }
    Ok(given.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// The text of a game and those that it extends, each under its name.
pub(super) fn chain(text: &Text) -> Vec<(String, String)> {
    let mut texts = vec![(text.name.clone(), text.text.clone())];
    let mut load = |name: &str| {
        let (source, text) = text.base(name)?;
        texts.push((name.to_string(), text.clone()));
        Some((source, text))
    };
    let mut library = Library { load: &mut load, known: Vec::new() };
    compile(&text.name, &text.source, &text.text, &mut library);
    texts
}

/// Writes a copy of a program, with rules after it.
fn write_program(program: &Path, payload: &[u8], to: &Path) -> std::io::Result<()> {
    let mut bytes = std::fs::read(program)?;
    bytes.extend_from_slice(payload);
    std::fs::write(to, bytes)?;
    make_executable(to)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755))
}

/// Elsewhere the copy is as executable as the original.
#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
