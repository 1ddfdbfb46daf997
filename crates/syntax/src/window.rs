//! The part of a source line that is shown with a message. Only the surroundings
//! of the place are looked at, so that a line may be as long as it likes.

/// Longer lines of source are cropped around the place.
const MAX_WIDTH: usize = 100;

/// Columns that stay visible before the place if the line is cropped.
const CONTEXT: usize = 30;

/// A tab is shown as this many spaces.
const TAB: usize = 4;

/// More characters are not shown in one window, even if they take no room.
const MAX_CHARACTERS: usize = 4 * MAX_WIDTH;

/// The part of a line that is shown, and the columns to underline in it.
pub(crate) struct Window {
    /// As it is printed, with `…` where something is left out.
    pub(crate) text: String,
    /// The first column to underline.
    pub(crate) start: usize,
    /// How many columns to underline, at least one.
    pub(crate) length: usize,
    /// The first byte of the line that is shown.
    pub(crate) from: usize,
    /// Whether the beginning of the place is shown.
    visible: bool,
}

impl Window {
    /// Shows the bytes `start..end` of a line. If the window that begins at the
    /// byte `from` shows them too, it is kept.
    pub(crate) fn new(line: &str, start: usize, end: usize, from: Option<usize>) -> Window {
        from.filter(|&from| from <= start)
            .map(|from| Window::at(line, start, end, from))
            .filter(|window| window.visible)
            .unwrap_or_else(|| Window::at(line, start, end, first_byte(line, start)))
    }

    /// The window that begins at a byte.
    fn at(line: &str, start: usize, end: usize, from: usize) -> Window {
        let mut text = String::new();
        let mut column = 0;
        let (mut first, mut last) = (None, None);
        let mut to = line.len();
        for (n, (at, c)) in line[from..].char_indices().enumerate() {
            let width = width(c, at == 0);
            if column + width > MAX_WIDTH || n == MAX_CHARACTERS {
                to = from + at;
                break;
            }
            if from + at >= start {
                first.get_or_insert(column);
            }
            if from + at >= end {
                last.get_or_insert(column);
            }
            push_shown(&mut text, c, at == 0);
            column += width;
        }
        let visible = first.is_some() || start == to && column < MAX_WIDTH;
        let first = first.unwrap_or(column);
        let before = if from > 0 { "…" } else { "" };
        let after = if to < line.len() { "…" } else { "" };
        Window {
            text: format!("{before}{text}{after}"),
            start: first + usize::from(from > 0),
            length: last.unwrap_or(column).max(first + 1) - first,
            from,
            visible,
        }
    }
}

/// Where a window around a place begins: with the line if the place is near its
/// beginning, otherwise a little before the place, or as much more as there is
/// room for at the end of the line.
fn first_byte(line: &str, start: usize) -> usize {
    let after: usize = line[start..].chars().take(MAX_WIDTH).map(|c| width(c, false)).sum();
    // A place after the last character takes a column too.
    let room = MAX_WIDTH - after.clamp(1, MAX_WIDTH - CONTEXT);
    let mut column = 0;
    let mut from = start;
    for (n, (at, c)) in line[..start].char_indices().rev().enumerate() {
        let width = width(c, at == 0);
        column += width;
        if column <= room && width > 0 {
            from = at;
        }
        let far = column > room && column >= MAX_WIDTH - CONTEXT;
        if far || n == MAX_CHARACTERS / 2 {
            return from;
        }
    }
    if column < MAX_WIDTH - CONTEXT { 0 } else { from }
}

/// The columns that a character takes. Characters without a width join the one
/// before, so that nothing after them moves.
fn width(c: char, first: bool) -> usize {
    match c {
        '\t' => TAB,
        _ if is_replaced(c) => 1,
        _ if is_combining(c) => usize::from(first),
        _ if is_wide(c) => 2,
        _ => 1,
    }
}

/// Adds a character as it is shown.
fn push_shown(text: &mut String, c: char, first: bool) {
    match c {
        '\t' => text.push_str(&" ".repeat(TAB)),
        _ if is_replaced(c) || first && is_combining(c) => text.push('\u{fffd}'),
        _ => text.push(c),
    }
}

/// Characters that cannot be seen, or turn the direction of writing round.
fn is_replaced(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters that take two columns on a terminal.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}' | '\u{1f900}'..='\u{1f9ff}' | '\u{20000}'..='\u{3fffd}')
}
