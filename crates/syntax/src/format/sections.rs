//! Prints sections: on one line if they fit, otherwise an entry per line with
//! the parts of the entries in columns.

use super::drawing::{drawing, rows_with_comments};
use super::layout::WIDTH;
use super::node::{Comments, length};
use super::rules::Placing;
use super::words::{compass_words, place_words, with_commas};
use crate::ast::*;
use crate::span::Span;

/// Prints an item that is not a rule or value.
pub(super) fn section(text: &str, placing: &mut Placing<'_>, item: &Item) -> String {
    let span = item.span;
    match &item.kind {
        ItemKind::Extends(name) => format!("extends {}", name.text),
        ItemKind::Without(names) => fill("without", &list(names), 4),
        ItemKind::Dimensions { columns, rows, hexagonal } => dimensions(columns, rows, *hexagonal),
        ItemKind::Players(names) => fill("players", &texts(names), 4),
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
        ItemKind::Rule(..) | ItemKind::General { .. } | ItemKind::Value(..) => String::new(),
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
    let space = if columns.cyclic || rows.cyclic { " " } else { "" };
    let end = if hexagonal { " hexagonal" } else { "" };
    format!("dimensions ({},{space}{}){end}", side(columns), side(rows))
}

fn texts(names: &[Name]) -> Vec<String> {
    names.iter().map(|name| name.text.clone()).collect()
}

/// Names with commas between them.
fn list(names: &[Name]) -> Vec<String> {
    with_commas(names.iter().map(|name| vec![name.text.clone()]).collect())
}

/// Adds words to a line, broken into further lines that begin with `indent`
/// spaces.
fn fill(line: &str, words: &[String], indent: usize) -> String {
    let mut out = line.to_string();
    let mut column = length(line);
    for word in words {
        if column + 1 + length(word) > WIDTH && column > indent {
            out.truncate(out.trim_end_matches(' ').len());
            out.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length(word);
    }
    out
}

/// An entry cut into name, symbols and rest, each printed in a column.
struct Entry {
    span: Span,
    name: String,
    /// Each with the words at which it can be broken.
    columns: [Vec<String>; 2],
    /// Words after the last column.
    list: Vec<String>,
}

fn piece(entry: &PieceEntry) -> Entry {
    let symbol = |symbol: &Option<Symbol>| symbol.as_ref().map_or("-".to_string(), quoted);
    let symbols = match &entry.symbols {
        PieceSymbols::Nobody(symbol) => vec![quoted(symbol)],
        PieceSymbols::Family(first, last) => vec![quoted(first), format!(".. {}", quoted(last))],
        PieceSymbols::Players(first, second) => vec![symbol(first), symbol(second)],
    };
    let mut rest = Vec::new();
    if let Some(exactly) = &entry.exactly {
        rest.push(format!("exactly {}", exactly.value));
    }
    if !entry.promotes.is_empty() {
        rest.push("promotes to".to_string());
    }
    let columns = [symbols, rest];
    Entry { span: entry.span, name: entry.name.text.clone(), columns, list: list(&entry.promotes) }
}

fn quoted(symbol: &Symbol) -> String {
    format!("'{}'", symbol.text)
}

fn simple(span: Span, name: &Name, second: Vec<String>, third: Vec<String>) -> Entry {
    Entry { span, name: name.text.clone(), columns: [second, third], list: Vec::new() }
}

fn zone(entry: &ZoneEntry) -> Entry {
    let second = entry.second.as_ref().map_or(Vec::new(), place_words);
    simple(entry.span, &entry.name, place_words(&entry.first), second)
}

fn directions(entry: &DirectionEntry) -> Entry {
    simple(entry.span, &entry.name, compass_words(&entry.first), compass_words(&entry.second))
}

fn counter(entry: &CounterEntry) -> Entry {
    let range = entry.range.map(|(low, high)| format!("{} .. {}", low.value, high.value));
    let range = range.into_iter().collect();
    match &entry.symbols {
        Some((first, second)) => {
            simple(entry.span, &entry.name, vec![quoted(first), quoted(second)], range)
        }
        None => simple(entry.span, &entry.name, range, Vec::new()),
    }
}

fn memory(entry: &MemoryEntry) -> Entry {
    let turns = entry.turns.map(|turns| {
        let word = if turns.value == 1 { "turn" } else { "turns" };
        format!("for {} {word}", turns.value)
    });
    simple(entry.span, &entry.name, turns.into_iter().collect(), Vec::new())
}

fn reserve(entry: &ReserveEntry) -> Entry {
    let count = entry.count.map(|count| count.value.to_string());
    simple(entry.span, &entry.name, count.into_iter().collect(), Vec::new())
}

impl Entry {
    /// All words after the name.
    fn words(&self) -> Vec<String> {
        [&self.columns[0][..], &self.columns[1], &self.list].concat()
    }

    /// The entry with one space between its parts.
    fn flat(&self) -> String {
        let words = std::iter::once(self.name.clone()).chain(self.words());
        words.collect::<Vec<_>>().join(" ")
    }

    /// The entry without its list, in columns of these widths.
    fn row(&self, widths: [usize; 2]) -> String {
        let [second, third] = self.columns.each_ref().map(|words| words.join(" "));
        let row = format!("  {}  {}  {third}", pad(&self.name, widths[0]), pad(&second, widths[1]));
        row.trim_end().to_string()
    }

    /// Whether its row has room for everything but the list.
    fn fits(&self, widths: [usize; 2]) -> bool {
        let row = length(&self.row(widths));
        let first = self.list.first().map_or(0, |word| length(word) + 1);
        row + first <= WIDTH
    }

    /// The entry on lines of its own: in columns if it fits there.
    fn lines(&self, widths: [usize; 2]) -> String {
        if self.fits(widths) {
            return fill(&self.row(widths), &self.list, 6);
        }
        let flat = self.flat();
        if length(&flat) + 2 <= WIDTH {
            return format!("  {flat}");
        }
        fill(&format!("  {} ", pad(&self.name, widths[0])), &self.words(), 6)
    }
}

fn pad(text: &str, width: usize) -> String {
    let spaces = width.saturating_sub(length(text));
    format!("{text}{}", " ".repeat(spaces))
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
    // What is too long for columns does not widen them.
    let aligned = || rows.iter().map(|(_, entry)| entry).filter(|entry| entry.fits([0, 0]));
    let names = aligned().map(|entry| length(&entry.name)).max().unwrap_or(0);
    let second = |entry: &Entry| length(&entry.columns[0].join(" "));
    let fitting = aligned().filter(|entry| entry.fits([names, 0]));
    let widths = [names, fitting.map(second).max().unwrap_or(0)];
    let printed: Vec<String> = rows.iter().map(|(_, entry)| entry.lines(widths)).collect();
    let mut before: Vec<Comments> = rows.into_iter().map(|(comments, _)| comments).collect();
    before.push(end);
    format!("{word} {{\n{}}}", column_of_comments(&printed, &before))
}

/// Rows with the comments around them; comments at the end of rows come below
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
    let short = words.iter().all(|line| length(line) + 2 <= WIDTH);
    let rows: Vec<String> = match commented || !short {
        true => words.iter().map(|line| row_of_fields(line)).collect(),
        false => even_rows(&words),
    };
    comments.resize_with(rows.len() + 1, Comments::default);
    format!("lines {{\n{}}}", column_of_comments(&rows, &comments))
}

/// One line of the board on its own row, or on several.
fn row_of_fields(line: &str) -> String {
    let mut fields = line.split(' ').map(str::to_string);
    let first = fields.next().unwrap_or_default();
    fill(&format!("  {first}"), &fields.collect::<Vec<_>>(), 6)
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
