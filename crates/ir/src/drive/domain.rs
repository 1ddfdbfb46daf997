//! What whoever runs programs says about single steps, and may say about the ways on from
//! there, which otherwise mean what the language says they mean.

use super::{
    Best, Branches, Called, Drive, Driver, Each, Flow, FrameOf, OrElse, Place, Repeat, SinkOf,
    StateOf, Trail, Val, Values,
};
use crate::{Block, Cond, Inst, Target, Value};
use game::{Direction, Field, FieldSet};

/// What values are, and what is carried along a path. What a domain must say is what
/// single steps do; the ways on from there mean what they mean by default, and a domain
/// that records them, or follows others, too, may say so.
pub trait Domain<'p>: Sized {
    /// What values are.
    type Values: Values;
    /// What is carried along.
    type Trail: Trail;

    /// The program and its limits.
    fn driver(&self) -> &Driver<'p, Self::Values>;

    /// Executes a step of a block; false if the path ends here.
    fn step(
        &self,
        a: &mut FrameOf<'p, Self>,
        inst: &'p Inst,
        place: Place,
        trail: &mut Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow<bool>;

    /// Whether a condition holds.
    fn holds(&self, a: &FrameOf<'p, Self>, cond: &Cond) -> Flow<bool>;

    /// The fields of a set.
    fn members(&self, a: &FrameOf<'p, Self>, set: Value) -> Flow<FieldSet>;

    /// Where a finger points.
    fn pointed_at(&self, finger: <Self::Values as Values>::Finger) -> Flow<Option<Field>>;

    /// Whether a loop that meets a position twice in a round goes on with the words of the new
    /// one of the two, which are equal but for the way to them.
    fn names(&self, _new: &StateOf<'p, Self>, _known: &StateOf<'p, Self>) -> Flow<bool> {
        Ok(false)
    }

    /// Notes that the steps of a block are done and its end comes next.
    #[inline(always)]
    fn at_end(&self, _a: &FrameOf<'p, Self>, _block: &'p Block) {}

    /// Decides by a condition; nothing if no way on is left to be followed.
    fn decide(
        &self,
        a: &mut FrameOf<'p, Self>,
        cond: &'p Cond,
        ways: Branches<'p>,
        _trail: &mut Self::Trail,
        _sink: SinkOf<'_, 'p, Self>,
    ) -> Flow<Option<&'p Target>> {
        Ok(Some(ways.after(self.holds(a, cond)?)))
    }

    /// Decides by whether a function has a result; nothing if no way on is left.
    fn ask(
        &self,
        a: &mut FrameOf<'p, Self>,
        asked: Called<'p>,
        ways: Branches<'p>,
        trail: &mut Self::Trail,
        _sink: SinkOf<'_, 'p, Self>,
    ) -> Flow<Option<&'p Target>> {
        let (at, v) = (a.conf(asked.args, trail), a.player(asked.args.v));
        Ok(Some(ways.after(self.succeeds(asked.func, v, &at)?)))
    }

    /// Follows each field of a set.
    fn choose_field(
        &self,
        a: &mut FrameOf<'p, Self>,
        set: Value,
        then: &'p Target,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        for field in self.members(a, set)?.iter() {
            a.enter_given(then, Val::Field(field.into()));
            self.block(a, Place::start(then), trail.clone(), sink)?;
        }
        Ok(())
    }

    /// Follows each direction.
    #[inline(always)]
    fn choose_direction(
        &self,
        a: &mut FrameOf<'p, Self>,
        directions: &'p [Direction],
        then: &'p Target,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        for &direction in directions {
            a.enter_given(then, Val::Direction(direction.into()));
            self.block(a, Place::start(then), trail.clone(), sink)?;
        }
        Ok(())
    }

    /// Follows each branch.
    #[inline(always)]
    fn fork(
        &self,
        a: &mut FrameOf<'p, Self>,
        branches: &'p [Target],
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        for branch in branches {
            a.enter(branch);
            self.block(a, Place::start(branch), trail.clone(), sink)?;
        }
        Ok(())
    }

    /// Follows the results of a function.
    #[inline(always)]
    fn call(
        &self,
        a: &mut FrameOf<'p, Self>,
        called: Called<'p>,
        then: &'p Target,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        let (at, v) = (a.conf(called.args, &trail), a.player(called.args.v));
        self.run(called.func, v, &at, &mut |conf| self.follow(a, then, conf, sink))
    }

    /// Follows the results of the first function or, if there are none, of the second.
    fn or_else(
        &self,
        a: &mut FrameOf<'p, Self>,
        parts: OrElse<'p>,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        let (at, v) = (a.conf(parts.args, &trail), a.player(parts.args.v));
        let mut any = false;
        self.run(parts.first, v, &at, &mut |conf| {
            any = true;
            self.follow(a, parts.then, conf, sink)
        })?;
        if any {
            return Ok(());
        }
        self.run(parts.second, v, &at, &mut |conf| self.follow(a, parts.then, conf, sink))
    }

    /// Follows what comes out of the rounds of a body.
    fn repeat(
        &self,
        a: &mut FrameOf<'p, Self>,
        parts: Repeat<'p>,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        self.follow_rounds(a, parts, trail, sink)
    }

    /// Follows the positions after something was done on each field of a set.
    fn each(
        &self,
        a: &mut FrameOf<'p, Self>,
        parts: Each<'p>,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        for conf in self.done_on_each(a, parts, &trail)? {
            self.follow_state(a, parts.then, conf, sink)?;
        }
        Ok(())
    }

    /// Follows those results for which a value is greatest.
    fn best(
        &self,
        a: &mut FrameOf<'p, Self>,
        parts: Best<'p>,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        for conf in self.found_best(a, parts, &trail)? {
            self.follow(a, parts.then, &conf, sink)?;
        }
        Ok(())
    }

    /// Goes on in a block that has its parameters, with what was found on the way.
    fn go_on(
        &self,
        a: &mut FrameOf<'p, Self>,
        then: &Target,
        trail: Self::Trail,
        sink: SinkOf<'_, 'p, Self>,
    ) -> Flow {
        self.block(a, Place::start(then), trail, sink)
    }
}
