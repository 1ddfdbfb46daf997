//! Searches, streamed: what is found at each depth is an event of its own, and the search ends
//! when nobody listens any more.
//!
//! A search has a place among few (`Workers`), a thread of its own, and a table of fixed size.
//! The stream that a page reads holds what stops it: when the page goes away, the stream is
//! dropped, and with it the search. Rules of visitors are searched in a process of their own, if
//! the server was told how to start one (`child`).

use crate::answers::Body;
use crate::child;
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::thinking::{Cancel, Page, Question, search};
use crate::workers::spawn;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Events of a search, which ends when this is dropped.
pub(crate) struct Events {
    receiver: UnboundedReceiver<Event>,
    _page: Page,
}

impl Events {
    pub(crate) fn new(receiver: UnboundedReceiver<Event>, cancel: &Cancel) -> Events {
        Events { receiver, _page: Page::new(cancel) }
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Answers a question with a stream.
pub(crate) async fn think(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<Response, Refusal> {
    let question: Question = crate::answers::read(&body)?;
    question.check()?;
    let (sender, receiver) = unbounded_channel();
    let cancel = Cancel::default();
    let events = Events::new(receiver, &cancel);
    // Whoever waits for a place keeps the page informed by comments that keep it open.
    tokio::spawn(async move {
        let place = tokio::select! {
            place = shared.searches.place() => place,
            // A page that has gone waits no more.
            () = sender.closed() => return,
        };
        let result = match place {
            Ok(place) => run(shared, question, &sender, cancel, place).await,
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = result {
            say(&sender, "refused", refusal.json());
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

/// Searches: in a process of its own if the rules are a visitor's, and else on a thread.
async fn run(
    shared: Arc<Shared>,
    question: Question,
    sender: &UnboundedSender<Event>,
    cancel: Cancel,
    place: OwnedSemaphorePermit,
) -> Result<(), Refusal> {
    if let (Some(command), Some(_)) = (&shared.child, &question.asked.wanted.rules) {
        let _place = place;
        return child::think(command, question, sender).await;
    }
    let sender = sender.clone();
    spawn(move || {
        let _place = place;
        let listener = |name: &str, json: String| say(&sender, name, json);
        if let Err(refusal) = search(&shared.catalog, &question, &listener, &cancel) {
            say(&sender, "refused", refusal.json());
        }
    })
}

pub(crate) fn say(sender: &UnboundedSender<Event>, name: &str, json: String) {
    // If nobody listens, the search will be told to stop.
    let _ = sender.send(Event::default().event(name).data(json));
}
