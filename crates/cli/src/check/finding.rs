//! Messages about rules as programs read them, with their places as lines and columns.

use game::RulesError;
use serde::Serialize;
use syntax::{Diagnostic, Severity, Sources, Span};

/// A message about rules.
#[derive(Serialize)]
pub(super) struct Finding {
    severity: &'static str,
    code: Option<&'static str>,
    title: String,
    #[serde(flatten)]
    at: Option<At>,
    hint: Option<String>,
    /// The change that the hint names, where it names one.
    fix: Option<Change>,
}

/// A place and what it becomes.
#[derive(Serialize)]
struct Change {
    place: Place,
    text: String,
}

/// Where it is, and what is said there.
#[derive(Serialize)]
struct At {
    place: Place,
    label: String,
    others: Vec<Other>,
}

#[derive(Serialize)]
struct Other {
    place: Place,
    text: String,
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl Finding {
    pub(super) fn new(diagnostic: &Diagnostic, sources: &Sources) -> Finding {
        let other = |label: &syntax::Label| Other {
            place: Place::new(label.span, sources),
            text: label.text.clone(),
        };
        Finding {
            severity: match diagnostic.severity {
                Severity::Error => ERROR,
                Severity::Warning => "warning",
            },
            code: Some(diagnostic.code.text()),
            title: diagnostic.title.clone(),
            at: Some(At {
                place: Place::new(diagnostic.label.span, sources),
                label: diagnostic.label.text.clone(),
                others: diagnostic.others.iter().map(other).collect(),
            }),
            hint: diagnostic.hint.clone(),
            fix: diagnostic
                .fix
                .as_ref()
                .map(|fix| Change { place: Place::new(fix.span, sources), text: fix.text.clone() }),
        }
    }

    /// An error about no text.
    pub(super) fn without_place(title: String, hint: String) -> Finding {
        Finding { severity: ERROR, code: None, title, at: None, hint: Some(hint), fix: None }
    }

    pub(super) fn is_error(&self) -> bool {
        self.severity == ERROR
    }
}

const ERROR: &str = "error";

impl Place {
    fn new(span: Span, sources: &Sources) -> Place {
        let source = sources.get(span.file);
        let (line, column) = source.line_column(span.start);
        let (end_line, end_column) = source.line_column(span.end);
        Place { file: source.name.clone(), line, column, end_line, end_column }
    }
}

/// An error that shows only in play.
#[derive(Serialize)]
pub(super) struct InPlay {
    severity: &'static str,
    code: &'static str,
    title: String,
    position: String,
    hint: String,
}

impl InPlay {
    pub(super) fn new(error: &RulesError) -> InPlay {
        InPlay {
            severity: ERROR,
            code: error.code.text(),
            title: error.message.clone(),
            position: error.position.clone(),
            hint: error.hint.clone(),
        }
    }
}
