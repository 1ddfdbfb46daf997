//! Sets of fields: rows, columns, lists, zones, and what lies in several of
//! them at once.

use super::Resolver;
use super::names::Meaning;
use crate::inherit::Category;
use game::{Field, FieldSet, Memory, ZoneFacts};
use syntax::ast::{Int, Name, Place, PlaceKind};
use syntax::{Code, Diagnostic, Span, closest};

const MAX_ZONES: usize = 250;
const MAX_ZONE_DEPTH: usize = 16;

/// A place for both players.
#[derive(Clone, Debug)]
pub(super) enum Area {
    /// These fields for the first and the second player, and also the
    /// remembered fields.
    Fields([FieldSet; 2], Vec<Memory>),
    /// It names something that a variant took out.
    Gone,
    /// There is a mistake in it, which was reported.
    Mistake,
}

/// How far a zone has been read.
#[derive(Clone)]
enum Progress {
    Waiting,
    Reading,
    Done(Area),
}

impl Resolver<'_> {
    /// Reads the zones; one may name another.
    pub(super) fn zones(&mut self) {
        let merged = self.merged;
        self.at_most(&merged.zones.list, MAX_ZONES, "zones", |entry| entry.newest().name);
        let progress = vec![Progress::Waiting; merged.zones.list.len()];
        let mut reader = Zones { progress, depth: 0 };
        for (i, version) in merged.zones.newest().enumerate().take(MAX_ZONES) {
            let area = reader.zone(self, i, version.name.span);
            let fields = match area {
                Area::Fields(fields, _) => fields,
                Area::Gone | Area::Mistake => [self.no_fields(), self.no_fields()],
            };
            self.facts.zones.push(ZoneFacts { name: version.name.text.clone(), fields });
        }
    }

    /// The fields of a place in a pattern.
    pub(super) fn place(&mut self, place: &Place) -> Area {
        Zones { progress: Vec::new(), depth: 0 }.area(self, place, false)
    }

    pub(super) fn no_fields(&self) -> FieldSet {
        FieldSet::empty(self.facts.board.n_fields())
    }

    /// Places of a grid that are fields and fulfil a condition on column and row.
    fn where_grid(&self, fits: impl Fn(usize, usize) -> bool) -> FieldSet {
        let rows = &self.facts.board.rows;
        let mut set = self.no_fields();
        for (r, row) in rows.iter().enumerate() {
            for (x, field) in row.iter().enumerate() {
                if let Some(field) = *field
                    && fits(x, rows.len() - r)
                {
                    set.insert(field);
                }
            }
        }
        set
    }

    /// Rows and columns only exist where there are dimensions.
    fn grid_size(&mut self, span: Span) -> Option<(usize, usize)> {
        if !self.board_known {
            return None;
        }
        if self.facts.board.size.is_none() {
            self.report(
                Diagnostic::error(Code::NoGrid, span, "this board has no rows and columns")
                    .hint("name the points, or give the board `dimensions`"),
            );
        }
        self.facts.board.size
    }

    fn rows(&mut self, low: Int, high: Int, span: Span) -> Option<FieldSet> {
        let (_, rows) = self.grid_size(span)?;
        let mut fits = true;
        for row in if low == high { vec![low] } else { vec![low, high] } {
            if row.value < 1 || row.value as usize > rows {
                fits = false;
                let title = format!("there is no row {} on this board", row.value);
                let hint = format!("the rows are 1 to {rows}");
                self.report(Diagnostic::error(Code::NoSuchField, row.span, title).hint(hint));
            }
        }
        if fits && low.value > high.value {
            self.empty_range(low, high);
            fits = false;
        }
        let (low, high) = (low.value as usize, high.value as usize);
        fits.then(|| self.where_grid(|_, row| (low..=high).contains(&row)))
    }

    fn columns(&mut self, low: &Name, high: &Name, span: Span) -> Option<FieldSet> {
        let (columns, _) = self.grid_size(span)?;
        let first = self.column(low, columns);
        let last = if low == high { first } else { self.column(high, columns) };
        let (first, last) = (first?, last?);
        if first > last {
            let title = format!("there is nothing from `{}` to `{}`", low.text, high.text);
            let hint = format!("write `{} .. {}`", high.text, low.text);
            self.report(
                Diagnostic::error(Code::EmptyRange, low.span.to(high.span), title)
                    .hint(hint)
                    .replace_by(format!("{} .. {}", high.text, low.text)),
            );
            return None;
        }
        Some(self.where_grid(|x, _| (first..=last).contains(&x)))
    }

    fn column(&mut self, name: &Name, columns: usize) -> Option<usize> {
        let column = match name.text.as_bytes() {
            [letter @ b'a'..=b'z'] => Some((letter - b'a') as usize).filter(|&x| x < columns),
            _ => None,
        };
        if column.is_none() {
            let title = format!("there is no column `{}` on this board", name.text);
            let last = (b'a' + columns as u8 - 1) as char;
            let hint = format!("the columns are `a` to `{last}`");
            self.report(Diagnostic::error(Code::NoSuchField, name.span, title).hint(hint));
        }
        column
    }

    /// A single field for both players.
    pub(super) fn one_field(&self, field: Field) -> [FieldSet; 2] {
        let set = FieldSet::of(self.facts.board.n_fields(), [field]);
        [set.clone(), set]
    }

    fn unknown_place(&mut self, name: &Name) {
        const WANTED: [Category; 3] = [Category::Zone, Category::Field, Category::Memory];
        let is_field_like = closest(&name.text, self.facts.board.names.iter().map(String::as_str));
        match is_field_like {
            Some(_) => self.unknown(name, &[Category::Field, Category::Zone, Category::Memory]),
            None => self.unknown(name, &WANTED),
        }
    }
}

