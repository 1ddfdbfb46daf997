//! The file of a book: a mark, the fingerprint of the rules, the name of the game, the positions
//! in ascending order of their keys, and a checksum over all of it.

use crate::book::{Book, Entry, Searched};
use game::bytes::{Reader, put, put_bytes};
use game::sealed::{Damage, seal, unseal};
use search::INFINITE;

/// What the file begins with; the last byte is the version of the format.
const MARK: &[u8; 8] = b"MGBOOKS\x01";

/// Bits that say what is written of a position.
const SEARCHED: u8 = 1;
const EXPANDED: u8 = 2;
const GAMES: u8 = 4;

/// Why a file is no book that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It is no book, or was changed.
    Damaged(Damage),
    /// It is a book of a game with this name and other rules.
    OtherRules(String),
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FileError::Damaged(damage) => f.write_str(&damage.words("book")),
            FileError::OtherRules(game) => write!(f, "it is a book of `{game}` by other rules"),
        }
    }
}

impl std::error::Error for FileError {}

impl Book {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(u128::from(self.rules), &mut bytes);
        put_bytes(self.game.as_bytes(), &mut bytes);
        put(self.entries.len() as u128, &mut bytes);
        let mut last = 0;
        for (&key, entry) in &self.entries {
            put(u128::from(key - last), &mut bytes);
            last = key;
            write_entry(entry, &mut bytes);
        }
        seal(MARK, bytes)
    }

    /// Reads a book, whatever rules it is of.
    pub fn read_any(bytes: &[u8]) -> Result<Book, FileError> {
        let body = unseal(MARK, bytes).map_err(FileError::Damaged)?;
        Book::read_body(body).ok_or(FileError::Damaged(Damage::Changed))
    }

    /// Reads a book of these rules.
    pub fn read(bytes: &[u8], rules: u64) -> Result<Book, FileError> {
        let book = Book::read_any(bytes)?;
        match book.rules == rules {
            true => Ok(book),
            false => Err(FileError::OtherRules(book.game)),
        }
    }

    fn read_body(body: &[u8]) -> Option<Book> {
        let mut reader = Reader(body);
        let rules = reader.small()?;
        let game = String::from_utf8(reader.bytes()?.to_vec()).ok()?;
        let mut book = Book::new(rules, &game);
        let mut last = 0_u64;
        for _ in 0..reader.count()? {
            last = last.checked_add(reader.small()?)?;
            book.entries.insert(last, read_entry(&mut reader)?);
        }
        reader.0.is_empty().then_some(book)
    }
}

fn write_entry(entry: &Entry, bytes: &mut Vec<u8>) {
    let mut bits = 0;
    bits |= if entry.searched.is_some() { SEARCHED } else { 0 };
    bits |= if entry.expanded { EXPANDED } else { 0 };
    bits |= if entry.n_games() > 0 { GAMES } else { 0 };
    bytes.push(bits);
    if let Some(Searched { value, depth }) = entry.searched {
        // The sign is the lowest bit, so that small values are short.
        put((value.unsigned_abs() as u128) << 1 | u128::from(value < 0), bytes);
        put(u128::from(depth), bytes);
    }
    if bits & GAMES != 0 {
        entry.games.iter().for_each(|&n| put(u128::from(n), bytes));
    }
}

fn read_entry(reader: &mut Reader<'_>) -> Option<Entry> {
    let bits: u8 = reader.small().filter(|bits| *bits < 8)?;
    let mut entry = Entry { expanded: bits & EXPANDED != 0, ..Entry::default() };
    if bits & SEARCHED != 0 {
        let number: u32 = reader.small()?;
        let size = (number >> 1) as i32;
        let value = if number & 1 == 1 { -size } else { size };
        let depth = reader.small()?;
        entry.searched = (size <= INFINITE).then_some(Searched { value, depth });
        entry.searched?;
    }
    if bits & GAMES != 0 {
        for n in &mut entry.games {
            *n = reader.small()?;
        }
    }
    Some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        let mut book = Book::new(u64::MAX - 5, "chess");
        let searched = |value, depth| Some(Searched { value, depth });
        let entries = [
            (3, Entry { searched: searched(-12, 7), expanded: true, games: [0; 4] }),
            (9 << 40, Entry { searched: None, expanded: false, games: [5, 0, 1, u32::MAX] }),
            (u64::MAX, Entry { searched: searched(999_999, 0), expanded: false, games: [1; 4] }),
        ];
        book.entries.extend(entries);
        book
    }

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let (book, rules) = (book(), book().rules);
        let bytes = book.write();
        assert_eq!(Book::read(&bytes, rules), Ok(book));
        assert_eq!(Book::read(&bytes, 1), Err(FileError::OtherRules("chess".into())));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x20;
            assert!(Book::read(&damaged, rules).is_err(), "byte {place}");
            assert!(Book::read(&bytes[..place], rules).is_err(), "{place} bytes");
        }
        let foreign = Book::read(b"[Event \"?\"]", rules);
        assert_eq!(foreign, Err(FileError::Damaged(Damage::Foreign)));
    }
}
