//! Items by number, in pieces of memory that are added when they are needed and never move, so that
//! several threads can add some while others read.

use std::ops::Index;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// No more items have numbers: a word that names one has other values, too.
const MOST: u32 = u32::MAX - super::FIRST_NODE;

/// Items by number, in pieces of so many that are added when they are needed.
#[derive(Debug)]
pub(super) struct Pieces<T, const PIECE: usize> {
    pieces: Box<[OnceLock<Box<[T]>>]>,
    used: AtomicU64,
}

impl<T: Default, const PIECE: usize> Pieces<T, PIECE> {
    /// No items, and never more than fit into this many bytes.
    pub(super) fn new(bytes: usize) -> Pieces<T, PIECE> {
        let most = MOST as usize / PIECE;
        let n = (bytes / (PIECE * size_of::<T>())).clamp(1, most);
        Pieces { pieces: (0..n).map(|_| OnceLock::new()).collect(), used: AtomicU64::new(0) }
    }

    pub(super) fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed) as usize
    }

    /// Numbers for new items that lie side by side: the first of them, if there is room.
    pub(super) fn reserve(&self, n: usize, room: &AtomicUsize) -> Option<u32> {
        let fit = |used: u64| {
            let left = PIECE - used as usize % PIECE;
            let first = if n <= left { used as usize } else { used as usize + left };
            let piece = first / PIECE;
            let is_there = |piece: &OnceLock<_>| piece.get().is_some();
            let may = piece == 0 || room.load(Ordering::Relaxed) >= PIECE * size_of::<T>();
            let has_room = self.pieces.get(piece).is_some_and(|piece| is_there(piece) || may);
            (n <= PIECE && has_room).then_some((first + n) as u64)
        };
        let used = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fit).ok()?;
        let first = fit(used)? as usize - n;
        self.pieces.get(first / PIECE)?.get_or_init(|| {
            let bytes = PIECE * size_of::<T>();
            let less = |room: usize| Some(room.saturating_sub(bytes));
            // The closure always gives a number.
            let _before = room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
            (0..PIECE).map(|_| T::default()).collect()
        });
        Some(first as u32)
    }

    /// Items side by side, in one piece.
    pub(super) fn slice(&self, first: u32, n: u32) -> &[T] {
        let (piece, place) = (first as usize / PIECE, first as usize % PIECE);
        self.pieces[piece].get().map_or(&[], |piece| &piece[place..place + n as usize])
    }

    /// An item to be changed; only a number that was reserved leads to one.
    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let (piece, place) = (number as usize / PIECE, number as usize % PIECE);
        self.pieces.get_mut(piece)?.get_mut()?.get_mut(place)
    }
}

impl<T: Default, const PIECE: usize> Index<u32> for Pieces<T, PIECE> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        &self.slice(number, 1)[0]
    }
}
