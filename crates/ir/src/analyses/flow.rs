//! Where each value of a function is defined, which ways lead to each block,
//! and through which blocks every way goes: what a pass must know before it may
//! move a step to another place.

use crate::program::*;

/// Where a value is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// It is this parameter of this block.
    Param(BlockId, usize),
    /// This instruction of this block makes it.
    Inst(BlockId, usize),
}

impl Site {
    /// The block in which it is defined.
    pub fn block(self) -> BlockId {
        match self {
            Site::Param(block, _) | Site::Inst(block, _) => block,
        }
    }
}

/// A way into a block: the block that it comes from and which of its targets it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it comes from.
    pub from: BlockId,
    /// The number of the target among those of the block.
    pub target: usize,
}

/// How the blocks of a function hang together. It describes the function as it
/// was when this was made; a pass that changes blocks makes another.
#[derive(Clone, Debug)]
pub struct Flow {
    sites: Vec<Option<Site>>,
    edges: Vec<Vec<Edge>>,
    /// For each block the last other block that every way to it leads through.
    dominators: Vec<usize>,
}

impl Flow {
    /// The flow of a function whose blocks lead only to later ones.
    pub fn new(func: &Func) -> Flow {
        let mut sites = vec![None; func.types.len()];
        let mut edges = vec![Vec::new(); func.blocks.len()];
        let mut dominators: Vec<Option<usize>> = vec![None; func.blocks.len()];
        for (i, block) in func.blocks.iter().enumerate() {
            let id = BlockId(i as u32);
            for (at, param) in block.params.iter().enumerate() {
                sites[param.index()] = Some(Site::Param(id, at));
            }
            for (at, inst) in block.insts.iter().enumerate() {
                if let Some((dst, _)) = inst.defines() {
                    sites[dst.index()] = Some(Site::Inst(id, at));
                }
            }
            for (target, to) in block.term.targets().into_iter().enumerate() {
                let to = to.block.index();
                edges[to].push(Edge { from: id, target });
                dominators[to] = Some(match dominators[to] {
                    None => i,
                    Some(other) => common(&dominators, other, i),
                });
            }
        }
        let dominators = dominators.into_iter().map(|it| it.unwrap_or(0)).collect();
        Flow { sites, edges, dominators }
    }

    /// Where a value is defined; nothing if no step makes it.
    pub fn site(&self, value: Value) -> Option<Site> {
        self.sites.get(value.index()).copied().flatten()
    }

    /// The ways into a block.
    pub fn edges(&self, block: BlockId) -> &[Edge] {
        &self.edges[block.index()]
    }

    /// The only way into a block, if there is just one.
    pub fn only_edge(&self, block: BlockId) -> Option<Edge> {
        match *self.edges(block) {
            [edge] => Some(edge),
            _ => None,
        }
    }

    /// Whether every way to `block` leads through `home`, or both are the same.
    pub fn dominates(&self, home: BlockId, block: BlockId) -> bool {
        let mut at = block.index();
        while at > home.index() {
            at = self.dominators[at];
        }
        at == home.index()
    }

    /// The blocks to which every way leads through this one, with itself.
    pub fn region(&self, head: BlockId) -> impl Iterator<Item = BlockId> + use<'_> {
        let mut inside = vec![false; self.dominators.len()];
        (head.index()..self.dominators.len()).filter_map(move |i| {
            inside[i] = i == head.index() || i > 0 && inside[self.dominators[i]];
            inside[i].then_some(BlockId(i as u32))
        })
    }

    /// How large these blocks are together: their steps and ends.
    pub fn region_size(&self, func: &Func, head: BlockId) -> usize {
        self.region(head).map(|block| func.blocks[block.index()].insts.len() + 1).sum()
    }

    /// The last other block that every way to a block leads through; the entry
    /// for the entry.
    pub fn dominator(&self, block: BlockId) -> BlockId {
        BlockId(self.dominators[block.index()] as u32)
    }

    /// The last block that every way to both leads through.
    pub fn common_dominator(&self, a: BlockId, b: BlockId) -> BlockId {
        let (mut a, mut b) = (a.index(), b.index());
        while a != b {
            let later = if a > b { &mut a } else { &mut b };
            *later = self.dominators[*later];
        }
        BlockId(a as u32)
    }

    /// Whether a value is there at the end of a block.
    pub fn reaches(&self, value: Value, block: BlockId) -> bool {
        self.site(value).is_some_and(|site| self.dominates(site.block(), block))
    }

    /// The instruction that makes a value.
    pub fn inst<'f>(&self, func: &'f Func, value: Value) -> Option<&'f Inst> {
        match self.site(value)? {
            Site::Inst(block, at) => func.blocks[block.index()].insts.get(at),
            Site::Param(..) => None,
        }
    }

    /// The set expression that makes a value.
    pub fn set<'f>(&self, func: &'f Func, value: Value) -> Option<&'f SetExpr> {
        match self.inst(func, value)? {
            Inst::Set { expr, .. } => Some(expr),
            _ => None,
        }
    }

    /// The direction that a value always is.
    pub fn direction(&self, func: &Func, value: Value) -> Option<game::Direction> {
        match self.inst(func, value)? {
            Inst::Direction { direction, .. } => Some(*direction),
            _ => None,
        }
    }

    /// The number that a value always is.
    pub fn number(&self, func: &Func, value: Value) -> Option<i32> {
        match self.inst(func, value)? {
            Inst::Number { expr: NumExpr::Const(n), .. } => Some(*n),
            _ => None,
        }
    }

    /// The value that a parameter gets on this way; nothing if the node gives it.
    pub fn argument(&self, func: &Func, edge: Edge, param: usize) -> Option<Value> {
        let term = &func.blocks[edge.from.index()].term;
        let at = param.checked_sub(term.gives().len())?;
        term.targets().get(edge.target)?.args.get(at).copied()
    }

    /// The block whose `choose field` gives this value, if it is such a choice
    /// and the only way into the block that it leads to.
    pub fn chosen_in(&self, func: &Func, value: Value) -> Option<BlockId> {
        let Some(Site::Param(block, 0)) = self.site(value) else { return None };
        let edge = self.only_edge(block)?;
        let is_choice = matches!(func.blocks[edge.from.index()].term, Term::ChooseField { .. });
        is_choice.then_some(edge.from)
    }
}

/// The last block that dominates both.
fn common(dominators: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = dominators[*later].unwrap_or(0);
    }
    a
}
