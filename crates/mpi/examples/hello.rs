//! Ranks that say who they are, add up their numbers and measure how fast messages go
//! round: `mpirun -n 2 target/release/examples/hello`.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a program: it reads the environment and the clock, and prints"
)]

use ranks::{Sum, Team};
use std::time::Instant;

/// How often a message goes round for each length.
const ROUNDS: u32 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(mut world) = mpi::world(|name| std::env::var(name).ok())? else {
        println!("one process");
        return Ok(());
    };
    let mut team = Team::new(Box::new(&mut world));
    let hosts = team.all_gather(team.host().as_bytes())?;
    let sum = team.all_reduce(&[team.rank() as u64], Sum)?;
    if team.is_first() {
        let hosts: Vec<_> = hosts.iter().map(|host| String::from_utf8_lossy(host)).collect();
        println!(
            "{} ranks on {}; their numbers add up to {}",
            hosts.len(),
            hosts.join(" "),
            sum[0]
        );
    }
    for length in [64, 4096, 1 << 20] {
        let micros = round_trips(&mut team, length)?;
        if team.is_first() {
            println!("{length} bytes: {micros:.2} µs one way");
        }
    }
    drop(team);
    world.finish(|| true)?;
    Ok(())
}

/// Half the time that a message takes to the next rank and back.
fn round_trips(team: &mut Team<'_>, length: usize) -> Result<f64, ranks::Lost> {
    team.barrier()?;
    team.begin();
    let (bytes, began) = (vec![0; length], Instant::now());
    for _ in 0..ROUNDS {
        match team.rank() {
            0 => {
                team.send(1, 0, &bytes)?;
                team.wait()?;
            }
            1 => {
                team.wait()?;
                team.send(0, 0, &bytes)?;
            }
            _ => {}
        }
    }
    Ok(began.elapsed().as_secs_f64() * 1e6 / f64::from(2 * ROUNDS))
}
