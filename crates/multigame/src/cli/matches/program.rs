//! Another program at the board: started, greeted, asked for moves over UGI or UCI,
//! and never waited for longer than was agreed.
//!
//! Two threads stand between us and the program, one for each direction, so that one
//! that neither reads nor writes cannot stop us. Whatever it does wrong is a sentence
//! for people; who says it decides what follows.

#![allow(clippy::disallowed_methods, reason = "this is the edge: programs are timed here")]

use search::Limits;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

/// How a program is started and what it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spec {
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
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    is_uci: bool,
    patience: Duration,
    /// The names of its options.
    options: Vec<String>,
}

/// After so long the other protocol is tried, too.
const FIRST_TRY: Duration = Duration::from_millis(700);
/// After so long a program that should leave is made to.
const FAREWELL: Duration = Duration::from_millis(300);
/// Longer lines are cut into pieces.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that wait for us at most; then the program waits.
const MOST_LINES: usize = 4096;

impl Program {
    /// Starts a program and greets it.
    pub(super) fn start(spec: &Spec) -> Result<Program, String> {
        let words = words(&spec.command)?;
        let Some((name, args)) = words.split_first() else {
            return Err("a command is needed".to_string());
        };
        let mut command = Command::new(name);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for us; the program hears of it by the end of its input.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|why| format!("`{name}` cannot be started: {why}"))?;
        let (input, to_write) = channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::spawn(move || {
                for line in to_write {
                    let written = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
                    if written.is_err() {
                        return;
                    }
                }
            });
        }
        let (from_program, output) = sync_channel(MOST_LINES);
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut reader = BufReader::new(stdout);
                let mut bytes = Vec::new();
                while matches!(
                    (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut bytes),
                    Ok(1..)
                ) {
                    let line = String::from_utf8_lossy(&bytes).trim().to_string();
                    if from_program.send(line).is_err() {
                        return;
                    }
                    bytes.clear();
                }
            });
        }
        let (is_uci, patience, options) = (false, spec.patience, Vec::new());
        let mut program = Program { child, input, output, is_uci, patience, options };
        program.greet(spec)?;
        Ok(program)
    }

    /// Agrees on a protocol and sets options.
    fn greet(&mut self, spec: &Spec) -> Result<(), String> {
        let [first, second] = if spec.like_chess { ["uci", "ugi"] } else { ["ugi", "uci"] };
        self.say(first);
        let ok = match self.until(&["ugiok", "uciok"], FIRST_TRY) {
            Err(Trouble::Slow) => {
                self.say(second);
                self.until(&["ugiok", "uciok"], self.patience)
            }
            other => other,
        };
        let ok = ok.map_err(|trouble| trouble.words("it did not say `ugiok` or `uciok`"))?;
        self.is_uci = ok.starts_with("uciok");
        for (name, value) in &spec.options {
            self.say(&format!("setoption name {name} value {value}"));
        }
        self.get_ready()
    }

    /// The first option that it was given and does not have.
    pub(super) fn unknown_option<'s>(&self, spec: &'s Spec) -> Option<&'s str> {
        let has = |name: &str| self.options.iter().any(|known| known.eq_ignore_ascii_case(name));
        spec.options.iter().map(|(name, _)| name.as_str()).find(|name| !has(name))
    }

    /// The names of its options.
    pub(super) fn options(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(String::as_str)
    }

    fn get_ready(&mut self) -> Result<(), String> {
        self.say("isready");
        let ready = self.until(&["readyok"], self.patience);
        ready.map(|_| ()).map_err(|trouble| trouble.words("it did not get ready"))
    }

    /// Tells that another game begins.
    pub(super) fn new_game(&mut self) -> Result<(), String> {
        self.say(if self.is_uci { "ucinewgame" } else { "uginewgame" });
        self.get_ready()
    }

    /// Asks for a move. `go` is written by [`Program::go`].
    pub(super) fn best(
        &mut self,
        position: &str,
        go: &str,
        allowed: Duration,
    ) -> Result<String, String> {
        self.say(position);
        self.say(go);
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

    /// A program that does not listen is noticed when it does not answer.
    fn say(&self, line: &str) {
        let _ = self.input.send(line.to_string());
    }

    /// The next line that begins with one of some words.
    fn until(&mut self, words: &[&str], patience: Duration) -> Result<String, Trouble> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(line) => {
                    if line.split_whitespace().next().is_some_and(|word| words.contains(&word)) {
                        return Ok(line);
                    }
                    self.options.extend(option(&line));
                    // One that never stops talking is no better than a silent one.
                    if Instant::now() >= end {
                        return Err(Trouble::Slow);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(Trouble::Slow),
                Err(RecvTimeoutError::Disconnected) => return Err(Trouble::Left(self.end())),
            }
        }
    }

    /// How a program that says nothing any more has ended.
    fn end(&mut self) -> String {
        match self.leave(FAREWELL) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_string(),
        }
    }

    /// Waits a moment for its end, and then brings that about.
    fn leave(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + patience;
        while Instant::now() < end {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.kill_group();
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }

    /// Ends what the program has started, too: a shell does not take its commands with
    /// it. Only a shell can do that without unsafe code. The program itself was not
    /// waited for yet, so that nobody else has its number.
    fn kill_group(&self) {
        if cfg!(unix) {
            let mut command = Command::new("sh");
            command.args(["-c", "kill -s KILL -- \"-$0\"", &self.child.id().to_string()]);
            let _ =
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
    }
}

/// The name of the option that a line tells of, if it does.
fn option(line: &str) -> Option<String> {
    let name = line.strip_prefix("option name ")?;
    Some(name.split(" type ").next()?.trim().to_string())
}

impl Drop for Program {
    fn drop(&mut self) {
        self.say("quit");
        self.leave(FAREWELL);
    }
}

/// Why a program gave no answer.
enum Trouble {
    /// Time is over.
    Slow,
    /// It is not there any more.
    Left(String),
}

impl Trouble {
    fn words(self, slow: &str) -> String {
        match self {
            Trouble::Slow => slow.to_string(),
            Trouble::Left(how) => how,
        }
    }
}

/// The words of a command; quotes hold words with blanks together.
fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(format!("the command has no second {quote}")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_with_quotes() {
        let read = |text: &str| words(text).ok();
        let words = |list: &[&str]| Some(list.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(read(" a  b "), words(&["a", "b"]));
        assert_eq!(read("'a b' \"c 'd\"e ''"), words(&["a b", "c 'de", ""]));
        assert_eq!((read(""), read("'a")), (words(&[]), None));
    }
}
