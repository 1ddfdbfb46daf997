//! `multigame bench`: how fast games are played and counted by the interpreter,
//! by native code and by hand-written programs.
//!
//! Programs take turns within each round, so that whatever slows the machine
//! down for a while slows all of them down, and ratios are taken within a round.

mod infosets;
mod measure;
mod native;
mod plan;
mod reference;
mod report;
mod runner;
mod search;
mod table;

use self::native::{NATIVE, NativeRunner};
use super::answer::{give, give_json};
use super::args::{BenchArgs, Wanted, What};
use super::files::Drawing;
use super::passes;
use super::position::load_found;
use super::report::Failure;
use super::svg::bars;
use super::terminal::{self, Progress};
use crate::library;
use clap::ValueEnum;
use measure::{Session, measure};
use multigame::Text;
use reference::References;
use report::{Measured, Report, svg_panels};
use runner::{Interpreter, Runner};
use std::time::Duration;
use table::Table;
pub(super) use table::rate;

pub(super) fn run(args: &BenchArgs) -> Result<u8, Failure> {
    if args.what.contains(&Wanted::Search) {
        return searches(args);
    }
    if args.what.contains(&Wanted::Infoset) {
        return sets(args);
    }
    let texts = texts(&args.games)?;
    let drawing = Drawing::new(args.svg.as_deref(), args.json, args.force)?;
    let off = passes::off(&args.passes)?;
    let mut references = references(args)?;
    terminal::wait_for_interrupt();
    let names: Vec<&str> = texts.iter().map(|text| text.name.as_str()).collect();
    let table = Table::new(&names, &columns(args, references.as_ref()));
    let mut games = Vec::new();
    let mut session = Session {
        rounds: args.rounds,
        time: Duration::from_millis(args.time),
        seed: args.seed,
        progress: Progress::new(),
    };
    let prints_rows = !args.json && !drawing.is_printed();
    if prints_rows {
        terminal::print(&table.header())?;
    }
    for text in &texts {
        let measured = game(args, &off, text, references.as_mut(), &mut session)?;
        if prints_rows {
            terminal::print(&table.rows(&measured))?;
        }
        games.push(measured);
        if terminal::interrupted() {
            break;
        }
    }
    finish(args, &off, games, &drawing)
}

/// Measures the fixed set of searches, beside which nothing else is measured.
fn searches(args: &BenchArgs) -> Result<u8, Failure> {
    check_alone(args, Wanted::Search, "searches", "search")?;
    let failed = || Failure::bug("a game of the set cannot be searched");
    let all = search::searches().ok_or_else(failed)?;
    give(&search::Searches::new(all), args.json)
}

/// Measures the fixed set of information sets, beside which nothing else is measured.
fn sets(args: &BenchArgs) -> Result<u8, Failure> {
    check_alone(args, Wanted::Infoset, "information sets", "infoset")?;
    terminal::wait_for_interrupt();
    let all = infosets::infosets(args, references(args)?)?;
    give(&infosets::Infosets::new(&all), args.json)?;
    let disagreements = infosets::disagreements(&all);
    for sentence in &disagreements {
        Failure::new(sentence).hint("one of them does not play by the rules").print();
    }
    Ok(u8::from(!disagreements.is_empty()))
}

/// What has its own games is measured alone.
fn check_alone(args: &BenchArgs, what: Wanted, subject: &str, option: &str) -> Result<(), Failure> {
    let alone = args.what.iter().all(|wanted| *wanted == what);
    if alone && args.games.is_empty() && args.svg.is_none() {
        return Ok(());
    }
    let message =
        format!("{subject} are measured alone: their games are fixed, and there is no chart");
    Err(Failure::new(message)
        .hint(format!("`multigame bench --what {option}`, and the rest in another run")))
}

/// The texts of the games that a user named.
fn texts(games: &[String]) -> Result<Vec<Text>, Failure> {
    match games {
        [] => games::names().map(library::find).collect(),
        games => games.iter().map(|name| library::find(name)).collect(),
    }
}

/// Starts the program with the references. That there is none is worth a word,
/// unless the user asked for a certain one: then it is an error.
fn references(args: &BenchArgs) -> Result<Option<References>, Failure> {
    let path = match &args.references {
        Some(path) => path.clone(),
        None => reference::beside_this_program(),
    };
    match References::start(&path) {
        Ok(references) => Ok(Some(references)),
        Err(why) if args.references.is_some() => {
            Err(Failure::new(format!("`{}` cannot be compared with: {why}", path.display())))
        }
        Err(_) => {
            terminal::complain(
                "there are no references to compare with; `cargo build --release -p references` \
                 builds them",
            );
            Ok(None)
        }
    }
}

/// The programs that are measured, if nothing goes wrong.
fn columns(args: &BenchArgs, references: Option<&References>) -> Vec<&'static str> {
    let interpreter = (!args.no_interp).then_some(runner::INTERPRETER);
    let reference = references.map(|_| reference::NAME);
    interpreter.into_iter().chain([NATIVE]).chain(reference).collect()
}

/// Measures one game.
fn game(
    args: &BenchArgs,
    off: &[String],
    text: &Text,
    references: Option<&mut References>,
    session: &mut Session,
) -> Result<Measured, Failure> {
    let game = load_found(text)?.game;
    let wanted: Vec<What> = match &args.what[..] {
        [] => What::value_variants().to_vec(),
        some => some.iter().filter_map(|wanted| wanted.of_a_game()).collect(),
    };
    // A file may have the name of a built-in game and other rules.
    let is_known = games::text(&text.name) == Some(text.text.as_str());
    let rows = games::bench_plan(&text.name).filter(|_| is_known).unwrap_or("");
    let tasks = plan::plan(rows, &game, &wanted)
        .map_err(|why| Failure::bug(format!("the plan of {}: {why}", text.name)))?;
    let mut runners: Vec<Box<dyn Runner + '_>> = Vec::new();
    // A game without code has no figures of it.
    let native = NativeRunner::new(text, off, game.clone());
    if !args.no_interp {
        runners.push(Box::new(Interpreter::new(text, game)));
    }
    if let Ok(native) = native {
        runners.push(Box::new(native));
    }
    if let Some(references) = references.filter(|_| is_known)
        && let Some(reference) = references.game(&text.name)
    {
        runners.push(Box::new(reference));
    }
    Ok(measure(&text.name, &mut runners, tasks, session))
}

/// Gives the answers that need all games.
fn finish(
    args: &BenchArgs,
    off: &[String],
    games: Vec<Measured>,
    drawing: &Drawing<'_>,
) -> Result<u8, Failure> {
    if args.json {
        give_json(&Report::new(args, off, &games, terminal::interrupted()))?;
    }
    drawing.draw(|| {
        let (title, panels) = ("What multigame bench measured", &svg_panels(&games)[..]);
        bars::svg(&bars::Chart { title, panels, number: rate })
    })?;
    if terminal::interrupted() {
        return Err(Failure::interrupted());
    }
    if games.iter().all(Measured::is_empty) {
        let hint = match args.no_interp {
            true => "leave `--no-interp` out, or build what it should be compared with",
            // Each program has said why.
            false => "`multigame check` plays the rules, and says what is wrong with them",
        };
        return Err(Failure::new("nothing could be measured").hint(hint));
    }
    Ok(u8::from(games.iter().any(|game| game.disagreement)))
}
