//! Draws a message the way compilers do: title, place, the line of source with
//! the mistake underlined, and what to do about it.
//!
//! ```text
//! error[missing-comma]: a comma is missing before `step`
//!  --> games/x.mg:2:12
//!   |
//! 2 |   find king step.
//!   |            ^
//!   = hint: statements are separated by `,`
//! ```

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::span::{FileId, Source, Sources, Span};
use crate::window::Window;

/// The message as text, with a line break at the end; `color` adds the escape
/// sequences of terminals.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, color: bool) -> String {
    let paint = Paint { color };
    let (word, tone) = match diagnostic.severity {
        Severity::Error => ("error", RED),
        Severity::Warning => ("warning", YELLOW),
    };
    let head = paint.with(tone, &format!("{word}[{}]", diagnostic.code));
    let mut out = format!("{head}{}\n", paint.with(BOLD, &format!(": {}", diagnostic.title)));

    let marks = marks(diagnostic, sources);
    let gutter = marks.iter().map(|mark| mark.line.to_string().len()).max().unwrap_or(1);
    let empty_gutter = paint.with(BLUE, &format!("{:gutter$} |", ""));
    // The line that was printed last, and the first byte shown of it.
    let mut shown: Option<(FileId, usize, usize)> = None;
    for mark in &marks {
        let file = mark.label.span.file;
        if shown.is_none_or(|(before, ..)| before != file) {
            let arrow = if shown.is_none() { "-->" } else { ":::" };
            let arrow = paint.with(BLUE, &format!("{:gutter$}{arrow}", ""));
            out.push_str(&format!("{arrow} {}\n{empty_gutter}\n", mark.heading(&marks)));
        }
        let same_line = shown.filter(|&(before, line, _)| (before, line) == (file, mark.line));
        let width = mark.window(same_line.map(|(.., from)| from));
        if same_line.is_none_or(|(.., from)| from != width.from) {
            if shown.is_some_and(|(before, line, _)| before == file && line + 1 < mark.line) {
                out.push_str(&paint.with(BLUE, "..."));
                out.push('\n');
            }
            let number = paint.with(BLUE, &format!("{:>gutter$} |", mark.line));
            out.push_str(format!("{number} {}", width.text).trim_end());
            out.push('\n');
        }
        let (stroke, tone) = if mark.primary { ("^", tone) } else { ("-", BLUE) };
        let line = format!("{} {}", stroke.repeat(width.length), mark.label.text);
        let line = paint.with(tone, line.trim_end());
        out.push_str(&format!("{empty_gutter} {}{line}\n", " ".repeat(width.start)));
        shown = Some((file, mark.line, width.from));
    }
    if let Some(hint) = &diagnostic.hint {
        let equals = paint.with(BLUE, &format!("{:gutter$} =", ""));
        out.push_str(&format!("{equals} {} {hint}\n", paint.with(BOLD, "hint:")));
    }
    out
}

const RED: &str = "1;31";
const YELLOW: &str = "1;33";
const BLUE: &str = "1;34";
const BOLD: &str = "1";

struct Paint {
    color: bool,
}

impl Paint {
    fn with(&self, tone: &str, text: &str) -> String {
        if self.color { format!("\x1b[{tone}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// A label with the line that it is drawn under.
struct Mark<'d> {
    label: &'d Label,
    primary: bool,
    source: &'d Source,
    line: usize,
    column: usize,
    /// First byte of the label, moved into the text if it lies after it.
    start: usize,
}

/// All labels in the order in which they are drawn: file by file, the main one
/// first, and line by line.
fn marks<'d>(diagnostic: &'d Diagnostic, sources: &'d Sources) -> Vec<Mark<'d>> {
    let main = diagnostic.label.span.file;
    let mut marks: Vec<Mark<'_>> = std::iter::once((&diagnostic.label, true))
        .chain(diagnostic.others.iter().map(|label| (label, false)))
        .filter_map(|(label, primary)| {
            let source = sources.list.get(label.span.file.0 as usize)?;
            let start = place(source, label.span);
            let (line, column) = source.line_column(start as u32);
            Some(Mark { label, primary, source, line, column, start })
        })
        .collect();
    marks.sort_by_key(|mark| {
        let file = mark.label.span.file;
        (file != main, file, mark.line, !mark.primary, mark.column)
    });
    marks
}

/// The byte at which a label begins; the end of the file is shown after its
/// last word, not on the empty line that follows.
fn place(source: &Source, span: Span) -> usize {
    let text = source.text();
    let mut start = (span.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    if start == text.len() { text.trim_end().len() } else { start }
}

impl Mark<'_> {
    /// `file:line:column`: of the main place if it lies in this file.
    fn heading(&self, marks: &[Mark<'_>]) -> String {
        let same_file =
            |mark: &&Mark<'_>| mark.primary && mark.label.span.file == self.label.span.file;
        let mark = marks.iter().find(same_file).unwrap_or(self);
        format!("{}:{}:{}", mark.source.name, mark.line, mark.column)
    }

    /// The part of the line to show; `from` is the byte where it begins if it
    /// is already shown for another label.
    fn window(&self, from: Option<usize>) -> Window {
        let range = self.source.line_range(self.start);
        let line = &self.source.text()[range.clone()];
        let start = (self.start - range.start).min(line.len());
        let end = (self.label.span.end as usize).saturating_sub(range.start);
        Window::new(line, start, end.clamp(start, line.len()), from)
    }
}
