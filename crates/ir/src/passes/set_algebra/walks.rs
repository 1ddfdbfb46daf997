//! The making of terms that walk: ways that follow each other become one, what
//! is constant is walked at once, and a ray that was cast is not cast again.

use super::{Algebra, Set, SetId, Slide, Spread, Walk, geometry};
use game::Direction;

/// The most ways that are made by following several ways by several others.
const MOST_WAYS: usize = 16;

impl<'p> Algebra<'p> {
    pub(crate) fn walk(&mut self, from: SetId, ways: Vec<Vec<Direction>>, back: bool) -> SetId {
        if let Some(slide) = self.step_after_slide(from, &ways, back) {
            return slide;
        }
        let mut walk = Walk { from, ways, back };
        if let Set::Walk(inner) = self.set(from)
            && inner.back == back
            && (inner.ways.len() == 1 || walk.ways.len() == 1)
            && inner.ways.len() * walk.ways.len() <= MOST_WAYS
        {
            let (first, then) =
                if back { (&walk.ways, &inner.ways) } else { (&inner.ways, &walk.ways) };
            let join = |a: &Vec<Direction>| {
                let a = a.clone();
                then.iter().map(move |b| [a.as_slice(), b.as_slice()].concat())
            };
            let ways = first.iter().flat_map(join).collect();
            walk = Walk { from: inner.from, ways, back };
        }
        walk.ways.sort();
        walk.ways.dedup();
        walk.ways.retain(|way| geometry::exists(self.board, way));
        if walk.ways.is_empty() {
            return self.none;
        }
        if let Some(fields) = self.known(walk.from) {
            let there = geometry::walk(self.board, fields, &walk.ways, back);
            return self.constant(there);
        }
        self.make(Set::Walk(walk))
    }

    /// `step(from | slide(from) & through)` is `slide(from)`.
    fn step_after_slide(&self, from: SetId, ways: &[Vec<Direction>], back: bool) -> Option<SetId> {
        let (Set::Or(terms), [way]) = (self.set(from), ways) else { return None };
        let &[direction] = way.as_slice() else { return None };
        terms.iter().find_map(|&term| {
            let factors = self.factors(term);
            factors.iter().copied().find(|&factor| {
                let Set::Slide(slide) = self.set(factor) else { return false };
                let mut start = terms.clone();
                start.retain(|&other| other != term);
                let mut through = factors.clone();
                through.retain(|&other| other != factor);
                slide.back == back
                    && slide.directions == [direction]
                    && self.terms(slide.from) == start
                    && self.factors(slide.through) == through
            })
        })
    }

    pub(crate) fn slide(
        &mut self,
        from: SetId,
        directions: Vec<Direction>,
        through: SetId,
        back: bool,
    ) -> SetId {
        let ways = |directions: &[Direction]| directions.iter().map(|&d| vec![d]).collect();
        if from == self.none || through == self.none {
            let ways = ways(&directions);
            return self.walk(from, ways, back);
        }
        // What already slid through the same fields has nowhere new to go.
        let mut rest = self.factors(from);
        let slid = rest.iter().copied().find(|&factor| match self.set(factor) {
            Set::Slide(inner) => {
                inner.back == back
                    && directions.len() == 1
                    && inner.directions == directions
                    && inner.through == through
            }
            _ => false,
        });
        if let Some(slid) = slid {
            rest.retain(|&factor| factor != slid);
            if rest == self.factors(through) {
                let ways = ways(&directions);
                return self.walk(from, ways, back);
            }
        }
        if let (Some(from), Some(through)) = (self.known(from), self.known(through)) {
            let there = geometry::slide(self.board, from, &directions, through, back);
            return self.constant(there);
        }
        let mut directions = directions;
        directions.sort();
        directions.dedup();
        directions.retain(|&d| geometry::exists(self.board, &[d]));
        if directions.is_empty() {
            return self.none;
        }
        self.make(Set::Slide(Slide { from, directions, through, back }))
    }

    pub(crate) fn spread(
        &mut self,
        from: SetId,
        mut ways: Vec<Vec<Direction>>,
        through: SetId,
        back: bool,
    ) -> SetId {
        ways.sort();
        ways.dedup();
        ways.retain(|way| geometry::exists(self.board, way));
        if from == self.none || from == self.all || through == self.none || ways.is_empty() {
            return from;
        }
        self.make(Set::Spread(Spread { from, ways, through, back }))
    }
}
