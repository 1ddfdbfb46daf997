//! What each value of a function can make a difference to: whether there is a
//! result, its position, its finger or its direction. So a pass can tell that a
//! direction is dead although it is passed on to the end.
//!
//! For each function a summary says what its point of view, finger and direction
//! influence (from callees to callers, to a fixpoint), and what of its results
//! anybody wants (from callers to callees): nobody looks at the finger on which
//! a turn ends, and of a question only the answer is wanted.

mod outputs;

pub use outputs::{Outputs, Summary};

use super::known::{is_known, write_dies};
use crate::program::*;
use game::Facts;
use outputs::{needed, on_the_way, registers, repeated};

/// The influence of values in all functions of a program.
#[derive(Clone, Debug)]
pub struct Influence {
    summaries: Vec<Summary>,
    wanted: Vec<Outputs>,
}

impl Influence {
    /// The influences in a program.
    pub fn new(program: &Program) -> Influence {
        let n = program.funcs.len();
        let mut influence =
            Influence { summaries: vec![Summary::default(); n], wanted: vec![Outputs::NONE; n] };
        let facts = &program.facts;
        // Both grow from nothing, so this ends; callees often come later in the
        // list, so it is gone through from its end.
        let mut changed = true;
        while changed {
            changed = false;
            for (i, func) in program.funcs.iter().enumerate().rev() {
                let summary = influence.summarize(facts, func);
                changed |= std::mem::replace(&mut influence.summaries[i], summary) != summary;
            }
        }
        influence.want_entries(&program.entries);
        changed = true;
        while changed {
            let before = influence.wanted.clone();
            for (i, func) in program.funcs.iter().enumerate() {
                influence.want_callees(facts, func, influence.wanted[i]);
            }
            changed = before != influence.wanted;
        }
        influence
    }

    /// What the registers of a function influence, wanted or not.
    pub fn summary(&self, func: FuncId) -> Summary {
        self.summaries[func.index()]
    }

    /// What of the results of a function anybody wants.
    pub fn wanted(&self, func: FuncId) -> Outputs {
        self.wanted[func.index()]
    }

    /// For each value of a function whether it can make a difference to anybody.
    /// The function may have been changed since the influences were found, as
    /// long as it still means the same; its blocks must be in order.
    pub fn live(&self, facts: &Facts, id: FuncId, func: &Func) -> Vec<bool> {
        let wanted = self.wanted(id);
        self.values(facts, func).into_iter().map(|it| it.meets(wanted)).collect()
    }

    fn summarize(&self, facts: &Facts, func: &Func) -> Summary {
        let values = self.values(facts, func);
        let of =
            |i: usize| func.blocks[0].params.get(i).map_or(Outputs::ALL, |it| values[it.index()]);
        Summary { v: of(1), f: of(2), d: of(3) }
    }

    /// What each value influences, from the last block to the first.
    fn values(&self, facts: &Facts, func: &Func) -> Vec<Outputs> {
        let known = is_known(func);
        let mut values = vec![Outputs::NONE; func.types.len()];
        for block in func.blocks.iter().rev() {
            let gives = block.term.gives().len();
            let mut given = [Outputs::NONE; 3];
            for target in block.term.targets() {
                let params = &func.blocks[target.block.index()].params;
                for (given, param) in given.iter_mut().zip(&params[..gives]) {
                    *given |= values[param.index()];
                }
                for (param, arg) in params[gives..].iter().zip(&target.args) {
                    values[arg.index()] = values[arg.index()] | values[param.index()];
                }
            }
            self.term(&block.term, given, &mut |value, outputs| values[value.index()] |= outputs);
            for inst in block.insts.iter().rev() {
                let dst = inst.defines().map_or(Outputs::NONE, |(dst, _)| values[dst.index()]);
                self.inst(facts, inst, dst, &known, &mut |value, outputs| {
                    values[value.index()] |= outputs;
                });
            }
        }
        values
    }

