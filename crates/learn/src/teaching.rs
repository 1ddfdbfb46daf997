//! A beginning that an evaluation of the rules gives: it plays some games, and the weights learn
//! to say what it says of their positions. Playing against itself goes on from there, and finds
//! out what the rules did not say.
//!
//! How much a point of the evaluation is worth, the results of those games tell.

use crate::course::{Course, Method};
use crate::episode::{Step, put_result, read_result};
use crate::fitting::fit;
use crate::learner::Learner;
use crate::orders::{Order, played, put_float, read_float};
use crate::samples::Samples;
use crate::training::TrainingError;
use game::bytes::{Reader, put};
use game::{Game, Player, Rng, RulesError, Worker};
use patterns::{Follower, Model};
use ranks::Team;
use std::sync::Arc;

/// The games that the evaluation plays at most, this many at a time.
const GAMES: usize = 400;
const BATCH: usize = 20;
/// No more games are begun after this many moves were looked at: some evaluations are slow.
const MOST_LOOKS: usize = 300_000;
/// The same where weights are fitted: what they say at the beginning counts until the end.
const MOST_TO_FIT: usize = 1_500_000;
/// Of a thousand moves, this many are random: the weights should know poor positions, too.
const RANDOM_PER_MILLE: usize = 150;
/// How often all positions are gone through.
const PASSES: usize = 6;
/// Steps toward the best scale.
const SCALE_STEPS: usize = 40;

/// A position of a game, with what the evaluation says of it for the first player.
struct Seen {
    step: Step,
    value: f32,
}

/// What a game taught.
pub(crate) struct Lesson {
    seen: Vec<Seen>,
    /// How many moves were looked at.
    looks: usize,
    /// What the first player got: 0, 1/2 or 1; nothing if the game was broken off.
    result: Option<f32>,
}

impl Lesson {
    /// The game as it travels to another rank.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_result(self.result, &mut bytes);
        put(self.looks as u128, &mut bytes);
        put(self.seen.len() as u128, &mut bytes);
        for Seen { step, value } in &self.seen {
            step.put(&mut bytes);
            put_float(*value, &mut bytes);
        }
        bytes
    }

    fn read(from: &mut Reader<'_>) -> Option<Lesson> {
        let (result, looks, n_seen) = (read_result(from)?, from.small()?, from.count()?);
        let mut seen = || Some(Seen { step: Step::read(from)?, value: read_float(from)? });
        let seen = (0..n_seen).map(|_| seen()).collect::<Option<_>>()?;
        Some(Lesson { seen, looks, result })
    }
}

/// Weights that say about what an evaluation of the rules says, and what turns its values into
/// the logarithm of odds.
pub(crate) fn taught<G: Game<Position: 'static>>(
    game: &G,
    model: &Arc<Model>,
    course: &Course,
    teacher: usize,
    team: &mut Team<'_>,
) -> Result<(Learner, f32), TrainingError> {
    let (mut lessons, mut looks): (Vec<Lesson>, usize) = (Vec::new(), 0);
    let most_looks = if course.method == Method::Fit { MOST_TO_FIT } else { MOST_LOOKS };
    while lessons.len() < GAMES && looks < most_looks {
        let (first, model) = (lessons.len() as u64, model.clone());
        let order = Order::Lessons { teacher, first, model };
        let batch = played(game, course, &order, BATCH, team, Lesson::read)?;
        looks += batch.iter().map(|lesson| lesson.looks).sum::<usize>();
        lessons.extend(batch);
    }
    let scale = scale(&lessons, !course.resigns);
    let mut learner = Learner::new(model, course.seed);
    for lesson in &mut lessons {
        for seen in &mut lesson.seen {
            seen.step.chance = chance(scale * seen.value);
        }
    }
    if course.method == Method::Fit {
        let mut samples = Samples::default();
        let seen = || lessons.iter().flat_map(|lesson| &lesson.seen);
        seen().for_each(|seen| samples.push(model, &seen.step, seen.step.chance));
        fit(model, &samples, None, &mut learner.weights, course.seed);
        return Ok((learner, scale));
    }
    for _ in 0..PASSES {
        for Seen { step, .. } in lessons.iter().flat_map(|lesson| &lesson.seen) {
            learner.correct(model, step, step.chance, course.rate);
        }
    }
    learner.begin_again();
    Ok((learner, scale))
}

