//! Which share of the budgets of the compiler games need, of all passes and of all code that
//! counting, listing, playing at random and moving take:
//! `cargo run --release -p multigame-native --example budget -- [GAME|FILE.mg …]`, all built-in
//! games without names. The work is counted, so the table is the same on every machine.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "this is a program")]

use game::{Game, Worker};
use native::{Native, Work};

fn main() {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let names = match named.is_empty() {
        true => games::names().map(String::from).collect(),
        false => named,
    };
    println!("{:24} {:>10} {:>6} {:>10} {:>6}", "game", "passes", "%", "code", "%");
    for name in names {
        match measure(&name) {
            Ok(line) => println!("{line}"),
            Err(why) => println!("{name:24} {why}"),
        }
    }
}

/// A line of the table.
fn measure(name: &str) -> Result<String, String> {
    let interp = match std::fs::read_to_string(name) {
        Ok(text) => testing::load_text(name, &text)?,
        Err(_) => testing::load(name),
    };
    let passes = ir::passes::optimize(&mut interp.program().clone(), &[]);
    let game = Native::new(interp, &[])?.or_interpret(|_| {});
    play(&game).map_err(|why| why.message)?;
    let Work { spent, most } = game.work();
    let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole as f64;
    let [passes_share, share] = [percent(passes, ir::passes::MOST_WORK), percent(spent, most)];
    let name = name.rsplit('/').next().unwrap_or(name);
    Ok(format!("{name:24} {passes:10} {passes_share:6.1} {spent:10} {share:6.1}"))
}

/// Asks for all kinds of code.
fn play(game: &Native) -> Result<(), game::RulesError> {
    let start = game.start();
    game.perft(&start, &[], 1, true)?;
    game.perft(&start, &[], 1, false)?;
    game.turn(&start, &[])?;
    game.playouts(&start, 1, 200, 20)?;
    game.worker(&[]).expand(&start, &mut Vec::new())?;
    Ok(())
}
