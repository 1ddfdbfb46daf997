//! Puts one function together: numbers its values, opens and ends its blocks,
//! and keeps blocks in an order in which every edge leads forward.

use crate::bounds::Node;
use ir::{Args, Block, BlockId, Bound, Func, FuncKind, Inst, Target, Term, Type, Value, Write};

/// The values that the registers have at some point of a function.
#[derive(Clone, Copy)]
pub(super) struct Config {
    pub(super) s: Value,
    pub(super) v: Value,
    pub(super) f: Value,
    pub(super) d: Value,
}

impl From<Config> for Args {
    fn from(Config { s, v, f, d }: Config) -> Args {
        Args { s, v, f, d }
    }
}

/// A function under construction.
pub(super) struct FuncBuilder {
    name: String,
    about: String,
    /// The rule or value that it is, or is a part of; nothing for `skip` and its like.
    pub(super) root: Option<Node>,
    /// What the parts of that rule are called before their number.
    root_name: String,
    /// How many parts that rule has so far.
    pub(super) n_parts: u32,
    kind: FuncKind,
    types: Vec<Type>,
    blocks: Vec<Block>,
    current: BlockId,
}

impl FuncBuilder {
    pub(super) fn new(name: &str, root: Option<Node>, kind: FuncKind) -> FuncBuilder {
        FuncBuilder {
            name: name.to_string(),
            about: String::new(),
            root,
            root_name: name.to_string(),
            n_parts: 0,
            kind,
            types: Vec::new(),
            blocks: Vec::new(),
            current: BlockId(0),
        }
    }

    /// A function for a part of the rule that `parent` belongs to.
    pub(super) fn part_of(parent: &FuncBuilder, kind: FuncKind, about: String) -> FuncBuilder {
        let n_parts = parent.n_parts + 1;
        let name = format!("{}.{}", parent.root_name, n_parts);
        FuncBuilder {
            root_name: parent.root_name.clone(),
            about,
            n_parts,
            ..FuncBuilder::new(&name, parent.root, kind)
        }
    }

    /// Opens the entry block.
    pub(super) fn entry(&mut self) -> Config {
        let types = [Type::Position, Type::Player, Type::Field, Type::Direction];
        let [s, v, f, d] = types.map(|ty| self.value(ty));
        self.blocks.push(Block { params: vec![s, v, f, d], insts: Vec::new(), term: Term::Die });
        Config { s, v, f, d }
    }

    pub(super) fn value(&mut self, ty: Type) -> Value {
        self.types.push(ty);
        Value(self.types.len() as u32 - 1)
    }

    /// Opens a block with parameters of these types and goes on in it.
    pub(super) fn open<const N: usize>(&mut self, types: [Type; N]) -> (BlockId, [Value; N]) {
        let params = types.map(|ty| self.value(ty));
        self.blocks.push(Block { params: params.to_vec(), insts: Vec::new(), term: Term::Die });
        self.current = BlockId(self.blocks.len() as u32 - 1);
        (self.current, params)
    }

    pub(super) fn current(&self) -> BlockId {
        self.current
    }

    pub(super) fn inst(&mut self, inst: Inst) {
        self.blocks[self.current.index()].insts.push(inst);
    }

    /// Adds an instruction that defines a value.
    pub(super) fn define(&mut self, ty: Type, inst: impl FnOnce(Value) -> Inst) -> Value {
        let dst = self.value(ty);
        self.inst(inst(dst));
        dst
    }

    pub(super) fn write(&mut self, s: Value, write: Write) -> Value {
        self.define(Type::Position, |dst| Inst::Write { dst, s, write })
    }

    /// Says where the current block leads.
    pub(super) fn end(&mut self, term: Term) {
        self.end_block(self.current, term);
    }

    /// Says where some block leads.
    pub(super) fn end_block(&mut self, block: BlockId, term: Term) {
        self.blocks[block.index()].term = term;
    }

    /// Ends the current block with a node that gives position, finger and
    /// direction, and goes on behind it.
    pub(super) fn results(&mut self, config: Config, term: impl FnOnce(Target) -> Term) -> Config {
        let from = self.current;
        let (block, [s, f, d]) = self.open([Type::Position, Type::Field, Type::Direction]);
        self.end_block(from, term(Target { block, args: Vec::new() }));
        Config { s, f, d, v: config.v }
    }

    /// Joins the ends of several branches, each with the block it ends in.
    pub(super) fn join(&mut self, ends: Vec<(BlockId, Config)>) -> Option<Config> {
        let v = ends.first()?.1.v;
        let (block, [s, f, d]) = self.open([Type::Position, Type::Field, Type::Direction]);
        for (from, end) in ends {
            let args = vec![end.s, end.f, end.d];
            self.end_block(from, Term::Jump(Target { block, args }));
        }
        Some(Config { s, v, f, d })
    }

    pub(super) fn build(self, depth: Option<Bound>) -> Func {
        Func {
            name: self.name,
            about: self.about,
            kind: self.kind,
            types: self.types,
            blocks: self.blocks,
            depth,
        }
    }
}
