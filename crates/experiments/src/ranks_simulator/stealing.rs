//! A round of work stealing on simulated ranks, as `search` does it: each rank goes depth
//! first through its pieces; one without any asks a random other one, which gives away
//! its oldest piece or refuses; after a refusal it waits, twice as long each time up to a bound.

use super::events::Events;
use super::work_tree::{Piece, children};
use super::{Cluster, Counts};
use game::Rng;
use std::collections::VecDeque;

enum Event {
    /// A rank looks what there is to do.
    Look(u32),
    /// A question of another rank arrives.
    Ask { from: u32, to: u32 },
    /// The answer arrives: a piece, or a refusal.
    Answer(u32, Option<u32>),
    /// A rank that was refused asks again.
    Again(u32),
}

/// How long a rank waits after the first refusal, as a share of the latency, and how many times longer
/// at most.
const FIRST_WAIT: f64 = 0.1;
const MOST_PATIENCE: f64 = 64.0;

struct Rank {
    stack: VecDeque<u32>,
    /// Who has asked while it was at work.
    asked: Vec<u32>,
    is_busy: bool,
    patience: f64,
}

struct Machine<'t> {
    pieces: &'t [Piece],
    cluster: &'t Cluster,
    counts: &'t mut Counts,
    ranks: Vec<Rank>,
    events: Events<Event>,
    rng: Rng,
    left: usize,
}

/// Replays a round; how long it took.
pub(super) fn round(pieces: &[Piece], cluster: &Cluster, counts: &mut Counts) -> f64 {
    let fresh =
        |_| Rank { stack: VecDeque::new(), asked: Vec::new(), is_busy: false, patience: 1.0 };
    let ranks: Vec<Rank> = (0..cluster.ranks).map(fresh).collect();
    let (events, rng, left) = (Events::new(), Rng::new(pieces.len() as u64), pieces.len());
    let mut machine = Machine { pieces, cluster, counts, ranks, events, rng, left };
    machine.events.at(0.0, Event::Answer(0, (!pieces.is_empty()).then_some(0)));
    (1..cluster.ranks).for_each(|rank| machine.events.at(0.0, Event::Again(rank)));
    let mut end = 0.0;
    while let Some((now, event)) = machine.events.next() {
        if machine.left == 0 {
            break;
        }
        match event {
            Event::Look(rank) => end = f64::max(end, machine.look(now, rank)),
            Event::Ask { from, to } => machine.hear(now, from, to),
            Event::Answer(rank, piece) => machine.answered(now, rank, piece),
            Event::Again(rank) => machine.ask(now, rank),
        }
    }
    end
}

impl Machine<'_> {
    /// A rank does the newest of its pieces, having heard those that ask; when it is done.
    fn look(&mut self, now: f64, number: u32) -> f64 {
        let (cluster, pieces) = (self.cluster, self.pieces);
        let mut time = now;
        for from in std::mem::take(&mut self.ranks[number as usize].asked) {
            self.answer(&mut time, number, from);
        }
        let rank = &mut self.ranks[number as usize];
        rank.is_busy = false;
        if let Some(piece) = rank.stack.pop_back() {
            let nodes = pieces[piece as usize].nodes;
            time += cluster.work(nodes) * cluster.slowness_of(number);
            self.counts.nodes[number as usize] += u64::from(nodes);
            self.left -= 1;
            let first = rank.stack.len();
            rank.stack.extend(children(pieces, piece));
            rank.stack.make_contiguous()[first..].reverse();
            rank.is_busy = true;
            self.events.at(time, Event::Look(number));
        } else {
            rank.patience = 1.0;
            self.ask(time, number);
        }
        self.counts.busy[number as usize] += time - now;
        time
    }

    /// A rank without work asks another one.
    fn ask(&mut self, now: f64, from: u32) {
        if self.cluster.ranks < 2 {
            return;
        }
        let other = self.rng.below(self.cluster.ranks as usize - 1) as u32;
        let to = other + u32::from(other >= from);
        self.counts.messages += 1;
        let arrives = now + self.cluster.message + self.cluster.latency;
        self.events.at(arrives, Event::Ask { from, to });
    }

    /// A question arrives: a rank that works answers after its piece.
    fn hear(&mut self, now: f64, from: u32, to: u32) {
        match self.ranks[to as usize].is_busy {
            true => self.ranks[to as usize].asked.push(from),
            false => self.answer(&mut { now }, to, from),
        }
    }

    fn answer(&mut self, time: &mut f64, number: u32, to: u32) {
        let stack = &mut self.ranks[number as usize].stack;
        let piece = if stack.len() > 1 { stack.pop_front() } else { None };
        // The question is heard and the answer is sent.
        *time += 2.0 * self.cluster.message;
        self.counts.messages += 1;
        let bytes = if piece.is_some() { f64::from(self.cluster.piece_bytes) } else { 0.0 };
        self.counts.moved += u64::from(piece.is_some());
        let arrives = *time + self.cluster.latency + bytes * self.cluster.byte;
        self.events.at(arrives, Event::Answer(to, piece));
    }

    fn answered(&mut self, now: f64, number: u32, piece: Option<u32>) {
        let rank = &mut self.ranks[number as usize];
        let time = now + self.cluster.message;
        match piece {
            Some(piece) => {
                rank.stack.push_back(piece);
                (rank.is_busy, rank.patience) = (true, 1.0);
                self.events.at(time, Event::Look(number));
            }
            None => {
                let wait = self.cluster.latency * FIRST_WAIT * rank.patience;
                rank.patience = (2.0 * rank.patience).min(MOST_PATIENCE);
                self.events.at(time + wait, Event::Again(number));
            }
        }
    }
}
