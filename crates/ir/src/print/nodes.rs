//! The text of each instruction and of each end of a block; the grammar is in
//! the header of `print`.

use super::{Printer, show_bound};
use crate::names::{Space, quote};
use crate::program::*;
use game::{Direction, FieldSet, Kind, Player};

impl Printer<'_> {
    pub(super) fn inst(&self, inst: &Inst) -> String {
        let value = |it: &Value| self.value(*it);
        match inst {
            Inst::Other { dst, v } => format!("{} = other {}", value(dst), value(v)),
            Inst::NoField { dst } => format!("{} = nofield", value(dst)),
            Inst::NoDirection { dst } => format!("{} = nodirection", value(dst)),
            Inst::Direction { dst, direction } => {
                format!("{} = direction {}", value(dst), self.direction(*direction))
            }
            Inst::Set { dst, expr } => format!("{} = {}", value(dst), self.set(expr)),
            Inst::Number { dst, expr } => format!("{} = {}", value(dst), self.number(expr)),
            Inst::Guard { cond } => format!("guard {}", self.cond(cond)),
            Inst::Step { dst, f, d } => {
                format!("{} = step {}, {}", value(dst), value(f), value(d))
            }
            Inst::Back { dst, f, d } => {
                format!("{} = back {}, {}", value(dst), value(f), value(d))
            }
            Inst::Rotate { dst, d, degrees } => {
                format!("{} = rotate {}, {degrees}", value(dst), value(d))
            }
            Inst::Write { dst, s, write } => {
                let (node, operands) = self.write(write);
                format!("{} = {node} {}{operands}", value(dst), value(s))
            }
        }
    }

    fn set(&self, expr: &SetExpr) -> String {
        let value = |it: &Value| self.value(*it);
        match expr {
            SetExpr::Pieces { s, v, whose, kinds } => {
                format!("pieces {}", self.some_pieces(*s, *v, *whose, kinds))
            }
            SetExpr::Empty { s } => format!("empty {}", value(s)),
            SetExpr::All => "all".to_string(),
            SetExpr::Const(fields) => self.fields(fields),
            SetExpr::Zone { zone, v } => {
                format!("zone {}, {}", self.name(Space::Zone, zone.index()), value(v))
            }
            SetExpr::Sides { v, sides: [first, second] } => {
                format!("sides {}, {} {}", value(v), self.fields(first), self.fields(second))
            }
            SetExpr::Memory { s, memory } => {
                format!("memory {}, {}", value(s), self.name(Space::Memory, memory.index()))
            }
            SetExpr::And(a, b) => format!("{} & {}", value(a), value(b)),
            SetExpr::Or(a, b) => format!("{} | {}", value(a), value(b)),
            SetExpr::Minus(a, b) => format!("{} - {}", value(a), value(b)),
            SetExpr::Fields { func, args } => format!("fields {}", self.run(*func, args)),
            SetExpr::Only(f) => format!("only {}", value(f)),
            SetExpr::Matching { s, layout } => {
                format!("matching {}, {}", value(s), self.name(Space::Layout, layout.index()))
            }
            SetExpr::Walk { from, ways, back } => {
                format!("walk{} {} by{}", show_back(*back), value(from), self.ways(ways))
            }
            SetExpr::Slide { from, directions, through, back } => {
                let ways: Vec<Vec<Direction>> = directions.iter().map(|&it| vec![it]).collect();
                let (back, ways) = (show_back(*back), self.ways(&ways));
                format!("slide{back} {} by{ways} through {}", value(from), value(through))
            }
            SetExpr::Spread { from, ways, through, back } => {
                let (back, ways) = (show_back(*back), self.ways(ways));
                format!("spread{back} {} by{ways} through {}", value(from), value(through))
            }
            SetExpr::Rows { of, directions, times } => {
                let ways: Vec<Vec<Direction>> = directions.iter().map(|&it| vec![it]).collect();
                format!("rows {} by{} times {times}", value(of), self.ways(&ways))
            }
            SetExpr::IfSome(a, b) => format!("ifsome {}, {}", value(a), value(b)),
        }
    }

    /// Each way behind a space.
    fn ways(&self, ways: &[Vec<Direction>]) -> String {
        let way = |steps: &Vec<Direction>| match steps.is_empty() {
            true => " stay".to_string(),
            false => {
                let steps: Vec<String> = steps.iter().map(|&it| self.direction(it)).collect();
                format!(" {}", steps.join("."))
            }
        };
        ways.iter().map(way).collect()
    }

    fn number(&self, expr: &NumExpr) -> String {
        let value = |it: &Value| self.value(*it);
        match expr {
            NumExpr::Const(n) => n.to_string(),
            NumExpr::Counter { s, v, counter } => {
                let counter = self.name(Space::Counter, counter.index());
                format!("counter {}, {}, {counter}", value(s), value(v))
            }
            NumExpr::Size(set) => format!("size {}", value(set)),
            NumExpr::Weigh { set, weights } => {
                let weights: Vec<String> = weights.iter().map(i32::to_string).collect();
                format!("weigh {} by {}", value(set), weights.join(" "))
            }
            NumExpr::Reserve { s, v, whose, kinds } => {
                format!("reserve {}", self.some_pieces(*s, *v, *whose, kinds))
            }
            NumExpr::Count { func, args } => format!("count {}", self.run(*func, args)),
            NumExpr::Sum { value, func, args } => {
                format!("sum {} at {}", self.func_name(*value), self.run(*func, args))
            }
            NumExpr::Steps { func, until, args } => {
                format!("steps {} until {}", self.func_name(*func), self.run(*until, args))
            }
            NumExpr::Call { func, args } => format!("call {}", self.run(*func, args)),
            NumExpr::Height { s, f } => format!("height {}, {}", value(s), value(f)),
            NumExpr::Hand { s } => format!("hand {}", value(s)),
            NumExpr::Add(a, b) => format!("{} + {}", value(a), value(b)),
            NumExpr::Subtract(a, b) => format!("{} - {}", value(a), value(b)),
            NumExpr::Multiply(a, b) => format!("{} * {}", value(a), value(b)),
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        let value = |it: &Value| self.value(*it);
        match cond {
            Cond::In { f, set } => format!("{} in {}", value(f), value(set)),
            Cond::Compare { op, a, b } => {
                format!("{} {} {}", value(a), op.sign(), value(b))
            }
            Cond::Matches { s, f, layout } => {
                let layout = self.name(Space::Layout, layout.index());
                format!("matches {}, {}, {layout}", value(s), value(f))
            }
            Cond::Occurred { s, times } => format!("occurred {}, {times}", value(s)),
            Cond::IsKind { s, f, kind } => {
                format!("kind {}, {}, {}", value(s), value(f), self.kind(*kind))
            }
            Cond::Some { set } => format!("some {}", value(set)),
            Cond::Is { v, player } => {
                let player = match player {
                    Player::First => "first",
                    Player::Second => "second",
                };
                format!("{} is {player}", value(v))
            }
        }
    }

    /// The word for a write, and its operands behind the position.
    fn write(&self, write: &Write) -> (&'static str, String) {
        let value = |it: &Value| self.value(*it);
        match write {
            Write::Lift { f, amount } => ("lift", self.pieces_at(*f, *amount)),
            Write::Lower { f, amount } => ("lower", self.pieces_at(*f, *amount)),
            Write::Put { f, v, whose, kind } => {
                let (whose, kind) = (show_whose(*whose), self.kind(*kind));
                ("put", format!(", {}, {whose} {}, {kind}", value(f), value(v)))
            }
            Write::PutAll { set, v, whose, kind } => {
                let (whose, kind) = (show_whose(*whose), self.kind(*kind));
                ("putall", format!(", {}, {whose} {}, {kind}", value(set), value(v)))
            }
            Write::Clear { f } => ("clear", format!(", {}", value(f))),
            Write::Become { f, kind } => {
                ("become", format!(", {}, {}", value(f), self.kind(*kind)))
            }
            Write::Enter { f, v, kind } => {
                ("enter", format!(", {}, {}, {}", value(f), value(v), self.kind(*kind)))
            }
            Write::Keep { f, v } => ("keep", format!(", {}, {}", value(f), value(v))),
            Write::Remember { f, memory } => {
                let memory = self.name(Space::Memory, memory.index());
                ("remember", format!(", {}, {memory}", value(f)))
            }
            Write::SetCounter { v, counter, to } => {
                let counter = self.name(Space::Counter, counter.index());
                ("set", format!(", {}, {counter}, {}", value(v), value(to)))
            }
            Write::Outcome { v, verdict } => {
                ("outcome", format!(", {}, {}", value(v), self.verdict(*verdict)))
            }
            Write::Pass => ("pass", String::new()),
            Write::Again => ("again", String::new()),
            Write::Cost { to } => ("cost", format!(", {}", value(to))),
            Write::Tell { v, f, to, message, details } => {
                let to = match to {
                    Audience::Both => "both",
                    Audience::Own => "own",
                    Audience::Enemy => "enemy",
                };
                let said = format!(", {}, {}, {to}, {}", value(v), value(f), quote(message));
                ("tell", said + &self.details(details))
            }
            Write::Hush { like } => ("hush", format!(", like {}", value(like))),
            Write::Before => ("before", String::new()),
            Write::Mask { v, seen } => ("mask", format!(", {}, {}", value(v), value(seen))),
        }
    }

    fn verdict(&self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Win => "win".to_string(),
            Verdict::Lose => "lose".to_string(),
            Verdict::Draw => "draw".to_string(),
            Verdict::Score(n) => format!("score {}", self.value(n)),
        }
    }

    /// What is said with a message, behind it.
    fn details(&self, details: &[Detail]) -> String {
        let word = |detail: &Detail| match detail {
            Detail::Here => "here".to_string(),
            Detail::Piece => "piece".to_string(),
            Detail::Memory(it) => self.name(Space::Memory, it.index()),
        };
        details.iter().map(|detail| format!(", {}", word(detail))).collect()
    }

    pub(super) fn term(&self, term: &Term) -> String {
        let value = |it: &Value| self.value(*it);
        match term {
            Term::Jump(target) => format!("jump {}", self.target(target)),
            Term::If { cond, yes, no } => {
                let (yes, no) = (self.target(yes), self.target(no));
                format!("if {} ? {yes} : {no}", self.cond(cond))
            }
            Term::Fork(branches) => {
                let branches: Vec<String> = branches.iter().map(|it| self.target(it)).collect();
                format!("fork {}", branches.join(" | ")).trim_end().to_string()
            }
            Term::ChooseField { set, then } => {
                format!("choose field in {}{}", value(set), self.then(then))
            }
            Term::ChooseDirection { v, from, then } => {
                let from = match from {
                    Directions::Compass([a, b]) if a == b => self.directions(a),
                    Directions::Compass([a, b]) => {
                        format!("{} {}", self.directions(a), self.directions(b))
                    }
                    Directions::Ways { f } => format!("ways {}", value(f)),
                };
                format!("choose direction for {} in {from}{}", value(v), self.then(then))
            }
            Term::Call { func, args, then } => {
                format!("call {}{}", self.run(*func, args), self.then(then))
            }
            Term::OrElse { first, second, args, then } => {
                let (first, second) = (self.func_name(*first), self.run(*second, args));
                format!("try {first} else {second}{}", self.then(then))
            }
            Term::Repeat { body, low, high, bound, args, then } => {
                let high = high.as_ref().map_or("infinity".to_string(), value);
                let range = format!("from {} to {high}", value(low));
                let (run, bound) = (self.run(*body, args), show_bound(bound));
                format!("repeat {run} {range} bound {bound}{}", self.then(then))
            }
            Term::Each { set, body, args, then } => {
                format!("each {} do {}{}", value(set), self.run(*body, args), self.then(then))
            }
            Term::Best { value, func, args, then } => {
                let (value, run) = (self.func_name(*value), self.run(*func, args));
                format!("best {value} of {run}{}", self.then(then))
            }
            Term::Ask { func, args, yes, no } => {
                let (yes, no) = (self.target(yes), self.target(no));
                format!("ask {} ? {yes} : {no}", self.run(*func, args))
            }
            Term::Yield { s, f, d } => format!("yield {}, {}, {}", value(s), value(f), value(d)),
            Term::Return(n) => format!("return {}", value(n)),
            Term::Die => "die".to_string(),
        }
    }

    fn some_pieces(&self, s: Value, v: Value, whose: Whose, kinds: &Option<Vec<Kind>>) -> String {
        let kinds = match kinds.as_deref() {
            None => "piece".to_string(),
            Some([kind]) => self.kind(*kind),
            Some(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(|&it| self.kind(it)).collect();
                format!("{{{}}}", kinds.join(" "))
            }
        };
        format!("{}, {} {}, {kinds}", self.value(s), show_whose(whose), self.value(v))
    }

    fn pieces_at(&self, f: Value, amount: Amount) -> String {
        match amount {
            Amount::One => format!(", {}", self.value(f)),
            Amount::All => format!(", {}, all", self.value(f)),
            Amount::Number(n) => format!(", {}, {}", self.value(f), self.value(n)),
        }
    }

    fn kind(&self, kind: Kind) -> String {
        self.name(Space::Kind, kind.index())
    }

    fn fields(&self, set: &FieldSet) -> String {
        let fields: Vec<String> =
            set.iter().map(|field| self.name(Space::Field, field.index())).collect();
        format!("{{{}}}", fields.join(" "))
    }

    fn directions(&self, directions: &[Direction]) -> String {
        let names: Vec<String> = directions.iter().map(|&it| self.direction(it)).collect();
        format!("{{{}}}", names.join(" "))
    }

    fn direction(&self, direction: Direction) -> String {
        self.name(Space::Direction, direction.index())
    }

    fn run(&self, func: FuncId, args: &Args) -> String {
        let Args { s, v, f, d } = *args;
        format!("{}({})", self.func_name(func), self.values(&[s, v, f, d]))
    }

    fn target(&self, target: &Target) -> String {
        match target.args.is_empty() {
            true => format!("b{}", target.block.0),
            false => format!("b{}({})", target.block.0, self.values(&target.args)),
        }
    }

    /// The target of a node that gives values of its own.
    fn then(&self, target: &Target) -> String {
        match target.args.is_empty() {
            true => format!(" -> b{}(..)", target.block.0),
            false => format!(" -> b{}(.., {})", target.block.0, self.values(&target.args)),
        }
    }
}

fn show_back(back: bool) -> &'static str {
    if back { " back" } else { "" }
}

fn show_whose(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "own",
        Whose::Enemy => "enemy",
        Whose::First => "first",
        Whose::Second => "second",
        Whose::Nobody => "nobody",
        Whose::Any => "any",
    }
}
