//! Gives every name its meaning: first what a game declares becomes [`Facts`],
//! then rules and values become the typed model.
//!
//! ```text
//! players ─▶ board ─▶ pieces ─▶ other declarations ─▶ names ─▶ drawings
//!                                                       └─▶ rules, values ─▶ gone
//! ```
//!
//! A mistake is reported where it is and then replaced by something
//! harmless (a statement that fails, the number 0), so that nothing is said
//! about what only follows from it.

mod action;
mod board;
mod declare;
mod directions;
mod drawing;
mod gone;
mod names;
mod number;
mod pattern;
mod pieces;
mod place;
mod reserve;
mod statement;
mod symbols;

use crate::compile::{MAX_DIAGNOSTICS, beginning};
use crate::damage::Damage;
use crate::findings::declared;
use crate::inherit::{Category, Level, Merged};
use crate::model::{NamedValue, Roles, Rule, RuleId, Rules, Statement, StatementKind, ValueId};
use game::{Board, Direction, Facts, Kind};
use names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::ValueRole;
use syntax::{Code, Diagnostic, FileId, Span};

/// This many statements and numbers are enough for any game, and few enough for
/// every later stage.
const MAX_PARTS: usize = 20_000;

/// Resolves a merged game; `None` if a rule without which nothing works is missing.
pub(crate) fn resolve(
    name: &str,
    merged: &Merged<'_>,
    damage: &Damage,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Rules> {
    let mut resolver = Resolver {
        merged,
        damage,
        diagnostics: Vec::new(),
        facts: no_facts(name),
        names: Names::default(),
        directions: Vec::new(),
        players_known: true,
        shape_known: false,
        board_known: false,
        pieces_known: true,
        level: 0,
        rules: Vec::new(),
        values: Vec::new(),
        rule_ids: FxHashMap::default(),
        value_ids: FxHashMap::default(),
        made: FxHashSet::default(),
        gone: FxHashMap::default(),
        keep: None,
        n_parts: 0,
        unknown: FxHashMap::default(),
    };
    resolver.declarations();
    resolver.bodies();
    let rules = resolver.finish();
    diagnostics.append(&mut resolver.diagnostics);
    rules
}

/// A rule or value and which of its definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Definition {
    /// The number of the rule or value.
    number: usize,
    /// Which of its definitions, the oldest first.
    version: usize,
}

struct Resolver<'a> {
    merged: &'a Merged<'a>,
    damage: &'a Damage,
    diagnostics: Vec<Diagnostic>,
    facts: Facts,
    names: Names,
    /// The named sets of directions, for the first and the second player.
    directions: Vec<[Vec<Direction>; 2]>,
    /// Whether the players were understood; if not, nothing is said about their number.
    players_known: bool,
    /// Whether it is clear what directions there are, even if the board is not.
    shape_known: bool,
    /// Whether the board was understood; if not, nothing is said about fields.
    board_known: bool,
    /// Whether the pieces were understood; if not, drawings are not read.
    pieces_known: bool,
    /// The file of the rule that is being resolved, for `base`.
    level: Level,
    rules: Vec<Option<Rule>>,
    values: Vec<Option<NamedValue>>,
    /// The numbers of all definitions that are used: the newest, and those that `base` asks for.
    rule_ids: FxHashMap<Definition, RuleId>,
    value_ids: FxHashMap<Definition, ValueId>,
    made: FxHashSet<Kind>,
    /// Numbers that are gone, and where `without` took them out.
    gone: FxHashMap<Span, Span>,
    /// Where `keep` is first used.
    keep: Option<Span>,
    /// How many statements and numbers there are.
    n_parts: usize,
    /// Unknown names, and which message is about each.
    unknown: FxHashMap<String, usize>,
}

/// The facts of a game that declares nothing yet.
fn no_facts(name: &str) -> Facts {
    let board = Board::grid(1, 1, game::Cyclic::NEITHER, false, |_, _| false);
    Facts { players: Vec::new(), ..Facts::new(name, board) }
}

