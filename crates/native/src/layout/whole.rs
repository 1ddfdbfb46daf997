//! Positions as tables number them: all that one holds, read out of its words at once, and a
//! board that is put in place of another without a setup in between.

use crate::layout::stacks::Stacks;
use crate::layout::{Layout, Packed};
use game::{Beside, Contents, Facts, Field, Memory, Number, Piece, Rows};

impl Layout {
    /// Finds the counters that belong to no player, and the remembered fields.
    pub(super) fn find_others(&mut self, facts: &Facts) {
        let at = |slot: usize| self.packed.iter().find(|packed| packed.slot == slot).copied();
        let counters = self.counters.iter().zip(&facts.counters);
        let plain = counters.filter(|(_, declared)| declared.symbols.is_none());
        let plain = plain.filter_map(|(slot, _)| at(*slot)).collect();
        let memories = self.memories..self.memories + 2 * facts.memories.len();
        let remembered = memories.filter_map(at).collect();
        (self.of_nobody, self.remembered) = (plain, remembered);
    }

    /// Whether pieces are stacked, and more than one piece: then positions are read and made by
    /// way of setups.
    pub(crate) fn has_mixed_stacks(&self) -> bool {
        self.stacks.as_ref().is_some_and(|stacks| !stacks.is_uniform())
    }

    /// Reads all that a position holds that has no stacks, or stacks of equal pieces.
    pub(crate) fn contents(&self, words: &[u64], into: &mut Contents) {
        into.clear();
        for (&piece, sets) in self.pieces.iter().zip(&self.sets) {
            for word in 0..self.words {
                let sets = sets.iter().flatten().map(|set| words[set * self.words + word]);
                let mut fields = sets.fold(u64::MAX, |all, word| all & word);
                while fields != 0 {
                    let field = 64 * word as u16 + fields.trailing_zeros() as u16;
                    let height = |stacks: &Stacks| stacks.height(words, usize::from(field));
                    let height = self.stacks.as_ref().map_or(1, height);
                    into.pieces.extend(std::iter::repeat_n((piece, Field(field)), height));
                    fields &= fields - 1;
                }
            }
        }
        self.numbers(words, &mut into.numbers);
        into.plain.extend(self.of_nobody.iter().map(|packed| self.get(words, packed) as i32));
        into.remembers = self.remembered.iter().any(|packed| self.get(words, packed) != 0);
        if into.remembers {
            let memories = (0..(self.reserve - self.memories) / 2).map(|i| Memory(i as u8));
            let fields = memories.filter_map(|it| Some((it.index(), self.remembered(words, it)?)));
            into.remembered.extend(fields);
        }
    }

    /// How positions are rows of words, where a word is a set of fields and nothing is stacked.
    pub(crate) fn rows(&self, repeats: Option<u32>) -> Option<Rows> {
        let [first, second, _] = self.owners;
        if self.words != 1 || self.stacks.is_some() {
            return None;
        }
        let piece = |(piece, sets): (&Piece, &[Option<usize>; 2])| {
            let mut sets = sets.iter().flatten().copied();
            let set = sets.next()?;
            Some((*piece, [set, sets.next().unwrap_or(set)]))
        };
        Some(Rows {
            n_words: self.bytes / 8,
            n_board: self.n_board,
            owners: [first?, second?],
            pieces: self.pieces.iter().zip(&self.sets).map(piece).collect::<Option<_>>()?,
            repeats,
            beside: self.numbers_beside(),
        })
    }

    /// Where what is not on the board is. Numbers of four bytes are placed before those of two and of
    /// one, so that none is spread over two words.
    fn numbers_beside(&self) -> Beside {
        let number = |packed: &Packed| Number {
            word: packed.offset / 8,
            shift: (packed.offset % 8 * 8) as u32,
            mask: (1 << (8 * packed.bytes)) - 1,
            low: packed.low,
        };
        let of_players: Vec<Number> = self.of_players.iter().map(number).collect();
        // What lasts no longer than a turn has no place.
        let memories = (0..(self.reserve - self.memories) / 2).map(|i| Memory(i as u8));
        let remembered = memories.filter_map(|memory| {
            let slot = self.memory(memory);
            let packed = self.packed.iter().find(|packed| packed.slot == slot)?;
            Some((memory.index(), number(packed)))
        });
        Beside {
            of_players: of_players.as_chunks().0.to_vec(),
            of_nobody: self.of_nobody.iter().map(number).collect(),
            remembered: remembered.collect(),
        }
    }

    /// Puts pieces on the board of such a position in place of all others, and forgets what is
    /// remembered; says no if there can be no such position.
    pub(crate) fn arrange(
        &self,
        facts: &Facts,
        words: &mut [u64],
        pieces: &[(Piece, Field)],
    ) -> bool {
        words[..self.n_sets * self.words].fill(0);
        if let Some(stacks) = &self.stacks {
            stacks.clear(words);
        }
        for packed in &self.remembered {
            self.put(words, packed, packed.low);
        }
        self.set_outcome(words, None);
        let n_fields = facts.board.n_fields();
        for (i, &(piece, field)) in pieces.iter().enumerate() {
            let field = field.index();
            let is_free = match &self.stacks {
                Some(stacks) => field < n_fields && stacks.put_one(words, field),
                None => pieces[..i].iter().all(|(_, other)| other.index() != field),
            };
            if field >= n_fields || !is_free || !self.pieces.contains(&piece) {
                return false;
            }
            for set in self.sets_of(piece).into_iter().flatten() {
                words[set * self.words + field / 64] |= 1 << (field % 64);
            }
        }
        self.has_exact_numbers(facts, words, pieces)
    }

    /// Whether each owner has as many pieces of a kind as they always have, on the board and
    /// in reserve.
    fn has_exact_numbers(&self, facts: &Facts, words: &[u64], pieces: &[(Piece, Field)]) -> bool {
        self.pieces.iter().all(|&piece| {
            let Some(exactly) = facts.kinds[piece.kind().index()].exactly else { return true };
            let on_board = pieces.iter().filter(|(other, _)| *other == piece).count();
            on_board + self.kept(facts, words, piece) == usize::from(exactly)
        })
    }

    /// How many of a player's pieces are in reserve.
    fn kept(&self, facts: &Facts, words: &[u64], piece: Piece) -> usize {
        let entry = facts.reserve_index(piece.kind()).zip(piece.owner().player());
        let slot = entry.map(|(entry, player)| self.reserve(entry, player));
        let packed = slot.and_then(|slot| self.packed.iter().find(|packed| packed.slot == slot));
        packed.map_or(0, |packed| self.get(words, packed) as usize)
    }
}
