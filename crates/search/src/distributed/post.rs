//! The thread of a rank that speaks with the other ranks while the others search: what all
//! distributed searches have in common. Tables are asked and told, nodes are counted, a
//! stop reaches everybody, and the end does.
//!
//! It alone holds the team, so that a link needs no locks; the threads that search leave
//! what they have to say on a desk and ring a [`Bell`]. While they work it rests as long
//! as nothing is to be done, because it has no processor of its own.

use super::FarTable;
use crate::limits::{Stop, Stopper, Watch, now};
use crate::parallel::{Bell, Crew};
use crate::table::Table;
use game::bytes::{Reader, put, put_bytes};
use game::{ErrorCode, RulesError};
use ranks::{Kind, Lost, Message, Team};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const QUESTIONS: Kind = 0;
const ANSWERS: Kind = 1;
const ENTRIES: Kind = 2;
const NODES: Kind = 3;
const STOPPED: Kind = 4;
const END: Kind = 5;
/// Kinds from here on belong to the platform.
pub(super) const FIRST_KIND: Kind = 16;

/// How long it rests if nothing is to be done, while the other threads work.
const REST: Duration = Duration::from_micros(50);
/// It looks so often in a row before it rests: messages come in groups.
const LOOKS: u32 = 8;
/// The same where no other thread has work.
const IDLE_LOOKS: u32 = 2000;
/// What was stored waits for more of it for this many turns at most.
const PATIENCE: u32 = 16;
/// The first rank hears of nodes when there are this many new ones, or earlier if it has a
/// limit.
const NODES_AT_ONCE: u64 = 1 << 14;

/// What a platform does besides.
pub(super) trait Trade {
    /// Hears a message of its own kinds.
    fn hear(&mut self, team: &mut Team<'_>, message: &Message) -> Result<(), Lost>;

    /// Does what is to be done now; whether there was something.
    fn turn(&mut self, team: &mut Team<'_>) -> Result<bool, Lost>;

    /// Ends what is under way.
    fn end(&mut self);
}

/// What the thread works with.
pub(super) struct Post<'p, P> {
    pub(super) crew: &'p Crew<P>,
    pub(super) table: Option<&'p Table>,
    pub(super) far: &'p FarTable,
    pub(super) bell: &'p Bell,
    /// The nodes of all threads of this rank; at the first rank, of all ranks.
    pub(super) nodes: &'p Arc<AtomicU64>,
    /// What ends the search of the threads; only at the other ranks.
    pub(super) stopper: Option<Stopper>,
    /// The limits, at the first rank.
    pub(super) watch: Watch,
    /// The most nodes of all ranks.
    pub(super) most_nodes: Option<u64>,
    /// How long the thread was busy, in nanoseconds.
    pub(super) busy: AtomicU64,
}

/// What changes while it speaks.
#[derive(Default)]
struct Progress {
    nodes_told: u64,
    stop_told: bool,
    /// Turns in which nothing was done, and turns since entries were told.
    quiet: u32,
    untold: u32,
}

/// A message that makes no sense.
pub(super) fn wrong(from: usize) -> Lost {
    Lost { rank: Some(from), why: "it sent something that is no message of a search".to_string() }
}

impl<P> Post<'_, P> {
    /// Speaks until the search ends: where a thread leads, when it is done, and at the
    /// other ranks when the first one says so. Whatever happens, the other threads end.
    pub(super) fn speak(
        &self,
        team: &mut Team<'_>,
        trade: &mut impl Trade,
        on_turn: &mut dyn FnMut(),
    ) -> Result<(), Lost> {
        let _closing = Closing(self);
        let spoken = self.turns(team, trade, on_turn);
        trade.end();
        if team.is_first() {
            team.send_to_others(END, &[])?;
        }
        spoken
    }

