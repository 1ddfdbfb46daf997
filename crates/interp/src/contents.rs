//! What a field may hold, as a set of pieces and emptiness, and how that is
//! said from a player's point of view.

use game::{Facts, Field, Owner, Piece, Player};
use std::collections::BTreeSet;

/// The contents that a condition allows on a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Contents(BTreeSet<Option<Piece>>);

impl Contents {
    /// Nothing is allowed, not even an empty field.
    pub const NOTHING: Contents = Contents(BTreeSet::new());

    /// Anything is allowed.
    pub fn all(facts: &Facts) -> Contents {
        Contents::such(facts, |_| true)
    }

    /// Only this.
    pub fn just(top: Option<Piece>) -> Contents {
        Contents(BTreeSet::from([top]))
    }

    /// Everything of this sort; `None` stands for the empty field.
    pub fn such(facts: &Facts, is_such: impl Fn(Option<Piece>) -> bool) -> Contents {
        let all = std::iter::once(None).chain(facts.pieces().map(Some));
        Contents(all.filter(|&top| is_such(top)).collect())
    }

    /// Allowed by both.
    pub fn and(&self, other: &Contents) -> Contents {
        Contents(self.0.intersection(&other.0).copied().collect())
    }

    /// Allowed by at least one.
    pub fn or(&self, other: &Contents) -> Contents {
        Contents(self.0.union(&other.0).copied().collect())
    }

    /// Everything that is not allowed.
    pub fn complement(&self, facts: &Facts) -> Contents {
        Contents::such(facts, |top| !self.allows(top))
    }

    /// Whether this is allowed.
    pub fn allows(&self, top: Option<Piece>) -> bool {
        self.0.contains(&top)
    }

    /// The condition in words: `own bishop on f3`, `g2 is empty`, `no own piece on h1`.
    pub fn describe(&self, facts: &Facts, player: Player, field: Field) -> String {
        let name = facts.field_name(field);
        let pieces = |contents: &Contents| contents.pieces(facts, player).join(" or ");
        let others = self.complement(facts);
        match (self.allows(None), self.0.len(), others.0.len()) {
            (_, 0, _) => format!("{name} can hold nothing that will do"),
            (_, _, 0) => format!("anything on {name}"),
            (true, 1, _) => format!("{name} is empty"),
            (true, ..) => format!("no {} on {name}", pieces(&others)),
            (false, ..) => format!("{} on {name}", pieces(self)),
        }
    }

    /// The pieces in words, with groups that are complete put together.
    fn pieces(&self, facts: &Facts, player: Player) -> Vec<String> {
        let mut words = Vec::new();
        let is_all = facts.pieces().all(|piece| self.allows(Some(piece)));
        if is_all && facts.pieces().count() > 1 {
            return vec!["piece".to_string()];
        }
        for owner in [player.into(), player.other().into(), Owner::Nobody] {
            let side = match owner {
                Owner::Nobody => "",
                _ if owner == player.into() => "own ",
                _ => "enemy ",
            };
            let all: Vec<Piece> = facts.pieces().filter(|piece| piece.owner() == owner).collect();
            let here: Vec<&Piece> = all.iter().filter(|p| self.allows(Some(**p))).collect();
            if owner != Owner::Nobody && here.len() == all.len() && all.len() > 1 {
                words.push(format!("{side}piece"));
                continue;
            }
            for piece in here {
                words.push(format!("{side}{}", facts.kinds[piece.kind().index()].name));
            }
        }
        words
    }
}
