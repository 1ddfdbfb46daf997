//! How numbers and positions become bytes, in files and in messages to other machines:
//! numbers with seven bits to the byte, and positions as the back end writes them
//! ([`Game::write_position`]), with their lengths.
//!
//! Whatever is read may come from anywhere, so that reading gives nothing rather than
//! believing a length.

use crate::Game;

/// Appends a number to the list, the lowest bits first.
pub fn put(mut number: u128, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends bytes with their number to the list.
pub fn put_bytes(text: &[u8], bytes: &mut Vec<u8>) {
    put(text.len() as u128, bytes);
    bytes.extend_from_slice(text);
}

/// Reads what was put, one after the other; nothing once something is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next number.
    pub fn number(&mut self) -> Option<u128> {
        let mut number = 0u128;
        for shift in (0..128).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The next number, if this type has room for it.
    pub fn small<T: TryFrom<u128>>(&mut self) -> Option<T> {
        T::try_from(self.number()?).ok()
    }

    /// The next bytes that were put with their number.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = self.small()?;
        let (bytes, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A number of things that take a byte each at least, so that room for them can be
    /// made without danger.
    pub fn count(&mut self) -> Option<usize> {
        self.small().filter(|n| *n <= self.0.len())
    }
}

/// Appends a position with its length to the list; says no if the back end
/// cannot write positions.
pub fn put_position<G: Game>(game: &G, position: &G::Position, to: &mut Vec<u8>) -> bool {
    // The length stands in front, and is known only afterwards; it seldom changes.
    let begin = to.len();
    to.extend([0, 0, 0, 0]);
    let is_written = game.write_position(position, to);
    let n = (to.len() - begin - 4) as u32;
    to[begin..begin + 4].copy_from_slice(&n.to_le_bytes());
    is_written
}

/// Reads a position that was put with its length.
pub fn read_position<G: Game>(game: &G, from: &mut Reader<'_>) -> Option<G::Position> {
    let (n, rest) = from.0.split_first_chunk()?;
    let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes(*n) as usize)?;
    from.0 = rest;
    game.read_position(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_read_and_nothing_else() {
        let mut bytes = Vec::new();
        for number in [0, 127, 128, u128::from(u64::MAX), u128::MAX] {
            put(number, &mut bytes);
        }
        put_bytes(b"words", &mut bytes);
        let mut reader = Reader(&bytes);
        for number in [0, 127, 128, u128::from(u64::MAX), u128::MAX] {
            assert_eq!(reader.number(), Some(number));
        }
        assert_eq!(reader.bytes(), Some(&b"words"[..]));
        assert_eq!(reader.number(), None);
        assert_eq!(Reader(&[200, 1]).small::<u8>(), Some(200));
        assert_eq!(Reader(&[200, 2]).small::<u8>(), None, "too large for a byte");
        assert_eq!(Reader(&[5, 1]).bytes(), None, "longer than what is there");
        assert_eq!(Reader(&[5, 1]).count(), None, "more than there can be");
    }
}
