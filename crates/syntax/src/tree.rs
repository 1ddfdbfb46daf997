//! Shows the tree of a rules file as indented text, a node per line, for people
//! who want to see how a text was understood.

use crate::ast::*;
use crate::format::words::{pattern, place, plain_statement};

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
            ItemKind::Value(role, name, value) => {
                let role = match role {
                    ValueRole::Value => "value",
                    ValueRole::Evaluation => "evaluation",
                    ValueRole::Bound => "bound",
                };
                self.inside(format!("{role} {}", name.text), |dump| dump.value(value));
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
        let sign = |symbol: &Option<Symbol>| {
            symbol.as_ref().map_or("-".to_string(), |symbol| format!("'{}'", symbol.text))
        };
        let symbols = match &entry.symbols {
            PieceSymbols::Nobody(symbol) => format!("nobody '{}'", symbol.text),
            PieceSymbols::Family(first, last) => {
                format!("family '{}' .. '{}'", first.text, last.text)
            }
            PieceSymbols::Players(first, second) => format!("{} {}", sign(first), sign(second)),
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
            StatementKind::Either(list) => {
                self.inside("either", |dump| list.iter().for_each(|inner| dump.statement(inner)));
            }
            StatementKind::Not(inner) => self.inside("not", |dump| dump.statement(inner)),
            StatementKind::Test(inner) => self.inside("test", |dump| dump.statement(inner)),
            StatementKind::Before(inner) => self.inside("before", |dump| dump.statement(inner)),
            StatementKind::AsOpponent(inner) => {
                self.inside("as opponent", |dump| dump.statement(inner));
            }
            StatementKind::Try(first, second) => {
                self.inside("try", |dump| dump.statement(first));
                if let Some(second) = second {
                    self.inside("else", |dump| dump.statement(second));
                }
            }
            StatementKind::Repeat { low, high, body } => {
                self.inside("repeat", |dump| {
                    dump.value(low);
                    match high {
                        RepeatEnd::Same => {}
                        RepeatEnd::Value(high) => dump.value(high),
                        RepeatEnd::Infinity => dump.line("infinity"),
                    }
                });
                self.inside("times", |dump| dump.statement(body));
            }
            StatementKind::ForEach(source, body) => {
                self.inside("for each", |dump| dump.source(source));
                self.inside("do", |dump| dump.statement(body));
            }
            StatementKind::Most(value, body) => {
                self.inside("most", |dump| dump.value(value));
                self.inside("of", |dump| dump.statement(body));
            }
            StatementKind::Compare(sign, left, right) => {
                self.inside(sign.sign(), |dump| {
                    dump.value(left);
                    dump.value(right);
                });
            }
            StatementKind::Set(name, value) => {
                self.inside(format!("set {}", name.text), |dump| dump.value(value));
            }
            StatementKind::Add(value, name) => {
                self.inside(format!("add to {}", name.text), |dump| dump.value(value));
            }
            StatementKind::Score(value) => self.inside("score", |dump| dump.value(value)),
            StatementKind::Cost(value) => self.inside("cost", |dump| dump.value(value)),
            StatementKind::Pickup(Amount::Value(value)) => {
                self.inside("pickup", |dump| dump.value(value));
            }
            StatementKind::Putdown(Amount::Value(value)) => {
                self.inside("putdown", |dump| dump.value(value));
            }
            kind => self.line(plain_statement(kind)),
        }
    }

    fn source(&mut self, source: &Source) {
        match source {
            Source::Pattern(what) => self.line(format!("pattern {}", pattern(what))),
            Source::Name(name) => self.line(format!("name {}", name.text)),
            Source::Statement(statement) => self.statement(statement),
        }
    }

    fn value(&mut self, value: &Value) {
        match &value.kind {
            ValueKind::Int(int) => self.line(int.value.to_string()),
            ValueKind::Name(name) => self.line(format!("name {}", name.text)),
            ValueKind::Base(name) => self.line(format!("base {}", name.text)),
            ValueKind::Parenthesized(inner) => self.inside("( )", |dump| dump.value(inner)),
            ValueKind::Negate(inner) => self.inside("negate", |dump| dump.value(inner)),
            ValueKind::Binary(operator, left, right) => {
                let sign = match operator {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                };
                self.inside(sign, |dump| {
                    dump.value(left);
                    dump.value(right);
                });
            }
            ValueKind::Count(source) => self.inside("count", |dump| dump.source(source)),
            ValueKind::CountReserve(what) => {
                self.line(format!("count in reserve {}", pattern(what)));
            }
            ValueKind::Sum(source, inner) => {
                self.inside("sum", |dump| dump.source(source));
                self.inside("of", |dump| dump.value(inner));
            }
            ValueKind::Steps(walk, until) => {
                self.inside("steps", |dump| dump.statement(walk));
                self.inside("until", |dump| dump.statement(until));
            }
            ValueKind::AsOpponent(inner) => self.inside("as opponent", |dump| dump.value(inner)),
            ValueKind::Height => self.line("height"),
            ValueKind::Hand => self.line("hand"),
        }
    }
}

fn joined(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(" ")
}
