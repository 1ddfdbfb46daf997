//! A step of games that are rows and have no graph, which is most of what a batch of a large game
//! does: one loop that looks at nothing twice.

use crate::batch::{Outputs, Problem};
use crate::lane::{Lane, Status, Tools};
use crate::part::{Common, Part};
use crate::planes::Seen;
use game::{Game, Player};
use std::hash::Hash;

impl<P: Clone + Eq + Hash> Part<P> {
    /// Steps the lanes from this one on.
    pub(crate) fn step_rows<'g, G: Game<Position = P>>(
        &mut self,
        common: &Common<'g, G>,
        worker: &mut Option<G::Worker<'g>>,
        from: usize,
        out: &mut Outputs<'_>,
    ) -> Result<(), Problem> {
        let Common { game, actions, planes, limit, .. } = *common;
        self.find_start(common, worker)?;
        let worker = worker.get_or_insert_with(|| game.worker(&[]));
        let Part { lanes, turns, places, tools, start, .. } = self;
        let Tools { rows: Some(rows), reader, .. } = tools else { return Ok(()) };
        let Some((start, first_planes)) = start else { return Ok(()) };
        let (n, size) = (actions.len(), planes.size());
        let known = lanes.iter_mut().zip(turns).zip(places).enumerate();
        for (lane, ((it, turns), place)) in known.skip(from) {
            let mask = &mut out.mask[lane * n..][..n];
            let into = &mut out.planes[lane * size..][..size];
            unmark(&it.numbers, mask);
            let (mover, place) = (it.mover, *place as usize);
            if !it.advance_row(game, &rows.rows, place) {
                return Err(Problem::NotBegun);
            }
            *turns += 1;
            // Before the moves are listed, because the row before the move is in their place.
            let before = Seen { row: it.row(&rows.rows, place), by: mover };
            let now = Seen { row: game.row(&it.at), by: it.mover };
            planes.follow(&rows.planes, before, now, into);
            let status = match it.look_rows(game, worker, actions, rows, reader, mask)? {
                Some(outcome) => Status::Over(outcome),
                None if *turns >= limit => Status::BrokenOff,
                None => Status::GoesOn,
            };
            if status != Status::GoesOn {
                unmark(&it.numbers, mask);
                it.begin_like(start);
                start.numbers.iter().for_each(|number| mask[*number as usize] = 1);
                into.copy_from_slice(first_planes);
                *turns = 0;
            }
            out.player[lane] = u8::from(it.mover == Player::Second);
            out.note(lane, status);
        }
        Ok(())
    }

    /// Finds what a game shows at the start, for all lanes that begin again where there is no graph.
    pub(crate) fn find_start<'g, G: Game<Position = P>>(
        &mut self,
        common: &Common<'g, G>,
        worker: &mut Option<G::Worker<'g>>,
    ) -> Result<(), Problem> {
        if self.start.is_some() {
            return Ok(());
        }
        let Common { game, actions, planes, start, .. } = *common;
        let worker = worker.get_or_insert_with(|| game.worker(&[]));
        let (mut lane, mut mask) = (Lane::new(start.clone()), vec![0; actions.len()]);
        if lane.look(game, worker, actions, &mut self.tools, &mut mask)?.is_some() {
            return Err(Problem::OverAtOnce);
        }
        let mut shown = vec![0; planes.size()];
        planes.write(game, start, game.player(start), &mut self.tools.contents, &mut shown);
        self.start = Some((lane, shown));
        Ok(())
    }
}

/// Takes moves out of a mask that has no others.
#[inline]
fn unmark(numbers: &[u32], mask: &mut [u8]) {
    match mask.len() <= SHORT {
        true => mask.fill(0),
        false => numbers.iter().for_each(|number| mask[*number as usize] = 0),
    }
}

/// To empty a mask that is no longer is faster than to look for the moves in it.
const SHORT: usize = 256;
