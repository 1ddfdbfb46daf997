//! Walks run backward, for all fields at once: the fields from which a function that
//! only walks can end in a set.
//!
//! 1. Every way through the function is followed, and its fingers are noted: the one
//!    that it begins with, those that are a step from another, and those that are
//!    chosen in a set that was made from another.
//! 2. At the end of a way each finger may be anywhere, but the one that is yielded
//!    must be in the set. From the last finger to the first, where one may be says
//!    where the one may be that it was made from: all that makes sets (walks, slides,
//!    areas, what two sets share) can be run the other way.
//! 3. The fields where the first finger may be on some way are the answer.
//!
//! A set that is made from a finger in two ways at once, a number, a question that is
//! not about a set, or too many ways: then it is not done, and each field is asked.

mod made;

use crate::emit::sym::{Conf, Finger, Frame, Heading, Num, State, Val, Word};
use crate::emit::{Body, Emit, trusted};
use crate::runtime::Ctx;
use cranelift_codegen::ir::{InstBuilder, Value as Code, types::I64};
use game::{Direction, Player};
use ir::{Args, Cond, FuncId, Inst, NumExpr, Target, Term, Type, Value};
use made::{Made, made};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most ways through a function.
const MOST_WAYS: usize = 64;

type Words = Rc<[Word]>;

/// Where a finger comes from.
#[derive(Clone)]
enum Origin<'p> {
    First,
    Step(usize, Direction, bool),
    Chosen(usize, Rc<Made<'p>>),
    Found(Words),
    Run(usize, Rc<Run>),
}

/// Another function that is run on the way.
struct Run {
    func: FuncId,
    v: Player,
    state: Rc<State>,
    times: Times,
}

/// Which function is run, and how often.
#[derive(Clone, Copy)]
struct Callee {
    func: FuncId,
    times: Times,
}

/// How often it is run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Times {
    Once,
    Any,
    Some,
}

