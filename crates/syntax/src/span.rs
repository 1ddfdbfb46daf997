//! Places in rules texts: a byte range in one of several files, and the lines
//! and columns that people read.

use std::ops::Range;
use std::sync::OnceLock;

/// The number of a source text in a [`Sources`] list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A range of bytes in one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text that the range lies in.
    pub file: FileId,
    /// First byte of the range.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to, and not including, `end`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest range that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range just before this one, where something is missing.
    pub fn before(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty range just after this one, where something is missing.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }
}

/// One source text with the name under which it is shown.
#[derive(Clone, Debug)]
pub struct Source {
    /// A path, or the name of a game that is built in.
    pub name: String,
    text: String,
    /// Made when a place is asked for the first time.
    index: OnceLock<Index>,
}

/// What it takes to find any place quickly, also in a text that is one line.
#[derive(Clone, Debug)]
struct Index {
    /// The byte at which each line begins.
    lines: Vec<u32>,
    /// The number of characters before every [`BLOCK`]th byte.
    characters: Vec<u32>,
}

/// At most this many bytes are counted to find a column.
const BLOCK: usize = 1024;

impl Source {
    /// A text and its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into(), index: OnceLock::new() }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte, both counted from one; a column is a character.
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let byte = byte.min(self.text.len() as u32);
        let line = self.line(byte);
        let start = self.index().lines[line - 1];
        (line, self.characters_before(byte) - self.characters_before(start) + 1)
    }

    /// The bytes of the line that a byte lies in, without the line break.
    pub(crate) fn line_range(&self, byte: usize) -> Range<usize> {
        let line = self.line(byte as u32);
        let lines = &self.index().lines;
        let end = lines.get(line).map_or(self.text.len(), |&next| next as usize - 1);
        let start = lines[line - 1] as usize;
        start..start + self.text[start..end].trim_end_matches('\r').len()
    }

    /// The number of the line that a byte lies in, from one.
    fn line(&self, byte: u32) -> usize {
        self.index().lines.partition_point(|&start| start <= byte)
    }

    fn characters_before(&self, byte: u32) -> usize {
        let block = byte as usize / BLOCK;
        let rest = &self.text.as_bytes()[block * BLOCK..byte as usize];
        self.index().characters[block] as usize + count_characters(rest)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let breaks = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
            let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
            let mut characters = vec![0];
            for block in bytes.chunks_exact(BLOCK) {
                let before = characters.last().copied().unwrap_or(0);
                characters.push(before + count_characters(block) as u32);
            }
            Index { lines, characters }
        })
    }
}

/// The characters that begin in these bytes.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count()
}

/// The texts of a game and of the games that it extends.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// In the order in which they were read; the game itself is the first.
    pub list: Vec<Source>,
}

impl Sources {
    /// Adds a text and gives it a number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.list.push(Source::new(name, text));
        FileId((self.list.len() - 1) as u16)
    }

    /// The text with this number.
    pub fn get(&self, file: FileId) -> &Source {
        &self.list[file.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with counting from the beginning, at every character.
    fn check(text: &str) {
        let source = Source::new("x", text);
        let (mut line, mut column) = (1, 1);
        for (at, c) in text.char_indices() {
            assert_eq!(source.line_column(at as u32), (line, column), "byte {at}");
            assert!(source.line_range(at).contains(&at) || matches!(c, '\r' | '\n'));
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!(source.line_column(text.len() as u32), (line, column));
        assert_eq!(source.line_column(u32::MAX), (line, column));
    }

    #[test]
    fn lines_and_columns() {
        check("");
        check("\n");
        check("a\r\nb\n\nc");
        check(&"é".repeat(3 * BLOCK));
        check(&"x".repeat(BLOCK));
        check(&"ab棋\n".repeat(BLOCK));
        check(&format!("{}\n{}", "é".repeat(700), "x棋".repeat(900)));
    }
}
