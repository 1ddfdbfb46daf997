//! The referee of a game with hidden information: what a player sees, what he
//! may try, and what is said to him. All of it is made of ordinary rules.
//!
//! Where `before` is asked for it is the position before the last turn; at the
//! start of a game it is the position itself.

use crate::Interp;
use crate::position::Position;
use crate::run::{Conf, Run, Stop};
use crate::turn::{Offer, close, said};
use game::{FieldSet, Message, Move, Player, RulesError};
use ir::FuncId;

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It is a legal move.
    Accepted(Move<Position>),
    /// It is not legal, but the player could not know.
    Refused {
        /// What the referee says.
        told: Vec<Message>,
        /// The position after it, if the refusal costs the turn.
        passed: Option<Position>,
    },
    /// It is neither a legal move nor something that may be tried.
    Impossible,
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

    /// The fields whose contents a player may use for his tries: those of the
    /// rule `known`, or what he sees.
    pub fn known(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<FieldSet, RulesError> {
        let entries = &self.program.entries;
        self.leads_to(entries.known.or(entries.seen), position, before, player)
    }

    /// The position as a player knows it, with him to move.
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

    /// What the player to move may try, going by what he knows, in ascending
    /// order. Without a rule `tries` he is told his legal moves.
    pub fn tries(
        &self,
        position: &Position,
        before: &Position,
        past: &[Position],
    ) -> Result<Vec<String>, RulesError> {
        let Some(tries) = self.program.entries.tries else {
            return Ok(match self.offer(position, past, false)? {
                Offer::Over(_) => Vec::new(),
                Offer::Moves(moves) => moves.into_iter().map(|(made, _)| made.text).collect(),
            });
        };
        let view = self.view(position, before, position.player)?;
        let run = Run::new(&self.program, &view, Some(past), self.limits);
        let mut texts = Vec::new();
        let flow = run.run(tries, view.player, &Conf::start(&view), &mut |conf| {
            if conf.s.passed || !conf.s.parts.same_material(&view.parts) {
                texts.push(game::move_text(&self.program.facts, &conf.s.events()));
            }
            run.keep(texts.len())
        });
        self.settle(position, flow)?;
        texts.sort();
        texts.dedup();
        Ok(texts)
    }

    /// Makes an attempt: a legal move is accepted, a try that is not legal is
    /// refused as the rule `refused` says.
    pub fn attempt(
        &self,
        position: &Position,
        before: &Position,
        past: &[Position],
        text: &str,
    ) -> Result<Attempt, RulesError> {
        if let Offer::Moves(moves) = self.offer(position, past, false)? {
            let made = moves.into_iter().map(|(made, _)| made);
            let is_it = |m: &Move<Position>| m.text == text || m.synonyms.iter().any(|t| t == text);
            if let Some(accepted) = made.into_iter().find(is_it) {
                return Ok(Attempt::Accepted(accepted));
            }
        }
        let may_try = self.program.entries.tries.is_some()
            && self.tries(position, before, past)?.iter().any(|try_| try_ == text);
        if !may_try {
            return Ok(Attempt::Impossible);
        }
        let Some(refused) = self.program.entries.refused else {
            let no = Message { to: position.player, text: "no".to_string() };
            return Ok(Attempt::Refused { told: vec![no], passed: None });
        };
        let Some(conf) = self.first_result(refused, position, before)? else {
            return Ok(Attempt::Refused { told: Vec::new(), passed: None });
        };
        let passed = conf.s.passed.then(|| {
            let mut state = crate::state::State::new(position);
            state.again = conf.s.again;
            close(&self.program.facts, position, &state)
        });
        Ok(Attempt::Refused { told: said(&conf.s), passed })
    }

    /// What is said before the turn of the player to move.
    pub fn told(&self, position: &Position, before: &Position) -> Result<Vec<Message>, RulesError> {
        let Some(told) = self.program.entries.told else { return Ok(Vec::new()) };
        if position.outcome.is_some() {
            return Ok(Vec::new());
        }
        let result = self.first_result(told, position, before)?;
        Ok(result.map_or_else(Vec::new, |conf| said(&conf.s)))
    }

    /// The result of a rule of the referee for the player to move. If there are
    /// several, the first counts: results that differ only in what they tell are
    /// one result, so no rule can rely on more.
    fn first_result(
        &self,
        func: FuncId,
        position: &Position,
        before: &Position,
    ) -> Result<Option<Conf>, RulesError> {
        let mut run = Run::new(&self.program, position, None, self.limits);
        run.before = before;
        let mut first = None;
        let flow = run.run(func, position.player, &Conf::start(position), &mut |conf| {
            first = Some(conf.clone());
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
        let flow = run.run(rule, player, &Conf::start(position), &mut |conf| {
            if let Some(field) = conf.f {
                fields.insert(field);
            }
            Ok(())
        });
        self.settle(position, flow)?;
        Ok(fields)
    }
}
