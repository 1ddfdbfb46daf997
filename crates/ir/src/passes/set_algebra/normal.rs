//! The form in which a set is computed: ways from the same fields are walked
//! together, rays that several pieces share are computed once, and of rows
//! that read the same from both ends one reading is enough.

use super::{Algebra, Set, SetId, Slide, geometry};
use crate::program::{Value, Whose};
use game::{Direction, Kind};
use rustc_hash::FxHashMap;

/// The rays that are cast from the same fields through the same fields.
type Rays = (SetId, SetId, bool);

/// A pattern of fields one after another: how many sets as ways and one more.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Row {
    sets: Vec<SetId>,
    ways: Vec<Direction>,
}

impl<'p> Algebra<'p> {
    /// The same set, in the form in which it is computed.
    pub(crate) fn normal(&mut self, set: SetId) -> SetId {
        let merged = self.rebuild(set, &mut FxHashMap::default(), &FxHashMap::default());
        let mut rays: FxHashMap<Rays, Vec<Vec<Direction>>> = FxHashMap::default();
        self.visit(merged, &mut Vec::new(), &mut |set| {
            if let Set::Slide(it) = set {
                let key = (it.from, it.through, it.back);
                rays.entry(key).or_default().push(it.directions.clone());
            }
        });
        let groups: FxHashMap<Rays, Vec<Vec<Direction>>> =
            rays.into_iter().map(|(key, sets)| (key, groups(&sets))).collect();
        self.rebuild(merged, &mut FxHashMap::default(), &groups)
    }

    /// A set that has a field if and only if this one has.
    pub(crate) fn normal_some(&mut self, set: SetId) -> SetId {
        let halved = self.halve(set);
        self.normal(halved)
    }

    fn rebuild(
        &mut self,
        set: SetId,
        done: &mut FxHashMap<SetId, SetId>,
        groups: &FxHashMap<Rays, Vec<Vec<Direction>>>,
    ) -> SetId {
        if let Some(&known) = done.get(&set) {
            return known;
        }
        let mut again = |it: &mut Self, set: SetId| it.rebuild(set, done, groups);
        let new = match self.set(set).clone() {
            Set::And(factors) => {
                let factors = factors.into_iter().map(|set| again(self, set)).collect();
                self.and_all(factors)
            }
            Set::Or(terms) => {
                let terms = terms.into_iter().map(|set| again(self, set)).collect();
                self.union(terms)
            }
            Set::Minus(a, b) => {
                let (a, b) = (again(self, a), again(self, b));
                self.minus(a, b)
            }
            Set::IfSome(a, b) => {
                let (a, b) = (again(self, a), again(self, b));
                self.if_some(a, b)
            }
            Set::Walk(it) => {
                let from = again(self, it.from);
                self.walk(from, it.ways, it.back)
            }
            Set::Spread(it) => {
                let (from, through) = (again(self, it.from), again(self, it.through));
                self.spread(from, it.ways, through, it.back)
            }
            Set::Slide(it) => {
                let (from, through) = (again(self, it.from), again(self, it.through));
                match groups.get(&(from, through, it.back)) {
                    Some(groups) => {
                        let part = |group: &&Vec<Direction>| it.directions.contains(&group[0]);
                        let parts = groups.iter().filter(part).cloned();
                        let parts =
                            parts.map(|group| self.slide(from, group, through, it.back)).collect();
                        self.or_all(parts)
                    }
                    None => self.slide(from, it.directions, through, it.back),
                }
            }
            _ => set,
        };
        done.insert(set, new);
        new
    }

    /// The union of sets, in which what comes from the same fields is one term.
    fn union(&mut self, sets: Vec<SetId>) -> SetId {
        let mut terms = Vec::new();
        for set in sets {
            for term in self.terms(set) {
                terms.extend(self.distribute(term));
            }
        }
        let terms = self.join_alike(terms);
        let terms = self.factor(terms);
        let terms = self.join_alike(terms);
        let terms = self.common_factors(terms);
        self.or_all(terms)
    }

