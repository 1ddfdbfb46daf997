//! Two paths of a turn: whether they can end in the same position although
//! somebody chose differently.

use super::explore::{Item, Member, Path};
use super::solve::{System, Var};
use super::symbols::{Origin, Relation, Sym, Symbols};
use crate::analyses::contents::{ANY, Contents};
use rustc_hash::FxHashMap;

/// Proves that two runs along these paths that differ in a choice end in
/// different positions.
pub(super) fn compare(symbols: &mut Symbols<'_>, p: &Path, q: &Path) -> Result<(), String> {
    let same_node = |at: usize| match (p.trail.get(at), q.trail.get(at)) {
        (Some(Item::Chosen { node: a, .. }), Some(Item::Chosen { node: b, .. })) => a == b,
        (Some(a), Some(b)) => a == b,
        _ => false,
    };
    let common = (0..).take_while(|&at| same_node(at)).count();
    for at in 0..common {
        if let (Item::Chosen { sym: a, .. }, Item::Chosen { sym: b, .. }) =
            (p.trail[at], q.trail[at])
        {
            Pair::new(symbols, p, q, at, Some([a, b])).prove()?;
        }
    }
    // With the same choices up to here both runs are at the same node; so they
    // part at a fork, or one of them does not exist.
    if let (Some(Item::Branch { node: a, .. }), Some(Item::Branch { node: b, .. })) =
        (p.trail.get(common), q.trail.get(common))
        && a == b
    {
        Pair::new(symbols, p, q, common, None).prove()?;
    }
    Ok(())
}

/// Two runs that are the same up to a place.
struct Pair<'p, 's, 'a> {
    symbols: &'s mut Symbols<'a>,
    paths: [&'p Path; 2],
    /// This many items of the trails are the same.
    shared: usize,
    /// The field that was chosen differently next.
    differs: Option<[Sym; 2]>,
    /// What is known; made when it is needed, since contents decide most pairs.
    known: Option<(System, Vars)>,
}

/// The unknown of each field of each run.
type Vars = FxHashMap<(usize, Sym), Var>;

impl<'p, 's, 'a> Pair<'p, 's, 'a> {
    fn new(
        symbols: &'s mut Symbols<'a>,
        p: &'p Path,
        q: &'p Path,
        shared: usize,
        differs: Option<[Sym; 2]>,
    ) -> Pair<'p, 's, 'a> {
        Pair { symbols, paths: [p, q], shared, differs, known: None }
    }

    fn prove(mut self) -> Result<(), String> {
        let changes = self.paths.map(|path| {
            let changes = path.board.changes.iter();
            changes.map(|&(sym, _)| Change::new(path, sym)).collect()
        });
        let [p, q]: [Vec<Change>; 2] = changes;
        let sets = self.paths.map(|path| path.board.sets.as_slice());
        let taken = vec![false; q.len()];
        let mut matching = Matching { p, q, sets, taken, pairs: Vec::new(), fuel: 2_000 };
        match matching.fits(&mut |pairs| self.is_possible(pairs)) {
            false => Ok(()),
            true => Err("two ways to move may lead to the same position".to_string()),
        }
    }

    /// Whether the fields of these pairs can be the same.
    fn is_possible(&mut self, pairs: &[(Sym, Sym)]) -> bool {
        if let Some([a, b]) = self.differs
            && pairs.contains(&(a, b))
        {
            return false;
        }
        if self.known.is_none() {
            self.known = Some(self.system());
        }
        let Some((system, vars)) = &self.known else { return true };
        let mut system = system.clone();
        for (a, b) in pairs {
            system.equate(vars[&(0, *a)], vars[&(1, *b)]);
            // A piece that was moved is what it was before.
            for (side, sym, other) in [(0, a, b), (1, b, a)] {
                if let Some(from) = self.paths[side].board.came_from(*sym)
                    && let Some(&from) = vars.get(&(side, from))
                {
                    system.hold(from, Change::new(self.paths[1 - side], *other).now);
                }
            }
        }
        !system.is_contradiction(self.symbols.geometry().as_deref())
    }

    /// What is known of the fields of both runs.
    fn system(&mut self) -> (System, Vars) {
        let (mut system, mut vars) = (System::new(), Vars::default());
        if let Some([a, b]) = self.differs {
            let (a, b) =
                (self.var(&mut system, &mut vars, 0, a), self.var(&mut system, &mut vars, 1, b));
            system.keep_apart(a, b);
        }
        for (side, path) in self.paths.into_iter().enumerate() {
            let mut var = |sym: Sym| self.var(&mut system, &mut vars, side, sym);
            let _: Vec<Var> = path.board.changes.iter().map(|&(sym, _)| var(sym)).collect();
            let same: Vec<(Var, Var)> = path.same.iter().map(|&(a, b)| (var(a), var(b))).collect();
            let apart: Vec<(Var, Var)> =
                path.apart.iter().map(|&(a, b)| (var(a), var(b))).collect();
            same.into_iter().for_each(|(a, b)| system.equate(a, b));
            apart.into_iter().for_each(|(a, b)| system.keep_apart(a, b));
            for &Member { sym, set, made, inside } in &path.members {
                // A set that was made before the runs parted is one set.
                if made <= self.shared
                    && let Some(&var) = vars.get(&(side, sym))
                {
                    system.member(var, set, inside);
                }
            }
        }
        (system, vars)
    }

    /// The unknown that a field of a run is.
    fn var(&mut self, system: &mut System, vars: &mut Vars, side: usize, sym: Sym) -> Var {
        if let Some(&var) = vars.get(&(side, sym)) {
            return var;
        }
        let fact = self.paths[side].fact(sym);
        let mut range = self.symbols.range(sym);
        if let Some(narrower) = &fact.range {
            range = range.and(narrower);
        }
        let other = vars.get(&(1 - side, sym)).copied().filter(|_| self.is_shared(sym));
        let var = match other {
            Some(var) => {
                system.restrict(var, &range, fact.before);
                var
            }
            None => system.add(range, fact.before),
        };
        vars.insert((side, sym), var);
        if other.is_none()
            && let Some(relation) = self.symbols.relation(sym)
        {
            let (Relation::Step { from: of, .. } | Relation::Within { of, .. }) = relation;
            let of = self.var(system, vars, side, of);
            system.relate(of, relation, var);
        }
        var
    }

    /// Whether a field has the same value in both runs.
    fn is_shared(&self, sym: Sym) -> bool {
        match self.symbols.origin(sym) {
            Origin::Chosen { node, .. } => {
                let trail = &self.paths[0].trail[..self.shared];
                trail
                    .iter()
                    .any(|item| matches!(item, Item::Chosen { node: it, .. } if *it == node))
            }
            Origin::Stepped { from, .. } => self.is_shared(from),
            Origin::Remembered(_) => true,
            Origin::Other { .. } => false,
        }
    }
}

