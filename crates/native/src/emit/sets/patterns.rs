//! Whether one field is in a set that is made by many walks: the set is not made. Which fields
//! have to be in the sets that the walks begin with is found out for each field in advance, as
//! a few patterns; the code looks them up and compares.
//!
//! On a board with sixteen lines of three fields "is this field in a full line" is two patterns
//! of two fields each, in the place of walks along all lines there and back.

use super::geometry::pairs;
use crate::emit::sym::{Frame, Val, Word};
use crate::emit::{Emit, IntCC};
use game::{Direction, Field};
use ir::{SetExpr, Value};
use std::rc::Rc;

/// How many patterns a field has at most.
const MOST_PATTERNS: usize = 16;

/// How large the table of all patterns is at most, in bytes: a larger one would push out of the
/// caches what it saves the time for.
const MOST_BYTES: usize = 1 << 16;

/// How many sets the walks begin with at most.
const MOST_BASES: usize = 3;

/// Instructions for one word of a pattern, and for one word of a set that is shifted.
const PER_WORD: usize = 3;

/// The fields that must be in each of the sets with which the walks begin, word by word.
type Pattern = Vec<u64>;

/// For each field the patterns of which one must be there.
type Patterns = Vec<Vec<Pattern>>;

/// A set with which walks begin.
struct Base {
    words: Rc<[Word]>,
    /// The fields of a pattern must not be in it.
    outside: bool,
}

/// What is found out about a set.
struct Finder<'f, 'p> {
    fr: &'f Frame<'p>,
    board: &'f game::Board,
    words: usize,
    /// The sets that are made for the question alone.
    made: &'f [Value],
    bases: Vec<Base>,
    known: Vec<(Value, Rc<Patterns>)>,
}

/// Leaves out patterns that ask for all that another one asks for; nothing if too many are left.
/// It stops there, as this is done at every place where code is made of the question.
fn absorb(mut patterns: Vec<Pattern>) -> Option<Vec<Pattern>> {
    patterns.sort_by_key(|it| it.iter().map(|word| word.count_ones()).sum::<u32>());
    let mut kept: Vec<Pattern> = Vec::new();
    for pattern in patterns {
        let is_part = |other: &Pattern| other.iter().zip(&pattern).all(|(a, b)| a & !b == 0);
        if kept.iter().any(is_part) {
            continue;
        }
        if kept.len() == MOST_PATTERNS {
            return None;
        }
        kept.push(pattern);
    }
    Some(kept)
}

/// Both of two patterns.
fn both(a: &Pattern, b: &Pattern) -> Pattern {
    a.iter().zip(b).map(|(a, b)| a | b).collect()
}

/// One pattern of each list; nothing if there are too many.
fn all_of(a: &[Pattern], b: &[Pattern]) -> Option<Vec<Pattern>> {
    absorb(a.iter().flat_map(|a| b.iter().map(|b| both(a, b))).collect())
}

impl Finder<'_, '_> {
    fn n_fields(&self) -> usize {
        self.board.n_fields()
    }

    fn patterns(&mut self, set: Value) -> Option<Rc<Patterns>> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == set) {
            return Some(known.clone());
        }
        let expr = self.fr.expr(set).filter(|_| self.made.contains(&set));
        let found = Rc::new(match expr {
            Some(SetExpr::And(a, b)) => {
                let (a, b) = (self.patterns(*a)?, self.patterns(*b)?);
                a.iter().zip(b.iter()).map(|(a, b)| all_of(a, b)).collect::<Option<_>>()?
            }
            Some(SetExpr::Or(a, b)) => {
                let (a, b) = (self.patterns(*a)?, self.patterns(*b)?);
                let one_of = |(a, b): (&Vec<Pattern>, &Vec<Pattern>)| [&a[..], &b[..]].concat();
                few(a.iter().zip(b.iter()).map(one_of).collect())?
            }
            Some(SetExpr::Minus(a, b)) => {
                let (a, b) = (self.patterns(*a)?, self.base(*b, true)?);
                a.iter().zip(b.iter()).map(|(a, b)| all_of(a, b)).collect::<Option<_>>()?
            }
            Some(SetExpr::Walk { from, ways, back }) => {
                let from = self.patterns(*from)?;
                let mut to = vec![Vec::new(); self.n_fields()];
                for (a, b) in pairs(self.board, ways, *back) {
                    to[b].extend_from_slice(&from[a]);
                }
                few(to)?
            }
            Some(SetExpr::Rows { of, directions, times }) => {
                let of = self.patterns(*of)?;
                self.rows(&of, directions, *times)?
            }
            _ => self.base(set, false)?,
        });
        self.known.push((set, found.clone()));
        Some(found)
    }

    /// The patterns of rows that begin on each field.
    fn rows(&self, of: &Patterns, directions: &[Direction], times: u32) -> Option<Patterns> {
        let row = |from: usize, direction: Direction| {
            let (mut at, mut row) = (Field(from as u16), of[from].clone());
            for _ in 0..times {
                let Some(next) = self.board.step(at, direction) else { return Some(Vec::new()) };
                at = next;
                row = all_of(&row, &of[at.index()])?;
            }
            Some(row)
        };
        let rows = |from: usize| {
            let rows: Option<Vec<_>> = directions.iter().map(|&way| row(from, way)).collect();
            rows.map(|rows| rows.concat())
        };
        few((0..self.n_fields()).map(rows).collect::<Option<_>>()?)
    }

    /// A set that is made in any case: each field asks for itself, or that it is not there. Of
    /// a set that is known it is known which fields are in it.
    fn base(&mut self, set: Value, outside: bool) -> Option<Patterns> {
        if self.made.contains(&set) {
            return None;
        }
        let Val::Set(words) = self.fr.get(set) else { return None };
        let nothing = vec![0; self.words * MOST_BASES];
        let constant: Option<Vec<u64>> = words.iter().map(|word| word.constant()).collect();
        if let Some(words) = constant {
            let is_in = |field: usize| (words[field / 64] >> (field % 64) & 1 == 1) != outside;
            let patterns = |field| if is_in(field) { vec![nothing.clone()] } else { Vec::new() };
            return Some((0..self.n_fields()).map(patterns).collect());
        }
        let same = |base: &Base| base.words[..] == words[..] && base.outside == outside;
        let at = self.bases.iter().position(same).unwrap_or_else(|| {
            self.bases.push(Base { words: words.clone(), outside });
            self.bases.len() - 1
        });
        let pattern = |field: usize| {
            let mut pattern = nothing.clone();
            pattern[at * self.words + field / 64] |= 1 << (field % 64);
            vec![pattern]
        };
        (at < MOST_BASES).then(|| (0..self.n_fields()).map(pattern).collect())
    }
}

