//! `multigame referee GAME` without a record: referees a game that is played now, and
//! keeps what was played after every turn.

use super::seats::{Manner, Says};
use super::sides::{Side, first_given};
use super::table::{End, Table};
use crate::args::RefereeArgs;
use crate::position::start;
use crate::report::Failure;
use crate::{files, terminal};
use game::{Game, Player, Referee};
use infoset::{Session, write_transcript};
use std::path::{Path, PathBuf};

pub(crate) fn run<G: Referee>(args: &RefereeArgs, game: &G) -> Result<u8, Failure> {
    let facts = game.facts();
    if facts.n_players() != 2 {
        return Err(Failure::new("a puzzle has no second player to hide something from"));
    }
    // The options for a game that is over are not refused by the parser beside sides.
    let given =
        [("--player", args.player.is_some()), ("--figure", args.figure), ("--json", args.json)];
    if let Some(option) = first_given(&given) {
        return Err(Failure::new(format!("a game that is played now takes no `{option}`"))
            .hint("it shows the record of a game; `-o FILE` writes one"));
    }
    let seed = args.seed.unwrap_or_else(terminal::clock_seed);
    let side = |text: &Option<String>, program: &Option<String>| match (text, program) {
        (_, Some(command)) => Ok(Side::Program(command.clone())),
        (Some(text), None) => Side::parse(facts, text, seed),
        (None, None) => Ok(Side::Human),
    };
    let sides = [
        side(&args.first, &args.first_program).map_err(|why| why.at("--first"))?,
        side(&args.second, &args.second_program).map_err(|why| why.at("--second"))?,
    ];
    if let Some(path) = &args.output {
        for file in outputs(game, path) {
            files::check_new(&file, args.force)?;
        }
    }
    let draws = |side: &Side| matches!(side, Side::Random | Side::Computer(..));
    if sides.iter().any(draws) {
        terminal::complain(&format!("the seed is {seed}"));
    }
    let session = Session::new(game, start(game, args.position.as_deref())?)?;
    let how = Manner { seed, patience: args.patience, says: Says::watched(args.verbose) };
    let mut table = Table::new(game, session, |player| (sides[player.index()].clone(), how))?;
    // A person who waits at a prompt is interrupted at once; what was played is kept.
    if !sides.contains(&Side::Human) {
        terminal::wait_for_interrupt();
    }
    let end = table.play(args.max_turns as usize, &mut |session| {
        if let Some(path) = &args.output {
            keep(game, session, path)?;
        }
        Ok(!terminal::interrupted())
    })?;
    terminal::print(&format!("{}\n", table.words(&end)))?;
    if let Some(path) = &args.output {
        keep(game, &table.session, path)?;
    }
    table.afterwards(&end)?;
    match end {
        End::Left if terminal::interrupted() => Err(Failure::interrupted()),
        _ => Ok(0),
    }
}

/// The files that a game is kept in: the record, and the transcript of each player.
fn outputs<G: Game>(game: &G, path: &Path) -> Vec<PathBuf> {
    let transcript = |name: &String| path.with_extension(format!("{name}.txt"));
    let transcripts = game.facts().players.iter().map(transcript);
    std::iter::once(path.to_path_buf()).chain(transcripts).collect()
}

/// Keeps all turns that are over.
fn keep<G: Referee>(game: &G, session: &Session<'_, G>, path: &Path) -> Result<(), Failure> {
    let mut texts = vec![session.whole_turns()?.to_string()];
    for player in Player::BOTH {
        texts.push(write_transcript(game.facts(), session.view(player)));
    }
    for (file, text) in outputs(game, path).iter().zip(texts) {
        files::replace(file, &text)?;
    }
    Ok(())
}
