//! Prints drawn positions: as they were drawn, with even spacing. Only spaces
//! change; a drawing on one line stays there.

use super::node::Comments;
use super::rules::Placing;
use super::sections::column_of_comments;
use crate::ast::Drawing;
use crate::span::Span;

/// The comments of a drawing, each with the number of the row before which it
/// stands.
pub(super) struct RowComments {
    before: Vec<(usize, String)>,
    trailing: Vec<(usize, String)>,
}

/// Sorts the comments of a drawing by the rows that they belong to.
pub(super) fn rows_with_comments(
    text: &str,
    placing: &mut Placing<'_>,
    item: Span,
    span: Span,
) -> RowComments {
    let mut comments = RowComments { before: Vec::new(), trailing: Vec::new() };
    let mut row = 0;
    let mut at = span.start as usize;
    let mut row_started = false;
    while let Some(comment) = placing.next_before(item.end) {
        let end = (comment.span.start as usize).clamp(at, span.end as usize);
        for c in text.get(at..end).unwrap_or("").chars() {
            if matches!(c, '\n' | '\r') {
                row += usize::from(row_started);
                row_started = false;
            } else if !c.is_whitespace() {
                row_started = true;
            }
        }
        at = (comment.span.end as usize).clamp(at, span.end as usize);
        if row_started {
            comments.trailing.push((row, comment.text.clone()));
        } else {
            comments.before.push((row, comment.text.clone()));
        }
    }
    comments
}

/// Prints a drawing after its word.
pub(super) fn drawing(word: &str, drawing: &Drawing, comments: RowComments) -> String {
    let rows: Vec<Vec<&str>> = drawing
        .text
        .split(['\n', '\r'])
        .map(|row| row.split_whitespace().collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let commented = !comments.before.is_empty() || !comments.trailing.is_empty();
    if !commented && rows.is_empty() {
        return format!("{word} {{}}");
    }
    if !commented && rows.len() == 1 {
        return format!("{word} {{ {} }}", rows[0].join(" "));
    }
    let rows = aligned(&rows);
    let mut around: Vec<Comments> = Vec::new();
    around.resize_with(rows.len() + 1, Comments::default);
    for (row, text) in comments.before {
        around[row.min(rows.len())].own_line.push(text);
    }
    for (row, text) in comments.trailing {
        around[(row + 1).min(rows.len())].trailing = Some(text);
    }
    format!("{word} {{\n{}}}", column_of_comments(&rows, &around))
}

/// The rows with their fields below each other, if all rows have the same
/// number of fields; the last may have more parts after them.
fn aligned(rows: &[Vec<&str>]) -> Vec<String> {
    let n = rows.first().map_or(0, Vec::len);
    let (last, others) = rows.split_last().map_or((0, rows), |(last, others)| (last.len(), others));
    let even = n > 1 && last >= n && others.iter().all(|row| row.len() == n);
    let fields = rows.iter().flat_map(|row| &row[..n.min(row.len())]);
    let width = fields.map(|field| field.chars().count()).max().unwrap_or(0);
    rows.iter()
        .map(|row| {
            if !even || width > 3 {
                return format!("  {}", row.join(" "));
            }
            let fields: Vec<String> = row[..n].iter().map(|field| right(field, width)).collect();
            let parts = row[n..].join(" ");
            format!("  {}   {parts}", fields.join(" ")).trim_end().to_string()
        })
        .collect()
}

fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.chars().count())))
}
