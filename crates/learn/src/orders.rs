//! Games that are handed out: to the threads of this process and, where there are several ranks, to
//! all of them.
//!
//! 1. The first rank learns. It says what is to be played and with which weights, and all
//!    ranks play games by their numbers.
//! 2. What came of them goes to the first rank as bytes, and is looked at in the order of the
//!    numbers. So what is learned does not depend on how many threads or ranks there are.
//! 3. The other ranks know nothing but the game and the course, and wait for the next order
//!    until they are dismissed.
//!
//! Weights are made by the first rank alone: numbers with fractions may differ in their last bits between
//! machines.

use crate::contender::Contender;
use crate::contest::{Score, pair};
use crate::course::Course;
use crate::episode::{Episode, play};
use crate::judge::Judge;
use crate::spread::spread;
use crate::teaching::lesson;
use crate::training::TrainingError;
use game::bytes::{Reader, put, put_bytes};
use game::{Game, Rng, mix};
use patterns::Model;
use ranks::{Lost, Team, farm};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is to be played.
#[derive(Clone)]
pub(crate) enum Order {
    /// Games of an evaluation of the rules, by its number, from the game of a number on.
    Lessons { teacher: usize, first: u64, model: Arc<Model> },
    /// Games to learn from, from the game of a number on.
    Episodes { first: u64, judge: Option<Judge>, model: Arc<Model> },
    /// Pairs of games between two models, after this many games were played to learn from.
    Contest { games: u64, judge: Option<Judge>, models: [Arc<Model>; 2] },
}

impl Order {
    /// Plays the game, or the pair of games, of a number.
    fn play<G: Game<Position: 'static>>(
        &self,
        game: &G,
        course: &Course,
        i: usize,
    ) -> Result<Vec<u8>, TrainingError> {
        let (seed, i) = (course.seed, i as u64);
        match self {
            Order::Lessons { teacher, first, model } => {
                let mut rng = Rng::new(mix(seed.rotate_left(17) ^ mix(first + i)));
                Ok(lesson(game, model, course, *teacher, &mut rng)?.bytes())
            }
            Order::Episodes { first, judge, model } => {
                let mut contender = Contender::new(game, model, course)?;
                let mut rng = Rng::new(mix(seed ^ mix(first + i)));
                let episode: Episode = play(game, &mut contender, course, *judge, &mut rng)?;
                Ok(episode.bytes())
            }
            Order::Contest { games, judge, models } => {
                let mut rng = Rng::new(mix(!seed ^ mix(*games)) ^ mix(i));
                let score: Score = pair(game, models.each_ref(), course, *judge, &mut rng)?;
                Ok(score.bytes())
            }
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (kind, numbers, judge, models): (u128, [u64; 2], _, Vec<&Arc<Model>>) = match self {
            Order::Lessons { teacher, first, .. } => {
                (0, [*teacher as u64, *first], None, Vec::new())
            }
            Order::Episodes { first, judge, model } => (1, [*first, 0], *judge, vec![model]),
            Order::Contest { games, judge, models } => {
                (2, [*games, 0], *judge, models.iter().collect())
            }
        };
        put(kind, &mut bytes);
        numbers.iter().for_each(|number| put(u128::from(*number), &mut bytes));
        put(u128::from(judge.is_some()), &mut bytes);
        if let Some(Judge { evaluation, scale, sure }) = judge {
            put(evaluation as u128, &mut bytes);
            [scale, sure].iter().for_each(|number| put_float(*number, &mut bytes));
        }
        for model in models {
            let numbers = model.numbers().iter().flat_map(|number| number.to_le_bytes());
            put_bytes(&numbers.collect::<Vec<u8>>(), &mut bytes);
        }
        bytes
    }

    /// An order of the first rank. Models are this one with other numbers.
    fn read(from: &mut Reader<'_>, blank: &Arc<Model>) -> Option<Order> {
        let kind: u8 = from.small()?;
        let numbers: [u64; 2] = [from.small()?, from.small()?];
        let judge = match from.small::<u8>()? {
            0 => None,
            _ => Some(Judge {
                evaluation: from.small()?,
                scale: read_float(from)?,
                sure: read_float(from)?,
            }),
        };
        let mut model = || {
            let (numbers, rest) = from.bytes()?.as_chunks();
            let numbers: Vec<i16> = numbers.iter().map(|it| i16::from_le_bytes(*it)).collect();
            let fits = rest.is_empty() && numbers.len() == blank.numbers().len();
            fits.then(|| Arc::new(blank.with_numbers(numbers)))
        };
        Some(match kind {
            0 => {
                let teacher = usize::try_from(numbers[0]).ok()?;
                Order::Lessons { teacher, first: numbers[1], model: blank.clone() }
            }
            1 => Order::Episodes { first: numbers[0], judge, model: model()? },
            2 => Order::Contest { games: numbers[0], judge, models: [model()?, model()?] },
            _ => return None,
        })
    }
}

