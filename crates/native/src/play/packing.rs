//! Positions of compiled games as numbers: whole bytes of the sets of a position
//! are looked up, and what they stand for is added.

use crate::code::Native;
use crate::layout::Layout;
use crate::position::Position;
use game::{Facts, Fold, Game, Memory, Owner, Packer, Packing, Player, Symmetry};

/// What each value of a byte stands for.
type Bytes = Box<[u128; 256]>;

/// A small number in a position, and what it is multiplied by.
struct Small {
    offset: usize,
    bytes: usize,
    weight: u128,
}

/// A remembered field, and what each stands for.
struct Remembered {
    offset: usize,
    bytes: usize,
    weights: Vec<u128>,
}

/// One image of a position.
struct Image {
    /// For each byte of the sets.
    sets: Vec<Bytes>,
    remembered: Vec<Remembered>,
}

/// The images of the positions of a player.
struct Images {
    images: Vec<Image>,
    /// What does not depend on how the board is turned.
    small: Vec<Small>,
}

/// Packs positions of a compiled game.
pub(crate) struct NativePacker {
    packing: Packing,
    /// Bytes of the sets that can have bits, by their places in the position.
    places: Vec<(usize, u32)>,
    /// By the player to move.
    images: [Images; 2],
    /// The byte of the player to move.
    player: usize,
    /// Words of a set, and of all sets.
    words: usize,
    set_words: usize,
}

impl NativePacker {
    pub(crate) fn new(game: &Native, fold: Fold) -> Option<NativePacker> {
        let (facts, layout) = (game.facts(), &game.shared().layout);
        let packing = Packing::new(facts, ir::analyses::folded(game.interp().program(), fold))?;
        let n_bytes = facts.board.n_fields().div_ceil(8);
        let set_bytes =
            (0..layout.n_sets).flat_map(|set| (0..n_bytes).map(move |byte| (set, byte)));
        let place =
            |(set, byte): (usize, usize)| (set * layout.words + byte / 8, byte as u32 % 8 * 8);
        let images = |player: Player| {
            let image = |symmetry: &Symmetry| Image::new(facts, layout, &packing, symmetry);
            let exchange = packing.images(player).any(|symmetry| symmetry.exchanges_players);
            Images {
                images: packing.images(player).map(image).collect(),
                small: small(facts, layout, &packing, exchange),
            }
        };
        Some(NativePacker {
            places: set_bytes.map(place).collect(),
            images: Player::BOTH.map(images),
            player: layout.player,
            words: layout.words,
            set_words: layout.n_sets * layout.words,
            packing,
        })
    }
}

impl Image {
    fn new(facts: &Facts, layout: &Layout, packing: &Packing, symmetry: &Symmetry) -> Image {
        let to = &symmetry.fields;
        let weight = |field: usize| to.get(field).map_or(0, |to| packing.fields()[to.index()]);
        let mut sets = Vec::new();
        for digit in set_digits(layout, packing, symmetry) {
            for byte in 0..facts.board.n_fields().div_ceil(8) {
                let mut table = Box::new([0; 256]);
                for (value, sum) in table.iter_mut().enumerate() {
                    let bits = (0..8).filter(|bit| value >> bit & 1 == 1);
                    *sum = bits.map(|bit| weight(byte * 8 + bit) * u128::from(digit)).sum();
                }
                sets.push(table);
            }
        }
        let memories = packing.memories().iter().enumerate();
        let remembered = memories.filter_map(|(i, memory)| {
            let slot = layout.memory(Memory(i as u8));
            let packed = layout.packed.iter().find(|packed| packed.slot == slot)?;
            let fields = to.iter().map(|to| (to.index() as u128 + 1) * memory.field);
            let weights = std::iter::once(0).chain(fields).collect();
            Some(Remembered { offset: packed.offset, bytes: packed.bytes, weights })
        });
        Image { remembered: remembered.collect(), sets }
    }
}

/// What each set adds to the digits of its fields.
fn set_digits(layout: &Layout, packing: &Packing, symmetry: &Symmetry) -> Vec<u32> {
    let mut digits = vec![0; layout.n_sets];
    for owner in [Owner::First, Owner::Second, Owner::Nobody] {
        if let Some(set) = layout.owners[owner as usize] {
            digits[set] = packing.owner_digit(symmetry.owner(owner));
        }
    }
    for (kind, set) in layout.kinds.iter().enumerate() {
        if let Some(set) = set {
            digits[*set] = packing.kind_digit(kind);
        }
    }
    digits
}

/// Everything but the fields; the players may change places.
fn small(facts: &Facts, layout: &Layout, packing: &Packing, exchange: bool) -> Vec<Small> {
    let becomes = |player: Player| if exchange { player.other() } else { player };
    let mut weights: Vec<(usize, u128)> = Vec::new();
    for (i, counter) in packing.counters().iter().enumerate() {
        let own = facts.counters[i].symbols.is_some();
        for v in Player::BOTH.into_iter().take(if own { 2 } else { 1 }) {
            let to = if own { becomes(v) } else { v };
            weights.push((layout.counter(facts, game::Counter(i as u8), v), counter[to.index()]));
        }
    }
    for (i, memory) in packing.memories().iter().enumerate() {
        weights.push((layout.memory(Memory(i as u8)) + 1, memory.turns));
    }
    for (i, entry) in packing.reserve().iter().enumerate() {
        weights.extend(Player::BOTH.map(|v| (layout.reserve(i, v), entry[becomes(v).index()])));
    }
    let place = |(slot, weight): (usize, u128)| {
        let packed = layout.packed.iter().find(|packed| packed.slot == slot)?;
        Some(Small { offset: packed.offset, bytes: packed.bytes, weight })
    };
    let mut small: Vec<Small> = weights.into_iter().filter_map(place).collect();
    if !packing.exchanges_players() {
        small.push(Small { offset: layout.player, bytes: 1, weight: packing.player() });
    }
    small
}

/// A number of a few bytes.
fn read(words: &[u64], offset: usize, bytes: usize) -> u64 {
    (0..bytes).rev().fold(0, |value, i| {
        let offset = offset + i;
        value << 8 | words[offset / 8] >> (offset % 8 * 8) & 0xff
    })
}

impl Packer<Position> for NativePacker {
    fn pack(&self, position: &Position) -> u128 {
        let words = position.words();
        let mut least = u128::MAX;
        let Images { images, small } = &self.images[read(words, self.player, 1) as usize];
        for image in images {
            let mut number = 0;
            for (&(word, shift), table) in self.places.iter().zip(&image.sets) {
                number += table[(words[word] >> shift & 0xff) as usize];
            }
            for memory in &image.remembered {
                number += memory.weights[read(words, memory.offset, memory.bytes) as usize];
            }
            least = least.min(number);
        }
        let small = small.iter().map(|s| u128::from(read(words, s.offset, s.bytes)) * s.weight);
        least + small.sum::<u128>()
    }

    fn changed_fields(&self, a: &Position, b: &Position) -> u64 {
        let (a, b) = (&a.words()[..self.set_words], &b.words()[..self.set_words]);
        let mut changed = 0;
        for word in 0..self.words {
            let sets = (word..self.set_words).step_by(self.words);
            let differ = sets.fold(0, |differ, i| differ | (a[i] ^ b[i]));
            changed ^= differ.rotate_left(word as u32 * 7);
        }
        changed
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }
}
