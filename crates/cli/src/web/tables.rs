//! Endgame tables for the page: the tables of each game are opened when somebody asks for one.

#![allow(clippy::disallowed_methods, reason = "this is the edge: a folder is read here")]

use crate::engine::Engine;
use crate::report::Failure;
use crate::tables::{ENDING, Opened};
use ::tables::{Seen, Value};
use game::Game;
use multigame::Text;
use multigame::parts::interp::Interp;
use multigame::parts::load_text;
use rustc_hash::FxHashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use web::{EndgameTables, InTable, Worth};

/// A folder with tables of some games.
pub(super) struct FolderOfTables {
    folder: PathBuf,
    /// The games that were asked for, by their rules; nothing for those without tables.
    opened: Mutex<FxHashMap<String, Option<Arc<TablesOfGame>>>>,
}

struct TablesOfGame {
    game: Interp,
    opened: Opened,
}

impl FolderOfTables {
    /// A folder that has tables of some game: whoever names another one has mistyped it.
    pub(super) fn new(folder: &Path) -> Result<FolderOfTables, Failure> {
        let shown = folder.display();
        let listed = fs::read_dir(folder).map_err(|why| {
            Failure::new(format!("the folder `{shown}` cannot be read: {why}"))
                .at("--tables")
                .hint("is the path right? `multigame tables build GAME` makes the folder `tables`")
        })?;
        let of_games = listed.filter_map(|entry| fs::read_dir(entry.ok()?.path()).ok());
        let mut files = of_games.flatten().filter_map(|entry| Some(entry.ok()?.path()));
        if !files.any(|path| path.extension().is_some_and(|ending| ending == ENDING)) {
            return Err(Failure::new(format!("there are no tables in `{shown}`"))
                .at("--tables")
                .hint("`multigame tables build GAME --men 3 --tables FOLDER` builds some"));
        }
        Ok(FolderOfTables { folder: folder.to_path_buf(), opened: Mutex::default() })
    }

    fn of_game(&self, text: &Text) -> Option<Arc<TablesOfGame>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.get(&text.text) {
            return known.clone();
        }
        let found = self.open(text).map(Arc::new);
        opened.insert(text.text.clone(), found.clone());
        found
    }

    /// Tables are opened only if they were built for these very rules.
    fn open(&self, text: &Text) -> Option<TablesOfGame> {
        let game = load_text(text).ok()?.game;
        let opened = Opened::new(game.facts(), game.table_rules(), &self.folder).ok()?;
        Some(TablesOfGame { game, opened })
    }
}

impl EndgameTables for FolderOfTables {
    fn probe(&self, game: &Text, position: &str) -> Option<InTable> {
        let tables = self.of_game(game)?;
        let game = &tables.game;
        let setup = game::parse_position(game.facts(), position).ok()?;
        let at = game.position(&setup).ok()?;
        let (opened, mut seen) = (&tables.opened, Seen::default());
        let known = opened.tables.probe(game, &opened.scheme, &at, &mut seen)?;
        let worth = match known.value {
            Value::Win(turns) => Worth::Wins(turns),
            Value::Loss(turns) => Worth::Loses(turns),
            Value::Draw => Worth::Draw,
            // The page shows who wins and how soon, and no points yet.
            Value::Impossible | Value::Score(_) => return None,
        };
        Some(InTable { worth, in_time: known.in_time })
    }
}
