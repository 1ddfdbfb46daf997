//! Symbols run together with numbers before them (`KQkq`, `2P3p`, `X2O`): how
//! counters, reserves and stacks are written and read.

use crate::turn::SetupError;
use crate::words::visible;
use std::ops::Range;

/// Why a text cannot be the symbol of a piece or of a counter: it would be
/// mistaken for another part of a position. `None` if it can.
pub fn symbol_problem(symbol: &str) -> Option<&'static str> {
    let digits = symbol.chars().filter(|c| c.is_ascii_digit()).count();
    if symbol.is_empty() {
        Some("a symbol has at least one character")
    } else if symbol.contains(|c: char| c.is_whitespace() || c.is_control()) {
        Some("a symbol has no spaces: they separate the parts of a position")
    } else if symbol.contains('/') {
        Some("`/` stands between the rows of a position")
    } else if symbol.contains('#') {
        Some("`#` stands for a place without a field")
    } else if symbol.contains('.') {
        Some("`.` stands for an empty field")
    } else if symbol.contains('-') {
        Some("`-` stands for nothing in a position")
    } else if symbol.contains([',', '@']) {
        Some("`,` and `@` stand between the parts of a position or a move")
    } else if digits > 0 && digits < symbol.chars().count() {
        Some("a symbol is a number or has no digits: they count empty fields and pieces")
    } else {
        None
    }
}

/// Symbols with what they stand for.
pub(super) struct Symbols<'a, T> {
    /// The longest first, since `+S` must not be read as `+` and `S`.
    entries: Vec<(&'a str, T)>,
    /// Some symbol begins with a digit: then `,` separates symbols and `*` follows a number.
    numeric: bool,
}

/// Why symbols cannot be read.
pub(super) enum SymbolError {
    /// A symbol that stands for nothing: what it means depends on who reads.
    Unknown(UnknownSymbol),
    /// A number that counts nothing.
    Count(SetupError),
}

/// A symbol that stands for nothing, and where it is.
pub(super) struct UnknownSymbol {
    pub(super) place: Range<usize>,
    pub(super) symbol: String,
}

impl SymbolError {
    fn unknown(place: Range<usize>, symbol: String) -> SymbolError {
        SymbolError::Unknown(UnknownSymbol { place, symbol })
    }

    /// The error for people, with these words for an unknown symbol.
    pub(super) fn explain(self, unknown: impl FnOnce(UnknownSymbol) -> SetupError) -> SetupError {
        match self {
            SymbolError::Unknown(symbol) => unknown(symbol),
            SymbolError::Count(error) => error,
        }
    }
}

/// This many of something.
pub(super) struct Counted<T> {
    pub(super) count: u32,
    /// Whether the number was written.
    pub(super) numbered: bool,
    pub(super) what: T,
    pub(super) place: Range<usize>,
}

impl<'a, T: Copy> Symbols<'a, T> {
    /// Of equal symbols the first counts.
    pub(super) fn new(entries: impl IntoIterator<Item = (&'a str, T)>) -> Symbols<'a, T> {
        let mut entries: Vec<(&str, T)> =
            entries.into_iter().filter(|(symbol, _)| !symbol.is_empty()).collect();
        let numeric = entries.iter().any(|(symbol, _)| starts_with_digit(symbol));
        entries.sort_by_key(|(symbol, _)| std::cmp::Reverse(symbol.len()));
        Symbols { entries, numeric }
    }

    /// The longest symbol with which the text begins.
    pub(super) fn at_start(&self, text: &str) -> Option<(&'a str, T)> {
        self.entries.iter().find(|(symbol, _)| text.starts_with(symbol)).copied()
    }

    /// What the whole text stands for.
    pub(super) fn get(&self, text: &str) -> Option<T> {
        self.entries.iter().find(|(symbol, _)| *symbol == text).map(|&(_, what)| what)
    }

    /// Whether two symbols side by side would be read as something else.
    pub(super) fn run_together(&self, first: &str, second: &str) -> bool {
        let both = format!("{first}{second}");
        self.entries.iter().any(|(symbol, _)| {
            symbol.len() > first.len()
                && symbol.starts_with(first)
                && (both.starts_with(symbol) || symbol.starts_with(&both))
        })
    }

    /// Writes symbols with their numbers, if above 1, before them.
    pub(super) fn write(&self, entries: &[(u32, &str)]) -> String {
        let mut text = String::new();
        let mut last = "";
        for &(count, symbol) in entries {
            if self.numeric && !text.is_empty() {
                text.push(',');
            }
            if count != 1 || !self.numeric && self.run_together(last, symbol) && !text.is_empty() {
                text.push_str(&count.to_string());
                text.push_str(if self.numeric { "*" } else { "" });
            }
            text.push_str(symbol);
            last = symbol;
        }
        text
    }

    /// Reads what [`Symbols::write`] writes; places are counted from `base`.
    pub(super) fn read(&self, text: &str, base: usize) -> Result<Vec<Counted<T>>, SymbolError> {
        if self.numeric { self.read_separated(text, base) } else { self.read_run(text, base) }
    }

    fn read_run(&self, text: &str, base: usize) -> Result<Vec<Counted<T>>, SymbolError> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let digits = leading_digits(&text[at..]);
            let numbered = !digits.is_empty();
            let rest = &text[at + digits.len()..];
            let Some((symbol, what)) = self.at_start(rest) else {
                let symbol: String = match rest.chars().next() {
                    Some(c) => c.into(),
                    None => digits.into(),
                };
                let start = if rest.is_empty() { at } else { at + digits.len() };
                let place = base + start..base + start + symbol.len();
                return Err(SymbolError::unknown(place, symbol));
            };
            let count = match numbered {
                true => count_of(digits, base + at).map_err(SymbolError::Count)?,
                false => 1,
            };
            let end = at + digits.len() + symbol.len();
            found.push(Counted { count, numbered, what, place: base + at..base + end });
            at = end;
        }
        Ok(found)
    }

