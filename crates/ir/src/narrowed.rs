//! The program of a game as far as it matters to positions in which some kinds of pieces are
//! missing for good and some counters keep their values: an ending without pawns has fewer rules
//! than the game, and more symmetries.
//!
//! 1. Sets of missing pieces are empty, and a counter that never changes is a number.
//! 2. Whatever follows from that is left out: choices from nothing, guards that fail, calls
//!    of functions without results, and tests whose answer does not matter.
//! 3. Nothing that is left may make a missing piece or change such a counter. If something
//!    does, less is taken for granted, and all begins again.
//!
//! So a turn from such a position leads to such a position, and both programs offer the same.

use crate::analyses::CallGraph;
use crate::passes::rewrite::{Substitution, substitute, tidy};
use crate::program::*;
use game::{FieldSet, Kind};

/// How often results of functions are looked at again at most: this bounds the time for
/// long chains of functions that run each other.
const ROUNDS: usize = 16;

/// The program of positions that have only these kinds of pieces, and in which those counters
/// that have a value here have it for both players. More kinds may be let in and counters
/// may be let go if turns need that. Nothing if it cannot be proved where turns lead.
pub fn narrowed(program: &Program, kinds: &[bool], counters: &[Option<i32>]) -> Option<Program> {
    // What comes from a reserve, or was there before, is not on the board.
    if !program.facts.reserve.is_empty() {
        return None;
    }
    let mut granted = Granted { kinds: kinds.to_vec(), counters: counters.to_vec() };
    loop {
        let narrowed = granted.applied_to(program);
        let before = granted.clone();
        granted.check(&narrowed)?;
        if granted == before {
            return Some(narrowed);
        }
    }
}

/// What is taken for granted.
#[derive(Clone, PartialEq, Eq)]
struct Granted {
    /// The kinds that may be on the board.
    kinds: Vec<bool>,
    /// The values of counters that never change.
    counters: Vec<Option<i32>>,
}

impl Granted {
    fn has(&self, kind: Kind) -> bool {
        self.kinds.get(kind.index()).copied().unwrap_or(true)
    }

