//! Breaks a rule into lines. A node that fits on the rest of its line is
//! printed there; otherwise it breaks at its outermost joints, each kind in its
//! own way. Comments break every node that they are in.
//!
//! ```text
//! list      a, b, c,                 as many as fit on a line
//!           d, e
//! branches  either a                 a line for each
//!           or b
//! terms     a + b                    as many as fit on a line
//!           + c
//! group     [                        contents indented by two
//!             a, b
//!           ]
//! words     find own pawn in (a1,    as many as fit on a line
//!             b1)
//! row       not not                  at a space, if nothing else helps
//!             step
//! ```

use super::node::{Comments, Kind, List, Node, Part, length};

/// Lines are at most this long, except for what cannot be broken.
pub(super) const WIDTH: usize = 80;

/// A text in the making.
#[derive(Default)]
pub(super) struct Printer {
    out: String,
    column: usize,
    /// There is nothing but indentation on this line.
    fresh: bool,
}

impl Printer {
    /// `head` and a list that goes with it and ends with `.`.
    pub(super) fn item(head: &str, list: &List) -> String {
        let mut printer = Printer::default();
        printer.push(head);
        let alone = list.end.is_empty();
        if let Some(width) = list.width()
            && printer.fits(width + 2)
        {
            printer.push(" ");
            printer.flat_parts(&list.parts, ", ");
        } else {
            printer.list(list, 4, 1, true);
        }
        if !alone {
            printer.comments(&list.end, 4);
        }
        printer.push(".");
        printer.out
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += length(text);
        self.fresh = false;
    }

    /// Goes to a line with nothing on it but this indentation.
    fn new_line(&mut self, indent: usize) {
        if self.fresh {
            self.out.truncate(self.out.len() - self.column);
        } else {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.push('\n');
        }
        self.out.push_str(&" ".repeat(indent));
        self.column = indent;
        self.fresh = true;
    }

    fn fits(&self, width: usize) -> bool {
        self.column + width <= WIDTH
    }

    fn flat(&mut self, node: &Node) {
        match &node.kind {
            Kind::Text(text) => self.push(text),
            Kind::Words(words) => self.push(&words.join(" ")),
            Kind::Row(nodes) => nodes.iter().for_each(|node| self.flat(node)),
            Kind::Group(list) if list.parts.is_empty() => self.push("[ ]"),
            Kind::Group(list) => {
                self.push("[ ");
                self.flat_parts(&list.parts, ", ");
                self.push(" ]");
            }
            Kind::Branches(parts) | Kind::Terms(parts) => self.flat_parts(parts, " "),
        }
    }

