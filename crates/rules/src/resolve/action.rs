//! Statements that walk, change something, or say something.

use super::Resolver;
use super::names::Meaning;
use crate::inherit::Category;
use crate::model::{Amount, Statement, StatementKind};
use game::{Counter, Kind, Memory};
use ir::Whose;
use syntax::ast::{
    Amount as AstAmount, Audience, Detail, Name, Pattern, Statement as Ast,
    StatementKind as AstKind, ValueKind, What,
};
use syntax::{Code, Diagnostic, Span};

impl Resolver<'_> {
    /// Resolves a statement that is not about choosing.
    pub(super) fn action(&mut self, ast: &Ast) -> StatementKind {
        match &ast.kind {
            AstKind::Step => StatementKind::Step,
            AstKind::Rotate { negative, degrees } => {
                match self.rotation(*negative, degrees.value, ast.span) {
                    Some(degrees) => StatementKind::Rotate(degrees),
                    None => StatementKind::Fail,
                }
            }
            AstKind::Direction(compass) => match self.direction(*compass, ast.span) {
                Some(set) => StatementKind::Directions(set),
                None => StatementKind::Fail,
            },
            AstKind::Pickup(amount) => {
                self.hand_action("pickup", amount, Amount::One, StatementKind::Pickup, ast.span)
            }
            AstKind::Putdown(amount) => {
                self.hand_action("putdown", amount, Amount::All, StatementKind::Putdown, ast.span)
            }
            AstKind::Replace(pattern) => self.replace(pattern),
            AstKind::Remove => StatementKind::Remove,
            AstKind::Promote => StatementKind::Promote,
            AstKind::Drop(name) => self.drop_piece(name.as_ref(), ast.span),
            AstKind::Keep => {
                self.needs_reserve("keep", ast.span);
                self.keep.get_or_insert(ast.span);
                StatementKind::Keep
            }
            AstKind::Remember(name) => match self.memory(name) {
                Some(memory) => StatementKind::Remember(memory),
                None => StatementKind::Nothing,
            },
            AstKind::Set(name, value) => {
                let (counter, value) = (self.counter(name), self.number(value));
                counter.map_or(StatementKind::Nothing, |c| StatementKind::Set(c, value))
            }
            AstKind::Add(value, name) => {
                let (value, counter) = (self.number(value), self.counter(name));
                counter.map_or(StatementKind::Nothing, |c| StatementKind::Add(c, value))
            }
            _ => self.saying(ast),
        }
    }

    /// Statements about the turn and its outcome.
    fn saying(&mut self, ast: &Ast) -> StatementKind {
        match &ast.kind {
            AstKind::Win => StatementKind::Win,
            AstKind::Lose => StatementKind::Lose,
            AstKind::Draw => StatementKind::Draw,
            AstKind::Score(value) => StatementKind::Score(self.number(value)),
            AstKind::Pass => StatementKind::Pass,
            AstKind::Again => StatementKind::Again,
            AstKind::Cost(value) => {
                if self.is_for_two() {
                    let title = "only the moves of a puzzle have a `cost`";
                    self.report(
                        Diagnostic::error(Code::PuzzleOnly, ast.span, title)
                            .hint("leave it out, or name one player only"),
                    );
                }
                StatementKind::Cost(self.number(value))
            }
            AstKind::Tell { to, message, details } => {
                if *to == Audience::Enemy {
                    self.two_players("enemy", ast.span);
                }
                let details = details.iter().filter_map(|detail| self.detail(detail)).collect();
                StatementKind::Tell { to: *to, message: message.text.clone(), details }
            }
            // `statement` and `action` have taken all others.
            _ => StatementKind::Fail,
        }
    }

    fn detail(&mut self, detail: &Detail) -> Option<ir::Detail> {
        match detail {
            Detail::Here(_) => Some(ir::Detail::Here),
            Detail::Piece(_) => Some(ir::Detail::Piece),
            Detail::Memory(name) => self.memory(name).map(ir::Detail::Memory),
        }
    }

    /// `pickup` or `putdown`, with an amount or without.
    fn hand_action(
        &mut self,
        word: &str,
        amount: &AstAmount,
        unsaid: Amount,
        make: fn(Amount) -> StatementKind,
        span: Span,
    ) -> StatementKind {
        let amount = match amount {
            AstAmount::Unsaid => return make(unsaid),
            AstAmount::All => Amount::All,
            AstAmount::Value(value) => {
                if let ValueKind::Name(name) = &value.kind
                    && self.is_next_statement(name)
                {
                    self.comma_missing(word, name, span);
                    let next = self.call(name);
                    let this = Statement { kind: make(unsaid), span };
                    return StatementKind::Sequence(vec![this, next]);
                }
                Amount::Number(self.number(value))
            }
        };
        self.needs_stacks(&format!("`{word}` with an amount"), span);
        make(amount)
    }

    /// Whether a name in place of an amount was meant as the next statement:
    /// it is a rule, or nothing that is known where amounts make no sense.
    fn is_next_statement(&self, name: &Name) -> bool {
        match self.names.look(&name.text) {
            Some(known) => matches!(known.meaning, Meaning::Rule(_) | Meaning::Directions(_)),
            None => self.facts.stacks.is_none() && !self.damage.has("stacks"),
        }
    }

    fn comma_missing(&mut self, word: &str, name: &Name, span: Span) {
        let title = format!("a comma is missing between `{word}` and `{}`", name.text);
        let after = span.start as usize + word.len();
        let place = Span::new(span.file, after, after);
        self.report(
            Diagnostic::error(Code::MissingComma, place, title)
                .hint(format!("write `{word}, {}`", name.text))
                .replace_by(","),
        );
    }

    /// Says that something only makes sense where pieces lie on top of each other.
    pub(super) fn needs_stacks(&mut self, what: &str, span: Span) {
        if self.facts.stacks.is_none() && !self.damage.has("stacks") {
            let title = format!("{what} needs a board with stacks");
            self.report(
                Diagnostic::error(Code::NeedsStacks, span, title)
                    .hint("add `stacks 4`, with the most pieces that a field can hold"),
            );
        }
    }

    /// A counter that is not gone; other names are reported.
    fn counter(&mut self, name: &Name) -> Option<Counter> {
        let hint = "only counters can be set or added to";
        self.named(name, Category::Counter, hint, |meaning| match meaning {
            Meaning::Counter(counter) => Some(counter),
            _ => None,
        })
    }

    /// A remembered field that is not gone; other names are reported.
    fn memory(&mut self, name: &Name) -> Option<Memory> {
        let hint = format!("declare one: `memory {{ my_{} }}`", name.text);
        self.named(name, Category::Memory, &hint, |meaning| match meaning {
            Meaning::Memory(memory) => Some(memory),
            _ => None,
        })
    }

    /// The kinds of a piece that is not gone; other names are reported.
    pub(super) fn kinds_of(&mut self, name: &Name, hint: &str) -> Option<Vec<Kind>> {
        self.named(name, Category::Piece, hint, |meaning| match meaning {
            Meaning::Piece(kinds) => Some(kinds),
            _ => None,
        })
    }

    /// The one piece that `replace by` puts on the field.
    fn replace(&mut self, pattern: &Pattern) -> StatementKind {
        let name = match &pattern.what {
            What::Name(name) => name,
            What::EmptyField => {
                self.not_one_piece(pattern.span, "`empty field` is not a piece", "write `remove`");
                return StatementKind::Fail;
            }
            What::Piece | What::Field => {
                let hint = "name the piece: `replace by own …`";
                self.not_one_piece(pattern.span, "this does not say which piece", hint);
                return StatementKind::Fail;
            }
        };
        if let Some(place) = &pattern.place {
            let hint = "the piece goes onto the field under the finger; leave `in` out";
            self.not_one_piece(place.span, "`replace by` takes no place", hint);
        }
        let owner = self.owner(pattern);
        let kinds = self.kinds_of(name, "name the piece: `replace by own …`");
        let (Some(whose), Some(kinds)) = (owner, kinds) else { return StatementKind::Fail };
        let [kind] = kinds[..] else {
            if let (Some(first), Some(last)) = (kinds.first(), kinds.last()) {
                let member = |kind: &Kind| &self.facts.kinds[kind.index()].name;
                let title = format!("`{}` is a family of {} pieces", name.text, kinds.len());
                let hint = format!("name one of `{}` to `{}`", member(first), member(last));
                self.not_one_piece(name.span, &title, &hint);
            }
            return StatementKind::Fail;
        };
        match self.replacing_owner(pattern, whose, kind) {
            Some(whose) => {
                self.made.insert(kind);
                StatementKind::Replace(whose, kind)
            }
            None => StatementKind::Fail,
        }
    }

    fn not_one_piece(&mut self, span: Span, title: &str, hint: &str) {
        self.report(Diagnostic::error(Code::NotOnePiece, span, title).hint(hint));
    }

    /// Whose piece is put down; said, or clear from who has such pieces.
    fn replacing_owner(&mut self, pattern: &Pattern, whose: Whose, kind: Kind) -> Option<Whose> {
        let facts = &self.facts.kinds[kind.index()];
        let has = [0, 1, 2].map(|owner| facts.symbols[owner].is_some());
        match (whose, has) {
            (Whose::Any, [_, _, true]) => Some(Whose::Nobody),
            (Whose::Any, [true, false, _]) => Some(Whose::First),
            (Whose::Any, [false, true, _]) => Some(Whose::Second),
            (Whose::Any, _) => {
                let title = format!("this does not say whose `{}`", facts.name);
                let hint = format!("write `own {0}` or `enemy {0}`", facts.name);
                self.not_one_piece(pattern.span, &title, &hint);
                None
            }
            (_, [_, _, true]) | (Whose::First, [false, ..]) | (Whose::Second, [_, false, _]) => {
                self.never(pattern.span, whose, kind, "this can never be put down");
                None
            }
            (whose, _) => Some(whose),
        }
    }

    fn drop_piece(&mut self, name: Option<&Name>, span: Span) -> StatementKind {
        let kept: Vec<Kind> = self.facts.reserve.iter().map(|entry| entry.kind).collect();
        let kinds = match name {
            Some(name) => match self.kinds_of(name, "`drop` takes a piece of the reserve") {
                Some(kinds) => kinds,
                None => return StatementKind::Fail,
            },
            None => {
                self.needs_reserve("drop", span);
                let gone = |kind: &Kind| self.facts.kinds[kind.index()].gone;
                kept.iter().copied().filter(|kind| !gone(kind)).collect()
            }
        };
        if let Some(name) = name
            && !kinds.iter().all(|kind| kept.contains(kind))
        {
            self.not_in_reserve(name);
            return StatementKind::Fail;
        }
        self.made.extend(&kinds);
        StatementKind::Drop(kinds)
    }

    /// Reports a piece that nobody has beside the board.
    pub(super) fn not_in_reserve(&mut self, name: &Name) {
        if self.damage.has("reserve") {
            return;
        }
        let title = format!("`{}` is not in the reserve", name.text);
        self.report(
            Diagnostic::error(Code::NoReserve, name.span, title)
                .hint(format!("add `reserve {{ {} }}`", name.text)),
        );
    }

    fn needs_reserve(&mut self, word: &str, span: Span) {
        if self.merged.reserve.list.is_empty() && !self.damage.has("reserve") {
            let title = format!("`{word}` needs a reserve");
            self.report(
                Diagnostic::error(Code::NoReserve, span, title)
                    .hint("add a `reserve { … }` with the pieces that go there"),
            );
        }
    }
}