    fn turns(
        &self,
        team: &mut Team<'_>,
        trade: &mut impl Trade,
        on_turn: &mut dyn FnMut(),
    ) -> Result<(), Lost> {
        let mut progress = Progress::default();
        loop {
            // Whatever was said before the end is passed on.
            let (is_over, began) = (self.crew.is_ended(), now());
            let mut is_busy = false;
            while let Some(message) = team.receive()? {
                is_busy = true;
                if self.hear(team, trade, &message)? {
                    return Ok(());
                }
            }
            is_busy |= trade.turn(team)?;
            is_busy |= self.exchange(team, &mut progress)?;
            on_turn();
            match team.is_first() {
                true => self.look_at_limits(),
                false => self.report(team, &mut progress)?,
            }
            if is_over {
                return Ok(());
            }
            if is_busy {
                let nanoseconds = began.elapsed().as_nanos() as u64;
                self.busy.fetch_add(nanoseconds, Ordering::Relaxed);
            }
            progress.quiet = if is_busy { 0 } else { progress.quiet.saturating_add(1) };
            self.rest(progress.quiet);
        }
    }

    /// Hears a message; whether it was the end.
    fn hear(
        &self,
        team: &mut Team<'_>,
        trade: &mut impl Trade,
        message: &Message,
    ) -> Result<bool, Lost> {
        let (from, bytes) = (message.from, &message.bytes);
        match message.kind {
            QUESTIONS => {
                let known = |key| self.table.and_then(|table| table.packed(key)).unwrap_or(0);
                let answers: Vec<_> = pairs(bytes).map(|(n, key)| (n, known(key))).collect();
                team.send(from, ANSWERS, &from_pairs(&answers))?;
            }
            ANSWERS => {
                let answer = |table, (n, packed)| self.far.answer(table, n, packed);
                let table = self.table.into_iter();
                let heard = table.flat_map(|table| pairs(bytes).map(move |it| answer(table, it)));
                if heard.filter(|is_needless| *is_needless).count() > 0 {
                    self.crew.ring();
                }
            }
            ENTRIES => {
                let entries = self
                    .table
                    .into_iter()
                    .flat_map(|table| pairs(bytes).map(move |(key, packed)| (table, key, packed)));
                entries.for_each(|(table, key, packed)| table.put_packed(key, packed));
            }
            NODES => {
                let nodes = Reader(bytes).small().ok_or_else(|| wrong(from))?;
                self.nodes.fetch_add(nodes, Ordering::Relaxed);
            }
            STOPPED => self.crew.stop_all(read_stop(bytes).ok_or_else(|| wrong(from))?),
            END => return Ok(true),
            _ => trade.hear(team, message)?,
        }
        Ok(false)
    }

    /// Asks and tells other ranks about positions; whether there was something to ask.
    fn exchange(&self, team: &mut Team<'_>, progress: &mut Progress) -> Result<bool, Lost> {
        let questions = self.far.questions();
        let mut batches = vec![Vec::new(); team.size()];
        for question in &questions {
            batches[self.far.owner(question.1)].push(*question);
        }
        send_batches(team, QUESTIONS, &batches)?;
        progress.untold += 1;
        let to_tell = self.far.to_tell(progress.untold >= PATIENCE);
        if !to_tell.is_empty() {
            progress.untold = 0;
            batches.iter_mut().for_each(Vec::clear);
            for (key, packed) in to_tell {
                let keepers = self.far.keepers(key, packed);
                keepers.for_each(|rank| batches[rank].push((key, packed)));
            }
            batches[team.rank()].clear();
            send_batches(team, ENTRIES, &batches)?;
        }
        Ok(!questions.is_empty())
    }

    /// Ends the search if a limit is met: threads that have no work do not look.
    fn look_at_limits(&self) {
        if let Err(stop) = self.watch.clone().check_all(0) {
            self.crew.stop_all(stop);
        }
    }

