//! Code for the rules of the referee: what players see and know, what they may try, and
//! what is said to them.

use crate::code::{Native, Stopped};
use crate::emit::Driver;
use crate::layout::{MOST_FIELDS, TurnSlot};
use crate::position::Position;
use crate::runtime::Ctx;
use crate::runtime::ways::usual_events;
use game::{Field, FieldSet, Game, Message, Player};
use ir::analyses::CallGraph;
use ir::{Cond, FuncId, Inst, Program, Term, Write};

/// The most words of a set.
const SET_WORDS: usize = MOST_FIELDS / 64;

/// Whether there is code for the rules of the referee: they do not see the past, while
/// functions that they share with turns do, and code does not mask.
pub(crate) fn has_code(program: &Program) -> bool {
    let entries = &program.entries;
    let rules = [entries.seen, entries.known, entries.tries, entries.refused, entries.told];
    let reachable = CallGraph::new(program).reachable(rules.into_iter().flatten());
    !reachable.into_iter().any(|func| looks_back(program, func))
}

fn looks_back(program: &Program, func: FuncId) -> bool {
    let occurred = |cond: &Cond| matches!(cond, Cond::Occurred { .. });
    program.funcs[func.index()].blocks.iter().any(|block| {
        let asks = matches!(&block.term, Term::If { cond, .. } if occurred(cond));
        asks || block.insts.iter().any(|inst| match inst {
            Inst::Guard { cond, .. } => occurred(cond),
            Inst::Write { write: Write::Mask { .. }, .. } => true,
            _ => false,
        })
    })
}

impl Native {
    /// Whether there is code for the rules of the referee.
    fn judges(&self) -> Result<(), Stopped> {
        match self.shared().judges {
            true => Ok(()),
            false => Err(Stopped::NoCode("the referee's rules look back".to_string())),
        }
    }

    /// The set of these words.
    pub(crate) fn set_of(&self, words: &[u64]) -> FieldSet {
        let n = self.facts().board.n_fields();
        let fields = (0..n).filter(|i| words[i / 64] >> (i % 64) & 1 == 1);
        FieldSet::of(n, fields.map(|i| Field(i as u16)))
    }

    /// Runs a rule of the referee on words; the number of results in the arena.
    fn judge(
        &self,
        ctx: &mut Ctx,
        rule: FuncId,
        words: &[u64],
        before: &[u64],
    ) -> Result<usize, Stopped> {
        self.judges()?;
        let player = self.player_of(words);
        ctx.keep_texts(player);
        let cell = self.driver(Driver::Results(rule), player).map_err(Stopped::NoCode)?;
        ctx.begin();
        let n = self.run(ctx, &cell, words, &[before.as_ptr() as u64])?;
        Ok(n as usize)
    }

    /// What the first result of a rule says. Results that differ only in what they tell
    /// are one, so no rule can rely on more.
    pub(crate) fn first_said(
        &self,
        ctx: &mut Ctx,
        rule: FuncId,
        position: &Position,
        before: &Position,
    ) -> Result<Vec<Message>, Stopped> {
        let n = self.judge(ctx, rule, position.words(), before.words())?;
        if n == 0 {
            return Ok(Vec::new());
        }
        let told = ctx.produced()[self.shared().layout.turn(TurnSlot::Told)];
        Ok(self.shared().told(&ctx.events(told)))
    }

    /// What the player to move may try, in ascending order.
    pub(crate) fn tries_of(
        &self,
        ctx: &mut Ctx,
        position: &Position,
        before: &Position,
    ) -> Result<Vec<String>, Stopped> {
        let Some(rule) = self.program().entries.tries else { return Ok(Vec::new()) };
        let player = self.player_of(position.words());
        let view = self.masked(ctx, position, before, player)?;
        // What was before would show the player too much.
        let n = self.judge(ctx, rule, &view, &view)?;
        let shared = self.shared();
        let slot = |record: &[u64], slot: TurnSlot| record[shared.layout.turn(slot)];
        let mut texts = Vec::new();
        for record in ctx.produced().chunks_exact(shared.record_words()).take(n) {
            if slot(record, TurnSlot::Passed) != 0 || !shared.has_material(&view, record) {
                let events = ctx.events(slot(record, TurnSlot::Trace));
                texts.push(game::move_text(self.facts(), player, &usual_events(&events)));
            }
        }
        texts.sort();
        texts.dedup();
        Ok(texts)
    }

    /// The fields on which a rule ends, or all without one, as words.
    pub(crate) fn fields(
        &self,
        ctx: &mut Ctx,
        rule: Option<FuncId>,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<[u64; SET_WORDS], Stopped> {
        let Some(rule) = rule else { return Ok([u64::MAX; SET_WORDS]) };
        self.judges()?;
        let mut words = [0; SET_WORDS];
        let args = [before.words().as_ptr() as u64, words.as_mut_ptr() as u64];
        let cell = self.driver(Driver::Fields(rule), player).map_err(Stopped::NoCode)?;
        ctx.begin();
        self.run(ctx, &cell, position.words(), &args)?;
        Ok(words)
    }

    /// The words of a position as a player knows it who is to move.
    pub(crate) fn masked(
        &self,
        ctx: &mut Ctx,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<Vec<u64>, Stopped> {
        let entries = &self.program().entries;
        let rule = entries.known.or(entries.seen);
        let known = self.fields(ctx, rule, position, before, player)?;
        let (layout, facts) = (&self.shared().layout, self.facts());
        let mut words = position.words().to_vec();
        layout.mask_stacks(&mut words, &known);
        for (i, word) in words.iter_mut().take(layout.n_sets * layout.words).enumerate() {
            *word &= known[i % layout.words];
        }
        let enemy = player.other();
        for packed in &layout.packed {
            if layout.is_hidden(facts, packed.slot, enemy) {
                layout.put(&mut words, packed, 0);
            }
        }
        layout.set_outcome(&mut words, None);
        layout.set_player(&mut words, player);
        Ok(words)
    }
}
