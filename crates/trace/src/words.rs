//! What a step has found or done, in words: contents of fields, changes, numbers.

use crate::tracing::{Frame, Tracing};
use game::{Facts, Field, Owner, Piece, Player, Zone};
use interp::machine::{Fields, State, counter_slot};
use ir::{Cond, FuncId, Inst, NumExpr, SetExpr, Value, Verdict, Write};

/// A piece in words: `white rook`.
pub(crate) fn piece(facts: &Facts, piece: Piece) -> String {
    let kind = &facts.kinds[piece.kind().index()].name;
    match piece.owner() {
        Owner::First => format!("{} {kind}", facts.player_name(Player::First)),
        Owner::Second => format!("{} {kind}", facts.player_name(Player::Second)),
        Owner::Nobody => kind.clone(),
    }
}

/// What is on a field: `e3 is empty`, `a white pawn is on e2`.
pub(crate) fn contents(facts: &Facts, state: &State, field: Field) -> String {
    let name = facts.field_name(field);
    match state.parts.top(field) {
        None => format!("{name} is empty"),
        Some(top) => format!("there is {} on {name}", a(&piece(facts, top))),
    }
}

/// The words with an article.
pub(crate) fn a(words: &str) -> String {
    let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {words}")
}

/// The first clause of the documentation of a node: "the same player moves next".
fn declared(about: &[&str]) -> String {
    let text: String = about.concat();
    let clause = text.split([';', '.']).next().unwrap_or_default().trim();
    let mut letters = clause.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// Pieces in words.
fn pieces(facts: &Facts, pieces: &[Piece]) -> String {
    match pieces {
        [] => "nothing".to_string(),
        [one] => format!("the {}", piece(facts, *one)),
        many => format!("{} pieces", many.len()),
    }
}

impl<'r> Tracing<'r> {
    /// What a test has found.
    pub(crate) fn test_words(&self, a: &Frame<'r>, cond: &Cond, holds: bool) -> String {
        let facts = self.facts();
        let is = if holds { "is" } else { "is not" };
        match cond {
            Cond::In { f, set } => match a.field(*f) {
                None => "the finger points nowhere".to_string(),
                Some(field) => self.member_words(a, *set, field, holds),
            },
            Cond::Compare { op, a: left, b } => {
                let told = [*left, *b].map(|value| self.number_words(a, value));
                let told: Vec<String> = told.into_iter().flatten().collect();
                match told.is_empty() {
                    false => told.join(", "),
                    true => {
                        let so = if holds { "" } else { " does not hold" };
                        format!("{} {} {}{so}", a.number(*left), op.sign(), a.number(*b))
                    }
                }
            }
            Cond::Matches { s, f, layout } => match a.field(*f) {
                None => "the finger points nowhere".to_string(),
                Some(field) => {
                    let name = &facts.layouts[layout.index()].name;
                    let there = contents(facts, a.state(*s), field);
                    let drawn = self.drawn(*layout, field);
                    let drawn = drawn.map_or("nothing".to_string(), |it| piece(facts, it));
                    match holds {
                        true => format!("{there}, as in `{name}`"),
                        false => format!("{there}; in `{name}` there is {drawn}"),
                    }
                }
            },
            Cond::Occurred { times, .. } => {
                let has = if holds { "has" } else { "has not" };
                format!("the position {has} occurred {times} times")
            }
            Cond::IsKind { s, f, .. } => match a.field(*f) {
                None => "the finger points nowhere".to_string(),
                Some(field) => contents(facts, a.state(*s), field),
            },
            Cond::Some { set } => {
                let n = self.fields(a, *set).len();
                format!("there are {n} such fields")
            }
            Cond::Is { v, player } => {
                let name = facts.player_name(*player);
                format!("{} {is} {name}", facts.player_name(a.player(*v)))
            }
        }
    }

    /// What a number is, if it has a name: `quiet` is 12.
    fn number_words(&self, a: &Frame<'r>, value: Value) -> Option<String> {
        let steps = a.func.blocks.iter().flat_map(|block| &block.insts);
        let mut expr = steps.filter_map(|inst| match inst {
            Inst::Number { dst, expr } if *dst == value => Some(expr),
            _ => None,
        });
        let name = |func: &FuncId| self.program().funcs[func.index()].words().to_string();
        let name = match expr.next()? {
            NumExpr::Counter { counter, .. } => self.facts().counters[counter.index()].name.clone(),
            NumExpr::Count { func, .. } => format!("count {}", name(func)),
            NumExpr::Call { func, .. } => name(func),
            NumExpr::Steps { func, .. } => format!("steps {}", name(func)),
            NumExpr::Height { .. } => "height".to_string(),
            NumExpr::Hand { .. } => "hand".to_string(),
            NumExpr::Const(_) => return None,
            _ => return Some(format!("the number is {}", a.number(value))),
        };
        Some(format!("`{name}` is {}", a.number(value)))
    }

    /// Why a field is in a set or not.
    pub(crate) fn member_words(
        &self,
        a: &Frame<'r>,
        set: Value,
        field: Field,
        is_member: bool,
    ) -> String {
        let facts = self.facts();
        let name = facts.field_name(field);
        let state = self.looked_at(a, set);
        let memory = self.memory_in(a, set);
        match (state, memory) {
            (Some(state), _) => match self.zone_in(a, set) {
                Some(zone) => self.in_zone(contents(facts, state, field), zone),
                None => contents(facts, state, field),
            },
            (None, Some((memory, now))) => match (is_member, now) {
                (true, _) => format!("{name} is `{memory}`"),
                (false, Some(now)) => {
                    format!("{name} is not `{memory}`, which is {}", facts.field_name(now))
                }
                (false, None) => format!("`{memory}` is no field now"),
            },
            (None, None) => match (is_member, self.zone_in(a, set)) {
                (true, Some(zone)) => format!("{name} is in `{}`", self.zone_name(zone)),
                (false, Some(zone)) => format!("{name} is not in `{}`", self.zone_name(zone)),
                (true, None) => format!("{name} is one of these fields"),
                (false, None) => format!("{name} is none of these fields"),
            },
        }
    }

    /// The position whose contents a set depends on.
    pub(crate) fn looked_at<'f>(&self, a: &'f Frame<'r>, set: Value) -> Option<&'f State> {
        let Fields::Asked(expr) = a.fields(set) else { return None };
        match expr {
            SetExpr::Pieces { s, .. } | SetExpr::Empty { s } | SetExpr::Matching { s, .. } => {
                Some(a.state(*s))
            }
            SetExpr::And(x, y) | SetExpr::Or(x, y) | SetExpr::Minus(x, y) => {
                self.looked_at(a, *x).or_else(|| self.looked_at(a, *y))
            }
            _ => None,
        }
    }

    /// The name of a memory that a set is, and the field that is remembered.
    fn memory_in(&self, a: &Frame<'r>, set: Value) -> Option<(String, Option<Field>)> {
        let Fields::Asked(expr) = a.fields(set) else { return None };
        match expr {
            SetExpr::Memory { s, memory } => {
                let name = self.facts().memories[memory.index()].name.clone();
                Some((name, a.state(*s).parts.memory(*memory)))
            }
            SetExpr::And(x, y) | SetExpr::Or(x, y) | SetExpr::Minus(x, y) => {
                self.memory_in(a, *x).or_else(|| self.memory_in(a, *y))
            }
            _ => None,
        }
    }

    /// Words about a field of which it is asked whether it is in a zone.
    pub(crate) fn in_zone(&self, words: String, zone: Zone) -> String {
        format!("{words}, asked for in `{}`", self.zone_name(zone))
    }

    fn zone_name(&self, zone: Zone) -> &str {
        &self.facts().zones[zone.index()].name
    }

    /// A zone that a set is a part of.
    pub(crate) fn zone_in(&self, a: &Frame<'r>, set: Value) -> Option<Zone> {
        let Fields::Asked(expr) = a.fields(set) else { return None };
        match expr {
            SetExpr::Zone { zone, .. } => Some(*zone),
            SetExpr::And(x, y) | SetExpr::Or(x, y) | SetExpr::Minus(x, y) => {
                self.zone_in(a, *x).or_else(|| self.zone_in(a, *y))
            }
            _ => None,
        }
    }

    /// What a change has done to a position, or why it could not be done.
    pub(crate) fn write_words(
        &self,
        a: &Frame<'r>,
        old: &State,
        new: Option<&State>,
        write: &Write,
    ) -> String {
        let facts = self.facts();
        let Some(new) = new else { return self.cannot_words(a, old, write) };
        let on = |f: Value| a.field(f).map_or("nowhere", |field| facts.field_name(field));
        let top = |state: &State, f: Value| {
            let top = a.field(f).and_then(|field| state.parts.top(field));
            top.map_or("nothing".to_string(), |top| piece(facts, top))
        };
        match write {
            Write::Lift { f, .. } => {
                format!("takes {} from {} into the hand", pieces(facts, &new.hand), on(*f))
            }
            Write::Lower { f, .. } => format!("puts the {} down on {}", top(new, *f), on(*f)),
            Write::Put { f, .. } => format!("puts {} on {}", self::a(&top(new, *f)), on(*f)),
            Write::PutAll { .. } => "puts pieces on all of these fields".to_string(),
            Write::Clear { f } | Write::Keep { f, .. } => {
                let where_to =
                    if matches!(write, Write::Keep { .. }) { " into reserve" } else { "" };
                format!("takes the {} off {}{where_to}", top(old, *f), on(*f))
            }
            Write::Become { f, .. } => {
                format!("the {} on {} becomes {}", top(old, *f), on(*f), self::a(&top(new, *f)))
            }
            Write::Enter { f, .. } => {
                format!("puts {} from reserve on {}", self::a(&top(new, *f)), on(*f))
            }
            Write::Remember { f, memory } => {
                format!("`{}` is {}", facts.memories[memory.index()].name, on(*f))
            }
            Write::SetCounter { v, counter, .. } => {
                let slot = counter_slot(facts, *counter, a.player(*v));
                let value = new.parts.counters[counter.index()][slot];
                format!("`{}` is {value}", facts.counters[counter.index()].name)
            }
            Write::Outcome { verdict, .. } => match (new.outcome, verdict) {
                (Some(outcome), _) => game::describe_outcome(facts, outcome),
                (None, Verdict::Draw) => "draw".to_string(),
                (None, _) => "the game is over".to_string(),
            },
            Write::Pass => "passes".to_string(),
            Write::Cost { to } => format!("costs {}", a.number(*to)),
            Write::Tell { message, .. } => format!("says \"{message}\""),
            Write::Hush { .. } => String::new(),
            Write::Before => "the position before the turn".to_string(),
            Write::Mask { v, .. } => {
                format!("the position as {} sees it", facts.player_name(a.player(*v)))
            }
            // What its declaration says of it: for the others nothing on the board is to be named.
            _ => declared(write.about()),
        }
    }

    /// Why a change could not be made.
    fn cannot_words(&self, a: &Frame<'r>, old: &State, write: &Write) -> String {
        let facts = self.facts();
        let there = |f: Value| match a.field(f) {
            Some(field) => contents(facts, old, field),
            None => "the finger points nowhere".to_string(),
        };
        match write {
            Write::Lift { .. } if !old.hand.is_empty() => {
                format!("{} is in the hand already", pieces(facts, &old.hand))
            }
            Write::Lower { .. } if old.hand.is_empty() => "the hand is empty".to_string(),
            Write::Lift { f, .. } | Write::Clear { f } | Write::Become { f, .. } => there(*f),
            Write::Keep { f, .. } => format!("{}, which is not kept", there(*f)),
            Write::Lower { f, .. } => match facts.stacks {
                Some(most) => format!("a stack is at most {most} high: {}", there(*f)),
                None => there(*f),
            },
            Write::Enter { f, v, kind } => {
                let kind_name = &facts.kinds[kind.index()].name;
                let entry = facts.reserve_index(*kind);
                let held = entry.map_or(0, |i| old.parts.reserve[i][a.player(*v).index()]);
                match held {
                    0 => {
                        let has = facts.player_does(a.player(*v), "has");
                        format!("{has} no {kind_name} in reserve")
                    }
                    _ => format!("there is no room: {}", there(*f)),
                }
            }
            Write::SetCounter { counter, to, .. } => {
                let counter = &facts.counters[counter.index()];
                let (name, low, high) = (&counter.name, counter.low, counter.high);
                format!("`{name}` is from {low} to {high} and cannot be {}", a.number(*to))
            }
            _ => "the finger points nowhere, or there is no such piece".to_string(),
        }
    }
}
