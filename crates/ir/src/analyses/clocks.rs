//! Counters that only bound how long a game lasts: below some value nobody can tell what they
//! hold, and from there on all that they bring is a draw.
//!
//! 1. A counter goes up by one at one place that a turn passes once at most, and is otherwise
//!    set to its lowest value.
//! 2. It is read for that, and in guards that compare it with a constant from below.
//! 3. Whatever comes after such a guard, in the function and in those that run it, says that
//!    the game is a draw before it is a result of the turn.
//! 4. If it goes up, the least of these constants is in its range: a counter cannot go up from
//!    its highest value, so that without a draw before it forbids moves there.
//!
//! Then a turn with any lower value has the same results, but for the counter; and a turn with
//! a higher one has these results, or is a draw.

use super::calls::CallGraph;
use crate::program::*;
use game::Counter;

/// For each counter, the least value that can be told from its lowest one, if it only bounds
/// how long the game lasts. A counter that is never read is such a counter as well.
pub fn clocks(program: &Program) -> Vec<Option<i32>> {
    let counters = program.facts.counters.iter().enumerate();
    counters
        .map(|(i, counter)| match counter.symbols {
            None => Clock::new(program, Counter(i as u8), counter.low).limit(counter.high),
            Some(_) => None,
        })
        .collect()
}

impl Program {
    /// Whether positions that have occurred can do nothing but make the game a draw, or where
    /// points are counted end it with the points that there are. If the rules do not prove it
    /// the answer is no.
    pub fn past_only_draws(&self) -> bool {
        let mut turns = Turns::new(self);
        for id in turns.run.clone() {
            let func = turns.func(id);
            let mut n_guards = 0;
            for (i, block) in func.blocks.iter().enumerate() {
                for (place, inst) in block.insts.iter().enumerate() {
                    if let Inst::Guard { cond: Cond::Occurred { .. }, .. } = inst {
                        n_guards += 1;
                        turns.depend(id, i, place + 1);
                    }
                }
            }
            // What is asked in another way may do something if the answer is no.
            let is_past = |cond: &&Cond| matches!(cond, Cond::Occurred { .. });
            if func.conds().filter(is_past).count() != n_guards {
                return false;
            }
        }
        turns.follow_all().is_some()
    }
}

/// What a turn can run, and what in it depends on something that can only make draws.
struct Turns<'p> {
    program: &'p Program,
    /// The functions that a turn can run.
    run: Vec<FuncId>,
    /// Functions whose results depend on it.
    depending: Vec<FuncId>,
    /// By function, the numbers that are the difference of points and nothing else.
    even: Vec<Vec<bool>>,
}

struct Clock<'p> {
    turns: Turns<'p>,
    counter: Counter,
    low: i32,
    limit: i32,
    /// Functions that count.
    counting: Vec<FuncId>,
}

impl<'p> Clock<'p> {
    fn new(program: &'p Program, counter: Counter, low: i32) -> Clock<'p> {
        let (turns, counting) = (Turns::new(program), Vec::new());
        Clock { turns, counter, low, limit: i32::MAX, counting }
    }

    fn limit(mut self, high: i32) -> Option<i32> {
        for func in self.turns.run.clone() {
            self.look(func)?;
        }
        self.turns.follow_all()?;
        let ends_in_time = self.counting.is_empty() || self.limit <= high;
        (ends_in_time && self.counts_once()).then_some(self.limit)
    }

    /// Looks at how one function uses the counter; nothing if it may do so in another way.
    fn look(&mut self, id: FuncId) -> Option<()> {
        let func = self.turns.func(id);
        let uses = Uses::new(func, self.counter);
        for (i, block) in func.blocks.iter().enumerate() {
            for (place, inst) in block.insts.iter().enumerate() {
                self.look_at(id, (i, place), inst, &uses)?;
            }
            let mut used = false;
            block.term.uses(&mut |value, _| used |= uses.is(value));
            let mut passed = block.term.targets().into_iter().flat_map(|target| &target.args);
            if used || passed.any(|&value| uses.is(value)) {
                return None;
            }
        }
        (self.limit > self.low).then_some(())
    }

    /// Looks at one step of a function.
    fn look_at(
        &mut self,
        id: FuncId,
        (block, place): (usize, usize),
        inst: &Inst,
        uses: &Uses,
    ) -> Option<()> {
        let mut used = false;
        inst.uses(&mut |value, _| used |= uses.is(value));
        match inst {
            Inst::Number { dst, .. } if uses.raised.contains(dst) => {}
            Inst::Write { write: Write::SetCounter { counter, to, .. }, .. }
                if *counter == self.counter =>
            {
                match uses.raised.contains(to) {
                    true => self.counting.push(id),
                    false if uses.constants[to.index()] == Some(self.low) => {}
                    false => return None,
                }
            }
            Inst::Write { write, .. } => {
                write.uses(&mut |value, _| used |= uses.is(value));
                return (!used).then_some(());
            }
            Inst::Guard { cond: Cond::Compare { op, a, b }, .. } if used => {
                let constant = uses.constants[b.index()].filter(|_| uses.read.contains(a))?;
                self.limit = self.limit.min(match op {
                    Compare::AtLeast | Compare::Equal => constant,
                    Compare::Greater => constant.saturating_add(1),
                    _ => return None,
                });
                self.turns.depend(id, block, place + 1);
            }
            _ if used => return None,
            _ => {}
        }
        Some(())
    }

    /// Whether a turn counts once at most: at one place, and each function on the way there is
    /// run at one place by another, in which nothing is repeated.
    fn counts_once(&self) -> bool {
        let [first] = self.counting[..] else { return self.counting.is_empty() };
        let mut at = first;
        for _ in 0..=self.turns.run.len() {
            if at == self.turns.program.entries.main {
                return self.turns.runs(at).is_empty();
            }
            let [(from, repeats)] = self.turns.runs(at)[..] else { return false };
            if repeats {
                return false;
            }
            at = from;
        }
        false
    }
}

impl<'p> Turns<'p> {
    fn new(program: &'p Program) -> Turns<'p> {
        let run = CallGraph::new(program).reachable([program.entries.main]);
        let even = super::points::even(program).map_or(Vec::new(), |(_, even)| even);
        Turns { program, run, depending: Vec::new(), even }
    }

    fn func(&self, func: FuncId) -> &'p Func {
        &self.program.funcs[func.index()]
    }

