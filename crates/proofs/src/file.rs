//! The file of a proof: a mark, the fingerprint of the rules, the game and the position, the
//! claims with their moves, and a checksum over all of it.
//!
//! Moves are numbers: their places among the moves of their position in the order of their
//! texts. They come in the order in which the check meets the positions, so that nothing
//! else has to be written of a position, and most moves are one byte.

use game::bytes::{Reader, put, put_bytes};
use game::sealed::{Damage, seal, unseal};
use game::{Outcome, Player};

/// What the file begins with; the last byte is the version of the format.
const MARK: &[u8; 8] = b"MGPROOF\x01";

/// The least result that a player claims to reach, in the order of how good it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Least {
    /// This many points, with 0 for a draw and for play that never ends.
    Points(i32),
    /// A win that is not counted in points, which is better than any number of them.
    Win,
}

/// One move for each position in which a player may have to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who makes these moves.
    pub player: Player,
    /// What they reach at least.
    pub least: Least,
    /// The moves by their places, as bytes of [`game::bytes::put`].
    pub moves: Vec<u8>,
}

/// A proof of what a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The fingerprint of the rules.
    pub rules: u64,
    /// The game, as it was named when the proof was made.
    pub game: String,
    /// The position, as text.
    pub position: String,
    /// Who can reach what.
    pub claims: Vec<Claim>,
}

impl Least {
    /// What an outcome is to a player.
    pub fn of(outcome: Outcome, player: Player) -> Option<Least> {
        match (outcome.scored, outcome.for_player(player)) {
            (false, 1..) => Some(Least::Win),
            (false, 0) => Some(Least::Points(0)),
            // Nothing is worse than a loss without points.
            (false, _) => None,
            (true, points) => Some(Least::Points(points)),
        }
    }

    /// Whether play that never ends is worth less.
    pub fn needs_an_end(self) -> bool {
        self > Least::Points(0)
    }
}

impl Proof {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(u128::from(self.rules), &mut bytes);
        put_bytes(self.game.as_bytes(), &mut bytes);
        put_bytes(self.position.as_bytes(), &mut bytes);
        put(self.claims.len() as u128, &mut bytes);
        for Claim { player, least, moves } in &self.claims {
            put(player.index() as u128, &mut bytes);
            match least {
                Least::Win => put(0, &mut bytes),
                Least::Points(points) => put(u128::from(*points as u32) + 1, &mut bytes),
            }
            put_bytes(moves, &mut bytes);
        }
        seal(MARK, bytes)
    }

    /// Reads what was written.
    pub fn read(bytes: &[u8]) -> Result<Proof, Damage> {
        let body = unseal(MARK, bytes)?;
        Proof::read_body(body).ok_or(Damage::Changed)
    }

    fn read_body(body: &[u8]) -> Option<Proof> {
        let mut reader = Reader(body);
        let rules = reader.small()?;
        let game = String::from_utf8(reader.bytes()?.to_vec()).ok()?;
        let position = String::from_utf8(reader.bytes()?.to_vec()).ok()?;
        let mut claims = Vec::new();
        for _ in 0..reader.count()? {
            let player = *Player::BOTH.get(reader.small::<usize>()?)?;
            let least = match reader.small::<u64>()? {
                0 => Least::Win,
                points => Least::Points(u32::try_from(points - 1).ok()? as i32),
            };
            claims.push(Claim { player, least, moves: reader.bytes()?.to_vec() });
        }
        reader.0.is_empty().then_some(Proof { rules, game, position, claims })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> Proof {
        let claim = |player, least| Claim { player, least, moves: vec![0, 3, 1] };
        Proof {
            rules: u64::MAX - 7,
            game: "othello".into(),
            position: "8/8".into(),
            claims: vec![
                claim(Player::First, Least::Win),
                claim(Player::Second, Least::Points(-64)),
                claim(Player::First, Least::Points(0)),
            ],
        }
    }

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let bytes = proof().write();
        assert_eq!(Proof::read(&bytes), Ok(proof()));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(Proof::read(&damaged).is_err(), "byte {place}");
            assert!(Proof::read(&bytes[..place]).is_err(), "{place} bytes");
        }
        assert_eq!(Proof::read(b"PGN or so"), Err(Damage::Foreign));
        assert_eq!(Proof::read(b"MGPROOF\x02"), Err(Damage::Version(2)));
    }

    #[test]
    fn results_are_in_the_order_of_how_good_they_are() {
        let of = |value, scored| Least::of(Outcome { value, scored }, Player::First);
        let all = [of(-1, false), of(-3, true), of(0, false), of(1, true), of(1, false)];
        assert!(all.is_sorted() && all[0].is_none() && all[2] == of(0, true), "{all:?}");
        let second = Least::of(Outcome { value: -5, scored: true }, Player::Second);
        assert_eq!(second, Some(Least::Points(5)));
        assert!(Least::Win.needs_an_end() && !Least::Points(0).needs_an_end());
    }
}
