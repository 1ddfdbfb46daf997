//! A turn: one run of `main`, whose results become moves with texts, an
//! outcome, or an error of the rules.
//!
//! ```text
//! main ─▶ result ─▶ board unchanged, outcome ─▶ the position is over
//!               ├─▶ board changed, or passed ─▶ closed ─▶ successor ─▶ move
//!               └─▶ anything else            ─▶ nothing
//! ```

use crate::Interp;
use crate::log::Log;
use crate::position::{Parts, Position};
use crate::run::{Conf, Fault, Flow, KEPT_BYTES, Limits, Run, Stop};
use crate::state::State;
use game::{Facts, Message, Move, Outcome, Player, RulesError, Turn};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The position after a turn that ended in this state: memory ages, and the
/// turn goes to the other player unless it said otherwise.
pub(crate) fn close(facts: &Facts, before: &Position, state: &State) -> Position {
    let aged = |entry: &Option<(game::Field, u8)>| {
        entry.and_then(|(field, turns)| Some((field, turns.checked_sub(1)?)))
    };
    let parts =
        Parts { memories: state.parts.memories.iter().map(aged).collect(), ..state.parts.clone() };
    let player = match state.again || facts.n_players() == 1 {
        true => before.player,
        false => before.player.other(),
    };
    let last = Player::BOTH[facts.n_players() - 1];
    let full_round = player == Player::First && before.player == last;
    let round = before.round.saturating_add(u32::from(full_round));
    Position::new(parts, player, state.outcome, round)
}

/// One way to make a move.
struct Derivation {
    text: String,
    state: Rc<State>,
    log: Log,
}

/// A position that the turn can lead to, with the ways to it.
struct Successor {
    to: Position,
    ways: Vec<Derivation>,
}

/// A move with what is known about how it came about.
pub(crate) struct Found {
    pub(crate) made: Move<Position>,
    pub(crate) log: Log,
}

/// What a turn offers.
pub(crate) enum Offer {
    Over(Outcome),
    Moves(Vec<Found>),
}

impl From<Offer> for Turn<Position> {
    fn from(offer: Offer) -> Turn<Position> {
        match offer {
            Offer::Over(outcome) => Turn::Over(outcome),
            Offer::Moves(moves) => Turn::Moves(moves.into_iter().map(|found| found.made).collect()),
        }
    }
}

/// The results of a turn, sorted out as they come in.
struct Collector<'r> {
    facts: &'r Facts,
    before: &'r Position,
    over: Option<Outcome>,
    successors: Vec<Successor>,
    /// The successor of each position, its outcome left out.
    by_position: FxHashMap<Position, usize>,
    /// The bytes of all texts so far.
    text_bytes: usize,
}

/// What is wrong with the results of a turn.
enum Problem {
    HandNotEmpty(String),
    TwoOutcomes(Outcome, Outcome),
    TwoEnds(Option<Outcome>, Option<Outcome>, String),
    OverAndMoves(Outcome, String),
    SameText(String, Box<[Position; 2]>),
    Exactly(String, String),
    Stuck,
}

