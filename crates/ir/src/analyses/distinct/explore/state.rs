//! Where a path is: what its values are, which choices led there, and what is
//! known of the fields that were chosen.

use super::super::board::Board;
use super::super::symbols::{Node, Sym};
use crate::analyses::contents::{ANY, Contents};
use crate::program::*;
use game::{Direction, FieldSet, Player};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Val {
    Position(Rc<Board>),
    /// A field; nothing if it may point nowhere.
    Field(Option<Sym>),
    Direction(Option<Direction>),
    /// A player who is known.
    Player(Player),
    /// A set that was made when the trail was so long.
    Set(usize),
    Other,
}

/// A choice on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Item {
    Chosen { node: Node, sym: Sym },
    Branch { node: Node, index: usize },
}

impl Item {
    /// Where it was chosen.
    pub(in super::super) fn node(&self) -> Node {
        match *self {
            Item::Chosen { node, .. } | Item::Branch { node, .. } => node,
        }
    }
}

/// A field that is in a set or not; the set was made when the trail was so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Member {
    pub(in super::super) sym: Sym,
    /// The run of a function, and its value.
    pub(in super::super) set: (Node, Value),
    pub(in super::super) made: usize,
    pub(in super::super) inside: bool,
}

/// What is known of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Fact {
    /// What may have stood there when the turn began.
    pub(in super::super) before: Contents,
    /// Where it may be, besides what its origin says.
    pub(in super::super) range: Option<FieldSet>,
}

impl Fact {
    const NOTHING: Fact = Fact { before: ANY, range: None };

    /// What is known if either is known.
    fn or(&self, other: &Fact) -> Fact {
        let range = match (&self.range, &other.range) {
            (Some(a), Some(b)) => Some(a.or(b)),
            _ => None,
        };
        Fact { before: self.before | other.before, range }
    }
}

/// A path under way.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct State {
    pub(in super::super) values: FxHashMap<Value, Val>,
    pub(in super::super) trail: Vec<Item>,
    pub(in super::super) facts: FxHashMap<Sym, Fact>,
    /// Fields that were taken to be the same, and to be different.
    pub(in super::super) same: Vec<(Sym, Sym)>,
    pub(in super::super) apart: Vec<(Sym, Sym)>,
    pub(in super::super) members: Vec<Member>,
    /// Which run of a function this is.
    pub(in super::super) frame: Node,
}

impl State {
    pub(in super::super) fn value(&self, value: Value) -> Val {
        self.values.get(&value).cloned().unwrap_or(Val::Other)
    }

    pub(in super::super) fn position(&self, value: Value) -> Rc<Board> {
        match self.values.get(&value) {
            Some(Val::Position(board)) => board.clone(),
            _ => Rc::default(),
        }
    }

    pub(in super::super) fn field(&self, value: Value) -> Option<Sym> {
        match self.values.get(&value) {
            Some(Val::Field(sym)) => sym.map(|sym| self.canonical(sym)),
            _ => None,
        }
    }

    /// Whose piece it is that a player brings in.
    pub(in super::super) fn whose(&self, value: Value) -> Whose {
        match self.values.get(&value) {
            Some(Val::Player(Player::First)) => Whose::First,
            Some(Val::Player(Player::Second)) => Whose::Second,
            _ => Whose::Any,
        }
    }

    /// The state with a value that is a position.
    pub(in super::super) fn with_position(mut self, value: Value, board: Board) -> State {
        self.values.insert(value, Val::Position(Rc::new(board)));
        self
    }

    /// Remembers that a field is in a set or not.
    pub(in super::super) fn record(&mut self, sym: Sym, set: Value, inside: bool) {
        if let Some(&Val::Set(made)) = self.values.get(&set) {
            self.members.push(Member { sym, set: (self.frame, set), made, inside });
        }
    }

    /// The one that stands for all fields that were taken to be the same.
    pub(in super::super) fn canonical(&self, sym: Sym) -> Sym {
        let mut sym = sym;
        for _ in 0..=self.same.len() {
            match self.same.iter().find(|(it, _)| *it == sym) {
                Some((_, other)) => sym = *other,
                None => break,
            }
        }
        sym
    }

    pub(in super::super) fn fact(&self, sym: Sym) -> Fact {
        self.facts.get(&sym).cloned().unwrap_or(Fact::NOTHING)
    }

    /// Only these contents are possible; false if there are none.
    pub(in super::super) fn narrow(&mut self, sym: Sym, before: Contents) -> bool {
        let fact = self.facts.entry(sym).or_insert(Fact::NOTHING);
        fact.before &= before;
        fact.before != 0
    }

    /// Only these places are possible; false if there are none.
    pub(in super::super) fn place(&mut self, sym: Sym, range: FieldSet) -> bool {
        let fact = self.facts.entry(sym).or_insert(Fact::NOTHING);
        let range = match &fact.range {
            Some(known) => known.and(&range),
            None => range,
        };
        let some = !range.is_empty();
        fact.range = Some(range);
        some
    }

    /// The state in which a block begins.
    pub(in super::super) fn enter(
        mut self,
        params: &[Value],
        target: &Target,
        given: Vec<Val>,
    ) -> State {
        let args: Vec<Val> = target.args.iter().map(|&arg| self.value(arg)).collect();
        self.values.extend(params.iter().copied().zip(given.into_iter().chain(args)));
        self
    }

    /// Takes in another path that differs only in what was tested on the way;
    /// false if it differs in more.
    pub(in super::super) fn absorb(&mut self, other: &State) -> bool {
        let alike = self.trail == other.trail
            && self.same == other.same
            && self.apart == other.apart
            && self.values == other.values;
        if alike {
            let known: Vec<Sym> = self.facts.keys().copied().collect();
            for sym in known {
                let both = self.fact(sym).or(&other.fact(sym));
                self.facts.insert(sym, both);
            }
            self.members.retain(|member| other.members.contains(member));
        }
        alike
    }

    pub(in super::super) fn into_path(self, board: Rc<Board>) -> Path {
        let State { trail, facts, same, apart, members, .. } = self;
        Path { trail, facts, same, apart, members, board }
    }
}

/// A path from the beginning of a turn to a result.
#[derive(Clone, Debug)]
pub(in super::super) struct Path {
    pub(in super::super) trail: Vec<Item>,
    facts: FxHashMap<Sym, Fact>,
    pub(in super::super) same: Vec<(Sym, Sym)>,
    pub(in super::super) apart: Vec<(Sym, Sym)>,
    pub(in super::super) members: Vec<Member>,
    pub(in super::super) board: Rc<Board>,
}

impl Path {
    pub(in super::super) fn fact(&self, sym: Sym) -> Fact {
        self.facts.get(&sym).cloned().unwrap_or(Fact::NOTHING)
    }

    /// What may have stood on a field when the turn began.
    pub(in super::super) fn before(&self, sym: Sym) -> Contents {
        self.fact(sym).before
    }
}
