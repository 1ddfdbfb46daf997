//! Search by several threads: who searches what is a platform, chosen apart from
//! the algorithm (figure 7 of the Multigame paper).
//!
//! ```text
//! Search ─▶ lead (thread 0) ─┬─▶ crew: root, offered moves, bell ◀─┬─ help (thread 1…)
//!                            └─▶ hand ─▶ split ─▶ algorithms ◀─────┘
//! ```
//!
//! The threads live as long as a search from a position does. Work that is not
//! wanted any more ends by a [`Signal`], at once and without waiting for it.

mod abdada;
mod crew;
mod hand;
mod jamboree;
mod root_parallel;
mod shared_table;
mod signal;
mod split;
mod young_brothers;

pub(crate) use signal::Signal;

use crate::algorithms::Context;
use crate::limits::Stop;
use crate::search::Lead;
use crate::tree::Tree;
use crate::value::{Value, Window};
use crew::{Crew, End};
use game::Game;
use hand::Hand;
use split::Split;
use std::sync::Arc;
use std::time::Duration;

/// Who searches what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Platform {
    /// One thread searches.
    Serial,
    /// Each move of the root is searched by one thread, with the whole window.
    RootParallel,
    /// Each thread searches on its own and shares what it stores in the table.
    SharedTable,
    /// Moves are tested at once in the first levels of the tree.
    Jamboree,
    /// Moves are shared once the first one is searched.
    YoungBrothers,
    /// Threads give way to each other.
    Abdada,
    /// All threads go down one tree in memory.
    SharedTree,
}

impl Platform {
    /// All platforms with their names and a sentence about each.
    pub const ALL: [(Platform, &'static str, &'static str); 7] = [
        (Platform::Serial, "serial", "one thread searches"),
        (Platform::RootParallel, "root", "each move of the root is searched by one thread"),
        (Platform::SharedTable, "table", "each thread searches on its own, the table is shared"),
        (Platform::Jamboree, "jamboree", "moves are tested at once in the first levels"),
        (Platform::YoungBrothers, "ybw", "moves are shared once the first one is searched"),
        (Platform::Abdada, "abdada", "what another thread is at is put off"),
        (Platform::SharedTree, "tree", "all threads go down one tree in memory"),
    ];

    /// The platform of a name.
    pub fn from_name(name: &str) -> Option<Platform> {
        Platform::ALL.iter().find(|(_, n, _)| *n == name).map(|(platform, ..)| *platform)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Platform::ALL.iter().find(|(p, ..)| *p == self).map_or("", |(_, name, _)| name)
    }
}

/// What the threads of a search did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parallel {
    /// Each thread, the one that leads first.
    pub threads: Vec<ThreadWork>,
    /// Positions whose moves were searched by more than one thread; with ABDADA the
    /// moves that were put off.
    pub splits: u64,
    /// Moves that were given up because of a cutoff, or because the work was done.
    pub aborts: u64,
}

/// What one thread did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadWork {
    /// Nodes it visited.
    pub nodes: u64,
    /// Time in which it had nothing to do.
    pub idle: Duration,
}

impl Parallel {
    /// The nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.threads.iter().map(|thread| thread.nodes).sum()
    }

    fn add<G: Game>(&mut self, hand: &Hand<'_, '_, G>) {
        self.threads.push(ThreadWork { nodes: hand.context.tree.nodes(), idle: hand.idle });
        self.splits += hand.splits;
        self.aborts += hand.aborts;
    }
}

/// What all threads of a search can see.
#[derive(Debug)]
struct Shared<P> {
    platform: Platform,
    crew: Crew<P>,
    busy: abdada::Busy,
}

