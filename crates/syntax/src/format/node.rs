//! What a rule is made of for the eye: pieces that know how wide they are on one
//! line, and whether a comment keeps them from standing on one.

/// A piece of a rule, with its width if it fits on one line.
pub(super) struct Node {
    pub(super) width: Option<usize>,
    pub(super) kind: Kind,
}

/// How a node is put together, which decides where it breaks.
pub(super) enum Kind {
    Text(String),
    /// Words with a space or a line break between them.
    Words(Vec<String>),
    /// Pieces with nothing between them.
    Row(Vec<Node>),
    /// `[ … ]`
    Group(List),
    /// Parts with a word before each, such as `either … or …`.
    Branches(Vec<Part>),
    /// The same for the terms of a sum.
    Terms(Vec<Part>),
}

/// Statements with commas between them.
pub(super) struct List {
    /// In order.
    pub(super) parts: Vec<Part>,
    /// Comments after the last one.
    pub(super) end: Comments,
}

/// A member of a list or a branch.
pub(super) struct Part {
    /// Comments between the part before and this one.
    pub(super) before: Comments,
    /// The word in front of a branch, or nothing.
    pub(super) word: &'static str,
    /// The part itself.
    pub(super) node: Node,
}

/// The comments between two parts.
#[derive(Clone, Default)]
pub(super) struct Comments {
    /// At the end of the line of the part before.
    pub(super) trailing: Option<String>,
    /// On lines of their own.
    pub(super) own_line: Vec<String>,
}

impl Comments {
    pub(super) fn is_empty(&self) -> bool {
        self.trailing.is_none() && self.own_line.is_empty()
    }
}

impl Node {
    /// Words that stay on one line.
    pub(super) fn text(text: impl Into<String>) -> Node {
        let text = text.into();
        Node { width: Some(length(&text)), kind: Kind::Text(text) }
    }

    /// Words that may take several lines.
    pub(super) fn words(words: Vec<String>) -> Node {
        let width: usize = words.iter().map(|word| length(word) + 1).sum();
        Node { width: Some(width.saturating_sub(1)), kind: Kind::Words(words) }
    }

    /// Pieces side by side.
    pub(super) fn row(nodes: Vec<Node>) -> Node {
        let width = nodes.iter().map(|node| node.width).sum();
        Node { width, kind: Kind::Row(nodes) }
    }

    /// A word and what belongs to it.
    pub(super) fn prefix(word: &str, node: Node) -> Node {
        Node::row(vec![Node::text(word), node])
    }

    /// A bracketed list.
    pub(super) fn group(list: List) -> Node {
        let width = if list.parts.is_empty() && list.end.is_empty() {
            Some(3)
        } else {
            list.width().map(|width| width + 4)
        };
        Node { width, kind: Kind::Group(list) }
    }

    /// Parts with words in front.
    pub(super) fn branches(parts: Vec<Part>) -> Node {
        let width = parts_width(&parts, 1);
        Node { width, kind: Kind::Branches(parts) }
    }

    /// Terms with operators in front.
    pub(super) fn terms(parts: Vec<Part>) -> Node {
        let width = parts_width(&parts, 1);
        Node { width, kind: Kind::Terms(parts) }
    }

    /// The columns up to the first place where a line can end, and whether there
    /// is such a place.
    pub(super) fn head(&self) -> (usize, bool) {
        match &self.kind {
            Kind::Text(text) => (length(text.trim_end()), text.ends_with(' ')),
            Kind::Words(words) => (words.first().map_or(0, |word| length(word)), words.len() > 1),
            Kind::Group(list) if list.parts.is_empty() => (3, false),
            Kind::Group(_) => (1, true),
            Kind::Branches(parts) | Kind::Terms(parts) => match parts.first() {
                Some(part) if part.word.is_empty() => {
                    let (width, breaks) = part.node.head();
                    (width, breaks || parts.len() > 1)
                }
                Some(part) => (length(part.word), true),
                None => (0, false),
            },
            Kind::Row(nodes) => {
                let mut sum = 0;
                for node in nodes {
                    if sum > 0 && node.begins_with_space() {
                        return (sum, true);
                    }
                    let (width, breaks) = node.head();
                    sum += width;
                    if breaks {
                        return (sum, true);
                    }
                }
                (sum, false)
            }
        }
    }

    pub(super) fn begins_with_space(&self) -> bool {
        matches!(&self.kind, Kind::Text(text) if text.starts_with(' '))
    }
}

/// Columns of a text; names and words have one for each character.
pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

impl List {
    /// The width on one line, without brackets.
    pub(super) fn width(&self) -> Option<usize> {
        if self.end.is_empty() { parts_width(&self.parts, 2) } else { None }
    }
}

/// The width of parts on one line, if no comment forbids it.
pub(super) fn parts_width(parts: &[Part], between: usize) -> Option<usize> {
    let mut sum = 0;
    for (i, part) in parts.iter().enumerate() {
        if !part.before.is_empty() {
            return None;
        }
        let word = if part.word.is_empty() { 0 } else { part.word.len() + 1 };
        sum += part.node.width? + word + if i > 0 { between } else { 0 };
    }
    Some(sum)
}
