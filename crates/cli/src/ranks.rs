//! The command as one of many: finds out whether an MPI launcher started it, joins the
//! others, and sees to it that all end together.
//!
//! All ranks run the same command. The first one speaks: others print nothing, and what goes
//! wrong at one of them is reported by the first. Commands that do not know ranks are
//! run by the first one only, and MPI is not even started.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: the environment is read and processes end here"
)]

mod agree;
pub(crate) mod folder;
pub(crate) mod journal;
mod shares;
mod timed;

pub(super) use agree::{number_of, rules_number};
pub(super) use shares::{Shares, note_shares};

use super::args::{Command, TablesCommand};
use super::report::{Failure, INTERRUPTED};
use super::terminal;
use ::ranks::{Alarm, Ended, Failed, Lost, Team};
use mpi::{Launch, MpiError, World};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timed::{Spent, Timed, note_times};

/// How long others may take to hear that a rank has failed, or to leave after a signal.
/// Launchers and schedulers have less patience than a user who waits for a message.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a job of [`Engine`](super::engine::Engine) is given beside its arguments.
pub(super) struct Together<'a, 'l, A> {
    pub(super) args: &'a A,
    pub(super) team: RefCell<&'a mut Team<'l>>,
}

impl<'a, 'l, A> Together<'a, 'l, A> {
    pub(super) fn new(args: &'a A, team: &'a mut Team<'l>) -> Together<'a, 'l, A> {
        Together { args, team: RefCell::new(team) }
    }
}

impl From<MpiError> for Failure {
    fn from(error: MpiError) -> Failure {
        Failure::new(error.message).hint(error.hint)
    }
}

impl From<Lost> for Failure {
    fn from(lost: Lost) -> Failure {
        Failure::new(lost.to_string()).hint(how_to_go_on())
    }
}

fn launch() -> Option<Launch> {
    Launch::of(|name| std::env::var(name).ok())
}

/// Whether a launcher started this process as one of many, each of which has its processor.
pub(super) fn is_one_of_many() -> bool {
    launch().is_some()
}

/// Keeps all ranks but the first from printing, before anything is printed.
pub(super) fn silence() {
    if let Some(launch) = launch()
        && launch.rank != 0
    {
        terminal::be_silent();
    }
}

/// Whether a command shares its work out to ranks.
fn knows_ranks(command: &Command) -> bool {
    if let Command::Tables(args) = command {
        return matches!(args.command, TablesCommand::Build(_));
    }
    matches!(
        command,
        Command::Perft(_)
            | Command::Solve(_)
            | Command::Analyze(_)
            | Command::Infoset(_)
            | Command::Match(_)
            | Command::Ugi(_)
            | Command::Uci(_)
            | Command::Learn(_)
            | Command::Tune(_)
            | Command::Study(_)
    )
}

/// Runs a command with all ranks that there are.
pub(super) fn run(
    command: &Command,
    work: impl FnOnce(&mut Team<'_>) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let joined = match launch() {
        Some(launch) if knows_ranks(command) => {
            World::join(&launch).map_err(|why| alone_in_trouble(&launch, why))?
        }
        Some(launch) if launch.rank != 0 => return Ok(0),
        _ => None,
    };
    // Not before: it starts a thread, and libraries below MPI write over the code of functions of
    // C that look after memory while MPI starts, which a thread that starts calls.
    terminal::catch_interrupt();
    match joined {
        Some(world) => Ok(together(world, command, work)),
        None => work(&mut Team::alone()),
    }
}

/// MPI cannot be used, so that ranks cannot agree on who says so. Often it is the same
/// everywhere: the first one reports it and ends, and many launchers end the others then. After a
/// while another host may have a reason of its own, which one of its ranks reports.
fn alone_in_trouble(launch: &Launch, why: MpiError) -> Failure {
    if launch.rank != 0 {
        std::thread::sleep(PATIENCE);
        if launch.rank_on_host.is_none_or(|rank| rank == 0) {
            terminal::be_silent_no_more();
        }
    }
    Failure::from(why).at(&format!("rank {}", launch.rank))
}

