//! The file of a learned evaluation: lines of text that say what it belongs to and how it was
//! made, an empty line, and the weights: small ones take a byte, and many zeros in a row two or
//! three, because most of what a table has room for is never seen.
//!
//! ```text
//! multigame learned evaluation 1
//! game othello
//! rules 6b0e4a53c7d1f298
//! look line=4 edges=no squares=yes oblongs=no players=yes anywhere=no stages=4-60
//! made 20000 games, seed 1
//! weights 12345 checksum 9f3a5c7e12b4d608
//!
//! (binary)
//! ```
//!
//! What the weights are for is not written down: it follows from the rules and from `look`.

use crate::look::Look;
use crate::model::Model;
use crate::plan::Plan;
use game::bytes::{Reader, put};
use game::{Facts, Symmetry};

const FIRST_LINE: &str = "multigame learned evaluation 1";
/// No file is longer: all tables and networks that fit, with two stages and the largest weights.
const MOST_BYTES: usize = 8 << 20;

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the game, for people.
    pub game: String,
    /// The fingerprint of its rules.
    pub rules: u64,
    /// What is looked at.
    pub look: Look,
    /// How it was made, a line each.
    pub made: Vec<String>,
}

/// A file that was read, or is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedFile {
    /// What it says of itself.
    pub header: Header,
    /// The numbers that weights are made of.
    pub numbers: Vec<i16>,
}

/// Why a file cannot be used, a sentence without a period, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: String,
}

impl FileError {
    fn damaged(what: &str) -> FileError {
        FileError {
            message: format!("the learned evaluation is damaged: {what}"),
            hint: "make it again with `multigame learn`".to_string(),
        }
    }
}

impl LearnedFile {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let Header { game, rules, look, made } = &self.header;
        let weights = packed(&self.numbers);
        let mut text = format!("{FIRST_LINE}\ngame {game}\nrules {rules:016x}\nlook {look}\n");
        made.iter().for_each(|line| text += &format!("made {line}\n"));
        let checksum = checksum(text.as_bytes(), &weights);
        text += &format!("weights {} checksum {checksum:016x}\n\n", self.numbers.len());
        [text.into_bytes(), weights].concat()
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<LearnedFile, FileError> {
        if !bytes.starts_with(FIRST_LINE.as_bytes()) {
            return Err(FileError {
                message: "this is not a learned evaluation".to_string(),
                hint: "learning writes such files; their names end in `.mgl`".to_string(),
            });
        }
        let end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let end = end.filter(|_| bytes.len() <= MOST_BYTES);
        let end = end.ok_or_else(|| FileError::damaged("its weights are missing"))?;
        let unreadable = |_| FileError::damaged("its first lines are no text");
        let text = std::str::from_utf8(&bytes[..end]).map_err(unreadable)?;
        let weights = &bytes[end + 2..];
        let (head, last) = text.rsplit_once('\n').unwrap_or(("", text));
        let (n_weights, sum) = weights_line(last)
            .ok_or_else(|| FileError::damaged("it does not say how many weights it has"))?;
        if checksum(format!("{head}\n").as_bytes(), weights) != sum {
            return Err(FileError::damaged("its checksum is wrong"));
        }
        let header = header(head).ok_or_else(|| FileError::damaged("a line is missing"))?;
        let numbers = unpacked(weights, n_weights);
        let numbers =
            numbers.ok_or_else(|| FileError::damaged("it is shorter or longer than it says"))?;
        Ok(LearnedFile { header, numbers })
    }

    /// The evaluation of a game with these rules.
    pub fn model(
        &self,
        facts: &Facts,
        symmetries: &[Symmetry],
        fingerprint: u64,
    ) -> Result<Model, FileError> {
        let Header { game, rules, look, .. } = &self.header;
        if *rules != fingerprint {
            return Err(FileError {
                message: format!(
                    "this evaluation was learned for other rules: those of {game} ({rules:016x}), \
                     and here are those of {} ({fingerprint:016x})",
                    facts.name
                ),
                hint: format!("`multigame learn {}` makes one for these rules", facts.name),
            });
        }
        if !look.fits(facts) {
            return Err(FileError::damaged("it looks at more than there is"));
        }
        let model = Model::new(facts, Plan::new(facts, *look), symmetries);
        if model.numbers().len() != self.numbers.len() {
            return Err(FileError::damaged("it has weights for something else"));
        }
        Ok(model.with_numbers(self.numbers.clone()))
    }
}

