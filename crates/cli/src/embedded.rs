//! A game inside an executable: `multigame build` writes the rules after a copy
//! of the program, and the copy finds them there when it starts.
//!
//! ```text
//! executable │ payload (JSON) │ footer: magic version length checksum magic
//! ```
//!
//! The footer is the end of the file, so that looking for it costs one short
//! read. It has a magic word on each side: a file that lost one of them is a
//! damaged program and not taken for one without a game.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: a program reads its own executable here"
)]

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::OnceLock;

const HEAD: [u8; 8] = *b"MgRules\x1a";
const TAIL: [u8; 8] = *b"\x1aMgRules";
const VERSION: u32 = 1;
const FOOTER_BYTES: usize = 32;

/// A game with the texts of all games that it extends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Embedded {
    /// The name of the game.
    #[serde(rename = "game")]
    pub(crate) name: String,
    /// Names and texts: the game's own first.
    pub(crate) texts: Vec<(String, String)>,
    /// Names and values of options that have another default in this program.
    pub(crate) defaults: Vec<(String, String)>,
    /// How the game is searched, as its file says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) settings: Option<String>,
}

static INSIDE: OnceLock<Option<Embedded>> = OnceLock::new();

/// Looks for a game in the running executable, and keeps it for [`current`].
/// An error is a sentence without a period.
pub(crate) fn open() -> Result<(), String> {
    // A program that cannot read itself cannot have been built with a game.
    let file = std::env::current_exe().and_then(File::open);
    let found = match file {
        Ok(mut file) => unpack(&mut file)?,
        Err(_) => None,
    };
    let _ = INSIDE.set(found);
    Ok(())
}

/// The game inside the running executable, once [`open`] has found it.
pub(crate) fn current() -> Option<&'static Embedded> {
    INSIDE.get()?.as_ref()
}

/// The text of a game inside the running executable.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    let texts = &current()?.texts;
    texts.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
}

/// How the game inside the running executable is searched.
pub(crate) fn settings(name: &str) -> Option<&'static str> {
    let inside = current().filter(|inside| inside.name == name)?;
    inside.settings.as_deref()
}

impl Embedded {
    /// What to write after an executable.
    pub(crate) fn pack(&self) -> Vec<u8> {
        // Texts have no form that JSON cannot hold.
        let mut bytes = serde_json::to_vec(self).unwrap_or_default();
        let (length, checksum) = (bytes.len() as u32, checksum(&bytes));
        bytes.extend(HEAD);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(TAIL);
        bytes
    }

    fn from_json(payload: &[u8]) -> Option<Embedded> {
        let found: Option<Embedded> = serde_json::from_slice(payload).ok();
        found.filter(|found| !found.texts.is_empty())
    }
}

/// The game after an executable, if there is one.
fn unpack(file: &mut (impl Read + Seek)) -> Result<Option<Embedded>, String> {
    let mut footer = [0; FOOTER_BYTES];
    let end = -(FOOTER_BYTES as i64);
    let read = file.seek(SeekFrom::End(end)).and_then(|_| file.read_exact(&mut footer));
    let [head, fields, tail] = [&footer[..8], &footer[8..24], &footer[24..]];
    if read.is_err() || (head != HEAD && tail != TAIL) {
        return Ok(None);
    }
    let damaged = |what: &str| format!("the rules inside this program are damaged: {what}");
    if head != HEAD || tail != TAIL {
        return Err(damaged("their end is not as it was written"));
    }
    let number = |from: usize| u32::from_le_bytes(std::array::from_fn(|i| fields[from + i]));
    if number(0) != VERSION {
        return Err(damaged("they are in a form that it does not know"));
    }
    let length = number(4) as usize;
    let begin = end - length as i64;
    let mut payload = Vec::new();
    let read = file
        .seek(SeekFrom::End(begin))
        .and_then(|_| file.take(length as u64).read_to_end(&mut payload));
    if read.is_err() || payload.len() != length {
        return Err(damaged("their beginning is not there"));
    }
    if fields[8..] != checksum(&payload).to_le_bytes() {
        return Err(damaged("the checksum is wrong"));
    }
    match Embedded::from_json(&payload) {
        Some(found) => Ok(Some(found)),
        None => Err(damaged("they are no rules")),
    }
}

/// FNV-1a: enough to notice an accident, which is all it is for.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn sample() -> Embedded {
        let pair = |name: &str, text: &str| (name.to_string(), text.to_string());
        let texts = vec![pair("small", "extends big\n// \"…\"\n"), pair("big", "main = draw.")];
        let settings = Some("algorithm = mcts\n".to_string());
        Embedded { name: "small".into(), texts, defaults: vec![pair("hash", "1G")], settings }
    }

    /// An executable with the sample after it.
    fn program() -> Vec<u8> {
        [&b"machine code"[..], &sample().pack()].concat()
    }

    fn check(bytes: Vec<u8>) -> Result<Option<Embedded>, String> {
        unpack(&mut Cursor::new(bytes))
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        assert_eq!(check(program()), Ok(Some(sample())));
    }

    #[test]
    fn most_programs_have_no_game_inside() {
        for length in [0, 1, 31, 32, 33, 1000] {
            assert_eq!(check(vec![7; length]), Ok(None));
        }
    }

    #[test]
    fn a_changed_byte_is_noticed_wherever_it_is() {
        let whole = program();
        for at in b"machine code".len()..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            let message = check(damaged).expect_err("it is damaged");
            assert!(message.starts_with("the rules inside this program are damaged: "), "{at}");
        }
    }

    #[test]
    fn rules_that_lost_their_beginning_are_noticed() {
        let packed = sample().pack();
        let message = check(packed[1..].to_vec()).expect_err("it is damaged");
        assert!(message.ends_with("their beginning is not there"), "{message}");
    }

    #[test]
    fn a_payload_of_another_shape_is_refused() {
        for text in
            ["[]", "{\"game\":\"x\",\"texts\":[],\"defaults\":[]}", "{\"game\":1}", "no JSON"]
        {
            assert_eq!(Embedded::from_json(text.as_bytes()), None, "{text}");
        }
    }
}
