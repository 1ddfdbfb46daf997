//! Positions of many games with what they turned out to be worth, kept as a few bytes each, so
//! that weights can be fitted to all of them at once and a checkpoint can hold them.

use crate::course::Credit;
use crate::episode::{Episode, Step};
use game::Player;
use patterns::Model;

/// Positions and what each was worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Samples {
    /// For each position its row, and who is to move.
    pub(crate) rows: Vec<u8>,
    /// The chance of the first player that was seen, from 0 to 1.
    pub(crate) targets: Vec<f32>,
}

impl Samples {
    /// How many bytes a position takes.
    pub(crate) fn width(model: &Model) -> usize {
        model.plan().row_len() + 1
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    /// A position, who is to move, and what it was worth.
    pub(crate) fn get(&self, i: usize, width: usize) -> (&[u8], Player, f32) {
        let row = &self.rows[i * width..(i + 1) * width];
        (&row[..width - 1], Player::BOTH[usize::from(row[width - 1] != 0)], self.targets[i])
    }

    /// Adds the positions of a game.
    pub(crate) fn add(&mut self, model: &Model, episode: &Episode, credit: Credit) {
        for (step, target) in episode.targets(credit.trace) {
            if let Some(target) = target.filter(|_| !step.entries.is_empty()) {
                self.push(model, step, credit.own * step.chance + (1.0 - credit.own) * target);
            }
        }
    }

    /// Adds the position of a step.
    pub(crate) fn push(&mut self, model: &Model, step: &Step, target: f32) {
        model.plan().write_row(&step.entries, &mut self.rows);
        self.rows.push(step.player.index() as u8);
        self.targets.push(target);
    }

    /// Keeps only this many, the latest.
    pub(crate) fn keep_last(&mut self, most: usize, width: usize) {
        let gone = self.len().saturating_sub(most);
        self.rows.drain(..gone * width);
        self.targets.drain(..gone);
    }
}
