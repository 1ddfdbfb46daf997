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

/// Longer lines of source are cropped around the place.
const MAX_WIDTH: usize = 100;

/// Columns that stay visible before the place if the line is cropped.
const CONTEXT: usize = 30;

/// A tab is shown as this many blanks.
const TAB: usize = 4;

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
    // The line that was printed last, and the first column shown of it.
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
        let (sign, tone) = if mark.primary { ("^", tone) } else { ("-", BLUE) };
        let line = format!("{} {}", sign.repeat(width.length), mark.label.text);
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
    /// First byte of the label, moved into the text if it lies behind it.
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

/// The byte at which a label begins; the end of the file is shown behind its
/// last word, not on the empty line that follows.
fn place(source: &Source, span: Span) -> usize {
    let text = &source.text;
    let mut start = (span.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    if start == text.len() { text.trim_end().len() } else { start }
}

/// The part of a line that is shown, and the columns to underline in it.
struct Window {
    text: String,
    start: usize,
    length: usize,
    /// The first column that is shown.
    from: usize,
}

impl Mark<'_> {
    /// `file:line:column`: of the main place if it lies in this file.
    fn heading(&self, marks: &[Mark<'_>]) -> String {
        let same_file =
            |mark: &&Mark<'_>| mark.primary && mark.label.span.file == self.label.span.file;
        let mark = marks.iter().find(same_file).unwrap_or(self);
        format!("{}:{}:{}", mark.source.name, mark.line, mark.column)
    }

    /// The part of the line to show; `from` is where it begins if it is
    /// already shown for another label.
    fn window(&self, from: Option<usize>) -> Window {
        let text = &self.source.text;
        let begin = text[..self.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[self.start..].find('\n').map_or(text.len(), |at| self.start + at);
        let line = text[begin..end].trim_end_matches('\r');
        let start = (self.start - begin).min(line.len());
        let last = (self.label.span.end as usize).saturating_sub(begin).clamp(start, line.len());

        let mut columns = Vec::new();
        let (mut first_column, mut end_column) = (None, None);
        for (at, c) in line.char_indices() {
            if at >= start {
                first_column.get_or_insert(columns.len());
            }
            if at >= last {
                end_column.get_or_insert(columns.len());
            }
            push_shown(&mut columns, c);
        }
        let start = first_column.unwrap_or(columns.len());
        let end = end_column.unwrap_or(columns.len()).max(start + 1);
        crop(&columns, start, end, from)
    }
}

/// Cuts a long line down to the surroundings of the place.
fn crop(columns: &[Cell], start: usize, end: usize, from: Option<usize>) -> Window {
    let last = columns.len().saturating_sub(MAX_WIDTH);
    let visible = |from: &usize| (*from..*from + MAX_WIDTH).contains(&start);
    let around = if start < MAX_WIDTH - CONTEXT { 0 } else { start - CONTEXT };
    let from = from.filter(visible).unwrap_or(around.min(last));
    let to = (from + MAX_WIDTH).min(columns.len());
    let before = if from > 0 { "…" } else { "" };
    let after = if to < columns.len() { "…" } else { "" };
    let inner: String = columns[from..to].iter().map(String::as_str).collect();
    let shift = from - usize::from(from > 0);
    Window {
        text: format!("{before}{inner}{after}"),
        start: start - shift,
        length: end.min(to).max(start + 1) - start,
        from,
    }
}

/// What stands in one column of the screen; nothing in the second column of a
/// wide character.
type Cell = String;

/// Adds a character as it is shown. Characters without a width join the one
/// before, so that nothing behind them moves.
fn push_shown(columns: &mut Vec<Cell>, c: char) {
    match c {
        '\t' => columns.extend(std::iter::repeat_n(" ".to_string(), TAB)),
        _ if c.is_control() || is_invisible(c) => columns.push("\u{fffd}".to_string()),
        _ if is_combining(c) => match columns.last_mut() {
            Some(cell) => cell.push(c),
            None => columns.push("\u{fffd}".to_string()),
        },
        _ => {
            columns.push(c.to_string());
            if is_wide(c) {
                columns.push(String::new());
            }
        }
    }
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters that take no room or turn the direction of writing round.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Characters that take two columns on a terminal.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}' | '\u{1f900}'..='\u{1f9ff}' | '\u{20000}'..='\u{3fffd}')
}
