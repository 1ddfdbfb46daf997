//! `multigame perft`: counts move sequences.

use super::args::PerftArgs;
use super::engine::{self, Choice, Counting, Engine, Job};
use super::position::{Table, load_game};
use super::report::Failure;
use super::terminal::{self, Progress};
use super::{json, passes};
use game::{Divided, Perft};
use serde_json::json;
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
    let Divided { parts, total: Perft { leaves, stopped } } = counted?;
    if stopped {
        let leaves =
            if leaves == 1 { "1 leaf was".into() } else { format!("{leaves} leaves were") };
        terminal::complain(&format!("{leaves} counted"));
        return Err(Failure::interrupted());
    }
    if leaves == 0 && line.outcome(game)?.is_some() {
        terminal::complain("the game is over, so there is nothing to count");
    }
    if args.json {
        let mut answer = json!({
            "game": game.facts().name,
            "position": table.position_text(),
            "depth": args.depth,
            "count": leaves,
        });
        if args.divide {
            answer["divide"] = parts.into_iter().map(|(text, n)| (text, json!(n))).collect();
        }
        json::print(&answer)?;
        return Ok(0);
    }
    let mut text = String::new();
    if args.divide {
        for (name, count) in &parts {
            text += &format!("{name}: {count}\n");
        }
        text.push('\n');
    }
    text += &format!("{leaves}\n");
    terminal::print(&text)?;
    Ok(0)
}
