//! Puts one function together: numbers its values, opens and ends its blocks,
//! and keeps blocks in an order in which every edge leads forward.

use crate::bounds::Node;
use ir::{
    Args, Block, BlockId, Bound, Cond, Func, FuncKind, Inst, Source, Sources, Target, Term, Type,
    Value, Write,
};
use syntax::Span;

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
    sources: Sources,
    blocks: Vec<Block>,
    current: BlockId,
    /// Where what is being lowered comes from.
    at: Source,
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
            sources: Sources::NONE,
            blocks: Vec::new(),
            current: BlockId(0),
            at: Source::NONE,
        }
    }

    /// Lets what follows come from this text; gives what it came from before.
    pub(super) fn enter_text(&mut self, span: Span) -> Source {
        let source = Source { file: span.file.0, start: span.start, end: span.end };
        self.enter_source(source)
    }

    /// Lets what follows come from there; gives what it came from before.
    pub(super) fn enter_source(&mut self, source: Source) -> Source {
        std::mem::replace(&mut self.at, source)
    }

    /// A function for a part of the rule that `parent` belongs to.
    pub(super) fn part_of(parent: &FuncBuilder, kind: FuncKind, about: String) -> FuncBuilder {
        let n_parts = parent.n_parts + 1;
        let name = format!("{}.{}", parent.root_name, n_parts);
        FuncBuilder {
            root_name: parent.root_name.clone(),
            about,
            n_parts,
            at: parent.at,
            ..FuncBuilder::new(&name, parent.root, kind)
        }
    }

    /// Opens the entry block.
    pub(super) fn entry(&mut self) -> Config {
        let types = [Type::Position, Type::Player, Type::Field, Type::Direction];
        let [s, v, f, d] = types.map(|ty| self.value(ty));
        self.blocks.push(Block::new(vec![s, v, f, d], Vec::new(), Term::Die));
        Config { s, v, f, d }
    }

    pub(super) fn value(&mut self, ty: Type) -> Value {
        self.types.push(ty);
        Value(self.types.len() as u32 - 1)
    }

    /// Opens a block with parameters of these types and goes on in it.
    pub(super) fn open<const N: usize>(&mut self, types: [Type; N]) -> (BlockId, [Value; N]) {
        let params = types.map(|ty| self.value(ty));
        self.blocks.push(Block::new(params.to_vec(), Vec::new(), Term::Die));
        self.current = BlockId(self.blocks.len() as u32 - 1);
        (self.current, params)
    }

    pub(super) fn current(&self) -> BlockId {
        self.current
    }

    pub(super) fn inst(&mut self, inst: Inst) {
        if let Some((dst, _)) = inst.defines() {
            self.sources.set(dst, self.at);
        }
        self.blocks[self.current.index()].insts.push(inst);
    }

    /// Adds an instruction that defines a value.
    pub(super) fn define(&mut self, ty: Type, inst: impl FnOnce(Value) -> Inst) -> Value {
        let dst = self.value(ty);
        self.inst(inst(dst));
        dst
    }

    /// Adds a test.
    pub(super) fn guard(&mut self, cond: Cond) {
        self.inst(Inst::Guard { cond, at: self.at });
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
        let block = &mut self.blocks[block.index()];
        (block.term, block.at) = (term, self.at);
    }

    /// Ends the current block with a node that gives position, finger and
    /// direction, and goes on after it.
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
            sources: self.sources,
            blocks: self.blocks,
            depth,
        }
    }
}