    /// Notes that what follows in a function depends on it.
    fn depend(&mut self, id: FuncId, block: usize, place: usize) {
        if !self.draws(id, block, place) && !self.depending.contains(&id) {
            self.depending.push(id);
        }
    }

    /// Whether all that a function yields after a place says that the game is a draw, or even
    /// but for the points that there are.
    fn draws(&self, id: FuncId, block: usize, place: usize) -> bool {
        let is_even = |verdict: &Verdict| match verdict {
            Verdict::Draw => true,
            Verdict::Score(n) => {
                let even = self.even.get(id.index()).and_then(|even| even.get(n.index()));
                even.is_some_and(|even| *even)
            }
            _ => false,
        };
        draws(self.func(id), (block, place), is_even)
    }

    /// Follows the results of a function that depends on it into another one; nothing
    /// if they are used for something else there.
    fn follow(&mut self, id: FuncId, depending: FuncId) -> Option<()> {
        let func = self.func(id);
        for block in &func.blocks {
            let mut is_asked = false;
            let mut see = |callee: FuncId, _| is_asked |= callee == depending;
            block.insts.iter().for_each(|inst| inst.callees(&mut see));
            if is_asked {
                return None;
            }
            let mut is_run = false;
            block.term.callees(&mut |callee, _| is_run |= callee == depending);
            match &block.term {
                _ if !is_run => {}
                Term::Call { then, .. } | Term::OrElse { then, .. } => {
                    self.depend(id, then.block.index(), 0);
                }
                Term::Ask { yes, no, .. }
                    if matches!(&func.blocks[no.block.index()].term, Term::Die) =>
                {
                    self.depend(id, yes.block.index(), 0);
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Follows all that is noted, as far as it goes; nothing if a turn may depend on it.
    fn follow_all(&mut self) -> Option<()> {
        let mut done = 0;
        while let Some(&depending) = self.depending.get(done) {
            done += 1;
            if depending == self.program.entries.main {
                return None;
            }
            for func in self.run.clone() {
                self.follow(func, depending)?;
            }
        }
        Some(())
    }

    /// The places that run a function: where they are, and whether they may run it again.
    fn runs(&self, wanted: FuncId) -> Vec<(FuncId, bool)> {
        let mut runs = Vec::new();
        for &id in &self.run {
            for block in &self.func(id).blocks {
                let repeats = !matches!(
                    block.term,
                    Term::Call { .. } | Term::OrElse { .. } | Term::Ask { .. }
                );
                let mut see = |callee: FuncId, _| {
                    runs.extend((callee == wanted).then_some((id, repeats)));
                };
                block.insts.iter().for_each(|inst| inst.callees(&mut see));
                block.term.callees(&mut see);
            }
        }
        runs
    }
}

/// The values of a function that have to do with a counter.
struct Uses {
    /// What the counter holds.
    read: Vec<Value>,
    /// One more than that.
    raised: Vec<Value>,
    /// The constants among all values.
    constants: Vec<Option<i32>>,
}

impl Uses {
    fn new(func: &Func, wanted: Counter) -> Uses {
        let (mut read, mut raised) = (Vec::new(), Vec::new());
        let mut constants = vec![None; func.types.len()];
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            let Inst::Number { dst, expr } = inst else { continue };
            match expr {
                NumExpr::Const(n) => constants[dst.index()] = Some(*n),
                NumExpr::Counter { counter, .. } if *counter == wanted => read.push(*dst),
                NumExpr::Add(a, b) => {
                    let is_one = |value: &Value| constants[value.index()] == Some(1);
                    let raises = read.contains(a) && is_one(b) || read.contains(b) && is_one(a);
                    raised.extend(raises.then_some(*dst));
                }
                _ => {}
            }
        }
        Uses { read, raised, constants }
    }

    /// Whether a value depends on the counter.
    fn is(&self, value: Value) -> bool {
        self.read.contains(&value) || self.raised.contains(&value)
    }
}

/// Whether all that a function yields after a place says that the game ends like that.
fn draws(func: &Func, (block, place): (usize, usize), is_draw: impl Fn(&Verdict) -> bool) -> bool {
    let mut reached = vec![false; func.blocks.len()];
    reached[block] = true;
    // Blocks lead only to blocks after them. One that says so needs no look at what follows.
    for (i, it) in func.blocks.iter().enumerate().skip(block) {
        let after = if i == block { place } else { 0 };
        let says = |inst: &Inst| match inst {
            Inst::Write { write: Write::Outcome { verdict, .. }, .. } => Some(*verdict),
            _ => None,
        };
        let said = it.insts[after.min(it.insts.len())..].iter().find_map(says);
        match said {
            _ if !reached[i] => {}
            Some(verdict) if is_draw(&verdict) => {}
            Some(_) => return false,
            None if matches!(it.term, Term::Yield { .. } | Term::Return(_)) => return false,
            None => {
                for target in it.term.targets() {
                    reached[target.block.index()] = true;
                }
            }
        }
    }
    true
}
