//! `multigame study`: the experiment of the Othello paper (Johnson and Handlman), for
//! every game of two players.
//!
//! ```text
//! plan (cases) ─▶ games (turns measured) ─▶ table, CSV ─▶ charts
//! ```
//!
//! Each file is replaced at once after each game, so that whatever ends the study
//! leaves whole files.

mod charts;
mod games;
mod gathering;
mod plan;
mod shared;
mod table;

use super::answer::{Done, exit_code, give, reason};
use super::args::StudyArgs;
use super::computer::warm_up;
use super::engine::{Engine, Job};
use super::files::{refuse_standard_output, replace};
use super::position::{Table, note_hidden};
use super::ranks::Together;
use super::ranks::journal::JournalFile;
use super::report::Failure;
use super::terminal::{self, Progress};
use ::ranks::Team;
use game::Turn;
use gathering::Gathering;
use plan::Case;
pub(super) use plan::{Depths, Preset};
use serde::Serialize;
use std::fmt::{self, Display};
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;
use table::{Averages, Row};

/// What a study measured; each game and each turn is in its files.
#[derive(Serialize)]
struct Studied {
    game: String,
    position: String,
    seed: u64,
    folder: String,
    rows: Vec<Averages>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl Display for Studied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}data and charts are in {}", table::text(&self.rows), self.folder)
    }
}

pub(super) fn run(args: &StudyArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    let asked: Vec<&str> = args.evaluation.as_deref().into_iter().collect();
    args.position.measure(&asked, &Together::new(args, team))
}

impl Job for Together<'_, '_, StudyArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        self.args.study(game, &mut self.team.borrow_mut())
    }
}

impl StudyArgs {
    /// Plays all games on all ranks; the first one writes what they were like.
    fn study<G: Engine>(&self, game: G, team: &mut Team<'_>) -> Result<u8, Failure> {
        let (cases, left_out) = plan::cases(self, game.facts())?;
        let table = Table::new(game, &self.position)?;
        if let Turn::Over(_) = table.line.turn(&table.game)? {
            return Err(Failure::new("the game is over in this position"));
        }
        let gathering = self.gathering(&cases, team)?;
        note_hidden(table.game.facts());
        for why in left_out {
            terminal::complain(&why);
        }
        if let Some(note) = plan::note(self, table.game.facts()) {
            terminal::note(&note);
        }
        let Done { done: gathered, stopped } = match team.size() {
            1 => play(self, &table, &cases, gathering)?,
            _ => shared::play(self, &table, &cases, gathering, team)?,
        };
        if !team.is_first() {
            return exit_code(stopped);
        }
        let rows = gathered.with_games();
        if rows.is_empty() {
            let folder = self.output.display();
            terminal::complain(&match gathered.n_waiting() {
                0 => format!("no game was finished: nothing was written to {folder}"),
                n => format!(
                    "the first game was not finished: nothing was written to {folder} (later \
                     games that were finished, of which there are {n}, are kept by `--checkpoint` \
                     alone)"
                ),
            });
            return Err(Failure::interrupted());
        }
        // Games that a journal knows may not be in the files yet.
        save(&self.output, &rows, &table)?;
        let facts = table.game.facts();
        for (name, text) in charts::all(&facts.name, &rows) {
            replace(&self.output.join(name), &text)?;
        }
        let answer = Studied {
            game: facts.name.clone(),
            position: table.position_text(),
            seed: self.seed,
            folder: self.output.display().to_string(),
            rows: table::averages(&rows, facts),
            reason: reason(stopped),
        };
        give(&answer, self.json)?;
        exit_code(stopped)
    }
}

impl StudyArgs {
    /// The games to play, of which a journal may know some; at the first rank the folder is
    /// ready for them.
    fn gathering(&self, cases: &[Case], team: &Team<'_>) -> Result<Gathering, Failure> {
        if !team.is_first() {
            return Ok(Gathering::new(self, cases, None));
        }
        // What the same study wrote before it was stopped is written again.
        let goes_on = self.checkpoint.as_deref().is_some_and(JournalFile::is_in);
        open(&self.output, self.force || goes_on)?;
        let journal = self.position.journal(self.checkpoint.as_deref(), team)?.flatten();
        remove_charts(&self.output)?;
        Ok(Gathering::new(self, cases, journal))
    }
}

/// Makes the folder, or refuses one with something in it.
#[allow(clippy::disallowed_methods, reason = "this is the edge: folders are made here")]
fn open(folder: &Path, force: bool) -> Result<(), Failure> {
    refuse_standard_output(folder)?;
    let shown = folder.display();
    let cannot = |why| Failure::new(format!("the folder `{shown}` cannot be used: {why}"));
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::new(format!("`{shown}` is not a folder")).hint("choose another name"));
    }
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let is_empty = std::fs::read_dir(folder).map_err(cannot)?.next().is_none();
    match is_empty || force {
        true => Ok(()),
        false => Err(Failure::new(format!("there is something in the folder `{shown}`"))
            .hint("`--force` replaces the files of an earlier study in it")),
    }
}

/// What an earlier study has drawn says nothing of this one.
#[allow(clippy::disallowed_methods, reason = "this is the edge: files are removed here")]
fn remove_charts(folder: &Path) -> Result<(), Failure> {
    for chart in charts::NAMES {
        match std::fs::remove_file(folder.join(chart)) {
            Err(why) if why.kind() != ErrorKind::NotFound => {
                let shown = folder.display();
                return Err(Failure::new(format!("the folder `{shown}` cannot be used: {why}")));
            }
            _ => {}
        }
    }
    Ok(())
}

/// What is done before the first game: the first turn should not be slower than others.
fn begin<G: Engine>(table: &Table<G>) -> Result<(), Failure> {
    terminal::wait_for_interrupt();
    let settings = search::Settings::new(table.game.facts());
    warm_up(&search::Search::new(&table.game, settings)?, &table.line);
    Ok(())
}

/// Plays all games.
fn play<G: Engine>(
    args: &StudyArgs,
    table: &Table<G>,
    cases: &[Case],
    mut gathering: Gathering,
) -> Result<Done<Gathering>, Failure> {
    begin(table)?;
    let mut progress = Progress::new();
    for number in gathering.missing() {
        let (i, n) = gathering.jobs[number as usize];
        let case = &cases[i];
        let show = |now: &games::Now| {
            progress.show(|time| {
                let (way, depth, against) = (case.way(), case.depth, case.opponent());
                let turns = now.turns.load(Ordering::Relaxed);
                format!(
                    "{} of {}: {way}, depth {depth}, against {against}, {turns} turns; {:.0} s; \
                     Ctrl-C stops",
                    i + 1,
                    cases.len(),
                    time.as_secs_f64()
                )
            });
            ControlFlow::Continue(())
        };
        let bounds = games::Bounds::of(args, n);
        let played = games::play(&table.game, &table.line, case, bounds, show);
        progress.clear();
        let Some(played) = played? else {
            return Ok(Done { done: gathering, stopped: true });
        };
        gathering.hear_new(number, played)?;
        save(&args.output, &gathering.with_games(), table)?;
    }
    Ok(Done { done: gathering, stopped: false })
}

fn save<G: Engine>(folder: &Path, rows: &[Row], table: &Table<G>) -> Result<(), Failure> {
    let facts = table.game.facts();
    replace(&folder.join("turns.csv"), &table::turns_csv(rows, facts))?;
    replace(&folder.join("games.csv"), &table::games_csv(rows, facts))
}
