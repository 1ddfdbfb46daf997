//! `multigame play` in a game that hides something: through a referee, so that a person
//! sees their own view only, and so does the computer.

use super::seats::{Manner, Says};
use super::sides::{Side, first_given};
use super::table::{End, Table};
use crate::args::{PlayArgs, Side as Who};
use crate::engine::{Engine, Job};
use crate::position::start;
use crate::referee::refereed_game;
use crate::report::Failure;
use crate::saved::Saved;
use crate::terminal;
use ::tune::level;
use game::{Player, Referee};
use hidden_play::{Method, Settings};
use infoset::Session;
use interp::Interp;
use search::Algorithm;
use std::time::Duration;

pub(crate) fn run(args: &PlayArgs, game: Interp) -> Result<u8, Failure> {
    let given = [
        ("--after", args.position.after.is_some()),
        ("--clock", args.clock.is_some()),
        ("--ponder", args.ponder),
    ];
    if let Some(option) = first_given(&given).or(args.search.unseeded().next()) {
        return Err(Failure::new(format!("a game through a referee takes no `{option}`"))
            .hint("`--open` plays with everything shown"));
    }
    refereed_game(game, &[], args.position.backend, &Hidden(args))
}

/// A game that hides something.
struct Hidden<'a>(&'a PlayArgs);

impl Job for Hidden<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        play(self.0, &game)
    }
}

fn play<G: Referee>(args: &PlayArgs, game: &G) -> Result<u8, Failure> {
    let facts = game.facts();
    let seed = args.search.seed.unwrap_or_else(terminal::clock_seed);
    let start = start(game, args.position.position.as_deref())?;
    let session = match &args.load {
        Some(path) => Saved::read(path)?.session(game)?,
        None => Session::new(game, start)?,
    };
    let whos = [args.first, args.second];
    terminal::print(&format!(
        "{}: you see what your side sees; type `help` for help\n",
        facts.name
    ))?;
    if whos.iter().any(|who| *who != Who::Human) {
        terminal::print(&format!("the seed is {seed}\n"))?;
    }
    let how = Manner { seed, patience: Duration::MAX, says: Says::watched(args.verbose) };
    let side = |player: Player| match whos[player.index()] {
        Who::Human => (Side::Human, how),
        Who::Random => (Side::Random, how),
        Who::Computer => (computer(args, game, seed), how),
    };
    let mut table = Table::new(game, session, side)?;
    if let Some(path) = &args.load {
        table.saves.add(path);
    }
    let end = table.play(args.max_turns as usize, &mut |_| Ok(true))?;
    let words = table.words(&end);
    // Now that it is over, everybody may know what happened.
    let record = table.session.whole_turns()?;
    let shown = if record.moves.is_empty() { String::new() } else { format!("\n{record}") };
    let over = if end == End::Left { "" } else { "the game is over: " };
    terminal::print(&format!("{over}{words}\n{shown}"))?;
    table.afterwards(&end)?;
    Ok(0)
}

/// The computer, as strong as was asked for.
fn computer<G: Referee>(args: &PlayArgs, game: &G, seed: u64) -> Side {
    let method = args.player.map_or(Method::Pimc, |it| it.0);
    let mut settings = Settings { seed, ..Settings::new(game.facts(), method) };
    let level = level(args.level, Algorithm::Pvs).limits;
    let limits = if args.limits.is_given() { args.limits.limits() } else { level };
    if let Some(nodes) = limits.nodes {
        settings.nodes = nodes;
    }
    if let Some(depth) = limits.depth {
        // Lower levels look at less.
        settings.samples = settings.samples.map(|most| (most * depth as usize / 8).max(1));
    }
    if limits.time.is_some() {
        settings.samples = None;
    }
    Side::Computer(settings, limits.time)
}