    fn read_separated(&self, text: &str, base: usize) -> Result<Vec<Counted<T>>, SymbolError> {
        let mut found = Vec::new();
        let mut at = base;
        for item in text.split(',') {
            let place = at..at + item.len();
            at = place.end + 1;
            let digits = leading_digits(item);
            let counted = item[digits.len()..].strip_prefix('*').filter(|_| !digits.is_empty());
            let (count, numbered, symbol) = match counted {
                Some(symbol) if self.get(item).is_none() => {
                    (count_of(digits, place.start).map_err(SymbolError::Count)?, true, symbol)
                }
                _ => (1, false, item),
            };
            match self.get(symbol) {
                Some(what) => found.push(Counted { count, numbered, what, place }),
                None => return Err(SymbolError::unknown(place, symbol.to_string())),
            }
        }
        Ok(found)
    }
}

/// The digits with which a text begins.
pub(super) fn leading_digits(text: &str) -> &str {
    let end = text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    &text[..end]
}

/// The value of some digits; too large ones are capped, to fail a later check.
pub(super) fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}

/// What digits at a place count; a zero in front is more likely a slip than meant.
pub(super) fn count_of(digits: &str, at: usize) -> Result<u32, SetupError> {
    if !digits.starts_with('0') {
        return Ok(number(digits));
    }
    let shown = visible(digits);
    let message = match digits.bytes().all(|b| b == b'0') {
        true => format!("`{shown}` counts nothing"),
        false => format!("the number `{shown}` begins with a zero"),
    };
    let hint = "numbers count from 1, and no zero stands in front".to_string();
    Err(SetupError { message, hint, place: Some(at..at + digits.len()) })
}

fn starts_with_digit(symbol: &str) -> bool {
    symbol.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(symbols: &[&'static str], entries: &[(u32, &'static str)], expected: &str) {
        let symbols = Symbols::new(symbols.iter().map(|&symbol| (symbol, symbol)));
        let text = symbols.write(entries);
        assert_eq!(text, expected);
        let read: Vec<(u32, &str)> = match symbols.read(&text, 0) {
            Ok(found) => found.iter().map(|item| (item.count, item.what)).collect(),
            Err(_) => panic!("`{text}` cannot be read"),
        };
        assert_eq!(read, entries);
    }

    #[test]
    fn what_is_written_is_read_back() {
        check(&["K", "Q", "k"], &[(1, "K"), (1, "Q"), (3, "k")], "KQ3k");
        check(&["+S", "S", "+"], &[(1, "+S"), (2, "S"), (1, "+")], "+S2S+");
        check(&["+S", "S", "+"], &[(1, "+"), (1, "S")], "+1S");
        check(&["1", "15", "3"], &[(2, "15"), (1, "1"), (3, "3")], "2*15,1,3*3");
    }

    #[test]
    fn an_unknown_symbol_is_pointed_at() {
        let symbols = Symbols::new([("K", ())]);
        let unknown = |text, base| match symbols.read(text, base) {
            Err(SymbolError::Unknown(unknown)) => Some((unknown.place, unknown.symbol)),
            _ => None,
        };
        assert_eq!(unknown("K2x", 10), Some((12..13, "x".to_string())));
        assert_eq!(unknown("K2", 0), Some((1..2, "2".to_string())));
    }

    #[test]
    fn a_number_counts_something() {
        let run = Symbols::new([("K", ())]);
        let separated = Symbols::new([("15", ()), ("0", ())]);
        let refused = |symbols: &Symbols<'_, ()>, text| match symbols.read(text, 10) {
            Err(SymbolError::Count(error)) => error.place.map(|place| (place, error.message)),
            _ => None,
        };
        let zero = || Some((11..12, "`0` counts nothing".to_string()));
        assert_eq!(refused(&run, "K0K"), zero());
        let leading = (10..12, "the number `02` begins with a zero".to_string());
        assert_eq!(refused(&run, "02K"), Some(leading.clone()));
        assert_eq!(refused(&separated, "02*15"), Some(leading));
        assert_eq!(refused(&separated, "0,2*0"), None);
    }

    #[test]
    fn symbols_that_cannot_be_told_apart_are_refused() {
        for good in ["K", "+S", "15", "*", "é"] {
            assert_eq!(symbol_problem(good), None, "{good}");
        }
        for bad in ["", "a b", "/", "#", ".", "-", "1a", "a1", "P@"] {
            assert!(symbol_problem(bad).is_some(), "{bad}");
        }
    }
}