/// Works as one of several ranks, and ends with them; gives the exit code.
fn together(
    mut world: World,
    command: &Command,
    work: impl FnOnce(&mut Team<'_>) -> Result<u8, Failure>,
) -> u8 {
    let mut hosts = Vec::new();
    let mut alarm = Alarm::new(&mut world, terminal::interrupts());
    let result = {
        let spent = Arc::new(Spent::default());
        let mut team = Team::new(Box::new(Timed::new(&mut alarm, spent.clone())));
        agree::all(&mut team, command).and_then(|known| {
            hosts = known;
            if has_checkpoint() {
                terminal::note(&format!("if a rank dies, {AGAIN_FROM_CHECKPOINT}"));
            }
            let (began, before) = (Instant::now(), spent.so_far());
            let code = work(&mut team)?;
            note_times(&mut team, began, spent.since(before));
            Ok(code)
        })
    };
    // It is told before others are waited for: they may never answer.
    let is_own = !alarm.is_broken();
    let own = result.as_ref().err().filter(|_| is_own).map(|failure| {
        failure.print();
        if failure.exit_code() == INTERRUPTED {
            terminal::note(&how_to_go_on());
        }
        failure.to_string()
    });
    let mine = result
        .as_ref()
        .err()
        .map(|failure| Failed { code: failure.exit_code(), why: own.clone().unwrap_or_default() });
    let code = result.as_ref().map_or_else(Failure::exit_code, |code| *code);
    let ended = alarm.end(mine, patience());
    let is_in_order = matches!(ended, Ok(Ended { all: true, .. }));
    let code = match ended {
        Ok(Ended { all, failed }) => {
            let code = failed.values().find(|how| !how.why.is_empty()).map_or(code, |how| how.code);
            report(&hosts, &failed.into_iter().collect::<Vec<_>>(), own.as_deref());
            if !all {
                world.abort(code);
            }
            code
        }
        Err(why) => {
            Failure::from(why).print();
            code.max(1)
        }
    };
    leave(&mut world, code, is_in_order)
}

/// Reports what went wrong at other ranks, unless the same went wrong here.
fn report(hosts: &[String], failed: &[(usize, Failed)], own: Option<&str>) {
    let mut told: Vec<&str> = own.into_iter().collect();
    for (rank, how) in failed.iter().filter(|(_, how)| !how.why.is_empty()) {
        if !told.contains(&how.why.as_str()) {
            let host = hosts.get(*rank).map_or(String::new(), |host| format!(" on {host}"));
            terminal::complain(&format!("rank {rank}{host}: {}", how.why));
            terminal::note(&how_to_go_on());
            told.push(&how.why);
        }
    }
}

/// Nobody may be left to say this when a rank dies: MPI ends the others, too.
const AGAIN_FROM_CHECKPOINT: &str = "start the same command again, on as many ranks as you like: \
                                     it goes on from its checkpoint";

fn has_checkpoint() -> bool {
    let is_it = |word: std::ffi::OsString| {
        word.to_str()
            .is_some_and(|word| word == "--checkpoint" || word.starts_with("--checkpoint="))
    };
    std::env::args_os().any(is_it)
}

/// What to do after a job that did not get to its end.
fn how_to_go_on() -> String {
    let again = match has_checkpoint() {
        true => AGAIN_FROM_CHECKPOINT,
        false => "start the same command again",
    };
    format!("{again}. If a rank has died, the launcher says which")
}

/// Ends MPI. Where another rank has died, nobody waits for it.
fn leave(world: &mut World, code: u8, is_in_order: bool) -> u8 {
    let mut is_patient = patience();
    let is_ended = match is_in_order && code <= 1 {
        true => world.finish(|| true),
        false => world.finish(&mut is_patient),
    };
    match is_ended {
        Ok(true) => code,
        // MPI would wait for others even now.
        _ => std::process::exit(i32::from(code.max(1))),
    }
}

/// Whether to go on waiting for others.
fn patience() -> impl FnMut() -> bool {
    let began = Instant::now();
    move || began.elapsed() < PATIENCE
}
