//! The signs of pieces and counters: which can be read back from the text of a
//! position, and which cannot.

use super::Resolver;
use rustc_hash::FxHashMap;
use syntax::ast::{CounterEntry, PieceEntry, PieceSymbols, Symbol};
use syntax::{Code, Diagnostic, Span};

const MAX_SIGN: usize = 8;

/// The signs that an entry gives its pieces; those of a family only at its ends.
pub(super) fn signs_of(entry: &PieceEntry) -> Vec<&Symbol> {
    match &entry.symbols {
        PieceSymbols::Nobody(sign) => vec![sign],
        PieceSymbols::Family(first, last) => vec![first, last],
        PieceSymbols::Players(first, second) => first.iter().chain(second).collect(),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

impl Resolver<'_> {
    /// Checks one sign by itself; gives whether it can be used.
    pub(super) fn check_sign(&mut self, sign: &Symbol) -> bool {
        if sign.text.is_empty() {
            return false; // The parser has said so.
        }
        let problem = match sign.text.chars().count() > MAX_SIGN {
            true => Some("a sign is short; one character is best"),
            false => game::symbol_problem(&sign.text),
        };
        let Some(problem) = problem else { return true };
        let title = format!("`{}` cannot be a sign", sign.text);
        self.report(Diagnostic::error(Code::BadSymbol, sign.span, title).hint(problem));
        false
    }

    /// Checks that the signs of the pieces that are not gone tell them apart.
    pub(super) fn check_piece_signs(&mut self, entries: &[&PieceEntry]) {
        let mut met: FxHashMap<&str, Span> = FxHashMap::default();
        for entry in entries {
            for sign in signs_of(entry) {
                let family = matches!(&entry.symbols, PieceSymbols::Family(..));
                if family || !self.check_sign(sign) {
                    continue;
                }
                match met.get(sign.text.as_str()) {
                    Some(&first) => self.sign_twice(sign, first, "pieces"),
                    None => {
                        met.insert(&sign.text, sign.span);
                    }
                }
            }
        }
        self.check_families(entries, &met);
    }

    /// No member of a family has the sign of another piece.
    fn check_families(&mut self, entries: &[&PieceEntry], met: &FxHashMap<&str, Span>) {
        let mut ranges: Vec<(u32, u32, Span)> = Vec::new();
        let mut numbers: Vec<(u32, Span)> =
            met.iter().filter_map(|(sign, &span)| Some((sign.parse().ok()?, span))).collect();
        numbers.sort_unstable();
        for entry in entries {
            let PieceSymbols::Family(first, last) = &entry.symbols else { continue };
            if ranges.len() > 250 {
                return; // There are too many kinds anyway.
            }
            let (Ok(low), Ok(high)) = (first.text.parse(), last.text.parse()) else { continue };
            if low > high || high - low >= 250 {
                continue; // This was reported.
            }
            let single = numbers.iter().find(|(n, _)| (low..=high).contains(n));
            let overlap = ranges.iter().find(|&&(a, b, _)| low <= b && a <= high);
            let other = single
                .map(|&(n, span)| (n, span))
                .or_else(|| overlap.map(|&(a, _, span)| (a.max(low), span)));
            if let Some((number, other)) = other {
                let sign = Symbol { text: number.to_string(), span: first.span.to(last.span) };
                self.sign_twice(&sign, other, "pieces");
            }
            ranges.push((low, high, first.span.to(last.span)));
        }
    }

    fn sign_twice(&mut self, sign: &Symbol, first: Span, what: &str) {
        let title = format!("the sign `{}` is used twice", sign.text);
        self.report(
            Diagnostic::error(Code::SymbolTwice, sign.span, title)
                .other(first, "the first time")
                .hint(format!("positions tell {what} apart by their signs")),
        );
    }

    /// Checks the signs of a counter, which has those of other counters beside it.
    pub(super) fn check_counter_signs(
        &mut self,
        entry: &CounterEntry,
        met: &mut Vec<(String, Span)>,
    ) {
        let Some((first, second)) = &entry.symbols else { return };
        if self.is_puzzle() {
            let title = "a puzzle has one player, so a counter has no signs";
            self.report(
                Diagnostic::error(Code::NeedsTwoPlayers, first.span.to(second.span), title)
                    .hint("leave the signs out"),
            );
            return;
        }
        for sign in [first, second] {
            if is_number(&sign.text) {
                let title = "the sign of a counter cannot be a number";
                self.report(
                    Diagnostic::error(Code::BadSymbol, sign.span, title)
                        .hint("in positions the count stands before the sign"),
                );
            } else if self.check_sign(sign) {
                let twice = met.iter().find(|(text, _)| *text == sign.text).map(|&(_, at)| at);
                match twice {
                    Some(at) => self.sign_twice(sign, at, "counters"),
                    None => met.push((sign.text.clone(), sign.span)),
                }
            }
        }
    }
}