    /// What the operands of a step influence, given what its value does.
    fn inst(
        &self,
        facts: &Facts,
        inst: &Inst,
        dst: Outputs,
        known: &[bool],
        see: &mut dyn FnMut(Value, Outputs),
    ) {
        let dies = match inst {
            Inst::Guard { .. } | Inst::Step { .. } | Inst::Back { .. } => true,
            Inst::Rotate { d, .. } => !known[d.index()],
            Inst::Write { write, .. } => write_dies(facts, write, known),
            Inst::Set { expr: SetExpr::Fields { func, args }, .. } => {
                let summary = self.summary(*func);
                let wanted = Outputs::EXISTS | Outputs::FINGER;
                return see_args(args, |it| it(summary).meets(wanted), dst, see);
            }
            Inst::Number { expr, .. } => match expr {
                NumExpr::Count { func, args } => {
                    let summary = self.summary(*func);
                    let wanted = Outputs::EXISTS | Outputs::POSITION | Outputs::FINGER;
                    return see_args(args, |it| it(summary).meets(wanted), dst, see);
                }
                NumExpr::Call { func, args } => {
                    let summary = self.summary(*func);
                    return see_args(args, |it| !it(summary).is_empty(), dst, see);
                }
                NumExpr::Sum { value: a, func: b, args } => {
                    let (a, b) = (self.summary(*a), self.summary(*b));
                    return see_args(args, |it| !(it(a) | it(b)).is_empty(), dst, see);
                }
                NumExpr::Steps { func, until, args } => {
                    let (step, until) = (self.summary(*func), self.summary(*until));
                    let wanted = on_the_way(step, until);
                    let matters = |it: &dyn Fn(Summary) -> Outputs| {
                        it(step).meets(wanted) || it(until).meets(Outputs::EXISTS)
                    };
                    return see_args(args, matters, dst, see);
                }
                _ => false,
            },
            _ => false,
        };
        let outputs = if dies { Outputs::ALL } else { dst };
        inst.uses(&mut |value, _| see(value, outputs));
    }

    /// What the operands of an end of a block influence, given what the values
    /// do that it gives.
    fn term(&self, term: &Term, given: [Outputs; 3], see: &mut dyn FnMut(Value, Outputs)) {
        let onward = |out: Outputs| passed_on(out, given);
        match term {
            Term::Yield { s, f, d } => {
                see(*s, Outputs::POSITION);
                see(*f, Outputs::FINGER);
                see(*d, Outputs::DIRECTION);
            }
            Term::Return(n) => see(*n, Outputs::EXISTS),
            Term::ChooseDirection { from: Directions::Compass([a, b]), .. } if a == b => {}
            Term::Call { func, args, .. } => {
                let summary = self.summary(*func);
                pass_args(args, summary, &onward, see);
            }
            Term::OrElse { first, second, args, .. } => {
                pass_args(args, self.summary(*first), &onward, see);
                pass_args(args, self.summary(*second), &onward, see);
            }
            Term::Ask { func, args, .. } => {
                let summary = self.summary(*func);
                see_args(args, |it| it(summary).meets(Outputs::EXISTS), Outputs::ALL, see);
            }
            Term::Each { set, body, args, .. } => {
                see(*set, Outputs::ALL);
                // The finger is put on each field, the direction is put back.
                let Summary { v, d, .. } = self.summary(*body);
                let wanted = Outputs::EXISTS | Outputs::POSITION;
                see(args.s, Outputs::ALL);
                see(args.v, if v.meets(wanted) { Outputs::ALL } else { Outputs::NONE });
                see(args.d, if d.meets(wanted) { Outputs::ALL } else { Outputs::NONE });
            }
            Term::Repeat { body, low, high, args, .. } => {
                see(*low, Outputs::ALL);
                high.iter().for_each(|high| see(*high, Outputs::ALL));
                pass_args(args, repeated(self.summary(*body)), &onward, see);
            }
            Term::Best { value, func, args, .. } => {
                let (value, func) = (self.summary(*value), self.summary(*func));
                // What a result is worth decides whether it is one.
                let judged = |out: Outputs| {
                    let at_finger = out.meets(Outputs::FINGER) && !value.f.is_empty();
                    let at_direction = out.meets(Outputs::DIRECTION) && !value.d.is_empty();
                    match at_finger || at_direction || out.meets(Outputs::POSITION) {
                        true => Outputs::ALL,
                        false => onward(out),
                    }
                };
                pass_args(args, func, &judged, see);
                see(args.v, if value.v.is_empty() { Outputs::NONE } else { Outputs::ALL });
            }
            term => term.uses(&mut |value, _| see(value, Outputs::ALL)),
        }
    }

