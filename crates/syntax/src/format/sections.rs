//! Prints sections: on one line if they fit, otherwise an entry per line with
//! the parts of the entries in columns.

use super::drawing::{drawing, rows_with_comments};
use super::layout::{Comments, WIDTH};
use super::rules::{Placing, compass, place};
use crate::ast::*;
use crate::span::Span;

/// Prints an item that is not a rule or value.
pub(super) fn section(text: &str, placing: &mut Placing<'_>, item: &Item) -> String {
    let span = item.span;
    match &item.kind {
        ItemKind::Extends(name) => format!("extends {}", name.text),
        ItemKind::Without(names) => wrap("without ", &texts(names), 4).join("\n"),
        ItemKind::Dimensions { columns, rows, hexagonal } => dimensions(columns, rows, *hexagonal),
        ItemKind::Players(names) => format!("players {}", texts(names).join(" ")),
        ItemKind::Stacks(height) => format!("stacks {}", height.value),
        ItemKind::Lines(list) => lines(placing, span, list),
        ItemKind::Pieces(list) => entries(placing, span, "pieces", list.iter().map(piece)),
        ItemKind::Zones(list) => entries(placing, span, "zones", list.iter().map(zone)),
        ItemKind::Directions(list) => {
            entries(placing, span, "directions", list.iter().map(directions))
        }
        ItemKind::Counters(list) => entries(placing, span, "counters", list.iter().map(counter)),
        ItemKind::Memory(list) => entries(placing, span, "memory", list.iter().map(memory)),
        ItemKind::Reserve(list) => entries(placing, span, "reserve", list.iter().map(reserve)),
        ItemKind::Start(inner) => {
            let comments = rows_with_comments(text, placing, span, inner.span);
            drawing("start", inner, comments)
        }
        ItemKind::Layout(name, inner) => {
            let comments = rows_with_comments(text, placing, span, inner.span);
            drawing(&format!("layout {}", name.text), inner, comments)
        }
        // Rules and values are printed elsewhere.
        ItemKind::Rule(..) | ItemKind::Value(..) => String::new(),
    }
}

/// Whether a section is only a few words. A comment inside it is put before it.
pub(super) fn is_plain(item: &Item) -> bool {
    matches!(
        item.kind,
        ItemKind::Extends(_)
            | ItemKind::Without(_)
            | ItemKind::Dimensions { .. }
            | ItemKind::Players(_)
            | ItemKind::Stacks(_)
    )
}

fn dimensions(columns: &Side, rows: &Side, hexagonal: bool) -> String {
    let side =
        |side: &Side| format!("{}{}", if side.cyclic { "cyclic " } else { "" }, side.length.value);
    let blank = if columns.cyclic || rows.cyclic { " " } else { "" };
    let end = if hexagonal { " hexagonal" } else { "" };
    format!("dimensions ({},{blank}{}){end}", side(columns), side(rows))
}

fn texts(names: &[Name]) -> Vec<String> {
    names.iter().map(|name| name.text.clone()).collect()
}

/// Words with commas between them, broken into lines; the first line begins
/// with `head`, the others with `indent` blanks.
fn wrap(head: &str, words: &[String], indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = head.to_string();
    for (i, word) in words.iter().enumerate() {
        let comma = if i + 1 < words.len() { "," } else { "" };
        let blank = if line.ends_with(' ') { "" } else { " " };
        let next = format!("{line}{blank}{word}{comma}");
        if i > 0 && next.len() > WIDTH {
            lines.push(std::mem::replace(&mut line, format!("{:indent$}{word}{comma}", "")));
        } else {
            line = next;
        }
    }
    lines.push(line);
    lines
}

/// An entry cut into name, signs and rest, each printed in a column.
struct Entry {
    span: Span,
    columns: [String; 3],
    /// Words at the end with commas between them.
    list: Vec<String>,
}

