//! Finds out whether a function is a tree of tests, and where in it a result is
//! certain.

use super::split_at_guards;
use crate::analyses::{Parts, is_known, write_dies};
use crate::passes::rewrite::fresh;
use crate::program::*;
use game::{Direction, Facts, Field, FieldSet};
use rustc_hash::FxHashMap;

/// How a function becomes decisions.
pub(super) struct Plan {
    /// For each block whether its guards become decisions.
    decided: Vec<bool>,
    /// For each block whether what its end leads to certainly has a result.
    pub(super) certain_end: Vec<bool>,
}

impl Plan {
    /// The plan for a function, if it only tests until something is certain.
    pub(super) fn new(facts: &Facts, func: &Func, may_step: bool) -> Option<Plan> {
        let study = Study::new(facts, func);
        let (certain, certain_end) = study.certain();
        let mut decided = vec![false; func.blocks.len()];
        // Reached from a block in which a result is certain: a way that ends
        // there ends, and nothing else is tried instead.
        let mut free = vec![false; func.blocks.len()];
        decided[0] = !certain[0];
        for (i, block) in func.blocks.iter().enumerate() {
            if decided[i] && (free[i] || !study.only_tests(i, may_step, certain_end[i])) {
                return None;
            }
            for to in block.term.targets().into_iter().map(|it| it.block.index()) {
                let goes_on = decided[i] && !certain_end[i];
                let reached = if goes_on { &mut decided } else { &mut free };
                reached[to] |= !certain[to];
            }
        }
        Some(Plan { decided, certain_end })
    }

    /// Does it with a copy of the function whose first block is `first`: where
    /// it has no result, `no` is next.
    pub(super) fn decide(&self, func: &mut Func, facts: &Facts, first: usize, no: &Target) {
        let directions = constant_directions(func);
        for (i, _) in self.decided.iter().enumerate().filter(|(_, decided)| **decided) {
            if func.blocks[first + i].term == Term::Die {
                func.blocks[first + i].term = Term::Jump(no.clone());
            }
            split_at_guards(func, first + i, facts, &directions, no);
        }
    }
}

/// The directions that are constants.
fn constant_directions(func: &Func) -> FxHashMap<Value, Direction> {
    let insts = func.blocks.iter().flat_map(|block| &block.insts);
    insts
        .filter_map(|inst| match inst {
            Inst::Direction { dst, direction } => Some((*dst, *direction)),
            _ => None,
        })
        .collect()
}

/// The condition that a step in this direction leads somewhere.
pub(super) fn has_step(
    func: &mut Func,
    at: BlockId,
    facts: &Facts,
    f: Value,
    direction: Direction,
) -> Cond {
    let n = facts.board.n_fields();
    let all = (0..n).map(|i| Field(i as u16));
    let fields = FieldSet::of(n, all.filter(|&it| facts.board.step(it, direction).is_some()));
    let set = fresh(func, Type::Set);
    func.blocks[at.index()].insts.push(Inst::Set { dst: set, expr: SetExpr::Const(fields) });
    Cond::In { f, set }
}

/// What a guard that held says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fact {
    /// The finger points at a field.
    Somewhere(Value),
    /// A piece stands on this field of this position.
    Filled(Value, Value),
}

/// A function with what is known at each place of it.
struct Study<'a> {
    facts: &'a Facts,
    func: &'a Func,
    is_set: Vec<bool>,
    sets: FxHashMap<Value, &'a SetExpr>,
    numbers: FxHashMap<Value, i32>,
    directions: FxHashMap<Value, Direction>,
    /// For each block, each instruction at which a path may end.
    deaths: Vec<Vec<usize>>,
}