    /// Tells the first rank of nodes, and of a mistake in the rules.
    fn report(&self, team: &mut Team<'_>, progress: &mut Progress) -> Result<(), Lost> {
        let nodes = self.nodes.load(Ordering::Relaxed);
        let share = self.most_nodes.map(|most| most / (16 * team.size() as u64) + 1);
        let at_once = share.map_or(NODES_AT_ONCE, |share| share.min(NODES_AT_ONCE));
        let is_idle = self.crew.n_waiting() == self.crew.n_threads();
        let new = nodes - progress.nodes_told;
        if new >= at_once || new > 0 && is_idle {
            progress.nodes_told = nodes;
            let mut bytes = Vec::new();
            put(u128::from(new), &mut bytes);
            team.send(0, NODES, &bytes)?;
        }
        if let Some(stop) = self.crew.stopped().filter(|_| !progress.stop_told) {
            progress.stop_told = true;
            team.send(0, STOPPED, &stop_bytes(&stop))?;
        }
        Ok(())
    }

    fn rest(&self, quiet: u32) {
        let is_idle = self.crew.n_waiting() >= self.crew.n_threads();
        let looks = if is_idle { IDLE_LOOKS } else { LOOKS };
        match quiet < looks {
            true => std::thread::yield_now(),
            false => self.bell.rest(REST),
        }
    }
}

/// Ends the work of the other threads whatever happens, so that nobody waits forever.
struct Closing<'c, 'p, P>(&'c Post<'p, P>);

impl<P> Drop for Closing<'_, '_, P> {
    fn drop(&mut self) {
        self.0.stopper.iter().for_each(Stopper::stop);
        self.0.crew.end();
    }
}

fn send_batches(team: &mut Team<'_>, kind: Kind, batches: &[Vec<(u64, u64)>]) -> Result<(), Lost> {
    let full = batches.iter().enumerate().filter(|(_, batch)| !batch.is_empty());
    full.into_iter().try_for_each(|(to, batch)| team.send(to, kind, &from_pairs(batch)))
}

/// Pairs of words as bytes.
pub(super) fn from_pairs(pairs: &[(u64, u64)]) -> Vec<u8> {
    pairs.iter().flat_map(|(a, b)| [a.to_le_bytes(), b.to_le_bytes()]).flatten().collect()
}

/// The pairs of words that bytes are.
pub(super) fn pairs(bytes: &[u8]) -> impl Iterator<Item = (u64, u64)> {
    let (words, _) = bytes.as_chunks::<8>();
    let (pairs, _) = words.as_chunks::<2>();
    pairs.iter().map(|[a, b]| (u64::from_le_bytes(*a), u64::from_le_bytes(*b)))
}

/// Why a search has stopped at another rank than the first: only the rules can be why.
fn stop_bytes(stop: &Stop) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Stop::Rules(error) = stop {
        let texts = [error.code.text(), &error.message, &error.position, &error.hint];
        texts.iter().for_each(|text| put_bytes(text.as_bytes(), &mut bytes));
    }
    bytes
}

fn read_stop(bytes: &[u8]) -> Option<Stop> {
    if bytes.is_empty() {
        return Some(Stop::Told);
    }
    let mut reader = Reader(bytes);
    let mut text = || Some(String::from_utf8_lossy(reader.bytes()?).into_owned());
    let code = text()?;
    let code = *ErrorCode::ALL.iter().find(|known| known.text() == code)?;
    let (message, position, hint) = (text()?, text()?, text()?);
    Some(Stop::Rules(Box::new(RulesError { code, message, position, hint })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_a_search_has_stopped_is_told_whole() {
        let error = RulesError {
            code: ErrorCode::Stuck,
            message: "there is no move".to_string(),
            position: "8/8 w".to_string(),
            hint: String::new(),
        };
        for stop in [Stop::Told, Stop::Rules(Box::new(error))] {
            assert_eq!(read_stop(&stop_bytes(&stop)), Some(stop));
        }
        assert_eq!(read_stop(&[9, 1]), None);
    }
}
