//! Rules with parameters: `line(n) = …` and `line(4)`. Before names get their meaning, each
//! call becomes one of an ordinary rule in which the parameters are replaced, one rule for
//! each list of arguments; so no later stage knows of them.
//!
//! ```text
//! three = line(3).                       three = line_3.
//! line(n) = repeat n - 1 times go.   ─▶  line_3 = repeat 2 times go.
//! ```
//!
//! A call names constants only, so there are finitely many; how many is limited, because a
//! rule may call itself with others.

use crate::inherit::defined_twice;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::*;
use syntax::{Code, Diagnostic, Span, closest};

/// More instances than these are a mistake.
const MAX_INSTANCES: usize = 500;

/// And so are longer ones: all together may be as long as a rules file.
const MAX_BYTES: usize = 1 << 20;

/// Replaces all rules with parameters, and calls of them, in files of which the first is the
/// game itself and each extends the next.
pub(crate) fn expand(files: &mut [&mut File], diagnostics: &mut Vec<Diagnostic>) {
    let mut expansion = Expansion::default();
    for (i, file) in files.iter().enumerate() {
        expansion.collect(i, file);
    }
    let nothing = Arguments::default();
    for file in files.iter_mut() {
        for item in &mut file.items {
            match &mut item.kind {
                ItemKind::Rule(_, body) => expansion.statement(body, &nothing),
                ItemKind::Value(_, _, value) => expansion.value(value, &nothing),
                _ => {}
            }
        }
    }
    while let Some(Wanted { name, general, arguments }) = expansion.wanted.pop() {
        let mut body = general.body;
        let names = general.parameters.into_iter().map(|it| it.text);
        expansion.statement(&mut body, &names.zip(arguments).collect());
        let kind = ItemKind::Rule(name, body);
        files[general.file].items.push(Item { kind, span: general.span });
    }
    expansion.warn_unused();
    diagnostics.append(&mut expansion.diagnostics);
}

/// A rule with parameters.
#[derive(Clone)]
struct General {
    file: usize,
    name: Name,
    parameters: Vec<Name>,
    body: Statement,
    span: Span,
    called: bool,
}

impl General {
    /// It is called without what its parameters stand for.
    fn called_wrongly(&self, name: &Name, title: String) -> Diagnostic {
        let names: Vec<&str> = self.parameters.iter().map(|it| it.text.as_str()).collect();
        let call = format!("{}({})", name.text, names.join(", "));
        Diagnostic::error(Code::WrongArguments, name.span, title)
            .other(self.name.span, "defined here")
            .hint(format!("write `{call}` with what they stand for"))
    }
}

/// An ordinary rule that has to be made.
struct Wanted {
    name: Name,
    general: General,
    arguments: Vec<Argument>,
}

/// What parameters stand for.
type Arguments = FxHashMap<String, Argument>;

#[derive(Default)]
struct Expansion {
    /// In the order of the texts, so that messages are.
    general: Vec<General>,
    /// The names of rules and values, which instances cannot have.
    names: FxHashSet<String>,
    /// The names of instances by how they are called.
    instances: FxHashMap<String, String>,
    /// How long the texts of all instances are together.
    n_bytes: usize,
    wanted: Vec<Wanted>,
    diagnostics: Vec<Diagnostic>,
}

impl Expansion {
    fn collect(&mut self, file: usize, tree: &File) {
        for item in &tree.items {
            if let ItemKind::Rule(name, _) | ItemKind::Value(_, name, _) = &item.kind {
                self.names.insert(name.text.clone());
            }
            let ItemKind::General { name, parameters, body } = &item.kind else { continue };
            for (i, parameter) in parameters.iter().enumerate() {
                let first = parameters[..i].iter().find(|it| it.text == parameter.text);
                first.into_iter().for_each(|first| self.twice("parameter", parameter, first.span));
            }
            match self.general.iter().find(|it| it.name.text == name.text) {
                Some(first) if first.file == file => self.twice("rule", name, first.name.span),
                // A newer definition replaces an older one.
                Some(_) => {}
                None => self.general.push(General {
                    file,
                    name: name.clone(),
                    parameters: parameters.clone(),
                    body: body.clone(),
                    span: item.span,
                    called: false,
                }),
            }
        }
    }

    fn twice(&mut self, what: &str, name: &Name, first: Span) {
        self.diagnostics.push(defined_twice(what, name, first));
    }

    fn warn_unused(&mut self) {
        for general in self.general.iter().filter(|it| !it.called && it.file == 0) {
            let title = format!("the rule `{}` is never called", general.name.text);
            self.diagnostics.push(
                Diagnostic::warning(Code::Unused, general.name.span, title)
                    .hint("use it or take it out"),
            );
        }
    }

