//! One round of all ranks: from a level to the next, or the end of the game as it was
//! perceived. Threads of a rank look at its positions, and what they find is sent and
//! merged between their jobs.

use super::family::{Parent, Row};
use super::looked::Looked;
use super::parcels::{self, FAILED, Piece, Question};
use super::samples::CameFrom;
use super::{Owners, TeamSet, owner_of};
use crate::crew;
use crate::growing::Table;
use crate::limits::{InfosetError, WATCH_EVERY, Watch};
use crate::nodes::{Node, Nodes, Whole};
use game::{Perceived, Referee, RowForm, Witness};
use ranks::{Exchange, Received, Team};
use rustc_hash::FxHashSet;

/// This many nodes are looked at before what they led to is sent and merged.
const BATCH: usize = 4096;
/// A message has so many bytes: levels are large, and the next one has time.
const MESSAGE_BYTES: usize = 1 << 15;

/// What a round is about.
#[derive(Clone, Copy, PartialEq)]
enum Look {
    /// What a turn led to.
    Onward,
    /// Whether it ends, or goes on, as was perceived.
    Ending,
}

/// What arrives at a rank in a round.
struct Inbox<P> {
    table: Table<P>,
    questions: FxHashSet<Question>,
    /// Where each node of the table comes from, if somebody wants to know.
    origins: Vec<(u32, CameFrom)>,
}

impl<'g, G: Referee> TeamSet<'g, G> {
    /// Goes on to the next level; gives the questions that are open for this rank.
    pub(super) fn grow(
        &mut self,
        team: &mut Team<'_>,
        turn: &Perceived,
        watch: Watch<'_>,
    ) -> Result<Vec<u64>, InfosetError> {
        let mut likenesses = Vec::new();
        let inbox = self.round(team, turn, Look::Onward, watch, |_, looked| {
            likenesses.extend_from_slice(&looked.likenesses);
        })?;
        let open = self.open(&inbox);
        self.pasts.note(&likenesses, self.depth as u32, self.threads);
        let last = std::mem::replace(&mut self.nodes, inbox.table.nodes);
        if let Some(ways) = &mut self.ways {
            ways.push(self.game, &self.clocks, last, &mut self.nodes, inbox.origins);
        }
        self.depth += 1;
        Ok(open)
    }

    /// Leaves only nodes that end, or go on, as was perceived; gives the questions that are
    /// open for this rank.
    pub(super) fn keep_endings(
        &mut self,
        team: &mut Team<'_>,
        turn: &Perceived,
        watch: Watch<'_>,
    ) -> Result<Vec<u64>, InfosetError> {
        let mut keeps = Vec::new();
        let inbox = self.round(team, turn, Look::Ending, watch, |_, looked| {
            keeps.extend_from_slice(&looked.keeps);
        })?;
        if let Some(ways) = &mut self.ways {
            ways.retain(&keeps);
        }
        self.nodes.retain(self.game, &keeps);
        Ok(self.open(&inbox))
    }

    /// The questions that were asked of this rank and could be answered with yes.
    fn open(&self, inbox: &Inbox<G::Position>) -> Vec<u64> {
        let asked = inbox.questions.iter();
        let open = asked.filter(|asked| self.pasts.occurs_at(asked.likeness, asked.needed));
        let mut open: Vec<u64> = open.map(|asked| asked.likeness).collect();
        open.sort_unstable();
        open.dedup();
        open
    }

    /// Looks at all nodes of all ranks. If one cannot go on, no rank can.
    fn round(
        &mut self,
        team: &mut Team<'_>,
        turn: &Perceived,
        look: Look,
        watch: Watch<'_>,
        mut see: impl FnMut(&mut Self, &Looked<G::Position>),
    ) -> Result<Inbox<G::Position>, InfosetError> {
        let mut exchange = Exchange::new(team).with_batches_of(MESSAGE_BYTES);
        let mut inbox = Inbox::new(self.game);
        let mut asked = FxHashSet::default();
        let all = std::mem::replace(&mut self.nodes, Nodes::new(self.game));
        let mut work = || -> Result<(), InfosetError> {
            for first in (0..all.len()).step_by(BATCH) {
                let batch = first..all.len().min(first + BATCH);
                let nodes: Vec<_> = batch.map(|i| all.get(self.game, i)).collect();
                let nodes = &nodes[..];
                let (n_found, size) = (inbox.table.nodes.len(), exchange.size());
                for looked in self.look(turn, look, nodes, n_found, size, watch)? {
                    see(self, &looked);
                    self.send(first, &mut exchange, &mut inbox, &mut asked, nodes, looked)?;
                }
                while self.take(exchange.receive(false)?, &mut inbox)? {}
                self.check_room(&all, &inbox)?;
            }
            loop {
                match exchange.receive(true)? {
                    Received::Done => return Ok(()),
                    Received::Nothing if !watch(self.work) => return Err(InfosetError::Stopped),
                    Received::Nothing => exchange.rest(),
                    received => _ = self.take(received, &mut inbox)?,
                }
                self.check_room(&all, &inbox)?;
            }
        };
        let done = work();
        self.nodes = all;
        if let Err(why) = done {
            // Whoever is lost does not hear of it, and those who failed themselves know.
            let _ = exchange.notify(FAILED, &parcels::put_failure(&why));
            return Err(why);
        }
        Ok(inbox)
    }

