//! What the first rank knows: the tree, who is at work where, and what was solved.

use super::super::failure::Failure;
use super::tree::{Child, Node, NodeId, Pair, Tree};
use super::{Done, FAILED, JOB, Job, OFF, RESULT, job_bytes, read_result};
use crate::proof::df_pn::jobs::{Find, Judged, journal_number, put_finds, read_finds};
use crate::proof::kept::{Kept, unreadable};
use crate::proof::pns::solved;
use crate::proof::{Goal, Task, Unproved};
use game::bytes::{Reader, put};
use game::{Game, Packer, Worker};
use ranks::{Lost, Team};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A rank has this many jobs at a time: the one that it does and the one after that.
const JOBS_AHEAD: usize = 2;
/// The nodes of the first jobs.
const FIRST_JOB: u64 = 256;
/// A job is this part of what a rank has done on average.
const PART_OF_ALL: u64 = 16;
/// The tree may have this part of the memory, and this many nodes in any case.
const PART_OF_MEMORY: usize = 4;
const FEWEST_NODES: usize = 1000;
/// This many positions wait for all ranks together, and for one of them at most and at least.
const ALL_NEWS: usize = 1 << 16;
const MOST_NEWS: usize = 2048;
const FEWEST_NEWS: usize = 64;

/// What says that positions are the same: a number for a position and its images, or the
/// whole position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key<P> {
    Number(u128),
    Whole(P),
}

/// The moves of a leaf.
type Children<P> = Vec<Child<P, Key<P>>>;

/// A leaf that was handed out.
struct Out {
    leaf: NodeId,
    rank: usize,
}

/// The work of the first rank beside its own jobs.
pub(super) struct Lead<'g, 'k, 'j, G: Game> {
    game: &'g G,
    worker: G::Worker<'g>,
    packer: Option<Box<dyn Packer<G::Position> + 'g>>,
    goal: Goal,
    tree: Tree<G::Position, Key<G::Position>>,
    /// What was solved wherever it is reached.
    known: FxHashMap<Key<G::Position>, bool>,
    /// What each rank has not heard of yet among what others have solved.
    news: Vec<Vec<Find<G::Position>>>,
    /// What was solved with much work, for the next time.
    kept: Option<&'k mut Kept<'j>>,
    out: BTreeMap<u64, Out>,
    n_jobs: u64,
    /// A tree of this many nodes does not grow any more: its leaves are searched again with the
    /// jobs that have grown meanwhile.
    most_nodes: usize,
    /// The nodes of all ranks.
    nodes: u64,
    failure: Option<Failure>,
    /// Whether another rank cannot go on.
    is_broken: bool,
    /// The move that the answer rests on, if the root was solved before it had children.
    by: Option<usize>,
}

impl<'g, 'k, 'j, G: Game> Lead<'g, 'k, 'j, G> {
    pub(super) fn new(
        game: &'g G,
        at: &G::Position,
        goal: Goal,
        task: &Task,
        size: usize,
        kept: Option<&'k mut Kept<'j>>,
    ) -> Lead<'g, 'k, 'j, G> {
        // What is known from before is news to all ranks.
        let known = kept.as_ref().map_or(Vec::new(), |kept| kept.known(journal_number(goal)));
        let known = read_finds(game, &mut Reader(&known));
        let failure = known.is_none().then(|| unreadable().into());
        let packer = game.packer(task.fold());
        let key = key(packer.as_deref(), at);
        let chooses = game.player(at) == goal.0;
        let tree = Tree::new(Child { at: at.clone(), key, chooses, numbers: (1, 1) });
        let node = size_of::<Node<G::Position, Key<G::Position>>>() + game.facts().board.n_fields();
        let most_nodes = (task.memory / PART_OF_MEMORY / node).max(FEWEST_NODES);
        Lead {
            game,
            most_nodes,
            worker: game.worker(&[]),
            packer,
            goal,
            tree,
            known: FxHashMap::default(),
            news: vec![known.unwrap_or_default(); size],
            kept,
            out: BTreeMap::new(),
            n_jobs: 0,
            nodes: 0,
            failure,
            is_broken: false,
            by: None,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.failure.is_some() || self.is_broken || self.tree.is_solved()
    }

