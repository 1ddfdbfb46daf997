//! Shows the tree of a rules file as indented text, a node per line, for people
//! who want to see how a text was understood.

use crate::ast::*;
use crate::format::words::{pattern, place, words_of};

/// The tree as text; inner nodes are indented by two.
pub fn dump_tree(file: &File) -> String {
    let mut dump = Dump { out: String::new(), depth: 0 };
    for item in &file.items {
        dump.item(item);
    }
    dump.out
}

struct Dump {
    out: String,
    depth: usize,
}

impl Dump {
    fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(&"  ".repeat(self.depth));
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn inside(&mut self, text: impl AsRef<str>, inner: impl FnOnce(&mut Self)) {
        self.line(text);
        self.depth += 1;
        inner(self);
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Extends(name) => self.line(format!("extends {}", name.text)),
            ItemKind::Without(names) => self.line(format!("without {}", joined(names))),
            ItemKind::Dimensions { columns, rows, hexagonal } => {
                let side = |side: &Side| {
                    format!("{}{}", if side.cyclic { "cyclic " } else { "" }, side.length.value)
                };
                let end = if *hexagonal { " hexagonal" } else { "" };
                self.line(format!("dimensions {} {}{end}", side(columns), side(rows)));
            }
            ItemKind::Lines(lines) => self.inside("lines", |dump| {
                lines.iter().for_each(|line| dump.line(joined(line)));
            }),
            ItemKind::Players(names) => self.line(format!("players {}", joined(names))),
            ItemKind::Pieces(list) => self.inside("pieces", |dump| {
                list.iter().for_each(|entry| dump.piece(entry));
            }),
            ItemKind::Zones(list) => self.inside("zones", |dump| {
                list.iter().for_each(|entry| dump.zone(entry));
            }),
            ItemKind::Directions(list) => self.inside("directions", |dump| {
                list.iter().for_each(|entry| dump.directions(entry));
            }),
            ItemKind::Counters(list) => self.inside("counters", |dump| {
                list.iter().for_each(|entry| dump.counter(entry));
            }),
            ItemKind::Memory(list) => self.inside("memory", |dump| {
                for entry in list {
                    let turns = entry.turns.map(|turns| format!(" for {}", turns.value));
                    dump.line(format!("{}{}", entry.name.text, turns.unwrap_or_default()));
                }
            }),
            ItemKind::Reserve(list) => self.inside("reserve", |dump| {
                for entry in list {
                    let count = entry.count.map(|count| format!(" {}", count.value));
                    dump.line(format!("{}{}", entry.name.text, count.unwrap_or_default()));
                }
            }),
            ItemKind::Stacks(height) => self.line(format!("stacks {}", height.value)),
            ItemKind::Start(drawing) => self.inside("start", |dump| dump.drawing(drawing)),
            ItemKind::Layout(name, drawing) => {
                self.inside(format!("layout {}", name.text), |dump| dump.drawing(drawing));
            }
            ItemKind::Rule(name, body) => {
                self.inside(format!("rule {}", name.text), |dump| dump.statement(body));
            }
            ItemKind::General { name, parameters, body } => {
                let head = format!("rule {} of {}", name.text, joined(parameters));
                self.inside(head, |dump| dump.statement(body));
            }
            ItemKind::Value(role, name, value) => {
                let head = format!("{} {}", role.word(), name.text);
                self.inside(head, |dump| dump.parts(&value.kind.parts()));
            }
        }
    }

    fn zone(&mut self, entry: &ZoneEntry) {
        let first = place(&entry.first);
        let second = entry.second.as_ref().map(|second| format!(" | {}", place(second)));
        self.line(format!("{} {first}{}", entry.name.text, second.unwrap_or_default()));
    }

    fn directions(&mut self, entry: &DirectionEntry) {
        let set = |set: &[(Compass, crate::Span)]| {
            set.iter().map(|(word, _)| word.word()).collect::<Vec<_>>().join(" ")
        };
        let line = format!("{} {}", entry.name.text, set(&entry.first));
        self.line(match entry.second.is_empty() {
            true => line,
            false => format!("{line} | {}", set(&entry.second)),
        });
    }

    fn piece(&mut self, entry: &PieceEntry) {
        let symbol = |symbol: &Option<Symbol>| {
            symbol.as_ref().map_or("-".to_string(), |symbol| format!("'{}'", symbol.text))
        };
        let symbols = match &entry.symbols {
            PieceSymbols::Nobody(symbol) => format!("nobody '{}'", symbol.text),
            PieceSymbols::Family(first, last) => {
                format!("family '{}' .. '{}'", first.text, last.text)
            }
            PieceSymbols::Players(first, second) => format!("{} {}", symbol(first), symbol(second)),
        };
        let mut line = format!("{} {symbols}", entry.name.text);
        if let Some(exactly) = &entry.exactly {
            line.push_str(&format!(" exactly {}", exactly.value));
        }
        if !entry.promotes.is_empty() {
            line.push_str(&format!(" promotes to {}", joined(&entry.promotes)));
        }
        self.line(line);
    }

    fn counter(&mut self, entry: &CounterEntry) {
        let mut line = entry.name.text.clone();
        if let Some((first, second)) = &entry.symbols {
            line.push_str(&format!(" '{}' '{}'", first.text, second.text));
        }
        if let Some((low, high)) = &entry.range {
            line.push_str(&format!(" {} .. {}", low.value, high.value));
        }
        self.line(line);
    }

    fn drawing(&mut self, drawing: &Drawing) {
        for row in drawing.text.split(['\n', '\r']) {
            let row = row.split_whitespace().collect::<Vec<_>>().join(" ");
            if !row.is_empty() {
                self.line(row);
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Sequence { list, bracketed } => {
                let word = if *bracketed { "group" } else { "sequence" };
                self.inside(word, |dump| list.iter().for_each(|inner| dump.statement(inner)));
            }
            StatementKind::Call(name) => self.line(format!("call {}", name.text)),
            kind => self.parts(&kind.parts()),
        }
    }

    /// Shows words on lines, and what belongs to them indented below.
    fn parts(&mut self, parts: &[Part<'_>]) {
        if let [left, Part::Word(operator), right] = parts
            && left.is_nested()
        {
            return self.inside(operator, |dump| {
                dump.nested(left);
                dump.nested(right);
            });
        }
        let mut rest = parts;
        while !rest.is_empty() {
            let n_words = rest.iter().position(Part::is_nested).unwrap_or(rest.len());
            let (words, others) = rest.split_at(n_words);
            let line = words_of(words).join(" ");
            match others.split_first() {
                Some((inner, others)) => {
                    self.inside(line, |dump| dump.nested(inner));
                    rest = others;
                }
                None => {
                    self.line(line);
                    rest = others;
                }
            }
        }
    }

    fn nested(&mut self, part: &Part<'_>) {
        match part {
            Part::Statement(statement) => self.statement(statement),
            Part::Value(value) => self.parts(&value.kind.parts()),
            Part::Source(Source::Pattern(what)) => self.line(format!("pattern {}", pattern(what))),
            Part::Source(Source::Name(name)) => self.line(format!("name {}", name.text)),
            Part::Source(Source::Statement(statement)) => self.statement(statement),
            words => self.parts(std::slice::from_ref(words)),
        }
    }
}

fn joined(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(" ")
}
