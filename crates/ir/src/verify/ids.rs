//! Rules 9 to 12: what a program names exists, and is what it is used as.

use super::{Checker, VerifyError};
use crate::names::Space;
use crate::operands::Look;
use crate::program::*;
use game::{Counter, Direction, FieldSet, Kind, Layout, Memory, Shape, Zone};

impl<'a> Checker<'a> {
    pub(super) fn ids(&mut self) {
        self.each_block(|it, _, block| {
            block.insts.iter().for_each(|inst| inst.look(it));
            block.term.look(it);
        });
    }

    fn exists(&mut self, space: Space, index: usize) {
        if index >= self.names.len(space) {
            self.report(format!("there is no {} #{index}", space.word()));
        }
    }
}

impl<'a> Look<'a> for Checker<'_> {
    fn func(&mut self, func: &FuncId, kind: FuncKind) {
        let name = self.func_name(*func);
        match self.program.funcs.get(func.index()) {
            None => self.report(format!("there is no function {name}")),
            Some(callee) if callee.kind != kind => {
                let wanted = kind_word(kind);
                self.report(format!("{name} is run where a `{wanted}` function is wanted"));
            }
            Some(_) => {}
        }
    }

    fn kind(&mut self, kind: &Kind) {
        self.exists(Space::Kind, kind.index());
    }

    fn entering(&mut self, kind: &Kind) {
        self.kind(kind);
        if self.program.facts.reserve_index(*kind).is_none() {
            let name = self.names.show(Space::Kind, kind.index());
            self.report(format!("{name} enters and is never in reserve"));
        }
    }

    fn zone(&mut self, zone: &Zone) {
        self.exists(Space::Zone, zone.index());
    }

    fn counter(&mut self, counter: &Counter) {
        self.exists(Space::Counter, counter.index());
    }

    fn memory(&mut self, memory: &Memory) {
        self.exists(Space::Memory, memory.index());
    }

    fn layout(&mut self, layout: &Layout) {
        self.exists(Space::Layout, layout.index());
    }

    fn direction(&mut self, direction: &Direction) {
        self.exists(Space::Direction, direction.index());
    }

    fn lines(&mut self) {
        if self.program.facts.board.shape != Shape::Lines {
            self.report("`ways` is for boards of lines".to_string());
        }
    }

    fn degrees(&mut self, degrees: &i32) {
        if degrees % self.program.facts.board.rotation_unit() != 0 {
            self.report(format!("the board has no turn by {degrees} degrees"));
        }
    }

    fn fields(&mut self, set: &FieldSet) {
        let n = self.program.facts.board.n_fields();
        let (none, all) = (FieldSet::empty(n), FieldSet::all(n));
        // The first is false for a set of a smaller board, the second for one
        // of a larger board and for fields that do not exist.
        if none.and(set) != none || all.and(set) != *set {
            self.report("a set of fields does not fit the board".to_string());
        }
    }

    fn weights(&mut self, weights: &[i32]) {
        if weights.len() != self.program.facts.board.n_fields() {
            self.report("there must be a weight for each field".to_string());
        }
        if weights.iter().any(|weight| *weight < 0) {
            self.report("a weight must not be below 0".to_string());
        }
    }

    fn owner(&mut self, whose: &Whose) {
        if *whose == Whose::Any {
            self.report("a piece that is put must have one owner".to_string());
        }
    }
}

/// Rule 12.
pub(super) fn entries(program: &Program) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    let mut report =
        |message| errors.push(VerifyError { func: String::new(), block: None, message });
    let entries = &program.entries;
    let referee = [entries.seen, entries.known, entries.tries, entries.refused, entries.told];
    let gens = std::iter::once(entries.main).chain(referee.into_iter().flatten());
    let nums = entries.evaluations.iter().chain(&entries.bounds).copied();
    let gens = gens.map(|func| (func, FuncKind::Gen));
    for (func, kind) in gens.chain(nums.map(|func| (func, FuncKind::Num))) {
        match program.funcs.get(func.index()) {
            None => report(format!("an entry is function #{}, which does not exist", func.0)),
            Some(entry) if entry.kind != kind => {
                let (name, wanted) = (&entry.name, kind_word(kind));
                report(format!("the entry {name} must be a `{wanted}` function"));
            }
            Some(_) => {}
        }
    }
    let lists = [
        ("evaluations", &entries.evaluations, &program.facts.evaluations),
        ("bounds", &entries.bounds, &program.facts.bounds),
    ];
    for (what, funcs, declared) in lists {
        if funcs.len() != declared.len() {
            let (n, entries) = (declared.len(), funcs.len());
            report(format!("the game declares {n} {what} and has entries for {entries}"));
        }
    }
    errors
}

fn kind_word(kind: FuncKind) -> &'static str {
    match kind {
        FuncKind::Gen => "gen",
        FuncKind::Num => "num",
    }
}
