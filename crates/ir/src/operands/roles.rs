//! What a field of a node can be: one type for each role, with its text form and what a visitor is
//! shown of it. Names in small letters are roles of types that have several.
#![allow(non_camel_case_types, reason = "declarations of nodes call roles by these words")]

mod blocks;
mod constants;
mod values;

pub(crate) use blocks::*;
pub(crate) use constants::*;
pub(crate) use values::*;

/// The type of a field with this role.
macro_rules! operand {
    (new_position) => { $crate::program::Value };
    (new_player) => { $crate::program::Value };
    (new_field) => { $crate::program::Value };
    (new_direction) => { $crate::program::Value };
    (new_set) => { $crate::program::Value };
    (new_number) => { $crate::program::Value };
    (changed) => { $crate::program::Value };
    (position) => { $crate::program::Value };
    (player) => { $crate::program::Value };
    (field) => { $crate::program::Value };
    (direction) => { $crate::program::Value };
    (set) => { $crate::program::Value };
    (number) => { $crate::program::Value };
    (high) => { Option<$crate::program::Value> };
    (gen_func) => { $crate::program::FuncId };
    (num_func) => { $crate::program::FuncId };
    (run) => { $crate::program::FuncId };
    (args) => { $crate::program::Args };
    (Target) => { $crate::program::Target };
    (then) => { $crate::program::Target };
    (branches) => { Vec<$crate::program::Target> };
    (cond) => { $crate::program::Cond };
    (set_expr) => { $crate::program::SetExpr };
    (num_expr) => { $crate::program::NumExpr };
    (write) => { $crate::program::Write };
    (source) => { $crate::program::Source };
    (Amount) => { $crate::program::Amount };
    (Verdict) => { $crate::program::Verdict };
    (Bound) => { $crate::program::Bound };
    (Directions) => { $crate::program::Directions };
    (Whose) => { $crate::program::Whose };
    (owner) => { $crate::program::Whose };
    (Compare) => { $crate::program::Compare };
    (Audience) => { $crate::program::Audience };
    (details) => { Vec<$crate::program::Detail> };
    (text) => { String };
    (kinds) => { Option<Vec<game::Kind>> };
    (entering) => { game::Kind };
    (directions) => { Vec<game::Direction> };
    (ways) => { Vec<Vec<game::Direction>> };
    (sides) => { [game::FieldSet; 2] };
    (weights) => { Vec<i32> };
    (back) => { bool };
    (times) => { u32 };
    (int) => { i32 };
    (degrees) => { i32 };
    ($Declared:ident) => { game::$Declared };
}
pub(crate) use operand;

/// Makes a role: its type, an example, what is shown to a visitor, and how it is written and read.
macro_rules! role {
    (
        $(#[doc = $about:literal])*
        $role:ident, $Is:ty, $example:literal,
        |$it:ident, $visitor:ident| $visit:expr,
        |$shown:ident, $printer:ident, $out:ident| $show:expr,
        |$reader:ident, $line:ident| $read:expr $(,)?
    ) => {
        $(#[doc = $about])*
        pub(crate) enum $role {}

        impl Role for $role {
            type Is = $Is;

            const EXAMPLE: &'static str = $example;

            #[allow(unused_variables, reason = "some roles show nothing")]
            fn look<'a, L: Look<'a> + ?Sized>($it: &'a $Is, $visitor: &mut L) {
                $visit
            }

            #[allow(unused_variables, reason = "some roles show nothing")]
            fn edit<'a, E: Edit<'a> + ?Sized>($it: &'a mut $Is, $visitor: &mut E) {
                $visit
            }

            #[allow(unused_variables, reason = "some roles need no names")]
            fn show($shown: &$Is, $printer: &Printer<'_>, $out: &mut String) {
                $show
            }

            #[allow(unused_variables, reason = "some roles need no names")]
            fn read($reader: &mut Reader<'_>, $line: &mut Line) -> Read<$Is> {
                $read
            }
        }
    };
}
use role;
