//! Lets a book grow for some time, and writes it again and again, so that little is lost whatever
//! happens.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the time is measured here")]

use super::{Opened, Summary};
use crate::answer::{Done, exit_code, give, reason};
use crate::args::BuildBookArgs;
use crate::engine::{Engine, Job};
use crate::files::{check_new, replace_bytes};
use crate::position::Table;
use crate::report::Failure;
use crate::settings::usual_threads;
use crate::terminal::{self, Progress};
use crate::watch::stoppable;
use crate::words::count;
use ::book::{Book, Effort, Go, Grown, Problem, Watch, grow};
use search::{Limits, Stopper};
use serde::Serialize;
use std::fmt::{self, Display};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a book grows if nobody says so.
const USUAL_TIME: Duration = Duration::from_secs(60);
/// After so long it is written to its file.
const SAVED_AFTER: Duration = Duration::from_secs(20);

/// What a book has become.
#[derive(Serialize)]
struct Built {
    #[serde(flatten)]
    summary: Summary,
    /// What was done now.
    expanded_now: u64,
    searched_now: u64,
    nodes: u64,
    /// Whether there is nothing left to search.
    done: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl Display for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expanded, nodes) = (self.expanded_now, count(self.nodes, "node"));
        let searched = count(self.searched_now, "position");
        writeln!(f, "searched {searched} in {nodes}: all moves of {expanded}")?;
        write!(f, "{}", self.summary)?;
        match self.done {
            true => writeln!(f, "note: nothing is left to search; all that follows is decided"),
            false => Ok(()),
        }
    }
}

pub(super) fn run(args: &BuildBookArgs) -> Result<u8, Failure> {
    terminal::wait_at_most(args.time, 1);
    let asked: Vec<&str> = args.evaluation.as_deref().into_iter().collect();
    args.position.search(&asked, &Builds { args })
}

struct Builds<'a> {
    args: &'a BuildBookArgs,
}

impl Job for Builds<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let args = self.args;
        let table = Table::new(game, &args.position)?;
        let mut opened = Opened::or_empty(&table.game, &args.file)?;
        check_new(&opened.path, true)?;
        let Done { done: grown, stopped } = self.grow(&table, &mut opened)?;
        let answer = Built {
            summary: Summary::new(&opened),
            expanded_now: grown.expanded,
            searched_now: grown.searched,
            nodes: grown.nodes,
            done: grown.is_done,
            reason: reason(stopped),
        };
        give(&answer, args.file.json)?;
        exit_code(stopped)
    }
}

impl Builds<'_> {
    fn effort<G: Engine>(&self, game: &G, stopper: &Stopper) -> Result<Effort, Failure> {
        let args = self.args;
        let mut search = args.search.clone();
        search.evaluation.clone_from(&args.evaluation);
        let settings = search.settings_of(game, 1)?;
        Ok(Effort {
            threads: args.threads.unwrap_or_else(usual_threads),
            settings: search::Settings { threads: 1, ..settings },
            limits: Limits { nodes: Some(args.each), ..Limits::default() },
            nodes: args.nodes,
            positions: args.positions,
            stopper: stopper.clone(),
        })
    }

    /// Lets the book grow until a limit is reached; what was done.
    fn grow<G: Engine>(
        &self,
        table: &Table<G>,
        opened: &mut Opened,
    ) -> Result<Done<Grown>, Failure> {
        let (args, game) = (self.args, &table.game);
        let is_limited = args.nodes.is_some() || args.positions.is_some();
        let time = args.time.or_else(|| (!is_limited).then_some(USUAL_TIME));
        let began = Instant::now();
        let is_late = || time.is_some_and(|time| terminal::left_of(time).is_zero());
        let stopper = Stopper::default();
        let effort = self.effort(game, &stopper)?;
        let Opened { path, book, keys, .. } = opened;
        let mut saves = Saves { path, last: began, progress: Progress::new(), failure: None };
        // The time may be over in the middle of a search.
        let stop_if_late = || {
            if is_late() {
                stopper.stop();
            }
        };
        let root = table.line.position();
        let grown =
            stoppable(&stopper, stop_if_late, || grow(game, keys, book, root, &effort, &mut saves));
        saves.progress.clear();
        if let Some(failure) = saves.failure {
            return Err(failure);
        }
        let grown = grown.map_err(failure)?;
        opened.save()?;
        Ok(Done { done: grown, stopped: terminal::interrupted() })
    }
}

/// Shows how far a book is, and writes it now and then.
struct Saves<'a> {
    path: &'a Path,
    last: Instant,
    progress: Progress,
    /// Why it could not be written.
    failure: Option<Failure>,
}

impl Watch for Saves<'_> {
    fn look(&mut self, grown: &Grown) -> Go {
        let Grown { expanded, nodes, .. } = *grown;
        self.progress
            .show(|_| format!("all moves of {}, {nodes} nodes", count(expanded, "position")));
        match () {
            _ if self.failure.is_some() => Go::Stop,
            _ if self.last.elapsed() >= SAVED_AFTER => Go::Save,
            _ => Go::On,
        }
    }

    fn save(&mut self, book: &Book) {
        self.failure = replace_bytes(self.path, &book.write()).err();
        self.last = Instant::now();
    }
}

fn failure(problem: Problem) -> Failure {
    match problem {
        Problem::Rules(error) => (*error).into(),
        Problem::Settings(error) => error.into(),
    }
}
