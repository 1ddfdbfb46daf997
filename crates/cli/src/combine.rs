//! `multigame combine`: looks for a win by threats, and tells it in words, as JSON
//! and as boards.
//!
//! ```text
//! find ─▶ Speaker (what is threatened, destroyed, left) ─▶ words, answer, board
//! ```

#![allow(clippy::disallowed_methods, reason = "this is the edge: a limit in time is kept here")]

mod answer;
mod arrows;
mod board;
mod probe;
mod speaker;
mod words;

use super::args::CombineArgs;
use super::engine::{Engine, Job};
use super::fmt::replace;
use super::position::Table;
use super::report::Failure;
use super::terminal::{self, Progress, complain, count};
use super::{files, json};
use ::combine::{Report, find};
use game::{Facts, Line};
use insight::Reader;
use serde_json::json;
use speaker::Speaker;
use std::time::Instant;

pub(super) use probe::{Probe, Probed};

/// The exit code if no win was found.
const NONE: u8 = 1;

pub(super) fn run(args: &CombineArgs) -> Result<u8, Failure> {
    args.position.look(args)
}

impl Job for CombineArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.position)?;
        refuse(table.game.facts())?;
        let reader = reader(&table.game)?;
        if self.prints_svg() && self.json {
            return Err(Failure::new("`--svg -` and `--json` cannot both be printed")
                .hint("`--svg FILE` writes the drawing to a file"));
        }
        if let Some(path) = self.svg.as_ref().filter(|_| !self.prints_svg()) {
            files::check_new(path, self.force)?;
        }
        if let Some(outcome) = table.line.outcome(&table.game)? {
            let more = json!({ "found": false });
            json::over(&table, outcome, self.json, more)?;
            return Ok(NONE);
        }
        terminal::wait_for_interrupt();
        let report = search(self, &table.game, &reader, &table.line)?;
        let reason = reason(self, &report, terminal::interrupted());
        let code = show(self, &table, &report, reason)?;
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
    let (began, settings) = (Instant::now(), args.settings());
    let mut go_on = |nodes: u64| {
        progress.show(|time| {
            let rate = nodes as f64 / time.as_secs_f64().max(0.001);
            format!("{}, {rate:.0} a second; Ctrl-C stops", count(nodes, "position"))
        });
        let is_late = args.time.is_some_and(|time| began.elapsed() >= time);
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
fn reason<P>(
    args: &CombineArgs,
    report: &Report<P>,
    interrupted: bool,
) -> Option<(&'static str, &'static str)> {
    let is_found = report.combination.is_some();
    Some(match report.stopped {
        _ if interrupted && is_found => (json::STOPPED, "there may be a shorter win"),
        _ if interrupted => (json::STOPPED, "it begins anew next time"),
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
    })
}

fn show<G: Engine>(
    args: &CombineArgs,
    table: &Table<G>,
    report: &Report<G::Position>,
    reason: Option<(&str, &str)>,
) -> Result<u8, Failure> {
    let player = table.line.player(&table.game);
    let speaker = Speaker { game: &table.game, winner: player };
    let found = report.combination.as_ref();
    let code = if found.is_some() { 0 } else { NONE };
    if let (Some(path), Some(combination)) = (&args.svg, found) {
        let svg = board::svg(&speaker, table.line.position(), &combination.first)?;
        if args.prints_svg() {
            terminal::print(&svg)?;
            note(reason);
            return Ok(0);
        }
        replace(path, &svg)?;
    }
    if args.json {
        let reason = reason.map(|(reason, _)| reason);
        json::print(&answer::answer(args, table, report, reason))?;
        return Ok(code);
    }
    if let Some(combination) = found {
        let mut text = words::headline(&speaker, &combination.first);
        words::explain(&speaker, &combination.first, args.tree, &mut text);
        text += &footer(report);
        terminal::print(&text)?;
    } else {
        let name = table.game.facts().player_name(player);
        let text = format!("no win by threats was found for {name}\n");
        terminal::print(&(text + &footer(report)))?;
    }
    note(reason);
    Ok(code)
}

/// Says why there may be more.
fn note(reason: Option<(&str, &str)>) {
    if let Some((reason, more)) = reason {
        complain(&format!("{}: {reason}; {more}", terminal::bold("note")));
    }
}

/// How much was looked at.
fn footer<P>(report: &Report<P>) -> String {
    let looked_at = count(report.nodes, "position");
    let gap = if report.combination.is_some() { "\n" } else { "" };
    match report.checked {
        0 => format!("{gap}{looked_at} looked at\n"),
        checked => format!("{gap}{looked_at} looked at, and {checked} more to check the win\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Args, Command};
    use crate::position::load_game;
    use clap::Parser;
    use serde_json::Value;

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
        let game = load_game("tictactoe", &[]).map_err(|why| why.plain()).expect("a game").game;
        let table = Table::new(game, &args.position).map_err(|why| why.plain()).expect("a start");
        let check = |nodes, (complete, stopped), interrupted, expected: Option<&str>| {
            let report = Report { combination: None, nodes, checked: 0, complete, stopped };
            let reason = reason(&args, &report, interrupted).map(|(reason, _)| reason);
            let value = answer::answer(&args, &table, &report, reason);
            assert_eq!(value["found"], json!(false));
            assert_eq!(value.get("reason").and_then(Value::as_str), expected);
        };
        check(5, (true, false), false, None);
        check(5, (false, true), true, Some(json::STOPPED));
        check(5, (false, false), true, Some(json::STOPPED));
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
        let (why, _) = reason(&args, &report, false).expect("a reason");
        assert_eq!(why, "the positions are used up");
    }
}