/// Appends a number with a fraction.
pub(crate) fn put_float(number: f32, bytes: &mut Vec<u8>) {
    bytes.extend(number.to_le_bytes());
}

/// Reads a number with a fraction.
pub(crate) fn read_float(from: &mut Reader<'_>) -> Option<f32> {
    let (bytes, rest) = from.0.split_first_chunk()?;
    from.0 = rest;
    Some(f32::from_le_bytes(*bytes))
}

/// Has this many games played, at the first rank; what came of them, in the order of their
/// numbers.
pub(crate) fn played<G: Game<Position: 'static>, T>(
    game: &G,
    course: &Course,
    order: &Order,
    n: usize,
    team: &mut Team<'_>,
    read: impl Fn(&mut Reader<'_>) -> Option<T>,
) -> Result<Vec<T>, TrainingError> {
    let games = match team.size() {
        1 => spread(course.threads, n, |i| order.play(game, course, i)),
        _ => by_ranks(game, course, order, n, team)?,
    };
    let read = |bytes: Result<Vec<u8>, TrainingError>| {
        read(&mut Reader(&bytes?)).ok_or_else(|| unreadable().into())
    };
    games.into_iter().map(read).collect()
}

fn unreadable() -> Lost {
    Lost { rank: None, why: "a rank told of a game in no way that can be read".to_string() }
}

/// The same where there are other ranks.
fn by_ranks<G: Game<Position: 'static>>(
    game: &G,
    course: &Course,
    order: &Order,
    n: usize,
    team: &mut Team<'_>,
) -> Result<Vec<Result<Vec<u8>, TrainingError>>, TrainingError> {
    let at_once = course.threads.max(1);
    let mut bytes = Vec::new();
    put(n as u128, &mut bytes);
    put(at_once as u128, &mut bytes);
    bytes.extend(order.bytes());
    team.broadcast(bytes)?;
    let mut heard: Vec<Vec<u8>> = vec![Vec::new(); n.div_ceil(at_once)];
    let job = |number: u64| job(game, course, order, n, at_once, number);
    farm(team, heard.len() as u64, job, |number, result| {
        heard[number as usize] = result;
        ControlFlow::Continue(())
    })?;
    let mut games = Vec::new();
    for (number, result) in heard.iter().enumerate() {
        let mut reader = Reader(result);
        for i in number * at_once..n.min((number + 1) * at_once) {
            // What went wrong at another rank goes wrong here, too, and is reported as always.
            games.push(match reader.bytes() {
                Some(game) if !game.is_empty() => Ok(game.to_vec()),
                _ => order.play(game, course, i),
            });
        }
    }
    Ok(games)
}

/// Plays as many games at once as the first rank does; those that went wrong are empty.
fn job<G: Game<Position: 'static>>(
    game: &G,
    course: &Course,
    order: &Order,
    n: usize,
    at_once: usize,
    number: u64,
) -> Vec<u8> {
    // Whatever number the first rank says: there are no games beyond the last one.
    let first = usize::try_from(number).unwrap_or(usize::MAX).saturating_mul(at_once);
    let n_here = n.saturating_sub(first).min(at_once);
    let mut bytes = Vec::new();
    for result in spread(course.threads, n_here, |i| order.play(game, course, first + i)) {
        put_bytes(&result.unwrap_or_default(), &mut bytes);
    }
    bytes
}

/// Plays what the first rank says until it dismisses the others: what every other rank does
/// while the first one learns, with the same game, model and course.
pub fn help<G: Game<Position: 'static>>(
    game: &G,
    model: Model,
    course: &Course,
    team: &mut Team<'_>,
) -> Result<(), TrainingError> {
    let blank = Arc::new(model);
    loop {
        let said = team.broadcast(Vec::new())?;
        if said.is_empty() {
            return Ok(());
        }
        let mut reader = Reader(&said);
        let mut read = || {
            let (n, at_once): (usize, usize) = (reader.small()?, reader.small()?);
            Some((n, at_once.max(1), Order::read(&mut reader, &blank)?))
        };
        let wrong = || Lost { rank: Some(0), why: "its order cannot be read".to_string() };
        let (n, at_once, order) = read().ok_or_else(wrong)?;
        let job = |number: u64| job(game, course, &order, n, at_once, number);
        farm(team, n.div_ceil(at_once) as u64, job, |_, _| ControlFlow::Continue(()))?;
    }
}

/// Lets the other ranks go that [`help`]: the first rank has learned enough.
pub fn dismiss(team: &mut Team<'_>) -> Result<(), TrainingError> {
    team.broadcast(Vec::new())?;
    Ok(())
}
