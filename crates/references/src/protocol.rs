//! Answers the questions of the protocol, one line each. The time comes from
//! outside, so that a test can say what it is.

use crate::{AwariTables, Kriegspiel, Leaves, PROGRAMS, Program, Random, Tally};

/// Tells how many nanoseconds have passed since some fixed moment.
pub trait Clock {
    /// The time now.
    fn nanos(&self) -> u64;
}

/// What a line leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing, for an empty line.
    Silence,
    /// A line.
    Line(String),
    /// The end of the talk.
    Quit,
}

/// Answers one line.
pub fn answer(line: &str, clock: &dyn Clock) -> Answer {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = match words[..] {
        [] => return Answer::Silence,
        ["quit"] => return Answer::Quit,
        ["games"] => Ok(games()),
        ["playouts", game, seed, millis] => play(game, seed, millis, clock),
        ["perft", game, leaves, depth, ref position @ ..] => {
            count(game, leaves, depth, &position.join(" "), clock)
        }
        ["infoset", game, method, player, ply] => infoset(game, method, player, ply, clock),
        ["table", "awari", seeds] => table(seeds, clock),
        _ => Err(format!("what is `{}`? See --help", words.join(" "))),
    };
    Answer::Line(line.unwrap_or_else(|message| format!("error {message}")))
}

fn games() -> String {
    let names: Vec<&str> = PROGRAMS.iter().map(|program| program.name).collect();
    format!("games {}", names.join(" "))
}

fn play(game: &str, seed: &str, millis: &str, clock: &dyn Clock) -> Result<String, String> {
    let program = find(game)?;
    let mut random = Random::new(number(seed, "seed")?);
    let limit = number::<u64>(millis, "number of milliseconds")?.saturating_mul(1_000_000);
    let mut tally = Tally::default();
    let start = clock.nanos();
    let mut batch = 1;
    loop {
        tally.extend((program.playouts)(&mut random, batch));
        let nanos = clock.nanos() - start;
        if nanos >= limit {
            return Ok(format!("playouts {} {} {nanos}", tally.games, tally.plies));
        }
        // Batches grow until they take a hundredth of the time, then the clock
        // costs nothing and the last batch ends about when it should.
        if nanos / 64 < limit / 4096 {
            batch *= 2;
        }
    }
}

fn count(
    game: &str,
    leaves: &str,
    depth: &str,
    position: &str,
    clock: &dyn Clock,
) -> Result<String, String> {
    let program = find(game)?;
    let leaves = match leaves {
        "made" => Leaves::Made,
        "counted" => Leaves::Counted,
        _ => return Err(format!("leaves are `made` or `counted`, not `{leaves}`")),
    };
    let depth = number(depth, "depth")?;
    let position = Some(position).filter(|text| !text.is_empty());
    let start = clock.nanos();
    let leaves = (program.perft)(position, leaves, depth)?;
    Ok(format!("perft {leaves} {}", clock.nanos() - start))
}

fn infoset(
    game: &str,
    method: &str,
    player: &str,
    ply: &str,
    clock: &dyn Clock,
) -> Result<String, String> {
    let (player, plies) = (number(player, "player")?, number(ply, "number of turns")?);
    let start = clock.nanos();
    let found = match game {
        "kriegspiel" => Kriegspiel::<false>::new(player, plies).map(|it| it.find(method)),
        "kriegspiel_table1" => Kriegspiel::<true>::new(player, plies).map(|it| it.find(method)),
        _ => return Err(format!("there is no sample game of `{game}`")),
    };
    let found = found.ok_or("the sample game is shorter")?;
    let found = found.ok_or("methods are `merged` and `depth-first`")?;
    Ok(format!("infoset {} {}", found.histories, clock.nanos() - start))
}

/// More seeds take more memory than machines have that run benchmarks.
const MOST_SEEDS: usize = 24;

fn table(seeds: &str, clock: &dyn Clock) -> Result<String, String> {
    let seeds = number(seeds, "number of seeds")?;
    if seeds > MOST_SEEDS {
        return Err(format!("at most {MOST_SEEDS} seeds have room"));
    }
    let start = clock.nanos();
    let mut tables = AwariTables::new(seeds);
    let positions: usize = (0..seeds).map(|_| tables.build_next()).sum();
    Ok(format!("table {positions} {}", clock.nanos() - start))
}

fn find(game: &str) -> Result<&'static Program, String> {
    let found = PROGRAMS.iter().find(|program| program.name == game);
    found.ok_or_else(|| format!("there is no program for `{game}`; ask for `games`"))
}

fn number<N: std::str::FromStr>(text: &str, what: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("`{text}` is no {what}"))
}
