//! What functions do with one piece that is alone in the world: run beforehand, with
//! nothing known but this piece, its field and the board. As soon as anything else
//! would make a difference there is no answer.

mod looks;

use crate::program::*;
use game::{Direction, Facts, Field, Piece, Player};
use looks::write_one;

/// The finger, if it is known.
type Finger = Option<Option<Field>>;
/// The direction, if it is known.
type Way = Option<Option<Direction>>;

/// What is known of a position: the hand, and what lies on some fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    hand: Option<Piece>,
    fields: Vec<(Field, Option<Piece>)>,
}

/// A configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) s: Seen,
    pub(crate) f: Finger,
    pub(crate) d: Way,
}

impl Known {
    /// A piece on a field or that it is empty, and nothing else.
    pub(crate) fn alone(piece: Option<Piece>, field: Field) -> Known {
        let s = Seen { hand: None, fields: vec![(field, piece)] };
        Known { s, f: Some(Some(field)), d: None }
    }
}

/// Whether each field is in a set, as far as that is known.
type Members = Vec<Option<bool>>;

#[derive(Clone, Debug)]
enum Val {
    Unset,
    State(Seen),
    Player(Player),
    Field(Finger),
    Direction(Way),
    Set(Members),
    Number(i32),
}

/// What `steps` gives if the goal is never reached.
const NEVER: i32 = i32::MAX;
/// So many steps are run at most for one answer.
const MOST_WORK: u32 = 200_000;
/// Functions may call each other so deep.
const DEEPEST: u32 = 16;

/// Runs functions for one player.
pub(crate) struct Alone<'a> {
    program: &'a Program,
    v: Player,
    work: u32,
    depth: u32,
}

/// What a path does next.
enum Next {
    Died,
    Goes,
}

impl<'a> Alone<'a> {
    pub(crate) fn new(program: &'a Program, v: Player) -> Alone<'a> {
        Alone { program, v, work: MOST_WORK, depth: 0 }
    }

    fn facts(&self) -> &'a Facts {
        &self.program.facts
    }

    /// The results of a function from its first choice on, if that choice is made from
    /// pieces and has come to this one.
    pub(crate) fn behind_choice(&mut self, func: FuncId, at: &Known) -> Option<Vec<Known>> {
        let code = &self.program.funcs[func.index()];
        let (set, then) = first_choice(code)?;
        let mut vals = self.frame(code, &Known { f: None, d: None, ..at.clone() });
        for inst in &code.blocks[0].insts {
            self.inst(&mut vals, inst)?;
        }
        let (field, Val::Set(members)) = (at.f??, &vals[set.index()]) else { return None };
        if !members[field.index()]? {
            return Some(Vec::new());
        }
        let mut results = Vec::new();
        self.enter(code, &mut vals, then, &[Val::Field(Some(Some(field)))]);
        self.block(code, &mut vals, then.block.index(), &mut results)?;
        Some(results)
    }

    /// What a `num` function returns.
    pub(crate) fn number_of(&mut self, func: FuncId, at: &Known) -> Option<i32> {
        let code = &self.program.funcs[func.index()];
        let [block] = code.blocks.as_slice() else { return None };
        let mut vals = self.frame(code, at);
        for inst in &block.insts {
            if let Next::Died = self.inst(&mut vals, inst)? {
                return None;
            }
        }
        match block.term {
            Term::Return(value) => number(&vals, value),
            _ => None,
        }
    }

    fn frame(&self, code: &Func, at: &Known) -> Vec<Val> {
        let mut vals = vec![Val::Unset; code.types.len()];
        let start =
            [Val::State(at.s.clone()), Val::Player(self.v), Val::Field(at.f), Val::Direction(at.d)];
        for (&param, val) in code.blocks[0].params.iter().zip(start) {
            vals[param.index()] = val;
        }
        vals
    }

    /// All results of a `gen` function.
    fn run(&mut self, func: FuncId, at: &Known) -> Option<Vec<Known>> {
        let code = &self.program.funcs[func.index()];
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut results = Vec::new();
        let mut vals = self.frame(code, at);
        self.block(code, &mut vals, 0, &mut results)?;
        self.depth -= 1;
        Some(results)
    }

    fn enter(&self, code: &Func, vals: &mut [Val], target: &Target, given: &[Val]) {
        let args = target.args.iter().map(|arg| vals[arg.index()].clone());
        let all: Vec<Val> = given.iter().cloned().chain(args).collect();
        for (param, val) in code.blocks[target.block.index()].params.iter().zip(all) {
            vals[param.index()] = val;
        }
    }

    /// Goes on at a target with what a node gives.
    fn follow(
        &mut self,
        code: &'a Func,
        vals: &mut [Val],
        target: &'a Target,
        given: &[Val],
        results: &mut Vec<Known>,
    ) -> Option<()> {
        let mut vals = vals.to_vec();
        self.enter(code, &mut vals, target, given);
        self.block(code, &mut vals, target.block.index(), results)
    }

    /// Goes on at a target with each of these directions.
    fn follow_each(
        &mut self,
        code: &'a Func,
        vals: &mut [Val],
        target: &'a Target,
        directions: &[Direction],
        results: &mut Vec<Known>,
    ) -> Option<()> {
        directions.iter().try_for_each(|&direction| {
            let given = [Val::Direction(Some(Some(direction)))];
            self.follow(code, vals, target, &given, results)
        })
    }

