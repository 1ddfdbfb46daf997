//! Nodes need no new memory: once the lists of a thread have met their longest
//! row, looking ahead, counting and playing allocate nothing for a node, in every
//! game that there is code for and whose positions lie where they are used.
//!
//! The allocator of this program counts what each of its threads asks for; other tests
//! run on other threads.

#![allow(unsafe_code, reason = "an allocator is unsafe")]

use game::{Game, Referee, Rng, Worker};
use native::{Native, NativeWorker, Position};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

fn count() {
    // A thread that ends may ask for memory when it has no counter any more.
    let _counted = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: everything is handed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the promises of this call.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, bytes) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often a task asks for memory when it is done for the second time.
fn asked<T>(mut task: impl FnMut() -> T) -> (u64, T) {
    task();
    let before = ASKED.get();
    let done = task();
    (ASKED.get() - before, done)
}

fn games() -> impl Iterator<Item = (&'static str, Native)> {
    testing::sampled().filter_map(|name| {
        let loaded = testing::load(name);
        let native = Native::new(loaded, &[]).ok()?;
        // The words of a large position are memory of its own.
        (native.position_bytes() <= size_of::<Position>()).then_some((name, native))
    })
}

/// Walks down random lines of play as a search would: lists moves, evaluates, and
/// takes turns back.
fn walk(
    start: &Position,
    worker: &mut NativeWorker<'_>,
    list: &mut Vec<Position>,
    line: &mut Vec<Position>,
    n_evaluations: usize,
) -> usize {
    let (mut rng, mut nodes) = (Rng::new(3), 0);
    for _ in 0..4 {
        line.clear();
        line.push(start.clone());
        for _ in 0..40 {
            list.clear();
            let Some(at) = line.last() else { break };
            for evaluation in 0..n_evaluations {
                worker.evaluate(at, evaluation).expect("the rules are sound");
            }
            let over = worker.expand(at, list).expect("the rules are sound");
            nodes += 1;
            if over.is_some() || list.is_empty() {
                break;
            }
            worker.enter(at);
            line.push(list[rng.below(list.len())].clone());
        }
        (1..line.len()).for_each(|_| worker.leave());
    }
    nodes
}

#[test]
fn a_search_allocates_nothing() {
    let mut n_games = 0;
    for (name, native) in games() {
        let mut worker = native.worker(&[]);
        let (mut list, mut line) = (Vec::new(), Vec::new());
        let (start, evaluations) = (native.start(), native.facts().evaluations.len());
        let (asked, nodes) = asked(|| walk(&start, &mut worker, &mut list, &mut line, evaluations));
        assert_eq!(asked, 0, "{name}: {nodes} nodes");
        assert!(nodes > 20, "{name}: {nodes} nodes are not many");
        n_games += 1;
    }
    assert!(n_games > 30, "there is code for {n_games} games only");
}

#[test]
fn random_games_allocate_nothing() {
    for (name, native) in games() {
        let play = |games| native.playouts(&native.start(), 5, games, 60).expect("it is played");
        // Code for many games does the same, and takes longer to make.
        let (few, _) = asked(|| play(1));
        let (many, tally) = asked(|| play(20));
        assert_eq!(many, few, "{name}: {} turns of {} games", tally.plies, tally.games);
    }
}

#[test]
fn counts_allocate_nothing() {
    /// A call allocates for what it hands over, and its lists grow to their length.
    const FOR_A_CALL: u64 = 40;
    for (name, native) in games() {
        for counted in [false, true] {
            let count = |depth| native.perft(&native.start(), &[], depth, counted);
            let deep = (1..6).find(|&depth| count(depth).expect("it is counted") > 3000);
            let (asked, leaves) = asked(|| count(deep.unwrap_or(6)));
            assert!(asked < FOR_A_CALL, "{name}: {asked} times for {leaves:?} leaves");
        }
    }
}
