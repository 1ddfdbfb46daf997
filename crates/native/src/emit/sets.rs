//! The words of set expressions: what each kind of set is made of.

mod around;
mod carried;
pub(crate) mod foresee;
pub(super) mod geometry;
mod lanes;
mod looked_up;
mod patterns;
mod rows;
mod shifts;
mod slides;
mod sources;
mod weigh;

pub(crate) use around::Search;
pub(crate) use carried::Carries;

use super::Emit;
use super::sym::{EMPTY, Finger, Frame, State, Word};
use game::{Field, FieldSet, Owner, Player};
use geometry::shared;
use ir::{SetExpr, Value, Whose};
use std::rc::Rc;

impl<'p> Emit<'_, 'p> {
    /// A constant set as words.
    pub(crate) fn constant(&self, set: &FieldSet) -> Vec<Word> {
        let mut words = vec![0u64; self.layout.words];
        for field in set.iter() {
            words[field.index() / 64] |= 1 << (field.index() % 64);
        }
        words.into_iter().map(Word::C).collect()
    }

    pub(crate) fn all_fields(&self) -> Vec<Word> {
        self.constant(&FieldSet::all(self.program.facts.board.n_fields()))
    }

    pub(crate) fn set_of(&self, state: &State, set: usize) -> Vec<Word> {
        state.slots[set * self.layout.words..][..self.layout.words].to_vec()
    }

    fn union(&mut self, state: &State, sets: impl Iterator<Item = usize>) -> Vec<Word> {
        let mut union = vec![Word::ZERO; self.layout.words];
        for set in sets {
            let words = self.set_of(state, set);
            union = self.or_all(&union, &words);
        }
        union
    }

    /// The fields that are not empty.
    pub(crate) fn occupied(&mut self, state: &State) -> Vec<Word> {
        let owners = self.layout.owners;
        self.union(state, owners.into_iter().flatten())
    }

    fn empty_fields(&mut self, state: &State) -> Vec<Word> {
        let (all, occupied) = (self.all_fields(), self.occupied(state));
        self.minus_all(&all, &occupied)
    }

    /// The pieces that are meant, as a mask.
    pub(crate) fn such(&self, whose: Whose, v: Player, kinds: Option<&[game::Kind]>) -> u64 {
        let mut mask = 0;
        for (i, piece) in self.layout.pieces.iter().enumerate() {
            let kind = kinds.is_none_or(|kinds| kinds.contains(&piece.kind()));
            if kind && whose.includes(v, piece.owner()) {
                mask |= 1 << i;
            }
        }
        mask
    }

    /// The fields whose piece is one of the mask.
    pub(crate) fn fields_of(&mut self, state: &State, mask: u64) -> Vec<Word> {
        let layout = self.layout;
        let pieces = || layout.pieces.iter().enumerate();
        let is_in = |i: usize| mask >> i & 1 == 1;
        let mut fields = vec![Word::ZERO; layout.words];
        // All kinds of an owner are the set of that owner; all owners of a kind are its set.
        let mut left = mask & !EMPTY;
        for owner in [Owner::First, Owner::Second, Owner::Nobody] {
            let of_owner: u64 =
                pieces().filter(|(_, p)| p.owner() == owner).map(|(i, _)| 1 << i).sum();
            if of_owner != 0 && left & of_owner == of_owner {
                left &= !of_owner;
                let words = self.union(state, layout.owners[owner as usize].into_iter());
                fields = self.or_all(&fields, &words);
            }
        }
        for (k, set) in layout.kinds.iter().enumerate() {
            let of_kind: u64 =
                pieces().filter(|(_, p)| p.kind().index() == k).map(|(i, _)| 1 << i).sum();
            if let Some(set) = set
                && of_kind != 0
                && left & of_kind == of_kind
            {
                left &= !of_kind;
                let words = self.set_of(state, *set);
                fields = self.or_all(&fields, &words);
            }
        }
        for owner in [Owner::First, Owner::Second, Owner::Nobody] {
            let mut kinds = vec![Word::ZERO; layout.words];
            let mut any = false;
            for (i, piece) in pieces() {
                if piece.owner() == owner && is_in(i) && left >> i & 1 == 1 {
                    any = true;
                    let set = layout.kinds[piece.kind().index()];
                    let words = match set {
                        Some(set) => self.set_of(state, set),
                        None => self.all_fields(),
                    };
                    kinds = self.or_all(&kinds, &words);
                }
            }
            if any {
                let own = self.union(state, layout.owners[owner as usize].into_iter());
                let both = self.and_all(&own, &kinds);
                fields = self.or_all(&fields, &both);
            }
        }
        fields
    }

    /// The words of a set expression.
    pub(crate) fn set(&mut self, fr: &mut Frame<'p>, expr: &'p SetExpr) -> Rc<[Word]> {
        shared(match expr {
            SetExpr::Pieces { s, v, whose, kinds } => {
                let state = fr.state(*s).clone();
                let mask = self.such(*whose, fr.player(*v), kinds.as_deref());
                self.fields_of(&state, mask)
            }
            SetExpr::Holding { s, v, whose, kinds } => {
                let state = fr.state(*s).clone();
                let mask = self.such(*whose, fr.player(*v), kinds.as_deref());
                self.stacks_with(&state, mask)
            }
            SetExpr::Empty { s } => {
                let state = fr.state(*s).clone();
                self.empty_fields(&state)
            }
            SetExpr::All => self.all_fields(),
            SetExpr::Const(set) => self.constant(set),
            SetExpr::Sides { v, sides } => self.constant(&sides[fr.player(*v).index()]),
            SetExpr::Zone { zone, v } => {
                let zone = &self.program.facts.zones[zone.index()];
                self.constant(&zone.fields[fr.player(*v).index()])
            }
            SetExpr::Memory { s, memory } => {
                let field = fr.state(*s).slots[self.layout.memory(*memory)];
                self.maybe_one(field)
            }
            SetExpr::And(a, b) => match (fr.expr(*a), fr.expr(*b)) {
                (_, Some(SetExpr::Matching { s, layout })) => {
                    self.cut_matching(fr, *a, *s, *layout)
                }
                (Some(SetExpr::Matching { s, layout }), _) => {
                    self.cut_matching(fr, *b, *s, *layout)
                }
                _ => {
                    let [x, y] = [(*a, *b), (*b, *a)].map(|(a, b)| self.part_of_area(fr, a, b));
                    let (a, b) = (fr.words(*a), fr.words(*b));
                    self.and_all(x.as_deref().unwrap_or(&a), y.as_deref().unwrap_or(&b))
                }
            },
            SetExpr::Or(a, b) => {
                let (a, b) = (fr.words(*a), fr.words(*b));
                self.or_all(&a, &b)
            }
            SetExpr::Minus(a, b) => {
                let (a, b) = (fr.words(*a), fr.words(*b));
                self.minus_all(&a, &b)
            }
            SetExpr::Fields { func, args } => self.fields_where(fr, *func, args),
            SetExpr::Only(field) => match fr.field(*field) {
                Finger::Nowhere => vec![Word::ZERO; self.layout.words],
                Finger::At(field) => self.bits(field),
                Finger::Maybe(field) => {
                    let next = self.add(field, Word::ONE);
                    self.maybe_one(next)
                }
            },
            SetExpr::Matching { s, layout } => {
                let state = fr.state(*s).clone();
                self.matching(&state, *layout)
            }
            SetExpr::Walk { from, ways, back } => match self.single(fr, *from) {
                Some(field) => self.walk_one(field, ways, *back),
                None => {
                    let from = fr.words(*from);
                    self.walk(&from, ways, *back)
                }
            },
            SetExpr::Slide { from, directions, through, back } => {
                let through = fr.words(*through);
                let one = self.single(fr, *from);
                let one = one.and_then(|f| self.slide_one(f, directions, &through, *back));
                match one {
                    Some(words) => words,
                    None => {
                        let from = fr.words(*from);
                        self.slide(&from, directions, &through, *back)
                    }
                }
            }
            SetExpr::Spread { from, ways, through, back } => {
                let (from, through) = (fr.words(*from), fr.words(*through));
                let (area, inner) = match self.carried(fr, expr) {
                    Some(inner) => {
                        let around = self.walk(&inner, ways, *back);
                        (self.or_all(&from, &around), inner.to_vec())
                    }
                    None => self.spread(&from, ways, &through, *back),
                };
                let area = shared(area);
                self.areas.push((area.clone(), inner));
                return area;
            }
            SetExpr::Rows { of, directions, times } => {
                let of = fr.words(*of);
                self.in_rows(&of, directions, *times)
            }
            SetExpr::IfSome(a, b) => {
                let (a, b) = (fr.words(*a), fr.words(*b));
                let any = self.some(&a);
                b.iter().map(|&word| self.select(any, word, Word::ZERO)).collect()
            }
        })
    }

    /// The fields of an area from which it went on, if only these can be in
    /// another set: then what lies beside them does not matter.
    fn part_of_area(&self, fr: &Frame<'p>, area: Value, other: Value) -> Option<Vec<Word>> {
        let Some(SetExpr::Spread { through, back: true, .. }) = fr.expr(area) else { return None };
        let words = fr.words(area);
        let (_, inner) = self.areas.iter().find(|(known, _)| Rc::ptr_eq(known, &words))?;
        is_part(fr, other, *through).then(|| inner.clone())
    }

    /// The set of one field, or none if the number, which is the field and 1, is 0.
    fn maybe_one(&mut self, next: Word) -> Vec<Word> {
        if let Word::C(0) = next {
            return vec![Word::ZERO; self.layout.words];
        }
        let field = self.sub(next, Word::ONE);
        let bits = self.bits(field);
        bits.into_iter().map(|bit| self.select(next, bit, Word::ZERO)).collect()
    }

    /// The fields that hold what a layout shows.
    pub(crate) fn matching(&mut self, state: &State, layout: game::Layout) -> Vec<Word> {
        let board = &self.program.facts.layouts[layout.index()].board;
        let n = board.len();
        let shown = |piece| {
            let fields = (0..n).filter(|&i| board[i] == piece).map(|i| Field(i as u16));
            FieldSet::of(n, fields)
        };
        let bare = self.constant(&shown(None));
        let empty = self.empty_fields(state);
        let mut matching = self.and_all(&bare, &empty);
        for i in 0..self.layout.pieces.len() {
            let shown = shown(Some(self.layout.pieces[i]));
            if !shown.is_empty() {
                let (shown, there) = (self.constant(&shown), self.fields_of(state, 1 << i));
                let both = self.and_all(&shown, &there);
                matching = self.or_all(&matching, &both);
            }
        }
        matching
    }

    /// The fields of a set that hold what a layout shows: if the set is of one
    /// piece, that is a constant set.
    fn cut_matching(
        &mut self,
        fr: &Frame<'p>,
        set: Value,
        s: Value,
        layout: game::Layout,
    ) -> Vec<Word> {
        let state = fr.state(s).clone();
        let contents = self.contents(fr, set, state.version);
        let board = &self.program.facts.layouts[layout.index()].board;
        let n = board.len();
        let such: Vec<usize> =
            (0..self.layout.pieces.len()).filter(|i| contents >> i & 1 == 1).collect();
        let shown = match (such.as_slice(), contents & EMPTY) {
            (&[only], 0) => {
                let piece = Some(self.layout.pieces[only]);
                let fields = (0..n).filter(|&i| board[i] == piece).map(|i| Field(i as u16));
                self.constant(&FieldSet::of(n, fields))
            }
            _ => self.matching(&state, layout),
        };
        let words = fr.words(set);
        self.and_all(&words, &shown)
    }

    /// The only field of a set that is known to have at most one: its number, or
    /// that after the last bit if it is empty.
    fn single(&mut self, fr: &Frame<'p>, set: Value) -> Option<Word> {
        if let Some(SetExpr::Only(field)) = fr.expr(set)
            && let Finger::At(field) = fr.field(*field)
        {
            return Some(field);
        }
        if !self.at_most_one(fr, set) {
            return None;
        }
        let words = fr.words(set);
        Some(self.first(&words))
    }

    /// Whether a set is known to have at most one field.
    pub(crate) fn at_most_one(&self, fr: &Frame<'p>, set: Value) -> bool {
        match fr.expr(set) {
            Some(SetExpr::Only(_) | SetExpr::Memory { .. }) => true,
            Some(SetExpr::And(a, b)) => self.at_most_one(fr, *a) || self.at_most_one(fr, *b),
            Some(SetExpr::Minus(a, _)) => self.at_most_one(fr, *a),
            Some(SetExpr::Pieces { v, whose, kinds: Some(kinds), s }) => {
                let mask = self.such(*whose, fr.player(*v), Some(kinds));
                let exactly =
                    |kind: &game::Kind| self.program.facts.kinds[kind.index()].exactly == Some(1);
                // What is put from nowhere could be a second one; a turn that
                // does so ends in an error, but only when it is over.
                mask.count_ones() == 1
                    && kinds.iter().all(exactly)
                    && self.program.facts.stacks.is_none()
                    && self.puts[fr.state(*s).version.0 as usize] & mask == 0
            }
            _ => false,
        }
    }
}

/// Whether a set is surely a part of another.
fn is_part(fr: &Frame<'_>, set: Value, of: Value) -> bool {
    set == of
        || match fr.expr(set) {
            Some(SetExpr::And(a, b)) => is_part(fr, *a, of) || is_part(fr, *b, of),
            Some(SetExpr::Minus(a, _) | SetExpr::IfSome(_, a)) => is_part(fr, *a, of),
            _ => false,
        }
}
