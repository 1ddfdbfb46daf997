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
use crate::program::*;
use game::{Direction, FieldSet, Layout, Symmetry};
use rustc_hash::FxHashMap;

/// So many blocks are compared at most for one function.
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
        blocks.is_empty() || self.block(blocks, (entry, entry), &mut Partners::default(), &mut left)
    }

    /// Whether the image of a block and of what follows is another one; if so, they are
    /// partners.
    fn block(
        &self,
        blocks: &[Block],
        (a, b): (BlockId, BlockId),
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
            && self.targets(blocks, (&a.term, &b.term), partners, left)
    }

    /// Whether the image of a step is another one.
    fn inst(&self, a: &Inst, b: &Inst, partners: &mut Partners) -> bool {
        let pairs = a.defines().zip(b.defines());
        if !pairs.is_none_or(|((a, _), (b, _))| partners.pair(a, b)) {
            return false;
        }
        let (mut image, mut other) = (a.clone(), b.clone());
        let partner = |value: &mut Value| *value = *partners.values.get(value).unwrap_or(value);
        image.dst_mut().into_iter().for_each(partner);
        image.uses_mut(&mut |value| partner(value));
        let has_image = match (&mut image, &mut other) {
            (Inst::Rotate { degrees, .. }, Inst::Rotate { degrees: wanted, .. }) => {
                let turned = std::mem::replace(degrees, *wanted);
                self.rotations(turned, *wanted)
            }
            // Of several fields it takes the lowest.
            (Inst::Back { .. }, _) => false,
            (Inst::Direction { direction, .. }, _) => {
                *direction = self.symmetry.directions[direction.index()];
                true
            }
            (Inst::Guard { cond }, _) => self.cond(cond),
            (Inst::Set { expr, .. }, Inst::Set { expr: wanted, .. }) => {
                let has_image = self.set_expr(expr);
                [expr, wanted].into_iter().for_each(sort);
                has_image
            }
            (Inst::Number { expr, .. }, _) => {
                self.num_expr(expr);
                true
            }
            (
                Inst::Write {
                    write: Write::Put { whose, .. } | Write::PutAll { whose, .. }, ..
                },
                _,
            ) => {
                self.whose(whose);
                true
            }
            _ => true,
        };
        has_image && image == other
    }

    /// Whether the image of an end of a block is another one, but for where it leads.
    fn term(&self, a: &Term, b: &Term, partners: &Partners) -> bool {
        let (mut image, mut other) = (a.clone(), b.clone());
        image.uses_mut(&mut |value| *value = *partners.values.get(value).unwrap_or(value));
        for (to, other_to) in image.targets_mut().zip(other.targets_mut()) {
            to.clone_from(other_to);
        }
        let has_image = match (&mut image, &mut other) {
            (Term::If { cond, .. }, _) => self.cond(cond),
            (
                Term::ChooseDirection { from: Directions::Compass(sides), .. },
                Term::ChooseDirection { from: Directions::Compass(wanted), .. },
            ) => {
                sides.iter_mut().for_each(|side| *side = turned(self.symmetry, side));
                self.exchange(sides);
                let sort = |side: &mut Vec<Direction>| side.sort();
                sides.iter_mut().chain(wanted).for_each(sort);
                true
            }
            (Term::Each { body, .. }, _) => self.is_local(*body),
            // Which branch is the image of which is seen later.
            (Term::Fork(a), Term::Fork(b)) => return a.len() == b.len(),
            _ => true,
        };
        has_image && image == other
    }

    /// Whether the images of the blocks that follow are those that follow the other end.
    fn targets(
        &self,
        blocks: &[Block],
        (a, b): (&Term, &Term),
        partners: &mut Partners,
        left: &mut u32,
    ) -> bool {
        let (a_list, b_list) = (a.targets(), b.targets());
        let (a_list, mut b_list) = (a_list.as_slice(), b_list.as_slice().to_vec());
        if !matches!(a, Term::Fork(_)) {
            let mut pairs = a_list.iter().zip(b_list);
            return pairs.all(|(a, b)| self.target(blocks, (a, b), partners, left));
        }
        a_list.iter().all(|a| {
            for i in 0..b_list.len() {
                let mut tried = partners.clone();
                if self.target(blocks, (a, b_list[i]), &mut tried, left) {
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
        (a, b): (&Target, &Target),
        partners: &mut Partners,
        left: &mut u32,
    ) -> bool {
        let partner = |value: &Value| *partners.values.get(value).unwrap_or(value);
        a.args.len() == b.args.len()
            && a.args.iter().zip(&b.args).all(|(a, b)| partner(a) == *b)
            && self.block(blocks, (a.block, b.block), partners, left)
    }

    /// Makes a condition its image; false if it has none.
    fn cond(&self, cond: &mut Cond) -> bool {
        match cond {
            Cond::Matches { layout, .. } => self.layout(*layout),
            Cond::Is { player, .. } => {
                if self.symmetry.exchanges_players {
                    *player = player.other();
                }
                true
            }
            _ => true,
        }
    }

    /// Makes a set its image; false if it has none.
    fn set_expr(&self, expr: &mut SetExpr) -> bool {
        match expr {
            SetExpr::Pieces { whose, .. } => self.whose(whose),
            SetExpr::Const(set) => *set = self.set(set),
            SetExpr::Sides { sides, .. } => {
                sides.iter_mut().for_each(|set| *set = self.set(set));
                self.exchange(sides);
            }
            SetExpr::Zone { zone, .. } => {
                let fields = &self.program.facts.zones[zone.index()].fields;
                let mut images = [self.set(&fields[0]), self.set(&fields[1])];
                self.exchange(&mut images);
                return images == *fields;
            }
            SetExpr::Matching { layout, .. } => return self.layout(*layout),
            SetExpr::Walk { ways, .. } | SetExpr::Spread { ways, .. } => {
                ways.iter_mut().for_each(|way| *way = turned(self.symmetry, way));
            }
            SetExpr::Slide { directions, .. } | SetExpr::Rows { directions, .. } => {
                *directions = turned(self.symmetry, directions);
            }
            _ => {}
        }
        true
    }

    fn num_expr(&self, expr: &mut NumExpr) {
        match expr {
            NumExpr::Weigh { weights, .. } => {
                let old = weights.clone();
                for (weight, to) in old.into_iter().zip(&self.symmetry.fields) {
                    weights[to.index()] = weight;
                }
            }
            NumExpr::Reserve { whose, .. } => self.whose(whose),
            _ => {}
        }
    }

    fn whose(&self, whose: &mut Whose) {
        *whose = match *whose {
            Whose::First if self.symmetry.exchanges_players => Whose::Second,
            Whose::Second if self.symmetry.exchanges_players => Whose::First,
            whose => whose,
        };
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
        let [Block { params, insts, term: Term::Yield { .. } }] = &blocks[..] else {
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

/// Puts what has no order into one.
fn sort(expr: &mut SetExpr) {
    match expr {
        SetExpr::Walk { ways, .. } | SetExpr::Spread { ways, .. } => ways.sort(),
        SetExpr::Slide { directions, .. } | SetExpr::Rows { directions, .. } => directions.sort(),
        _ => {}
    }
}
