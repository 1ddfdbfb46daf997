//! What a table comes to: how many positions are won, drawn and lost, and the longest wins.

use crate::scheme::Scheme;
use crate::tables::Table;
use crate::value::Value;
use crate::zugzwang::zugzwangs;

/// What the positions of a table are worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// By slice: material and player to move.
    pub slices: Vec<SliceStatistics>,
    /// Pairs of positions in which whoever is to move would rather not be.
    pub zugzwangs: u64,
    /// The number of one of them.
    pub zugzwang: Option<u64>,
}

/// What positions with the same material and player to move are worth to that player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SliceStatistics {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Positions that cannot be.
    pub impossible: u64,
    /// The turns of the longest win, or the points of the greatest, and the number of the first
    /// such position.
    pub longest_win: Option<(u32, u64)>,
    /// The same of the longest or greatest loss.
    pub longest_loss: Option<(u32, u64)>,
}

impl Statistics {
    pub(crate) fn of(scheme: &Scheme, table: &Table) -> Statistics {
        let mut slices = vec![SliceStatistics::default(); table.classes.slices.len()];
        for number in 0..table.classes.size {
            let slice = &mut slices[table.classes.place(number).0];
            let longer = |known: Option<(u32, u64)>, turns| known.is_none_or(|it| it.0 < turns);
            match table.value(number) {
                None | Some(Value::Impossible) => slice.impossible += 1,
                Some(Value::Draw | Value::Score(0)) => slice.draws += 1,
                Some(Value::Score(points)) => {
                    let (n, most) = match points > 0 {
                        true => (&mut slice.wins, &mut slice.longest_win),
                        false => (&mut slice.losses, &mut slice.longest_loss),
                    };
                    *n += 1;
                    if longer(*most, points.unsigned_abs()) {
                        *most = Some((points.unsigned_abs(), number));
                    }
                }
                Some(Value::Win(turns)) => {
                    slice.wins += 1;
                    if longer(slice.longest_win, turns) {
                        slice.longest_win = Some((turns, number));
                    }
                }
                Some(Value::Loss(turns)) => {
                    slice.losses += 1;
                    if longer(slice.longest_loss, turns) {
                        slice.longest_loss = Some((turns, number));
                    }
                }
            }
        }
        let (zugzwangs, zugzwang) = zugzwangs(scheme, table);
        Statistics { slices, zugzwangs, zugzwang }
    }

    /// The turns of the longest win, or the points of the greatest.
    pub fn longest_win(&self) -> Option<u32> {
        self.slices.iter().filter_map(|slice| slice.longest_win).map(|(turns, _)| turns).max()
    }

    /// All slices together.
    pub fn total(&self) -> SliceStatistics {
        let longer = |a: Option<(u32, u64)>, b: Option<(u32, u64)>| match (a, b) {
            (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
            (a, b) => a.or(b),
        };
        self.slices.iter().fold(SliceStatistics::default(), |all, slice| SliceStatistics {
            wins: all.wins + slice.wins,
            draws: all.draws + slice.draws,
            losses: all.losses + slice.losses,
            impossible: all.impossible + slice.impossible,
            longest_win: longer(all.longest_win, slice.longest_win),
            longest_loss: longer(all.longest_loss, slice.longest_loss),
        })
    }
}
