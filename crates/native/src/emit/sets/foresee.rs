//! Rows that a new piece would make, found for all fields at once before one of them is chosen:
//! a loop over many fields then looks at one bit, where it would look at the whole board for
//! each of them.
//!
//! After a piece is put on a field there is a row of such pieces if there was one before, or if
//! the field is what was missing in a row. Both are known of the position before the piece is
//! put, whatever was on the field.

use super::geometry::pairs;
use crate::emit::sym::{Finger, Frame, Val, Word};
use crate::emit::{Emit, trusted};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind};
use game::{Board, Direction, Field};
use ir::{Block, Cond, Inst, SetExpr, Target, Term, Value, Write};

/// The answer for every field of a choice to the question at the end of the block that follows
/// the choice. It is about the position in which this choice is made, and no other run of the
/// same rule may see it: the frame hands it to that block, which takes it away.
#[derive(Clone, Copy)]
pub(crate) struct Foreseen {
    /// The chosen field.
    field: Value,
    /// Where the fields for which it has are kept: in memory, so that they are found before the
    /// loop and not in each of its rounds.
    yes: StackSlot,
}

/// A question about rows after a piece was put on the field that was chosen.
struct Question<'p> {
    field: Value,
    /// The position before.
    before: Value,
    put: &'p Write,
    pieces: &'p SetExpr,
    rows: (&'p [Direction], u32),
}

impl<'p> Question<'p> {
    /// The question at the end of a block that begins with the chosen field.
    fn find(block: &'p Block) -> Option<Question<'p>> {
        let field = *block.params.first()?;
        let Term::If { cond: Cond::Some { set }, .. } = &block.term else { return None };
        let made = |value: Value| {
            block.insts.iter().find(|inst| inst.defines().is_some_and(|(dst, _)| dst == value))
        };
        let expr = |set: Value| match made(set) {
            Some(Inst::Set { expr, .. }) => Some(expr),
            _ => None,
        };
        let SetExpr::Rows { of, directions, times } = expr(*set)? else { return None };
        let pieces @ SetExpr::Pieces { s: after, v: of_whom, .. } = expr(*of)? else { return None };
        let Inst::Write { s: before, write: put, .. } = made(*after)? else { return None };
        let Write::Put { f, v: by_whom, .. } = put else { return None };
        // What the block makes or is given is not known before it is entered, or is still what
        // it was when the block was entered on another way.
        let is_there = |value: &Value| made(*value).is_none() && !block.params.contains(value);
        let are_there = [before, of_whom, by_whom].into_iter().all(is_there);
        let rows = (directions.as_slice(), *times);
        (are_there && *f == field).then_some(Question { field, before: *before, put, pieces, rows })
    }
}

/// Whether a field is at most once in a row.
fn rows_are_simple(board: &Board, direction: Direction, times: u32) -> bool {
    (0..board.n_fields()).all(|from| {
        let mut row = vec![Field(from as u16)];
        for _ in 0..times {
            let Some(next) = board.step(row[row.len() - 1], direction) else { return true };
            if row.contains(&next) {
                return false;
            }
            row.push(next);
        }
        true
    })
}

impl<'p> Emit<'_, 'p> {
    /// Answers the question that follows a choice for all fields, if it is about rows.
    pub(crate) fn foresee(&mut self, fr: &Frame<'p>, then: &Target) -> Option<Foreseen> {
        let found = Question::find(&fr.func.blocks[then.block.index()])?;
        let (directions, times) = found.rows;
        let simple = |&way: &Direction| rows_are_simple(self.board(), way, times);
        // On a board of one word a question takes hardly longer than the loop around it, and
        // names of moves are made once.
        let is_worth_it = self.unit.foresees && self.layout.words > 1 && !self.traced;
        if !is_worth_it || !directions.iter().all(simple) {
            return None;
        }
        let Val::State(before) = fr.get(found.before) else { return None };
        let Write::Put { v, whose, kind, .. } = found.put else { return None };
        let Val::Player(v) = fr.get(*v) else { return None };
        let new = self.such(*whose, *v, Some(&[*kind]));
        let SetExpr::Pieces { v, whose, kinds, .. } = found.pieces else { return None };
        let Val::Player(v) = fr.get(*v) else { return None };
        let such = self.such(*whose, *v, kinds.as_deref());
        if new == 0 || new & !such != 0 {
            return None;
        }
        let before = before.clone();
        let of = self.fields_of(&before, such);
        let yes = self.complete_rows(&of, directions, times);
        let bytes = 8 * yes.len() as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.b.create_sized_stack_slot(data);
        for (i, word) in yes.into_iter().enumerate() {
            let word = self.value(word);
            self.b.ins().stack_store(I64, word, slot, 8 * i as i32);
        }
        Some(Foreseen { field: found.field, yes: slot })
    }

    /// The answer that is known already for the field that was chosen.
    pub(crate) fn foreseen(&mut self, fr: &Frame<'p>, known: Foreseen) -> Option<Word> {
        let Finger::At(field) = fr.field(known.field) else { return None };
        let base = self.b.ins().stack_addr(I64, known.yes, 0);
        let which = self.down(field, 6);
        let offset = self.up(which, 3);
        let offset = self.value(offset);
        let at = self.b.ins().iadd(base, offset);
        let word = self.b.ins().load(I64, trusted(), at, 0);
        // Only the last six bits of the field count.
        let field = self.value(field);
        let down = self.b.ins().ushr(word, field);
        Some(self.and(Word::V(down), Word::ONE))
    }

    /// The fields on which one more piece leaves a row on the board.
    fn complete_rows(&mut self, of: &[Word], directions: &[Direction], times: u32) -> Vec<Word> {
        let there = self.in_rows(of, directions, times);
        let there = self.some(&there);
        let all = self.all_fields();
        let mut yes: Vec<Word> =
            all.into_iter().map(|word| self.select(there, word, Word::ZERO)).collect();
        for &direction in directions {
            // From where this many steps lead to a piece.
            let mut reach = vec![of.to_vec()];
            for steps in 1..=times as usize {
                let back = pairs(self.board(), &[vec![direction; steps]], true);
                reach.push(self.moved(of, &back));
            }
            for (missing, from) in self.all_but_one(&reach).into_iter().enumerate() {
                let forth = pairs(self.board(), &[vec![direction; missing]], false);
                let ends = if missing == 0 { from } else { self.moved(&from, &forth) };
                yes = self.or_all(&yes, &ends);
            }
        }
        yes
    }

    /// For each of some sets what is in all others.
    fn all_but_one(&mut self, sets: &[Vec<Word>]) -> Vec<Vec<Word>> {
        let mut after = vec![self.all_fields()];
        for set in sets[1..].iter().rev() {
            let last = after[after.len() - 1].clone();
            after.push(self.and_all(set, &last));
        }
        let mut before = self.all_fields();
        let mut all = Vec::new();
        for (set, after) in sets.iter().zip(after.iter().rev()) {
            all.push(self.and_all(&before, after));
            before = self.and_all(&before, set);
        }
        all
    }
}
