//! The command: what can be said on its line, and how each answer is given.
//!
//! Answers go to standard output, everything else to standard error. Exit
//! codes: 0 for yes, 1 for a no that was asked for (`fmt --check`, `check
//! --strict`, `bench`, `solve`, `verify`, `combine`, `infoset`), 2 for input that is wrong, 130 after Ctrl-C.

mod advice;
mod analyze;
mod answer;
mod args;
mod bench;
mod book;
mod build;
mod built;
mod card;
mod check;
mod combine;
mod computer;
mod conditions;
mod count;
mod debug;
mod draw;
mod dump;
mod embedded;
mod engine;
mod eval;
mod explain;
mod files;
mod fmt;
mod games;
mod habits;
mod hidden;
mod infoset;
mod learn;
mod learned;
mod library;
mod lines;
mod lsp;
mod matches;
mod moves;
mod passes;
mod perft;
mod play;
mod position;
mod process;
mod protocol;
mod ranks;
mod referee;
mod replay;
mod report;
mod saved;
mod settings;
mod solve;
mod study;
mod svg;
mod tables;
mod terminal;
mod text_board;
mod threads;
mod tune;
mod verify;
mod watch;
mod web;
mod words;

use args::{Args, Command};
use clap::FromArgMatches;
use game::crew;
use protocol::Dialect;
use report::Failure;
use std::process::ExitCode;
use std::thread;

/// Runs the command with the arguments of the process.
fn main() -> ExitCode {
    terminal::begin();
    match start() {
        Ok(code) => ExitCode::from(code),
        Err(failure) => ExitCode::from(failure.print()),
    }
}

fn start() -> Result<u8, Failure> {
    embedded::open().map_err(|why| Failure::new(why).hint("build or copy the program again"))?;
    ranks::silence();
    let mut command = built::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let matches = matches.unwrap_or_else(|why| terminal::refuse(&why));
    let args = Args::from_arg_matches(&matches)
        .unwrap_or_else(|why| terminal::refuse(&why.format(&mut command)));
    let asked_for = matches.subcommand().map(|(_, matches)| matches.try_get_one::<bool>("json"));
    if matches!(asked_for, Some(Ok(Some(true)))) {
        terminal::answer_json();
    }
    let worked =
        thread::scope(|scope| crew::spawn(scope, || run(args)).map(|worker| worker.join()));
    match worked {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Failure::bug("the program stopped where it should not")),
        Err(why) => Err(Failure::no_thread(&why)),
    }
}

fn run(mut args: Args) -> Result<u8, Failure> {
    settings::check_environment()?;
    habits::fill(&mut args.command)?;
    ranks::run(&args.command, |team| work(&args.command, team))
}

fn work(command: &Command, team: &mut ::ranks::Team<'_>) -> Result<u8, Failure> {
    match command {
        Command::Games(args) => games::run(args),
        Command::Check(args) => check::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Lsp(args) => lsp::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Debug(args) => debug::run(args),
        Command::Draw(args) => draw::run(args),
        Command::Perft(args) => perft::run(args, team),
        Command::Eval(args) => eval::run(args),
        Command::Play(args) => play::run(args),
        Command::Web(args) => web::run(args),
        Command::Solve(args) => solve::run(args, team),
        Command::Verify(args) => verify::run(args),
        Command::Analyze(args) => analyze::run(args, team),
        Command::Combine(args) => combine::run(args),
        Command::ExplainSettings(args) => explain::run(args),
        Command::Tune(args) => tune::run(args, team),
        Command::Report(args) => card::run(args),
        Command::Match(args) => matches::run(args, team),
        Command::Ugi(args) => protocol::run(&args.game, &args.protocol, Dialect::Ugi, team),
        Command::Uci(args) => protocol::run(&args.game, &args.protocol, Dialect::Uci, team),
        Command::Referee(args) => referee::run(args),
        Command::Infoset(args) => infoset::run(args, team),
        Command::Replay(args) => replay::run(args),
        Command::Dump(args) => dump::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Study(args) => study::run(args, team),
        Command::Learn(args) => learn::run(args, team),
        Command::Tables(args) => tables::run(args, team),
        Command::Book(args) => book::run(args),
        Command::Build(args) => build::run(args),
        Command::Completions { shell } => complete(*shell),
    }
}

/// Prints a script that completes commands.
fn complete(shell: clap_complete::Shell) -> Result<u8, Failure> {
    let name = built::program_name();
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        let message = format!("shells cannot complete a program that is called `{name}`");
        let failure = Failure::new(message);
        return Err(failure.hint("use letters, digits, `_`, `-` and `.` in its name"));
    }
    // It is needed until the program ends, which is soon.
    let called: &'static str = Box::leak(name.clone().into_boxed_str());
    let (mut script, mut command) = (Vec::new(), built::command().name(called));
    clap_complete::generate(shell, &mut command, name, &mut script);
    terminal::print(&String::from_utf8_lossy(&script))?;
    Ok(0)
}