impl Collector<'_> {
    fn add(&mut self, conf: &Conf) -> Result<(), Problem> {
        let state = &conf.s;
        let text = || game::move_text(self.facts, &state.events());
        if !state.hand.is_empty() {
            return Err(Problem::HandNotEmpty(text()));
        }
        let moved = state.changed || state.passed;
        match state.outcome {
            Some(outcome) if !moved => match self.over.replace(outcome) {
                Some(other) if other != outcome => Err(Problem::TwoOutcomes(other, outcome)),
                _ => Ok(()),
            },
            None if !state.passed && state.parts.same_material(&self.before.parts) => Ok(()),
            outcome => {
                let text = text();
                self.text_bytes += text.len();
                let way = Derivation { text, state: state.clone(), log: conf.log.clone() };
                self.add_move(way, outcome)
            }
        }
    }

    fn add_move(&mut self, way: Derivation, outcome: Option<Outcome>) -> Result<(), Problem> {
        let to = close(self.facts, self.before, &way.state);
        if let Some(wrong) = to.parts.wrong_number(self.facts) {
            return Err(Problem::Exactly(way.text, wrong));
        }
        let key = to.undecided();
        let index = *self.by_position.entry(key).or_insert(self.successors.len());
        if index == self.successors.len() {
            self.successors.push(Successor { to, ways: vec![way] });
            return Ok(());
        }
        let known = &mut self.successors[index];
        if known.to.outcome != outcome {
            return Err(Problem::TwoEnds(known.to.outcome, outcome, way.text));
        }
        known.ways.push(way);
        Ok(())
    }

    /// Decides between an outcome and moves, and names the moves.
    fn finish(mut self) -> Result<Offer, Problem> {
        match (self.over, self.successors.first()) {
            (Some(outcome), None) => return Ok(Offer::Over(outcome)),
            (Some(outcome), Some(some)) => {
                return Err(Problem::OverAndMoves(outcome, some.ways[0].text.clone()));
            }
            (None, None) => return Err(Problem::Stuck),
            (None, Some(_)) => {}
        }
        let moves = match self.name() {
            Ok(moves) => moves,
            Err(_) => {
                self.tell_more();
                self.name()?
            }
        };
        Ok(Offer::Moves(moves))
    }

    /// The successors that each text names: the first, and another if there is one.
    fn named_by(&self) -> FxHashMap<&str, (usize, Option<usize>)> {
        let mut named_by: FxHashMap<&str, (usize, Option<usize>)> = FxHashMap::default();
        for (i, successor) in self.successors.iter().enumerate() {
            for way in &successor.ways {
                let names = named_by.entry(&way.text).or_insert((i, None));
                if names.0 != i {
                    names.1.get_or_insert(i);
                }
            }
        }
        named_by
    }

    /// Lets the texts that name several moves tell everything that happened.
    fn tell_more(&mut self) {
        let named_by = self.named_by();
        let several = |way: &Derivation| named_by[&*way.text].1.is_some();
        let longer: Vec<Vec<Option<String>>> = self
            .successors
            .iter()
            .map(|successor| {
                let text = |way: &Derivation| game::move_text(self.facts, &way.state.all_events());
                successor.ways.iter().map(|way| several(way).then(|| text(way))).collect()
            })
            .collect();
        for (successor, texts) in self.successors.iter_mut().zip(longer) {
            for (way, text) in successor.ways.iter_mut().zip(texts) {
                way.text = text.unwrap_or_else(|| std::mem::take(&mut way.text));
            }
        }
    }

    /// Names each move by its shortest text that names no other, the smallest of
    /// several.
    fn name(&self) -> Result<Vec<Found>, Problem> {
        let named_by = self.named_by();
        let mut moves = Vec::new();
        for successor in &self.successors {
            let mut ways: Vec<&Derivation> = successor.ways.iter().collect();
            ways.sort_by_key(|way| (way.text.len(), &way.text));
            ways.dedup_by_key(|way| &way.text);
            let cost = successor.ways.iter().map(|way| way.state.cost.unwrap_or(1)).min();
            let unique: Vec<&Derivation> =
                ways.iter().copied().filter(|way| named_by[&*way.text].1.is_none()).collect();
            match unique.split_first() {
                Some((way, others)) => moves.push(found(&successor.to, way, others, cost)),
                None => {
                    let text = &ways[0].text;
                    let (a, b) = named_by[text.as_str()];
                    let both = [a, b.unwrap_or(a)].map(|i| self.successors[i].to.clone());
                    return Err(Problem::SameText(text.clone(), Box::new(both)));
                }
            }
        }
        moves.sort_by(|a, b| a.made.text.cmp(&b.made.text));
        Ok(moves)
    }
}

fn found(to: &Position, way: &Derivation, others: &[&Derivation], cost: Option<i32>) -> Found {
    let made = Move {
        text: way.text.clone(),
        synonyms: others.iter().map(|other| other.text.clone()).collect(),
        to: to.clone(),
        outcome: to.outcome,
        cost: cost.unwrap_or(1),
        told: said(&way.state),
    };
    Found { made, log: way.log.clone() }
}

/// What was told, each message once, in the order in which it was said.
pub(crate) fn said(state: &State) -> Vec<Message> {
    let mut told: Vec<Message> = Vec::new();
    for message in state.told.items() {
        if !told.contains(&message) {
            told.push(message);
        }
    }
    told
}

impl Interp {
    /// The outcome or the moves of a position for those who have a budget of work,
    /// in the units of [`Limits::steps`](crate::Limits::steps): what it took is
    /// taken off the budget. Nothing if the budget, rather than a limit, ran out.
    pub fn turn_within(
        &self,
        position: &Position,
        past: &[Position],
        budget: &mut u64,
    ) -> Option<Result<Turn<Position>, RulesError>> {
        let limits = Limits { steps: self.limits.steps.min(*budget), ..self.limits };
        let mut work = 0;
        let offer = self.measured_offer(position, past, false, limits, &mut work);
        let ran_out = limits.steps < self.limits.steps && work > limits.steps;
        *budget = budget.saturating_sub(work);
        (!ran_out).then(|| offer.map(Turn::from))
    }

    /// What a position offers.
    pub(crate) fn offer(
        &self,
        position: &Position,
        past: &[Position],
        tracking: bool,
    ) -> Result<Offer, RulesError> {
        self.measured_offer(position, past, tracking, self.limits, &mut 0)
    }

