//! Positions as bytes, for callers that keep them outside of memory: everything that a
//! position holds, so that an equal one comes back, with its outcome and its round.

use crate::position::Position;
use game::{Facts, Field, Kind, Outcome, Owner, Piece, Player, Setup};

/// Puts a position after what is in the list.
pub(crate) fn write(facts: &Facts, position: &Position, bytes: &mut Vec<u8>) {
    let setup = position.setup();
    for stack in &setup.board {
        if facts.stacks.is_some() {
            bytes.extend((stack.len() as u16).to_le_bytes());
        }
        stack.iter().for_each(|piece| bytes.extend((piece.index() as u16 + 1).to_le_bytes()));
        if facts.stacks.is_none() && stack.is_empty() {
            bytes.extend([0, 0]);
        }
    }
    setup.counters.iter().flatten().for_each(|value| bytes.extend(value.to_le_bytes()));
    for memory in &setup.memories {
        let (field, turns) = memory.map_or((0, 0), |(field, turns)| (field.0 + 1, turns));
        bytes.extend(field.to_le_bytes());
        bytes.push(turns);
    }
    setup.reserve.iter().for_each(|counts| bytes.extend(counts));
    bytes.push(setup.player as u8);
    bytes.extend(setup.round.to_le_bytes());
    let (known, Outcome { value, scored }) = match position.outcome {
        Some(outcome) => (1, outcome),
        None => (0, Outcome { value: 0, scored: false }),
    };
    bytes.extend([known, u8::from(scored)]);
    bytes.extend(value.to_le_bytes());
}

/// The position that was written; nothing if the bytes are not those of one.
pub(crate) fn read(facts: &Facts, bytes: &[u8]) -> Option<Position> {
    let mut reader = Reader(bytes);
    let mut setup = Setup::empty(facts);
    for stack in &mut setup.board {
        let n = if facts.stacks.is_some() { reader.u16()? } else { 1 };
        for _ in 0..n {
            if let Some(index) = reader.u16()?.checked_sub(1) {
                stack.push(piece(facts, index)?);
            }
        }
    }
    for value in setup.counters.iter_mut().flatten() {
        *value = i32::from_le_bytes(reader.take()?);
    }
    for memory in &mut setup.memories {
        let (field, [turns]) = (reader.u16()?, reader.take()?);
        *memory = match field.checked_sub(1) {
            Some(field) if usize::from(field) < facts.board.n_fields() => {
                Some((Field(field), turns))
            }
            Some(_) => return None,
            None => None,
        };
    }
    for counts in &mut setup.reserve {
        *counts = reader.take()?;
    }
    setup.player = Player::BOTH.get(usize::from(reader.take::<1>()?[0])).copied()?;
    setup.round = u32::from_le_bytes(reader.take()?);
    let [known, scored] = reader.take()?;
    let value = i32::from_le_bytes(reader.take()?);
    let mut position = Position::from_setup(facts, &setup);
    position.outcome = (known != 0).then_some(Outcome { value, scored: scored != 0 });
    reader.0.is_empty().then_some(position)
}

fn piece(facts: &Facts, index: u16) -> Option<Piece> {
    let owner = [Owner::First, Owner::Second, Owner::Nobody][usize::from(index % 3)];
    let kind = usize::from(index / 3);
    (kind < facts.kinds.len()).then(|| Piece::new(Kind(kind as u8), owner))
}

/// Bytes that are read one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }
}
