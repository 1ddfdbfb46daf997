//! The program of a game: functions made of blocks of small steps, with every
//! choice written out.
//!
//! A function runs on a configuration: a position `s`, a point of view `v`, a
//! finger `f` and a direction `d`. A `gen` function yields any number of
//! configurations (position, finger, direction), a `num` function returns one
//! number. Positions are values like any other: a write makes a new one, so a
//! path that dies leaves nothing behind, and there is no undo.
//!
//! Blocks of a function form an acyclic graph: a block only leads to blocks
//! after it. What repeats is a `repeat` node or a recursive call, and both
//! carry the reason why they end.

#[macro_use]
mod declare;
mod choices;
mod effect;
mod nodes;
mod parts;
mod source;

pub use choices::*;
pub use effect::*;
pub use nodes::*;
pub use parts::Parts;
pub use source::{Source, Sources};

use game::Facts;

/// A value of a function: defined once, in a parameter or by an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

/// A block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// A function of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FuncId(pub u32);

macro_rules! index {
    ($($name:ident),*) => {$(
        impl $name {
            /// The number as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
index!(Value, BlockId, FuncId);

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A position with everything that the turn has said so far; the hand is part of it.
    Position,
    /// A point of view.
    Player,
    /// The finger; it may point nowhere.
    Field,
    /// A direction; it may not be set.
    Direction,
    /// A set of fields.
    Set,
    /// A number, 32 bits, saturating.
    Number,
}

/// The program of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What the game declares.
    pub facts: Facts,
    /// Its functions.
    pub funcs: Vec<Func>,
    /// Where each kind of run begins.
    pub entries: Entries,
}

impl Program {
    /// Whether some rule asks whether a position has occurred.
    pub fn asks_for_past(&self) -> bool {
        let is_past = |cond: &Cond| matches!(cond, Cond::Occurred { .. });
        self.funcs.iter().flat_map(Func::conds).any(is_past)
    }

    /// The least number of times after which some rule asks whether a position has occurred.
    pub fn least_repeats(&self) -> Option<u32> {
        let times = |cond: &Cond| match cond {
            Cond::Occurred { times, .. } => Some(*times),
            _ => None,
        };
        self.funcs.iter().flat_map(Func::conds).filter_map(times).min()
    }
}

/// Where each kind of run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// A turn.
    pub main: FuncId,
    /// The fields that a player sees.
    pub seen: Option<FuncId>,
    /// The fields whose contents they may use for a try.
    pub known: Option<FuncId>,
    /// What they may try.
    pub tries: Option<FuncId>,
    /// What happens to a try that is not legal.
    pub refused: Option<FuncId>,
    /// What is said before a turn.
    pub told: Option<FuncId>,
    /// The evaluations, in the order of the facts.
    pub evaluations: Vec<FuncId>,
    /// The lower bounds, in the order of the facts.
    pub bounds: Vec<FuncId>,
}

impl Entries {
    /// Every function that is run from outside.
    pub fn all(&self) -> impl Iterator<Item = FuncId> + '_ {
        let referee = [self.seen, self.known, self.tries, self.refused, self.told];
        let numbers = self.evaluations.iter().chain(&self.bounds).copied();
        referee.into_iter().flatten().chain(numbers).chain([self.main])
    }
}

/// What a function makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FuncKind {
    /// Configurations.
    Gen,
    /// One number.
    Num,
}

/// A function. Its first block has the parameters (position, player, field,
/// direction).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Func {
    /// The rule's name; a part of a rule is called `rule.1`, `rule.2`, …
    pub name: String,
    /// The words of the rules that a part of a rule was made of; empty for a
    /// whole rule. They are for people: nothing depends on them.
    pub about: String,
    /// What it makes.
    pub kind: FuncKind,
    /// The type of each value.
    pub types: Vec<Type>,
    /// Where the steps come from that define the values.
    pub sources: Sources,
    /// The blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// How deep it may call itself, if it does: proved by what each call uses up.
    pub depth: Option<Bound>,
}

impl Func {
    /// What people call it: the words it was made of, or the name of the rule.
    pub fn words(&self) -> &str {
        if self.about.is_empty() { &self.name } else { &self.about }
    }

    /// All conditions, of guards and of decisions.
    pub fn conds(&self) -> impl Iterator<Item = &Cond> {
        self.blocks.iter().flat_map(|block| {
            let guards = block.insts.iter().filter_map(|inst| match inst {
                Inst::Guard { cond, .. } => Some(cond),
                _ => None,
            });
            let decided = match &block.term {
                Term::If { cond, .. } => Some(cond),
                _ => None,
            };
            guards.chain(decided)
        })
    }
}

/// A stretch of steps without a choice, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Values that come in.
    pub params: Vec<Value>,
    /// Steps; a guard that fails ends the path.
    pub insts: Vec<Inst>,
    /// Where it leads.
    pub term: Term,
    /// Where its end comes from.
    pub at: Source,
}

impl Block {
    /// A block whose end comes from no text.
    pub fn new(params: Vec<Value>, insts: Vec<Inst>, term: Term) -> Block {
        Block { params, insts, term, at: Source::NONE }
    }
}

/// A block with the values for its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where to go on.
    pub block: BlockId,
    /// What its parameters are. Where a node gives values of its own (a chosen
    /// field, a result), these come first and `args` are the rest.
    pub args: Vec<Value>,
}

/// The configuration that a function is run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Args {
    /// The position.
    pub s: Value,
    /// The point of view.
    pub v: Value,
    /// The finger.
    pub f: Value,
    /// The direction.
    pub d: Value,
}