/// A field that a path has changed.
struct Change {
    sym: Sym,
    before: Contents,
    now: Contents,
}

impl Change {
    fn new(path: &Path, sym: Sym) -> Change {
        let written = path.board.changes.iter().find(|(it, _)| *it == sym);
        let moved = path.board.came_from(sym).map_or(ANY, |from| path.before(from));
        let now = written.map_or(ANY, |(_, now)| *now) & moved;
        Change { sym, before: path.before(sym), now }
    }

    /// Whether the field is different for certain.
    fn is_sure(&self) -> bool {
        self.before & self.now == 0
    }
}

/// The search for a way to pair what two paths have changed.
struct Matching<'m> {
    p: Vec<Change>,
    q: Vec<Change>,
    sets: [&'m [(Contents, Contents)]; 2],
    /// Which changes of the second path are already paired.
    taken: Vec<bool>,
    pairs: Vec<(Sym, Sym)>,
    fuel: u32,
}

/// Whether fields can be the same.
type IsPossible<'f> = &'f mut dyn FnMut(&[(Sym, Sym)]) -> bool;

impl Matching<'_> {
    /// Whether the changes can be paired.
    fn fits(&mut self, is_possible: IsPossible<'_>) -> bool {
        self.fits_from(0, is_possible)
    }

    /// Whether the changes of the first path from here on can be paired.
    fn fits_from(&mut self, at: usize, is_possible: IsPossible<'_>) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 {
            return true;
        }
        if at == self.p.len() {
            let mut rest = self.q.iter().zip(&self.taken).filter(|(_, taken)| !**taken);
            return rest.all(|(change, _)| !change.is_sure() || in_sets(change, self.sets[0]))
                && is_possible(&self.pairs);
        }
        for i in 0..self.q.len() {
            let (change, other) = (&self.p[at], &self.q[i]);
            let (before, now) = (change.before & other.before, change.now & other.now);
            if self.taken[i] || before == 0 || now == 0 {
                continue;
            }
            self.taken[i] = true;
            self.pairs.push((change.sym, other.sym));
            let fits = self.fits_from(at + 1, is_possible);
            self.pairs.pop();
            self.taken[i] = false;
            if fits {
                return true;
            }
        }
        let change = &self.p[at];
        (!change.is_sure() || in_sets(change, self.sets[1])) && self.fits_from(at + 1, is_possible)
    }
}

/// Whether a change may be one of a set of changes.
fn in_sets(change: &Change, sets: &[(Contents, Contents)]) -> bool {
    sets.iter().any(|(before, now)| change.before & before != 0 && change.now & now != 0)
}
