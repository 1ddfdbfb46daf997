//! What is to be said about all positions that are possible, without having them all in
//! memory: how many there are, how many different boards, and what lies where.
//!
//! To count what is different, positions are gone through several times, if that is
//! necessary: each time only those whose hash has the right remainder are remembered.

use crate::answers::Possible;
use crate::belief::Belief;
use crate::growing::hash;
use crate::limits::{InfosetError, Limits, WATCH_EVERY};
use crate::merged::MergedSet;
use game::{Counter, Field, Referee};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Positions that can be shown one after the other, as often as somebody likes.
pub trait Shown<P> {
    /// Shows each position with a number of histories that lead there. A position may
    /// be shown more than once.
    fn show(
        &self,
        see: &mut dyn FnMut(&P, u128) -> Result<(), InfosetError>,
    ) -> Result<(), InfosetError>;

    /// How many will be shown.
    fn n_shown(&self) -> usize;

    /// Whether none is shown twice, if these counters are not looked at.
    fn is_each_once_without(&self, forgotten: &[Counter]) -> bool;
}

impl<P> Shown<P> for [Possible<P>] {
    fn show(
        &self,
        see: &mut dyn FnMut(&P, u128) -> Result<(), InfosetError>,
    ) -> Result<(), InfosetError> {
        self.iter().try_for_each(|it| see(&it.position, it.histories))
    }

    fn n_shown(&self) -> usize {
        self.len()
    }

    fn is_each_once_without(&self, forgotten: &[Counter]) -> bool {
        forgotten.is_empty()
    }
}

impl<G: Referee> Shown<G::Position> for MergedSet<'_, G> {
    fn show(
        &self,
        see: &mut dyn FnMut(&G::Position, u128) -> Result<(), InfosetError>,
    ) -> Result<(), InfosetError> {
        self.last().for_each(self.game, |_, node| see(&node.position, node.histories))
    }

    fn n_shown(&self) -> usize {
        self.last().len()
    }

    fn is_each_once_without(&self, forgotten: &[Counter]) -> bool {
        self.has_each_once() && self.forgotten == forgotten
    }
}

/// What is asked about positions.
#[derive(Clone, Copy, Debug)]
pub struct SurveyOf<'a> {
    /// Whether to say what lies where.
    pub belief: bool,
    /// Counters that are not looked at: positions that differ in nothing else are one.
    pub forgotten: &'a [Counter],
}

/// What positions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// How many there are, whatever the counters that are not looked at.
    pub positions: usize,
    /// How many different boards, whatever the counters and memories beside them.
    pub boards: usize,
    /// What lies where, if that was asked for.
    pub belief: Option<Belief>,
}

impl Survey {
    /// Surveys positions, without looking at counters that are forgotten. What has to be remembered takes about as much memory as it may.
    pub fn of<G: Referee>(
        game: &G,
        shown: &(impl Shown<G::Position> + ?Sized),
        asked: SurveyOf<'_>,
        limits: Limits,
        watch: &mut dyn FnMut() -> bool,
    ) -> Result<Survey, InfosetError> {
        let SurveyOf { belief: wants_belief, forgotten } = asked;
        let mut belief = wants_belief.then(|| Belief::new(game));
        if let Some(belief) = &mut belief {
            let mut n = 0;
            shown.show(&mut |position, histories| {
                n += 1;
                if n % WATCH_EVERY == 0 && !watch() {
                    return Err(InfosetError::Stopped);
                }
                belief.add(game, position, histories)
            })?;
        }
        let each = size_of::<G::Position>() + game.position_bytes();
        let position = |it: &G::Position| {
            let mut it = it.clone();
            game.forget(&mut it, forgotten);
            (hash(&it), it)
        };
        let positions = match shown.is_each_once_without(forgotten) {
            true => shown.n_shown(),
            false => n_different(shown, limits, each, position, watch)?,
        };
        if differ_on_the_board_alone(game, shown, forgotten, watch)? {
            return Ok(Survey { positions, boards: positions, belief });
        }
        let n_fields = game.facts().board.n_fields();
        let board = |it: &G::Position| {
            let bytes = board_of(game, it);
            (hash(&bytes), bytes)
        };
        let boards = n_different(shown, limits, n_fields + 48, board, watch)?;
        Ok(Survey { positions, boards, belief })
    }
}