    fn block(
        &mut self,
        code: &'a Func,
        vals: &mut [Val],
        block: usize,
        results: &mut Vec<Known>,
    ) -> Option<()> {
        for inst in &code.blocks[block].insts {
            if let Next::Died = self.inst(vals, inst)? {
                return Some(());
            }
        }
        match &code.blocks[block].term {
            Term::Jump(target) => self.follow(code, vals, target, &[], results),
            Term::If { cond, yes, no } => {
                let target = if self.holds(vals, cond)? { yes } else { no };
                self.follow(code, vals, target, &[], results)
            }
            Term::Fork(targets) => {
                targets.iter().try_for_each(|it| self.follow(code, vals, it, &[], results))
            }
            Term::ChooseField { set, then } => {
                let Val::Set(members) = vals[set.index()].clone() else { return None };
                for (i, member) in members.into_iter().enumerate() {
                    if member? {
                        let given = [Val::Field(Some(Some(Field(i as u16))))];
                        self.follow(code, vals, then, &given, results)?;
                    }
                }
                Some(())
            }
            Term::ChooseDirection { v, from: Directions::Compass(sides), then } => {
                let Val::Player(v) = vals[v.index()] else { return None };
                self.follow_each(code, vals, then, &sides[v.index()], results)
            }
            Term::ChooseDirection { from: Directions::Ways { f }, then, .. } => {
                let Val::Field(Some(Some(field))) = vals[f.index()] else { return None };
                let ways = &self.facts().board.ways[field.index()];
                self.follow_each(code, vals, then, ways, results)
            }
            Term::Ask { func, args, yes, no } => {
                let found = !self.run(*func, &conf(vals, args)?)?.is_empty();
                self.follow(code, vals, if found { yes } else { no }, &[], results)
            }
            &Term::Yield { s, f, d } => {
                results.push(known(vals, s, f, d)?);
                Some(())
            }
            Term::Die => Some(()),
            Term::Call { .. }
            | Term::OrElse { .. }
            | Term::Repeat { .. }
            | Term::Each { .. }
            | Term::Best { .. }
            | Term::Return(_) => None,
        }
    }

    fn inst(&mut self, vals: &mut [Val], inst: &Inst) -> Option<Next> {
        self.work = self.work.checked_sub(1)?;
        let (dst, val) = match inst {
            Inst::Other { dst, v } => match vals[v.index()] {
                Val::Player(v) => (dst, Val::Player(v.other())),
                _ => return None,
            },
            Inst::NoField { dst } => (dst, Val::Field(Some(None))),
            Inst::NoDirection { dst } => (dst, Val::Direction(Some(None))),
            Inst::Direction { dst, direction } => (dst, Val::Direction(Some(Some(*direction)))),
            Inst::Set { dst, expr } => match self.set(vals, expr) {
                Some(members) => (dst, Val::Set(members)),
                None => return None,
            },
            Inst::Number { dst, expr } => (dst, Val::Number(self.number(vals, expr)?)),
            Inst::Guard { cond, .. } => {
                return Some(if self.holds(vals, cond)? { Next::Goes } else { Next::Died });
            }
            Inst::Step { dst, f, d } => {
                let (Val::Field(Some(f)), Val::Direction(Some(d))) =
                    (&vals[f.index()], &vals[d.index()])
                else {
                    return None;
                };
                let to = f.zip(*d).and_then(|(f, d)| self.facts().board.step(f, d));
                if to.is_none() {
                    return Some(Next::Died);
                }
                (dst, Val::Field(Some(to)))
            }
            Inst::Rotate { dst, d, degrees } => {
                let Val::Direction(Some(d)) = vals[d.index()] else { return None };
                let Some(d) = d else { return Some(Next::Died) };
                (dst, Val::Direction(Some(Some(self.facts().board.rotate(d, *degrees)))))
            }
            Inst::Write { dst, s, write } => {
                let Val::State(seen) = &vals[s.index()] else { return None };
                (dst, Val::State(write_one(vals, seen, write)?))
            }
            Inst::Back { .. } => return None,
        };
        vals[dst.index()] = val;
        Some(Next::Goes)
    }

    fn number(&mut self, vals: &[Val], expr: &NumExpr) -> Option<i32> {
        match expr {
            NumExpr::Const(number) => Some(*number),
            NumExpr::Add(a, b) => Some(number(vals, *a)?.saturating_add(number(vals, *b)?)),
            NumExpr::Subtract(a, b) => Some(number(vals, *a)?.saturating_sub(number(vals, *b)?)),
            NumExpr::Multiply(a, b) => Some(number(vals, *a)?.saturating_mul(number(vals, *b)?)),
            NumExpr::Steps { func, until, args } => self.steps(*func, *until, conf(vals, args)?),
            _ => None,
        }
    }

    /// How often a function must be done before another succeeds.
    fn steps(&mut self, func: FuncId, until: FuncId, at: Known) -> Option<i32> {
        let (mut seen, mut layer) = (vec![at.clone()], vec![at]);
        for n in 0..NEVER {
            for at in &layer {
                if !self.run(until, at)?.is_empty() {
                    return Some(n);
                }
            }
            let mut next = Vec::new();
            for at in &layer {
                for result in self.run(func, at)? {
                    self.work = self.work.checked_sub(seen.len() as u32 / 8)?;
                    if !seen.contains(&result) {
                        seen.push(result.clone());
                        next.push(result);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Some(NEVER)
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

fn number(vals: &[Val], value: Value) -> Option<i32> {
    match vals[value.index()] {
        Val::Number(number) => Some(number),
        _ => None,
    }
}

fn conf(vals: &[Val], args: &Args) -> Option<Known> {
    known(vals, args.s, args.f, args.d)
}

fn known(vals: &[Val], s: Value, f: Value, d: Value) -> Option<Known> {
    match (&vals[s.index()], &vals[f.index()], &vals[d.index()]) {
        (Val::State(s), &Val::Field(f), &Val::Direction(d)) => Some(Known { s: s.clone(), f, d }),
        _ => None,
    }
}
