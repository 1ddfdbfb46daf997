//! Positions that wait in memory until all branches of a fork have come to the
//! same block, so that the code of what follows, such as a test that every move
//! has to pass, is made once and not for each branch.

use super::known::Origin;
use super::sym::{Conf, Finger, Frame, Heading, Pending, SOMEWHERE, State, Val, Waiting, Word};
use super::{Cont, Emit, trusted};
use crate::runtime::{Ctx, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use ir::Target;
use std::rc::Rc;

impl<'a, 'p> Emit<'a, 'p> {
    /// Lets a position wait for a block.
    pub(crate) fn wait(&mut self, fr: &mut Frame<'p>, place: usize, target: &Target, fail: Block) {
        let state = target.args.first().map(|&arg| fr.get(arg).clone());
        if self.proposing && self.in_question == 0 {
            if let Some(probe) = &mut self.probe {
                probe.results += 1;
                return self.problem(Problem::Rules);
            }
            match (self.picking, self.counting) {
                (Some(left), _) => {
                    // What is chosen waits, and nothing else is chosen after it.
                    let here = self.b.use_var(left);
                    let (it, on) = (self.b.create_block(), self.b.create_block());
                    self.b.ins().brif(here, on, &[], it, &[]);
                    self.b.switch_to_block(on);
                    self.add_to(left, Word::C(u64::MAX));
                    if let Some(count) = self.counting {
                        self.add_to(count, Word::ONE);
                    }
                    self.fail(fail);
                    self.b.switch_to_block(it);
                    let never = self.b.ins().iconst(I64, i64::MAX);
                    self.b.def_var(left, never);
                }
                (None, Some(count)) => {
                    self.unit.proposed.0 += u32::from(self.depth > 0);
                    self.add_to(count, Word::ONE);
                    return self.fail(fail);
                }
                (None, None) => {}
            }
        }
        match state {
            Some(Val::State(state)) if self.probe.is_none() => {
                let block = self.leave_open();
                self.failed.insert(fail);
                let quiet = self.is_quiet_here();
                fr.waiting[place].1.push(Waiting { block, state, next: fail, quiet });
            }
            _ => self.fail(fail),
        }
    }

    /// Makes the branches of a fork, and after them the blocks that positions
    /// of these branches wait for.
    pub(crate) fn fork_and_wait(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        targets: &'p [Target],
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let plan = fr.plan.clone();
        let outer = fr.waiting.len();
        let from = self.load_ctx(Ctx::WAIT_TOP);
        fr.waiting.extend(plan.deferred[at].iter().map(|&block| (block, Vec::new())));
        for target in targets {
            let next = self.b.create_block();
            self.scope(|e| e.go_on(fr, target, next, k));
            self.b.switch_to_block(next);
        }
        for (block, sites) in fr.waiting.split_off(outer) {
            let tested = !self.proposing || self.picking.is_some() || self.in_question > 0;
            if !sites.is_empty() && tested {
                self.resume(fr, block, &sites, from, k);
            }
        }
        self.store_ctx(Ctx::WAIT_TOP, from);
        self.fail(fail);
    }

    /// Goes on with the positions that wait for a block. Only what differs
    /// between them lies in memory.
    fn resume(
        &mut self,
        fr: &mut Frame<'p>,
        block: usize,
        sites: &[Waiting],
        from: Value,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let here = self.leave_open();
        let first = &sites[0].state;
        let differs = |i: &usize| {
            sites.iter().any(|site| site.state.slots[*i] != first.slots[*i])
                || matches!(first.slots[*i], Word::V(_))
        };
        let slots: Vec<usize> = (0..first.slots.len()).filter(differs).collect();
        let bytes = self.store_waiting(sites, &slots);
        let some_quiet = sites.iter().any(|site| site.quiet != Word::ZERO);
        self.b.switch_to_block(here);
        let end = self.load_ctx(Ctx::WAIT_TOP);
        self.each_place(from, end, bytes, |e, place, next| {
            if some_quiet {
                e.leave_if_known(place, next);
            }
            let state = e.fetch_waiting(sites, &slots, place);
            let param = fr.func.blocks[block].params[0];
            e.depth += 1;
            let outside = std::mem::replace(&mut e.in_tail, true);
            e.scope(|e| {
                fr.set(param, Val::State(Rc::new(state)));
                e.block(fr, block, next, k);
            });
            e.in_tail = outside;
            e.depth -= 1;
        });
    }

    /// Stores the positions that wait for a block where they come from; the bytes
    /// of each.
    fn store_waiting(&mut self, sites: &[Waiting], slots: &[usize]) -> i64 {
        let bytes = 8 * (slots.len() as i64 + 1);
        for Waiting { block, state, next, quiet } in sites {
            self.b.switch_to_block(*block);
            let at = self.room_in(Ctx::WAIT_TOP, Ctx::WAIT_LIMIT, bytes);
            let quiet = self.value(*quiet);
            self.b.ins().store(trusted(), quiet, at, 0);
            for (i, &slot) in slots.iter().enumerate() {
                let value = self.value(state.slots[slot]);
                self.b.ins().store(trusted(), value, at, 8 * (i as i32 + 1));
            }
            self.b.ins().jump(*next, &[]);
        }
        bytes
    }

    /// A position that waited.
    fn fetch_waiting(&mut self, sites: &[Waiting], slots: &[usize], place: Value) -> State {
        let version = self.version(Origin::Unknown);
        for Waiting { state, .. } in sites {
            let pieces = self.puts[state.version.0 as usize];
            self.came(version, pieces);
        }
        let mut state = State::clone(&sites[0].state);
        for (i, &slot) in slots.iter().enumerate() {
            let value = self.b.ins().load(I64, trusted(), place, 8 * (i as i32 + 1));
            state.slots[slot] = Word::V(value);
        }
        state.hand = sites.iter().fold(0, |hand, site| hand | site.state.hand);
        state.version = version;
        state.sure = None;
        let same = |site: &Waiting| site.state.gained == sites[0].state.gained;
        state.gained = state.gained.filter(|_| sites.iter().all(same));
        let overwrites = sites.iter().any(|site| site.state.overwrites.is_some());
        state.overwrites = overwrites.then_some(SOMEWHERE);
        state
    }

    /// Goes on from where the branches of a fork join with one copy of the code:
    /// what differs between them lies in memory until all have come there.
    /// Whether that was done.
    pub(crate) fn fork_by_records(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        targets: &'p [Target],
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> bool {
        let Some(join) = fr.plan.joins[at] else { return false };
        if fr.waiting.iter().any(|(block, _)| *block == join) {
            return false;
        }
        let params = &fr.func.blocks[join].params;
        let is_position = |param: &ir::Value| fr.func.types[param.index()] == ir::Type::Position;
        if params.len() != 1 || !params.iter().all(is_position) || !fr.stops.is_empty() {
            return false;
        }
        let from = self.load_ctx(Ctx::TOP);
        let mut pieces = 0;
        for target in targets {
            let next = self.b.create_block();
            fr.stops.push((join, Vec::new()));
            self.scope(|e| e.go_on(fr, target, next, k));
            let pending = fr.stops.pop().map(|(_, pending)| pending).unwrap_or_default();
            for Pending { block, vals } in pending {
                self.b.switch_to_block(block);
                if let Some(Val::State(state)) = vals.first() {
                    pieces |= self.puts[state.version.0 as usize];
                    self.spill(&Conf { s: state.clone(), f: Finger::Nowhere, d: Heading::Unset });
                }
                self.fail(next);
            }
            self.b.switch_to_block(next);
        }
        let param = params[0];
        self.each_record(from, from, fail, pieces, &mut |e, conf, fail| {
            fr.set(param, Val::State(conf.s));
            e.block(fr, join, fail, k);
        });
        true
    }
}
