//! Finds the text of a game: built in by name, or in a file by path.

use super::embedded;
use super::files::{self, Holds, STANDARD_INPUT, is_standard};
use super::report::Failure;
use multigame::Text;
use std::path::Path;
use syntax::closest;

/// The text of a game that is named by a built-in name or a path, or that comes
/// from standard input if the name is `-`.
pub(crate) fn find(game: &str) -> Result<Text, Failure> {
    let looks_like_path = looks_like_path(game);
    let text = embedded::text(game).or_else(|| games::text(game).filter(|_| !looks_like_path));
    if let Some(text) = text {
        let text = Text::new(game, text).called(format!("{game}.mg"));
        return Ok(text.with_bases(|name| base(None, name)));
    }
    let path = Path::new(game);
    if looks_like_path || is_standard(path) || path.exists() {
        return read(path);
    }
    let beside = format!("{game}.mg");
    let hint = match closest(game, games::names()) {
        _ if Path::new(&beside).is_file() => format!("did you mean `{beside}`?"),
        Some(name) => format!("did you mean `{name}`?"),
        None => "`multigame games` lists the games; a file is given by its path".into(),
    };
    Err(Failure::new(format!("no game is called `{game}`")).hint(hint))
}

fn looks_like_path(game: &str) -> bool {
    game.contains(['/', '\\']) || game.ends_with(".mg")
}

/// The path of the rules file that a user names by this text, if it is no built-in name.
pub(crate) fn path(game: &str) -> Option<&Path> {
    let is_known = embedded::text(game).is_some() || games::text(game).is_some();
    let is_path = looks_like_path(game) || !is_known;
    (is_path && embedded::text(game).is_none() && !is_standard(game)).then(|| Path::new(game))
}

/// A game without some of what it names, as a variant would say it.
pub(crate) fn without(text: &Text, names: &[String]) -> Text {
    let variant = format!("extends {}\nwithout {}\n", text.name, names.join(", "));
    text.replaced_by("--without", variant)
}

/// Where games are looked for that a game in this folder extends: beside it, in a folder
/// of its own beside this folder, and in the program that was built for the game.
fn base(folder: Option<&Path>, name: &str) -> Option<(String, String)> {
    let file = format!("{name}.mg");
    let places = folder
        .into_iter()
        .flat_map(|folder| [folder.join(&file), folder.join("..").join(name).join(&file)]);
    for path in places {
        if path.is_file()
            && let Ok(text) = read(&path)
        {
            return Some((text.source, text.text));
        }
    }
    embedded::text(name).map(|text| (file, text.to_string()))
}

/// Reads a rules file, or standard input if it is called `-`.
pub(crate) fn read(path: &Path) -> Result<Text, Failure> {
    let text = files::read(path, Holds::Rules)?;
    if is_standard(path) {
        let text = Text::new("stdin", &text).called(STANDARD_INPUT);
        return Ok(text.with_bases(|name| base(None, name)));
    }
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let folder = path.parent().map(Path::to_path_buf);
    let text = Text::new(&name, &text).called(files::shown(path));
    Ok(text.with_bases(move |name| base(folder.as_deref(), name)))
}
