//! What was chosen or put down on this path is known: a test that asks for it
//! is no test, and a set that is only asked about such a field is said without it.

use super::super::rewrite;
use crate::analyses::contents::{Contents, pieces};
use crate::analyses::{Fingers, Flow, Place};
use crate::program::*;
use game::Facts;

/// How deep sets are looked into.
const DEPTH: u32 = 8;

/// Drops tests whose answer is known, and simplifies others; whether there were any.
pub(super) fn know_pieces(facts: &Facts, func: &mut Func) -> bool {
    let flow = Flow::new(func);
    let seen = Seen { facts, func, flow: &flow, fingers: Fingers::new(facts, func, &flow) };
    let (mut tests, mut ends) = (Vec::new(), Vec::new());
    for (i, block) in func.blocks.iter().enumerate() {
        for (at, inst) in block.insts.iter().enumerate() {
            if let Inst::Guard { cond, .. } = inst
                && let Some(known) = seen.cond(cond, (BlockId(i as u32), at))
            {
                tests.push((i, at, known));
            }
        }
        if let Term::If { cond, .. } = &block.term
            && let Some(known) = seen.cond(cond, (BlockId(i as u32), block.insts.len()))
        {
            ends.push((i, known));
        }
    }
    let changed = !tests.is_empty() || !ends.is_empty();
    for (i, known) in ends {
        let Term::If { cond, yes, no } = func.blocks[i].term.clone() else { continue };
        let mut insts = Vec::new();
        func.blocks[i].term = match narrowed(func, &cond, known, &mut insts) {
            Ok(cond) => Term::If { cond, yes, no },
            Err(holds) => Term::Jump(if holds { yes } else { no }),
        };
        func.blocks[i].insts.extend(insts);
    }
    // From the last to the first, so that the places stay right.
    for (i, at, known) in tests.into_iter().rev() {
        let Inst::Guard { cond, at: source } = func.blocks[i].insts.remove(at) else { continue };
        let mut insts = Vec::new();
        match narrowed(func, &cond, known, &mut insts) {
            Ok(cond) => {
                insts.push(Inst::Guard { cond, at: source });
                func.blocks[i].insts.splice(at..at, insts);
            }
            Err(true) => {}
            Err(false) => func.blocks[i].term = Term::Die,
        }
    }
    changed
}

/// The condition as what is known of its set says it, or its answer.
fn narrowed(
    func: &mut Func,
    cond: &Cond,
    known: KnownContents,
    insts: &mut Vec<Inst>,
) -> Result<Cond, bool> {
    match (known, cond) {
        (KnownContents::Always(holds), _) => Err(holds),
        (known, &Cond::In { f, .. }) => Ok(Cond::In { f, set: known.emit(func, insts) }),
        (_, cond) => Ok(cond.clone()),
    }
}

/// A set as far as one field is concerned.
enum KnownContents {
    /// The field is in it, or it is not.
    Always(bool),
    Set(Value),
    Both(Op, Box<[KnownContents; 2]>),
}

/// How a set is made of two.
#[derive(Clone, Copy)]
enum Op {
    And,
    Or,
    Minus,
}

impl KnownContents {
    fn join(op: Op, a: KnownContents, b: KnownContents) -> KnownContents {
        use KnownContents::Always;
        match (op, a, b) {
            (Op::And, Always(false), _) | (Op::And, _, Always(false)) => Always(false),
            (Op::Or, Always(true), _) | (Op::Or, _, Always(true)) => Always(true),
            (Op::Minus, Always(false), _) | (Op::Minus, _, Always(true)) => Always(false),
            (Op::And, Always(true), it) | (Op::Or, Always(false), it) => it,
            (Op::And, it, Always(true)) | (Op::Or | Op::Minus, it, Always(false)) => it,
            (op, a, b) => KnownContents::Both(op, Box::new([a, b])),
        }
    }

    /// The set, made by new steps.
    fn emit(self, func: &mut Func, insts: &mut Vec<Inst>) -> Value {
        let expr = match self {
            KnownContents::Set(set) => return set,
            KnownContents::Always(true) => SetExpr::All,
            KnownContents::Always(false) => {
                let (a, b) = (KnownContents::Always(true), KnownContents::Always(true));
                SetExpr::Minus(a.emit(func, insts), b.emit(func, insts))
            }
            KnownContents::Both(op, parts) => {
                let [a, b] = parts.map(|part| part.emit(func, insts));
                match op {
                    Op::And => SetExpr::And(a, b),
                    Op::Or => SetExpr::Or(a, b),
                    Op::Minus => SetExpr::Minus(a, b),
                }
            }
        };
        let dst = rewrite::fresh(func, Type::Set);
        insts.push(Inst::Set { dst, expr });
        dst
    }
}

struct Seen<'a> {
    facts: &'a Facts,
    func: &'a Func,
    flow: &'a Flow,
    fingers: Fingers<'a>,
}

impl Seen<'_> {
    /// What is known of a test, if that says more than the test.
    fn cond(&self, cond: &Cond, at: Place) -> Option<KnownContents> {
        match *cond {
            Cond::IsKind { s, f, kind } => {
                self.holds(s, f, at, pieces(self.facts, Whose::Any, Some(&[kind])))
            }
            Cond::In { f, set } => self.set(f, set, at, DEPTH),
            _ => None,
        }
    }

    /// What is known of a set, asked about this field.
    fn set(&self, f: Value, set: Value, at: Place, depth: u32) -> Option<KnownContents> {
        let depth = depth.checked_sub(1)?;
        let part = |set: Value| self.set(f, set, at, depth);
        let (op, a, b) = match *self.flow.set(self.func, set)? {
            SetExpr::Pieces { s, whose, ref kinds, .. } => {
                let wanted = pieces(self.facts, whose, kinds.as_deref());
                return self.holds(s, f, at, wanted);
            }
            SetExpr::And(a, b) => (Op::And, a, b),
            SetExpr::Or(a, b) => (Op::Or, a, b),
            SetExpr::Minus(a, b) => (Op::Minus, a, b),
            _ => return None,
        };
        match (part(a), part(b)) {
            (None, None) => None,
            (one, other) => {
                let or =
                    |known: Option<KnownContents>, set| known.unwrap_or(KnownContents::Set(set));
                Some(KnownContents::join(op, or(one, a), or(other, b)))
            }
        }
    }

    /// Whether one of these pieces stands on a field.
    fn holds(
        &self,
        s: Value,
        f: Value,
        at: Place,
        [may, must]: [Contents; 2],
    ) -> Option<KnownContents> {
        let there = self.fingers.contents(s, f, at);
        match (there & may == 0, there & !must == 0) {
            (true, _) => Some(KnownContents::Always(false)),
            (_, true) => Some(KnownContents::Always(true)),
            _ => None,
        }
    }
}
