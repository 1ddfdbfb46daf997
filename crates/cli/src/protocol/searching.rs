//! The search under way: begun by `go`, ended by its limits, by `stop`, or, if it began
//! while the other side was to move, by the time that `ponderhit` starts.

#![allow(clippy::disallowed_methods, reason = "this is the edge: searches are timed here")]

use super::super::engine::Engine;
use super::super::report::Failure;
use super::answer::{Asked, answer, remark, say_best};
use super::beyond::{Standing, standing};
use super::go::{self, Go};
use super::{Dialect, Event, Session};
use game::{crew, parse_move};
use search::{Limits, Stopper};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Instant;

/// A search under way.
pub(super) struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    stopper: Stopper,
    asked: Asked,
    began: Instant,
    /// Whether it ends by itself.
    pub(super) ends: bool,
    /// When it has to end, if the search does not know that.
    end: Option<Instant>,
}

impl<G: Engine> Session<'_, '_, G> {
    /// Begins a search.
    pub(super) fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        if let Some(word) = go::without_number(words) {
            remark(&format!("go: there is no number after {word}, which is passed over"))?;
        }
        let go = Go::parse(words, self.line.player(self.game));
        let found = standing(self.game, &self.line)?;
        if !go.waits && go::moves(words).is_empty() && self.play_by_book()? {
            return Ok(());
        }
        let among = self.among(go::moves(words), &found)?;
        let stopper = self.search.stopper();
        stopper.reset();
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = stopper.clone();
        let asked = Asked {
            go,
            n_lines: self.options.lines,
            tells_next: self.dialect == Dialect::Uci || self.options.ponders,
            waits: Arc::new(AtomicBool::new(go.waits)),
        };
        let (search, game, to_thread) = (self.search.clone(), self.game, asked.clone());
        let (probe, others) = (self.probe.clone(), self.others.clone());
        self.n_searches += 1;
        let (n, sender) = (self.n_searches, self.sender.clone());
        let thread = crew::spawn(self.scope, move || {
            let probe = probe.as_deref();
            let answered = answer(&search, &others, probe, game, &found, &among, &to_thread);
            if let Err(failure) = answered {
                failure.print();
            }
            let _ = sender.send(Event::Found(n));
        });
        match thread {
            Ok(thread) => {
                let (began, ends) = (Instant::now(), go.ends());
                self.running = Some(Running { thread, stopper, asked, began, ends, end: None });
            }
            Err(why) => remark(&format!("no thread could be started: {why}"))?,
        }
        Ok(())
    }

    /// Answers by the opening book, if there is one that has the position.
    fn play_by_book(&mut self) -> Result<bool, Failure> {
        let Some(opening) = self.opening.as_ref().filter(|_| self.options.own_book) else {
            return Ok(false);
        };
        let chosen = opening.chosen(self.game, &self.line, &mut self.random)?;
        match chosen {
            Some(chosen) => say_best(&chosen.text, None).map(|()| true),
            None => Ok(false),
        }
    }

    /// Where the moves lead that a client wants searched. What is no move is passed
    /// over, with a remark.
    fn among(
        &self,
        texts: &[&str],
        found: &Standing<G::Position>,
    ) -> Result<Vec<G::Position>, Failure> {
        let setup = self.game.setup(found.line.position());
        let mut among = Vec::new();
        for text in texts {
            match parse_move(self.game.facts(), &setup, &found.moves, text) {
                Ok(played) => among.push(played.to.clone()),
                Err(why) => remark(&format!("searchmoves: no move {text}: {}", why.message))?,
            }
        }
        if among.is_empty() && !texts.is_empty() {
            remark("searchmoves names no move: all moves are searched")?;
        }
        Ok(among)
    }

    /// What happens next; nothing if nothing can happen any more.
    pub(super) fn next_event(&self) -> Option<Event> {
        let Some(end) = self.running.as_ref().and_then(|running| running.end) else {
            return self.events.recv().ok();
        };
        match self.events.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => Some(Event::Late),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    /// The other side has made the move that was expected: time begins to run. What
    /// was thought before counts, but the move is not made in a hurry.
    pub(super) fn ponder_hit(&mut self) {
        let Some(running) = &mut self.running else { return };
        if !running.asked.waits.swap(false, Ordering::Relaxed) {
            return;
        }
        let go = &running.asked.go;
        match go.after_hit {
            Some(time) => {
                let end = (running.began + time).max(Instant::now() + time / 4);
                running.end = Some(end);
            }
            // Without any limit nobody would end it.
            None if go.limits == Limits::default() => running.stopper.stop(),
            None => {}
        }
        running.ends = true;
        running.thread.thread().unpark();
    }

    /// Makes the search end.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.end = None;
            running.stopper.stop();
            running.thread.thread().unpark();
        }
    }

    /// Waits until the search has given its answer.
    pub(super) fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that broke down has printed what there is to say.
            let _ = running.thread.join();
        }
    }

    pub(super) fn halt(&mut self) {
        self.stop();
        self.wait();
    }
}
