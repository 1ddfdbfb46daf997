//! What all functions of one compilation share: the module, constant tables,
//! and which routines are still to be made.

mod making;
mod signatures;

pub(crate) use making::{Entry, LOST_AREAS, Made, SLOW_PROPOSALS, TOO_LARGE_TO_PICK};

use super::stubs;
use crate::code::Listing;
use crate::compile::budget::{TOO_LATE, TOO_MUCH};
use crate::compile::late::{Mode, Request};
use crate::compile::machine::{CHECKED, machine};
use crate::compile::routines::{Routine, ours};
use crate::compile::tables::Tables;
use crate::emit::{Driver, Plan, Search, definitions};
use crate::layout::Layout;
use crate::shared::{FirstChoice, Shared};
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Signature, types::I64};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId as ModuleFunc, Linkage, Module};
use game::{Player, Signatures};
use ir::analyses::{Patterns, Questions, Writes, parts_unmade};
use ir::{FuncId, Program, SetExpr};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// From how many instructions on a function of machine code calls instead of
/// taking in,
const LARGE: usize = 30_000;
/// and from how many on it is given up: rules that branch without end are not
/// worth code.
const LARGEST: usize = 150_000;

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
    /// Whether bits are selected by an instruction of the machine.
    pub(crate) deposits: bool,
    /// Whether a random move may be drawn where it is chosen.
    pub(crate) draws_at_once: bool,
    /// Whether choices that were split are one in random games.
    pub(crate) joins_choices: bool,
    /// Whether areas may be carried from turn to turn,
    pub(crate) carries: bool,
    /// and whether some of them would often have to be made again.
    pub(crate) lost_areas: bool,
    /// Whether random games are played in registers.
    pub(crate) plays_in_registers: bool,
    /// Why the code must not be used, if something went wrong.
    pub(crate) trouble: Option<String>,
    /// Whether a function was called only because the code was large already.
    pub(crate) called_for_size: bool,
    /// How many calls of functions that list were made.
    pub(crate) calls: u32,
    /// How much of the function under way was made only to be looked at.
    pub(crate) tried: usize,
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
    /// The questions of functions, by the player that they are run for.
    questions: FxHashMap<(FuncId, Player), Questions<'p>>,
    /// How patterns are looked for, by their fields.
    searches: Vec<(Arc<Patterns>, Option<Rc<Search>>)>,
    /// Whether what a field needs around it to be in a set is looked up.
    pub(crate) looks_up_patterns: bool,
    /// Whether the rows that new pieces would make are found before one is chosen.
    pub(crate) foresees: bool,
    /// Whether a function has at most one result, as far as it was asked.
    pub(crate) single: Vec<Option<bool>>,
    /// Whether results of a function have different boards, as far as it was asked.
    pub(crate) different: FxHashMap<FuncId, bool>,
    piece_rows: Option<Rc<Vec<u64>>>,
    /// Whether some event is usually left out of texts.
    pub(crate) has_quiet_events: bool,
    /// The Cranelift form and the machine code of each function, if wanted.
    pub(crate) listing: Option<Vec<Listing>>,
}

impl<'p> Unit<'p> {
    pub(crate) fn new(shared: &'p Shared, mode: Mode) -> Result<Unit<'p>, String> {
        let (program, switches) = (&shared.program, shared.switches);
        let isa = machine(mode.quick)?;
        let mut builder =
            JITBuilder::with_isa(isa.clone(), cranelift_module::default_libcall_names());
        for it in ours() {
            builder.symbol(it.name, it.address);
        }
        let mut module = JITModule::new(builder);
        let mut declared = FxHashMap::default();
        for it in ours() {
            let signature = signature(&module, it.arguments);
            let func = module
                .declare_function(it.name, Linkage::Import, &signature)
                .map_err(|e| e.to_string())?;
            declared.insert(it.routine, func);
        }
        let two_words = signature(&module, 2);
        if !CHECKED && let Some(deposit) = stubs::deposit(&mut module, &two_words) {
            declared.insert(Routine::Deposit, deposit);
        }
        let deposits = declared.contains_key(&Routine::Deposit);
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
            joins_choices: switches.joins_choices,
            carries: switches.carries,
            lost_areas: false,
            deposits,
            draws_at_once: switches.draws_at_once,
            plays_in_registers: false,
            trouble: None,
            called_for_size: false,
            calls: 0,
            tried: 0,
            isa,
            module,
            shared,
            signatures: &shared.signatures,
            late: Vec::new(),
            declared,
            queue: Vec::new(),
            plans: FxHashMap::default(),
            definitions: FxHashMap::default(),
            questions: FxHashMap::default(),
            searches: Vec::new(),
            shares_tails: switches.shares_tails,
            looks_up_patterns: switches.looks_up_patterns,
            foresees: switches.foresees,
            single: vec![None; program.funcs.len()],
            different: FxHashMap::default(),
            piece_rows: None,
            has_quiet_events: false,
            listing: None,
        })
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

