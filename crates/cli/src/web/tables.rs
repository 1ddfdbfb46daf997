//! Endgame tables for the page: the tables of each game are opened when somebody asks for one.

use crate::engine::Engine;
use crate::tables::Opened;
use ::tables::{Seen, Value};
use game::Game;
use multigame::parts::interp::Interp;
use multigame::parts::load_text;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use web::{EndgameTables, InTable};

/// A folder with tables of some games.
pub(super) struct FolderOfTables {
    folder: PathBuf,
    /// The games that were asked for; nothing for those without tables.
    opened: Mutex<FxHashMap<String, Option<Arc<TablesOfGame>>>>,
}

struct TablesOfGame {
    game: Interp,
    opened: Opened,
}

impl FolderOfTables {
    pub(super) fn new(folder: &Path) -> FolderOfTables {
        FolderOfTables { folder: folder.to_path_buf(), opened: Mutex::default() }
    }

    fn of_game(&self, name: &str) -> Option<Arc<TablesOfGame>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.get(name) {
            return known.clone();
        }
        let found = self.open(name).map(Arc::new);
        opened.insert(name.to_string(), found.clone());
        found
    }

    fn open(&self, name: &str) -> Option<TablesOfGame> {
        let game = load_text(&multigame::Text::built_in(name).ok()?).ok()?.game;
        let opened = Opened::new(game.facts(), game.table_rules(), &self.folder).ok()?;
        Some(TablesOfGame { game, opened })
    }
}

impl EndgameTables for FolderOfTables {
    fn probe(&self, game: &str, position: &str) -> Option<InTable> {
        let tables = self.of_game(game)?;
        let game = &tables.game;
        let setup = game::parse_position(game.facts(), position).ok()?;
        let at = game.position(&setup).ok()?;
        let (opened, mut seen) = (&tables.opened, Seen::default());
        let known = opened.tables.probe(game, &opened.scheme, &at, &mut seen)?;
        match known.value {
            Value::Win(turns) => Some(InTable::Wins(turns)),
            Value::Loss(turns) => Some(InTable::Loses(turns)),
            Value::Draw => Some(InTable::Draw),
            // The page shows who wins and how soon, and no points yet.
            Value::Impossible | Value::Score(_) => None,
        }
    }
}
