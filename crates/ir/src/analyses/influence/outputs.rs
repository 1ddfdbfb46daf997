//! What a run gives, and which registers make a difference to it: what becomes of that if a
//! function is done again and again.

use std::ops::{BitOr, BitOrAssign};

/// Some of what a run gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outputs(u8);

impl Outputs {
    /// Nothing.
    pub const NONE: Outputs = Outputs(0);
    /// Whether and how often there is a result; the number of a `num` function.
    pub const EXISTS: Outputs = Outputs(1);
    /// The position of a result.
    pub const POSITION: Outputs = Outputs(2);
    /// The finger of a result.
    pub const FINGER: Outputs = Outputs(4);
    /// The direction of a result.
    pub const DIRECTION: Outputs = Outputs(8);
    /// Everything.
    pub const ALL: Outputs = Outputs(15);

    /// Whether one of these is among them.
    pub fn meets(self, others: Outputs) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitOr for Outputs {
    type Output = Outputs;

    fn bitor(self, other: Outputs) -> Outputs {
        Outputs(self.0 | other.0)
    }
}

impl BitOrAssign for Outputs {
    fn bitor_assign(&mut self, other: Outputs) {
        self.0 |= other.0;
    }
}

/// What the registers that a function is run on influence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The point of view.
    pub v: Outputs,
    /// The finger.
    pub f: Outputs,
    /// The direction.
    pub d: Outputs,
}

/// What the registers influence if a function is done any number of times.
pub(super) fn repeated(body: Summary) -> Summary {
    let follow = |start: Outputs| {
        let mut all = start;
        loop {
            let before = all;
            // A position that differs may make a difference to everything.
            if all.meets(Outputs::POSITION) {
                return Outputs::ALL;
            }
            if all.meets(Outputs::FINGER) {
                all |= body.f;
            }
            if all.meets(Outputs::DIRECTION) {
                all |= body.d;
            }
            if all == before {
                return all;
            }
        }
    };
    Summary {
        v: follow(body.v),
        f: follow(body.f | Outputs::FINGER),
        d: follow(body.d | Outputs::DIRECTION),
    }
}

/// Which registers of one round are needed for these outputs of later rounds.
pub(super) fn needed(body: Summary, wanted: Outputs) -> Outputs {
    let mut needed = wanted;
    loop {
        let before = needed;
        if body.f.meets(needed) {
            needed |= Outputs::FINGER;
        }
        if body.d.meets(needed) {
            needed |= Outputs::DIRECTION;
        }
        if needed == before {
            return needed;
        }
    }
}

/// What is needed of the results of a step that is done until a question succeeds.
pub(super) fn on_the_way(step: Summary, until: Summary) -> Outputs {
    let mut wanted = Outputs::EXISTS | Outputs::POSITION;
    wanted |= if until.f.meets(Outputs::EXISTS) { Outputs::FINGER } else { Outputs::NONE };
    wanted |= if until.d.meets(Outputs::EXISTS) { Outputs::DIRECTION } else { Outputs::NONE };
    needed(step, wanted)
}

/// The registers that matter to a function.
pub(super) fn registers(summary: Summary) -> Outputs {
    let mut outputs = Outputs::NONE;
    outputs |= if summary.f.is_empty() { Outputs::NONE } else { Outputs::FINGER };
    outputs |= if summary.d.is_empty() { Outputs::NONE } else { Outputs::DIRECTION };
    outputs
}
