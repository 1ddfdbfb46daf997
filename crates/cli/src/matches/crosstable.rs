//! A tournament: more than two players, of whom each meets each other. The table shows what
//! everybody has got against everybody, and ratings that explain all results at once.

use super::super::answer::{exit_code, give, reason};
use super::super::engine::Engine;
use super::super::report::Failure;
use super::super::words::{count, rounded, signed};
use super::games::Plan;
use super::series::Ranks;
use super::sides::Side;
use super::{MatchArgs, play, seed};
use serde::Serialize;
use std::fmt::{self, Display};
use tune::{Tally, ratings};

/// The result of a tournament.
#[derive(Serialize)]
struct Crosstable {
    game: String,
    seed: u64,
    /// The games of a pairing, if nothing stopped them.
    games: u32,
    players: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// What a player has got.
#[derive(Serialize)]
struct Row {
    name: String,
    settings: String,
    points: f64,
    games: u64,
    #[serde(serialize_with = "rounded::<1, _>")]
    elo: f64,
    /// The points against each player; nothing against themselves.
    against: Vec<Option<f64>>,
}

/// Plays a tournament. `plan` makes what is common to the games of two players.
pub(super) fn run<'p, G: Engine + 'p>(
    args: &MatchArgs,
    game: &str,
    sides: &[Side],
    plan: impl Fn([Side; 2]) -> Plan<'p, G>,
    Ranks { team, mut noted }: Ranks<'_, '_>,
) -> Result<u8, Failure> {
    let n = sides.len();
    let (mut points, mut games) = (vec![vec![0.0; n]; n], vec![vec![0; n]; n]);
    let mut stopped = false;
    'pairings: for i in 0..n {
        for j in i + 1..n {
            let plan = plan([sides[i].clone(), sides[j].clone()]);
            let outcome = play(args, &plan, Ranks { team, noted: noted.as_deref_mut() })?;
            noted.iter_mut().for_each(|noted| noted.next_match());
            let Tally { wins, draws, losses, .. } = outcome.tally;
            points[i][j] = wins as f64 + draws as f64 / 2.0;
            points[j][i] = losses as f64 + draws as f64 / 2.0;
            games[i][j] = outcome.tally.n_games();
            games[j][i] = games[i][j];
            stopped = outcome.stopped;
            if stopped {
                break 'pairings;
            }
        }
    }
    if !team.is_first() {
        return exit_code(stopped);
    }
    let elos = ratings(&points, &games);
    let row = |i: usize| Row {
        name: name(i),
        settings: args.players[i].clone(),
        points: points[i].iter().sum(),
        games: games[i].iter().sum(),
        elo: elos[i],
        against: (0..n).map(|j| (i != j).then_some(points[i][j])).collect(),
    };
    let players = (0..n).map(row).collect();
    let (game, seed, games) = (game.to_string(), seed(args), args.games.div_ceil(2) * 2);
    give(&Crosstable { game, seed, games, players, reason: reason(stopped) }, args.json)?;
    exit_code(stopped)
}

/// What the player of a number is called: A, B, and so on.
fn name(i: usize) -> String {
    let letter = char::from(b'A' + (i % 26) as u8);
    if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
}

impl Display for Crosstable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} for each pairing, the seed is {}", count(self.games, "game"), self.seed)?;
        let titles: String = self.players.iter().map(|row| format!("{:>7}", row.name)).collect();
        writeln!(f, "        Elo  points{titles}")?;
        for Row { name, settings, points, elo, against, .. } in &self.players {
            let cells: String = against
                .iter()
                .map(|points| points.map_or("      -".to_string(), |n| format!("{n:>7.1}")))
                .collect();
            writeln!(f, "{name:<4}{:>7}{points:>8.1}{cells}  {settings}", signed(*elo, 0))?;
        }
        Ok(())
    }
}
