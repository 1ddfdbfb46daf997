//! Which names the text of a game mentions where: the pieces, zones and so on
//! that a resolved rule has only the meaning of. `unused` asks for it.

use crate::entries::Entries;
use crate::inherit::{Category, Merged};
use crate::model::Declared;
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::{Name, Part, Pattern, Place, PlaceKind, Source, What};

/// What the game declares or inherits, apart from rules and values, with the
/// definitions that mention it.
pub(crate) fn declared(merged: &Merged<'_>) -> Vec<Declared> {
    let mut mentions = Mentions::default();
    for entry in merged.rules.list.iter() {
        for version in (0..=entry.newest_number()).map(|i| entry.version(i)) {
            mentions.by = version.name.span;
            mentions.parts(version.body.kind.parts());
        }
    }
    for entry in merged.values.list.iter() {
        for version in (0..=entry.newest_number()).map(|i| entry.version(i)) {
            mentions.by = version.name.span;
            mentions.parts(version.body.1.kind.parts());
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

    /// A member of a family is called by the family and its symbol.
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
                rest.is_some_and(|symbol| symbol.bytes().all(|b| b.is_ascii_digit()))
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

    fn parts(&mut self, parts: Vec<Part<'a>>) {
        for part in parts {
            match part {
                Part::Name(name) | Part::Source(Source::Name(name)) => self.name(name),
                Part::Pattern(it) | Part::Source(Source::Pattern(it)) => self.pattern(it),
                Part::Statement(inner) => self.parts(inner.kind.parts()),
                Part::Source(Source::Statement(inner)) => self.parts(inner.kind.parts()),
                Part::Value(value) => self.parts(value.kind.parts()),
                Part::Nothing | Part::Word(_) | Part::Apart(_) => {}
                Part::Joined(_) | Part::Symbol(_) => {}
            }
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
}
