//! Resolved rules as text, for `multigame dump --stage rules`: what the names
//! turned out to mean, written in the words of the language.

use crate::model::{
    Amount, Content, DirectionSet, Number, NumberKind, Pattern, Rules, Statement, StatementKind,
};
use game::{Facts, FieldSet, Kind, Shape};
use ir::{Detail, Whose};
use std::fmt::Write;
use syntax::ast::{Arithmetic, Audience, ValueRole};

/// The whole of a game as text.
pub fn print(rules: &Rules) -> String {
    let printer = Printer { rules, facts: &rules.facts };
    let mut out = printer.declarations();
    for rule in &rules.rules {
        let _ = writeln!(out, "{} = {}.", rule.name, printer.statement(&rule.body));
    }
    for value in &rules.values {
        let role = match value.role {
            ValueRole::Value => "value",
            ValueRole::Evaluation => "evaluation",
            ValueRole::Bound => "bound",
        };
        let _ = writeln!(out, "{role} {} = {}.", value.name, printer.number(&value.body));
    }
    out
}

/// The most letters of a statement that are shown as the name of a part.
const MAX_WORDS: usize = 60;

/// A statement in a few words.
pub(crate) fn print_statement(rules: &Rules, statement: &Statement) -> String {
    crop(Printer { rules, facts: &rules.facts }.statement(statement))
}

/// A number in a few words.
pub(crate) fn print_number(rules: &Rules, number: &Number) -> String {
    crop(Printer { rules, facts: &rules.facts }.number(number))
}

fn crop(text: String) -> String {
    match text.char_indices().nth(MAX_WORDS) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text,
    }
}

struct Printer<'a> {
    rules: &'a Rules,
    facts: &'a Facts,
}

