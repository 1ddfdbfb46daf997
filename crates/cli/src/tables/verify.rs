//! Compares every entry of tables with those of its successors, by the other back end than the
//! one that builds them.

use super::folder::{Opened, failure, file_name, of_game};
use super::words::words;
use crate::answer::{exit_code, give, reason};
use crate::args::VerifyTablesArgs;
use crate::engine::{self, Choice, Engine, Job};
use crate::position::load_game;
use crate::report::Failure;
use crate::settings::usual_threads;
use crate::terminal::{self, Progress};
use crate::words::count;
use ::tables::{Means, Rules};
use game::Player;
use serde::Serialize;
use std::fmt::{self, Display};

/// The exit code if an entry is wrong.
const WRONG: u8 = 1;

/// What looking again came to.
#[derive(Serialize)]
struct Answer {
    game: String,
    tables: Vec<OfTable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
struct OfTable {
    class: String,
    compared: u64,
    wrong: u64,
    /// The first few that are wrong.
    examples: Vec<Example>,
    /// What has no table, so that the comparison ended there.
    missing: Option<String>,
}

#[derive(Serialize)]
struct Example {
    position: String,
    table: String,
    moves: String,
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for OfTable { class, compared, wrong, examples, missing } in &self.tables {
            let agree = if *compared == 1 { "agrees" } else { "agree" };
            let compared = count(*compared, "position");
            match (missing, wrong) {
                (Some(missing), _) => writeln!(f, "{class}: {missing} has no table")?,
                (None, 0) => writeln!(f, "{class}: {compared} {agree}")?,
                (None, _) => writeln!(f, "{class}: of {compared}, {wrong} wrong")?,
            }
            for Example { position, table, moves } in examples {
                writeln!(f, "  {position}: the table says {table}, its moves say {moves}")?;
            }
        }
        Ok(())
    }
}

pub(super) fn run(args: &VerifyTablesArgs) -> Result<u8, Failure> {
    let game = load_game(&args.game.game, &args.game.without)?.game;
    let rules = super::rules(&game);
    let choice = Choice { optimizes: true, ..Choice::of(Some(args.backend)) };
    engine::run(game, &choice, &Verifies { args, rules })
}

struct Verifies<'a> {
    args: &'a VerifyTablesArgs,
    rules: Rules,
}

impl Job for Verifies<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let (args, facts) = (self.args, game.facts());
        let opened = Opened::new(facts, self.rules.clone(), &args.game.tables)?;
        // A value that cannot be read is compared with nothing. What moves lead to is in other
        // tables, so that all of them have to be whole.
        for (table, entry) in opened.entries.iter().enumerate() {
            let path = of_game(&args.game.tables, facts).join(file_name(&entry.name));
            opened.tables.check(table).map_err(|why| failure(&why, &path))?;
        }
        let tables = match &args.class {
            Some(class) => vec![opened.find(class)?],
            None => (0..opened.entries.len()).collect(),
        };
        let means = Means { threads: args.threads.unwrap_or_else(usual_threads), memory: 0 };
        let mut progress = Progress::new();
        terminal::wait_for_interrupt();
        let (mut answers, mut stopped) = (Vec::new(), false);
        for table in tables {
            let entry = &opened.entries[table];
            let watch = &mut |done: u64| {
                progress.show(|_| format!("{}: {done} of {}", entry.name, entry.positions));
                !terminal::interrupted()
            };
            let (scheme, step) = (&opened.scheme, args.every);
            let found = opened.tables.verify(&game, scheme, table, step, means, watch);
            stopped |= found.stopped;
            let examples = found.wrong.iter().map(|wrong| Example {
                position: wrong.position.clone(),
                table: words(facts, Player::First, wrong.table),
                moves: words(facts, Player::First, wrong.moves),
            });
            answers.push(OfTable {
                class: entry.name.clone(),
                compared: found.positions,
                wrong: found.n_wrong,
                examples: examples.collect(),
                missing: found.missing,
            });
        }
        progress.clear();
        let is_wrong = answers.iter().any(|it| it.wrong > 0 || it.missing.is_some());
        let game = facts.name.clone();
        give(&Answer { game, tables: answers, reason: reason(stopped) }, args.game.json)?;
        exit_code(stopped).map(|code| if is_wrong { WRONG } else { code })
    }
}
