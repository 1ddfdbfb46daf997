//! The serial search, step by step, for those who want to know what each step takes.

use super::walk::{Step, Walker};
use crate::limits::{InfosetError, Limits, Progress, Watch, tick};
use crate::observation::Observation;
use game::Referee;

/// A step of the serial search: a position that was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// How many turns lead there.
    pub depth: usize,
    /// Positions that were compared with what was perceived.
    pub compared: u64,
    /// Whether what follows the position was looked for.
    pub looked: bool,
}

/// Searches depth first on one thread, and hands each step over. What `visit` returns is
/// the size of what it keeps, which the watch is told.
pub fn each_step<G: Referee>(
    game: &G,
    observation: &Observation,
    limits: Limits,
    watch: Watch<'_>,
    visit: &mut dyn FnMut(Walked) -> Result<u128, InfosetError>,
) -> Result<(), InfosetError> {
    let mut walker = Walker::alone(game, observation, limits)?;
    let (mut work, mut size) = (Progress::default(), 0);
    loop {
        let depth = walker.depth();
        tick(&mut work, depth, size, watch)?;
        let Step { compared, looked } = walker.step()?;
        work.compared += compared;
        size = visit(Walked { depth, compared, looked })?;
        if !walker.advance() {
            return Ok(());
        }
    }
}
