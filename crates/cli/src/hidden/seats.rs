//! Who sits at the table: is asked for attempts, hears the answers, and is told what its
//! side perceives; nothing else.

#![allow(clippy::disallowed_methods, reason = "this is the edge: players are timed here")]

use super::human::Human;
use super::sides::Side;
use super::talk::Talk;
use crate::report::Failure;
use crate::terminal;
use crate::watch::watched;
use crate::words::count;
use game::{Player, Referee, Rng};
use hidden_play::{PlayError, Thought};
use infoset::Observation;
use std::time::{Duration, Instant};

/// What a seat says when it is asked.
pub(crate) enum Said {
    /// It attempts this.
    Attempt(String),
    /// It wants to know what the computer would attempt.
    AsksForHint,
    /// It wants to know what can be known.
    AsksWhatIsKnown,
    /// It takes its last turn back.
    TakesBack,
    /// It wants the game saved in a file; whether one may be replaced.
    Save(String, bool),
    /// It leaves the game.
    Leaves,
    /// It has lost the game by what it did.
    Forfeits(String),
}

/// What is known to whoever is asked, besides what they were told.
pub(crate) struct Question<'q> {
    /// What may be tried, going by what they know.
    pub(crate) tries: &'q [String],
    /// What they see, drawn.
    pub(crate) picture: &'q str,
}

/// Who plays a side of a game.
pub(crate) enum Seat<'g, G: Referee> {
    Human(Human),
    /// Draws attempts; the referee tells it what can be attempted.
    Random(Rng),
    Computer(Box<Computer<'g, G>>),
    Program(Box<Talk>),
}

/// What a player that knows its view says on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Says {
    Nothing,
    /// That it keeps only a sample, and the like.
    Notes,
    /// Also what it thinks.
    Thoughts,
}

impl Says {
    /// What is said to somebody who watches a game.
    pub(crate) fn watched(verbose: bool) -> Says {
        if verbose { Says::Thoughts } else { Says::Notes }
    }
}

/// How somebody sits at the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// What everything random is drawn from.
    pub(crate) seed: u64,
    /// How long a program may take for an attempt.
    pub(crate) patience: Duration,
    pub(crate) says: Says,
}

/// A player that knows its view, and how long it may think.
pub(crate) struct Computer<'g, G: Referee> {
    player: hidden_play::Player<'g, G>,
    side: Player,
    /// The time of a turn.
    time: Option<Duration>,
    /// What is left of it.
    left: Duration,
    says: Says,
    /// Attempts, samples and nodes up to now.
    pub(crate) work: (u64, u64, u64),
}

/// How long a search may go on after the time is over, or Ctrl-C was pressed: so long at
/// most ...
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
/// ... and not longer than this part of the time.
const PART_BETWEEN_LOOKS: u32 = 10;

impl<'g, G: Referee> Seat<'g, G> {
    /// Somebody for a side of a game that begins as this view says.
    pub(crate) fn new(
        game: &'g G,
        side: &Side,
        view: &Observation,
        Manner { seed, patience, says }: Manner,
    ) -> Result<Seat<'g, G>, Failure> {
        Ok(match side {
            Side::Human => Seat::Human(Human::new(view.player)),
            Side::Random => Seat::Random(Rng::new(seed ^ (1 + view.player.index() as u64))),
            Side::Computer(settings, time) => Seat::Computer(Box::new(Computer {
                player: hidden_play::Player::new(game, view, *settings)?,
                side: view.player,
                time: *time,
                left: time.unwrap_or_default(),
                says,
                work: (0, 0, 0),
            })),
            Side::Program(command) => {
                Seat::Program(Box::new(Talk::start(game.facts(), command, view, patience)?))
            }
        })
    }

    /// Asks for an attempt.
    pub(crate) fn ask(&mut self, question: &Question<'_>) -> Result<Said, Failure> {
        match self {
            Seat::Human(human) => human.ask(question),
            // It is the referee who draws.
            Seat::Random(_) => Ok(Said::Leaves),
            Seat::Computer(computer) => computer.think(question.tries),
            Seat::Program(talk) => Ok(talk.ask(question)),
        }
    }

    /// Tells that the attempt was refused, and what is said about it.
    pub(crate) fn refused(&mut self, text: &str, heard: &[String]) -> Result<(), Failure> {
        match self {
            Seat::Human(_) => Human::refused(text, heard),
            Seat::Random(_) => Ok(()),
            Seat::Computer(computer) => {
                computer.player.refused(text, heard.to_vec());
                Ok(())
            }
            Seat::Program(talk) => {
                talk.refused(text, heard);
                Ok(())
            }
        }
    }

    /// Tells that what was attempted is none; false if it has said too much of that.
    pub(crate) fn impossible(&mut self, text: &str, why: &str, hint: &str) -> bool {
        match self {
            Seat::Human(_) => {
                Human::impossible(text, why, hint);
                true
            }
            Seat::Random(_) => true,
            Seat::Computer(computer) => {
                computer.player.impossible(text);
                true
            }
            Seat::Program(talk) => talk.impossible(why),
        }
    }

    /// Tells of the turns that are over, as far as it was not told yet. The lines are
    /// those of the transcript.
    pub(crate) fn perceive(&mut self, view: &Observation, lines: &[&str]) -> Result<(), Failure> {
        match self {
            Seat::Human(human) => human.perceive(lines),
            Seat::Random(_) => Ok(()),
            Seat::Computer(computer) => computer.perceive(view),
            Seat::Program(talk) => {
                talk.perceive(lines);
                Ok(())
            }
        }
    }

    /// Tells how the game ended.
    pub(crate) fn over(&mut self, words: &str) {
        match self {
            Seat::Human(human) => human.over(),
            Seat::Program(talk) => talk.over(words),
            Seat::Random(_) | Seat::Computer(_) => {}
        }
    }
}

