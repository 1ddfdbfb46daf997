//! Programs that only walk and test, as trees: what remains of a function when
//! positions that do not change, directions that are known and writes that
//! nobody looks at are taken out of it.
//!
//! ```text
//! functions ─▶ tree (extract) ─┬▶ from where it succeeds (back)
//!                              └▶ where it can end (forward)
//! ```
//!
//! A tree is made for one place in one function, the *host*, and speaks of the
//! host's values. Everything here is exact: where it would not be, there is no
//! tree, and the node in the host stays as it is.

mod back;
mod extract;
mod forward;
pub(crate) mod hands;
mod lines;
mod positions;
mod repeats;
mod settle;
mod steps;
mod values;

use super::effort::Effort;
use super::set_algebra::geometry::{Hop, Returns};
use super::set_algebra::{Algebra, PosId, SetId, Var};
use crate::analyses::{self, Fingers};
use crate::program::*;
use game::Direction;
use hands::Hand;
use lines::Along;
use std::rc::Rc;

pub(crate) use back::Answer;
pub(crate) use extract::{Env, Place};

/// There is no exact translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoTree;

/// A value of a program that is being translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Abs {
    Position(PosId),
    /// A player of the host, or their opponent.
    Player(Value, bool),
    Field(Var),
    /// A finger that points nowhere.
    Nowhere,
    /// A direction that is known, or known not to be set.
    Direction(Option<Direction>),
    /// A way along a line.
    Along(Along),
    Set(SetId),
    Number(i32),
    /// Something that cannot be followed; harmless as long as nobody uses it.
    Unknown,
}

/// A step of a tree.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// The finger is in the set.
    Guard {
        f: Var,
        set: SetId,
    },
    /// The set has a field.
    Some {
        set: SetId,
    },
    /// A tree that begins at the same finger succeeds, or does not.
    Test {
        f: Option<Var>,
        tree: Rc<Tree>,
        holds: bool,
    },
    Step {
        from: Var,
        to: Var,
        ways: Vec<Vec<Direction>>,
    },
    Choose {
        to: Var,
        set: SetId,
    },
    Repeat {
        from: Var,
        to: Var,
        rounds: Rounds,
    },
}

/// A repeat of ways that begin in `pre` and end in `through`.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    pub(crate) pre: SetId,
    pub(crate) ways: Vec<Vec<Direction>>,
    pub(crate) through: SetId,
    pub(crate) low: u32,
    pub(crate) high: Option<u32>,
}

/// A walking program.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) ops: Vec<Op>,
    pub(crate) end: End,
}

/// How a tree ends.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Die,
    /// A result: what a function yields, or what goes to the block after a region.
    Out(Vec<Abs>),
    Fork(Vec<Tree>),
}

impl Tree {
    fn die() -> Tree {
        Tree { ops: Vec::new(), end: End::Die }
    }

    /// Whether it has a result wherever it begins.
    fn always_succeeds(&self) -> bool {
        self.ops.is_empty()
            && match &self.end {
                End::Die => false,
                End::Out(_) => true,
                End::Fork(trees) => trees.iter().any(Tree::always_succeeds),
            }
    }

    /// Each result.
    pub(crate) fn outs<'t>(&'t self, see: &mut dyn FnMut(&'t [Abs])) {
        match &self.end {
            End::Die => {}
            End::Out(values) => see(values),
            End::Fork(trees) => trees.iter().for_each(|tree| tree.outs(see)),
        }
    }
}

/// What is wanted of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Whether it has a result.
    Answer,
    /// The fields on which it ends.
    Ends,
    /// All that there is to its results: nothing may be written on the way.
    Results,
}

/// What is known of a finger.
#[derive(Clone, Debug)]
struct Finger {
    /// It points somewhere.
    is_set: bool,
    /// The host's value, if it is one.
    host: Option<Value>,
    /// The finger that it came from, and how.
    from: Option<(Var, Hop)>,
}

/// Translates parts of one host.
pub(crate) struct Walker<'p> {
    pub(crate) program: &'p Program,
    pub(crate) sets: Algebra<'p>,
    /// What is in the hand in each position of the host.
    host_hands: &'p [Hand],
    /// Which fingers of the host point somewhere, wherever they are.
    host_set: Vec<bool>,
    /// What else is known of them, and where that is asked.
    host_fingers: &'p Fingers<'p>,
    at: analyses::Place,
    /// What is constant in the host.
    host_values: Vec<Option<Abs>>,
    /// A player of the host that is defined everywhere, for sets that need none.
    player: Value,
    fingers: Vec<Finger>,
    /// What is in the hand in each position.
    hands: Vec<Hand>,
    /// Fingers that were taken to be on different fields.
    owed: Vec<(Var, Var)>,
    returns: &'p mut Returns,
    effort: &'p Effort<'p>,
    /// The lines of the board, in classes without common points.
    classes: Vec<Vec<Direction>>,
    wanted: Wanted,
    /// How many blocks may still be entered.
    fuel: u32,
    /// How many terms there may be.
    terms: usize,
    depth: u32,
}

