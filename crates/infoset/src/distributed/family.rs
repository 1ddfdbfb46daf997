//! What one position led to: at the rank that found it, on its way to owners, and in the tables of
//! owners. Rows of words that result from one position differ from it in few words, and only
//! these travel.

use super::samples::CameFrom;
use crate::growing::{AHEAD, Table, hash_of};
use crate::limits::InfosetError;
use crate::nodes::{Item, Key, Whole};
use crate::pasts::PastId;
use game::Referee;
use game::bytes::{Reader, put, put_position, read_position};

/// What children of a position have in common.
#[derive(Clone, Copy)]
pub(super) struct Parent<'a, P> {
    /// Where it is: at which rank, and which of its nodes.
    pub(super) rank: u32,
    pub(super) number: u32,
    pub(super) histories: u128,
    /// The past of its children, and the position before them where that is compared.
    pub(super) past: PastId,
    pub(super) before: Option<&'a P>,
}

/// A child as a row of words, and how many turns lead there.
pub(super) type Row<'a> = (u32, &'a [u64]);

impl<P: Clone + Eq + std::hash::Hash> Parent<'_, P> {
    /// Takes children into a table. Whoever wants to know hears where their histories come from.
    pub(super) fn add_rows<G: Referee<Position = P>>(
        &self,
        game: &G,
        children: &[Row<'_>],
        table: &mut Table<P>,
        mut origins: Option<&mut Vec<(u32, CameFrom)>>,
    ) -> Result<(), InfosetError> {
        let mut hashes = [0; AHEAD];
        for some in children.chunks(AHEAD) {
            let key = |row| Key { position: Item::Row(row), past: self.past, before: self.before };
            for (hash, (_, row)) in hashes.iter_mut().zip(some) {
                *hash = hash_of(game, &key(row));
            }
            table.touch(hashes[..some.len()].iter().copied());
            for (hash, (ways, row)) in hashes.iter().zip(some) {
                let histories = self.histories(*ways)?;
                let number = table.add(*hash, &key(row), histories)?;
                if let Some(origins) = &mut origins {
                    origins.push((number, self.came_from(*ways, histories)));
                }
            }
        }
        Ok(())
    }

    /// The same for a child that is no row.
    pub(super) fn add_position<G: Referee<Position = P>>(
        &self,
        game: &G,
        ways: u32,
        position: &P,
        table: &mut Table<P>,
        origins: Option<&mut Vec<(u32, CameFrom)>>,
    ) -> Result<(), InfosetError> {
        let histories = self.histories(ways)?;
        let whole = Whole { position, past: self.past, before: self.before };
        let number = table.add_position(game, whole, histories)?;
        origins.into_iter().for_each(|it| it.push((number, self.came_from(ways, histories))));
        Ok(())
    }

    /// How many histories lead to a child to which so many turns lead.
    pub(super) fn histories(&self, ways: u32) -> Result<u128, InfosetError> {
        self.histories.checked_mul(u128::from(ways)).ok_or(InfosetError::TooMany)
    }

    fn came_from(&self, ways: u32, histories: u128) -> CameFrom {
        CameFrom { rank: self.rank, from: self.number, ways, histories }
    }
}

/// Children of a position that have one owner, as they travel.
pub(super) struct Family<P> {
    pub(super) number: u32,
    pub(super) histories: u128,
    /// The earlier positions that the rules may ask for, the oldest first.
    pub(super) past: Vec<P>,
    pub(super) parent: Vec<u64>,
    ways: Vec<u32>,
    /// Their rows, one after the other.
    rows: Vec<u64>,
}

impl<P> Family<P> {
    /// Appends a family.
    pub(super) fn put<G: Referee<Position = P>>(
        game: &G,
        parent: &Parent<'_, P>,
        row: &[u64],
        past: &[P],
        children: &[Row<'_>],
        bytes: &mut Vec<u8>,
    ) {
        put(u128::from(parent.number), bytes);
        put(parent.histories, bytes);
        put(past.len() as u128, bytes);
        past.iter().for_each(|position| _ = put_position(game, position, bytes));
        row.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        put(children.len() as u128, bytes);
        for (ways, child) in children {
            put(u128::from(*ways), bytes);
            let differ = || (0..row.len()).filter(|&i| child[i] != row[i]);
            put(differ().count() as u128, bytes);
            for i in differ() {
                put(i as u128, bytes);
                bytes.extend(child[i].to_le_bytes());
            }
        }
    }

    /// Reads a family that was put.
    pub(super) fn read<G: Referee<Position = P>>(
        game: &G,
        from: &mut Reader<'_>,
    ) -> Option<Family<P>> {
        let n_words = game.row_form()?.words;
        let (number, histories) = (from.small()?, from.number()?);
        let past = (0..from.count()?).map(|_| read_position(game, from)).collect::<Option<_>>()?;
        let parent = (0..n_words).map(|_| word(from)).collect::<Option<Vec<u64>>>()?;
        let n = from.count()?;
        let (mut ways, mut rows) = (Vec::with_capacity(n), Vec::with_capacity(n * n_words));
        for _ in 0..n {
            ways.push(from.small()?);
            let first = rows.len();
            rows.extend_from_slice(&parent);
            for _ in 0..from.count()? {
                let place = from.small::<usize>()?;
                *rows[first..].get_mut(place)? = word(from)?;
            }
        }
        Some(Family { number, histories, past, parent, ways, rows })
    }

    /// The children.
    pub(super) fn children(&self) -> Vec<Row<'_>> {
        let rows = self.rows.chunks_exact(self.parent.len().max(1));
        self.ways.iter().copied().zip(rows).collect()
    }
}

fn word(from: &mut Reader<'_>) -> Option<u64> {
    let (bytes, rest) = from.0.split_first_chunk()?;
    from.0 = rest;
    Some(u64::from_le_bytes(*bytes))
}