/// Runs a search with threads: `lead` says what is searched, the others help.
/// `new` makes what each thread works with.
pub(crate) fn with_threads<'s, 'g, G: Game + 'g, T>(
    (platform, threads): (Platform, usize),
    new: &(impl Fn() -> Context<'s, 'g, G> + Sync),
    lead: impl FnOnce(&mut dyn Lead<'g, G>) -> T,
) -> (T, Parallel) {
    let busy = abdada::Busy::new(platform == Platform::Abdada);
    let shared = &Shared { platform, crew: Crew::new(threads), busy };
    let help = |number| help(Hand::new(new(), shared, number));
    let lead = |_| {
        let mut hand = Hand::new(new(), shared, 0);
        let _end = End(&shared.crew);
        let result = lead(&mut hand);
        let mut parallel = Parallel::default();
        parallel.add(&hand);
        (result, parallel)
    };
    let ((result, mut parallel), helped) = game::crew::run(threads, help, lead);
    for work in helped {
        parallel.threads.extend(work.threads);
        parallel.splits += work.splits;
        parallel.aborts += work.aborts;
    }
    (result, parallel)
}

/// What a thread does that does not lead: it helps with one root after the other.
fn help<G: Game>(mut hand: Hand<'_, '_, G>) -> Parallel {
    let crew = hand.crew();
    let _end = End(crew);
    let mut seen = 0;
    while let Some(root) = hand.idly(|| crew.next_root(&mut seen)) {
        hand.context.tree.begin_depth(root.level.depth);
        match hand.shared.platform {
            Platform::Jamboree | Platform::YoungBrothers => hand.help(&root),
            Platform::Serial | Platform::RootParallel | Platform::SharedTree => {
                hand.context.tree.pass(&root.at);
                root_parallel::help(&mut hand, &root);
            }
            Platform::SharedTable | Platform::Abdada => {
                hand.context.tree.pass(&root.at);
                whole(&mut hand, &root);
            }
        }
        hand.context.tree.back_to(0);
    }
    let mut parallel = Parallel::default();
    parallel.add(&hand);
    parallel
}

/// Searches all moves of the root, as every thread does; who is done first says what
/// was found, and ends the work of the others.
fn whole<G: Game>(hand: &mut Hand<'_, '_, G>, root: &Arc<Split<G::Position>>) {
    let entered = hand.context.tree.entered();
    let outer = hand.context.tree.listen(Some(Arc::clone(&root.signal)));
    let searched = match hand.shared.platform {
        Platform::Abdada => abdada::moves(hand, root),
        _ => shared_table::moves(hand, root),
    };
    hand.context.tree.listen(outer);
    hand.context.tree.tell();
    match searched {
        Ok((value, n)) => {
            root.settle(n, value);
            root.signal.cut();
        }
        Err(stop) => {
            hand.context.tree.back_to(entered);
            match root.signal.is_cut() {
                true => hand.aborts += 1,
                false => hand.crew().stop(&root.signal, stop),
            }
        }
    }
}

impl<'g, G: Game> Lead<'g, G> for Hand<'_, 'g, G> {
    fn tree(&mut self) -> &mut Tree<'g, G> {
        &mut self.context.tree
    }

    fn nodes(&mut self) -> u64 {
        self.context.tree.tell()
    }

    fn moves(
        &mut self,
        at: &G::Position,
        moves: &[G::Position],
        depth: u32,
        window: Window,
    ) -> Result<(Value, usize), Stop> {
        let root = Arc::new(Split::root(at.clone(), moves.to_vec(), depth, window));
        self.context.tree.begin_depth(depth);
        self.crew().begin(&root);
        match self.shared.platform {
            Platform::Serial | Platform::RootParallel | Platform::SharedTree => {
                root_parallel::root(self, &root);
            }
            Platform::Jamboree => jamboree::root(self, &root),
            Platform::YoungBrothers => young_brothers::root(self, &root),
            Platform::SharedTable | Platform::Abdada => whole(self, &root),
        }
        self.crew().finish(&root);
        match (self.crew().stopped(), root.best()) {
            (None, (value, Some(i))) => {
                self.context.tree.best.set(i, &root.best_line());
                Ok((value, i as usize))
            }
            (stop, _) => Err(stop.unwrap_or(Stop::Told)),
        }
    }
}
