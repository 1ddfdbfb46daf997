//! Rows of bits in words, which are moved apart and together, and heights in the bytes of
//! a word, which are added up.

/// All but the highest bit of each byte.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The fields of eight on which more than one piece stands, as the highest bits of bytes.
pub(super) fn higher_than_one(heights: u64) -> u64 {
    let more = heights & 0xfefe_fefe_fefe_fefe;
    (((more & LOW) + LOW) | more) & !LOW
}

/// How many pieces lie under the tops of eight fields, by their heights.
pub(super) fn covered(heights: u64) -> usize {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (heights & EVEN) + (heights >> 8 & EVEN);
    let sum = pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48;
    let some = (((heights & LOW) + LOW) | heights) & !LOW;
    sum as usize - some.count_ones() as usize
}

/// Makes room in a row from a bit on, by this many bits.
pub(super) fn move_apart(row: &mut [u64], from: usize, by: usize) {
    let (words, bits) = (by / 64, by % 64);
    let first = from / 64;
    for i in (first..row.len()).rev() {
        let part = |i: Option<usize>| match i {
            Some(i) if i > first => row[i],
            Some(i) if i == first => row[i] & u64::MAX << (from % 64),
            _ => 0,
        };
        let (near, far) = (part(i.checked_sub(words)), part(i.checked_sub(words + 1)));
        let moved = if bits == 0 { near } else { near << bits | far >> (64 - bits) };
        let kept = if i == first { row[i] & !(u64::MAX << (from % 64)) } else { 0 };
        row[i] = moved | kept;
    }
}

/// Takes this many bits out of a row; what was after them comes in their place.
pub(super) fn move_together(row: &mut [u64], from: usize, by: usize) {
    let (words, bits) = (by / 64, by % 64);
    let first = from / 64;
    for i in first..row.len() {
        let part = |i: usize| row.get(i).copied().unwrap_or(0);
        let (near, far) = (part(i + words), part(i + words + 1));
        let moved = if bits == 0 { near } else { near >> bits | far << (64 - bits) };
        row[i] = match i == first {
            true => {
                let kept = u64::MAX << (from % 64);
                moved & kept | row[i] & !kept
            }
            false => moved,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_move_apart_and_together() {
        let mut random = game::Rng::new(7);
        for _ in 0..2000 {
            let n_words = 1 + random.below(3);
            let bits = 64 * n_words;
            let before: Vec<bool> = (0..bits).map(|_| random.below(2) == 1).collect();
            let (from, by) = (random.below(bits), random.below(bits));
            let row = |bits: &[bool]| -> Vec<u64> {
                let word = |bits: &[bool]| {
                    bits.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit))
                };
                bits.chunks(64).map(word).collect()
            };
            let mut apart = before.clone();
            apart.splice(from..from, std::iter::repeat_n(false, by));
            apart.truncate(bits);
            let mut moved = row(&before);
            move_apart(&mut moved, from, by);
            assert_eq!(moved, row(&apart), "from {from} by {by}");
            let mut together = before.clone();
            together.drain(from..(from + by).min(bits));
            together.resize(bits, false);
            let mut moved = row(&before);
            move_together(&mut moved, from, by);
            assert_eq!(moved, row(&together), "from {from} by {by}");
        }
    }

    #[test]
    fn what_is_under_tops_is_counted_by_heights() {
        let mut random = game::Rng::new(3);
        for _ in 0..1000 {
            let heights: [u8; 8] =
                std::array::from_fn(|_| [0, 1, 2, 127, 128, 200, 255][random.below(7)]);
            let under: usize = heights.iter().map(|&h| usize::from(h).saturating_sub(1)).sum();
            assert_eq!(covered(u64::from_le_bytes(heights)), under);
            let piles = heights.map(|h| if h > 1 { 0x80 } else { 0 });
            assert_eq!(higher_than_one(u64::from_le_bytes(heights)), u64::from_le_bytes(piles));
        }
    }
}
