//! What a node does to a path and to a position: the facts of its declaration, which the analyses,
//! the verifier and the passes ask for instead of knowing each node.

use super::{Parts, Type, Value};

/// What a node does, whatever it is run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The parts of a position that it looks at, because what it makes depends on them or
    /// because a path may end there. What the functions look at that it runs is not among them.
    pub reads: Parts,
    /// The parts of a position that it may change. The text of a move is no part of a position.
    pub writes: Parts,
    /// Whether a path can end at it although all fingers and directions are set.
    pub may_die: bool,
    /// Whether something has moved after it.
    pub moves: Moves,
    /// What it does to the fields of the board.
    pub touches: Touch,
    /// The types of the values that it gives to its target, before the arguments.
    pub gives: &'static [Type],
}

/// Whether something has moved after a write: something on the board or beside it, or the turn
/// was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// It has if it had before.
    AsBefore,
    /// It may have, and has if it had before.
    Perhaps,
    /// It has.
    Surely,
    /// It has not: it is as it was before the turn.
    Undone,
}

/// Which fields of the board a write changes, and whether something stands there afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// None.
    Nothing,
    /// This one; a piece stands there afterwards.
    Fills(Value),
    /// This one; a piece is taken off.
    Empties(Value),
    /// Fields of this set; a piece stands on each of them afterwards.
    FillsAll(Value),
    /// Any, in any way.
    Anything,
}

impl Touch {
    /// The only field that is changed.
    pub fn field(self) -> Option<Value> {
        match self {
            Touch::Fills(f) | Touch::Empties(f) => Some(f),
            Touch::Nothing | Touch::FillsAll(_) | Touch::Anything => None,
        }
    }
}

impl Effect {
    /// It does nothing but make its value.
    pub const NONE: Effect = Effect {
        reads: Parts::NONE,
        writes: Parts::NONE,
        may_die: false,
        moves: Moves::AsBefore,
        touches: Touch::Nothing,
        gives: &[],
    };

    /// The effect of a node that is a part of it, too.
    pub(super) fn like(self, part: Effect) -> Effect {
        Effect {
            reads: self.reads | part.reads,
            writes: self.writes | part.writes,
            may_die: self.may_die || part.may_die,
            moves: part.moves,
            touches: part.touches,
            ..self
        }
    }

    /// It looks at these parts.
    pub(super) fn reads(self, parts: Parts) -> Effect {
        Effect { reads: self.reads | parts, ..self }
    }

    /// It may change these parts.
    pub(super) fn writes(self, parts: Parts) -> Effect {
        Effect { writes: self.writes | parts, ..self }
    }

    /// A path can end at it.
    pub(super) fn dies(self) -> Effect {
        Effect { may_die: true, ..self }
    }

    /// Whether something has moved after it.
    pub(super) fn moves(self, moves: Moves) -> Effect {
        Effect { moves, ..self }
    }

    /// It changes the board, with this on its fields.
    pub(super) fn touches(self, touches: Touch) -> Effect {
        Effect { touches, ..self }.writes(Parts::BOARD)
    }

    /// It gives these values to its target.
    pub(super) fn gives(self, types: &'static [Type]) -> Effect {
        Effect { gives: types, ..self }
    }

    /// Lowering never makes it, only passes do.
    pub(super) fn only_passes(self) -> Effect {
        self
    }
}

/// A node as it was declared.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The enum that it belongs to.
    pub family: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// The lines of its documentation.
    pub about: &'static [&'static str],
    /// Its text form, word by word, with examples of its operands.
    pub form: &'static [&'static str],
    /// The names of the facts that are declared of it.
    pub(super) facts: &'static [&'static str],
}

impl Node {
    /// Whether lowering never makes it.
    pub fn only_passes(&self) -> bool {
        self.facts.contains(&"only_passes")
    }

    /// An example of its text form, in which different operands have different names.
    pub fn example(&self) -> String {
        let mut text = String::new();
        for (i, item) in self.form.iter().enumerate() {
            let earlier = self.form[..i].iter().filter(|it| *it == item).count();
            let is_numbered = item.as_bytes().get(1) == Some(&b'1');
            match earlier {
                n @ 1.. if is_numbered => {
                    crate::print::add(&mut text, &item.replacen('1', &(n + 1).to_string(), 1));
                }
                _ => crate::print::add(&mut text, item),
            }
        }
        text
    }

    /// What it means, in one line.
    pub fn meaning(&self) -> String {
        let lines: Vec<&str> = self.about.iter().map(|line| line.trim()).collect();
        lines.join(" ")
    }
}
