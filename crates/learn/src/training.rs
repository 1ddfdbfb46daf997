//! The course of learning: rounds of games against itself, after each of which the new weights
//! meet the best so far. All of it can be stopped after any batch, written down, and resumed.

use crate::checkpoint::State;
use crate::contest::Score;
use crate::course::{Course, Method};
use crate::episode::Episode;
use crate::fitting::fit;
use crate::judge::Judge;
use crate::learner::Learner;
use crate::orders::{Order, played};
use crate::samples::Samples;
use crate::teaching::taught;
use game::{Game, RulesError, mix};
use patterns::Model;
use ranks::{Lost, Team};
use search::SettingsError;
use std::sync::Arc;

/// Games that are played with the same weights.
const BATCH: usize = 32;
/// The games of the first round; each later one has a half more, up to the most.
const FIRST_ROUND: u64 = 320;
const MOST_OF_A_ROUND: u64 = 20_000;
/// Weights are fitted to this many positions, the latest,
const MOST_SAMPLES: usize = 3_000_000;
/// or to fewer, if those of a large board would take more bytes.
const MOST_BYTES: usize = 240 << 20;
/// Pairs of games between the new weights and the best so far.
const PAIRS: usize = 30;

/// What a round of games brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// All games against itself up to now.
    pub games: u64,
    /// How the new weights did against the best so far.
    pub score: Score,
    /// Whether they are the best now.
    pub is_better: bool,
    /// Elo of the best weights above those at the beginning, as far as the rounds tell.
    pub elo: f64,
}

/// Why training cannot go on.
#[derive(Clone, Debug)]
pub enum TrainingError {
    /// The rules do what they should not.
    Rules(RulesError),
    /// Players cannot think as the course says.
    Search(SettingsError),
    /// What was written down does not belong to this course.
    Checkpoint(String),
    /// A rank that plays cannot be reached.
    Lost(Lost),
}

impl From<Lost> for TrainingError {
    fn from(lost: Lost) -> TrainingError {
        TrainingError::Lost(lost)
    }
}

impl From<RulesError> for TrainingError {
    fn from(error: RulesError) -> TrainingError {
        TrainingError::Rules(error)
    }
}

impl From<SettingsError> for TrainingError {
    fn from(error: SettingsError) -> TrainingError {
        TrainingError::Search(error)
    }
}

/// Learning that is under way.
pub struct Training<'g, G: Game> {
    game: &'g G,
    course: Course,
    /// What says that a game is decided, if players resign.
    judge: Option<Judge>,
    /// The weights that the teacher left, if new ones are fitted to what they say, too.
    taught: Option<Vec<f32>>,
    learner: Learner,
    /// The positions that weights are fitted to.
    samples: Samples,
    /// A hash of the weights that learning began with.
    begun: u64,
    /// What is played with next.
    current: Arc<Model>,
    best: Arc<Model>,
    rounds: Vec<Round>,
    games: u64,
    /// Games of the round up to now.
    of_round: u64,
}

