//! Whether there is something in the hand, for every position in a program: a
//! pickup fails if there is, and a putdown if there is not.

use crate::program::*;

/// What is in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    /// No run comes here.
    Never,
    Empty,
    Full,
    Any,
}

impl Hand {
    fn join(self, other: Hand) -> Hand {
        match (self, other) {
            (Hand::Never, hand) | (hand, Hand::Never) => hand,
            (a, b) if a == b => a,
            _ => Hand::Any,
        }
    }
}

/// The hands of a program.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// What each function is run with.
    given: Vec<Hand>,
    /// What each function yields.
    made: Vec<Hand>,
    /// What is in the hand in each position of each function.
    values: Vec<Vec<Hand>>,
}

impl Hands {
    /// The hands in all runs from the entries, which begin with an empty hand.
    pub(crate) fn new(program: &Program) -> Hands {
        let n = program.funcs.len();
        let values = program.funcs.iter().map(|func| vec![Hand::Never; func.types.len()]);
        let mut hands = Hands {
            given: vec![Hand::Never; n],
            made: vec![Hand::Never; n],
            values: values.collect(),
        };
        for entry in program.entries.all() {
            hands.given[entry.index()] = Hand::Empty;
        }
        // Everything only grows, and can grow twice, so this ends.
        loop {
            let before = (hands.given.clone(), hands.made.clone());
            for func in (0..n).map(|i| FuncId(i as u32)) {
                if hands.given[func.index()] != Hand::Never {
                    hands.follow(program, func);
                }
            }
            if before == (hands.given.clone(), hands.made.clone()) {
                return hands;
            }
        }
    }

    /// What is in the hand in each position of a function.
    pub(crate) fn of(&self, func: FuncId) -> &[Hand] {
        &self.values[func.index()]
    }

    /// Runs a function once.
    fn follow(&mut self, program: &Program, id: FuncId) {
        let func = &program.funcs[id.index()];
        let mut values = std::mem::take(&mut self.values[id.index()]);
        values[func.blocks[0].params[0].index()] = self.given[id.index()];
        for block in &func.blocks {
            for inst in &block.insts {
                if let Inst::Write { dst, s, write } = inst {
                    values[dst.index()] = after(write, values[s.index()]);
                }
                self.run_by_inst(inst, &values);
            }
            self.run_by_end(&block.term, &values);
            if let Term::Yield { s, .. } = block.term {
                self.made[id.index()] = self.made[id.index()].join(values[s.index()]);
            }
            let result = self.result(&block.term, &values);
            for target in block.term.targets() {
                let params = &func.blocks[target.block.index()].params;
                let (given, rest) = params.split_at(block.term.gives().len());
                if let (Some(result), Some(param)) = (result, given.first()) {
                    values[param.index()] = values[param.index()].join(result);
                }
                for (param, arg) in rest.iter().zip(&target.args) {
                    values[param.index()] = values[param.index()].join(values[arg.index()]);
                }
            }
        }
        self.values[id.index()] = values;
    }

    fn give(&mut self, func: FuncId, hand: Hand) {
        self.given[func.index()] = self.given[func.index()].join(hand);
    }

    fn run_by_inst(&mut self, inst: &Inst, values: &[Hand]) {
        let (mut funcs, mut s) = (Vec::new(), None);
        inst.callees(&mut |func, _| funcs.push(func));
        if funcs.is_empty() {
            return;
        }
        inst.uses(&mut |value, ty| {
            if ty == Type::Position {
                s = Some(value);
            }
        });
        let mut hand = s.map_or(Hand::Any, |s| values[s.index()]);
        // A value is run on what another function makes.
        for func in &funcs {
            hand = hand.join(self.made[func.index()]);
        }
        funcs.into_iter().for_each(|func| self.give(func, hand));
    }

    fn run_by_end(&mut self, term: &Term, values: &[Hand]) {
        match term {
            Term::Ask { func, args, .. } | Term::Call { func, args, .. } => {
                self.give(*func, values[args.s.index()]);
            }
            Term::OrElse { first, second, args, .. } => {
                self.give(*first, values[args.s.index()]);
                self.give(*second, values[args.s.index()]);
            }
            Term::Repeat { body, args, .. } | Term::Each { body, args, .. } => {
                self.give(*body, values[args.s.index()].join(self.made[body.index()]));
            }
            Term::Best { value, func, args, .. } => {
                self.give(*func, values[args.s.index()]);
                self.give(*value, self.made[func.index()]);
            }
            _ => {}
        }
    }

    /// What is in the hand in the results of a node.
    fn result(&self, term: &Term, values: &[Hand]) -> Option<Hand> {
        match term {
            Term::Call { func, .. } | Term::Best { func, .. } => Some(self.made[func.index()]),
            Term::OrElse { first, second, .. } => {
                Some(self.made[first.index()].join(self.made[second.index()]))
            }
            Term::Repeat { body, args, .. } | Term::Each { body, args, .. } => {
                Some(values[args.s.index()].join(self.made[body.index()]))
            }
            _ => None,
        }
    }
}

fn after(write: &Write, hand: Hand) -> Hand {
    match write {
        _ if hand == Hand::Never => Hand::Never,
        Write::Lift { .. } => Hand::Full,
        Write::Lower { amount: Amount::All, .. } | Write::Before => Hand::Empty,
        Write::Lower { .. } => Hand::Any,
        _ => hand,
    }
}
