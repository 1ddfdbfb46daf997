//! From where on a run always has exactly one result, whatever the position:
//! nothing is chosen any more, and nothing can end the path.
//!
//! Where this holds behind a choice, the number of results is the number of
//! fields that are offered, and nobody has to look at them one by one.

use super::calls::CallGraph;
use super::fingers::Fingers;
use super::flow::Flow;
use super::known::{is_known, write_dies};
use super::parts::Parts;
use super::places::step_set;
use super::purity::Writes;
use crate::program::*;
use game::{Facts, FieldSet};

/// How many results there are: always at least one, and never more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Results {
    some: bool,
    single: bool,
}

impl Results {
    const ONE: Results = Results { some: true, single: true };
    const NONE: Results = Results { some: false, single: true };
    const ANY: Results = Results { some: false, single: false };

    /// What holds of both.
    fn and(self, other: Results) -> Results {
        Results { some: self.some && other.some, single: self.single && other.single }
    }
}

/// Which blocks of a program always lead to exactly one result.
#[derive(Clone, Debug)]
pub struct Totals {
    results: Vec<Vec<Results>>,
}

impl Totals {
    /// The blocks of all functions of a program.
    pub fn new(program: &Program) -> Totals {
        let graph = CallGraph::new(program);
        let empty_hands = empty_hands(program);
        let writes = Writes::new(program);
        let mut totals = Totals { results: vec![Vec::new(); program.funcs.len()] };
        // Callees come first. Those on a cycle are met before they are done, and
        // count as anything.
        for func in graph.callees_first() {
            let it = &program.funcs[func.index()];
            let flow = Flow::new(it);
            let study = Study {
                facts: &program.facts,
                func: it,
                flow: &flow,
                fingers: Fingers::new(&program.facts, it, &flow),
                known: is_known(it),
                hands: hands(program, &writes, it, empty_hands[func.index()]),
                totals: &totals,
            };
            totals.results[func.index()] = study.blocks();
        }
        totals
    }

    /// Whether a run that comes to this block has exactly one result from there.
    pub fn always_one(&self, func: FuncId, block: BlockId) -> bool {
        self.of(func, block) == Results::ONE
    }

    fn of(&self, func: FuncId, block: BlockId) -> Results {
        let results = self.results[func.index()].get(block.index());
        results.copied().unwrap_or(Results::ANY)
    }

    /// The results of a whole function.
    fn of_func(&self, func: FuncId) -> Results {
        self.of(func, BlockId(0))
    }
}

/// What is in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Empty,
    Full,
    Unknown,
}

impl Hand {
    fn after(self, facts: &Facts, write: &Write) -> Hand {
        match write {
            Write::Lift { .. } => Hand::Full,
            Write::Lower { amount: Amount::All, .. } => Hand::Empty,
            // Without stacks the hand never holds more than one piece.
            Write::Lower { .. } if facts.stacks.is_none() => Hand::Empty,
            Write::Lower { .. } => Hand::Unknown,
            Write::Before => Hand::Empty,
            _ => self,
        }
    }
}

/// What is in the hand in each position of a function.
fn hands(program: &Program, writes: &Writes, func: &Func, starts_empty: bool) -> Vec<Hand> {
    let mut hands: Vec<Option<Hand>> = vec![None; func.types.len()];
    let start = if starts_empty { Hand::Empty } else { Hand::Unknown };
    hands[func.blocks[0].params[0].index()] = Some(start);
    for block in &func.blocks {
        for inst in &block.insts {
            if let Inst::Write { dst, s, write } = inst {
                let before = hands[s.index()].unwrap_or(Hand::Unknown);
                hands[dst.index()] = Some(before.after(&program.facts, write));
            }
        }
        let gives = block.term.gives();
        let (runs, args) = block.term.results();
        let keeps = runs.iter().all(|&func| !writes.of(func).meets(Parts::HAND));
        let given = match args {
            Some(args) if keeps => hands[args.s.index()].unwrap_or(Hand::Unknown),
            _ => Hand::Unknown,
        };
        for target in block.term.targets() {
            let params = &func.blocks[target.block.index()].params;
            for (at, param) in params.iter().enumerate() {
                let arrives = match at.checked_sub(gives.len()) {
                    Some(at) => hands[target.args[at].index()],
                    None => Some(given),
                };
                let known = &mut hands[param.index()];
                *known = match (*known, arrives) {
                    (None, arrives) => arrives,
                    (known, arrives) if known == arrives => known,
                    _ => Some(Hand::Unknown),
                };
            }
        }
    }
    hands.into_iter().map(|hand| hand.unwrap_or(Hand::Unknown)).collect()
}

