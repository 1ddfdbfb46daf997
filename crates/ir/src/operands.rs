//! Which values, functions and blocks each node mentions, with the types that
//! it wants: the one place that knows, used by the verifier, the analyses and
//! the passes.
//!
//! What a node uses is listed once, in a macro, and made into two functions:
//! one that looks (`uses`) and one that may put another value in the place
//! (`uses_mut`).

mod targets;

pub(crate) use targets::RESULT;
pub use targets::{IntoTargets, Targets};

use crate::program::*;

/// Receives each value that is used, with the type that it must have.
type SeeValue<'a> = &'a mut dyn FnMut(Value, Type);
/// Receives each place of a value that is used.
type EditValue<'a> = &'a mut dyn FnMut(&mut Value);
/// Receives each function that is run, with the kind that it must have.
type SeeFunc<'a> = &'a mut dyn FnMut(FuncId, FuncKind);

/// What a function's entry block takes.
pub const ENTRY: [Type; 4] = [Type::Position, Type::Player, Type::Field, Type::Direction];

/// Makes the functions that list the values a node uses: `$see` gets each place
/// with the type that it must have. For an end of a block the arguments of its
/// targets are not among them: their types are those of the parameters.
macro_rules! list_uses {
    ($uses:ident, $See:ty, $see:ident, $call:expr, $callees:ident, $SeeFunc:ty, $run:expr $(, $mut:tt)?) => {
        impl Args {
            /// Each value with its type.
            pub fn $uses(&$($mut)? self, $see: $See) {
                $call($see, &$($mut)? self.s, Type::Position);
                $call($see, &$($mut)? self.v, Type::Player);
                $call($see, &$($mut)? self.f, Type::Field);
                $call($see, &$($mut)? self.d, Type::Direction);
            }
        }

        impl Inst {
            /// Each value that it uses, with the type that it must have.
            pub fn $uses(&$($mut)? self, $see: $See) {
                match self {
                    Inst::NoField { .. } | Inst::NoDirection { .. } | Inst::Direction { .. } => {}
                    Inst::Other { v, .. } => $call($see, v, Type::Player),
                    Inst::Set { expr, .. } => expr.$uses($see),
                    Inst::Number { expr, .. } => expr.$uses($see),
                    Inst::Guard { cond } => cond.$uses($see),
                    Inst::Step { f, d, .. } | Inst::Back { f, d, .. } => {
                        $call($see, f, Type::Field);
                        $call($see, d, Type::Direction);
                    }
                    Inst::Rotate { d, .. } => $call($see, d, Type::Direction),
                    Inst::Write { s, write, .. } => {
                        $call($see, s, Type::Position);
                        write.$uses($see);
                    }
                }
            }

            /// Each function that it runs. Nothing but a number or a set comes back.
            pub fn $callees(&$($mut)? self, $see: $SeeFunc) {
                match self {
                    Inst::Set { expr: SetExpr::Fields { func, .. }, .. } => {
                        $run($see, func, FuncKind::Gen);
                    }
                    Inst::Number { expr, .. } => match expr {
                        NumExpr::Count { func, .. } => $run($see, func, FuncKind::Gen),
                        NumExpr::Call { func, .. } => $run($see, func, FuncKind::Num),
                        NumExpr::Sum { value, func, .. } => {
                            $run($see, value, FuncKind::Num);
                            $run($see, func, FuncKind::Gen);
                        }
                        NumExpr::Steps { func, until, .. } => {
                            $run($see, func, FuncKind::Gen);
                            $run($see, until, FuncKind::Gen);
                        }
                        _ => {}
                    },
                    _ => {}
                }
            }
        }

        impl Cond {
            /// Each value that it uses, with the type that it must have.
            pub fn $uses(&$($mut)? self, $see: $See) {
                match self {
                    Cond::In { f, set } => {
                        $call($see, f, Type::Field);
                        $call($see, set, Type::Set);
                    }
                    Cond::Compare { a, b, .. } => {
                        $call($see, a, Type::Number);
                        $call($see, b, Type::Number);
                    }
                    Cond::Matches { s, f, .. } | Cond::IsKind { s, f, .. } => {
                        $call($see, s, Type::Position);
                        $call($see, f, Type::Field);
                    }
                    Cond::Occurred { s, .. } => $call($see, s, Type::Position),
                    Cond::Some { set } => $call($see, set, Type::Set),
                    Cond::Is { v, .. } => $call($see, v, Type::Player),
                }
            }
        }

        impl SetExpr {
            /// Each value that it uses, with the type that it must have.
            pub fn $uses(&$($mut)? self, $see: $See) {
                match self {
                    SetExpr::All | SetExpr::Const(_) => {}
                    SetExpr::Pieces { s, v, .. } => {
                        $call($see, s, Type::Position);
                        $call($see, v, Type::Player);
                    }
                    SetExpr::Empty { s }
                    | SetExpr::Memory { s, .. }
                    | SetExpr::Matching { s, .. } => $call($see, s, Type::Position),
                    SetExpr::Zone { v, .. } | SetExpr::Sides { v, .. } => {
                        $call($see, v, Type::Player);
                    }
                    SetExpr::Only(f) => $call($see, f, Type::Field),
                    SetExpr::Walk { from, .. } | SetExpr::Rows { of: from, .. } => {
                        $call($see, from, Type::Set);
                    }
                    SetExpr::Slide { from, through, .. }
                    | SetExpr::Spread { from, through, .. } => {
                        $call($see, from, Type::Set);
                        $call($see, through, Type::Set);
                    }
                    SetExpr::And(a, b)
                    | SetExpr::Or(a, b)
                    | SetExpr::Minus(a, b)
                    | SetExpr::IfSome(a, b) => {
                        $call($see, a, Type::Set);
                        $call($see, b, Type::Set);
                    }
                    SetExpr::Fields { args, .. } => args.$uses($see),
                }
            }
        }

        impl NumExpr {
            /// Each value that it uses, with the type that it must have.
            pub fn $uses(&$($mut)? self, $see: $See) {
                match self {
                    NumExpr::Const(_) => {}
                    NumExpr::Counter { s, v, .. } | NumExpr::Reserve { s, v, .. } => {
                        $call($see, s, Type::Position);
                        $call($see, v, Type::Player);
                    }
                    NumExpr::Size(set) | NumExpr::Weigh { set, .. } => {
                        $call($see, set, Type::Set);
                    }
                    NumExpr::Count { args, .. }
                    | NumExpr::Sum { args, .. }
                    | NumExpr::Steps { args, .. }
                    | NumExpr::Call { args, .. } => args.$uses($see),
                    NumExpr::Height { s, f } => {
                        $call($see, s, Type::Position);
                        $call($see, f, Type::Field);
                    }
                    NumExpr::Hand { s } => $call($see, s, Type::Position),
                    NumExpr::Add(a, b) | NumExpr::Subtract(a, b) | NumExpr::Multiply(a, b) => {
                        $call($see, a, Type::Number);
                        $call($see, b, Type::Number);
                    }
                }
            }
        }

        impl Write {
            /// Each value that it uses besides the position that it changes, with the
            /// type that it must have.
            pub fn $uses(&$($mut)? self, $see: $See) {
                match self {
                    Write::Pass | Write::Again | Write::Before => {}
                    Write::Lift { f, amount } | Write::Lower { f, amount } => {
                        $call($see, f, Type::Field);
                        if let Amount::Number(n) = amount {
                            $call($see, n, Type::Number);
                        }
                    }
                    Write::Clear { f } | Write::Become { f, .. } | Write::Remember { f, .. } => {
                        $call($see, f, Type::Field);
                    }
                    Write::Put { f, v, .. }
                    | Write::Enter { f, v, .. }
                    | Write::Keep { f, v }
                    | Write::Tell { f, v, .. } => {
                        $call($see, f, Type::Field);
                        $call($see, v, Type::Player);
                    }
                    Write::PutAll { set, v, .. } => {
                        $call($see, set, Type::Set);
                        $call($see, v, Type::Player);
                    }
                    Write::SetCounter { v, to, .. } => {
                        $call($see, v, Type::Player);
                        $call($see, to, Type::Number);
                    }
                    Write::Outcome { v, verdict } => {
                        $call($see, v, Type::Player);
                        if let Verdict::Score(n) = verdict {
                            $call($see, n, Type::Number);
                        }
                    }
                    Write::Cost { to } => $call($see, to, Type::Number),
                    Write::Hush { like } => $call($see, like, Type::Position),
                    Write::Mask { v, seen } => {
                        $call($see, v, Type::Player);
                        $call($see, seen, Type::Set);
                    }
                }
            }
        }

        impl Term {
            /// Each value that it uses, with the type that it must have. The arguments
            /// of its targets are not among them: their types are those of the parameters.
            pub fn $uses(&$($mut)? self, $see: $See) {
                match self {
                    Term::Jump(_) | Term::Fork(_) | Term::Die => {}
                    Term::If { cond, .. } => cond.$uses($see),
                    Term::ChooseField { set, .. } => $call($see, set, Type::Set),
                    Term::ChooseDirection { v, from, .. } => {
                        $call($see, v, Type::Player);
                        if let Directions::Ways { f } = from {
                            $call($see, f, Type::Field);
                        }
                    }
                    Term::Call { args, .. }
                    | Term::OrElse { args, .. }
                    | Term::Best { args, .. }
                    | Term::Ask { args, .. } => args.$uses($see),
                    Term::Repeat { low, high, args, .. } => {
                        $call($see, low, Type::Number);
                        if let Some(high) = high {
                            $call($see, high, Type::Number);
                        }
                        args.$uses($see);
                    }
                    Term::Each { set, args, .. } => {
                        $call($see, set, Type::Set);
                        args.$uses($see);
                    }
                    Term::Yield { s, f, d } => {
                        $call($see, s, Type::Position);
                        $call($see, f, Type::Field);
                        $call($see, d, Type::Direction);
                    }
                    Term::Return(n) => $call($see, n, Type::Number),
                }
            }

            /// Each function that it runs.
            pub fn $callees(&$($mut)? self, $see: $SeeFunc) {
                match self {
                    Term::Call { func, .. } | Term::Ask { func, .. } => {
                        $run($see, func, FuncKind::Gen);
                    }
                    Term::OrElse { first, second, .. } => {
                        $run($see, first, FuncKind::Gen);
                        $run($see, second, FuncKind::Gen);
                    }
                    Term::Repeat { body, .. } | Term::Each { body, .. } => {
                        $run($see, body, FuncKind::Gen);
                    }
                    Term::Best { value, func, .. } => {
                        $run($see, value, FuncKind::Num);
                        $run($see, func, FuncKind::Gen);
                    }
                    _ => {}
                }
            }
        }
    };
}

