//! What all functions of one compilation share: the module, constant tables,
//! and which routines are still to be made.

use super::stubs;
use crate::analyses::weights;
use crate::compile::late::{Mode, Request};
use crate::compile::machine::{Job, compile, machine};
use crate::compile::routines::{Routine, ours};
use crate::compile::tables::Tables;
use crate::emit::{Driver, Emit, Plan, definitions};
use crate::layout::Layout;
use crate::shared::{FirstChoice, Proofs, Shared};
use cranelift_codegen::ir::{
    AbiParam, FuncRef, Function, InstBuilder, Signature, UserFuncName, types::I64,
};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId as ModuleFunc, Linkage, Module};
use game::{Counter, Field, Memory, Player, Signatures};
use ir::analyses::{CallGraph, Writes};
use ir::{FuncId, Program, SetExpr};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// From how many instructions on a function of machine code calls instead of
/// taking in,
const LARGE: usize = 30_000;
/// and from how many on it is given up: rules that branch without end are not
/// worth code.
const LARGEST: usize = 150_000;

/// Up to how many blocks of its program a random game is played in registers.
const SMALL: usize = 100;

/// What is said of a compilation in which moves might be counted in another way
/// than they are picked: all of them have to be kept.
pub(crate) const TOO_LARGE_TO_PICK: &str = "the code is too large to count and pick";

/// What is said of a compilation that has to be done without proposing.
pub(crate) const SLOW_PROPOSALS: &str = "what may be moves is not counted by sets";

/// One compilation.
pub(crate) struct Unit<'p> {
    pub(crate) program: &'p Program,
    pub(crate) layout: &'p Layout,
    pub(crate) tables: Tables,
    pub(crate) writes: Writes,
    /// Whether a rule looks at earlier positions.
    pub(crate) remembers_past: bool,
    /// Whether choices are counted without making the moves.
    pub(crate) counts_choices: bool,
    /// What the routines have in common.
    pub(crate) mode: Mode,
    /// Whether moves may be drawn before they are tested.
    pub(crate) may_propose: bool,
    /// Whether some tests of moves can wait, so that moves may be proposed.
    pub(crate) proposes: bool,
    /// In how many places what may be moves is counted one by one, and by sets:
    /// nothing is gained by proposing if few are counted by sets.
    pub(crate) proposed: (u32, u32),
    /// The most fields of the innermost choice, if all moves are made by choices
    /// inside choices and a random move is drawn by that.
    pub(crate) inner_choice: Option<u64>,
    /// If results may be the same position, and that matters: the first choices
    /// whose results are not.
    pub(crate) proved: Option<&'p FxHashSet<FirstChoice>>,
    /// Whether positions wait in memory for tests.
    pub(crate) waits: bool,
    /// Whether random games are played in registers.
    pub(crate) plays_in_registers: bool,
    /// Why the code must not be used, if something went wrong.
    pub(crate) trouble: Option<String>,
    /// Whether a function was called only because the code was large already.
    pub(crate) called_for_size: bool,
    /// How many calls of functions that list were made.
    pub(crate) calls: u32,
    isa: OwnedTargetIsa,
    module: JITModule,
    pub(crate) shared: &'p Shared,
    signatures: &'p Signatures,
    /// Routines that are called by way of a cell.
    late: Vec<Request>,
    declared: FxHashMap<Routine, ModuleFunc>,
    queue: Vec<Routine>,
    plans: FxHashMap<FuncId, Rc<Plan>>,
    definitions: FxHashMap<FuncId, Rc<Vec<Option<&'p SetExpr>>>>,
    /// Whether forks that join again share what follows.
    pub(crate) shares_tails: bool,
    /// Whether a function has at most one result, as far as it was asked.
    pub(crate) single: Vec<Option<bool>>,
    /// Whether results of a function have different boards, as far as it was asked.
    pub(crate) different: FxHashMap<FuncId, bool>,
    piece_rows: Option<Rc<Vec<u64>>>,
    /// Whether some event is usually left out of texts.
    pub(crate) has_quiet_events: bool,
    /// The texts of messages, by number.
    pub(crate) messages: Vec<String>,
    /// The Cranelift form and the machine code of each function, if wanted.
    pub(crate) listing: Option<Vec<(String, String, String)>>,
}

