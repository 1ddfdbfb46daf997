//! Two paths of a turn: whether they can end in the same position although
//! somebody chose differently.

use super::board::Contents;
use super::explore::{Item, Path};
use super::solve::{System, Var};
use super::symbols::{Origin, Relation, Sym, Symbols};
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
    /// So many items of the trails are the same.
    shared: usize,
    system: System,
    vars: FxHashMap<(usize, Sym), Var>,
}

impl<'p, 's, 'a> Pair<'p, 's, 'a> {
    fn new(
        symbols: &'s mut Symbols<'a>,
        p: &'p Path,
        q: &'p Path,
        shared: usize,
        differs: Option<[Sym; 2]>,
    ) -> Pair<'p, 's, 'a> {
        let (system, vars) = (System::new(), FxHashMap::default());
        let mut pair = Pair { symbols, paths: [p, q], shared, system, vars };
        if let Some([a, b]) = differs {
            let (a, b) = (pair.var(0, a), pair.var(1, b));
            pair.system.keep_apart(a, b);
        }
        for (side, path) in [p, q].into_iter().enumerate() {
            for &(sym, _) in &path.board.changes {
                pair.var(side, sym);
            }
            for &(a, b) in &path.same {
                let (a, b) = (pair.var(side, a), pair.var(side, b));
                pair.system.equate(a, b);
            }
            for &(a, b) in &path.apart {
                let (a, b) = (pair.var(side, a), pair.var(side, b));
                pair.system.keep_apart(a, b);
            }
        }
        pair
    }

    /// Whether a field has the same value in both runs.
    fn is_shared(&self, sym: Sym) -> bool {
        match self.symbols.origin(sym) {
            Origin::Chosen { node, .. } => {
                let trail = &self.paths[0].trail[..self.shared];
                trail.iter().any(|item| matches!(item, Item::Chosen { node: it, .. } if *it == node))
            }
            Origin::Stepped { from, .. } => self.is_shared(from),
            Origin::Remembered(_) => true,
            Origin::Other { .. } => false,
        }
    }

    /// The unknown that a field of a run is.
    fn var(&mut self, side: usize, sym: Sym) -> Var {
        if let Some(&var) = self.vars.get(&(side, sym)) {
            return var;
        }
        let fact = self.paths[side].fact(sym);
        let mut range = self.symbols.range(sym);
        if let Some(narrower) = &fact.range {
            range = range.and(narrower);
        }
        let shared = self.is_shared(sym);
        let other = self.vars.get(&(1 - side, sym)).copied().filter(|_| shared);
        let var = match other {
            Some(var) => {
                self.system.restrict(var, &range, fact.before);
                var
            }
            None => self.system.add(range, fact.before),
        };
        self.vars.insert((side, sym), var);
        if other.is_none() && let Some(relation) = self.symbols.relation(sym) {
            let (Relation::Step { from: of, .. } | Relation::Within { of, .. }) = relation;
            let of = self.var(side, of);
            self.system.relate(of, relation, var);
        }
        var
    }

    fn prove(mut self) -> Result<(), String> {
        let changes: Vec<Vec<Change>> = (0..2)
            .map(|side| {
                let path = self.paths[side];
                let changes = path.board.changes.iter();
                changes
                    .map(|&(sym, now)| Change {
                        var: self.vars[&(side, sym)],
                        before: path.before(sym),
                        now,
                    })
                    .collect()
            })
            .collect();
        let sets = self.paths.map(|path| path.board.sets.clone());
        let [p, q] = &changes[..] else { return Ok(()) };
        let board = self.symbols.board();
        let mut matching = Matching { p, q, sets, board, taken: vec![false; q.len()], fuel: 2_000 };
        match matching.fits(0, &mut self.system) {
            false => Ok(()),
            true => Err("two ways to move may lead to the same position".to_string()),
        }
    }
}

/// A field that a path has changed.
struct Change {
    var: Var,
    before: Contents,
    now: Contents,
}

impl Change {
    /// Whether the field is different for certain.
    fn is_sure(&self) -> bool {
        self.before & self.now == 0
    }
}

/// The search for a way to pair what two paths have changed.
struct Matching<'m> {
    p: &'m [Change],
    q: &'m [Change],
    sets: [Vec<(Contents, Contents)>; 2],
    board: &'m game::Board,
    /// Which changes of the second path are already paired.
    taken: Vec<bool>,
    fuel: u32,
}

impl Matching<'_> {
    /// Whether the changes of the first path from here on can be paired.
    fn fits(&mut self, at: usize, system: &mut System) -> bool {
        let Some(change) = self.p.get(at) else { return self.rest_fits(0, system) };
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 {
            return true;
        }
        for i in 0..self.q.len() {
            let other = &self.q[i];
            let (before, now) = (change.before & other.before, change.now & other.now);
            if self.taken[i] || before == 0 || now == 0 {
                continue;
            }
            let mut system = system.clone();
            system.equate(change.var, other.var);
            self.taken[i] = true;
            let fits = self.fits(at + 1, &mut system);
            self.taken[i] = false;
            if fits {
                return true;
            }
        }
        let in_set = in_sets(change, &self.sets[1]);
        (in_set || !change.is_sure()) && self.fits(at + 1, system)
    }

    /// Whether the second path can have changed what is not paired.
    fn rest_fits(&mut self, at: usize, system: &mut System) -> bool {
        let rest = self.q.iter().zip(&self.taken).skip(at).filter(|(_, taken)| !**taken);
        let sure: Vec<&Change> = rest.map(|(change, _)| change).filter(|it| it.is_sure()).collect();
        sure.iter().all(|change| in_sets(change, &self.sets[0]))
            && !system.is_contradiction(self.board)
    }
}

/// Whether a change may be one of a set of changes.
fn in_sets(change: &Change, sets: &[(Contents, Contents)]) -> bool {
    sets.iter().any(|(before, now)| change.before & before != 0 && change.now & now != 0)
}
