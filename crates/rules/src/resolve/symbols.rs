//! The symbols of pieces and counters: which can be read back from the text of a
//! position, and which cannot.

use super::Resolver;
use rustc_hash::FxHashMap;
use syntax::ast::{CounterEntry, PieceEntry, PieceSymbols, Symbol};
use syntax::{Code, Diagnostic, Span};

const MAX_SYMBOL: usize = 8;

/// The symbols that an entry gives its pieces; those of a family only at its ends.
pub(super) fn symbols_of(entry: &PieceEntry) -> Vec<&Symbol> {
    match &entry.symbols {
        PieceSymbols::Nobody(symbol) => vec![symbol],
        PieceSymbols::Family(first, last) => vec![first, last],
        PieceSymbols::Players(first, second) => first.iter().chain(second).collect(),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

impl Resolver<'_> {
    /// Checks one symbol by itself; returns whether it can be used.
    pub(super) fn check_symbol(&mut self, symbol: &Symbol) -> bool {
        if symbol.text.is_empty() {
            return false; // The parser has said so.
        }
        let problem = match symbol.text.chars().count() > MAX_SYMBOL {
            true => Some("a symbol is short; one character is best"),
            false => game::symbol_problem(&symbol.text),
        };
        let Some(problem) = problem else { return true };
        let title = format!("`{}` cannot be a symbol", symbol.text);
        self.report(Diagnostic::error(Code::BadSymbol, symbol.span, title).hint(problem));
        false
    }

    /// Checks that the symbols of the pieces that are not gone tell them apart.
    pub(super) fn check_piece_symbols(&mut self, entries: &[&PieceEntry]) {
        let mut met: FxHashMap<&str, Span> = FxHashMap::default();
        for entry in entries {
            for symbol in symbols_of(entry) {
                let family = matches!(&entry.symbols, PieceSymbols::Family(..));
                if family || !self.check_symbol(symbol) {
                    continue;
                }
                match met.get(symbol.text.as_str()) {
                    Some(&first) => self.symbol_twice(symbol, first, "pieces"),
                    None => {
                        met.insert(&symbol.text, symbol.span);
                    }
                }
            }
        }
        self.check_families(entries, &met);
    }

    /// No member of a family has the symbol of another piece.
    fn check_families(&mut self, entries: &[&PieceEntry], met: &FxHashMap<&str, Span>) {
        let mut ranges: Vec<(u32, u32, Span)> = Vec::new();
        let mut numbers: Vec<(u32, Span)> =
            met.iter().filter_map(|(symbol, &span)| Some((symbol.parse().ok()?, span))).collect();
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
                let symbol = Symbol { text: number.to_string(), span: first.span.to(last.span) };
                self.symbol_twice(&symbol, other, "pieces");
            }
            ranges.push((low, high, first.span.to(last.span)));
        }
    }

    fn symbol_twice(&mut self, symbol: &Symbol, first: Span, what: &str) {
        let title = format!("the symbol `{}` is used twice", symbol.text);
        self.report(
            Diagnostic::error(Code::SymbolTwice, symbol.span, title)
                .other(first, "the first time")
                .hint(format!("positions tell {what} apart by their symbols")),
        );
    }

    /// Checks the symbols of a counter, which has those of other counters beside it.
    pub(super) fn check_counter_symbols(
        &mut self,
        entry: &CounterEntry,
        met: &mut Vec<(String, Span)>,
    ) {
        let Some((first, second)) = &entry.symbols else { return };
        if self.is_puzzle() {
            let title = "a puzzle has one player, so a counter has no symbols";
            self.report(
                Diagnostic::error(Code::NeedsTwoPlayers, first.span.to(second.span), title)
                    .hint("leave the symbols out"),
            );
            return;
        }
        for symbol in [first, second] {
            if is_number(&symbol.text) {
                let title = "the symbol of a counter cannot be a number";
                self.report(
                    Diagnostic::error(Code::BadSymbol, symbol.span, title)
                        .hint("in positions the count comes before the symbol"),
                );
            } else if self.check_symbol(symbol) {
                let twice = met.iter().find(|(text, _)| *text == symbol.text).map(|&(_, at)| at);
                match twice {
                    Some(at) => self.symbol_twice(symbol, at, "counters"),
                    None => met.push((symbol.text.clone(), symbol.span)),
                }
            }
        }
    }
}