    /// The rule that a call stands for, made if it is new.
    fn instance(&mut self, name: &Name, arguments: Vec<Argument>) -> Option<Name> {
        let Some(at) = self.general.iter().position(|it| it.name.text == name.text) else {
            self.diagnostics.push(self.no_parameters(name));
            return None;
        };
        self.general[at].called = true;
        let general = &self.general[at];
        if general.parameters.len() != arguments.len() {
            let [wanted, given] = [general.parameters.len(), arguments.len()];
            let s = if wanted == 1 { "" } else { "s" };
            let title = format!("`{}` takes {wanted} argument{s}, not {given}", name.text);
            self.diagnostics.push(general.called_wrongly(name, title));
            return None;
        }
        let list: Vec<String> = arguments.iter().map(Argument::text).collect();
        let called = format!("{}({})", name.text, list.join(", "));
        if let Some(known) = self.instances.get(&called) {
            return Some(Name { text: known.clone(), span: name.span });
        }
        self.n_bytes += (general.span.end - general.span.start) as usize;
        if self.instances.len() == MAX_INSTANCES || self.n_bytes > MAX_BYTES {
            let title = format!(
                "rules are called with more than {MAX_INSTANCES} lists of arguments, or are too long"
            );
            if self.diagnostics.iter().all(|it| it.title != title) {
                self.diagnostics.push(
                    Diagnostic::error(Code::OutOfLimits, name.span, title)
                        .hint("a rule that calls itself with other arguments never ends"),
                );
            }
            return None;
        }
        let mut text = format!("{}_{}", name.text, list.join("_"));
        while !self.names.insert(text.clone()) {
            text.push('_');
        }
        self.instances.insert(called, text.clone());
        let general = general.clone();
        let made = Name { text: text.clone(), span: general.name.span };
        self.wanted.push(Wanted { name: made, general, arguments });
        Some(Name { text, span: name.span })
    }

    fn no_parameters(&self, name: &Name) -> Diagnostic {
        if self.names.contains(&name.text) {
            let title = format!("the rule `{}` has no parameters", name.text);
            return Diagnostic::error(Code::WrongArguments, name.span, title)
                .hint(format!("write `{}` alone, or give it parameters", name.text));
        }
        let title = format!("no rule with parameters is called `{}`", name.text);
        let error = Diagnostic::error(Code::UnknownName, name.span, title);
        match closest(&name.text, self.general.iter().map(|it| it.name.text.as_str())) {
            Some(meant) => error.did_you_mean(meant),
            None => error.hint(format!("define it: `{}(n) = …`", name.text)),
        }
    }

