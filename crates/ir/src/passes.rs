//! What is done to a program before code is made of it: passes that rewrite
//! walking and asking into work on sets of fields. Each keeps the meaning of
//! every entry: the same turn, the same numbers.
//!
//! A pass may assume nothing about what earlier ones did. Where its conditions
//! are not proved it leaves a node as it is, so leaving a pass out costs speed
//! and nothing else.

mod carry;
mod digs_to_sets;
mod each_to_sets;
mod effort;
mod footprints;
mod guards_into_sets;
mod inline_calls;
mod peel_recursion;
mod questions_to_sets;
pub(crate) mod rewrite;
mod rows;
mod set_algebra;
mod sources_to_targets;
mod split_choices;
mod split_sides;
mod sums_to_tables;
mod there_and_back;
mod touched;
mod tries_to_ifs;
mod walking;
mod walks_to_sets;

use crate::program::Program;
use crate::verify::verify;

use effort::Effort;

/// One pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// What it is called, for switching it off.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    run: Run,
}

/// How a pass is run.
#[derive(Clone, Copy, Debug)]
enum Run {
    /// The work that it has follows from the nodes of the program.
    Whole(fn(&mut Program)),
    /// It follows paths, of which there may be many more than nodes, and counts them itself.
    Counted(fn(&mut Program, &Effort<'_>)),
}

impl Pass {
    /// Does it, however much work it is.
    pub fn run(&self, program: &mut Program) {
        self.run_within(program, &Effort::new(u64::MAX, &|| true));
    }

    fn run_within(&self, program: &mut Program, effort: &Effort<'_>) {
        match self.run {
            Run::Whole(run) => run(program),
            Run::Counted(run) => run(program, effort),
        }
    }
}

/// All passes, in the order in which they are run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "split_sides",
        about: "one copy of every function for each player",
        run: Run::Whole(split_sides::run),
    },
    Pass {
        name: "sums_to_tables",
        about: "sums over pieces whose numbers depend on their fields alone, from tables",
        run: Run::Whole(sums_to_tables::run),
    },
    Pass {
        name: "inline_calls",
        about: "bodies of functions in the places of their calls",
        run: Run::Whole(inline_calls::run),
    },
    Pass {
        name: "tries_to_ifs",
        about: "decisions instead of tries and questions that only test",
        run: Run::Whole(tries_to_ifs::run),
    },
    Pass {
        name: "peel_recursion",
        about: "one round of a function that runs itself in the places of calls",
        run: Run::Whole(peel_recursion::run),
    },
    Pass {
        name: "digs_to_sets",
        about: "looks for a piece below others as sets of fields that have it",
        run: Run::Whole(digs_to_sets::run),
    },
    Pass {
        name: "questions_to_sets",
        about: "questions that only walk as questions about sets",
        run: Run::Counted(questions_to_sets::run),
    },
    Pass {
        name: "walks_to_sets",
        about: "stretches of walking as one choice of a field",
        run: Run::Counted(walks_to_sets::run),
    },
    Pass {
        name: "each_to_sets",
        about: "the same piece put on every field of a set at once",
        run: Run::Whole(each_to_sets::run),
    },
    Pass {
        name: "guards_into_sets",
        about: "choices that offer only what passes the tests after them",
        run: Run::Whole(guards_into_sets::run),
    },
    Pass {
        name: "sources_to_targets",
        about: "choices of where a piece goes instead of where it comes from",
        run: Run::Whole(sources_to_targets::run),
    },
    Pass {
        name: "there_and_back",
        about: "walks that come back to where they began, without walking",
        run: Run::Whole(there_and_back::run),
    },
    Pass {
        name: "footprints",
        about: "questions asked only after moves that can change the answer",
        run: Run::Whole(footprints::run),
    },
    Pass {
        name: "split_choices",
        about: "decisions that are known before a choice, made before it",
        run: Run::Whole(split_choices::run),
    },
    Pass { name: "rows", about: "rows of fields as sets of their own", run: Run::Whole(rows::run) },
];

/// How much work the passes may be for one program, in the units of `effort.rs`. A test shows how
/// little of it the built-in games need.
pub const MOST_WORK: u64 = 2_000_000;

/// The work that a pass has with a program, by its nodes. A pass goes through all functions,
/// and through one again after each change that it makes there, so a long function counts
/// for more than its share.
fn work(program: &Program) -> u64 {
    program.funcs.iter().map(|func| weight(rewrite::size(func) as u64)).sum()
}

/// The work that a pass has with a function of this many nodes.
fn weight(nodes: u64) -> u64 {
    nodes + nodes * nodes / 1_000
}

/// Runs all passes but those named in `off`, and returns how much work that was. A pass whose
/// work would go beyond [`MOST_WORK`] is left out, with those after it. What a pass does is
/// counted also while it runs: one that follows the paths through rules may meet more of them
/// than the program has nodes, and ends where there is no more work to spend.
///
/// A pass that makes a program which the verifier refuses has a bug. A debug
/// build looks after each pass and panics; otherwise the result of all is
/// looked at, and if it is wrong the program stays as it was, so that a bug of
/// a pass costs speed only.
pub fn optimize(program: &mut Program, off: &[String]) -> u64 {
    optimize_while(program, off, &|| true)
}

/// As [`optimize`], but before each pass somebody is asked whether to go on.
pub fn optimize_while(program: &mut Program, off: &[String], go_on: &dyn Fn() -> bool) -> u64 {
    let before = program.clone();
    let effort = Effort::new(MOST_WORK, go_on);
    for pass in PASSES.iter().filter(|pass| off.iter().all(|name| name != pass.name)) {
        if !effort.begins(work(program)) {
            break;
        }
        pass.run_within(program, &effort);
        debug_assert_eq!(verify(program), Ok(()), "after {}", pass.name);
    }
    if verify(program).is_err() {
        *program = before;
    }
    effort.spent()
}
