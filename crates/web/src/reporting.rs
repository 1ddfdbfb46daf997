//! Reports, streamed: a game of the report after the other, and the report so far with each of
//! them, until all are played or the page goes away.

use crate::answers::Body;
use crate::catalog::Wanted;
use crate::limits::REPORT;
use crate::refusal::Refusal;
use crate::report::{Plan, Played, Report, play, refusal};
use crate::server::Shared;
use crate::think::{Events, say};
use crate::thinking::Cancel;
use crate::workers::spawn;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// How the reports of pages are made; the command can say otherwise.
const PLAN: Plan = Plan { games: REPORT, nodes: 200, random: 2, max_turns: 300, seed: 1 };

/// Answers what a game is like.
pub(crate) async fn report(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<Response, Refusal> {
    let wanted: Wanted = crate::answers::read(&body)?;
    if wanted.rules.is_some() {
        return Err(Refusal::bad(
            "reports are of games that the server knows",
            "`multigame report FILE` describes a game of your own",
        ));
    }
    let (sender, receiver) = unbounded_channel();
    let events = Events::new(receiver, &Cancel::default());
    tokio::spawn(async move {
        let place = tokio::select! {
            place = shared.searches.place() => place,
            () = sender.closed() => return,
        };
        let told = sender.clone();
        let started = place.and_then(|place| {
            spawn(move || {
                let _place = place;
                if let Err(refusal) = made(&shared, &wanted, &told) {
                    say(&told, "refused", refusal.json());
                }
            })
        });
        if let Err(refusal) = started {
            say(&sender, "refused", refusal.json());
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

fn made(shared: &Shared, wanted: &Wanted, to: &UnboundedSender<Event>) -> Result<(), Refusal> {
    let entry = shared.catalog.find(wanted)?;
    let game = entry.played()?;
    if let Some(why) = refusal(game) {
        let error = format!("there is no report of `{}`: {why}", game.name());
        return Err(Refusal::bad(error, "reports are for two players who see everything"));
    }
    let mut games: Vec<Played> = Vec::new();
    for n in 0..PLAN.games {
        let Some(played) = play(game, &PLAN, n, &mut || !to.is_closed())? else { return Ok(()) };
        games.push(played);
        let report = Report::new(game.facts(), &games);
        say(to, "report", serde_json::to_string(&report).unwrap_or_default());
    }
    say(to, "done", "{}".to_string());
    Ok(())
}
