//! How likely each piece is on each field, if every history is as likely as any other,
//! and what is certain.

use crate::answers::Possible;
use crate::limits::InfosetError;
use game::{Facts, Field, Owner, Piece, Player, Referee};
use std::collections::BTreeMap;

/// What lies on each field, and in how many histories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Belief {
    /// The number of histories.
    pub histories: u128,
    /// For each field the pieces that may lie there, and in how many histories they do.
    /// Fields are empty in the others.
    pub fields: Vec<BTreeMap<Piece, u128>>,
}

impl Belief {
    /// The belief of somebody for whom these positions are possible.
    pub fn of<G: Referee>(
        game: &G,
        positions: &[Possible<G::Position>],
    ) -> Result<Belief, InfosetError> {
        let mut belief = Belief::new(game);
        for Possible { position, histories } in positions {
            belief.add(game, position, *histories)?;
        }
        Ok(belief)
    }

    /// That of somebody for whom nothing is possible yet.
    pub fn new<G: Referee>(game: &G) -> Belief {
        let n_fields = game.facts().board.n_fields();
        Belief { histories: 0, fields: vec![BTreeMap::new(); n_fields] }
    }

    /// Takes a position into account to which this many histories lead.
    pub fn add<G: Referee>(
        &mut self,
        game: &G,
        position: &G::Position,
        histories: u128,
    ) -> Result<(), InfosetError> {
        let sum = self.histories.checked_add(histories);
        self.histories = sum.ok_or(InfosetError::TooMany)?;
        let mut stack = Vec::new();
        for (i, pieces) in self.fields.iter_mut().enumerate() {
            stack.clear();
            game.stack(position, Field(i as u16), &mut stack);
            // A piece lies there once, however many there are in a stack.
            stack.sort_unstable();
            stack.dedup();
            for &piece in &stack {
                *pieces.entry(piece).or_insert(0) += histories;
            }
        }
        Ok(())
    }

    /// Takes what others believe into account, for whom other histories are possible.
    pub(crate) fn join(&mut self, other: &Belief) -> Result<(), InfosetError> {
        let sum = self.histories.checked_add(other.histories);
        self.histories = sum.ok_or(InfosetError::TooMany)?;
        for (pieces, others) in self.fields.iter_mut().zip(&other.fields) {
            // None of them is in more histories than there are.
            others.iter().for_each(|(piece, n)| *pieces.entry(*piece).or_insert(0) += n);
        }
        Ok(())
    }

    /// The share of histories in which something holds that holds in this many.
    pub fn share(&self, histories: u128) -> f64 {
        histories as f64 / self.histories.max(1) as f64
    }

    /// The pieces that lie on a field in every history, of those that are not the
    /// player's own.
    pub fn certain(&self, player: Player) -> Vec<(Piece, Field)> {
        let mut certain = Vec::new();
        for (i, pieces) in self.fields.iter().enumerate() {
            let always = pieces.iter().filter(|(_, n)| **n == self.histories);
            let others = always.filter(|(piece, _)| piece.owner() != Owner::from(player));
            certain.extend(others.map(|(piece, _)| (*piece, Field(i as u16))));
        }
        certain
    }

    /// The likeliest piece of a field that is not the player's own, if there is any,
    /// with the number of histories in which any such piece lies there.
    pub fn likeliest(&self, player: Player, field: Field) -> Option<(Piece, u128)> {
        let others = self.fields[field.index()].iter();
        let others = others.filter(|(piece, _)| piece.owner() != Owner::from(player));
        others.max_by_key(|(piece, n)| (**n, std::cmp::Reverse(**piece))).map(|(p, n)| (*p, *n))
    }
}

/// A piece that is certainly on a field, in words: `a bishop of white on g5`.
pub fn describe_certain(facts: &Facts, piece: Piece, field: Field) -> String {
    let name = &facts.kinds[piece.kind().index()].name;
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let owner = piece.owner().player().map(|player| format!(" of {}", facts.player_name(player)));
    format!("{article} {name}{} on {}", owner.unwrap_or_default(), facts.field_name(field))
}
