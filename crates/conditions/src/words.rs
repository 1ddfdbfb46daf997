//! Numbers and sets in words, for conditions that speak of them.

use crate::condition::counter_words;
use crate::log::definition;
use crate::recording::{Frame, Recording};
use game::{Kind, Player};
use interp::machine::Fields;
use ir::drive::Drive;
use ir::{FuncId, NumExpr, SetExpr, Value, Whose};

impl<'r> Recording<'r> {
    /// A number in words: where it comes from if that can be said, or its value.
    pub(crate) fn words(&self, a: &Frame<'r>, value: Value) -> String {
        let name = |func: &FuncId| self.func(*func).words();
        match definition(a.func, value) {
            Some(NumExpr::Count { func, .. }) => format!("count {}", name(func)),
            Some(NumExpr::Sum { value, func, .. }) => {
                format!("sum {} of {}", name(func), name(value))
            }
            Some(NumExpr::Steps { func, until, .. }) => {
                format!("steps {} until {}", name(func), name(until))
            }
            Some(NumExpr::Call { func, .. }) => name(func).to_string(),
            Some(NumExpr::Size(set)) => format!("count {}", self.set_words(a, *set)),
            Some(NumExpr::Hand { .. }) => "hand".to_string(),
            Some(NumExpr::Height { f, .. }) => match a.field(*f) {
                Some(field) => format!("height of {}", self.facts().field_name(field)),
                None => "height".to_string(),
            },
            Some(NumExpr::Counter { v, counter, .. }) => {
                counter_words(self.facts(), *counter, a.player(*v), self.now.player())
            }
            Some(NumExpr::Reserve { whose, kinds, .. }) => {
                format!("count {} in reserve", self.piece_words(*whose, kinds.as_deref()))
            }
            Some(NumExpr::Add(x, y)) => format!("{} + {}", self.words(a, *x), self.words(a, *y)),
            Some(NumExpr::Subtract(x, y)) => {
                format!("{} - {}", self.words(a, *x), self.factor_words(a, *y))
            }
            Some(NumExpr::Multiply(x, y)) => {
                format!("{} * {}", self.factor_words(a, *x), self.factor_words(a, *y))
            }
            Some(NumExpr::Const(_) | NumExpr::Weigh { .. }) | None => a.number(value).to_string(),
        }
    }

    /// A number in words that something is taken times, or that is taken away.
    fn factor_words(&self, a: &Frame<'r>, value: Value) -> String {
        let words = self.words(a, value);
        match definition(a.func, value) {
            Some(NumExpr::Add(..) | NumExpr::Subtract(..)) => format!("({words})"),
            _ => words,
        }
    }

    /// Pieces of some owners and kinds in words.
    fn piece_words(&self, whose: Whose, kinds: Option<&[Kind]>) -> String {
        let owner = match whose {
            Whose::Own => "own ",
            Whose::Enemy => "enemy ",
            Whose::First => &format!("{} ", self.facts().player_name(Player::First)),
            Whose::Second => &format!("{} ", self.facts().player_name(Player::Second)),
            Whose::Nobody | Whose::Any => "",
        };
        let kinds = kinds.into_iter().flatten().map(|kind| &self.facts().kinds[kind.index()]);
        let names: Vec<&str> = kinds.map(|kind| kind.name.as_str()).collect();
        let names = if names.is_empty() { "piece".to_string() } else { names.join(" or ") };
        format!("{owner}{names}")
    }

    /// A set that a function finds, in words.
    pub(crate) fn set_name(&self, expr: &SetExpr) -> String {
        match expr {
            SetExpr::Fields { func, .. } => self.func(*func).words().to_string(),
            _ => "field".to_string(),
        }
    }

    /// A set in words.
    pub(crate) fn set_words(&self, a: &Frame<'r>, set: Value) -> String {
        let Fields::Asked(expr) = a.fields(set) else { return "field".to_string() };
        match expr {
            SetExpr::Empty { .. } => "empty field".to_string(),
            SetExpr::Pieces { whose, kinds, .. } => self.piece_words(*whose, kinds.as_deref()),
            SetExpr::And(x, y) => {
                format!("{} in {}", self.set_words(a, *x), self.set_words(a, *y))
            }
            SetExpr::Zone { zone, .. } => self.facts().zones[zone.index()].name.clone(),
            SetExpr::Memory { memory, .. } => self.facts().memories[memory.index()].name.clone(),
            SetExpr::Const(fields) | SetExpr::Sides { sides: [fields, _], .. } => {
                let names: Vec<&str> = fields.iter().map(|f| self.facts().field_name(f)).collect();
                format!("({})", names.join(", "))
            }
            SetExpr::Fields { func, .. } => self.func(*func).words().to_string(),
            SetExpr::Matching { layout, .. } => {
                let name = &self.facts().layouts[layout.index()].name;
                format!("field as in {name}")
            }
            SetExpr::Holding { .. }
            | SetExpr::All
            | SetExpr::Or(..)
            | SetExpr::Minus(..)
            | SetExpr::Only(_)
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. }
            | SetExpr::IfSome(..) => "field".to_string(),
        }
    }
}
