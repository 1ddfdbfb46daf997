//! Which functions of machine code there are: those that are made of a program,
//! and those of ours that they call, with what a call of each takes.

use crate::compile::unit::Unit;
use crate::emit::Driver;
use crate::runtime::{distances, helpers, kept, stacking};
use game::{Counter, Player};
use ir::FuncId;

/// A function of machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Routine {
    /// Lists the results of a function.
    List(FuncId, Player),
    /// Whether a function has a result.
    Ask(FuncId, Player),
    /// What a function returns.
    Num(FuncId, Player),
    /// The fields on which a function can end.
    Fields(FuncId, Player),
    /// The fields from which a function can end in a set, or anywhere.
    Sources {
        func: FuncId,
        v: Player,
        asks: bool,
    },
    Driver(Driver, Player),
    /// The signature after counters of this kind changed.
    Rights,
    /// Whether a set of a function has a field, by the sets of a position.
    Question {
        func: FuncId,
        set: ir::Value,
        position: ir::Value,
        v: Player,
        several: bool,
    },
    // Routines of ours.
    ListBegin,
    ListAdd,
    ListEnd,
    Repeat,
    Each,
    Best,
    Count,
    Sum,
    Number,
    Steps,
    Distance,
    Occurred,
    OccurredAfter,
    Select,
    Keep,
    MakeRoom,
    Late,
    Lift,
    Lower,
    TakeTop,
    PutTop,
    CountPiece,
}

/// Our routines with their names, addresses and numbers of arguments.
pub(crate) fn ours() -> [(Routine, &'static str, *const u8, usize); 22] {
    [
        (Routine::ListBegin, "list_begin", helpers::list_begin as *const u8, 1),
        (Routine::ListAdd, "list_add", helpers::list_add as *const u8, 3),
        (Routine::ListEnd, "list_end", helpers::list_end as *const u8, 2),
        (Routine::Repeat, "repeat", helpers::repeat as *const u8, 5),
        (Routine::Each, "each", helpers::each as *const u8, 5),
        (Routine::Best, "best", helpers::best as *const u8, 4),
        (Routine::Count, "count", helpers::count as *const u8, 3),
        (Routine::Sum, "sum", helpers::sum as *const u8, 4),
        (Routine::Number, "number", helpers::number as *const u8, 3),
        (Routine::Steps, "steps", helpers::steps as *const u8, 4),
        (Routine::Distance, "distance", distances::distance as *const u8, 6),
        (Routine::Occurred, "occurred", helpers::occurred as *const u8, 3),
        (Routine::OccurredAfter, "occurred_after", helpers::occurred_after as *const u8, 4),
        (Routine::MakeRoom, "make_room", kept::make_room as *const u8, 1),
        (Routine::Keep, "keep", kept::keep as *const u8, 2),
        (Routine::Select, "select", helpers::select_bit as *const u8, 2),
        (Routine::Late, "late", helpers::late as *const u8, 2),
        (Routine::Lift, "lift", stacking::lift as *const u8, 5),
        (Routine::Lower, "lower", stacking::lower as *const u8, 5),
        (Routine::TakeTop, "take_top", stacking::take_top as *const u8, 4),
        (Routine::PutTop, "put_top", stacking::put_top as *const u8, 5),
        (Routine::CountPiece, "count_piece", stacking::count_piece as *const u8, 3),
    ]
}

impl Unit<'_> {
    /// How many arguments a routine takes.
    pub(crate) fn arguments(&self, routine: Routine) -> usize {
        match routine {
            Routine::Rights => 2 + 2 * rights(&self.program.facts).len(),
            Routine::Question { .. } => 1 + self.layout.n_sets * self.layout.words,
            Routine::Driver(driver, _) => match driver {
                Driver::List
                | Driver::Bare
                | Driver::Records
                | Driver::Count
                | Driver::Evaluate(_) => 2,
                Driver::Perft | Driver::PerftCounted => 3,
                Driver::Dive => 4,
                Driver::Pick | Driver::Draw | Driver::Playout | Driver::Fields(_) => 4,
                Driver::Fits { .. } | Driver::Tried | Driver::Ends => 2,
                Driver::Perceives(_) | Driver::Refuses(_) | Driver::Results(_) => 3,
            },
            _ => 2,
        }
    }
}

/// The counters that each player has of his own.
pub(crate) fn rights(facts: &game::Facts) -> Vec<(Counter, Player)> {
    let own = (0..facts.counters.len()).filter(|&i| facts.counters[i].symbols.is_some());
    own.flat_map(|i| Player::BOTH.map(|player| (Counter(i as u8), player))).collect()
}