impl Printer<'_> {
    fn declarations(&self) -> String {
        let facts = self.facts;
        let mut out = format!("// {}\n", facts.name);
        let _ = writeln!(out, "players {}", facts.players.join(" "));
        let fields = match facts.board.shape {
            Shape::Square => "squares",
            Shape::Hexagonal => "hexagons",
            Shape::Lines => "points on lines",
        };
        let (n_fields, n_directions) = (facts.board.n_fields(), facts.board.directions.len());
        let _ = writeln!(out, "// board of {n_fields} {fields}, {n_directions} directions");
        for kind in facts.kinds.iter().filter(|kind| !kind.gone) {
            let signs: Vec<String> =
                kind.symbols.iter().flatten().map(|sign| format!("'{sign}'")).collect();
            let _ = writeln!(out, "// piece {} {}", kind.name, signs.join(" "));
        }
        for counter in &facts.counters {
            let _ = writeln!(
                out,
                "// counter {} {} .. {}{}",
                counter.name,
                counter.low,
                counter.high,
                if counter.gone { ", taken out" } else { "" }
            );
        }
        for memory in &facts.memories {
            let _ = writeln!(out, "// memory {} for {} turns", memory.name, memory.turns);
        }
        let _ = writeln!(out, "// start {}", game::write_position(facts, &facts.start));
        out.push('\n');
        out
    }

    fn statement(&self, statement: &Statement) -> String {
        use StatementKind as K;
        match &statement.kind {
            K::Sequence(list) if list.is_empty() => "[ ]".into(),
            K::Sequence(list) => self.join(list, ", "),
            K::Either(list) => format!("either {}", self.groups(list).join(" or ")),
            K::Not(body) => format!("not {}", self.group(body)),
            K::Test(body) => format!("test {}", self.group(body)),
            K::Try(body, None) => format!("try {}", self.group(body)),
            K::Try(body, Some(otherwise)) => {
                format!("try {} else {}", self.group(body), self.group(otherwise))
            }
            K::Repeat { low, high, body } => {
                let high = high.as_ref().map_or("infinity".into(), |high| self.number(high));
                format!("repeat {} .. {high} times {}", self.number(low), self.group(body))
            }
            K::ForEach(source, body) => {
                format!("for each {} do {}", self.source(source), self.group(body))
            }
            K::Most(number, body) => {
                format!("most {} of {}", self.number(number), self.group(body))
            }
            K::AsOpponent(body) => format!("as opponent {}", self.group(body)),
            K::Before(body) => format!("before {}", self.group(body)),
            K::Call(rule) => self.rules.rules[rule.index()].name.clone(),
            K::Find(pattern) => format!("find {}", self.pattern(pattern)),
            K::PointsAt(pattern) => format!("points at {}", self.pattern(pattern)),
            K::Matches(layout) => format!("matches {}", self.facts.layouts[layout.index()].name),
            K::Occurred(times) => format!("occurred {times} times"),
            K::Compare(op, a, b) => {
                format!("{} {} {}", self.number(a), op.sign(), self.number(b))
            }
            K::Rotate(degrees) => format!("rotate {degrees}"),
            K::Directions(set) => self.directions(set),
            K::Replace(whose, kind) => format!("replace by {}{}", owner(*whose), self.kind(*kind)),
            K::Drop(kinds) => format!("drop {}", self.kinds(kinds)),
            K::Remember(memory) => {
                format!("remember {}", self.facts.memories[memory.index()].name)
            }
            K::Set(counter, to) => {
                let name = &self.facts.counters[counter.index()].name;
                format!("set {name} to {}", self.number(to))
            }
            K::Add(counter, by) => {
                let name = &self.facts.counters[counter.index()].name;
                format!("add {} to {name}", self.number(by))
            }
            K::Pickup(amount) => format!("pickup{}", self.amount(amount, Amount::One)),
            K::Putdown(amount) => format!("putdown{}", self.amount(amount, Amount::All)),
            K::Score(number) => format!("score {}", self.number(number)),
            K::Cost(number) => format!("cost {}", self.number(number)),
            K::Tell { to, message, details } => self.tell(*to, message, details),
            K::Step => "step".into(),
            K::Remove => "remove".into(),
            K::Promote => "promote".into(),
            K::Keep => "keep".into(),
            K::Win => "win".into(),
            K::Lose => "lose".into(),
            K::Draw => "draw".into(),
            K::Pass => "pass".into(),
            K::Again => "again".into(),
            K::Fail => "not [ ]".into(),
            K::Nothing => "[ ]".into(),
        }
    }

    fn join(&self, list: &[Statement], between: &str) -> String {
        let parts: Vec<String> = list
            .iter()
            .map(|part| match &part.kind {
                StatementKind::Sequence(_) => self.group(part),
                _ => self.statement(part),
            })
            .collect();
        parts.join(between)
    }

    fn groups(&self, list: &[Statement]) -> Vec<String> {
        list.iter().map(|part| self.group(part)).collect()
    }

    /// A statement in brackets where it needs them.
    fn group(&self, statement: &Statement) -> String {
        let text = self.statement(statement);
        match &statement.kind {
            StatementKind::Sequence(list) if !list.is_empty() => format!("[ {text} ]"),
            StatementKind::Either(_) | StatementKind::Try(..) => format!("[ {text} ]"),
            _ => text,
        }
    }

    /// Where something is counted: a pattern stands for finding it.
    fn source(&self, statement: &Statement) -> String {
        match &statement.kind {
            StatementKind::Find(pattern) => self.pattern(pattern),
            _ => self.group(statement),
        }
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        let mut text = match &pattern.content {
            Content::Any => "field".to_string(),
            Content::Empty => "empty field".into(),
            Content::Pieces(whose, None) => format!("{}piece", owner(*whose)),
            Content::Pieces(whose, Some(kinds)) => {
                format!("{}{}", owner(*whose), self.kinds(kinds))
            }
        };
        match &pattern.zone {
            Some([first, second]) if first == second => {
                let _ = write!(text, " in {}", self.fields(first));
            }
            Some([first, second]) => {
                let _ = write!(text, " in {} / {}", self.fields(first), self.fields(second));
            }
            None => {}
        }
        for memory in &pattern.memories {
            let _ = write!(text, " in {}", self.facts.memories[memory.index()].name);
        }
        text
    }

    fn fields(&self, set: &FieldSet) -> String {
        let names: Vec<&str> = set.iter().map(|field| self.facts.field_name(field)).collect();
        format!("({})", names.join(", "))
    }

    fn kind(&self, kind: Kind) -> &str {
        &self.facts.kinds[kind.index()].name
    }

    fn kinds(&self, kinds: &[Kind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|&kind| self.kind(kind)).collect();
        names.join("|")
    }

    fn directions(&self, set: &DirectionSet) -> String {
        let DirectionSet::Compass([first, second]) = set else { return "alldir".into() };
        let names = |side: &[game::Direction]| -> String {
            let names: Vec<&str> =
                side.iter().map(|d| self.facts.board.directions[d.index()].as_str()).collect();
            names.join("|")
        };
        match first == second {
            true => names(first),
            false => format!("{} / {}", names(first), names(second)),
        }
    }

    fn amount(&self, amount: &Amount, usual: Amount) -> String {
        match amount {
            _ if *amount == usual => String::new(),
            Amount::One => " 1".into(),
            Amount::All => " all".into(),
            Amount::Number(number) => format!(" ({})", self.number(number)),
        }
    }

    fn tell(&self, to: Audience, message: &str, details: &[Detail]) -> String {
        let to = match to {
            Audience::Both => "both",
            Audience::Own => "own",
            Audience::Enemy => "enemy",
        };
        let mut text = format!("tell {to} '{message}'");
        for detail in details {
            text.push(' ');
            text += match detail {
                Detail::Here => "here",
                Detail::Piece => "piece",
                Detail::Memory(memory) => &self.facts.memories[memory.index()].name,
            };
        }
        text
    }

    fn number(&self, number: &Number) -> String {
        match &number.kind {
            NumberKind::Const(n) => n.to_string(),
            NumberKind::Counter(counter) => self.facts.counters[counter.index()].name.clone(),
            NumberKind::Value(value) => self.rules.values[value.index()].name.clone(),
            NumberKind::Binary(op, a, b) => {
                let op = match op {
                    Arithmetic::Add => '+',
                    Arithmetic::Subtract => '-',
                    Arithmetic::Multiply => '*',
                };
                format!("({} {op} {})", self.number(a), self.number(b))
            }
            NumberKind::Count(body) => format!("count {}", self.source(body)),
            NumberKind::CountReserve(whose, kinds) => {
                let kinds = kinds.as_ref().map_or("piece".into(), |kinds| self.kinds(kinds));
                format!("count {}{kinds} in reserve", owner(*whose))
            }
            NumberKind::Sum(body, of) => {
                format!("sum {} of {}", self.source(body), self.number(of))
            }
            NumberKind::Steps(body, until) => {
                format!("steps {} until {}", self.group(body), self.group(until))
            }
            NumberKind::AsOpponent(body) => format!("as opponent {}", self.number(body)),
            NumberKind::Height => "height".into(),
            NumberKind::Hand => "hand".into(),
            NumberKind::Gone => "gone".into(),
        }
    }
}

fn owner(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "own ",
        Whose::Enemy => "enemy ",
        Whose::First => "first ",
        Whose::Second => "second ",
        Whose::Nobody | Whose::Any => "",
    }
}
