//! Slides: lines from one field are looked up and cut off at the first field in
//! the way, lines from many fields are filled in parallel.

use super::geometry::{Pairs, is_one_shift, pairs};
use crate::emit::Emit;
use crate::emit::sym::Word;
use cranelift_codegen::ir::{InstBuilder, Value};
use game::Direction;

/// The lines of one direction.
struct Lines {
    pairs: Pairs,
    /// Whether the numbers of fields grow along them; otherwise they fall.
    ascending: bool,
}

impl Emit<'_, '_> {
    /// The fields that one passes from each field in a direction, in order;
    /// nothing if a way leads back to where it began.
    pub(crate) fn lines(&self, direction: Direction, back: bool) -> Option<Vec<Vec<usize>>> {
        let board = self.board();
        let n = board.n_fields();
        let mut next = vec![None; n];
        for (from, to) in pairs(board, &[vec![direction]], back) {
            // Several fields may lead to one: then there is no line back.
            if next[from].replace(to).is_some() {
                return None;
            }
        }
        (0..n)
            .map(|from| {
                let mut line = Vec::new();
                let mut at = next[from];
                while let Some(to) = at {
                    line.push(to);
                    if line.len() > n || to == from {
                        return None;
                    }
                    at = next[to];
                }
                Some(line)
            })
            .collect()
    }

    /// The lines of a direction, if the numbers of their fields all grow or all fall.
    fn sorted_lines(&self, direction: Direction, back: bool) -> Option<Lines> {
        let lines = self.lines(direction, back)?;
        let pairs: Pairs = lines
            .iter()
            .enumerate()
            .flat_map(|(from, line)| line.iter().map(move |&to| (from, to)))
            .collect();
        // A line begins beyond its field in the same order as it goes on.
        let ascending = lines.iter().all(|line| line.is_sorted());
        let descending = lines.iter().all(|line| line.iter().rev().is_sorted());
        let up = ascending && pairs.iter().all(|(a, b)| a < b);
        let down = descending && pairs.iter().all(|(a, b)| a > b);
        (up || down).then_some(Lines { pairs, ascending: up })
    }

    /// [`ir::SetExpr::Slide`] from one field, or from none: each line is looked
    /// up and cut off after the first field that is not in `through`.
    pub(crate) fn slide_one(
        &mut self,
        field: Word,
        directions: &[Direction],
        through: &[Word],
        back: bool,
    ) -> Option<Vec<Word>> {
        let lines = directions.iter().map(|&direction| self.sorted_lines(direction, back));
        let lines = lines.collect::<Option<Vec<Lines>>>()?;
        let words = self.layout.words;
        // The lines of a field lie beside each other, so that they are found
        // from one address.
        let all: Vec<Vec<u64>> = lines.iter().map(|lines| self.rows(&lines.pairs)).collect();
        let stride = (words * lines.len()).next_power_of_two();
        let mut table = vec![0u64; stride * (64 * words + 1)];
        for (i, rows) in all.iter().enumerate() {
            for (row, from) in table.chunks_mut(stride).zip(rows.chunks(words)) {
                row[i * words..][..words].copy_from_slice(from);
            }
        }
        let found: Vec<Vec<Word>> = (0..lines.len())
            .map(|i| (0..words).map(|w| self.table(&table, stride, field, i * words + w)).collect())
            .collect();
        if words == 2 {
            return Some(self.rays_of_two(&lines, &found, through));
        }
        let mut union = vec![Word::ZERO; words];
        for ((lines, rows), line) in lines.iter().zip(&all).zip(&found) {
            let part = match line.as_slice() {
                &[line] => vec![self.ray_of_one(line, through[0], lines.ascending)],
                line => self.ray(line, rows, through, lines.ascending),
            };
            union = self.or_all(&union, &part);
        }
        Some(union)
    }

    /// A line of one word up to its first stop.
    fn ray_of_one(&mut self, line: Word, through: Word, ascending: bool) -> Word {
        let stops = self.minus(line, through);
        let reach = match ascending {
            true => {
                let below = self.sub(stops, Word::ONE);
                self.xor(stops, below)
            }
            false => self.above_last(stops),
        };
        self.and(line, reach)
    }

    /// The last field of a word and all above it; everything if it is empty.
    fn above_last(&mut self, word: Word) -> Word {
        // The lowest field stands in for one that is not there.
        let word = self.or(word, Word::ONE);
        let leading = self.leading(word);
        let (top, leading) = (self.value(Word::C(1 << 63)), self.value(leading));
        Word::V(self.b.ins().sshr(top, leading))
    }

