//! Shows what tables come to, and the longest win of one of them move by move.

use super::folder::Opened;
use super::words::{Row, table, words};
use crate::answer::give;
use crate::args::ShowTablesArgs;
use crate::engine::{self, Choice, Engine, Job};
use crate::position::load_game;
use crate::report::Failure;
use ::tables::{Prober, Rules};
use game::{Game, Line, Turn, write_position};
use serde::Serialize;
use std::fmt::{self, Display};

/// What tables come to.
#[derive(Serialize)]
struct Shown {
    game: String,
    tables: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<Longest>,
    /// A position in which whoever is to move would rather not be.
    #[serde(skip_serializing_if = "Option::is_none")]
    zugzwang: Option<String>,
}

/// The longest win of a table; without moves where points are counted.
#[derive(Serialize)]
struct Longest {
    position: String,
    turns: u32,
    result: String,
    moves: Vec<String>,
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&table(&self.tables))?;
        if let Some(Longest { position, result, moves, .. }) = &self.longest {
            match moves.is_empty() {
                // Where points are counted there may be many lines, and none is the longest.
                true => writeln!(f, "\nmost points: {position}\n{result}")?,
                false => writeln!(f, "\nlongest win: {position}\n{result}: {}", moves.join(" "))?,
            }
        }
        match &self.zugzwang {
            Some(position) => writeln!(f, "mutual zugzwang: {position}"),
            None => Ok(()),
        }
    }
}

pub(super) fn run(args: &ShowTablesArgs) -> Result<u8, Failure> {
    let game = load_game(&args.game.game, &args.game.without)?.game;
    let rules = super::rules(&game);
    engine::run(game, &Choice::of(None), &Shows { args, rules })
}

struct Shows<'a> {
    args: &'a ShowTablesArgs,
    rules: Rules,
}

impl Job for Shows<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let facts = game.facts();
        let opened = Opened::new(facts, self.rules.clone(), &self.args.game.tables)?;
        let row = |i: usize| {
            let entry = &opened.entries[i];
            Row::new(&entry.name, entry.positions, entry.bytes, &entry.statistics)
        };
        let mut shown = Shown {
            game: facts.name.clone(),
            tables: (0..opened.entries.len()).map(row).collect(),
            longest: None,
            zugzwang: None,
        };
        if let Some(class) = &self.args.class {
            let table = opened.find(class)?;
            shown.tables = vec![row(table)];
            let statistics = &opened.entries[table].statistics;
            let position = |number| opened.tables.position(&game, &opened.scheme, table, number);
            let longest = statistics.total().longest_win;
            if let Some(start) = longest.and_then(|(_, number)| position(number)) {
                shown.longest = Some(play(&game, &opened, &start)?);
            }
            let zugzwang = statistics.zugzwang.and_then(position);
            shown.zugzwang = zugzwang.map(|at| write_position(facts, &game.setup(&at)));
        }
        give(&shown, self.args.game.json)
    }
}

/// Plays a win to its end, each player as the tables say.
fn play<G: Game>(game: &G, opened: &Opened, start: &G::Position) -> Result<Longest, Failure> {
    let facts = game.facts();
    let mut prober = Prober::new(game, &opened.scheme, &opened.tables);
    let value = prober.probe(start).map(|known| known.value);
    let turns = value.and_then(|value| value.turns()).unwrap_or(0);
    let mut line = Line::new(start.clone());
    for _ in 0..turns {
        let Turn::Moves(moves) = line.turn(game)? else { break };
        let player = line.player(game);
        let worth = |to: &G::Position, prober: &mut Prober<'_, G>| {
            let again = game.player(to) == player;
            prober.probe(to).map(|known| known.value.before(again).rank())
        };
        let best = moves.into_iter().max_by_key(|it| worth(&it.to, &mut prober));
        let Some(best) = best else { break };
        line.push(best);
    }
    Ok(Longest {
        position: write_position(facts, &game.setup(start)),
        turns,
        result: value.map_or(String::new(), |value| words(facts, game.player(start), value)),
        moves: line.texts().map(str::to_string).collect(),
    })
}
