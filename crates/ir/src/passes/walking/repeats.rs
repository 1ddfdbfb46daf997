//! Repeats in a tree. What one round of a walk does, run backward from an
//! unknown set of fields, is an equation; its form says which closure the
//! repeat is.

use super::extract::{Env, Place, Rest};
use super::{Abs, NoTree, Op, Rounds, Tree, Walker, Wanted};
use crate::passes::set_algebra::geometry::Hop;
use crate::passes::set_algebra::{Set, SetId, Var};
use crate::program::*;
use game::Direction;

/// The most rounds that are written out one by one.
const MOST_ROUNDS: u32 = 8;

impl<'p> Walker<'p> {
    pub(super) fn repeat(
        &mut self,
        place: Place<'_>,
        term: &Term,
        env: Env,
        mut ops: Vec<Op>,
        rest: &Rest<'_>,
    ) -> Result<Tree, NoTree> {
        let Term::Repeat { body, low, high, args, then, .. } = term else { return Err(NoTree) };
        let Some((low, high)) = self.rounds(place, &env, *low, *high)? else {
            return Ok(Tree::die());
        };
        let s = self.get(place, &env, args.s);
        let Abs::Field(from) = self.get(place, &env, args.f) else { return Err(NoTree) };
        let d = self.get(place, &env, args.d);
        let owed = self.owed.len();
        let mut found = self.round(place, &env, *body, args, from, d);
        if found.is_err() && d != Abs::Unknown {
            // The body may set the direction itself.
            self.owed.truncate(owed);
            found = self.round(place, &env, *body, args, from, Abs::Unknown);
        }
        let (rounds, d) = found?;
        let rounds = Rounds { low, high, ..rounds };
        if low == 0 && high.is_none() && rounds.ways.iter().map(Vec::len).eq([1]) {
            self.forgive_laps(from, owed);
        }
        let to = self.after_rounds(from, &rounds);
        let mut env = env;
        if low > 0 {
            env.known.push((to, rounds.through));
        }
        ops.push(Op::Repeat { from, to, rounds });
        let given = vec![s, Abs::Field(to), d];
        self.onward(place, then, given, env, ops, rest)
    }

    /// How often at least, and how often at most; nothing if the end lies below the
    /// beginning, so that no number of rounds will do.
    fn rounds(
        &mut self,
        place: Place<'_>,
        env: &Env,
        low: Value,
        high: Option<Value>,
    ) -> Result<Option<(u32, Option<u32>)>, NoTree> {
        let mut number = |value: Value| match self.get(place, env, value) {
            Abs::Number(n) => Ok(n),
            _ => Err(NoTree),
        };
        let low = number(low)?.max(0);
        let high = high.map(&mut number).transpose()?;
        if high.is_some_and(|high| high < low) {
            return Ok(None);
        }
        let rounds = |n: i32| u32::try_from(n).ok().filter(|&n| n <= MOST_ROUNDS).ok_or(NoTree);
        Ok(Some((rounds(low)?, high.map(rounds).transpose()?)))
    }

    /// What one round does, and the direction after it.
    fn round(
        &mut self,
        place: Place<'_>,
        env: &Env,
        body: FuncId,
        args: &Args,
        from: Var,
        d: Abs,
    ) -> Result<(Rounds, Abs), NoTree> {
        let s = self.get(place, env, args.s);
        // The ways that lead here are known when the body is.
        let start = self.finger(self.is_set(from), Some((from, Hop::Any(Vec::new()))));
        let params = &self.program.funcs[body.index()].blocks[0].params;
        let given = [s, self.get(place, env, args.v), Abs::Field(start), d];
        let values = params.iter().copied().zip(given).collect();
        let inner = Env { values, known: env.known.clone() };
        let wanted = self.wanted;
        if wanted == Wanted::Answer {
            self.wanted = Wanted::Ends;
        }
        let tree = self.block(self.callee(body), 0, inner, Vec::new(), &Rest::Nothing);
        self.wanted = wanted;
        let tree = tree?;
        let mut is_walk = true;
        tree.outs(&mut |out| {
            is_walk &= out[0] == s
                && matches!(out[1], Abs::Field(_))
                && (d == Abs::Unknown || out[2] == d);
        });
        if !is_walk {
            return Err(NoTree);
        }
        let once = self.succeeds_from(&tree, start)?;
        let once = self.sets.normal(once);
        let rounds = self.solve(once).ok_or(NoTree)?;
        if let Abs::Along(along) = d
            && !self.are_along(&rounds.ways, along)
        {
            return Err(NoTree);
        }
        self.fingers[start.0 as usize].from = Some((from, Hop::Any(rounds.ways.clone())));
        Ok((rounds, d))
    }

    /// A walk in one direction that comes round to where it began goes on the
    /// way that it has gone before. So it does not matter what its end says
    /// about that field, as long as the walk may have no round at all.
    fn forgive_laps(&mut self, from: Var, since: usize) {
        let recent = self.owed.split_off(since);
        self.owed.extend(recent.into_iter().filter(|&(f, gone)| {
            let step = &self.fingers[f.0 as usize].from;
            let Some((start, Hop::Step(_))) = step else { return true };
            let is_round = matches!(
                &self.fingers[start.0 as usize].from,
                Some((first, Hop::Any(_))) if *first == from
            );
            !(is_round && gone == from)
        }));
    }

