//! A step as text: the lines of the rules around it, what happened, and the board with the finger
//! and the direction.

use crate::position::Table;
use crate::terminal;
use crate::text_board::{grid, points};
use game::{Direction, Facts, Field, Game};
use interp::Interp;
use ir::Source;
use syntax::{FileId, Sources};
use trace::{Fate, Step, Trace};

/// This many lines of the rules are shown before and after that of a step.
const AROUND: usize = 1;

/// And this many where somebody asks for the rules.
const PAGE: usize = 12;

/// This many fingers of other positions are listed.
const LISTED: usize = 12;

/// A step that is shown.
pub(super) struct Shown<'a> {
    pub(super) table: &'a Table<Interp>,
    pub(super) sources: &'a Sources,
    pub(super) trace: &'a Trace,
    pub(super) at: usize,
}

impl Shown<'_> {
    fn facts(&self) -> &Facts {
        self.table.game.facts()
    }

    /// The step with everything that belongs to it.
    pub(super) fn step(&self) -> String {
        let Some(step) = self.trace.steps.get(self.at) else { return String::new() };
        let (n, rule) = (self.trace.steps.len(), self.trace.rule(step.func));
        let inside = match step.question {
            Some(question) => format!(", inside of question {}", question + 1),
            None => String::new(),
        };
        let mut text = format!("\nstep {} of {n}, `{rule}`{inside}\n", self.at + 1);
        text += &excerpt(self.sources, step.source, AROUND);
        text += &format!("{}\n\n{}{}\n", self.words(step), self.board(), self.state(step));
        text
    }

    /// What happened, and what became of it.
    fn words(&self, step: &Step) -> String {
        let fate = match step.fate {
            Fate::Ends => ": the path ends",
            Fate::Strays => ": another move",
            Fate::GoesOn | Fate::Found | Fate::Result => "",
        };
        format!("{}{fate}", step.words)
    }

    /// Finger, direction, hand, the set of positions, and what results.
    fn state(&self, step: &Step) -> String {
        let facts = self.facts();
        let board = &self.trace.boards[step.board];
        let mut parts = Vec::new();
        if let Some(finger) = step.finger {
            parts.push(format!("finger {}", facts.field_name(finger)));
        }
        if let Some(direction) = step.direction {
            parts.push(format!("direction {}", facts.board.directions[direction.index()]));
        }
        if !board.hand.is_empty() {
            let hand: Vec<&str> = board.hand.iter().map(|&piece| facts.symbol(piece)).collect();
            parts.push(format!("hand {}", hand.join(" ")));
        }
        if facts.n_players() == 2 {
            parts.push(format!("for {}", facts.player_name(step.player)));
        }
        let positions = self.trace.positions(self.at);
        if positions.len() > 1 {
            let place = positions.iter().position(|&n| n == self.at);
            let which = place.map_or(String::new(), |place| format!("{} of ", place + 1));
            let others = positions.iter().filter_map(|&n| self.trace.steps[n].finger);
            let mut names: Vec<&str> = Vec::new();
            for name in others.map(|field| facts.field_name(field)) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let more = if names.len() > LISTED { " ..." } else { "" };
            names.truncate(LISTED);
            parts.push(format!("position {which}{} ({}{more})", positions.len(), names.join(" ")));
        }
        let leads = crate::words::count(step.moves, "move");
        if step.question.is_none() {
            parts.push(format!("leads to {leads}"));
        }
        parts.join("; ")
    }

    /// The board as it is on this path: the finger in brackets, and before the field that the
    /// direction leads to an arrow.
    pub(super) fn board(&self) -> String {
        let Some(step) = self.trace.steps.get(self.at) else { return String::new() };
        let facts = self.facts();
        let setup = self.trace.boards[step.board].setup(step.player);
        let ahead = step.finger.zip(step.direction).and_then(|(finger, direction)| {
            Some((facts.board.step(finger, direction)?, direction))
        });
        let content = |field: Field| {
            let stack = &setup.board[field.index()];
            let inner: String = match (stack.len(), stack.last()) {
                (_, None) => ".".to_string(),
                (1, Some(&top)) => facts.symbol(top).to_string(),
                (n, Some(&top)) => format!("{n}{}", facts.symbol(top)),
            };
            match ahead {
                _ if step.finger == Some(field) => format!("[{inner}]"),
                Some((to, direction)) if to == field => {
                    format!("{}{inner} ", arrow(facts, direction))
                }
                _ => format!(" {inner} "),
            }
        };
        let plain = |field: Field| content(field).trim().to_string();
        let drawn = match (facts.board.size.is_some(), step.finger.is_some()) {
            (true, false) => grid(facts, &plain),
            (true, true) => centered(&grid(facts, &content)),
            (false, false) => points(facts, &plain, 6),
            (false, true) => points(facts, &content, 6),
        };
        let lines = drawn.lines().map(|line| line.trim_end().to_string() + "\n");
        lines.collect()
    }

    /// The steps that led here.
    pub(super) fn path(&self) -> String {
        let line = |n: usize| {
            let step = &self.trace.steps[n];
            let place = place(self.sources, step.source);
            format!(
                "step {}: {place} {}: {}\n",
                n + 1,
                words(self.sources, step.source),
                step.words
            )
        };
        self.trace.path(self.at).into_iter().map(line).collect()
    }

    /// The rules around the step.
    pub(super) fn rules(&self) -> String {
        let source = self.trace.steps.get(self.at).map_or(Source::NONE, |step| step.source);
        excerpt(self.sources, source, PAGE)
    }
}

