//! What functions do with one piece that is alone in the world: run in advance, with
//! nothing known but this piece, its field and the board. As soon as anything else
//! would make a difference there is no answer.

mod looks;

use crate::drive::{
    Conf, Domain, Drive, Driver, Flow, Frame, Limits, Meter, Place, SinkOf, Stop, Val, Values,
};
use crate::program::*;
use game::{Field, FieldSet, Piece, Player};
use looks::write_one;

/// Something that may be known, and may be nothing then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Maybe<T> {
    #[default]
    Unknown,
    Nothing,
    Just(T),
}

impl<T> From<T> for Maybe<T> {
    fn from(it: T) -> Maybe<T> {
        Maybe::Just(it)
    }
}

impl<T> Maybe<T> {
    fn known(self) -> Flow<Option<T>> {
        match self {
            Maybe::Unknown => Err(Stop::Unknown),
            Maybe::Nothing => Ok(None),
            Maybe::Just(it) => Ok(Some(it)),
        }
    }
}

/// What is known of a position: the hand, and what lies on some fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Seen {
    hand: Option<Piece>,
    fields: Vec<(Field, Option<Piece>)>,
}

/// Whether each field is in a set, as far as that is known.
type Members = Vec<Option<bool>>;

/// Values of which only some are known.
pub(crate) enum Glimpses {}

impl Values for Glimpses {
    type State = Seen;
    type Finger = Maybe<Field>;
    type Heading = Maybe<game::Direction>;
    type Set = Members;
}

/// A configuration.
pub(crate) type Glimpse = Conf<Glimpses, ()>;

/// A piece on a field or that it is empty, and nothing else.
pub(crate) fn lone(piece: Option<Piece>, field: Field) -> Glimpse {
    let seen = Seen { hand: None, fields: vec![(field, piece)] };
    Conf { f: field.into(), ..Conf::start(seen, ()) }
}

/// What one answer may take.
const LIMITS: Limits = Limits { steps: 200_000, depth: 64, results: 1000 };

/// Runs functions for one player.
pub(crate) struct Alone<'a> {
    driver: Driver<'a, Glimpses>,
    v: Player,
}

impl<'a> Alone<'a> {
    pub(crate) fn new(program: &'a Program, v: Player) -> Alone<'a> {
        Alone { driver: Driver::new(program, Meter::new(LIMITS, 1)), v }
    }

    /// The results of a function from its first choice on, if that choice is made from
    /// pieces and has come to this one.
    pub(crate) fn after_choice(&self, func: FuncId, at: &Glimpse) -> Option<Vec<Glimpse>> {
        let Maybe::Just(field) = at.f else { return None };
        let (set, then) = first_choice(self.func(func))?;
        let mut a = self.frame(func, self.v, &Conf::start(at.s.clone(), ()));
        for inst in &a.func.blocks[0].insts {
            self.inst(&mut a, inst).ok()?;
        }
        if !a.fields(set)[field.index()]? {
            return Some(Vec::new());
        }
        let mut results = Vec::new();
        a.enter_given(then, Val::Field(field.into()));
        let found = self.block(&mut a, Place::start(then), (), &mut |conf| {
            results.push(conf.clone());
            self.meter().keep(results.len())
        });
        found.ok().map(|()| results)
    }

    /// What a `num` function returns.
    pub(crate) fn number(&self, func: FuncId, at: &Glimpse) -> Option<i32> {
        self.number_of(func, self.v, at).ok()
    }

    fn inst(&self, a: &mut Frame<'a, Glimpses>, inst: &Inst) -> Flow<bool> {
        let board = &self.driver.program.facts.board;
        match inst {
            Inst::Other { dst, v } => a.set(*dst, Val::Player(a.player(*v).other())),
            Inst::NoField { dst } => a.set(*dst, Val::Field(Maybe::Nothing)),
            Inst::NoDirection { dst } => a.set(*dst, Val::Direction(Maybe::Nothing)),
            Inst::Direction { dst, direction } => {
                a.set(*dst, Val::Direction((*direction).into()));
            }
            Inst::Set { dst, expr } => a.set(*dst, Val::Set(self.set(a, expr)?)),
            Inst::Number { dst, expr } => a.set(*dst, Val::Number(self.value(a, expr)?)),
            Inst::Guard { cond, .. } => return self.holds(a, cond),
            Inst::Step { dst, f, d } => {
                let (f, d) = (a.field(*f).known()?, a.direction(*d).known()?);
                let to = f.zip(d).and_then(|(f, d)| board.step(f, d));
                let Some(to) = to else { return Ok(false) };
                a.set(*dst, Val::Field(to.into()));
            }
            Inst::Rotate { dst, d, degrees } => {
                let Some(d) = a.direction(*d).known()? else { return Ok(false) };
                a.set(*dst, Val::Direction(board.rotate(d, *degrees).into()));
            }
            Inst::Write { dst, s, write } => {
                let seen = write_one(a, a.state(*s), write).ok_or(Stop::Unknown)?;
                a.set(*dst, Val::State(seen));
            }
            Inst::Back { .. } => return Err(Stop::Unknown),
        }
        Ok(true)
    }

    fn value(&self, a: &Frame<'a, Glimpses>, expr: &NumExpr) -> Flow<i32> {
        match expr {
            NumExpr::Const(number) => Ok(*number),
            NumExpr::Add(x, y) => Ok(a.number(*x).saturating_add(a.number(*y))),
            NumExpr::Subtract(x, y) => Ok(a.number(*x).saturating_sub(a.number(*y))),
            NumExpr::Multiply(x, y) => Ok(a.number(*x).saturating_mul(a.number(*y))),
            NumExpr::Steps { func, until, args } => {
                self.steps_until(*func, *until, a.player(args.v), a.conf(args, &()))
            }
            _ => Err(Stop::Unknown),
        }
    }
}

impl<'a> Domain<'a> for Alone<'a> {
    type Values = Glimpses;
    type Trail = ();

    fn driver(&self) -> &Driver<'a, Glimpses> {
        &self.driver
    }

    fn step(
        &self,
        a: &mut Frame<'a, Glimpses>,
        inst: &'a Inst,
        _: Place,
        (): &mut (),
        _: SinkOf<'_, 'a, Self>,
    ) -> Flow<bool> {
        self.inst(a, inst)
    }

    fn holds(&self, a: &Frame<'a, Glimpses>, cond: &Cond) -> Flow<bool> {
        self.is_so(a, cond).ok_or(Stop::Unknown)
    }

    fn members(&self, a: &Frame<'a, Glimpses>, set: Value) -> Flow<FieldSet> {
        let mut fields = FieldSet::empty(self.driver.program.facts.board.n_fields());
        for (i, member) in a.fields(set).iter().enumerate() {
            if member.ok_or(Stop::Unknown)? {
                fields.insert(Field(i as u16));
            }
        }
        Ok(fields)
    }

    fn pointed_at(&self, finger: Maybe<Field>) -> Flow<Option<Field>> {
        finger.known()
    }
}

/// The first choice of a function, if it chooses a field before anything can fail.
pub(crate) fn first_choice(code: &Func) -> Option<(Value, &Target)> {
    let block = &code.blocks[0];
    let only_sets = block.insts.iter().all(|inst| matches!(inst, Inst::Set { .. }));
    match &block.term {
        Term::ChooseField { set, then } if only_sets => Some((*set, then)),
        _ => None,
    }
}
