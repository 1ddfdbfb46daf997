//! What the generator knows of a value while it walks the program: constants
//! stay constants, everything else is a word of 64 bits in the machine.

use super::plan::Plan;
use super::sets::foresee::Foreseen;
use cranelift_codegen::ir::{Block, Value};
use game::{Direction, Player};
use ir::{Func, FuncId, SetExpr, Target};
use std::rc::Rc;

/// A word: a constant, or a value of the code that is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Word {
    C(u64),
    V(Value),
}

impl Word {
    pub(crate) const ZERO: Word = Word::C(0);
    pub(crate) const ONE: Word = Word::C(1);

    /// The constant, if it is one.
    pub(crate) fn constant(self) -> Option<u64> {
        match self {
            Word::C(constant) => Some(constant),
            Word::V(_) => None,
        }
    }
}

/// A number with the range that it is known to lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Num {
    pub(crate) word: Word,
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Num {
    pub(crate) fn constant(number: i64) -> Num {
        Num { word: Word::C(number as u64), low: number, high: number }
    }
}

/// A finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finger {
    Nowhere,
    /// On this field.
    At(Word),
    /// On this field, or nowhere if the word is below 0.
    Maybe(Word),
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heading {
    Unset,
    Fixed(Direction),
    /// This one, or none if the word is below 0.
    Maybe(Word),
}

/// A board as it was at some moment of the turn: what is known of the contents
/// of a field is known of such a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) u32);

/// A position in the middle of a turn.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) slots: Vec<Word>,
    /// The pieces that may be in the hand, as a mask; [`EMPTY`] if it may be empty.
    pub(crate) hand: u64,
    pub(crate) version: Version,
    /// A field whose contents are surely not those at the beginning of the turn.
    pub(crate) sure: Option<Word>,
    /// The field on which a piece may have been written over of which there
    /// must be an exact number; [`SOMEWHERE`] if it is not one field.
    pub(crate) overwrites: Option<Word>,
    /// How many pieces there are more than when the turn began, on the board and in the hand;
    /// nothing if that is not known.
    pub(crate) gained: Option<Gained>,
}

impl State {
    /// A position in which a turn begins.
    pub(crate) fn at_start(slots: Vec<Word>, version: Version) -> State {
        let gained = Some(Gained::default());
        State { slots, hand: EMPTY, version, sure: None, overwrites: None, gained }
    }
}

/// How many more there are of each piece, by its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gained(Vec<(u8, i32)>);

impl Gained {
    /// Adds this many of a piece.
    pub(crate) fn add(&mut self, piece: usize, n: i32) {
        match self.0.iter_mut().find(|(other, _)| usize::from(*other) == piece) {
            Some((_, number)) => *number += n,
            None => self.0.push((piece as u8, n)),
        }
        self.0.retain(|(_, number)| *number != 0);
        self.0.sort_unstable();
    }

    /// How many more there are of those pieces.
    pub(crate) fn of(&self, is_such: impl Fn(usize) -> bool) -> i32 {
        self.0.iter().filter(|(piece, _)| is_such(usize::from(*piece))).map(|(_, n)| n).sum()
    }

    /// Whether there are as many of each as before.
    pub(crate) fn is_none(&self) -> bool {
        self.0.is_empty()
    }
}

/// The bit that stands for no piece in a mask of contents.
pub(crate) const EMPTY: u64 = 1 << 63;

/// Any contents.
pub(crate) const ANYTHING: u64 = u64::MAX;

/// No field in particular.
pub(crate) const SOMEWHERE: Word = Word::C(u64::MAX);

/// A value of a function.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    Unset,
    State(Rc<State>),
    Player(Player),
    Field(Finger),
    Direction(Heading),
    Set(Rc<[Word]>),
    Number(Num),
}

/// A configuration.
#[derive(Clone, Debug)]
pub(crate) struct Conf {
    pub(crate) s: Rc<State>,
    pub(crate) f: Finger,
    pub(crate) d: Heading,
}

