//! Planes that follow a game whose positions are rows of words: only what a move has changed is
//! written again.

use super::{Planes, shown};
use game::{Beside, Facts, Number, Piece, Player, Rows};

/// A piece of rows: where its plane begins, and the two words of which it is in both.
#[derive(Clone, Copy, Debug)]
struct RowPlane {
    first: usize,
    words: [usize; 2],
}

/// How planes follow rows.
#[derive(Clone, Debug)]
pub(crate) struct RowPlanes {
    /// The pieces as the first and as the second player see them.
    pieces: [Vec<RowPlane>; 2],
    /// How many numbers the planes of the own pieces are, and those of the enemy's after them.
    n_own: usize,
    /// What is not on the board.
    beside: RowNumbers,
}

/// A row, and the player who sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'a> {
    pub(crate) row: &'a [u64],
    pub(crate) by: Player,
}

/// Numbers of rows that have planes.
#[derive(Clone, Debug, Default)]
struct RowNumbers {
    /// Where the plane of the own number begins, which that of the enemy's follows; the numbers of
    /// the first and of the second player; and what is shown as 0.
    of_players: Vec<(usize, [Number; 2], i64)>,
    /// The same where a number belongs to nobody.
    of_nobody: Vec<(usize, Number, i64)>,
    /// Remembered fields.
    remembered: Vec<(usize, Number)>,
}

impl Planes {
    /// Where each piece of rows is, as the first and as the second player see it.
    pub(crate) fn of_rows(&self, rows: &Rows, facts: &Facts) -> RowPlanes {
        let pieces = Player::BOTH.map(|seen_by| {
            let planes = &self.pieces[seen_by.index()];
            let first = |piece: Piece| planes[piece.index()] * self.area();
            let of = |&(piece, words): &(Piece, _)| RowPlane { first: first(piece), words };
            rows.pieces.iter().map(of).collect()
        });
        let beside = self.numbers_of_rows(&rows.beside, facts);
        RowPlanes { pieces, n_own: self.n_own * self.area(), beside }
    }

    fn numbers_of_rows(&self, beside: &Beside, facts: &Facts) -> RowNumbers {
        let area = self.area();
        let mut found = RowNumbers::default();
        let (reserve, own) = beside.of_players.split_at(facts.reserve.len());
        for (i, &numbers) in reserve.iter().enumerate() {
            found.of_players.push(((self.reserves + 2 * i) * area, numbers, 0));
        }
        let (mut own, mut plain) = (own.iter(), beside.of_nobody.iter());
        let mut first = self.counters * area;
        for counter in &facts.counters {
            let low = i64::from(counter.low);
            if counter.symbols.is_some() {
                found.of_players.extend(own.next().map(|numbers| (first, *numbers, low)));
                first += 2 * area;
            } else {
                found.of_nobody.extend(plain.next().map(|number| (first, *number, low)));
                first += area;
            }
        }
        let plane = |(i, number): &(usize, Number)| ((self.memories + i) * area, *number);
        found.remembered = beside.remembered.iter().map(plane).collect();
        found
    }

    /// Changes the planes of numbers from those of an earlier row to those of a later one.
    fn follow_numbers(
        &self,
        numbers: &RowNumbers,
        before: Seen<'_>,
        now: Seen<'_>,
        into: &mut [u8],
    ) {
        let area = self.area();
        let mut fill = |first: usize, was: i64, is: i64, low: i64| {
            if was != is {
                into[first..][..area].fill(shown(is - low));
            }
        };
        for (first, of, low) in &numbers.of_players {
            for whose in 0..2 {
                let was = of[before.by.index() ^ whose].get(before.row);
                let is = of[now.by.index() ^ whose].get(now.row);
                fill(first + whose * area, was, is, *low);
            }
        }
        for (first, number, low) in &numbers.of_nobody {
            fill(*first, number.get(before.row), number.get(now.row), *low);
        }
        for (first, number) in &numbers.remembered {
            let (was, is) = (number.get(before.row), number.get(now.row));
            if was != is {
                let mut put = |next: i64, value: u8| {
                    if let Some(field) = usize::try_from(next).ok().and_then(|it| it.checked_sub(1))
                    {
                        into[first + self.places[field]] = value;
                    }
                };
                put(was, 0);
                put(is, 1);
            }
        }
    }

    /// Changes the planes of an earlier position into those of a later one. If somebody else looks, what was theirs is the enemy's.
    #[inline]
    pub(crate) fn follow(
        &self,
        planes: &RowPlanes,
        before: Seen<'_>,
        now: Seen<'_>,
        into: &mut [u8],
    ) {
        let area = self.area();
        if before.by != now.by {
            let (own, others) = into.split_at_mut(planes.n_own);
            own.swap_with_slice(&mut others[..planes.n_own]);
        }
        for &RowPlane { first, words: [owner, kind] } in &planes.pieces[now.by.index()] {
            let is = now.row[owner] & now.row[kind];
            let mut changed = is ^ before.row[owner] & before.row[kind];
            while changed != 0 {
                let field = changed.trailing_zeros();
                into[first + self.places[field as usize]] = (is >> field & 1) as u8;
                changed &= changed - 1;
            }
        }
        if self.has_beside() {
            self.follow_numbers(&planes.beside, before, now, into);
        }
        if before.by != now.by {
            into[self.turn * area..][..area].fill(u8::from(now.by == Player::Second));
        }
    }
}
