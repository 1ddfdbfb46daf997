//! A round of transposition-driven scheduling on simulated ranks, as `search` does it: a rank
//! takes what has arrived, does its first piece, and lets the pieces that follow wait for
//! each other in batches; when it has nothing left, it sends them all.

use super::events::Events;
use super::work_tree::{Piece, children};
use super::{Cluster, Counts};
use game::mix;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

enum Event {
    /// A rank looks what there is to do.
    Look(u32),
    /// Pieces arrive at a rank.
    Arrive(u32, Vec<u32>),
}

#[derive(Default)]
struct Rank {
    queue: BinaryHeap<Reverse<u32>>,
    arrived: Vec<Vec<u32>>,
    batches: FxHashMap<u32, Vec<u32>>,
    /// For whom something waits, the one that waits longest first; and how many nodes
    /// were visited for which no message was sent.
    waiting: VecDeque<u32>,
    nodes_unspent: u64,
    /// Whether it will look by itself, and if not, since when it could.
    will_look: bool,
    free: f64,
}

struct Machine<'t> {
    pieces: &'t [Piece],
    cluster: &'t Cluster,
    counts: &'t mut Counts,
    ranks: Vec<Rank>,
    events: Events<Event>,
}

/// Replays a round; how long it took.
pub(super) fn round(pieces: &[Piece], cluster: &Cluster, counts: &mut Counts) -> f64 {
    let ranks = (0..cluster.ranks).map(|_| Rank::default()).collect();
    let mut machine = Machine { pieces, cluster, counts, ranks, events: Events::new() };
    if let Some(root) = pieces.first() {
        let owner = machine.owner(root);
        machine.events.at(0.0, Event::Arrive(owner, vec![0]));
    }
    let mut end = 0.0;
    while let Some((now, event)) = machine.events.next() {
        match event {
            Event::Look(rank) => end = f64::max(end, machine.look(now, rank)),
            Event::Arrive(rank, pieces) => machine.arrive(now, rank, pieces),
        }
    }
    end
}

impl Machine<'_> {
    fn owner(&self, piece: &Piece) -> u32 {
        let owner = u128::from(mix(piece.signature)) * u128::from(self.cluster.ranks);
        (owner >> 64) as u32
    }

    fn arrive(&mut self, now: f64, number: u32, pieces: Vec<u32>) {
        let rank = &mut self.ranks[number as usize];
        rank.arrived.push(pieces);
        if !rank.will_look {
            rank.will_look = true;
            self.events.at(now.max(rank.free), Event::Look(number));
        }
    }

    /// A rank takes what has arrived and does a piece; when it is done with it.
    fn look(&mut self, now: f64, number: u32) -> f64 {
        let (cluster, pieces) = (self.cluster, self.pieces);
        let rank = &mut self.ranks[number as usize];
        let mut time = now;
        for arrived in rank.arrived.drain(..) {
            time += cluster.message;
            rank.queue.extend(arrived.into_iter().map(Reverse));
        }
        match rank.queue.pop() {
            Some(Reverse(piece)) => {
                let nodes = pieces[piece as usize].nodes;
                let work = cluster.work(nodes) * cluster.slowness_of(number);
                time += work;
                self.counts.nodes[number as usize] += u64::from(nodes);
                for child in children(pieces, piece) {
                    self.route(&mut time, number, child);
                }
                self.ranks[number as usize].nodes_unspent += u64::from(nodes);
                self.send_some(&mut time, number);
                self.events.at(time, Event::Look(number));
            }
            None => {
                rank.will_look = false;
                rank.waiting.clear();
                let mut batches: Vec<_> = rank.batches.drain().collect();
                batches.sort_unstable();
                for (to, batch) in batches {
                    self.send(&mut time, to, batch);
                }
                self.ranks[number as usize].free = time;
            }
        }
        self.counts.busy[number as usize] += time - now;
        time
    }

    /// A rank sends batches that are not full, as often as the nodes that it visited pay for
    /// it.
    fn send_some(&mut self, time: &mut f64, number: u32) {
        let price = u64::from(self.cluster.nodes_for_a_message);
        loop {
            let rank = &mut self.ranks[number as usize];
            if rank.nodes_unspent < price {
                return;
            }
            let Some(to) = rank.waiting.pop_front() else {
                rank.nodes_unspent = price;
                return;
            };
            rank.nodes_unspent -= price;
            let batch = rank.batches.remove(&to).unwrap_or_default();
            self.send(time, to, batch);
        }
    }

    /// A piece goes to its owner, sooner or later.
    fn route(&mut self, time: &mut f64, number: u32, piece: u32) {
        let to = self.owner(&self.pieces[piece as usize]);
        let rank = &mut self.ranks[number as usize];
        if to == number {
            rank.queue.push(Reverse(piece));
            return;
        }
        self.counts.moved += 1;
        let batch = rank.batches.entry(to).or_default();
        if batch.is_empty() {
            rank.waiting.push_back(to);
        }
        batch.push(piece);
        if batch.len() * self.cluster.piece_bytes as usize >= self.cluster.batch_bytes as usize {
            let batch = std::mem::take(batch);
            self.send(time, to, batch);
        }
    }

    fn send(&mut self, time: &mut f64, to: u32, batch: Vec<u32>) {
        if batch.is_empty() {
            return;
        }
        let cluster = self.cluster;
        *time += cluster.message;
        self.counts.messages += 1;
        let bytes = batch.len() as f64 * f64::from(cluster.piece_bytes);
        self.events.at(*time + cluster.latency + bytes * cluster.byte, Event::Arrive(to, batch));
    }
}
