//! Whether another depth is worth its time, where what a move leaves counts for the moves after
//! it (Hyatt, "Using time wisely", 1984; the growth of depths: Vučković and Šolak, "Time
//! management procedure in computer chess", 2009).
//!
//! 1. What the next depth takes is guessed from how the last ones grew, over two of them,
//!    because those in which the same player moves last are alike.
//! 2. It is not begun if it would not end within what there is at most, nor if half of it is
//!    beyond what this move should take: a depth that is broken off half done is of use, too,
//!    because its best move counts and the table keeps the rest for the next turn.
//! 3. A move should take what is usual, more where the best move has just become another one
//!    or its value fell, and less where it has been the same for some depths.
//! 4. Where there is only one move, the first depth is enough.
//!
//! What is spent is a number here, nanoseconds or nodes, so that tests need no clock.

use crate::limits::{Limits, Usual, now};
use std::time::{Duration, Instant};

/// In percent of what is usual: where the best move has just changed,
const UNSURE: u64 = 150;
/// where its value has fallen, which is worse,
const FALLING: u64 = 200;
/// and where it has been the same for this many depths.
const SURE: u64 = 70;
const SURE_DEPTHS: u32 = 4;
/// How many of the last depths are remembered: growth is measured over two of them.
const GROWTH_DEPTHS: usize = 3;
/// A depth of which nothing is known is taken to cost this many times the last one.
const FIRST_GROWTH: f64 = 3.0;

/// What a depth has found of the move that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    /// Whether the depth before had another best move.
    pub(super) is_new: bool,
    /// Whether its value fell, by more than turns usually change values.
    pub(super) fell: bool,
}

/// Decides after each depth whether there is time for another.
#[derive(Debug)]
pub(super) struct Pacing {
    usual: u64,
    most: u64,
    /// Whether there is nothing to choose.
    is_forced: bool,
    /// What was spent when the last depth ended, and what the last depths took, the newest first.
    spent: u64,
    costs: [u64; GROWTH_DEPTHS],
    /// For how many depths the best move has been the same.
    same: u32,
}

impl Pacing {
    /// With what is usual and with what there is at most, for a position with this many moves.
    pub(super) fn new(usual: u64, most: u64, n_moves: usize) -> Pacing {
        let (spent, costs, same) = (0, [0; GROWTH_DEPTHS], 0);
        Pacing { usual, most, is_forced: n_moves == 1, spent, costs, same }
    }

    /// Whether another depth is worth it, after one that ended when so much was spent in all.
    pub(super) fn goes_on(&mut self, spent: u64, finding: Finding) -> bool {
        self.costs.rotate_right(1);
        self.costs[0] = spent.saturating_sub(self.spent);
        self.spent = spent;
        self.same = if finding.is_new { 0 } else { self.same + 1 };
        let next = self.next_cost();
        let is_possible = spent.saturating_add(next) <= self.most;
        !self.is_forced && is_possible && spent.saturating_add(next / 2) <= self.wanted(finding)
    }

    /// What this move should take.
    fn wanted(&self, finding: Finding) -> u64 {
        let percent = match finding {
            Finding { fell: true, .. } => FALLING,
            Finding { is_new: true, .. } => UNSURE,
            _ if self.same >= SURE_DEPTHS => SURE,
            _ => 100,
        };
        (u128::from(self.usual) * u128::from(percent) / 100).min(u128::from(self.most)) as u64
    }

    /// What the next depth seems to take.
    fn next_cost(&self) -> u64 {
        let [last, before, earlier] = self.costs.map(|cost| cost as f64);
        let growth = match () {
            _ if earlier > 0.0 => (last / earlier).sqrt(),
            _ if before > 0.0 => last / before,
            _ => FIRST_GROWTH,
        };
        (last * growth.max(1.0)) as u64
    }
}

/// Reads what was spent of what is usual.
#[derive(Debug)]
pub(super) struct Meter {
    pacing: Pacing,
    /// Nothing if nodes count.
    began: Option<Instant>,
}

