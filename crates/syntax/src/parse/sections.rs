//! Sections: what is between their braces or after their word. The entries
//! themselves are read elsewhere.

use super::recover::{ROLES, SECTIONS};
use super::{Parser, Parsing, Reported};
use crate::ast::*;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix, closest};
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
    pub(super) fn names(&mut self, what: &str) -> Parsing<Vec<Name>> {
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
                Diagnostic::error(Code::MissingComma, self.last_span().after(), title)
                    .hint("names are separated by `,`")
                    .replace_by(","),
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
        if self.at(",") {
            let (n, m) = (columns.length.value, rows.length.value);
            let hint = format!("a board has columns and rows: `dimensions ({n},{m})`");
            return self.unexpected_with("`)`", &hint);
        }
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
                    Diagnostic::error(Code::Unexpected, span, "a line needs at least two fields")
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
                let fix = Fix { span: self.last_span().after(), text: ",".to_string() };
                let hint = "lines are separated by commas";
                let _ = self.unexpected_but::<()>("`,` or `}`", hint, Some(fix));
                while !self.at("}") && !self.section_ends() && !self.eat(",") {
                    self.bump();
                }
            }
        }
        self.close_braces(open);
        Ok(lines)
    }

    fn players(&mut self) -> Parsing<Vec<Name>> {
        let wanted = "the name of a player";
        if !matches!(self.kind(), TokenKind::Name | TokenKind::Word(_)) {
            let hint = "name the one or two players of the game: `players black white`";
            return self.unexpected_with(wanted, hint);
        }
        let (mut names, mut comma) = (vec![self.name(wanted)?], None);
        while self.at_player() || self.at(",") {
            if self.at(",") {
                comma = comma.or(Some(self.span()));
                self.bump();
                continue;
            }
            if let TokenKind::Word(word) = self.kind() {
                self.quiet = false;
                self.reserved_word(word);
            }
            if names.len() == 2 {
                self.report(
                    Diagnostic::error(Code::TooManyPlayers, self.span(), "a third player")
                        .hint("games for more than two players come later; name one or two"),
                );
            }
            names.push(self.bump_name());
        }
        if let Some(comma) = comma.filter(|_| names.len() < 3) {
            self.report(
                Diagnostic::error(Code::Unexpected, comma, "a comma between players")
                    .hint("write `players black white`")
                    .replace_by(""),
            );
        }
        names.truncate(2);
        Ok(names)
    }

    /// Whether another player is named here, perhaps by a word of the language;
    /// but what may begin an item is no player.
    fn at_player(&self) -> bool {
        match self.kind() {
            TokenKind::Name => !self.at_item_start() && !self.begins_unknown_item(),
            TokenKind::Word(word) => {
                !self.token().first_on_line && !SECTIONS.contains(&word) && !ROLES.contains(&word)
            }
            _ => false,
        }
    }

    /// A misspelt section on a new line: `dimension (3,3)`.
    fn begins_unknown_item(&self) -> bool {
        self.token().first_on_line && matches!(self.ahead(1).kind, TokenKind::Mark("{" | "("))
    }

    /// Whether the braces of this section were forgotten.
    pub(super) fn section_ends(&self) -> bool {
        self.at_end() || self.at_plain_item_start()
    }

    fn close_braces(&mut self, open: Span) {
        self.quiet = false;
        if !self.eat("}") {
            self.report(
                Diagnostic::error(Code::UnclosedBrace, open, "this `{` is not closed")
                    .hint("put a `}` after the last entry")
                    .fix(self.last_span().after(), "\n}"),
            );
        }
    }

    /// `{`, entries, `}`.
    fn braces<T>(&mut self, entry: fn(&mut Self) -> Parsing<T>) -> Parsing<Vec<T>> {
        if !self.at("{") {
            return self.unexpected_with("`{`", "entries are written between `{` and `}`");
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
                let hint = "entries are separated by spaces, and so are their parts";
                let fix = Fix { span: self.span(), text: String::new() };
                let _ = self.unexpected_but::<()>("another entry or `}`", hint, Some(fix));
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

    /// The text of a drawing with spaces in place of comments, so that places
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
