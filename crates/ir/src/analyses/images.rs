//! Whether a function means the same on the board that was turned or mirrored.
//!
//! 1. The image of a node has the images of its constants: sets, zones, drawn boards,
//!    directions and, if the players are exchanged, whose pieces are meant.
//! 2. A function is its own image if its blocks can be paired so that the image of
//!    each block is its partner. Mostly each is its own; of two branches of a fork one
//!    may be the image of the other, as `rotate 45` and `rotate -45` are in a mirror.
//!
//! Then, by induction over the steps of a run, a run from the partner of a block on the
//! image of a position yields the images of what a run from the block yields. Fields are
//! visited in a fixed order, so `each` counts only if its order cannot matter.

use super::symmetry::turned;
use crate::operands::Edit;
use crate::program::*;
use game::{Direction, FieldSet, Layout, Player, Symmetry, Zone};
use rustc_hash::FxHashMap;

/// At most this many blocks are compared for one function.
const MOST_COMPARED: u32 = 2_000;

/// What looks at the functions of a program on the other side of a symmetry.
pub(super) struct Images<'a> {
    pub(super) program: &'a Program,
    pub(super) symmetry: &'a Symmetry,
}

/// Blocks and values with their partners.
#[derive(Clone, Default)]
struct Partners {
    blocks: FxHashMap<BlockId, BlockId>,
    values: FxHashMap<Value, Value>,
}

impl Partners {
    /// Pairs two values; false if the first has another partner.
    fn pair(&mut self, a: Value, b: Value) -> bool {
        *self.values.entry(a).or_insert(b) == b
    }
}

impl Images<'_> {
    /// Whether a function is its own image.
    pub(super) fn is_own_image(&self, func: FuncId) -> bool {
        let blocks = &self.program.funcs[func.index()].blocks;
        let mut left = MOST_COMPARED;
        let entry = BlockId(0);
        blocks.is_empty() || self.block(blocks, entry, entry, &mut Partners::default(), &mut left)
    }

    /// Whether the image of a block and of what follows is another one; if so, they are
    /// partners.
    fn block(
        &self,
        blocks: &[Block],
        a: BlockId,
        b: BlockId,
        partners: &mut Partners,
        left: &mut u32,
    ) -> bool {
        if let Some(partner) = partners.blocks.get(&a) {
            return *partner == b;
        }
        let Some(less) = left.checked_sub(1) else { return false };
        *left = less;
        partners.blocks.insert(a, b);
        let (a, b) = (&blocks[a.index()], &blocks[b.index()]);
        a.params.len() == b.params.len()
            && a.insts.len() == b.insts.len()
            && a.params.iter().zip(&b.params).all(|(a, b)| partners.pair(*a, *b))
            && a.insts.iter().zip(&b.insts).all(|(a, b)| self.inst(a, b, partners))
            && self.term(&a.term, &b.term, partners)
            && self.targets(blocks, &a.term, &b.term, partners, left)
    }

    /// Whether the image of a step is another one.
    fn inst(&self, a: &Inst, b: &Inst, partners: &mut Partners) -> bool {
        let pairs = a.defines().zip(b.defines());
        if !pairs.is_none_or(|((a, _), (b, _))| partners.pair(a, b)) {
            return false;
        }
        let (mut image, mut other) = (a.clone(), b.clone());
        let mut turning = Turning { images: self, partners, has_image: true };
        image.edit(&mut turning);
        other.edit(&mut Sorting);
        let has_image = turning.has_image
            && match (&mut image, &other) {
                (Inst::Rotate { degrees, .. }, Inst::Rotate { degrees: wanted, .. }) => {
                    let turned = std::mem::replace(degrees, *wanted);
                    self.rotations(turned, *wanted)
                }
                // Of several fields it takes the lowest.
                (Inst::Back { .. }, _) => false,
                _ => true,
            };
        has_image && image == other
    }

    /// Whether the image of an end of a block is another one, but for where it leads.
    fn term(&self, a: &Term, b: &Term, partners: &Partners) -> bool {
        let (mut image, mut other) = (a.clone(), b.clone());
        for (to, other_to) in image.targets_mut().zip(other.targets_mut()) {
            to.clone_from(other_to);
        }
        let mut turning = Turning { images: self, partners, has_image: true };
        image.edit(&mut turning);
        other.edit(&mut Sorting);
        match (&image, &other) {
            // Which branch is the image of which is seen later.
            (Term::Fork(a), Term::Fork(b)) => a.len() == b.len(),
            (Term::Each { body, .. }, _) if !self.is_local(*body) => false,
            _ => turning.has_image && image == other,
        }
    }

    /// Whether the images of the blocks that follow are those that follow the other end.
    fn targets(
        &self,
        blocks: &[Block],
        a: &Term,
        b: &Term,
        partners: &mut Partners,
        left: &mut u32,
    ) -> bool {
        let (a_list, b_list) = (a.targets(), b.targets());
        let (a_list, mut b_list) = (a_list.as_slice(), b_list.as_slice().to_vec());
        if !matches!(a, Term::Fork(_)) {
            let mut pairs = a_list.iter().zip(b_list);
            return pairs.all(|(a, b)| self.target(blocks, a, b, partners, left));
        }
        a_list.iter().all(|a| {
            for i in 0..b_list.len() {
                let mut tried = partners.clone();
                if self.target(blocks, a, b_list[i], &mut tried, left) {
                    *partners = tried;
                    b_list.remove(i);
                    return true;
                }
            }
            false
        })
    }

    fn target(
        &self,
        blocks: &[Block],
        a: &Target,
        b: &Target,
        partners: &mut Partners,
        left: &mut u32,
    ) -> bool {
        let partner = |value: &Value| *partners.values.get(value).unwrap_or(value);
        a.args.len() == b.args.len()
            && a.args.iter().zip(&b.args).all(|(a, b)| partner(a) == *b)
            && self.block(blocks, a.block, b.block, partners, left)
    }

    fn exchange<T>(&self, sides: &mut [T; 2]) {
        if self.symmetry.exchanges_players {
            sides.reverse();
        }
    }

    fn set(&self, set: &FieldSet) -> FieldSet {
        let images = set.iter().map(|field| self.symmetry.fields[field.index()]);
        FieldSet::of(self.symmetry.fields.len(), images)
    }

    /// Whether a drawn board is its own image.
    fn layout(&self, layout: Layout) -> bool {
        let drawn = &self.program.facts.layouts[layout.index()].board;
        let mut pairs = drawn.iter().zip(&self.symmetry.fields);
        pairs.all(|(contents, to)| {
            drawn[to.index()] == contents.map(|piece| self.symmetry.piece(piece))
        })
    }

    /// Whether turning by so much becomes turning by that much.
    fn rotations(&self, degrees: i32, wanted: i32) -> bool {
        let board = &self.program.facts.board;
        let mut images = self.symmetry.directions.iter().enumerate();
        images.all(|(d, &image)| {
            let after = board.rotate(Direction(d as u16), degrees);
            self.symmetry.directions[after.index()] == board.rotate(image, wanted)
        })
    }

    /// Whether a function only puts pieces on the field that it is given, looking
    /// at nothing: then the order of the fields does not matter.
    fn is_local(&self, func: FuncId) -> bool {
        let blocks = &self.program.funcs[func.index()].blocks;
        let [Block { params, insts, term: Term::Yield { .. }, .. }] = &blocks[..] else {
            return false;
        };
        insts.iter().all(|inst| match inst {
            Inst::Write { write: Write::Put { f, .. } | Write::Clear { f }, .. } => {
                params.get(2) == Some(f)
            }
            _ => false,
        })
    }
}

