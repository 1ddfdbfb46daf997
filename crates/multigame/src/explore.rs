//! Plays a game at random for a while to find what only shows in play: a
//! position that is over and has moves, two moves with one text, a piece that
//! stays in the hand, and their like.

use game::{Game, Line, Rng, RulesError, Turn};

/// What random play found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Positions visited.
    pub positions: u32,
    /// Games that came to an end.
    pub finished: u32,
    /// The first error of each kind.
    pub errors: Vec<RulesError>,
}

/// So many turns a game, lest one that never ends hides all others.
const MAX_TURNS: usize = 300;

/// Visits about `n_positions` positions in random games from the start.
pub fn explore<G: Game>(game: &G, n_positions: u32, seed: u64) -> Explored {
    let mut random = Rng::new(seed);
    let mut found = Explored::default();
    while found.positions < n_positions && !stop(&found) {
        let mut line = Line::new(game.start());
        while found.positions < n_positions && line.len() < MAX_TURNS {
            found.positions += 1;
            match game.turn(line.position(), line.past()) {
                Ok(Turn::Over(_)) => {
                    found.finished += 1;
                    break;
                }
                Ok(Turn::Moves(moves)) => match moves.len() {
                    0 => break,
                    n => line.push(moves.into_iter().nth(random.below(n)).expect("one of n")),
                },
                Err(error) => {
                    if !found.errors.iter().any(|known| known.code == error.code) {
                        found.errors.push(error);
                    }
                    break;
                }
            }
        }
        // A game that is over, or broken, at its start has nothing more to show.
        if line.is_empty() {
            break;
        }
    }
    found
}

/// Rules that run too long are not run again.
fn stop(found: &Explored) -> bool {
    found.errors.iter().any(|error| error.code.starts_with("too-"))
}