/// Values that come to a block in which ways join.
pub(crate) struct Pending {
    /// An empty block that is to jump to the join.
    pub(crate) block: Block,
    pub(crate) vals: Vec<Val>,
}

/// A position that waits.
pub(crate) struct Waiting {
    /// The open block in which it is known.
    pub(crate) block: Block,
    pub(crate) state: Rc<State>,
    /// Where the path goes on.
    pub(crate) next: Block,
    /// Not 0 if only quiet moves can follow.
    pub(crate) quiet: Word,
}

/// A function that is being walked, with its values.
pub(crate) struct Frame<'p> {
    pub(crate) id: FuncId,
    pub(crate) func: &'p Func,
    pub(crate) plan: Rc<Plan>,
    pub(crate) defs: Rc<Vec<Option<&'p SetExpr>>>,
    pub(crate) vals: Vec<Val>,
    /// Blocks at which the walk stops because ways join there.
    pub(crate) stops: Vec<(usize, Vec<Pending>)>,
    /// Blocks that wait, with the positions that wait for them and the places
    /// from which these come.
    pub(crate) waiting: Vec<(usize, Vec<Waiting>)>,
    /// Blocks that are made once for several ways, and whether some way comes there.
    pub(crate) labels: Vec<(usize, Block, bool)>,
    /// Where the numbers go that a function returns which is made in place.
    pub(crate) returns: Option<Vec<Pending>>,
    /// The answer to the question at the end of the block that is entered next.
    pub(crate) foreseen: Option<Foreseen>,
}

impl<'p> Frame<'p> {
    pub(crate) fn get(&self, value: ir::Value) -> &Val {
        &self.vals[value.index()]
    }

    pub(crate) fn set(&mut self, value: ir::Value, val: Val) {
        self.vals[value.index()] = val;
    }

    pub(crate) fn state(&self, value: ir::Value) -> &Rc<State> {
        match self.get(value) {
            Val::State(state) => state,
            other => ill_typed("a position", other),
        }
    }

    pub(crate) fn player(&self, value: ir::Value) -> Player {
        match self.get(value) {
            Val::Player(player) => *player,
            other => ill_typed("a player", other),
        }
    }

    pub(crate) fn field(&self, value: ir::Value) -> Finger {
        match self.get(value) {
            Val::Field(field) => *field,
            other => ill_typed("a field", other),
        }
    }

    pub(crate) fn way(&self, value: ir::Value) -> Heading {
        match self.get(value) {
            Val::Direction(way) => *way,
            other => ill_typed("a direction", other),
        }
    }

    pub(crate) fn words(&self, value: ir::Value) -> Rc<[Word]> {
        match self.get(value) {
            Val::Set(words) => words.clone(),
            other => ill_typed("a set", other),
        }
    }

    pub(crate) fn number(&self, value: ir::Value) -> Num {
        match self.get(value) {
            Val::Number(number) => *number,
            other => ill_typed("a number", other),
        }
    }

    pub(crate) fn conf(&self, args: &ir::Args) -> Conf {
        Conf { s: self.state(args.s).clone(), f: self.field(args.f), d: self.way(args.d) }
    }

    /// Gives a block its parameters: those that a node gives, then the arguments.
    pub(crate) fn enter(&mut self, target: &Target, given: &[Val]) {
        let params = &self.func.blocks[target.block.index()].params;
        for (&param, val) in params.iter().zip(given) {
            self.vals[param.index()] = val.clone();
        }
        for (&param, &arg) in params[given.len()..].iter().zip(&target.args) {
            self.vals[param.index()] = self.vals[arg.index()].clone();
        }
    }

    /// The expression that a set was made by.
    pub(crate) fn expr(&self, value: ir::Value) -> Option<&'p SetExpr> {
        self.defs[value.index()]
    }
}

/// The verifier has checked all types before code is made.
fn ill_typed(expected: &str, found: &Val) -> ! {
    unreachable!("the verifier lets only {expected} come here, not {found:?}")
}
