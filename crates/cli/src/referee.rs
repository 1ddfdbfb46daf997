//! `multigame referee`: turns the full record of a game into what each player perceived,
//! or referees a game that is played now.

use super::answer::give;
use super::args::{Backend, RefereeArgs};
use super::engine::{self, Choice, Engine, Job};
use super::hidden;
use super::learned;
use super::position::load_game;
use super::report::Failure;
use super::saved::Saved;
use super::settings::evaluations;
use experiments::write_figure;
use game::{Facts, Game, Player, Referee};
use infoset::write_transcript;
use interp::Interp;
use serde::Serialize;
use std::fmt::{self, Display};
use std::path::Path;

/// What each player perceived.
#[derive(Serialize)]
struct Views {
    game: String,
    views: Vec<View>,
}

#[derive(Serialize)]
struct View {
    player: String,
    transcript: String,
}

impl Display for Views {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.views.iter().map(|view| view.transcript.as_str()).collect();
        f.write_str(&texts.join("\n"))
    }
}

pub(super) fn run(args: &RefereeArgs) -> Result<u8, Failure> {
    let asked: Vec<&str> = [&args.first, &args.second]
        .into_iter()
        .flatten()
        .flat_map(|side| evaluations(side))
        .collect();
    refereed_game(load_game(&args.game, &[])?.game, &asked, args.backend, args)
}

impl Job for RefereeArgs {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        match &self.record {
            Some(path) => views(self, path, &game),
            None => hidden::referee_live(self, &game),
        }
    }
}

/// Shows what each player perceived.
fn views<G: Referee>(args: &RefereeArgs, path: &Path, game: &G) -> Result<u8, Failure> {
    let facts = game.facts();
    if args.figure && args.player.is_none() && !args.json && facts.n_players() > 1 {
        return Err(Failure::new("this notation does not say whose view it is")
            .hint(format!("add `--player {}`, or `--json` for both", facts.players[0])));
    }
    let session = Saved::read(path)?.session(game)?;
    let players = match &args.player {
        Some(name) => vec![player(facts, name)?],
        None => Player::BOTH[..facts.n_players()].to_vec(),
    };
    let mut views = Vec::new();
    for player in players {
        let view = session.view(player);
        let transcript = match args.figure {
            true => write_figure(view, &args.letters).ok_or_else(|| {
                Failure::new("this notation has no letters for something that was perceived")
                    .hint("leave `--figure` out, or give it the letters by `--letters`")
            })?,
            false => write_transcript(facts, view),
        };
        views.push(View { player: facts.player_name(player).to_string(), transcript });
    }
    give(&Views { game: facts.name.clone(), views }, args.json)
}

/// Does a job in a game in which something is hidden.
pub(super) fn refereed(
    name: &str,
    backend: Option<Backend>,
    job: &impl Job,
) -> Result<u8, Failure> {
    refereed_game(load_game(name, &[])?.game, &[], backend, job)
}

/// The same for a game that was loaded, with the evaluation that the program carries for it and with
/// those of all files that were asked for.
pub(super) fn refereed_game(
    game: Interp,
    asked: &[&str],
    backend: Option<Backend>,
    job: &impl Job,
) -> Result<u8, Failure> {
    hidden::refuse_open(game.facts())?;
    let game = learned::attach(game, asked)?;
    engine::run(game, &Choice { optimizes: true, ..Choice::of(backend) }, job)
}

/// The player of this name.
pub(super) fn player(facts: &Facts, name: &str) -> Result<Player, Failure> {
    let found = facts.players.iter().position(|it| it.eq_ignore_ascii_case(name));
    found.and_then(|i| Player::BOTH.get(i)).copied().ok_or_else(|| {
        Failure::new(format!("there is no player `{name}`"))
            .hint(format!("the players are {}", facts.players.join(" and ")))
    })
}
