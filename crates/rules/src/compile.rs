//! Reads a game and the games that it extends, and runs every stage on them.
//!
//! ```text
//! text ─▶ parse ─▶ chain of files ─▶ merge ─▶ resolve ─▶ placed kinds ─▶ Rules
//! ```
//!
//! All stages run as far as they can, so that one run reports every mistake.

use crate::damage::Damage;
use crate::findings::placed;
use crate::inherit::merge;
use crate::instances;
use crate::model::Rules;
use crate::resolve::resolve;
use syntax::ast::{File, ItemKind, Name};
use syntax::{Code, Diagnostic, FileId, Severity, Sources, Span, closest, parse};

/// At most this many games may extend one another.
const MAX_CHAIN: usize = 16;

/// They may have at most this many bytes together.
const MAX_BYTES: usize = 1 << 20;

/// More mistakes than these help nobody.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// Where the texts of extended games come from.
pub struct Library<'a> {
    /// Gives the name under which a text is shown, and the text, of a game. Two
    /// texts are the same if they are shown under the same name.
    pub load: &'a mut dyn FnMut(&str) -> Option<(String, String)>,
    /// The names of all games that it has, for hints.
    pub known: Vec<String>,
}

/// What became of a rules text.
pub struct Compiled {
    /// The text and those that it extends.
    pub sources: Sources,
    /// Everything there is to say, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// The rules, unless there is an error.
    pub rules: Option<Rules>,
}

/// Compiles a game called `name`, whose text is shown under `source_name`.
///
/// ```
/// let mut library = rules::Library { load: &mut |_| None, known: Vec::new() };
/// let text = "dimensions (3,3) pieces { mark 'X' 'O' }
///             main = find empty field, replace by own mark.";
/// let compiled = rules::compile("tiny", "tiny.mg", text, &mut library);
/// assert!(compiled.diagnostics.is_empty());
/// assert_eq!(compiled.rules.unwrap().facts.kinds.len(), 1);
/// ```
pub fn compile(name: &str, source_name: &str, text: &str, library: &mut Library<'_>) -> Compiled {
    let mut chain = Chain::default();
    let complete = chain.read(name, source_name, text, library);
    let Chain { sources, mut diagnostics, mut files, damage } = chain;
    let mut rules = None;
    if files.len() == 1 && files[0].1.items.is_empty() && diagnostics.is_empty() {
        // That it has no board, no pieces and no `main` follows.
        diagnostics.push(empty());
    } else if complete {
        let mut trees: Vec<&mut File> = files.iter_mut().map(|(_, file)| file).collect();
        instances::expand(&mut trees, &mut diagnostics);
        let files: Vec<(&str, &File)> =
            files.iter().rev().map(|(name, file)| (name.as_str(), file)).collect();
        let merged = merge(&files, &|word| damage.has(word), &mut diagnostics);
        rules = Some(resolve(name, &merged, &damage, &mut diagnostics));
    }
    diagnostics.sort_by_key(|d| (d.label.span, d.severity));
    // A mistake in a rule with parameters is in each of its instances, and from a wrong call
    // follows that its names are unknown.
    diagnostics.dedup_by(|a, b| {
        let follows = a.code == b.code && a.title == b.title || b.code == Code::WrongArguments;
        a.label.span == b.label.span && follows
    });
    limit(&mut diagnostics);
    diagnostics.iter_mut().for_each(shorten);
    let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
    let mut rules = rules.flatten().filter(|_| !failed);
    if let Some(rules) = rules.as_mut().filter(|rules| !rules.made.is_empty())
        && let Some(placed) = placed(rules)
    {
        rules.facts.placed = placed;
    }
    Compiled { sources, diagnostics, rules }
}

/// A game and those that it extends, the oldest last.
#[derive(Default)]
struct Chain {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    files: Vec<(String, File)>,
    damage: Damage,
}

impl Chain {
    /// Reads them all; returns whether none is missing.
    fn read(
        &mut self,
        name: &str,
        source_name: &str,
        text: &str,
        library: &mut Library<'_>,
    ) -> bool {
        let mut next = (name.to_string(), source_name.to_string(), text.to_string());
        loop {
            let (name, source_name, text) = next;
            let file = self.sources.add(source_name, text.as_str());
            let parsed = parse(file, &text);
            self.damage.add(&text, &parsed.file, &parsed.diagnostics);
            let understood = !parsed.diagnostics.iter().any(|d| d.code == Code::FileTooLarge);
            self.diagnostics.extend(parsed.diagnostics);
            let base = self.base(&parsed.file);
            self.files.push((name, parsed.file));
            let Some(base) = base else { return understood && !self.damage.has("extends") };
            match self.load(&base, library) {
                Some((source_name, text)) => next = (base.text, source_name, text),
                None => return false,
            }
        }
    }

