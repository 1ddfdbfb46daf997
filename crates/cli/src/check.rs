//! `multigame check`: studies rules, plays them at random, and says what is wrong.

mod finding;

use super::answer::{give, give_json};
use super::args::{CHECK_SEED, CheckArgs};
use super::library;
use super::report::{Failure, WRONG_INPUT};
use super::terminal;
use super::words::count;
use finding::{Finding, InPlay};
use game::RulesError;
use interp::{Interp, Limits};
use multigame::parts::{Checked, check_text, describe, doubtful};
use multigame::parts::{Explored, Plan, explore};
use rules::{Rules, lower};
use serde::Serialize;
use std::fmt::{self, Display};
use syntax::render;

/// How many positions are played if nobody says how many, and the work that they
/// may take together: enough for any game of usual size, and little enough for
/// the whole check to take less than a second.
const POSITIONS: u32 = 200;
const WORK: u64 = 4_000_000;

/// What was found out about the rules of a game.
#[derive(Serialize)]
struct Report {
    game: String,
    diagnostics: Vec<Finding>,
    positions_played: Option<u32>,
    /// What is odd about random play, though no error.
    suspicion: Option<String>,
    errors_in_play: Vec<InPlay>,
}

/// One line; what was found is on standard error.
impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_found = self.diagnostics.iter().filter(|finding| finding.is_error()).count();
        let n_errors = n_found + self.errors_in_play.len();
        let n_warnings = self.diagnostics.len() - n_found + usize::from(self.suspicion.is_some());
        let [errors, warnings] =
            [(n_errors, "error"), (n_warnings, "warning")].map(|(n, noun)| count(n, noun));
        write!(f, "{}: ", self.game)?;
        match (n_errors, n_warnings) {
            (0, 0) => write!(f, "no mistakes found"),
            (0, _) => write!(f, "{warnings}"),
            (_, 0) => write!(f, "{errors}"),
            _ => write!(f, "{errors}, {warnings}"),
        }?;
        match self.positions_played {
            Some(played) if n_errors == 0 => {
                writeln!(f, " ({} played at random)", count(played, "position"))
            }
            _ => writeln!(f),
        }
    }
}

pub(super) fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let mut worst = 0;
    let mut reports = Vec::new();
    for game in &args.games {
        let text = match library::find(game) {
            Ok(text) => text,
            Err(error) => {
                worst = WRONG_INPUT;
                match args.json {
                    true => reports.push(Report::unknown(game, &error)),
                    false => {
                        error.print();
                    }
                }
                continue;
            }
        };
        let checked = check_text(&text);
        let rules = checked.rules.as_ref().filter(|_| args.positions != Some(0));
        let explored = rules.map(|rules| play(rules, args.positions, args.seed)).transpose()?;
        worst = worst.max(verdict(&checked, explored.as_ref(), args.strict));
        let doubt = rules.filter(|_| explored.as_ref().is_some_and(|it| it.errors.is_empty()));
        let doubt = doubt.and_then(doubt_in);
        worst = worst.max(u8::from(args.strict && doubt.is_some()));
        let report = Report::new(&text.source, &checked, explored.as_ref()).or_suspicion(doubt);
        match args.json {
            true => reports.push(report),
            false => {
                complain(&report, &checked, explored.as_ref());
                give(&report, false)?;
            }
        }
    }
    if args.json {
        give_json(&reports)?;
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

/// What is odd about an evaluation that a variant inherits.
fn doubt_in(rules: &Rules) -> Option<String> {
    let game = Interp::new(lower(rules)).ok()?.with_limits(Limits::on_worker());
    let advice = "the computer plays without it; write an evaluation for this game";
    doubtful(rules, &game, || true).map(|doubtful| format!("{doubtful}; {advice}"))
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

/// Shows all that was found, with its places.
fn complain(report: &Report, checked: &Checked, explored: Option<&Explored>) {
    for diagnostic in &checked.diagnostics {
        terminal::complain(&render(diagnostic, &checked.sources, terminal::colors_on_stderr()));
    }
    for error in explored.iter().flat_map(|explored| &explored.errors) {
        error_in_play(&report.game, error).print();
    }
    if let Some(suspicion) = &report.suspicion {
        terminal::warn(&format!("{}: {suspicion}", report.game));
    }
}

/// A position that fits on a few lines.
fn crop(position: &str) -> String {
    match position.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &position[..end]),
        None => position.to_string(),
    }
}

impl Report {
    fn new(source: &str, checked: &Checked, explored: Option<&Explored>) -> Report {
        let found = checked.diagnostics.iter();
        let errors = explored.iter().flat_map(|explored| &explored.errors);
        Report {
            game: source.to_string(),
            diagnostics: found.map(|it| Finding::new(it, &checked.sources)).collect(),
            positions_played: explored.map(|explored| explored.positions),
            suspicion: explored.and_then(suspicion),
            errors_in_play: errors.map(InPlay::new).collect(),
        }
    }

    /// The same with something else that is odd, if nothing is yet.
    fn or_suspicion(self, other: Option<String>) -> Report {
        Report { suspicion: self.suspicion.or(other), ..self }
    }

    /// That there is no such game.
    fn unknown(game: &str, error: &Failure) -> Report {
        Report {
            game: game.to_string(),
            diagnostics: vec![Finding::without_place(error.message(), error.first_hint())],
            positions_played: None,
            suspicion: None,
            errors_in_play: Vec::new(),
        }
    }
}
