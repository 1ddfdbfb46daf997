//! How fast information sets are found: a fixed set of questions about the sample game of
//! Richards, Gupta and Sarood, answered by native code and by a program that was written
//! by hand for kriegspiel. Both must find the same number of histories.

#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use super::super::args::BenchArgs;
use super::super::report::Failure;
use super::super::terminal;
use super::native::NATIVE;
use super::reference::{self, References};
use super::report::{Figures, Spread};
use super::search::as_seconds;
use super::table;
use crate::answer::as_text;
use game::{Game, Player, Record};
use infoset::{InfosetError, Limits, MergedSet, Observation, depth_first, referee};
use multigame::parts::load;
use native::Native;
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::{Duration, Instant};

/// The sample game of the paper.
const SAMPLE: &str = "d2d4 a7a5 c1g5 b7b6 [g5d8] b1c3 c7c5 [g5d8] d4d5 b8a6 d5d6 f7f6 e2e4 \
    f6g5 f1c4 e7d6 d1d5 d8c7 d5f7 [g7g6 e8f7 e8e7] e8d8 f7f8";

/// The questions: a game, a player, and after how many turns.
const QUESTIONS: [(&str, Player, usize); 2] =
    [("kriegspiel_table1", Player::Second, 17), ("kriegspiel", Player::First, 10)];

const METHODS: [&str; 2] = ["merged", "depth-first"];

/// The programs that are compared.
const PROGRAMS: [&str; 2] = [NATIVE, reference::NAME];

/// All questions, as they are shown.
#[derive(Serialize)]
pub(super) struct Infosets<'a> {
    infosets: Vec<Told<'a>>,
}

#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    found: &'a Found,
    ratios: Option<Spread>,
}

/// A question with its answer and the seconds that it took.
#[derive(Serialize)]
pub(super) struct Found {
    game: &'static str,
    player: String,
    ply: usize,
    method: &'static str,
    #[serde(serialize_with = "as_text")]
    histories: u128,
    /// With the time that it took to make the code.
    #[serde(rename = "first_seconds", serialize_with = "as_seconds")]
    first: Duration,
    seconds: Figures,
    /// What the other program found, if it is not the same.
    #[serde(skip)]
    differs: Option<u64>,
}

/// Answers all questions, in each round by one program after the other.
pub(super) fn infosets(
    args: &BenchArgs,
    mut references: Option<References>,
) -> Result<Vec<Found>, Failure> {
    let mut all = Vec::new();
    for (game, player, ply) in QUESTIONS {
        let broken = || Failure::bug(format!("{game} cannot be refereed"));
        for method in METHODS {
            let native = Native::new(load(game).map_err(|_| broken())?.game, &[]);
            let native = native.map_err(|_| broken())?;
            let observation = sample(&native, player, ply).ok_or_else(broken)?;
            let began = Instant::now();
            let histories = count(&native, &observation, method).map_err(|_| broken())?;
            let first = began.elapsed();
            let mut found = Found {
                game,
                player: native.facts().player_name(player).to_string(),
                ply,
                method,
                histories,
                first,
                seconds: Figures::new(&PROGRAMS, args.rounds as usize),
                differs: None,
            };
            for round in 0..args.rounds as usize {
                if terminal::interrupted() {
                    return Err(Failure::interrupted());
                }
                let began = Instant::now();
                count(&native, &observation, method).map_err(|_| broken())?;
                found.seconds.set(0, round, began.elapsed().as_secs_f64());
                let question = format!("{game} {method} {} {ply}", player.index());
                let answer = references.as_mut().and_then(|it| it.infoset(&question).ok());
                if let Some((histories, time)) = answer {
                    found.seconds.set(1, round, time.as_secs_f64());
                    let is_same = u128::from(histories) == found.histories;
                    found.differs = (!is_same).then_some(histories).or(found.differs);
                }
            }
            all.push(found);
        }
    }
    Ok(all)
}

/// What a player perceived of the sample game.
fn sample(game: &Native, player: Player, ply: usize) -> Option<Observation> {
    let text = format!("multigame record 1\ngame: kriegspiel\nmoves: {SAMPLE}");
    let session = referee(game, &Record::parse(&text).ok()?).ok()?;
    Some(session.view(player).after(ply).without_endings())
}

/// How many histories fit.
fn count(game: &Native, observation: &Observation, method: &str) -> Result<u128, InfosetError> {
    match method {
        "merged" => {
            let set = MergedSet::before(game, observation, Limits::default())?;
            let mut set = set.counts_only().forgetting();
            set.extend_all(&observation.turns, &mut |_| true)?;
            set.count()
        }
        _ => Ok(depth_first(game, observation, &mut |_| true, &mut |_| Ok(()))?.0),
    }
}

impl<'a> Infosets<'a> {
    pub(super) fn new(all: &'a [Found]) -> Infosets<'a> {
        let told = |found: &'a Found| Told {
            found,
            ratios: found.seconds.ratio(PROGRAMS[0], PROGRAMS[1]),
        };
        Infosets { infosets: all.iter().map(told).collect() }
    }
}

impl Display for Infosets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ours, other] = PROGRAMS;
        let head = "histories";
        writeln!(
            f,
            "{:43}{head:>14}{ours:>16}{other:>16}{:>10}{:>24}",
            "", "first", "native/reference"
        )?;
        for Told { found, ratios } in &self.infosets {
            let Found { game, player, ply, method, histories, .. } = found;
            let question = format!("{game}  {player} {ply}  {method}");
            let cell = |program: &str| {
                let spread = found.seconds.spread(program);
                spread.map_or("-".to_string(), |it| table::cell(it, table::time(it.median)))
            };
            let ratio = ratios.map_or("-".to_string(), table::ratio_cell);
            let first = table::time(found.first.as_secs_f64());
            let [a, b] = PROGRAMS.map(cell);
            writeln!(f, "{question:43}{histories:>14}{a:>16}{b:>16}{first:>10}{ratio:>24}")?;
        }
        Ok(())
    }
}

/// Where the programs disagree, a sentence each.
pub(super) fn disagreements(all: &[Found]) -> Vec<String> {
    let differs = |found: &Found| {
        let Found { game, method, histories, .. } = found;
        let other = found.differs?;
        Some(format!("{game}: {method}: native finds {histories} histories, reference {other}"))
    };
    all.iter().filter_map(differs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_game_has_the_known_sets() {
        let native = Native::new(load("kriegspiel").ok().unwrap().game, &[]).unwrap();
        let observation = sample(&native, Player::First, 7).unwrap();
        for method in METHODS {
            assert_eq!(count(&native, &observation, method).unwrap(), 182, "{method}");
        }
    }

    #[test]
    fn lines_tell_what_was_found() {
        let mut seconds = Figures::new(&PROGRAMS, 1);
        seconds.set(0, 0, 0.3);
        seconds.set(1, 0, 0.2);
        let found = Found {
            game: "kriegspiel",
            player: "white".to_string(),
            ply: 7,
            method: METHODS[0],
            histories: 182,
            first: Duration::from_millis(400),
            seconds,
            differs: Some(183),
        };
        let text = Infosets::new(std::slice::from_ref(&found)).to_string();
        assert!(text.contains("182") && text.contains("1.50 (1.50..1.50)"), "{text}");
        assert_eq!(disagreements(&[found]).len(), 1);
    }
}
