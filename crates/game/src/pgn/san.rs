//! Moves in the short notation of PGN: a letter for the piece, the field where
//! it goes, and as much of the field where it comes from as tells it from others.

use super::letter;
use crate::facts::Facts;
use crate::ids::Field;
use crate::notation::{fields_in, parse_move};
use crate::setup::Setup;
use crate::turn::Move;
use crate::words::{listed, visible};

/// A move from one field to another, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parts {
    /// The capital of the piece that moves.
    letter: char,
    from: Field,
    to: Field,
    /// The capital of what it becomes.
    promotion: Option<char>,
    /// Something was taken.
    takes: bool,
    castling: bool,
}

/// Takes a move apart, if its text is one field and another, and perhaps a promotion.
fn parts<P>(facts: &Facts, before: &Setup, after: &Setup, m: &Move<P>) -> Option<Parts> {
    let fields = fields_in(facts, &m.text).ok()?;
    let [(from, first), (to, second)] = fields.as_slice() else { return None };
    if first.start != 0 || first.end != second.start {
        return None;
    }
    let rest = &m.text[second.end..];
    let promotion = match rest.is_empty() {
        true => None,
        false => Some(letter(&facts.kinds[facts.piece(rest)?.kind().index()])?),
    };
    let moved = before.top(*from)?;
    let letter = letter(&facts.kinds[moved.kind().index()])?;
    let enemies = |setup: &Setup| {
        let enemy = before.player.other();
        setup.board.iter().flatten().filter(|p| p.owner().player() == Some(enemy)).count()
    };
    let changed = before.board.iter().zip(&after.board).filter(|(old, new)| old != new).count();
    let (from_place, to_place) = (place(facts, *from), place(facts, *to));
    let two_columns = from_place.0.abs_diff(to_place.0) == 2 && from_place.1 == to_place.1;
    Some(Parts {
        letter,
        from: *from,
        to: *to,
        promotion,
        takes: before.top(*to).is_some() || enemies(after) < enemies(before),
        castling: letter == 'K' && two_columns && changed > 2,
    })
}

/// Column and row of a field of a grid, from zero.
fn place(facts: &Facts, field: Field) -> (usize, usize) {
    let name = facts.field_name(field);
    let column = name.bytes().next().map_or(0, |b| b.saturating_sub(b'a'));
    (usize::from(column), name.get(1..).and_then(|row| row.parse().ok()).unwrap_or(0))
}

/// The moves of a position, ready to be written and read in short notation.
pub(super) struct Choices<'a, P> {
    facts: &'a Facts,
    before: &'a Setup,
    moves: &'a [Move<P>],
    parts: Vec<Option<Parts>>,
}