/// What a walker needs to know about a host.
pub(crate) struct Host<'p> {
    pub(crate) program: &'p Program,
    pub(crate) func: &'p Func,
    pub(crate) hands: &'p [Hand],
    /// Which of its fingers point somewhere, wherever they are.
    pub(crate) set: &'p [bool],
    pub(crate) fingers: &'p Fingers<'p>,
    pub(crate) effort: &'p Effort<'p>,
}

/// How many blocks one translation may enter.
const FUEL: u32 = 3000;
/// How many blocks may follow each other.
const DEPTH: u32 = 200;
/// What entering a block costs, in the units of all passes,
const BLOCK: u64 = 4;
/// and how many values or steps that go along cost as much as one unit.
const ALONG_PER_UNIT: u64 = 16;
/// How many terms one translation may make.
const TERMS: usize = 4000;

impl<'p> Walker<'p> {
    pub(crate) fn new(host: &Host<'p>, returns: &'p mut Returns) -> Walker<'p> {
        Walker {
            program: host.program,
            sets: Algebra::new(&host.program.facts.board),
            host_hands: host.hands,
            host_set: host.set.to_vec(),
            host_fingers: host.fingers,
            at: (BlockId(0), 0),
            host_values: values::constants(host.func),
            player: host.func.blocks[0].params[1],
            fingers: Vec::new(),
            hands: Vec::new(),
            owed: Vec::new(),
            returns,
            effort: host.effort,
            classes: lines::classes(&host.program.facts.board),
            wanted: Wanted::Ends,
            fuel: FUEL,
            terms: TERMS,
            depth: 0,
        }
    }

    /// Begins another translation, at this place in the host.
    pub(crate) fn begin(&mut self, at: analyses::Place) {
        self.at = at;
        self.fingers.clear();
        (self.fuel, self.depth) = (FUEL, 0);
        self.wanted = Wanted::Ends;
        self.terms = self.sets.len() + TERMS;
        self.owed.clear();
    }

    /// Rewrites a set by the help of what the board looks like.
    pub(crate) fn rebase(
        &mut self,
        with: impl FnOnce(&mut Algebra<'p>, &mut Returns) -> Option<SetId>,
    ) -> Option<SetId> {
        with(&mut self.sets, self.returns)
    }

    fn finger(&mut self, is_set: bool, from: Option<(Var, Hop)>) -> Var {
        self.fingers.push(Finger { is_set, host: None, from });
        Var(self.fingers.len() as u32 - 1)
    }

    /// The finger that a value of the host is.
    pub(crate) fn host_finger(&mut self, value: Value) -> Var {
        let known = self.fingers.iter().position(|finger| finger.host == Some(value));
        if let Some(known) = known {
            return Var(known as u32);
        }
        let is_set = self.host_set[value.index()]
            || !self.host_fingers.memberships(value, self.at).is_empty();
        self.fingers.push(Finger { is_set, host: Some(value), from: None });
        Var(self.fingers.len() as u32 - 1)
    }

    /// Whether a finger points somewhere for sure.
    pub(crate) fn is_set(&self, f: Var) -> bool {
        self.fingers[f.0 as usize].is_set
    }

    /// The value of the host that a finger is.
    pub(crate) fn host_of(&self, f: Var) -> Option<Value> {
        self.fingers[f.0 as usize].host
    }

    /// Counts the work on a block with this many values or steps, which each fork copies. A
    /// translation that takes too much is given up, as is everything when the passes have no
    /// work left.
    fn tick(&mut self, along: usize) -> Result<(), NoTree> {
        self.fuel = self.fuel.checked_sub(1).ok_or(NoTree)?;
        let work = BLOCK + along as u64 / ALONG_PER_UNIT;
        if self.sets.len() > self.terms || !self.effort.spend(work) {
            return Err(NoTree);
        }
        Ok(())
    }

    /// Whether all fingers that were taken to be on different fields are, by
    /// what the board looks like.
    pub(crate) fn pay(&mut self) -> Result<(), NoTree> {
        for (a, b) in std::mem::take(&mut self.owed) {
            let apart = [(a, b), (b, a)].into_iter().any(|(later, earlier)| {
                let hops = self.hops(later, earlier);
                hops.is_some_and(|hops| !self.returns.can_return(self.sets.board, &hops))
            });
            if !apart {
                return Err(NoTree);
            }
        }
        Ok(())
    }

    /// How a finger came from an earlier one.
    fn hops(&self, later: Var, earlier: Var) -> Option<Vec<Hop>> {
        let mut hops = Vec::new();
        let mut at = later;
        while at != earlier {
            let (from, hop) = self.fingers[at.0 as usize].from.clone()?;
            hops.push(hop);
            at = from;
        }
        hops.reverse();
        Some(hops)
    }
}
