//! Finds the text of a game: built in by name, or in a file by path.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: the one place where rules files are read"
)]

use crate::embedded;
use crate::standard_input::{self, Holds};
use multigame::Text;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use syntax::closest;

/// The longest rules file that is read.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// Why the text of a game could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotFound {
    /// What is wrong, a sentence without a period.
    pub(crate) message: String,
    /// What to do about it; may be empty.
    pub(crate) hint: String,
}

/// The text of a game that is named by a built-in name or a path, or that comes
/// from standard input if the name is `-`.
pub(crate) fn find(game: &str) -> Result<Text, NotFound> {
    let looks_like_path = game.contains(['/', '\\']) || game.ends_with(".mg");
    let text = embedded::text(game).or_else(|| games::text(game).filter(|_| !looks_like_path));
    if let Some(text) = text {
        let text = Text::new(game, text).called(format!("{game}.mg"));
        return Ok(text.with_bases(|name| base(None, name)));
    }
    if standard_input::is_meant(game) {
        let (name, bytes) = (standard_input::NAME, standard_input::read(Holds::Rules, MAX_BYTES)?);
        let text = decode(not_too_long(bytes, name)?, name)?;
        return Ok(Text::new("stdin", &text).called(name).with_bases(|name| base(None, name)));
    }
    let path = Path::new(game);
    if looks_like_path || path.exists() {
        return read(path);
    }
    let beside = format!("{game}.mg");
    let hint = match closest(game, games::names()) {
        _ if Path::new(&beside).is_file() => format!("did you mean `{beside}`?"),
        Some(name) => format!("did you mean `{name}`?"),
        None => "`multigame games` lists the games; a file is given by its path".into(),
    };
    Err(NotFound { message: format!("no game is called `{game}`"), hint })
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

/// Reads a rules file.
pub(crate) fn read(path: &Path) -> Result<Text, NotFound> {
    let shown = path.display();
    let error = |message: String, hint: &str| NotFound { message, hint: hint.into() };
    if path.is_dir() {
        return Err(error(
            format!("`{shown}` is a folder, not a rules file"),
            "give the path of a file that ends in `.mg`",
        ));
    }
    let file = File::open(path).map_err(|why| match why.kind() {
        ErrorKind::NotFound => error(
            format!("there is no file `{shown}`"),
            "check the spelling; `multigame games` lists the games that are built in",
        ),
        _ => error(format!("`{shown}` cannot be read: {why}"), ""),
    })?;
    let text = decode(&read_up_to(file, &shown.to_string())?, &shown.to_string())?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let folder = path.parent().map(Path::to_path_buf);
    let text = Text::new(&name, &text).called(shown.to_string());
    Ok(text.with_bases(move |name| base(folder.as_deref(), name)))
}

/// Reads a stream that may be endless.
fn read_up_to(from: impl Read, shown: &str) -> Result<Vec<u8>, NotFound> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|why| NotFound {
        message: format!("`{shown}` cannot be read: {why}"),
        hint: String::new(),
    })?;
    not_too_long(&bytes, shown)?;
    Ok(bytes)
}

fn not_too_long<'b>(bytes: &'b [u8], shown: &str) -> Result<&'b [u8], NotFound> {
    match bytes.len() as u64 > MAX_BYTES {
        true => Err(NotFound {
            message: format!("`{shown}` is larger than {MAX_BYTES} bytes"),
            hint: "a rules file is a page of text; is this one?".into(),
        }),
        false => Ok(bytes),
    }
}

fn decode(bytes: &[u8], shown: &str) -> Result<String, NotFound> {
    let text = std::str::from_utf8(bytes).map_err(|why| {
        let line = bytes[..why.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
        NotFound {
            message: format!("`{shown}` is not text: line {line} has a byte that is not UTF-8"),
            hint: "save the file as UTF-8".into(),
        }
    })?;
    Ok(text.to_string())
}
