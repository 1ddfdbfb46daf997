//! Everything that can be said about a rules text without playing it: compiling, and
//! the findings about what compiled.

use crate::{Library, Rules, compile, findings};
use syntax::{Diagnostic, Severity, Sources};

/// What the checks say about a game.
pub struct Checked {
    /// The rules text and those that it extends.
    pub sources: Sources,
    /// Everything there is to say, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// The rules, unless there is an error.
    pub rules: Option<Rules>,
}

/// Compiles a game as [`compile`] does, and looks for what is suspicious about it.
///
/// ```
/// use rules::{Library, check};
///
/// let board = "dimensions (1,1) pieces { man 'X' 'O' }";
/// let mut check_main = |main: &str| {
///     let mut library = Library { load: &mut |_| None, known: Vec::new() };
///     check("small", "small.mg", &format!("{board} main = {main}."), &mut library)
/// };
/// assert!(check_main("draw").rules.is_some());
/// assert_eq!(check_main("drew").diagnostics[0].code, syntax::Code::UnknownName);
/// ```
pub fn check(name: &str, source: &str, text: &str, library: &mut Library<'_>) -> Checked {
    let compiled = compile(name, source, text, library);
    let (mut diagnostics, mut rules) = (compiled.diagnostics, compiled.rules);
    if let Some(found) = rules.as_ref().map(findings) {
        diagnostics.extend(found);
        diagnostics.sort_by_key(|d| (d.label.span, d.severity));
        diagnostics
            .dedup_by(|a, b| (a.code, &a.title, a.label.span) == (b.code, &b.title, b.label.span));
    }
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        rules = None;
    }
    Checked { sources: compiled.sources, diagnostics, rules }
}
