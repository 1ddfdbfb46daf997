//! Questions that only test fields one by one, answered leniently from a list:
//! the sets of conditions under which they succeed.
//!
//! Such a question is asked again and again in a turn, each time with a few other
//! fields written, and a lenient answer tries the whole board. Instead:
//!
//! 1. Ask once, in the position in which the turn began, with room for as many
//!    missing fields as there may be and as the turn has written. Each success is
//!    a form: what each field that it tested may hold.
//! 2. A form succeeds on a path if the fields that the path has written hold what
//!    it allows, and if the others, together with what the path knows of them,
//!    leave few enough missing.
//!
//! This is exact because such a function depends on nothing but those tests.

use crate::contents::Contents;
use crate::held::Log;
use crate::log::Entry;
use crate::reads::Reads;
use crate::recording::{Conf, Frame, Recording};
use game::{Direction, Field, Player};
use ir::drive::{Called, Drive, Flow};
use ir::{Cond, FuncId, Inst, NumExpr, Program, SetExpr, Term, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    func: FuncId,
    v: Player,
    /// The finger and the direction, if they matter.
    f: Option<Field>,
    d: Option<Direction>,
    /// How many fields may be missing.
    most: usize,
}

/// How deep calls are followed to see what a question depends on.
const CALLS: u32 = 8;

/// What fields may hold for a question to succeed.
type Form = Vec<(Field, Contents)>;

/// The forms of a question.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    forms: Vec<Form>,
    /// The forms that test a field, by field.
    with: Vec<Vec<u32>>,
}

impl<'r> Recording<'r> {
    /// The records of a path after a question that succeeds, perhaps because more is
    /// taken for granted; nothing if the question cannot be answered by its forms.
    pub(crate) fn witnesses_by_form(
        &self,
        a: &Frame<'r>,
        Called { func, args }: Called<'r>,
        log: &Log,
    ) -> Flow<Option<Vec<Log>>> {
        let (Some(held), Some(forcing)) = (log.held(), &self.forcing) else { return Ok(None) };
        if !self.is_plain(func) {
            return Ok(None);
        }
        let at = a.conf(args, log);
        let most = held.most() + held.written().len();
        let forms = self.forms(func, a.player(args.v), &at, most)?;
        let chosen: Vec<u32> = match forcing.touching {
            true => {
                let touched = held.written().iter().flat_map(|field| &forms.with[field.index()]);
                let mut touched: Vec<u32> = touched.copied().collect();
                touched.sort_unstable();
                touched.dedup();
                touched
            }
            false => (0..forms.forms.len() as u32).collect(),
        };
        let mut found = Vec::new();
        for form in chosen.into_iter().map(|i| &forms.forms[i as usize]) {
            self.meter().charge(1)?;
            let mut n_missing = held.n_missing();
            let fits = form.iter().all(|(field, allowed)| {
                if held.has_written(*field) {
                    return allowed.allows(at.s.parts.top(*field));
                }
                let is_new = !held.is_missing(*field) && !allowed.allows(held.real(*field));
                n_missing += usize::from(is_new);
                n_missing <= held.most()
                    && held.of(*field).is_none_or(|known| !known.and(allowed).is_nothing())
            });
            if !fits {
                continue;
            }
            let mut after = log.clone();
            for (field, allowed) in form.iter().filter(|(field, _)| !held.has_written(*field)) {
                after.push(Entry::Holds { field: *field, allowed: allowed.clone() });
            }
            found.push(after);
        }
        Ok(Some(found))
    }