/// The patterns without those that others make needless; nothing if too many are left.
fn few(patterns: Patterns) -> Option<Patterns> {
    patterns.into_iter().map(absorb).collect()
}

/// How many words a row of the table has.
fn stride(most: usize, used: usize) -> usize {
    (most * used).next_power_of_two()
}

impl<'p> Emit<'_, 'p> {
    /// Whether a field is in a set: not 0. Makes the set only if that is the better answer.
    pub(crate) fn is_in(&mut self, fr: &Frame<'p>, set: Value, field: Word) -> Word {
        match self.by_patterns(fr, set, field) {
            Some(answer) => answer,
            None => self.contains(&fr.words(set), field),
        }
    }

    fn by_patterns(&mut self, fr: &Frame<'p>, set: Value, field: Word) -> Option<Word> {
        let made = &fr.plan.asked[set.index()];
        if made.is_empty() || !self.unit.looks_up_patterns {
            return None;
        }
        let words = self.layout.words;
        let (bases, known) = (Vec::new(), Vec::new());
        let mut finder = Finder { fr, board: self.board(), words, made, bases, known };
        let patterns = finder.patterns(set)?;
        let bases = finder.bases;
        let most = patterns.iter().map(Vec::len).max().unwrap_or(0);
        let cost = PER_WORD * most * bases.len() * words;
        let bytes = 8 * patterns.len() * stride(most, bases.len() * words);
        let is_worth_it = bytes <= MOST_BYTES && cost <= self.cost_of_walks(fr, made);
        is_worth_it.then(|| self.compare_all(&patterns, &bases, field))
    }

    /// About how many instructions the walks are by which sets are made.
    pub(super) fn cost_of_walks(&self, fr: &Frame<'p>, made: &[Value]) -> usize {
        let shifts = |set: &Value| match fr.expr(*set) {
            // From one field it is looked up.
            Some(SetExpr::Walk { from, .. }) if self.at_most_one(fr, *from) => 0,
            Some(SetExpr::Walk { ways, back, .. }) => {
                let pairs = pairs(self.board(), ways, *back);
                let mut by: Vec<i64> = pairs.iter().map(|(a, b)| *b as i64 - *a as i64).collect();
                by.sort_unstable();
                by.dedup();
                by.len()
            }
            Some(SetExpr::Rows { directions, times, .. }) => {
                // Each shift doubles the length that is known; rows of one field take none.
                directions.len() * times.checked_ilog2().map_or(0, |log| log as usize + 1)
            }
            _ => 0,
        };
        PER_WORD * self.layout.words * made.iter().map(shifts).sum::<usize>()
    }

    /// Whether one of the patterns of a field is there.
    fn compare_all(&mut self, patterns: &Patterns, bases: &[Base], field: Word) -> Word {
        let words = self.layout.words;
        let most = patterns.iter().map(Vec::len).max().unwrap_or(0);
        let used = words * bases.len();
        // A field with fewer patterns has one of them several times.
        let stride = stride(most, used);
        let mut table = vec![0u64; patterns.len() * stride];
        for (row, patterns) in table.chunks_mut(stride).zip(patterns) {
            for (at, pattern) in patterns.iter().cycle().take(most).enumerate() {
                row[at * used..][..used].copy_from_slice(&pattern[..used]);
            }
        }
        let mut any = Word::ZERO;
        for at in 0..most {
            let mut missing = Word::ZERO;
            for (i, base) in bases.iter().enumerate() {
                for (word, &there) in base.words.iter().enumerate() {
                    let needed = self.table(&table, stride, field, at * used + i * words + word);
                    let lacks = match base.outside {
                        true => self.and(needed, there),
                        false => self.minus(needed, there),
                    };
                    missing = self.or(missing, lacks);
                }
            }
            let holds = self.compare(IntCC::Equal, missing, Word::ZERO);
            any = self.or(any, holds);
        }
        let has_some = |field: &usize| !patterns[*field].is_empty();
        if (0..patterns.len()).all(|field| has_some(&field)) {
            return any;
        }
        let with_some = self.mask((0..patterns.len()).filter(has_some));
        let may_be = self.contains(&with_some, field);
        self.and(any, may_be)
    }
}
