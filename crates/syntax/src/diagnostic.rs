//! Messages about rules texts as data: what is wrong, where, and what to do.
//! They are built beside the check that raises them; `render` draws them.

use crate::code::Code;
use crate::span::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game cannot be compiled.
    Error,
    /// The game works, but something in it is suspicious.
    Warning,
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text to underline.
    pub span: Span,
    /// What to say beside the underlining; may be empty.
    pub text: String,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Its stable name; docs/errors.md has an entry for each.
    pub code: Code,
    /// One sentence in plain English without a period at the end.
    pub title: String,
    /// The place itself.
    pub label: Label,
    /// Other places that matter, such as the first definition of a name.
    pub others: Vec<Label>,
    /// What to do about it, a sentence.
    pub hint: Option<String>,
    /// The change that the hint names, where it names one.
    pub fix: Option<Fix>,
}

/// A change of a text that mends a mistake: what is at a place becomes another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is replaced; an empty place if something is only put in.
    pub span: Span,
    /// What is there afterwards; empty if something is only taken out.
    pub text: String,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: Code, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            title: title.into(),
            label: Label { span, text: String::new() },
            others: Vec::new(),
            hint: None,
            fix: None,
        }
    }

    /// A warning at a place.
    pub fn warning(code: Code, span: Span, title: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, title) }
    }

    /// Adds what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the change that the hint names.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix = Some(Fix { span, text: text.into() });
        self
    }

    /// Adds a change of the place itself.
    pub fn replace_by(self, text: impl Into<String>) -> Diagnostic {
        let span = self.label.span;
        self.fix(span, text)
    }

    /// Adds the word that was probably meant at the place itself.
    pub fn did_you_mean(self, meant: &str) -> Diagnostic {
        self.hint(format!("did you mean `{meant}`?")).replace_by(meant)
    }

    /// Adds words beside the underlining.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.label.text = text.into();
        self
    }

    /// Adds another place.
    pub fn other(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label { span, text: text.into() });
        self
    }
}

/// What is said about dice and cards, if `word` is about them: the language has no chance yet.
pub fn no_chance(word: &str, span: Span) -> Option<Diagnostic> {
    const WORDS: &[&str] =
        &["card", "cards", "chance", "deal", "deck", "dice", "die", "random", "roll", "shuffle"];
    WORDS.contains(&word).then(|| {
        let title = format!("`{word}` is about chance, which the language does not have yet");
        Diagnostic::error(Code::NoChance, span, title)
            .hint("dice and cards come later; until then players choose everything that happens")
    })
}

/// Only names of at most this many letters are compared.
const MAX_COMPARED: usize = 64;

/// The name among `known` that `word` was probably meant to be, if one is close
/// enough: at most a third of its letters wrong, not counting capital ones. Of one
/// letter nothing can be told, and of a very long word neither.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let n_letters = word.chars().count();
    if n_letters > MAX_COMPARED {
        return None;
    }
    let limit = if n_letters > 1 { (n_letters / 3).max(1) } else { 0 };
    known
        .into_iter()
        .map(|name| match word.eq_ignore_ascii_case(name) {
            true => (0, name),
            false => (edits(word, name), name),
        })
        .filter(|&(edits, _)| edits <= limit)
        .min()
        .map(|(_, name)| name)
}

/// The number of letters to insert, delete, replace or swap with the next.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(MAX_COMPARED).collect(), b.chars().take(MAX_COMPARED).collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn finds_the_name_that_was_meant() {
        let known = ["knight", "king", "pawn"];
        assert_eq!(closest("knigt", known), Some("knight"));
        assert_eq!(closest("kinght", known), Some("knight"));
        assert_eq!(closest("PAWN", known), Some("pawn"));
        assert_eq!(closest("bishop", known), None);
    }
}
