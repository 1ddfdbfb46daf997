//! Another program at the board: started, greeted, asked for moves over UGI or UCI,
//! and never waited for longer than was agreed.
//!
//! Whatever it does wrong is a sentence for people; its reader decides what follows.

#![allow(clippy::disallowed_methods, reason = "this is the edge: programs are timed here")]

use crate::process::{Process, Trouble};
use search::Limits;
use std::time::{Duration, Instant};

/// How a program is started and what is set in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    pub(super) command: String,
    /// Names and values of options.
    pub(super) options: Vec<(String, String)>,
    pub(super) limits: Limits,
    /// Whether it is taken for a chess engine first.
    pub(super) like_chess: bool,
    /// How long it may take to greet us and to get ready.
    pub(super) patience: Duration,
}

/// A program that was started.
pub(super) struct Program {
    process: Process,
    is_uci: bool,
    patience: Duration,
    /// Its options.
    options: Vec<Offered>,
}

/// An option that a program offers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Offered {
    name: String,
    /// The least and the greatest number that it takes, if it takes numbers.
    range: Option<(i64, i64)>,
}

/// After so long the other protocol is tried, too.
const FIRST_TRY: Duration = Duration::from_millis(700);

impl Program {
    /// Starts a program and greets it.
    pub(super) fn start(spec: &Spec) -> Result<Program, String> {
        let process = Process::start(&spec.command)?;
        let (is_uci, patience, options) = (false, spec.patience, Vec::new());
        let mut program = Program { process, is_uci, patience, options };
        program.greet(spec)?;
        Ok(program)
    }

    /// Sets its options; those that it does not have are passed over by it.
    pub(super) fn set_options(&mut self, spec: &Spec) -> Result<(), String> {
        for (name, value) in &spec.options {
            let name = self.offered(name).map_or(name.as_str(), |option| &option.name);
            self.process.say(&format!("setoption name {name} value {value}"));
        }
        self.get_ready()
    }

    /// Agrees on a protocol.
    fn greet(&mut self, spec: &Spec) -> Result<(), String> {
        let [first, second] = if spec.like_chess { ["uci", "ugi"] } else { ["ugi", "uci"] };
        self.process.say(first);
        let ok = match self.until(&["ugiok", "uciok"], FIRST_TRY) {
            Err(Trouble::Slow) => {
                self.process.say(second);
                self.until(&["ugiok", "uciok"], self.patience)
            }
            other => other,
        };
        let ok = ok.map_err(|trouble| trouble.words("it did not say `ugiok` or `uciok`"))?;
        self.is_uci = ok.starts_with("uciok");
        Ok(())
    }

    /// The option of a name, in which underscores may stand for spaces.
    fn offered(&self, name: &str) -> Option<&Offered> {
        let spaced = name.replace('_', " ");
        let is_called =
            |known: &str| [name, &spaced].iter().any(|name| known.eq_ignore_ascii_case(name));
        self.options.iter().find(|option| is_called(&option.name))
    }

    /// The first option that it was given and does not have.
    pub(super) fn unknown_option<'s>(&self, spec: &'s Spec) -> Option<&'s str> {
        let names = spec.options.iter().map(|(name, _)| name.as_str());
        names.into_iter().find(|name| self.offered(name).is_none())
    }

    /// The first number that it was given and does not take, with what it takes.
    pub(super) fn out_of_range(&self, spec: &Spec) -> Option<String> {
        spec.options.iter().find_map(|(name, value)| {
            let (low, high) = self.offered(name)?.range?;
            let fits = value.parse::<i64>().is_ok_and(|n| (low..=high).contains(&n));
            (!fits).then(|| format!("`{name}` takes a number from {low} to {high}, not `{value}`"))
        })
    }

    /// The names of its options.
    pub(super) fn options(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(|option| option.name.as_str())
    }

    fn get_ready(&mut self) -> Result<(), String> {
        self.process.say("isready");
        let ready = self.until(&["readyok"], self.patience);
        ready.map(|_| ()).map_err(|trouble| trouble.words("it did not get ready"))
    }

    /// Tells that another game begins.
    pub(super) fn new_game(&mut self) -> Result<(), String> {
        self.process.say(if self.is_uci { "ucinewgame" } else { "uginewgame" });
        self.get_ready()
    }

    /// Asks for a move. `go` is written by [`Program::go`].
    pub(super) fn best(
        &mut self,
        position: &str,
        go: &str,
        allowed: Duration,
    ) -> Result<String, String> {
        self.process.say(position);
        self.process.say(go);
        let line = self
            .until(&["bestmove"], allowed)
            .map_err(|trouble| trouble.words("it did not move in time"))?;
        match line.split_whitespace().nth(1) {
            Some(text) if !["(none)", "0000", "resign"].contains(&text) => Ok(text.to_string()),
            _ => Err("it gave up".to_string()),
        }
    }

    /// How far it may search, in its protocol: limits, or the clocks of both players.
    pub(super) fn go(&self, limits: &Limits, clocks: Option<[search::Clock; 2]>) -> String {
        let mut text = "go".to_string();
        let [first, second] = if self.is_uci { ["w", "b"] } else { ["p1", "p2"] };
        if let Some([one, two]) = clocks {
            text += &format!(
                " {first}time {} {second}time {} {first}inc {} {second}inc {}",
                one.left.as_millis(),
                two.left.as_millis(),
                one.increment.as_millis(),
                two.increment.as_millis()
            );
        }
        let time = limits.time.map(|time| time.as_millis().max(1));
        let words = [
            limits.depth.map(|n| format!(" depth {n}")),
            limits.nodes.map(|n| format!(" nodes {n}")),
            time.map(|n| format!(" movetime {n}")),
        ];
        text + &words.into_iter().flatten().collect::<String>()
    }

    /// The next line that begins with one of some words.
    fn until(&mut self, words: &[&str], patience: Duration) -> Result<String, Trouble> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.process.line(left)?;
            if line.split_whitespace().next().is_some_and(|word| words.contains(&word)) {
                return Ok(line);
            }
            // It may answer both greetings.
            let new = option(&line).filter(|new| !self.options.contains(new));
            self.options.extend(new);
            // One that never stops talking is no better than a silent one.
            if Instant::now() >= end {
                return Err(Trouble::Slow);
            }
        }
    }
}

/// The option that a line is about, if it is about one.
fn option(line: &str) -> Option<Offered> {
    let rest = line.strip_prefix("option name ")?;
    let (name, kind) = rest.split_once(" type ").unwrap_or((rest, ""));
    let number = |word: &str| {
        let mut words = kind.split_whitespace().skip_while(|known| *known != word);
        words.nth(1)?.parse().ok()
    };
    let range = kind.starts_with("spin").then(|| Some((number("min")?, number("max")?)));
    Some(Offered { name: name.trim().to_string(), range: range.flatten() })
}

impl Drop for Program {
    fn drop(&mut self) {
        self.process.say("quit");
    }
}
