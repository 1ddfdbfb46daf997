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

/// One pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// What it is called, for switching it off.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Does it.
    pub run: fn(&mut Program),
}

/// All passes, in the order in which they are run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "split_sides",
        about: "one copy of every function for each player",
        run: split_sides::run,
    },
    Pass {
        name: "sums_to_tables",
        about: "sums over pieces whose numbers depend on their fields alone, from tables",
        run: sums_to_tables::run,
    },
    Pass {
        name: "inline_calls",
        about: "bodies of functions in the places of their calls",
        run: inline_calls::run,
    },
    Pass {
        name: "tries_to_ifs",
        about: "decisions instead of tries and questions that only test",
        run: tries_to_ifs::run,
    },
    Pass {
        name: "peel_recursion",
        about: "one round of a function that runs itself in the places of calls",
        run: peel_recursion::run,
    },
    Pass {
        name: "digs_to_sets",
        about: "looks for a piece below others as sets of fields that have it",
        run: digs_to_sets::run,
    },
    Pass {
        name: "questions_to_sets",
        about: "questions that only walk as questions about sets",
        run: questions_to_sets::run,
    },
    Pass {
        name: "walks_to_sets",
        about: "stretches of walking as one choice of a field",
        run: walks_to_sets::run,
    },
    Pass {
        name: "each_to_sets",
        about: "the same piece put on every field of a set at once",
        run: each_to_sets::run,
    },
    Pass {
        name: "guards_into_sets",
        about: "choices that offer only what passes the tests after them",
        run: guards_into_sets::run,
    },
    Pass {
        name: "sources_to_targets",
        about: "choices of where a piece goes instead of where it comes from",
        run: sources_to_targets::run,
    },
    Pass {
        name: "there_and_back",
        about: "walks that come back to where they began, without walking",
        run: there_and_back::run,
    },
    Pass {
        name: "footprints",
        about: "questions asked only after moves that can change the answer",
        run: footprints::run,
    },
    Pass {
        name: "split_choices",
        about: "decisions that are known before a choice, made before it",
        run: split_choices::run,
    },
    Pass { name: "rows", about: "rows of fields as sets of their own", run: rows::run },
];

/// How much work the passes may be for one program, in the units of `work`. The built-in
/// games need a tenth of it at most; a test looks.
pub const MOST_WORK: u64 = 1_000_000;

/// The work that a pass has with a program, by its nodes. A pass goes through all functions,
/// and through one again after each change that it makes there, so a long function counts
/// for more than its share.
fn work(program: &Program) -> u64 {
    let weight = |nodes: u64| nodes + nodes * nodes / 1_000;
    program.funcs.iter().map(|func| weight(rewrite::size(func) as u64)).sum()
}

/// Runs all passes but those named in `off`, and returns how much work that was. The work is
/// counted, not timed, so that the same rules always become the same program; passes that
/// would take it beyond [`MOST_WORK`] are left out.
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
    let mut spent = 0;
    for pass in PASSES.iter().filter(|pass| off.iter().all(|name| name != pass.name)) {
        let more = work(program);
        if spent + more > MOST_WORK || !go_on() {
            break;
        }
        spent += more;
        (pass.run)(program);
        debug_assert_eq!(verify(program), Ok(()), "after {}", pass.name);
    }
    if verify(program).is_err() {
        *program = before;
    }
    spent
}
