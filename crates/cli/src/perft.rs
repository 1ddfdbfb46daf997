//! `multigame perft`: counts move sequences.

use super::args::PerftArgs;
use super::engine::{self, Choice, Counting, Engine, Job};
use super::position::{Table, load_game};
use super::report::Failure;
use super::terminal::{self, Progress};
use super::{json, passes};
use game::{Divided, Perft};
use serde_json::{Value, json};
use std::ops::ControlFlow;

pub(super) fn run(args: &PerftArgs) -> Result<u8, Failure> {
    let off = passes::off(&args.passes)?;
    let game = load_game(&args.position.game, &args.position.without)?.game;
    let position = args.position.position.as_deref();
    let choice = Choice { backend: args.position.backend, off: &off, position };
    engine::run(game, &choice, args)
}

impl Job for PerftArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        count(self, &Table::new(game, &self.position)?)
    }
}

fn count<G: Engine>(args: &PerftArgs, table: &Table<G>) -> Result<u8, Failure> {
    let (game, line) = (&table.game, &table.line);
    let mut progress = Progress::new();
    terminal::wait_for_interrupt();
    let mut watch = |leaves: u64| {
        progress.show(|time| {
            let rate = leaves as f64 / time.as_secs_f64().max(0.001);
            format!("{leaves} leaves, {rate:.0} a second")
        });
        if terminal::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let how = Counting { depth: args.depth, made: args.made };
    let counted = match args.divide {
        true => game.divide(line, how, &mut watch),
        false => {
            game.count(line, how, &mut watch).map(|total| Divided { parts: Vec::new(), total })
        }
    };
    progress.clear();
    let counted = counted?;
    let Perft { leaves, stopped } = counted.total;
    if stopped {
        if args.json {
            json::print(&answer(args, table, counted))?;
        }
        let leaves =
            if leaves == 1 { "1 leaf was".into() } else { format!("{leaves} leaves were") };
        terminal::complain(&format!("{leaves} counted"));
        return Err(Failure::interrupted());
    }
    if leaves == 0 && line.outcome(game)?.is_some() {
        terminal::complain("the game is over, so there is nothing to count");
    }
    if args.json {
        json::print(&answer(args, table, counted))?;
        return Ok(0);
    }
    let mut text = String::new();
    if args.divide {
        for (name, count) in &counted.parts {
            text += &format!("{name}: {count}\n");
        }
        text.push('\n');
    }
    text += &format!("{leaves}\n");
    terminal::print(&text)?;
    Ok(0)
}

/// The count for programs. One that was stopped is no answer, but tells how far it came:
/// the leaves so far, and the first moves that it was done with.
fn answer<G: Engine>(args: &PerftArgs, table: &Table<G>, counted: Divided) -> Value {
    let Divided { mut parts, total: Perft { leaves, stopped } } = counted;
    let mut answer = json!({
        "game": table.game.facts().name,
        "position": table.position_text(),
        "depth": args.depth,
        "count": (!stopped).then_some(leaves),
    });
    if stopped {
        answer["counted"] = json!(leaves);
        // It may have been stopped in the last of them.
        parts.pop();
    }
    if args.divide {
        answer["divide"] = parts.into_iter().map(|(text, n)| (text, json!(n))).collect();
    }
    json::whole_unless(stopped, answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Args, Command};
    use clap::Parser;

    #[test]
    fn a_count_that_was_stopped_is_told_as_such() {
        let args = Args::try_parse_from(["multigame", "perft", "tictactoe", "4", "--divide"]);
        let Ok(Args { command: Command::Perft(args) }) = args else { panic!("arguments") };
        let game = load_game("tictactoe", &[]).map_err(|why| why.plain()).expect("a game").game;
        let table = Table::new(game, &args.position).map_err(|why| why.plain()).expect("a start");
        // It is stopped while it counts behind the third move.
        let counted = game::divide(&table.game, table.line.position(), &[], 4, &mut |leaves| {
            if leaves > 700 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let counted = counted.expect("sound rules");
        assert!(counted.total.stopped);
        let leaves = counted.total.leaves;
        let value = answer(&args, &table, counted);
        assert_eq!((&value["count"], &value["reason"]), (&Value::Null, &json!(json::STOPPED)));
        assert_eq!(value["counted"], json!(leaves));
        assert_eq!(value["divide"], json!({ "a1": 336, "a2": 336 }));
    }
}
