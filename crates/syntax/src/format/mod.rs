//! Prints a rules text in its one canonical form. The tree stays the same and
//! no comment is lost; formatting twice changes nothing.
//!
//! ```text
//! mod       items and the empty lines between them
//! sections  entries in columns
//! drawing   rows of a drawn position
//! rules     statements and values as nodes, comments placed
//! words     patterns and sets of fields, word by word
//! node      what a rule is made of, with widths
//! layout    nodes broken into lines
//! ```

mod drawing;
mod layout;
mod node;
mod rules;
mod sections;
pub(crate) mod words;

use crate::ast::{File, Item, ItemKind, ValueRole};
use crate::diagnostic::Diagnostic;
use crate::parse::parse;
use crate::span::FileId;
use layout::Printer;
use rules::Placing;

/// The canonical form of a rules text, or what is wrong with the text.
///
/// ```
/// let text = syntax::format("main=find own pawn,win .").unwrap();
/// assert_eq!(text, "main = find own pawn, win.\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(FileId(0), text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let blocks = blocks(text, &parsed.file);
    let mut out = String::new();
    for (i, block) in blocks.iter().enumerate() {
        if i > 0 && blank_before(&blocks, i) {
            out.push('\n');
        }
        out.push_str(&block.text);
        out.push('\n');
    }
    Ok(out)
}

/// A comment on its own lines, or an item with the comment after it.
struct Block {
    text: String,
    kind: BlockKind,
    /// Whether an empty line comes before it in the source.
    spaced: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Comment,
    Section { long: bool },
    Rule,
    Value,
}

/// Sections on one line and rules stay together as the author grouped them; a
/// empty line parts a long section from the rest, and sections, rules and
/// values from each other.
fn blank_before(blocks: &[Block], i: usize) -> bool {
    if blocks[i].spaced {
        return true;
    }
    let before = blocks[i - 1].kind;
    if before == BlockKind::Comment {
        return false;
    }
    // Comments belong to what follows them, unless the author parted them.
    let Some(next) = blocks[i..].iter().find(|block| block.kind != BlockKind::Comment) else {
        return false;
    };
    let parted = blocks[i..].iter().take_while(|block| !std::ptr::eq(*block, next)).count();
    if blocks[i + 1..=i + parted].iter().any(|block| block.spaced) {
        return false;
    }
    match (before, next.kind) {
        (BlockKind::Section { long }, BlockKind::Section { long: next }) => long || next,
        (before, next) => before != next,
    }
}

fn blocks(text: &str, file: &File) -> Vec<Block> {
    let mut placing = Placing::new(text, &file.comments);
    let mut blocks = Vec::new();
    let mut last = 0;
    for item in &file.items {
        let plain = sections::is_plain(item);
        let start = if plain { item.span.end } else { item.span.start };
        comment_blocks(&mut blocks, &mut placing, text, &mut last, start);
        let spaced = is_empty_line(text, last, item.span.start);
        let (words, kind) = item_text(text, &mut placing, item);
        last = item.span.end;
        let mut words = words;
        if let Some(comment) = placing.next_on_line(last) {
            words.push_str("  ");
            words.push_str(&comment.text);
            last = comment.span.end;
        }
        blocks.push(Block { text: words, kind, spaced });
    }
    comment_blocks(&mut blocks, &mut placing, text, &mut last, u32::MAX);
    blocks
}

fn comment_blocks(
    blocks: &mut Vec<Block>,
    placing: &mut Placing<'_>,
    text: &str,
    last: &mut u32,
    end: u32,
) {
    while let Some(comment) = placing.next_before(end) {
        let spaced = is_empty_line(text, *last, comment.span.start);
        *last = comment.span.end;
        blocks.push(Block { text: comment.text.clone(), kind: BlockKind::Comment, spaced });
    }
}

/// Whether an empty line lies between two places with only spaces between them.
fn is_empty_line(text: &str, from: u32, to: u32) -> bool {
    let between = text.get(from as usize..to as usize).unwrap_or("").replace("\r\n", "\n");
    from > 0 && between.matches(['\n', '\r']).count() > 1
}

fn item_text(text: &str, placing: &mut Placing<'_>, item: &Item) -> (String, BlockKind) {
    let (head, mut list, last, kind) = match &item.kind {
        ItemKind::Rule(name, body) => {
            let head = format!("{} =", name.text);
            (head, placing.body(body), body.span.end, BlockKind::Rule)
        }
        ItemKind::General { name, parameters, body } => {
            let list: Vec<&str> = parameters.iter().map(|it| it.text.as_str()).collect();
            let head = format!("{}({}) =", name.text, list.join(", "));
            (head, placing.body(body), body.span.end, BlockKind::Rule)
        }
        ItemKind::Value(role, name, value) => {
            let role = match role {
                ValueRole::Value => "value",
                ValueRole::Evaluation => "evaluation",
                ValueRole::Bound => "bound",
            };
            let head = format!("{role} {} =", name.text);
            (head, placing.value_body(value), value.span.end, BlockKind::Value)
        }
        _ => {
            let words = sections::section(text, placing, item);
            let long = words.contains('\n');
            return (words, BlockKind::Section { long });
        }
    };
    list.end = placing.between(Some(last), item.span.end);
    // A single comment before the period looks better after it.
    let mut after = None;
    if list.end.own_line.is_empty() && !placing.follows_on_line(item.span.end) {
        after = list.end.trailing.take();
    }
    let mut words = Printer::item(&head, &list);
    if let Some(comment) = after {
        words.push_str("  ");
        words.push_str(&comment);
    }
    (words, kind)
}