    fn flat_parts(&mut self, parts: &[Part], between: &str) {
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.push(between);
            }
            self.word(part.word);
            self.flat(&part.node);
        }
    }

    fn word(&mut self, word: &str) {
        if !word.is_empty() {
            self.push(word);
            self.push(" ");
        }
    }

    /// Prints a node; `indent` is that of its line, `branches` that of its own
    /// branches, `tail` the width of what follows it on its last line.
    fn node(&mut self, node: &Node, indent: usize, branches: usize, tail: usize) {
        if node.width.is_some_and(|width| self.fits(width + tail)) {
            return self.flat(node);
        }
        match &node.kind {
            Kind::Text(text) => self.push(text),
            Kind::Words(words) => {
                for (i, word) in words.iter().enumerate() {
                    let tail = if i + 1 == words.len() { tail } else { 0 };
                    match i {
                        0 => {}
                        _ if self.fits(1 + length(word) + tail) => self.push(" "),
                        _ => self.new_line(indent + 2),
                    }
                    self.push(word);
                }
            }
            Kind::Row(nodes) => self.row(nodes, indent, branches, tail),
            Kind::Group(list) => {
                self.push("[");
                self.list(list, indent + 2, 0, false);
                self.comments(&list.end, indent + 2);
                self.new_line(indent);
                self.push("]");
            }
            Kind::Branches(parts) => self.branches(parts, false, branches, tail),
            Kind::Terms(parts) => self.branches(parts, true, branches, tail),
        }
    }

    /// Prints pieces side by side, and breaks at a space before one that has
    /// not even room for its beginning.
    fn row(&mut self, nodes: &[Node], indent: usize, branches: usize, tail: usize) {
        for (i, node) in nodes.iter().enumerate() {
            let next = nodes.get(i + 1).map_or(tail, |next| match &next.kind {
                Kind::Text(text) => length(text),
                _ => 1,
            });
            let last = if i + 1 == nodes.len() { tail } else { 0 };
            match &node.kind {
                Kind::Text(text) if i > 0 && text.starts_with(' ') => {
                    if self.fits(length(text.trim_end()) + last) {
                        self.push(text);
                    } else {
                        self.new_line(indent + 2);
                        self.push(text.trim_start());
                    }
                    continue;
                }
                _ if i > 0 => self.make_room(node, indent + 2, last),
                _ => {}
            }
            let nested = if i > 0 { indent + 2 } else { branches };
            self.node(node, indent, nested, next);
        }
    }

    /// Goes to a new line if there is a space here and the beginning of the node,
    /// with `tail` after it if it has no joints, does not fit after it.
    fn make_room(&mut self, node: &Node, indent: usize, tail: usize) {
        let (width, breaks) = node.head();
        let width = if breaks { width } else { width + tail };
        if !self.fresh && self.out.ends_with(' ') && !self.fits(width) && indent < self.column {
            self.new_line(indent);
        }
    }

    /// Prints parts with their words, each on its own line or, if they `fill`,
    /// as many as fit.
    fn branches(&mut self, parts: &[Part], fill: bool, indent: usize, tail: usize) {
        let mut broken = false;
        for (i, part) in parts.iter().enumerate() {
            let tail = if i + 1 == parts.len() { tail } else { 0 };
            if i > 0 {
                self.comments(&part.before, indent);
                let width = part.node.width.map(|width| width + part.word.len() + 2 + tail);
                let fits = width.is_some_and(|width| self.fits(width));
                if fill && fits && !broken && !self.fresh {
                    self.push(" ");
                } else {
                    self.new_line(indent);
                }
            }
            self.word(part.word);
            let start = self.out.len();
            if !part.word.is_empty() {
                self.make_room(&part.node, indent + 2, tail);
            }
            self.node(&part.node, indent, indent + 2, tail);
            broken = self.out[start..].contains('\n');
        }
    }

    /// Prints comments; a fresh line is left after them.
    fn comments(&mut self, comments: &Comments, indent: usize) {
        if let Some(comment) = &comments.trailing {
            self.push("  ");
            self.push(comment);
            self.new_line(indent);
        }
        for comment in &comments.own_line {
            self.new_line(indent);
            self.push(comment);
            self.new_line(indent);
        }
    }

    /// Prints a list after a word: on the same line if its first part fits
    /// there (`beside`), with `tail` columns kept free after the last part.
    fn list(&mut self, list: &List, indent: usize, tail: usize, beside: bool) {
        let mut broken = false;
        for (i, part) in list.parts.iter().enumerate() {
            let last = i + 1 == list.parts.len();
            let tail = if last { tail } else { 1 };
            self.comments(&part.before, indent);
            let fresh = self.fresh;
            let fits = part.node.width.is_some_and(|width| self.fits(width + 1 + tail));
            let fits_below = part.node.width.is_some_and(|width| indent + width + tail <= WIDTH);
            let stay = match i {
                0 => beside && (fits || !fits_below && self.fits(1 + part.node.head().0)),
                _ => fits && !broken,
            };
            if !fresh && stay {
                self.push(" ");
            } else if !fresh {
                self.new_line(indent);
            }
            let line = self.out.len();
            self.node(&part.node, indent, indent, tail);
            broken = self.out[line..].contains('\n');
            if !last {
                self.push(",");
            }
        }
    }
}