    /// How much code a function has, without what was only tried.
    fn size(&self, func: &Function) -> usize {
        func.dfg.num_insts().saturating_sub(self.tried)
    }

    pub(crate) fn too_large(&self, func: &Function) -> bool {
        self.size(func) > LARGE
    }

    /// Whether the code that is being made will not be used, so that it need not be
    /// completed.
    pub(crate) fn gives_up(&mut self, func: &Function) -> bool {
        if self.size(func) > LARGEST {
            self.trouble.get_or_insert_with(|| {
                "its rules branch so often that the code would be too long".to_string()
            });
        }
        // What was tried and thrown away was work, too.
        if self.shared.budget.is_used_up(func.dfg.num_insts()) {
            self.trouble.get_or_insert_with(|| TOO_MUCH.to_string());
        }
        if self.trouble.is_none() && !self.shared.budget.is_wanted() {
            self.trouble = Some(TOO_LATE.to_string());
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

    /// What is asked of some set, if all of it had the answer no when the turn began: for each
    /// part of it the position and the patterns.
    pub(crate) fn unmade_parts(
        &mut self,
        func: FuncId,
        v: Player,
        set: ir::Value,
    ) -> Option<Vec<(ir::Value, Arc<Patterns>)>> {
        let unmade = self.shared.unmade();
        if unmade.is_empty() {
            return None;
        }
        parts_unmade(self.questions_of(func, v), set, unmade)
    }

    /// The questions of a function that is run for a player.
    pub(crate) fn questions_of(&mut self, func: FuncId, v: Player) -> &mut Questions<'p> {
        let program = self.program;
        let body = &program.funcs[func.index()];
        let questions = self.questions.entry((func, v));
        questions.or_insert_with(|| Questions::new(&program.facts, body, v))
    }

    /// How patterns are looked for through one field.
    pub(crate) fn search(&mut self, patterns: &Arc<Patterns>) -> Option<Rc<Search>> {
        let known = self.searches.iter().find(|(known, _)| known.fields == patterns.fields);
        if let Some((_, search)) = known {
            return search.clone();
        }
        let n_fields = self.program.facts.board.n_fields();
        let search = Search::new(&patterns.fields, n_fields, self.layout.words).map(Rc::new);
        self.searches.push((patterns.clone(), search.clone()));
        search
    }

    /// The number of a message among those of the game, whatever is said along with it.
    pub(crate) fn message(&self, text: &str) -> u64 {
        let known = self.shared.messages.iter().position(|it| it.text == text);
        known.unwrap_or_default() as u64
    }

    /// What turns and tries may do.
    pub(crate) fn habits(&self) -> crate::referee::expected::Habits {
        self.shared.habits
    }

    /// The number of a message among those of the game, with what is said along.
    pub(crate) fn heard(&self, text: &str, details: &[ir::Detail]) -> Option<u64> {
        let all = &self.shared.messages;
        let number = all.iter().position(|it| it.text == text && it.details == details);
        number.map(|number| number as u64)
    }
}

fn signature(module: &JITModule, n_args: usize) -> Signature {
    let mut signature = module.make_signature();
    signature.params.extend((0..n_args).map(|_| AbiParam::new(I64)));
    signature.returns.push(AbiParam::new(I64));
    signature
}
