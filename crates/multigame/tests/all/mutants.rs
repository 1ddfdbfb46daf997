//! Variations of the built-in games are played by the interpreter and by native code with a
//! random choice of its passes, through one or two of its doors: moves with their texts,
//! counts, evaluations, what chance picks, what a search asks. All must agree. Where they do
//! not, the game is made smaller and shown; what was found that way is kept in `generated/`.
//!
//! `GENERATED=1000 cargo test --release -p multigame mutants::` compares a thousand times as many;
//! `GENERATED_SEED` and `GENERATED_OFF` are those of `generated.rs`. Much of the time goes into
//! compiling well, which is not what is tested: `GENERATED_OFF=optimize` leaves that out.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]
#![allow(clippy::print_stdout, reason = "long runs tell how far they came")]

use crate::support::compare::{Compared, Plan, Visit, compare, compare_and, lacks_code};
use crate::support::compare_native::{Doors, drivers_differ};
use crate::support::judge::{Compare, Effort, Trial, by_code, n_games, switches, without};
use crate::support::mutate::variation;
use game::{Game, Rng, Setup, perft};
use interp::{Interp, Limits};
use native::Native;

/// A mutant is soon played enough: there are so many.
const LIMITS: Limits = Limits { steps: 20_000, depth: 300, results: 1_000 };
const EFFORT: Effort = Effort { positions: 1, turns: 4, limits: LIMITS };

/// With more moves than this, nobody counts what is two turns away.
const MOST_MOVES: u64 = 40;

/// The doors of native code that are tried for a seed: each takes code of its own, which
/// takes longest of all.
fn doors(seed: u64) -> Option<Doors> {
    let mut random = Rng::new(seed);
    let none = Doors { counts: [false; 2], random: false, worker: false };
    match random.below(8) {
        0 => Some(Doors { counts: [true, false], ..none }),
        1 => Some(Doors { counts: [false, true], ..none }),
        2 => Some(Doors { random: true, ..none }),
        3 => Some(Doors { worker: true, ..none }),
        4 if random.below(4) == 0 => Some(Doors::ALL),
        _ => None,
    }
}

/// Native code, and sometimes another of its doors; where there is no code, the program
/// after the passes, which then counts as nothing.
fn everything(seed: u64, off: Vec<String>) -> impl Compare {
    move |one: &Interp, others: &[Setup], plan: Plan| {
        if let Ok(native) = Native::new(one.clone(), &off)
            && let Some(compared) = compare_code(one, &native, others, plan, doors(seed))?
        {
            return Ok(Some(compared));
        }
        let compared = compare(one, &without(one.program(), &off)?, others, plan);
        compared.map(|_| None).map_err(|it| format!("after the passes, {it}"))
    }
}

/// What was compared with native code, if there was any.
fn compare_code(
    one: &Interp,
    native: &Native,
    others: &[Setup],
    plan: Plan,
    doors: Option<Doors>,
) -> Result<Option<Compared>, String> {
    let look = |visit: Visit<'_, Native>| drivers_differ(native, &visit, doors?);
    let compared = compare_and(one, native, others, plan, &look).map_err(|it| it.to_string())?;
    if let Some(Doors { counts: [_, true], .. }) = doors {
        compare_counts(one, native)?;
    }
    Ok(by_code(compared))
}

/// Compares how many positions are two turns away.
fn compare_counts(one: &Interp, native: &Native) -> Result<(), String> {
    let (start, there) = (one.start(), native.start());
    if perft(one, &start, &[], 1).is_ok_and(|moves| moves <= MOST_MOVES)
        && let Ok(expected) = perft(one, &start, &[], 2)
    {
        let counted = native.perft(&there, &[], 2, true);
        if !counted.as_ref().is_err_and(lacks_code) && counted.as_ref().ok() != Some(&expected) {
            return Err(format!("perft 2 is {expected}, by code {counted:?}"));
        }
    }
    Ok(())
}

#[test]
fn mutants_of_the_games_are_played_alike() {
    let names: Vec<&str> = games::names().collect();
    let text = |seed: u64| variation(&names, seed);
    let (n_games, switches) = (n_games(120), switches());
    let trial = Trial { n_games, effort: EFFORT, text, switches: &switches, maker: everything };
    let totals = trial.run();
    println!("mutants: {totals}");
    totals.check();
}
