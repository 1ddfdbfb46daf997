//! What a player of a hidden game can know: how likely each piece is on each field, if every
//! history that fits what they perceived is as likely as any other, and what is certain.
//!
//! It is found from the player's own observation, which is all that is handed over here. For rules
//! of visitors that is done by another process.

use crate::answers::Body;
use crate::catalog::{Catalog, Entry};
use crate::child::{self, Side, Task};
use crate::declared::{number, pieces};
use crate::limits::{BELIEF, BELIEF_MEMORY, BELIEF_MOST, BELIEF_WORLDS};
use crate::referees::Backed;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::rooms::Keyed;
use crate::server::Shared;
use crate::thinking::{Cancel, Page};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use game::{Field, Owner, Player, Referee};
use hidden_play::{Method, Settings};
use infoset::{Observation, describe_certain};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

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

/// Answers what a player can know. It has a place among the searches, and ends with its page.
pub(crate) async fn belief(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<Response, Refusal> {
    let keyed: Keyed = crate::answers::read(&body)?;
    let (room, player) = shared.rooms.find(&keyed.key)?;
    if let (Some(command), true) = (&shared.child, room.is_visitors()) {
        let _place = shared.searches.place().await?;
        return child::respond(command, &Task::Belief(room.side(player.index()))).await;
    }
    let cancel = Cancel::default();
    let _page = Page::new(&cancel);
    let found = shared.searches.run(move || found(&room, player, &cancel)).await;
    found.map(|found| Json(found).into_response())
}

/// What a side of a room can know, found by a process of its own.
pub(crate) fn of_side(catalog: &Catalog, side: &Side, cancel: &Cancel) -> Result<Belief, Refusal> {
    let entry = catalog.find(&side.wanted)?;
    let player = Player::BOTH[side.player.min(1)];
    let mut session = multigame::Session::new(&entry.shown)?;
    for text in &side.attempts {
        session.attempt(text)?;
    }
    of_entry(&entry, session.view(player), player, cancel)
}

fn found(room: &Room, player: Player, cancel: &Cancel) -> Result<Belief, Refusal> {
    let seen = room.ask(|session| Ok(session.view(player).clone()))?;
    of_entry(&room.entry, &seen, player, cancel)
}

fn of_entry(
    entry: &Entry,
    seen: &Observation,
    player: Player,
    cancel: &Cancel,
) -> Result<Belief, Refusal> {
    match entry.refereed()? {
        Backed::Native(game) => of(game, seen, player, cancel),
        Backed::Interp(game) => of(game, seen, player, cancel),
    }
}

#[expect(clippy::disallowed_methods, reason = "a visitor may not keep a place for ever")]
fn of<G: Referee>(
    game: &G,
    seen: &Observation,
    player: Player,
    cancel: &Cancel,
) -> Result<Belief, Refusal> {
    let settings = Settings {
        worlds: Some(BELIEF_WORLDS),
        memory: BELIEF_MEMORY,
        ..Settings::new(game.facts(), Method::Ismcts)
    };
    let cannot = |why: hidden_play::PlayError| Refusal::bad(why.to_string(), "go on without it");
    let mut mind = hidden_play::Player::new(game, &seen.after(0), settings).map_err(cannot)?;
    let began = Instant::now();
    // When the time is over, it is content with few positions.
    let mut left = || match cancel.is_stopped() {
        true => 0.0,
        false => 1.0 - began.elapsed().as_secs_f64() / BELIEF.as_secs_f64(),
    };
    for turn in &seen.turns {
        if cancel.is_stopped() || began.elapsed() > BELIEF_MOST {
            let error = "it takes too long to find out what is possible";
            return Err(Refusal::bad(error, "go on without it"));
        }
        mind.perceive(turn, &mut left).map_err(cannot)?;
    }
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
