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

impl SliceStatistics {
    /// Counts the value of a number.
    pub(crate) fn add(&mut self, number: u64, value: Option<Value>) {
        let longer = |known: Option<(u32, u64)>, turns| known.is_none_or(|it| it.0 < turns);
        let (n, most, turns) = match value {
            None | Some(Value::Impossible) => return self.impossible += 1,
            Some(Value::Draw | Value::Score(0)) => return self.draws += 1,
            Some(Value::Score(points @ 1..)) => {
                (&mut self.wins, &mut self.longest_win, points.unsigned_abs())
            }
            Some(Value::Win(turns)) => (&mut self.wins, &mut self.longest_win, turns),
            Some(Value::Score(points)) => {
                (&mut self.losses, &mut self.longest_loss, points.unsigned_abs())
            }
            Some(Value::Loss(turns)) => (&mut self.losses, &mut self.longest_loss, turns),
        };
        *n += 1;
        if longer(*most, turns) {
            *most = Some((turns, number));
        }
    }
}

impl SliceStatistics {
    /// Both together; of two that are equally long the first is kept.
    pub(crate) fn with(&self, other: &SliceStatistics) -> SliceStatistics {
        let longer = |a: Option<(u32, u64)>, b: Option<(u32, u64)>| match (a, b) {
            (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
            (a, b) => a.or(b),
        };
        SliceStatistics {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            impossible: self.impossible + other.impossible,
            longest_win: longer(self.longest_win, other.longest_win),
            longest_loss: longer(self.longest_loss, other.longest_loss),
        }
    }
}

impl Statistics {
    pub(crate) fn of(scheme: &Scheme, table: &Table) -> Statistics {
        let slices = (0..table.classes.slices.len()).map(|slice| {
            let mut statistics = SliceStatistics::default();
            for number in table.classes.numbers(slice) {
                statistics.add(number, table.value(number));
            }
            statistics
        });
        let slices = slices.collect();
        let (zugzwangs, zugzwang) = zugzwangs(scheme, table);
        Statistics { slices, zugzwangs, zugzwang }
    }

    /// The turns of the longest win, or the points of the greatest.
    pub fn longest_win(&self) -> Option<u32> {
        self.slices.iter().filter_map(|slice| slice.longest_win).map(|(turns, _)| turns).max()
    }

    /// All slices together.
    pub fn total(&self) -> SliceStatistics {
        let slices = self.slices.iter();
        slices.fold(SliceStatistics::default(), |all, slice| all.with(slice))
    }
}
