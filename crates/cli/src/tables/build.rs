//! Builds tables one after the other; each is a file as soon as it is there, so that a build
//! that was stopped goes on with the next.

use super::folder::{failure as bad_file, file_name, files, of_game, open};
use super::pace::Pace;
use super::words::{Row, table};
use crate::answer::{Done, exit_code, give, reason};
use crate::args::BuildTablesArgs;
use crate::engine::{self, Choice, Engine, Job};
use crate::files::{remove_leftovers, replace_bytes};
use crate::position::load_game;
use crate::report::Failure;
use crate::settings::usual_threads;
use crate::terminal::{self, Progress};
use crate::words::count;
use ::ranks::Team;
use ::tables::{Means, Problem, Rules, Step, Work, parse_material};
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::{self, Display};
use std::path::Path;

/// What was built.
#[derive(Serialize)]
struct Built {
    game: String,
    folder: String,
    /// Tables that were there already.
    there: usize,
    built: Vec<Row>,
    /// Tables of other rules that were there.
    of_other_rules: usize,
    /// Whether positions that have occurred do more than make draws, which tables do not know.
    without_past: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl Display for Built {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.built.is_empty() {
            f.write_str(&table(&self.built))?;
        }
        let (n, folder) = (count(self.built.len() as u64, "table"), &self.folder);
        match self.there {
            n_there if self.built.is_empty() && self.reason.is_some() => {
                writeln!(f, "nothing was built: {} in {folder}", there(n_there))
            }
            n_there if self.built.is_empty() => {
                writeln!(f, "nothing to build: {} in {folder}", there(n_there))
            }
            0 => writeln!(f, "{n} in {folder}"),
            n_there => writeln!(f, "{n} in {folder}, {} before", there(n_there)),
        }?;
        if self.of_other_rules > 0 {
            let others = there(self.of_other_rules);
            writeln!(f, "note: {others} of other rules; those of the same classes are replaced")?;
        }
        match self.without_past {
            true => writeln!(
                f,
                "note: rules on repetition are left out; play that never ends is a draw"
            ),
            false => Ok(()),
        }
    }
}

fn there(n: usize) -> String {
    format!("{} there", count(n as u64, "table"))
}

pub(super) fn run(args: &BuildTablesArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    let game = load_game(&args.game.game, &args.game.without)?.game;
    let rules = super::rules(&game);
    let without_past = !game.program().past_only_draws();
    let team = RefCell::new(team);
    engine::run(game, &Choice::of(args.backend), &Builds { args, rules, without_past, team })
}

struct Builds<'a, 'l> {
    args: &'a BuildTablesArgs,
    rules: Rules,
    without_past: bool,
    team: RefCell<&'a mut Team<'l>>,
}

impl Job for Builds<'_, '_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let (args, facts) = (self.args, game.facts());
        let team = &mut **self.team.borrow_mut();
        let mut work = Work::new(&game, self.rules.clone()).map_err(failure)?;
        let mut wanted = Vec::new();
        for class in &args.class {
            let class = parse_material(facts, class);
            wanted.push(class.map_err(|why| Failure::new(why).at("--class"))?);
        }
        if let Some(men) = args.men {
            wanted.extend(work.with_men(men).map_err(failure)?);
        }
        if args.all {
            wanted.push(work.start());
        }
        work.want(wanted).map_err(failure)?;
        let folder = of_game(&args.game.tables, facts);
        let found = files(work.tables().0, &folder)?;
        let there = found.files.into_iter().map(|(file, _)| file).collect();
        let there = match team.size() {
            1 => work.adopt(there),
            // Of tables that are there no rank has more in memory than it asks for.
            _ => work.adopt_unread(there),
        };
        let there = there.map_err(failure)?;
        compare(team, &work)?;
        let Done { done: built, stopped } = self.build(&mut work, &folder, team)?;
        let answer = Built {
            game: facts.name.clone(),
            folder: folder.display().to_string(),
            there,
            built,
            of_other_rules: found.others.len(),
            without_past: self.without_past,
            reason: reason(stopped),
        };
        give(&answer, args.game.json)?;
        exit_code(stopped)
    }
}

/// All ranks have to find the same tables, so that they build the same.
fn compare<G: Engine>(team: &mut Team<'_>, work: &Work<'_, G>) -> Result<(), Failure> {
    let names: Vec<String> = work.jobs().into_iter().map(|job| job.name).collect();
    let all = team.all_gather(names.join("\n").as_bytes())?;
    match all.iter().all(|other| *other == all[0]) {
        true => Ok(()),
        false => Err(Failure::new("ranks do not find the same tables")
            .hint("`--tables` has to name a folder that all hosts share")),
    }
}