    fn statement(&mut self, statement: &mut Statement, by: &Arguments) {
        match &mut statement.kind {
            StatementKind::Call(name) => {
                if let Some(Argument::Direction(compass, _)) = by.get(&name.text) {
                    statement.kind = StatementKind::Direction(*compass);
                    return;
                }
                self.name(name, by);
                self.check_call(name);
            }
            StatementKind::Instance(name, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Name(name) => by.get(&name.text).unwrap_or(argument).clone(),
                    other => other.clone(),
                });
                let (name, arguments) = (name.clone(), arguments.collect());
                let nothing = StatementKind::Sequence { list: Vec::new(), bracketed: true };
                let made = self.instance(&name, arguments);
                statement.kind = made.map_or(nothing, StatementKind::Call);
            }
            StatementKind::Sequence { list, .. } | StatementKind::Either(list) => {
                list.iter_mut().for_each(|it| self.statement(it, by));
            }
            StatementKind::Try(first, second) => {
                self.statement(first, by);
                second.iter_mut().for_each(|it| self.statement(it, by));
            }
            StatementKind::Repeat { low, high, body } => {
                self.value(low, by);
                if let RepeatEnd::Value(high) = high {
                    self.value(high, by);
                }
                self.statement(body, by);
            }
            StatementKind::Not(body)
            | StatementKind::Test(body)
            | StatementKind::AsOpponent(body)
            | StatementKind::Before(body) => self.statement(body, by),
            StatementKind::ForEach(source, body) => {
                self.source(source, by);
                self.statement(body, by);
            }
            StatementKind::Most(value, body) => {
                self.value(value, by);
                self.statement(body, by);
            }
            StatementKind::Find(pattern)
            | StatementKind::PointsAt(pattern)
            | StatementKind::Replace(pattern) => self.pattern(pattern, by),
            StatementKind::Compare(_, left, right) => {
                self.value(left, by);
                self.value(right, by);
            }
            StatementKind::Pickup(Amount::Value(value))
            | StatementKind::Putdown(Amount::Value(value))
            | StatementKind::Score(value)
            | StatementKind::Cost(value) => self.value(value, by),
            StatementKind::Set(name, value) | StatementKind::Add(value, name) => {
                self.name(name, by);
                self.value(value, by);
            }
            StatementKind::Base(name)
            | StatementKind::Remember(name)
            | StatementKind::Matches(Some(name))
            | StatementKind::Drop(Some(name)) => self.name(name, by),
            StatementKind::Tell { details, .. } => {
                for detail in details {
                    if let Detail::Memory(name) = detail {
                        self.name(name, by);
                    }
                }
            }
            _ => {}
        }
    }

    /// A rule with parameters must be called with what they stand for.
    fn check_call(&mut self, name: &Name) {
        let Some(general) = self.general.iter_mut().find(|it| it.name.text == name.text) else {
            return;
        };
        if self.names.contains(&name.text) {
            return;
        }
        general.called = true;
        let title = format!("`{}` needs arguments", name.text);
        self.diagnostics.push(general.called_wrongly(name, title));
    }

    fn value(&mut self, value: &mut Value, by: &Arguments) {
        match &mut value.kind {
            ValueKind::Name(name) => {
                if let Some(Argument::Int(int)) = by.get(&name.text) {
                    value.kind = ValueKind::Int(*int);
                    return;
                }
                self.name(name, by);
            }
            ValueKind::Base(name) => self.name(name, by),
            ValueKind::Parenthesized(inner)
            | ValueKind::Negate(inner)
            | ValueKind::AsOpponent(inner) => self.value(inner, by),
            ValueKind::Binary(operator, left, right) => {
                self.value(left, by);
                self.value(right, by);
                if let Some(sum) = folded(*operator, left, right).filter(|_| !by.is_empty()) {
                    value.kind = ValueKind::Int(Int { value: sum, span: value.span });
                }
            }
            ValueKind::Count(source) => self.source(source, by),
            ValueKind::CountReserve(pattern) => self.pattern(pattern, by),
            ValueKind::Sum(source, inner) => {
                self.source(source, by);
                self.value(inner, by);
            }
            ValueKind::Steps(walk, until) => {
                self.statement(walk, by);
                self.statement(until, by);
            }
            ValueKind::Int(_) | ValueKind::Height | ValueKind::Hand => {}
        }
    }

    fn source(&mut self, source: &mut Source, by: &Arguments) {
        match source {
            Source::Pattern(pattern) => self.pattern(pattern, by),
            Source::Name(name) => self.name(name, by),
            Source::Statement(body) => self.statement(body, by),
        }
    }

    fn pattern(&mut self, pattern: &mut Pattern, by: &Arguments) {
        if let Some(Owner::Player(name)) = &mut pattern.owner {
            self.name(name, by);
        }
        if let What::Name(name) = &mut pattern.what {
            self.name(name, by);
        }
        pattern.place.iter_mut().for_each(|place| self.place(place, by));
    }

    fn place(&mut self, place: &mut Place, by: &Arguments) {
        match &mut place.kind {
            PlaceKind::Name(name) => self.name(name, by),
            PlaceKind::Columns(first, last) => {
                self.name(first, by);
                self.name(last, by);
            }
            PlaceKind::List(list) => list.iter_mut().for_each(|place| self.place(place, by)),
            PlaceKind::In(first, second) => {
                self.place(first, by);
                self.place(second, by);
            }
            PlaceKind::Rows(..) | PlaceKind::Nothing => {}
        }
    }

    /// Puts the name that a parameter stands for in its place.
    fn name(&mut self, name: &mut Name, by: &Arguments) {
        match by.get(&name.text) {
            None => {}
            Some(Argument::Name(meant)) => *name = meant.clone(),
            Some(other) => {
                let title = format!("`{}` has no name, and one is wanted here", other.text());
                self.diagnostics.push(
                    Diagnostic::error(Code::WrongArguments, name.span, title)
                        .other(other.span(), "what it stands for")
                        .hint(
                            "call the rule with the name of a piece, a zone, a counter or the like",
                        ),
                );
            }
        }
    }
}

/// The number that two numbers come to, if it can be written.
fn folded(operator: Arithmetic, left: &Value, right: &Value) -> Option<u32> {
    let number = |value: &Value| match &value.kind {
        ValueKind::Int(int) => Some(int.value),
        ValueKind::Parenthesized(inner) => match inner.kind {
            ValueKind::Int(int) => Some(int.value),
            _ => None,
        },
        _ => None,
    };
    let (left, right) = (number(left)?, number(right)?);
    let sum = match operator {
        Arithmetic::Add => left.checked_add(right),
        Arithmetic::Subtract => left.checked_sub(right),
        Arithmetic::Multiply => left.checked_mul(right),
    };
    sum.filter(|&sum| sum <= 1_000_000_000)
}