impl<'a> Study<'a> {
    fn new(facts: &'a Facts, func: &'a Func) -> Study<'a> {
        let (mut sets, mut numbers) = (FxHashMap::default(), FxHashMap::default());
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            match inst {
                Inst::Set { dst, expr } => _ = sets.insert(*dst, expr),
                Inst::Number { dst, expr: NumExpr::Const(n) } => _ = numbers.insert(*dst, *n),
                _ => {}
            }
        }
        let directions = constant_directions(func);
        let is_set = is_known(func);
        let mut study =
            Study { facts, func, is_set, sets, numbers, directions, deaths: Vec::new() };
        study.deaths = study.find_deaths();
        study
    }

    /// Whether a block tests and does nothing else at which a path may end.
    fn only_tests(&self, block: usize, may_step: bool, certain_end: bool) -> bool {
        let at = &self.func.blocks[block];
        let tests = self.deaths[block].iter().all(|&i| match &at.insts[i] {
            Inst::Guard { .. } => true,
            Inst::Step { d, .. } => may_step && self.directions.contains_key(d),
            _ => false,
        });
        let decides = matches!(
            at.term,
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Yield { .. } | Term::Die
        );
        tests && (certain_end || decides)
    }

    /// For each block whether it certainly has a result, and whether its end
    /// certainly leads to one.
    fn certain(&self) -> (Vec<bool>, Vec<bool>) {
        let n = self.func.blocks.len();
        let (mut certain, mut certain_end) = (vec![false; n], vec![false; n]);
        for (i, block) in self.func.blocks.iter().enumerate().rev() {
            let to = |target: &Target| certain[target.block.index()];
            certain_end[i] = match &block.term {
                Term::Yield { .. } => true,
                Term::Jump(then) => to(then),
                Term::If { yes, no, .. } | Term::Ask { yes, no, .. } => to(yes) && to(no),
                Term::Fork(branches) => branches.iter().any(to),
                Term::ChooseDirection { from: Directions::Compass(sides), then, .. } => {
                    sides.iter().all(|side| !side.is_empty()) && to(then)
                }
                _ => false,
            };
            certain[i] = certain_end[i] && self.deaths[i].is_empty();
        }
        (certain, certain_end)
    }

    /// Where paths may end, from the first block on with what is known on every
    /// way there.
    fn find_deaths(&self) -> Vec<Vec<usize>> {
        let mut arrives: Vec<Option<Vec<Fact>>> = vec![None; self.func.blocks.len()];
        let mut all = Vec::new();
        for (i, block) in self.func.blocks.iter().enumerate() {
            let mut known = arrives[i].take().unwrap_or_default();
            let mut deaths = Vec::new();
            for (at, inst) in block.insts.iter().enumerate() {
                if self.may_die(inst, &known) {
                    deaths.push(at);
                }
                self.learn(inst, &mut known);
            }
            all.push(deaths);
            for (at, target) in block.term.targets().into_iter().enumerate() {
                let mut known = known.clone();
                if let (Term::If { cond, .. }, 0) = (&block.term, at) {
                    self.learn_cond(cond, &mut known);
                }
                let params = &self.func.blocks[target.block.index()].params;
                rename(&mut known, &params[block.term.gives().len()..], &target.args);
                match &mut arrives[target.block.index()] {
                    Some(before) => before.retain(|it| known.contains(it)),
                    nothing => *nothing = Some(known),
                }
            }
        }
        all
    }

    fn may_die(&self, inst: &Inst, known: &[Fact]) -> bool {
        let somewhere = |f: &Value| self.is_set[f.index()] || known.contains(&Fact::Somewhere(*f));
        match inst {
            Inst::Guard { .. } | Inst::Step { .. } | Inst::Back { .. } => true,
            Inst::Rotate { d, .. } => !self.is_set[d.index()],
            Inst::Write { s, write, .. } => match write {
                Write::Become { f, .. } | Write::Clear { f } => {
                    !known.contains(&Fact::Filled(*s, *f))
                }
                Write::SetCounter { counter, to, .. } => {
                    let declared = &self.facts.counters[counter.index()];
                    let range = declared.low..=declared.high;
                    !self.numbers.get(to).is_some_and(|to| range.contains(to))
                }
                Write::Put { f, .. } | Write::Remember { f, .. } | Write::Tell { f, .. } => {
                    let mut is_set = vec![false; self.is_set.len()];
                    is_set[f.index()] = somewhere(f);
                    write_dies(self.facts, write, &is_set)
                }
                write => write_dies(self.facts, write, &self.is_set),
            },
            _ => false,
        }
    }

    fn learn(&self, inst: &Inst, known: &mut Vec<Fact>) {
        match inst {
            Inst::Guard { cond, .. } => self.learn_cond(cond, known),
            Inst::Write { dst, s, write } if !write.effect().writes.meets(Parts::BOARD) => {
                let same: Vec<Fact> = known
                    .iter()
                    .filter_map(|it| match it {
                        Fact::Filled(at, f) if at == s => Some(Fact::Filled(*dst, *f)),
                        _ => None,
                    })
                    .collect();
                known.extend(same);
            }
            _ => {}
        }
    }

    fn learn_cond(&self, cond: &Cond, known: &mut Vec<Fact>) {
        match cond {
            Cond::In { f, set } => {
                known.push(Fact::Somewhere(*f));
                self.learn_member(*f, *set, known);
            }
            Cond::IsKind { s, f, .. } => {
                known.extend([Fact::Somewhere(*f), Fact::Filled(*s, *f)]);
            }
            Cond::Matches { f, .. } => known.push(Fact::Somewhere(*f)),
            _ => {}
        }
    }

    fn learn_member(&self, f: Value, set: Value, known: &mut Vec<Fact>) {
        match self.sets.get(&set) {
            Some(SetExpr::Pieces { s, .. }) => known.push(Fact::Filled(*s, f)),
            Some(SetExpr::And(a, b)) => {
                self.learn_member(f, *a, known);
                self.learn_member(f, *b, known);
            }
            Some(SetExpr::Minus(a, _)) => self.learn_member(f, *a, known),
            _ => {}
        }
    }
}

/// What is known of arguments is known of the parameters that they become.
fn rename(known: &mut Vec<Fact>, params: &[Value], args: &[Value]) {
    for (param, arg) in params.iter().zip(args) {
        let swap = |it: &Value| if it == arg { *param } else { *it };
        let renamed: Vec<Fact> = known
            .iter()
            .map(|it| match it {
                Fact::Somewhere(f) => Fact::Somewhere(swap(f)),
                Fact::Filled(s, f) => Fact::Filled(swap(s), swap(f)),
            })
            .filter(|it| !known.contains(it))
            .collect();
        known.extend(renamed);
    }
}