/// The number of weights and the checksum.
fn weights_line(line: &str) -> Option<(usize, u64)> {
    let (n, sum) = line.strip_prefix("weights ")?.split_once(" checksum ")?;
    Some((n.parse().ok().filter(|n| *n < MOST_BYTES)?, u64::from_str_radix(sum, 16).ok()?))
}

fn header(text: &str) -> Option<Header> {
    let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    Some(Header {
        game: line("game ")?.to_string(),
        rules: u64::from_str_radix(line("rules ")?, 16).ok()?,
        look: Look::default().changed(line("look ")?).ok()?,
        made: text
            .lines()
            .filter_map(|line| line.strip_prefix("made "))
            .map(String::from)
            .collect(),
    })
}

/// Weights as numbers of a few bytes, whose last bit is the sign; a zero is followed by how
/// many more there are.
fn packed(numbers: &[i16]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for run in numbers.chunk_by(|a, b| *a == 0 && *b == 0) {
        match run[0] {
            0 => {
                put(0, &mut bytes);
                put(run.len() as u128 - 1, &mut bytes);
            }
            number => {
                let size = u128::from(number.unsigned_abs());
                put(2 * size + u128::from(number < 0), &mut bytes);
            }
        }
    }
    bytes
}

/// This many weights that were packed; nothing if there are fewer or more.
fn unpacked(bytes: &[u8], n: usize) -> Option<Vec<i16>> {
    let (mut reader, mut numbers) = (Reader(bytes), Vec::new());
    while !reader.0.is_empty() {
        match reader.number()? {
            0 => {
                let more: usize = reader.small()?;
                numbers.resize(
                    numbers.len().checked_add(more)?.checked_add(1).filter(|all| *all <= n)?,
                    0,
                );
            }
            number => {
                let size = i16::try_from(number / 2).ok()?;
                numbers.push(if number % 2 == 0 { size } else { -size });
            }
        }
    }
    (numbers.len() == n).then_some(numbers)
}

/// FNV-1a: enough to notice an accident.
fn checksum(text: &[u8], weights: &[u8]) -> u64 {
    text.iter().chain(weights).fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Board, KindFacts};

    fn facts() -> Facts {
        let mut facts =
            Facts::new("small", Board::grid(3, 3, game::Cyclic::NEITHER, false, |_, _| false));
        facts.kinds = vec![KindFacts::of_players("mark", "X", "O")];
        facts
    }

    fn sample() -> LearnedFile {
        let facts = facts();
        let look = Look::new(&facts);
        let made = vec!["2 games, seed 1".to_string(), "won 3–0".to_string()];
        let header = Header { game: facts.name.clone(), rules: 77, look, made };
        let model = Model::new(&facts, Plan::new(&facts, look), &[]);
        let numbers = (0..model.numbers().len()).map(|i| i as i16 - 50).collect();
        LearnedFile { header, numbers }
    }

    #[test]
    fn what_is_written_is_read() {
        let read = LearnedFile::read(&sample().write());
        assert_eq!(read.as_ref(), Ok(&sample()));
        let model = read.and_then(|file| file.model(&facts(), &[], 77));
        assert_eq!(model.map(|model| model.numbers().to_vec()), Ok(sample().numbers));
    }

    #[test]
    fn zeros_take_little_room() {
        let mut numbers = vec![0; 10_000];
        assert!(packed(&numbers).len() < 5);
        numbers[7] = i16::MIN + 1;
        numbers[9_000] = i16::MAX;
        let bytes = packed(&numbers);
        assert!(bytes.len() < 20);
        assert_eq!(unpacked(&bytes, 10_000), Some(numbers));
        assert_eq!(unpacked(&bytes, 9_999), None);
        assert_eq!(unpacked(&bytes, 10_001), None);
    }

    #[test]
    fn files_of_other_rules_are_refused() {
        let refused = sample().model(&facts(), &[], 78).expect_err("the rules are others");
        assert!(refused.message.starts_with("this evaluation was learned for other rules"));
        let mut greater = sample();
        greater.header.look.line = 30;
        assert!(greater.model(&facts(), &[], 77).is_err());
    }

    #[test]
    fn whatever_is_cut_or_changed_is_refused() {
        let whole = sample().write();
        for length in 0..whole.len() {
            assert!(LearnedFile::read(&whole[..length]).is_err(), "{length}");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x11;
            assert!(LearnedFile::read(&changed).is_err(), "{at}");
        }
    }
}