    /// Looks at some nodes on all threads of this rank.
    fn look(
        &mut self,
        turn: &Perceived,
        look: Look,
        nodes: &[Node<G::Position>],
        n_found: usize,
        size: usize,
        watch: Watch<'_>,
    ) -> Result<Vec<Looked<G::Position>>, InfosetError> {
        let (game, player, pasts, often) = (self.game, self.player, &self.pasts, &self.often);
        let forgotten = &self.forgotten[..];
        let owners = Owners { game, clocks: &self.clocks, size };
        let each = WATCH_EVERY as usize;
        let begin = || {
            let mut witness = game.witness(player);
            witness.expect(turn);
            witness
        };
        let job = |witness: &mut G::Witness<'g>, i: usize| {
            let range = i * each..nodes.len().min((i + 1) * each);
            let mut looked = Looked::new();
            for number in range {
                let node = &nodes[number];
                let past = pasts.positions(node.past);
                match look {
                    Look::Onward => {
                        looked.follow(&owners, forgotten, witness, number, node, &past)?;
                    }
                    Look::Ending => looked.keeps.push(witness.ends_so(&node.position, &past)?),
                }
                if game.asks_for_past() {
                    let here = game.likeness(&node.position);
                    looked.ask(witness.asked(), |asked| {
                        let needed = pasts.needed(asked, here)?;
                        let may_be = needed < 2 || often.contains(&asked.likeness);
                        may_be.then_some(needed)
                    });
                    looked.likenesses.push(here);
                }
            }
            Ok(looked)
        };
        let (mut now, n_jobs) = (self.work, nodes.len().div_ceil(each));
        (now.depth, now.size) = (self.depth, n_found as u128);
        let done = crew::jobs(n_jobs, self.threads, begin, job, &mut || watch(now))?;
        self.work.expanded += nodes.len() as u64;
        self.work.compared += done.iter().map(|looked| looked.compared).sum::<u64>();
        (self.work.depth, self.work.size) = (now.depth, now.size);
        Ok(done)
    }

    /// Sends what was found to its owners; what this rank owns it keeps.
    fn send(
        &mut self,
        first_node: usize,
        exchange: &mut Exchange<'_, '_>,
        inbox: &mut Inbox<G::Position>,
        asked: &mut FxHashSet<Question>,
        nodes: &[Node<G::Position>],
        looked: Looked<G::Position>,
    ) -> Result<(), InfosetError> {
        let (me, size) = (exchange.rank(), exchange.size());
        for question in looked.questions {
            if asked.insert(question) {
                match owner_of(question.likeness, size) {
                    to if to == me => _ = inbox.questions.insert(question),
                    to => exchange.give(to, |bytes| question.put(bytes))?,
                }
            }
        }
        let looks_back = self.game.do_tries_look_back();
        let Looked { children, rows, positions, .. } = looked;
        let (mut at, mut order, mut some) = (0, Vec::new(), Vec::new());
        for family in children.chunk_by(|a, b| a.parent == b.parent) {
            let (number, first) = (family[0].parent, at);
            at += family.len();
            let node = &nodes[number];
            let past = match self.pasts.keeps_some() {
                true => {
                    let here = self.game.likeness(&node.position);
                    self.pasts.after(node.past, &node.position, here)
                }
                false => node.past,
            };
            let parent = Parent {
                rank: me as u32,
                number: (first_node + number) as u32,
                histories: node.histories,
                past,
                before: looks_back.then_some(&node.position),
            };
            order.clear();
            order.extend(0..family.len());
            order.sort_unstable_by_key(|i| (family[*i].owner, *i));
            for same in order.chunk_by(|a, b| family[*a].owner == family[*b].owner) {
                let owner = family[same[0]].owner;
                match self.game.row_form() {
                    Some(RowForm { words, .. }) => {
                        let row = |i: usize| &rows[(first + i) * words..][..words];
                        some.clear();
                        some.extend(same.iter().map(|i| (family[*i].ways, row(*i))));
                        self.give_rows(exchange, inbox, owner, &parent, node, &some)?;
                    }
                    None => {
                        for i in same {
                            let (ways, position) = (family[*i].ways, &positions[first + i]);
                            self.give_position(exchange, inbox, owner, &parent, ways, position)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives the children of one position, as rows, to their owner.
    fn give_rows(
        &self,
        exchange: &mut Exchange<'_, '_>,
        inbox: &mut Inbox<G::Position>,
        owner: usize,
        parent: &Parent<'_, G::Position>,
        node: &Node<G::Position>,
        children: &[Row<'_>],
    ) -> Result<(), InfosetError> {
        if owner == exchange.rank() {
            let origins = self.ways.is_some().then_some(&mut inbox.origins);
            return parent.add_rows(self.game, children, &mut inbox.table, origins);
        }
        let (row, past) = (self.game.row(&node.position), self.pasts.positions(parent.past));
        let put = |bytes: &mut Vec<u8>| {
            parcels::put_family(self.game, parent, row, &past, children, bytes);
        };
        Ok(exchange.give(owner, put)?)
    }

    /// Gives a position, which is no row, to its owner.
    fn give_position(
        &self,
        exchange: &mut Exchange<'_, '_>,
        inbox: &mut Inbox<G::Position>,
        owner: usize,
        parent: &Parent<'_, G::Position>,
        ways: u32,
        position: &G::Position,
    ) -> Result<(), InfosetError> {
        if owner == exchange.rank() {
            let origins = self.ways.is_some().then_some(&mut inbox.origins);
            return parent.add_position(self.game, ways, position, &mut inbox.table, origins);
        }
        let child = parcels::Child {
            position: position.clone(),
            histories: parent.histories(ways)?,
            past: self.pasts.positions(parent.past),
            before: parent.before.cloned(),
            from: parent.number,
            ways,
        };
        Ok(exchange.give(owner, |bytes| child.put(self.game, bytes))?)
    }

    /// Takes in what has arrived; whether something had.
    fn take(
        &mut self,
        received: Received,
        inbox: &mut Inbox<G::Position>,
    ) -> Result<bool, InfosetError> {
        let (sender, bytes) = match received {
            Received::Batch { from, bytes } => (from, bytes),
            Received::Notice { from, bytes, .. } => {
                return Err(parcels::read_failure(from, &bytes));
            }
            Received::Nothing | Received::Done => return Ok(false),
        };
        let (game, pasts, wants_ways) = (self.game, &mut self.pasts, self.ways.is_some());
        let looks_back = game.do_tries_look_back();
        parcels::read(game, sender, &bytes, |piece| match piece {
            Piece::Family(family) => {
                let before = match looks_back {
                    true => Some(parcels::position_of(game, sender, &family.parent)?),
                    false => None,
                };
                let children = family.children();
                let parent = Parent {
                    rank: sender as u32,
                    number: family.number,
                    histories: family.histories,
                    past: pasts.list(family.past.clone()),
                    before: before.as_ref(),
                };
                let origins = wants_ways.then_some(&mut inbox.origins);
                parent.add_rows(game, &children, &mut inbox.table, origins)
            }
            Piece::Child(parcels::Child { position, histories, past, before, from, ways }) => {
                let past = pasts.list(past);
                let key = Whole { position: &position, past, before: before.as_ref() };
                let number = inbox.table.add_position(game, key, histories)?;
                if wants_ways {
                    let came_from = CameFrom { rank: sender as u32, from, ways, histories };
                    inbox.origins.push((number, came_from));
                }
                Ok(())
            }
            Piece::Question(question) => {
                inbox.questions.insert(question);
                Ok(())
            }
            // These are sent when a set is read, not when it grows.
            Piece::Occurrence(_) => Ok(()),
        })?;
        Ok(true)
    }

    /// Fails if this rank takes more memory than it may.
    fn check_room(
        &self,
        all: &Nodes<G::Position>,
        inbox: &Inbox<G::Position>,
    ) -> Result<(), InfosetError> {
        let each = self.game.position_bytes();
        let bytes = self.bytes() + all.bytes(each) + inbox.table.bytes(each);
        match bytes <= self.limits.memory {
            true => Ok(()),
            false => Err(InfosetError::Memory { depth: self.depth, limit: self.limits.memory }),
        }
    }
}

impl<P: Clone + Eq> Inbox<P> {
    fn new<G: Referee<Position = P>>(game: &G) -> Inbox<P> {
        Inbox { table: Table::new(game), questions: FxHashSet::default(), origins: Vec::new() }
    }
}
