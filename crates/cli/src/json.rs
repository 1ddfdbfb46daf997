//! Answers for programs: the same facts as the text, as JSON.

use super::position::Table;
use super::report::Failure;
use super::terminal;
pub(super) use game::describe_outcome as describe;
use game::{Facts, Game, Outcome};
use serde_json::{Value, json};
use syntax::{Diagnostic, Severity, Sources, Span};

/// Why an answer is not whole, as the key `reason` says it after Ctrl-C.
pub(super) const STOPPED: &str = "stopped by Ctrl-C";

/// An answer that is not whole if Ctrl-C was pressed, which it says then.
pub(super) fn whole_unless(stopped: bool, mut answer: Value) -> Value {
    if stopped {
        answer["reason"] = json!(STOPPED);
    }
    answer
}

/// Prints a value.
pub(super) fn print(value: &Value) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    terminal::print(&(text + "\n"))
}

/// An outcome.
pub(super) fn outcome(facts: &Facts, outcome: Option<Outcome>) -> Value {
    let Some(outcome) = outcome else { return Value::Null };
    let winner = match (facts.n_players(), outcome.winner()) {
        (2, Some(player)) => json!(facts.player_name(player)),
        _ => Value::Null,
    };
    json!({
        "result": describe(facts, outcome),
        "winner": winner,
        "value_for_first": outcome.value,
        "scored": outcome.scored,
    })
}

/// Says that a game is over, so that there is nothing to look for; `more` is what a
/// command adds for programs.
pub(super) fn over<G: Game>(
    table: &Table<G>,
    ended: Outcome,
    as_json: bool,
    more: Value,
) -> Result<(), Failure> {
    let facts = table.game.facts();
    if !as_json {
        return terminal::print(&format!("the game is over: {}\n", describe(facts, ended)));
    }
    let mut value = json!({
        "game": facts.name,
        "position": table.position_text(),
        "to_move": facts.player_name(table.line.player(&table.game)),
        "outcome": outcome(facts, Some(ended)),
    });
    if let (Value::Object(more), Some(value)) = (more, value.as_object_mut()) {
        value.extend(more);
    }
    print(&value)
}

/// A message about rules.
pub(super) fn diagnostic(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let place = |span: Span| {
        let source = sources.get(span.file);
        let (line, column) = source.line_column(span.start);
        let (end_line, end_column) = source.line_column(span.end);
        json!({
            "file": source.name,
            "line": line, "column": column,
            "end_line": end_line, "end_column": end_column,
        })
    };
    let others: Vec<Value> = diagnostic
        .others
        .iter()
        .map(|other| json!({ "place": place(other.span), "text": other.text }))
        .collect();
    json!({
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "code": diagnostic.code.text(),
        "title": diagnostic.title,
        "place": place(diagnostic.label.span),
        "label": diagnostic.label.text,
        "others": others,
        "hint": diagnostic.hint,
    })
}
