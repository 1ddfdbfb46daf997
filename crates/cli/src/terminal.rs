//! The terminal: colors that respect NO_COLOR, output that survives a closed
//! pipe, progress that only shows where somebody looks, and Ctrl-C.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: the clock and the environment are read here"
)]

use super::report::Failure;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Code that is not there this long before the end comes too late to be of use.
const LEFT_BY_CODE: Duration = Duration::from_millis(250);
/// A search gets this much time at least.
const SHORTEST: Duration = Duration::from_millis(1);

/// Whether Ctrl-C was pressed here, or another signal asked this process to end.
static PRESSED: AtomicBool = AtomicBool::new(false);
/// When the program began.
static BEGAN: OnceLock<Instant> = OnceLock::new();
/// How long the user is ready to wait from there, if they said so.
static PATIENCE: OnceLock<Duration> = OnceLock::new();
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static WAITS: AtomicBool = AtomicBool::new(false);
/// Whether a program waits for an answer in JSON.
static ANSWERS_JSON: AtomicBool = AtomicBool::new(false);
/// Whether another rank speaks for this one.
static SILENT: AtomicBool = AtomicBool::new(false);
/// Files that are being written and folders that are there only as long as the program runs.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Starts the clock by which a user waits.
pub(super) fn begin() {
    BEGAN.get_or_init(Instant::now);
}

/// How long ago the program began.
pub(super) fn since_beginning() -> Duration {
    BEGAN.get_or_init(Instant::now).elapsed()
}

/// What is left of a time that a user is ready to wait for an answer: reading and
/// compiling rules have taken their part of it.
pub(super) fn left_of(time: Duration) -> Duration {
    time.saturating_sub(since_beginning())
}

/// The same for a search, which gets at least a moment.
pub(super) fn rest_of(time: Duration) -> Duration {
    left_of(time).max(SHORTEST)
}

/// Says how long the user is ready to wait for an answer, from the beginning, if they said so.
/// Several ranks have to come to the same evaluation and code, so none of them goes by its clock.
pub(super) fn wait_at_most(time: Option<Duration>, n_ranks: usize) {
    if let (Some(time), 1) = (time, n_ranks) {
        PATIENCE.get_or_init(|| time);
    }
}

/// Whether there is still time to find out what else a search could go by.
pub(super) fn waits_for_study() -> bool {
    PATIENCE.get().is_none_or(|&time| left_of(time) > time / 2)
}

/// Whether there is still time to make code. Something is left for the search, which the
/// interpreter serves where there is no code.
pub(super) fn waits_for_code() -> bool {
    PATIENCE.get().is_none_or(|&time| left_of(time) > LEFT_BY_CODE.min(time / 4))
}

/// Answers Ctrl-C from now on. It ends the program at once, whose files are always whole,
/// unless work is under way that looks at [`interrupted`]; then a second one
/// ends it.
pub(super) fn catch_interrupt() {
    // Without a handler Ctrl-C ends the program, which is no harm.
    let _ = ctrlc::set_handler(|| {
        // Another rank may have raised the flag already, which is no second signal.
        let is_second = PRESSED.swap(true, Ordering::Relaxed);
        INTERRUPTED.store(true, Ordering::Relaxed);
        if is_second || !WAITS.load(Ordering::Relaxed) {
            for path in TEMPORARY.lock().iter_mut().flat_map(|paths| paths.drain(..)) {
                let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
            }
            // Whoever waits for JSON gets some, if no work has begun that would give it.
            if ANSWERS_JSON.load(Ordering::Relaxed) && !WAITS.load(Ordering::Relaxed) {
                let _ = print(&format!("{{\n  \"reason\": \"{}\"\n}}\n", super::answer::STOPPED));
            }
            complain("stopped");
            std::process::exit(super::report::INTERRUPTED as i32);
        }
    });
}

/// Whether Ctrl-C was pressed, for whoever passes it on.
pub(super) fn interrupts() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Prints nothing from now on: another rank speaks for this one.
pub(super) fn be_silent() {
    SILENT.store(true, Ordering::Relaxed);
}

/// Prints again.
pub(super) fn be_silent_no_more() {
    SILENT.store(false, Ordering::Relaxed);
}

/// Ends the program because of what was said on its line, which may be a request for help.
pub(super) fn refuse(why: &clap::Error) -> ! {
    match SILENT.load(Ordering::Relaxed) {
        true => std::process::exit(why.exit_code()),
        false => why.exit(),
    }
}

/// Says that the answer is for a program.
pub(super) fn answer_json() {
    ANSWERS_JSON.store(true, Ordering::Relaxed);
}

