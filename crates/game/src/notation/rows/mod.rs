//! The first part of a position: the rows of the board from the top, written
//! close (`r3k2r`), or with spaces between the fields where digits mean
//! something else (numbers as symbols, stacks).

mod wrong;

use super::position::player_of;
use super::symbols::{Symbols, count_of, leading_digits};
use crate::board::grid_name;
use crate::facts::Facts;
use crate::ids::{Field, Piece};
use crate::setup::Setup;
use crate::turn::SetupError;
use crate::words::visible;
use std::ops::Range;

/// More empty fields than any row has.
const TOO_MANY: u32 = 5000;

/// Whether spaces separate the fields.
fn is_separated(facts: &Facts) -> bool {
    facts.stacks.is_some() || facts.has_numeric_symbols()
}

/// Writes the rows.
pub(super) fn write_rows(facts: &Facts, setup: &Setup) -> String {
    let symbols = Symbols::new(facts.pieces().map(|piece| (facts.symbol(piece), piece)));
    let rows = facts.board.rows.iter().map(|row| {
        let stacks = row
            .iter()
            .flatten()
            .map(|field| setup.board.get(field.index()).map_or(&[][..], Vec::as_slice));
        match is_separated(facts) {
            true => {
                let fields: Vec<String> = stacks.map(|s| stack_text(facts, &symbols, s)).collect();
                fields.join(" ")
            }
            false => close_row(facts, &symbols, stacks),
        }
    });
    rows.collect::<Vec<String>>().join("/")
}

fn stack_text(facts: &Facts, symbols: &Symbols<'_, Piece>, stack: &[Piece]) -> String {
    if stack.is_empty() {
        return ".".to_string();
    }
    let mut runs: Vec<(u32, &str)> = Vec::new();
    for &piece in stack {
        let symbol = facts.symbol(piece);
        match runs.last_mut() {
            Some((count, last)) if *last == symbol => *count += 1,
            _ => runs.push((1, symbol)),
        }
    }
    symbols.write(&runs)
}

fn close_row<'a>(
    facts: &Facts,
    symbols: &Symbols<'_, Piece>,
    stacks: impl Iterator<Item = &'a [Piece]>,
) -> String {
    let mut text = String::new();
    let mut empties = 0;
    let mut last = "";
    for stack in stacks {
        let Some(&piece) = stack.last() else {
            empties += 1;
            continue;
        };
        let symbol = facts.symbol(piece);
        if empties > 0 {
            text.push_str(&empties.to_string());
        } else if !last.is_empty() && symbols.run_together(last, symbol) {
            text.push(' ');
        }
        text.push_str(symbol);
        (empties, last) = (0, symbol);
    }
    if empties > 0 {
        text.push_str(&empties.to_string());
    }
    text
}

/// A place of a row as it was read.
enum Place {
    Field(Vec<Piece>),
    Hole,
}

/// Reads the rows at the start of a text.
pub(super) struct RowReader<'a> {
    facts: &'a Facts,
    text: &'a str,
    at: usize,
    symbols: Symbols<'a, Option<Piece>>,
    separated: bool,
    /// No row is ended in any way: fields are read as they come.
    flowing: bool,
    /// Where the last row that was read stands.
    last_row: Range<usize>,
    /// Whether that row was ended by a mark of its own.
    ended: bool,
}

