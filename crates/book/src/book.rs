//! A book in memory: its entries by the keys of their positions.

use search::Value;
use std::collections::BTreeMap;

/// What a search said of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// What it is worth to the player to move; where moves are in the book, by these.
    pub value: Value,
    /// The depth that the search of this position completed.
    pub depth: u32,
}

/// What a book knows of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What a search said, if there was one.
    pub searched: Option<Searched>,
    /// Whether all its moves are in the book.
    pub expanded: bool,
    /// The games in which it occurred: those that the player to move won, drew and lost, and
    /// those of which nobody knows how they ended.
    pub games: [u32; 4],
}

impl Entry {
    /// In how many games it occurred.
    pub fn n_games(&self) -> u64 {
        self.games.iter().map(|&n| u64::from(n)).sum()
    }

    /// Adds what another book knows of the same position. The deeper search is believed, and
    /// one whose moves are known before any other.
    fn merge(&mut self, other: &Entry) {
        let trust = |entry: &Entry| entry.searched.map(|it| (entry.expanded, it.depth));
        if trust(other) > trust(self) {
            (self.searched, self.expanded) = (other.searched, other.expanded);
        }
        for (own, more) in self.games.iter_mut().zip(other.games) {
            *own = own.saturating_add(more);
        }
    }
}

/// An opening book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The fingerprint of the rules.
    pub rules: u64,
    /// The name of the game.
    pub game: String,
    /// What is known of positions, by their keys.
    pub entries: BTreeMap<u64, Entry>,
}

impl Book {
    /// A book without positions.
    pub fn new(rules: u64, game: &str) -> Book {
        Book { rules, game: game.to_string(), entries: BTreeMap::new() }
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        self.entries.get(&key)
    }

    /// Adds what another book of the same rules knows.
    pub fn merge(&mut self, other: &Book) {
        for (key, entry) in &other.entries {
            self.entries.entry(*key).or_default().merge(entry);
        }
    }

    /// How many positions have all their moves in the book.
    pub fn n_expanded(&self) -> usize {
        self.entries.values().filter(|entry| entry.expanded).count()
    }

    /// How many positions were searched.
    pub fn n_searched(&self) -> usize {
        self.entries.values().filter(|entry| entry.searched.is_some()).count()
    }
}
