//! The entries of sections: pieces, zones, sets of directions, counters,
//! remembered fields, reserves.

use super::{Parser, Parsing, Reported};
use crate::ast::*;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix, closest};
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn piece(&mut self) -> Parsing<PieceEntry> {
        let name = self.name("the name of a piece")?;
        let symbols = self.piece_symbols()?;
        let exactly = if self.eat("exactly") { Some(self.int("how many")?) } else { None };
        let mut promotes = Vec::new();
        let is_misspelt = self.at("promote")
            || self.at_name() && closest(self.words(self.span()), ["promotes"]).is_some();
        if is_misspelt && self.is(1, "to") {
            self.misspelt("promotes");
            self.quiet = false;
            self.bump();
            self.bump();
            promotes = self.names("the name of a piece")?;
        } else if self.eat("promotes") {
            self.expect("to")?;
            promotes = self.names("the name of a piece")?;
        }
        if self.at("exactly") {
            let hint = "write `exactly` before `promotes to`";
            return self.unexpected_with("another piece or `}`", hint);
        }
        let span = self.since(name.span);
        Ok(PieceEntry { name, symbols, exactly, promotes, span })
    }

    /// Passes over symbols of a third player, of which one message is enough.
    fn pass_third_symbols(&mut self) {
        while self.kind() == TokenKind::Symbol {
            if !self.diagnostics.iter().any(|it| it.code == Code::TooManyPlayers) {
                let title = "the symbol of a third player";
                let hint =
                    "games for more than two players come later; a piece has one or two symbols";
                self.report(Diagnostic::error(Code::TooManyPlayers, self.span(), title).hint(hint));
            }
            self.bump();
        }
    }

    fn piece_symbols(&mut self) -> Parsing<PieceSymbols> {
        let first = self.symbol_or_dash("a symbol in quotes, such as `'X'`")?;
        if self.at("..") {
            let dots = self.bump();
            let last = self.symbol("the last symbol of the family")?;
            return match first {
                Some(first) => Ok(PieceSymbols::Family(first, last)),
                None => {
                    let title = "a family of pieces begins with a symbol";
                    self.report(Diagnostic::error(Code::Unexpected, dots, title));
                    Err(Reported)
                }
            };
        }
        if self.at(",") && (self.ahead(1).kind == TokenKind::Symbol || self.is(1, "-")) {
            let hint = "the symbols of the two players are separated by a space";
            let fix = Fix { span: self.span(), text: String::new() };
            let wanted = "the symbol of the second player";
            let _ = self.unexpected_but::<()>(wanted, hint, Some(fix));
            self.quiet = false;
            self.bump();
        }
        if matches!(self.kind(), TokenKind::Symbol) || self.at("-") {
            let second = self.symbol_or_dash("a symbol")?;
            self.pass_third_symbols();
            return Ok(PieceSymbols::Players(first, second));
        }
        match first {
            Some(symbol) => Ok(PieceSymbols::Nobody(symbol)),
            None => self.unexpected("the symbol of the second player"),
        }
    }

    fn symbol_or_dash(&mut self, what: &str) -> Parsing<Option<Symbol>> {
        if self.eat("-") { Ok(None) } else { self.symbol(what).map(Some) }
    }

    pub(super) fn zone(&mut self) -> Parsing<ZoneEntry> {
        if let TokenKind::Word(word) = self.kind()
            && self.is_name_of_zone()
        {
            self.reserved_word(word);
            self.quiet = false;
            let name = self.bump_name();
            return self.rest_of_zone(name);
        }
        let name = self.name("the name of a zone")?;
        self.rest_of_zone(name)
    }

    /// Whether `row` or a word like it was taken as the name of a zone: the fields follow it.
    fn is_name_of_zone(&self) -> bool {
        let side = |n: usize| {
            ["row", "rows", "column", "columns"].into_iter().any(|word| self.is(n, word))
        };
        side(0) && side(1)
    }

    fn rest_of_zone(&mut self, name: Name) -> Parsing<ZoneEntry> {
        let first = self.fields()?;
        let second = if self.begins_fields() { Some(self.fields()?) } else { None };
        let span = self.since(name.span);
        Ok(ZoneEntry { name, first, second, span })
    }

    pub(super) fn direction_set(&mut self) -> Parsing<DirectionEntry> {
        let name = self.name("the name of a set of directions")?;
        let first = self.compass_set()?;
        let second = match self.kind() {
            TokenKind::Mark("(") | TokenKind::Word(_) if !self.section_ends() => {
                self.compass_set()?
            }
            _ => Vec::new(),
        };
        let span = self.since(name.span);
        Ok(DirectionEntry { name, first, second, span })
    }

    fn compass_set(&mut self) -> Parsing<Vec<(Compass, Span)>> {
        if !self.eat("(") {
            return Ok(vec![self.compass_point()?]);
        }
        let mut set = vec![self.compass_point()?];
        while self.eat(",") {
            set.push(self.compass_point()?);
        }
        self.expect(")")?;
        Ok(set)
    }

    fn compass_point(&mut self) -> Parsing<(Compass, Span)> {
        if let TokenKind::Word(word) = self.kind()
            && let Some(compass) = Compass::named(word)
        {
            if !is_fixed(compass) {
                let hint = "write the directions of each player: `north south`";
                return self.unexpected_with("a point of the compass", hint);
            }
            return Ok((compass, self.bump()));
        }
        let points = Compass::ALL.into_iter().filter(|point| is_fixed(*point)).map(Compass::word);
        if self.at_name()
            && !self.token().first_on_line
            && let Some(meant) = closest(self.words(self.span()), points)
            && let Some(compass) = Compass::named(meant)
        {
            self.misspelt(meant);
            self.quiet = false;
            return Ok((compass, self.bump()));
        }
        self.unexpected("a point of the compass such as `north`")
    }

    pub(super) fn counter(&mut self) -> Parsing<CounterEntry> {
        let name = self.name("the name of a counter")?;
        let symbols = if self.kind() == TokenKind::Symbol {
            let first = self.symbol("a symbol")?;
            Some((first, self.symbol("the symbol of the second player")?))
        } else {
            None
        };
        let range = if matches!(self.kind(), TokenKind::Int(_)) {
            let low = self.int("a number")?;
            self.expect("..")?;
            Some((low, self.int("the highest value")?))
        } else {
            None
        };
        let span = self.since(name.span);
        Ok(CounterEntry { name, symbols, range, span })
    }

    pub(super) fn memory(&mut self) -> Parsing<MemoryEntry> {
        let name = self.name("the name of a remembered field")?;
        let mut turns = None;
        if self.eat("for") {
            turns = Some(self.int("a number of turns")?);
            if !self.eat("turns") {
                self.expect("turn")?;
            }
        }
        let span = self.since(name.span);
        Ok(MemoryEntry { name, turns, span })
    }

    pub(super) fn reserve(&mut self) -> Parsing<ReserveEntry> {
        let name = self.name("the name of a piece")?;
        let count = if matches!(self.kind(), TokenKind::Int(_)) {
            Some(self.int("a number")?)
        } else {
            None
        };
        let span = self.since(name.span);
        Ok(ReserveEntry { name, count, span })
    }
}

/// Whether a direction is a point of the compass, the same for both players.
fn is_fixed(compass: Compass) -> bool {
    !matches!(
        compass,
        Compass::Forward
            | Compass::Backward
            | Compass::Orthogonal
            | Compass::Diagonal
            | Compass::Alldir
    )
}