/// A board in which each field has a mark or a space on both sides, with the names of the columns
/// below the middle.
fn centered(drawn: &str) -> String {
    match drawn.trim_end().rsplit_once('\n') {
        Some((rows, columns)) => {
            format!("{rows}\n{}\n", columns.strip_prefix(' ').unwrap_or(columns))
        }
        None => drawn.to_string(),
    }
}

/// A direction as an arrow.
fn arrow(facts: &Facts, direction: Direction) -> &'static str {
    match facts.board.directions[direction.index()].as_str() {
        "north" => "^",
        "northeast" | "southwest" => "/",
        "east" => ">",
        "southeast" | "northwest" => "\\",
        "south" => "v",
        "west" => "<",
        _ => "*",
    }
}

/// Where something is: `chess.mg:47:15`.
pub(super) fn place(sources: &Sources, source: Source) -> String {
    if !source.is_known() {
        return "made by the program".to_string();
    }
    let file = sources.get(FileId(source.file));
    let (line, column) = file.line_column(source.start);
    format!("{}:{line}:{column}", file.name)
}

/// The words of the rules at a place, on one line and not too many.
pub(super) fn words(sources: &Sources, source: Source) -> String {
    const LONGEST: usize = 60;
    if !source.is_known() {
        return String::new();
    }
    let text = &sources.get(FileId(source.file)).text()[source.start as usize..source.end as usize];
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &words[..end]),
        None => words,
    }
}

/// The lines of the rules around a place, which is underlined or, in a color, bold.
pub(super) fn excerpt(sources: &Sources, source: Source, around: usize) -> String {
    if !source.is_known() {
        return String::new();
    }
    let file = sources.get(FileId(source.file));
    let (first, column) = file.line_column(source.start);
    let (last, end_column) = file.line_column(source.end);
    let width = (last + around).to_string().len();
    let mut text = format!("{:>width$}--> {}\n", "", place(sources, source));
    let lines = file.text().lines().enumerate().map(|(i, line)| (i + 1, line));
    for (n, line) in
        lines.filter(|(n, _)| (first.saturating_sub(around)..=last + around).contains(n))
    {
        text += format!("{n:>width$} | {line}").trim_end();
        text.push('\n');
        if (first..=last).contains(&n) {
            let from = if n == first { column - 1 } else { line.len() - line.trim_start().len() };
            let to = if n == last { end_column - 1 } else { line.chars().count() };
            let marks = "^".repeat(to.saturating_sub(from).max(1));
            let marks = if terminal::colors_on_stdout() {
                terminal::paint(&marks, terminal::RED)
            } else {
                marks
            };
            text += &format!("{:>width$} | {}{marks}\n", "", " ".repeat(from));
        }
    }
    text
}
