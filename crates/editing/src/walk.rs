//! Goes through a tree and collects the names in it, in the order of the text.

use crate::mentions::{Kind, Mention, Slot};
use syntax::Span;
use syntax::ast::{
    Argument, File, Item, ItemKind, Name, Owner, Part, Pattern, Place, PlaceKind, Source,
    Statement, StatementKind, Value, ValueKind, What,
};

/// The names in a tree.
pub(crate) fn mentions(file: &File) -> Vec<Mention> {
    let mut walk = Walk { found: Vec::new(), parameters: &[], within: None };
    file.items.iter().for_each(|item| walk.item(item));
    // `column a` is one name that begins and ends a range.
    walk.found.dedup_by_key(|mention| mention.span);
    walk.found
}

struct Walk<'t> {
    found: Vec<Mention>,
    /// The parameters of the rule that is gone through, and all of that rule.
    parameters: &'t [Name],
    within: Option<Span>,
}

impl<'t> Walk<'t> {
    fn add(&mut self, name: &Name, slot: Slot) {
        let is_parameter = self.parameters.iter().any(|it| it.text == name.text);
        self.push(name, slot, self.within.filter(|_| is_parameter));
    }

    fn push(&mut self, name: &Name, slot: Slot, within: Option<Span>) {
        self.found.push(Mention { text: name.text.clone(), span: name.span, slot, within });
    }

    fn define(&mut self, name: &Name, kind: Kind, whole: Span) {
        self.add(name, Slot::Defines(kind, whole));
    }

    fn item(&mut self, item: &'t Item) {
        match &item.kind {
            ItemKind::Extends(name) => self.add(name, Slot::Only(Kind::Game)),
            ItemKind::Without(names) => {
                names.iter().for_each(|name| self.add(name, Slot::TakenOut));
            }
            ItemKind::Dimensions { .. } | ItemKind::Stacks(_) | ItemKind::Start(_) => {}
            ItemKind::Lines(lines) => {
                for name in lines.iter().flatten() {
                    self.define(name, Kind::Field, name.span);
                }
            }
            ItemKind::Players(names) => {
                names.iter().for_each(|name| self.define(name, Kind::Player, item.span));
            }
            ItemKind::Pieces(entries) => {
                for entry in entries {
                    self.define(&entry.name, Kind::Piece, entry.span);
                    let piece = Slot::Only(Kind::Piece);
                    entry.promotes.iter().for_each(|name| self.add(name, piece));
                }
            }
            ItemKind::Zones(entries) => {
                for entry in entries {
                    self.define(&entry.name, Kind::Zone, entry.span);
                    self.place(&entry.first);
                    entry.second.iter().for_each(|place| self.place(place));
                }
            }
            ItemKind::Directions(entries) => {
                for entry in entries {
                    self.define(&entry.name, Kind::Directions, entry.span);
                }
            }
            ItemKind::Counters(entries) => {
                for entry in entries {
                    self.define(&entry.name, Kind::Counter, entry.span);
                }
            }
            ItemKind::Memory(entries) => {
                for entry in entries {
                    self.define(&entry.name, Kind::Memory, entry.span);
                }
            }
            ItemKind::Reserve(entries) => {
                for entry in entries {
                    self.add(&entry.name, Slot::Only(Kind::Piece));
                }
            }
            ItemKind::Layout(name, _) => self.define(name, Kind::Layout, item.span),
            ItemKind::Rule(name, body) => {
                self.define(name, Kind::Rule, item.span);
                self.statement(body);
            }
            ItemKind::General { name, parameters, body } => {
                self.define(name, Kind::Rule, item.span);
                (self.parameters, self.within) = (parameters, Some(item.span));
                parameters.iter().for_each(|name| self.add(name, Slot::Parameter));
                self.statement(body);
                (self.parameters, self.within) = (&[], None);
            }
            ItemKind::Value(_, name, value) => {
                self.define(name, Kind::Value, item.span);
                self.value(value);
            }
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Rows(..) | PlaceKind::Nothing => {}
            PlaceKind::Columns(first, last) => {
                self.add(first, Slot::Column);
                self.add(last, Slot::Column);
            }
            PlaceKind::List(list) => list.iter().for_each(|place| self.place(place)),
            PlaceKind::Name(name) => self.add(name, Slot::Place),
            PlaceKind::In(first, second) => {
                self.place(first);
                self.place(second);
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Instance(name, arguments) = &statement.kind {
            // A parameter never stands for a rule that is called with arguments.
            self.push(name, Slot::Statement, None);
            for argument in arguments {
                if let Argument::Name(name) = argument {
                    self.add(name, Slot::Argument);
                }
            }
            return;
        }
        let slot = match &statement.kind {
            StatementKind::Base(_) => Slot::Base(Kind::Rule),
            StatementKind::Matches(_) => Slot::Only(Kind::Layout),
            StatementKind::Drop(_) => Slot::Only(Kind::Piece),
            StatementKind::Remember(_) | StatementKind::Tell { .. } => Slot::Only(Kind::Memory),
            StatementKind::Set(..) | StatementKind::Add(..) => Slot::Only(Kind::Counter),
            _ => Slot::Statement,
        };
        self.parts(statement.kind.parts(), slot);
    }

    fn value(&mut self, value: &Value) {
        let slot = match &value.kind {
            ValueKind::Base(_) => Slot::Base(Kind::Value),
            _ => Slot::Value,
        };
        self.parts(value.kind.parts(), slot);
    }

    fn parts(&mut self, parts: Vec<Part<'_>>, slot: Slot) {
        for part in parts {
            match part {
                Part::Name(name) => self.add(name, slot),
                Part::Pattern(pattern) => self.pattern(pattern),
                Part::Source(Source::Pattern(pattern)) => self.pattern(pattern),
                Part::Source(Source::Name(name)) => self.add(name, Slot::Source),
                Part::Source(Source::Statement(body)) => self.statement(body),
                Part::Value(value) => self.value(value),
                Part::Statement(body) => self.statement(body),
                _ => {}
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        if let Some(Owner::Player(name)) = &pattern.owner {
            self.add(name, Slot::Only(Kind::Player));
        }
        if let What::Name(name) = &pattern.what {
            let owned = pattern.owner.is_some();
            self.add(name, if owned { Slot::Only(Kind::Piece) } else { Slot::Pattern });
        }
        pattern.place.iter().for_each(|place| self.place(place));
    }
}
