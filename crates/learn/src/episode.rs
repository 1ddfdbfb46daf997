//! A game that is played to learn from: it begins with random moves, so that games differ, and
//! remembers for each turn the position that was evaluated and what it seemed to be worth.

use crate::contender::Contender;
use crate::course::Course;
use crate::judge::{Clear, Judge};
use crate::looking::chance;
use game::{Game, Player, Rng, RulesError};

/// A turn of a game.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// What the evaluation of the best line was made of; nothing if the game is over there.
    pub(crate) entries: Vec<u32>,
    /// How far that position is from the stage of few pieces to that of many, from 0 to 1.
    pub(crate) stage: f32,
    /// Who is to move at its end.
    pub(crate) player: Player,
    /// The chance of the first player.
    pub(crate) chance: f32,
    /// Whether the move was not the best one, so that what follows says nothing of it.
    pub(crate) explored: bool,
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Episode {
    pub(crate) steps: Vec<Step>,
    /// What the first player got: 0, 1/2 or 1; nothing if the game was broken off.
    pub(crate) result: Option<f32>,
}

impl Episode {
    /// The steps from the last to the first, each with the chance of the first player that
    /// the positions after it tell; nothing after the last one of a game that was broken off.
    /// With `trace` 1 only results count, with 0 only the next turn does.
    pub(crate) fn targets(&self, trace: f32) -> impl Iterator<Item = (&Step, Option<f32>)> {
        let mut after = self.result;
        self.steps.iter().rev().map(move |step| {
            let target = after;
            let follows = target.filter(|_| !step.explored).unwrap_or(step.chance);
            after = Some((1.0 - trace) * step.chance + trace * follows);
            (step, target)
        })
    }
}

/// Plays a game by the evaluation of this player.
pub(crate) fn play<G: Game<Position: 'static>>(
    game: &G,
    contender: &mut Contender<'_, G>,
    course: &Course,
    judge: Option<Judge>,
    rng: &mut Rng,
) -> Result<Episode, RulesError> {
    let mut episode = Episode { steps: Vec::new(), result: None };
    let mut at = game.start();
    let opening = rng.below(course.opening as usize + 1);
    let mut clear = Clear::new(judge);
    for turn in 0..course.max_turns as usize {
        let mut moves = match contender.looker.moves(&at)? {
            Ok(moves) if moves.is_empty() => break,
            Ok(moves) => moves,
            Err(outcome) => {
                episode.result = Some(0.5 + 0.5 * outcome.value.signum() as f32);
                break;
            }
        };
        let chosen = if turn < opening {
            rng.below(moves.len())
        } else {
            let (best, found) = contender.best(&at, &mut moves, course.depth, rng)?;
            let explored = rng.below(1000) < course.explored_per_mille as usize;
            let seen = chance(found.value);
            let player = game.player(&at);
            let chance = if player == Player::First { seen } else { 1.0 - seen };
            let mut step = Step { entries: Vec::new(), stage: 0.0, player, chance, explored };
            if let Some(leaf) = &found.leaf {
                (step.entries, step.stage) = contender.looker.parts(leaf);
                step.player = game.player(leaf);
            }
            episode.steps.push(step);
            if let Some(winner) = clear.resigned(game, &mut contender.looker, &at)? {
                episode.result = Some(0.5 + 0.5 * winner as f32);
                break;
            }
            if explored { rng.below(moves.len()) } else { best }
        };
        contender.pass(&at);
        at = moves.swap_remove(chosen);
    }
    Ok(episode)
}
