//! Merges a game with the games it extends: sections are replaced, entries are
//! replaced or added one by one, and what `without` takes out stays known as
//! gone, so that inherited rules may still name it.

use crate::compile::MAX_DIAGNOSTICS;
use crate::entries::Entries;
use rustc_hash::FxHashMap;
use syntax::ast::{
    CounterEntry, DirectionEntry, Drawing, File, Int, ItemKind, MemoryEntry, Name, PieceEntry,
    ReserveEntry, Side, Statement, Value, ValueRole, ZoneEntry,
};
use syntax::{Code, Diagnostic, Span, closest};

/// How far a file is from the game that extends nothing, which has level 0.
pub(crate) type Level = usize;

/// What a name can stand for. Names of players and games are kept apart from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Category {
    Piece,
    Zone,
    Directions,
    Counter,
    Memory,
    Layout,
    Rule,
    Value,
    Field,
    Player,
    Game,
}

impl Category {
    /// The word for it, with its article.
    pub(crate) fn a(self) -> String {
        format!("a {}", self.word())
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Category::Piece => "piece",
            Category::Zone => "zone",
            Category::Directions => "set of directions",
            Category::Counter => "counter",
            Category::Memory => "remembered field",
            Category::Layout => "layout",
            Category::Rule => "rule",
            Category::Value => "value",
            Category::Field => "field",
            Category::Player => "player",
            Category::Game => "game",
        }
    }
}

/// Whether the language runs the rule of this name by itself.
pub(crate) fn is_role(name: &str) -> bool {
    matches!(name, "main" | "seen" | "known" | "tries" | "refused" | "told")
}

/// A section that is replaced as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole<T> {
    pub(crate) body: T,
    pub(crate) span: Span,
    pub(crate) level: Level,
}

/// `dimensions`, as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dimensions<'a> {
    pub(crate) columns: &'a Side,
    pub(crate) rows: &'a Side,
    pub(crate) hexagonal: bool,
}

/// A game with everything that it inherits.
#[derive(Default)]
pub(crate) struct Merged<'a> {
    pub(crate) dimensions: Option<Whole<Dimensions<'a>>>,
    /// The dimensions that the game's own ones replace.
    pub(crate) inherited_dimensions: Option<Whole<Dimensions<'a>>>,
    pub(crate) lines: Option<Whole<&'a [Vec<Name>]>>,
    pub(crate) players: Option<Whole<&'a [Name]>>,
    pub(crate) stacks: Option<Whole<Int>>,
    pub(crate) start: Option<Whole<&'a Drawing>>,
    pub(crate) pieces: Entries<'a, &'a PieceEntry>,
    pub(crate) zones: Entries<'a, &'a ZoneEntry>,
    pub(crate) directions: Entries<'a, &'a DirectionEntry>,
    pub(crate) counters: Entries<'a, &'a CounterEntry>,
    pub(crate) memories: Entries<'a, &'a MemoryEntry>,
    pub(crate) reserve: Entries<'a, &'a ReserveEntry>,
    pub(crate) layouts: Entries<'a, &'a Drawing>,
    pub(crate) rules: Entries<'a, &'a Statement>,
    pub(crate) values: Entries<'a, (ValueRole, &'a Value)>,
    /// The rules with parameters, for hints: where each is, and its parameters.
    pub(crate) parameters: Vec<(Span, &'a [Name])>,
    /// The level of the game itself.
    pub(crate) top: Level,
    /// What each name stands for, and where it was first defined.
    categories: FxHashMap<&'a str, (Category, Span)>,
}

/// Merges files, the one that extends nothing first. `excused` says which
/// unknown names need no message because they are in a text that could not be
/// understood.
pub(crate) fn merge<'a>(
    files: &[(&'a str, &'a File)],
    excused: &dyn Fn(&str) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Merged<'a> {
    let mut merged = Merged { top: files.len() - 1, ..Merged::default() };
    for (level, (_, file)) in files.iter().enumerate() {
        for item in &file.items {
            merged.add(&item.kind, item.span, level, diagnostics);
        }
        let base = level.checked_sub(1).map(|i| files[i].0);
        for item in &file.items {
            if let ItemKind::Without(names) = &item.kind {
                for name in names {
                    merged.without(name, base, level, excused, diagnostics);
                }
            }
        }
    }
    merged
}

