//! Drawings of pieces and of the board for the page, read from the folder of a rules file: only files that are called
//! after what the game declares, so that other pictures in the folder stay where they are.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read here")]

use crate::report::Failure;
use game::Facts;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use web::{DRAWN_BOARD, Drawing, LONGEST_DRAWING, drawings_of};

/// The drawings beside a rules file.
pub(super) fn beside(rules: &Path, game: &str, facts: &Facts) -> Result<Vec<Drawing>, Failure> {
    let folder = rules.parent().unwrap_or(Path::new(""));
    // Names that are in rules are words, so none of them leads out of the folder.
    let of_pieces = facts.pieces().flat_map(|piece| drawings_of(facts, piece));
    let names: BTreeSet<String> = of_pieces.chain([DRAWN_BOARD.to_string()]).collect();
    let mut drawings = Vec::new();
    for name in names {
        let path = folder.join(format!("{name}.svg"));
        let text = match read(&path) {
            Ok(text) => text,
            Err(why) if why.kind() == ErrorKind::NotFound => continue,
            Err(why) => {
                let message = format!("`{}` cannot be read: {why}", path.display());
                return Err(Failure::new(message).hint("it would be drawn on the page"));
            }
        };
        drawings.push(Drawing::new(game, &name, &text).map_err(|why| {
            Failure::new(why)
                .at(&path.display().to_string())
                .hint("a drawing is plain SVG: see `Drawings of pieces` in docs/web.md")
        })?);
    }
    Ok(drawings)
}

/// The text of a file, of which no more is read than a drawing may have and one byte.
fn read(path: &Path) -> io::Result<String> {
    if !fs::metadata(path)?.is_file() {
        return Err(ErrorKind::InvalidInput.into());
    }
    let mut text = String::new();
    fs::File::open(path)?.take(LONGEST_DRAWING as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}
