//! The step from a level to the next: threads compare positions with a turn, and then
//! merge what fits; see [`crate::growing`].

use super::{Counted, MergedSet};
use crate::crew;
use crate::growing::{Chunk, Growing, Parent, hash_of};
use crate::level::{Away, Held, Level};
use crate::limits::{InfosetError, WATCH_EVERY, Watch};
use crate::nodes::{Item, Key};
use crate::outline::Outline;
use crate::pasts::Pasts;
use game::{Asked, Counter, Fitting, Perceived, Referee, RowForm, Witness};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// About so many children for each thread are found before they are merged: few enough that they
/// are still in the cache then, and enough that each part gets some.
const BATCH: usize = 6144;
/// A thread looks at this many nodes in a row at most.
const MOST: usize = 1024;
/// This many positions a node is taken to lead to, when room for them is planned.
const FAN: usize = 32;

/// What parents led to, and what had to be known for that.
struct Expanded<P> {
    chunk: Chunk<P>,
    /// Questions that are open.
    open: Vec<u64>,
    /// The likenesses of the parents, if rules may ask for them.
    likenesses: Vec<u64>,
}

/// What one thread keeps between chunks.
struct Hand<'s, W, P> {
    witness: W,
    list: Vec<Fitting<P>>,
    ways: Vec<u32>,
    form: Option<RowForm>,
    /// Whether rules may ask for earlier positions.
    asks: bool,
    looks_back: bool,
    /// The counters that children do not keep.
    forgotten: &'s [Counter],
    /// What children must be within, and after how many turns they are reached.
    outline: Option<(&'s Outline, usize)>,
}

impl<'g, G: Referee> MergedSet<'g, G> {
    /// Adds the next level, unless there are questions that need more of the past: then
    /// it gives their likenesses.
    pub(super) fn grow(&mut self, watch: Watch<'_>) -> Result<Vec<u64>, InfosetError> {
        let depth = self.levels.len() - 1;
        let mut level = Arc::clone(&self.levels[depth]);
        let turn = self.turns[depth].clone();
        let looks_back = self.game.do_tries_look_back();
        let mut growing = Growing::new(self.game, level.len(), !self.counts_only, looks_back);
        // A batch has so many parents for each thread.
        let of_batch = self.limits.memory / 16 / self.threads.max(1);
        let room = of_batch / (FAN * self.game.position_bytes()).max(1);
        let most = room.clamp(WATCH_EVERY as usize, MOST);
        let spare = Mutex::new(Vec::new());
        let (mut open, mut likenesses, mut at_hand) = (Vec::new(), Vec::new(), None);
        let (mut first, mut each) = (0, most.min(BATCH / FAN));
        while first < level.len() {
            let range = first..level.len().min(first + each * self.threads);
            first = range.end;
            let slices = level.slices(self.game, range, &mut at_hand)?;
            let nodes = slices.iter().flat_map(|slice| slice.nodes(self.game));
            let parents = nodes.zip(0..).map(|((number, node), place)| {
                let after = node.past;
                Parent { place, number, node, after }
            });
            let mut parents: Vec<Parent<G::Position>> = parents.collect();
            if self.pasts.keeps_some() {
                for parent in &mut parents {
                    let position = &parent.node.position;
                    let here = self.game.likeness(position);
                    parent.after = self.pasts.after(parent.after, position, here);
                }
            }
            let expanded = self.expand(&turn, &parents, each, &growing, &spare, watch)?;
            let mut chunks = Vec::with_capacity(expanded.len());
            for Expanded { chunk, open: asked, likenesses: of_chunk } in expanded {
                chunks.push(chunk);
                open.extend(asked);
                likenesses.extend(of_chunk);
            }
            self.merge(&growing, &chunks, &parents)?;
            // What nodes led to so far tells how many to look at next.
            let n_children: usize = chunks.iter().map(|chunk| chunk.children.len()).sum();
            let fits = BATCH * parents.len() / n_children.max(1);
            each = fits.clamp(WATCH_EVERY as usize, most);
            spare.lock().unwrap_or_else(PoisonError::into_inner).extend(chunks);
            drop(parents);
            drop(slices);
            if self.make_room(&mut growing, depth)? {
                // What was at hand may be the only copy in memory.
                level = Arc::clone(&self.levels[depth]);
                at_hand = None;
            }
        }
        if !open.is_empty() {
            return Ok(open);
        }
        self.pasts.note(&likenesses, depth as u32, self.threads);
        let (game, is_evicted) = (self.game, growing.is_evicted());
        let storage = self.storage.as_ref().filter(|_| is_evicted);
        let finish = |_: &mut (), part: usize| {
            let part = growing.finish_part(game, part)?;
            match storage {
                Some(storage) => Ok(Held::Away(Arc::new(Away::new(game, storage, &part)?))),
                None => Ok(Held::here(part)),
            }
        };
        let parts = crew::jobs(growing.n_parts(), self.threads, || (), finish, &mut || true)?;
        self.levels.push(Arc::new(Level::new(parts)));
        if self.counts_only && depth > 0 {
            // The first level stays, because the work may have to begin anew.
            self.levels[depth] = Arc::new(Level::new(Vec::new()));
        }
        Ok(Vec::new())
    }

