//! What is known of a field because it was found in a set, or not in it: what it
//! may hold, on which version of the board, and which fields it cannot be.

use super::Emit;
use super::sets::geometry::ends;
use super::sym::{ANYTHING, EMPTY, Finger, Frame, Version, Word};
use game::Direction;
use ir::{SetExpr, Value};

/// How many versions of the board are looked back through for what a field holds. Turns of games
/// write far less often; rules that write thousands of times would take the stack and the time.
const MOST_VERSIONS: usize = 200;

/// What is known of a field on a version of the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldFact {
    pub(crate) version: Version,
    pub(crate) field: Word,
    /// What it may hold.
    pub(crate) contents: u64,
}

/// Where a version of the board comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// It is the board with which the turn began.
    Start,
    /// Nothing is known.
    Unknown,
    /// A field was written.
    Write(Written),
}

/// A write of one field, or of some if it is not said which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub(crate) from: Version,
    pub(crate) field: Option<Word>,
    /// What it may hold then.
    pub(crate) contents: u64,
}

impl<'p> Emit<'_, 'p> {
    /// What a field of this set may hold on a version of the board.
    pub(crate) fn contents(&self, fr: &Frame<'p>, set: Value, version: Version) -> u64 {
        match fr.expr(set) {
            Some(SetExpr::Pieces { s, v, whose, kinds }) if fr.state(*s).version == version => {
                self.such(*whose, fr.player(*v), kinds.as_deref())
            }
            Some(SetExpr::Empty { s }) if fr.state(*s).version == version => EMPTY,
            Some(SetExpr::And(a, b)) => {
                self.contents(fr, *a, version) & self.contents(fr, *b, version)
            }
            Some(SetExpr::Or(a, b)) => {
                self.contents(fr, *a, version) | self.contents(fr, *b, version)
            }
            Some(SetExpr::Minus(a, b)) => {
                let taken = if self.is_by_contents(fr, *b, version) {
                    self.contents(fr, *b, version)
                } else {
                    0
                };
                self.contents(fr, *a, version) & !taken
            }
            Some(SetExpr::IfSome(_, b)) => self.contents(fr, *b, version),
            _ => ANYTHING,
        }
    }

    /// Whether a set consists of all fields with certain contents.
    fn is_by_contents(&self, fr: &Frame<'p>, set: Value, version: Version) -> bool {
        match fr.expr(set) {
            Some(SetExpr::Pieces { s, .. } | SetExpr::Empty { s }) => {
                fr.state(*s).version == version
            }
            Some(SetExpr::All) => true,
            Some(SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b)) => {
                self.is_by_contents(fr, *a, version) && self.is_by_contents(fr, *b, version)
            }
            _ => false,
        }
    }

    /// The versions of the board that a set looks at.
    fn versions(&self, fr: &Frame<'p>, set: Value, found: &mut Vec<Version>) {
        match fr.expr(set) {
            Some(SetExpr::Pieces { s, .. } | SetExpr::Empty { s }) => {
                found.push(fr.state(*s).version);
            }
            Some(SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b)) => {
                self.versions(fr, *a, found);
                self.versions(fr, *b, found);
            }
            _ => {}
        }
    }

    /// Notes what follows from a field being in a set (or not in it).
    pub(crate) fn learn(&mut self, fr: &Frame<'p>, set: Value, field: Word, is_in: bool) {
        let mut versions = Vec::new();
        self.versions(fr, set, &mut versions);
        versions.sort();
        versions.dedup();
        for version in versions {
            let contents = match is_in {
                true => self.contents(fr, set, version),
                false if self.is_by_contents(fr, set, version) => !self.contents(fr, set, version),
                false => ANYTHING,
            };
            if contents != ANYTHING {
                self.known.push(FieldFact { version, field, contents });
            }
        }
        if is_in {
            self.learn_places(fr, set, field);
        }
    }

    /// Notes which fields a field of this set cannot be.
    fn learn_places(&mut self, fr: &Frame<'p>, set: Value, field: Word) {
        match fr.expr(set) {
            Some(SetExpr::And(a, b)) => {
                self.learn_places(fr, *a, field);
                self.learn_places(fr, *b, field);
            }
            Some(SetExpr::Minus(a, _) | SetExpr::IfSome(_, a)) => {
                self.learn_places(fr, *a, field);
            }
            Some(SetExpr::Walk { from, ways, back }) => {
                if let Some(SetExpr::Only(other)) = fr.expr(*from)
                    && let Finger::At(other) = fr.field(*other)
                    && self.never_returns(ways)
                {
                    self.different.push((field, other));
                }
                if let ([way], false) = (ways.as_slice(), back) {
                    self.came_by.push((field, way.clone(), *from));
                }
            }
            Some(SetExpr::Slide { from, directions, back, .. }) => {
                if let Some(SetExpr::Only(other)) = fr.expr(*from)
                    && let Finger::At(other) = fr.field(*other)
                    && directions.iter().all(|&d| self.lines(d, *back).is_some())
                {
                    self.different.push((field, other));
                }
            }
            _ => {}
        }
    }

    /// Whether no way leads from any field back to it.
    fn never_returns(&self, ways: &[Vec<Direction>]) -> bool {
        let board = &self.program.facts.board;
        ways.iter().all(|way| (0..board.n_fields()).all(|f| ends(board, way, f) != Some(f)))
    }

    /// Whether two fields are known to be different.
    pub(crate) fn differ(&self, a: Word, b: Word) -> bool {
        match (a, b) {
            (Word::C(a), Word::C(b)) => a != b,
            _ => self.different.iter().any(|&(x, y)| (x, y) == (a, b) || (x, y) == (b, a)),
        }
    }

    /// What a field may hold on a version of the board.
    pub(crate) fn holds(&self, version: Version, field: Word) -> u64 {
        self.holds_within(version, field, MOST_VERSIONS)
    }

    /// The same, looking back through no more versions than are left to be looked at; of earlier
    /// ones nothing is known.
    fn holds_within(&self, version: Version, field: Word, left: usize) -> u64 {
        let mut contents = ANYTHING;
        for known in &self.known {
            if known.field == field && known.version == version {
                contents &= known.contents;
            }
        }
        let Origin::Write(write) = self.origins[version.0 as usize] else { return contents };
        if left == 0 {
            return contents;
        }
        let before = || self.holds_within(write.from, field, left - 1);
        contents
            & match write.field {
                Some(at) if at == field => write.contents,
                Some(at) if self.differ(at, field) => before(),
                _ => before() | write.contents,
            }
    }

    /// What a field may have held when the turn began.
    pub(crate) fn held_at_start(&self, field: Word) -> u64 {
        let mut contents = ANYTHING;
        for known in &self.known {
            if known.field != field {
                continue;
            }
            let mut version = known.version;
            let same = loop {
                match self.origins[version.0 as usize] {
                    Origin::Start => break true,
                    Origin::Unknown => break false,
                    Origin::Write(write) => match write.field {
                        Some(at) if at != field && self.differ(at, field) => version = write.from,
                        _ => break false,
                    },
                }
            };
            if same {
                contents &= known.contents;
            }
        }
        contents
    }
}