fn piece(entry: &PieceEntry) -> Entry {
    let sign = |symbol: &Option<Symbol>| symbol.as_ref().map_or("-".to_string(), quoted);
    let symbols = match &entry.symbols {
        PieceSymbols::Nobody(symbol) => quoted(symbol),
        PieceSymbols::Family(first, last) => format!("{} .. {}", quoted(first), quoted(last)),
        PieceSymbols::Players(first, second) => format!("{} {}", sign(first), sign(second)),
    };
    let mut rest = String::new();
    if let Some(exactly) = &entry.exactly {
        rest = format!("exactly {}", exactly.value);
    }
    if !entry.promotes.is_empty() {
        rest = format!("{rest} promotes to").trim_start().to_string();
    }
    Entry {
        span: entry.span,
        columns: [entry.name.text.clone(), symbols, rest],
        list: texts(&entry.promotes),
    }
}

fn quoted(symbol: &Symbol) -> String {
    format!("'{}'", symbol.text)
}

fn simple(span: Span, name: &Name, second: String, third: String) -> Entry {
    Entry { span, columns: [name.text.clone(), second, third], list: Vec::new() }
}

fn zone(entry: &ZoneEntry) -> Entry {
    let second = entry.second.as_ref().map_or(String::new(), place);
    simple(entry.span, &entry.name, place(&entry.first), second)
}

fn directions(entry: &DirectionEntry) -> Entry {
    let set = |list: &[(Compass, Span)]| {
        let words: Vec<&str> = list.iter().map(|(word, _)| compass(*word)).collect();
        if words.len() == 1 { words[0].to_string() } else { format!("({})", words.join(", ")) }
    };
    let second = if entry.second.is_empty() { String::new() } else { set(&entry.second) };
    simple(entry.span, &entry.name, set(&entry.first), second)
}

fn counter(entry: &CounterEntry) -> Entry {
    let symbols = entry.symbols.as_ref();
    let symbols = symbols.map(|(first, second)| format!("{} {}", quoted(first), quoted(second)));
    let range = entry.range.map(|(low, high)| format!("{} .. {}", low.value, high.value));
    match (symbols, range) {
        (Some(symbols), range) => {
            simple(entry.span, &entry.name, symbols, range.unwrap_or_default())
        }
        (None, range) => simple(entry.span, &entry.name, range.unwrap_or_default(), String::new()),
    }
}

fn memory(entry: &MemoryEntry) -> Entry {
    let turns = entry.turns.map_or(String::new(), |turns| {
        let word = if turns.value == 1 { "turn" } else { "turns" };
        format!("for {} {word}", turns.value)
    });
    simple(entry.span, &entry.name, turns, String::new())
}

fn reserve(entry: &ReserveEntry) -> Entry {
    let count = entry.count.map_or(String::new(), |count| count.value.to_string());
    simple(entry.span, &entry.name, count, String::new())
}

impl Entry {
    /// The entry with one blank between its parts.
    fn flat(&self) -> String {
        let list = self.list.join(", ");
        let parts = self.columns.iter().chain([&list]);
        parts.filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
    }

    /// The entry on lines of its own, in columns of these widths.
    fn lines(&self, widths: [usize; 2]) -> Vec<String> {
        let [name, second, third] = &self.columns;
        let line = format!("  {}  {}  {third}", pad(name, widths[0]), pad(second, widths[1]));
        let line = line.trim_end();
        if self.list.is_empty() { vec![line.to_string()] } else { wrap(line, &self.list, 6) }
    }
}

fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(blanks))
}

