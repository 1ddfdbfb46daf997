//! `multigame combine`: looks for a win by threats, and explains it in words, as JSON
//! and as boards.
//!
//! ```text
//! find ─▶ Speaker (what is threatened, destroyed, left) ─▶ words, answer, board
//! ```

mod answer;
mod board;
mod probe;

use super::answer::{self as answers, Over, Place, give};
use super::args::CombineArgs;
use super::engine::{Engine, Job};
use super::files::Drawing;
use super::position::Table;
use super::report::Failure;
use super::terminal::{self, Progress};
use super::words::count;
use ::combine::speaker::Speaker;
use ::combine::{Report, find};
use answer::Combined;
use game::{Facts, Line};
use insight::Reader;
use serde::Serialize;

pub(super) use probe::{Probe, Probed, Threats};

/// The exit code if no win was found.
const NONE: u8 = 1;

/// What is added if the game is over.
#[derive(Serialize)]
struct NotFound {
    found: bool,
}

pub(super) fn run(args: &CombineArgs) -> Result<u8, Failure> {
    terminal::wait_at_most(args.time, 1);
    args.position.look(args)
}

impl Job for CombineArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.position)?;
        refuse(table.game.facts())?;
        let reader = reader(&table.game)?;
        let drawing = Drawing::new(self.svg.as_deref(), self.json, self.force)?;
        if let Some(outcome) = table.line.outcome(&table.game)? {
            let place = Place::new(&table, Some(outcome));
            give(&Over { place, more: NotFound { found: false } }, self.json)?;
            return Ok(NONE);
        }
        terminal::wait_for_interrupt();
        let report = search(self, &table.game, &reader, &table.line)?;
        let reason = reason(self, &report, terminal::interrupted());
        let code = show(self, &table, &report, reason, &drawing)?;
        match report.combination.is_none() && terminal::interrupted() {
            true => Err(Failure::interrupted()),
            false => Ok(code),
        }
    }
}

/// What reads the rules of a game for two players, as if they saw everything.
fn reader<G: Engine>(game: &G) -> Result<Reader<'_, G>, Failure> {
    refuse_puzzle(game.facts())?;
    let unread = || Failure::new("the rules of this game cannot be read for ways to win");
    game.reader().ok_or_else(unread)
}

/// Refuses games in which nobody can be threatened, or not for certain.
pub(super) fn refuse(facts: &Facts) -> Result<(), Failure> {
    if facts.hidden {
        let failure = Failure::new("the players of this game do not see everything");
        return Err(failure.hint("combinations are for games that show everything"));
    }
    refuse_puzzle(facts)
}

fn refuse_puzzle(facts: &Facts) -> Result<(), Failure> {
    if facts.n_players() == 1 {
        let failure = Failure::new("this is a puzzle for one player, whom nobody threatens");
        return Err(failure.hint("`multigame solve`, without `--combinations`, solves puzzles"));
    }
    Ok(())
}

/// Looks for a combination until it is found, the time is over or Ctrl-C is pressed.
fn search<G: Engine>(
    args: &CombineArgs,
    game: &G,
    reader: &Reader<'_, G>,
    line: &Line<G::Position>,
) -> Result<Report<G::Position>, Failure> {
    let mut progress = Progress::new();
    let settings = args.settings();
    let mut go_on = |nodes: u64| {
        progress.show_rate(nodes, |rate| {
            format!("{}, {rate:.0} a second; Ctrl-C stops", count(nodes, "position"))
        });
        let is_late = args.time.is_some_and(|time| terminal::left_of(time).is_zero());
        !is_late && !terminal::interrupted()
    };
    let found = find(game, reader, line.position(), line.past(), settings, &mut go_on);
    progress.clear();
    let mut report = found?;
    // The rules may not have been read to their end.
    report.complete &= report.combination.is_some() || !terminal::interrupted();
    Ok(report)
}

/// Why there may be more than was found, and what is known about that.
#[derive(Clone, Copy)]
struct Reason {
    reason: &'static str,
    more: &'static str,
}

fn reason<P>(args: &CombineArgs, report: &Report<P>, interrupted: bool) -> Option<Reason> {
    let is_found = report.combination.is_some();
    let (reason, more) = match report.stopped {
        _ if interrupted && is_found => (answers::STOPPED, "there may be a shorter win"),
        _ if interrupted => (answers::STOPPED, "it begins again next time"),
        _ if report.complete || is_found => return None,
        // Looks at positions that are known count, too, if less.
        true if report.nodes >= args.nodes || args.time.is_none() => {
            ("the positions are used up", "`--nodes` gives it more")
        }
        true => ("the time is used up", "`--time` gives it more"),
        false => (
            "not all could be followed",
            "there were turns in a row of one player, or what earlier positions forbid",
        ),
    };
    Some(Reason { reason, more })
}

fn show<G: Engine>(
    args: &CombineArgs,
    table: &Table<G>,
    report: &Report<G::Position>,
    reason: Option<Reason>,
    drawing: &Drawing<'_>,
) -> Result<u8, Failure> {
    let speaker = Speaker { game: &table.game, winner: table.line.player(&table.game) };
    let found = report.combination.as_ref();
    let draw = |first| board::svg(&speaker, table.line.position(), first);
    let is_printed = match found {
        Some(combination) => drawing.draw(|| draw(&combination.first))?,
        None => false,
    };
    if !is_printed {
        give(&Combined::new(args, table, report, reason.map(|it| it.reason)), args.json)?;
    }
    if let Some(Reason { reason, more }) = reason.filter(|_| !args.json) {
        terminal::note(&format!("{reason}; {more}"));
    }
    Ok(if found.is_some() { 0 } else { NONE })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Args, Command};
    use crate::position::load_game;
    use clap::Parser;
    use serde_json::{Value, json};

    #[test]
    fn an_answer_tells_why_it_is_not_whole() {
        let args = Args::try_parse_from([
            "multigame",
            "combine",
            "tictactoe",
            "--nodes",
            "9",
            "--time",
            "1s",
        ]);
        let Ok(Args { command: Command::Combine(mut args) }) = args else { panic!("arguments") };
        let game = load_game("tictactoe", &[]).expect("a game").game;
        let table = Table::new(game, &args.position).expect("a start");
        let check = |nodes, (complete, stopped), interrupted, expected: Option<&str>| {
            let report = Report { combination: None, nodes, checked: 0, complete, stopped };
            let reason = reason(&args, &report, interrupted).map(|it| it.reason);
            let value = Combined::new(&args, &table, &report, reason);
            let value = serde_json::to_value(value).expect("JSON");
            assert_eq!(value["found"], json!(false));
            assert_eq!(value.get("reason").and_then(Value::as_str), expected);
        };
        check(5, (true, false), false, None);
        check(5, (false, true), true, Some(answers::STOPPED));
        check(5, (false, false), true, Some(answers::STOPPED));
        check(5, (false, true), false, Some("the time is used up"));
        check(9, (false, true), false, Some("the positions are used up"));
        check(5, (false, false), false, Some("not all could be followed"));
        args.time = None;
        let report = Report::<()> {
            combination: None,
            nodes: 5,
            checked: 0,
            complete: false,
            stopped: true,
        };
        let why = reason(&args, &report, false).expect("a reason");
        assert_eq!(why.reason, "the positions are used up");
    }
}
