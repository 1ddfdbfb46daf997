//! `multigame check`: studies rules, plays them at random, and says what is wrong.

use super::args::CheckArgs;
use super::report::{Failure, WRONG_INPUT};
use super::{json, terminal};
use crate::explore::{Explored, explore};
use crate::library;
use crate::load::{Checked, check_text, describe};
use interp::{Interp, Limits};
use rules::lower;
use serde_json::json;
use syntax::{Severity, render};

/// What one turn may cost while a file is checked: enough for any real game,
/// and little enough for the whole check to take less than a second.
const STEPS_PER_TURN: u64 = 2_000_000;

pub(super) fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let mut worst = 0;
    let mut reports = Vec::new();
    for game in &args.games {
        let text = match library::find(game) {
            Ok(text) => text,
            Err(error) => {
                worst = WRONG_INPUT;
                match args.json {
                    true => reports.push(json!({
                        "game": game,
                        "diagnostics": [{ "severity": "error", "code": "not-found",
                                          "title": error.message, "hint": error.hint }],
                    })),
                    false => {
                        Failure::from(error).print();
                    }
                }
                continue;
            }
        };
        let checked = check_text(&text);
        let explored = play(&checked, args)?;
        worst = worst.max(verdict(&checked, explored.as_ref(), args.strict));
        match args.json {
            true => reports.push(report(&text.source, &checked, explored.as_ref())),
            false => show(&text.source, &checked, explored.as_ref())?,
        }
    }
    if args.json {
        json::print(&json!(reports))?;
    }
    Ok(worst)
}

/// Plays rules that have no error.
fn play(checked: &Checked, args: &CheckArgs) -> Result<Option<Explored>, Failure> {
    let Some(rules) = checked.rules.as_ref().filter(|_| args.positions > 0) else {
        return Ok(None);
    };
    let game = Interp::new(lower(rules)).map_err(|why| Failure::bug(describe(&why)))?;
    let game = game.with_limits(Limits { steps: STEPS_PER_TURN, ..Limits::default() });
    Ok(Some(explore(&game, args.positions, args.seed)))
}

fn verdict(checked: &Checked, explored: Option<&Explored>, strict: bool) -> u8 {
    if checked.rules.is_none() || explored.is_some_and(|explored| !explored.errors.is_empty()) {
        return WRONG_INPUT;
    }
    u8::from(strict && !checked.diagnostics.is_empty())
}

fn show(source: &str, checked: &Checked, explored: Option<&Explored>) -> Result<(), Failure> {
    for diagnostic in &checked.diagnostics {
        terminal::complain(&render(diagnostic, &checked.sources, terminal::colors_on_stderr()));
    }
    let errors = explored.map_or(&[][..], |explored| &explored.errors[..]);
    for error in errors {
        Failure::coded(error.code, format!("{source}: in play, {}", error.message))
            .hint(format!("the position is `{}`; {}", error.position, error.hint))
            .print();
    }
    let count = |severity| checked.diagnostics.iter().filter(|d| d.severity == severity).count();
    let (n_errors, n_warnings) = (count(Severity::Error) + errors.len(), count(Severity::Warning));
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let summary = match (n_errors, n_warnings) {
        (0, 0) => "no mistakes found".to_string(),
        (0, w) => format!("{w} warning{}", plural(w)),
        (e, 0) => format!("{e} error{}", plural(e)),
        (e, w) => format!("{e} error{}, {w} warning{}", plural(e), plural(w)),
    };
    let played = match explored {
        Some(explored) if n_errors == 0 => {
            format!(" ({} positions played at random)", explored.positions)
        }
        _ => String::new(),
    };
    terminal::print(&format!("{source}: {summary}{played}\n"))
}

fn report(source: &str, checked: &Checked, explored: Option<&Explored>) -> serde_json::Value {
    let diagnostics: Vec<_> =
        checked.diagnostics.iter().map(|d| json::diagnostic(d, &checked.sources)).collect();
    let errors: Vec<_> = explored
        .map_or(&[][..], |explored| &explored.errors[..])
        .iter()
        .map(|error| {
            json!({ "severity": "error", "code": error.code, "title": error.message,
                    "position": error.position, "hint": error.hint })
        })
        .collect();
    json!({
        "game": source,
        "diagnostics": diagnostics,
        "positions_played": explored.map(|explored| explored.positions),
        "errors_in_play": errors,
    })
}
