//! Messages in a few words, for tests of what is said and where; how messages are drawn
//! is tested apart from this.

use syntax::{Diagnostic, Label, Severity, Sources};

/// Code and title, then each place with the text there, then the hint.
pub(crate) fn brief(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut text = format!("{severity}[{}]: {}\n", diagnostic.code, diagnostic.title);
    for label in std::iter::once(&diagnostic.label).chain(&diagnostic.others) {
        text += &format!("  {}\n", place(label, sources));
    }
    text + &diagnostic.hint.iter().map(|hint| format!("  hint: {hint}\n")).collect::<String>()
}

/// Line and column, what stands there, and what is said about it.
fn place(label: &Label, sources: &Sources) -> String {
    let source = &sources.list[label.span.file.0 as usize];
    let (line, column) = source.line_column(label.span.start);
    let file = if label.span.file.0 == 0 { "" } else { &format!("{}:", source.name) };
    let words = &source.text()[label.span.start as usize..label.span.end as usize];
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{file}{line}:{column} `{words}` {}", label.text).trim_end().to_string()
}