    /// `p & (ray | ray)` as `p & ray`, `p & ray`, so that others that share a ray meet it.
    fn distribute(&mut self, term: SetId) -> Vec<SetId> {
        let factors = self.factors(term);
        let is_rays = |it: &Self, set: SetId| match it.set(set) {
            Set::Or(terms) => terms.iter().all(|&term| matches!(it.set(term), Set::Slide(_))),
            _ => false,
        };
        let Some(&rays) = factors.iter().find(|&&factor| is_rays(self, factor)) else {
            return vec![term];
        };
        let rest: Vec<SetId> = factors.iter().copied().filter(|&factor| factor != rays).collect();
        let rest = self.and_all(rest);
        let terms = self.terms(rays);
        terms.into_iter().map(|ray| self.and(rest, ray)).collect()
    }

    /// Makes one term of walks, rays and pieces that differ only in their ways or kinds.
    fn join_alike(&mut self, terms: Vec<SetId>) -> Vec<SetId> {
        let mut done: Vec<SetId> = Vec::new();
        for term in terms {
            let joined = done.iter().enumerate().find_map(|(i, &other)| {
                let set = joined(self.set(other), self.set(term))?;
                Some((i, set))
            });
            match joined {
                Some((i, Set::Walk(it))) => done[i] = self.walk(it.from, it.ways, it.back),
                Some((i, Set::Slide(it))) => {
                    done[i] = self.slide(it.from, it.directions, it.through, it.back);
                }
                Some((i, set)) => done[i] = self.make(set),
                None => done.push(term),
            }
        }
        done
    }

    /// `p & walk | q & walk` as `(p | q) & walk`.
    fn factor(&mut self, terms: Vec<SetId>) -> Vec<SetId> {
        let is_walk = |it: &Self, set: SetId| {
            matches!(it.set(set), Set::Walk(_) | Set::Slide(_) | Set::Spread(_))
        };
        let mut done: Vec<(Option<SetId>, Vec<SetId>)> = Vec::new();
        for term in terms {
            let factors = self.factors(term);
            let mut walks = factors.iter().copied().filter(|&factor| is_walk(self, factor));
            let walk = match (walks.next(), walks.next()) {
                (Some(walk), None) => Some(walk),
                _ => None,
            };
            let rest = factors.iter().copied().filter(|&factor| Some(factor) != walk).collect();
            let rest = self.and_all(rest);
            match done.iter_mut().find(|(other, _)| walk.is_some() && *other == walk) {
                Some((_, rests)) => rests.push(rest),
                None => done.push((walk, vec![rest])),
            }
        }
        let mut terms = Vec::new();
        for (walk, rests) in done {
            let rests = self.join_alike(rests);
            let rest = self.or_all(rests);
            terms.push(match walk {
                Some(walk) => self.and(walk, rest),
                None => rest,
            });
        }
        terms
    }

    /// `p & a | p & b` as `p & (a | b)` if it is so for all terms.
    fn common_factors(&mut self, terms: Vec<SetId>) -> Vec<SetId> {
        let [first, others @ ..] = terms.as_slice() else { return terms };
        let mut common = self.factors(*first);
        for &other in others {
            let factors = self.factors(other);
            common.retain(|factor| factors.contains(factor));
        }
        if others.is_empty() || common.is_empty() {
            return terms;
        }
        let rests: Vec<SetId> = terms
            .iter()
            .map(|&term| {
                let mut rest = self.factors(term);
                rest.retain(|factor| !common.contains(factor));
                self.and_all(rest)
            })
            .collect();
        let rests = self.join_alike(rests);
        let rest = self.or_all(rests);
        common.push(rest);
        vec![self.and_all(common)]
    }

