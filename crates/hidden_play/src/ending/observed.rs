//! What a side can do where it is to move, what the other side can do then, and what is heard
//! and seen of it: asked of the rules when it is first needed, and remembered by numbers as long
//! as there is room for it.

use super::distances::{NEVER, Positions};
use crate::perception::heard_and_seen;
use crate::settings::PlayError;
use game::{Player, Referee, Turn};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What the list of a position takes besides its members, in bytes, roughly.
const LIST_BYTES: usize = 96;

/// A turn: where it leads, and what the side perceives of it, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) perceived: u64,
}

/// What a side can attempt in a position; attempts are numbers.
#[derive(Debug, Default)]
pub(super) struct Options {
    pub(super) legal: Vec<(u32, Step)>,
    /// What would be refused.
    pub(super) refused: Vec<u32>,
}

impl Options {
    pub(super) fn is_legal(&self, attempt: u32) -> bool {
        self.legal.iter().any(|(legal, _)| *legal == attempt)
    }
}

/// What was asked up to now.
pub(super) struct Observed<'g, G: Referee> {
    game: &'g G,
    side: Player,
    options: FxHashMap<u32, Arc<Options>>,
    replies: FxHashMap<u32, Arc<Vec<Step>>>,
    /// For each position the number and the size of the region where the other side can get.
    regions: FxHashMap<u32, (u32, u32)>,
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
    /// What options and replies take, and may take, in bytes.
    bytes: usize,
    memory: usize,
}

impl<'g, G: Referee> Observed<'g, G> {
    /// Nothing was asked yet; answers take about this many bytes at most.
    pub(super) fn new(game: &'g G, side: Player, memory: usize) -> Observed<'g, G> {
        Observed {
            game,
            side,
            options: FxHashMap::default(),
            replies: FxHashMap::default(),
            regions: FxHashMap::default(),
            texts: Vec::new(),
            numbers: FxHashMap::default(),
            bytes: 0,
            memory,
        }
    }

    pub(super) fn text(&self, attempt: u32) -> &str {
        &self.texts[attempt as usize]
    }

    /// The number of an attempt that was met; others are nowhere possible.
    pub(super) fn attempt(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    fn numbered(&mut self, text: String) -> u32 {
        if let Some(number) = self.numbers.get(&text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(text.clone(), number);
        self.texts.push(text);
        number
    }

    /// Forgets what was asked if there is no room for a list of this many bytes: it can be
    /// asked again.
    fn make_room(&mut self, bytes: usize) {
        self.bytes += bytes + LIST_BYTES;
        if self.bytes > self.memory {
            self.options.clear();
            self.replies.clear();
            self.bytes = bytes + LIST_BYTES;
        }
    }

    /// What the side can attempt in a position where it is to move.
    pub(super) fn options(
        &mut self,
        positions: &Positions<'g, G>,
        number: u32,
    ) -> Result<Arc<Options>, PlayError> {
        if let Some(known) = self.options.get(&number) {
            return Ok(Arc::clone(known));
        }
        let (game, at) = (self.game, positions.position(number));
        let mut options = Options::default();
        if let Turn::Moves(moves) = game.turn(at, &[])? {
            let tries = match game.can_refuse() {
                true => game.tries(at, at, &[])?,
                false => Vec::new(),
            };
            let is_legal = |text: &String| moves.iter().any(|made| made.is_called(text));
            for text in tries.into_iter().filter(|text| !is_legal(text)) {
                options.refused.push(self.numbered(text));
            }
            for made in moves {
                let Some(to) = positions.number(&made.to) else { continue };
                let told = game.told(&made.to, at)?;
                let heard = [&made.told[..], &told];
                let perceived = heard_and_seen(game, at, &made.to, self.side, heard)?;
                options.legal.push((self.numbered(made.text), Step { to, perceived }));
            }
        }
        let (n_legal, n_refused) = (options.legal.len(), options.refused.len());
        self.make_room(n_legal * size_of::<(u32, Step)>() + n_refused * size_of::<u32>());
        let options = Arc::new(options);
        self.options.insert(number, Arc::clone(&options));
        Ok(options)
    }

    /// The number and the size of the set of positions to which the other side can get if the
    /// side stands still, as long as it stays lost. Positions from which it gets to each other
    /// are in one region.
    pub(super) fn region(
        &mut self,
        positions: &Positions<'g, G>,
        distances: &[u16],
        number: u32,
    ) -> Result<(u32, u32), PlayError> {
        if let Some(known) = self.regions.get(&number) {
            return Ok(*known);
        }
        let mut all = vec![number];
        let mut at = 0;
        while let Some(&from) = all.get(at) {
            at += 1;
            let passed = self.game.passed(positions.position(from));
            let Some(passed) = passed.and_then(|it| positions.number(&it)) else { continue };
            for reply in self.replies(positions, passed)?.iter() {
                if distances[reply.to as usize] != NEVER && !all.contains(&reply.to) {
                    all.push(reply.to);
                }
            }
        }
        let region = (number, all.len() as u32);
        for number in all {
            self.regions.entry(number).or_insert(region);
        }
        Ok(region)
    }

    /// Where the other side can lead from a position where it is to move.
    pub(super) fn replies(
        &mut self,
        positions: &Positions<'g, G>,
        number: u32,
    ) -> Result<Arc<Vec<Step>>, PlayError> {
        if let Some(known) = self.replies.get(&number) {
            return Ok(Arc::clone(known));
        }
        let (game, at) = (self.game, positions.position(number));
        let mut replies = Vec::new();
        if let Turn::Moves(moves) = game.turn(at, &[])? {
            for made in moves {
                let Some(to) = positions.number(&made.to) else { continue };
                let told = game.told(&made.to, at)?;
                let heard = [&made.told[..], &told];
                let perceived = heard_and_seen(game, at, &made.to, self.side, heard)?;
                replies.push(Step { to, perceived });
            }
        }
        self.make_room(replies.len() * size_of::<Step>());
        let replies = Arc::new(replies);
        self.replies.insert(number, Arc::clone(&replies));
        Ok(replies)
    }
}
