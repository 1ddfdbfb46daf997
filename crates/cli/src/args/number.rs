//! Options that are whole numbers: one reader for all of them, which says in plain words
//! what an option takes, where the parser of the command line would quote an error of the
//! programming language.

use std::ops::RangeInclusive;

/// Reads a whole number within a range.
pub(crate) fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let read = text.trim().parse::<u64>().ok().filter(|n| range.contains(n));
        read.and_then(|n| T::try_from(n).ok()).ok_or_else(|| {
            format!("a whole number from {} to {} is needed", range.start(), range.end())
        })
    }
}

/// All numbers that 16 bits hold, from this one on.
pub(super) const fn u16_from(low: u64) -> RangeInclusive<u64> {
    low..=u16::MAX as u64
}

/// All numbers that 32 bits hold, from this one on.
pub(super) const fn u32_from(low: u64) -> RangeInclusive<u64> {
    low..=u32::MAX as u64
}

/// All numbers that 64 bits hold.
pub(crate) const ANY: RangeInclusive<u64> = 0..=u64::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::{Command, CommandFactory};

    #[test]
    fn numbers_are_read_within_their_range() {
        let level = number::<u8>(1..=10);
        assert_eq!((level("1"), level(" 10 ")), (Ok(1), Ok(10)));
        for wrong in ["0", "11", "256", "-1", "x", "", "1.5", "99999999999999999999"] {
            assert_eq!(level(wrong), Err("a whole number from 1 to 10 is needed".to_string()));
        }
        assert_eq!(number::<u64>(ANY)("18446744073709551615"), Ok(u64::MAX));
    }

    /// What a command says about a wrong value of an option.
    fn complaint(command: &Command, option: &str, value: &str) -> String {
        let words = [command.get_name(), &format!("--{option}={value}")].map(str::to_string);
        let parsed = command.clone().no_binary_name(true).try_get_matches_from(&words[1..]);
        parsed.err().map_or(String::new(), |error| error.to_string())
    }

    #[test]
    fn every_option_says_in_plain_words_what_it_takes() {
        let mut n_numbers = 0;
        for command in Args::command().get_subcommands() {
            for arg in command.get_arguments() {
                let Some(option) = arg.get_long().filter(|_| arg.get_action().takes_values())
                else {
                    continue;
                };
                for wrong in ["x", "-7", "99999999999999999999999"] {
                    let text = complaint(command, option, wrong);
                    let odd = ["digit", "parse", "is not in", "too large", "unexpected"];
                    let name = command.get_name();
                    assert!(!odd.iter().any(|word| text.contains(word)), "{name}: {text}");
                    n_numbers += usize::from(text.contains("a whole number from "));
                }
            }
        }
        assert!(n_numbers > 60, "only {n_numbers} wrong numbers were found");
    }
}
