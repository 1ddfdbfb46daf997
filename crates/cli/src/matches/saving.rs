//! Games of a match as files: one for each game in a folder, or all in one PGN file.

#![allow(clippy::disallowed_methods, reason = "this is the edge: a folder is made here")]

use super::super::args::Format;
use super::super::engine::Engine;
use super::super::files;
use super::super::report::Failure;
use super::super::saved;
use super::games::Which;
use game::{Facts, GameResult, Line, Player, pgn_supported};
use std::path::{Path, PathBuf};

/// Where games go, and what was said by whoever names the players.
#[derive(Clone, Debug)]
pub(crate) struct Saving {
    place: Place,
    format: Format,
    /// What the sides are called.
    pub(super) names: [String; 2],
}

#[derive(Clone, Debug)]
enum Place {
    Folder(PathBuf),
    File(PathBuf),
}

impl Saving {
    /// A name that ends in `.pgn` is a file for all games, every other one a folder.
    pub(super) fn new(path: &Path, facts: &Facts, names: [String; 2]) -> Result<Saving, Failure> {
        let like_chess = pgn_supported(facts);
        let format = if like_chess.is_ok() { Format::Pgn } else { Format::Record };
        if !path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("pgn")) {
            return Ok(Saving { place: Place::Folder(path.into()), format, names });
        }
        like_chess.map_err(|why| {
            let hint = "name a folder, in which each game is a record";
            Failure::new(format!("these games are no PGN: {why}")).hint(hint)
        })?;
        Ok(Saving { place: Place::File(path.into()), format, names })
    }

    /// Refuses a place that cannot hold the games before they are played.
    pub(super) fn check(&self, force: bool) -> Result<(), Failure> {
        let path = match &self.place {
            Place::File(file) => return files::check_new(file, force),
            Place::Folder(folder) => folder,
        };
        if path.is_file() {
            let failure = Failure::new(format!("`{}` is a file", path.display()));
            return Err(failure.hint("name a folder, or a file that ends in `.pgn`"));
        }
        std::fs::create_dir_all(path).map_err(|why| {
            Failure::new(format!("the folder `{}` cannot be made: {why}", path.display()))
        })?;
        let is_empty = std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
        if !is_empty && !force {
            let failure = Failure::new(format!("the folder `{}` is not empty", path.display()));
            return Err(failure.hint("`--force` replaces games of the same numbers"));
        }
        Ok(())
    }

    /// A game as text, by its place in the match.
    pub(super) fn text<G: Engine>(
        &self,
        game: &G,
        line: &Line<G::Position>,
        Which { pair, color }: Which,
        points_of_a: i32,
    ) -> Result<String, Failure> {
        let mut record = line.record(game)?;
        let [white, black] = match color {
            Player::First => [0, 1],
            Player::Second => [1, 0],
        };
        let round = format!("{}.{}", pair + 1, color.index() + 1);
        record.headers = [
            ("Event", "match".to_string()),
            ("Round", round),
            ("White", self.names[white].clone()),
            ("Black", self.names[black].clone()),
        ]
        .map(|(key, value)| (key.to_string(), value))
        .to_vec();
        // A side may have lost by what it did, or the game was too long.
        if record.result == GameResult::Unfinished {
            let points = if color == Player::First { points_of_a } else { -points_of_a };
            record.result = match points.signum() {
                1 => GameResult::FirstWins,
                0 => GameResult::Draw,
                _ => GameResult::SecondWins,
            };
        }
        saved::write(game, &record, line, self.format)
    }

    /// Writes the texts of all games, in their order.
    pub(super) fn write(&self, texts: &[String]) -> Result<(), Failure> {
        match &self.place {
            Place::File(file) => files::replace(file, &texts.join("\n")),
            Place::Folder(folder) => {
                let ending = if self.format == Format::Pgn { "pgn" } else { "mgr" };
                texts.iter().enumerate().try_for_each(|(i, text)| {
                    files::replace(&folder.join(format!("{:04}.{ending}", i + 1)), text)
                })
            }
        }
    }
}
