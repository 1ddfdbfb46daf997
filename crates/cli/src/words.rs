//! Numbers in messages, in plain English: with a noun that agrees with them, and without
//! the minus sign of a zero.

use serde::{Serialize, Serializer};
use std::time::Duration;

/// This many of something, such as `1 node`, `2 nodes` or `3 histories`.
pub(super) fn count(n: impl TryInto<u128>, noun: &str) -> String {
    // All numbers that count something fit, but the language does not promise it of `usize`.
    let n = n.try_into().unwrap_or(u128::MAX);
    match noun.strip_suffix('y') {
        _ if n == 1 => format!("1 {noun}"),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{n} {stem}ies"),
        _ => format!("{n} {noun}s"),
    }
}

/// The number with this many digits after the point; a zero has no sign.
pub(super) fn round(number: f64, digits: i32) -> f64 {
    let factor = 10_f64.powi(digits);
    // Adding a zero takes the sign of a negative one away.
    (number * factor).round() / factor + 0.0
}

/// Writes a number with this many digits after the point, in JSON; nothing if it is not known.
pub(super) fn rounded<const DIGITS: i32, S: Serializer>(
    number: &(impl Copy + Into<Option<f64>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    (*number).into().map(|number| round(number, DIGITS)).serialize(serializer)
}

/// Writes a time in seconds, in JSON.
pub(super) fn as_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(round(time.as_secs_f64(), 3))
}

/// The number with a sign and this many digits after the point: `+0`, never `-0`.
pub(super) fn signed(number: f64, digits: u8) -> String {
    let (number, digits) = (round(number, digits.into()), usize::from(digits));
    format!("{number:+.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(count(1u64, "node"), "1 node");
        assert_eq!(count(0u64, "node"), "0 nodes");
        assert_eq!(count(1u128 << 70, "history"), "1180591620717411303424 histories");
        assert_eq!(count(1u64, "try"), "1 try");
        assert_eq!(count(2u64, "play"), "2 plays");
    }

    #[test]
    fn zero_is_not_negative() {
        assert_eq!(signed(-0.4, 0), "+0");
        assert_eq!(signed(-0.6, 0), "-1");
        assert_eq!(signed(-0.0349, 1), "+0.0");
        assert_eq!(signed(12.25, 2), "+12.25");
        assert_eq!(serde_json::json!(round(-0.0004, 3)).to_string(), "0.0");
    }
}
