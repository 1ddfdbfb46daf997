//! What writes do to the board of a path.

use super::super::board::Board;
use super::super::symbols::Sym;
use super::Explorer;
use super::state::State;
use super::steps::DEPTH;
use crate::analyses::Flow;
use crate::analyses::contents::{self, ANY, Contents, EMPTY};
use crate::program::*;

impl Explorer<'_> {
    /// The states after a write.
    pub(super) fn write(
        &mut self,
        func: FuncId,
        state: State,
        dst: Value,
        s: Value,
        write: &Write,
    ) -> Result<Vec<State>, String> {
        let board = state.position(s);
        let effect = write.effect();
        if let Some(f) = effect.touches.field() {
            return self.write_at(state, dst, &board, f, write);
        }
        let after = match *write {
            Write::PutAll { set, whose, kind, .. } => {
                let now = contents::put(&self.program.facts, whose, kind);
                self.put_all(func, &state, &board, set, now)
            }
            Write::Remember { f, memory } => {
                let mut after = Board::clone(&board);
                after.memories.retain(|(it, _)| *it != memory);
                after.memories.push((memory, state.field(f)));
                after
            }
            Write::Outcome { .. } => Board { over: true, ..Board::clone(&board) },
            Write::Pass => Board { passed: true, ..Board::clone(&board) },
            _ if effect.touches == Touch::Nothing => Board::clone(&board),
            _ => return Err("a position that is not real is written".to_string()),
        };
        Ok(vec![state.with_position(dst, after)])
    }

    /// The states after a write on one field.
    fn write_at(
        &mut self,
        state: State,
        dst: Value,
        board: &Board,
        f: Value,
        write: &Write,
    ) -> Result<Vec<State>, String> {
        let facts = &self.program.facts;
        let sym = state.field(f).ok_or("a piece may be put nowhere")?;
        let mut states = Vec::new();
        for (mut state, at) in self.find(state, board, sym) {
            let there = top(&state, board, sym, at);
            let mut after = match *write {
                Write::Put { whose, kind, .. } => {
                    board.with(sym, at, contents::put(facts, whose, kind))
                }
                Write::Enter { v, kind, .. } => {
                    board.with(sym, at, contents::put(facts, state.whose(v), kind))
                }
                Write::Lower { .. } => board.lowered(sym, at, board.hand.unwrap_or(!EMPTY)),
                Write::Become { kind, .. } => {
                    board.with(sym, at, contents::promoted(facts, there & !EMPTY, kind))
                }
                _ => board.with(sym, at, EMPTY),
            };
            if let Write::Lift { .. } = write {
                after.hand = Some(there & !EMPTY);
                after.hand_from = Some(sym).filter(|_| at.is_none() && board.sets.is_empty());
            }
            after.reserves |= matches!(write, Write::Enter { .. } | Write::Keep { .. });
            let takes =
                !matches!(write, Write::Put { .. } | Write::Enter { .. } | Write::Lower { .. });
            // What is taken or changed must be there; what is put need not replace anything.
            let untouched = at.is_none() && board.sets.is_empty();
            let mut is_there = || there & !EMPTY != 0 && (!untouched || state.narrow(sym, !EMPTY));
            if !takes || is_there() {
                states.push(state.with_position(dst, after));
            }
        }
        Ok(states)
    }

    /// The board after a piece was put on each field of a set.
    fn put_all(
        &mut self,
        func: FuncId,
        state: &State,
        board: &Board,
        set: Value,
        now: Contents,
    ) -> Board {
        let it = &self.program.funcs[func.index()];
        let flow = self.symbols.flow(func);
        let mut after = board.clone();
        for (sym, contents) in &mut after.changes {
            if !self.is_outside(&flow, it, state, set, *sym, DEPTH) {
                *contents |= now;
            }
        }
        let before = self.upper(&flow, it, set, DEPTH) & !now;
        after.sets.push((before, now));
        after.touched = true;
        after
    }

    /// What may have stood on the fields of a set that were not changed before.
    fn upper(&self, flow: &Flow, it: &Func, set: Value, depth: usize) -> Contents {
        let Some(expr) = flow.set(it, set).filter(|_| depth > 0) else { return ANY };
        let upper = |set: &Value| self.upper(flow, it, *set, depth - 1);
        match expr {
            SetExpr::Pieces { whose, kinds, .. } => {
                contents::pieces(&self.program.facts, *whose, kinds.as_deref())[0]
            }
            SetExpr::Empty { .. } => EMPTY,
            SetExpr::And(a, b) => upper(a) & upper(b),
            SetExpr::Or(a, b) => upper(a) | upper(b),
            SetExpr::Minus(a, _) | SetExpr::IfSome(_, a) => upper(a),
            _ => ANY,
        }
    }

    /// Whether a field is not in a set for certain.
    fn is_outside(
        &mut self,
        flow: &Flow,
        it: &Func,
        state: &State,
        set: Value,
        sym: Sym,
        depth: usize,
    ) -> bool {
        let Some(expr) = flow.set(it, set).filter(|_| depth > 0) else { return false };
        let such = match expr {
            SetExpr::Pieces { whose, kinds, .. } => {
                contents::pieces(&self.program.facts, *whose, kinds.as_deref())[0]
            }
            SetExpr::Empty { .. } => EMPTY,
            SetExpr::And(a, b) => {
                return self.is_outside(flow, it, state, *a, sym, depth - 1)
                    || self.is_outside(flow, it, state, *b, sym, depth - 1);
            }
            SetExpr::Or(a, b) => {
                return self.is_outside(flow, it, state, *a, sym, depth - 1)
                    && self.is_outside(flow, it, state, *b, sym, depth - 1);
            }
            SetExpr::Minus(a, _) | SetExpr::IfSome(_, a) => {
                return self.is_outside(flow, it, state, *a, sym, depth - 1);
            }
            _ => return false,
        };
        let (SetExpr::Pieces { s, .. } | SetExpr::Empty { s }) = expr else { return false };
        let board = state.position(*s);
        // Whatever case it is, the contents must not be such.
        self.find(state.clone(), &board, sym)
            .into_iter()
            .all(|(state, at)| top(&state, &board, sym, at) & such == 0)
    }
}

/// What may be on a field of a board; `at` is its place among the changes.
fn top(state: &State, board: &Board, sym: Sym, at: Option<usize>) -> Contents {
    match at {
        Some(at) => board.changes[at].1,
        None => {
            let sets = board.sets.iter().fold(0, |all, (_, now)| all | now);
            state.fact(sym).before | sets
        }
    }
}