impl<'a> Resolver<'a> {
    /// Keeps a message, unless the parser has said something about the same words.
    fn report(&mut self, diagnostic: Diagnostic) {
        let said = self.damage.touches(diagnostic.label.span);
        if !said && self.diagnostics.len() <= MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Counts statements and numbers, and says once that there are too many.
    fn too_many_parts(&mut self, span: Span) -> bool {
        self.n_parts += 1;
        if self.n_parts == MAX_PARTS {
            let title = "the rules of this game are too long";
            self.report(
                Diagnostic::error(Code::OutOfLimits, span, title)
                    .hint(format!("a game has at most {MAX_PARTS} statements and numbers")),
            );
        }
        self.n_parts >= MAX_PARTS
    }

    /// The game's own file, for messages about something that is missing.
    fn file_start(&self) -> Span {
        beginning(FileId(0))
    }

    /// Whether the game surely has one player.
    fn is_puzzle(&self) -> bool {
        self.players_known && self.facts.n_players() == 1
    }

    /// Whether the game surely has two players.
    fn is_for_two(&self) -> bool {
        self.players_known && self.facts.n_players() == 2
    }

    fn declarations(&mut self) {
        self.players();
        self.board();
        self.pieces();
        self.stacks();
        self.counters();
        self.memories();
        self.name_everything();
        self.reserve();
        self.promotions();
        self.zones();
        self.named_directions();
        self.drawings();
    }

    /// Gives numbers to the rules and values that are not gone, then resolves
    /// them, and then those older definitions that `base` asked for.
    fn bodies(&mut self) {
        for (number, entry) in self.merged.rules.list.iter().enumerate() {
            let newest = entry.newest();
            if newest.gone.is_none() {
                self.number_rule(Definition { number, version: entry.newest_number() });
            }
        }
        for (number, entry) in self.merged.values.list.iter().enumerate() {
            let newest = entry.newest();
            if newest.gone.is_none() {
                self.number_value(Definition { number, version: entry.newest_number() });
            }
        }
        let (mut rule, mut value) = (0, 0);
        let mut rules = Vec::new();
        let mut values = Vec::new();
        while rule < self.rules.len() || value < self.values.len() {
            rules.extend(
                self.rule_ids
                    .iter()
                    .filter(|(_, id)| id.index() >= rule)
                    .map(|(key, id)| (*key, *id)),
            );
            values.extend(
                self.value_ids
                    .iter()
                    .filter(|(_, id)| id.index() >= value)
                    .map(|(key, id)| (*key, *id)),
            );
            rules.sort_unstable_by_key(|&(_, id): &(Definition, RuleId)| id);
            values.sort_unstable_by_key(|&(_, id): &(Definition, ValueId)| id);
            (rule, value) = (self.rules.len(), self.values.len());
            for (definition, id) in rules.drain(..) {
                self.rule_body(definition, id);
            }
            for (definition, id) in values.drain(..) {
                self.value_body(definition, id);
            }
        }
    }

    fn number_rule(&mut self, definition: Definition) -> RuleId {
        let next = RuleId(self.rules.len() as u32);
        let id = *self.rule_ids.entry(definition).or_insert(next);
        if id == next {
            self.rules.push(None);
        }
        id
    }

    fn number_value(&mut self, definition: Definition) -> ValueId {
        let next = ValueId(self.values.len() as u32);
        let id = *self.value_ids.entry(definition).or_insert(next);
        if id == next {
            self.values.push(None);
        }
        id
    }

    fn rule_body(&mut self, Definition { number, version }: Definition, id: RuleId) {
        let entry = &self.merged.rules.list[number];
        let definition = entry.version(version);
        self.level = definition.level;
        let body = self.statement(definition.body);
        self.rules[id.index()] = Some(Rule {
            name: versioned(&definition.name.text, entry.newest_number() - version),
            span: definition.name.span,
            body,
            inherited: definition.level < self.merged.top,
        });
    }

    fn value_body(&mut self, Definition { number, version }: Definition, id: ValueId) {
        let entry = &self.merged.values.list[number];
        let definition = entry.version(version);
        self.level = definition.level;
        let (role, value) = definition.body;
        let role = match version == entry.newest_number() {
            true => role,
            false => ValueRole::Value,
        };
        if role == ValueRole::Bound && self.is_for_two() {
            let span = definition.name.span;
            self.report(
                Diagnostic::error(Code::PuzzleOnly, span, "only a puzzle has a `bound`")
                    .hint("write `evaluation`, or name one player only"),
            );
        }
        let body = self.number(value);
        self.values[id.index()] = Some(NamedValue {
            name: versioned(&definition.name.text, entry.newest_number() - version),
            span: definition.name.span,
            role,
            body,
            inherited: definition.level < self.merged.top,
        });
    }

    fn finish(&mut self) -> Option<Rules> {
        self.check_keep();
        let main = self.role("main");
        let told_roles = ["seen", "known", "tries", "refused", "told"].map(|name| self.role(name));
        let [seen, known, tries, refused, told] = told_roles;
        if main.is_none() {
            self.main_missing();
        }
        let mut made: Vec<Kind> = self.made.iter().copied().collect();
        made.sort_unstable();
        // `compile` knows more once the rules are complete.
        self.facts.placed.clone_from(&made);
        self.facts.hidden = seen.is_some() || known.is_some();
        let rules: Vec<Rule> = self.rules.drain(..).flatten().collect();
        let values: Vec<NamedValue> = self.values.drain(..).flatten().collect();
        let named = |role: ValueRole| {
            values.iter().filter(|v| v.role == role).map(|v| v.name.clone()).collect()
        };
        self.facts.evaluations = named(ValueRole::Evaluation);
        self.facts.bounds = named(ValueRole::Bound);
        let roles = Roles { main: main?, seen, known, tries, refused, told };
        let declared = declared(self.merged);
        let mut rules = Rules { facts: self.facts.clone(), rules, values, roles, made, declared };
        gone::propagate(&mut rules, &self.gone, &mut self.diagnostics);
        Some(rules)
    }

    /// The rule with a fixed role, unless it is missing or taken out.
    fn role(&self, name: &str) -> Option<RuleId> {
        let number = self.merged.rules.find(name)?;
        let entry = &self.merged.rules.list[number];
        self.rule_ids
            .get(&Definition { number, version: entry.newest_number() })
            .copied()
            .filter(|_| entry.newest().gone.is_none())
    }

    fn main_missing(&mut self) {
        if self.damage.has("main") || self.names.look("main").is_some_and(|n| !n.gone) {
            return;
        }
        let hint = match self.closest_name("main", &[Category::Rule]) {
            Some(meant) => format!("the rule that makes a turn is called `main`, not `{meant}`"),
            None => {
                "`main` is the rule that makes a turn: `main = try move else lose.`".to_string()
            }
        };
        let start = self.file_start();
        self.report(
            Diagnostic::error(Code::NoMain, start, "the game has no rule `main`").hint(hint),
        );
    }
}

/// The name of a definition that has been replaced this many times.
fn versioned(name: &str, replaced: usize) -> String {
    format!("{}{name}", "base ".repeat(replaced))
}

/// What stands for a statement with a mistake.
fn failing(span: Span) -> Statement {
    Statement { kind: StatementKind::Fail, span }
}