impl<'a> Merged<'a> {
    fn add(&mut self, kind: &'a ItemKind, span: Span, level: Level, out: &mut Vec<Diagnostic>) {
        match kind {
            ItemKind::Extends(_) | ItemKind::Without(_) => {}
            ItemKind::General { parameters, .. } => self.parameters.push((span, parameters)),
            ItemKind::Dimensions { columns, rows, hexagonal } => {
                let body = Dimensions { columns, rows, hexagonal: *hexagonal };
                self.inherited_dimensions = self.dimensions.filter(|old| old.level < level);
                set(&mut self.dimensions, "dimensions", Whole { body, span, level }, out);
            }
            ItemKind::Lines(lines) => {
                set(&mut self.lines, "lines", Whole { body: lines, span, level }, out);
            }
            ItemKind::Players(names) => {
                set(&mut self.players, "players", Whole { body: names, span, level }, out);
            }
            ItemKind::Stacks(most) => {
                set(&mut self.stacks, "stacks", Whole { body: *most, span, level }, out);
            }
            ItemKind::Start(drawing) => {
                set(&mut self.start, "start", Whole { body: drawing, span, level }, out);
            }
            ItemKind::Pieces(entries) => {
                self.all(entries, Category::Piece, |e| &e.name, |m| &mut m.pieces, level, out);
            }
            ItemKind::Zones(entries) => {
                self.all(entries, Category::Zone, |e| &e.name, |m| &mut m.zones, level, out);
            }
            ItemKind::Directions(entries) => {
                let category = Category::Directions;
                self.all(entries, category, |e| &e.name, |m| &mut m.directions, level, out);
            }
            ItemKind::Counters(entries) => {
                self.all(entries, Category::Counter, |e| &e.name, |m| &mut m.counters, level, out);
            }
            ItemKind::Memory(entries) => {
                self.all(entries, Category::Memory, |e| &e.name, |m| &mut m.memories, level, out);
            }
            ItemKind::Reserve(entries) => self.add_reserve(entries, level, out),
            ItemKind::Layout(name, drawing) => {
                let category = Category::Layout;
                self.define(name, drawing, category, |m| &mut m.layouts, level, out);
            }
            ItemKind::Rule(name, body) => {
                self.define(name, body, Category::Rule, |m| &mut m.rules, level, out);
            }
            ItemKind::Value(role, name, value) => {
                let body = (*role, value);
                self.define(name, body, Category::Value, |m| &mut m.values, level, out);
            }
        }
    }