impl<'a> RowReader<'a> {
    /// With `ghosts`, symbols of pieces that a variant took out are empty fields.
    pub(super) fn new(facts: &'a Facts, text: &'a str, ghosts: bool) -> RowReader<'a> {
        let ghosts = facts.ghosts.iter().filter(|_| ghosts).map(|symbol| (symbol.as_str(), None));
        let pieces = facts.pieces().map(|piece| (facts.symbol(piece), Some(piece)));
        let separated = is_separated(facts);
        let flowing = separated && !text.trim().contains(['/', '\n']);
        RowReader {
            facts,
            text,
            at: 0,
            symbols: Symbols::new(pieces.chain(ghosts)),
            separated,
            flowing,
            last_row: 0..0,
            ended: false,
        }
    }

    /// Fills the board of the setup; gives the place where the rows end.
    pub(super) fn read(&mut self, setup: &mut Setup) -> Result<usize, SetupError> {
        let rows = &self.facts.board.rows;
        let last = rows.iter().rposition(|row| n_fields(row) > 0).unwrap_or(0);
        for (r, row) in rows.iter().enumerate() {
            self.skip_spaces(true);
            let start = self.at;
            let (places, ended) = self.row(r)?;
            let nothing_left = self.at >= self.text.trim_end().len() || self.at_player();
            if places.is_empty() && n_fields(row) > 0 && !ended && nothing_left {
                return Err(self.too_few_rows(r));
            }
            let end = start + self.text[start..self.at].trim_end_matches(SEPARATORS).len();
            (self.last_row, self.ended) = (start..end, ended);
            self.fill(r, places, start..end, setup)?;
            let read_on = ended || self.flowing || n_fields(row) == 0;
            if !read_on && r < last {
                return Err(self.too_few_rows(r + 1));
            }
        }
        if self.text[self.at..].trim_start().starts_with('/') {
            return Err(self.too_many_rows());
        }
        Ok(self.at)
    }

    /// Reads the places of a row, and what ends it if that is a mark of its own.
    fn row(&mut self, r: usize) -> Result<(Vec<Place>, bool), SetupError> {
        let rows = &self.facts.board.rows;
        let is_last = r + 1 == rows.len();
        let start = self.at;
        let mut places: Vec<Place> = Vec::new();
        loop {
            let space = self.skip_spaces(false) || self.at == 0;
            let rest = &self.text[self.at..];
            let fields = places.iter().filter(|place| matches!(place, Place::Field(_))).count();
            let full = fields >= n_fields(&rows[r]);
            let joined = places.len() > 1
                && !self.text[start..self.at].trim_end().contains(char::is_whitespace);
            match rest.chars().next() {
                None => return Ok((places, false)),
                Some('/') if is_last => return Ok((places, false)),
                Some('/') => {
                    self.at += 1;
                    return Ok((places, true));
                }
                Some('\n') => {
                    self.skip_spaces(true);
                    // A row that ends with both marks has ended once.
                    if !is_last && self.text[self.at..].starts_with('/') {
                        self.at += 1;
                    }
                    return Ok((places, true));
                }
                Some(_) if places.len() > TOO_MANY as usize => {
                    let count = format!("more than {TOO_MANY}");
                    return Err(self.wrong_row(r, &count, start..self.at));
                }
                Some('#') => {
                    self.at += 1;
                    places.push(Place::Hole);
                }
                Some(_) if full && places.is_empty() => return Ok((places, false)),
                Some(_) if full && space && (is_last || self.rows_end_here(joined)) => {
                    return Ok((places, false));
                }
                Some(_) if space && self.at_player() => return Ok((places, false)),
                // In `RNBQKBN b KQkq` the `b` is a player, not a bishop.
                Some(_) if space && is_last && joined && self.names_player() => {
                    return Ok((places, false));
                }
                Some(_) => self.place(r, &mut places)?,
            }
        }
    }

    /// Whether a full row is the last of the text. If not, more fields on its
    /// line belong to it, and it is too long.
    fn rows_end_here(&self, joined: bool) -> bool {
        let more_rows = self.text[self.at..].trim_end().contains(['/', '\n']);
        self.flowing || !more_rows || self.at_player() || joined && self.names_player()
    }

    /// Whether the next word names a player and no piece: the rows ended too early.
    fn at_player(&self) -> bool {
        self.symbols.at_start(&self.text[self.at..]).is_none() && self.names_player()
    }

    fn names_player(&self) -> bool {
        // A word longer than any name is not looked at to its end: a text may be
        // one long word, and this is asked in many places of it.
        let longest = self.facts.players.iter().map(String::len).max().unwrap_or(0);
        let rest = self.text[self.at..].trim_start();
        let end = rest.char_indices().find(|&(i, c)| c.is_whitespace() || i > longest);
        let word = &rest[..end.map_or(rest.len(), |(i, _)| i)];
        self.facts.n_players() == 2 && player_of(self.facts, word).is_some()
    }

    /// Reads a field or a number of empty fields.
    fn place(&mut self, r: usize, places: &mut Vec<Place>) -> Result<(), SetupError> {
        let rest = &self.text[self.at..];
        if rest.starts_with('.') {
            self.at += 1;
            places.push(Place::Field(Vec::new()));
            return Ok(());
        }
        let digits = leading_digits(rest);
        let after = rest[digits.len()..].chars().next();
        let alone = after.is_none_or(|c| c.is_whitespace() || c == '/' || c == '#');
        let numeric = self.facts.has_numeric_symbols();
        if !digits.is_empty() && !numeric && (!self.separated || alone) {
            return self.empties(r, digits, places);
        }
        if self.separated {
            return self.stack(places);
        }
        match self.symbols.at_start(rest) {
            Some((symbol, piece)) => {
                self.at += symbol.len();
                places.push(Place::Field(piece.into_iter().collect()));
                Ok(())
            }
            None => {
                let length = after.map_or(1, char::len_utf8);
                Err(self.unknown_piece(self.at..self.at + length))
            }
        }
    }

    fn empties(
        &mut self,
        r: usize,
        digits: &str,
        places: &mut Vec<Place>,
    ) -> Result<(), SetupError> {
        let place = self.at..self.at + digits.len();
        let count = count_of(digits, self.at)?;
        if count > TOO_MANY {
            return Err(self.wrong_row(r, &visible(digits), place));
        }
        self.at = place.end;
        places.extend((0..count).map(|_| Place::Field(Vec::new())));
        Ok(())
    }

    /// Reads a field up to the next space: a stack, or one symbol.
    fn stack(&mut self, places: &mut Vec<Place>) -> Result<(), SetupError> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || c == '/' || c == '#');
        let word = &rest[..end.unwrap_or(rest.len())];
        let whole = self.at..self.at + word.len();
        let stack = match (self.facts.stacks, self.symbols.get(word)) {
            (Some(most), _) => self.pile(word, usize::from(most))?,
            (None, Some(piece)) => piece.into_iter().collect(),
            (None, None) => return Err(self.unknown_piece(whole)),
        };
        self.at = whole.end;
        places.push(Place::Field(stack));
        Ok(())
    }

    /// The pieces of a stack, which is the word at this place.
    fn pile(&self, word: &str, most: usize) -> Result<Vec<Piece>, SetupError> {
        let read = self.symbols.read(word, self.at);
        let counted = read.map_err(|e| e.explain(|unknown| self.unknown_piece(unknown.place)))?;
        let wrong = |message: String, hint: String| {
            let place = Some(self.at..self.at + word.len());
            Err(SetupError { message, hint, place })
        };
        // Two numbers for one thing are more likely two fields than meant.
        let twice = counted
            .windows(2)
            .find(|pair| pair[0].what == pair[1].what && (pair[0].numbered || pair[1].numbered));
        if let Some(symbol) = twice.and_then(|pair| pair[0].what).map(|p| self.facts.symbol(p)) {
            let message = format!("`{}` counts `{symbol}` twice", visible(word));
            let hint = "a space separates two fields; a stack has one number for equal pieces";
            return wrong(message, hint.to_string());
        }
        let mut stack = Vec::new();
        for item in counted {
            let count = (item.count as usize).min(most + 1);
            stack.extend(item.what.into_iter().flat_map(|p| std::iter::repeat_n(p, count)));
            if stack.len() > most {
                let message = format!("`{}` is more than a field holds", visible(word));
                return wrong(message, format!("a field holds at most {most} pieces"));
            }
        }
        Ok(stack)
    }

    /// Puts the places that were read onto a row of the board.
    fn fill(
        &mut self,
        r: usize,
        places: Vec<Place>,
        range: Range<usize>,
        setup: &mut Setup,
    ) -> Result<(), SetupError> {
        let row = &self.facts.board.rows[r];
        let fields = places.iter().filter(|place| matches!(place, Place::Field(_))).count();
        if fields != n_fields(row) {
            if self.rows_from(0).len() > self.facts.board.rows.len() {
                return Err(self.too_many_rows());
            }
            return Err(self.wrong_row(r, &fields.to_string(), range));
        }
        if places.len() > fields {
            self.check_holes(r, &places, range)?;
        }
        let stacks = places.into_iter().filter_map(|place| match place {
            Place::Field(stack) => Some(stack),
            Place::Hole => None,
        });
        for (field, stack) in row.iter().flatten().zip(stacks) {
            setup.board[field.index()] = stack;
        }
        Ok(())
    }

    /// Holes may be left out of a row, but not drawn where there is a field.
    fn check_holes(
        &self,
        r: usize,
        places: &[Place],
        range: Range<usize>,
    ) -> Result<(), SetupError> {
        let rows = &self.facts.board.rows;
        let wrong = places.iter().enumerate().find_map(|(x, place)| {
            let drawn_hole = matches!(place, Place::Hole);
            (drawn_hole != rows[r].get(x).is_none_or(Option::is_none)).then_some((x, drawn_hole))
        });
        let Some((x, drawn_hole)) = wrong.or((places.len() > rows[r].len()).then_some((0, true)))
        else {
            return Ok(());
        };
        let name = grid_name(x.min(25), rows.len() - 1 - r);
        let message = match drawn_hole {
            true => format!("row {} from the top has a `#` on {name}, which is a field", r + 1),
            false => format!("row {} from the top has a field on {name}, which is a hole", r + 1),
        };
        let hint = "draw `#` on each hole of the row, or on none".to_string();
        Err(SetupError { message, hint, place: Some(range) })
    }

    /// Skips spaces, with or without ends of lines; says whether there were any.
    fn skip_spaces(&mut self, lines: bool) -> bool {
        let rest = &self.text[self.at..];
        let kept = rest.trim_start_matches(|c: char| c.is_whitespace() && (lines || c != '\n'));
        self.at += rest.len() - kept.len();
        kept.len() < rest.len()
    }
}

const SEPARATORS: fn(char) -> bool = |c| c.is_whitespace() || c == '/';

fn n_fields(row: &[Option<Field>]) -> usize {
    row.iter().flatten().count()
}
