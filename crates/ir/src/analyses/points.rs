//! Points: a counter of players on which nothing depends but the score at the end.
//!
//! 1. The counter is read to be added to, and in scores. No condition, choice or other change
//!    depends on it.
//! 2. It is set only to what it was and something that does not depend on it.
//! 3. Whenever a game ends, it ends by a score: the own counter less that of the opponent, and
//!    something that does not depend on either.
//!
//! Then a player who has a point more has it at the end, whatever happens until then, unless a
//! counter leaves its range: what a position is worth is the difference of points, and what it
//! is worth without them.

use super::calls::CallGraph;
use crate::program::*;
use game::Counter;

impl Program {
    /// Whether a turn can end the game with a score, and not only with who wins.
    pub fn scores(&self) -> bool {
        let run = CallGraph::new(self).reachable([self.entries.main]);
        let mut blocks = run.iter().flat_map(|func| &self.funcs[func.index()].blocks);
        blocks.any(|block| {
            let mut verdicts = block.insts.iter().filter_map(verdict);
            verdicts.any(|(_, verdict)| matches!(verdict, Verdict::Score(_)))
        })
    }
}

/// Whose outcome a step says, and what.
fn verdict(inst: &Inst) -> Option<(Value, Verdict)> {
    match inst {
        Inst::Write { write: Write::Outcome { v, verdict }, .. } => Some((*v, *verdict)),
        _ => None,
    }
}

/// The counter that holds points, if the rules prove that one does.
pub fn points(program: &Program) -> Option<Counter> {
    even(program).map(|(counter, _)| counter)
}

/// The counter that holds points, and for each function which numbers are the difference of
/// points and nothing else.
pub(super) fn even(program: &Program) -> Option<(Counter, Vec<Vec<bool>>)> {
    let counters = program.facts.counters.iter().enumerate();
    let mut of_players = counters.filter(|(_, counter)| counter.symbols.is_some());
    of_players.find_map(|(i, _)| {
        let counter = Counter(i as u8);
        Some((counter, Points::new(program, counter).prove()?))
    })
}

/// How a number depends on the counter: how often the own one and that of the opponent are in
/// it, and whether there may be something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    own: i32,
    other: i32,
    rest: bool,
}

impl Form {
    const PLAIN: Form = Form { own: 0, other: 0, rest: true };

    fn is_plain(self) -> bool {
        (self.own, self.other) == (0, 0)
    }

    /// The same for the opponent.
    fn swapped(self) -> Form {
        Form { own: self.other, other: self.own, ..self }
    }

    fn plus(self, added: Form) -> Option<Form> {
        let own = self.own.checked_add(added.own)?;
        let other = self.other.checked_add(added.other)?;
        Some(Form { own, other, rest: self.rest || added.rest })
    }

    fn times(self, factor: i32) -> Option<Form> {
        let (own, other) = (self.own.checked_mul(factor)?, self.other.checked_mul(factor)?);
        Some(Form { own, other, ..self })
    }
}

struct Points<'p> {
    program: &'p Program,
    counter: Counter,
    /// What functions return that return a number.
    returned: Vec<Option<Form>>,
}

/// What is known of the values of one function.
struct FuncValues {
    forms: Vec<Form>,
    constants: Vec<Option<i32>>,
    /// Whether a player is the one whose point of view it is.
    own: Vec<Option<bool>>,
    returned: Option<Form>,
}

impl FuncValues {
    /// A form as a player sees it.
    fn seen_by(&self, v: Value, form: Form) -> Option<Form> {
        match self.own[v.index()] {
            Some(true) => Some(form),
            Some(false) => Some(form.swapped()),
            None => form.is_plain().then_some(form),
        }
    }
}

