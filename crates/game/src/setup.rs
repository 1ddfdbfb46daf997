//! A position as plain data that may still be nonsense: what texts are read
//! into and written from. A back end turns it into a position of its own.

use crate::facts::{Facts, ReserveFacts};
use crate::ids::{Field, Owner, Piece, Player};

/// A position, unchecked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces on each field from the bottom to the top; more than one only
    /// in games that stack.
    pub board: Vec<Vec<Piece>>,
    /// Who is to move.
    pub player: Player,
    /// Each counter, for the first and the second player; a plain counter is the
    /// first of the two, and the second stays at the lowest value.
    pub counters: Vec<[i32; 2]>,
    /// Each remembered field with the number of further turns it lives.
    pub memories: Vec<Option<(Field, u8)>>,
    /// Each kind in reserve, for the first and the second player.
    pub reserve: Vec<[u8; 2]>,
    /// The round, from 1; play does not depend on it.
    pub round: u32,
}

impl Setup {
    /// An empty board with everything else as declared.
    pub fn empty(facts: &Facts) -> Setup {
        Setup {
            board: vec![Vec::new(); facts.board.n_fields()],
            player: Player::First,
            counters: facts.counters.iter().map(|c| [c.low, c.low]).collect(),
            memories: vec![None; facts.memories.len()],
            reserve: facts.reserve.iter().map(|entry| initial_reserve(facts, entry)).collect(),
            round: 1,
        }
    }

    /// The top piece of a field.
    pub fn top(&self, field: Field) -> Option<Piece> {
        self.board[field.index()].last().copied()
    }
}

/// What each player begins with: nobody has what they have no sign for, and
/// nobody has what a variant took out.
fn initial_reserve(facts: &Facts, entry: &ReserveFacts) -> [u8; 2] {
    let kind = &facts.kinds[entry.kind.index()];
    let has = |player: Player| {
        let owned = [player.into(), Owner::Nobody].map(|owner: Owner| owner as usize);
        !kind.gone
            && player.index() < facts.n_players()
            && owned.iter().any(|&owner| kind.symbols[owner].is_some())
    };
    Player::BOTH.map(|player| if has(player) { entry.count } else { 0 })
}
