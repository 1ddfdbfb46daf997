//! A study on several ranks: games are handed out by their numbers, and are written down in
//! their order. What was searched does not depend on the number of ranks; only times do, where ranks
//! share a processor.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: other ranks are heard now and then"
)]

use super::super::answer::Done;
use super::super::args::StudyArgs;
use super::super::engine::Engine;
use super::super::position::Table;
use super::super::report::Failure;
use super::games::{self, Played};
use super::gathering::{Gathering, read, written};
use super::plan::Case;
use super::{begin, save};
use ::ranks::{Farmed, Team, farm_with};
use game::crew;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a rank that plays listens to others.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Plays all games on all ranks. Only the first rank gets games.
pub(super) fn play<G: Engine>(
    args: &StudyArgs,
    table: &Table<G>,
    cases: &[Case],
    mut gathering: Gathering,
    team: &mut Team<'_>,
) -> Result<Done<Gathering>, Failure> {
    begin(table)?;
    let jobs = gathering.jobs.clone();
    let missing = gathering.missing();
    let (mut failed_here, mut failed_to_save) = (None, None);
    let farmed = farm_with(
        team,
        missing,
        |number, is_wanted| {
            let (case, n) = jobs[number as usize];
            match played(args, table, &cases[case], n, is_wanted) {
                Ok(Some(played)) => written(&played),
                Ok(None) => Vec::new(),
                Err(why) => {
                    failed_here = Some(why);
                    Vec::new()
                }
            }
        },
        |number, bytes| match read(&bytes) {
            // Whoever was stopped or has failed says nothing.
            None => ControlFlow::Break(()),
            Some(played) => {
                let saved = match gathering.hear_new(number, played) {
                    Ok(true) => save(&args.output, &gathering.with_games(), table),
                    heard => heard.map(drop),
                };
                failed_to_save = saved.err();
                match failed_to_save {
                    None => ControlFlow::Continue(()),
                    Some(_) => ControlFlow::Break(()),
                }
            }
        },
    );
    if let Some(why) = failed_here.or(failed_to_save) {
        return Err(why);
    }
    // Whoever was stopped says nothing of a game, which is enough for the first rank.
    let stopped = farmed? == Farmed::Enough;
    // If a rank has failed, the others hear of it here.
    team.barrier()?;
    Ok(Done { done: gathering, stopped })
}

/// Plays a game beside this thread, which listens to other ranks meanwhile.
fn played<G: Engine>(
    args: &StudyArgs,
    table: &Table<G>,
    case: &Case,
    n: u32,
    is_wanted: &mut dyn FnMut() -> bool,
) -> Result<Option<Played>, Failure> {
    let wanted = &AtomicBool::new(true);
    std::thread::scope(|scope| {
        let bounds = games::Bounds::of(args, n);
        let look = |_: &games::Now| match wanted.load(Ordering::Relaxed) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let play = move || games::play(&table.game, &table.line, case, bounds, look);
        let playing = crew::spawn(scope, play).map_err(|why| Failure::no_thread(&why))?;
        while !playing.is_finished() {
            if !is_wanted() {
                wanted.store(false, Ordering::Relaxed);
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        let broken = || Failure::bug("a game of the study stopped where it should not");
        playing.join().map_err(|_| broken())?
    })
}
