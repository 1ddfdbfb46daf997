//! What carries bytes between ranks: the one place where MPI, threads and a single process
//! differ.

use std::fmt;

/// A rank cannot be reached any more, or never could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The rank, if it is known.
    pub rank: Option<usize>,
    /// What happened, a sentence without a period.
    pub why: String,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rank {
            Some(rank) => write!(f, "rank {rank}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for Lost {}

/// Bytes as they arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Who sent them.
    pub from: usize,
    /// What was sent.
    pub bytes: Vec<u8>,
}

/// A rank as it is linked to the others.
pub trait Link: Send {
    /// The number of this rank, from 0 on.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn size(&self) -> usize;

    /// The name of the machine that this rank runs on.
    fn host(&self) -> String;

    /// Sends bytes to another rank, or to this one. It does not wait until they arrive, and
    /// two messages may overtake each other.
    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Lost>;

    /// What has arrived, if something has.
    fn receive(&mut self) -> Result<Option<Parcel>, Lost>;

    /// Lets others have the processor for a while: nothing has arrived so many times in
    /// a row.
    fn rest(&mut self, times: u32);
}

/// A pointer to a link is one.
macro_rules! points_to_link {
    ($(#[$what:meta])* ($($generics:tt)*) $pointer:ty) => {
        $(#[$what])*
        impl<$($generics)*> Link for $pointer {
            fn rank(&self) -> usize {
                (**self).rank()
            }

            fn size(&self) -> usize {
                (**self).size()
            }

            fn host(&self) -> String {
                (**self).host()
            }

            fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Lost> {
                (**self).send(to, bytes)
            }

            fn receive(&mut self) -> Result<Option<Parcel>, Lost> {
                (**self).receive()
            }

            fn rest(&mut self, times: u32) {
                (**self).rest(times);
            }
        }
    };
}

points_to_link! {
    /// A link that somebody else keeps, and ends.
    (L: Link + ?Sized) &mut L
}
points_to_link! {
    /// A link of whatever kind.
    () Box<dyn Link + '_>
}

/// The link of a process that is alone.
#[derive(Debug, Default)]
pub struct Alone {
    to_itself: std::collections::VecDeque<Vec<u8>>,
}

impl Link for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn host(&self) -> String {
        "this machine".to_string()
    }

    fn send(&mut self, to: usize, bytes: Vec<u8>) -> Result<(), Lost> {
        match to {
            0 => self.to_itself.push_back(bytes),
            _ => return Err(Lost { rank: Some(to), why: "there is no such rank".to_string() }),
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Option<Parcel>, Lost> {
        Ok(self.to_itself.pop_front().map(|bytes| Parcel { from: 0, bytes }))
    }

    fn rest(&mut self, _: u32) {}
}
