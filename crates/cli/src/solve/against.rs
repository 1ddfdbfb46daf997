//! `multigame solve --against PLAYER…` in a game that hides something: what players get if the
//! other side plays as well as possible against them, by exact best responses.

use super::SolveArgs;
use crate::answer::{Place, STOPPED, exit_code, give};
use crate::engine::Engine;
use crate::hidden::{Side, first_given};
use crate::position::Table;
use crate::report::Failure;
use crate::terminal::{self, Progress};
use crate::words::round;
use game::{Facts, Player};
use hidden_play::equilibrium::{Extent, Rival, weakness};
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Instant;

/// A player is asked this often in each information set.
pub(super) const RUNS: u32 = 8;
/// The seed of a player, unless its settings have another one.
const SEED: u64 = 1;
/// Play of more turns is not looked at unless `--max-turns` ends it.
const MOST_TURNS: usize = 400;
/// What a position that is kept takes beside itself, about.
const BESIDE: usize = 256;

/// What players get of each side in the worst case.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    place: Place,
    runs: u32,
    players: Vec<Worst>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip)]
    names: Vec<String>,
}

/// What one player gets if the other side plays as well as possible against it.
#[derive(Serialize)]
struct Worst {
    player: String,
    /// For each side what the player gets; the answer is short where there was no time.
    worst: Vec<f64>,
    /// How much a player loses by playing so instead of as well as possible, on average of both
    /// sides.
    exploitability: Option<f64>,
    /// In how many information sets it was asked; nothing for whoever attempts at random.
    asked: Option<usize>,
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.players.iter().map(|it| it.player.chars().count()).max().unwrap_or(0);
        let width = width.max("player".len());
        let columns: Vec<String> = self.names.iter().map(|name| format!("as {name}")).collect();
        write!(f, "{:width$}", "player")?;
        columns.iter().try_for_each(|name| write!(f, "  {name:>10}"))?;
        writeln!(f, "  exploitability   asked")?;
        for Worst { player, worst, exploitability, asked } in &self.players {
            write!(f, "{player:width$}")?;
            for i in 0..columns.len() {
                let text = worst.get(i).map_or("?".to_string(), |it| format!("{it:.4}"));
                write!(f, "  {text:>10}")?;
            }
            let gain = exploitability.map_or("?".to_string(), |it| format!("{it:.4}"));
            let asked = asked.map_or("-".to_string(), |it| it.to_string());
            writeln!(f, "  {gain:>14}  {asked:>6}")?;
        }
        writeln!(
            f,
            "how: exact best responses; players are asked {} in every information set",
            if self.runs == 1 { "once".to_string() } else { format!("{} times", self.runs) }
        )?;
        match self.reason {
            Some(reason) => writeln!(f, "not finished: {reason}"),
            None => Ok(()),
        }
    }
}

/// Finds what players are worth against the best responses.
pub(super) fn solve<G: Engine>(args: &SolveArgs, table: &Table<G>) -> Result<u8, Failure> {
    let given = [("--within", args.within.is_some()), ("--nodes", args.nodes.is_some())];
    if let Some(option) = first_given(&given) {
        return Err(Failure::new(format!("`--against` takes no `{option}`"))
            .hint("best responses are exact, and go through everything"));
    }
    let runs = args.runs.unwrap_or(RUNS);
    let facts = table.game.facts();
    let rivals: Vec<(&String, Rival)> = args
        .against
        .iter()
        .map(|text| Ok((text, rival(facts, text, runs)?)))
        .collect::<Result<_, Failure>>()?;
    terminal::wait_for_interrupt();
    let began = Instant::now();
    let mut players = Vec::new();
    let (mut is_whole, mut full) = (true, None);
    for (text, rival) in rivals {
        let found = worst(args, table, text, rival, began, &mut full)?;
        is_whole &= found.exploitability.is_some();
        players.push(found);
    }
    let stopped = terminal::interrupted();
    let reason = match (stopped, is_whole) {
        (true, _) => Some(STOPPED),
        (false, false) => Some(full.unwrap_or("the time is over")),
        (false, true) => None,
    };
    let names = facts.players.clone();
    give(&Found { place: Place::new(table, None), runs, players, reason, names }, args.json)?;
    exit_code(stopped)
}

/// What one player is worth as each side.
fn worst<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
    text: &str,
    rival: Rival,
    began: Instant,
    full: &mut Option<&'static str>,
) -> Result<Worst, Failure> {
    let in_time =
        || args.time.is_none_or(|time| began.elapsed() < time) && !terminal::interrupted();
    let turns = args.max_turns.map(|n| n as usize);
    let most_kept = args.memory / (std::mem::size_of::<G::Position>() + BESIDE);
    let (mut worst, mut lost, mut asked) = (Vec::new(), 0.0, 0);
    for side in Player::BOTH {
        let mut progress = Progress::new();
        let start = table.line.position();
        let found = weakness(&table.game, start, side, rival, turns, &mut |now| {
            let Extent { chosen, asked, turns: long, kept } = now;
            progress.show_rate(chosen as u64, |rate| {
                format!("{text}: {chosen} choices, {rate:.0} a second; asked in {asked} sets")
            });
            if kept > most_kept {
                *full =
                    Some("the memory is used up: `--memory` gives more, `--max-turns` ends games");
            } else if turns.is_none() && long > MOST_TURNS {
                *full = Some("games go on for long: `--max-turns` takes longer ones for draws");
            }
            full.is_none() && in_time()
        })?;
        progress.clear();
        let Some(found) = found else { break };
        // What one side gets less than the other one gives is lost by both together.
        let own = if side == Player::First { found.value } else { -found.value };
        lost -= own / 2.0;
        worst.push(round(own, 6));
        asked += found.asked;
    }
    let asked = matches!(rival, Rival::Player { .. }).then_some(asked);
    let exploitability = (worst.len() == Player::BOTH.len()).then(|| round(lost, 6));
    Ok(Worst { player: text.to_string(), worst, exploitability, asked })
}

/// The player of a text.
fn rival(facts: &Facts, text: &str, runs: u32) -> Result<Rival, Failure> {
    match Side::parse(facts, text, SEED).map_err(|why| why.at("--against"))? {
        Side::Random => Ok(Rival::Random),
        Side::Computer(settings, None) => Ok(Rival::Player { settings, runs }),
        _ => Err(Failure::new(format!("`{text}` cannot be asked what it does"))
            .at("--against")
            .hint("`random`, `pimc samples=50` or `ismcts samples=1000` can, without `time`")),
    }
}
