//! Choices of which only some fields have to be gone through, because all others lead to
//! moves that nobody wants to see: it is enough to know that there is one of those.
//!
//! Which these are is tried, as for choices that are counted whole: code is made for a field
//! that stands for any of them, holding nothing of the opponent's, in a place that nothing
//! leads to. If every result is a quiet move, and nothing on the way can be an error, end
//! the game or look at earlier positions, then fields without the opponent's pieces lead to
//! quiet moves only. They are gone through until a move was found, and from then on they
//! are left out. A rule that asks whether another has a result (`try … else`) must have its
//! answer first.

use super::Flag;
use crate::compile::routines::Routine;
use crate::emit::known::FieldFact;
use crate::emit::sym::{EMPTY, Finger, Frame, State, Val, Word};
use crate::emit::{Cont, Emit, trusted};
use crate::layout::TurnSlot;
use crate::runtime::Problem;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use game::{Owner, Player};
use ir::Target;

/// A trial that takes more code than this is given up.
const LONG_TRIAL: usize = 3000;

/// As much code may be made for all trials of a function.
const ALL_TRIALS: usize = 30_000;

/// What is known of quiet moves while code is made.
pub(crate) struct Sifting {
    v: Player,
    /// Whether one was found.
    found: Flag,
    /// Whether the rules have results that others are run in the place of.
    answers: Vec<Flag>,
    /// Not 0 if only quiet moves can follow.
    quiet: Word,
    trial: Option<Trial>,
}

/// Code that is made only to see what comes out.
#[derive(Clone, Copy)]
struct Trial {
    is_quiet: bool,
    /// How much code there was before.
    before: usize,
}

impl Sifting {
    pub(crate) fn new(v: Player, found: Flag) -> Sifting {
        Sifting { v, found, answers: Vec::new(), quiet: Word::ZERO, trial: None }
    }
}

impl<'a, 'p> Emit<'a, 'p> {
    /// The fields of a choice that have to be gone through even if a quiet move is known;
    /// nothing if that is not known.
    pub(crate) fn loud_fields(
        &mut self,
        fr: &mut Frame<'p>,
        set: ir::Value,
        then: &'p Target,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> Option<Vec<Word>> {
        let sifting = self.sifting.as_ref()?;
        let may = k.straight && self.in_question == 0 && sifting.trial.is_none();
        if !may || self.unit.tried > ALL_TRIALS {
            return None;
        }
        let none = vec![Word::ZERO; self.layout.words];
        if sifting.quiet == Word::ONE {
            return Some(none);
        }
        let base = self.base.clone()?;
        let enemies = self.owned_by(sifting.v.other());
        let (held, is_quiet) = self.try_choice(fr, set, then, &base, !enemies, k);
        if is_quiet {
            let loud = self.fields_of(&base, enemies);
            return Some(if held & enemies == 0 { none } else { loud });
        }
        if held & !enemies & EMPTY == 0 || held & !enemies == EMPTY {
            return None;
        }
        let (_, is_quiet) = self.try_choice(fr, set, then, &base, EMPTY, k);
        is_quiet.then(|| self.occupied(&base))
    }

    /// Those fields of a choice that still have to be gone through, if these have to be in
    /// any case.
    pub(crate) fn still_wanted(&mut self, words: &[Word], loud: &[Word]) -> Vec<Word> {
        let is_known = self.knows_quiet_move();
        let rest = Word::V(self.b.ins().iadd_imm_s(is_known, -1));
        let pairs = words.iter().zip(loud);
        pairs
            .map(|(&word, &loud)| {
                let wanted = self.or(loud, rest);
                self.and(word, wanted)
            })
            .collect()
    }

    /// 1 if no quiet move has to be found any more, else 0.
    pub(crate) fn knows_quiet_move(&mut self) -> Value {
        let Some(sifting) = &self.sifting else { return self.b.ins().iconst(I64, 0) };
        let (found, answers) = (sifting.found, sifting.answers.clone());
        let mut known = self.flagged(found);
        for answer in answers {
            let answer = self.flagged(answer);
            known = self.b.ins().band(known, answer);
        }
        known
    }

    /// Goes through a field of a choice, after which only quiet moves follow unless it is
    /// one of the loud ones.
    pub(crate) fn sifted<T>(
        &mut self,
        loud: Option<&[Word]>,
        field: Word,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = self.sifting.as_ref().map_or(Word::ZERO, |sifting| sifting.quiet);
        if let Some(loud) = loud {
            let is_loud = self.contains(loud, field);
            let here = self.xor(is_loud, Word::ONE);
            self.set_quiet(if outer == Word::ONE { outer } else { here });
        }
        let made = make(self);
        self.set_quiet(outer);
        made
    }

    fn set_quiet(&mut self, quiet: Word) {
        if let Some(sifting) = &mut self.sifting {
            sifting.quiet = quiet;
        }
    }