/// Whether no two positions differ in anything beside the board that is not forgotten. Then there
/// are as many boards as positions, and no board has to be remembered to count them.
fn differ_on_the_board_alone<G: Referee>(
    game: &G,
    shown: &(impl Shown<G::Position> + ?Sized),
    forgotten: &[Counter],
    watch: &mut dyn FnMut() -> bool,
) -> Result<bool, InfosetError> {
    let (mut first, mut is_so, mut n) = (None, true, 0);
    shown.show(&mut |position, _| {
        n += 1;
        if n % WATCH_EVERY == 0 && !watch() {
            return Err(InfosetError::Stopped);
        }
        if is_so {
            let mut position = position.clone();
            game.forget(&mut position, forgotten);
            is_so = game.is_same_beside_board(first.get_or_insert(position.clone()), &position);
        }
        Ok(())
    })?;
    Ok(is_so)
}

/// What lies on the board of a position, whatever is beside it, in as few bits as the pieces need:
/// for each field how many pieces lie there where that is not one, and which.
pub(crate) fn board_of<G: Referee>(game: &G, position: &G::Position) -> Box<[u8]> {
    let facts = game.facts();
    // 0 is an empty field; the last number says that a height follows.
    let several = 3 * facts.kinds.len() as u64 + 1;
    let width = u64::BITS - several.leading_zeros();
    let n_fields = facts.board.n_fields();
    let mut bits = Bits::default();
    let mut stack = Vec::new();
    for i in 0..n_fields {
        stack.clear();
        game.stack(position, Field(i as u16), &mut stack);
        match stack.as_slice() {
            [] => bits.put(0, width),
            [piece] => bits.put(piece.index() as u64 + 1, width),
            pieces => {
                bits.put(several, width);
                bits.put(pieces.len() as u64, u16::BITS);
                pieces.iter().for_each(|piece| bits.put(piece.index() as u64 + 1, width));
            }
        }
    }
    bits.finish()
}

/// Numbers after each other, each in this many bits.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    /// What does not fill a byte yet, and how many bits that is.
    rest: u64,
    n_rest: u32,
}

impl Bits {
    fn put(&mut self, number: u64, width: u32) {
        self.rest |= number << self.n_rest;
        self.n_rest += width;
        while self.n_rest >= u8::BITS {
            self.bytes.push(self.rest as u8);
            (self.rest, self.n_rest) = (self.rest >> u8::BITS, self.n_rest - u8::BITS);
        }
    }

    fn finish(mut self) -> Box<[u8]> {
        self.bytes.push(self.rest as u8);
        self.bytes.into_boxed_slice()
    }
}

/// How many different keys positions have. Each takes this many bytes.
fn n_different<P, K: Eq + Hash>(
    shown: &(impl Shown<P> + ?Sized),
    limits: Limits,
    each: usize,
    mut key: impl FnMut(&P) -> (u64, K),
    watch: &mut dyn FnMut() -> bool,
) -> Result<usize, InfosetError> {
    let passes = (shown.n_shown() * each).div_ceil(limits.memory.max(1)).max(1) as u64;
    let (mut n, mut looks) = (0, 0u32);
    for pass in 0..passes {
        let mut seen = FxHashSet::default();
        shown.show(&mut |position, _| {
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(1024) && !watch() {
                return Err(InfosetError::Stopped);
            }
            let (hash, key) = key(position);
            if hash % passes == pass {
                seen.insert(key);
            }
            Ok(())
        })?;
        n += seen.len();
    }
    Ok(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_different_is_counted_in_any_number_of_passes() {
        let possible = |position: u64| Possible { position: position % 40, histories: 1 };
        let shown: Vec<Possible<u64>> = (0..100).map(possible).collect();
        for memory in [1 << 20, 100, 10, 1] {
            let key = |it: &u64| (game::mix(*it), *it);
            let n = n_different(&shown[..], Limits { memory }, 8, key, &mut || true);
            assert_eq!(n, Ok(40));
        }
    }
}
