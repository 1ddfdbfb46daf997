//! Sets of fields as bytes: where fields that follow each other lie side by side in a plane, eight
//! of them are written at once.

/// Fields that follow each other, at most eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// The first field, and the bits of all of them if it is the lowest.
    first: u32,
    bits: u8,
    /// Where the first lies in a plane, and how many there are.
    place: usize,
    length: usize,
}

/// How the fields of a board that fits into a word are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    /// In the order of their places: what is written behind the end of a run is written over by
    /// the next.
    runs: Vec<Run>,
    /// Where each field lies.
    places: Vec<usize>,
}

/// The bits of a byte as bytes, the lowest first.
const BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        bytes[i / 8][i % 8] = (((i / 8) >> (i % 8)) & 1) as u8;
        i += 1;
    }
    bytes
};

impl Spread {
    /// How fields are written of which these are the places in a plane.
    pub(crate) fn new(places: &[usize]) -> Spread {
        let mut runs: Vec<Run> = Vec::new();
        for (field, &place) in places.iter().enumerate().take(64) {
            match runs.last_mut() {
                Some(run) if run.length < 8 && run.place + run.length == place => {
                    run.bits |= 1 << run.length;
                    run.length += 1;
                }
                _ => runs.push(Run { first: field as u32, bits: 1, place, length: 1 }),
            }
        }
        runs.sort_by_key(|run| run.place);
        Spread { runs, places: places.to_vec() }
    }

    /// Writes a set of fields into a plane of zeros.
    #[inline]
    pub(crate) fn write(&self, fields: u64, plane: &mut [u8]) {
        // A run takes about as long as a field that is written by itself.
        if fields.count_ones() as usize <= self.runs.len() {
            let mut fields = fields;
            while fields != 0 {
                plane[self.places[fields.trailing_zeros() as usize]] = 1;
                fields &= fields - 1;
            }
            return;
        }
        for run in &self.runs {
            let bytes = &BYTES[usize::from((fields >> run.first) as u8 & run.bits)];
            match plane.get_mut(run.place..run.place + 8) {
                Some(eight) => eight.copy_from_slice(bytes),
                None => plane[run.place..][..run.length].copy_from_slice(&bytes[..run.length]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    /// Rows from the last to the first, of which one is short, and a field that lies apart.
    #[test]
    fn sets_are_written_like_their_fields() {
        let boards: [Vec<usize>; 3] = [
            (0..42).map(|i| (5 - i / 7) * 7 + i % 7).collect(),
            (0..64).collect(),
            vec![20, 21, 22, 10, 11, 12, 13, 0, 3, 23],
        ];
        let mut random = Rng::new(1);
        for places in boards {
            let spread = Spread::new(&places);
            for _ in 0..200 {
                let fields =
                    (random.next_u64() | random.next_u64()) & (u64::MAX >> (64 - places.len()));
                let (mut expected, mut written) = (vec![0; 64], vec![0; 64]);
                expected.truncate(places.iter().max().map_or(0, |most| most + 1));
                written.truncate(expected.len());
                let held = (0..places.len()).filter(|field| fields >> field & 1 == 1);
                held.for_each(|field| expected[places[field]] = 1);
                spread.write(fields, &mut written);
                assert_eq!(written, expected, "{fields:b}");
            }
        }
    }
}
