//! A rank as an end of a network that has the functions of MPI: what is under way, what
//! has arrived, and the end of it all. No `unsafe` here, and nothing that needs MPI, so
//! that it is tested without.
//!
//! - Nobody waits in a call. A rank that has too much under way takes in what arrives for
//!   it until there is room again; two of them that send to each other make room for each
//!   other.
//! - A parcel that is longer than MPI can count goes in pieces, which arrive in their
//!   order, as MPI promises for messages from one rank to another.
//! - At the end a rank takes in what is still sent to it until all ranks are at their end,
//!   so that no message is left over when MPI stops.

use ranks::{Link, Lost, Parcel};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::c_int;
use std::time::Duration;

/// A message that has arrived and was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) from: usize,
    pub(crate) tag: c_int,
    pub(crate) length: usize,
}

/// What is used of MPI.
pub(crate) trait Port: Send {
    /// A message under way. One that is dropped is still sent.
    type Sending: Send;
    /// A place where all ranks meet.
    type Barrier: Send;

    /// Starts MPI, for calls of one thread after the other; whether it can do that.
    fn start(&mut self) -> Result<bool, Lost>;
    /// The number of this rank, and of all.
    fn rank_and_size(&mut self) -> Result<(usize, usize), Lost>;
    /// The name of this machine.
    fn host(&mut self) -> Option<String>;
    /// Begins to send.
    fn send(&mut self, to: usize, tag: c_int, bytes: Vec<u8>) -> Result<Self::Sending, Lost>;
    /// Whether MPI is done with the bytes of a message.
    fn is_sent(&mut self, sending: &mut Self::Sending) -> Result<bool, Lost>;
    /// A message that has arrived, from whomever.
    fn find(&mut self) -> Result<Option<Found>, Lost>;
    /// Takes a message that was found.
    fn take(&mut self, found: Found) -> Result<Vec<u8>, Lost>;
    /// Says that this rank has come to where all meet.
    fn barrier(&mut self) -> Result<Self::Barrier, Lost>;
    /// Whether all have come there.
    fn is_passed(&mut self, barrier: &mut Self::Barrier) -> Result<bool, Lost>;
    /// Ends MPI.
    fn finalize(&mut self) -> Result<(), Lost>;
    /// Ends all ranks at once.
    fn abort(&mut self, code: u8);
}

/// The tag of a parcel, or of its last piece.
const WHOLE: c_int = 1;
/// The tag of a piece that others follow.
const PIECE: c_int = 2;

/// How much a rank may have under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Messages.
    pub(crate) messages: usize,
    /// Their bytes.
    pub(crate) bytes: usize,
    /// The bytes of a piece.
    pub(crate) piece: usize,
}

/// A batch has some 4 kB: these are several for each of some hundred ranks.
pub(crate) const BOUNDS: Bounds = Bounds { messages: 4096, bytes: 256 << 20, piece: 64 << 20 };

/// A rank with its messages.
pub(crate) struct Endpoint<P: Port> {
    port: P,
    rank: usize,
    size: usize,
    host: String,
    bounds: Bounds,
    /// What is under way, with its length.
    sending: VecDeque<(P::Sending, usize)>,
    bytes_under_way: usize,
    arrived: VecDeque<Parcel>,
    /// Pieces of parcels that are not whole, by who sends them.
    pieces: BTreeMap<usize, Vec<u8>>,
}

impl<P: Port> Endpoint<P> {
    /// The end that a port leads to, which has been started.
    pub(crate) fn new(mut port: P, bounds: Bounds) -> Result<Endpoint<P>, Lost> {
        let (rank, size) = port.rank_and_size()?;
        let host = port.host().unwrap_or_else(|| "an unknown host".to_string());
        Ok(Endpoint {
            port,
            rank,
            size,
            host,
            bounds,
            sending: VecDeque::new(),
            bytes_under_way: 0,
            arrived: VecDeque::new(),
            pieces: BTreeMap::new(),
        })
    }

    /// Forgets what was sent, as far as the oldest messages go; whether there were any.
    fn forget_oldest(&mut self) -> Result<(), Lost> {
        while let Some((sending, length)) = self.sending.front_mut() {
            if !self.port.is_sent(sending)? {
                break;
            }
            self.bytes_under_way -= *length;
            self.sending.pop_front();
        }
        Ok(())
    }

