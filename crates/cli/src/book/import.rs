//! Adds saved games to a book.

use super::{Opened, Summary};
use crate::answer::give;
use crate::args::ImportBookArgs;
use crate::engine::{self, Choice, Engine, Job};
use crate::files::check_new;
use crate::position::load_game;
use crate::report::Failure;
use crate::saved::Saved;
use crate::words::count;
use ::book::add_game;
use game::GameResult;
use serde::Serialize;
use std::fmt::{self, Display};

/// What was added.
#[derive(Serialize)]
struct Imported {
    #[serde(flatten)]
    summary: Summary,
    games: u64,
    /// Games of which nobody knows how they ended.
    without_result: u64,
}

impl Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} added", count(self.games, "game"))?;
        match self.without_result {
            0 => writeln!(f),
            n => writeln!(f, ", {n} of them without a result"),
        }?;
        write!(f, "{}", self.summary)
    }
}

pub(super) fn run(args: &ImportBookArgs) -> Result<u8, Failure> {
    let game = load_game(&args.game.game, &args.game.without)?.game;
    engine::run(game, &Choice::of(None), &Imports { args })
}

struct Imports<'a> {
    args: &'a ImportBookArgs,
}

impl Job for Imports<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let args = self.args;
        let mut opened = Opened::or_empty(&game, &args.file)?;
        check_new(&opened.path, true)?;
        let (mut games, mut without_result) = (0, 0);
        for file in &args.files {
            let saved = Saved::read(file)?;
            let records = saved.records(&game)?;
            if records.is_empty() {
                return Err(saved.empty());
            }
            for mut record in records {
                // The record may name its game by the path that was loaded.
                record.game.clone_from(&game.facts().name);
                let line = saved.line(&game, &record)?;
                let result = match line.outcome(&game)? {
                    Some(outcome) => GameResult::from(outcome),
                    None => record.result,
                };
                games += 1;
                without_result += u64::from(result == GameResult::Unfinished);
                let Opened { book, keys, .. } = &mut opened;
                add_game(book, keys, &game, &line, result, args.turns as usize);
            }
        }
        opened.save()?;
        let summary = Summary::new(&opened);
        give(&Imported { summary, games, without_result }, args.file.json)
    }
}
