//! Rows of fields in a set, all at once: the set is cut with itself, moved by as
//! many steps as are known to be in a row already, so that five in a row take
//! three shifts.

use super::geometry::{Pairs, ends, is_one_shift, pairs};
use crate::emit::Emit;
use crate::emit::sym::Word;
use game::{Board, Direction};

/// What becomes of a row that begins on a field, if it is one of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// It is one of fields.
    Fits,
    /// It goes on beyond an edge, on fields that belong to no such row.
    GoesRound,
    /// It leaves the board, so that there is none.
    Leaves,
}

/// The same for each field.
struct Starts(Vec<Start>);

impl Starts {
    fn new(board: &Board, direction: Direction, by: i64, times: u32) -> Starts {
        let n = board.n_fields();
        let way = vec![direction; times as usize];
        let start = |field: usize| {
            let end = field as i64 + by * i64::from(times);
            match ends(board, &way, field) {
                Some(_) => Start::Fits,
                None if (0..n as i64).contains(&end) => Start::GoesRound,
                None => Start::Leaves,
            }
        };
        Starts((0..n).map(start).collect())
    }

    /// Whether a mask is needed.
    fn go_round(&self) -> bool {
        self.0.contains(&Start::GoesRound)
    }

    /// The fields on which rows begin.
    fn that_fit(&self) -> impl Iterator<Item = usize> {
        let fits = self.0.iter().enumerate().filter(|(_, start)| **start == Start::Fits);
        fits.map(|(field, _)| field)
    }

    /// Whether one mask is right for both, or none.
    fn get_along(&self, other: &Starts) -> bool {
        let differ =
            |(a, b): (&Start, &Start)| a != b && *a != Start::Leaves && *b != Start::Leaves;
        self.go_round() == other.go_round() && !self.0.iter().zip(&other.0).any(differ)
    }

    fn add(&mut self, other: &Starts) {
        for (start, other) in self.0.iter_mut().zip(&other.0) {
            *start = if *start == Start::Leaves { *other } else { *start };
        }
    }
}

impl Emit<'_, '_> {
    /// [`ir::SetExpr::Rows`]: what is known to be a row doubles. Only where it
    /// begins must the whole row fit on the board, so one mask does for all its
    /// steps, and for all directions in which no row that fits goes round an edge
    /// in another one.
    pub(crate) fn in_rows(
        &mut self,
        of: &[Word],
        directions: &[Direction],
        times: u32,
    ) -> Vec<Word> {
        let mut groups: Vec<(Vec<i64>, Starts)> = Vec::new();
        let mut walked: Vec<Pairs> = Vec::new();
        for &direction in directions {
            let step = pairs(self.board(), &[vec![direction]], false);
            if !is_one_shift(&step) {
                walked.push(pairs(self.board(), &[vec![direction]], true));
                continue;
            }
            let by = step.first().map_or(0, |&(a, b)| b as i64 - a as i64);
            let starts = Starts::new(self.board(), direction, by, times);
            match groups.iter_mut().find(|(_, others)| others.get_along(&starts)) {
                Some((shifts, others)) => {
                    shifts.push(by);
                    others.add(&starts);
                }
                None => groups.push((vec![by], starts)),
            }
        }
        // Those that need a mask come first, so that there is one set under way
        // in most cases.
        groups.sort_by_key(|(_, starts)| !starts.go_round());
        let none = vec![Word::ZERO; self.layout.words];
        let mut all = none.clone();
        for (shifts, starts) in groups {
            let mut rows = if starts.go_round() { none.clone() } else { all.clone() };
            for by in shifts {
                let row = self.shifted_rows(of, by, i64::from(times) + 1);
                rows = self.or_all(&rows, &row);
            }
            all = match starts.go_round() {
                true => {
                    let fits = self.mask(starts.that_fit());
                    let rows = self.and_all(&rows, &fits);
                    self.or_all(&all, &rows)
                }
                false => rows,
            };
        }
        let mut rows = none;
        for step in walked {
            let row = (0..times).fold(of.to_vec(), |row, done| {
                let row = if done > 0 { self.and_all(of, &row) } else { row };
                self.moved(&row, &step)
            });
            rows = self.or_all(&rows, &row);
        }
        let rows = self.and_all(&rows, of);
        self.or_all(&all, &rows)
    }

    /// The fields of a set with this many fields after each other, by their numbers.
    fn shifted_rows(&mut self, of: &[Word], by: i64, whole: i64) -> Vec<Word> {
        let (mut rows, mut length) = (of.to_vec(), 1);
        while length < whole {
            let more = length.min(whole - length);
            let shifted = self.shift(&rows, -by * more);
            // One field more may as well be the first: nothing then needs the
            // shorter rows any more, and a register is free.
            let first = if more == 1 { of } else { &rows };
            rows = self.and_all(first, &shifted);
            length += more;
        }
        rows
    }
}