fn entries(
    placing: &mut Placing<'_>,
    span: Span,
    word: &str,
    list: impl Iterator<Item = Entry>,
) -> String {
    let mut last = None;
    let mut rows: Vec<(Comments, Entry)> = Vec::new();
    for entry in list {
        let comments = placing.between(last, entry.span.start);
        last = Some(entry.span.end);
        rows.push((comments, entry));
    }
    let end = placing.between(last, span.end.saturating_sub(1));
    let commented = !end.is_empty() || rows.iter().any(|(comments, _)| !comments.is_empty());
    if !commented {
        let flat: Vec<String> = rows.iter().map(|(_, entry)| entry.flat()).collect();
        let gap = if flat.iter().any(|entry| entry.contains(' ')) { "   " } else { " " };
        let inner = flat.join(gap);
        let line = if inner.is_empty() { "{}".to_string() } else { format!("{{ {inner} }}") };
        if word.len() + 1 + line.chars().count() <= WIDTH {
            return format!("{word} {line}");
        }
    }
    let width = |column: usize| {
        let columns = rows.iter().map(|(_, entry)| entry.columns[column].chars().count());
        columns.max().unwrap_or(0)
    };
    let widths = [width(0), width(1)];
    let lines = rows.iter().map(|(_, entry)| entry.lines(widths));
    let mut before: Vec<Comments> = Vec::new();
    let mut printed = Vec::new();
    for (line, (comments, _)) in lines.zip(&rows) {
        before.push(comments.clone());
        printed.push(line.join("\n"));
    }
    before.push(end);
    format!("{word} {{\n{}}}", column_of_comments(&printed, &before))
}

/// Rows with the comments around them; comments at the end of rows stand below
/// each other. There is one more set of comments than rows.
pub(super) fn column_of_comments(rows: &[String], comments: &[Comments]) -> String {
    let last_line = |row: &str| row.rsplit('\n').next().map_or(0, |line| line.chars().count());
    let trailing = |i: usize| comments.get(i + 1).and_then(|comments| comments.trailing.as_ref());
    let commented = rows.iter().enumerate().filter(|&(i, _)| trailing(i).is_some());
    let width = commented.map(|(_, row)| last_line(row)).max().unwrap_or(0);
    let mut out = String::new();
    for (i, comments) in comments.iter().enumerate() {
        for comment in &comments.own_line {
            out.push_str(&format!("  {comment}\n"));
        }
        let Some(row) = rows.get(i) else { break };
        out.push_str(row);
        if let Some(comment) = trailing(i) {
            out.push_str(&" ".repeat(width - last_line(row) + 2));
            out.push_str(comment);
        }
        out.push('\n');
    }
    out
}

fn lines(placing: &mut Placing<'_>, span: Span, list: &[Vec<Name>]) -> String {
    let mut last: Option<u32> = None;
    let mut comments = Vec::new();
    let mut words = Vec::new();
    for (i, line) in list.iter().enumerate() {
        let start = line.first().map_or(span.end, |name| name.span.start);
        comments.push(placing.between(last, start));
        last = line.last().map(|name| name.span.end);
        let comma = if i + 1 < list.len() { "," } else { "" };
        words.push(format!("{}{comma}", texts(line).join(" ")));
    }
    comments.push(placing.between(last, span.end.saturating_sub(1)));
    let flat = format!("lines {{ {} }}", words.join(" "));
    let commented = comments.iter().any(|comments| !comments.is_empty());
    if list.is_empty() && !commented {
        return "lines {}".to_string();
    }
    if !commented && flat.len() <= WIDTH {
        return flat;
    }
    let rows: Vec<String> = match commented {
        true => words.iter().map(|line| format!("  {line}")).collect(),
        false => even_rows(&words),
    };
    comments.resize_with(rows.len() + 1, Comments::default);
    format!("lines {{\n{}}}", column_of_comments(&rows, &comments))
}

/// Spreads words over as few rows as possible, about the same number in each.
fn even_rows(words: &[String]) -> Vec<String> {
    let width = words.iter().map(String::len).max().unwrap_or(1) + 2;
    let most = (WIDTH / width).max(1);
    let n_rows = words.len().div_ceil(most).max(1);
    words
        .chunks(words.len().div_ceil(n_rows).max(1))
        .map(|row| {
            let row: Vec<String> = row.iter().map(|word| pad(word, width)).collect();
            format!("  {}", row.concat()).trim_end().to_string()
        })
        .collect()
}
