//! Questions about small boards: whether there is one of some patterns of pieces is found in
//! advance for every set of fields that these pieces can be on, and looked up.
//!
//! What a question needs is read off its sets as patterns of fields (`ir::analyses::Patterns`),
//! which says exactly when the answer is yes, so that nothing else has to be known of the rules.

use crate::emit::Emit;
use crate::emit::sym::{Frame, Word};
use game::FieldSet;
use ir::Cond;

/// How many fields a board has at most: there is a byte for each set of them.
const MOST_FIELDS: usize = 12;

/// About how many instructions it takes to look up an answer.
const COST: usize = 4;

impl<'p> Emit<'_, 'p> {
    /// The answer to a question at the end of a block, if it is in a table.
    pub(crate) fn looked_up(&mut self, fr: &Frame<'p>, cond: &Cond) -> Option<Word> {
        let Cond::Some { set } = cond else { return None };
        let facts = &self.program.facts;
        let n = facts.board.n_fields();
        if !self.unit.shared.switches.looks_up_answers || n > MOST_FIELDS || facts.stacks.is_some()
        {
            return None;
        }
        let v = fr.player(*fr.func.blocks[0].params.get(1)?);
        let asked = self.unit.questions_of(fr.id, v).of(*set)?;
        if self.cost_of_question(fr, *set) <= COST * asked.len() {
            return None;
        }
        let mut any = Word::ZERO;
        for part in asked {
            let state = fr.state(part.position).clone();
            let such = self.pieces_of(&part.patterns);
            let there = self.fields_of(&state, such);
            let there = self.value(there[0]);
            let answer = self.table_byte(&answers(&part.patterns.fields, n), there);
            any = self.or(any, answer);
        }
        Some(any)
    }
}

/// For each set of fields, as a number, whether all fields of some pattern are in it.
fn answers(patterns: &[FieldSet], n_fields: usize) -> Vec<u8> {
    let bits = |pattern: &FieldSet| pattern.iter().fold(0, |bits, field| bits | 1 << field.index());
    let patterns: Vec<usize> = patterns.iter().map(bits).collect();
    let is_yes = |fields: usize| patterns.iter().any(|pattern| pattern & !fields == 0);
    (0..1 << n_fields).map(|fields| u8::from(is_yes(fields))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Field;

    #[test]
    fn an_answer_is_yes_where_a_whole_pattern_is() {
        let pattern = |fields: &[u16]| FieldSet::of(4, fields.iter().map(|&f| Field(f)));
        let answers = answers(&[pattern(&[0, 2]), pattern(&[3])], 4);
        let yes: Vec<usize> = (0..answers.len()).filter(|&set| answers[set] == 1).collect();
        assert_eq!(
            yes,
            [0b0101, 0b0111, 0b1000, 0b1001, 0b1010, 0b1011, 0b1100, 0b1101, 0b1110, 0b1111]
        );
    }
}
