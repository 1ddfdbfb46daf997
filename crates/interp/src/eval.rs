//! Blocks and what they lead to: the meaning of choices, calls, loops and questions.

use crate::activation::{Activation, Conf, Val};
use crate::held::Log;
use crate::log::Entry;
use crate::run::{Flow, Run, Sink, Stop};
use crate::tries::OrElse;
use game::{Direction, Field};
use ir::{Args, Directions, FuncId, Target, Term, Value};
use std::rc::Rc;

impl<'r> Run<'r> {
    /// Runs a block and everything behind it.
    pub(crate) fn block(
        &self,
        a: &mut Activation<'r>,
        mut block: usize,
        mut log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        if log.held().is_some() {
            return self.lenient_block(a, block, 0, log, sink);
        }
        loop {
            self.tick()?;
            let at = &a.func.blocks[block];
            for inst in &at.insts {
                if !self.inst(a, inst, &mut log)? {
                    return Ok(());
                }
            }
            match &at.term {
                Term::Jump(target) => {
                    a.enter(target);
                    block = target.block.index();
                }
                Term::Ask { func, args, yes, no } => {
                    let target = if self.ask(a, *func, args, &mut log)? { yes } else { no };
                    a.enter(target);
                    block = target.block.index();
                }
                Term::If { cond, yes, no } => {
                    let holds = self.holds(a, cond)?;
                    if self.tracking {
                        self.log_cond(a, cond, holds, &mut log);
                    }
                    let target = if holds { yes } else { no };
                    a.enter(target);
                    block = target.block.index();
                }
                Term::Die => return Ok(()),
                term => {
                    self.descend()?;
                    let flow = self.branch(a, term, log, sink);
                    self.ascend();
                    return flow;
                }
            }
        }
    }