/// Makes a node its image.
struct Turning<'i> {
    images: &'i Images<'i>,
    partners: &'i Partners,
    /// Whether everything in it has an image.
    has_image: bool,
}

impl<'a> Edit<'a> for Turning<'_> {
    fn defines(&mut self, it: &'a mut Value, ty: Type) {
        self.value(it, ty);
    }

    fn value(&mut self, it: &'a mut Value, _: Type) {
        *it = *self.partners.values.get(it).unwrap_or(it);
    }

    fn zone(&mut self, it: &'a mut Zone) {
        let fields = &self.images.program.facts.zones[it.index()].fields;
        let mut images = [self.images.set(&fields[0]), self.images.set(&fields[1])];
        self.images.exchange(&mut images);
        self.has_image &= images == *fields;
    }

    fn layout(&mut self, it: &'a mut Layout) {
        self.has_image &= self.images.layout(*it);
    }

    fn direction(&mut self, it: &'a mut Direction) {
        *it = self.images.symmetry.directions[it.index()];
    }

    fn directions(&mut self, it: &'a mut Vec<Direction>) {
        *it = turned(self.images.symmetry, it);
        it.sort();
    }

    fn ways(&mut self, it: &'a mut Vec<Vec<Direction>>) {
        it.iter_mut().for_each(|way| *way = turned(self.images.symmetry, way));
        it.sort();
    }

    fn compass(&mut self, it: &'a mut [Vec<Direction>; 2]) {
        self.images.exchange(it);
        it.iter_mut().for_each(|side| self.directions(side));
    }

    fn fields(&mut self, it: &'a mut FieldSet) {
        *it = self.images.set(it);
    }

    fn sides(&mut self, it: &'a mut [FieldSet; 2]) {
        self.images.exchange(it);
        it.iter_mut().for_each(|side| self.fields(side));
    }

    fn weights(&mut self, it: &'a mut [i32]) {
        let old = it.to_vec();
        for (weight, to) in old.into_iter().zip(&self.images.symmetry.fields) {
            it[to.index()] = weight;
        }
    }

    fn whose(&mut self, it: &'a mut Whose) {
        *it = match *it {
            Whose::First if self.images.symmetry.exchanges_players => Whose::Second,
            Whose::Second if self.images.symmetry.exchanges_players => Whose::First,
            whose => whose,
        };
    }

    fn player(&mut self, it: &'a mut Player) {
        if self.images.symmetry.exchanges_players {
            *it = it.other();
        }
    }
}

/// Puts what has no order into one.
struct Sorting;

impl<'a> Edit<'a> for Sorting {
    fn directions(&mut self, it: &'a mut Vec<Direction>) {
        it.sort();
    }

    fn ways(&mut self, it: &'a mut Vec<Vec<Direction>>) {
        it.sort();
    }
}
