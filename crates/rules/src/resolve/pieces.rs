//! The kinds of pieces: a family becomes as many kinds as it has members, and a
//! kind that a variant took out keeps its number.

use super::Resolver;
use super::names::Meaning;
use super::symbols::symbols_of;
use crate::inherit::Category;
use game::{Kind, KindFacts};
use syntax::ast::{Int, Name, PieceEntry, PieceSymbols, Symbol};
use syntax::{Code, Diagnostic};

const MAX_KINDS: usize = 250;
const MAX_EXACTLY: u32 = 10_000;
const MAX_PROMOTIONS: usize = 1000;

/// The owner without a name, in the order of [`KindFacts::symbols`].
const NOBODY: usize = 2;

impl Resolver<'_> {
    /// Reads the pieces.
    pub(super) fn pieces(&mut self) {
        let before = self.diagnostics.len();
        let merged = self.merged;
        for version in merged.pieces.newest() {
            self.piece(version.body, version.gone.is_some());
        }
        let left: Vec<&PieceEntry> =
            merged.pieces.newest().filter(|v| v.gone.is_none()).map(|v| v.body).collect();
        self.check_piece_symbols(&left);
        if left.is_empty() && !self.damage.has("pieces") {
            let start = self.file_start();
            self.report(
                Diagnostic::error(Code::NoPieces, start, "the game has no pieces")
                    .hint("add `pieces { stone 'X' 'O' }`"),
            );
        }
        if self.facts.kinds.len() > MAX_KINDS {
            self.facts.kinds.truncate(MAX_KINDS);
            if let Some(last) = left.last() {
                let title = "there are too many kinds of pieces";
                self.report(
                    Diagnostic::error(Code::OutOfLimits, last.span, title)
                        .hint(format!("a game has at most {MAX_KINDS}")),
                );
            }
        }
        self.pieces_known = self.diagnostics.len() == before && !self.damage.has("pieces");
        self.ghosts();
    }

    fn piece(&mut self, entry: &PieceEntry, gone: bool) {
        let exactly = entry.exactly.map(|count| self.exactly(count));
        let kind = |name: String, family: Option<String>, symbols: [Option<String>; 3]| KindFacts {
            name,
            family,
            symbols,
            exactly,
            promotes: Vec::new(),
            gone,
        };
        let name = entry.name.text.clone();
        let text = |symbol: &Option<Symbol>| symbol.as_ref().map(|symbol| symbol.text.clone());
        match &entry.symbols {
            PieceSymbols::Nobody(symbol) => {
                self.facts.kinds.push(kind(name, None, [None, None, Some(symbol.text.clone())]));
            }
            PieceSymbols::Players(first, second) => {
                if !gone {
                    self.check_owners(entry, first.is_some() || second.is_some());
                }
                self.facts.kinds.push(kind(name, None, [text(first), text(second), None]));
            }
            PieceSymbols::Family(first, last) => {
                let Some((low, high)) = self.family(first, last) else { return };
                for number in low..=high {
                    if self.facts.kinds.len() > MAX_KINDS {
                        break;
                    }
                    let member = format!("{name}{number}");
                    let symbols = [None, None, Some(number.to_string())];
                    self.facts.kinds.push(kind(member, Some(name.clone()), symbols));
                }
            }
        }
    }

    /// In a puzzle all pieces are nobody's; otherwise somebody must have it.
    fn check_owners(&mut self, entry: &PieceEntry, has_symbol: bool) {
        if self.is_puzzle() {
            let title = format!("in a puzzle `{}` can only be a piece of nobody", entry.name.text);
            self.report(
                Diagnostic::error(Code::NeedsTwoPlayers, entry.span, title)
                    .hint("give it one symbol, or name two players"),
            );
        } else if !has_symbol {
            let title = format!("neither player has a `{}`", entry.name.text);
            self.report(
                Diagnostic::error(Code::BadSymbol, entry.span, title)
                    .hint("give at least one of the two a symbol"),
            );
        }
    }

    fn exactly(&mut self, count: Int) -> u16 {
        if count.value > MAX_EXACTLY {
            let title = format!("nobody can have {} pieces of a kind", count.value);
            self.report(
                Diagnostic::error(Code::OutOfLimits, count.span, title)
                    .hint(format!("`exactly` takes a number up to {MAX_EXACTLY}")),
            );
        }
        count.value.min(MAX_EXACTLY) as u16
    }

    /// The numbers of the first and the last member.
    fn family(&mut self, first: &Symbol, last: &Symbol) -> Option<(u32, u32)> {
        let number = |resolver: &mut Self, symbol: &Symbol| -> Option<u32> {
            let plain = |n: &u32| n.to_string() == symbol.text;
            let number = symbol.text.parse().ok().filter(plain);
            if number.is_none() {
                let title = format!("`{}` is not a number", symbol.text);
                resolver.report(
                    Diagnostic::error(Code::BadFamily, symbol.span, title)
                        .hint("a family of pieces goes from one number to another: `'1' .. '15'`"),
                );
            }
            number
        };
        let low = number(self, first);
        let high = number(self, last);
        let (low, high) = (low?, high?);
        let span = first.span.to(last.span);
        if low > high {
            let title = format!("there is nothing from {low} to {high}");
            let hint = format!("write `'{high}' .. '{low}'`");
            let error = Diagnostic::error(Code::EmptyRange, span, title).hint(hint);
            self.report(error.replace_by(format!("'{high}' .. '{low}'")));
            return None;
        }
        if (high - low) as usize >= MAX_KINDS {
            let title = format!("a family cannot have {} members", (high - low).saturating_add(1));
            let hint = format!("a game has at most {MAX_KINDS} kinds of pieces");
            self.report(Diagnostic::error(Code::OutOfLimits, span, title).hint(hint));
            return None;
        }
        Some((low, high))
    }

    /// Symbols that are gone and that no other piece has taken over.
    fn ghosts(&mut self) {
        let merged = self.merged;
        for version in merged.pieces.newest().filter(|v| v.gone.is_some()) {
            for symbol in symbols_of(version.body) {
                let taken = self.facts.piece(&symbol.text).is_some();
                if !taken && !self.facts.ghosts.contains(&symbol.text) {
                    self.facts.ghosts.push(symbol.text.clone());
                }
            }
        }
    }

    /// Reads what pieces promote to; names are known by now.
    pub(super) fn promotions(&mut self) {
        let merged = self.merged;
        for version in merged.pieces.newest().filter(|v| v.gone.is_none()) {
            let entry = version.body;
            let mut targets = Vec::new();
            for name in &entry.promotes {
                for kind in self.promotion(entry, name) {
                    if targets.contains(&kind) {
                        self.promotes_twice(entry, name);
                        break;
                    }
                    targets.push(kind);
                }
            }
            for kind in &mut self.facts.kinds {
                if kind.family.as_deref().unwrap_or(&kind.name) == entry.name.text {
                    kind.promotes.clone_from(&targets);
                }
            }
            let pairs: usize = self.facts.kinds.iter().map(|kind| kind.promotes.len()).sum();
            if pairs > MAX_PROMOTIONS {
                let title = "the pieces promote in too many ways";
                self.report(
                    Diagnostic::error(Code::OutOfLimits, entry.span, title)
                        .hint(format!("at most {MAX_PROMOTIONS} in all, one for each target")),
                );
                return;
            }
        }
    }

    fn promotes_twice(&mut self, entry: &PieceEntry, name: &Name) {
        let title = format!("`{}` promotes to `{}` twice", entry.name.text, name.text);
        self.report(
            Diagnostic::error(Code::BadPromotion, name.span, title).hint("name each piece once"),
        );
    }

    fn promotion(&mut self, entry: &PieceEntry, name: &Name) -> Vec<Kind> {
        let Some(known) = self.names.look(&name.text).cloned() else {
            self.unknown(name, &[Category::Piece]);
            return Vec::new();
        };
        let Meaning::Piece(kinds) = &known.meaning else {
            let hint = "pieces promote to pieces".to_string();
            self.wrong_kind(name, known.meaning.category(), "a piece", hint);
            return Vec::new();
        };
        if known.gone {
            return Vec::new();
        }
        if name.text == entry.name.text {
            let title = format!("`{}` promotes to itself", name.text);
            self.report(
                Diagnostic::error(Code::BadPromotion, name.span, title)
                    .hint("name the pieces that it can become"),
            );
            return Vec::new();
        }
        self.same_owners(entry, name, kinds);
        kinds.clone()
    }

    /// A promoted piece keeps its owner, who must have the new kind.
    fn same_owners(&mut self, entry: &PieceEntry, name: &Name, targets: &[Kind]) {
        let has = match &entry.symbols {
            PieceSymbols::Players(first, second) => [first.is_some(), second.is_some(), false],
            PieceSymbols::Nobody(_) | PieceSymbols::Family(..) => [false, false, true],
        };
        let missing = (0..=NOBODY).find(|&owner| {
            let lacks = |kind: &Kind| self.facts.kinds[kind.index()].symbols[owner].is_none();
            has[owner] && targets.iter().any(lacks)
        });
        let Some(owner) = missing else { return };
        let whose = self.facts.players.get(owner).map_or("nobody", String::as_str).to_string();
        let title = format!(
            "`{}` cannot promote to `{}`, which {whose} does not have",
            entry.name.text, name.text
        );
        self.report(
            Diagnostic::error(Code::BadPromotion, name.span, title)
                .hint("a promoted piece keeps its owner; give both pieces the same owners"),
        );
    }
}
