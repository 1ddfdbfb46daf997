//! A game that is played to learn from: it begins with random moves, so that games differ, and
//! remembers for each turn the position that was evaluated and what it seemed to be worth.

use crate::contender::Contender;
use crate::course::Course;
use crate::judge::{Clear, Judge};
use crate::looking::chance;
use crate::orders::{put_float, read_float};
use game::bytes::{Reader, put};
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

impl Step {
    /// Appends the turn as it travels to another rank.
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        put(self.entries.len() as u128, bytes);
        self.entries.iter().for_each(|entry| put(u128::from(*entry), bytes));
        put(self.player.index() as u128 | u128::from(self.explored) << 1, bytes);
        put_float(self.stage, bytes);
        put_float(self.chance, bytes);
    }

    pub(crate) fn read(from: &mut Reader<'_>) -> Option<Step> {
        let n_entries = from.count()?;
        let entries = (0..n_entries).map(|_| from.small()).collect::<Option<Vec<u32>>>()?;
        let flags: u8 = from.small()?;
        let (player, explored) = (Player::BOTH[usize::from(flags & 1)], flags & 2 != 0);
        let (stage, chance) = (read_float(from)?, read_float(from)?);
        Some(Step { entries, stage, player, chance, explored })
    }
}

/// Appends a result: nothing, or half points of the first player.
pub(crate) fn put_result(result: Option<f32>, bytes: &mut Vec<u8>) {
    put(result.map_or(0, |points| (2.0 * points) as u128 + 1), bytes);
}

pub(crate) fn read_result(from: &mut Reader<'_>) -> Option<Option<f32>> {
    let half_points = from.small::<u8>()?.checked_sub(1);
    Some(half_points.map(|half_points| f32::from(half_points) / 2.0))
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Episode {
    pub(crate) steps: Vec<Step>,
    /// What the first player got: 0, 1/2 or 1; nothing if the game was broken off.
    pub(crate) result: Option<f32>,
}

impl Episode {
    /// The game as it travels to another rank.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_result(self.result, &mut bytes);
        put(self.steps.len() as u128, &mut bytes);
        self.steps.iter().for_each(|step| step.put(&mut bytes));
        bytes
    }

    pub(crate) fn read(from: &mut Reader<'_>) -> Option<Episode> {
        let (result, n_steps) = (read_result(from)?, from.count()?);
        let steps = (0..n_steps).map(|_| Step::read(from)).collect::<Option<_>>()?;
        Some(Episode { steps, result })
    }

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
