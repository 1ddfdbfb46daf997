//! The referee of a game with hidden information: what a player sees, what they
//! may try, and what they are told. All of it is made of ordinary rules.
//!
//! Where `before` is asked for it is the position before the last turn; at the
//! start of a game it is the position itself.

use crate::Interp;
use crate::position::Position;
use crate::run::{AskedAbout, Run};
use crate::state::State;
use crate::turn::{Offer, close, said};
use game::{
    Asked, Counter, Field, FieldSet, Message, Piece, Player, Referee, Refusal, RulesError, Saying,
    Turn, TurnWitness,
};
use ir::analyses::CallGraph;
use ir::drive::{Drive, Stop};
use ir::{FuncId, Inst, Program, Write};
use std::rc::Rc;

/// What can be said about the referee's rules without running them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    can_refusal_pass: bool,
    do_tries_look_back: bool,
}

impl Habits {
    pub(crate) fn of(program: &Program) -> Habits {
        let entries = &program.entries;
        let graph = CallGraph::new(program);
        let writes = |roots: &[Option<FuncId>], is_such: fn(&Write) -> bool| {
            let reachable = graph.reachable(roots.iter().copied().flatten());
            let funcs = reachable.into_iter().map(|func| &program.funcs[func.index()]);
            let mut insts = funcs.flat_map(|func| &func.blocks).flat_map(|block| &block.insts);
            insts.any(|inst| matches!(inst, Inst::Write { write, .. } if is_such(write)))
        };
        let known = entries.known.or(entries.seen);
        Habits {
            can_refusal_pass: entries.tries.is_some()
                && writes(&[entries.refused], |write| matches!(write, Write::Pass)),
            do_tries_look_back: entries.tries.is_some()
                && writes(&[known, entries.refused], |write| matches!(write, Write::Before)),
        }
    }
}

