//! Another program as a child of ours: lines to it, lines from it, and never a longer
//! wait than was agreed.
//!
//! Two threads are between us and the program, one for each direction, so that one
//! that neither reads nor writes cannot stop us.

#![allow(clippy::disallowed_methods, reason = "this is the edge: programs are timed here")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

/// A program that was started.
pub(super) struct Process {
    child: Child,
    /// Nothing when there is no more to say.
    input: Option<Sender<String>>,
    output: Receiver<String>,
}

/// After so long a program that should leave is made to.
const FAREWELL: Duration = Duration::from_secs(1);
/// Longer lines are cut into pieces.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that wait for us at most; then the program waits.
const MOST_LINES: usize = 4096;

impl Process {
    /// Starts a program by its command.
    pub(super) fn start(command: &str) -> Result<Process, String> {
        let words = words(command)?;
        let Some((name, args)) = words.split_first() else {
            return Err("a command is needed".to_string());
        };
        Process::spawn(Command::new(name).args(args).stderr(Stdio::null()))
            .map_err(|why| format!("`{name}` cannot be started: {why}"))
    }

    /// Starts a program.
    pub(super) fn spawn(command: &mut Command) -> std::io::Result<Process> {
        // It is no rank, though it finds what a launcher left in our environment.
        command.env(mpi::OVERRIDE, "off");
        // Ctrl-C is for us; the program hears of it by the end of its input.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
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
        Ok(Process { child, input: Some(input), output })
    }

    /// Says a line. A program that does not listen is noticed when it does not answer.
    pub(super) fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(line.to_string());
        }
    }

    /// The next line that it says.
    pub(super) fn line(&mut self, patience: Duration) -> Result<String, Trouble> {
        match self.output.recv_timeout(patience) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Trouble::Slow),
            Err(RecvTimeoutError::Disconnected) => Err(Trouble::Left(self.end())),
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

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        self.leave(FAREWELL);
    }
}

/// Why a program gave no answer.
pub(super) enum Trouble {
    /// Time is over.
    Slow,
    /// It is not there any more.
    Left(String),
}

impl Trouble {
    /// In words; `slow` says what it did not do in time.
    pub(super) fn words(self, slow: &str) -> String {
        match self {
            Trouble::Slow => slow.to_string(),
            Trouble::Left(how) => how,
        }
    }
}

/// The words of a command; quotes hold words with spaces together.
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