    fn all<T>(
        &mut self,
        entries: &'a [T],
        category: Category,
        name: impl Fn(&'a T) -> &'a Name,
        place: impl for<'m> Fn(&'m mut Merged<'a>) -> &'m mut Entries<'a, &'a T>,
        level: Level,
        out: &mut Vec<Diagnostic>,
    ) {
        for entry in entries {
            self.define(name(entry), entry, category, &place, level, out);
        }
    }

    fn define<T: Copy>(
        &mut self,
        name: &'a Name,
        body: T,
        category: Category,
        place: impl for<'m> Fn(&'m mut Merged<'a>) -> &'m mut Entries<'a, T>,
        level: Level,
        out: &mut Vec<Diagnostic>,
    ) {
        let known = self.categories.get(name.text.as_str()).copied();
        if let Some((other, span)) = known
            && other != category
        {
            if is_role(&name.text) && other != Category::Rule {
                return; // The other one is told that only a rule can have this name.
            }
            let title = format!(
                "`{}` is already the name of {}, and cannot also be {}",
                name.text,
                other.a(),
                category.a()
            );
            out.push(
                Diagnostic::error(Code::DefinedTwice, name.span, title)
                    .other(span, "defined here")
                    .hint("choose another name for one of them"),
            );
            return;
        }
        self.categories.entry(&name.text).or_insert((category, name.span));
        if let Err(first) = place(self).define(name, body, level) {
            out.push(defined_twice(category.word(), name, first));
        }
    }

    /// Entries of a reserve name pieces, they do not define them.
    fn add_reserve(
        &mut self,
        entries: &'a [ReserveEntry],
        level: Level,
        out: &mut Vec<Diagnostic>,
    ) {
        for entry in entries {
            if let Err(first) = self.reserve.define(&entry.name, entry, level) {
                let title = format!("`{}` is in the reserve twice", entry.name.text);
                out.push(
                    Diagnostic::error(Code::DefinedTwice, entry.name.span, title)
                        .other(first, "the first time")
                        .hint("keep one of the two"),
                );
            }
        }
    }

    fn without(
        &mut self,
        name: &'a Name,
        base: Option<&str>,
        level: Level,
        excused: &dyn Fn(&str) -> bool,
        out: &mut Vec<Diagnostic>,
    ) {
        let Some(base) = base else {
            let title = format!("there is nothing to take `{}` out of", name.text);
            out.push(
                Diagnostic::error(Code::NothingExtended, name.span, title)
                    .hint("`without` belongs to a game that `extends` another one"),
            );
            return;
        };
        let Some(&(category, _)) = self.categories.get(name.text.as_str()) else {
            // Looking for close names takes time.
            if !excused(&name.text) && out.len() <= MAX_DIAGNOSTICS {
                out.push(self.nothing_to_take_out(name, base));
            }
            return;
        };
        if let Some(span) = self.defined_at(&name.text, level) {
            let title = format!("`{}` is taken out and defined in the same game", name.text);
            out.push(
                Diagnostic::error(Code::OutAndDefined, name.span, title)
                    .other(span, "defined here")
                    .hint("a new definition already replaces the inherited one"),
            );
            return;
        }
        self.take_out(category, name, level);
    }

    fn nothing_to_take_out(&self, name: &Name, base: &str) -> Diagnostic {
        let title = format!("`{base}` has nothing called `{}`", name.text);
        let error = Diagnostic::error(Code::UnknownName, name.span, title);
        let mut known: Vec<&str> = self.categories.keys().copied().collect();
        known.sort_unstable();
        match closest(&name.text, known) {
            Some(meant) => error.did_you_mean(meant),
            None => error.hint("`without` takes names of pieces, rules, counters and the like"),
        }
    }

    /// Where a file of this level defines the name.
    fn defined_at(&self, name: &str, level: Level) -> Option<Span> {
        fn at<T: Copy>(entries: &Entries<'_, T>, name: &str, level: Level) -> Option<Span> {
            let newest = entries.list[entries.find(name)?].newest();
            (newest.level == level).then_some(newest.name.span)
        }
        at(&self.pieces, name, level)
            .or_else(|| at(&self.zones, name, level))
            .or_else(|| at(&self.directions, name, level))
            .or_else(|| at(&self.counters, name, level))
            .or_else(|| at(&self.memories, name, level))
            .or_else(|| at(&self.layouts, name, level))
            .or_else(|| at(&self.rules, name, level))
            .or_else(|| at(&self.values, name, level))
    }

    fn take_out(&mut self, category: Category, name: &Name, level: Level) {
        match category {
            Category::Piece => self.pieces.take_out(name, level),
            Category::Zone => self.zones.take_out(name, level),
            Category::Directions => self.directions.take_out(name, level),
            Category::Counter => self.counters.take_out(name, level),
            Category::Memory => self.memories.take_out(name, level),
            Category::Layout => self.layouts.take_out(name, level),
            Category::Rule => self.rules.take_out(name, level),
            Category::Value => self.values.take_out(name, level),
            Category::Field | Category::Player | Category::Game => {}
        }
    }
}

/// Something has a second definition.
pub(crate) fn defined_twice(what: &str, name: &Name, first: Span) -> Diagnostic {
    let title = format!("the {what} `{}` is defined twice", name.text);
    Diagnostic::error(Code::DefinedTwice, name.span, title)
        .other(first, "defined here first")
        .hint("take one of them out, or give it another name")
}

/// Replaces a section, unless the same file has it already.
fn set<T>(section: &mut Option<Whole<T>>, word: &str, whole: Whole<T>, out: &mut Vec<Diagnostic>) {
    match section {
        Some(first) if first.level == whole.level => out.push(
            Diagnostic::error(Code::SectionTwice, whole.span, format!("a second `{word}`"))
                .other(first.span, "the first one")
                .hint("keep one of the two"),
        ),
        _ => *section = Some(whole),
    }
}