impl Interp {
    /// The fields that a player sees.
    pub fn seen(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<FieldSet, RulesError> {
        self.leads_to(self.program.entries.seen, position, before, player)
    }

    /// The fields whose contents a player may use for their tries: those of the
    /// rule `known`, or what they see.
    pub fn known(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<FieldSet, RulesError> {
        let entries = &self.program.entries;
        self.leads_to(entries.known.or(entries.seen), position, before, player)
    }

    /// The position as a player knows it, with that player to move.
    pub fn view(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<Position, RulesError> {
        let known = self.known(position, before, player)?;
        let mut parts = position.parts.clone();
        crate::writes::mask(&self.program.facts, &mut parts, player, &known);
        Ok(Position::new(parts, player, None, position.round))
    }

    /// What the player to move may try, going by what they know, in ascending
    /// order. Without a rule `tries` they are told their legal moves.
    pub fn tries(
        &self,
        position: &Position,
        before: &Position,
        past: &[Position],
    ) -> Result<Vec<String>, RulesError> {
        let Some(tries) = self.program.entries.tries else {
            return Ok(match self.offer(position, past)? {
                Offer::Over(_) => Vec::new(),
                Offer::Moves(moves) => moves.into_iter().map(|(made, _)| made.text).collect(),
            });
        };
        let view = self.view(position, before, position.player)?;
        // The past would show players what they do not know.
        let run = Run::new(&self.program, &view, None, self.limits);
        let mut texts = Vec::new();
        let flow = run.run(tries, view.player, &run.start(()), &mut |conf| {
            if conf.s.passed || !conf.s.parts.same_material(&view.parts) {
                texts.push(game::move_text(&self.program.facts, view.player, &conf.s.events()));
            }
            run.meter().keep(texts.len())
        });
        self.settle(position, flow)?;
        texts.sort();
        texts.dedup();
        Ok(texts)
    }

    /// What happens to a try that is not legal, as the rule `refused` says.
    pub fn refusal(
        &self,
        position: &Position,
        before: &Position,
    ) -> Result<Refusal<Position>, RulesError> {
        let Some(refused) = self.program.entries.refused else {
            let no = Message { to: position.player, text: "no".to_string() };
            return Ok(Refusal { told: vec![no], passed: None });
        };
        let Some(result) = self.first_result(refused, position, before)? else {
            return Ok(Refusal { told: Vec::new(), passed: None });
        };
        let passed = result.passed.then(|| {
            let mut state = State::new(position);
            state.again = result.again;
            close(&self.program.facts, position, &state)
        });
        Ok(Refusal { told: said(&result), passed })
    }

    /// What is said before the turn of the player to move.
    pub fn told(&self, position: &Position, before: &Position) -> Result<Vec<Message>, RulesError> {
        let Some(told) = self.program.entries.told else { return Ok(Vec::new()) };
        if position.outcome.is_some() {
            return Ok(Vec::new());
        }
        let result = self.first_result(told, position, before)?;
        Ok(result.map_or_else(Vec::new, |state| said(&state)))
    }

    /// The result of a rule of the referee for the player to move. If there are
    /// several, the first counts: results that differ only in what they tell are
    /// one result, so no rule can rely on more.
    fn first_result(
        &self,
        func: FuncId,
        position: &Position,
        before: &Position,
    ) -> Result<Option<Rc<State>>, RulesError> {
        let mut run = Run::new(&self.program, position, None, self.limits);
        run.before = before;
        let mut first = None;
        let flow = run.run(func, position.player, &run.start(()), &mut |conf| {
            first = Some(conf.s.clone());
            Err(Stop::Enough)
        });
        self.settle(position, flow)?;
        Ok(first)
    }

    /// The fields where a rule leaves the finger; all fields without the rule.
    fn leads_to(
        &self,
        rule: Option<FuncId>,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<FieldSet, RulesError> {
        let n_fields = self.program.facts.board.n_fields();
        let Some(rule) = rule else { return Ok(FieldSet::all(n_fields)) };
        let mut run = Run::new(&self.program, position, None, self.limits);
        run.before = before;
        let mut fields = FieldSet::empty(n_fields);
        let flow = run.run(rule, player, &run.start(()), &mut |conf| {
            if let Some(field) = conf.f {
                fields.insert(field);
            }
            Ok(())
        });
        self.settle(position, flow)?;
        Ok(fields)
    }
}

impl Referee for Interp {
    fn seen(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<FieldSet, RulesError> {
        Interp::seen(self, position, before, player)
    }

    fn view(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<Position, RulesError> {
        Interp::view(self, position, before, player)
    }

    fn tries(
        &self,
        position: &Position,
        before: &Position,
        past: &[Position],
    ) -> Result<Vec<String>, RulesError> {
        Interp::tries(self, position, before, past)
    }

    fn refusal(
        &self,
        position: &Position,
        before: &Position,
    ) -> Result<Refusal<Position>, RulesError> {
        Interp::refusal(self, position, before)
    }

    fn told(&self, position: &Position, before: &Position) -> Result<Vec<Message>, RulesError> {
        Interp::told(self, position, before)
    }

    fn sayings(&self) -> Vec<Saying> {
        let blocks = self.program.funcs.iter().flat_map(|func| &func.blocks);
        let mut sayings: Vec<Saying> = blocks
            .flat_map(|block| &block.insts)
            .filter_map(|inst| match inst {
                Inst::Write { write: Write::Tell { message, details, .. }, .. } => {
                    Some(Saying { words: message.clone(), n_details: details.len() })
                }
                _ => None,
            })
            .collect();
        sayings.sort();
        sayings.dedup();
        sayings
    }

    fn can_refuse(&self) -> bool {
        self.program.entries.tries.is_some()
    }

    fn can_refusal_pass(&self) -> bool {
        self.habits.can_refusal_pass
    }

    fn do_tries_look_back(&self) -> bool {
        self.habits.do_tries_look_back
    }

    fn stack(&self, position: &Position, field: Field, list: &mut Vec<Piece>) {
        let parts = &position.parts;
        list.extend(parts.lower.get(field.index()).into_iter().flatten());
        list.extend(parts.top(field));
    }

    fn likeness(&self, position: &Position) -> u64 {
        position.key()
    }

    fn silent_clocks(&self) -> Vec<(Counter, i32)> {
        let clocks = ir::analyses::silent_clocks(&self.program).into_iter().enumerate();
        clocks.filter_map(|(i, limit)| Some((Counter(i as u8), limit?))).collect()
    }

    fn idle_counters(&self) -> Vec<(Counter, i32)> {
        let counters = ir::analyses::idle_counters(&self.program).into_iter().enumerate();
        counters.filter_map(|(i, limit)| Some((Counter(i as u8), limit?))).collect()
    }

    fn past_only_draws(&self) -> bool {
        !self.program.asks_for_past() || !self.program.scores() && self.program.past_only_draws()
    }

    fn forget(&self, position: &mut Position, counters: &[Counter]) {
        let low = |counter: &Counter| self.program.facts.counters[counter.index()].low;
        let now = &position.parts.counters;
        if counters.iter().any(|it| now[it.index()][0] != low(it)) {
            let mut all = now.to_vec();
            counters.iter().for_each(|it| all[it.index()][0] = low(it));
            position.parts.counters = all.into();
        }
    }

    fn turn_asking(
        &self,
        position: &Position,
        past: &[Position],
        asked: &mut Vec<Asked>,
    ) -> Result<Turn<Position>, RulesError> {
        let mut about = Vec::new();
        let turn = self.turn_asking_about(position, past, &mut about);
        asked.extend(about.into_iter().map(|it| {
            let AskedAbout { position, times, moved } = it;
            Asked { likeness: position.key(), times, moved }
        }));
        turn
    }

    fn position_bytes(&self) -> usize {
        let facts = &self.program.facts;
        // A turn shares with its parent what it did not change; the board it does.
        let board = facts.board.n_fields() * if facts.stacks.is_some() { 32 } else { 2 };
        let rest = facts.counters.len() * 8 + facts.memories.len() * 4 + facts.reserve.len() * 2;
        size_of::<Position>() + board + rest + 64
    }

    type Witness<'g> = TurnWitness<'g, Interp>;

    fn witness(&self, player: Player) -> TurnWitness<'_, Interp> {
        TurnWitness::new(self, player)
    }
}
