//! What a move does to the pieces on the board: what it takes, what it turns own pieces
//! into, and what it risks because it may be taken back. All of it is read off the two
//! positions, so that it means the same in every game.

use crate::limits::Stop;
use crate::tree::{Side, Tree};
use crate::value::Value;
use game::{Change, Game, Kind, Owner, Player};

/// What a move does to the pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Exchange {
    /// What it wins, if it is known what the pieces are worth.
    pub(crate) gain: Option<Value>,
    /// What the most valuable piece is worth that has come to another field, 0 if there is none;
    /// nothing if it is not known what one of them is worth.
    pub(crate) risk: Option<Value>,
    /// The piece that it takes, if it does nothing else to the kinds of pieces.
    pub(crate) taken: Option<Kind>,
}

impl Exchange {
    /// Whether more is risked than won.
    #[inline]
    pub(crate) fn may_lose(self) -> bool {
        self.gain.zip(self.risk).is_some_and(|(gain, risk)| gain < risk)
    }

    /// What it wins at least, even if what has come to another field is then lost; nothing if
    /// that is not known.
    #[inline]
    pub(crate) fn wins_at_least(self) -> Option<Value> {
        Some(self.gain?.saturating_sub(self.risk?))
    }
}

/// Lists that are used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    fields: Vec<Change>,
    /// How many more pieces of a kind there are on the side of whoever moves, and how many
    /// fewer on the other.
    net: Vec<(Kind, i32)>,
}

impl Changes {
    fn add(&mut self, kind: Kind, by: i32) {
        match self.net.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum += by,
            None => self.net.push((kind, by)),
        }
    }
}

impl<G: Game> Tree<'_, G> {
    /// What a move of a player does to the pieces.
    pub(crate) fn exchange(
        &mut self,
        player: Player,
        at: &G::Position,
        child: &G::Position,
    ) -> Exchange {
        let mut changes = std::mem::take(&mut self.changes);
        changes.fields.clear();
        changes.net.clear();
        self.game().changes(at, child, &mut changes.fields);
        let own = Owner::from(player);
        let (mut risk, mut taken, mut n_taken) = (Some(0), None, 0);
        for n in 0..changes.fields.len() {
            let Change { before, after, .. } = changes.fields[n];
            if let Some(piece) = before {
                if piece.owner() == own {
                    changes.add(piece.kind(), -1);
                } else {
                    (taken, n_taken) = (Some(piece.kind()), n_taken + 1);
                    changes.add(piece.kind(), 1);
                }
            }
            if let Some(piece) = after {
                if piece.owner() == own {
                    let worth = self.worth.of(piece.kind());
                    risk = risk.zip(worth).map(|(risk, worth)| risk.max(worth));
                    changes.add(piece.kind(), 1);
                } else {
                    changes.add(piece.kind(), -1);
                }
            }
        }
        let changed = || changes.net.iter().filter(|(_, n)| *n != 0);
        let gain = changed().try_fold(0, |sum: Value, (kind, n)| {
            Some(sum.saturating_add(self.worth.of(*kind)?.saturating_mul(*n)))
        });
        let is_plain = n_taken == 1 && changed().count() == 1;
        self.changes = changes;
        Exchange { gain, risk, taken: taken.filter(|_| is_plain) }
    }

    /// What a move wins: by the worth of pieces, or if that is not known yet, by the
    /// evaluation of where it leads.
    pub(crate) fn gain(
        &mut self,
        exchange: Exchange,
        at: &G::Position,
        child: &G::Position,
    ) -> Result<Value, Stop> {
        if let Some(gain) = exchange.gain {
            return Ok(gain);
        }
        let player = self.player(at);
        let before = self.evaluate(at)?;
        let after = self.evaluate(child)?;
        let after = Side::of(self, player, child).value(after);
        if let Some(kind) = exchange.taken {
            self.worth.note(kind, before, after);
        }
        Ok(after - before)
    }
}
