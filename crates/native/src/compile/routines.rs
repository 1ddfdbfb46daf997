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
    /// The instruction `pdep`: only where the machine has it.
    Deposit,
    Keep,
    Late,
    Lift,
    Lower,
    TakeTop,
    PutTop,
    CountPiece,
    Holding,
}

/// A routine of ours as code calls it.
pub(crate) struct Ours {
    pub(crate) routine: Routine,
    pub(crate) name: &'static str,
    pub(crate) address: *const u8,
    /// How many arguments it takes.
    pub(crate) arguments: usize,
}

/// Describes a routine; that it takes this many words and gives one is checked by its type.
macro_rules! ours {
    ($($routine:ident = $module:ident::$function:ident($($argument:tt)*);)*) => {
        [$({
            let function: extern "C" fn($(ours!(@any $argument)),*) -> _ = $module::$function;
            Ours {
                routine: Routine::$routine,
                name: stringify!($function),
                address: function as *const u8,
                arguments: [$(stringify!($argument)),*].len(),
            }
        }),*]
    };
    (@any $argument:tt) => { _ };
}

/// Our routines.
pub(crate) fn ours() -> [Ours; 22] {
    ours! {
        ListBegin = helpers::list_begin(_);
        ListAdd = helpers::list_add(_ _ _);
        ListEnd = helpers::list_end(_ _);
        Repeat = helpers::repeat(_ _ _ _ _);
        Each = helpers::each(_ _ _ _ _);
        Best = helpers::best(_ _ _ _);
        Count = helpers::count(_ _ _);
        Sum = helpers::sum(_ _ _ _);
        Number = helpers::number(_ _ _);
        Steps = helpers::steps(_ _ _ _);
        Distance = distances::distance(_ _ _ _ _ _);
        Occurred = helpers::occurred(_ _ _);
        OccurredAfter = helpers::occurred_after(_ _ _ _);
        Keep = kept::keep(_ _);
        Select = helpers::select_bit(_ _);
        Late = helpers::late(_ _);
        Lift = stacking::lift(_ _ _ _ _);
        Lower = stacking::lower(_ _ _ _ _);
        TakeTop = stacking::take_top(_ _ _ _);
        PutTop = stacking::put_top(_ _ _ _ _);
        CountPiece = stacking::count_piece(_ _ _);
        Holding = stacking::holding(_ _ _);
    }
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
                | Driver::Alone
                | Driver::Captures
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

/// The counters of which each player has one.
pub(crate) fn rights(facts: &game::Facts) -> Vec<(Counter, Player)> {
    let own = (0..facts.counters.len()).filter(|&i| facts.counters[i].symbols.is_some());
    own.flat_map(|i| Player::BOTH.map(|player| (Counter(i as u8), player))).collect()
}
