//! A stretch of walking that leads to one place becomes one choice: of a field
//! in the set of all fields to which the walk can lead.
//!
//! # Before
//!
//! ```text
//! b1(f5):
//!     s6 = lift s0, f5
//!     choose direction for v1 in {north east} -> b2(..)
//! b2(d7):
//!     n8 = 1
//!     repeat fly.1(s6, v1, f5, d7) from n8 to infinity bound walk 800 -> b3(..)
//! b3(s9, f10, d11):
//!     s12 = lower s9, f10, all
//! ```
//!
//! # After
//!
//! ```text
//! b1(f5):
//!     s6 = lift s0, f5
//!     X7 = only f5
//!     X8 = empty s6
//!     X9 = slide X7 by north east through X8
//!     X10 = X9 & X8
//!     choose field in X10 -> b2(..)
//! b2(f10):
//!     s12 = lower s6, f10, all
//! ```
//!
//! # Conditions
//!
//! The stretch begins with a choice of a direction, a repeat or a fork, walks
//! and tests without a change of the position, and every way through it that
//! does not end leads to the same block. Of what it makes, only the finger may
//! matter there: not the direction, which is dead if nothing that runs later
//! looks at it. Every way has to lead to a field: a set has no place for a
//! finger that points nowhere. Equal results are one result, so it does not matter in how many
//! ways the same field was reached.

mod ends;
mod kept;
mod lives;
mod nest;
mod unroll;

use super::effort::Effort;
use super::questions_to_sets::{self, tries::Recursive};
use super::rewrite::{
    Substitution, add_block, drop_unreachable, fresh, see_uses, substitute, tidy,
};
use super::set_algebra::emit::Emitter;
use super::set_algebra::geometry::Returns;
use super::set_algebra::{Pos, SetId};
use super::walking::hands::{Hand, Hands};
use super::walking::{Abs, Env, Host, Place, Tree, Walker};
use crate::analyses::{Fingers, Flow, Influence, Pointed};
use crate::program::*;
use ends::{ends, split_blocks};
use kept::{keeps_direction, use_kept};
use nest::nest_forks;
use unroll::unroll;

/// How many places are tried as the end of a stretch.
const MOST_ENDS: usize = 8;

/// Runs the pass.
pub(super) fn run(program: &mut Program, effort: &Effort<'_>) {
    let influence = Influence::new(program);
    let hands = Hands::new(program);
    let keeps = keeps_direction(program);
    let mut returns = Returns::default();
    let pointed = Pointed::new(program);
    let around = Around { influence: &influence, pointed: &pointed, effort };
    for id in (0..program.funcs.len()).map(|i| FuncId(i as u32)) {
        if effort.has_ended() {
            break;
        }
        let func = &program.funcs[id.index()];
        if func.kind != FuncKind::Gen || !func.blocks.iter().any(|block| may_begin(&block.term)) {
            continue;
        }
        let mut new = func.clone();
        use_kept(&mut new, &keeps);
        let hands = hands.of(id);
        walks(program, &around, id, &mut new, hands, &mut returns);
        if !effort.has_ended() && unroll(&mut new) {
            tidy(&mut new, &program.facts);
            walks(program, &around, id, &mut new, &[], &mut returns);
            new = questions_to_sets::translate(
                program,
                &new,
                &[],
                &Recursive::default(),
                &mut returns,
                effort,
            );
        }
        program.funcs[id.index()] = new;
    }
    drop_unreachable(program);
}

/// What all functions have in common.
struct Around<'a> {
    influence: &'a Influence,
    pointed: &'a Pointed,
    effort: &'a Effort<'a>,
}

/// Replaces stretches of walking in one function.
fn walks(
    program: &Program,
    around: &Around<'_>,
    id: FuncId,
    func: &mut Func,
    hands: &[Hand],
    returns: &mut Returns,
) {
    nest_forks(func);
    split_blocks(func);
    let host = func.clone();
    let pass = Pass {
        program,
        around,
        id,
        host: &host,
        flow: Flow::new(&host),
        uses: uses(&host),
        live: around.influence.live(&program.facts, id, &host),
    };
    pass.run(func, hands, returns);
    tidy(func, &program.facts);
}

/// Whether a stretch may begin here.
fn may_begin(term: &Term) -> bool {
    matches!(term, Term::ChooseDirection { .. } | Term::Repeat { .. } | Term::Fork(_))
}

/// Whether it is worth while to look for a set of fields here.
fn may_walk(term: &Term) -> bool {
    matches!(term, Term::ChooseDirection { .. } | Term::Repeat { .. })
}

/// The pass over one function, which is looked at as it was in the beginning.
struct Pass<'a> {
    program: &'a Program,
    around: &'a Around<'a>,
    id: FuncId,
    host: &'a Func,
    flow: Flow,
    /// In which blocks each value is used.
    uses: Vec<Vec<BlockId>>,
    /// Which values make a difference.
    live: Vec<bool>,
}