    /// Not 0 if only quiet moves can follow.
    pub(crate) fn is_quiet_here(&self) -> Word {
        self.sifting.as_ref().map_or(Word::ZERO, |sifting| sifting.quiet)
    }

    /// Makes code in which it has to be found out whether a rule has a result.
    pub(crate) fn answering<T>(&mut self, answer: Flag, make: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(sifting) = &mut self.sifting {
            sifting.answers.push(answer);
        }
        let made = make(self);
        if let Some(sifting) = &mut self.sifting {
            sifting.answers.pop();
        }
        made
    }

    /// Goes on elsewhere with a position that waited, if it leads to quiet moves and one is
    /// known.
    pub(crate) fn leave_if_known(&mut self, place: Value, next: Block) {
        let quiet = self.b.ins().load(I64, trusted(), place, 0);
        let is_known = self.knows_quiet_move();
        let both = self.b.ins().band(quiet, is_known);
        self.refuse(Word::V(both), next);
    }

    /// Whether a trial is under way.
    pub(crate) fn is_trial(&self) -> bool {
        self.sifting.as_ref().is_some_and(|sifting| sifting.trial.is_some())
    }

    /// Whether a trial is under way that has already failed.
    pub(crate) fn has_tried_enough(&mut self) -> bool {
        let size = self.b.func.dfg.num_insts();
        let Some(Trial { is_quiet, before }) = self.trial() else { return false };
        *is_quiet &= size < *before + LONG_TRIAL;
        !*is_quiet
    }

    fn trial(&mut self) -> Option<&mut Trial> {
        self.sifting.as_mut()?.trial.as_mut()
    }

    /// Something happens that a quiet move does not do.
    pub(crate) fn not_quiet(&mut self) {
        if let Some(trial) = self.trial() {
            trial.is_quiet = false;
        }
    }

    /// A routine is called: what it does is known of few.
    pub(crate) fn try_call(&mut self, routine: Routine) {
        let is_known = match routine {
            Routine::Question { .. } | Routine::Rights | Routine::Select | Routine::Late => true,
            Routine::Ask(func, _) => !self.is_trial() || !self.unit.asks_for_past(func),
            _ => false,
        };
        if !is_known {
            self.not_quiet();
        }
    }

    /// Looks at a move that came out of a trial.
    pub(crate) fn try_result(&mut self, base: &State, state: &State) {
        if !self.is_quiet_move(base, state) {
            self.not_quiet();
        }
    }

    /// Whether a move surely takes nothing of the opponent's, ends nothing, and turns no piece
    /// into another.
    fn is_quiet_move(&self, base: &State, state: &State) -> bool {
        let (Some(sifting), Some(gained)) = (&self.sifting, &state.gained) else { return false };
        let layout = self.layout;
        let may_be_wrong = self.slot(state, TurnSlot::Hit) != Word::ZERO;
        let mut enemies = self.words_of(layout.owners[sifting.v.other().index()]);
        enemies.all(|word| base.slots[word] == state.slots[word])
            && self.slot(state, TurnSlot::OutFlag) == Word::ZERO
            && state.hand == EMPTY
            && !self.turns_pieces(gained, sifting.v)
            && (gained.is_none() || !may_be_wrong)
    }

    /// What a field of a choice may hold when the turn begins, and whether all that do not
    /// hold anything but this lead to quiet moves only.
    fn try_choice(
        &mut self,
        fr: &mut Frame<'p>,
        set: ir::Value,
        then: &'p Target,
        base: &State,
        contents: u64,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> (u64, bool) {
        let (here, there, dead) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(here, &[]);
        // Nothing leads there, so it goes away.
        self.b.switch_to_block(there);
        let before = self.b.func.dfg.num_insts();
        let field = Word::V(self.b.ins().iconst(I64, 0));
        if let Some(sifting) = &mut self.sifting {
            sifting.trial = Some(Trial { is_quiet: true, before });
        }
        let any = self.all_pieces() | EMPTY;
        let held = self.scope(|e| {
            e.learn(fr, set, field, true);
            let held = e.held_at_start(field) & any;
            if held & contents == 0 {
                e.not_quiet();
            }
            e.known.push(FieldFact { version: base.version, field, contents });
            fr.enter(then, &[Val::Field(Finger::At(field))]);
            e.block(fr, then.block.index(), dead, k);
            held
        });
        let trial = self.sifting.as_mut().and_then(|sifting| sifting.trial.take());
        self.b.switch_to_block(dead);
        self.problem(Problem::Rules);
        self.b.switch_to_block(here);
        self.unit.tried += self.b.func.dfg.num_insts() - before;
        (held, trial.is_some_and(|trial| trial.is_quiet))
    }

    /// The pieces of a player.
    fn owned_by(&self, player: Player) -> u64 {
        let owner = Owner::from(player);
        let pieces = self.layout.pieces.iter().enumerate();
        let of = pieces.filter(|(_, piece)| piece.owner() == owner);
        of.fold(0, |mask, (i, _)| mask | 1 << i)
    }
}
