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
mod away;
mod crew;
mod hand;
mod handed;
mod jamboree;
mod root_parallel;
mod shared_table;
mod signal;
mod split;
mod work;
mod young_brothers;

pub(crate) use away::{Arrived, Away, Bell, Ended};
pub(crate) use crew::Crew;
pub(crate) use handed::Handed;
pub(crate) use signal::Signal;
pub(crate) use split::{Job, Split};
pub use work::{Parallel, RankWork, ThreadWork};

use crate::algorithms::Context;
use crate::distributed::{Completed, Results};
use crate::lead::{BestMove, Lead};
use crate::limits::Stop;
use crate::principal;
use crate::tree::Tree;
use crate::value::{Level, Window};
use crew::End;
use game::Game;
use hand::Hand;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Young Brothers Wait on many ranks, which take work from each other and share one
    /// table, of which each holds a part.
    Stealing,
    /// All ranks search the root, and tell each other what they store.
    Lazy,
}

impl Platform {
    /// All platforms with their names and a sentence about each.
    pub const ALL: [(Platform, &'static str, &'static str); 9] = [
        (Platform::Serial, "serial", "one thread searches"),
        (Platform::RootParallel, "root", "each move of the root is searched by one thread"),
        (Platform::SharedTable, "table", "each thread searches on its own, the table is shared"),
        (Platform::Jamboree, "jamboree", "moves are tested at once in the first levels"),
        (Platform::YoungBrothers, "ybw", "moves are shared once the first one is searched"),
        (Platform::Abdada, "abdada", "what another thread is at is put off"),
        (Platform::SharedTree, "tree", "all threads go down one tree in memory"),
        (
            Platform::Stealing,
            "steal",
            "ranks take moves from each other; each holds a part of the table",
        ),
        (Platform::Lazy, "lazy", "each rank searches on its own and tells others what it stores"),
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

/// What all threads of a search at one rank can see.
#[derive(Debug)]
pub(crate) struct Shared<P> {
    platform: Platform,
    pub(crate) crew: Crew<P>,
    busy: abdada::Busy,
    /// The least depth at which moves are shared.
    least_depth: u32,
    /// How many threads ranks before this one have,
    threads_before: usize,
    /// and all ranks together.
    all_threads: usize,
    /// What other ranks have found that search the same root.
    pub(crate) results: Option<Results>,
}

impl<P> Shared<P> {
    /// What this many threads see without other ranks.
    fn new(platform: Platform, threads: usize) -> Shared<P> {
        Shared {
            platform,
            crew: Crew::new(threads, None),
            busy: abdada::Busy::new(platform == Platform::Abdada),
            least_depth: young_brothers::least_depth(threads, None),
            threads_before: 0,
            all_threads: threads,
            results: None,
        }
    }

    /// What this many threads see at one of several ranks, which is known by its number and
    /// how many there are. Others may take moves from a depth on.
    pub(crate) fn at_rank(
        platform: Platform,
        threads: usize,
        rank: usize,
        size: usize,
        bell: &Arc<Bell>,
        fork_depth: u32,
    ) -> Shared<P> {
        let away = (platform == Platform::Stealing).then(|| Away::new(Arc::clone(bell)));
        let ranks_from = away.as_ref().map(|_| fork_depth);
        Shared {
            crew: Crew::new(threads, away),
            least_depth: young_brothers::least_depth(threads, ranks_from),
            threads_before: rank * threads,
            all_threads: size * threads,
            results: (platform == Platform::Lazy).then(|| Results::new(bell)),
            ..Shared::new(platform, threads)
        }
    }
}

/// Runs a search with threads: `lead` says what is searched, the others help.
/// `new` makes what each thread works with.
pub(crate) fn with_threads<'s, 'g, G: Game + 'g, T>(
    platform: Platform,
    threads: usize,
    new: &(impl Fn() -> Context<'s, 'g, G> + Sync),
    lead: impl FnOnce(&mut dyn Lead<'g, G>) -> T,
) -> (T, Parallel) {
    let shared = &Shared::new(platform, threads);
    let help = |number| help(Hand::new(new(), shared, number));
    let lead = |_| leads(Hand::new(new(), shared, 0), lead);
    let ((result, mut parallel), helped) = game::crew::run(threads, help, lead);
    helped.into_iter().for_each(|work| parallel.extend(work));
    (result, parallel)
}

/// The same at one of several ranks. The calling thread does not search: it speaks with
/// the other ranks until `speak` is done. If nothing leads, this rank only helps. Nothing
/// if no thread could be started.
pub(crate) fn with_ranks<'s, 'g, G: Game + 'g, T: Send, S>(
    shared: &Shared<G::Position>,
    new: &(impl Fn() -> Context<'s, 'g, G> + Sync),
    lead: Option<impl FnOnce(&mut dyn Lead<'g, G>) -> T + Send>,
    speak: impl FnOnce() -> S,
) -> Option<(S, Option<T>, Parallel)> {
    let lead = Mutex::new(lead);
    let work = |number: usize| {
        let hand = Hand::new(new(), shared, number - 1);
        let lead = lead.lock().unwrap_or_else(PoisonError::into_inner).take_if(|_| number == 1);
        match lead {
            Some(lead) => {
                let (led, parallel) = leads(hand, lead);
                (Some(led), parallel)
            }
            None => (None, help(hand)),
        }
    };
    let speak = |helpers| (helpers > 0).then(speak);
    let (spoken, worked) = game::crew::run(shared.crew.n_threads() + 1, work, speak);
    let (mut result, mut parallel) = (None, Parallel::default());
    for (led, work) in worked {
        result = result.or(led);
        parallel.extend(work);
    }
    spoken.map(|spoken| (spoken, result, parallel))
}

/// What the thread does that leads.
fn leads<'g, G: Game, T>(
    mut hand: Hand<'_, 'g, G>,
    lead: impl FnOnce(&mut dyn Lead<'g, G>) -> T,
) -> (T, Parallel) {
    let _end = End(hand.crew());
    let result = lead(&mut hand);
    (result, hand.done())
}

/// What a thread does that does not lead: it helps with one root after the other.
fn help<G: Game>(mut hand: Hand<'_, '_, G>) -> Parallel {
    let crew = hand.crew();
    let _end = End(crew);
    let mut seen = 0;
    while let Some(root) = hand.idly(|| crew.next_root(&mut seen)) {
        hand.context.tree.begin_depth(root.level.depth);
        match hand.shared.platform {
            Platform::Jamboree | Platform::YoungBrothers | Platform::Stealing => hand.help(&root),
            Platform::Serial | Platform::RootParallel | Platform::SharedTree => {
                hand.context.tree.pass(&root.at);
                root_parallel::help(&mut hand, &root);
            }
            Platform::SharedTable | Platform::Lazy | Platform::Abdada => {
                hand.context.tree.pass(&root.at);
                whole(&mut hand, &root);
            }
        }
        hand.context.tree.back_to(0);
    }
    hand.done()
}

/// Searches all moves of the root, as every thread does; whoever is done first says what
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
    ) -> Result<BestMove, Stop> {
        let root = Arc::new(Split::root(at.clone(), moves.to_vec(), depth, window));
        self.context.tree.begin_depth(depth);
        self.crew().begin(&root);
        if let Some(stop) = self.crew().stopped() {
            self.crew().finish(&root);
            return Err(stop);
        }
        match self.shared.platform {
            Platform::Serial | Platform::RootParallel | Platform::SharedTree => {
                root_parallel::root(self, &root);
            }
            Platform::Jamboree => jamboree::root(self, &root),
            Platform::YoungBrothers | Platform::Stealing => {
                young_brothers::root(self, &root);
            }
            Platform::SharedTable | Platform::Abdada => whole(self, &root),
            Platform::Lazy => self.whole_with_ranks(&root),
        }
        self.crew().finish(&root);
        match (self.crew().stopped(), root.best()) {
            (None, (value, Some(i))) => {
                self.context.tree.best.set(i, &root.best_line());
                Ok(BestMove { value, place: i as usize })
            }
            (stop, (value, best)) => {
                let in_order = matches!(
                    self.shared.platform,
                    Platform::Jamboree | Platform::YoungBrothers | Platform::Stealing
                );
                if let Some(best) = best.filter(|_| in_order && value > window.alpha) {
                    self.context.tree.unfinished = Some(BestMove { value, place: best as usize });
                }
                Err(stop.unwrap_or(Stop::Told))
            }
        }
    }
}

impl<G: Game> Hand<'_, '_, G> {
    /// Searches all moves of the root as other ranks do; whoever is done first tells the
    /// others, and ends their work.
    fn whole_with_ranks(&mut self, root: &Arc<Split<G::Position>>) {
        let (results, game) = (self.shared.results.as_ref(), self.context.tree.game());
        if results.is_some_and(|results| results.settle(game, root)) {
            return;
        }
        whole(self, root);
        // Others know what they have told, and nothing was found if the search has stopped.
        let is_new = |results: &&Results| !results.settle(game, root);
        let stopped = self.crew().stopped();
        let Some(results) = results.filter(is_new).filter(|_| stopped.is_none()) else { return };
        let (_, Some(best)) = root.best() else { return };
        let (first, level) =
            (&root.list[best as usize], Level { depth: root.level.depth - 1, ply: 1 });
        let tree = &mut self.context.tree;
        let line = self.context.table.map(|table| principal::entries(tree, table, first, level));
        if let Some(completed) = Completed::at(game, root, line.unwrap_or_default()) {
            results.tell(completed);
        }
    }
}
