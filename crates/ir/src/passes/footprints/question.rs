//! What a question looks at: whether its set only grows with what it is made
//! of, which pieces it is about, and where its lines and spreads end.

use crate::analyses::Flow;
use crate::analyses::contents::{self, Contents};
use crate::program::*;
use game::Facts;

/// Whether a set has a field, where a yes ends the path.
pub(super) struct Question {
    /// The block that ends in it.
    pub(super) block: BlockId,
    pub(super) set: Value,
    /// The position that it looks at.
    pub(super) position: Value,
    /// The pieces that it looks for.
    pub(super) pieces: Contents,
    /// The lines and spreads in it.
    pub(super) lines: Vec<Value>,
    /// Where the path goes on.
    pub(super) no: Target,
}

/// All questions of a function that can be treated.
pub(super) fn questions(facts: &Facts, func: &Func, flow: &Flow) -> Vec<Question> {
    let blocks = (0..func.blocks.len()).map(|i| BlockId(i as u32));
    blocks.filter_map(|block| read(facts, func, flow, block)).collect()
}

fn read(facts: &Facts, func: &Func, flow: &Flow, block: BlockId) -> Option<Question> {
    let Term::If { cond: Cond::Some { set }, yes, no } = &func.blocks[block.index()].term else {
        return None;
    };
    let dies = func.blocks[yes.block.index()].term == Term::Die;
    let mut reader = Reader {
        facts,
        func,
        flow,
        position: None,
        pieces: 0,
        lines: Vec::new(),
        seen: Vec::new(),
    };
    if !dies || !reader.grows(*set, false) || reader.lines.is_empty() {
        return None;
    }
    Some(Question {
        block,
        set: *set,
        position: reader.position?,
        pieces: reader.pieces,
        lines: reader.lines,
        no: no.clone(),
    })
}

/// Reads the set of a question.
struct Reader<'a> {
    facts: &'a Facts,
    func: &'a Func,
    flow: &'a Flow,
    position: Option<Value>,
    pieces: Contents,
    lines: Vec<Value>,
    /// What was read already; shared parts are read once.
    seen: Vec<(Value, bool)>,
}

impl Reader<'_> {
    /// Whether a set only grows with the sets of fields that it is made of.
    /// `through`: whether it is what a line leads through; there each field
    /// must count for itself.
    fn grows(&mut self, set: Value, through: bool) -> bool {
        if self.seen.contains(&(set, through)) {
            return true;
        }
        let Some(expr) = self.flow.set(self.func, set) else { return false };
        let grows = match expr {
            SetExpr::All | SetExpr::Const(_) | SetExpr::Sides { .. } | SetExpr::Zone { .. } => true,
            SetExpr::Pieces { s, whose, kinds, .. } => {
                self.pieces |= contents::pieces(self.facts, *whose, kinds.as_deref())[0];
                self.looks_at(*s)
            }
            SetExpr::Empty { s } => through && self.looks_at(*s),
            SetExpr::And(a, b) | SetExpr::Or(a, b) => {
                self.grows(*a, through) && self.grows(*b, through)
            }
            SetExpr::Minus(a, b) => self.grows(*a, through) && self.is_constant(*b),
            SetExpr::IfSome(a, b) => !through && self.grows(*a, false) && self.grows(*b, false),
            SetExpr::Walk { from, .. } | SetExpr::Rows { of: from, .. } => {
                !through && self.grows(*from, false)
            }
            SetExpr::Slide { from, through: open, .. }
            | SetExpr::Spread { from, through: open, .. } => {
                self.lines.push(set);
                !through && self.grows(*from, false) && self.grows(*open, true)
            }
            SetExpr::Holding { .. }
            | SetExpr::Memory { .. }
            | SetExpr::Fields { .. }
            | SetExpr::Only(_)
            | SetExpr::Matching { .. } => false,
        };
        self.seen.push((set, through));
        grows
    }

    /// Whether this is the one position that the question looks at.
    fn looks_at(&mut self, s: Value) -> bool {
        *self.position.get_or_insert(s) == s
    }

    /// Whether a set is the same in every position.
    fn is_constant(&self, set: Value) -> bool {
        matches!(
            self.flow.set(self.func, set),
            Some(SetExpr::All | SetExpr::Const(_) | SetExpr::Sides { .. } | SetExpr::Zone { .. })
        )
    }
}
