//! What Monte-Carlo tree search keeps of a node, so that several threads can change
//! it at once: visits, what was proved, the position, and what was learned from all
//! games after it.

use super::amaf::Learned;
use game::Player;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// What a won game counts.
pub(super) const GAME: i64 = 1000;

/// Points of the first player, seen by this one.
pub(super) fn seen_by(player: Player, points: i64) -> i64 {
    if player == Player::First { points } else { -points }
}

/// What is proved of a node or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Who wins with best play; nobody if it is a draw.
    pub(crate) winner: Option<Player>,
    /// After this many turns at most.
    pub(crate) turns: u32,
}

impl Verdict {
    /// The points of a game that ends so, for the first player.
    pub(super) fn points(self) -> i64 {
        self.winner.map_or(0, |winner| seen_by(winner, GAME))
    }

    /// The verdict as a number that is not 0.
    pub(super) fn pack(self) -> u32 {
        let code = self.winner.map_or(1, |winner| 2 + winner.index() as u32);
        self.turns.min(u32::MAX >> 2) << 2 | code
    }

    #[inline]
    pub(super) fn unpack(word: u32) -> Option<Verdict> {
        let winner = match word & 3 {
            0 => return None,
            1 => None,
            n => Some(Player::BOTH[n as usize - 2]),
        };
        Some(Verdict { winner, turns: word >> 2 })
    }
}

/// What is proved, if something is; what was proved first stays.
#[derive(Debug, Default)]
pub(crate) struct Proved(AtomicU32);

impl Proved {
    #[inline]
    pub(crate) fn get(&self) -> Option<Verdict> {
        Verdict::unpack(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, verdict: Verdict) {
        let relaxed = Ordering::Relaxed;
        // Another thread may have proved it before.
        let _before = self.0.compare_exchange(0, verdict.pack(), relaxed, relaxed);
    }
}

/// What is proved of a position by what is proved of its moves: one that wins is enough,
/// and a player who has only moves that are proved takes the best of them (Winands,
/// Björnsson and Saito, "Monte-Carlo tree search solver", 2008).
pub(crate) fn conclusion(
    player: Player,
    moves: impl Iterator<Item = Option<Verdict>>,
) -> Option<Verdict> {
    let (mut best, mut is_open): (Option<Verdict>, bool) = (None, false);
    for proved in moves {
        match proved {
            Some(verdict) if best.is_none_or(|best| is_better(player, verdict, best)) => {
                best = Some(verdict);
            }
            Some(_) => {}
            None => is_open = true,
        }
    }
    let best = best.filter(|best| !is_open || best.winner == Some(player));
    best.map(|Verdict { winner, turns }| Verdict { winner, turns: turns + 1 })
}

/// Whether a player likes a verdict more than another: a player who wins is in a hurry, and
/// one who loses is not.
fn is_better(player: Player, new: Verdict, old: Verdict) -> bool {
    let rank = |verdict: Verdict| match verdict.winner {
        Some(winner) if winner == player => (2, -i64::from(verdict.turns)),
        None => (1, 0),
        Some(_) => (0, i64::from(verdict.turns)),
    };
    rank(new) > rank(old)
}

/// A node of the tree.
#[derive(Debug)]
pub(super) struct Stats<P> {
    visits: AtomicU32,
    proved: Proved,
    /// Set before a node gets its moves.
    is_second: AtomicBool,
    position: OnceLock<Box<P>>,
    learned: OnceLock<Learned>,
}

impl<P> Default for Stats<P> {
    fn default() -> Stats<P> {
        Stats {
            visits: AtomicU32::new(0),
            proved: Proved::default(),
            is_second: AtomicBool::new(false),
            position: OnceLock::new(),
            learned: OnceLock::new(),
        }
    }
}

impl<P> Stats<P> {
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Counts visits.
    pub(super) fn add_visits(&self, more: u32) {
        self.visits.fetch_add(more, Ordering::Relaxed);
    }

    pub(super) fn player(&self) -> Player {
        Player::BOTH[usize::from(self.is_second.load(Ordering::Relaxed))]
    }

    pub(super) fn set_player(&self, player: Player) {
        self.is_second.store(player == Player::Second, Ordering::Relaxed);
    }

    /// What is proved of the node.
    pub(super) fn proved(&self) -> Option<Verdict> {
        self.proved.get()
    }

    /// Notes what is proved; what was proved first stays.
    pub(super) fn prove(&self, verdict: Verdict) {
        self.proved.set(verdict);
    }

    /// The position, unless it is the root.
    pub(super) fn position(&self) -> Option<&P> {
        self.position.get().map(|position| &**position)
    }

    pub(super) fn keep(&self, position: P) {
        // Another thread may have kept it before.
        let _before = self.position.set(Box::new(position));
    }

    /// What was learned from all games after it, if that is kept.
    pub(super) fn learned(&self) -> Option<&Learned> {
        self.learned.get()
    }

    /// Begins to learn.
    pub(super) fn learn(&self, n_fields: usize) {
        // Another thread may have begun before.
        let _learned = self.learned.get_or_init(|| Learned::new(n_fields));
    }

    /// The bytes that the node takes outside of the tree, if a position takes this many.
    pub(super) fn outside(&self, position_bytes: usize) -> usize {
        self.position().map_or(0, |_| position_bytes) + self.learned().map_or(0, Learned::bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_prove_a_position() {
        let verdict = |winner, turns| Some(Verdict { winner, turns });
        let (mine, other) = (Some(Player::First), Some(Player::Second));
        let check = |moves: &[Option<Verdict>], expected: Option<Verdict>| {
            assert_eq!(conclusion(Player::First, moves.iter().copied()), expected, "{moves:?}");
        };
        check(&[], None);
        check(&[None, verdict(mine, 4), verdict(mine, 2)], verdict(mine, 3));
        check(&[None, verdict(None, 0), verdict(other, 2)], None);
        check(&[verdict(None, 5), verdict(other, 2)], verdict(None, 6));
        check(&[verdict(other, 3), verdict(other, 7)], verdict(other, 8));
        for verdict in [verdict(mine, 0), verdict(other, 9), verdict(None, 3)] {
            assert_eq!(Verdict::unpack(verdict.map_or(0, Verdict::pack)), verdict);
        }
    }
}
