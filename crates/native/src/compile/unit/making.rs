//! One compilation from the routines that are wanted to their addresses:
//!
//! 1. It is decided how positions wait, and how random games are played.
//! 2. The routines are emitted, and whatever they call that does not wait until it is called.
//! 3. If what was met on the way shows that the code is not worth using, it is given up.
//! 4. All functions become machine code at once.

use super::{Unit, signature};
use crate::analyses::weights;
use crate::code::Listing;
use crate::compile::late::Request;
use crate::compile::machine::{Job, compile, machine};
use crate::compile::routines::Routine;
use crate::compile::stubs;
use crate::compile::tables::Tables;
use crate::emit::{Body, Driver, Emit, Plan};
use crate::shared::Proofs;
use cranelift_codegen::ir::{Function, InstBuilder, UserFuncName, types::I64};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::Module;
use ir::analyses::CallGraph;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Up to how many blocks of its program a random game is played in registers.
const SMALL: usize = 100;

/// What is said of a compilation in which moves might be counted in another way
/// than they are picked: all of them have to be kept.
pub(crate) const TOO_LARGE_TO_PICK: &str = "the code is too large to count and pick";

/// What is said of a compilation that has to be done without areas that are carried.
pub(crate) const LOST_AREAS: &str = "areas that are carried would be made again";

/// What is said of a compilation that has to be done without proposing.
pub(crate) const SLOW_PROPOSALS: &str = "what may be moves is not counted by sets";

/// Where a routine begins, and what it was compiled to take.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) address: *const u8,
    pub(crate) arguments: usize,
}

/// What comes out of a compilation.
pub(crate) struct Made {
    pub(crate) module: JITModule,
    pub(crate) tables: Tables,
    pub(crate) entries: FxHashMap<Routine, Entry>,
    pub(crate) has_quiet_events: bool,
    pub(crate) listing: Vec<Listing>,
    /// What else the code may come to call.
    pub(crate) late: Vec<Request>,
}

impl<'p> Unit<'p> {
    /// Makes routines, with everything that they call and that does not wait
    /// until it is called.
    pub(crate) fn make(mut self, routines: &[Routine]) -> Result<Made, String> {
        self.prepare(routines);
        for &routine in routines {
            self.declare(routine);
        }
        let mut builder_context = FunctionBuilderContext::new();
        let (mut made, mut jobs) = (Vec::new(), Vec::new());
        while let Some(routine) = self.queue.pop() {
            let job = self.emit(routine, &mut builder_context)?;
            self.shared.budget.emit(job.func.dfg.num_insts());
            made.push((routine, job.func.signature.params.len()));
            jobs.push(job);
            if self.trouble.is_some() {
                break;
            }
        }
        self.is_worth_using(routines)?;
        self.define(jobs)?;
        let entries = made
            .into_iter()
            .map(|(routine, arguments)| {
                let address = self.module.get_finalized_function(self.declared[&routine]);
                (routine, Entry { address, arguments })
            })
            .collect();
        Ok(Made {
            module: self.module,
            tables: self.tables,
            entries,
            has_quiet_events: self.has_quiet_events,
            listing: self.listing.unwrap_or_default(),
            late: self.late,
        })
    }

    /// Decides what all routines have to agree on.
    fn prepare(&mut self, routines: &[Routine]) {
        let reachable = CallGraph::new(self.program).reachable([self.program.entries.main]);
        let plans: Vec<Rc<Plan>> = reachable.into_iter().map(|id| self.plan(id)).collect();
        self.waits = self.shares_tails
            && plans.iter().any(|plan| plan.deferred.iter().any(|blocks| !blocks.is_empty()));
        let is = |driver: Driver| {
            let same =
                move |routine: &Routine| matches!(routine, Routine::Driver(d, _) if *d == driver);
            routines.iter().any(same)
        };
        let drivers = [Driver::List, Driver::Bare, Driver::Alone, Driver::Captures];
        let lists = drivers.into_iter().any(is);
        if lists || is(Driver::Playout) {
            self.proved = match self.shared.proofs() {
                Proofs::Distinct => None,
                Proofs::Parts(proved) => Some(proved),
            };
        }
        if is(Driver::Playout) {
            self.prepare_to_play(plans.iter().map(|plan| plan.size).sum());
        }
    }

