//! All ranks as one of them sees them: messages that belong to a phase.
//!
//! Every piece of work that the ranks do together begins with [`Team::begin`], at all of
//! them in the same order, and so gets the same number everywhere. A message carries the
//! number of its phase. One that comes too early waits; one that comes too late belongs to
//! work that is known to be done, and is dropped.

use crate::link::{Alone, Link, Lost, Parcel};
use std::collections::{BTreeMap, VecDeque};

/// What a message is about, as the algorithm of a phase numbers it.
pub type Kind = u8;

/// A message of the present phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Who sent it.
    pub from: usize,
    /// What it is about.
    pub kind: Kind,
    /// What it says.
    pub bytes: Vec<u8>,
}

/// What a rank has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages to other ranks.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// The number of the phase and the kind stand before the bytes of a message.
const HEADER: usize = 5;

/// A rank among all ranks.
pub struct Team<'l> {
    link: Box<dyn Link + 'l>,
    phase: u32,
    /// Messages of this phase and of later ones.
    waiting: BTreeMap<u32, VecDeque<Message>>,
    /// How often in a row nothing was received.
    quiet: u32,
    traffic: Traffic,
}

impl std::fmt::Debug for Team<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rank {} of {} in phase {}", self.rank(), self.size(), self.phase)
    }
}

impl<'l> Team<'l> {
    /// The team that a link leads to.
    pub fn new(link: Box<dyn Link + 'l>) -> Team<'l> {
        let (waiting, traffic) = (BTreeMap::new(), Traffic::default());
        Team { link, phase: 0, waiting, quiet: 0, traffic }
    }

    /// A team of one.
    pub fn alone() -> Team<'static> {
        Team::new(Box::new(Alone::default()))
    }

    /// The number of this rank, from 0 on.
    pub fn rank(&self) -> usize {
        self.link.rank()
    }

    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.link.size()
    }

    /// Whether this rank speaks for all: it alone prints and writes.
    pub fn is_first(&self) -> bool {
        self.rank() == 0
    }

    /// The name of the machine that this rank runs on.
    pub fn host(&self) -> String {
        self.link.host()
    }

    /// What was sent to other ranks so far.
    pub fn traffic(&self) -> Traffic {
        self.traffic
    }

    /// Begins another piece of work: all ranks do so in the same order. What is left of
    /// the last one is dropped.
    pub fn begin(&mut self) {
        self.phase += 1;
        self.waiting = self.waiting.split_off(&self.phase);
        self.quiet = 0;
    }

    /// Sends a message of this phase to a rank, which may be this one.
    pub fn send(&mut self, to: usize, kind: Kind, bytes: &[u8]) -> Result<(), Lost> {
        let mut parcel = Vec::with_capacity(HEADER + bytes.len());
        parcel.extend(self.phase.to_le_bytes());
        parcel.push(kind);
        parcel.extend_from_slice(bytes);
        if to != self.rank() {
            self.traffic.messages += 1;
            self.traffic.bytes += parcel.len() as u64;
        }
        self.link.send(to, parcel)
    }

    /// Sends a message of this phase to all other ranks.
    pub fn send_to_others(&mut self, kind: Kind, bytes: &[u8]) -> Result<(), Lost> {
        let me = self.rank();
        (0..self.size()).filter(|to| *to != me).try_for_each(|to| self.send(to, kind, bytes))
    }

    /// A message of this phase, if one has arrived.
    pub fn receive(&mut self) -> Result<Option<Message>, Lost> {
        while let Some(parcel) = self.link.receive()? {
            let (phase, message) = opened(parcel)?;
            if phase >= self.phase {
                self.waiting.entry(phase).or_default().push_back(message);
            }
            if phase == self.phase {
                break;
            }
        }
        let message = self.waiting.get_mut(&self.phase).and_then(VecDeque::pop_front);
        if message.is_some() {
            self.quiet = 0;
        }
        Ok(message)
    }

    /// Waits for a message of this phase.
    pub fn wait(&mut self) -> Result<Message, Lost> {
        loop {
            match self.receive()? {
                Some(message) => return Ok(message),
                None => self.rest(),
            }
        }
    }

    /// Lets others have the processor for a while, longer if nothing has come for long.
    pub fn rest(&mut self) {
        self.quiet = self.quiet.saturating_add(1);
        self.link.rest(self.quiet);
    }
}

/// The phase of a parcel and the message in it.
fn opened(Parcel { from, mut bytes }: Parcel) -> Result<(u32, Message), Lost> {
    let Some((&[a, b, c, d, kind], _)) = bytes.split_first_chunk::<HEADER>() else {
        let why = "it sent something that is no message of this program".to_string();
        return Err(Lost { rank: Some(from), why });
    };
    bytes.drain(..HEADER);
    Ok((u32::from_le_bytes([a, b, c, d]), Message { from, kind, bytes }))
}
