//! What is wrong with rows: which row is too long, how many there are, where it
//! shows. The reader stops at the first thing that does not fit; only here the
//! rest of the text is looked at, to say what was meant.

use super::{RowReader, SEPARATORS, TOO_MANY, n_fields};
use crate::turn::SetupError;
use crate::words::visible;
use std::ops::Range;

impl RowReader<'_> {
    pub(super) fn wrong_row(&self, r: usize, fields: &str, place: Range<usize>) -> SetupError {
        let row = &self.facts.board.rows[r];
        let s = if fields == "1" { "" } else { "s" };
        let there = match n_fields(row) == row.len() {
            true => format!("the board has {} columns", row.len()),
            false => format!("the board has {} there", n_fields(row)),
        };
        let message = format!("row {} from the top has {fields} field{s}; {there}", r + 1);
        let hint = match self.separated {
            true => "write each field, `.` for an empty one, with spaces between".to_string(),
            false => "write the symbol of each piece, and a number for empty fields".to_string(),
        };
        SetupError { message, hint, place: Some(place) }
    }

    /// The rows ended too early.
    pub(super) fn too_few_rows(&self, read: usize) -> SetupError {
        let end = self.text[..self.at].trim_end_matches(SEPARATORS).len();
        self.wrong_number_of_rows(read, end..end)
    }

    /// There are rows after the last row of the board.
    pub(super) fn too_many_rows(&mut self) -> SetupError {
        let n_rows = self.facts.board.rows.len();
        let rows = self.rows_from(0);
        let place = match (rows.get(n_rows), rows.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            // A `/` with nothing after it is a row, too.
            _ => {
                let slash = self.text[self.at..].find('/').map_or(self.at, |i| self.at + i);
                slash..(slash + 1).min(self.text.len())
            }
        };
        self.wrong_number_of_rows(rows.len().max(n_rows + 1), place)
    }

    fn wrong_number_of_rows(&self, count: usize, place: Range<usize>) -> SetupError {
        let n_rows = self.facts.board.rows.len();
        let (are, s) = if count == 1 { ("is", "") } else { ("are", "s") };
        let hint = match self.text.trim().contains('\n') {
            true => "rows are written from the top, each on a line of its own",
            false => "rows are written from the top, with `/` between",
        };
        SetupError {
            message: format!("there {are} {count} row{s}, the board has {n_rows}"),
            hint: hint.to_string(),
            place: Some(place),
        }
    }

    /// The columns could not be read: perhaps they are not columns, but more
    /// fields of the last row, or more rows.
    pub(in crate::notation) fn rather_blame_rows(&mut self, error: SetupError) -> SetupError {
        let r = self.facts.board.rows.len().saturating_sub(1);
        let rest = self.text[self.at..].trim_start();
        let drawn = rest.starts_with(['.', '#']);
        let at = self.text.len() - rest.len();
        let Some(row) = self.rows_from(at).into_iter().next() else { return error };
        let width = self.width(row.clone());
        if self.ended {
            let alike = width == self.facts.board.rows.last().map_or(0, |row| n_fields(row));
            return if drawn || alike { self.too_many_rows() } else { error };
        }
        let last_row = self.last_row.clone();
        let spaced = self.text[last_row.clone()].contains(char::is_whitespace);
        let is_piece = self.symbols.at_start(rest).is_some();
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
        if drawn || spaced && is_piece && !is_number {
            let fields = self.width(last_row.clone()) + width;
            return self.wrong_row(r, &fields.to_string(), last_row.start..row.end);
        }
        error
    }

    /// The rows of the text from a place on, as far as they can be told from
    /// the columns after them.
    pub(super) fn rows_from(&mut self, from: usize) -> Vec<Range<usize>> {
        let mut rows = Vec::new();
        let mut start = from;
        for piece in self.text[from..].split(['/', '\n']) {
            let spaces = piece.len() - piece.trim_start().len();
            let row = start + spaces..start + spaces + piece.trim().len();
            start += piece.len() + 1;
            if row.is_empty() {
                continue;
            }
            let end = self.row_end(row.clone());
            // Where `b` is a bishop, `b KQkq` is no row, but `b . . k` is one.
            let short = self.text[row.clone()].split_whitespace().nth(2).is_none();
            if !self.names_player_at(row.start) || end == row.end && !short {
                rows.push(row.start..if end > row.start { end } else { row.end });
            }
            if end < row.end {
                break;
            }
        }
        rows
    }

    /// Where a part of the text stops to be a row.
    fn row_end(&mut self, part: Range<usize>) -> usize {
        let mut end = part.start;
        for word in self.text[part.clone()].split_whitespace() {
            let start = end + self.text[end..].find(word).unwrap_or(0);
            if self.places(start..start + word.len()).is_none() {
                break;
            }
            end = start + word.len();
        }
        end
    }

    /// How many fields a part of the text draws; 0 if something else stands there.
    fn width(&mut self, part: Range<usize>) -> usize {
        self.places(part).unwrap_or(0)
    }

    /// How many fields a part of the text draws, if it is a part of a row.
    fn places(&mut self, part: Range<usize>) -> Option<usize> {
        let whole = (self.text, self.at);
        (self.text, self.at) = (&self.text[..part.end], part.start);
        let mut places = Vec::new();
        let mut holes = 0;
        let mut read = true;
        while read && self.at < part.end {
            match self.text[self.at..].chars().next() {
                Some('#') => {
                    holes += 1;
                    self.at += 1;
                }
                Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                _ => read = self.place(0, &mut places).is_ok() && places.len() < TOO_MANY as usize,
            }
        }
        (self.text, self.at) = whole;
        (read && holes + places.len() > 0).then_some(places.len())
    }

    fn names_player_at(&mut self, at: usize) -> bool {
        let here = std::mem::replace(&mut self.at, at);
        let names = self.names_player();
        self.at = here;
        names
    }

    pub(super) fn unknown_piece(&self, place: Range<usize>) -> SetupError {
        let symbols: Vec<&str> = self.facts.pieces().map(|p| self.facts.symbol(p)).collect();
        let symbol = visible(&self.text[place.clone()]);
        let message = match symbols.is_empty() {
            true => format!("no piece is written `{symbol}`; the game has no pieces"),
            false => {
                format!("no piece is written `{symbol}`; the pieces are {}", symbols.join(" "))
            }
        };
        let hint = match self.separated {
            true => "`.` is an empty field; spaces separate the fields".to_string(),
            false => "`.` is an empty field, a number counts several".to_string(),
        };
        SetupError { message, hint, place: Some(place) }
    }
}
