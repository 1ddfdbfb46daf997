//! What messages cost between real ranks, and the cluster that follows from it: so the
//! simulator can be checked against runs that can be made.

use super::{Cluster, WorkTree};
use ranks::{Lost, Team};
use std::time::Instant;

/// What was measured between the first two ranks of a team, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Half of the time of a small message there and back.
    pub latency: f64,
    /// How long each byte of a large message takes on top of that.
    pub byte: f64,
    /// How long it keeps a rank to send a small message.
    pub message: f64,
}

/// This many messages go there and back, or one way.
const TIMES: u32 = 1000;
/// The bytes of a large message.
const LARGE: usize = 16 << 10;

#[allow(clippy::disallowed_methods, reason = "it measures what messages cost here")]
fn now() -> Instant {
    Instant::now()
}

/// Measures what messages cost; all ranks call it, and the first one knows.
pub fn calibrate(team: &mut Team<'_>) -> Result<Measured, Lost> {
    if team.size() < 2 {
        return Ok(Measured { latency: 0.0, byte: 0.0, message: 0.0 });
    }
    let small = there_and_back(team, 8)?;
    let large = there_and_back(team, LARGE)?;
    let message = one_way(team)?;
    // Half of the time there and back has the work of a sender and of a receiver in it.
    let latency = (small - 2.0 * message).max(0.0);
    Ok(Measured { latency, byte: (large - small).max(0.0) / LARGE as f64, message })
}

/// Half of the time that messages of this many bytes take there and back.
fn there_and_back(team: &mut Team<'_>, bytes: usize) -> Result<f64, Lost> {
    team.barrier()?;
    team.begin();
    let (me, bytes) = (team.rank(), vec![1; bytes]);
    let began = now();
    for _ in 0..TIMES {
        match me {
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
    Ok(began.elapsed().as_nanos() as f64 / f64::from(2 * TIMES))
}

/// How long it keeps the first rank to send a small message.
fn one_way(team: &mut Team<'_>) -> Result<f64, Lost> {
    team.barrier()?;
    team.begin();
    let me = team.rank();
    let began = now();
    for _ in 0..TIMES {
        match me {
            0 => team.send(1, 0, &[1; 8])?,
            1 => drop(team.wait()?),
            _ => {}
        }
    }
    Ok(began.elapsed().as_nanos() as f64 / f64::from(TIMES))
}

/// The cluster of `ranks` ranks like those that were measured, of which one took `alone`
/// nanoseconds for the whole tree: a node costs what it took for all of them, apart from
/// what pieces cost by themselves.
pub fn calibrated(tree: &WorkTree, measured: &Measured, alone: f64, ranks: u32) -> Cluster {
    let usual = Cluster::default();
    let node = (alone - usual.piece * tree.len() as f64).max(0.0) / tree.nodes().max(1) as f64;
    let Measured { latency, byte, message } = *measured;
    Cluster { ranks, latency, byte, message, node, ..usual }
}
