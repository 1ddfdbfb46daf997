//! Df-pn by a few ranks: each searches everything, as threads do that share a table, and tells
//! all others what took it some work.
//!
//! 1. Numbers of positions that took some nodes go to all other ranks, many to a message, and
//!    into their tables, also of those that are not solved: so all see nearly the same table.
//! 2. The message also says where the rank is at work. There the numbers of others count for more
//!    than they are, as among threads ([`Busy`]), so that ranks are at work in different places.
//! 3. Whoever is first tells the others to stop, and all take that answer.
//! 4. With a journal, the first rank notes what took most work anywhere. At the end all others
//!    tell it the rest, and it waits for that.
//!
//! Everybody hears everything, which limit it to a few ranks; more of them get jobs.
//!
//! [`Busy`]: super::super::busy::Busy

use super::super::ground::Ground;
use super::super::kept::{Kept, LEAST_WORK as LEAST_KEPT, unreadable};
use super::super::pn_table::{Numbers, Packed, Whole};
use super::super::with_team::first_said;
use super::super::{Answer, Goal, Task, Unproved};
use super::jobs::{Find, journal_number, learn, put_finds, read_finds};
use super::shared::{News, Shared, Told};
use crate::limits::Stop;
use crate::parallel::Signal;
use game::Game;
use game::bytes::{Reader, put};
use ranks::{Kind, Lost, Message, Sum, Team};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Where a rank is, and numbers that others have not heard of.
const NEWS: Kind = 0;
/// What was solved with much work, for the journal of the first rank.
const FINDS: Kind = 1;
/// A rank is done.
const OVER: Kind = 2;
/// How many messages of finds a rank has sent to the first one, and the finds that none of them
/// had: it sends no more of them.
const LAST: Kind = 3;

/// What took this many nodes is told where there are two ranks. With more of them everybody
/// hears more, and less is told by each.
const LEAST_WORK: u64 = 16;
/// This many bytes are told at once, or what there is at a look for messages: at each where there
/// are two ranks, and at fewer where a batch goes to more of them.
const BATCH_BYTES: usize = 4096;

/// Whether the player of the goal wins, as all ranks find out together. The number of
/// positions in the table of this rank goes to `owned`. What was solved with much work is kept,
/// if there is a journal.
pub(in crate::proof) fn search<G: Game>(
    team: &mut Team<'_>,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    task: &Task,
    owned: &mut u64,
    kept: Option<&mut Kept<'_>>,
) -> Result<Answer<G::Position>, Unproved> {
    let ended = match ground.game().packer(task.fold()) {
        Some(packer) => {
            ground.images = packer.packing().symmetries().len();
            run(team, ground, at, goal, Packed::new(&*packer, task.memory), task, kept)
        }
        None => {
            ground.images = 1;
            let outside = ground.position_bytes() - size_of::<G::Position>();
            let table = Whole::new(task.memory, outside, task.threads);
            run(team, ground, at, goal, table, task, kept)
        }
    };
    *owned = ground.positions.max(*owned);
    let answer = first_answer(team, ground, at, ended)?;
    ground.positions = team.all_reduce(&[*owned], Sum)?[0];
    Ok(answer)
}

/// The answer of this rank; nothing if another one was faster.
type Ended<P> = Result<Option<Answer<P>>, Unproved>;

/// Searches until some rank has the answer.
fn run<G: Game, T: Numbers<G::Position> + Send>(
    team: &mut Team<'_>,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    table: T,
    task: &Task,
    kept: Option<&mut Kept<'_>>,
) -> Ended<G::Position> {
    let game = ground.game();
    if let Some(kept) = &kept {
        let known = team.broadcast(kept.known(journal_number(goal)))?;
        let finds = read_finds(game, &mut Reader(&known)).ok_or_else(unreadable)?;
        finds.iter().for_each(|find| learn(&table, find));
    }
    team.begin();
    let least_work = LEAST_WORK * team.size() as u64 / 2;
    let least_kept = kept.as_ref().map(|_| LEAST_KEPT);
    let news = News { least_work, least_kept, told: std::sync::Mutex::default() };
    let shared = &Shared::new(table, goal, task.threads, team.size(), Some(news));
    let size = team.size();
    let places = vec![Vec::new(); size];
    let sent = Sent::default();
    let mut post =
        Post { team, game, shared, places, looks: 0, kept, sent, is_over: false, lost: None };
    // What comes of limits is the same beside others.
    let signal = Arc::new(Signal::default());
    let answer = ground.beside(&signal, &mut |now| post.look(now.nodes), |ground| {
        super::by_crew(ground, at, shared, task.threads)
    });
    ground.positions = shared.table().len();
    post.end(answer, ground.nodes)
}

