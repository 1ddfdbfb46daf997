//! The program `references`: reads questions, answers them and keeps the time,
//! or prints a table of how fast all games are played here.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "this is the edge: it reads, prints and looks at the clock"
)]

use clap::Parser;
use references::{Answer, Clock, PROGRAMS, Random, Tally, answer};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// Hand-written programs for some games, to compare compiled rules with.
///
/// Reads questions from the standard input, a line each, and answers each with
/// a line: `games`, `playouts GAME SEED MILLIS`, `perft GAME made|counted DEPTH
/// [FEN]`, `infoset GAME merged|depth-first PLAYER PLY`, `quit`.
#[derive(Parser, Debug)]
#[command(name = "references", version)]
struct Arguments {
    /// Read no questions; play all games for this many milliseconds each and
    /// print how that went
    #[arg(long, value_name = "MILLIS")]
    table: Option<u64>,
}

struct Time(Instant);

impl Clock for Time {
    fn nanos(&self) -> u64 {
        u64::try_from(self.0.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

fn main() -> io::Result<()> {
    match Arguments::parse().table {
        Some(millis) => print_table(Duration::from_millis(millis)),
        None => talk(),
    }
}

fn talk() -> io::Result<()> {
    let clock = Time(Instant::now());
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        match answer(&line?, &clock) {
            Answer::Silence => {}
            Answer::Line(line) => writeln!(output, "{line}").and_then(|()| output.flush())?,
            Answer::Quit => break,
        }
    }
    Ok(())
}

fn print_table(time: Duration) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "{:16}{:>14}{:>10}{:>12}{:>9}{:>9}{:>9}",
        "game", "games/s", "ns/ply", "plies/game", "first", "second", "draw"
    )?;
    for program in PROGRAMS {
        let mut random = Random::new(1);
        let mut tally = Tally::default();
        let mut batch = 1;
        let start = Instant::now();
        while start.elapsed() < time {
            tally.extend((program.playouts)(&mut random, batch));
            if start.elapsed() < time / 64 {
                batch *= 2;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        let (games, plies) = (tally.games as f64, tally.plies as f64);
        let [draw, first, second] = tally.outcomes.map(|part| 100.0 * part as f64 / games);
        writeln!(
            output,
            "{:16}{:>14.0}{:>10.2}{:>12.2}{first:>8.2}%{second:>8.2}%{draw:>8.2}%",
            program.name,
            games / seconds,
            seconds * 1e9 / plies,
            plies / games,
        )?;
    }
    Ok(())
}
