//! Asks tables about a position: what it is worth, and what each of its moves is.

use super::folder::Opened;
use super::words::{Worth, words};
use crate::answer::give;
use crate::args::ProbeTablesArgs;
use crate::engine::{self, Engine, Job};
use crate::position::{Table, load_game};
use crate::report::Failure;
use ::tables::{Prober, Rules, Value};
use game::{Facts, Player, Turn};
use serde::Serialize;
use std::fmt::{self, Display};

/// What a position is worth.
#[derive(Serialize)]
struct Probed {
    game: String,
    position: String,
    to_move: String,
    #[serde(flatten)]
    worth: Worth,
    /// Whether a counter cannot make the game a draw before.
    in_time: bool,
    moves: Vec<Probe>,
    #[serde(skip)]
    text: String,
}

/// What a move is worth to the player who makes it.
#[derive(Serialize)]
struct Probe {
    #[serde(rename = "move")]
    name: String,
    #[serde(flatten)]
    worth: Option<Worth>,
    #[serde(skip)]
    value: Option<Value>,
}

impl Display for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

pub(super) fn run(args: &ProbeTablesArgs) -> Result<u8, Failure> {
    let game = load_game(&args.position.game, &args.position.without)?.game;
    let rules = super::rules(&game);
    engine::run(game, &args.position.choice(&[]), &Probes { args, rules })
}

struct Probes<'a> {
    args: &'a ProbeTablesArgs,
    rules: Rules,
}

impl Job for Probes<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.args.position)?;
        let (game, line) = (&table.game, &table.line);
        let facts = game.facts();
        let opened = Opened::new(facts, self.rules.clone(), &self.args.tables)?;
        let mut prober = Prober::new(game, &opened.scheme, &opened.tables);
        let Some(known) = prober.probe(line.position()) else {
            if opened.tables.take_damage() {
                return Err(Failure::new("the block of a table that has this position is damaged")
                    .hint("`multigame tables verify` says which; delete it and build it again"));
            }
            return Err(Failure::new("no table has this position")
                .hint("`multigame tables show` lists the tables that there are"));
        };
        let player = line.player(game);
        let mut moves = Vec::new();
        if let Turn::Moves(legal) = line.turn(game)? {
            for made in legal {
                let value = prober
                    .probe(&made.to)
                    .map(|known| known.value.before(game.player(&made.to) == player));
                moves.push(Probe { name: made.text, worth: value.map(Worth::of), value });
            }
        }
        moves.sort_by_key(|probe| -probe.value.map_or(i64::MIN + 1, Value::rank));
        let text = text(facts, player, known.value, &moves, known.in_time);
        let answer = Probed {
            game: facts.name.clone(),
            position: table.position_text(),
            to_move: facts.player_name(player).to_string(),
            worth: Worth::of(known.value),
            in_time: known.in_time,
            moves,
            text,
        };
        give(&answer, self.args.json)
    }
}

fn text(facts: &Facts, player: Player, value: Value, moves: &[Probe], in_time: bool) -> String {
    let mut text = words(facts, player, value);
    if !in_time {
        text += ", if no counter makes it a draw before";
    }
    text.push('\n');
    let width = moves.iter().map(|probe| probe.name.chars().count()).max().unwrap_or(0);
    for probe in moves {
        let value = probe.value.map(|value| words(facts, player, value));
        text += &format!("  {:<width$}  {}\n", probe.name, value.as_deref().unwrap_or("unknown"));
    }
    text
}
