//! What nodes are made of, and visitors that are shown it: values, functions, blocks, and the
//! things that a game declares.
//!
//! A declaration gives each field of a node a role ([`roles`]). [`Look`] and [`Edit`] have a method
//! for each thing that a role can show, each of which does nothing unless a visitor says
//! otherwise; so an analysis says what it wants to know of an operand once, whatever nodes there
//! are.

pub(crate) mod roles;
mod targets;

pub use targets::{IntoTargets, Targets};

use crate::parse::{Line, Read, Reader};
use crate::print::Printer;
use crate::program::*;
use game::{Counter, Direction, FieldSet, Kind, Layout, Memory, Player, Zone};
pub(crate) use roles::operand;

/// What a function's entry block takes.
pub const ENTRY: [Type; 4] = [Type::Position, Type::Player, Type::Field, Type::Direction];

/// What a node with results gives to the block after it.
pub(crate) const RESULT: [Type; 3] = [Type::Position, Type::Field, Type::Direction];

/// What a field of a node is.
pub(crate) trait Role {
    /// Its type.
    type Is;

    /// An example of its text form.
    const EXAMPLE: &'static str;

    /// Shows a visitor what is in it.
    fn look<'a, L: Look<'a> + ?Sized>(it: &'a Self::Is, look: &mut L);

    /// Shows a visitor the places of what is in it.
    fn edit<'a, E: Edit<'a> + ?Sized>(it: &'a mut Self::Is, edit: &mut E);

    /// Writes it after what has been written.
    fn show(it: &Self::Is, printer: &Printer<'_>, out: &mut String);

    /// Reads it.
    fn read(reader: &mut Reader<'_>, line: &mut Line) -> Read<Self::Is>;
}

/// Makes a trait of visitors, one that looks or one that may change what it is shown.
macro_rules! visitor {
    ($(#[$about:meta])* $Visitor:ident $(, $mut:tt)?) => {
        $(#[$about])*
        #[allow(unused_variables, reason = "a visitor names what it wants to know")]
        pub trait $Visitor<'a> {
            /// A value that the node defines, with its type.
            fn defines(&mut self, it: &'a $($mut)? Value, ty: Type) {}
            /// A value that the node uses, with the type that it must have. The arguments of
            /// targets are not among them: their types are those of the parameters.
            fn value(&mut self, it: &'a $($mut)? Value, ty: Type) {}
            /// A function that is run, with the kind that it must have.
            fn func(&mut self, it: &'a $($mut)? FuncId, kind: FuncKind) {}
            /// A function that is run and whose results go on.
            fn run(&mut self, it: &'a $($mut)? FuncId) {
                self.func(it, FuncKind::Gen);
            }
            /// What functions are run on.
            fn args(&mut self, it: &'a $($mut)? Args) {
                let Args { s, v, f, d } = it;
                self.value(s, Type::Position);
                self.value(v, Type::Player);
                self.value(f, Type::Field);
                self.value(d, Type::Direction);
            }
            /// Where the node leads.
            fn target(&mut self, it: &'a $($mut)? Target) {}
            /// A kind of pieces.
            fn kind(&mut self, it: &'a $($mut)? Kind) {}
            /// A kind of pieces that enter from the reserve.
            fn entering(&mut self, it: &'a $($mut)? Kind) {
                self.kind(it);
            }
            /// A zone.
            fn zone(&mut self, it: &'a $($mut)? Zone) {}
            /// A counter.
            fn counter(&mut self, it: &'a $($mut)? Counter) {}
            /// A memory.
            fn memory(&mut self, it: &'a $($mut)? Memory) {}
            /// A drawn board.
            fn layout(&mut self, it: &'a $($mut)? Layout) {}
            /// A direction.
            fn direction(&mut self, it: &'a $($mut)? Direction) {}
            /// Directions of which any is meant.
            fn directions(&mut self, it: &'a $($mut)? Vec<Direction>) {
                it.into_iter().for_each(|it| self.direction(it));
            }
            /// Ways of which any is meant, each a list of steps.
            fn ways(&mut self, it: &'a $($mut)? Vec<Vec<Direction>>) {
                it.into_iter().flatten().for_each(|it| self.direction(it));
            }
            /// Directions for the first and for the second player.
            fn compass(&mut self, it: &'a $($mut)? [Vec<Direction>; 2]) {
                it.into_iter().for_each(|it| self.directions(it));
            }
            /// The lines through a field are asked for.
            fn lines(&mut self) {}
            /// By how much a direction is turned.
            fn degrees(&mut self, it: &'a $($mut)? i32) {}
            /// Constant fields.
            fn fields(&mut self, it: &'a $($mut)? FieldSet) {}
            /// Constant fields for the first and for the second player.
            fn sides(&mut self, it: &'a $($mut)? [FieldSet; 2]) {
                it.into_iter().for_each(|it| self.fields(it));
            }
            /// A number for each field.
            fn weights(&mut self, it: &'a $($mut)? [i32]) {}
            /// Whose pieces are meant.
            fn whose(&mut self, it: &'a $($mut)? Whose) {}
            /// Who gets a piece.
            fn owner(&mut self, it: &'a $($mut)? Whose) {
                self.whose(it);
            }
            /// A player.
            fn player(&mut self, it: &'a $($mut)? Player) {}
            /// A comparison.
            fn compare(&mut self, it: &'a $($mut)? Compare) {}
            /// Who hears a message.
            fn audience(&mut self, it: &'a $($mut)? Audience) {}
        }
    };
}

visitor!(
    /// Is shown what a node is made of.
    Look
);
visitor!(
    /// Is shown the places of what a node is made of.
    Edit,
    mut
);

/// Shows each value that is used to a function.
struct Uses<'f>(&'f mut dyn FnMut(Value, Type));

impl<'a> Look<'a> for Uses<'_> {
    fn value(&mut self, it: &'a Value, ty: Type) {
        (self.0)(*it, ty);
    }
}

/// Shows the place of each value that is used to a function.
struct EditUses<'f>(&'f mut dyn FnMut(&mut Value));

impl<'a> Edit<'a> for EditUses<'_> {
    fn value(&mut self, it: &'a mut Value, _: Type) {
        (self.0)(it);
    }
}

/// Shows each function that is run to a function.
struct Callees<'f>(&'f mut dyn FnMut(FuncId, FuncKind));

impl<'a> Look<'a> for Callees<'_> {
    fn func(&mut self, it: &'a FuncId, kind: FuncKind) {
        (self.0)(*it, kind);
    }
}

/// Shows the place of each function that is run to a function.
struct EditCallees<'f>(&'f mut dyn FnMut(&mut FuncId));

impl<'a> Edit<'a> for EditCallees<'_> {
    fn func(&mut self, it: &'a mut FuncId, _: FuncKind) {
        (self.0)(it);
    }
}

/// What functions are run on.
struct RunOn<'a>(Option<&'a Args>);

impl<'a> Look<'a> for RunOn<'a> {
    fn args(&mut self, it: &'a Args) {
        self.0 = Some(it);
    }
}

macro_rules! operands_of {
    ($($Family:ident),*) => {$(
        impl $Family {
            /// Each value that it uses, with the type that it must have; of a write, the values
            /// besides the position that it changes. The arguments of targets are not among them.
            pub fn uses(&self, see: &mut dyn FnMut(Value, Type)) {
                self.look(&mut Uses(see));
            }

            /// The place of each value that it uses.
            pub fn uses_mut(&mut self, edit: &mut dyn FnMut(&mut Value)) {
                self.edit(&mut EditUses(edit));
            }

            /// Each function that it runs, with the kind that it must have.
            pub fn callees(&self, see: &mut dyn FnMut(FuncId, FuncKind)) {
                self.look(&mut Callees(see));
            }

            /// What it runs functions on, if it runs any.
            pub fn args(&self) -> Option<&Args> {
                let mut run_on = RunOn(None);
                self.look(&mut run_on);
                run_on.0
            }

            /// The place of each function that it runs.
            pub fn callees_mut(&mut self, edit: &mut dyn FnMut(&mut FuncId)) {
                self.edit(&mut EditCallees(edit));
            }
        }
    )*};
}
operands_of!(Inst, Write, Cond, SetExpr, NumExpr, Term);

/// The value that a node defines.
#[derive(Default)]
struct Defined(Option<(Value, Type)>);

impl<'a> Look<'a> for Defined {
    fn defines(&mut self, it: &'a Value, ty: Type) {
        self.0 = Some((*it, ty));
    }
}

/// The place of the value that a node defines.
#[derive(Default)]
struct EditDefined<'a>(Option<&'a mut Value>);

impl<'a> Edit<'a> for EditDefined<'a> {
    fn defines(&mut self, it: &'a mut Value, _: Type) {
        self.0 = Some(it);
    }
}

impl Inst {
    /// The value that it defines, with the type that it has.
    pub fn defines(&self) -> Option<(Value, Type)> {
        let mut defined = Defined::default();
        self.look(&mut defined);
        defined.0
    }

    /// The place of the value that it defines.
    pub fn dst_mut(&mut self) -> Option<&mut Value> {
        let mut defined = EditDefined::default();
        self.edit(&mut defined);
        defined.0
    }
}
