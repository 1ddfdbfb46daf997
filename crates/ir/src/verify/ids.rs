//! Rules 9 to 12: what a program names exists, and is what it is used as.

use super::{Checker, VerifyError};
use crate::names::Space;
use crate::program::*;
use game::{Direction, FieldSet, Kind, Shape};

impl<'a> Checker<'a> {
    pub(super) fn ids(&mut self) {
        self.each_block(|it, _, block| {
            for inst in &block.insts {
                inst.callees(&mut |func, kind| it.callee(func, kind));
                it.inst_ids(inst);
            }
            block.term.callees(&mut |func, kind| it.callee(func, kind));
            match &block.term {
                Term::ChooseDirection { from, .. } => it.directions(from),
                Term::If { cond, .. } => it.cond_ids(cond),
                _ => {}
            }
        });
    }

    fn callee(&mut self, func: FuncId, kind: FuncKind) {
        let name = self.func_name(func);
        match self.program.funcs.get(func.index()) {
            None => self.report(format!("there is no function {name}")),
            Some(callee) if callee.kind != kind => {
                let wanted = kind_word(kind);
                self.report(format!("{name} is run where a `{wanted}` function is wanted"));
            }
            Some(_) => {}
        }
    }

    fn inst_ids(&mut self, inst: &Inst) {
        match inst {
            Inst::Set { expr, .. } => self.set_ids(expr),
            Inst::Number { expr, .. } => match expr {
                NumExpr::Counter { counter, .. } => self.exists(Space::Counter, counter.index()),
                NumExpr::Reserve { kinds, .. } => self.kinds(kinds),
                NumExpr::Weigh { weights, .. } => {
                    if weights.len() != self.program.facts.board.n_fields() {
                        self.report("there must be a weight for each field".to_string());
                    }
                    if weights.iter().any(|weight| *weight < 0) {
                        self.report("a weight must not be below 0".to_string());
                    }
                }
                _ => {}
            },
            Inst::Guard { cond } => self.cond_ids(cond),
            Inst::Direction { direction, .. } => self.direction(*direction),
            Inst::Rotate { degrees, .. } => {
                let unit = self.program.facts.board.rotation_unit();
                if degrees % unit != 0 {
                    self.report(format!("the board has no turn by {degrees} degrees"));
                }
            }
            Inst::Write { write, .. } => self.write_ids(write),
            Inst::Other { .. }
            | Inst::NoField { .. }
            | Inst::NoDirection { .. }
            | Inst::Step { .. }
            | Inst::Back { .. } => {}
        }
    }

    fn cond_ids(&mut self, cond: &Cond) {
        match cond {
            Cond::Matches { layout, .. } => self.exists(Space::Layout, layout.index()),
            Cond::IsKind { kind, .. } => self.exists(Space::Kind, kind.index()),
            Cond::In { .. }
            | Cond::Compare { .. }
            | Cond::Occurred { .. }
            | Cond::Some { .. }
            | Cond::Is { .. } => {}
        }
    }

    fn set_ids(&mut self, expr: &SetExpr) {
        match expr {
            SetExpr::Pieces { kinds, .. } => self.kinds(kinds),
            SetExpr::Const(set) => self.fields(set),
            SetExpr::Sides { sides, .. } => sides.iter().for_each(|set| self.fields(set)),
            SetExpr::Zone { zone, .. } => self.exists(Space::Zone, zone.index()),
            SetExpr::Memory { memory, .. } => self.exists(Space::Memory, memory.index()),
            SetExpr::Matching { layout, .. } => self.exists(Space::Layout, layout.index()),
            SetExpr::Walk { ways, .. } | SetExpr::Spread { ways, .. } => {
                ways.iter().flatten().for_each(|&it| self.direction(it));
            }
            SetExpr::Slide { directions, .. } | SetExpr::Rows { directions, .. } => {
                directions.iter().for_each(|&it| self.direction(it));
            }
            SetExpr::Empty { .. }
            | SetExpr::All
            | SetExpr::And(..)
            | SetExpr::Or(..)
            | SetExpr::Minus(..)
            | SetExpr::Only(_)
            | SetExpr::IfSome(..)
            | SetExpr::Fields { .. } => {}
        }
    }

    fn write_ids(&mut self, write: &Write) {
        match write {
            Write::Put { whose, kind, .. } | Write::PutAll { whose, kind, .. } => {
                self.exists(Space::Kind, kind.index());
                if *whose == Whose::Any {
                    self.report("a piece that is put must have one owner".to_string());
                }
            }
            Write::Become { kind, .. } => self.exists(Space::Kind, kind.index()),
            Write::Enter { kind, .. } => {
                self.exists(Space::Kind, kind.index());
                if self.program.facts.reserve_index(*kind).is_none() {
                    let name = self.names.show(Space::Kind, kind.index());
                    self.report(format!("{name} enters and is never in reserve"));
                }
            }
            Write::Remember { memory, .. } => self.exists(Space::Memory, memory.index()),
            Write::SetCounter { counter, .. } => self.exists(Space::Counter, counter.index()),
            Write::Tell { details, .. } => {
                for detail in details {
                    if let Detail::Memory(memory) = detail {
                        self.exists(Space::Memory, memory.index());
                    }
                }
            }
            _ => {}
        }
    }

    fn directions(&mut self, from: &Directions) {
        match from {
            Directions::Compass(sides) => {
                sides.iter().flatten().for_each(|&it| self.direction(it));
            }
            Directions::Ways { .. } => {
                if self.program.facts.board.shape != Shape::Lines {
                    self.report("`ways` is for boards of lines".to_string());
                }
            }
        }
    }

    fn direction(&mut self, direction: Direction) {
        self.exists(Space::Direction, direction.index());
    }

    fn kinds(&mut self, kinds: &Option<Vec<Kind>>) {
        for kind in kinds.iter().flatten() {
            self.exists(Space::Kind, kind.index());
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

    fn exists(&mut self, space: Space, index: usize) {
        if index >= self.names.len(space) {
            self.report(format!("there is no {} #{index}", space.word()));
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
