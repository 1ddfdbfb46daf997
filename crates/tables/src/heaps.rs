//! Numbers of positions from how many pieces are on each field, where all pieces are the same and
//! stacked: what [`crate::slice`] does piece by piece, and for the same numbers.

use crate::class::Classes;
use crate::scheme::Scheme;
use crate::sets::{View, like};
use crate::slice::Slice;
use game::{Boards, Game, Player, Sight};

/// The most fields of a board.
const MOST_FIELDS: usize = 64;

/// How positions of a player are seen by a slice.
struct HeapView<P> {
    slice: usize,
    /// The field of a position that is at each place of the slice.
    fields: Vec<u16>,
    /// A position that is as those that are seen, beside the board.
    like: P,
    player: Player,
    /// What reads their heights.
    sight: Box<dyn Sight>,
}

/// Positions and their numbers by heights, in one thread.
pub(crate) struct HeapMaker<'s, G: Game + 's> {
    classes: &'s Classes,
    boards: Box<dyn Boards<G::Position> + 's>,
    /// Views of both players.
    views: Vec<HeapView<G::Position>>,
    /// The view by which positions of each slice are made.
    making: Vec<Option<HeapView<G::Position>>>,
    n_fields: usize,
    /// The last position that was made, by its slice and number, and its heights by places.
    last: Option<(usize, u64)>,
    heights: Vec<u8>,
}

impl<'s, G: Game> HeapMaker<'s, G> {
    /// Nothing if the game stacks no equal pieces, or on too many fields.
    pub(crate) fn new(
        game: &'s G,
        scheme: &Scheme,
        classes: &'s Classes,
    ) -> Option<HeapMaker<'s, G>> {
        let n_fields = scheme.facts.board.n_fields();
        if scheme.facts.stacks.is_none() || n_fields > MOST_FIELDS {
            return None;
        }
        let boards = game.boards(&scheme.left_out())?;
        let view = |number: usize, player: Player| {
            let slice = &classes.slices[number];
            let view = View::new(scheme, slice, number, player)?;
            let fields = slice.heap_fields()?.iter().map(|&field| view.from(field));
            let fields = fields.collect::<Option<Vec<u16>>>()?;
            let like = like(game, scheme, slice, &view)?;
            let sight = boards.sight(&like, &view.pieces);
            Some(HeapView { slice: number, fields, like, player, sight })
        };
        let slices = || 0..classes.slices.len();
        let both = slices().flat_map(|slice| Player::BOTH.map(|player| (slice, player)));
        let views = both.filter_map(|(slice, player)| view(slice, player)).collect();
        let making = slices().map(|slice| view(slice, classes.slices[slice].player)).collect();
        let (last, heights) = (None, Vec::new());
        Some(HeapMaker { classes, boards, views, making, n_fields, last, heights })
    }

    /// The words of a row.
    pub(crate) fn row_length(&self) -> usize {
        self.boards.row_length()
    }

    /// The number of a position by its row, and who is to move, if that is easily seen.
    #[inline]
    pub(crate) fn number(&self, row: &[u64]) -> Option<(u64, Player)> {
        let mut heights = [0; MOST_FIELDS];
        let heights = &mut heights[..self.n_fields];
        for view in &self.views {
            if !view.sight.heights(row, heights) {
                continue;
            }
            let n_men: usize = heights.iter().map(|&height| usize::from(height)).sum();
            let slice = &self.classes.slices[view.slice];
            let seen = view.fields.iter().map(|&field| heights[usize::from(field)]);
            if let Some(number) = slice.number_of_heights(n_men, seen) {
                return Some((self.classes.start(view.slice) + number, view.player));
            }
        }
        None
    }

    /// The position of a number within a slice, if it is made here: nothing if there can be none.
    pub(crate) fn position(&mut self, slice: usize, within: u64) -> Option<Option<G::Position>> {
        let view = self.making[slice].as_ref()?;
        match self.last {
            Some((last, number)) if last == slice && number + 1 == within => {
                advance(&mut self.heights);
            }
            _ => self.classes.slices[slice].heights(within, &mut self.heights),
        }
        self.last = Some((slice, within));
        let mut heights = [0; MOST_FIELDS];
        for (&field, &height) in view.fields.iter().zip(&self.heights) {
            heights[usize::from(field)] = height;
        }
        Some(self.boards.heaped(&view.like, &heights[..self.n_fields]))
    }
}

/// The heights of the next number: the first wall between two places that can move does, and
/// those before it begin again.
pub(crate) fn advance(heights: &mut [u8]) {
    let Some(wall) = (1..heights.len()).find(|&place| heights[place] > 0) else { return };
    let before = std::mem::take(&mut heights[0]);
    heights[wall - 1] = before + 1;
    heights[wall] -= 1;
}

impl Slice {
    /// The fields of stacks in the order of their places.
    pub(crate) fn heap_fields(&self) -> Option<&[u16]> {
        match (self.stacked, self.size, &self.atoms[..]) {
            (true, 1.., [fields]) => Some(fields),
            _ => None,
        }
    }

    /// The number of stacks of these heights by places, if this many pieces are on the board:
    /// nothing if there should be more or fewer, or if some are somewhere else.
    #[inline]
    pub(crate) fn number_of_heights(
        &self,
        n_men: usize,
        heights: impl Iterator<Item = u8>,
    ) -> Option<u64> {
        let n_walls = self.atoms.first()?.len() - 1;
        let count = self.groups.first().map_or(0, |group| group.count);
        let (mut number, mut before) = (0, 0);
        for (wall, height) in heights.enumerate() {
            before += usize::from(height);
            // Binomials are known as far as the pieces of the class need them.
            if before > count {
                return None;
            }
            if wall < n_walls {
                number += self.binomials.of(before + wall, wall + 1);
            }
        }
        (before == n_men && count == n_men).then_some(number)
    }

    /// The heights of a number by places.
    pub(crate) fn heights(&self, number: u64, heights: &mut Vec<u8>) {
        heights.clear();
        let ([fields], [group]) = (&self.atoms[..], &self.groups[..]) else { return };
        heights.resize(fields.len(), 0);
        let n_walls = fields.len() - 1;
        let (mut above, mut place) = (group.count + n_walls, n_walls);
        self.binomials.places(number, group.count + n_walls, n_walls, |wall| {
            heights[place] = (above - wall - 1) as u8;
            (above, place) = (wall, place - 1);
        });
        heights[0] = above as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_follow_each_other() {
        let mut heights = vec![0, 0, 2];
        let mut all = vec![heights.clone()];
        for _ in 0..5 {
            advance(&mut heights);
            all.push(heights.clone());
        }
        let expected: [[u8; 3]; 6] =
            [[0, 0, 2], [0, 1, 1], [1, 0, 1], [0, 2, 0], [1, 1, 0], [2, 0, 0]];
        assert_eq!(all, expected);
    }
}