    /// The form `pre & walk back (hole & through)`.
    fn solve(&mut self, once: SetId) -> Option<Rounds> {
        let (low, high) = (0, None);
        if once == self.sets.none {
            let all = self.sets.all;
            return Some(Rounds { pre: all, ways: Vec::new(), through: all, low, high });
        }
        let (walks, pre) = self.part(once, |set| matches!(set, Set::Walk(walk) if walk.back));
        let &[walk] = walks.as_slice() else { return None };
        let Set::Walk(walk) = self.sets.set(walk).clone() else { return None };
        let (holes, through) = self.part(walk.from, |set| *set == Set::Hole);
        let pre = self.sets.and_all(pre);
        let through = self.sets.and_all(through);
        let is_solved = holes.len() == 1 && !self.has_hole(pre) && !self.has_hole(through);
        is_solved.then_some(Rounds { pre, ways: walk.ways, through, low, high })
    }

    /// The factors that are such sets and have the hole in them, and the others.
    fn part(&self, set: SetId, is_such: impl Fn(&Set) -> bool) -> (Vec<SetId>, Vec<SetId>) {
        let factors = self.sets.factors(set);
        factors.into_iter().partition(|&set| is_such(self.sets.set(set)) && self.has_hole(set))
    }

    fn has_hole(&self, set: SetId) -> bool {
        let mut found = false;
        self.sets.visit(set, &mut Vec::new(), &mut |set| found |= *set == Set::Hole);
        found
    }

    /// The finger after this many rounds.
    fn after_rounds(&mut self, from: Var, rounds: &Rounds) -> Var {
        let mut at = from;
        for _ in 0..rounds.low {
            at = self.finger(true, Some((at, Hop::One(rounds.ways.clone()))));
        }
        let is_set = self.is_set(at);
        self.finger(is_set, Some((at, Hop::Any(rounds.ways.clone()))))
    }

    /// From where this many rounds can end in the set.
    pub(super) fn rounds_back(&mut self, to: SetId, rounds: &Rounds) -> SetId {
        let Rounds { pre, ref ways, through, low, high } = *rounds;
        let mut from = to;
        let mut low = low;
        match high {
            Some(high) => {
                for _ in low..high {
                    let once = self.once_back(from, rounds);
                    from = self.sets.or(to, once);
                }
            }
            None => {
                let both = self.sets.and(pre, through);
                let start = self.sets.and(to, through);
                if let Some(directions) = self.straight(ways) {
                    let slid = match self.sets.set(to) {
                        Set::Walk(walk)
                            if walk.back
                                && walk.ways == *ways
                                && low == 0
                                && pre == self.sets.all =>
                        {
                            let from = walk.from;
                            return self.sets.slide(from, directions, through, true);
                        }
                        _ => self.sets.slide(start, directions, both, true),
                    };
                    from = self.sets.and(pre, slid);
                    match low {
                        0 => from = self.sets.or(to, from),
                        _ => low -= 1,
                    }
                } else if pre == self.sets.all {
                    from = self.sets.spread(to, ways.clone(), through, true);
                } else {
                    let start = self.sets.walk(start, ways.clone(), true);
                    let spread = self.sets.spread(start, ways.clone(), both, true);
                    let spread = self.sets.and(pre, spread);
                    from = self.sets.or(to, spread);
                }
            }
        }
        for _ in 0..low {
            from = self.once_back(from, rounds);
        }
        from
    }

    fn once_back(&mut self, to: SetId, rounds: &Rounds) -> SetId {
        let to = self.sets.and(to, rounds.through);
        let from = self.sets.walk(to, rounds.ways.clone(), true);
        self.sets.and(rounds.pre, from)
    }

    /// Where so many rounds that begin in the set can end.
    pub(super) fn rounds_forward(&mut self, from: SetId, rounds: &Rounds) -> SetId {
        let Rounds { pre, ref ways, through, low, high } = *rounds;
        let mut to = from;
        let mut low = low;
        match high {
            Some(high) => {
                for _ in 0..low {
                    to = self.once_forward(to, rounds);
                }
                let first = to;
                for _ in low..high {
                    let once = self.once_forward(to, rounds);
                    to = self.sets.or(first, once);
                }
                return to;
            }
            None => {
                let both = self.sets.and(pre, through);
                let start = self.sets.and(from, pre);
                if let Some(directions) = self.straight(ways) {
                    let slid = self.sets.slide(start, directions, both, false);
                    to = self.sets.and(slid, through);
                    match low {
                        0 => to = self.sets.or(from, to),
                        _ => low -= 1,
                    }
                } else if pre == self.sets.all {
                    to = self.sets.spread(from, ways.clone(), through, false);
                } else {
                    let spread = self.sets.spread(start, ways.clone(), both, false);
                    let spread = self.sets.walk(spread, ways.clone(), false);
                    let spread = self.sets.and(spread, through);
                    to = self.sets.or(from, spread);
                }
            }
        }
        for _ in 0..low {
            to = self.once_forward(to, rounds);
        }
        to
    }

    fn once_forward(&mut self, from: SetId, rounds: &Rounds) -> SetId {
        let from = self.sets.and(from, rounds.pre);
        let to = self.sets.walk(from, rounds.ways.clone(), false);
        self.sets.and(to, rounds.through)
    }

    /// The directions of rounds that are one step each and never come from one
    /// direction into another.
    fn straight(&self, ways: &[Vec<Direction>]) -> Option<Vec<Direction>> {
        let directions: Vec<Direction> = ways.iter().flatten().copied().collect();
        let crosses =
            |lines: &&Vec<Direction>| directions.iter().filter(|d| lines.contains(d)).count() > 1;
        let is_straight = directions.len() == ways.len()
            && match directions.as_slice() {
                [] => false,
                [_] => true,
                _ => {
                    !self.sets.board.ways.is_empty()
                        && !self.sets.board.ways.iter().any(|it| crosses(&it))
                }
            };
        is_straight.then_some(directions)
    }
}
