//! Places as the protocol counts them: lines from zero, and characters of a line in the units
//! that client and server agreed upon.

use lsp_types::{Position, Range};
use std::cell::Cell;
use syntax::Span;

/// What a character is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Units {
    Utf8,
    Utf16,
}

/// A text with the beginnings of its lines.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    units: Units,
    /// The last place that was asked for, from which the next one is counted if it comes
    /// after it on the same line: a text may be one long line.
    last: Cell<(usize, usize, u32)>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str, units: Units) -> Lines<'t> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Lines { text, starts, units, last: Cell::new((0, 0, 0)) }
    }

    /// The place of a byte; one inside a character is its beginning.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let (mut from, mut character) = (self.starts[line], 0);
        let (last_line, last_offset, last_character) = self.last.get();
        if last_line == line && (from..=offset).contains(&last_offset) {
            (from, character) = (last_offset, last_character);
        }
        character += self.length(&self.text[from..offset]);
        self.last.set((line, offset, character));
        Position { line: line as u32, character }
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        let start = self.position(span.start as usize);
        Range { start, end: self.position(span.end as usize) }
    }

    /// How many units a text has.
    pub(crate) fn length(&self, text: &str) -> u32 {
        match self.units {
            Units::Utf8 => text.len() as u32,
            Units::Utf16 => text.chars().map(|c| c.len_utf16() as u32).sum(),
        }
    }

    /// The byte at a place; what is beyond a line or the text is its end.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let mut units = 0;
        for (at, c) in self.text[start..end].char_indices() {
            if units >= position.character {
                return start + at;
            }
            units += match self.units {
                Units::Utf8 => c.len_utf8() as u32,
                Units::Utf16 => c.len_utf16() as u32,
            };
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_bytes() {
        let text = "a\né棋𝄞x\r\n\nend";
        for units in [Units::Utf8, Units::Utf16] {
            let lines = Lines::new(text, units);
            for (at, _) in text.char_indices().filter(|(_, c)| *c != '\n') {
                assert_eq!(lines.offset(lines.position(at)), at);
                assert_eq!(Lines::new(text, units).position(at), lines.position(at));
            }
            assert_eq!(lines.offset(Position { line: 99, character: 0 }), text.len());
            assert_eq!(lines.offset(Position { line: 0, character: 99 }), 1);
            assert_eq!(lines.position(usize::MAX), Position { line: 3, character: 3 });
        }
        let x = text.find('x').unwrap();
        assert_eq!(Lines::new(text, Units::Utf16).position(x).character, 4);
    }
}
