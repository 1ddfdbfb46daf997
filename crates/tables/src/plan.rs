//! What has to be built, and in which order: classes are found by playing from positions of
//! others, and those that lead to each other are solved together.
//!
//! A few positions of each class are looked at, all if there are few. A class or a field that
//! only rare moves reach is found while a table is built; then the plan is made again.

use crate::class::{Classes, Maker};
use crate::material::Material;
use crate::scheme::{Scheme, Seen};
use game::{Game, Rng, Worker};
use std::collections::{BTreeMap, BTreeSet};

/// This many positions of a slice are looked at.
const LOOKS: u64 = 400;
/// The most random games that show where pieces can be, the games without news after which
/// there are no more, and the turns of each.
const GAMES: u64 = 200;
const WITHOUT_NEWS: u64 = 8;
const TURNS: usize = 200;

/// Classes, and those to which each leads.
pub(crate) type Graph = BTreeMap<Material, BTreeSet<Material>>;

/// Plays random games to see where pieces can be. The same game gives the same answer.
pub(crate) fn explore<G: Game>(game: &G, scheme: &mut Scheme) {
    let mut random = Rng::new(1);
    let mut seen = Seen::default();
    let mut last_news = 0;
    for n in 0..GAMES {
        if n > last_news + WITHOUT_NEWS {
            break;
        }
        let mut worker = game.worker(&[]);
        let mut at = game.start();
        let mut list = Vec::new();
        for _ in 0..TURNS {
            if note(game, scheme, &at, &mut seen) {
                last_news = n;
            }
            list.clear();
            let over = worker.try_expand(&at, &mut list);
            if over != Some(None) || list.is_empty() {
                break;
            }
            at = list.swap_remove(random.below(list.len()));
        }
    }
}

/// Notes where the pieces of a position are; says whether that is new.
fn note<G: Game>(game: &G, scheme: &mut Scheme, at: &G::Position, seen: &mut Seen) -> bool {
    scheme.see(game, at, seen);
    let mut is_new = false;
    for &(piece, field) in &seen.men {
        let domain = &scheme.domains[usize::from(piece)];
        if !domain.contains(game::Field(field)) {
            is_new |= scheme.note(piece, field);
        }
    }
    is_new
}

/// Adds classes and all that follow them to a graph; more is learned about where pieces can be
/// meanwhile. Says whether that happened. Nothing if a class has too many men to be numbered,
/// or if there are more classes than `most`.
pub(crate) fn follow<G: Game>(
    game: &G,
    scheme: &mut Scheme,
    graph: &mut Graph,
    wanted: &[Material],
    most: usize,
) -> Option<bool> {
    let mut waiting: Vec<Material> = wanted.to_vec();
    waiting.retain(|class| !graph.contains_key(class));
    let mut grew = false;
    while let Some(class) = waiting.pop() {
        if graph.contains_key(&class) {
            continue;
        }
        let after = loop {
            let (after, is_new) = successors(game, scheme, &class)?;
            grew |= is_new;
            if !is_new {
                break after;
            }
        };
        waiting.extend(after.iter().filter(|class| !graph.contains_key(class)).cloned());
        graph.insert(class, after);
        if graph.len() > most {
            return None;
        }
    }
    Some(grew)
}

/// The classes that moves from some positions of a class lead to, and whether pieces get where
/// they were not expected.
fn successors<G: Game>(
    game: &G,
    scheme: &mut Scheme,
    class: &Material,
) -> Option<(BTreeSet<Material>, bool)> {
    let classes = Classes::new(scheme, vec![class.clone()])?;
    let (mut random, mut seen) = (Rng::new(1), Seen::default());
    let mut reached: Vec<G::Position> = Vec::new();
    {
        let scheme = &*scheme;
        let mut maker = Maker::new(game, scheme, &classes);
        let mut worker = game.worker(&[]);
        let looks = LOOKS * classes.slices.len() as u64;
        for i in 0..classes.size.min(looks) {
            let number = match classes.size <= looks {
                true => i,
                false => random.next_u64() % classes.size,
            };
            if let Some(at) = maker.position(number) {
                // Where the rules do what they should not do nothing is learned.
                let _ = worker.try_expand(&at, &mut reached);
            }
        }
    }
    let mut after = BTreeSet::new();
    let mut is_new = false;
    for at in reached.iter().filter(|at| game.outcome(at).is_none()) {
        is_new |= note(game, scheme, at, &mut seen);
        let next = scheme.class(seen.material.clone());
        if next != *class {
            after.insert(next);
        }
    }
    Some((after, is_new))
}

/// The classes of a graph in the order in which they can be solved, those together that lead to
/// each other (Tarjan, "Depth-first search and linear graph algorithms", 1972).
pub(crate) fn order(graph: &Graph) -> Vec<Vec<Material>> {
    let names: Vec<&Material> = graph.keys().collect();
    let number = |class: &Material| names.binary_search(&class).ok();
    let edges: Vec<Vec<usize>> =
        graph.values().map(|after| after.iter().filter_map(number).collect()).collect();
    let mut search = Components {
        edges: &edges,
        found: vec![0; names.len()],
        least: vec![0; names.len()],
        on_stack: vec![false; names.len()],
        stack: Vec::new(),
        next: 1,
        groups: Vec::new(),
    };
    for i in 0..names.len() {
        if search.found[i] == 0 {
            search.visit(i);
        }
    }
    let classes = |group: Vec<usize>| {
        let mut classes: Vec<Material> = group.into_iter().map(|i| names[i].clone()).collect();
        classes.sort();
        classes
    };
    search.groups.into_iter().map(classes).collect()
}

struct Components<'e> {
    edges: &'e [Vec<usize>],
    /// When each was found, from 1 on; 0 if it was not.
    found: Vec<usize>,
    least: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    groups: Vec<Vec<usize>>,
}

impl Components<'_> {
    /// Visits all that follow one, without recursion: chains of classes can be long.
    fn visit(&mut self, start: usize) {
        let mut path = vec![(start, 0)];
        while let Some(&mut (at, ref mut edge)) = path.last_mut() {
            if *edge == 0 && self.found[at] == 0 {
                (self.found[at], self.least[at]) = (self.next, self.next);
                self.next += 1;
                self.stack.push(at);
                self.on_stack[at] = true;
            }
            match self.edges[at].get(*edge) {
                Some(&to) => {
                    *edge += 1;
                    match self.found[to] {
                        0 => path.push((to, 0)),
                        found if self.on_stack[to] => self.least[at] = self.least[at].min(found),
                        _ => {}
                    }
                }
                None => {
                    path.pop();
                    if let Some(&(before, _)) = path.last() {
                        self.least[before] = self.least[before].min(self.least[at]);
                    }
                    if self.least[at] == self.found[at] {
                        self.close(at);
                    }
                }
            }
        }
    }

    /// Takes all that lead to each other off the stack.
    fn close(&mut self, first: usize) {
        let mut group = Vec::new();
        while let Some(at) = self.stack.pop() {
            self.on_stack[at] = false;
            group.push(at);
            if at == first {
                break;
            }
        }
        self.groups.push(group);
    }
}