/// A stretch of walking.
struct Stretch {
    /// The block at whose end it begins.
    start: BlockId,
    /// The block to which it leads.
    end: BlockId,
    /// For each block whether it is one of its blocks, without both.
    is_inside: Vec<bool>,
    /// Values that are made in it and used after it.
    wanted: Vec<Value>,
}

/// What stands for a value that a stretch gives.
enum Gives {
    /// The chosen field.
    Field,
    /// A value that was there before.
    Value(Value),
    /// A step makes it.
    Inst(Inst),
    Set(SetId),
}

impl Pass<'_> {
    fn run(&self, new: &mut Func, hands: &[Hand], returns: &mut Returns) {
        let host = self.host;
        let ends = ends(host);
        let fingers = Fingers::new(&self.program.facts, host, &self.flow);
        let set = self.around.pointed.is_known(self.id, host);
        let view = Host {
            program: self.program,
            func: host,
            hands,
            set: &set,
            fingers: &fingers,
            effort: self.around.effort,
        };
        let mut walker = Walker::new(&view, returns);
        let mut values = Substitution::default();
        let mut is_gone = vec![false; host.blocks.len()];
        for start in (0..host.blocks.len()).map(|i| BlockId(i as u32)) {
            if is_gone[start.index()] || !may_begin(&host.blocks[start.index()].term) {
                continue;
            }
            let mut found = None;
            let mut at = ends[start.index()];
            for _ in 0..MOST_ENDS {
                let Some(end) = at else { break };
                at = ends[end.index()];
                // A stretch is looked for, and what is known of fingers, all over the function.
                if !self.around.effort.spend(host.blocks.len() as u64) {
                    break;
                }
                let stretch = self.stretch(start, end);
                if let Some(set) = self.image(&mut walker, &stretch) {
                    found = Some((stretch, set));
                }
            }
            if let Some((stretch, (set, gives))) = found
                && self.replace(&walker, new, &stretch, set, gives, &mut values).is_some()
            {
                for (i, is_gone) in is_gone.iter_mut().enumerate() {
                    let is_own = self.flow.dominates(start, BlockId(i as u32));
                    *is_gone |= stretch.is_inside[i] && is_own;
                }
            }
        }
        substitute(new, &values);
    }

    /// The fields to which a stretch leads, and what stands for the parameters
    /// of its end and for the values wanted there.
    fn image(&self, walker: &mut Walker<'_>, stretch: &Stretch) -> Option<(SetId, Vec<Gives>)> {
        let host = self.host;
        let is_dominated = stretch.wanted.is_empty() || self.is_single(stretch);
        let mut walks = may_walk(&host.blocks[stretch.start.index()].term);
        let mut writes = false;
        for (block, _) in host.blocks.iter().zip(&stretch.is_inside).filter(|(_, inside)| **inside)
        {
            walks |= may_walk(&block.term);
            writes |= block.insts.iter().any(|inst| matches!(inst, Inst::Write { .. }));
        }
        if !is_dominated || !walks || writes {
            return None;
        }
        walker.begin((stretch.start, host.blocks[stretch.start.index()].insts.len()));
        let stop = Some(stretch.end);
        let place = Place { func: host, is_host: true, stop, wanted: &stretch.wanted };
        let term = &host.blocks[stretch.start.index()].term;
        let tree = walker.region(place, term, Env::default()).ok()?;
        let (finger, gives) = self.gives(walker, stretch, &tree)?;
        let set = walker.ends(&tree, finger).ok()?;
        walker.pay().ok()?;
        Some((walker.sets.normal(set), gives))
    }

    /// Whether the end of a stretch is led to by nothing else.
    fn is_single(&self, stretch: &Stretch) -> bool {
        let is_inside = |id: BlockId| id == stretch.start || stretch.is_inside[id.index()];
        self.flow.edges(stretch.end).iter().all(|edge| is_inside(edge.from))
            && self.flow.dominates(stretch.start, stretch.end)
    }

    /// Which result of a tree is the finger, and what stands for each.
    fn gives(
        &self,
        walker: &Walker<'_>,
        stretch: &Stretch,
        tree: &Tree,
    ) -> Option<(usize, Vec<Gives>)> {
        let host = self.host;
        let mut outs: Vec<&[Abs]> = Vec::new();
        tree.outs(&mut |out| outs.push(out));
        let params = &host.blocks[stretch.end.index()].params;
        let slots: Vec<Value> = params.iter().chain(&stretch.wanted).copied().collect();
        let mut finger: Option<usize> = None;
        let mut gives = Vec::new();
        for (i, &value) in slots.iter().enumerate() {
            let first = outs.first()?.get(i)?;
            let is_same = outs.iter().all(|out| out.get(i) == Some(first));
            let given = match host.types[value.index()] {
                // What is not looked at may as well be what the function was run with.
                Type::Direction if !self.lives_after(stretch, value) => {
                    Gives::Value(host.blocks[0].params[3])
                }
                Type::Field if !self.live[value.index()] && !self.must_be_set(stretch, value) => {
                    Gives::Value(host.blocks[0].params[2])
                }
                _ if is_same && let Some(given) = constant(walker, value, first) => given,
                Type::Field => {
                    let before = *finger.get_or_insert(i);
                    if outs.iter().any(|out| out.get(i) != out.get(before)) {
                        return None;
                    }
                    Gives::Field
                }
                _ => return None,
            };
            gives.push(given);
        }
        // A set holds fields: a way that leads to none would be lost.
        let is_set = |out: &&[Abs]| match out.get(finger?) {
            Some(&Abs::Field(f)) => walker.is_set(f).then_some(()),
            _ => None,
        };
        outs.iter().try_for_each(is_set)?;
        Some((finger?, gives))
    }

    /// The stretch from the end of one block to another block.
    fn stretch(&self, start: BlockId, end: BlockId) -> Stretch {
        let host = self.host;
        let mut is_inside = vec![false; host.blocks.len()];
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for target in host.blocks[at.index()].term.targets() {
                let is_known = std::mem::replace(&mut is_inside[target.block.index()], true);
                if target.block != end && !is_known {
                    open.push(target.block);
                }
            }
        }
        is_inside[end.index()] = false;
        let mut wanted: Vec<Value> = Vec::new();
        for (block, _) in host.blocks.iter().zip(&is_inside).filter(|(_, inside)| **inside) {
            let made = block.insts.iter().filter_map(|inst| inst.defines().map(|(dst, _)| dst));
            wanted.extend(block.params.iter().copied().chain(made).filter(|value| {
                let mut uses = self.uses[value.index()].iter();
                uses.any(|id| *id != start && !is_inside[id.index()])
            }));
        }
        Stretch { start, end, is_inside, wanted }
    }

    /// Puts the choice in the place of the stretch.
    fn replace(
        &self,
        walker: &Walker<'_>,
        new: &mut Func,
        stretch: &Stretch,
        set: SetId,
        gives: Vec<Gives>,
        values: &mut Substitution,
    ) -> Option<()> {
        let mut emitter = Emitter::default();
        let set = emitter.set(new, &walker.sets, set)?;
        let field = fresh(new, Type::Field);
        let mut after = Vec::new();
        let mut given = Vec::new();
        for gives in gives {
            given.push(match gives {
                Gives::Field => field,
                Gives::Value(value) => value,
                Gives::Set(set) => emitter.set(new, &walker.sets, set)?,
                Gives::Inst(mut inst) => {
                    let ty = inst.defines()?.1;
                    let dst = fresh(new, ty);
                    *inst.dst_mut()? = dst;
                    after.push(inst);
                    dst
                }
            });
        }
        let n_params = new.blocks[stretch.end.index()].params.len();
        let args = given[..n_params].to_vec();
        let wanted = stretch.wanted.iter().copied().zip(given[n_params..].iter().copied());
        values.extend(wanted);
        let jump = Term::Jump(Target { block: stretch.end, args });
        let block = add_block(new, Block::new(vec![field], after, jump));
        let start = &mut new.blocks[stretch.start.index()];
        start.insts.extend(emitter.insts);
        start.term = Term::ChooseField { set, then: Target { block, args: Vec::new() } };
        Some(())
    }
}