    /// The forms of a question, found out when it is asked first.
    fn forms(&self, func: FuncId, v: Player, at: &Conf<'r>, most: usize) -> Flow<Rc<Forms>> {
        let Some(forcing) = &self.forcing else { return Ok(Rc::default()) };
        let uses = |param: usize| uses_param(self.program(), func, param, true, CALLS);
        let f = at.f.filter(|_| uses(2));
        let d = at.d.filter(|_| uses(3));
        let asked = Asked { func, v, f, d, most };
        if let Some(forms) = forcing.forms.borrow().get(&asked) {
            return Ok(forms.clone());
        }
        let start = Conf { f, d, ..self.start(Log::forcing(self.now, most)) };
        let mut seen: FxHashSet<Form> = FxHashSet::default();
        let mut forms = Forms::default();
        forms.with.resize(self.facts().board.n_fields(), Vec::new());
        let reads = self.reads.replace(Reads::nothing(self.facts()));
        forcing.is_listing.set(true);
        let flow = self.aside(|| {
            self.run(func, v, &start, &mut |conf| {
                let Some(held) = conf.trail.held() else { return Ok(()) };
                let form = held.known().to_vec();
                if !held.is_impossible() && seen.insert(form.clone()) {
                    let i = forms.forms.len() as u32;
                    form.iter().for_each(|(field, _)| forms.with[field.index()].push(i));
                    forms.forms.push(form);
                }
                self.meter().keep(forms.forms.len())
            })
        });
        forcing.is_listing.set(false);
        self.reads.replace(reads);
        flow?;
        let forms = Rc::new(forms);
        forcing.forms.borrow_mut().insert(asked, forms.clone());
        Ok(forms)
    }

    /// Whether a function, and all that it calls, does nothing but test fields one
    /// by one for what they hold, and walk.
    fn is_plain(&self, func: FuncId) -> bool {
        let mut seen = vec![func];
        let mut at = 0;
        while let Some(&func) = seen.get(at) {
            at += 1;
            for block in &self.func(func).blocks {
                let Some(called) = plain_end(&block.term) else { return false };
                seen.extend(called.filter(|it| !seen.contains(it)));
                if !block.insts.iter().all(is_plain_step) {
                    return false;
                }
            }
        }
        true
    }
}

/// The function that the end of a block runs, if it is one of a plain function.
fn plain_end(term: &Term) -> Option<Option<FuncId>> {
    match term {
        Term::If { cond, .. } => is_plain_cond(cond).then_some(None),
        Term::Call { func, .. } => Some(Some(*func)),
        Term::Repeat { body, .. } => Some(Some(*body)),
        Term::Jump(_)
        | Term::Fork(_)
        | Term::ChooseField { .. }
        | Term::ChooseDirection { .. }
        | Term::Yield { .. }
        | Term::Die => Some(None),
        Term::OrElse { .. }
        | Term::Each { .. }
        | Term::Best { .. }
        | Term::Ask { .. }
        | Term::Return(_) => None,
    }
}

fn is_plain_step(inst: &Inst) -> bool {
    match inst {
        Inst::Set { expr, .. } => matches!(
            expr,
            SetExpr::Pieces { .. }
                | SetExpr::Empty { .. }
                | SetExpr::All
                | SetExpr::Const(_)
                | SetExpr::Sides { .. }
                | SetExpr::Zone { .. }
                | SetExpr::Only(_)
                | SetExpr::Matching { .. }
                | SetExpr::And(..)
                | SetExpr::Or(..)
                | SetExpr::Minus(..)
        ),
        Inst::Number { expr, .. } => matches!(expr, NumExpr::Const(_)),
        Inst::Guard { cond, .. } => is_plain_cond(cond),
        Inst::Write { .. } => false,
        _ => true,
    }
}

fn is_plain_cond(cond: &Cond) -> bool {
    matches!(cond, Cond::In { .. } | Cond::Matches { .. } | Cond::IsKind { .. } | Cond::Is { .. })
}

/// Whether a function, or one that it calls, looks at the finger (2) or the
/// direction (3) that it is given. Called functions are followed so deep.
fn uses_param(program: &Program, func: FuncId, param: usize, is_asked: bool, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return true };
    let func = &program.funcs[func.index()];
    let Some(&given) = func.blocks[0].params.get(param) else { return false };
    let mut found = false;
    for block in &func.blocks {
        let mut see = |value: Value, _| found |= value == given;
        block.insts.iter().for_each(|inst| inst.uses(&mut see));
        let targets = block.term.targets();
        targets.as_slice().iter().flat_map(|it| &it.args).for_each(|arg| {
            see(*arg, ir::Type::Field);
        });
        match &block.term {
            // What a question ends with does not escape.
            Term::Yield { .. } if is_asked => {}
            Term::Call { func: called, args, .. } => {
                let handed = if param == 2 { args.f } else { args.d };
                found |= handed == given && uses_param(program, *called, param, false, depth);
            }
            term => term.uses(&mut see),
        }
    }
    found
}
