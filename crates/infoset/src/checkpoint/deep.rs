//! Checkpoints of depth-first searches: what was found, and the tasks that are open, each
//! as which of the positions that followed was gone on with, turn by turn.

use super::{Chunks, Origin, Writer, damaged, form, put_work, work};
use crate::bytes::is_sound;
use crate::deep::{DeepSearch, Found, Segment, Wanted};
use crate::histories::{History, Step};
use crate::limits::{InfosetError, Progress, Watch};
use game::Referee;
use game::bytes::{Reader, put, put_bytes, put_position, read_position};
use std::io::{Read, Write};

const METHOD: &str = "depth-first";

impl<G: Referee> DeepSearch<'_, G> {
    /// Writes a search that was stopped, so that [`DeepSearch::resume`] can go on from
    /// here. `rules` is a number that other rules do not have.
    pub fn save(&self, rules: u64, to: &mut dyn Write) -> Result<(), InfosetError> {
        let (game, found, observation) = (self.game, &self.found, self.observation);
        let n_turns = observation.turns.len();
        let origin = Origin { method: METHOD, rules, form: form(game), observation, n_turns };
        let mut writer = Writer::new(to, &origin)?;
        let mut head = Vec::new();
        put_work(self.work(), &mut head);
        let Wanted { positions, list, draws } = self.wanted;
        head.extend([positions, list, draws].map(u8::from));
        put(found.count, &mut head);
        writer.chunk(&head)?;
        let mut open = Vec::new();
        put(self.open.len() as u128, &mut open);
        self.open.iter().for_each(|task| put_key(&task.key(), &mut open));
        writer.chunk(&open)?;
        let mut segments = Vec::new();
        put(found.segments.len() as u128, &mut segments);
        for Segment { key, histories } in &found.segments {
            put_key(key, &mut segments);
            put(*histories, &mut segments);
        }
        writer.chunk(&segments)?;
        let mut histories = Vec::new();
        put(found.histories.len() as u128, &mut histories);
        found.histories.iter().for_each(|history| put_history(history, &mut histories));
        writer.chunk(&histories)?;
        let mut positions = Vec::new();
        put(found.positions().len() as u128, &mut positions);
        for (_, possible) in found.positions() {
            if !put_position(game, &possible.position, &mut positions) {
                let why = "this game's positions cannot be written".to_string();
                return Err(InfosetError::Checkpoint(why));
            }
            put(possible.histories, &mut positions);
        }
        writer.chunk(&positions)?;
        writer.end()
    }

    /// Goes on from where a search was saved; this one must not have begun.
    pub fn resume(
        &mut self,
        rules: u64,
        from: &mut dyn Read,
        watch: Watch<'_>,
    ) -> Result<(), InfosetError> {
        let n_turns = self.observation.turns.len();
        let (form, observation) = (form(self.game), self.observation);
        let origin = Origin { method: METHOD, rules, form, observation, n_turns };
        let (mut chunks, saved_turns) = Chunks::new(from, origin)?;
        if saved_turns != n_turns {
            let why = "the checkpoint was made for fewer turns than there are here";
            return Err(InfosetError::Checkpoint(why.to_string()));
        }
        let mut found = Found::new(self.game);
        let head = chunks.chunk()?;
        let (work, wanted, count) = read_head(&head).ok_or_else(damaged)?;
        let lacks = (self.wanted.list && !wanted.list) || (self.wanted.draws && !wanted.draws);
        if lacks || (self.wanted.positions && !wanted.positions) {
            let why = "the search of the checkpoint kept no histories, so there are none in it";
            return Err(InfosetError::Checkpoint(why.to_string()));
        }
        found.count = count;
        let keys = chunks.chunk()?;
        let keys = read_list(&keys, read_key).ok_or_else(damaged)?;
        let segment = |from: &mut Reader<'_>| {
            Some(Segment { key: read_key(from)?, histories: from.number()? })
        };
        found.segments = read_list(&chunks.chunk()?, segment).ok_or_else(damaged)?;
        for history in read_list(&chunks.chunk()?, history).ok_or_else(damaged)? {
            found.add_history(history);
        }
        let game = self.game;
        let position = |from: &mut Reader<'_>| {
            let position = read_position(game, from).filter(|it| is_sound(game, it))?;
            Some((position, from.number()?))
        };
        for (position, n) in read_list(&chunks.chunk()?, position).ok_or_else(damaged)? {
            found.add_position(&position, n)?;
        }
        chunks.end()?;
        let open = self.trails(&keys, work, watch)?.ok_or_else(damaged)?;
        self.go_on(open, found, work);
        Ok(())
    }
}

pub(crate) fn put_key(key: &[u32], bytes: &mut Vec<u8>) {
    put(key.len() as u128, bytes);
    key.iter().for_each(|index| put(u128::from(*index), bytes));
}

fn put_history(history: &History, bytes: &mut Vec<u8>) {
    put(history.len() as u128, bytes);
    for step in history {
        put_bytes(step.text.as_bytes(), bytes);
        bytes.push(u8::from(step.refused));
    }
}

fn read_head(bytes: &[u8]) -> Option<(Progress, Wanted, u128)> {
    let mut from = Reader(bytes);
    let work = work(&mut from)?;
    let mut flag = || from.number().map(|flag| flag != 0);
    let wanted = Wanted { positions: flag()?, list: flag()?, draws: flag()? };
    Some((work, wanted, from.number()?))
}

/// A list whose length stands in front, if that is all.
fn read_list<T>(
    bytes: &[u8],
    mut item: impl FnMut(&mut Reader<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let mut from = Reader(bytes);
    let list = items(&mut from, &mut item)?;
    from.0.is_empty().then_some(list)
}

fn items<T>(
    from: &mut Reader<'_>,
    item: &mut dyn FnMut(&mut Reader<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    let n = from.count()?;
    (0..n).map(|_| item(from)).collect()
}

pub(crate) fn read_key(from: &mut Reader<'_>) -> Option<Vec<u32>> {
    items(from, &mut |from| from.small())
}

fn history(from: &mut Reader<'_>) -> Option<History> {
    items(from, &mut |from| {
        let text = String::from_utf8(from.bytes()?.to_vec()).ok()?;
        Some(Step { text, refused: from.number()? != 0 })
    })
}