/// Whether the hand is empty whenever a function begins to run.
fn empty_hands(program: &Program) -> Vec<bool> {
    let writes = Writes::new(program);
    let mut empty = vec![true; program.funcs.len()];
    loop {
        let mut now = empty.clone();
        for (i, func) in program.funcs.iter().enumerate() {
            let hands = hands(program, &writes, func, empty[i]);
            let mut run = |func: FuncId, s: Option<Value>| {
                now[func.index()] &= s.is_some_and(|s| hands[s.index()] == Hand::Empty);
            };
            for block in &func.blocks {
                block.insts.iter().for_each(|inst| runs_of_inst(inst, &mut run));
                runs_of_term(&block.term, &mut run);
            }
        }
        if now == empty {
            return empty;
        }
        empty = now;
    }
}

/// Each function that an instruction runs, with the position if that is the
/// same each time.
fn runs_of_inst(inst: &Inst, run: &mut dyn FnMut(FuncId, Option<Value>)) {
    match inst {
        Inst::Set { expr: SetExpr::Fields { func, args }, .. } => run(*func, Some(args.s)),
        Inst::Number { expr, .. } => match expr {
            NumExpr::Count { func, args } | NumExpr::Call { func, args } => {
                run(*func, Some(args.s));
            }
            NumExpr::Sum { value, func, args } => {
                run(*value, None);
                run(*func, Some(args.s));
            }
            NumExpr::Steps { func, until, .. } => {
                run(*func, None);
                run(*until, None);
            }
            _ => {}
        },
        _ => {}
    }
}

/// Each function that an end of a block runs, with the position if that is the
/// same each time.
fn runs_of_term(term: &Term, run: &mut dyn FnMut(FuncId, Option<Value>)) {
    match term {
        Term::Call { func, args, .. } | Term::Ask { func, args, .. } => run(*func, Some(args.s)),
        Term::OrElse { first, second, args, .. } => {
            run(*first, Some(args.s));
            run(*second, Some(args.s));
        }
        Term::Best { value, func, args, .. } => {
            run(*value, None);
            run(*func, Some(args.s));
        }
        Term::Repeat { body, .. } | Term::Each { body, .. } => run(*body, None),
        _ => {}
    }
}

/// The study of one function.
struct Study<'a> {
    facts: &'a Facts,
    func: &'a Func,
    flow: &'a Flow,
    fingers: Fingers<'a>,
    known: Vec<bool>,
    hands: Vec<Hand>,
    totals: &'a Totals,
}

