//! What is shown about the word or name that somebody points at.

use crate::document::{Document, newest};
use crate::mentions::{Kind, Mention, Slot};
use syntax::{FileId, Span, TokenKind, explain, lex};

/// What is shown, and about which part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// Markdown.
    pub text: String,
}

/// A definition is shown up to this many lines.
const MAX_LINES: usize = 12;

impl Document {
    /// What a word does, or what a name stands for.
    pub fn hover(&self, offset: usize) -> Option<Hover> {
        if let Some(mention) = self.mention(offset) {
            return Some(Hover { span: mention.span, text: self.about(mention)? });
        }
        let tokens = lex(FileId(0), self.text()).tokens;
        let end = tokens.partition_point(|token| token.span.end as usize <= offset);
        // Between two tokens the one that ends there is meant if none begins there.
        let here = tokens.get(end).filter(|token| token.span.start as usize <= offset);
        let token = here.or_else(|| {
            tokens.get(end.checked_sub(1)?).filter(|token| token.span.end as usize == offset)
        })?;
        let TokenKind::Word(word) = token.kind else { return None };
        let it = explain(word)?;
        let text = format!("**{word}**: {}\n\n```multigame\n{}\n```", it.what, it.example);
        Some(Hover { span: token.span, text })
    }

    fn about(&self, mention: &Mention) -> Option<String> {
        let key = self.key(mention);
        if mention.slot == Slot::Only(Kind::Game) {
            let base = self.sources.list.get(1)?;
            return Some(format!("the game `{}`, from `{}`", mention.text, base.name));
        }
        if let Some(rule) = mention.within {
            return self.about_parameter(mention, rule);
        }
        let Some(definition) = self.defined(&key, newest(mention)) else {
            let fields = &self.rules.as_ref()?.facts.board.names;
            return fields.contains(&mention.text).then(|| format!("the field `{}`", mention.text));
        };
        let Slot::Defines(kind, whole) = definition.slot else { return None };
        let source = self.sources.get(whole.file);
        let mut text = format!("{} `{}`", kind.word(), definition.text);
        if whole.file.0 > 0 {
            text.push_str(&format!(", from `{}`", source.name));
        }
        if kind != Kind::Field {
            text.push_str(&self.shown(whole)?);
        }
        let comment = self.comment(whole);
        if !comment.is_empty() {
            text.push_str(&format!("\n\n{comment}"));
        }
        Some(text)
    }

    /// What is said about a parameter: its rule.
    fn about_parameter(&self, mention: &Mention, rule: Span) -> Option<String> {
        let mut mentions = self.trees[usize::from(rule.file.0)].mentions.iter();
        let owner = mentions.find(|it| it.slot == Slot::Defines(Kind::Rule, rule))?;
        let shown = self.shown(rule)?;
        Some(format!("parameter `{}` of the rule `{}`{shown}", mention.text, owner.text))
    }

    /// The first lines of a definition, after what is said about it.
    fn shown(&self, whole: Span) -> Option<String> {
        let text = self.sources.get(whole.file).text();
        let lines = text.get(whole.start as usize..whole.end as usize)?.lines();
        let lines: Vec<&str> = lines.take(MAX_LINES).collect();
        Some(format!("\n\n```multigame\n{}\n```", lines.join("\n")))
    }
}
