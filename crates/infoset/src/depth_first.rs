//! Information sets depth first: every history that fits is visited, and a branch is
//! left at the first contradiction (Richards, Gupta and Sarood, "Parallel Information
//! Set Generation for Kriegspiel", section 3).
//!
//! 1. Begin with the first position.
//! 2. At a position after `n` turns, find the positions to which turn `n + 1` can have
//!    led, as far as it was perceived.
//! 3. Go on with each of them in turn; after the last turn a history has been found.
//!
//! Nothing is merged and nothing is kept but the path, so the rules see the true past
//! and hardly any memory is needed. The price is the number of histories.

use crate::limits::{InfosetError, Progress, Watch, tick};
use crate::observation::Observation;
use crate::session::start_of;
use game::{Ending, Fitting, Referee, Witness};

/// A history that was found: the positions it leads through.
#[derive(Debug)]
pub struct Path<'a, P> {
    /// The positions, from the first to the last.
    pub positions: &'a [P],
    /// By how many different turns each position but the first is reached from the one
    /// before; this many histories share this path.
    pub ways: &'a [u32],
}

// Derived, these would ask that positions can be copied.
impl<P> Clone for Path<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Path<'_, P> {}

impl<P> Path<'_, P> {
    /// The number of histories that lead through these positions.
    pub fn histories(&self) -> Option<u128> {
        self.ways.iter().try_fold(1u128, |n, &ways| n.checked_mul(u128::from(ways)))
    }
}

/// Is shown each history that is found.
pub type Visit<'a, P> = &'a mut dyn FnMut(Path<'_, P>) -> Result<(), InfosetError>;

/// Finds all histories that fit an observation and shows each to the visitor. Gives
/// their number, and the work it took.
pub fn depth_first<G: Referee>(
    game: &G,
    observation: &Observation,
    watch: Watch<'_>,
    visit: Visit<'_, G::Position>,
) -> Result<(u128, Progress), InfosetError> {
    let start = start_of(game, observation.start.as_deref())
        .map_err(|(message, hint)| InfosetError::Start(message, hint))?;
    let turns = &observation.turns;
    let mut witness = game.witness(observation.player);
    let (mut positions, mut ways) = (vec![start], Vec::new());
    // The positions that are still to be gone on with, for each turn on the path.
    let mut open: Vec<Vec<Fitting<G::Position>>> = Vec::new();
    let (mut found, mut work) = (0u128, Progress::default());
    loop {
        let depth = positions.len() - 1;
        let (at, past) = (&positions[depth], &positions[..depth]);
        let mut next = Vec::new();
        if let Some(turn) = turns.get(depth) {
            tick(&mut work, depth, found, watch)?;
            witness.expect(turn);
            let before = past.last().unwrap_or(at);
            work.compared += witness.fitting(at, before, past, &mut next)?;
            next.reverse();
        } else {
            let is_end = match turns.last() {
                Some(turn) if turn.ending != Ending::Unsaid => {
                    witness.expect(turn);
                    witness.ends_so(at, past)?
                }
                _ => true,
            };
            if is_end {
                let path = Path { positions: &positions, ways: &ways };
                let histories = path.histories().ok_or(InfosetError::TooMany)?;
                found = found.checked_add(histories).ok_or(InfosetError::TooMany)?;
                visit(path)?;
            }
        }
        open.push(next);
        // Back to where there is something left.
        let next = loop {
            let Some(list) = open.last_mut() else { return Ok((found, work)) };
            match list.pop() {
                Some(next) => break next,
                None => open.pop(),
            };
        };
        positions.truncate(open.len());
        ways.truncate(open.len() - 1);
        positions.push(next.to);
        ways.push(next.ways);
    }
}