impl Meter {
    /// A meter for a search that begins now, if its limits say what is usual.
    pub(super) fn new(limits: &Limits, n_moves: usize) -> Option<Meter> {
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Some(match limits.usual? {
            Usual::Time(usual) => {
                let most = limits.time.map_or(u64::MAX, nanos);
                let pacing = Pacing::new(nanos(usual), most, n_moves);
                Meter { pacing, began: Some(now()) }
            }
            Usual::Nodes(usual) => {
                let most = limits.nodes.unwrap_or(u64::MAX);
                Meter { pacing: Pacing::new(usual, most, n_moves), began: None }
            }
        })
    }

    /// Whether another depth is worth it.
    pub(super) fn goes_on(&mut self, nodes: u64, finding: Finding) -> bool {
        let spent = match self.began {
            Some(began) => u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX),
            None => nodes,
        };
        self.pacing.goes_on(spent, finding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: Finding = Finding { is_new: false, fell: false };
    const NEW: Finding = Finding { is_new: true, fell: false };
    const FELL: Finding = Finding { is_new: false, fell: true };

    /// After which depth a search ends each of whose depths takes this many times the one before,
    /// the first of them 1; the last finding is that of all depths from the third on.
    fn ends_at(mut pacing: Pacing, growth: u64, finding: Finding) -> u32 {
        let (mut spent, mut cost) = (0, 1);
        for depth in 1.. {
            spent += cost;
            if !pacing.goes_on(spent, if depth < 3 { NEW } else { finding }) {
                return depth;
            }
            cost *= growth;
        }
        unreachable!("each depth takes more than the one before")
    }

    #[test]
    fn a_depth_is_begun_if_half_of_it_fits() {
        // Depths end at 1, 4, 13, 40, 121 and 364, and the next takes 729.
        assert_eq!(ends_at(Pacing::new(364, 4_000, 9), 3, NEW), 6);
        assert_eq!(ends_at(Pacing::new(364 + 365, 4_000, 9), 3, NEW), 7);
        // Where players gain in turn, two depths tell: 10, 90, 30 grow by the root of 3 each.
        let mut pacing = Pacing::new(600, 4_000, 9);
        let ends = [10, 100, 130].map(|spent| pacing.goes_on(spent, CALM));
        assert_eq!((ends, pacing.next_cost()), ([true, true, true], 51));
    }

    #[test]
    fn no_depth_is_begun_that_cannot_end() {
        assert_eq!(ends_at(Pacing::new(u64::MAX, 364, 9), 3, CALM), 6);
        assert_eq!(ends_at(Pacing::new(u64::MAX, 363, 9), 3, CALM), 5);
        assert_eq!(ends_at(Pacing::new(u64::MAX, 363, 9), 3, FELL), 5);
    }

    #[test]
    fn unrest_takes_time_and_rest_saves_it() {
        let of = |finding| {
            (1..2_000)
                .map(|usual| ends_at(Pacing::new(usual, u64::MAX, 9), 2, finding))
                .sum::<u32>()
        };
        let (calm, new, fell) = (of(CALM), of(NEW), of(FELL));
        assert!(calm < new && new < fell, "{calm} {new} {fell}");
    }

    #[test]
    fn where_there_is_nothing_to_choose_nothing_is_spent() {
        assert_eq!(ends_at(Pacing::new(u64::MAX, u64::MAX, 1), 3, FELL), 1);
    }

    #[test]
    fn what_is_spent_by_nodes_is_what_is_usual_of_nodes() {
        let limits = Limits { usual: Some(Usual::Nodes(100)), ..Limits::default() };
        let mut meter = Meter::new(&limits, 5).expect("something is usual");
        assert!(meter.goes_on(20, CALM) && !meter.goes_on(90, CALM));
        assert!(Meter::new(&Limits::default(), 5).is_none());
    }
}
