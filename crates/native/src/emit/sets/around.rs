//! Questions that had the answer no when the turn began, asked again after a piece has come:
//! the answer is yes only if the new piece is part of a pattern, so that only patterns through
//! its field are looked for. Where the piece may be gone again, or may be of another sort, it is
//! asked whether it is there.
//!
//! That the answer was no is proved of all turns (`ir::analyses::unmade`), and tested in the
//! position with which the first one begins. What came since is known of the board as the
//! generator follows it.

use super::lanes::Lanes;
use crate::emit::known::Origin;
use crate::emit::sym::{Frame, State, Version, Word};
use crate::emit::{Emit, IntCC, trusted};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::types::I64;
use game::{Field, FieldSet};
use ir::analyses::Patterns;
use ir::{Cond, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// After how many new pieces the whole board is looked at again.
const MOST_NEW: usize = 2;

/// How many patterns go through one field at most if they are compared one after the other.
const MOST_COMPARED: usize = 16;

/// Instructions for one word of a pattern, and for one word of a set that is shifted.
const PER_WORD: usize = 3;

/// The patterns through each field, without the field.
#[derive(Debug)]
pub(crate) struct Around {
    through: Vec<Vec<FieldSet>>,
}

/// How it is found out whether there is a pattern through a field.
#[derive(Debug)]
enum How {
    Lanes(Lanes),
    /// For each field its patterns, word by word.
    Compared(Vec<Vec<Vec<u64>>>),
}

/// How the patterns of a question are looked for, and about how many instructions it takes.
#[derive(Debug)]
pub(crate) struct Search {
    how: How,
    cost: usize,
}

impl Around {
    /// The patterns through each field; nothing if one piece alone is a pattern.
    fn new(patterns: &[FieldSet], n_fields: usize) -> Option<Around> {
        let mut through = vec![Vec::new(); n_fields];
        for pattern in patterns {
            if pattern.len() < 2 {
                return None;
            }
            for field in pattern.iter() {
                let mut others = pattern.clone();
                others.remove(field);
                through[field.index()].push(others);
            }
        }
        Some(Around { through })
    }

    pub(super) fn n_fields(&self) -> usize {
        self.through.len()
    }

    /// For each field those that are in patterns with it.
    pub(super) fn neighbors(&self) -> impl Iterator<Item = BTreeSet<usize>> {
        let all = |patterns: &Vec<FieldSet>| {
            patterns.iter().flat_map(FieldSet::iter).map(Field::index).collect()
        };
        self.through.iter().map(all)
    }

    /// The patterns through a field, by how much greater the numbers of the others are.
    pub(super) fn offsets_of(&self, field: usize) -> impl Iterator<Item = Vec<i32>> {
        let offset = move |other: Field| other.index() as i32 - field as i32;
        self.through[field].iter().map(move |pattern| pattern.iter().map(offset).collect())
    }

    /// The same of all fields.
    pub(super) fn offsets(&self) -> BTreeSet<Vec<i32>> {
        (0..self.n_fields()).flat_map(|field| self.offsets_of(field)).collect()
    }
}

impl Search {
    /// The best way to look for patterns on a board of this many words.
    pub(crate) fn new(patterns: &[FieldSet], n_fields: usize, words: usize) -> Option<Search> {
        let around = Around::new(patterns, n_fields)?;
        let lanes = Lanes::find(&around, words).map(|lanes| {
            let cost = lanes.cost(words);
            Search { how: How::Lanes(lanes), cost }
        });
        let most = around.through.iter().map(Vec::len).max()?;
        let compared = (most <= MOST_COMPARED).then(|| {
            let words = |patterns: &Vec<FieldSet>| {
                patterns.iter().map(|pattern| pattern.words().to_vec()).collect()
            };
            How::Compared(around.through.iter().map(words).collect())
        });
        let cost = PER_WORD * (words + 1) * most;
        let compared = compared.map(|how| Search { how, cost });
        [lanes, compared].into_iter().flatten().min_by_key(|search| search.cost)
    }
}

impl<'p> Emit<'_, 'p> {
    /// The answer to a question at the end of a block, if it is one about new pieces alone.
    pub(crate) fn about_new(&mut self, fr: &Frame<'p>, cond: &Cond) -> Option<Word> {
        let Cond::Some { set } = cond else { return None };
        if !self.unit.mode.assumes {
            return None;
        }
        let v = fr.player(*fr.func.blocks[0].params.get(1)?);
        let parts = self.unit.unmade_parts(fr.id, v, *set)?;
        let mut searches = Vec::new();
        for (position, patterns) in parts.iter() {
            let state = fr.state(*position).clone();
            let such = self.pieces_of(patterns);
            let fields = self.fields_that_got(state.version, such)?;
            let search = match fields.len() {
                0 => None,
                _ => Some(self.unit.search(patterns)?),
            };
            searches.push((state, such, fields, search));
        }
        let cost = |(_, _, fields, search): &(_, _, Vec<Word>, Option<Rc<Search>>)| {
            fields.len() * search.as_ref().map_or(0, |search| search.cost)
        };
        if searches.iter().map(cost).sum::<usize>() >= self.cost_of_question(fr, *set) {
            return None;
        }
        let mut any = Word::ZERO;
        for (state, such, fields, search) in searches {
            for (field, search) in fields.into_iter().zip(search.iter().cycle()) {
                let found = self.found_around(&state, such, field, search);
                any = self.or(any, found);
            }
        }
        Some(any)
    }

    /// The pieces of patterns, as a mask.
    pub(super) fn pieces_of(&self, patterns: &Patterns) -> u64 {
        let pieces = self.layout.pieces.iter().enumerate();
        let such = pieces.filter(|(_, piece)| patterns.has(**piece));
        such.fold(0, |mask, (i, _)| mask | 1 << i)
    }

    /// The fields that may have got one of these pieces since the turn began; nothing if that is
    /// not known, or if they are many.
    fn fields_that_got(&self, version: Version, such: u64) -> Option<Vec<Word>> {
        let (mut version, mut fields) = (version, Vec::new());
        loop {
            match self.origins[version.0 as usize] {
                Origin::Start if self.turn_starts.contains(&version) => return Some(fields),
                Origin::Write(write) => {
                    if write.contents & such != 0 {
                        let field = write.field?;
                        if !fields.contains(&field) {
                            fields.push(field);
                        }
                        if fields.len() > MOST_NEW {
                            return None;
                        }
                    }
                    version = write.from;
                }
                Origin::Start | Origin::Unknown => return None,
            }
        }
    }

    /// About how many instructions it takes to make a set of what is on the whole board.
    pub(super) fn cost_of_question(&self, fr: &Frame<'p>, set: Value) -> usize {
        let (mut open, mut made) = (vec![set], Vec::new());
        while let Some(set) = open.pop() {
            if let Some(expr) = fr.expr(set).filter(|_| !made.contains(&set)) {
                made.push(set);
                open.extend(crate::emit::plan::parts(expr));
            }
        }
        self.cost_of_walks(fr, &made)
    }

    /// Whether there is a pattern through a field that may have got one of its pieces: not 0.
    fn found_around(&mut self, state: &State, such: u64, field: Word, search: &Search) -> Word {
        let there = self.fields_of(state, such);
        let others = match &search.how {
            How::Lanes(lanes) => self.in_lanes(&there, field, lanes),
            How::Compared(patterns) => self.among(&there, field, patterns),
        };
        if self.holds(state.version, field) & !such == 0 {
            return others;
        }
        let itself = self.contains(&there, field);
        let both = [itself, others].map(|it| self.compare(IntCC::NotEqual, it, Word::ZERO));
        self.and(both[0], both[1])
    }

    /// Whether all fields of some pattern are there.
    fn among(&mut self, there: &[Word], field: Word, patterns: &[Vec<Vec<u64>>]) -> Word {
        let (words, most) = (there.len(), patterns.iter().map(Vec::len).max().unwrap_or(0));
        // What is never there stands for the patterns that a field lacks.
        let stride = (most * words).next_power_of_two();
        let mut table = vec![0u64; patterns.len() * stride];
        for (row, patterns) in table.chunks_mut(stride).zip(patterns) {
            row[..most * words].fill(u64::MAX);
            for (pattern, at) in patterns.iter().zip(row.chunks_mut(words)) {
                at.copy_from_slice(pattern);
            }
        }
        let mut any = Word::ZERO;
        for at in 0..most {
            let mut missing = Word::ZERO;
            for (i, &word) in there.iter().enumerate() {
                let needed = self.table(&table, stride, field, at * words + i);
                let lacks = self.minus(needed, word);
                missing = self.or(missing, lacks);
            }
            let holds = self.compare(IntCC::Equal, missing, Word::ZERO);
            any = self.or(any, holds);
        }
        any
    }

    /// The same by the bits around the field.
    fn in_lanes(&mut self, there: &[Word], field: Word, lanes: &Lanes) -> Word {
        let words = there.len();
        let stride = (lanes.n_words() * words).next_power_of_two();
        let mut table = vec![0u64; lanes.masks.len() * stride];
        for (row, masks) in table.chunks_mut(stride).zip(&lanes.masks) {
            let masks = masks.concat();
            row[..masks.len()].copy_from_slice(&masks);
        }
        let mut around = Vec::new();
        for lane in 0..lanes.n_words() {
            let mut joined = Word::ZERO;
            for (i, &word) in there.iter().enumerate() {
                let mask = self.table(&table, stride, field, lane * words + i);
                let near = self.and(word, mask);
                joined = self.or(joined, near);
            }
            let (joined, field) = (self.value(joined), self.value(field));
            around.push(self.b.ins().rotr(joined, field));
        }
        let mut any = Word::ZERO;
        for cluster in &lanes.clusters {
            let mut bits = Word::ZERO;
            for &(lane, mask, turn) in &cluster.parts {
                let mut part = self.and(Word::V(around[lane]), Word::C(mask));
                if turn != 0 {
                    let value = self.value(part);
                    part = Word::V(self.b.ins().rotr_imm_u(value, i64::from(turn)));
                }
                bits = self.or(bits, part);
            }
            let bits = self.value(bits);
            let product = self.b.ins().imul_imm_s(bits, cluster.factor as i64);
            let number = self.b.ins().ushr_imm_u(product, i64::from(cluster.shift));
            let answer = self.table_byte(&cluster.answers, number);
            any = self.or(any, answer);
        }
        any
    }

    /// A byte of a constant table.
    pub(super) fn table_byte(&mut self, bytes: &[u8], at: cranelift_codegen::ir::Value) -> Word {
        let words: Vec<u64> = bytes
            .chunks(8)
            .map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_ne_bytes(word)
            })
            .collect();
        let address = self.unit.tables.place(&words, 1);
        let base = self.b.ins().iconst(I64, address as i64);
        let at = self.b.ins().iadd(base, at);
        let flags = trusted().with_readonly().with_can_move();
        Word::V(self.b.ins().uload8(I64, flags, at, 0))
    }

    /// Whether a position has one of the patterns that no turn begins with: not 0.
    pub(crate) fn has_made(&mut self, at: &crate::emit::sym::Conf) -> Word {
        let unmade = self.unit.shared.unmade();
        let mut any = Word::ZERO;
        for it in unmade {
            let asked = &it.asked;
            let made = self.has_some(it.func, it.v, asked.set, asked.position, at);
            any = self.or(any, made);
        }
        any
    }
}