impl Builds<'_, '_> {
    /// Builds all that is missing; what was built.
    fn build<G: Engine>(
        &self,
        work: &mut Work<'_, G>,
        folder: &Path,
        team: &mut Team<'_>,
    ) -> Result<Done<Vec<Row>>, Failure> {
        let threads = self.args.threads.unwrap_or_else(usual_threads);
        let means = Means { threads, memory: self.args.memory as u64 };
        let (mut progress, mut pace, mut rows) = (Progress::new(), Pace::default(), Vec::new());
        terminal::wait_for_interrupt();
        make_folder(folder)?;
        loop {
            let jobs = work.jobs();
            let Some(job) = jobs.first() else { break };
            let (name, n_jobs) = (job.name.clone(), jobs.len());
            pace.begin(job.positions, jobs.iter().map(|job| job.positions).sum());
            let watch = &mut |step: Step| {
                progress.show(|passed| shown(&name, n_jobs, step, pace.left(step, passed)));
                !terminal::interrupted()
            };
            let next = match team.size() {
                1 => work.build_next(means, watch),
                _ => work.build_next_together(team, means, watch),
            };
            match next {
                Ok(Some(::tables::Progress::Built(built))) => {
                    pace.finish();
                    keep(work, team, &folder.join(file_name(&built.job.name)), &built.file)?;
                    let bytes = built.file.len() as u64;
                    let (job, statistics) = (&built.job, &built.statistics);
                    rows.push(Row::new(&job.name, job.positions, bytes, statistics));
                }
                // Tables that have to be built again are shown once.
                Ok(Some(::tables::Progress::Replanned)) => {
                    let has = |row: &Row| !work.jobs().iter().any(|job| job.name == row.class);
                    rows.retain(has);
                }
                Ok(None) => break,
                Err(Problem::Stopped) => {
                    progress.clear();
                    return Ok(Done { done: rows, stopped: true });
                }
                Err(why) => return Err(failure(why)),
            }
        }
        progress.clear();
        Ok(Done { done: rows, stopped: false })
    }
}

/// Writes the file of a table that was built. If ranks built it together the first one has it,
/// and all read it from then on.
fn keep<G: Engine>(
    work: &mut Work<'_, G>,
    team: &mut Team<'_>,
    path: &Path,
    file: &[u8],
) -> Result<(), Failure> {
    if team.is_first() {
        remove_leftovers(path);
        replace_bytes(path, file)?;
    }
    if team.size() > 1 {
        team.barrier()?;
        let opened = open(work.tables().0, path)?.map_err(|why| bad_file(&why, path))?;
        work.take(opened.0);
    }
    Ok(())
}

/// What is under way, and how long all of it will take.
fn shown(name: &str, jobs: usize, step: Step, left: Option<String>) -> String {
    let what = match step.stage {
        0 => "positions looked at",
        1 => "moves reversed",
        3 => "positions looked at again, without room for moves",
        _ => "positions decided",
    };
    let name: String = name.chars().take(30).collect();
    let left = left.map(|left| format!(", {left}")).unwrap_or_default();
    format!("{name}: {} of {} {what}; {jobs} to build{left}", step.done, step.of)
}

#[allow(clippy::disallowed_methods, reason = "this is the edge: folders are made here")]
fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|why| {
        Failure::new(format!("the folder `{}` cannot be made: {why}", folder.display()))
    })
}

/// Why nothing is built, and what helps.
fn failure(why: Problem) -> Failure {
    match why {
        Problem::Unfit(why) => Failure::new(why)
            .hint("tables are for two players who see everything, and say who wins, or by how many points"),
        Problem::TooMany => Failure::new("there are too many men or classes for tables")
            .hint("`--men` or `--class` asks for fewer"),
        Problem::Memory(name, bytes) => {
            let needed = bytes.div_ceil(1 << 20);
            Failure::new(format!("the table of `{name}` needs about {needed}M of memory"))
                .hint("`--memory` gives it more")
        }
        Problem::Damaged(name, why) => {
            Failure::new(format!("the table of `{name}` is damaged: {why}"))
                .hint("delete it and build it again")
        }
        Problem::Stopped => Failure::interrupted(),
        Problem::Lost(lost) => Failure::from(lost),
    }
}