/// One way through a function, as far as it was followed.
#[derive(Clone, Default)]
struct Trail<'p> {
    fingers: Vec<Origin<'p>>,
    /// Which finger a value is.
    fields: FxHashMap<Value, usize>,
    /// Sets that are made from a finger.
    sets: FxHashMap<Value, (usize, Rc<Made<'p>>)>,
    /// Where fingers must be.
    guards: Vec<(usize, Words)>,
    /// What must have a field.
    needs: Vec<Words>,
    /// Sets made from a finger that must have a field.
    asks: Vec<(usize, Rc<Made<'p>>)>,
}

/// What is looked for, and what was found of it so far.
struct Search {
    /// Where a way must end, if that matters.
    goal: Option<Words>,
    found: Vec<Word>,
    ways: usize,
}

impl<'p> Emit<'_, 'p> {
    /// The body of a routine that puts the fields from which a function can end in the
    /// set after the configuration in the place of that set. With `asks` it may end
    /// anywhere. Returns 1 if it cannot tell.
    pub(crate) fn sources_body(&mut self, Body { func, v }: Body, asks: bool, at: Code) {
        let conf = self.fetch(at, u64::MAX);
        let to = self.after_conf(at);
        let n = self.layout.words;
        let load =
            |e: &mut Self, i: usize| Word::V(e.b.ins().load(I64, trusted(), to, 8 * i as i32));
        let goal = (!asks).then(|| (0..n).map(|i| load(self, i)).collect());
        let top = self.load_ctx(Ctx::TOP);
        let found = self.sources(func, v, &conf, goal);
        let unknown = i64::from(found.is_none());
        for (i, word) in found.into_iter().flatten().enumerate() {
            let word = self.value(word);
            self.b.ins().store(trusted(), word, to, 8 * i as i32);
        }
        self.store_ctx(Ctx::TOP, top);
        let unknown = self.b.ins().iconst(I64, unknown);
        self.b.ins().return_(&[unknown]);
    }

    fn sources(
        &mut self,
        func: FuncId,
        v: Player,
        at: &Conf,
        goal: Option<Words>,
    ) -> Option<Vec<Word>> {
        let mut frame = self.frame(func, v, at);
        let mut trail = Trail { fingers: vec![Origin::First], ..Trail::default() };
        trail.fields.insert(*frame.func.blocks[0].params.get(2)?, 0);
        if self.walking.contains(&func) || self.unit.too_large(self.b.func) {
            return None;
        }
        let found = vec![Word::ZERO; self.layout.words];
        let mut search = Search { goal, found, ways: 0 };
        self.walking.push(func);
        let done = self.follow_way(&mut frame, 0, trail, &mut search);
        self.walking.pop();
        done.map(|()| search.found)
    }

    /// Follows all ways from a block on.
    fn follow_way(
        &mut self,
        fr: &mut Frame<'p>,
        block: usize,
        mut trail: Trail<'p>,
        search: &mut Search,
    ) -> Option<()> {
        let block = &fr.func.blocks[block];
        for inst in &block.insts {
            self.trace(fr, inst, &mut trail)?;
        }
        match &block.term {
            Term::Jump(target) => self.enter_way(fr, target, &[], trail, search),
            Term::Fork(targets) => targets
                .iter()
                .try_for_each(|target| self.enter_way(fr, target, &[], trail.clone(), search)),
            Term::If { cond: Cond::In { f, set }, yes, no } => {
                let (finger, set) = (*trail.fields.get(f)?, free(fr, &trail, *set)?);
                let all = self.all_fields();
                let rest: Words = self.minus_all(&all, &set).into();
                for (target, words) in [(yes, set), (no, rest)] {
                    let mut trail = trail.clone();
                    trail.guards.push((finger, words));
                    self.enter_way(fr, target, &[], trail, search)?;
                }
                Some(())
            }
            Term::ChooseField { set, then } => {
                let origin = match trail.sets.get(set) {
                    Some((finger, made)) => Origin::Chosen(*finger, made.clone()),
                    None => Origin::Found(free(fr, &trail, *set)?),
                };
                trail.fingers.push(origin);
                let chosen = trail.fingers.len() - 1;
                let field = *fr.func.blocks[then.block.index()].params.first()?;
                self.enter_way(fr, then, &[(field, Some(chosen))], trail, search)
            }
            Term::Call { func, args, then } => {
                let callee = Callee { func: *func, times: Times::Once };
                self.run_way(fr, callee, args, then, trail, search)
            }
            Term::Repeat { body, low, high: None, args, then, .. } => {
                let times = match fr.get(*low) {
                    Val::Number(Num { word: Word::C(0), .. }) => Times::Any,
                    Val::Number(Num { word: Word::C(1), .. }) => Times::Some,
                    _ => return None,
                };
                let callee = Callee { func: *body, times };
                self.run_way(fr, callee, args, then, trail, search)
            }
            Term::Yield { f, .. } => self.end_way(&trail, Some(*f), search),
            Term::Die => Some(()),
            _ => None,
        }
    }

    /// Goes on after another function.
    fn run_way(
        &mut self,
        fr: &mut Frame<'p>,
        Callee { func, times }: Callee,
        args: &Args,
        then: &'p Target,
        mut trail: Trail<'p>,
        search: &mut Search,
    ) -> Option<()> {
        if !self.unit.writes.only_walks(func) {
            return None;
        }
        let (state, v) = (fr.state(args.s).clone(), fr.player(args.v));
        let from = *trail.fields.get(&args.f)?;
        let run = Run { func, v, state: state.clone(), times };
        trail.fingers.push(Origin::Run(from, Rc::new(run)));
        let &[s, f, d] = fr.func.blocks[then.block.index()].params.get(..3)? else { return None };
        fr.set(s, Val::State(state));
        // Where it comes to is known, but not how it turned.
        fr.set(d, Val::Direction(Heading::Unset));
        let finger = trail.fingers.len() - 1;
        let given = |finger| [(s, None), (f, Some(finger)), (d, None)];
        // What follows is mostly about the new finger alone, and then it is enough to run
        // the function backward once for all ways after it.
        let alone = Trail { fingers: vec![Origin::First], ..Trail::default() };
        let goal = search.goal.clone();
        let mut rest = Search { goal, found: vec![Word::ZERO; self.layout.words], ways: 0 };
        if self.enter_way(fr, then, &given(0), alone, &mut rest).is_none() {
            return self.enter_way(fr, then, &given(finger), trail, search);
        }
        trail.guards.push((finger, rest.found.into()));
        self.end_way(&trail, None, search)
    }

    /// Goes on with another block.
    fn enter_way(
        &mut self,
        fr: &mut Frame<'p>,
        target: &'p Target,
        given: &[(Value, Option<usize>)],
        mut trail: Trail<'p>,
        search: &mut Search,
    ) -> Option<()> {
        let params = &fr.func.blocks[target.block.index()].params;
        let before = trail.clone();
        let fingers = given.iter().filter_map(|&(param, finger)| Some((param, finger?)));
        trail.fields.extend(fingers);
        for (&param, arg) in params[given.len()..].iter().zip(&target.args) {
            trail.fields.remove(&param);
            trail.sets.remove(&param);
            let val = fr.get(*arg).clone();
            fr.set(param, Val::Unset);
            if let Some(&finger) = before.fields.get(arg) {
                trail.fields.insert(param, finger);
            } else if let Some(made) = before.sets.get(arg) {
                trail.sets.insert(param, made.clone());
            } else {
                fr.set(param, val);
            }
        }
        self.follow_way(fr, target.block.index(), trail, search)
    }

    fn trace(&mut self, fr: &mut Frame<'p>, inst: &'p Inst, trail: &mut Trail<'p>) -> Option<()> {
        match inst {
            Inst::Other { dst, v } => {
                let other = fr.player(*v).other();
                fr.set(*dst, Val::Player(other));
            }
            Inst::NoDirection { dst } => fr.set(*dst, Val::Direction(Heading::Unset)),
            Inst::Direction { dst, direction } => {
                fr.set(*dst, Val::Direction(Heading::Fixed(*direction)));
            }
            Inst::Number { dst, expr: NumExpr::Const(n) } => {
                fr.set(*dst, Val::Number(Num::constant(i64::from(*n))));
            }
            Inst::Step { dst, f, d } | Inst::Back { dst, f, d } => {
                let Val::Direction(Heading::Fixed(direction)) = *fr.get(*d) else { return None };
                let is_back = matches!(inst, Inst::Back { .. });
                // Several fields may lead to one, and a step back goes to the lowest.
                if is_back && !self.is_one_to_one(direction) {
                    return None;
                }
                let finger = *trail.fields.get(f)?;
                trail.fingers.push(Origin::Step(finger, direction, is_back));
                trail.fields.insert(*dst, trail.fingers.len() - 1);
            }
            Inst::Guard { cond: Cond::In { f, set }, .. } => {
                let (finger, set) = (*trail.fields.get(f)?, free(fr, trail, *set)?);
                trail.guards.push((finger, set));
            }
            Inst::Guard { cond: Cond::Some { set }, .. } => match trail.sets.get(set) {
                Some(made) => trail.asks.push(made.clone()),
                None => trail.needs.push(free(fr, trail, *set)?),
            },
            Inst::Set { dst, expr } => match made(fr, expr, trail)? {
                Some(made) => {
                    trail.sets.insert(*dst, made);
                }
                None => {
                    let mut is_known = true;
                    inst.uses(&mut |value, ty| {
                        is_known &= ty != Type::Set || matches!(fr.get(value), Val::Set(_));
                    });
                    if !is_known {
                        return None;
                    }
                    let set = self.set(fr, expr);
                    fr.set(*dst, Val::Set(set));
                }
            },
            _ => return None,
        }
        Some(())
    }

    fn is_one_to_one(&self, direction: Direction) -> bool {
        let mut ends: Vec<_> = self.board().steps[direction.index()].iter().flatten().collect();
        let n = ends.len();
        ends.sort_unstable();
        ends.dedup();
        ends.len() == n
    }

    /// Adds where the first finger of a way may be that ends in a field that matters, or
    /// goes on as it should.
    fn end_way(
        &mut self,
        trail: &Trail<'p>,
        yielded: Option<Value>,
        search: &mut Search,
    ) -> Option<()> {
        search.ways += 1;
        if search.ways > MOST_WAYS {
            return None;
        }
        let mut places = vec![self.all_fields(); trail.fingers.len()];
        let mut cut = |e: &mut Self, finger: usize, words: &[Word]| {
            places[finger] = e.and_all(&places[finger], words);
        };
        if let (Some(goal), Some(yielded)) = (&search.goal, yielded) {
            cut(self, *trail.fields.get(&yielded)?, goal);
        }
        trail.guards.iter().for_each(|(finger, words)| cut(self, *finger, words));
        let all = self.all_fields();
        for (finger, made) in &trail.asks {
            let words = self.backward(made, all.clone());
            cut(self, *finger, &words);
        }
        let mut alive: Vec<Word> = trail.needs.iter().map(|words| self.some(words)).collect();
        for (finger, origin) in trail.fingers.iter().enumerate().rev() {
            let place = places[finger].clone();
            let (from, words) = match origin {
                Origin::First => continue,
                Origin::Step(from, direction, back) => {
                    (*from, self.walk(&place, &[vec![*direction]], !*back))
                }
                Origin::Chosen(from, made) => (*from, self.backward(made, place)),
                Origin::Run(from, run) => (*from, self.run_backward(run, place)?),
                Origin::Found(set) => {
                    let both = self.and_all(set, &place);
                    alive.push(self.some(&both));
                    continue;
                }
            };
            places[from] = self.and_all(&places[from], &words);
        }
        let mut first = std::mem::take(&mut places[0]);
        for alive in alive {
            first = first.iter().map(|&word| self.select(alive, word, Word::ZERO)).collect();
        }
        search.found = self.or_all(&search.found, &first);
        Some(())
    }

    /// The fields from which a function that is run on the way leads to one of these.
    fn run_backward(&mut self, run: &Run, goal: Vec<Word>) -> Option<Vec<Word>> {
        let conf = Conf { s: run.state.clone(), f: Finger::Nowhere, d: Heading::Unset };
        let once = self.sources(run.func, run.v, &conf, Some(goal.clone().into()))?;
        if run.times == Times::Once {
            return Some(once);
        }
        // What is reached grows until there is nothing new.
        let first = match run.times {
            Times::Any => self.or_all(&goal, &once),
            _ => once,
        };
        let (header, done) = (self.b.create_block(), self.b.create_block());
        let args = self.block_args(&first);
        self.b.ins().jump(header, &args);
        let set: Vec<Word> =
            first.iter().map(|_| Word::V(self.b.append_block_param(header, I64))).collect();
        self.b.switch_to_block(header);
        let Some(more) = self.sources(run.func, run.v, &conf, Some(set.clone().into())) else {
            self.b.ins().jump(done, &[]);
            self.b.switch_to_block(done);
            return None;
        };
        let grown = self.or_all(&set, &more);
        let fresh = self.minus_all(&grown, &set);
        let any = self.some(&fresh);
        let (any, args) = (self.value(any), self.block_args(&grown));
        self.b.ins().brif(any, header, &args, done, &[]);
        self.b.switch_to_block(done);
        Some(grown)
    }
}

/// The words of a set that no finger has to do with.
fn free(fr: &Frame<'_>, trail: &Trail<'_>, set: Value) -> Option<Words> {
    match (trail.sets.contains_key(&set), fr.get(set)) {
        (false, Val::Set(words)) => Some(words.clone()),
        _ => None,
    }
}
