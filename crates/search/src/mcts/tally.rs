//! What was counted of each move of a root, by one tree or by several: trees of other ranks
//! are grown from the same root, and what they counted is added up (root parallelism:
//! Cazenave and Jouandeau, "On the parallelization of UCT", 2007).

use super::edge::Edge;
use super::node::{Verdict, seen_by};
use crate::value::{Value, WIN};
use game::Player;
use game::bytes::{Reader, put};

/// What is known of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    visits: u64,
    /// Points of the first player.
    points: i64,
    /// Whether it was visited, or the game is over after it.
    is_tried: bool,
    proved: Option<Verdict>,
}

impl Tally {
    /// What a tree has counted of a move.
    pub(super) fn of(edge: &Edge) -> Tally {
        let (visits, points, proved) = (u64::from(edge.visits()), edge.points(), edge.proved());
        Tally { visits, points, is_tried: visits > 0 || proved.is_some(), proved }
    }

    /// The points of a game on average, for a player.
    fn mean(&self, player: Player) -> f64 {
        seen_by(player, self.points) as f64 / self.visits.max(1) as f64
    }

    /// How good a move is: wins first, the soonest of them; then what is open, by its
    /// visits, unless it loses more than it wins and there is a draw; lost moves last.
    pub(super) fn rank(&self, player: Player) -> (i32, i64) {
        match self.proved {
            Some(Verdict { winner: None, .. }) => (2, 0),
            Some(Verdict { winner, turns }) if winner == Some(player) => (4, -i64::from(turns)),
            Some(Verdict { turns, .. }) => (0, i64::from(turns)),
            None if self.is_tried => {
                (if self.mean(player) < 0.0 { 1 } else { 3 }, self.visits as i64)
            }
            None => (1, 0),
        }
    }

    /// The value of a move for the player who makes it.
    pub(super) fn value(&self, player: Player) -> Value {
        match self.proved {
            Some(Verdict { winner: None, .. }) => 0,
            Some(Verdict { winner: Some(winner), turns }) => {
                let won = WIN - (turns as Value + 1).min(WIN / 8);
                if winner == player { won } else { -won }
            }
            None => self.mean(player).round() as Value,
        }
    }

    /// Adds what another tree has counted. What is proved is true in all of them; the
    /// proof of fewer turns is kept.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.visits += other.visits;
        self.points += other.points;
        self.is_tried |= other.is_tried;
        self.proved = match (self.proved, other.proved) {
            (Some(mine), Some(other)) => Some(if other.turns < mine.turns { other } else { mine }),
            (mine, other) => mine.or(other),
        };
    }

    /// Appends it to a message.
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        let proved = self.proved.map_or(0, |Verdict { winner, turns }| {
            u64::from(turns) << 2 | winner.map_or(1, |winner| 2 + winner.index() as u64)
        });
        let numbers = [self.visits, self.points as u64, u64::from(self.is_tried), proved];
        numbers.into_iter().for_each(|number| put(number.into(), bytes));
    }

    /// Reads it from a message.
    pub(crate) fn read(from: &mut Reader<'_>) -> Option<Tally> {
        let (visits, points) = (from.small()?, from.small::<u64>()? as i64);
        let (is_tried, proved) = (from.small::<u8>()? > 0, from.small::<u64>()?);
        let turns = u32::try_from(proved >> 2).ok()?;
        let proved = match proved & 3 {
            0 => None,
            1 => Some(Verdict { winner: None, turns }),
            n => Some(Verdict { winner: Some(Player::BOTH[n as usize - 2]), turns }),
        };
        Some(Tally { visits, points, is_tried, proved })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_trees_have_counted_adds_up() {
        let tally = |visits, points, proved| Tally { visits, points, is_tried: true, proved };
        let wins = |turns| Some(Verdict { winner: Some(Player::Second), turns });
        let draws = Some(Verdict { winner: None, turns: 3 });
        for one in [tally(5, -900, None), tally(1, 0, wins(7)), tally(9, 4, draws)] {
            let mut bytes = Vec::new();
            one.put(&mut bytes);
            assert_eq!(Tally::read(&mut Reader(&bytes)), Some(one));
        }
        let mut sum = tally(10, 5000, None);
        sum.add(&tally(30, -1000, None));
        assert_eq!((sum.value(Player::First), sum.value(Player::Second)), (100, -100));
        assert_eq!((sum.rank(Player::First), sum.rank(Player::Second)), ((3, 40), (1, 40)));
        // What another tree has proved counts more than all games.
        sum.add(&tally(1, -1000, wins(7)));
        sum.add(&tally(1, -1000, wins(5)));
        assert_eq!((sum.rank(Player::Second), sum.rank(Player::First)), ((4, -5), (0, 5)));
        assert_eq!(sum.value(Player::Second), WIN - 6);
    }
}
