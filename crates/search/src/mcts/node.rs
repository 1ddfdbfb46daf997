//! What Monte-Carlo tree search keeps of a node, so that several threads can change
//! it at once: visits, points, what was proved, and in nodes that are walked through
//! often the position.

use crate::memory_tree::Child;
use game::Player;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering};

/// What a won game counts.
pub(super) const GAME: i64 = 1000;

/// Points of the first player, seen by this one.
pub(super) fn seen_by(player: Player, points: i64) -> i64 {
    if player == Player::First { points } else { -points }
}

/// What is proved of a node or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Who wins with best play; nobody if it is a draw.
    pub(super) winner: Option<Player>,
    /// After so many turns at most.
    pub(super) turns: u32,
}

impl Verdict {
    /// The points of a game that ends so, for the first player.
    pub(super) fn points(self) -> i64 {
        self.winner.map_or(0, |winner| seen_by(winner, GAME))
    }
}

/// A node of the tree. Points are those of the first player.
#[derive(Debug)]
pub(super) struct Stats<P> {
    points: AtomicI64,
    visits: AtomicU32,
    /// 0, or what is proved.
    proved: AtomicU32,
    /// Set before a node gets its moves.
    is_second: AtomicBool,
    position: OnceLock<Box<P>>,
}

impl<P> Default for Stats<P> {
    fn default() -> Stats<P> {
        Stats {
            points: AtomicI64::new(0),
            visits: AtomicU32::new(0),
            proved: AtomicU32::new(0),
            is_second: AtomicBool::new(false),
            position: OnceLock::new(),
        }
    }
}

impl<P> Stats<P> {
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The visits, and the points of the first player.
    pub(super) fn counted(&self) -> (u64, i64) {
        (u64::from(self.visits()), self.points.load(Ordering::Relaxed))
    }

    /// The points of a game on average, for a player.
    pub(super) fn mean(&self, player: Player) -> f64 {
        let points = seen_by(player, self.points.load(Ordering::Relaxed));
        points as f64 / f64::from(self.visits().max(1))
    }

    /// Counts a visit, with the points it has until its game is played.
    pub(super) fn begin_visit(&self, points: i64) {
        self.visits.fetch_add(1, Ordering::Relaxed);
        self.points.fetch_add(points, Ordering::Relaxed);
    }

    /// Changes the points of a visit to those of its game.
    pub(super) fn end_visit(&self, change: i64) {
        self.points.fetch_add(change, Ordering::Relaxed);
    }

    pub(super) fn player(&self) -> Player {
        Player::BOTH[usize::from(self.is_second.load(Ordering::Relaxed))]
    }

    pub(super) fn set_player(&self, player: Player) {
        self.is_second.store(player == Player::Second, Ordering::Relaxed);
    }

    /// What is proved of the node.
    pub(super) fn proved(&self) -> Option<Verdict> {
        let word = self.proved.load(Ordering::Relaxed);
        let winner = match word & 3 {
            0 => return None,
            1 => None,
            n => Some(Player::BOTH[n as usize - 2]),
        };
        Some(Verdict { winner, turns: word >> 2 })
    }

    /// Notes what is proved; what was proved first stays.
    pub(super) fn prove(&self, Verdict { winner, turns }: Verdict) {
        let code = winner.map_or(1, |winner| 2 + winner.index() as u32);
        let word = turns.min(u32::MAX >> 2) << 2 | code;
        let (relaxed, was) = (Ordering::Relaxed, 0);
        // Another thread may have proved it before.
        let _before = self.proved.compare_exchange(was, word, relaxed, relaxed);
    }

    /// The position, if it is kept.
    pub(super) fn position(&self) -> Option<&P> {
        self.position.get().map(|position| &**position)
    }

    pub(super) fn keep(&self, position: P) {
        // Another thread may have kept it before.
        let _before = self.position.set(Box::new(position));
    }
}

/// What is proved of a move; `stats` gives a node.
pub(super) fn proved_of<'t, P: 't>(
    child: Child,
    stats: impl Fn(crate::memory_tree::NodeId) -> &'t Stats<P>,
) -> Option<Verdict> {
    match child {
        Child::Untried => None,
        Child::Ended(winner) => Some(Verdict { winner, turns: 0 }),
        Child::Node(node) => stats(node).proved(),
    }
}
