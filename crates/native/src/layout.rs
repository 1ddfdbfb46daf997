//! How a position lies in memory: bit sets first, then stacks, then the signature,
//! then what is small, and the round, which is not compared, last.
//!
//! In registers everything is a *slot* of 64 bits. A position is its slots
//! packed: sets as words, counters, remembered fields and reserves in as few
//! bytes as their ranges need.

pub(crate) mod masks;
pub(crate) mod reading;
mod setups;
pub(crate) mod stacks;
mod whole;
pub(crate) mod words;

use game::{Facts, Kind, Memory, Owner, Piece, Player};
use stacks::Stacks;
use std::ops::Range;

/// The most fields of a board that code is made for.
pub(crate) const MOST_FIELDS: usize = 256;

/// A slot that lies packed in a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed {
    /// The slot.
    pub(crate) slot: usize,
    /// Where it begins in the position.
    pub(crate) offset: usize,
    /// 1, 2 or 4 bytes.
    pub(crate) bytes: usize,
    /// The least value, which is packed as 0.
    pub(crate) low: i64,
}

/// Where everything is.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Words of a set of fields.
    pub(crate) words: usize,
    /// The set of each owner (first, second, nobody), if there is one.
    pub(crate) owners: [Option<usize>; 3],
    /// The set of each kind; none if the owner tells the kind, or it is gone.
    pub(crate) kinds: Vec<Option<usize>>,
    /// The sets.
    pub(crate) n_sets: usize,
    /// Where stacks are, if the game has any.
    pub(crate) stacks: Option<Stacks>,
    /// The slots of the board, which are the first words of a position, too: sets and
    /// stacks.
    pub(crate) n_board: usize,
    /// All pieces that there can be; contents of a field are masks over these.
    pub(crate) pieces: Vec<Piece>,
    /// The sets that each of them is in.
    pub(crate) sets: Vec<[Option<usize>; 2]>,
    /// The pieces of each owner, with the sets of their kinds.
    of_owners: [Vec<(Option<usize>, Piece)>; 3],
    counters: Vec<usize>,
    /// The words in which there are plain counters, and which bits of them.
    plain: Vec<(usize, u64)>,
    /// Reserves and counters of the players, in the order of [`game::Game::numbers`].
    of_players: Vec<Packed>,
    /// The counters that belong to no player.
    of_nobody: Vec<Packed>,
    /// The remembered fields, and the turns that each lives.
    remembered: Vec<Packed>,
    memories: usize,
    reserve: usize,
    /// The slots of a position; those of a turn follow.
    pub(crate) n_position: usize,
    pub(crate) packed: Vec<Packed>,
    /// The offset of the signature.
    pub(crate) signature: usize,
    /// The offset of the player to move: one byte.
    pub(crate) player: usize,
    /// The offset of whether there is an outcome (0; 1; 2 if scored): one byte.
    pub(crate) out_flag: usize,
    /// The offset of the outcome's value: four bytes.
    pub(crate) out_value: usize,
    /// The offset of the round: eight bytes.
    pub(crate) round: usize,
    /// The bytes of a position.
    pub(crate) bytes: usize,
}

/// Slots of a turn, after those of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnSlot {
    /// 0, or the number of the piece in the hand and 1; with stacks, how many there are.
    Hand,
    Changed,
    Passed,
    Again,
    /// What the move costs.
    Cost,
    OutFlag,
    OutValue,
    Signature,
    /// The last event of the text.
    Trace,
    /// The last message.
    Told,
    /// Whether a piece may be gone, or new, of which there must be an exact number.
    Hit,
}

/// How many slots a turn adds.
pub(crate) const N_TURN: usize = 11;

impl Layout {
    /// Where everything is; `creates` says whether rules put pieces down from nowhere.
    pub(crate) fn new(facts: &Facts, creates: bool) -> Layout {
        let words = facts.board.n_fields().div_ceil(64).max(1);
        let pieces: Vec<Piece> = facts.pieces().collect();
        let mut n_sets = 0;
        let mut next = || {
            n_sets += 1;
            n_sets - 1
        };
        let owned = |owner: Owner| pieces.iter().filter(|p| p.owner() == owner).count();
        let owners = [Owner::First, Owner::Second, Owner::Nobody];
        let by_owner = owners.map(|owner| (owned(owner) > 0).then(&mut next));
        let told_by_owner = owners.iter().all(|&owner| owned(owner) <= 1);
        let kinds = (0..facts.kinds.len())
            .map(|i| {
                let appears = pieces.iter().any(|p| p.kind().index() == i);
                (appears && !told_by_owner).then(&mut next)
            })
            .collect();
        let stacks = Stacks::new(facts, creates, n_sets * words);
        let n_board = n_sets * words + stacks.as_ref().map_or(0, Stacks::n_slots);
        let mut layout = Layout {
            words,
            owners: by_owner,
            kinds,
            n_sets,
            stacks,
            n_board,
            pieces,
            sets: Vec::new(),
            of_owners: Default::default(),
            counters: Vec::new(),
            plain: Vec::new(),
            of_players: Vec::new(),
            of_nobody: Vec::new(),
            remembered: Vec::new(),
            memories: 0,
            reserve: 0,
            n_position: n_board,
            packed: Vec::new(),
            signature: 0,
            player: 0,
            out_flag: 0,
            out_value: 0,
            round: 0,
            bytes: 0,
        };
        for &piece in &layout.pieces {
            let kind = layout.kinds[piece.kind().index()];
            layout.of_owners[piece.owner() as usize].push((kind, piece));
        }
        layout.sets = layout.pieces.iter().map(|&piece| layout.sets_of(piece)).collect();
        layout.place(facts);
        layout
    }