    /// Finds what some parents led to, in chunks, on all threads.
    fn expand(
        &mut self,
        turn: &Perceived,
        parents: &[Parent<G::Position>],
        each: usize,
        growing: &Growing<G::Position>,
        spare: &Mutex<Vec<Chunk<G::Position>>>,
        watch: Watch<'_>,
    ) -> Result<Vec<Expanded<G::Position>>, InfosetError> {
        let (game, player, pasts) = (self.game, self.player, &self.pasts);
        let forgotten = self.forgotten.as_slice();
        let outline = self.outline.as_deref().map(|outline| (outline, self.levels.len()));
        let (asks, looks_back) = (game.asks_for_past(), game.do_tries_look_back());
        let counted = Counted::default();
        let begin = || {
            let mut witness = game.witness(player);
            witness.expect(turn);
            let (list, ways, form) = (Vec::new(), Vec::new(), game.row_form());
            Hand { witness, list, ways, form, asks, looks_back, forgotten, outline }
        };
        let job = |hand: &mut Hand<'_, G::Witness<'g>, G::Position>, i: usize| {
            let taken = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut chunk = taken.unwrap_or_else(|| Chunk::new(game.row_form()));
            chunk.clear();
            let range = i * each..parents.len().min((i + 1) * each);
            let n = range.len() as u64;
            let mut expanded = Expanded { chunk, open: Vec::new(), likenesses: Vec::new() };
            let mut compared = 0;
            for parent in &parents[range] {
                compared += expand_one(game, pasts, hand, parent, &mut expanded)?;
            }
            counted.add(n, compared);
            expanded.chunk.sort(growing.n_parts());
            Ok(expanded)
        };
        let (before, depth, size) = (self.work, self.levels.len() - 1, growing.len());
        let n_jobs = parents.len().div_ceil(each);
        let mut goes_on = || watch(counted.on(before, depth, size));
        let done = crew::jobs(n_jobs, self.threads, begin, job, &mut goes_on);
        self.work = counted.on(before, depth, size);
        done
    }

    /// Lets all parts take in the children that belong to them.
    fn merge(
        &self,
        growing: &Growing<G::Position>,
        chunks: &[Chunk<G::Position>],
        parents: &[Parent<G::Position>],
    ) -> Result<(), InfosetError> {
        // Waking another thread takes longer than merging a few children.
        let n_children: usize = chunks.iter().map(|chunk| chunk.children.len()).sum();
        let threads = if n_children < 2048 { 1 } else { self.threads };
        let take = |_: &mut (), part: usize| growing.take(part, chunks, parents);
        crew::jobs(growing.n_parts(), threads, || (), take, &mut || true).map(|_| ())
    }

    /// Makes room if more memory is taken than may be: levels that are done leave it
    /// first, then the one that is gone on from, then the one that grows. Says whether
    /// something left.
    fn make_room(
        &mut self,
        growing: &mut Growing<G::Position>,
        depth: usize,
    ) -> Result<bool, InfosetError> {
        let (each, limit) = (self.game.position_bytes(), self.limits.memory);
        if growing.len() >= u32::MAX as usize / 2 {
            return Err(InfosetError::Memory { depth, limit });
        }
        if self.bytes() + growing.bytes(each) <= limit {
            return Ok(false);
        }
        let Some(storage) = self.storage.clone() else {
            return Err(InfosetError::Memory { depth, limit });
        };
        for i in 0..=depth {
            if self.bytes() + growing.bytes(each) <= limit {
                return Ok(true);
            }
            self.levels[i] = Arc::new(self.levels[i].away(self.game, &storage)?);
        }
        if self.bytes() + growing.bytes(each) > limit {
            growing.evict(self.game, &storage)?;
        }
        match self.bytes() + growing.bytes(each) <= limit {
            true => Ok(true),
            false => Err(InfosetError::Memory { depth, limit }),
        }
    }
}

