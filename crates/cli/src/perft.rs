//! `multigame perft`: counts move sequences.

mod shared;

use super::answer::{as_map, give, give_json, reason};
use super::args::PerftArgs;
use super::engine::{self, Counting, Engine, Job};
use super::passes;
use super::position::{Table, load_game};
use super::ranks::Together;
use super::report::Failure;
use super::terminal::{self, Progress};
use ::ranks::Team;
use game::{Divided, Perft};
use serde::Serialize;
use std::fmt::{self, Display};
use std::ops::ControlFlow;

/// How many lines of play there are. One that was stopped is no answer, but says how far
/// it came: the leaves so far, and the first moves that it was done with.
#[derive(Serialize)]
struct Counted {
    game: String,
    position: String,
    depth: u32,
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<u64>,
    /// For each first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Divide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
struct Divide(#[serde(serialize_with = "as_map")] Vec<(String, u64)>);

impl Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Divide(parts)) = &self.divide {
            parts.iter().try_for_each(|(name, count)| writeln!(f, "{name}: {count}"))?;
            writeln!(f)?;
        }
        self.count.map_or(Ok(()), |count| writeln!(f, "{count}"))
    }
}

pub(super) fn run(args: &PerftArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    let off = passes::off(&args.passes)?;
    let game = load_game(&args.position.game, &args.position.without)?.game;
    engine::run(game, &args.position.choice(&off), &Together::new(args, team))
}

impl Job for Together<'_, '_, PerftArgs> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.args.position)?;
        count(self.args, &table, &mut self.team.borrow_mut())
    }
}

/// Counts that are shorter are not worth being shared.
const SHARED_DEPTH: u32 = 3;

fn count<G: Engine>(
    args: &PerftArgs,
    table: &Table<G>,
    team: &mut Team<'_>,
) -> Result<u8, Failure> {
    let is_long = args.depth >= SHARED_DEPTH;
    let is_shared = is_long && (team.size() > 1 || args.checkpoint.is_some());
    if args.checkpoint.is_some() && !is_shared {
        terminal::note("such a short count is made at once: no journal is kept");
    }
    let folder = args.checkpoint.as_deref().filter(|_| is_shared);
    let mut journal = args.position.journal(folder, team)?;
    if !is_shared && !team.is_first() {
        return Ok(0);
    }
    let (game, line) = (&table.game, &table.line);
    let mut progress = Progress::new();
    terminal::wait_for_interrupt();
    let mut watch = |leaves: u64| {
        progress.show_rate(leaves, |rate| format!("{leaves} leaves, {rate:.0} a second"));
        if terminal::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let how = Counting { depth: args.depth, made: args.made };
    let counted = match args.divide {
        _ if is_shared => shared::count(game, line, how, team, journal.as_mut(), &mut watch),
        true => game.divide(line, how, &mut watch).map_err(Failure::from),
        false => {
            let counted = game.count(line, how, &mut watch).map_err(Failure::from);
            counted.map(|total| Divided { parts: Vec::new(), total })
        }
    };
    progress.clear();
    let counted = counted?;
    if !team.is_first() {
        return Ok(0);
    }
    let Perft { leaves, stopped } = counted.total;
    let answer = answer(args, table, counted);
    if stopped {
        if args.json {
            give_json(&answer)?;
        }
        let leaves =
            if leaves == 1 { "1 leaf was".into() } else { format!("{leaves} leaves were") };
        terminal::complain(&format!("{leaves} counted"));
        return Err(Failure::interrupted());
    }
    if leaves == 0 && line.outcome(game)?.is_some() {
        terminal::complain("the game is over, so there is nothing to count");
    }
    give(&answer, args.json)
}

fn answer<G: Engine>(args: &PerftArgs, table: &Table<G>, counted: Divided) -> Counted {
    let Divided { mut parts, total: Perft { leaves, stopped } } = counted;
    if stopped {
        // It may have been stopped in the last of them.
        parts.pop();
    }
    Counted {
        game: table.game.facts().name.clone(),
        position: table.position_text(),
        depth: args.depth,
        count: (!stopped).then_some(leaves),
        counted: stopped.then_some(leaves),
        divide: args.divide.then_some(Divide(parts)),
        reason: reason(stopped),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::STOPPED;
    use crate::args::{Args, Command};
    use clap::Parser;
    use serde_json::json;

    #[test]
    fn a_count_that_was_stopped_is_told_as_such() {
        let args = Args::try_parse_from(["multigame", "perft", "tictactoe", "4", "--divide"]);
        let Ok(Args { command: Command::Perft(args) }) = args else { panic!("arguments") };
        let game = load_game("tictactoe", &[]).expect("a game").game;
        let table = Table::new(game, &args.position).expect("a start");
        // It is stopped while it counts after the third move.
        let counted = game::divide(&table.game, table.line.position(), &[], 4, &mut |leaves| {
            if leaves > 700 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let counted = counted.expect("sound rules");
        assert!(counted.total.stopped);
        let leaves = counted.total.leaves;
        let value = serde_json::to_value(answer(&args, &table, counted)).expect("JSON");
        assert_eq!((&value["count"], &value["reason"]), (&json!(null), &json!(STOPPED)));
        assert_eq!(value["counted"], json!(leaves));
        assert_eq!(value["divide"], json!({ "a1": 336, "a2": 336 }));
    }
}
