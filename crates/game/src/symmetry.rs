//! Symmetries of a game: ways to turn or mirror the board after which everything
//! that the rules say is as before, so that mirrored positions are worth the same. The
//! players may change places, too; then the position is worth to one what it was worth
//! to the other.

use crate::facts::Facts;
use crate::ids::{Direction, Field, Owner, Piece};
use crate::setup::Setup;

/// Where each field and each direction goes when the board is turned or mirrored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Where each field goes.
    pub fields: Vec<Field>,
    /// Where each direction goes.
    pub directions: Vec<Direction>,
    /// Whether the players change places: pieces, counters, reserves, and who is to move.
    pub exchanges_players: bool,
}

impl Symmetry {
    /// The symmetry that leaves everything where it is.
    pub fn identity(n_fields: usize, n_directions: usize) -> Symmetry {
        Symmetry {
            fields: (0..n_fields).map(|i| Field(i as u16)).collect(),
            directions: (0..n_directions).map(|i| Direction(i as u16)).collect(),
            exchanges_players: false,
        }
    }

    /// This symmetry, and then another one.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        let directions = self.directions.iter();
        Symmetry {
            fields: self.fields.iter().map(|field| next.fields[field.index()]).collect(),
            directions: directions.map(|direction| next.directions[direction.index()]).collect(),
            exchanges_players: self.exchanges_players != next.exchanges_players,
        }
    }

    /// Whose piece it becomes.
    pub fn owner(&self, owner: Owner) -> Owner {
        match owner {
            Owner::First if self.exchanges_players => Owner::Second,
            Owner::Second if self.exchanges_players => Owner::First,
            owner => owner,
        }
    }

    /// What a piece becomes.
    pub fn piece(&self, piece: Piece) -> Piece {
        Piece::new(piece.kind(), self.owner(piece.owner()))
    }

    /// The position on the board that was turned or mirrored.
    pub fn apply(&self, facts: &Facts, setup: &Setup) -> Setup {
        let mut mirrored = setup.clone();
        for (stack, to) in setup.board.iter().zip(&self.fields) {
            mirrored.board[to.index()] = stack.iter().map(|piece| self.piece(*piece)).collect();
        }
        if self.exchanges_players {
            mirrored.player = setup.player.other();
            mirrored.reserve.iter_mut().for_each(|counts| counts.reverse());
            let counters = mirrored.counters.iter_mut().zip(&facts.counters);
            let of_players = counters.filter(|(_, counter)| counter.symbols.is_some());
            of_players.for_each(|(values, _)| values.reverse());
        }
        for (field, _) in mirrored.memories.iter_mut().flatten() {
            *field = self.fields[field.index()];
        }
        mirrored
    }
}
