//! How many positions of what is possible are kept: as many as can be carried forward in
//! the time that there is for it, so that little time is not used up by them.
//!
//! The time is not looked at here. Whoever plays says which share of it is left, and work
//! is counted: if `n` positions took the share `s`, then `n / s` can be carried forward in
//! all of it. As turns of one player take longer than those of the other, they are
//! measured apart.

use crate::settings::{Method, Settings};
use game::Player;

/// More are not kept unless somebody asks for it.
const MOST: usize = 40_000;
/// Where nodes decide, it is this many at least.
const LEAST_FOR_NODES: usize = 2048;
/// Turns of a way down the tree of `ismcts`, roughly.
const TURNS: usize = 20;
/// This many are kept in any case, and fewer tell nothing about the time that they take.
const LEAST: usize = 64;
/// A turn may take long because the machine did something else: not more than this part
/// is given up for that.
const GIVEN_UP: f64 = 0.5;

/// How many positions are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    /// Never more than this many.
    most: usize,
    /// Before a turn of each player, as many as time allows; nothing if it does not matter.
    by_time: Option<[f64; 2]>,
}

impl Capacity {
    /// As settings say, and memory allows.
    pub(crate) fn new(settings: &Settings, room: usize) -> Capacity {
        let most = match (settings.worlds, settings.samples) {
            (Some(worlds), _) => worlds,
            // A player that looks at little need not know much.
            (None, Some(samples)) => {
                let each = match settings.method {
                    Method::Pimc => usize::try_from(settings.nodes).unwrap_or(usize::MAX),
                    Method::Ismcts => TURNS,
                };
                samples.saturating_mul(each).clamp(LEAST_FOR_NODES, MOST)
            }
            (None, None) => MOST,
        };
        let most = most.min(room).max(1);
        let is_timed = settings.worlds.is_none() && settings.samples.is_none();
        Capacity { most, by_time: is_timed.then_some([most as f64; 2]) }
    }

    /// Never more than this many.
    pub(crate) fn limit(&self) -> usize {
        self.most
    }

    /// The most before a turn of this player.
    pub(crate) fn most(&self, player: Player) -> usize {
        match self.by_time {
            Some(by_time) => (by_time[player.index()] as usize).max(LEAST).min(self.most),
            None => self.most,
        }
    }

    /// This many were carried forward over a turn of this player; this share of the time for
    /// it is left then.
    pub(crate) fn learn(&mut self, player: Player, n: usize, left: f64) {
        let Some(by_time) = &mut self.by_time else { return };
        if n >= LEAST {
            let known = &mut by_time[player.index()];
            let now = n as f64 / (1.0 - left).max(1e-6);
            *known = now.clamp(GIVEN_UP * *known, self.most as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capacity(samples: Option<usize>, worlds: Option<usize>) -> Capacity {
        let facts = game::Game::facts(&testing::load("phantom_tictactoe")).clone();
        let settings =
            Settings { samples, worlds, nodes: 500, ..Settings::new(&facts, Method::Pimc) };
        Capacity::new(&settings, 1_000_000)
    }

    #[test]
    fn what_is_kept_follows_the_time_that_is_left() {
        let mut kept = capacity(None, None);
        assert_eq!(kept.most(Player::First), 40_000);
        // A tenth of the time was enough for 500 positions.
        (0..9).for_each(|_| kept.learn(Player::First, 500, 0.9));
        assert_eq!((kept.most(Player::First), kept.most(Player::Second)), (5000, 40_000));
        // It took twice the time that there was.
        (0..9).for_each(|_| kept.learn(Player::First, 500, -1.0));
        assert_eq!(kept.most(Player::First), 250);
        // Few positions tell nothing, and nothing is gained by fewer.
        kept.learn(Player::First, 10, -100.0);
        assert_eq!(kept.most(Player::First), 250);
        (0..20).for_each(|_| kept.learn(Player::First, 64, -100.0));
        assert_eq!(kept.most(Player::First), 64);
        (0..9).for_each(|_| kept.learn(Player::First, 1000, 1.0));
        assert_eq!(kept.most(Player::First), 40_000);
    }

    #[test]
    fn what_somebody_asks_for_is_kept_and_otherwise_it_follows_the_nodes() {
        for (samples, worlds, most) in [
            (None, Some(30), 30),
            (Some(1), Some(100_000), 100_000),
            (Some(1), None, 2048),
            (Some(50), None, 25_000),
            (Some(1000), None, 40_000),
        ] {
            let mut kept = capacity(samples, worlds);
            kept.learn(Player::First, 1000, -9.0);
            assert_eq!(kept.most(Player::First), most);
        }
    }
}
