//! Lines from standard input. None is longer than a command can be, so that endless input
//! without a line break takes no memory.

#![allow(clippy::disallowed_methods, reason = "this is the edge: input is read here")]

use super::report::Failure;
use std::io::{self, BufRead, Read};

/// No move and no command that a person types has more bytes.
const LONGEST: u64 = 1 << 16;

/// What reading a line came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// A line, or the rest of the input if nothing ends it.
    Line,
    /// A line with too many bytes, of which no more were read.
    TooLong,
    /// There is nothing more to read.
    End,
}

/// Reads a line of at most `longest` bytes, replacing what is in `bytes`.
pub(super) fn read_bounded(
    input: &mut impl BufRead,
    longest: u64,
    bytes: &mut Vec<u8>,
) -> io::Result<Reading> {
    bytes.clear();
    // The line break does not count.
    let n_read = input.take(longest + 1).read_until(b'\n', bytes)?;
    Ok(match bytes.last() {
        None => Reading::End,
        Some(b'\n') => Reading::Line,
        Some(_) if n_read as u64 > longest => Reading::TooLong,
        Some(_) => Reading::Line,
    })
}

/// What was typed at a prompt.
pub(super) enum Typed {
    Line(String),
    /// A line that is not text; that was reported, and another can be read.
    NotText,
    End,
}

/// Waits for a line that somebody types. Nobody types a line that is too long, and no
/// other trouble with the input would end, so both are failures.
pub(super) fn typed() -> Result<Typed, Failure> {
    let mut bytes = Vec::new();
    match read_bounded(&mut io::stdin().lock(), LONGEST, &mut bytes) {
        Ok(Reading::End) => Ok(Typed::End),
        Ok(Reading::TooLong) => {
            Err(Failure::new(format!("a line of standard input is longer than {LONGEST} bytes"))
                .hint("moves and commands are shorter, and each has a line of its own"))
        }
        Ok(Reading::Line) => Ok(match String::from_utf8(bytes) {
            Ok(line) => Typed::Line(trimmed(&line).to_string()),
            Err(_) => {
                Failure::new("that is not text").print();
                Typed::NotText
            }
        }),
        Err(why) => Err(Failure::new(format!("standard input cannot be read: {why}"))),
    }
}

/// A line without the spaces around it, and without the mark that some shells put before
/// the text that they pipe.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_up_to_a_number_of_bytes() {
        let mut input = &b"abcd\nabcde\n\nab"[..];
        let mut bytes = Vec::new();
        let mut next = || {
            let reading = read_bounded(&mut input, 4, &mut bytes).expect("bytes");
            (reading, String::from_utf8_lossy(&bytes).into_owned())
        };
        assert_eq!(next(), (Reading::Line, "abcd\n".into()));
        assert_eq!(next(), (Reading::TooLong, "abcde".into()));
        assert_eq!(next(), (Reading::Line, "\n".into()));
        assert_eq!(next(), (Reading::Line, "\n".into()));
        assert_eq!(next(), (Reading::Line, "ab".into()));
        assert_eq!(next(), (Reading::End, String::new()));
    }

    #[test]
    fn endless_input_is_left_after_the_longest_line() {
        let mut bytes = Vec::new();
        let mut input = io::BufReader::new(io::repeat(0));
        let reading = read_bounded(&mut input, 1000, &mut bytes).expect("bytes");
        assert_eq!((reading, bytes.len()), (Reading::TooLong, 1001));
    }
}
