//! Whole positions as numbers: two positions have the same number if and only if
//! they are the same (or, if symmetries are folded, one is an image of the other).
//! Where the players may be exchanged, the number is that of an image in which the first
//! player is to move.
//!
//! A number has a digit for each field, counter, remembered field and reserve, and
//! for the player, each with as many values as the declarations allow. A digit is
//! a sum of what its owner and its kind give, so that back ends that keep sets of
//! fields can add up whole bytes of a set at once.

use crate::facts::Facts;
use crate::ids::{Owner, Piece, Player};
use crate::setup::Setup;
use crate::symmetry::Symmetry;

/// Which positions have the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Each has its own.
    Nothing,
    /// Those of which one is the other one turned or mirrored.
    Board,
    /// Those, and those in which the players have changed places, so that what is known
    /// of a position must be said of the player to move.
    Players,
}

/// The most bits of a number.
const MOST_BITS: u32 = 120;

/// Packs positions of one game; whoever implements [`Game`](crate::Game) gives it.
pub trait Packer<P>: Send + Sync {
    /// The number of a position: the least one among its images, with the first player
    /// to move if players may be exchanged.
    fn pack(&self, position: &P) -> u128;

    /// A number for the fields that differ between two positions, whatever stands on
    /// them; different fields may have the same. 0 if no field differs.
    fn changed_fields(&self, a: &P, b: &P) -> u64;

    /// What the numbers are made of.
    fn packing(&self) -> &Packing;
}

/// What the digit of a remembered field counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryWeight {
    /// The field: 0 for none, otherwise its number and 1.
    pub field: u128,
    /// The turns that it lives.
    pub turns: u128,
}

/// What each digit of a number counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    symmetries: Vec<Symmetry>,
    /// The least value of each counter.
    lowest: Vec<i32>,
    /// Whether each player has a counter of their own.
    his_own: Vec<bool>,
    owners: [u32; 3],
    kinds: Vec<u32>,
    fields: Vec<u128>,
    counters: Vec<[u128; 2]>,
    memories: Vec<MemoryWeight>,
    reserve: Vec<[u128; 2]>,
    player: u128,
    /// One more than the greatest number.
    end: u128,
}

impl Packing {
    /// The packing of a game whose positions have these images beside themselves;
    /// none if a position has too many bits, or fields hold stacks.
    pub fn new(facts: &Facts, images: Vec<Symmetry>) -> Option<Packing> {
        if facts.stacks.is_some() {
            return None;
        }
        let n_fields = facts.board.n_fields();
        let identity = Symmetry::identity(n_fields, facts.board.directions.len());
        let (owners, kinds, contents) = digits(facts);
        let mut end = Some(1_u128);
        let mut digit = |values: u128| {
            let weight = end.unwrap_or(0);
            end = end.and_then(|end| end.checked_mul(values));
            weight
        };
        let fields = (0..n_fields).map(|_| digit(contents)).collect();
        let counters = facts.counters.iter().map(|counter| {
            let values = (i64::from(counter.high) - i64::from(counter.low) + 1) as u128;
            let second = if counter.symbols.is_some() { values } else { 1 };
            [digit(values), digit(second)]
        });
        let counters = counters.collect();
        let memories = facts.memories.iter().map(|memory| match memory.turns {
            0 => MemoryWeight { field: 0, turns: 0 },
            turns => MemoryWeight {
                field: digit(n_fields as u128 + 1),
                turns: digit(u128::from(turns) + 1),
            },
        });
        let memories = memories.collect();
        let reserve = facts.reserve.iter().map(|_| [digit(256), digit(256)]).collect();
        let player = digit(facts.n_players() as u128);
        let end = end.filter(|end| end.ilog2() < MOST_BITS)?;
        let symmetries = std::iter::once(identity).chain(images).collect();
        let lowest = facts.counters.iter().map(|counter| counter.low).collect();
        let his_own = facts.counters.iter().map(|counter| counter.symbols.is_some()).collect();
        Some(Packing {
            symmetries,
            lowest,
            his_own,
            owners,
            kinds,
            fields,
            counters,
            memories,
            reserve,
            player,
            end,
        })
    }

    /// The symmetries that are folded; the first one changes nothing.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// How many bits the greatest number has.
    pub fn bits(&self) -> u32 {
        self.end.ilog2() + 1
    }

    /// What an owner adds to the digit of a field.
    pub fn owner_digit(&self, owner: Owner) -> u32 {
        self.owners[owner as usize]
    }

    /// What a kind adds to the digit of a field.
    pub fn kind_digit(&self, kind: usize) -> u32 {
        self.kinds[kind]
    }

    /// What the digit of each field counts for.
    pub fn fields(&self) -> &[u128] {
        &self.fields
    }

    /// What the digits of each counter count for, by player.
    pub fn counters(&self) -> &[[u128; 2]] {
        &self.counters
    }

    /// What the digits of each remembered field count for.
    pub fn memories(&self) -> &[MemoryWeight] {
        &self.memories
    }

    /// What the digits of each kind in reserve count for, by player.
    pub fn reserve(&self) -> &[[u128; 2]] {
        &self.reserve
    }

    /// What the digit of the player to move counts for.
    pub fn player(&self) -> u128 {
        self.player
    }

    fn digit(&self, piece: Piece) -> u128 {
        let owner = self.owners[piece.owner() as usize];
        u128::from(owner + self.kinds[piece.kind().index()])
    }

