//! Another program at the table of a referee, over lines of text (docs/records.md): it
//! gets the transcript of its side, line by line, and is asked for attempts.
//!
//! ```text
//! multigame transcript 1          header, then each turn when it is over
//! game: phantom_tictactoe
//! player: black
//! turns:
//! 1. white ? sees nothing
//! attempt? a1 a2 a3 b1 b2 …       what it may try ...
//! b2                              ... and its answer
//! refused: 'no'                   another is asked for
//! 1. black [b2 'no'] c3 sees O:c3
//! over: white wins
//! ```

use super::seats::{Question, Said};
use crate::process::Process;
use crate::report::Failure;
use game::Facts;
use infoset::{Observation, write_transcript};
use std::time::Duration;

/// A program, and how long it may take for an attempt.
pub(crate) struct Talk {
    process: Process,
    patience: Duration,
    n_told: usize,
    /// Answers of this turn that made no sense.
    n_wrong: u32,
}

/// After this many answers in a turn that make no sense the program has lost.
const MOST_WRONG: u32 = 100;
/// No attempt has so long a text.
const LONGEST: usize = 1000;

impl Talk {
    pub(super) fn start(
        facts: &Facts,
        command: &str,
        view: &Observation,
        patience: Duration,
    ) -> Result<Talk, Failure> {
        let process = Process::start(command).map_err(|why| {
            Failure::new(format!("the program `{command}` does not play: {why}"))
                .hint("docs/records.md explains how programs and the referee talk")
        })?;
        for line in write_transcript(facts, &view.after(0)).lines() {
            process.say(line);
        }
        Ok(Talk { process, patience, n_told: 0, n_wrong: 0 })
    }

    pub(super) fn ask(&mut self, question: &Question<'_>) -> Said {
        self.process.say(format!("attempt? {}", question.tries.join(" ")).trim_end());
        match self.process.line(self.patience) {
            Ok(line) if line == "leave" => Said::Forfeits("it gave up".to_string()),
            Ok(line) if line.len() > LONGEST => {
                Said::Forfeits(format!("its attempt is {} bytes long", line.len()))
            }
            Ok(line) => Said::Attempt(line),
            Err(trouble) => Said::Forfeits(trouble.words("it attempted nothing in time")),
        }
    }

    pub(super) fn refused(&mut self, _: &str, heard: &[String]) {
        let heard: Vec<String> = heard.iter().map(|it| format!("'{it}'")).collect();
        self.process.say(format!("refused: {}", heard.join(" ")).trim_end());
    }

    /// Whether it may try again.
    pub(super) fn impossible(&mut self, why: &str) -> bool {
        self.n_wrong += 1;
        self.process.say(&format!("impossible: {}", why.replace('\n', " ")));
        self.n_wrong < MOST_WRONG
    }

    pub(super) fn perceive(&mut self, lines: &[&str]) {
        for line in lines.get(self.n_told..).unwrap_or_default() {
            self.process.say(line);
        }
        (self.n_told, self.n_wrong) = (lines.len(), 0);
    }

    pub(super) fn over(&mut self, words: &str) {
        self.process.say(&format!("over: {words}"));
    }
}
