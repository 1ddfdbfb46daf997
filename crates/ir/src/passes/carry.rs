//! Makes what is computed after a choice available before it, where that
//! is the same: the tool of the passes that let a choice offer less.
//!
//! A set goes along with everything that it is made of. A position is replaced
//! by an earlier one if nothing that is read was written between. Where a set is
//! only asked about one finger, writes at fields where this finger never is do
//! not count either.

use crate::analyses::{Flow, Places, roots};
use crate::operands::Edit;
use crate::program::*;
use game::Facts;

/// What the positions of a function have in common.
pub(super) struct Roots {
    /// For each position the earliest one with the same board.
    board: Vec<Value>,
    /// The same for what is remembered.
    memory: Vec<Value>,
}

impl Roots {
    pub(super) fn new(func: &Func, flow: &Flow) -> Roots {
        let roots = |parts| roots(func, flow, parts);
        Roots { board: roots(Parts::BOARD), memory: roots(Parts::MEMORY) }
    }

    /// The earliest position with the same remembered fields.
    pub(super) fn memory(&self, s: Value) -> Value {
        self.memory[s.index()]
    }
}

/// Carries values to the end of a block.
pub(super) struct Carry<'a> {
    facts: &'a Facts,
    func: &'a Func,
    flow: &'a Flow,
    roots: &'a Roots,
    /// The block to whose end values are carried.
    at: BlockId,
    /// The way out of that block for which they are wanted: the parameters of
    /// its target are replaced by what they get there.
    edge: Option<(BlockId, Vec<Value>)>,
    /// What stands for a value that is not there.
    instead: Option<(Value, Value)>,
    /// The finger that a set is asked about, if it is asked about nothing else.
    finger: Option<Value>,
    /// How many values there are besides those that are added.
    n_values: usize,
    /// What to add at the end of the block.
    pub(super) insts: Vec<Inst>,
    /// The types of the values that these define, after those of the function.
    pub(super) types: Vec<Type>,
    moved: Vec<(Value, bool, Value)>,
}

