//! A position as few bytes, for those who keep many of them: the code of each field, and the
//! place of each number beside the board. What larger groups hold follows from their fields.

use crate::plan::{Plan, WHOLE};

impl Plan {
    /// How many bytes a position takes.
    pub fn row_len(&self) -> usize {
        self.n_fields() + self.numbers.len()
    }

    /// Appends the position whose value is made of these entries.
    pub fn write_row(&self, entries: &[u32], row: &mut Vec<u8>) {
        let n = row.len();
        row.resize(n + self.row_len(), 0);
        let place = |entry: u32, first: usize| (entry as usize - first) as u8;
        let groups = self.groups();
        for (group, &entry) in groups.iter().zip(entries) {
            if let [field] = group.fields[..] {
                row[n + field.index()] = place(entry, group.first);
            }
        }
        let numbers = self.numbers.iter().zip(&entries[groups.len()..]);
        for (i, (number, &entry)) in numbers.enumerate() {
            row[n + self.n_fields() + i] = place(entry, number.first);
        }
    }

    /// The entries that the value of a position is made of, but for the one of every position.
    pub fn entries<'p>(&'p self, row: &'p [u8]) -> impl Iterator<Item = usize> + 'p {
        let n_codes = self.n_codes();
        let of_groups = self.groups().iter().map(move |group| {
            let codes = group.fields.iter().rev().map(|field| usize::from(row[field.index()]));
            group.first + codes.fold(0, |entry, code| entry * n_codes + code)
        });
        let places = row[self.n_fields()..].iter();
        let of_numbers = self.numbers.iter().zip(places);
        of_groups.chain(of_numbers.map(|(number, &place)| number.first + usize::from(place)))
    }

    /// How far the position is from the stage of few pieces to that of many, from 0 to 1.
    pub fn stage(&self, row: &[u8]) -> f32 {
        let n_pieces = row[..self.n_fields()].iter().filter(|code| **code != 0).count();
        f32::from(self.late(n_pieces)) / f32::from(WHOLE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::{Look, Stages};
    use game::{Board, Facts, KindFacts};

    #[test]
    fn what_is_written_is_read() {
        let mut facts =
            Facts::new("test", Board::grid(3, 3, game::Cyclic::NEITHER, false, |_, _| false));
        facts.kinds = vec![KindFacts::of_players("mark", "X", "O")];
        let stages = Some(Stages { few: 0, many: 8 });
        let plan = Plan::new(&facts, Look { stages, ..Look::new(&facts) });
        let codes = [0, 1, 2, 2, 0, 0, 1, 0, 0];
        let entries: Vec<u32> = plan.entries(&codes).map(|entry| entry as u32).collect();
        assert_eq!(entries.len(), plan.groups().len());
        for (group, entry) in plan.groups().iter().zip(&entries) {
            let table = 3_usize.pow(group.fields.len() as u32);
            assert!((group.first..group.first + table).contains(&(*entry as usize)));
        }
        let mut row = vec![7];
        plan.write_row(&entries, &mut row);
        assert_eq!(row[1..], codes);
        assert_eq!(plan.stage(&codes), 0.5);
    }
}
