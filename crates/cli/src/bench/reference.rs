//! Hand-written programs to compare with. They are another program (crate
//! `references`), which is started as a child and asked line by line, so that
//! nothing of it is part of this one; what it says is not trusted.

#![allow(
    clippy::disallowed_methods,
    reason = "a benchmark reads the clock and starts what it compares with"
)]

use super::super::args::What;
use super::super::process::{self, Process};
use super::super::terminal;
use super::plan::Task;
use super::runner::{Done, Runner, Trouble};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

pub(super) const NAME: &str = "reference";

/// How long an answer may take beyond the time that was asked for.
const PATIENCE: Duration = Duration::from_secs(60);

/// After so long it is looked whether Ctrl-C was pressed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// The child and what it can do.
pub(super) struct References {
    /// Nothing once it has failed.
    child: Option<Process>,
    games: Vec<String>,
}

/// Where the references are if nobody says where.
pub(super) fn beside_this_program() -> PathBuf {
    let ours = std::env::current_exe().unwrap_or_default();
    ours.with_file_name(format!("references{}", std::env::consts::EXE_SUFFIX))
}

impl References {
    /// Starts the program. An error is a sentence without a period.
    pub(super) fn start(path: &Path) -> Result<References, String> {
        let child = Process::spawn(&mut Command::new(path)).map_err(|why| match why.kind() {
            ErrorKind::NotFound => "there is no such program".to_string(),
            _ => why.to_string(),
        })?;
        let mut references = References { child: Some(child), games: Vec::new() };
        match references.ask("games", "games", Duration::ZERO) {
            Ok(names) => references.games = names.split_whitespace().map(String::from).collect(),
            Err(Trouble::Message(_)) => return Err("it does not say which games it has".into()),
            Err(Trouble::Stopped | Trouble::Told) => {}
        }
        Ok(references)
    }

    /// The reference for a game, if there is one.
    pub(super) fn game(&mut self, name: &str) -> Option<Reference<'_>> {
        let game = self.games.iter().find(|known| *known == name)?.clone();
        Some(Reference { all: self, game })
    }

    /// How many histories it finds for a question, and how long that takes.
    pub(super) fn infoset(&mut self, question: &str) -> Result<(u64, Duration), Trouble> {
        let mut asked = Reference { all: self, game: String::new() };
        let line = format!("infoset {question}");
        let [histories, nanos] = asked.numbers(&line, "infoset", Duration::ZERO)?;
        Ok((histories, Duration::from_nanos(nanos)))
    }

    /// What the child answers after the word that the answer begins with.
    fn ask(&mut self, line: &str, word: &str, time: Duration) -> Result<String, Trouble> {
        let Some(child) = &mut self.child else { return Err(Trouble::Told) };
        child.say(line);
        let answer = answer(child, time);
        if terminal::interrupted() {
            return Err(Trouble::Stopped);
        }
        let answer = answer.map_err(|why| self.give_up(why))?;
        let (first, rest) = answer.trim().split_once(' ').unwrap_or((answer.trim(), ""));
        match first {
            "error" => Err(Trouble::Message(crop(rest))),
            first if first == word => Ok(rest.trim().to_string()),
            _ => Err(self.give_up(&format!("they answered `{}` to `{line}`", crop(&answer)))),
        }
    }

    /// A child that once failed is not asked again.
    fn give_up(&mut self, why: &str) -> Trouble {
        self.child = None;
        Trouble::Message(format!("the references cannot be used any more: {why}"))
    }
}

/// Waits for a line, but not for ever.
fn answer(child: &mut Process, time: Duration) -> Result<String, &'static str> {
    let deadline = Instant::now() + time + PATIENCE;
    loop {
        match child.line(BETWEEN_LOOKS) {
            Ok(line) => return Ok(line),
            Err(process::Trouble::Left(_)) => return Err("they ended"),
            Err(process::Trouble::Slow) if terminal::interrupted() => return Err(""),
            Err(process::Trouble::Slow) if Instant::now() > deadline => {
                return Err("they did not answer for a long time");
            }
            Err(process::Trouble::Slow) => {}
        }
    }
}

/// What a foreign program says, on one short line.
fn crop(text: &str) -> String {
    let visible = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    visible.take(100).collect()
}

/// One game of the references.
pub(super) struct Reference<'a> {
    all: &'a mut References,
    game: String,
}

impl Reference<'_> {
    /// Asks for numbers.
    fn numbers<const N: usize>(
        &mut self,
        line: &str,
        word: &str,
        time: Duration,
    ) -> Result<[u64; N], Trouble> {
        let answer = self.all.ask(line, word, time)?;
        let numbers: Option<Vec<u64>> =
            answer.split_whitespace().map(|number| number.parse().ok()).collect();
        match numbers.and_then(|numbers| <[u64; N]>::try_from(numbers).ok()) {
            // Work that took no time was not done.
            Some(numbers) if numbers[N - 1] > 0 => Ok(numbers),
            _ => {
                let answer = crop(&answer);
                Err(self.all.give_up(&format!("they answered `{word} {answer}` to `{line}`")))
            }
        }
    }
}

impl Runner for Reference<'_> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn playouts(&mut self, task: &Task, seed: u64, time: Duration) -> Result<Done, Trouble> {
        if task.position.is_some() {
            return Err(Trouble::Message("it plays only from the start".into()));
        }
        let line = format!("playouts {} {seed} {}", self.game, time.as_millis());
        let [games, turns, nanos] = self.numbers(&line, "playouts", time)?;
        Ok(Done { amount: games, time: Duration::from_nanos(nanos), detail: Some(turns) })
    }

    fn perft(&mut self, task: &Task, time: Duration) -> Result<Done, Trouble> {
        let how = if task.what == What::Counted { "counted" } else { "made" };
        let position = task.position.as_deref().unwrap_or("");
        let line = format!("perft {} {how} {} {position}", self.game, task.depth);
        let (mut done, began) = (Done::default(), Instant::now());
        while done.time < time && began.elapsed() < time * 2 {
            let [leaves, nanos] = self.numbers(line.trim(), "perft", time)?;
            done.amount += leaves;
            done.time += Duration::from_nanos(nanos);
            done.detail = Some(leaves);
        }
        Ok(done)
    }
}