    /// Forgets all that was sent: one slow rank does not keep the messages to others.
    fn forget_all(&mut self) -> Result<(), Lost> {
        for _ in 0..self.sending.len() {
            let Some((mut sending, length)) = self.sending.pop_front() else { break };
            match self.port.is_sent(&mut sending)? {
                true => self.bytes_under_way -= length,
                false => self.sending.push_back((sending, length)),
            }
        }
        Ok(())
    }

    /// Takes in a message that has arrived, if there is one; whether there was.
    fn take_in(&mut self) -> Result<bool, Lost> {
        let Some(found) = self.port.find()? else { return Ok(false) };
        let (from, bytes) = (found.from, self.port.take(found)?);
        if found.tag == PIECE {
            self.pieces.entry(from).or_default().extend(bytes);
            return Ok(true);
        }
        let bytes = match self.pieces.remove(&from) {
            None => bytes,
            Some(mut pieces) => {
                pieces.extend(bytes);
                pieces
            }
        };
        self.arrived.push_back(Parcel { from, bytes });
        Ok(true)
    }

    fn is_full(&self) -> bool {
        self.sending.len() >= self.bounds.messages || self.bytes_under_way >= self.bounds.bytes
    }

    /// Sends one message; waits for room by taking in what arrives.
    fn send_piece(&mut self, to: usize, tag: c_int, bytes: Vec<u8>) -> Result<(), Lost> {
        self.forget_oldest()?;
        let mut times = 0;
        while self.is_full() {
            self.forget_all()?;
            if self.take_in()? {
                times = 0;
            } else if self.is_full() {
                times += 1;
                nap(times);
            }
        }
        let length = bytes.len();
        let sending = self.port.send(to, tag, bytes)?;
        self.sending.push_back((sending, length));
        self.bytes_under_way += length;
        Ok(())
    }

    /// Ends MPI in order, when all ranks do. What arrives meanwhile is dropped. `is_wanted`
    /// is asked now and then whether to go on waiting for others; whether all have come.
    pub(crate) fn finish(&mut self, is_wanted: &mut dyn FnMut() -> bool) -> Result<bool, Lost> {
        let (mut barrier, mut times) = (None, 0);
        loop {
            let has_taken = self.take_in()?;
            self.arrived.clear();
            self.forget_all()?;
            if self.sending.is_empty() && barrier.is_none() {
                barrier = Some(self.port.barrier()?);
            }
            if let Some(barrier) = &mut barrier
                && self.port.is_passed(barrier)?
            {
                break;
            }
            times = if has_taken { 0 } else { times + 1 };
            if !is_wanted() {
                return Ok(false);
            }
            nap(times);
        }
        while self.take_in()? {
            self.arrived.clear();
        }
        self.port.finalize().map(|()| true)
    }

    /// Ends all ranks at once.
    pub(crate) fn abort(&mut self, code: u8) {
        self.port.abort(code);
    }
}

/// Lets others have the processor, longer if nothing has come for long: messages are often
/// answered within a microsecond, and ranks may be more than there are cores.
fn nap(times: u32) {
    match times {
        0..32 => std::hint::spin_loop(),
        32..128 => std::thread::yield_now(),
        _ => std::thread::sleep(Duration::from_micros(u64::from((times - 100).min(200)))),
    }
}

impl<P: Port> Link for Endpoint<P> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn host(&self) -> String {
        self.host.clone()
    }

    fn send(&mut self, to: usize, mut bytes: Vec<u8>) -> Result<(), Lost> {
        if to >= self.size {
            return Err(Lost { rank: Some(to), why: "there is no such rank".to_string() });
        }
        if to == self.rank {
            self.arrived.push_back(Parcel { from: to, bytes });
            return Ok(());
        }
        while bytes.len() > self.bounds.piece {
            let rest = bytes.split_off(self.bounds.piece);
            self.send_piece(to, PIECE, std::mem::replace(&mut bytes, rest))?;
        }
        self.send_piece(to, WHOLE, bytes)
    }

    fn receive(&mut self) -> Result<Option<Parcel>, Lost> {
        if self.arrived.is_empty() {
            self.take_in()?;
        }
        Ok(self.arrived.pop_front())
    }

    fn rest(&mut self, times: u32) {
        // An error shows at the next call that can report one.
        let _ = self.forget_oldest();
        nap(times);
    }
}

#[cfg(test)]
mod tests;
