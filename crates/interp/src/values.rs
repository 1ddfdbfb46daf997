//! The values of a run on a real position: all of them are known, and sets are looked into
//! only where they are used.

use crate::state::State;
use game::{Direction, Field, FieldSet};
use ir::SetExpr;
use ir::drive::{self, Values};
use std::marker::PhantomData;
use std::rc::Rc;

/// The values of a run on a real position.
#[derive(Debug)]
pub struct Reals<'r>(PhantomData<&'r SetExpr>);

impl<'r> Values for Reals<'r> {
    type State = Rc<State>;
    type Finger = Option<Field>;
    type Heading = Option<Direction>;
    type Set = Fields<'r>;
}

/// A set of fields.
#[derive(Clone, Debug)]
pub enum Fields<'r> {
    /// One that is looked into where it is used: most sets are asked for one
    /// field only. The values it is made of stay as they are on this path.
    Asked(&'r SetExpr),
    /// One that was computed.
    Computed(Rc<FieldSet>),
}

/// A configuration.
pub type Conf<'r, T = ()> = drive::Conf<Reals<'r>, T>;
/// A function under way.
pub type Frame<'r> = drive::Frame<'r, Reals<'r>>;
/// A value of a function.
pub type Val<'r> = drive::Val<Reals<'r>>;
