//! A person at the terminal, who is shown what their side sees and hears, and types
//! attempts.

use super::seats::{Question, Said};
use crate::lines::{self, Typed};
use crate::play::looks::Looks;
use crate::play::typed::{begins, meant};
use crate::report::Failure;
use crate::terminal;
use crate::words::count;
use game::Player;

const HELP: &str = "\
Type what you attempt, or one of these:
  tries           what you may try, going by what you know
  board           draw what you see
  heard           what you have perceived of all turns
  hint            what the computer would attempt, knowing what you know
  know            what you can know: what is certain, and how likely the rest is
  undo            take your last turn back, where nobody else is at the table
  save FILE       save the whole game, up to the last turn that is over
  save! FILE      the same, replacing a file
  help            this text
  quit            leave
";

/// What can be typed that is no attempt.
const WORDS: [&str; 11] =
    ["tries", "moves", "board", "heard", "hint", "know", "undo", "save", "help", "quit", "exit"];

/// What can be typed where everything is shown, and not here.
const ELSEWHERE: [&str; 5] = ["why", "eval", "position", "load", "new"];

/// A person.
pub(crate) struct Human {
    side: Player,
    name: String,
    /// What they have perceived, as lines of a transcript; how many of them were shown.
    lines: Vec<String>,
    n_shown: usize,
    /// Whether somebody else looks at the same terminal in between.
    shares: bool,
    is_new_turn: bool,
}

impl Human {
    pub(super) fn new(side: Player) -> Human {
        let (name, lines) = (String::new(), Vec::new());
        Human { side, name, lines, n_shown: 0, shares: false, is_new_turn: true }
    }

    /// What they are called, and whether another person plays at the same terminal.
    pub(super) fn sits_down(&mut self, names: &[String], shares: bool) {
        self.name = names.get(self.side.index()).cloned().unwrap_or_default();
        self.shares = shares;
    }

    pub(super) fn perceive(&mut self, lines: &[&str]) -> Result<(), Failure> {
        self.lines = lines.iter().map(ToString::to_string).collect();
        self.is_new_turn = true;
        // Whoever shares the terminal reads it when it is their turn again.
        if self.shares { Ok(()) } else { self.show_news() }
    }

    fn show_news(&mut self) -> Result<(), Failure> {
        let news = self.lines.get(self.n_shown..).unwrap_or_default().join("\n");
        self.n_shown = self.lines.len();
        if news.is_empty() { Ok(()) } else { terminal::print(&format!("{news}\n")) }
    }

    /// After this many turns what followed is taken back.
    pub(super) fn goes_back(&mut self, n_turns: usize) {
        (self.n_shown, self.is_new_turn) = (n_turns, true);
    }

    pub(super) fn refused(text: &str, heard: &[String]) -> Result<(), Failure> {
        terminal::print(&format!("{text} is refused: {}\n", heard.join(", ")))
    }

    /// Tells that what was typed is no attempt, and what may have been meant.
    pub(super) fn impossible(text: &str, why: &str, hint: &str) {
        let meant = meant(&text.to_ascii_lowercase(), &WORDS);
        Failure::new(why).hint(meant.unwrap_or_else(|| hint.to_string())).print();
    }

    /// The game is over: nothing is hidden from anybody at the terminal any more.
    pub(super) fn over(&mut self) {
        (self.shares, self.is_new_turn) = (false, false);
    }

    /// Asks until something is attempted.
    pub(super) fn ask(&mut self, question: &Question<'_>) -> Result<Said, Failure> {
        if std::mem::take(&mut self.is_new_turn) {
            if self.shares {
                terminal::clear()?;
            }
            self.show_news()?;
            terminal::print(&format!("\n{}", question.picture))?;
        }
        loop {
            terminal::print(&format!("{}> ", self.name))?;
            let line = match lines::typed()? {
                Typed::Line(line) => line,
                Typed::NotText => continue,
                Typed::End => {
                    terminal::print("\n")?;
                    return Ok(Said::Leaves);
                }
            };
            let (word, file) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            if ["save", "save!"].contains(&word.to_ascii_lowercase().as_str()) {
                return Ok(Said::Save(file.trim().to_string(), word.ends_with('!')));
            }
            match line.to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Said::Leaves),
                "help" | "?" => terminal::print(HELP)?,
                "hint" => return Ok(Said::AsksForHint),
                "know" => return Ok(Said::AsksWhatIsKnown),
                "undo" => return Ok(Said::TakesBack),
                "board" => terminal::print(question.picture)?,
                "heard" => terminal::print(&(self.lines.join("\n") + "\n"))?,
                "tries" | "moves" => {
                    let n = count(question.tries.len(), "try");
                    let tries: Vec<&str> = question.tries.iter().map(String::as_str).collect();
                    terminal::print(&format!("{n}: {}\n", Looks::of_terminal().list(&tries)))?;
                }
                _ if ELSEWHERE.contains(&word.to_ascii_lowercase().as_str()) => {
                    Failure::new(format!("a game through a referee has no `{word}`"))
                        .hint("`help` lists what there is")
                        .print();
                }
                _ => return Ok(Said::Attempt(completed(question.tries, line))),
            }
        }
    }
}

/// What is attempted by what was typed: itself, or the only try that begins with it.
fn completed(tries: &[String], typed: String) -> String {
    let mut begun = tries.iter().filter(|text| begins(text, &typed));
    match (begun.next(), begun.next()) {
        (Some(only), None) => only.clone(),
        _ => typed,
    }
}
