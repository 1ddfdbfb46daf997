//! Sets that are made by walking: each is computed by its definition, field by
//! field and round by round, because the interpreter is what the fast ways to
//! compute them are compared with.

use crate::run::Run;
use crate::values::Frame;
use game::{Direction, Field, FieldSet};
use ir::drive::{Drive, Flow};
use ir::{SetExpr, Value};

impl<'r> Run<'r> {
    /// The fields of a `walk`, `slide`, `spread` or `rows`; nothing for other sets.
    pub(crate) fn walked(&self, a: &Frame<'r>, expr: &SetExpr) -> Flow<FieldSet> {
        match expr {
            SetExpr::Walk { from, ways, back } => {
                Ok(self.image(&self.fields(a, *from), ways, *back))
            }
            SetExpr::Slide { from, directions, through, back } => {
                let from = self.fields(a, *from);
                let mut all = FieldSet::empty(self.facts().board.n_fields());
                for &direction in directions {
                    let ways = [vec![direction]];
                    all = all.or(&self.slide(a, &from, &ways, *through, *back)?);
                }
                Ok(all)
            }
            SetExpr::Spread { from, ways, through, back } => {
                let from = self.fields(a, *from);
                self.spread(a, from, ways, *through, *back)
            }
            SetExpr::Rows { of, directions, times } => {
                let of = self.fields(a, *of);
                Ok(self.rows(&of, directions, *times))
            }
            _ => Ok(FieldSet::empty(self.facts().board.n_fields())),
        }
    }

    /// Where the ways lead from these fields or, with `back`, from where they
    /// lead to one of them.
    pub fn image(&self, from: &FieldSet, ways: &[Vec<Direction>], back: bool) -> FieldSet {
        let board = &self.facts().board;
        let mut image = FieldSet::empty(board.n_fields());
        for start in (0..board.n_fields()).map(|i| Field(i as u16)) {
            for way in ways {
                let end = way.iter().try_fold(start, |field, &step| board.step(field, step));
                match end {
                    Some(end) if back && from.contains(end) => image.insert(start),
                    Some(end) if !back && from.contains(start) => image.insert(end),
                    _ => {}
                }
            }
        }
        image
    }

    /// The fields of the set from which this many steps stay in it.
    fn rows(&self, of: &FieldSet, directions: &[Direction], times: u32) -> FieldSet {
        let board = &self.facts().board;
        let stays = |start: Field, direction: Direction| {
            let step = |at: Field| board.step(at, direction).filter(|&to| of.contains(to));
            (0..times).try_fold(start, |at, _| step(at)).is_some()
        };
        let begins = |&field: &Field| directions.iter().any(|&it| stays(field, it));
        FieldSet::of(board.n_fields(), of.iter().filter(begins))
    }

    /// The least X with `X = step(from) | step(X & through)`.
    fn slide(
        &self,
        a: &Frame<'r>,
        from: &FieldSet,
        ways: &[Vec<Direction>],
        through: Value,
        back: bool,
    ) -> Flow<FieldSet> {
        let going_on = self.fields(a, through);
        let mut reached = self.image(from, ways, back);
        loop {
            self.meter().tick()?;
            let next = reached.or(&self.image(&reached.and(&going_on), ways, back));
            if next == reached {
                return Ok(reached);
            }
            reached = next;
        }
    }

    /// The least X with `X = from | (walk(X) & through)` or, with `back`, with
    /// `X = from | walk back(X & through)`.
    fn spread(
        &self,
        a: &Frame<'r>,
        from: FieldSet,
        ways: &[Vec<Direction>],
        through: Value,
        back: bool,
    ) -> Flow<FieldSet> {
        let going_on = self.fields(a, through);
        let mut reached = from;
        loop {
            self.meter().tick()?;
            let next = match back {
                true => reached.or(&self.image(&reached.and(&going_on), ways, true)),
                false => reached.or(&self.image(&reached, ways, false).and(&going_on)),
            };
            if next == reached {
                return Ok(reached);
            }
            reached = next;
        }
    }
}