    fn measured_offer(
        &self,
        position: &Position,
        past: &[Position],
        tracking: bool,
        limits: Limits,
        work: &mut u64,
    ) -> Result<Offer, RulesError> {
        if let Some(outcome) = position.outcome {
            return Ok(Offer::Over(outcome));
        }
        let mut run = Run::new(&self.program, position, Some(past), limits);
        run.tracking = tracking;
        let mut collector = Collector {
            facts: &self.program.facts,
            before: position,
            over: None,
            successors: Vec::new(),
            by_position: FxHashMap::default(),
            text_bytes: 0,
        };
        let mut problem = None;
        let mut n_results = 0;
        let start = Conf::start(position);
        let flow = run.run(self.program.entries.main, position.player, &start, &mut |conf| {
            n_results += 1;
            run.keep(n_results)?;
            let bytes_before = collector.text_bytes;
            collector.add(conf).map_err(|found| {
                problem = Some(found);
                Stop::Enough
            })?;
            // A text is work, and takes memory, by its length.
            run.charge((collector.text_bytes - bytes_before) as u64)?;
            match collector.text_bytes > KEPT_BYTES {
                true => Err(Stop::Fault(Fault::Results)),
                false => Ok(()),
            }
        });
        *work = run.steps.get();
        self.settle(position, flow)?;
        let result = match problem {
            Some(problem) => Err(problem),
            None => collector.finish(),
        };
        result.map_err(|problem| self.explain(position, problem))
    }

    /// Turns a limit that was met into an error.
    pub(crate) fn settle(&self, position: &Position, flow: Flow) -> Result<(), RulesError> {
        let (code, message, hint) = match flow {
            Ok(()) | Err(Stop::Enough) => return Ok(()),
            Err(Stop::Fault(Fault::Steps)) => (
                "too-long",
                format!("a turn was not done after {} steps", self.limits.steps),
                "look for a repeat or a rule that calls itself and tries too many ways",
            ),
            Err(Stop::Fault(Fault::Results)) => (
                "too-long",
                "a turn has more results at a time than can be kept".to_string(),
                "look for a repeat that changes the board in too many ways",
            ),
            Err(Stop::Fault(Fault::Depth)) => (
                "too-deep-recursion",
                format!("rules call each other more than {} deep", self.limits.depth),
                "let the rule that calls itself use something up each time, or write `repeat`",
            ),
        };
        Err(self.error(position, code, message, hint))
    }

    fn explain(&self, position: &Position, problem: Problem) -> RulesError {
        let name = |outcome: Outcome| match (outcome.scored, outcome.winner()) {
            (false, None) => "a draw".to_string(),
            (false, Some(winner)) => {
                format!("a win for {}", self.program.facts.player_name(winner))
            }
            (true, _) => format!("a score of {}", outcome.value),
        };
        let (code, message, hint) = match problem {
            Problem::HandNotEmpty(text) => (
                "hand-not-empty",
                format!("the turn `{text}` ends with a piece in the hand"),
                "put it down, or write `test` where a rule is only a condition",
            ),
            Problem::TwoOutcomes(a, b) => (
                "two-outcomes",
                format!("the position is {} and {}", name(a), name(b)),
                "let `try ... else` choose one of them",
            ),
            Problem::TwoEnds(a, b, text) => (
                "two-outcomes",
                match (a, b) {
                    (Some(a), Some(b)) => format!(
                        "the move `{text}` leads to {} and, made another way, to {}",
                        name(a),
                        name(b)
                    ),
                    (a, b) => format!(
                        "the move `{text}` ends the game ({}) and, made another way, does not",
                        a.or(b).map_or(String::new(), name)
                    ),
                },
                "decide the outcome by the board alone, after all changes",
            ),
            Problem::OverAndMoves(outcome, text) => (
                "over-and-moves",
                format!("the position is {} and has the move `{text}`", name(outcome)),
                "let `main` try the moves only where it says nothing about the outcome",
            ),
            Problem::SameText(text, both) => (
                "same-text",
                format!(
                    "two moves are called `{text}`: one leads to `{}`, the other to `{}`",
                    self.text(&both[0]),
                    self.text(&both[1])
                ),
                "the text tells every field that was changed, and still fits both; let the \
                 choice show on the board",
            ),
            Problem::Exactly(text, wrong) => (
                "exactly-broken",
                format!("after the move `{text}` {wrong}"),
                "the position cannot arise in play, or the piece can be taken and should be \
                 declared without `exactly`",
            ),
            Problem::Stuck => (
                "stuck",
                "there is no move and no outcome".to_string(),
                "end `main` with `else draw`, `else lose` or `else pass`",
            ),
        };
        self.error(position, code, message, hint)
    }

    pub(crate) fn error(
        &self,
        position: &Position,
        code: &'static str,
        message: String,
        hint: &str,
    ) -> RulesError {
        RulesError { code, message, position: self.text(position), hint: hint.to_string() }
    }

    fn text(&self, position: &Position) -> String {
        game::write_position(&self.program.facts, &position.setup())
    }
}
