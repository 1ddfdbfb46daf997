//! Signatures in tables: the numbers of pieces, reserves, counters and remembered fields, as
//! generated code looks them up to keep the signature of a position.

use super::Unit;
use crate::layout::Layout;
use game::{Counter, Field, Memory, Player, Signatures};
use ir::Program;
use std::rc::Rc;

impl Unit<'_> {
    /// Signature numbers by piece (its number and 1; 0 is none) and field; by height and
    /// field where all pieces are the same and stand on each other.
    pub(crate) fn signature_rows(&mut self) -> Rc<Vec<u64>> {
        let (program, layout, signatures) = (self.program, self.layout, self.signatures);
        self.piece_rows
            .get_or_insert_with(|| {
                let row = 64 * layout.words;
                if let Some(stacks) = layout.stacks.as_ref().filter(|it| it.is_uniform()) {
                    return Rc::new(height_rows(program, layout, stacks.most, signatures));
                }
                let mut rows = vec![0; row * (layout.pieces.len() + 1)];
                for (p, &piece) in layout.pieces.iter().enumerate() {
                    for f in 0..program.facts.board.n_fields() {
                        rows[row * (p + 1) + f] = signatures.piece(Field(f as u16), piece);
                    }
                }
                Rc::new(rows)
            })
            .clone()
    }

    pub(crate) fn reserve_rows(&self, entry: usize, v: Player) -> Vec<u64> {
        (0..=255).map(|count| self.signatures.reserve(entry, v, count)).collect()
    }

    pub(crate) fn counter_rows(&self, counter: Counter, v: Player) -> Vec<u64> {
        let declared = &self.program.facts.counters[counter.index()];
        (declared.low..=declared.high).map(|n| self.signatures.counter(counter, v, n)).collect()
    }

    /// Signature numbers of a remembered field: 0 is none, else the field and 1.
    pub(crate) fn memory_rows(&self, memory: Memory) -> Vec<u64> {
        let n = self.program.facts.board.n_fields();
        let fields = (0..n).map(|f| self.signatures.memory(memory, Field(f as u16)));
        std::iter::once(0).chain(fields).collect()
    }

    pub(crate) fn player_number(&self) -> u64 {
        self.signatures.player()
    }
}

/// Signature numbers of stacks of one piece, by height and field.
fn height_rows(
    program: &Program,
    layout: &Layout,
    most: usize,
    signatures: &Signatures,
) -> Vec<u64> {
    let row = 64 * layout.words;
    let mut rows = vec![0; row * (most + 1)];
    for f in 0..program.facts.board.n_fields() {
        let field = Field(f as u16);
        let (mut under, piece) = (0, layout.pieces[0]);
        for height in 1..=most {
            rows[row * height + f] = under ^ signatures.piece(field, piece);
            under ^= signatures.lower(field, height - 1, piece);
        }
    }
    rows
}
