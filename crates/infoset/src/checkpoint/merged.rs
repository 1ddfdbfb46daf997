//! Checkpoints of merged sets: the pasts that matter, and all levels, part by part.

use super::{Chunks, Origin, Writer, damaged, form, put_work, work};
use crate::bytes;
use crate::level::{Held, Level, Part};
use crate::limits::InfosetError;
use crate::merged::MergedSet;
use crate::nodes::Node;
use crate::observation::Observation;
use game::Referee;
use game::bytes::{Reader, put};
use std::io::{Read, Write};
use std::sync::Arc;

/// The name of the method, by whether counters that cannot matter are forgotten.
fn method(forgets: bool) -> &'static str {
    if forgets { "merged, forgetting" } else { "merged" }
}

impl<G: Referee> MergedSet<'_, G> {
    /// Writes the set, so that [`MergedSet::resume`] can go on from here. `rules` is a
    /// number that other rules do not have.
    pub fn save(
        &self,
        rules: u64,
        observation: &Observation,
        to: &mut dyn Write,
    ) -> Result<(), InfosetError> {
        let n_turns = self.turns.len();
        let (method, form) = (method(self.forgets()), form(self.game));
        let origin = Origin { method, rules, form, observation, n_turns };
        let mut writer = Writer::new(to, &origin)?;
        let mut head = Vec::new();
        put_work(self.work(), &mut head);
        head.push(u8::from(self.is_for_counts()));
        self.levels.iter().for_each(|level| put(level.n_parts() as u128, &mut head));
        writer.chunk(&head)?;
        writer.chunk(&self.pasts.write(self.game)?)?;
        for level in &self.levels {
            for i in 0..level.n_parts() {
                let (_, part) = level.part(self.game, i, true)?;
                writer.chunk(&bytes::write_nodes(self.game, &part.nodes)?)?;
                writer.chunk(&bytes::write_links(&part))?;
            }
        }
        writer.end()
    }

    /// Goes on from where a set was saved: this set, which has not begun, gets all turns
    /// of an observation that were taken into account then.
    pub fn resume(
        &mut self,
        rules: u64,
        observation: &Observation,
        from: &mut dyn Read,
    ) -> Result<(), InfosetError> {
        let (method, form) = (method(self.forgets()), form(self.game));
        let origin = Origin { method, rules, form, observation, n_turns: 0 };
        let (mut chunks, n_turns) = Chunks::new(from, origin)?;
        let head = chunks.chunk()?;
        let mut head = Reader(&head);
        let read = work(&mut head).zip(head.number());
        let Some((work, counts_only)) = read else { return Err(damaged()) };
        if counts_only == 1 && !self.is_for_counts() {
            let why = "the search of the checkpoint kept no histories, so there are none in it";
            return Err(InfosetError::Checkpoint(why.to_string()));
        }
        self.pasts.read(self.game, &chunks.chunk()?).ok_or_else(damaged)?;
        let (mut levels, mut n_before) = (Vec::new(), 0);
        for _ in 0..=n_turns {
            let n_parts = head.small::<usize>().ok_or_else(damaged)?;
            let mut parts = Vec::new();
            for _ in 0..n_parts {
                let (nodes, links) = (chunks.chunk()?, chunks.chunk()?);
                let part = read_part(self.game, &nodes, &links).ok_or_else(damaged)?;
                if part.links.iter().any(|link| link.from as usize >= n_before) {
                    return Err(damaged());
                }
                parts.push(self.hold(Held::here(part))?);
            }
            let level = Level::new(parts);
            n_before = level.len();
            levels.push(Arc::new(level));
            self.levels = levels.clone();
        }
        chunks.end()?;
        self.go_on(observation.turns[..n_turns].to_vec(), work);
        Ok(())
    }
}

fn read_part<G: Referee>(game: &G, nodes: &[u8], links: &[u8]) -> Option<Part<G::Position>> {
    let nodes = bytes::read_nodes(game, &mut Reader(nodes))?;
    let is_sound = |node: Node<G::Position>| {
        let before = node.before.as_deref();
        std::iter::once(&node.position).chain(before).all(|it| bytes::is_sound(game, it))
    };
    if !nodes.iter(game).all(is_sound) {
        return None;
    }
    let (links, first) = bytes::read_links(&mut Reader(links), nodes.len())?;
    Some(Part { nodes, links, first })
}
