//! Which names the text of a game mentions where: the pieces, zones and so on
//! that a resolved rule has only the meaning of. `unused` asks for it.

use crate::entries::Entries;
use crate::inherit::{Category, Merged};
use crate::model::Declared;
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::{
    Amount, Detail, Name, Pattern, Place, PlaceKind, RepeatEnd, Source, Statement, StatementKind,
    Value, ValueKind, What,
};

/// What the game declares or inherits, apart from rules and values, with the
/// definitions that mention it.
pub(crate) fn declared(merged: &Merged<'_>) -> Vec<Declared> {
    let mut mentions = Mentions::default();
    for entry in merged.rules.list.iter() {
        for version in (0..=entry.newest_number()).map(|i| entry.version(i)) {
            mentions.by = version.name.span;
            mentions.statement(version.body);
        }
    }
    for entry in merged.values.list.iter() {
        for version in (0..=entry.newest_number()).map(|i| entry.version(i)) {
            mentions.by = version.name.span;
            mentions.value(version.body.1);
        }
    }
    for version in merged.zones.newest() {
        mentions.by = version.name.span;
        mentions.place(&version.body.first);
        version.body.second.iter().for_each(|place| mentions.place(place));
    }
    for version in merged.pieces.newest() {
        mentions.by = version.name.span;
        version.body.promotes.iter().for_each(|name| mentions.name(name));
    }
    let mut list = Vec::new();
    mentions.collect(&merged.pieces, Category::Piece, merged.top, &mut list);
    mentions.collect(&merged.zones, Category::Zone, merged.top, &mut list);
    mentions.collect(&merged.directions, Category::Directions, merged.top, &mut list);
    mentions.collect(&merged.counters, Category::Counter, merged.top, &mut list);
    mentions.collect(&merged.memories, Category::Memory, merged.top, &mut list);
    mentions.collect(&merged.layouts, Category::Layout, merged.top, &mut list);
    list
}

/// For each name: the names of the definitions that mention it.
#[derive(Default)]
struct Mentions<'a> {
    by: Span,
    list: FxHashMap<&'a str, Vec<Span>>,
}

impl<'a> Mentions<'a> {
    fn collect<T: Copy>(
        &self,
        entries: &Entries<'_, T>,
        category: Category,
        top: usize,
        list: &mut Vec<Declared>,
    ) {
        for version in entries.newest().filter(|v| v.gone.is_none()) {
            let name = &version.name.text;
            list.push(Declared {
                name: name.clone(),
                span: version.name.span,
                what: category.word(),
                inherited: version.level < top,
                mentioned_by: self.of(name, category),
            });
        }
    }

    /// A member of a family is called by the family and its sign.
    fn of(&self, name: &str, category: Category) -> Vec<Span> {
        let exact = self.list.get(name).cloned().unwrap_or_default();
        if category != Category::Piece || !exact.is_empty() {
            return exact;
        }
        let mut members: Vec<Span> = self
            .list
            .iter()
            .filter(|(mentioned, _)| {
                let rest = mentioned.strip_prefix(name);
                rest.is_some_and(|sign| sign.bytes().all(|b| b.is_ascii_digit()))
            })
            .flat_map(|(_, spans)| spans.iter().copied())
            .collect();
        members.sort_unstable();
        members
    }

    fn name(&mut self, name: &'a Name) {
        let list = self.list.entry(&name.text).or_default();
        if list.last() != Some(&self.by) {
            list.push(self.by);
        }
    }

    fn statement(&mut self, statement: &'a Statement) {
        use StatementKind as K;
        match &statement.kind {
            K::Sequence { list, .. } | K::Either(list) => {
                list.iter().for_each(|part| self.statement(part));
            }
            K::Call(name) | K::Base(name) | K::Remember(name) | K::Drop(Some(name)) => {
                self.name(name);
            }
            K::Matches(Some(name)) => self.name(name),
            K::Not(body) | K::Test(body) | K::AsOpponent(body) | K::Before(body) => {
                self.statement(body);
            }
            K::Try(body, otherwise) => {
                self.statement(body);
                otherwise.iter().for_each(|part| self.statement(part));
            }
            K::Repeat { low, high, body } => {
                self.value(low);
                if let RepeatEnd::Value(high) = high {
                    self.value(high);
                }
                self.statement(body);
            }
            K::ForEach(source, body) => {
                self.source(source);
                self.statement(body);
            }
            K::Most(value, body) => {
                self.value(value);
                self.statement(body);
            }
            K::Find(pattern) | K::PointsAt(pattern) | K::Replace(pattern) => self.pattern(pattern),
            K::Compare(_, a, b) => {
                self.value(a);
                self.value(b);
            }
            K::Set(name, value) | K::Add(value, name) => {
                self.name(name);
                self.value(value);
            }
            K::Score(value)
            | K::Cost(value)
            | K::Pickup(Amount::Value(value))
            | K::Putdown(Amount::Value(value)) => self.value(value),
            K::Tell { details, .. } => {
                for detail in details {
                    if let Detail::Memory(name) = detail {
                        self.name(name);
                    }
                }
            }
            _ => {}
        }
    }

    fn source(&mut self, source: &'a Source) {
        match source {
            Source::Pattern(pattern) => self.pattern(pattern),
            Source::Name(name) => self.name(name),
            Source::Statement(statement) => self.statement(statement),
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        if let What::Name(name) = &pattern.what {
            self.name(name);
        }
        pattern.place.iter().for_each(|place| self.place(place));
    }

    fn place(&mut self, place: &'a Place) {
        match &place.kind {
            PlaceKind::Name(name) => self.name(name),
            PlaceKind::List(list) => list.iter().for_each(|place| self.place(place)),
            PlaceKind::In(a, b) => {
                self.place(a);
                self.place(b);
            }
            PlaceKind::Rows(..) | PlaceKind::Columns(..) | PlaceKind::Nothing => {}
        }
    }

    fn value(&mut self, value: &'a Value) {
        match &value.kind {
            ValueKind::Name(name) | ValueKind::Base(name) => self.name(name),
            ValueKind::Parenthesized(inner)
            | ValueKind::Negate(inner)
            | ValueKind::AsOpponent(inner) => self.value(inner),
            ValueKind::Binary(_, a, b) => {
                self.value(a);
                self.value(b);
            }
            ValueKind::Count(source) => self.source(source),
            ValueKind::CountReserve(pattern) => self.pattern(pattern),
            ValueKind::Sum(source, body) => {
                self.source(source);
                self.value(body);
            }
            ValueKind::Steps(body, until) => {
                self.statement(body);
                self.statement(until);
            }
            ValueKind::Int(_) | ValueKind::Height | ValueKind::Hand => {}
        }
    }
}