impl<'a, P> Choices<'a, P> {
    /// The moves of the position of this setup; `setup` makes a setup of a position.
    pub(super) fn new(
        facts: &'a Facts,
        before: &'a Setup,
        moves: &'a [Move<P>],
        setup: impl Fn(&P) -> Setup,
    ) -> Choices<'a, P> {
        let parts = moves.iter().map(|m| parts(facts, before, &setup(&m.to), m)).collect();
        Choices { facts, before, moves, parts }
    }

    /// Writes a move of the position; a move that is not from a field to a
    /// field is written as its text.
    pub(super) fn write(&self, chosen: &str) -> String {
        let Some(i) = self.moves.iter().position(|m| m.text == chosen) else {
            return chosen.to_string();
        };
        let Some(parts) = self.parts[i] else { return chosen.to_string() };
        if parts.castling {
            let (from, to) = (place(self.facts, parts.from), place(self.facts, parts.to));
            return if to.0 > from.0 { "O-O".to_string() } else { "O-O-O".to_string() };
        }
        let mut text = String::new();
        if parts.letter != 'P' {
            text.push(parts.letter);
        }
        text.push_str(&self.origin(&parts));
        if parts.takes {
            text.push('x');
        }
        text.push_str(self.facts.field_name(parts.to));
        if let Some(promotion) = parts.promotion {
            text.push('=');
            text.push(promotion);
        }
        text
    }

    /// As much of the first field as tells the move from the others: the column,
    /// else the row, else both. A pawn that takes always names its column.
    fn origin(&self, parts: &Parts) -> String {
        let alike = self.parts.iter().flatten().filter(|other| {
            other.from != parts.from
                && !other.castling
                && (other.letter, other.to, other.promotion)
                    == (parts.letter, parts.to, parts.promotion)
        });
        let others: Vec<(usize, usize)> = alike.map(|p| place(self.facts, p.from)).collect();
        let (column, row) = place(self.facts, parts.from);
        let name = self.facts.field_name(parts.from);
        let pawn_takes = parts.letter == 'P' && parts.takes;
        if others.is_empty() && !pawn_takes {
            String::new()
        } else if others.iter().all(|other| other.0 != column) {
            name[..1].to_string()
        } else if others.iter().all(|other| other.1 != row) && !pawn_takes {
            name[1..].to_string()
        } else {
            name.to_string()
        }
    }

    /// The move that a word names, or why it names none.
    pub(super) fn read(&self, word: &str) -> Result<&'a Move<P>, (String, String)> {
        let word = word.trim_end_matches(['+', '#', '!', '?']);
        let word = word.strip_suffix("e.p.").unwrap_or(word);
        if let Some(exact) = self.moves.iter().find(|m| m.text == word) {
            return Ok(exact);
        }
        if let Some(long) = castling(word) {
            return self.only(word, |parts| {
                let (from, to) = (place(self.facts, parts.from), place(self.facts, parts.to));
                parts.castling && (to.0 < from.0) == long
            });
        }
        if matches!(word, "--" | "Z0" | "@@@@") {
            let passing = self.moves.iter().find(|m| m.text == "pass");
            return passing.ok_or_else(|| {
                let player = self.facts.player_name(self.before.player);
                (format!("{player} cannot pass here"), "null moves are not played".to_string())
            });
        }
        match self.short(word) {
            Some(short) => self.only(word, |parts| short.fits(self.facts, parts)),
            None => parse_move(self.facts, self.before, self.moves, word)
                .map_err(|error| (error.message, error.hint)),
        }
    }

    fn only(
        &self,
        word: &str,
        fits: impl Fn(&Parts) -> bool,
    ) -> Result<&'a Move<P>, (String, String)> {
        let fitting: Vec<&Move<P>> = self
            .moves
            .iter()
            .zip(&self.parts)
            .filter(|(_, parts)| parts.as_ref().is_some_and(&fits))
            .map(|(m, _)| m)
            .collect();
        let player = self.before.player;
        let word = visible(word);
        match fitting.as_slice() {
            [only] => Ok(only),
            [] => {
                let legal = listed(self.moves.iter().map(|m| self.write(&m.text)), 10);
                let has = self.facts.player_does(player, "has");
                let message = format!("{has} no move `{word}`");
                Err((message, format!("the legal moves are {legal}")))
            }
            several => {
                let choices = listed(several.iter().map(|m| self.write(&m.text)), 10);
                let name = self.facts.player_name(player);
                let message = format!("`{word}` can mean several moves of {name}");
                Err((message, format!("write one of {choices}")))
            }
        }
    }

    /// Takes a word of short or long notation apart.
    fn short(&self, word: &str) -> Option<Short> {
        let wide = self.facts.board.size.is_some_and(|(columns, _)| columns > 23);
        let joint = |c: char| "-–=()/:".contains(c) || c == 'x' && !wide;
        let word: String = word.chars().filter(|&c| !joint(c)).collect();
        let digit = word.rfind(|c: char| c.is_ascii_digit())?;
        let (body, tail) = word.split_at(digit + 1);
        let mut tail = tail.chars();
        let promotion = tail.next().map(|c| c.to_ascii_uppercase());
        let row = body.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let start = row.checked_sub(1)?;
        let to = self.facts.board.field(body.get(start..)?)?;
        let origin = &body[..start];
        let piece = origin.chars().next().filter(char::is_ascii_uppercase);
        let origin = &origin[piece.map_or(0, char::len_utf8)..];
        let column = origin.chars().next().filter(char::is_ascii_lowercase);
        let row = &origin[column.map_or(0, char::len_utf8)..];
        let row = if row.is_empty() { None } else { Some(row.parse().ok()?) };
        let column = column.map(|c| usize::from(c as u8 - b'a'));
        tail.next().is_none().then_some(Short { piece, column, row, to, promotion })
    }
}