/// Reads places; zones may name each other, but not in a circle.
struct Zones {
    /// For each zone; empty when the zones have all been read.
    progress: Vec<Progress>,
    /// How many zones are being read, each for the one before.
    depth: usize,
}

impl Zones {
    fn zone(&mut self, resolver: &mut Resolver<'_>, number: usize, used: Span) -> Area {
        match self.progress.get(number) {
            None => match resolver.facts.zones.get(number) {
                Some(zone) => return Area::Fields(zone.fields.clone(), Vec::new()),
                None => return Area::Mistake,
            },
            Some(Progress::Done(area)) => return area.clone(),
            Some(Progress::Reading) => {
                let name = resolver.merged.zones.list[number].newest().name;
                let title = format!("the zone `{}` is part of itself", name.text);
                resolver.report(
                    Diagnostic::error(Code::ZoneInItself, used, title)
                        .hint("a zone can only name zones that do not name it"),
                );
                return Area::Mistake;
            }
            Some(Progress::Waiting) => {}
        }
        if self.depth == MAX_ZONE_DEPTH {
            let title = format!("more than {MAX_ZONE_DEPTH} zones name one another");
            resolver.report(
                Diagnostic::error(Code::OutOfLimits, used, title)
                    .hint("write the fields of one of them out"),
            );
            return Area::Mistake;
        }
        self.depth += 1;
        let area = self.read_zone(resolver, number);
        self.depth -= 1;
        self.progress[number] = Progress::Done(area.clone());
        area
    }

    fn read_zone(&mut self, resolver: &mut Resolver<'_>, number: usize) -> Area {
        self.progress[number] = Progress::Reading;
        let entry = resolver.merged.zones.list[number].newest().body;
        let first = self.area(resolver, &entry.first, true);
        let second = entry.second.as_ref().map(|place| {
            if resolver.is_puzzle() {
                let title = "a puzzle has one player, so there is no second set of fields";
                resolver.report(
                    Diagnostic::error(Code::NeedsTwoPlayers, place.span, title)
                        .hint("leave it out")
                        .replace_by(""),
                );
            }
            self.area(resolver, place, true)
        });
        match (first, second) {
            (Area::Fields(first, _), Some(Area::Fields(second, _))) => {
                let [first, _] = first;
                let [_, second] = second;
                Area::Fields([first, second], Vec::new())
            }
            (Area::Fields(first, _), None) => Area::Fields(first, Vec::new()),
            (Area::Gone, _) | (_, Some(Area::Gone)) => Area::Gone,
            _ => Area::Mistake,
        }
    }

    fn area(&mut self, resolver: &mut Resolver<'_>, place: &Place, fixed: bool) -> Area {
        let both = |set: Option<FieldSet>| match set {
            Some(set) => Area::Fields([set.clone(), set], Vec::new()),
            None => Area::Mistake,
        };
        match &place.kind {
            PlaceKind::Rows(low, high) => both(resolver.rows(*low, *high, place.span)),
            PlaceKind::Columns(low, high) => both(resolver.columns(low, high, place.span)),
            PlaceKind::Nothing => both(Some(resolver.no_fields())),
            PlaceKind::Name(name) => self.named(resolver, name, fixed),
            PlaceKind::List(list) => {
                let none = || [resolver.no_fields(), resolver.no_fields()];
                let mut union = Area::Fields(none(), Vec::new());
                for part in list {
                    let part = self.area(resolver, part, true);
                    union = combine(union, part, FieldSet::or);
                }
                union
            }
            PlaceKind::In(inner, outer) => {
                let inner = self.area(resolver, inner, fixed);
                let outer = self.area(resolver, outer, fixed);
                combine(inner, outer, FieldSet::and)
            }
        }
    }

    /// A zone, field or memory; a `fixed` place cannot change during the game.
    fn named(&mut self, resolver: &mut Resolver<'_>, name: &Name, fixed: bool) -> Area {
        let Some(known) = resolver.names.look(&name.text).cloned() else {
            resolver.unknown_place(name);
            return Area::Mistake;
        };
        match known.meaning {
            Meaning::Memory(_) if fixed => {
                let hint = "only `in` a remembered field by itself can be asked for".to_string();
                resolver.wrong_kind(name, Category::Memory, "a fixed set of fields", hint);
                Area::Mistake
            }
            _ if known.gone => Area::Gone,
            Meaning::Zone(number) => self.zone(resolver, number, name.span),
            Meaning::Field(field) => Area::Fields(resolver.one_field(field), Vec::new()),
            Meaning::Memory(memory) => {
                let all = FieldSet::all(resolver.facts.board.n_fields());
                Area::Fields([all.clone(), all], vec![memory])
            }
            other => {
                let hint = "`in` takes a zone, rows, columns, a field or a list of them";
                resolver.wrong_kind(name, other.category(), "a place", hint.to_string());
                Area::Mistake
            }
        }
    }
}

/// Puts two places together; mistakes win, then what is gone.
pub(super) fn combine(a: Area, b: Area, set: impl Fn(&FieldSet, &FieldSet) -> FieldSet) -> Area {
    match (a, b) {
        (Area::Fields(a, mut memories), Area::Fields(b, more)) => {
            memories.extend(more);
            Area::Fields([set(&a[0], &b[0]), set(&a[1], &b[1])], memories)
        }
        (Area::Mistake, _) | (_, Area::Mistake) => Area::Mistake,
        _ => Area::Gone,
    }
}