    /// Leaves out every row of a union that is another one read from its end.
    fn halve(&mut self, set: SetId) -> SetId {
        let factors = self.factors(set);
        let of_union =
            factors.iter().copied().find(|&factor| matches!(self.set(factor), Set::Or(_)));
        let Some(union) = of_union else { return set };
        let rest: Vec<SetId> = factors.iter().copied().filter(|&factor| factor != union).collect();
        let rest = self.and_all(rest);
        let mut seen: Vec<Row> = Vec::new();
        let mut kept = Vec::new();
        for term in self.terms(union) {
            let whole = self.and(rest, term);
            let Some(row) = self.row(whole) else {
                kept.push(term);
                continue;
            };
            if self.reversed(&row).is_none_or(|reversed| !seen.contains(&reversed)) {
                kept.push(term);
            }
            seen.push(row);
        }
        let union = self.or_all(kept);
        self.and(rest, union)
    }

    /// The set as a pattern of fields one after another.
    fn row(&mut self, set: SetId) -> Option<Row> {
        let mut row = Row { sets: Vec::new(), ways: Vec::new() };
        let mut at = set;
        loop {
            let factors = self.factors(at);
            let mut walks = factors.iter().copied().filter_map(|factor| match self.set(factor) {
                Set::Walk(walk) if walk.back && walk.ways.len() == 1 => {
                    Some((factor, walk.clone()))
                }
                _ => None,
            });
            let first = walks.next();
            if walks.next().is_some() {
                return None;
            }
            let Some((factor, walk)) = first else {
                row.sets.push(at);
                return (!row.ways.is_empty()).then_some(row);
            };
            let rest = factors.iter().copied().filter(|&other| other != factor).collect();
            row.sets.push(self.and_all(rest));
            let (_, between) = walk.ways[0].split_first()?;
            row.sets.extend(between.iter().map(|_| self.all));
            row.ways.extend(&walk.ways[0]);
            at = walk.from;
        }
    }

    /// The same pattern from its other end.
    fn reversed(&self, row: &Row) -> Option<Row> {
        let back = |&d: &Direction| geometry::inverse(self.board, d);
        let ways = row.ways.iter().rev().map(back).collect::<Option<_>>()?;
        Some(Row { sets: row.sets.iter().rev().copied().collect(), ways })
    }
}

/// One set for both, if they differ only in their ways or kinds.
fn joined(a: &Set, b: &Set) -> Option<Set> {
    match (a, b) {
        (Set::Walk(a), Set::Walk(b)) if a.from == b.from && a.back == b.back => {
            let mut walk = a.clone();
            walk.ways.extend(b.ways.iter().cloned());
            Some(Set::Walk(walk))
        }
        (Set::Slide(a), Set::Slide(b))
            if (a.from, a.through, a.back) == (b.from, b.through, b.back) =>
        {
            let mut directions = a.directions.clone();
            directions.extend(&b.directions);
            Some(Set::Slide(Slide { directions, ..a.clone() }))
        }
        (&Set::Pieces(at, v, whose, ref a), &Set::Pieces(other, w, other_whose, ref b))
            if (at, v, whose) == (other, w, other_whose) =>
        {
            Some(pieces(at, v, whose, a.as_ref().zip(b.as_ref())))
        }
        _ => None,
    }
}

fn pieces(
    at: super::PosId,
    v: Value,
    whose: Whose,
    kinds: Option<(&Vec<Kind>, &Vec<Kind>)>,
) -> Set {
    let kinds = kinds.map(|(a, b)| {
        let mut kinds = [a.as_slice(), b.as_slice()].concat();
        kinds.sort();
        kinds.dedup();
        kinds
    });
    Set::Pieces(at, v, whose, kinds)
}

/// The coarsest groups of directions of which each of these sets is made.
fn groups(sets: &[Vec<Direction>]) -> Vec<Vec<Direction>> {
    let mut groups: Vec<(Vec<bool>, Vec<Direction>)> = Vec::new();
    let mut directions: Vec<Direction> = sets.iter().flatten().copied().collect();
    directions.sort();
    directions.dedup();
    for d in directions {
        let within: Vec<bool> = sets.iter().map(|set| set.contains(&d)).collect();
        match groups.iter_mut().find(|(other, _)| *other == within) {
            Some((_, group)) => group.push(d),
            None => groups.push((within, vec![d])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