/// Whether a word is a castling, and if so whether a long one.
fn castling(word: &str) -> Option<bool> {
    match word.replace(['0', 'o'], "O").as_str() {
        "O-O" | "OO" => Some(false),
        "O-O-O" | "OOO" => Some(true),
        _ => None,
    }
}

/// What a word of short notation says.
struct Short {
    piece: Option<char>,
    column: Option<usize>,
    row: Option<usize>,
    to: Field,
    promotion: Option<char>,
}

impl Short {
    fn fits(&self, facts: &Facts, parts: &Parts) -> bool {
        let (column, row) = place(facts, parts.from);
        // Without a letter it is a pawn, unless both fields are named in full.
        let in_full = self.column.is_some() && self.row.is_some();
        let piece = match self.piece {
            Some(piece) => piece == parts.letter,
            None => parts.letter == 'P' || in_full,
        };
        piece
            && self.to == parts.to
            && self.column.is_none_or(|c| c == column)
            && self.row.is_none_or(|r| r == row)
            && self.promotion.is_none_or(|p| Some(p) == parts.promotion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Game;
    use crate::samples::TakeTheKing;
    use crate::turn::Turn;

    /// Checks how a move is written, and that the words name it.
    fn check(position: &str, chosen: &str, expected: &str, words: &[&str]) {
        let game = TakeTheKing::new();
        let before = game.read(position);
        let Ok(Turn::Moves(moves)) = game.turn(&before, &[]) else { panic!("no moves") };
        let choices = Choices::new(game.facts(), &before, &moves, |p| p.clone());
        assert_eq!(choices.write(chosen), expected);
        for word in words.iter().chain([&expected, &chosen]) {
            let read = choices.read(word).map(|m| m.text.as_str());
            assert_eq!(read, Ok(chosen), "{word}");
        }
    }

    #[test]
    fn pieces_are_told_apart() {
        // Three queens reach d4: they need the column, the row, and both.
        let queens = "8/Q7/8/8/8/8/8/Q5Q1 w";
        check(queens, "g1d4", "Qgd4", &["Qg1d4", "Qg1-d4!"]);
        check(queens, "a7d4", "Q7d4", &["Qa7d4"]);
        check(queens, "a1d4", "Qa1d4", &[]);
        check("8/8/8/8/8/8/8/Q5Q1 w", "g1g8", "Qg8", &["Qg1g8"]);
    }

    #[test]
    fn pawns_have_no_letter() {
        let pawns = "5r2/4P3/8/8/2p5/3P4/8/8 w";
        check(pawns, "d3d4", "d4", &["Pd4", "d3-d4"]);
        check(pawns, "d3c4", "dxc4", &["dc4", "d3xc4", "d:c4", "dxc4e.p."]);
        check(pawns, "e7f8q", "exf8=Q", &["exf8Q", "ef8(Q)+", "e7xf8/Q#", "exf8=q"]);
        check(pawns, "e7e8n", "e8=N", &["e8N"]);
    }

    #[test]
    fn castling_moves_two_pieces() {
        let castling = "8/8/8/8/8/8/8/R3K2R w";
        check(castling, "e1g1", "O-O", &["0-0", "o-o+"]);
        check(castling, "e1c1", "O-O-O", &["0-0-0"]);
        check(castling, "e1f1", "Kf1", &[]);
    }
}