    fn want_entries(&mut self, entries: &Entries) {
        let mut want = |func: FuncId, outputs: Outputs| self.wanted[func.index()] |= outputs;
        want(entries.main, Outputs::EXISTS | Outputs::POSITION);
        let referee = [entries.seen, entries.known, entries.tries, entries.refused, entries.told];
        for func in referee.into_iter().flatten() {
            want(func, Outputs::ALL);
        }
        for &func in entries.evaluations.iter().chain(&entries.bounds) {
            want(func, Outputs::EXISTS);
        }
    }

    /// Wants of each callee of a function what is needed for what is wanted of
    /// the function itself.
    fn want_callees(&mut self, facts: &Facts, func: &Func, wanted: Outputs) {
        if wanted.is_empty() {
            return;
        }
        let values = self.values(facts, func);
        for block in &func.blocks {
            for inst in &block.insts {
                self.want_of_inst(inst);
            }
            let params = block
                .term
                .targets()
                .first()
                .map_or(&[][..], |target| &func.blocks[target.block.index()].params);
            let is_live =
                |i: usize| params.get(i).is_some_and(|it| values[it.index()].meets(wanted));
            let mut out = Outputs::EXISTS | Outputs::POSITION;
            if !matches!(block.term, Term::Each { .. } | Term::Ask { .. }) {
                out |= if is_live(1) { Outputs::FINGER } else { Outputs::NONE };
                out |= if is_live(2) { Outputs::DIRECTION } else { Outputs::NONE };
            }
            match &block.term {
                Term::Ask { func, .. } => self.wanted[func.index()] |= Outputs::EXISTS,
                Term::Repeat { body, .. } => {
                    let needed = needed(self.summary(*body), out);
                    self.wanted[body.index()] |= needed;
                }
                Term::Best { value, func, .. } => {
                    let judged = registers(self.summary(*value));
                    self.wanted[value.index()] |= Outputs::EXISTS;
                    self.wanted[func.index()] |= out | judged;
                }
                term => term.callees(&mut |func, _| self.wanted[func.index()] |= out),
            }
        }
    }

    fn want_of_inst(&mut self, inst: &Inst) {
        let wanted = &mut self.wanted;
        let mut want = |func: FuncId, outputs: Outputs| wanted[func.index()] |= outputs;
        match inst {
            Inst::Set { expr: SetExpr::Fields { func, .. }, .. } => {
                want(*func, Outputs::EXISTS | Outputs::FINGER);
            }
            Inst::Number { expr: NumExpr::Count { func, .. }, .. } => {
                want(*func, Outputs::EXISTS | Outputs::POSITION | Outputs::FINGER);
            }
            Inst::Number { expr: NumExpr::Steps { func, until, .. }, .. } => {
                let (step, goal) = (self.summaries[func.index()], self.summaries[until.index()]);
                want(*func, on_the_way(step, goal));
                want(*until, Outputs::EXISTS);
            }
            inst => inst.callees(&mut |func, kind| {
                want(func, if kind == FuncKind::Gen { Outputs::ALL } else { Outputs::EXISTS });
            }),
        }
    }
}

/// The arguments of which the function that gets them makes something.
fn see_args(
    args: &Args,
    matters: impl Fn(&dyn Fn(Summary) -> Outputs) -> bool,
    outputs: Outputs,
    see: &mut dyn FnMut(Value, Outputs),
) {
    see(args.s, outputs);
    let registers: [(Value, &dyn Fn(Summary) -> Outputs); 3] =
        [(args.v, &|it| it.v), (args.f, &|it| it.f), (args.d, &|it| it.d)];
    for (value, register) in registers {
        if matters(register) {
            see(value, outputs);
        }
    }
}

/// What becomes of an influence on a result that goes on, given what its position, finger
/// and direction influence there.
fn passed_on(out: Outputs, [s, f, d]: [Outputs; 3]) -> Outputs {
    let mut all = Outputs::NONE;
    let ways = [
        (Outputs::EXISTS, Outputs::ALL),
        (Outputs::POSITION, s),
        (Outputs::FINGER, f),
        (Outputs::DIRECTION, d),
    ];
    for (_, then) in ways.into_iter().filter(|(part, _)| out.meets(*part)) {
        all |= then;
    }
    all
}

/// What arguments influence by way of the results of a function.
fn pass_args(
    args: &Args,
    summary: Summary,
    onward: &dyn Fn(Outputs) -> Outputs,
    see: &mut dyn FnMut(Value, Outputs),
) {
    see(args.s, Outputs::ALL);
    see(args.v, onward(summary.v));
    see(args.f, onward(summary.f));
    see(args.d, onward(summary.d));
}