/// What stands for a value that is the same on every way.
fn constant(walker: &Walker<'_>, value: Value, abs: &Abs) -> Option<Gives> {
    Some(match *abs {
        Abs::Position(at) => match *walker.sets.pos(at) {
            Pos::Host(value) => Gives::Value(value),
            _ => return None,
        },
        Abs::Player(v, false) => Gives::Value(v),
        Abs::Player(v, true) => Gives::Inst(Inst::Other { dst: value, v }),
        Abs::Field(f) => Gives::Value(walker.host_of(f)?),
        Abs::Nowhere => Gives::Inst(Inst::NoField { dst: value }),
        Abs::Direction(Some(direction)) => Gives::Inst(Inst::Direction { dst: value, direction }),
        Abs::Direction(None) => Gives::Inst(Inst::NoDirection { dst: value }),
        Abs::Set(set) => Gives::Set(set),
        Abs::Number(n) => Gives::Inst(Inst::Number { dst: value, expr: NumExpr::Const(n) }),
        Abs::Along(_) | Abs::Unknown => return None,
    })
}

/// In which blocks each value is used.
fn uses(func: &Func) -> Vec<Vec<BlockId>> {
    let mut uses: Vec<Vec<BlockId>> = vec![Vec::new(); func.types.len()];
    for (i, block) in func.blocks.iter().enumerate() {
        let id = BlockId(i as u32);
        see_uses(block, &mut |value| {
            if uses[value.index()].last() != Some(&id) {
                uses[value.index()].push(id);
            }
        });
    }
    uses
}
