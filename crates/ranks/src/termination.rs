//! Knowing that all work is done: nobody works, and no message that could make somebody
//! work again is on its way.
//!
//! 1. Each rank counts the messages with work that it sent and received.
//! 2. The first rank starts a wave when it has nothing to do. The wave goes down the tree of
//!    ranks, and a rank answers when it has nothing to do and all ranks below it have
//!    answered: with the sums of the counts.
//! 3. If as many messages were sent by the end of this wave as had been received by the end
//!    of the wave before, then none was on its way at the end of that one, and nobody has
//!    been woken since: all is done. The first rank says so to all.
//!
//! A wave waits for whoever is busy, so that idle ranks cost no messages. Nothing rests on
//! time or on the order of messages.
//!
//! Answers also carry a number of each rank, of which all know the least in the end: nobody has
//! worked since the last answers, so that it is the last one that was said. That spares ranks
//! another way up and down the tree to agree on what comes next.
//!
//! Mattern, "Algorithms for distributed termination detection", 1987 (the four counters).

use crate::collective::{above, below};
use crate::link::Lost;
use crate::team::{Kind, Message, Team};
use game::bytes::{Reader, put};

/// The kinds from here on belong to the detection.
pub(crate) const FIRST_KIND: Kind = 0xf0;
const ASK: Kind = FIRST_KIND;
const ANSWER: Kind = FIRST_KIND + 1;
const DONE: Kind = FIRST_KIND + 2;

/// Messages with work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    sent: u64,
    received: u64,
}

/// What a rank knows of the end of all work in a phase.
#[derive(Debug, Default)]
pub struct Termination {
    mine: Counts,
    /// Whether a wave waits for this rank, and what those below it have answered.
    asked: bool,
    answers: usize,
    below: Counts,
    /// The number of this rank, and the least one of those below it.
    number: u64,
    least_below: u64,
    /// What was received by the end of the last wave; only the first rank knows.
    last_received: Option<u64>,
    done: bool,
}

impl Termination {
    /// Nothing is known at the start of a phase.
    pub fn new() -> Termination {
        Termination { number: u64::MAX, least_below: u64::MAX, ..Termination::default() }
    }

    /// Says a number, before this rank has nothing to do; nothing is as much as the greatest.
    pub fn say(&mut self, number: u64) {
        self.number = number;
    }

    /// The least number of all ranks, once all work is done.
    pub fn least(&self) -> u64 {
        self.least_below
    }

    /// A message with work was sent, to whomever.
    pub fn sent(&mut self) {
        self.mine.sent += 1;
    }

    /// A message with work was received.
    pub fn received(&mut self) {
        self.mine.received += 1;
    }

    /// Hears a message, if it is about the end of work; whether it was.
    pub fn hear(&mut self, team: &mut Team<'_>, message: &Message) -> Result<bool, Lost> {
        match message.kind {
            ASK => self.ask(team)?,
            ANSWER => {
                let mut reader = Reader(&message.bytes);
                let mut number = || reader.small::<u64>();
                let (Some(sent), Some(received), Some(least)) = (number(), number(), number())
                else {
                    let why = "it counted its messages in no way that can be read".to_string();
                    return Err(Lost { rank: Some(message.from), why });
                };
                self.answers += 1;
                self.below.sent += sent;
                self.below.received += received;
                self.least_below = self.least_below.min(least);
            }
            DONE => {
                let Some(least) = Reader(&message.bytes).small() else {
                    let why = "it said that all is done in no way that can be read".to_string();
                    return Err(Lost { rank: Some(message.from), why });
                };
                self.least_below = least;
                self.end(team)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Is told that this rank has nothing to do; whether all work is done.
    pub fn is_done(&mut self, team: &mut Team<'_>) -> Result<bool, Lost> {
        if self.done {
            return Ok(true);
        }
        if team.is_first() && !self.asked {
            self.ask(team)?;
        }
        if self.asked && self.answers == below(team.rank(), team.size()).len() {
            self.answer(team)?;
        }
        Ok(self.done)
    }

    /// A wave has come: it goes on to those below.
    fn ask(&mut self, team: &mut Team<'_>) -> Result<(), Lost> {
        self.asked = true;
        self.answers = 0;
        self.below = Counts::default();
        self.least_below = u64::MAX;
        below(team.rank(), team.size()).try_for_each(|to| team.send(to, ASK, &[]))
    }

    /// This rank is idle, and all below it were when they answered.
    fn answer(&mut self, team: &mut Team<'_>) -> Result<(), Lost> {
        self.asked = false;
        let sent = self.mine.sent + self.below.sent;
        let received = self.mine.received + self.below.received;
        self.least_below = self.least_below.min(self.number);
        let Some(above) = above(team.rank()) else {
            if self.last_received.replace(received) == Some(sent) {
                self.end(team)?;
            }
            return Ok(());
        };
        let mut bytes = Vec::new();
        put(u128::from(sent), &mut bytes);
        put(u128::from(received), &mut bytes);
        put(u128::from(self.least_below), &mut bytes);
        team.send(above, ANSWER, &bytes)
    }

    /// All is done, and those below hear of it.
    fn end(&mut self, team: &mut Team<'_>) -> Result<(), Lost> {
        self.done = true;
        let mut bytes = Vec::new();
        put(u128::from(self.least_below), &mut bytes);
        below(team.rank(), team.size()).try_for_each(|to| team.send(to, DONE, &bytes))
    }
}