impl<'p> Points<'p> {
    fn new(program: &'p Program, counter: Counter) -> Points<'p> {
        Points { program, counter, returned: vec![None; program.funcs.len()] }
    }

    /// Looks at all that a turn can run; for each function, which numbers are the difference
    /// of points.
    fn prove(mut self) -> Option<Vec<Vec<bool>>> {
        let graph = CallGraph::new(self.program);
        let run = graph.reachable([self.program.entries.main]);
        let mut even = vec![Vec::new(); self.program.funcs.len()];
        let mut n_scores = 0;
        // What a function calls that calls it back is not known when it is looked at, and then
        // nothing is proved.
        for id in graph.callees_first().into_iter().filter(|id| run.contains(id)) {
            let func = &self.program.funcs[id.index()];
            let known = self.look(func)?;
            self.returned[id.index()] = known.returned;
            let is_even = |form: &Form| *form == Form { own: 1, other: -1, rest: false };
            even[id.index()] = known.forms.iter().map(is_even).collect();
            let verdicts = func.blocks.iter().flat_map(|block| &block.insts);
            n_scores += verdicts.filter_map(verdict).count();
        }
        (n_scores > 0).then_some(even)
    }

    /// Looks at a function; nothing if something in it may depend on points.
    fn look(&self, func: &Func) -> Option<FuncValues> {
        let n = func.types.len();
        let mut known = FuncValues {
            forms: vec![Form::PLAIN; n],
            constants: vec![None; n],
            own: vec![None; n],
            returned: None,
        };
        let &[_, v, ..] = &func.blocks.first()?.params[..] else { return None };
        known.own[v.index()] = Some(true);
        for block in &func.blocks {
            block.insts.iter().try_for_each(|inst| self.look_at(inst, &mut known))?;
            self.look_at_end(&block.term, &mut known)?;
        }
        Some(known)
    }

    /// Looks at one step.
    fn look_at(&self, inst: &Inst, known: &mut FuncValues) -> Option<()> {
        match inst {
            Inst::Other { dst, v } => {
                known.own[dst.index()] = known.own[v.index()].map(|own| !own);
            }
            Inst::Number { dst, expr } => {
                known.forms[dst.index()] = self.form(expr, known)?;
                if let NumExpr::Const(n) = expr {
                    known.constants[dst.index()] = Some(*n);
                }
            }
            Inst::Write { write, .. } => return self.look_at_write(write, known),
            _ => {
                let mut is_used = false;
                inst.uses(&mut |value, _| is_used |= !known.forms[value.index()].is_plain());
                return (!is_used).then_some(());
            }
        }
        Some(())
    }

    fn look_at_write(&self, write: &Write, known: &FuncValues) -> Option<()> {
        let form = |value: Value| known.forms[value.index()];
        let is_fine = match write {
            Write::SetCounter { v, counter, to } if *counter == self.counter => {
                let form = known.seen_by(*v, form(*to))?;
                (form.own, form.other) == (1, 0)
            }
            Write::Outcome { v, verdict: Verdict::Score(n) } => {
                let form = known.seen_by(*v, form(*n))?;
                (form.own, form.other) == (1, -1)
            }
            // A win by any number of points is no score, and a position of the past has points
            // of its own.
            Write::Outcome { .. } | Write::Before | Write::Mask { .. } => false,
            _ => {
                let mut is_used = false;
                write.uses(&mut |value, _| is_used |= !form(value).is_plain());
                !is_used
            }
        };
        is_fine.then_some(())
    }

    fn look_at_end(&self, term: &Term, known: &mut FuncValues) -> Option<()> {
        match term {
            Term::Return(n) => {
                let form = known.forms[n.index()];
                // A function that returns at several places returns what depends on points in
                // the same way everywhere.
                let same = known
                    .returned
                    .is_none_or(|other| (other.own, other.other) == (form.own, form.other));
                let rest = form.rest || known.returned.is_some_and(|other| other.rest);
                known.returned = Some(Form { rest, ..form });
                return same.then_some(());
            }
            Term::Best { value, .. } => self.plain(*value)?,
            _ => {}
        }
        let mut is_used = false;
        term.uses(&mut |value, _| is_used |= !known.forms[value.index()].is_plain());
        let passed = term.targets().into_iter().flat_map(|target| &target.args);
        let mut passed = passed.map(|value| known.forms[value.index()]);
        (!is_used && passed.all(Form::is_plain)).then_some(())
    }

    /// Nothing if what a function returns may depend on points.
    fn plain(&self, func: FuncId) -> Option<()> {
        self.returned[func.index()]?.is_plain().then_some(())
    }

    fn form(&self, expr: &NumExpr, known: &FuncValues) -> Option<Form> {
        let form = |value: &Value| known.forms[value.index()];
        let points = Form { own: 1, other: 0, rest: false };
        Some(match expr {
            NumExpr::Const(n) => Form { rest: *n != 0, ..Form::PLAIN },
            NumExpr::Counter { v, counter, .. } if *counter == self.counter => {
                known.seen_by(*v, points)?
            }
            NumExpr::Add(a, b) => form(a).plus(form(b))?,
            NumExpr::Subtract(a, b) => form(a).plus(form(b).times(-1)?)?,
            NumExpr::Multiply(a, b) => match known.constants[a.index()] {
                _ if form(a).is_plain() && form(b).is_plain() => Form::PLAIN,
                Some(factor) => form(b).times(factor)?,
                None => form(a).times(known.constants[b.index()]?)?,
            },
            NumExpr::Call { func, args } => known.seen_by(args.v, self.returned[func.index()]?)?,
            NumExpr::Sum { value, .. } => {
                self.plain(*value)?;
                Form::PLAIN
            }
            // The others take no numbers.
            _ => Form::PLAIN,
        })
    }
}
