//! Configurations as the walk sees them: the registers as set or not, the hand
//! as empty or full, and what may stand on the field under the finger.

use super::atoms::{EMPTY, Things, exchanged};
use std::ops::{Deref, DerefMut};
use syntax::Span;

/// What is in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Hand {
    Empty,
    Full,
    /// On a board with stacks, some pieces may be left.
    Perhaps,
}

/// What the turn has done to board and reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Change {
    Nothing,
    /// The only change is a piece in the hand.
    Lifted,
    /// A piece was picked up and put down where it was.
    Null,
    Real,
}

/// How the game ended on this path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Verdict {
    None,
    Win,
    Lose,
    Draw,
    Score,
}

/// How much was asked about the fields before something is put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Asked {
    Nothing,
    /// Something was asked about a field since the piece was picked up.
    Elsewhere,
    Here,
}

/// Whether a change is written in the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Text {
    /// Not in a question, nor in `for each`.
    Silent,
    Written,
    /// ... and the last thing written is the putdown on this very field, so that
    /// a piece that replaces it is written as what it becomes.
    Landed,
}

impl Text {
    /// When the finger has moved, or something else was written.
    pub(super) fn elsewhere(self) -> Text {
        if self == Text::Landed { Text::Written } else { self }
    }
}

/// What decides how the rules go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) finger: bool,
    pub(super) direction: bool,
    pub(super) hand: Hand,
    /// What may be in the hand.
    pub(super) held: Things,
    /// What may stand on the field under the finger.
    pub(super) here: Things,
    pub(super) change: Change,
    /// The finger is where the piece in the hand was picked up.
    pub(super) home: bool,
    pub(super) verdict: Verdict,
    pub(super) asked: Asked,
    /// What happens here is part of the turn, not of a question.
    pub(super) live: bool,
    pub(super) text: Text,
}

/// Places for messages; two configurations that differ only here are the same.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trace {
    /// Where the piece in the hand was picked up.
    pub(super) picked: Option<Span>,
    /// The calls through which it came, as a number in the list of passages.
    pub(super) passage: u32,
    /// The first outcome.
    pub(super) outcome: Option<Span>,
    /// Where a piece was put down on the field that it came from.
    pub(super) put: Option<Span>,
}

/// A configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conf {
    pub(super) state: State,
    pub(super) trace: Trace,
}

impl Deref for Conf {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Conf {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Conf {
    /// Where a rule with a role begins.
    pub(super) fn start(all: Things, live: bool) -> Conf {
        let state = State {
            finger: false,
            direction: false,
            hand: Hand::Empty,
            held: 0,
            here: all,
            change: Change::Nothing,
            home: false,
            verdict: Verdict::None,
            asked: Asked::Nothing,
            live: true,
            text: Text::Written,
        };
        let conf = Conf { state, trace: Trace::default() };
        if live { conf } else { conf.in_question() }
    }

    /// The same in a question: what happens to the turn does not matter there.
    pub(super) fn in_question(mut self) -> Conf {
        self.live = false;
        self.text = Text::Silent;
        self.change = Change::Real;
        self.home = false;
        self.verdict = Verdict::None;
        self.asked = Asked::Here;
        self
    }

    /// The turn has done nothing yet.
    pub(super) fn begins(&self) -> bool {
        self.live && self.change == Change::Nothing && self.verdict == Verdict::None
    }

    /// The turn says that the position itself is over.
    pub(super) fn is_over(&self) -> bool {
        self.verdict != Verdict::None && self.change == Change::Nothing
    }

    /// The turn makes a move.
    pub(super) fn is_move(&self) -> bool {
        self.change == Change::Real
    }

    /// The finger goes to a field of which this is known.
    pub(super) fn moved(mut self, here: Things) -> Conf {
        self.finger = true;
        self.here = here;
        self.home = false;
        self.text = self.text.elsewhere();
        self.asked = self.asked.min(Asked::Elsewhere);
        self
    }

    /// Forgets what stands on the field and what is in the hand.
    fn forget(&mut self, all: Things) {
        self.here = all;
        self.held = if self.hand == Hand::Empty { 0 } else { all & !EMPTY };
        self.asked = Asked::Here;
    }

    /// Own and enemy exchanged.
    pub(super) fn exchanged(mut self) -> Conf {
        self.here = exchanged(self.here);
        self.held = exchanged(self.held);
        self.verdict = match self.verdict {
            Verdict::Win => Verdict::Lose,
            Verdict::Lose => Verdict::Win,
            other => other,
        };
        self
    }
}

/// The results of a statement for one configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Out {
    /// Every result is like one of these.
    pub(super) confs: Confs,
    /// There surely is a result.
    pub(super) sure: bool,
}

impl Out {
    /// No result.
    pub(super) fn none() -> Out {
        Out::default()
    }

    /// A result for sure.
    pub(super) fn sure(conf: Conf) -> Out {
        Out { confs: Confs::one(conf), sure: true }
    }

    /// A result perhaps.
    pub(super) fn perhaps(conf: Conf) -> Out {
        Out { confs: Confs::one(conf), sure: false }
    }
}

/// A set of configurations. One that grows large forgets what stands on the
/// fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Confs {
    list: Vec<Conf>,
    wide: bool,
}

/// At most this many configurations are kept apart.
const MANY: usize = 48;

impl Confs {
    pub(super) fn one(conf: Conf) -> Confs {
        Confs { list: vec![conf], wide: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Conf> + '_ {
        self.list.iter().copied()
    }

    /// Whether there is such a configuration.
    pub(super) fn any(&self, test: impl Fn(&Conf) -> bool) -> bool {
        self.list.iter().any(test)
    }

    /// Adds one; returns whether it is new. `all` is what a field can hold.
    pub(super) fn add(&mut self, mut conf: Conf, all: Things) -> bool {
        if self.wide {
            conf.forget(all);
        }
        if self.list.iter().any(|other| other.state == conf.state) {
            return false;
        }
        self.list.push(conf);
        if self.list.len() > MANY && !self.wide {
            self.wide = true;
            for conf in std::mem::take(&mut self.list) {
                self.add(conf, all);
            }
        }
        true
    }

    /// Adds all.
    pub(super) fn extend(&mut self, others: &Confs, all: Things) {
        for conf in others.iter() {
            self.add(conf, all);
        }
    }
}
