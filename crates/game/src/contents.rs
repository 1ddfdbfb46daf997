//! All that play depends on in a position, read at once into lists that are used again: what
//! tables of positions number them by.

use crate::facts::Facts;
use crate::ids::{Field, Piece};
use crate::play::Game;
use crate::setup::Setup;

/// What a position holds beside who is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The pieces on the board in the order of [`Facts::pieces`], those that are alike in
    /// ascending order of their fields. In a stack each piece counts.
    pub pieces: Vec<(Piece, Field)>,
    /// What is in reserve, and then the counters of players, each for the first and for the
    /// second player.
    pub numbers: Vec<i32>,
    /// The counters that belong to no player.
    pub plain: Vec<i32>,
    /// Whether a field is remembered.
    pub remembers: bool,
    /// Which ones are, by the number of what remembers them.
    pub remembered: Vec<(usize, Field)>,
}

impl Contents {
    /// Empties all lists.
    pub fn clear(&mut self) {
        self.pieces.clear();
        self.numbers.clear();
        self.plain.clear();
        self.remembers = false;
        self.remembered.clear();
    }

    /// Reads a setup, in place of what was read before.
    pub fn read(&mut self, facts: &Facts, setup: &Setup) {
        self.clear();
        for piece in facts.pieces() {
            for (field, stack) in setup.board.iter().enumerate() {
                let alike = stack.iter().filter(|&&other| other == piece);
                self.pieces.extend(alike.map(|&piece| (piece, Field(field as u16))));
            }
        }
        self.numbers.extend(setup.reserve.iter().flatten().map(|count| i32::from(*count)));
        for (values, counter) in setup.counters.iter().zip(&facts.counters) {
            match counter.symbols.is_some() {
                true => self.numbers.extend(values),
                false => self.plain.push(values[0]),
            }
        }
        let memories = setup.memories.iter().enumerate();
        self.remembered.extend(memories.filter_map(|(i, it)| it.as_ref().map(|it| (i, it.0))));
        self.remembers = !self.remembered.is_empty();
    }
}

/// The position with these pieces on the board in place of all others, by way of its setup;
/// see [`Game::arranged`].
pub fn arranged<G: Game + ?Sized>(
    game: &G,
    like: &G::Position,
    pieces: &[(Piece, Field)],
) -> Option<G::Position> {
    let mut setup = game.setup(like);
    setup.board.iter_mut().for_each(Vec::clear);
    for &(piece, field) in pieces {
        setup.board.get_mut(field.index())?.push(piece);
    }
    setup.memories.fill(None);
    game.position(&setup).ok()
}