    /// Says why the code that was emitted must not be used, or is not worth it.
    fn is_worth_using(&mut self, routines: &[Routine]) -> Result<(), String> {
        if let Some(why) = self.trouble.take() {
            return Err(why);
        }
        if self.proposed.0 > 2 * self.proposed.1 {
            return Err(SLOW_PROPOSALS.to_string());
        }
        if self.lost_areas {
            return Err(LOST_AREAS.to_string());
        }
        let draws = matches!(routines, [Routine::Driver(Driver::Playout, _), ..]);
        if draws && self.called_for_size && self.counts_choices {
            return Err(TOO_LARGE_TO_PICK.to_string());
        }
        Ok(())
    }

    /// Makes machine code of what was emitted, and puts it where it can be called.
    fn define(&mut self, jobs: Vec<Job>) -> Result<(), String> {
        let functions = jobs.iter().map(|job| &job.func);
        let wants_quickly = self.mode.quick || !self.shared.switches.optimizes;
        let quickly = self.shared.budget.compile(functions, wants_quickly)?;
        let isa = if quickly == self.mode.quick { self.isa.clone() } else { machine(quickly)? };
        let deposit = self.declared.get(&Routine::Deposit).copied();
        for mut compiled in compile(&*isa, jobs, &self.shared.budget)? {
            if let Some(deposit) = deposit {
                stubs::in_place(&mut compiled, deposit);
            }
            let (id, bytes) = (compiled.id, &compiled.bytes);
            self.module
                .define_function_bytes(id, compiled.alignment, bytes, &compiled.relocs)
                .map_err(|e| e.to_string())?;
            if let Some(listing) = &mut self.listing {
                listing.extend(compiled.listing);
            }
        }
        self.module.finalize_definitions().map_err(|e| e.to_string())
    }

    /// Decides how random games of a program of some size are played.
    fn prepare_to_play(&mut self, size: usize) {
        let may_propose = self.may_propose && self.proved.is_none();
        if may_propose && !self.waits && self.counts_choices {
            self.inner_choice = weights::inner_choice(self.program);
        }
        self.proposes = may_propose && (self.waits || self.inner_choice.is_some());
        self.plays_in_registers = self.proved.is_none()
            && !self.proposes
            && !self.remembers_past
            && !self.shared.looks_back
            && size <= SMALL;
    }

    /// Makes the Cranelift form of a routine.
    fn emit(
        &mut self,
        routine: Routine,
        builder_context: &mut FunctionBuilderContext,
    ) -> Result<Job, String> {
        let id = self.declared[&routine];
        let mut func = Function::with_name_signature(
            UserFuncName::user(0, id.as_u32()),
            signature(&self.module, self.arguments(routine)),
        );
        let config = self.module.target_config();
        let listed = self.listing.is_some().then(|| format!("{routine:?}"));
        let mut builder = FunctionBuilder::new(&mut func, builder_context);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let args = builder.block_params(entry).to_vec();
        let fault = builder.create_block();
        let mut emit = Emit::new(self, builder, args[0], fault);
        match routine {
            Routine::List(func, v) => emit.list_body(func, v, args[1]),
            Routine::Ask(func, v) => emit.ask_body(func, v, args[1]),
            Routine::Num(func, v) => emit.num_body(func, v, args[1]),
            Routine::Fields(func, v) => emit.fields_body(func, v, args[1]),
            Routine::Sources { func, v, asks } => {
                emit.sources_body(Body { func, v }, asks, args[1])
            }
            Routine::Question { func, set, position, v, several } => {
                emit.question_body(func, set, position, v, several, &args[1..]);
            }
            Routine::Rights => emit.rights_body(&args[1..]),
            Routine::Driver(driver, v) => emit.driver(driver, v, &args[1..]),
            _ => return Err("our own routines are not made".to_string()),
        }
        emit.b.switch_to_block(fault);
        let met = emit.b.ins().iconst(I64, i64::MIN);
        emit.b.ins().return_(&[met]);
        emit.b.seal_all_blocks();
        emit.b.finalize(config);
        Ok(Job { id, listed, func })
    }
}
