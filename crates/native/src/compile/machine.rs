//! From Cranelift's form to machine code. Functions do not wait for each other:
//! what one compilation needs is shared out among the cores of the machine.

use crate::code::Listing;
use crate::compile::budget::Budget;
use cranelift_codegen::ir::Function;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, control::ControlPlane};
use cranelift_module::{FuncId, ModuleReloc};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most threads that compile at a time. Few games have more long functions.
const MOST_THREADS: usize = 8;

/// Below this many instructions in all a thread costs more than it saves.
const WORTH_THREADS: usize = 3_000;

/// Whether Cranelift checks what it is given, as in tests. The stub that selects a bit would
/// not pass (`compile/stubs.rs`), so that a routine of ours takes its place.
pub(crate) const CHECKED: bool = cfg!(debug_assertions);

/// The machine that code is made for. Quick code is made in less than half of the
/// time, and is not as good.
pub(crate) fn machine(quick: bool) -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", if quick { "none" } else { "speed" }),
        ("regalloc_algorithm", if quick { "single_pass" } else { "backtracking" }),
        ("enable_verifier", if CHECKED { "true" } else { "false" }),
        ("use_colocated_libcalls", "false"),
        ("is_pic", "false"),
        // Frames may be larger than the page that guards a stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags.set(name, value).map_err(|e| e.to_string())?;
    }
    let isa = cranelift_native::builder().map_err(str::to_string)?;
    isa.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())
}

/// A function that waits to be compiled.
pub(crate) struct Job {
    pub(crate) id: FuncId,
    /// What it is called in a listing, if one is wanted.
    pub(crate) listed: Option<String>,
    pub(crate) func: Function,
}

/// A function as machine code.
pub(crate) struct Compiled {
    pub(crate) id: FuncId,
    pub(crate) alignment: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) relocs: Vec<ModuleReloc>,
    /// What it looks like, if that is wanted.
    pub(crate) listing: Option<Listing>,
}

/// Compiles functions; they come back in the same order. A panic of one thread is passed on,
/// as it is where one thread does all: it is a bug, which no interpreter should hide. Once nobody
/// wants the code any more, no function is begun.
pub(crate) fn compile(
    isa: &dyn TargetIsa,
    jobs: Vec<Job>,
    budget: &Budget,
) -> Result<Vec<Compiled>, String> {
    let compile_one = |job: Job| {
        budget.check_wanted()?;
        compile_one(isa, job)
    };
    let work: usize = jobs.iter().map(|job| job.func.dfg.num_insts()).sum();
    let threads = match work {
        WORTH_THREADS.. => std::thread::available_parallelism().map_or(1, usize::from),
        _ => 1,
    };
    let threads = threads.min(jobs.len()).min(MOST_THREADS);
    if threads <= 1 {
        return jobs.into_iter().map(compile_one).collect();
    }
    // The longest first, so that no thread waits long for the last one.
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(jobs[i].func.dfg.num_insts()));
    let jobs: Vec<Mutex<Option<Job>>> = jobs.into_iter().map(|job| Mutex::new(Some(job))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let job = jobs[i].lock().ok().and_then(|mut job| job.take());
            done.extend(job.map(|job| (i, compile_one(job))));
        }
        done
    };
    let (mut done, others) = game::crew::run(threads, |_| work(), |_| work());
    done.extend(others.into_iter().flatten());
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, compiled)| compiled).collect()
}

fn compile_one(isa: &dyn TargetIsa, job: Job) -> Result<Compiled, String> {
    let clif = job.listed.is_some().then(|| job.func.display().to_string());
    let mut context = Context::for_function(job.func);
    context.set_disasm(job.listed.is_some());
    let mut plane = ControlPlane::default();
    let code = context.compile(isa, &mut plane).map_err(|e| format!("{:?}", e.inner))?;
    let alignment = u64::from(code.buffer.alignment);
    let bytes = code.code_buffer().to_vec();
    let assembly = code.vcode.clone().unwrap_or_default();
    let relocs = code.buffer.relocs().to_vec();
    let relocs =
        relocs.iter().map(|r| ModuleReloc::from_mach_reloc(r, &context.func, job.id)).collect();
    let listing = job.listed.zip(clif).map(|(name, clif)| Listing { name, clif, assembly });
    Ok(Compiled { id: job.id, alignment, bytes, relocs, listing })
}