impl Study<'_> {
    /// The results from each block on.
    fn blocks(&self) -> Vec<Results> {
        let mut results = vec![Results::ANY; self.func.blocks.len()];
        for (i, block) in self.func.blocks.iter().enumerate().rev() {
            let id = BlockId(i as u32);
            let mut from_here = self.term(&block.term, &results);
            let may_die = |(at, inst): (usize, &Inst)| self.may_die(inst, (id, at));
            if from_here.some && block.insts.iter().enumerate().any(may_die) {
                from_here.some = false;
            }
            results[i] = from_here;
        }
        results
    }

    fn term(&self, term: &Term, results: &[Results]) -> Results {
        let at = |target: &Target| results[target.block.index()];
        let of_func = |func: FuncId| self.totals.of_func(func);
        match term {
            Term::Jump(then) => at(then),
            Term::If { yes, no, .. } | Term::Ask { yes, no, .. } => at(yes).and(at(no)),
            Term::Fork(branches) => match &branches[..] {
                [only] => at(only),
                _ => Results { some: branches.iter().any(|it| at(it).some), single: false },
            },
            Term::ChooseField { set, then } => self.offered(*set).and(at(then)),
            Term::ChooseDirection { from: Directions::Compass([a, b]), then, .. } => {
                let offered = Results {
                    some: !a.is_empty() && !b.is_empty(),
                    single: a.len() <= 1 && b.len() <= 1,
                };
                offered.and(at(then))
            }
            Term::ChooseDirection { .. } | Term::Repeat { .. } => Results::ANY,
            Term::Call { func, then, .. } | Term::Best { func, then, .. } => {
                of_func(*func).and(at(then))
            }
            Term::Each { body, then, .. } => of_func(*body).and(at(then)),
            Term::OrElse { first, second, then, .. } => {
                let (first, second) = (of_func(*first), of_func(*second));
                let either = Results {
                    some: first.some || second.some,
                    single: first.single && second.single,
                };
                either.and(at(then))
            }
            Term::Yield { .. } | Term::Return(_) => Results::ONE,
            Term::Die => Results::NONE,
        }
    }

    /// How many fields a set has.
    fn offered(&self, set: Value) -> Results {
        match self.flow.set(self.func, set) {
            Some(SetExpr::Only(f)) => Results { some: self.known[f.index()], single: true },
            Some(SetExpr::Memory { .. }) => Results::NONE,
            Some(SetExpr::Const(fields)) => {
                Results { some: !fields.is_empty(), single: fields.len() <= 1 }
            }
            Some(SetExpr::And(a, b)) => {
                let single = self.offered(*a).single || self.offered(*b).single;
                Results { some: false, single }
            }
            Some(SetExpr::Minus(a, _)) => Results { some: false, ..self.offered(*a) },
            _ => Results::ANY,
        }
    }

    /// Whether a path may end at a step.
    fn may_die(&self, inst: &Inst, at: (BlockId, usize)) -> bool {
        match inst {
            Inst::Guard { .. } => true,
            Inst::Step { f, d, .. } => !self.always_steps(*f, *d, at, false),
            Inst::Back { f, d, .. } => !self.always_steps(*f, *d, at, true),
            Inst::Rotate { d, .. } => !self.known[d.index()],
            Inst::Write { s, write, .. } => self.write_may_die(*s, write, at),
            Inst::Other { .. }
            | Inst::NoField { .. }
            | Inst::NoDirection { .. }
            | Inst::Direction { .. }
            | Inst::Set { .. }
            | Inst::Number { .. } => false,
        }
    }

    /// Whether there is a step from everywhere where a finger can be.
    fn always_steps(&self, f: Value, d: Value, at: (BlockId, usize), back: bool) -> bool {
        let board = &self.facts.board;
        let Some(direction) = self.flow.direction(self.func, d) else { return false };
        let everywhere = FieldSet::all(board.n_fields());
        let steps = step_set(board, &everywhere, direction, !back);
        self.known[f.index()] && self.fingers.range(f, at).minus(&steps).is_empty()
    }

    fn write_may_die(&self, s: Value, write: &Write, at: (BlockId, usize)) -> bool {
        let occupied = |f: Value| self.known[f.index()] && self.fingers.is_occupied(s, f, at);
        let hand = self.hands[s.index()];
        match write {
            Write::Lift { f, amount: Amount::One | Amount::All } => {
                hand != Hand::Empty || !occupied(*f)
            }
            Write::Lower { f, amount: Amount::One | Amount::All } => {
                hand != Hand::Full || !self.known[f.index()] || self.facts.stacks.is_some()
            }
            Write::Clear { f } | Write::Become { f, .. } => !occupied(*f),
            Write::SetCounter { counter, to, .. } => {
                let counter = &self.facts.counters[counter.index()];
                let number = self.flow.number(self.func, *to);
                number.is_none_or(|number| !(counter.low..=counter.high).contains(&number))
            }
            write => write_dies(self.facts, write, &self.known),
        }
    }
}
