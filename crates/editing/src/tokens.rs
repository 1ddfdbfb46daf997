//! How each part of the text is painted: what a grammar of words alone cannot know is what a
//! name stands for.

use crate::document::Document;
use crate::mentions::{Kind, Slot};
use syntax::{FileId, Span, TokenKind, lex};

/// What a part of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tone {
    Word,
    Number,
    Symbol,
    Comment,
    Operator,
    Rule,
    Value,
    Piece,
    Place,
    Direction,
    Counter,
    Player,
    Game,
    Parameter,
}

impl Tone {
    /// All of them, in order.
    pub const ALL: [Tone; 14] = [
        Tone::Word,
        Tone::Number,
        Tone::Symbol,
        Tone::Comment,
        Tone::Operator,
        Tone::Rule,
        Tone::Value,
        Tone::Piece,
        Tone::Place,
        Tone::Direction,
        Tone::Counter,
        Tone::Player,
        Tone::Game,
        Tone::Parameter,
    ];
}

/// A part of the text on one line, and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painted {
    /// Where it is.
    pub span: Span,
    /// What it is.
    pub tone: Tone,
    /// Whether it is the name in a definition.
    pub defines: bool,
}

impl Document {
    /// The parts of the text in their order; what is left out has no color of its own.
    pub fn painted(&self) -> Vec<Painted> {
        let lexed = lex(FileId(0), self.text());
        let mut parts = Vec::new();
        for token in &lexed.tokens {
            let tone = match token.kind {
                TokenKind::Word(_) => Tone::Word,
                TokenKind::Int(_) => Tone::Number,
                TokenKind::Symbol => Tone::Symbol,
                TokenKind::Mark("=" | "<>" | "<" | ">" | "<=" | ">=" | "+" | "-" | "*") => {
                    Tone::Operator
                }
                _ => continue,
            };
            parts.push(Painted { span: token.span, tone, defines: false });
        }
        let comments = lexed.comments.iter().map(|it| it.span);
        parts.extend(comments.map(|span| Painted { span, tone: Tone::Comment, defines: false }));
        for mention in &self.trees[0].mentions {
            if mention.within.is_some() {
                let defines = mention.slot == Slot::Parameter;
                parts.push(Painted { span: mention.span, tone: Tone::Parameter, defines });
                continue;
            }
            let kind = match mention.slot {
                Slot::Defines(kind, _) => Some(kind),
                Slot::Column => Some(Kind::Field),
                slot => match self.defined(&self.key(mention), 0).map(|it| it.slot) {
                    Some(Slot::Defines(kind, _)) => Some(kind),
                    _ if slot == Slot::Only(Kind::Game) => Some(Kind::Game),
                    _ => slot.kinds().contains(&Kind::Field).then_some(Kind::Field),
                },
            };
            let Some(kind) = kind else { continue };
            let defines = matches!(mention.slot, Slot::Defines(..));
            parts.push(Painted { span: mention.span, tone: tone(kind), defines });
        }
        parts.sort_by_key(|part| part.span);
        parts.dedup_by_key(|part| part.span.start);
        parts
    }
}

fn tone(kind: Kind) -> Tone {
    match kind {
        Kind::Rule => Tone::Rule,
        Kind::Value => Tone::Value,
        Kind::Piece => Tone::Piece,
        Kind::Zone | Kind::Memory | Kind::Field | Kind::Layout => Tone::Place,
        Kind::Directions => Tone::Direction,
        Kind::Counter => Tone::Counter,
        Kind::Player => Tone::Player,
        Kind::Game => Tone::Game,
    }
}
