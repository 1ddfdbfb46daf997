//! Fields whose values are not known: each stands for what one place in the
//! rules gives, with how it depends on others by the geometry of the board.

use super::super::flow::Flow;
use super::super::places::{Places, is_injective};
use super::solve::{Bits, Geometry};
use crate::program::*;
use game::{Board, Direction, Field, FieldSet, Memory};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An unknown field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sym(u32);

/// A place in the rules, with how it was come to: it is met at most once in a run.
pub(super) type Node = u32;

/// Where an unknown field comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    /// It is chosen from a set; the set may depend on another field.
    Chosen { node: Node, func: FuncId, set: Value, base: Option<(Value, Sym)> },
    /// One step from another, or back.
    Stepped { from: Sym, direction: Direction, back: bool },
    /// The remembered field of the position at the beginning.
    Remembered(Memory),
    /// Some other field.
    Other { node: Node, value: Value },
}

/// How a field depends on another.
#[derive(Clone)]
pub(super) enum Relation {
    /// By a step.
    Step { from: Sym, direction: Direction, back: bool },
    /// For each value of the other the values that it may have.
    Within { of: Sym, table: Rc<Vec<Bits>> },
}

/// All unknown fields of a program.
pub(super) struct Symbols<'a> {
    program: &'a Program,
    geometry: Option<Rc<Geometry<'a>>>,
    origins: Vec<Origin>,
    known: FxHashMap<Origin, Sym>,
    flows: FxHashMap<FuncId, Rc<Flow>>,
    tables: FxHashMap<Sym, Rc<Vec<Bits>>>,
    apart: FxHashMap<(Sym, Sym), bool>,
    ranges: FxHashMap<Sym, FieldSet>,
}

impl<'a> Symbols<'a> {
    pub(super) fn new(program: &'a Program) -> Symbols<'a> {
        Symbols {
            program,
            geometry: Geometry::new(&program.facts.board).map(Rc::new),
            origins: Vec::new(),
            known: FxHashMap::default(),
            flows: FxHashMap::default(),
            tables: FxHashMap::default(),
            apart: FxHashMap::default(),
            ranges: FxHashMap::default(),
        }
    }

    pub(super) fn board(&self) -> &'a Board {
        &self.program.facts.board
    }

    pub(super) fn geometry(&self) -> Option<Rc<Geometry<'a>>> {
        self.geometry.clone()
    }

    pub(super) fn all_fields(&self) -> FieldSet {
        FieldSet::all(self.board().n_fields())
    }

    pub(super) fn flow(&mut self, func: FuncId) -> Rc<Flow> {
        let it = &self.program.funcs[func.index()];
        self.flows.entry(func).or_insert_with(|| Rc::new(Flow::new(it))).clone()
    }

    pub(super) fn sym(&mut self, origin: Origin) -> Sym {
        let next = Sym(self.origins.len() as u32);
        let origins = &mut self.origins;
        *self.known.entry(origin).or_insert_with(|| {
            origins.push(origin);
            next
        })
    }

    pub(super) fn origin(&self, sym: Sym) -> Origin {
        self.origins[sym.0 as usize]
    }

    /// One step from a field, or back; a step back from where one came from is
    /// where one was.
    pub(super) fn stepped(&mut self, from: Sym, direction: Direction, back: bool) -> Sym {
        if let Origin::Stepped { from: before, direction: came, back: was_back } = self.origin(from)
            && came == direction
            && was_back != back
            && (was_back || is_injective(self.board(), direction))
        {
            return before;
        }
        self.sym(Origin::Stepped { from, direction, back })
    }

    /// The fields that a choice may give, without anything known.
    pub(super) fn range(&mut self, sym: Sym) -> FieldSet {
        if let Some(range) = self.ranges.get(&sym) {
            return range.clone();
        }
        let range = match self.origin(sym) {
            Origin::Chosen { func, set, .. } => {
                let flow = self.flow(func);
                let it = &self.program.funcs[func.index()];
                Places::new(self.board(), it, &flow).set(set, None)
            }
            _ => self.all_fields(),
        };
        self.ranges.insert(sym, range.clone());
        range
    }

    /// How a field depends on another.
    pub(super) fn relation(&mut self, sym: Sym) -> Option<Relation> {
        match self.origin(sym) {
            Origin::Stepped { from, direction, back } => {
                Some(Relation::Step { from, direction, back })
            }
            Origin::Chosen { func, set, base: Some((value, of)), .. } => {
                self.geometry.as_ref()?;
                if let Some(table) = self.tables.get(&sym) {
                    return Some(Relation::Within { of, table: table.clone() });
                }
                let flow = self.flow(func);
                let it = &self.program.funcs[func.index()];
                let places = Places::new(self.board(), it, &flow);
                let fields = (0..self.board().n_fields()).map(|i| Field(i as u16));
                let within = |field| Bits::of(&places.set(set, Some((value, field))));
                let table: Vec<Bits> = fields.map(within).collect();
                let table = Rc::new(table);
                self.tables.insert(sym, table.clone());
                Some(Relation::Within { of, table })
            }
            _ => None,
        }
    }

    /// The fields that a field depends on, itself first.
    pub(super) fn ancestors(&self, sym: Sym) -> Vec<Sym> {
        let mut ancestors = vec![sym];
        loop {
            let last = ancestors[ancestors.len() - 1];
            match self.origin(last) {
                Origin::Stepped { from, .. } => ancestors.push(from),
                Origin::Chosen { base: Some((_, of)), .. } => ancestors.push(of),
                _ => return ancestors,
            }
        }
    }

    /// Whether two fields are never the same, by the geometry of the board.
    pub(super) fn are_apart(&mut self, a: Sym, b: Sym) -> bool {
        let key = (a.min(b), a.max(b));
        if let Some(&apart) = self.apart.get(&key) {
            return apart;
        }
        let apart = super::solve::are_apart(self, a, b);
        self.apart.insert(key, apart);
        apart
    }
}
