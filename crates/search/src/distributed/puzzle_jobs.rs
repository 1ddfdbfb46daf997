//! IDA* by numbered jobs, so that a journal can keep what was done: a run that was killed goes on with
//! the jobs that are left, on any number of ranks.
//!
//! 1. In each round all ranks make the same top of the tree, layer by layer, until there are
//!    enough sub-trees. A position that is reached again for as much is left out.
//! 2. The sub-trees are jobs by their places, whatever the number of ranks. Whoever is done with
//!    one gets the next.
//! 3. What came of a job is noted: a solution, or the least cost and bound above the limit. What
//!    is known already is not done again, so that earlier rounds are passed over.
//!
//! No rank knows what another one has visited, as with work stealing.

use super::agreement::{Ended, read_solution, unreadable, write_solution};
use super::puzzles::{NODES_BETWEEN_POLLS, Rounds};
use crate::puzzle::{Node, Unsolved, Visitor};
use game::Game;
use game::bytes::{Reader, put};
use ranks::{Journal, Lost, Team, farm_with};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// There are so many jobs in a round, if there are so many sub-trees: one of them takes seconds
/// where a round takes hours.
const JOBS: usize = 1024;

const NEXT: u8 = 0;
const SOLVED: u8 = 1;

/// What came of jobs, in a journal.
pub(super) type Noted<'j> = ranks::Noted<&'j mut dyn Journal>;

/// That what came of a job cannot be noted.
fn unwritten(why: &std::io::Error) -> Unsolved {
    Unsolved::Lost(Lost { rank: Some(0), why: format!("the journal cannot be written: {why}") })
}

/// What a job came to.
enum Came<P> {
    Next(i64),
    Solved(crate::puzzle::Solution<P>),
}

/// Does a round.
pub(super) fn round<G: Game>(
    team: &mut Team<'_>,
    rounds: &mut Rounds<'_, '_, '_, G>,
    noted: &mut Noted<'_>,
) -> Result<Ended<G::Position>, Lost> {
    let Rounds { ground, at, past, limit, bound, depths, n_rounds, .. } = rounds;
    let game = ground.game();
    let mut visitor = Visitor::new(ground, past, *limit, *depths);
    let made = top(&mut visitor, Node::root((*at).clone(), *bound));
    let mut ended =
        Ended { next: visitor.next, found: visitor.found.take(), failure: None, heard: None };
    // A rank that has met a limit takes part, and says so when it is asked for something.
    let top = made.unwrap_or_else(|failure| {
        ended.failure = Some(failure);
        Vec::new()
    });
    let number = |job: u64| *n_rounds << 32 | job;
    let mut left: Vec<u64> = Vec::new();
    if team.is_first() && ended.failure.is_none() && ended.found.is_none() {
        for job in 0..top.len() as u64 {
            let known = noted.known(number(job)).and_then(|bytes| read(game, bytes));
            match known {
                Some(Came::Next(next)) => ended.next = ended.next.min(next),
                Some(Came::Solved(solution)) => ended.found = Some(solution),
                None => left.push(job),
            }
        }
        left.retain(|_| ended.found.is_none());
    }
    let (mut failed, mut heard) = (ended.failure.take(), Ok(()));
    farm_with(
        team,
        left,
        |job, is_wanted| match top.get(job as usize) {
            Some(node) if failed.is_none() => {
                below(&mut visitor, node, is_wanted).unwrap_or_else(|failure| {
                    failed = Some(failure);
                    Vec::new()
                })
            }
            _ => Vec::new(),
        },
        |job, bytes| match read(game, &bytes) {
            Some(came) => {
                heard = noted.note(number(job), &bytes).map_err(|why| unwritten(&why));
                match came {
                    Came::Next(next) => ended.next = ended.next.min(next),
                    Came::Solved(solution) => ended.found = Some(solution),
                }
                match heard.is_ok() && ended.found.is_none() {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            }
            // Whoever was stopped says nothing here, and why later.
            None if bytes.is_empty() => ControlFlow::Break(()),
            None => {
                heard = Err(unreadable(0).into());
                ControlFlow::Break(())
            }
        },
    )?;
    ended.failure = failed.or(heard.err());
    let learned = visitor.depths;
    *depths = learned;
    Ok(ended)
}

/// Makes the top of the tree: nodes whose sub-trees are all that is left.
fn top<G: Game>(
    visitor: &mut Visitor<'_, '_, '_, '_, G>,
    root: Node<G::Position>,
) -> Result<Vec<Node<G::Position>>, Unsolved> {
    let asks_for_past = visitor.ground.game().asks_for_past();
    let mut layer = vec![root];
    while (1..JOBS).contains(&layer.len()) && visitor.found.is_none() {
        let mut below = Vec::new();
        for node in layer {
            visitor.visit(node)?;
            below.extend(visitor.stack.drain(..).rev());
        }
        if !asks_for_past && !visitor.has_free_moves {
            let mut least: FxHashMap<G::Position, i64> = FxHashMap::default();
            below.retain(|node: &Node<G::Position>| {
                let known = least.entry(node.at.clone()).or_insert(i64::MAX);
                let is_new = node.spent < *known;
                *known = node.spent.min(*known);
                is_new
            });
        }
        layer = below;
    }
    visitor.stack.clear();
    Ok(layer)
}

/// Visits what lies below a node: what came of it, or nothing if it is not wanted any more.
fn below<G: Game>(
    visitor: &mut Visitor<'_, '_, '_, '_, G>,
    node: &Node<G::Position>,
    is_wanted: &mut dyn FnMut() -> bool,
) -> Result<Vec<u8>, Unsolved> {
    let Node { at, spent, bound, index, trail } = node;
    let (at, trail) = (at.clone(), trail.clone());
    visitor.stack.clear();
    visitor.stack.push(Node { at, spent: *spent, bound: *bound, index: *index, trail });
    visitor.next = i64::MAX;
    let mut next_look = visitor.ground.nodes();
    let mut bytes = Vec::new();
    while let Some(node) = visitor.stack.pop() {
        if visitor.ground.nodes() >= next_look {
            next_look = visitor.ground.nodes() + NODES_BETWEEN_POLLS;
            if !is_wanted() {
                return Ok(bytes);
            }
        }
        if !visitor.visit_at_once(&node)? {
            visitor.visit(node)?;
        }
        if let Some(solution) = visitor.found.take() {
            bytes.push(SOLVED);
            write_solution(visitor.ground.game(), &solution, &mut bytes);
            return Ok(bytes);
        }
    }
    bytes.push(NEXT);
    put(visitor.next as u128, &mut bytes);
    Ok(bytes)
}

fn read<G: Game>(game: &G, bytes: &[u8]) -> Option<Came<G::Position>> {
    match bytes.split_first()? {
        (&NEXT, rest) => Some(Came::Next(Reader(rest).small()?)),
        (&SOLVED, rest) => Some(Came::Solved(read_solution(game, rest)?)),
        _ => None,
    }
}
