//! What a field may hold, as a set of pieces and emptiness, and how that is
//! said from a player's point of view.

use game::{Facts, Field, Owner, Piece, Player};
use std::cmp::Ordering;

/// Room for the most pieces that a game can have, and emptiness.
const N_WORDS: usize = 12;

/// The contents that a condition allows on a field: a bit for emptiness, and one
/// for each piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contents([u64; N_WORDS]);

impl Contents {
    /// Nothing is allowed, not even an empty field.
    pub const NOTHING: Contents = Contents([0; N_WORDS]);

    /// Anything is allowed.
    pub fn all(facts: &Facts) -> Contents {
        Contents::such(facts, |_| true)
    }

    /// Only this.
    pub fn just(top: Option<Piece>) -> Contents {
        let mut contents = Contents::NOTHING;
        contents.insert(top);
        contents
    }

    /// What a field can hold at all, each by itself: nothing, or one of the pieces.
    pub fn every(facts: &Facts) -> impl Iterator<Item = Option<Piece>> + '_ {
        std::iter::once(None).chain(facts.pieces().map(Some))
    }

    /// Everything of this sort; `None` stands for the empty field.
    pub fn such(facts: &Facts, is_such: impl Fn(Option<Piece>) -> bool) -> Contents {
        let mut contents = Contents::NOTHING;
        Contents::every(facts).filter(|&top| is_such(top)).for_each(|top| contents.insert(top));
        contents
    }

    fn insert(&mut self, top: Option<Piece>) {
        let bit = bit(top);
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Allowed by both.
    pub fn and(&self, other: &Contents) -> Contents {
        Contents(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Allowed by at least one.
    pub fn or(&self, other: &Contents) -> Contents {
        Contents(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Everything that is not allowed.
    pub fn complement(&self, facts: &Facts) -> Contents {
        Contents::such(facts, |top| !self.allows(top))
    }

    /// Whether this is allowed.
    pub fn allows(&self, top: Option<Piece>) -> bool {
        let bit = bit(top);
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Whether nothing is allowed.
    pub fn is_nothing(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether all that is allowed here is allowed there.
    pub fn is_within(&self, other: &Contents) -> bool {
        self.0.iter().zip(&other.0).all(|(here, there)| here & !there == 0)
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The condition in words: `own bishop on f3`, `g2 is empty`, `no own piece on h1`.
    pub fn describe(&self, facts: &Facts, player: Player, field: Field) -> String {
        let name = facts.field_name(field);
        let pieces = |contents: &Contents| contents.sort(facts, player);
        let others = self.complement(facts);
        match (self.allows(None), self.len(), others.len()) {
            (_, 0, _) => format!("{name} can hold nothing that will do"),
            (_, _, 0) => format!("anything on {name}"),
            (true, 1, _) => format!("{name} is empty"),
            (true, ..) => format!("no {} on {name}", pieces(&others)),
            (false, ..) => format!("{} on {name}", pieces(self)),
        }
    }

    /// The pieces in words, without a field: `own bishop`, `enemy piece`.
    pub fn sort(&self, facts: &Facts, player: Player) -> String {
        self.pieces(facts, player).join(" or ")
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

/// The bit that stands for this.
fn bit(top: Option<Piece>) -> usize {
    top.map_or(0, |piece| 1 + piece.index())
}

impl Ord for Contents {
    /// As lists of what is allowed are compared: by the first that differs.
    fn cmp(&self, other: &Contents) -> Ordering {
        for (i, (&here, &there)) in self.0.iter().zip(&other.0).enumerate() {
            let Some(bit) = Some((here ^ there).trailing_zeros()).filter(|bit| *bit < 64) else {
                continue;
            };
            let is_here = here >> bit & 1 == 1;
            let without = if is_here { other } else { self };
            let ends = without.0[i] >> bit == 0 && without.0[i + 1..].iter().all(|w| *w == 0);
            return if is_here == ends { Ordering::Greater } else { Ordering::Less };
        }
        Ordering::Equal
    }
}

impl PartialOrd for Contents {
    fn partial_cmp(&self, other: &Contents) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
