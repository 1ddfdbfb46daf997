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
use super::only_draws::Turns;
use crate::program::*;
use game::{Counter, CounterFacts};

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

/// For each counter the least value that makes a difference to a search that looks only this many
/// turns ahead: nothing if all values do, because it does more than to bound how long the game
/// lasts, or because an evaluation reads it.
pub fn far_clocks(program: &Program, turns: i32) -> Vec<Option<i32>> {
    let evaluating = CallGraph::new(program).reachable(program.entries.evaluations.iter().copied());
    let is_read = |counter: Counter| {
        let mut funcs = evaluating.iter().map(|id| &program.funcs[id.index()]);
        funcs.any(|func| !Uses::new(func, counter).read.is_empty())
    };
    let limits = clocks(program).into_iter().enumerate();
    let far = |(i, limit): (usize, Option<i32>)| {
        let limit = limit.filter(|_| !is_read(Counter(i as u8)))?;
        Some(limit.saturating_sub(turns)).filter(|from| *from > program.facts.counters[i].low)
    };
    limits.map(far).collect()
}

/// The [`clocks`] that nothing but turns can notice: what players see, know, try and hear does
/// not depend on them.
pub fn silent_clocks(program: &Program) -> Vec<Option<i32>> {
    let Entries { seen, known, tries, refused, told, .. } = &program.entries;
    let referee = [seen, known, tries, refused, told].into_iter().copied().flatten();
    let mut clocks = clocks(program);
    for func in CallGraph::new(program).reachable(referee) {
        let blocks = &program.funcs[func.index()].blocks;
        for inst in blocks.iter().flat_map(|block| &block.insts) {
            if let Inst::Number { expr: NumExpr::Counter { counter, .. }, .. } = inst {
                clocks[counter.index()] = None;
            }
        }
    }
    clocks
}

/// For each counter the least value that can be told from its lowest one, whatever it brings: a
/// counter of turns that are not many yet. Nothing if it is read in another way than to be
/// compared with constants, by turns or by the rules of the referee, or goes up by more than one
/// in a turn.
///
/// 1. It goes up by one at one place that a turn passes once at most and the rules of the referee,
///    which look at what comes of turns, not at all; otherwise it is set to its lowest value.
/// 2. It is read for that, and in guards that compare it with a constant and have the same answer
///    for all values below the one that is given.
/// 3. If it goes up, the value is at most its highest one, from which it cannot.
///
/// Then a turn from a position, and all that the referee says and shows of it, is the same for all
/// of these values, but for the counter itself.
pub fn idle_counters(program: &Program) -> Vec<Option<i32>> {
    let Entries { main, seen, known, tries, refused, told, .. } = &program.entries;
    let referee = [seen, known, tries, refused, told].into_iter().copied().flatten();
    let calls = CallGraph::new(program);
    let refereeing = calls.reachable(referee);
    let funcs = calls.reachable([*main].into_iter().chain(refereeing.iter().copied()));
    let counters = program.facts.counters.iter().enumerate();
    let limit = |(i, facts): (usize, &CounterFacts)| {
        let mut clock = Clock { is_far: true, ..Clock::new(program, Counter(i as u8), facts.low) };
        facts.symbols.is_none().then_some(())?;
        funcs.iter().try_for_each(|func| clock.look(*func))?;
        if clock.counting.iter().any(|func| refereeing.contains(func)) {
            return None;
        }
        if !clock.counting.is_empty() {
            clock.limit = clock.limit.min(facts.high);
        }
        (clock.limit > clock.low && clock.counts_once()).then_some(clock.limit)
    };
    counters.map(limit).collect()
}

struct Clock<'p> {
    turns: Turns<'p>,
    counter: Counter,
    low: i32,
    limit: i32,
    /// Functions that count.
    counting: Vec<FuncId>,
    /// Whether only values below the limit are asked about, so that nobody follows what others do.
    is_far: bool,
}

impl<'p> Clock<'p> {
    fn new(program: &'p Program, counter: Counter, low: i32) -> Clock<'p> {
        let (turns, counting) = (Turns::new(program), Vec::new());
        Clock { turns, counter, low, limit: i32::MAX, counting, is_far: false }
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
                self.look_at(id, i, place, inst, &uses)?;
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
        block: usize,
        place: usize,
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
                    Compare::Less | Compare::Different if self.is_far => constant,
                    Compare::AtMost if self.is_far => constant.saturating_add(1),
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