    fn applied_to(&self, program: &Program) -> Program {
        let mut narrowed = program.clone();
        let all = FieldSet::empty(program.facts.board.n_fields());
        for func in &mut narrowed.funcs {
            self.apply(func, &all);
            tidy(func, &program.facts);
        }
        for _ in 0..ROUNDS {
            let results: Vec<Results> = narrowed.funcs.iter().map(Results::of).collect();
            let mut changed = false;
            for func in &mut narrowed.funcs {
                if follow(func, &results) {
                    tidy(func, &program.facts);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        narrowed
    }

    /// Leaves out what never happens in one function.
    fn apply(&self, func: &mut Func, nothing: &FieldSet) {
        let mut known = FuncValues::new(func.types.len());
        let mut same = Substitution::default();
        for block in &mut func.blocks {
            let mut dies = false;
            for inst in &mut block.insts {
                match inst {
                    Inst::Set { dst, expr } => {
                        self.narrow_set(expr);
                        if known.is_empty(expr) {
                            *expr = SetExpr::Const(nothing.clone());
                            known.empty[dst.index()] = true;
                        }
                    }
                    Inst::Number { dst, expr } => {
                        let value = self.number(expr, &known);
                        if let Some(value) = value {
                            *expr = NumExpr::Const(value);
                        }
                        known.numbers[dst.index()] = value;
                    }
                    Inst::Guard { cond, .. } => dies |= self.holds(cond, &known) == Some(false),
                    Inst::Write { dst, s, write: Write::SetCounter { counter, to, .. } } => {
                        let value = self.counters[counter.index()];
                        if value.is_some() && known.numbers[to.index()] == value {
                            same.insert(*dst, *s);
                        }
                    }
                    _ => {}
                }
            }
            let is_left_out = |inst: &Inst| match inst {
                Inst::Write { dst, .. } => same.contains_key(dst),
                Inst::Guard { cond, .. } => self.holds(cond, &known) == Some(true),
                _ => false,
            };
            block.insts.retain(|inst| !is_left_out(inst));
            match &block.term {
                _ if dies => block.term = Term::Die,
                Term::ChooseField { set, .. } if known.empty[set.index()] => {
                    block.term = Term::Die;
                }
                Term::If { cond, yes, no } => {
                    if let Some(holds) = self.holds(cond, &known) {
                        block.term = Term::Jump(if holds { yes } else { no }.clone());
                    }
                }
                _ => {}
            }
        }
        substitute(func, &same);
    }

    fn narrow_set(&self, expr: &mut SetExpr) {
        if let SetExpr::Pieces { kinds: Some(kinds), .. }
        | SetExpr::Holding { kinds: Some(kinds), .. } = expr
        {
            kinds.retain(|&kind| self.has(kind));
        }
    }

    fn number(&self, expr: &NumExpr, known: &FuncValues) -> Option<i32> {
        match expr {
            NumExpr::Const(n) => Some(*n),
            NumExpr::Counter { counter, .. } => self.counters[counter.index()],
            NumExpr::Size(set) if known.empty[set.index()] => Some(0),
            _ => None,
        }
    }

    /// Whether a condition always or never holds, if that is known.
    fn holds(&self, cond: &Cond, known: &FuncValues) -> Option<bool> {
        match cond {
            Cond::In { set, .. } | Cond::Some { set } if known.empty[set.index()] => Some(false),
            Cond::IsKind { kind, .. } if !self.has(*kind) => Some(false),
            Cond::Compare { op, a, b } => {
                let [a, b] = [a, b].map(|value| known.numbers[value.index()]);
                a.zip(b).map(|(a, b)| op.holds(a, b))
            }
            _ => None,
        }
    }

    /// Grants less if a turn may change what is granted; nothing if that cannot be seen.
    fn check(&mut self, narrowed: &Program) -> Option<()> {
        for func in CallGraph::new(narrowed).reachable([narrowed.entries.main]) {
            let blocks = &narrowed.funcs[func.index()].blocks;
            for inst in blocks.iter().flat_map(|block| &block.insts) {
                let Inst::Write { write, .. } = inst else { continue };
                match write {
                    Write::Put { kind, .. }
                    | Write::PutAll { kind, .. }
                    | Write::Become { kind, .. } => self.kinds[kind.index()] = true,
                    Write::SetCounter { counter, .. } => self.counters[counter.index()] = None,
                    Write::Enter { .. }
                    | Write::Keep { .. }
                    | Write::Before
                    | Write::Mask { .. } => return None,
                    _ => {}
                }
            }
        }
        Some(())
    }
}

/// What is known of the values of a function.
struct FuncValues {
    empty: Vec<bool>,
    numbers: Vec<Option<i32>>,
}

impl FuncValues {
    fn new(n_values: usize) -> FuncValues {
        FuncValues { empty: vec![false; n_values], numbers: vec![None; n_values] }
    }

    fn is_empty(&self, expr: &SetExpr) -> bool {
        let is_empty = |set: &Value| self.empty[set.index()];
        match expr {
            SetExpr::Pieces { kinds: Some(kinds), .. }
            | SetExpr::Holding { kinds: Some(kinds), .. } => kinds.is_empty(),
            SetExpr::Const(fields) => fields.is_empty(),
            SetExpr::And(a, b) => is_empty(a) || is_empty(b),
            SetExpr::Or(a, b) => is_empty(a) && is_empty(b),
            SetExpr::Minus(a, _) => is_empty(a),
            _ => false,
        }
    }
}

/// What is known of the results of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Results {
    /// There are none.
    Nothing,
    /// There is one, what the function was run on.
    Same,
    /// There is that one or none.
    Test,
    Some,
}

impl Results {
    fn of(func: &Func) -> Results {
        let ends = || func.blocks.iter().map(|block| &block.term);
        if func.kind == FuncKind::Num || func.blocks.is_empty() {
            return Results::Some;
        }
        if !ends().any(|end| matches!(end, Term::Yield { .. })) {
            return Results::Nothing;
        }
        let [s, _, f, d] = func.blocks[0].params[..] else { return Results::Some };
        let is_simple = |end: &Term| match end {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Die => true,
            end => *end == Term::Yield { s, f, d },
        };
        let [Block { insts, .. }] = &func.blocks[..] else {
            return if ends().all(is_simple) { Results::Test } else { Results::Some };
        };
        match (ends().all(is_simple), insts.is_empty()) {
            (false, _) => Results::Some,
            (true, true) => Results::Same,
            (true, false) => Results::Test,
        }
    }
}

/// Leaves out what is known of the functions that a function runs; says whether there was
/// something.
fn follow(func: &mut Func, results: &[Results]) -> bool {
    let mut changed = false;
    for block in &mut func.blocks {
        let of = |func: &FuncId| results[func.index()];
        let onward = |args: &Args, then: &Target| {
            let given = [args.s, args.f, args.d].into_iter().chain(then.args.iter().copied());
            Term::Jump(Target { block: then.block, args: given.collect() })
        };
        let term = match &block.term {
            Term::Call { func, .. } | Term::Best { func, .. } if of(func) == Results::Nothing => {
                Term::Die
            }
            Term::Call { func, args, then } if of(func) == Results::Same => onward(args, then),
            Term::OrElse { first, second, args, then } => match (of(first), of(second)) {
                (Results::Nothing, _) => {
                    Term::Call { func: *second, args: *args, then: then.clone() }
                }
                (Results::Same, _) | (Results::Test, Results::Same) => onward(args, then),
                (_, Results::Nothing) => {
                    Term::Call { func: *first, args: *args, then: then.clone() }
                }
                _ => continue,
            },
            Term::Ask { func, no, .. } if of(func) == Results::Nothing => Term::Jump(no.clone()),
            Term::Ask { func, yes, .. } if of(func) == Results::Same => Term::Jump(yes.clone()),
            _ => continue,
        };
        block.term = term;
        changed = true;
    }
    changed
}
