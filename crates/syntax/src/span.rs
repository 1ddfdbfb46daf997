//! Places in rules texts: a byte range in one of several files, and the lines
//! and columns that people read.

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

    /// The empty range just behind this one, where something is missing.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }
}

/// One source text with the name under which it is shown.
#[derive(Clone, Debug)]
pub struct Source {
    /// A path, or the name of a game that is built in.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// Line and column of a byte, both counted from one; a column is a character.
    pub fn line_column(&self, byte: u32) -> (usize, usize) {
        let byte = (byte as usize).min(self.text.len());
        let before = &self.text.as_bytes()[..byte];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        (line, column)
    }
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
        self.list.push(Source { name: name.into(), text: text.into() });
        FileId((self.list.len() - 1) as u16)
    }

    /// The text with this number.
    pub fn get(&self, file: FileId) -> &Source {
        &self.list[file.0 as usize]
    }
}
