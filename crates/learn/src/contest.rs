//! New weights against old ones: games in pairs from the same random opening, each side
//! beginning once, so that luck with openings is shared.

use crate::contender::Contender;
use crate::course::Course;
use crate::judge::{Clear, Judge};
use crate::training::TrainingError;
use game::bytes::{Reader, put};
use game::{Game, Player, Rng};
use patterns::Model;
use std::sync::Arc;

/// How some games ended for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games that it won.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games that it lost.
    pub losses: u32,
}

impl Score {
    /// The share of the points, from 0 to 1; a half if there were no games.
    pub fn share(self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        match games {
            0 => 0.5,
            _ => (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(games),
        }
    }

    /// The difference in Elo that the share means, at most 800.
    pub fn elo(self) -> f64 {
        let share = self.share().clamp(0.01, 0.99);
        (-400.0 * (1.0 / share - 1.0).log10()).clamp(-800.0, 800.0)
    }

    /// The score as it travels to another rank.
    pub(crate) fn bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        [self.wins, self.draws, self.losses].iter().for_each(|n| put(u128::from(*n), &mut bytes));
        bytes
    }

    pub(crate) fn read(from: &mut Reader<'_>) -> Option<Score> {
        Some(Score { wins: from.small()?, draws: from.small()?, losses: from.small()? })
    }

    pub(crate) fn plus(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Plays two games from one opening; the score of the first model.
pub(crate) fn pair<G: Game<Position: 'static>>(
    game: &G,
    models: [&Arc<Model>; 2],
    course: &Course,
    judge: Option<Judge>,
    rng: &mut Rng,
) -> Result<Score, TrainingError> {
    let drawn = rng.clone();
    let mut score = Score::default();
    for new_side in Player::BOTH {
        let mut rng = drawn.clone();
        let result = one(game, models, new_side, judge, course, &mut rng)?;
        score = score.plus(match result * if new_side == Player::First { 1 } else { -1 } {
            1 => Score { wins: 1, ..Score::default() },
            0 => Score { draws: 1, ..Score::default() },
            _ => Score { losses: 1, ..Score::default() },
        });
    }
    Ok(score)
}

/// Plays one game; 1 if the first player won, -1 if the second one did.
fn one<G: Game<Position: 'static>>(
    game: &G,
    [new, old]: [&Arc<Model>; 2],
    new_side: Player,
    judge: Option<Judge>,
    course: &Course,
    rng: &mut Rng,
) -> Result<i32, TrainingError> {
    let side = |model| Contender::new(game, model, course);
    let mut sides = [side(new)?, side(old)?];
    let mut at = game.start();
    let mut clear = Clear::new(judge);
    for turn in 0..course.max_turns {
        let is_new = game.player(&at) == new_side;
        let side = &mut sides[usize::from(!is_new)];
        let mut moves = match side.looker.moves(&at)? {
            Ok(moves) if moves.is_empty() => break,
            Ok(moves) => moves,
            Err(outcome) => return Ok(outcome.value.signum()),
        };
        let chosen = match turn < course.opening {
            true => rng.below(moves.len()),
            false => side.best(&at, &mut moves, course.contest_depth, rng)?.0,
        };
        if let Some(winner) = clear.resigned(game, &mut side.looker, &at)? {
            return Ok(winner);
        }
        sides.iter_mut().for_each(|side| side.pass(&at));
        at = moves.swap_remove(chosen);
    }
    Ok(0)
}
