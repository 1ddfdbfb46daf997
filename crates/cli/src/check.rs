//! `multigame check`: studies rules, plays them at random, and says what is wrong.

use super::args::{CHECK_SEED, CheckArgs};
use super::report::{Failure, WRONG_INPUT};
use super::words::count;
use super::{json, terminal};
use crate::library;
use game::RulesError;
use interp::{Interp, Limits};
use multigame::parts::{Checked, check_text, describe};
use multigame::parts::{Explored, Plan, explore};
use rules::{Rules, lower};
use serde_json::json;
use syntax::{Severity, render};

/// How many positions are played if nobody says how many, and the work that they
/// may take together: enough for any game of usual size, and little enough for
/// the whole check to take less than a second.
const POSITIONS: u32 = 200;
const WORK: u64 = 4_000_000;

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
                        "diagnostics": [{ "severity": "error", "code": null,
                                          "title": error.message, "hint": error.hint }],
                        "positions_played": null,
                        "suspicion": null,
                        "errors_in_play": [],
                    })),
                    false => {
                        Failure::from(error).print();
                    }
                }
                continue;
            }
        };
        let checked = check_text(&text);
        let rules = checked.rules.as_ref().filter(|_| args.positions != Some(0));
        let explored = rules.map(|rules| play(rules, args.positions, args.seed)).transpose()?;
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

/// Plays rules at random; without a number of positions, as many as take little time.
fn play(rules: &Rules, positions: Option<u32>, seed: u64) -> Result<Explored, Failure> {
    let game = Interp::new(lower(rules)).map_err(|why| Failure::bug(describe(&why)))?;
    let game = game.with_limits(Limits::on_worker());
    let plan = match positions {
        Some(positions) => Plan { positions, work: u64::MAX, seed },
        None => Plan { positions: POSITIONS, work: WORK, seed },
    };
    Ok(explore(&game, plan))
}

/// Fails with the first error that a check would report after playing at random.
pub(super) fn refuse_errors_in_play(source: &str, rules: &Rules) -> Result<(), Failure> {
    let explored = play(rules, None, CHECK_SEED)?;
    explored.errors.first().map_or(Ok(()), |error| Err(error_in_play(source, error)))
}

fn error_in_play(source: &str, error: &RulesError) -> Failure {
    Failure::coded(error.code.text(), format!("{source}: in play, {}", error.message))
        .hint(format!("{}; the position is `{}`", error.hint, crop(&error.position)))
}

fn verdict(checked: &Checked, explored: Option<&Explored>, strict: bool) -> u8 {
    if checked.rules.is_none() || explored.is_some_and(|explored| !explored.errors.is_empty()) {
        return WRONG_INPUT;
    }
    let suspicious = explored.and_then(suspicion).is_some();
    u8::from(strict && (suspicious || !checked.diagnostics.is_empty()))
}

/// What is odd about random play, though no error.
fn suspicion(explored: &Explored) -> Option<String> {
    match explored {
        Explored { over_at_start: true, .. } => {
            Some("the first position is already over".to_string())
        }
        Explored { nothing_done: true, .. } => {
            Some("the first turn takes so long that the rules were not played".to_string())
        }
        Explored { left_out: Some((text, position)), .. } => Some(format!(
            "`{text}` is legal, but not among the `tries`: a player who goes by what \
             they know never makes it; the position is `{}`",
            crop(position)
        )),
        _ => None,
    }
}

fn show(source: &str, checked: &Checked, explored: Option<&Explored>) -> Result<(), Failure> {
    for diagnostic in &checked.diagnostics {
        terminal::complain(&render(diagnostic, &checked.sources, terminal::colors_on_stderr()));
    }
    let errors = explored.map_or(&[][..], |explored| &explored.errors[..]);
    for error in errors {
        error_in_play(source, error).print();
    }
    let suspicion = explored.and_then(suspicion);
    if let Some(suspicion) = &suspicion {
        terminal::complain(&format!("{} {source}: {suspicion}", terminal::bold("warning:")));
    }
    let found = |severity| checked.diagnostics.iter().filter(|d| d.severity == severity).count();
    let (n_errors, n_warnings) = (
        found(Severity::Error) + errors.len(),
        found(Severity::Warning) + usize::from(suspicion.is_some()),
    );
    let [errors, warnings] =
        [(n_errors, "error"), (n_warnings, "warning")].map(|(n, noun)| count(n as u64, noun));
    let summary = match (n_errors, n_warnings) {
        (0, 0) => "no mistakes found".to_string(),
        (0, _) => warnings,
        (_, 0) => errors,
        _ => format!("{errors}, {warnings}"),
    };
    let played = match explored {
        Some(explored) if n_errors == 0 => {
            format!(" ({} played at random)", count(explored.positions, "position"))
        }
        _ => String::new(),
    };
    terminal::print(&format!("{source}: {summary}{played}\n"))
}

/// A position that fits on a few lines.
fn crop(position: &str) -> String {
    match position.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &position[..end]),
        None => position.to_string(),
    }
}

fn report(source: &str, checked: &Checked, explored: Option<&Explored>) -> serde_json::Value {
    let diagnostics: Vec<_> =
        checked.diagnostics.iter().map(|d| json::diagnostic(d, &checked.sources)).collect();
    let errors: Vec<_> = explored
        .map_or(&[][..], |explored| &explored.errors[..])
        .iter()
        .map(|error| {
            json!({ "severity": "error", "code": error.code.text(), "title": error.message,
                    "position": error.position, "hint": error.hint })
        })
        .collect();
    json!({
        "game": source,
        "diagnostics": diagnostics,
        "positions_played": explored.map(|explored| explored.positions),
        "suspicion": explored.and_then(suspicion),
        "errors_in_play": errors,
    })
}
