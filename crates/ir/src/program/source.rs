//! Where in the texts of a game a node comes from, so that a finding, a debugger or an editor can
//! point at it. Lowering fills it in, passes keep it as long as a node stays what it was, and
//! nothing depends on it.

use super::{Func, Inst, Value};

/// A range of bytes in one of the texts of a game.
///
/// Two of them are always equal: nodes that do the same are the same, wherever they come from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source {
    /// The number of the text.
    pub file: u16,
    /// The first byte.
    pub start: u32,
    /// One past the last byte; 0 if it is not known where the node comes from.
    pub end: u32,
}

impl Source {
    /// It is not known.
    pub const NONE: Source = Source { file: 0, start: 0, end: 0 };

    /// Whether it is known.
    pub fn is_known(self) -> bool {
        self.end > 0
    }
}

impl PartialEq for Source {
    fn eq(&self, _: &Source) -> bool {
        true
    }
}

impl Eq for Source {}

/// Where the steps come from that define the values of a function. Two of them are always equal.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// By the number of the value; what is missing is not known.
    of: Vec<Source>,
}

impl PartialEq for Sources {
    fn eq(&self, _: &Sources) -> bool {
        true
    }
}

impl Eq for Sources {}

impl Sources {
    /// Nothing is known.
    pub const NONE: Sources = Sources { of: Vec::new() };

    /// Where the step comes from that defines a value.
    pub fn get(&self, value: Value) -> Source {
        self.of.get(value.index()).copied().unwrap_or_default()
    }

    /// Says where the step comes from that defines a value.
    pub fn set(&mut self, value: Value, source: Source) {
        if source.is_known() {
            let n = self.of.len().max(value.index() + 1);
            self.of.resize(n, Source::NONE);
            self.of[value.index()] = source;
        }
    }
}

impl Func {
    /// Where a step comes from.
    pub fn source(&self, inst: &Inst) -> Source {
        match inst {
            Inst::Guard { at, .. } => *at,
            inst => inst.defines().map_or(Source::NONE, |(dst, _)| self.sources.get(dst)),
        }
    }
}
