//! Which values, functions and blocks each node mentions, with the types that
//! it wants: the one place that knows, used by the verifier and the analyses.

use crate::program::*;

/// Receives each value that is used, with the type that it must have.
type SeeValue<'a> = &'a mut dyn FnMut(Value, Type);
/// Receives each function that is run, with the kind that it must have.
type SeeFunc<'a> = &'a mut dyn FnMut(FuncId, FuncKind);

/// What a function's entry block takes.
pub const ENTRY: [Type; 4] = [Type::Position, Type::Player, Type::Field, Type::Direction];

/// What a node with results gives to the block behind it.
const RESULT: [Type; 3] = [Type::Position, Type::Field, Type::Direction];

impl Args {
    /// Each value with its type.
    pub fn uses(&self, see: SeeValue<'_>) {
        see(self.s, Type::Position);
        see(self.v, Type::Player);
        see(self.f, Type::Field);
        see(self.d, Type::Direction);
    }
}

impl Inst {
    /// The value that it defines, with the type that it has.
    pub fn defines(&self) -> Option<(Value, Type)> {
        match *self {
            Inst::Other { dst, .. } => Some((dst, Type::Player)),
            Inst::NoField { dst } | Inst::Step { dst, .. } => Some((dst, Type::Field)),
            Inst::NoDirection { dst } | Inst::Rotate { dst, .. } => Some((dst, Type::Direction)),
            Inst::Set { dst, .. } => Some((dst, Type::Set)),
            Inst::Number { dst, .. } => Some((dst, Type::Number)),
            Inst::Write { dst, .. } => Some((dst, Type::Position)),
            Inst::Guard { .. } => None,
        }
    }

    /// Each value that it uses, with the type that it must have.
    pub fn uses(&self, see: SeeValue<'_>) {
        match self {
            Inst::NoField { .. } | Inst::NoDirection { .. } => {}
            Inst::Other { v, .. } => see(*v, Type::Player),
            Inst::Set { expr, .. } => expr.uses(see),
            Inst::Number { expr, .. } => expr.uses(see),
            Inst::Guard { cond } => cond.uses(see),
            Inst::Step { f, d, .. } => {
                see(*f, Type::Field);
                see(*d, Type::Direction);
            }
            Inst::Rotate { d, .. } => see(*d, Type::Direction),
            Inst::Write { s, write, .. } => {
                see(*s, Type::Position);
                write.uses(see);
            }
        }
    }

    /// Each function that it runs. Nothing but a number or a set comes back.
    pub fn callees(&self, see: SeeFunc<'_>) {
        match self {
            Inst::Set { expr: SetExpr::Fields { func, .. }, .. } => see(*func, FuncKind::Gen),
            Inst::Number { expr, .. } => match expr {
                NumExpr::Count { func, .. } => see(*func, FuncKind::Gen),
                NumExpr::Call { func, .. } => see(*func, FuncKind::Num),
                NumExpr::Sum { value, func, .. } => {
                    see(*value, FuncKind::Num);
                    see(*func, FuncKind::Gen);
                }
                NumExpr::Steps { func, until, .. } => {
                    see(*func, FuncKind::Gen);
                    see(*until, FuncKind::Gen);
                }
                _ => {}
            },
            _ => {}
        }
    }
}

impl Cond {
    /// Each value that it uses, with the type that it must have.
    pub fn uses(&self, see: SeeValue<'_>) {
        match *self {
            Cond::In { f, set } => {
                see(f, Type::Field);
                see(set, Type::Set);
            }
            Cond::Compare { a, b, .. } => {
                see(a, Type::Number);
                see(b, Type::Number);
            }
            Cond::Matches { s, f, .. } | Cond::IsKind { s, f, .. } => {
                see(s, Type::Position);
                see(f, Type::Field);
            }
            Cond::Occurred { s, .. } => see(s, Type::Position),
        }
    }
}

impl SetExpr {
    /// Each value that it uses, with the type that it must have.
    pub fn uses(&self, see: SeeValue<'_>) {
        match self {
            SetExpr::All | SetExpr::Const(_) => {}
            SetExpr::Pieces { s, v, .. } => {
                see(*s, Type::Position);
                see(*v, Type::Player);
            }
            SetExpr::Empty { s } | SetExpr::Memory { s, .. } => see(*s, Type::Position),
            SetExpr::Zone { v, .. } | SetExpr::Sides { v, .. } => see(*v, Type::Player),
            SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b) => {
                see(*a, Type::Set);
                see(*b, Type::Set);
            }
            SetExpr::Fields { args, .. } => args.uses(see),
        }
    }
}

impl NumExpr {
    /// Each value that it uses, with the type that it must have.
    pub fn uses(&self, see: SeeValue<'_>) {
        match self {
            NumExpr::Const(_) => {}
            NumExpr::Counter { s, v, .. } | NumExpr::Reserve { s, v, .. } => {
                see(*s, Type::Position);
                see(*v, Type::Player);
            }
            NumExpr::Size(set) => see(*set, Type::Set),
            NumExpr::Count { args, .. }
            | NumExpr::Sum { args, .. }
            | NumExpr::Steps { args, .. }
            | NumExpr::Call { args, .. } => args.uses(see),
            NumExpr::Height { s, f } => {
                see(*s, Type::Position);
                see(*f, Type::Field);
            }
            NumExpr::Hand { s } => see(*s, Type::Position),
            NumExpr::Add(a, b) | NumExpr::Subtract(a, b) | NumExpr::Multiply(a, b) => {
                see(*a, Type::Number);
                see(*b, Type::Number);
            }
        }
    }
}