list_uses!(
    uses,
    SeeValue<'_>,
    see,
    |see: SeeValue<'_>, value: &Value, ty: Type| see(*value, ty),
    callees,
    SeeFunc<'_>,
    |see: SeeFunc<'_>, func: &FuncId, kind: FuncKind| see(*func, kind)
);
list_uses!(
    uses_mut,
    EditValue<'_>,
    edit,
    |edit: EditValue<'_>, value: &mut Value, _: Type| edit(value),
    callees_mut,
    &mut dyn FnMut(&mut FuncId),
    |edit: &mut dyn FnMut(&mut FuncId), func: &mut FuncId, _: FuncKind| edit(func),
    mut
);

impl Inst {
    /// The value that it defines, with the type that it has.
    pub fn defines(&self) -> Option<(Value, Type)> {
        match *self {
            Inst::Other { dst, .. } => Some((dst, Type::Player)),
            Inst::NoField { dst } | Inst::Step { dst, .. } | Inst::Back { dst, .. } => {
                Some((dst, Type::Field))
            }
            Inst::NoDirection { dst } | Inst::Direction { dst, .. } | Inst::Rotate { dst, .. } => {
                Some((dst, Type::Direction))
            }
            Inst::Set { dst, .. } => Some((dst, Type::Set)),
            Inst::Number { dst, .. } => Some((dst, Type::Number)),
            Inst::Write { dst, .. } => Some((dst, Type::Position)),
            Inst::Guard { .. } => None,
        }
    }

