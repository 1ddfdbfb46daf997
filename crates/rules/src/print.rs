//! Resolved rules as text, for `multigame dump --stage rules`: what the names
//! turned out to mean, written in the words of the language.

use crate::model::{
    Amount, Content, DirectionSet, Item, Named, Number, NumberKind, Pattern, RuleId, Rules,
    Statement, StatementKind,
};
use game::{Counter, Direction, Facts, FieldSet, Kind, Layout, Memory, Shape};
use ir::{Detail, Whose};
use std::fmt::Write;
use syntax::ast::{Audience, Comparison};

/// The whole of a game as text.
pub fn print(rules: &Rules) -> String {
    let printer = Printer { rules, facts: &rules.facts };
    let mut out = printer.declarations();
    for rule in &rules.rules {
        let _ = writeln!(out, "{} = {}.", rule.name, printer.statement(&rule.body));
    }
    for value in &rules.values {
        let (role, body) = (value.role.word(), printer.number(&value.body));
        let _ = writeln!(out, "{role} {} = {body}.", value.name);
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
            let symbols: Vec<String> =
                kind.symbols.iter().flatten().map(|symbol| format!("'{symbol}'")).collect();
            let _ = writeln!(out, "// piece {} {}", kind.name, symbols.join(" "));
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
            K::Pickup(amount) => format!("pickup{}", self.amount(amount, Amount::One)),
            K::Putdown(amount) => format!("putdown{}", self.amount(amount, Amount::All)),
            K::Tell { to, message, details } => self.tell(*to, message, details),
            kind => self.items(&kind.items()),
        }
    }

    fn items(&self, items: &[Item<'_>]) -> String {
        let texts = items.iter().map(|item| match item {
            Item::Word(word) => word.to_string(),
            Item::Statement(statement) => self.group(statement),
            Item::Number(number) => self.number(number),
            Item::Named(named) => named.words(self.rules),
        });
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
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
            StatementKind::Find(pattern) => pattern.words(self.rules),
            _ => self.group(statement),
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
        let mut text = format!("tell {} '{message}'", to.word());
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
                format!("({} {} {})", self.number(a), op.word(), self.number(b))
            }
            NumberKind::Count(body) => format!("count {}", self.source(body)),
            NumberKind::CountReserve(whose, kinds) => {
                format!("count {} in reserve", pieces(self.rules, *whose, kinds.as_deref()))
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

/// Pieces of these owners and kinds.
fn pieces(rules: &Rules, whose: Whose, kinds: Option<&[Kind]>) -> String {
    let kinds = kinds.map_or("piece".to_string(), |kinds| kinds.to_vec().words(rules));
    format!("{} {kinds}", whose.words(rules)).trim_start().to_string()
}

impl Named for Pattern {
    fn words(&self, rules: &Rules) -> String {
        let mut text = match &self.content {
            Content::Any => "field".to_string(),
            Content::Empty => "empty field".to_string(),
            Content::Pieces(whose, kinds) => pieces(rules, *whose, kinds.as_deref()),
        };
        let fields = |set: &FieldSet| {
            let names: Vec<&str> = set.iter().map(|field| rules.facts.field_name(field)).collect();
            format!("({})", names.join(", "))
        };
        match &self.zone {
            Some([first, second]) if first == second => text += &format!(" in {}", fields(first)),
            Some([first, second]) => {
                text += &format!(" in {} / {}", fields(first), fields(second));
            }
            None => {}
        }
        for memory in &self.memories {
            text += &format!(" in {}", memory.words(rules));
        }
        text
    }
}

impl Named for DirectionSet {
    fn words(&self, rules: &Rules) -> String {
        let DirectionSet::Compass([first, second]) = self else { return "alldir".to_string() };
        let names = |side: &[Direction]| {
            let name = |it: &Direction| rules.facts.board.directions[it.index()].as_str();
            side.iter().map(name).collect::<Vec<_>>().join("|")
        };
        match first == second {
            true => names(first),
            false => format!("{} / {}", names(first), names(second)),
        }
    }
}

impl Named for Whose {
    fn words(&self, _: &Rules) -> String {
        let word = match self {
            Whose::Own => "own",
            Whose::Enemy => "enemy",
            Whose::First => "first",
            Whose::Second => "second",
            Whose::Nobody | Whose::Any => "",
        };
        word.to_string()
    }
}

impl Named for Vec<Kind> {
    fn words(&self, rules: &Rules) -> String {
        self.iter().map(|kind| kind.words(rules)).collect::<Vec<_>>().join("|")
    }
}

impl Named for Comparison {
    fn words(&self, _: &Rules) -> String {
        self.word().to_string()
    }
}

/// What is called by a name that was declared, and numbers.
macro_rules! named {
    ($($type:ty: |$it:ident, $rules:ident| $name:expr;)*) => {$(
        impl Named for $type {
            fn words(&self, $rules: &Rules) -> String {
                let $it = self;
                $name.to_string()
            }
        }
    )*};
}

named! {
    RuleId: |it, rules| rules.rules[it.index()].name;
    Kind: |it, rules| rules.facts.kinds[it.index()].name;
    Memory: |it, rules| rules.facts.memories[it.index()].name;
    Counter: |it, rules| rules.facts.counters[it.index()].name;
    Layout: |it, rules| rules.facts.layouts[it.index()].name;
    i32: |it, _rules| it;
    u32: |it, _rules| it;
}