impl Write {
    /// Each value that it uses besides the position that it changes, with the
    /// type that it must have.
    pub fn uses(&self, see: SeeValue<'_>) {
        match *self {
            Write::Pass | Write::Again | Write::Before => {}
            Write::Lift { f, amount } | Write::Lower { f, amount } => {
                see(f, Type::Field);
                if let Amount::Number(n) = amount {
                    see(n, Type::Number);
                }
            }
            Write::Clear { f } | Write::Become { f, .. } | Write::Remember { f, .. } => {
                see(f, Type::Field);
            }
            Write::Put { f, v, .. }
            | Write::Enter { f, v, .. }
            | Write::Keep { f, v }
            | Write::Tell { f, v, .. } => {
                see(f, Type::Field);
                see(v, Type::Player);
            }
            Write::SetCounter { v, to, .. } => {
                see(v, Type::Player);
                see(to, Type::Number);
            }
            Write::Outcome { v, verdict } => {
                see(v, Type::Player);
                if let Verdict::Score(n) = verdict {
                    see(n, Type::Number);
                }
            }
            Write::Cost { to } => see(to, Type::Number),
            Write::Hush { like } => see(like, Type::Position),
            Write::Mask { v, seen } => {
                see(v, Type::Player);
                see(seen, Type::Set);
            }
        }
    }

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

impl Term {
    /// Each value that it uses, with the type that it must have. The arguments
    /// of its targets are not among them: their types are those of the parameters.
    pub fn uses(&self, see: SeeValue<'_>) {
        match self {
            Term::Jump(_) | Term::Fork(_) | Term::Die => {}
            Term::ChooseField { set, .. } => see(*set, Type::Set),
            Term::ChooseDirection { v, from, .. } => {
                see(*v, Type::Player);
                if let Directions::Ways { f } = from {
                    see(*f, Type::Field);
                }
            }
            Term::Call { args, .. }
            | Term::OrElse { args, .. }
            | Term::Best { args, .. }
            | Term::Ask { args, .. } => args.uses(see),
            Term::Repeat { low, high, args, .. } => {
                see(*low, Type::Number);
                if let Some(high) = high {
                    see(*high, Type::Number);
                }
                args.uses(see);
            }
            Term::Each { set, args, .. } => {
                see(*set, Type::Set);
                args.uses(see);
            }
            Term::Yield { s, f, d } => {
                see(*s, Type::Position);
                see(*f, Type::Field);
                see(*d, Type::Direction);
            }
            Term::Return(n) => see(*n, Type::Number),
        }
    }

    /// Each function that it runs.
    pub fn callees(&self, see: SeeFunc<'_>) {
        match self {
            Term::Call { func, .. } | Term::Ask { func, .. } => see(*func, FuncKind::Gen),
            Term::OrElse { first, second, .. } => {
                see(*first, FuncKind::Gen);
                see(*second, FuncKind::Gen);
            }
            Term::Repeat { body, .. } | Term::Each { body, .. } => see(*body, FuncKind::Gen),
            Term::Best { value, func, .. } => {
                see(*value, FuncKind::Num);
                see(*func, FuncKind::Gen);
            }
            _ => {}
        }
    }

    /// The functions whose results go on behind it, and the configuration that
    /// they start from; nothing if it only asks.
    pub fn results(&self) -> (Vec<FuncId>, Option<&Args>) {
        match self {
            Term::Call { func, args, .. } | Term::Best { func, args, .. } => {
                (vec![*func], Some(args))
            }
            Term::Repeat { body, args, .. } | Term::Each { body, args, .. } => {
                (vec![*body], Some(args))
            }
            Term::OrElse { first, second, args, .. } => (vec![*first, *second], Some(args)),
            _ => (Vec::new(), None),
        }
    }

    /// The types of the values that it gives to its target, before the arguments.
    pub fn gives(&self) -> &'static [Type] {
        match self {
            Term::ChooseField { .. } => &[Type::Field],
            Term::ChooseDirection { .. } => &[Type::Direction],
            Term::Each { .. } => &[Type::Position],
            Term::Call { .. } | Term::OrElse { .. } | Term::Repeat { .. } | Term::Best { .. } => {
                &RESULT
            }
            Term::Jump(_)
            | Term::Fork(_)
            | Term::Ask { .. }
            | Term::Yield { .. }
            | Term::Return(_)
            | Term::Die => &[],
        }
    }

    /// Where it leads.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Term::Jump(then)
            | Term::ChooseField { then, .. }
            | Term::ChooseDirection { then, .. }
            | Term::Call { then, .. }
            | Term::OrElse { then, .. }
            | Term::Repeat { then, .. }
            | Term::Each { then, .. }
            | Term::Best { then, .. } => vec![then],
            Term::Fork(branches) => branches.iter().collect(),
            Term::Ask { yes, no, .. } => vec![yes, no],
            Term::Yield { .. } | Term::Return(_) | Term::Die => Vec::new(),
        }
    }
}