/// What comes out of a compilation.
pub(crate) struct Made {
    pub(crate) module: JITModule,
    pub(crate) tables: Tables,
    pub(crate) addresses: FxHashMap<Routine, *const u8>,
    pub(crate) messages: Vec<String>,
    pub(crate) has_quiet_events: bool,
    pub(crate) listing: Vec<(String, String, String)>,
    /// What else the code may come to call.
    pub(crate) late: Vec<Request>,
}

impl<'p> Unit<'p> {
    pub(crate) fn new(shared: &'p Shared, mode: Mode) -> Result<Unit<'p>, String> {
        let (program, switches) = (&shared.program, shared.switches);
        let isa = machine(mode.quick)?;
        let mut builder =
            JITBuilder::with_isa(isa.clone(), cranelift_module::default_libcall_names());
        for (_, name, address, _) in ours() {
            builder.symbol(name, address);
        }
        let mut module = JITModule::new(builder);
        let mut declared = FxHashMap::default();
        for (routine, name, _, n) in ours() {
            let signature = signature(&module, n);
            let func = module
                .declare_function(name, Linkage::Import, &signature)
                .map_err(|e| e.to_string())?;
            declared.insert(routine, func);
        }
        let two_words = signature(&module, 2);
        if let Some(select) = stubs::select(&mut module, &two_words) {
            declared.insert(Routine::Select, select);
        }
        Ok(Unit {
            program,
            layout: &shared.layout,
            tables: Tables::default(),
            writes: Writes::new(program),
            remembers_past: program.asks_for_past(),
            counts_choices: switches.counts_choices,
            mode,
            may_propose: switches.proposes && switches.shares_tails,
            proposes: false,
            proposed: (0, 0),
            inner_choice: None,
            proved: None,
            waits: false,
            plays_in_registers: false,
            trouble: None,
            called_for_size: false,
            calls: 0,
            isa,
            module,
            shared,
            signatures: &shared.signatures,
            late: Vec::new(),
            declared,
            queue: Vec::new(),
            plans: FxHashMap::default(),
            definitions: FxHashMap::default(),
            shares_tails: switches.shares_tails,
            single: vec![None; program.funcs.len()],
            different: FxHashMap::default(),
            piece_rows: None,
            has_quiet_events: false,
            messages: Vec::new(),
            listing: None,
        })
    }

    /// Makes routines, with everything that they call and that does not wait
    /// until it is called.
    pub(crate) fn make(mut self, routines: &[Routine]) -> Result<Made, String> {
        let reachable = CallGraph::new(self.program).reachable([self.program.entries.main]);
        let plans: Vec<Rc<Plan>> = reachable.into_iter().map(|id| self.plan(id)).collect();
        self.waits = self.shares_tails
            && plans.iter().any(|plan| plan.deferred.iter().any(|blocks| !blocks.is_empty()));
        let is = |driver: Driver| {
            let same =
                move |routine: &Routine| matches!(routine, Routine::Driver(d, _) if *d == driver);
            routines.iter().any(same)
        };
        if is(Driver::Playout) || is(Driver::List) || is(Driver::Bare) {
            self.proved = match self.shared.proofs() {
                Proofs::Distinct => None,
                Proofs::Parts(proved) => Some(proved),
            };
        }
        if is(Driver::Playout) {
            self.prepare_to_play(plans.iter().map(|plan| plan.size).sum());
        }
        for &routine in routines {
            self.declare(routine);
        }
        let mut builder_context = FunctionBuilderContext::new();
        let (mut made, mut jobs) = (Vec::new(), Vec::new());
        while let Some(routine) = self.queue.pop() {
            jobs.push(self.emit(routine, &mut builder_context)?);
            made.push(routine);
        }
        if let Some(why) = self.trouble {
            return Err(why);
        }
        if self.proposed.0 > 2 * self.proposed.1 {
            return Err(SLOW_PROPOSALS.to_string());
        }
        let draws = matches!(routines, [Routine::Driver(Driver::Playout, _), ..]);
        if draws && self.called_for_size && self.counts_choices {
            return Err(TOO_LARGE_TO_PICK.to_string());
        }
        for compiled in compile(&*self.isa, jobs)? {
            let (id, bytes) = (compiled.id, &compiled.bytes);
            self.module
                .define_function_bytes(id, compiled.alignment, bytes, &compiled.relocs)
                .map_err(|e| e.to_string())?;
            if let Some(listing) = &mut self.listing {
                listing.extend(compiled.listing);
            }
        }
        self.module.finalize_definitions().map_err(|e| e.to_string())?;
        let addresses = made
            .into_iter()
            .map(|routine| (routine, self.module.get_finalized_function(self.declared[&routine])))
            .collect();
        Ok(Made {
            module: self.module,
            tables: self.tables,
            addresses,
            messages: self.messages,
            has_quiet_events: self.has_quiet_events,
            listing: self.listing.unwrap_or_default(),
            late: self.late,
        })
    }

    /// Decides how random games of a program of some size are played.
    fn prepare_to_play(&mut self, size: usize) {
        let may_propose = self.may_propose && self.proved.is_none();
        if may_propose && !self.waits && self.counts_choices {
            self.inner_choice = weights::inner_choice(self.program);
        }
        self.proposes = may_propose && (self.waits || self.inner_choice.is_some());
        self.plays_in_registers =
            self.proved.is_none() && !self.proposes && !self.remembers_past && size <= SMALL;
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
            Routine::Sources { func, v, asks } => emit.sources_body((func, v), asks, args[1]),
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

    /// Whether a routine is called by way of a cell: it may never be called, or
    /// is better made for itself.
    pub(crate) fn is_late(&self, routine: Routine) -> bool {
        let late = match routine {
            Routine::Ask(..) => true,
            Routine::Driver(driver, _) => !matches!(driver, Driver::Draw | Driver::Perceives(_)),
            _ => false,
        };
        late && !self.declared.contains_key(&routine)
    }

    /// The address of the cell of a routine that is made when it is called.
    pub(crate) fn late(&mut self, routine: Routine) -> i64 {
        let request = Request { routine, mode: self.mode };
        if !self.late.contains(&request) {
            self.late.push(request);
        }
        match self.shared.late.cell(request) {
            Ok(cell) => std::sync::Arc::as_ptr(&cell) as i64,
            Err(why) => {
                self.trouble.get_or_insert(why);
                0
            }
        }
    }

    /// The function of a routine; it is made later if it is not made yet.
    pub(crate) fn declare(&mut self, routine: Routine) -> ModuleFunc {
        if let Some(&func) = self.declared.get(&routine) {
            return func;
        }
        let signature = signature(&self.module, self.arguments(routine));
        let func = match self.module.declare_anonymous_function(&signature) {
            Ok(func) => func,
            Err(why) => {
                self.trouble.get_or_insert(why.to_string());
                ModuleFunc::from_u32(0)
            }
        };
        self.declared.insert(routine, func);
        self.queue.push(routine);
        func
    }

    pub(crate) fn reference(&mut self, func: ModuleFunc, within: &mut Function) -> FuncRef {
        self.module.declare_func_in_func(func, within)
    }

    pub(crate) fn signature_of(&self, n_args: usize) -> Signature {
        signature(&self.module, n_args)
    }

    pub(crate) fn too_large(&self, func: &Function) -> bool {
        func.dfg.num_insts() > LARGE
    }

    /// Whether the code that is being made will not be used, so that it need not be
    /// completed.
    pub(crate) fn gives_up(&mut self, func: &Function) -> bool {
        if func.dfg.num_insts() > LARGEST {
            self.trouble.get_or_insert_with(|| {
                "its rules branch so often that the code would be too long".to_string()
            });
        }
        self.trouble.is_some()
    }

    /// What is decided about a function.
    pub(crate) fn plan(&mut self, func: FuncId) -> Rc<Plan> {
        let program = self.program;
        let plan = self.plans.entry(func);
        plan.or_insert_with(|| Rc::new(Plan::new(&program.funcs[func.index()]))).clone()
    }

    /// The expression of each set of a function.
    pub(crate) fn definitions(&mut self, func: FuncId) -> Rc<Vec<Option<&'p SetExpr>>> {
        let program = self.program;
        let known = self.definitions.entry(func);
        known.or_insert_with(|| Rc::new(definitions(&program.funcs[func.index()]))).clone()
    }

    /// The number of a message.
    pub(crate) fn message(&mut self, text: &str) -> u64 {
        let known = self.messages.iter().position(|message| message == text);
        known.unwrap_or_else(|| {
            self.messages.push(text.to_string());
            self.messages.len() - 1
        }) as u64
    }

    /// What turns and tries may do.
    pub(crate) fn habits(&self) -> crate::referee::expected::Habits {
        self.shared.habits
    }

    /// The number of a message among those of the game, with what is said along.
    pub(crate) fn heard(&self, text: &str, details: &[ir::Detail]) -> Option<u64> {
        let all = &self.shared.messages;
        let number = all.iter().position(|(message, with)| message == text && with == details);
        number.map(|number| number as u64)
    }

    /// Signature numbers by piece (its number and 1; 0 is none) and field; by height and
    /// field where all pieces are the same and stand on each other.
    pub(crate) fn signature_rows(&mut self) -> Rc<Vec<u64>> {
        let (program, layout, signatures) = (self.program, self.layout, self.signatures);
        self.piece_rows
            .get_or_insert_with(|| {
                let row = 64 * layout.words;
                if let Some(stacks) = layout.stacks.as_ref().filter(|it| it.is_uniform()) {
                    return Rc::new(height_rows(program, layout, stacks.most, signatures));
                }
                let mut rows = vec![0; row * (layout.pieces.len() + 1)];
                for (p, &piece) in layout.pieces.iter().enumerate() {
                    for f in 0..program.facts.board.n_fields() {
                        rows[row * (p + 1) + f] = signatures.piece(Field(f as u16), piece);
                    }
                }
                Rc::new(rows)
            })
            .clone()
    }

    pub(crate) fn reserve_rows(&self, entry: usize, v: Player) -> Vec<u64> {
        (0..=255).map(|count| self.signatures.reserve(entry, v, count)).collect()
    }

    pub(crate) fn counter_rows(&self, counter: Counter, v: Player) -> Vec<u64> {
        let declared = &self.program.facts.counters[counter.index()];
        (declared.low..=declared.high).map(|n| self.signatures.counter(counter, v, n)).collect()
    }

    /// Signature numbers of a remembered field: 0 is none, else the field and 1.
    pub(crate) fn memory_rows(&self, memory: Memory) -> Vec<u64> {
        let n = self.program.facts.board.n_fields();
        let fields = (0..n).map(|f| self.signatures.memory(memory, Field(f as u16)));
        std::iter::once(0).chain(fields).collect()
    }

    pub(crate) fn player_number(&self) -> u64 {
        self.signatures.player()
    }
}

/// Signature numbers of stacks of one piece, by height and field.
fn height_rows(
    program: &Program,
    layout: &Layout,
    most: usize,
    signatures: &Signatures,
) -> Vec<u64> {
    let row = 64 * layout.words;
    let mut rows = vec![0; row * (most + 1)];
    for f in 0..program.facts.board.n_fields() {
        let field = Field(f as u16);
        let (mut under, piece) = (0, layout.pieces[0]);
        for height in 1..=most {
            rows[row * height + f] = under ^ signatures.piece(field, piece);
            under ^= signatures.lower(field, height - 1, piece);
        }
    }
    rows
}

fn signature(module: &JITModule, n_args: usize) -> Signature {
    let mut signature = module.make_signature();
    signature.params.extend((0..n_args).map(|_| AbiParam::new(I64)));
    signature.returns.push(AbiParam::new(I64));
    signature
}
