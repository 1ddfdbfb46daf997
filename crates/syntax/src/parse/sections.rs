//! Sections and their entries.

use super::{Parser, Parsing, Reported};
use crate::ast::*;
use crate::diagnostic::{Diagnostic, closest};
use crate::lex::SIDES;
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn section(&mut self, word: &str) -> Parsing<ItemKind> {
        Ok(match word {
            "extends" => ItemKind::Extends(self.name("the name of a game")?),
            "without" => ItemKind::Without(self.taken_out()?),
            "dimensions" => self.dimensions()?,
            "lines" => ItemKind::Lines(self.lines()?),
            "players" => ItemKind::Players(self.players()?),
            "pieces" => ItemKind::Pieces(self.braces(Self::piece)?),
            "zones" => ItemKind::Zones(self.braces(Self::zone)?),
            "directions" => ItemKind::Directions(self.braces(Self::direction_set)?),
            "counters" => ItemKind::Counters(self.braces(Self::counter)?),
            "memory" => ItemKind::Memory(self.braces(Self::memory)?),
            "reserve" => ItemKind::Reserve(self.braces(Self::reserve)?),
            "stacks" => ItemKind::Stacks(self.int("how many pieces a field can hold")?),
            "start" => ItemKind::Start(self.drawing()?),
            _ => {
                let name = self.name("the name of the layout")?;
                ItemKind::Layout(name, self.drawing()?)
            }
        })
    }

    /// Names with commas between them.
    fn names(&mut self, what: &str) -> Parsing<Vec<Name>> {
        let mut names = vec![self.name(what)?];
        while self.eat(",") {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    fn taken_out(&mut self) -> Parsing<Vec<Name>> {
        let mut names = self.names("a name to take out")?;
        while self.at_name() && !self.token().first_on_line {
            let title = format!("a comma is missing before {}", self.found());
            self.report(
                Diagnostic::error("missing-comma", self.last_span().after(), title)
                    .hint("names are separated by `,`"),
            );
            names.extend(self.names("a name to take out")?);
        }
        Ok(names)
    }

    fn dimensions(&mut self) -> Parsing<ItemKind> {
        let side = |parser: &mut Self, what: &str| -> Parsing<Side> {
            let cyclic = parser.eat("cyclic");
            Ok(Side { cyclic, length: parser.int(what)? })
        };
        if !self.at("(") {
            return self.unexpected_with("`(`", SIDES);
        }
        self.bump();
        let columns = side(self, "the number of columns")?;
        if !self.at(",") {
            return self.unexpected_with("`,`", SIDES);
        }
        self.bump();
        let rows = side(self, "the number of rows")?;
        self.expect(")")?;
        let mut hexagonal = self.eat("hexagonal");
        if !hexagonal
            && self.at_name()
            && !self.token().first_on_line
            && closest(self.words(self.span()), ["hexagonal"]).is_some()
        {
            self.misspelt("hexagonal");
            self.bump();
            hexagonal = true;
        }
        Ok(ItemKind::Dimensions { columns, rows, hexagonal })
    }

    fn lines(&mut self) -> Parsing<Vec<Vec<Name>>> {
        let open = self.expect("{")?;
        let mut lines = Vec::new();
        while !self.at("}") && !self.section_ends() {
            let start = self.span();
            let mut line = Vec::new();
            while self.at_name() && !self.at_plain_item_start() {
                line.push(self.bump_name());
            }
            if line.len() == 1 {
                let span = self.since(start);
                self.report(
                    Diagnostic::error("unexpected", span, "a line needs at least two fields")
                        .hint("write the fields along the line: `a1 b1 c1`"),
                );
            } else if line.is_empty() {
                let _ = self.unexpected::<()>("the name of a field");
            } else {
                lines.push(line);
            }
            if self.eat(",") {
                if self.at("}") {
                    let _ = self.unexpected::<()>("another line after `,`");
                }
            } else if !self.at("}") && !self.section_ends() {
                let _ = self.unexpected_with::<()>("`,` or `}`", "lines are separated by commas");
                while !self.at("}") && !self.section_ends() && !self.eat(",") {
                    self.bump();
                }
            }
        }
        self.close_braces(open);
        Ok(lines)
    }

    fn players(&mut self) -> Parsing<Vec<Name>> {
        let mut names = vec![self.name("the name of a player")?];
        while self.at_name() && !self.at_item_start() && !self.begins_unknown_item() {
            if names.len() == 2 {
                self.report(
                    Diagnostic::error("too-many-players", self.span(), "a third player")
                        .hint("a game has one or two players"),
                );
            }
            names.push(self.bump_name());
        }
        if self.eat(",") {
            self.pos -= 1;
            self.report(
                Diagnostic::error("unexpected", self.span(), "a comma between players")
                    .hint("write `players black white`"),
            );
            self.bump();
            if self.at_name() && !self.at_item_start() {
                names.push(self.bump_name());
            }
        }
        names.truncate(2);
        Ok(names)
    }

    /// A misspelt section on a new line: `dimension (3,3)`.
    fn begins_unknown_item(&self) -> bool {
        self.token().first_on_line && matches!(self.ahead(1).kind, TokenKind::Sign("{" | "("))
    }

    /// Whether the braces of this section were forgotten.
    fn section_ends(&self) -> bool {
        self.at_end() || self.at_plain_item_start()
    }

    fn close_braces(&mut self, open: Span) {
        self.quiet = false;
        if !self.eat("}") {
            self.report(
                Diagnostic::error("unclosed-brace", open, "this `{` is not closed")
                    .hint("put a `}` behind the last entry"),
            );
        }
    }

    /// `{`, entries, `}`.
    fn braces<T>(&mut self, entry: fn(&mut Self) -> Parsing<T>) -> Parsing<Vec<T>> {
        if !self.at("{") {
            return self.unexpected_with("`{`", "entries stand between `{` and `}`");
        }
        let open = self.bump();
        let mut entries = Vec::new();
        while !self.at("}") && !self.section_ends() {
            let pos = self.pos;
            self.quiet = false;
            match entry(self) {
                Ok(entry) => entries.push(entry),
                Err(Reported) if self.pos > pos && (self.at_entry() || self.section_ends()) => {}
                Err(Reported) => self.skip_entry(),
            }
            if self.at(",") || self.at("=") {
                let hint = "entries are separated by blanks, and their parts too";
                let _ = self.unexpected_with::<()>("another entry or `}`", hint);
                self.bump();
                if !self.at_name() {
                    self.pos -= 1;
                    self.skip_entry();
                }
            }
        }
        self.close_braces(open);
        Ok(entries)
    }

    fn piece(&mut self) -> Parsing<PieceEntry> {
        let name = self.name("the name of a piece")?;
        let symbols = self.piece_symbols()?;
        let exactly = if self.eat("exactly") { Some(self.int("how many")?) } else { None };
        let mut promotes = Vec::new();
        if self.eat("promotes") {
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

    fn piece_symbols(&mut self) -> Parsing<PieceSymbols> {
        let first = self.symbol_or_dash("a symbol in quotes, such as `'X'`")?;
        if self.at("..") {
            let dots = self.bump();
            let last = self.symbol("the last symbol of the family")?;
            return match first {
                Some(first) => Ok(PieceSymbols::Family(first, last)),
                None => {
                    let title = "a family of pieces begins with a symbol";
                    self.report(Diagnostic::error("unexpected", dots, title));
                    Err(Reported)
                }
            };
        }
        if self.at(",") && (self.ahead(1).kind == TokenKind::Symbol || self.is(1, "-")) {
            let hint = "the signs of the two players are separated by a blank";
            let _ = self.unexpected_with::<()>("the sign of the second player", hint);
            self.quiet = false;
            self.bump();
        }
        if matches!(self.kind(), TokenKind::Symbol) || self.at("-") {
            let second = self.symbol_or_dash("a symbol")?;
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

    fn zone(&mut self) -> Parsing<ZoneEntry> {
        let name = self.name("the name of a zone")?;
        let first = self.fields()?;
        let second = if self.begins_fields() { Some(self.fields()?) } else { None };
        let span = self.since(name.span);
        Ok(ZoneEntry { name, first, second, span })
    }

    fn direction_set(&mut self) -> Parsing<DirectionEntry> {
        let name = self.name("the name of a set of directions")?;
        let first = self.compass_set()?;
        let second = match self.kind() {
            TokenKind::Sign("(") | TokenKind::Word(_) if !self.section_ends() => {
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
            && let Some(compass) = compass(word)
        {
            let fixed = !matches!(
                compass,
                Compass::Forward
                    | Compass::Backward
                    | Compass::Orthogonal
                    | Compass::Diagonal
                    | Compass::Alldir
            );
            if !fixed {
                let hint = "write the directions of each player: `north south`";
                return self.unexpected_with("a point of the compass", hint);
            }
            return Ok((compass, self.bump()));
        }
        self.unexpected("a point of the compass such as `north`")
    }

    fn counter(&mut self) -> Parsing<CounterEntry> {
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

    fn memory(&mut self) -> Parsing<MemoryEntry> {
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

    fn reserve(&mut self) -> Parsing<ReserveEntry> {
        let name = self.name("the name of a piece")?;
        let count = if matches!(self.kind(), TokenKind::Int(_)) {
            Some(self.int("a number")?)
        } else {
            None
        };
        let span = self.since(name.span);
        Ok(ReserveEntry { name, count, span })
    }

    fn drawing(&mut self) -> Parsing<Drawing> {
        if !self.at("{") {
            // Whatever is odd about the rows follows from the missing brace.
            self.tokens[self.pos].damaged = false;
        }
        self.expect("{")?;
        if self.kind() != TokenKind::Drawing {
            return self.unexpected("a drawing");
        }
        let closed = !self.token().damaged;
        let span = self.bump();
        if closed {
            self.expect("}")?;
        }
        Ok(Drawing { text: self.without_comments(span), span })
    }

    /// The text of a drawing with blanks in place of comments, so that places
    /// in it stay the same.
    fn without_comments(&self, span: Span) -> String {
        let mut text = self.words(span).to_string();
        let first = self.comments.partition_point(|comment| comment.span.start < span.start);
        for comment in &self.comments[first..] {
            if comment.span.start >= span.end {
                break;
            }
            let start = (comment.span.start - span.start) as usize;
            let end = (comment.span.end.min(span.end) - span.start) as usize;
            text.replace_range(start..end, &" ".repeat(end - start));
        }
        text
    }
}

/// The direction that a word names.
pub(super) fn compass(word: &str) -> Option<Compass> {
    Some(match word {
        "north" => Compass::North,
        "northeast" => Compass::Northeast,
        "east" => Compass::East,
        "southeast" => Compass::Southeast,
        "south" => Compass::South,
        "southwest" => Compass::Southwest,
        "west" => Compass::West,
        "northwest" => Compass::Northwest,
        "forward" => Compass::Forward,
        "backward" => Compass::Backward,
        "orthogonal" => Compass::Orthogonal,
        "diagonal" => Compass::Diagonal,
        "alldir" => Compass::Alldir,
        _ => return None,
    })
}