/// A game in which both players make the move that the evaluation likes best.
pub(crate) fn lesson<G: Game>(
    game: &G,
    model: &Arc<Model>,
    course: &Course,
    teacher: usize,
    rng: &mut Rng,
) -> Result<Lesson, RulesError> {
    let (mut worker, mut follower) = (game.worker(&[]), Follower::new(model.clone()));
    let mut lesson = Lesson { seen: Vec::new(), looks: 0, result: None };
    let (mut at, mut moves) = (game.start(), Vec::new());
    let opening = rng.below(course.opening as usize + 1);
    for turn in 0..course.max_turns as usize {
        moves.clear();
        if let Some(outcome) = worker.expand(&at, &mut moves)? {
            lesson.result = Some(0.5 + 0.5 * outcome.value.signum() as f32);
            break;
        }
        if moves.is_empty() {
            break;
        }
        follower.evaluate(game, &at);
        let (player, evaluator) = (game.player(&at), follower.evaluator());
        let value = worker.evaluate(&at, teacher)? as f32;
        let (entries, stage) = (evaluator.entries().to_vec(), evaluator.stage());
        lesson.seen.push(Seen {
            step: Step { entries, stage, player, chance: 0.5, explored: false },
            value: if player == Player::First { value } else { -value },
        });
        worker.enter(&at);
        lesson.looks += moves.len();
        let is_random = turn < opening || rng.below(1000) < RANDOM_PER_MILLE;
        let chosen = match is_random {
            true => rng.below(moves.len()),
            false => liked(game, &mut worker, &moves, player, teacher, rng)?,
        };
        at = moves.swap_remove(chosen);
    }
    Ok(lesson)
}

/// The move after which the evaluation is best, one of them by chance if several are.
fn liked<G: Game>(
    game: &G,
    worker: &mut G::Worker<'_>,
    moves: &[G::Position],
    player: Player,
    teacher: usize,
    rng: &mut Rng,
) -> Result<usize, RulesError> {
    let (mut best, mut chosen, mut n_best) = (i64::MIN, 0, 0);
    for (i, to) in moves.iter().enumerate() {
        let value = match worker.early_outcome(to) {
            Some(outcome) => i64::from(outcome.for_player(player).signum()) << 40,
            None => {
                let value = i64::from(worker.evaluate(to, teacher)?);
                if game.player(to) == player { value } else { -value }
            }
        };
        if value > best {
            (best, n_best) = (value, 0);
        }
        if value == best {
            n_best += 1;
            if rng.below(n_best) == 0 {
                chosen = i;
            }
        }
    }
    Ok(chosen)
}

/// What turns values of the evaluation into the logarithm of odds such that results are most
/// likely (logistic regression with one number). Where results tell nothing, the mean value
/// is as much as odds of e to 1. Where players may resign draws do not count, because most of
/// them would not have come about.
fn scale(lessons: &[Lesson], draws: bool) -> f32 {
    let with_result = lessons.iter().filter_map(|lesson| Some((&lesson.seen, lesson.result?)));
    let with_result = with_result.filter(|(_, result)| draws || *result != 0.5);
    let points: Vec<(f32, f32)> = with_result
        .flat_map(|(seen, result)| seen.iter().map(move |seen| (seen.value, result)))
        .collect();
    let all = lessons.iter().flat_map(|lesson| &lesson.seen);
    let (n, sum) = all.fold((0.0, 0.0), |(n, sum), seen| (n + 1.0, sum + seen.value.abs()));
    let usual = if sum > 0.0 { n / sum } else { 1.0 };
    let mut scale = usual;
    for _ in 0..SCALE_STEPS {
        let (mut slope, mut curve) = (0.0_f32, 0.0_f32);
        for (value, result) in &points {
            let p = chance(scale * value);
            slope += (result - p) * value;
            curve += p * (1.0 - p) * value * value;
        }
        if curve <= f32::EPSILON {
            break;
        }
        // An evaluation that contradicts the results is at least not believed much.
        scale = (scale + (slope / curve).clamp(-usual, usual)).clamp(usual / 20.0, usual * 20.0);
    }
    scale
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(values: &[f32], result: f32) -> Lesson {
        let step = |_| Step {
            entries: vec![0],
            stage: 0.0,
            player: Player::First,
            chance: 0.5,
            explored: false,
        };
        let seen = values.iter().map(|&value| Seen { step: step(value), value }).collect();
        Lesson { seen, looks: 0, result: Some(result) }
    }

    #[test]
    fn the_scale_follows_from_the_results() {
        // At 100 points three of four games are won: odds of 3 to 1.
        let mut lessons = vec![lesson(&[100.0], 1.0), lesson(&[-100.0], 0.0)];
        lessons.extend([lesson(&[100.0], 1.0), lesson(&[100.0], 1.0), lesson(&[100.0], 0.0)]);
        lessons.extend([lesson(&[-100.0], 0.0), lesson(&[-100.0], 0.0), lesson(&[-100.0], 1.0)]);
        let found = scale(&lessons, true) * 100.0;
        assert!((found - 3.0_f32.ln()).abs() < 0.01, "{found}");
    }

    #[test]
    fn an_evaluation_that_says_nothing_has_a_scale() {
        assert!(scale(&[lesson(&[0.0, 0.0], 1.0)], false).is_finite());
        assert!(scale(&[], true).is_finite());
    }
}
