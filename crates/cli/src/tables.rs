//! `multigame tables`: builds endgame tables, shows what they come to, asks them, and compares
//! their entries with each other.

mod attach;
mod build;
mod folder;
mod pace;
mod probe;
mod show;
mod verify;
mod words;

pub(super) use attach::{Asking, attach, outcome};
pub(super) use folder::{ENDING, Opened};

use super::args::{TablesArgs, TablesCommand};
use super::report::Failure;
use ::ranks::Team;
use game::Fold;
use interp::Interp;

pub(super) fn run(args: &TablesArgs, team: &mut Team<'_>) -> Result<u8, Failure> {
    match &args.command {
        TablesCommand::Build(args) => build::run(args, team),
        TablesCommand::Show(args) => show::run(args),
        TablesCommand::Probe(args) => probe::run(args),
        TablesCommand::Verify(args) => verify::run(args),
    }
}

/// What tables have to know about the rules of a game.
pub(super) fn rules(game: &Interp) -> ::tables::Rules {
    let program = game.program();
    ::tables::Rules {
        fingerprint: ir::fingerprint(program),
        symmetries: ir::analyses::folded(program, Fold::Players),
        clocks: ir::analyses::clocks(program),
        scores: program.scores(),
        points: ir::analyses::points(program),
        turning: {
            let program = program.clone();
            ::tables::Turning::new(move |kinds, counters| {
                ir::analyses::symmetries_within(&program, kinds, counters)
            })
        },
    }
}
