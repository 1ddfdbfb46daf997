//! Finds how a game is searched where a user does not say so: in the file beside its rules,
//! among those that are built in, or in a file that they name. Every command that searches
//! gets it in one place, before it does anything.

use super::args::{BookArgs, BookCommand, Command, SearchArgs};
use super::files::{self, Holds};
use super::report::Failure;
use super::{embedded, library};
use std::path::{Path, PathBuf};
use tune::{Habits, HabitsError};

/// Gives a command that searches what the file of its game holds.
pub(super) fn fill(command: &mut Command) -> Result<(), Failure> {
    let (game, search) = match command {
        Command::Play(args) => (&args.position.game, &mut args.search),
        Command::Analyze(args) => (&args.position.game, &mut args.search),
        Command::Match(args) => (&args.position.game, &mut args.search),
        Command::Tune(args) => (&args.position.game, &mut args.search),
        Command::ExplainSettings(args) => (&args.game, &mut args.search),
        Command::Ugi(args) => (&args.game, &mut args.protocol.search),
        Command::Uci(args) => (&args.game, &mut args.protocol.search),
        Command::Book(BookArgs { command: BookCommand::Build(args) }) => {
            (&args.position.game, &mut args.search)
        }
        Command::Build(args) => (&args.game, &mut args.search),
        _ => return Ok(()),
    };
    search.habits = match found(game, search)? {
        Some((source, text)) => read(&source, &text)?,
        None => Habits::default(),
    };
    Ok(())
}

/// The source and the text of the settings of a game, if there are some.
pub(super) fn found(game: &str, search: &SearchArgs) -> Result<Option<(String, String)>, Failure> {
    let path = match &search.settings_file {
        Some(file) if file.as_os_str() == "none" => return Ok(None),
        Some(file) => Some(file.clone()),
        None => beside(game),
    };
    if let Some(path) = path {
        let text = files::read(&path, Holds::Settings)?;
        return Ok(Some((files::shown(&path), text)));
    }
    let built_in = embedded::settings(game).or_else(|| games::settings(game));
    Ok(built_in.map(|text| (format!("{game}.settings"), text.to_string())))
}

/// The file beside rules that are in a file.
fn beside(game: &str) -> Option<PathBuf> {
    let path = library::path(game)?;
    Some(path.with_extension("settings")).filter(|path| path.is_file())
}

/// The file that the settings of a game are written to if nobody names one.
pub(super) fn usual_file(game: &str, name: &str) -> PathBuf {
    let rules = library::path(game).unwrap_or_else(|| Path::new(name));
    rules.with_extension("settings")
}

fn read(source: &str, text: &str) -> Result<Habits, Failure> {
    Habits::parse(text).map_err(|HabitsError { line, message, hint }| {
        Failure::new(message).at(&format!("{source}, line {line}")).hint(hint)
    })
}