    /// Whether players are exchanged, so that the first player is to move in each
    /// position that has a number.
    pub fn exchanges_players(&self) -> bool {
        self.symmetries.iter().any(|symmetry| symmetry.exchanges_players)
    }

    /// The images of a position of this player of which the least number is taken.
    pub fn images(&self, player: Player) -> impl Iterator<Item = &Symmetry> {
        let exchange = self.exchanges_players() && player == Player::Second;
        self.symmetries.iter().filter(move |symmetry| symmetry.exchanges_players == exchange)
    }

    /// The number of a position: the least one among its images, with the first player
    /// to move if players may be exchanged.
    pub fn pack(&self, setup: &Setup) -> u128 {
        let images = self.images(setup.player).map(|symmetry| self.image(setup, symmetry));
        images.min().unwrap_or(0)
    }

    /// The number of one image of a position.
    pub fn image(&self, setup: &Setup, symmetry: &Symmetry) -> u128 {
        let exchange = symmetry.exchanges_players;
        let player = if exchange { setup.player.other() } else { setup.player };
        let mut number = self.player * player.index() as u128;
        for (stack, to) in setup.board.iter().zip(&symmetry.fields) {
            let digit = stack.last().map_or(0, |piece| self.digit(symmetry.piece(*piece)));
            number += digit * self.fields[to.index()];
        }
        for (i, values) in setup.counters.iter().enumerate() {
            let exchange = exchange && self.his_own[i];
            for (player, value) in values.iter().enumerate() {
                let weight = self.counters[i][player ^ usize::from(exchange)];
                number += (i64::from(*value) - i64::from(self.lowest[i])) as u128 * weight;
            }
        }
        for (memory, weight) in setup.memories.iter().zip(&self.memories) {
            let Some((field, turns)) = memory else { continue };
            number += (symmetry.fields[field.index()].index() as u128 + 1) * weight.field;
            number += u128::from(*turns) * weight.turns;
        }
        for (counts, weights) in setup.reserve.iter().zip(&self.reserve) {
            for (player, count) in counts.iter().enumerate() {
                number += u128::from(*count) * weights[player ^ usize::from(exchange)];
            }
        }
        number
    }

    /// The number of [`Packer::changed_fields`].
    pub fn changed_fields(a: &Setup, b: &Setup) -> u64 {
        let fields = a.board.iter().zip(&b.board).enumerate();
        let changed = fields.filter(|(_, (a, b))| a != b);
        changed.fold(0, |bits, (i, _)| bits ^ (1_u64 << (i % 64)).rotate_left(i as u32 / 64 * 7))
    }

    /// The position of a number, but for its round.
    pub fn unpack(&self, facts: &Facts, mut number: u128) -> Setup {
        let mut setup = Setup::empty(facts);
        let mut take = |weight: u128| {
            let digit = number.checked_div(weight).unwrap_or(0);
            number -= digit * weight;
            digit
        };
        setup.player = Player::BOTH[usize::from(take(self.player) == 1)];
        for (counts, weights) in setup.reserve.iter_mut().zip(&self.reserve).rev() {
            for (count, weight) in counts.iter_mut().zip(weights).rev() {
                *count = take(*weight) as u8;
            }
        }
        for (memory, weight) in setup.memories.iter_mut().zip(&self.memories).rev() {
            let turns = take(weight.turns) as u8;
            let field = take(weight.field).checked_sub(1);
            *memory = field.map(|field| (crate::ids::Field(field as u16), turns));
        }
        let counters = setup.counters.iter_mut().zip(&self.counters).zip(&self.lowest).rev();
        for ((values, weights), low) in counters {
            for (value, weight) in values.iter_mut().zip(weights).rev() {
                *value = (i64::from(*low) + take(*weight) as i64) as i32;
            }
        }
        let pieces: Vec<Piece> = facts.pieces().collect();
        for (stack, weight) in setup.board.iter_mut().zip(&self.fields).rev() {
            let digit = take(*weight);
            stack.clear();
            stack.extend(pieces.iter().copied().find(|piece| self.digit(*piece) == digit));
        }
        setup
    }
}

/// What each owner and each kind add to the digit of a field, and how many values
/// that digit has.
fn digits(facts: &Facts) -> ([u32; 3], Vec<u32>, u128) {
    let pieces: Vec<Piece> = facts.pieces().collect();
    let owners = [Owner::First, Owner::Second, Owner::Nobody];
    let of = |owner: Owner| pieces.iter().filter(|p| p.owner() == owner).count();
    let mut used = 0_u32;
    let mut next = |appears: bool| {
        used += u32::from(appears);
        if appears { used } else { 0 }
    };
    if owners.iter().all(|&owner| of(owner) <= 1) {
        // The owner tells the kind.
        let owners = owners.map(|owner| next(of(owner) > 0));
        return (owners, vec![0; facts.kinds.len()], u128::from(used) + 1);
    }
    let appears = |kind: usize| pieces.iter().any(|p| p.kind().index() == kind);
    let kinds: Vec<u32> = (0..facts.kinds.len()).map(|kind| next(appears(kind))).collect();
    let n_kinds = used;
    let mut n_owners = 0_u32;
    let owners = owners.map(|owner| {
        let before = n_owners * n_kinds;
        n_owners += u32::from(of(owner) > 0);
        before
    });
    (owners, kinds, u128::from(n_kinds) * u128::from(n_owners) + 1)
}
