//! The steps of a block, and what conditions say about fields.

use super::super::board::Board;
use super::super::symbols::{Origin, Sym};
use super::state::{State, Val};
use super::{Explorer, Place};
use crate::analyses::contents::{self, ANY, Contents, EMPTY};
use crate::analyses::{Flow, is_injective};
use crate::program::*;
use game::Direction;

/// How deep sets are looked into.
pub(super) const DEPTH: usize = 12;

impl Explorer<'_> {
    /// The states after the steps of a block.
    pub(super) fn steps(&mut self, at: &Place, state: State) -> Result<Vec<State>, String> {
        let mut states = vec![state];
        for inst in &self.program.funcs[at.func.index()].blocks[at.block.index()].insts {
            let mut next = Vec::new();
            for state in states {
                next.extend(self.step(at, inst, state)?);
            }
            states = next;
            self.charge(states.len())?;
        }
        Ok(states)
    }

    fn step(&mut self, at: &Place, inst: &Inst, mut state: State) -> Result<Vec<State>, String> {
        let func = at.func;
        let (dst, val) = match inst {
            Inst::Step { dst, f, d } | Inst::Back { dst, f, d } => {
                let back = matches!(inst, Inst::Back { .. });
                let sym = match (state.field(*f), state.value(*d)) {
                    (Some(from), Val::Direction(Some(direction))) => {
                        self.symbols.stepped(from, direction, back)
                    }
                    _ => {
                        let node = self.node(at.from, func, at.block);
                        self.symbols.sym(Origin::Other { node, value: *dst })
                    }
                };
                (*dst, Val::Field(Some(sym)))
            }
            Inst::Direction { dst, direction } => (*dst, Val::Direction(Some(*direction))),
            Inst::Rotate { dst, d, degrees } => {
                let turned = match state.value(*d) {
                    Val::Direction(d) => d.map(|d| self.symbols.board().rotate(d, *degrees)),
                    _ => None,
                };
                (*dst, Val::Direction(turned))
            }
            Inst::NoField { dst } => (*dst, Val::Field(None)),
            Inst::NoDirection { dst } => (*dst, Val::Direction(None)),
            Inst::Guard { cond, .. } => return self.assume(func, state, cond, true),
            Inst::Write { dst, s, write } => return self.write(func, state, *dst, *s, write),
            Inst::Set { dst, .. } => (*dst, Val::Set(state.trail.len())),
            Inst::Other { dst, v } => match state.value(*v) {
                Val::Player(player) => (*dst, Val::Player(player.other())),
                _ => return Ok(vec![state]),
            },
            Inst::Number { .. } => return Ok(vec![state]),
        };
        state.values.insert(dst, val);
        Ok(vec![state])
    }

    /// The states in which a condition holds or does not.
    pub(super) fn assume(
        &mut self,
        func: FuncId,
        state: State,
        cond: &Cond,
        holds: bool,
    ) -> Result<Vec<State>, String> {
        match cond {
            Cond::In { f, set } => match state.field(*f) {
                Some(sym) => self.constrain(func, state, sym, *set, holds),
                None => Ok(vec![state]),
            },
            Cond::IsKind { s, f, kind } => match state.field(*f) {
                Some(sym) => {
                    let [such, _] =
                        contents::pieces(&self.program.facts, Whose::Any, Some(&[*kind]));
                    let such = if holds { such } else { !such };
                    let board = state.position(*s);
                    self.contents(state, &board, sym, such)
                }
                None => Ok(vec![state]),
            },
            Cond::Is { v, player } => {
                let player = if holds { *player } else { player.other() };
                let mut state = state;
                match state.value(*v) {
                    Val::Player(known) if known != player => return Ok(Vec::new()),
                    _ => state.values.insert(*v, Val::Player(player)),
                };
                Ok(vec![state])
            }
            _ => Ok(vec![state]),
        }
    }

    /// The states in which a field is in a set or not.
    pub(super) fn constrain(
        &mut self,
        func: FuncId,
        mut state: State,
        sym: Sym,
        set: Value,
        inside: bool,
    ) -> Result<Vec<State>, String> {
        let sym = state.canonical(sym);
        state.record(sym, set, inside);
        let it = &self.program.funcs[func.index()];
        let flow = self.symbols.flow(func);
        let Some(expr) = flow.set(it, set) else { return Ok(vec![state]) };
        match (expr, inside) {
            (SetExpr::And(a, b), true) | (SetExpr::Or(a, b), false) => {
                self.constrain_twice(func, state, sym, [(*a, inside), (*b, inside)])
            }
            (SetExpr::Minus(a, b), true) => {
                self.constrain_twice(func, state, sym, [(*a, true), (*b, false)])
            }
            (SetExpr::IfSome(_, b), true) => self.constrain(func, state, sym, *b, true),
            (SetExpr::Pieces { s, whose, kinds, .. }, _) => {
                let [may, must] = contents::pieces(&self.program.facts, *whose, kinds.as_deref());
                let such = if inside { may } else { !must };
                let board = state.position(*s);
                self.contents(state, &board, sym, such)
            }
            (SetExpr::Empty { s }, _) => {
                let such = if inside { EMPTY } else { !EMPTY };
                let board = state.position(*s);
                self.contents(state, &board, sym, such)
            }
            (SetExpr::Const(fields), _) => {
                let all = self.symbols.all_fields();
                let range = if inside { fields.clone() } else { all.minus(fields) };
                Ok(if state.place(sym, range) { vec![state] } else { Vec::new() })
            }
            (SetExpr::All, false) => Ok(Vec::new()),
            (SetExpr::Only(f), false) => {
                let other = state.field(*f);
                Ok(apart(state, sym, other))
            }
            (SetExpr::Memory { s, memory }, false) => {
                let other = state.position(*s).memory(*memory).flatten();
                Ok(apart(state, sym, other))
            }
            (SetExpr::Walk { from, ways, back: false }, true)
                if ways.len() == 1 && ways[0].iter().all(|&d| self.is_injective(d)) =>
            {
                let start = ways[0].iter().rev();
                let start = start.fold(sym, |at, &d| self.symbols.stepped(at, d, true));
                self.constrain(func, state, start, *from, true)
            }
            _ => {
                let (may, must) = self.masks(&flow, it, &state, set, DEPTH);
                let such = if inside { may } else { !must };
                Ok(if state.narrow(sym, such) { vec![state] } else { Vec::new() })
            }
        }
    }

    /// The states in which a field is in two sets, or not in them.
    fn constrain_twice(
        &mut self,
        func: FuncId,
        state: State,
        sym: Sym,
        [(a, in_a), (b, in_b)]: [(Value, bool); 2],
    ) -> Result<Vec<State>, String> {
        let mut states = Vec::new();
        for state in self.constrain(func, state, sym, a, in_a)? {
            states.extend(self.constrain(func, state, sym, b, in_b)?);
        }
        Ok(states)
    }

    fn is_injective(&self, direction: Direction) -> bool {
        is_injective(self.symbols.board(), direction)
    }

    /// What may have stood, when the turn began, on the fields of a set, and
    /// what makes a field one of them for certain.
    fn masks(
        &self,
        flow: &Flow,
        it: &Func,
        state: &State,
        set: Value,
        depth: usize,
    ) -> (Contents, Contents) {
        let Some(expr) = flow.set(it, set).filter(|_| depth > 0) else { return (ANY, 0) };
        let masks = |set: Value| self.masks(flow, it, state, set, depth - 1);
        let is_old = |s: Value| {
            let board = state.position(s);
            board.changes.is_empty() && board.sets.is_empty()
        };
        contents::of_set(&self.program.facts, expr, is_old, masks)
    }

    /// The states in which one of these contents is on a field of a board.
    fn contents(
        &mut self,
        state: State,
        board: &Board,
        sym: Sym,
        such: Contents,
    ) -> Result<Vec<State>, String> {
        let mut states = Vec::new();
        for (mut state, at) in self.find(state, board, sym) {
            let possible = match at {
                Some(at) => {
                    let (changed, now) = board.changes[at];
                    let from = board.came_from(changed).map(|from| state.canonical(from));
                    now & such != 0 && from.is_none_or(|from| state.narrow(from, such))
                }
                None => {
                    let put = board.sets.iter().filter(|(_, now)| now & such != 0);
                    let before = put.fold(such, |before, (set, _)| before | set);
                    state.narrow(sym, before)
                }
            };
            if possible {
                states.push(state);
            }
        }
        self.charge(states.len())?;
        Ok(states)
    }

    /// Which of the changed fields of a board a field is: where that is not
    /// known, all cases.
    pub(super) fn find(
        &mut self,
        state: State,
        board: &Board,
        sym: Sym,
    ) -> Vec<(State, Option<usize>)> {
        let mut found = Vec::new();
        let mut state = state;
        for (at, &(other, _)) in board.changes.iter().enumerate() {
            let (a, b) = (state.canonical(sym), state.canonical(other));
            if a == b {
                found.push((state, Some(at)));
                return found;
            }
            let apart = state.apart.contains(&(a, b))
                || state.apart.contains(&(b, a))
                || state.fact(a).before & state.fact(b).before == 0
                || self.symbols.are_apart(a, b);
            if apart {
                continue;
            }
            let mut same = state.clone();
            let fact = same.fact(a);
            let fits =
                same.narrow(b, fact.before) && fact.range.is_none_or(|range| same.place(b, range));
            if fits {
                same.same.push((a, b));
                found.push((same, Some(at)));
            }
            state.apart.push((a, b));
        }
        found.push((state, None));
        found
    }
}

/// The field that a set depends on by standing alone in it.
pub(super) fn only_of(it: &Func, flow: &Flow, set: Value) -> Option<Value> {
    only_at(it, flow, set, DEPTH)
}

fn only_at(it: &Func, flow: &Flow, set: Value, depth: usize) -> Option<Value> {
    let expr = flow.set(it, set).filter(|_| depth > 0)?;
    if let SetExpr::Only(f) = expr {
        return Some(*f);
    }
    let mut found = None;
    expr.uses(&mut |value, ty| {
        if ty == Type::Set && found.is_none() {
            found = only_at(it, flow, value, depth - 1);
        }
    });
    found
}

/// The state in which two fields are different, if there is one.
fn apart(mut state: State, sym: Sym, other: Option<Sym>) -> Vec<State> {
    let Some(other) = other.map(|other| state.canonical(other)) else { return vec![state] };
    state.apart.push((sym, other));
    if sym == other { Vec::new() } else { vec![state] }
}