impl<G: Referee> Computer<'_, G> {
    fn think(&mut self, tries: &[String]) -> Result<Said, Failure> {
        // Attempts may follow in the same turn: each takes half of what is left.
        let began = Instant::now();
        let goes_on = until(self.time.map(|_| self.left / 2));
        let thought = match self.attempt(tries, &goes_on) {
            Ok(thought) => thought,
            Err(PlayError::Nothing) => return Ok(Said::Forfeits("it has no attempt".to_string())),
            Err(error) => return Err(error.into()),
        };
        self.left = self.left.saturating_sub(began.elapsed());
        let (attempts, samples, nodes) = self.work;
        self.work = (attempts + 1, samples + thought.samples as u64, nodes + thought.nodes);
        if self.says >= Says::Thoughts {
            self.tell(&thought);
        }
        Ok(Said::Attempt(thought.text))
    }

    /// Finds an attempt, while a thread ends the search that is under way as soon as it
    /// may not go on.
    fn attempt(
        &mut self,
        tries: &[String],
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Thought, PlayError> {
        let Some(stopper) = self.player.stopper() else {
            return self.player.attempt(tries, &mut || goes_on());
        };
        let part = self.time.map_or(BETWEEN_LOOKS, |time| time / PART_BETWEEN_LOOKS);
        let between = part.clamp(Duration::from_millis(1), BETWEEN_LOOKS);
        // The stopper is told each time, in case the search has not begun yet.
        let look = || {
            if !goes_on() {
                stopper.stop();
            }
        };
        let thought = watched(between, look, || self.player.attempt(tries, &mut || goes_on()));
        stopper.reset();
        thought
    }

    /// Says what it thinks, to whoever watches. Its attempt is not told: the enemy may
    /// watch, too.
    fn tell(&self, thought: &Thought) {
        let (possible, is_whole) = self.player.possible();
        let kept = if is_whole { "" } else { " in a sample" };
        let share = thought.share.map_or(String::new(), |it| format!("{:.1}%, ", 100.0 * it));
        let [samples, nodes, positions] = [
            (thought.samples as u64, "sample"),
            (thought.nodes, "node"),
            (possible as u64, "position"),
        ]
        .map(|(n, noun)| count(n, noun));
        let player = 1 + self.side.index();
        terminal::complain(&format!(
            "(player {player}: {share}{samples}, {nodes}, {positions}{kept})"
        ));
    }

    /// Whether it has kept only a sample of what is possible.
    pub(crate) fn keeps_sample(&self) -> bool {
        !self.player.possible().1
    }

    fn perceive(&mut self, view: &Observation) -> Result<(), Failure> {
        let began = Instant::now();
        let mut is_own_next = false;
        for turn in &view.turns[self.player.n_turns().min(view.turns.len())..] {
            is_own_next = turn.mover != self.side;
            // What is found out about a turn is part of thinking. Of its own turn there is
            // less to find out.
            let share = if is_own_next { 3 } else { 1 };
            let mut left = left_of(self.time.map(|time| time * share / 8));
            self.player.perceive(turn, &mut left)?;
        }
        let spent = if is_own_next { began.elapsed() } else { Duration::ZERO };
        self.left = self.time.map_or(Duration::ZERO, |time| time.saturating_sub(spent));
        for note in self.player.notes() {
            if self.says >= Says::Notes {
                let player = 1 + self.side.index();
                terminal::note(&format!("player {player}: {note}"));
            }
        }
        Ok(())
    }
}

/// Says whether to go on: until this much time has passed, or Ctrl-C is pressed.
fn until(time: Option<Duration>) -> impl Fn() -> bool + Sync {
    let end = time.and_then(|time| Instant::now().checked_add(time));
    move || end.is_none_or(|end| Instant::now() < end) && !terminal::interrupted()
}

/// Says which share of a time is left; nothing is, if Ctrl-C is pressed.
fn left_of(time: Option<Duration>) -> impl FnMut() -> f64 {
    let began = Instant::now();
    move || match time {
        _ if terminal::interrupted() => 0.0,
        Some(time) => 1.0 - began.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9),
        None => 1.0,
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        match error {
            PlayError::Rules(error) => (*error).into(),
            PlayError::Start(message, hint) => Failure::new(message).hint(hint),
            PlayError::Settings(error) => error.into(),
            PlayError::Nothing => Failure::new(error.to_string()),
        }
    }
}
