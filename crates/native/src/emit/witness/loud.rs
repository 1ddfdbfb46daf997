//! For which fields a rule that speaks about each field of a set says anything at all.
//!
//! Such a rule often looks from a field at others, and speaks about those: a pawn, and
//! what it attacks. Where there are none, the round only remembers its field. The fields
//! from which there are some are found for all at once, by walking back from the end.

use crate::emit::sym::{Conf, Finger, Frame, Val, Word};
use crate::emit::{Body, Emit};
use game::{FieldSet, Memory};
use ir::{Inst, SetExpr, Term, Value, Write};

/// The rounds of a loop that say something.
pub(super) struct Loud {
    /// Their fields.
    pub(super) fields: Vec<Word>,
    /// What each round remembers: its field.
    pub(super) memory: Option<Memory>,
}

impl<'p> Emit<'_, 'p> {
    /// The rounds that say something; nothing if that is not known.
    pub(super) fn loud(&mut self, set: &[Word], Body { func, v }: Body, at: &Conf) -> Option<Loud> {
        let body = &self.program.funcs[func.index()];
        let [first, last] = body.blocks.as_slice() else { return None };
        let Term::Each { set: others, body: inner, .. } = &first.term else { return None };
        let is_hush = |inst: &Inst| matches!(inst, Inst::Write { write: Write::Hush { .. }, .. });
        if !last.insts.iter().all(is_hush) || !self.remembered_by(*inner).is_empty() {
            return None;
        }
        let finger = *body.blocks[0].params.get(2)?;
        let mut memory = None;
        let mut frame = self.frame(func, v, &Conf { f: Finger::Nowhere, ..at.clone() });
        for inst in &first.insts {
            match inst {
                Inst::Write { dst, write: Write::Remember { f, memory: it }, .. }
                    if *f == finger && memory.is_none() =>
                {
                    memory = Some(*it);
                    frame.set(*dst, Val::State(at.s.clone()));
                }
                Inst::Set { dst, expr } => {
                    if !self.depends(&frame, expr, finger)? {
                        let words = self.set(&mut frame, expr);
                        frame.set(*dst, Val::Set(words));
                    }
                }
                _ => return None,
            }
        }
        // Which field was remembered last is found in one word only.
        if memory.is_some() && set.len() > 1 {
            return None;
        }
        let all = self.constant(&FieldSet::all(self.program.facts.board.n_fields()));
        let sources = self.sources_of(&frame, *others, all)?;
        let fields = sources.into_iter().zip(set).map(|(a, b)| self.and(a, *b)).collect();
        Some(Loud { fields, memory })
    }

    /// Whether an expression depends on the field of the round; nothing if it is one that
    /// cannot be walked back.
    fn depends(&self, fr: &Frame<'p>, expr: &SetExpr, finger: Value) -> Option<bool> {
        let known = |value: &Value| matches!(fr.get(*value), Val::Set(_));
        match expr {
            SetExpr::Only(field) => (*field == finger).then_some(true),
            SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b) => {
                Some(!known(a) || !known(b))
            }
            SetExpr::IfSome(a, b) => Some(!known(a) || !known(b)),
            SetExpr::Walk { from, .. } => Some(!known(from)),
            SetExpr::Pieces { .. } | SetExpr::Sides { .. } => Some(false),
            _ => None,
        }
    }

    /// The fields for which a set that depends on a field has something in common with
    /// another.
    fn sources_of(&mut self, fr: &Frame<'p>, value: Value, common: Vec<Word>) -> Option<Vec<Word>> {
        let known = |value: &Value| match fr.get(*value) {
            Val::Set(words) => Some(words.clone()),
            _ => None,
        };
        match fr.expr(value)? {
            SetExpr::Only(_) => Some(common),
            SetExpr::And(a, b) => {
                let (set, open) = match (known(a), known(b)) {
                    (Some(set), None) => (set, *b),
                    (None, Some(set)) => (set, *a),
                    _ => return None,
                };
                let common = common.iter().zip(set.iter()).map(|(a, b)| self.and(*a, *b)).collect();
                self.sources_of(fr, open, common)
            }
            SetExpr::Or(a, b) => {
                let one = self.sources_of(fr, *a, common.clone())?;
                let other = self.sources_of(fr, *b, common)?;
                Some(one.into_iter().zip(other).map(|(a, b)| self.or(a, b)).collect())
            }
            SetExpr::IfSome(cond, set) => {
                let cond = known(cond)?;
                let some = self.some(&cond);
                let found = self.sources_of(fr, *set, common)?;
                Some(found.into_iter().map(|word| self.select(some, word, Word::ZERO)).collect())
            }
            SetExpr::Walk { from, ways, back } => {
                let common = self.walk(&common, ways, !*back);
                self.sources_of(fr, *from, common)
            }
            _ => None,
        }
    }
}