/// Finds what a parent led to. Gives the number of positions that were compared.
fn expand_one<G: Referee, W: Witness<Position = G::Position>>(
    game: &G,
    pasts: &Pasts<G::Position>,
    hand: &mut Hand<'_, W, G::Position>,
    parent: &Parent<G::Position>,
    expanded: &mut Expanded<G::Position>,
) -> Result<u64, InfosetError> {
    let node = &parent.node;
    let past = pasts.positions(node.past);
    let compared = match hand.form {
        Some(form) => expand_rows(game, hand, form, parent, &past, &mut expanded.chunk),
        None => expand_list(game, hand, parent, &past, &mut expanded.chunk),
    }?;
    if hand.asks {
        let here = game.likeness(&node.position);
        open_questions(pasts, hand.witness.asked(), here, &mut expanded.open);
        expanded.likenesses.push(here);
    }
    Ok(compared)
}

/// Finds what a parent led to, as rows of words.
fn expand_rows<G: Referee, W: Witness<Position = G::Position>>(
    game: &G,
    hand: &mut Hand<'_, W, G::Position>,
    form: RowForm,
    parent: &Parent<G::Position>,
    past: &[G::Position],
    chunk: &mut Chunk<G::Position>,
) -> Result<u64, InfosetError> {
    let node = &parent.node;
    let first = chunk.rows.len();
    hand.ways.clear();
    let (rows, ways) = (&mut chunk.rows, &mut hand.ways);
    let found = hand.witness.fitting_rows(&node.position, node.before(), past, rows, ways)?;
    let Some(compared) = found else {
        return expand_list(game, hand, parent, past, chunk);
    };
    let mut end = first;
    for (i, &ways) in hand.ways.iter().enumerate() {
        let from = first + i * form.words;
        let row = &mut chunk.rows[from..from + form.words];
        if let Some((outline, n_turns)) = hand.outline {
            let to = game.position_of_row(row);
            if to.is_some_and(|to| !outline.allows(game, n_turns, &to)) {
                continue;
            }
        }
        game.forget_in_row(row, hand.forgotten);
        // Where tries look back, positions that were reached from different ones differ.
        let before = hand.looks_back.then_some(&node.position);
        let key = Key { position: Item::Row(row), past: parent.after, before };
        let hash = hash_of(game, &key);
        chunk.children.push(parent.child(hash, ways)?);
        // The outline may have left gaps.
        if end < from {
            chunk.rows.copy_within(from..from + form.words, end);
        }
        end += form.words;
    }
    chunk.rows.truncate(end);
    Ok(compared)
}

/// Finds what a parent led to, as positions.
fn expand_list<G: Referee, W: Witness<Position = G::Position>>(
    game: &G,
    hand: &mut Hand<'_, W, G::Position>,
    parent: &Parent<G::Position>,
    past: &[G::Position],
    chunk: &mut Chunk<G::Position>,
) -> Result<u64, InfosetError> {
    let node = &parent.node;
    let compared = hand.witness.fitting(&node.position, node.before(), past, &mut hand.list)?;
    let before = hand.looks_back.then_some(&node.position);
    for Fitting { mut to, ways } in hand.list.drain(..) {
        if hand.outline.is_some_and(|(outline, n_turns)| !outline.allows(game, n_turns, &to)) {
            continue;
        }
        game.forget(&mut to, hand.forgotten);
        let position = match hand.form {
            Some(_) => Item::Row(game.row(&to)),
            None => Item::Position(&to),
        };
        let hash = hash_of(game, &Key { position, past: parent.after, before });
        chunk.children.push(parent.child(hash, ways)?);
        match hand.form {
            Some(_) => chunk.rows.extend_from_slice(game.row(&to)),
            None => chunk.positions.push(to),
        }
    }
    Ok(compared)
}

/// Appends the likenesses of questions that are open to the list.
pub(super) fn open_questions<P: Clone + Eq + Hash>(
    pasts: &Pasts<P>,
    asked: &[Asked],
    here: u64,
    open: &mut Vec<u64>,
) {
    open.extend(asked.iter().filter(|asked| pasts.is_open(asked, here)).map(|it| it.likeness));
}
