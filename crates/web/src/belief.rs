//! What a player of a hidden game can know: how likely each piece is on each field, if every
//! history that fits what they perceived is as likely as any other, and what is certain.
//!
//! It is found from the player's own observation, which is all that is handed over here.

use crate::declared::{number, pieces};
use crate::limits::{BELIEF_MEMORY, BELIEF_WORLDS};
use crate::referees::{Backed, backed};
use crate::refusal::Refusal;
use crate::rooms::Keyed;
use crate::server::Shared;
use game::{Field, Owner, Player, Referee};
use hidden_play::{Method, Settings};
use infoset::{Observation, describe_certain};
use serde::Serialize;

/// What is likely and what is certain after the last turn that ended.
#[derive(Serialize)]
pub(crate) struct Belief {
    /// How many positions it was found from.
    positions: usize,
    /// Whether these are all that are possible; otherwise they are a sample.
    whole: bool,
    /// For each field the pieces that may be there, the likeliest first.
    fields: Vec<Vec<Likely>>,
    /// What is certain of what is not the player's own, in words; only if all is known.
    certain: Vec<String>,
}

#[derive(Serialize)]
struct Likely {
    piece: usize,
    share: f64,
}

/// Answers what a player can know.
pub(crate) fn belief(shared: &Shared, keyed: &Keyed) -> Result<Belief, Refusal> {
    let (room, player) = shared.rooms.find(&keyed.key)?;
    let attempts = room.state().attempts.clone();
    let session = room.session(&attempts)?;
    let observation = session.view(player);
    match backed(&room.entry.text)? {
        Backed::Native(game) => of(&game, observation, player),
        Backed::Interp(game) => of(&game, observation, player),
    }
}

fn of<G: Referee>(game: &G, seen: &Observation, player: Player) -> Result<Belief, Refusal> {
    let settings = Settings {
        worlds: Some(BELIEF_WORLDS),
        memory: BELIEF_MEMORY,
        ..Settings::new(game.facts(), Method::Ismcts)
    };
    let cannot = |why: hidden_play::PlayError| Refusal::bad(why.to_string(), "go on without it");
    let mind = hidden_play::Player::new(game, seen, settings).map_err(cannot)?;
    let (positions, whole) = mind.possible();
    let facts = game.facts();
    let (known, shares) = (pieces(facts), mind.shares());
    let mut certain = Vec::new();
    for (i, likely) in shares.iter().enumerate().filter(|_| whole) {
        let always = likely.iter().filter(|(_, share)| *share > 1.0 - 1e-9);
        let others = always.filter(|(piece, _)| piece.owner() != Owner::from(player));
        certain.extend(others.map(|(piece, _)| describe_certain(facts, *piece, Field(i as u16))));
    }
    let likely =
        |(piece, share): (game::Piece, f64)| Likely { piece: number(&known, piece), share };
    let fields = shares.into_iter().map(|field| field.into_iter().map(likely).collect());
    Ok(Belief { positions, whole, fields: fields.collect(), certain })
}