impl<'g, G: Game<Position: 'static>> Training<'g, G> {
    /// Begins to learn, from weights that know nothing but what the teacher of the course
    /// tells them. Only the first rank of a team learns, and is given the same team again
    /// later; the others [`help`](crate::help) it.
    pub fn new(
        game: &'g G,
        model: Model,
        course: Course,
        team: &mut Team<'_>,
    ) -> Result<Training<'g, G>, TrainingError> {
        let blank = Arc::new(model);
        let (learner, judge) = match course.teacher {
            Some(evaluation) => {
                let (learner, scale) = taught(game, &blank, &course, evaluation, team)?;
                (
                    learner,
                    course.resigns.then_some(Judge { evaluation, scale, sure: course.sure() }),
                )
            }
            None => (Learner::new(&blank, course.seed), None),
        };
        // A learner that searches needs no teacher any more.
        let taught = judge.filter(|_| course.nodes.is_none()).map(|_| learner.weights.clone());
        let current = learner.model(&blank);
        let (best, rounds, samples) = (current.clone(), Vec::new(), Samples::default());
        let (games, of_round) = (0, 0);
        let begun = hash(&best);
        Ok(Training {
            game,
            course,
            judge,
            taught,
            learner,
            samples,
            begun,
            current,
            best,
            rounds,
            games,
            of_round,
        })
    }

    /// Begins with what another model knows that has the same tables; with its network, too, if
    /// that has no more hidden units.
    pub fn begin_with(&mut self, known: &Model) {
        self.learner.take_over(&self.best, known);
        self.current = self.learner.model(&self.current);
        self.best = self.current.clone();
        self.begun = hash(&self.best);
    }

    /// How learning is done.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The best weights so far.
    pub fn best(&self) -> &Arc<Model> {
        &self.best
    }

    /// What the rounds have brought.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Games against itself up to now.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Plays a batch of games, but not more than these, and learns from them; if a round is
    /// over, the new weights meet the best so far, and the result is given.
    pub fn batch(
        &mut self,
        most: Option<u64>,
        team: &mut Team<'_>,
    ) -> Result<Option<Round>, TrainingError> {
        let left = self.round_size().saturating_sub(self.of_round);
        let n = left.min(most.unwrap_or(left)).min(BATCH as u64) as usize;
        let (game, course, judge, first) = (self.game, self.course, self.judge, self.games);
        let order = Order::Episodes { first, judge, model: self.current.clone() };
        for episode in played(game, &course, &order, n, team, Episode::read)? {
            match course.method {
                Method::Differences => {
                    self.learner.learn(&self.current, &episode, course.rate, course.trace);
                }
                Method::Fit => self.samples.add(&self.current, &episode, course.credit()),
            }
        }
        (self.games, self.of_round) = (self.games + n as u64, self.of_round + n as u64);
        // Without a step after each game the weights are those of the last round.
        self.current = self.learner.model(&self.current);
        if self.of_round < self.round_size() {
            return Ok(None);
        }
        Ok(Some(self.compare(team)?))
    }

    /// Ends the round that is under way.
    pub fn finish(&mut self, team: &mut Team<'_>) -> Result<(), TrainingError> {
        if self.of_round > 0 {
            self.compare(team)?;
        }
        Ok(())
    }

    /// The games of the round that is under way.
    fn round_size(&self) -> u64 {
        let grown = 1.5_f64.powi(self.rounds.len().min(100) as i32) * FIRST_ROUND as f64;
        let size = (grown as u64).min(MOST_OF_A_ROUND);
        size.next_multiple_of(BATCH as u64)
    }

    /// Fits the weights to all positions, from those of the best so far.
    fn fit(&mut self) {
        let width = Samples::width(&self.best);
        let most = MOST_SAMPLES.min(MOST_BYTES / (width + size_of::<f32>()));
        self.samples.keep_last(most, width);
        let (teacher, seed) = (self.taught.as_deref(), self.course.seed ^ mix(self.games));
        fit(&self.best, &self.samples, teacher, &mut self.learner.weights, seed);
        self.current = self.learner.model(&self.best);
    }

    /// Lets the new weights meet the best so far.
    fn compare(&mut self, team: &mut Team<'_>) -> Result<Round, TrainingError> {
        let before = self.learner.weights.clone();
        if self.course.method == Method::Fit {
            self.fit();
        }
        let (game, course, judge, games) = (self.game, self.course, self.judge, self.games);
        let models = [self.current.clone(), self.best.clone()];
        let order = Order::Contest { games, judge, models };
        let scores = played(game, &course, &order, PAIRS, team, Score::read)?;
        let score = scores.into_iter().fold(Score::default(), Score::plus);
        let is_better = score.share() >= 0.5;
        let elo_before = self.rounds.last().map_or(0.0, |round| round.elo);
        let elo = if is_better { elo_before + score.elo() } else { elo_before };
        if is_better {
            self.best = self.current.clone();
        } else if course.method == Method::Fit {
            // More positions are needed, played by the best.
            self.learner.weights = before;
            self.current = self.best.clone();
        }
        let round = Round { games, score, is_better, elo };
        self.rounds.push(round);
        self.of_round = 0;
        Ok(round)
    }

    /// All that is known, to be resumed for rules with the same fingerprint.
    pub fn checkpoint(&self, fingerprint: u64) -> Vec<u8> {
        let Learner { weights, sums, sizes } = &self.learner;
        let state = State {
            key: self.key(fingerprint),
            games: self.games,
            of_round: self.of_round,
            rounds: self.rounds.clone(),
            best: self.best.numbers().to_vec(),
            learned: [weights.clone(), sums.clone(), sizes.clone()],
            samples: self.samples.clone(),
        };
        state.write()
    }

    /// Goes on where a checkpoint was written.
    pub fn resume(&mut self, bytes: &[u8], fingerprint: u64) -> Result<(), TrainingError> {
        let refuse = |why: &str| Err(TrainingError::Checkpoint(why.to_string()));
        let Some(state) = State::read(bytes) else {
            return refuse("this is no checkpoint of `learn`, or it is damaged");
        };
        let n = self.learner.weights.len();
        let fits = state.best.len() == n
            && state.learned.iter().all(|list| list.len() == n)
            && state.samples.rows.len() == state.samples.len() * Samples::width(&self.best);
        if state.key != self.key(fingerprint) || !fits {
            return refuse(
                "this checkpoint belongs to other rules, another seed or another course",
            );
        }
        let [weights, sums, sizes] = state.learned;
        self.learner = Learner { weights, sums, sizes };
        self.samples = state.samples;
        self.best = Arc::new(self.best.with_numbers(state.best));
        self.current = self.learner.model(&self.current);
        (self.games, self.of_round, self.rounds) = (state.games, state.of_round, state.rounds);
        Ok(())
    }

    /// What a checkpoint belongs to: the rules, what is looked at, the weights at the beginning,
    /// what positions count as worth, and the course, but for the number of threads.
    fn key(&self, fingerprint: u64) -> u64 {
        let course = Course { threads: 0, ..self.course };
        let text = format!("{course:?} {:?} {:?}", course.credit(), self.best.plan().look());
        text.bytes().fold(fingerprint ^ mix(self.begun), |key, byte| mix(key ^ u64::from(byte)))
    }
}

/// A hash of the weights of a model.
fn hash(model: &Model) -> u64 {
    model.numbers().iter().fold(0, |hash, number| mix(hash ^ u64::from(*number as u16)))
}
