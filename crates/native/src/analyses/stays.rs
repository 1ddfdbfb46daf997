//! Whether what a turn has done stays done: no path goes on with a position from before
//! an event.
//!
//! A path whose events are not those of the text that is followed may be left at once if
//! nothing else depends on it. That is so for these reasons.
//!
//! 1. The word that follows a text says "dead" after a wrong event and for ever, and it
//!    is a part of the position; so all that comes of a dead position is dead, and no
//!    dead result is taken.
//! 2. Whether a path has a result matters besides for questions, counts and what is
//!    best, in which nothing is left early; for a `try`, which is left early only where
//!    its second way makes no move and nothing follows it; and for a repeat that drops
//!    what it has seen, whose body is a function of its own, in which nothing is left
//!    early either. A repeat of few rounds is written out and drops nothing.
//! 3. The event must not be taken back. `hush` takes events back, and so does a path that
//!    makes a new position and goes on with the old one. Lowering makes no such path,
//!    because outside of questions each statement goes on with what the one before has
//!    made. Passes do: a question that puts a piece down and looks, as the one whether a
//!    king may step over a field, becomes a position and sets that are made of it, and
//!    the path goes on without. At such a write nothing is left early.
//!
//! For 3, from each write with an event all paths to the end of the function are followed
//! at once, with the values that are surely made of its result.

use ir::{Block, Func, FuncId, Inst, Moves, Program, Term, Value, Write};
use rustc_hash::FxHashSet;

/// The positions that events have made in turns and tries, and that some path does not
/// go on with.
pub(crate) fn taken_back(program: &Program) -> FxHashSet<(FuncId, Value)> {
    let entries = &program.entries;
    let mut seen: Vec<FuncId> = [entries.main].into_iter().chain(entries.tries).collect();
    let mut found = FxHashSet::default();
    let mut at = 0;
    while let Some(&id) = seen.get(at) {
        at += 1;
        let func = &program.funcs[id.index()];
        for (b, block) in func.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                if let Inst::Write { dst, write, .. } = inst
                    && has_event(write)
                    && !stays(func, b, i, *dst)
                {
                    found.insert((id, *dst));
                }
            }
        }
        for next in func.blocks.iter().flat_map(|block| block.term.results().0) {
            if !seen.contains(&next) {
                seen.push(next);
            }
        }
    }
    found
}

fn has_event(write: &Write) -> bool {
    write.effect().moves == Moves::Surely
}

/// Whether all paths from a step go on with what is made of the position that it gives.
fn stays(func: &Func, block: usize, inst: usize, given: Value) -> bool {
    let mut made: Vec<Option<FxHashSet<Value>>> = vec![None; func.blocks.len()];
    made[block] = Some(FxHashSet::from_iter([given]));
    // A block leads only to blocks after it.
    for b in block..func.blocks.len() {
        let Some(mut values) = made[b].take() else { continue };
        let from = if b == block { inst + 1 } else { 0 };
        if !goes_on(&func.blocks[b], from, &mut values) {
            return false;
        }
        let term = &func.blocks[b].term;
        for target in term.targets() {
            let params = &func.blocks[target.block.index()].params;
            let gives = term.gives().len();
            let mut there = values.clone();
            if term.results().1.is_some() {
                there.insert(params[0]);
            }
            let passed = params.iter().skip(gives).zip(&target.args);
            there.extend(passed.filter(|(_, arg)| values.contains(arg)).map(|(param, _)| *param));
            let known = &mut made[target.block.index()];
            *known = Some(match known.take() {
                Some(other) => &other & &there,
                None => there,
            });
        }
    }
    true
}

/// Whether a block goes on only with positions made of these; adds those that it makes.
fn goes_on(block: &Block, from: usize, made: &mut FxHashSet<Value>) -> bool {
    for inst in &block.insts[from..] {
        if let Inst::Write { dst, s, .. } = inst
            && made.contains(s)
        {
            made.insert(*dst);
        }
    }
    match &block.term {
        Term::Yield { s, .. } => made.contains(s),
        term => term.results().1.is_none_or(|args| made.contains(&args.s)),
    }
}

#[cfg(test)]
mod tests {
    use super::taken_back;
    use game::{Board, Facts, KindFacts, Setup};

    /// A piece is picked up; what follows is what the tests are about.
    const LIFT: &str = "
b0:
  X4 = pieces s0, own v1, man
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5";

    fn check(rest: &str, expected: &[u32]) {
        let board = Board::grid(3, 3, game::Cyclic::NEITHER, false, |_, _| false);
        let mut facts = Facts::new("test", board);
        facts.kinds = vec![KindFacts::of_players("man", "M", "m")];
        facts.start = Setup::empty(&facts);
        let text = format!("entry main = main\ngen main(s0, v1, f2, d3) {{{LIFT}{rest}}}\n");
        let program = ir::parse(facts, &text).expect("a program");
        ir::verify(&program).expect("a sound one");
        let mut found: Vec<u32> = taken_back(&program).iter().map(|(_, value)| value.0).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn what_is_made_is_gone_on_with() {
        check(
            "
  X7 = empty s0
  if f5 in X7 ? b2(s6) : b2(s6)
b2(s8):
  s9 = lower s8, f5, all
  yield s9, f5, d3
",
            &[],
        );
    }

    #[test]
    fn a_position_that_is_only_looked_at_is_taken_back() {
        check(
            "
  s7 = lower s6, f5, all
  X8 = empty s7
  if f5 in X8 ? b2(s6) : b2(s6)
b2(s9):
  s10 = lower s9, f5, all
  yield s10, f5, d3
",
            &[7],
        );
    }

    #[test]
    fn one_path_that_goes_back_is_enough() {
        check(
            "
  X7 = empty s6
  if f5 in X7 ? b2(s6) : b2(s0)
b2(s8):
  s9 = clear s8, f5
  yield s9, f5, d3
",
            &[6],
        );
    }
}