/// How many messages of finds are on their way to the first rank. Messages overtake each other.
#[derive(Default)]
struct Sent {
    /// How many were sent: by this rank, or as far as all ranks have told the first one.
    sent: u64,
    /// How many the first rank has heard.
    heard: u64,
    /// How many ranks have told the first one that they send no more.
    done: usize,
}

/// What a rank says and hears while it searches.
struct Post<'t, 'l, 'j, 'g, G: Game, T> {
    team: &'t mut Team<'l>,
    game: &'g G,
    shared: &'t Shared<G::Position, T>,
    /// Where each rank is at work, as far as that was told.
    places: Vec<Vec<u16>>,
    looks: usize,
    kept: Option<&'t mut Kept<'j>>,
    sent: Sent,
    /// Whether another rank is done.
    is_over: bool,
    lost: Option<Unproved>,
}

impl<G: Game, T: Numbers<G::Position>> Post<'_, '_, '_, '_, G, T> {
    /// Hears what has arrived, and tells what is new.
    fn look(&mut self, nodes: u64) {
        if let Err(why) = self.hear(nodes).and_then(|()| self.tell(nodes)) {
            self.lost.get_or_insert(why);
            self.shared.done.store(true, Ordering::Relaxed);
        }
    }

    fn hear(&mut self, nodes: u64) -> Result<(), Unproved> {
        while let Some(message) = self.team.receive()? {
            self.take(&message, nodes)?;
        }
        Ok(())
    }

    fn take(&mut self, message: &Message, nodes: u64) -> Result<(), Unproved> {
        let mut reader = Reader(&message.bytes);
        let is_read = match message.kind {
            OVER => {
                self.is_over = true;
                self.shared.done.store(true, Ordering::Relaxed);
                Some(())
            }
            NEWS => self.learn(message.from, &mut reader),
            FINDS => {
                self.sent.heard += 1;
                self.take_finds(&mut reader, nodes)?
            }
            LAST => match reader.small::<u64>() {
                Some(sent) => {
                    self.sent.sent += sent;
                    self.sent.done += 1;
                    self.take_finds(&mut reader, nodes)?
                }
                None => None,
            },
            _ => None,
        };
        is_read.ok_or_else(|| {
            let why = "it told of positions in no way that can be read".to_string();
            Lost { rank: Some(message.from), why }.into()
        })
    }

    /// Keeps what another rank has solved; nothing if that cannot be read.
    fn take_finds(&mut self, reader: &mut Reader<'_>, nodes: u64) -> Result<Option<()>, Unproved> {
        match read_finds(self.game, reader) {
            Some(finds) => self.keep(finds, nodes).map(Some),
            None => Ok(None),
        }
    }

    /// Learns where a rank is, and what it has found.
    fn learn(&mut self, from: usize, reader: &mut Reader<'_>) -> Option<()> {
        let n = reader.count()?;
        let places = (0..n).map(|_| reader.small()).collect::<Option<Vec<u16>>>()?;
        let before = std::mem::replace(&mut self.places[from], places);
        self.shared.busy.moved(&before, &self.places[from]);
        while !reader.0.is_empty() {
            self.shared.table().hear(self.game, reader)?;
            if self.shared.table().is_small() {
                self.shared.grow();
            }
        }
        Some(())
    }