    /// The place of the value that it defines.
    pub fn dst_mut(&mut self) -> Option<&mut Value> {
        match self {
            Inst::Other { dst, .. }
            | Inst::NoField { dst }
            | Inst::NoDirection { dst }
            | Inst::Direction { dst, .. }
            | Inst::Set { dst, .. }
            | Inst::Number { dst, .. }
            | Inst::Step { dst, .. }
            | Inst::Back { dst, .. }
            | Inst::Rotate { dst, .. }
            | Inst::Write { dst, .. } => Some(dst),
            Inst::Guard { .. } => None,
        }
    }
}

impl Write {
    /// Whether a path can end at it.
    pub fn may_die(&self) -> bool {
        match self {
            Write::Lift { .. }
            | Write::Lower { .. }
            | Write::Clear { .. }
            | Write::Become { .. }
            | Write::Enter { .. }
            | Write::Keep { .. }
            | Write::SetCounter { .. } => true,
            Write::Put { .. }
            | Write::PutAll { .. }
            | Write::Remember { .. }
            | Write::Outcome { .. }
            | Write::Pass
            | Write::Again
            | Write::Cost { .. }
            | Write::Tell { .. }
            | Write::Hush { .. }
            | Write::Before
            | Write::Mask { .. } => false,
        }
    }
}