    pub(super) fn fail(&mut self, why: Failure) {
        self.failure.get_or_insert(why);
    }

    /// Hears what other ranks have found.
    pub(super) fn hear(&mut self, team: &mut Team<'_>) {
        loop {
            let message = match team.receive() {
                Ok(Some(message)) => message,
                Ok(None) => return,
                Err(lost) => return self.fail(lost.into()),
            };
            if message.kind == FAILED {
                // Why it cannot go on it says to all in the end.
                self.is_broken = true;
                continue;
            }
            let done = read_result(self.game, &message.bytes);
            match done.filter(|_| message.kind == RESULT) {
                Some(done) => self.put(message.from, done),
                None => {
                    let why = "it sent a result that cannot be read".to_string();
                    self.fail(Lost { rank: Some(message.from), why }.into());
                }
            }
        }
    }

    /// Hands out leaves until all other ranks have enough, and calls off what does not matter
    /// any more.
    pub(super) fn hand_out(&mut self, team: &mut Team<'_>) {
        if self.is_over() {
            return;
        }
        if let Err(lost) = self.try_hand_out(team) {
            self.fail(lost.into());
        }
    }

    fn try_hand_out(&mut self, team: &mut Team<'_>) -> Result<(), Lost> {
        let tree = &self.tree;
        let (on, off): (BTreeMap<u64, Out>, BTreeMap<u64, Out>) =
            std::mem::take(&mut self.out).into_iter().partition(|(_, out)| tree.matters(out.leaf));
        self.out = on;
        for (number, out) in off.into_iter().filter(|(_, out)| out.rank > 0) {
            let mut bytes = Vec::new();
            put(u128::from(number), &mut bytes);
            team.send(out.rank, OFF, &bytes)?;
        }
        for ahead in 1..=JOBS_AHEAD {
            for rank in 1..team.size() {
                if self.out.values().filter(|out| out.rank == rank).count() >= ahead {
                    continue;
                }
                let Some(job) = self.take(rank) else { return Ok(()) };
                let news = self.take_news(rank);
                match job_bytes(self.game, &job, &news) {
                    Some(bytes) => team.send(rank, JOB, &bytes)?,
                    None => self.fail(Unproved::Unwritable.into()),
                }
            }
        }
        Ok(())
    }

    /// A leaf for a rank.
    pub(super) fn take(&mut self, rank: usize) -> Option<Job<G::Position>> {
        let leaf = self.tree.take()?;
        let number = self.n_jobs;
        self.n_jobs += 1;
        self.out.insert(number, Out { leaf, rank });
        let nodes = FIRST_JOB + self.nodes / (PART_OF_ALL * self.news.len() as u64);
        Some(Job { number, nodes, at: self.tree.node(leaf).at.clone() })
    }

    /// What was solved since a rank was told.
    pub(super) fn take_news(&mut self, rank: usize) -> Vec<Find<G::Position>> {
        std::mem::take(&mut self.news[rank])
    }

    /// Notes what a rank has solved, for all others. Where there is too much, what took the
    /// least work is forgotten.
    fn spread(&mut self, from: usize, finds: &[Find<G::Position>]) {
        let most = (ALL_NEWS / self.news.len()).clamp(FEWEST_NEWS, MOST_NEWS);
        for (_, news) in self.news.iter_mut().enumerate().filter(|(rank, _)| *rank != from) {
            news.extend_from_slice(finds);
            if news.len() > 2 * most {
                news.sort_by_key(|find| std::cmp::Reverse(find.work));
                news.truncate(most);
            }
        }
    }

    /// Keeps what was solved with much work.
    fn keep(&mut self, finds: &[Find<G::Position>]) {
        let Some(kept) = &mut self.kept else { return };
        let worth = finds.iter().filter(|find| kept.is_worth_it(find.work, self.nodes));
        let worth: Vec<Find<G::Position>> = worth.cloned().collect();
        let mut bytes = Vec::new();
        put_finds(self.game, &worth, &mut bytes);
        if !bytes.is_empty()
            && let Err(why) = kept.note(journal_number(self.goal), &bytes)
        {
            self.fail(why.into());
        }
    }