    /// The ways to end a block that are not just one way on.
    pub(crate) fn branch(
        &self,
        a: &mut Activation<'r>,
        term: &'r Term,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        match term {
            Term::Fork(targets) => {
                for target in targets {
                    a.enter(target);
                    self.block(a, target.block.index(), log.clone(), sink)?;
                }
                Ok(())
            }
            Term::ChooseField { set, then } if log.held().is_some() => {
                self.lenient_choice(a, *set, then, &log, sink)
            }
            Term::ChooseField { set, then } => self.choose_field(a, *set, then, log, sink),
            Term::ChooseDirection { v, from, then } => {
                self.choose_direction(a, *v, from, then, log, sink)
            }
            Term::Call { func, args, then } => {
                let (at, v) = (a.conf(args, &log), a.player(args.v));
                self.run(*func, v, &at, &mut |conf| self.follow(a, then, conf, sink))
            }
            &Term::OrElse { first, second, ref args, ref then } => {
                let parts = OrElse { first, second, args, then };
                match log.held().is_some() {
                    true => self.lenient_or_else(a, parts, log, sink),
                    false => self.or_else(a, parts, log, sink),
                }
            }
            Term::Repeat { body, low, high, args, then, bound: _ } => {
                let mut log = log;
                for number in [Some(*low), *high].into_iter().flatten() {
                    self.log_counters(a, number, &mut log);
                }
                let (at, v) = (a.conf(args, &log), a.player(args.v));
                let rounds = (a.number(*low), high.map(|high| a.number(high)));
                self.repeat(*body, rounds, v, at, &mut |conf| self.follow(a, then, conf, sink))
            }
            Term::Each { set, body, args, then } => {
                let mut log = log;
                let before = self.begin_question();
                self.look_everywhere(a, *set);
                self.log_look(before, || self.set_words(a, *set), &mut log);
                let fields: Vec<Field> = self.fields(a, *set).iter().collect();
                let (at, v) = (a.conf(args, &log), a.player(args.v));
                for conf in self.aside(|| self.each(&fields, *body, v, at))? {
                    a.enter_given(then, Val::State(conf.s));
                    self.go_on(a, then, conf.log, sink)?;
                }
                Ok(())
            }
            Term::Best { value, func, args, then } => {
                let (mut at, v) = (a.conf(args, &log), a.player(args.v));
                // What is best is found by all results that there really are.
                let was_strict = at.log.set_strict(true);
                let before = self.begin_question();
                let best = self.aside(|| self.best(*value, *func, v, &at))?;
                let reads = self.tracking.then(|| Rc::new(self.end_question(before)));
                for mut conf in best {
                    conf.log.set_strict(was_strict);
                    if let Some(reads) = &reads {
                        let name = format!("best {}", self.func(*func).words());
                        conf.log.push(Entry::Looked { name, reads: reads.clone() });
                    }
                    self.follow(a, then, &conf, sink)?;
                }
                Ok(())
            }
            Term::Yield { s, f, d } => {
                let args = Args { s: *s, v: *s, f: *f, d: *d };
                sink(&a.conf(&args, &log))
            }
            Term::Return(value) => {
                a.returned = Some(a.number(*value));
                Err(Stop::Enough)
            }
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Die => Ok(()),
        }
    }

    /// Goes on with a result.
    pub(crate) fn follow(
        &self,
        a: &mut Activation<'r>,
        then: &Target,
        conf: &Conf,
        sink: Sink<'_>,
    ) -> Flow {
        a.enter_with(then, conf);
        self.go_on(a, then, conf.log.clone(), sink)
    }

    /// Goes on in a block that has its parameters, with what was found on the way.
    fn go_on(&self, a: &mut Activation<'r>, then: &Target, log: Log, sink: Sink<'_>) -> Flow {
        if log.assumes() {
            let known = log.clone();
            return self.refreshed(a, &known, |a| self.block(a, then.block.index(), log, sink));
        }
        self.block(a, then.block.index(), log, sink)
    }

    fn choose_field(
        &self,
        a: &mut Activation<'r>,
        set: Value,
        then: &Target,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        for field in self.looked_at(a, set).iter() {
            let mut log = log.clone();
            if self.tracking {
                self.log_member(a, set, field, &mut log);
            }
            a.enter_given(then, Val::Field(Some(field)));
            self.block(a, then.block.index(), log, sink)?;
        }
        Ok(())
    }

    fn choose_direction(
        &self,
        a: &mut Activation<'r>,
        v: Value,
        from: &'r Directions,
        then: &Target,
        log: Log,
        sink: Sink<'_>,
    ) -> Flow {
        let directions: &[Direction] = match from {
            Directions::Compass(sets) => &sets[a.player(v).index()],
            Directions::Ways { f } => match a.field(*f) {
                Some(field) => &self.facts().board.ways[field.index()],
                None => &[],
            },
        };
        for &direction in directions {
            a.enter_given(then, Val::Direction(Some(direction)));
            self.block(a, then.block.index(), log.clone(), sink)?;
        }
        Ok(())
    }

    /// Whether a function has a result.
    pub(crate) fn ask(
        &self,
        a: &Activation<'r>,
        func: FuncId,
        args: &Args,
        log: &mut Log,
    ) -> Flow<bool> {
        let (at, v) = (a.conf(args, log), a.player(args.v));
        if !self.tracking {
            return self.aside(|| self.succeeds(func, v, &at));
        }
        let reads = self.begin_question();
        let mut witness = None;
        let flow = self.aside(|| {
            self.run(func, v, &at, &mut |conf| {
                witness = Some(conf.log.clone());
                Err(Stop::Enough)
            })
        });
        let reads = Rc::new(self.end_question(reads));
        match (flow, witness) {
            (Err(Stop::Fault(fault)), _) => Err(Stop::Fault(fault)),
            (_, Some(witness)) => {
                self.log_witness(&witness, log);
                Ok(true)
            }
            (_, None) => {
                self.log_no(func, v, &at, &reads, log);
                Ok(false)
            }
        }
    }
}