    fn tell(&mut self, nodes: u64) -> Result<(), Unproved> {
        let Some(news) = &self.shared.news else { return Ok(()) };
        self.looks += 1;
        let mut told = news.told();
        let is_time = self.looks >= self.team.size() / 2 || told.numbers.len() >= BATCH_BYTES;
        let (places, me) = (self.shared.busy.places(), self.team.rank());
        if !is_time || told.numbers.is_empty() && places == self.places[me] {
            return Ok(());
        }
        let Told { numbers, finds } = std::mem::take(&mut *told);
        drop(told);
        self.looks = 0;
        let mut bytes = Vec::with_capacity(numbers.len() + 4 * places.len() + 8);
        put(places.len() as u128, &mut bytes);
        places.iter().for_each(|place| put(u128::from(*place), &mut bytes));
        self.places[me] = places;
        bytes.extend(numbers);
        self.team.send_to_others(NEWS, &bytes)?;
        if finds.is_empty() {
            return Ok(());
        }
        if self.team.is_first() {
            return self.keep(finds, nodes);
        }
        let mut bytes = Vec::new();
        put_finds(self.game, &finds, &mut bytes);
        self.sent.sent += 1;
        Ok(self.team.send(0, FINDS, &bytes)?)
    }

    /// Keeps what was solved with much work, after this many nodes of this rank.
    fn keep(&mut self, finds: Vec<Find<G::Position>>, nodes: u64) -> Result<(), Unproved> {
        let Some(kept) = &mut self.kept else { return Ok(()) };
        let mut bytes = Vec::new();
        let nodes = nodes * self.team.size() as u64;
        let finds: Vec<_> =
            finds.into_iter().filter(|find| kept.is_worth_it(find.work, nodes)).collect();
        put_finds(self.game, &finds, &mut bytes);
        match bytes.is_empty() {
            true => Ok(()),
            false => kept.note(journal_number(self.shared.goal), &bytes),
        }
    }

    /// How the search of this rank ended after this many nodes, when it has told the others.
    fn end(
        mut self,
        answer: Result<Answer<G::Position>, Unproved>,
        nodes: u64,
    ) -> Ended<G::Position> {
        if !self.is_over {
            self.team.send_to_others(OVER, &[])?;
        }
        if let Err(why) = self.give_finds(nodes) {
            self.lost.get_or_insert(why);
        }
        match (answer, self.lost.take()) {
            (_, Some(why)) => Err(why),
            (Ok(answer), None) => Ok(Some(answer)),
            (Err(Unproved::Stopped(Stop::Told)), None) if self.is_over => Ok(None),
            (Err(why), None) => Err(why),
        }
    }

    /// Sees to it that the journal gets what was solved since the last look, and what is still
    /// on its way.
    fn give_finds(&mut self, nodes: u64) -> Result<(), Unproved> {
        if self.kept.is_none() {
            return Ok(());
        }
        let finds = self.shared.news.as_ref().map(|news| std::mem::take(&mut news.told().finds));
        let finds = finds.unwrap_or_default();
        if !self.team.is_first() {
            let mut bytes = Vec::new();
            put(u128::from(self.sent.sent), &mut bytes);
            put_finds(self.game, &finds, &mut bytes);
            return Ok(self.team.send(0, LAST, &bytes)?);
        }
        if self.lost.is_some() {
            // Nothing can be noted, or somebody is gone who would be waited for.
            return Ok(());
        }
        self.keep(finds, nodes)?;
        while self.sent.done + 1 < self.team.size() || self.sent.heard < self.sent.sent {
            let message = self.team.wait()?;
            self.take(&message, nodes)?;
        }
        Ok(())
    }
}

/// The answer of the first rank that has one, at all ranks. If none has, all fail as the first
/// one that has failed.
fn first_answer<G: Game>(
    team: &mut Team<'_>,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    ended: Ended<G::Position>,
) -> Result<Answer<G::Position>, Unproved> {
    if let Err(Unproved::Lost(lost)) = ended {
        return Err(Unproved::Lost(lost));
    }
    let list = ground.expand(at)?.unwrap_or_default();
    let mut said = Vec::new();
    if let Ok(Some(Answer { yes, by })) = &ended {
        let by = by.as_ref().and_then(|by| list.iter().position(|to| to == by));
        put(by.map_or(0, |by| 1 + by as u128) << 1 | u128::from(*yes), &mut said);
    }
    let (_, said) = first_said(team, &said, ended.err())?;
    let said: usize = Reader(&said).small().unwrap_or_default();
    let by = (said >> 1).checked_sub(1).and_then(|by| list.get(by).cloned());
    Ok(Answer { yes: said & 1 == 1, by })
}