    /// Lines of two words up to their first stops. The words are taken together
    /// as one number: then one line is made after the other, and not one word
    /// after the other, for which there are not enough registers.
    fn rays_of_two(&mut self, lines: &[Lines], found: &[Vec<Word>], through: &[Word]) -> Vec<Word> {
        let one = self.both(&[Word::ONE, Word::ZERO]);
        let mut union: Option<Value> = None;
        for (lines, line) in lines.iter().zip(found) {
            let stops = self.minus_all(line, through);
            let reach = match lines.ascending {
                true => {
                    let stops = self.both(&stops);
                    let below = self.b.ins().isub(stops, one);
                    self.b.ins().bxor(stops, below)
                }
                false => {
                    let [low, high] = [stops[0], stops[1]].map(|stops| self.above_last(stops));
                    let low = self.select(stops[1], Word::ZERO, low);
                    self.both(&[low, high])
                }
            };
            let line = self.both(line);
            let part = self.b.ins().band(line, reach);
            union = Some(match union {
                Some(union) => self.b.ins().bor(union, part),
                None => part,
            });
        }
        let Some(union) = union else { return vec![Word::ZERO; 2] };
        let (low, high) = self.b.ins().isplit(union);
        vec![Word::V(low), Word::V(high)]
    }

    /// Two words as one number.
    fn both(&mut self, words: &[Word]) -> Value {
        let (low, high) = (self.value(words[0]), self.value(words[1]));
        self.b.ins().iconcat(low, high)
    }

    /// A line of more words up to its first stop: less what lies after that.
    fn ray(&mut self, line: &[Word], rows: &[u64], through: &[Word], ascending: bool) -> Vec<Word> {
        let stops = self.minus_all(line, through);
        let rest = if ascending {
            let first = self.first(&stops);
            self.row(rows, first)
        } else {
            // Rows are found by the stop and 1, so that none is the empty row 0.
            let words = self.layout.words;
            let mut shifted = vec![0u64; words];
            shifted.extend_from_slice(rows);
            let last = self.last(&stops);
            self.row(&shifted, last)
        };
        line.iter().zip(&rest).map(|(&line, &rest)| self.xor(line, rest)).collect()
    }

    /// [`ir::SetExpr::Slide`] from a set: what each round reaches doubles.
    pub(crate) fn slide(
        &mut self,
        from: &[Word],
        directions: &[Direction],
        through: &[Word],
        back: bool,
    ) -> Vec<Word> {
        let mut all = vec![Word::ZERO; self.layout.words];
        for &direction in directions {
            let step = pairs(self.board(), &[vec![direction]], back);
            let part = match self.lines(direction, back).map(|l| l.iter().map(Vec::len).max()) {
                Some(longest) if is_one_shift(&step) => {
                    self.fill(from, &step, through, longest.unwrap_or(0))
                }
                _ => {
                    let first = self.moved(from, &step);
                    self.grow_from(&first, &step, through).0
                }
            };
            all = self.or_all(&all, &part);
        }
        all
    }

    /// Fills along lines that are shifts by one difference.
    fn fill(
        &mut self,
        from: &[Word],
        step: &[(usize, usize)],
        through: &[Word],
        longest: usize,
    ) -> Vec<Word> {
        let Some(by) = step.first().map(|&(a, b)| b as i64 - a as i64) else {
            return vec![Word::ZERO; self.layout.words];
        };
        let leave = self.may_leave(|field| step.iter().any(|pair| pair.0 == field), by);
        let enter = self.may_leave(|field| step.iter().any(|pair| pair.1 == field), -by);
        let start = self.and_all(from, &leave);
        if let (&[from], &[through], 1) = (&start[..], through, by) {
            let enter = self.mask(step.iter().map(|pair| pair.1));
            return vec![self.fill_by_carry(from, through, enter[0])];
        }
        // Only from fields with a way out a line goes on; they are the same for
        // the opposite direction.
        let inner = self.and_all(&enter, &leave);
        let mut open = self.and_all(through, &inner);
        let mut filled = start;
        let mut reach = 1;
        while reach < longest as i64 {
            let on = self.opposite(&open, by, reach - 1);
            let shifted = self.shift(&filled, by * reach);
            let next = self.and_all(&on, &shifted);
            filled = self.or_all(&filled, &next);
            let shifted = self.shift(&open, by.abs() * reach);
            open = self.and_all(&open, &shifted);
            reach *= 2;
        }
        self.shift(&filled, by)
    }

    /// Fields at the upper ends of stretches of open fields; for a line that
    /// goes down those at the lower ends.
    fn opposite(&mut self, open: &[Word], by: i64, length: i64) -> Vec<Word> {
        match by < 0 && length > 0 {
            true => self.shift(open, by * length),
            false => open.to_vec(),
        }
    }

    /// Fills along rows of neighbors, upward: where the first fields are added to
    /// those that are open, the carry runs to the end of the row. `enter` are the
    /// fields that are not the first of their row.
    fn fill_by_carry(&mut self, from: Word, through: Word, enter: Word) -> Word {
        let first = self.up(from, 1);
        let open = self.and(through, enter);
        let start = self.and(first, open);
        let sum = self.add(open, start);
        let run = self.xor(open, sum);
        let reached = self.or(run, first);
        self.and(reached, enter)
    }
}