    /// The game that a file extends.
    fn base(&mut self, file: &File) -> Option<Name> {
        let mut names = file.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Extends(name) => Some(name),
            _ => None,
        });
        let first = names.next()?;
        for second in names {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::ExtendsTwice,
                    second.span,
                    "a game can extend only one other",
                )
                .other(first.span, "the first one")
                .hint("keep one of the two"),
            );
        }
        Some(first.clone())
    }

    fn load(&mut self, base: &Name, library: &mut Library<'_>) -> Option<(String, String)> {
        let Some((source_name, text)) = (library.load)(&base.text) else {
            if !self.damage.touches(base.span) {
                self.diagnostics.push(unknown_game(base, &library.known));
            }
            return None;
        };
        let met = self.sources.list.iter().position(|source| source.name == source_name);
        if let Some(i) = met {
            self.diagnostics.push(self.extends_itself(base, FileId(i as u16)));
            return None;
        }
        let bytes: usize = self.sources.list.iter().map(|source| source.text().len()).sum();
        if self.sources.list.len() > MAX_CHAIN || bytes + text.len() > MAX_BYTES {
            let title = match bytes + text.len() > MAX_BYTES {
                true => "this game and those that it extends are too large".to_string(),
                false => format!("more than {MAX_CHAIN} games extend one another"),
            };
            self.diagnostics.push(
                Diagnostic::error(Code::ExtendsTooLong, base.span, title)
                    .hint("extend a game further down instead, or make one file of several"),
            );
            return None;
        }
        Some((source_name, text))
    }

    fn extends_itself(&self, base: &Name, met: FileId) -> Diagnostic {
        let title = match met == base.span.file {
            true => format!("`{}` extends itself", base.text),
            false => format!("`{}` extends this game, so this game cannot extend it", base.text),
        };
        let mut error = Diagnostic::error(Code::ExtendsItself, base.span, title)
            .hint("a game can only extend one that can do without it");
        for (_, file) in &self.files {
            for item in &file.items {
                if let ItemKind::Extends(name) = &item.kind
                    && name.span.file >= met
                    && name.span != base.span
                {
                    error = error.other(name.span, format!("extends `{}`", name.text));
                }
            }
        }
        error
    }
}

fn empty() -> Diagnostic {
    Diagnostic::error(Code::EmptyFile, beginning(FileId(0)), "there are no rules in this file")
        .hint("begin with `dimensions (8,8)`, `pieces { stone 'X' 'O' }` and `main = …`")
}

fn unknown_game(base: &Name, known: &[String]) -> Diagnostic {
    let title = format!("no game is called `{}`", base.text);
    let error = Diagnostic::error(Code::UnknownGame, base.span, title);
    match closest(&base.text, known.iter().map(String::as_str)) {
        Some(meant) => error.did_you_mean(meant),
        None => error.hint(format!(
            "it is not built in, and no `{}.mg` was found beside this text",
            base.text
        )),
    }
}

/// Leaves the first errors, if there are too many, and says that there are more.
fn limit(diagnostics: &mut Vec<Diagnostic>) {
    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
    if diagnostics.iter().filter(|d| is_error(d)).count() <= MAX_DIAGNOSTICS {
        return;
    }
    diagnostics.retain(|d| is_error(d) && d.code != Code::TooManyErrors);
    diagnostics.truncate(MAX_DIAGNOSTICS);
    let last = diagnostics[diagnostics.len() - 1].label.span;
    let title = format!("there are more than {MAX_DIAGNOSTICS} mistakes");
    diagnostics.push(
        Diagnostic::error(Code::TooManyErrors, last.after(), title)
            .hint("correct the first ones and try again"),
    );
}

/// Names may be as long as a file; messages may not.
fn shorten(diagnostic: &mut Diagnostic) {
    const MAX: usize = 300;
    let Diagnostic { title, label, others, hint, .. } = diagnostic;
    let labels = others.iter_mut().chain([label]).map(|label| &mut label.text);
    for text in labels.chain([title]).chain(hint) {
        if text.chars().count() > MAX {
            *text = text.chars().take(MAX).chain(['…']).collect();
        }
    }
}

/// The beginning of a file, for messages about the whole of it.
pub(crate) fn beginning(file: FileId) -> Span {
    Span::new(file, 0, 0)
}
