//! Events of moves, from which texts are made: generated code appends them to lists that share
//! their beginnings, each node with the number of the one before.

use super::Ctx;
use game::Player;

/// An event of a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum EventTag {
    Pickup = 0,
    Putdown = 1,
    Place = 2,
    Remove = 3,
    Become = 4,
    Pass = 5,
    /// A piece is put from nowhere: a place, or what was just put down changes.
    Put = 6,
    Tell = 7,
    Detail = 8,
}

/// The words of an event in memory: the number of the one before, tag and data.
pub(super) const EVENT_WORDS: usize = 5;

/// An event of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct EventNode {
    pub(crate) tag: u64,
    pub(crate) data: [u64; 3],
}

/// The events of a turn whose texts are kept.
const LOG_EVENTS: usize = 1 << 20;

impl Ctx {
    /// Makes room for the texts of this player's moves.
    pub(crate) fn keep_texts(&mut self, mover: Player) {
        self.mover = mover;
        if self.log_limit == 0 {
            self.log_memory.grow(8 * EVENT_WORDS * LOG_EVENTS);
            self.log = self.log_memory.start();
            self.log_limit = LOG_EVENTS as u64;
        }
    }

    /// The events of a list, oldest first.
    pub(crate) fn events(&self, node: u64) -> Vec<EventNode> {
        let mut events = Vec::new();
        self.events_into(node, &mut events);
        events
    }

    /// Writes the events of a list, oldest first, in the place of what was there.
    pub(crate) fn events_into(&self, mut node: u64, events: &mut Vec<EventNode>) {
        events.clear();
        let (all, _) = self.log_memory.all().as_chunks::<EVENT_WORDS>();
        while let Some(event) = (node as usize).checked_sub(1).and_then(|i| all.get(i)) {
            let [last, tag, data @ ..] = *event;
            events.push(EventNode { tag, data });
            node = last;
        }
        events.reverse();
    }
}