/// Names a file or a folder that must not stay if Ctrl-C ends the program.
pub(super) fn begin_temporary(path: &Path) {
    if let Ok(mut paths) = TEMPORARY.lock() {
        paths.push(path.to_path_buf());
    }
}

/// Says that it is not there any more, or has got the name under which it stays.
pub(super) fn end_temporary(path: &Path) {
    if let Ok(mut paths) = TEMPORARY.lock() {
        paths.retain(|known| known != path);
    }
}

/// Whether Ctrl-C was pressed.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Makes Ctrl-C a request that the work under way looks at.
pub(super) fn wait_for_interrupt() {
    WAITS.store(true, Ordering::Relaxed);
}

/// Whether somebody types, and not another program.
pub(super) fn is_person_there() -> bool {
    std::io::stdin().is_terminal()
}

/// A seed for somebody who gave none.
pub(super) fn clock_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64 % 1_000_000)
}

/// The exit code that a shell gives a program whose reader went away.
const BROKEN_PIPE: i32 = 141;

/// Writes to standard output. A reader that went away ends the program quietly.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    if SILENT.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(why) if why.kind() == ErrorKind::BrokenPipe => std::process::exit(BROKEN_PIPE),
        Err(why) => Err(Failure::new(format!("standard output cannot be written: {why}"))),
    }
}

/// Empties the screen, where there is one, so that the next person does not read what
/// was for another.
pub(super) fn clear() -> Result<(), Failure> {
    if std::io::stdout().is_terminal() { print("\x1b[2J\x1b[3J\x1b[H") } else { Ok(()) }
}

/// Writes a line to standard error; if that is impossible there is nobody to hear it.
pub(super) fn complain(text: &str) {
    if !SILENT.load(Ordering::Relaxed) {
        let _ = writeln!(std::io::stderr().lock(), "{text}");
    }
}

pub(super) fn colors_on_stderr() -> bool {
    colors_allowed() && std::io::stderr().is_terminal()
}

pub(super) fn colors_on_stdout() -> bool {
    colors_allowed() && is_watched()
}

/// Whether standard output is a terminal.
pub(super) fn is_watched() -> bool {
    std::io::stdout().is_terminal()
}

/// How many letters fit on a line, if the environment says so.
pub(super) fn width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?;
    columns.parse().ok().filter(|columns| (20..=1000).contains(columns))
}

/// Whether the locale says that text is UTF-8.
pub(super) fn is_unicode() -> bool {
    let set = |name: &&str| std::env::var(name).is_ok_and(|value| !value.is_empty());
    let first = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| set(name));
    let locale = first.and_then(|name| std::env::var(name).ok()).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

fn colors_allowed() -> bool {
    std::env::var("NO_COLOR").map_or(true, |value| value.is_empty()) && understands_codes()
}

/// Whether the terminal does more than write down what it is sent.
fn understands_codes() -> bool {
    std::env::var("TERM").map_or(true, |term| term != "dumb")
}

/// The codes of colors.
pub(super) const RED: &str = "1;31";
pub(super) const BOLD: &str = "1";

/// Text that is shown in a color.
pub(super) fn paint(text: &str, color: &str) -> String {
    format!("\x1b[{color}m{text}\x1b[0m")
}

/// Writes something that a user should know to standard error.
pub(super) fn note(text: &str) {
    labeled("note:", text);
}

/// The same for something that may be wrong.
pub(super) fn warn(text: &str) {
    labeled("warning:", text);
}

fn labeled(label: &str, text: &str) {
    let label = if colors_on_stderr() { paint(label, BOLD) } else { label.to_string() };
    complain(&format!("{label} {text}"));
}

/// A line on standard error that says how far long work is.
pub(super) struct Progress {
    began: Instant,
    shown: Instant,
    visible: bool,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let now = Instant::now();
        Progress {
            began: now,
            shown: now,
            visible: std::io::stderr().is_terminal()
                && understands_codes()
                && !SILENT.load(Ordering::Relaxed),
        }
    }

    /// Shows a new state, at most a few times a second.
    pub(super) fn show(&mut self, line: impl FnOnce(Duration) -> String) {
        let now = Instant::now();
        if self.visible && now - self.shown > Duration::from_millis(200) {
            self.shown = now;
            let line = line(now - self.began);
            // A narrow terminal cuts the line off: of one that went on below, all but the
            // last part would stay.
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K\x1b[?7l{line}\x1b[?7h");
        }
    }

    /// The same with how many of something there were in a second.
    pub(super) fn show_rate(&mut self, n: u64, line: impl FnOnce(f64) -> String) {
        self.show(|time| line(n as f64 / time.as_secs_f64().max(0.001)));
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.visible && self.shown != self.began {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