    /// Whether a job still matters.
    pub(super) fn matters(&self, number: u64) -> bool {
        self.out.get(&number).is_some_and(|out| self.tree.matters(out.leaf))
    }

    /// Takes what came of a job, if it still matters.
    pub(super) fn put(&mut self, rank: usize, done: Done<G::Position>) {
        self.nodes += done.nodes;
        let out = self.out.remove(&done.number);
        let Some(Judged { numbers, moves, by, finds }) = done.judged else { return };
        self.spread(rank, &finds);
        self.keep(&finds);
        let Some(Out { leaf, .. }) = out else { return };
        let mut children = Vec::new();
        if numbers.0 == 0 || numbers.1 == 0 {
            self.learn(leaf, numbers.0 == 0);
            let at = self.tree.node(leaf).at.clone();
            let solved = [Find { at, yes: numbers.0 == 0, work: done.nodes }];
            self.spread(rank, &solved);
            self.keep(&solved);
            self.by = by.filter(|_| leaf == 0);
        } else if self.tree.len() < self.most_nodes {
            match self.children(leaf, &moves) {
                Ok(list) => children = list,
                Err(why) => return self.fail(why),
            }
        }
        self.tree.put(leaf, numbers, children);
        // What is proved rests on nothing, at nodes above, too.
        let proved = |node: &NodeId| self.tree.node(*node).numbers.0 == 0;
        let above: Vec<NodeId> = self.tree.way(leaf).skip(1).take_while(proved).collect();
        above.into_iter().for_each(|node| self.learn(node, true));
    }

    /// Notes who wins a position, wherever it is reached.
    fn learn(&mut self, node: NodeId, yes: bool) {
        self.known.insert(self.tree.node(node).key.clone(), yes);
    }

    /// The moves of a leaf, with the numbers that a search has found.
    fn children(&mut self, leaf: NodeId, found: &[Pair]) -> Result<Children<G::Position>, Failure> {
        let mut list = Vec::new();
        let at = self.tree.node(leaf).at.clone();
        let over = self.worker.expand(&at, &mut list);
        if over.map_err(|error| Unproved::Stopped(error.into()))?.is_some() {
            return Ok(Vec::new());
        }
        let has_numbers = found.len() == list.len();
        let child = |(i, at): (usize, G::Position)| {
            let key = key(self.packer.as_deref(), &at);
            let numbers = match (self.worker.outcome(&at), self.known.get(&key)) {
                (Some(outcome), _) => solved(self.goal.is_reached(outcome)),
                (None, Some(yes)) => solved(*yes),
                // Going around in a circle wins nothing.
                _ if self.tree.is_on_way(leaf, &key) => solved(false),
                _ if has_numbers => found[i],
                _ => (1, 1),
            };
            Child { chooses: self.game.player(&at) == self.goal.0, at, key, numbers }
        };
        Ok(list.into_iter().enumerate().map(child).collect())
    }

    /// The answer, and the number of the move that it rests on; nothing if there is none because
    /// another rank has failed.
    pub(super) fn answer(self) -> Result<Option<(bool, Option<usize>)>, Failure> {
        let is_lost = matches!(self.failure, Some(Failure::Unproved(Unproved::Lost(_))));
        if is_lost || !self.tree.is_solved() {
            // If only another rank has failed, it says why.
            return self.failure.map_or(Ok(None), Err);
        }
        let root = self.tree.node(0);
        let yes = root.numbers.0 == 0;
        let is_ground = |child: NodeId| {
            let (proof, disproof) = self.tree.node(child).numbers;
            if yes { proof == 0 } else { disproof == 0 }
        };
        let by = self.tree.children(0).position(is_ground).filter(|_| root.chooses == yes);
        Ok(Some((yes, self.by.or(by))))
    }
}

fn key<P: Clone>(packer: Option<&(dyn Packer<P> + '_)>, at: &P) -> Key<P> {
    match packer {
        Some(packer) => Key::Number(packer.pack(at)),
        None => Key::Whole(at.clone()),
    }
}