    /// Gives slots and bytes to everything that is not a set.
    fn place(&mut self, facts: &Facts) {
        let mut small: Vec<(usize, usize, i64)> = Vec::new();
        for counter in &facts.counters {
            self.counters.push(self.n_position);
            let bytes = bytes_for(i64::from(counter.high) - i64::from(counter.low));
            for _ in 0..if counter.symbols.is_some() { 2 } else { 1 } {
                small.push((self.n_position, bytes, i64::from(counter.low)));
                self.n_position += 1;
            }
        }
        self.memories = self.n_position;
        for memory in &facts.memories {
            if memory.turns > 0 {
                small.push((self.n_position, bytes_for(facts.board.n_fields() as i64), 0));
                small.push((self.n_position + 1, 1, 0));
            }
            self.n_position += 2;
        }
        self.reserve = self.n_position;
        for _ in &facts.reserve {
            small.push((self.n_position, 1, 0));
            small.push((self.n_position + 1, 1, 0));
            self.n_position += 2;
        }
        self.signature = self.n_board * 8;
        let mut offset = self.signature + 8;
        self.out_value = offset;
        offset += 4;
        for bytes in [4, 2, 1] {
            for &(slot, _, low) in small.iter().filter(|(_, b, _)| *b == bytes) {
                self.packed.push(Packed { slot, offset, bytes, low });
                offset += bytes;
            }
        }
        self.plain = self.plain_counters(facts);
        self.of_players = self.numbers_of_players(facts);
        self.find_others(facts);
        self.player = offset;
        self.out_flag = offset + 1;
        self.round = (offset + 2).next_multiple_of(8);
        self.bytes = self.round + 8;
    }

    /// Where the counters are that belong to no player.
    fn plain_counters(&self, facts: &Facts) -> Vec<(usize, u64)> {
        let mut words: Vec<(usize, u64)> = Vec::new();
        let slots = self.counters.iter().zip(&facts.counters);
        for (slot, _) in slots.filter(|(_, declared)| declared.symbols.is_none()) {
            for packed in self.packed.iter().filter(|packed| packed.slot == *slot) {
                let mask = (1u64 << (8 * packed.bytes)) - 1;
                let (place, mask) = (packed.offset / 8, mask << (packed.offset % 8 * 8));
                match words.iter_mut().find(|(word, _)| *word == place) {
                    Some((_, all)) => *all |= mask,
                    None => words.push((place, mask)),
                }
            }
        }
        words
    }

    /// Where the reserves and the counters of the players are.
    fn numbers_of_players(&self, facts: &Facts) -> Vec<Packed> {
        let counters = self.counters.iter().zip(&facts.counters);
        let counters = counters.filter(|(_, declared)| declared.symbols.is_some());
        let counters = counters.flat_map(|(slot, _)| [*slot, *slot + 1]);
        let slots = (self.reserve..self.reserve + 2 * facts.reserve.len()).chain(counters);
        let packed = |slot| self.packed.iter().find(|packed| packed.slot == slot).copied();
        slots.filter_map(packed).collect()
    }

    /// All slots.
    pub(crate) fn n_slots(&self) -> usize {
        self.hand().end
    }

    /// The slots of the pieces in the hand, if it can hold several.
    pub(crate) fn hand(&self) -> Range<usize> {
        let first = self.n_position + N_TURN;
        first..first + self.stacks.as_ref().map_or(0, |stacks| stacks.n_hand)
    }

    /// The sets that a piece is in.
    pub(crate) fn sets_of(&self, piece: Piece) -> [Option<usize>; 2] {
        [self.owners[piece.owner() as usize], self.kinds[piece.kind().index()]]
    }

    /// The slot of a part of the turn.
    pub(crate) fn turn(&self, slot: TurnSlot) -> usize {
        self.n_position + slot as usize
    }

    /// The slot of a counter.
    pub(crate) fn counter(&self, facts: &Facts, counter: game::Counter, v: Player) -> usize {
        let own = facts.counters[counter.index()].symbols.is_some();
        self.counters[counter.index()] + if own { v.index() } else { 0 }
    }

    /// The slot of a remembered field, 0 if there is none, else the field and 1;
    /// the turns that it lives are in the next slot.
    pub(crate) fn memory(&self, memory: Memory) -> usize {
        self.memories + 2 * memory.index()
    }

    /// The slot of a reserve.
    pub(crate) fn reserve(&self, entry: usize, v: Player) -> usize {
        self.reserve + 2 * entry + v.index()
    }

    /// The number of a piece in masks of contents.
    pub(crate) fn piece(&self, kind: Kind, owner: Owner) -> Option<usize> {
        self.pieces.iter().position(|&p| p == Piece::new(kind, owner))
    }

    /// Whether a slot is that of a reserve.
    pub(crate) fn is_reserve(&self, facts: &Facts, slot: usize) -> bool {
        (self.reserve..self.reserve + 2 * facts.reserve.len()).contains(&slot)
    }

    /// Whether a slot is hidden from the opponent of this player: counters and reserve of
    /// their own, and all that is remembered.
    pub(crate) fn is_hidden(&self, facts: &Facts, slot: usize, player: Player) -> bool {
        let memories = self.memories..self.memories + 2 * facts.memories.len();
        let counters = self.counters.iter().zip(&facts.counters);
        let mut own = counters.filter(|(_, declared)| declared.symbols.is_some());
        memories.contains(&slot)
            || self.is_reserve(facts, slot) && (slot - self.reserve) % 2 == player.index()
            || own.any(|(&first, _)| slot == first + player.index())
    }
}

/// How many bytes hold numbers from 0 to this one.
fn bytes_for(most: i64) -> usize {
    match most {
        ..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
}
