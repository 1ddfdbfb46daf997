//! Patterns: whose pieces of which kinds, on which fields.

use super::names::Meaning;
use super::place::{Area, combine};
use super::{Resolver, failing};
use crate::inherit::Category;
use crate::model::{Content, Pattern, Statement, StatementKind};
use game::{FieldSet, Kind};
use ir::Whose;
use syntax::ast::{Name, Owner, Pattern as AstPattern, Source, What};
use syntax::{Code, Diagnostic, Span};

/// What a pattern came to.
pub(super) enum Matching<T> {
    Pattern(T),
    /// It names something that a variant took out.
    Gone,
    /// There is a mistake in it, which was reported.
    Mistake,
}

/// What can stand for a lone name in a pattern.
const PATTERN_NAMES: [Category; 4] =
    [Category::Piece, Category::Zone, Category::Memory, Category::Field];

impl Resolver<'_> {
    /// A statement made of a pattern, which fails if the pattern is gone.
    pub(super) fn matching(
        &mut self,
        pattern: &AstPattern,
        make: impl Fn(Pattern) -> StatementKind,
    ) -> StatementKind {
        match self.pattern(pattern) {
            Matching::Pattern(pattern) => make(pattern),
            Matching::Gone | Matching::Mistake => StatementKind::Fail,
        }
    }

    /// Resolves a pattern.
    pub(super) fn pattern(&mut self, pattern: &AstPattern) -> Matching<Pattern> {
        let found = match &pattern.what {
            What::Name(name) => self.named_content(pattern, name),
            What::Piece => self.any_piece(pattern),
            What::EmptyField => Matching::Pattern((Content::Empty, None)),
            What::Field => Matching::Pattern((Content::Any, None)),
        };
        let area = pattern.place.as_ref().map(|place| self.place(place));
        let (content, inner) = match found {
            Matching::Pattern(found) => found,
            Matching::Gone => return Matching::Gone,
            Matching::Mistake => return Matching::Mistake,
        };
        let area = match (inner, area) {
            (Some(inner), Some(outer)) => Some(combine(inner, outer, FieldSet::and)),
            (inner, outer) => inner.or(outer),
        };
        match area {
            None => Matching::Pattern(Pattern { content, zone: None, memories: Vec::new() }),
            Some(Area::Gone) => Matching::Gone,
            Some(Area::Mistake) => Matching::Mistake,
            Some(Area::Fields(fields, memories)) => {
                let everywhere = fields.iter().all(|set| set.len() == self.facts.board.n_fields());
                let zone = Some(fields).filter(|_| !everywhere);
                Matching::Pattern(Pattern { content, zone, memories })
            }
        }
    }

    fn named_content(
        &mut self,
        pattern: &AstPattern,
        name: &Name,
    ) -> Matching<(Content, Option<Area>)> {
        let Some(known) = self.names.look(&name.text).cloned() else {
            self.check_owner(pattern);
            match pattern.owner {
                Some(_) => self.unknown(name, &[Category::Piece]),
                None => self.unknown(name, &PATTERN_NAMES),
            }
            return Matching::Mistake;
        };
        let fields = match known.meaning {
            Meaning::Piece(kinds) => return self.kinds_content(pattern, &kinds, known.gone),
            Meaning::Zone(_) | Meaning::Memory(_) | Meaning::Field(_)
                if pattern.owner.is_some() =>
            {
                self.owned_place(pattern, name, known.meaning.category());
                return Matching::Mistake;
            }
            _ if known.gone => Area::Gone,
            Meaning::Zone(number) => match self.facts.zones.get(number) {
                Some(zone) => Area::Fields(zone.fields.clone(), Vec::new()),
                None => Area::Mistake,
            },
            Meaning::Field(field) => Area::Fields(self.one_field(field), Vec::new()),
            Meaning::Memory(memory) => {
                let all = FieldSet::all(self.facts.board.n_fields());
                Area::Fields([all.clone(), all], vec![memory])
            }
            other => {
                self.check_owner(pattern);
                let hint = self.statement_hint(&other, name);
                let wanted = if pattern.owner.is_some() { "a piece" } else { "a piece or field" };
                self.wrong_kind(name, other.category(), wanted, hint);
                return Matching::Mistake;
            }
        };
        Matching::Pattern((Content::Any, Some(fields)))
    }

    /// `own far`: only pieces have owners.
    fn owned_place(&mut self, pattern: &AstPattern, name: &Name, is: Category) {
        let owner = match &pattern.owner {
            Some(Owner::Own(_)) => "own",
            Some(Owner::Enemy(_)) => "enemy",
            Some(Owner::Player(player)) => &player.text,
            None => return,
        };
        let title = format!("`{}` is {} and belongs to no player", name.text, is.a());
        let hint = format!("write `{owner} piece in {}`, or leave `{owner}` out", name.text);
        let fixed = format!("{owner} piece in {}", name.text);
        let error = Diagnostic::error(Code::OwnedField, pattern.span, title).hint(hint);
        self.report(match &pattern.place {
            None => error.replace_by(fixed),
            Some(_) => error,
        });
    }

    fn any_piece(&mut self, pattern: &AstPattern) -> Matching<(Content, Option<Area>)> {
        let Some(whose) = self.owner(pattern) else { return Matching::Mistake };
        let exists = self.facts.pieces().any(|piece| belongs(whose, piece.owner() as usize));
        if !exists && self.pieces_known && !self.facts.kinds.is_empty() {
            let title = "no player has a piece, so this never matches";
            self.report(
                Diagnostic::error(Code::NeverMatches, pattern.span, title)
                    .hint("pieces with one symbol belong to nobody; write `piece`"),
            );
            return Matching::Mistake;
        }
        Matching::Pattern((Content::Pieces(whose, None), None))
    }

    fn kinds_content(
        &mut self,
        pattern: &AstPattern,
        kinds: &[Kind],
        gone: bool,
    ) -> Matching<(Content, Option<Area>)> {
        let Some(whose) = self.owner(pattern) else { return Matching::Mistake };
        if gone {
            return Matching::Gone;
        }
        // A family with a mistake in it has no members.
        let Some(first) = kinds.first() else { return Matching::Mistake };
        let symbols = &self.facts.kinds[first.index()].symbols;
        let whose = match whose {
            Whose::Any if symbols[2].is_some() => Whose::Nobody,
            whose => whose,
        };
        if !(0..3).any(|owner| belongs(whose, owner) && symbols[owner].is_some()) {
            self.never(pattern.span, whose, *first, "this never matches");
            return Matching::Mistake;
        }
        Matching::Pattern((Content::Pieces(whose, Some(kinds.to_vec())), None))
    }

    /// Reports a piece that its owner cannot have, and what follows from it.
    pub(super) fn never(&mut self, span: Span, whose: Whose, kind: Kind, so: &str) {
        let facts = &self.facts.kinds[kind.index()];
        let name = facts.family.as_deref().unwrap_or(&facts.name);
        let (title, hint) = match facts.symbols[2].is_some() {
            true => {
                (format!("`{name}` belongs to nobody, so {so}"), format!("write `{name}` alone"))
            }
            false => {
                let player = usize::from(whose == Whose::Second);
                let player = &self.facts.players[player.min(self.facts.players.len() - 1)];
                (
                    format!("{player} has no `{name}`, so {so}"),
                    format!("only the other player has a symbol for `{name}`"),
                )
            }
        };
        self.report(Diagnostic::error(Code::NeverMatches, span, title).hint(hint));
    }

    /// Whose pieces a pattern asks for; `None` if there is a mistake in it.
    pub(super) fn owner(&mut self, pattern: &AstPattern) -> Option<Whose> {
        let (whose, span, word) = match &pattern.owner {
            None => return Some(Whose::Any),
            Some(Owner::Own(span)) => (Whose::Own, *span, "own"),
            Some(Owner::Enemy(span)) => (Whose::Enemy, *span, "enemy"),
            Some(Owner::Player(name)) => {
                let number = self.facts.players.iter().position(|p| *p == name.text);
                let Some(number) = number else {
                    self.unknown_player(name);
                    return None;
                };
                (
                    if number == 0 { Whose::First } else { Whose::Second },
                    name.span,
                    name.text.as_str(),
                )
            }
        };
        if self.is_puzzle() {
            let title =
                format!("a puzzle has one player and pieces of nobody, so `{word}` is wrong");
            self.report(
                Diagnostic::error(Code::NeedsTwoPlayers, span, title)
                    .hint("write the name of the piece alone")
                    .replace_by(""),
            );
            return None;
        }
        Some(whose)
    }

    fn check_owner(&mut self, pattern: &AstPattern) {
        self.owner(pattern);
    }

    fn unknown_player(&mut self, name: &Name) {
        if !self.players_known || self.damage.has(&name.text) {
            return;
        }
        let title = format!("no player is called `{}`", name.text);
        let players = self.facts.players.iter().map(String::as_str);
        let error = Diagnostic::error(Code::UnknownName, name.span, title);
        let error = match syntax::closest(&name.text, players.chain(["own", "enemy"])) {
            Some(meant) => error.did_you_mean(meant),
            None => error.hint(match self.names.look(&name.text) {
                Some(known) => format!(
                    "`{}` is {}; before a piece comes `own`, `enemy` or a player",
                    name.text,
                    known.meaning.category().a()
                ),
                None => format!("the players are `{}`", self.facts.players.join("` and `")),
            }),
        };
        self.report(error);
    }

    /// Where `for each`, `count` and `sum` look, as a statement.
    pub(super) fn source(&mut self, source: &Source) -> Statement {
        match source {
            Source::Statement(statement) => self.statement(statement),
            Source::Pattern(pattern) => {
                let kind = self.matching(pattern, StatementKind::Find);
                Statement { kind, span: pattern.span }
            }
            Source::Name(name) => self.named_source(name),
        }
    }

    fn named_source(&mut self, name: &Name) -> Statement {
        let Some(known) = self.names.look(&name.text) else {
            let wanted = [
                Category::Piece,
                Category::Rule,
                Category::Zone,
                Category::Memory,
                Category::Field,
            ];
            self.unknown_source(name, &wanted);
            return failing(name.span);
        };
        match known.meaning {
            Meaning::Rule(_) | Meaning::Directions(_) => self.call(name),
            _ => {
                let what = What::Name(name.clone());
                let pattern = AstPattern { owner: None, what, place: None, span: name.span };
                let kind = self.matching(&pattern, StatementKind::Find);
                Statement { kind, span: name.span }
            }
        }
    }

    /// A lone name may be a piece or a rule: say both, unless one is close.
    fn unknown_source(&mut self, name: &Name, wanted: &[Category]) {
        if self.damage.has(&name.text) {
            return;
        }
        match self.closest_name(&name.text, &[Category::Rule]) {
            Some(_) => self.unknown(name, &[Category::Rule, Category::Piece]),
            None => self.unknown(name, wanted),
        }
    }
}

/// Whether pieces of this owner (first, second, nobody) can be meant.
fn belongs(whose: Whose, owner: usize) -> bool {
    match whose {
        Whose::Own | Whose::Enemy => owner < 2,
        Whose::First => owner == 0,
        Whose::Second => owner == 1,
        Whose::Nobody => owner == 2,
        Whose::Any => true,
    }
}