impl<'a> Carry<'a> {
    pub(super) fn new(
        facts: &'a Facts,
        func: &'a Func,
        flow: &'a Flow,
        roots: &'a Roots,
        at: BlockId,
    ) -> Carry<'a> {
        let (insts, types, moved) = (Vec::new(), Vec::new(), Vec::new());
        Carry {
            facts,
            func,
            flow,
            roots,
            at,
            edge: None,
            instead: None,
            finger: None,
            n_values: func.types.len(),
            insts,
            types,
            moved,
        }
    }

    /// Over this way out of the block, whose target gets these arguments.
    pub(super) fn over(mut self, target: &Target, n_given: usize) -> Carry<'a> {
        let mut args = vec![Value(u32::MAX); n_given];
        args.extend(&target.args);
        self.edge = Some((target.block, args));
        self
    }

    /// With this many values there already, and these added.
    pub(super) fn numbered(mut self, n_values: usize, types: Vec<Type>) -> Carry<'a> {
        (self.n_values, self.types) = (n_values, types);
        self
    }

    /// With one value in the place of another.
    pub(super) fn with(mut self, value: Value, instead: Value) -> Carry<'a> {
        self.instead = Some((value, instead));
        self
    }

    /// For sets that are only asked about this finger.
    pub(super) fn asked_at(mut self, finger: Value) -> Carry<'a> {
        self.finger = Some(finger);
        self
    }

    /// A new value of this type.
    fn fresh(&mut self, ty: Type) -> Value {
        self.types.push(ty);
        Value((self.n_values + self.types.len() - 1) as u32)
    }

    /// Adds a set at the end of the block, or finds it there.
    pub(super) fn add_set(&mut self, expr: SetExpr) -> Value {
        let here = &self.func.blocks[self.at.index()].insts;
        let known = here.iter().chain(&self.insts).find_map(|inst| match inst {
            Inst::Set { dst, expr: known } if *known == expr => Some(*dst),
            _ => None,
        });
        known.unwrap_or_else(|| {
            let dst = self.fresh(Type::Set);
            self.insts.push(Inst::Set { dst, expr });
            dst
        })
    }

    /// A value as it is called at the end of the block, if it is there already.
    pub(super) fn there(&self, value: Value) -> Option<Value> {
        let param = |(block, args): &(BlockId, Vec<Value>)| {
            let params = &self.func.blocks[block.index()].params;
            let at = params.iter().position(|&param| param == value)?;
            args.get(at).copied()
        };
        if let Some((it, instead)) = self.instead
            && it == value
        {
            return Some(instead);
        }
        match self.edge.as_ref().and_then(param) {
            Some(arg) if arg.0 == u32::MAX => None,
            Some(arg) => Some(arg),
            None => self.flow.reaches(value, self.at).then_some(value),
        }
    }

    /// A set, with all that it is made of.
    pub(super) fn set(&mut self, value: Value) -> Option<Value> {
        self.set_for(value, self.finger.is_some())
    }

    /// A set. `pointwise`: whether only the field pointed at matters.
    fn set_for(&mut self, value: Value, pointwise: bool) -> Option<Value> {
        if let Some(there) = self.there(value) {
            return Some(there);
        }
        let known = |moved: &&(Value, bool, Value)| (moved.0, moved.1) == (value, pointwise);
        if let Some(moved) = self.moved.iter().find(known) {
            return Some(moved.2);
        }
        let expr = self.flow.set(self.func, value)?.clone();
        let expr = self.expr(expr, pointwise)?;
        let to = self.add_set(expr);
        self.moved.push((value, pointwise, to));
        Some(to)
    }

    fn expr(&mut self, mut expr: SetExpr, pointwise: bool) -> Option<SetExpr> {
        match &mut expr {
            // What is asked of these at one field is asked of their parts there.
            SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b) => {
                (*a, *b) = (self.set_for(*a, pointwise)?, self.set_for(*b, pointwise)?);
            }
            SetExpr::IfSome(a, b) => {
                (*a, *b) = (self.set_for(*a, false)?, self.set_for(*b, pointwise)?);
            }
            expr => {
                let mut carried = Carried::new(self, expr.effect().reads, pointwise, false);
                expr.edit(&mut carried);
                carried.all?;
            }
        }
        Some(expr)
    }

    /// A condition that reads nothing but the board.
    pub(super) fn cond(&mut self, cond: &Cond) -> Option<Cond> {
        let reads = cond.effect().reads;
        let mut cond = Some(cond.clone()).filter(|_| Parts::BOARD.contains(reads))?;
        let is_asked = self.finger.is_some();
        let mut carried = Carried::new(self, reads, true, is_asked);
        cond.edit(&mut carried);
        carried.all?;
        Some(cond)
    }

    /// A point of view.
    pub(super) fn player(&mut self, v: Value) -> Option<Value> {
        if let Some(there) = self.there(v) {
            return Some(there);
        }
        let Some(Inst::Other { v, .. }) = self.flow.inst(self.func, v) else { return None };
        let v = self.player(*v)?;
        let dst = self.fresh(Type::Player);
        self.insts.push(Inst::Other { dst, v });
        Some(dst)
    }

    /// A position whose board is the same, or the same where the finger is.
    pub(super) fn position(&self, s: Value, pointwise: bool) -> Option<Value> {
        let mut at = s;
        loop {
            if let Some(there) = self.there(at) {
                return Some(there);
            }
            let root = self.roots.board[at.index()];
            if root != at {
                at = root;
                continue;
            }
            let Some(Inst::Write { s, write, .. }) = self.flow.inst(self.func, at) else {
                return None;
            };
            let finger = self.finger.filter(|_| pointwise)?;
            let places = Places::new(&self.facts.board, self.func, self.flow);
            if !places.apart(finger, write.effect().touches.field()?) {
                return None;
            }
            at = *s;
        }
    }

    /// A number that is cheap to compute.
    pub(super) fn number(&mut self, n: Value) -> Option<Value> {
        if let Some(there) = self.there(n) {
            return Some(there);
        }
        let Some(Inst::Number { expr, .. }) = self.flow.inst(self.func, n) else { return None };
        let is_cheap = matches!(
            expr,
            NumExpr::Const(_)
                | NumExpr::Counter { .. }
                | NumExpr::Add(..)
                | NumExpr::Subtract(..)
                | NumExpr::Multiply(..)
        );
        let mut expr = Some(expr.clone()).filter(|_| is_cheap)?;
        let mut carried = Carried::new(self, expr.effect().reads, false, false);
        expr.edit(&mut carried);
        carried.all?;
        let dst = self.fresh(Type::Number);
        self.insts.push(Inst::Number { dst, expr });
        Some(dst)
    }
}

/// Puts in the place of each operand of a node what it is called at the end of the block.
struct Carried<'c, 'a> {
    carry: &'c mut Carry<'a>,
    /// What the node reads of its position.
    reads: Parts,
    /// Whether of the board only the field pointed at matters.
    board_pointwise: bool,
    /// Whether of its sets only the field pointed at matters.
    sets_pointwise: bool,
    /// Nothing if one of them is not there.
    all: Option<()>,
}

impl<'c, 'a> Carried<'c, 'a> {
    fn new(
        carry: &'c mut Carry<'a>,
        reads: Parts,
        board_pointwise: bool,
        sets_pointwise: bool,
    ) -> Carried<'c, 'a> {
        Carried { carry, reads, board_pointwise, sets_pointwise, all: Some(()) }
    }

    fn operand(&mut self, value: Value, ty: Type) -> Option<Value> {
        match ty {
            Type::Position if self.reads == Parts::BOARD => {
                self.carry.position(value, self.board_pointwise)
            }
            Type::Position if self.reads == Parts::MEMORY => {
                self.carry.there(value).or_else(|| self.carry.there(self.carry.roots.memory(value)))
            }
            // What else is read, or what a function reads, is not looked into.
            Type::Position | Type::Field | Type::Direction => self.carry.there(value),
            Type::Player => self.carry.player(value),
            Type::Set => self.carry.set_for(value, self.sets_pointwise),
            Type::Number => self.carry.number(value),
        }
    }
}

impl<'e> Edit<'e> for Carried<'_, '_> {
    fn value(&mut self, it: &'e mut Value, ty: Type) {
        if self.all.is_some() {
            match self.operand(*it, ty) {
                Some(there) => *it = there,
                None => self.all = None,
            }
        }
    }
}
