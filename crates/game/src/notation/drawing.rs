//! Positions drawn in a rules file: read like any other, but for comments, for
//! pieces that a variant took out, and for `#`, which shapes the board.

use super::position::read_position;
use super::symbols::{leading_digits, number};
use crate::facts::Facts;
use crate::setup::Setup;
use crate::turn::SetupError;

/// Reads a drawing of a rules file (`start`, `layout`): like
/// [`crate::parse_position`], but `//` begins a comment, and the symbols of
/// pieces that a variant took out are empty fields.
pub fn parse_drawing(facts: &Facts, text: &str) -> Result<Setup, SetupError> {
    read_position(facts, &without_comments(text), true)
}

/// The text with spaces for comments, so that places stay where they were.
fn without_comments(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.find("//").unwrap_or(line.len());
        let after = line[end..].trim_end_matches('\n').len();
        result.push_str(&line[..end]);
        result.extend(std::iter::repeat_n(' ', after));
        result.push_str(&line[end + after..]);
    }
    result
}

/// The places of a grid where a drawing has a `#`, as column and row from the
/// lower left, from zero. What else the drawing says is not looked at: the
/// board must be known before it can be read.
pub fn drawing_holes(columns: usize, rows: usize, text: &str) -> Vec<(usize, usize)> {
    let text = without_comments(text);
    if !text.contains('#') {
        return Vec::new();
    }
    let drawn = text.split(['/', '\n']).filter(|row| !row.trim().is_empty()).take(rows);
    let drawn: Vec<&str> = drawn.collect();
    let read = best_reading(columns, &drawn);
    let mut holes = Vec::new();
    for (r, row) in drawn.iter().enumerate() {
        let marked = read(row).into_iter().take(columns).enumerate().filter(|(_, hole)| *hole);
        holes.extend(marked.map(|(x, _)| (x, rows - 1 - r)));
    }
    holes
}

/// For each place of a row, whether it is a hole.
type Reading = fn(&str) -> Vec<bool>;

/// Symbols of several letters and numbers can mean several things; the reading is
/// taken with which the most rows have the width of the board.
fn best_reading(columns: usize, drawn: &[&str]) -> Reading {
    let readings: [Reading; 3] = [|row| letters(row, false), words, |row| letters(row, true)];
    let fitting =
        readings.map(|read| drawn.iter().filter(|row| read(row).len() == columns).count());
    let most = fitting.iter().max().copied().unwrap_or(0);
    let best = fitting.iter().position(|&n| n == most).unwrap_or(0);
    readings[best]
}

/// Each letter is a place and a number this many; a `+` may belong to the next letter.
fn letters(row: &str, plus_is_prefix: bool) -> Vec<bool> {
    let mut places = Vec::new();
    let mut rest = row;
    while let Some(c) = rest.chars().next() {
        let digits = leading_digits(rest);
        if !digits.is_empty() {
            places.extend((0..number(digits).min(100)).map(|_| false));
            rest = &rest[digits.len()..];
            continue;
        }
        let belongs_to_next = plus_is_prefix && c == '+';
        if !c.is_whitespace() && !belongs_to_next {
            places.push(c == '#');
        }
        rest = &rest[c.len_utf8()..];
    }
    places
}

/// Each word is a place.
fn words(row: &str) -> Vec<bool> {
    row.split_whitespace().map(|word| word == "#").collect()
}
