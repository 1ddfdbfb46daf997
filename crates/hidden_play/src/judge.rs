//! What a position is worth where nobody looks further: a share of the points, from 0
//! for a loss to 1 for a win.

use crate::model::Model;
use crate::settings::PlayError;
use game::{Finish, Game, Outcome, Player, Referee, Rng, Worker};
use search::{Evaluation, Value, Verdict, win_share};

/// Random games that tell how large evaluations usually are.
const SAMPLES: u32 = 8;
/// Where there is an evaluation, random games are broken off after this many turns.
const CUT: u32 = 8;
/// The longest random games.
const LONGEST: u32 = 1000;
/// No evaluation is worth as much as a win: it takes this part of what lies between.
const TRUST: f64 = 0.96;
/// What a turn less on the way to a win is worth.
const SOON: f64 = 1e-4;

/// How positions are judged in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    evaluation: Option<usize>,
    /// An evaluation of this size is worth half of what lies between a draw and a win.
    scale: f64,
}

impl Judge {
    /// Plays a few games to see how large evaluations are.
    pub(crate) fn new<G: Game>(
        game: &G,
        start: &G::Position,
        evaluation: Evaluation,
        rng: &mut Rng,
    ) -> Result<Judge, PlayError> {
        let Evaluation::Rules(number) = evaluation else {
            return Ok(Judge { evaluation: None, scale: 1.0 });
        };
        let (mut sum, mut n) = (0.0, 0.0);
        let mut worker = game.worker(&[]);
        for _ in 0..SAMPLES {
            // Later positions differ more than those at the start.
            if let Finish::BrokenOff(at) = worker.playout(start, rng, 4 * CUT)? {
                sum += f64::from(worker.evaluate(&at, number)?.saturating_abs());
                n += 1.0;
            }
        }
        let scale = if n > 0.0 { f64::max(sum / n, 1.0) } else { 1.0 };
        Ok(Judge { evaluation: Some(number), scale })
    }

    /// A model of this player of a game that counts as much as `strength` says, if it counts, and
    /// if there is an evaluation to go by.
    pub(crate) fn model<'g, G: Referee>(
        &self,
        game: &'g G,
        player: Player,
        strength: f64,
    ) -> Option<Model<'g, G>> {
        let evaluation = self.evaluation.filter(|_| strength > 0.0)?;
        Some(Model::new(game, player, evaluation, self.scale, strength))
    }

    /// The share that the player to move gets, by the value of a search; `by_games` if
    /// it is one of random games.
    pub(crate) fn share(&self, value: Value, by_games: bool) -> f64 {
        match Verdict::of(value) {
            Verdict::Wins(n) => 1.0 - SOON * f64::from(n.min(1000)),
            Verdict::Loses(n) => SOON * f64::from(n.min(1000)),
            Verdict::Points(points) => 0.5 + 0.5 * f64::from(points.signum()),
            Verdict::Open(value) if by_games => win_share(value),
            Verdict::Open(value) => self.open(value),
        }
    }

    /// A share that goes on growing with the evaluation, so that who is far ahead still
    /// knows what is better.
    fn open(&self, value: Value) -> f64 {
        let value = f64::from(value);
        0.5 + 0.5 * TRUST * value / (value.abs() + self.scale)
    }

    /// Plays at random from a position; the share of this player.
    pub(crate) fn play<G: Game>(
        &self,
        game: &G,
        worker: &mut G::Worker<'_>,
        at: &G::Position,
        player: Player,
        rng: &mut Rng,
    ) -> Result<f64, PlayError> {
        let max_turns = if self.evaluation.is_some() { CUT } else { LONGEST };
        let at = match worker.playout(at, rng, max_turns)? {
            Finish::Over(outcome) => return Ok(share_of(outcome, player)),
            Finish::BrokenOff(at) => at,
        };
        let Some(number) = self.evaluation else { return Ok(0.5) };
        let share = self.open(worker.evaluate(&at, number)?);
        Ok(if game.player(&at) == player { share } else { 1.0 - share })
    }
}

/// What an outcome is worth for a player.
pub(crate) fn share_of(outcome: Outcome, player: Player) -> f64 {
    0.5 + 0.5 * f64::from(outcome.for_player(player).signum())
}
