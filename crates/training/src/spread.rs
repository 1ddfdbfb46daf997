//! Sets of fields as bytes: where fields that follow each other lie side by side in a plane, eight
//! of them are written at once.

/// Fields that follow each other, at most eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// Where the first lies in a plane.
    place: u8,
    /// The first field, and the bits of all of them if it is the lowest.
    first: u8,
    bits: u8,
}

/// How the fields of a board that fits into a word are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    /// In the order of their places: what is written after the end of a run is written over by the
    /// next.
    runs: Vec<Run>,
    /// Where each field lies.
    places: [u32; 64],
    /// Whether the fields cover a plane, so that nothing of it stays as it was.
    covers: bool,
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
    /// How fields are written of which these are the places in a plane of so many numbers.
    pub(crate) fn new(fields: &[usize], area: usize) -> Spread {
        let (mut runs, mut places): (Vec<Run>, _) = (Vec::new(), [0; 64]);
        for (field, &place) in fields.iter().enumerate().take(64) {
            places[field] = place as u32;
            match runs.last_mut() {
                Some(run)
                    if run.bits < 128
                        && usize::from(run.place) + run.bits.count_ones() as usize == place =>
                {
                    run.bits = 2 * run.bits + 1;
                }
                _ => runs.push(Run { place: place as u8, first: field as u8, bits: 1 }),
            }
        }
        runs.sort_by_key(|run| run.place);
        Spread { runs, places, covers: fields.len() == area }
    }

    /// Whether planes may be written by runs, and that is faster than field by field, if the pieces are
    /// of this many sorts: there are many of each then. A run takes about as long as a field.
    pub(crate) fn is_dense(&self, sorts: usize) -> bool {
        self.covers && sorts * self.runs.len() <= self.places.len() / 3
    }

    /// Writes a set of fields, one by one, into a plane of zeros.
    #[inline]
    pub(crate) fn write_fields(&self, fields: u64, plane: &mut [u8]) {
        let mut fields = fields;
        while fields != 0 {
            plane[self.places[fields.trailing_zeros() as usize & 63] as usize] = 1;
            fields &= fields - 1;
        }
    }

    /// Writes a set of fields by runs into a plane that they cover.
    #[inline]
    pub(crate) fn write_runs(&self, fields: u64, plane: &mut [u8]) {
        // Longer than any such plane, so that no run needs a look at the end.
        let mut bytes = [0; 72];
        for run in &self.runs {
            let eight = &BYTES[usize::from((fields >> (run.first & 63)) as u8 & run.bits)];
            if let Some(into) = bytes[usize::from(run.place & 63)..].first_chunk_mut() {
                *into = *eight;
            }
        }
        match bytes.get(..plane.len()) {
            Some(bytes) => plane.copy_from_slice(bytes),
            None => self.write_fields(fields, plane),
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
        let boards: [Vec<usize>; 4] = [
            (0..42).map(|i| (5 - i / 7) * 7 + i % 7).collect(),
            (0..64).collect(),
            (0..9).map(|i| 8 - i).collect(),
            vec![20, 21, 22, 10, 11, 12, 13, 0, 3, 23],
        ];
        let mut random = Rng::new(1);
        for places in boards {
            let area = places.iter().max().map_or(0, |most| most + 1);
            let spread = Spread::new(&places, area);
            for _ in 0..200 {
                let fields =
                    (random.next_u64() | random.next_u64()) & (u64::MAX >> (64 - places.len()));
                let mut expected = vec![0; area];
                let held = (0..places.len()).filter(|field| fields >> field & 1 == 1);
                held.for_each(|field| expected[places[field]] = 1);
                let mut one_by_one = vec![0; area];
                spread.write_fields(fields, &mut one_by_one);
                assert_eq!(one_by_one, expected, "{fields:b}");
                if spread.covers {
                    let mut by_runs = vec![7; area];
                    spread.write_runs(fields, &mut by_runs);
                    assert_eq!(by_runs, expected, "{fields:b}");
                }
            }
        }
    }
}
