//! A turn: one run of `main`, whose results become moves with texts, an
//! outcome, or an error of the rules.
//!
//! ```text
//! main ─▶ result ─▶ board unchanged, outcome ─▶ the position is over
//!               ├─▶ board changed, or passed ─▶ closed ─▶ successor ─▶ move
//!               └─▶ anything else            ─▶ nothing
//! ```

use crate::Interp;
use crate::position::{Parts, Position};
use crate::run::{AskedAbout, KEPT_BYTES, Real, Run};
use crate::state::State;
use crate::values::Conf;
use game::{
    Collector, Ended, ErrorCode, Event, Facts, Message, Outcome, RulesError, Turn, TurnProblem, Way,
};
use ir::drive::{Drive, Fault, Flow, Limits, Stop};
use std::cell::RefCell;
use std::rc::Rc;

/// The position after a turn that ended in this state: memory ages, and the
/// turn goes to the other player unless it said otherwise.
pub fn close(facts: &Facts, before: &Position, state: &State) -> Position {
    let memories = state.parts.memories.iter().copied().map(game::aged).collect();
    let (end, mover) = (state.end(), before.player);
    Position::new(
        Parts { memories, ..state.parts.clone() },
        end.next_player(facts, mover),
        state.outcome,
        end.next_round(facts, mover, before.round),
    )
}

/// What a turn comes to that ended in this state.
pub fn ended(before: &Position, state: &State) -> Ended {
    state.end().ended(|| state.parts.same_material(&before.parts))
}

/// One way to make a move.
#[derive(Clone, Debug)]
pub struct Derivation<T> {
    /// The position in which the turn ended.
    pub state: Rc<State>,
    /// What was carried along.
    pub trail: T,
}

impl Way for State {
    fn usual_events(&self) -> Vec<Event> {
        self.events()
    }

    fn all_events(&self) -> Vec<Event> {
        State::all_events(self)
    }

    fn cost(&self) -> i32 {
        self.cost.unwrap_or(1)
    }

    fn told(&self) -> Vec<Message> {
        said(self)
    }
}

impl<T> Way for Derivation<T> {
    fn usual_events(&self) -> Vec<Event> {
        self.state.usual_events()
    }

    fn all_events(&self) -> Vec<Event> {
        State::all_events(&self.state)
    }

    fn cost(&self) -> i32 {
        Way::cost(&*self.state)
    }

    fn told(&self) -> Vec<Message> {
        said(&self.state)
    }
}

/// What a turn offers.
pub type Offer<T = ()> = game::Offer<Position, Derivation<T>>;

/// What is wrong with the results of a turn.
enum Problem {
    HandNotEmpty(String),
    Exactly(String, String),
    Results(TurnProblem<Position>),
    /// There are results, and all leave everything as it was.
    Unmoved,
}

impl From<TurnProblem<Position>> for Problem {
    fn from(problem: TurnProblem<Position>) -> Problem {
        Problem::Results(problem)
    }
}

/// Adds a result of a turn.
fn add<T: Clone>(
    collector: &mut Collector<'_, Position, Derivation<T>>,
    facts: &Facts,
    before: &Position,
    conf: &Conf<'_, T>,
) -> Result<(), Problem> {
    let state = &conf.s;
    let text = || game::move_text(facts, before.player, &state.events());
    if !state.hand.is_empty() {
        return Err(Problem::HandNotEmpty(text()));
    }
    match ended(before, state) {
        Ended::Over(outcome) => Ok(collector.over(outcome)?),
        Ended::Unmoved => Ok(()),
        Ended::Moved => {
            let to = close(facts, before, state);
            if let Some(wrong) = to.parts.wrong_number(facts) {
                return Err(Problem::Exactly(text(), wrong));
            }
            let way = Derivation { state: state.clone(), trail: conf.trail.clone() };
            Ok(collector.add(to.undecided(), to, state.outcome, way)?)
        }
    }
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
        let run = Run::new(&self.program, position, Some(past), limits);
        let offer = self.offer_of(&run, ());
        let work = run.meter().steps();
        let ran_out = limits.steps < self.limits.steps && work > limits.steps;
        *budget = budget.saturating_sub(work);
        (!ran_out).then(|| offer.map(Turn::from))
    }

    /// How many results of a turn are moves, before those that lead to the same
    /// position are taken for one. For those who prove that there are none such.
    pub fn n_results(&self, position: &Position, past: &[Position]) -> Result<usize, RulesError> {
        let run = Run::new(&self.program, position, Some(past), self.limits);
        let mut n_results = 0;
        let start = run.start(());
        let flow = run.run(self.program.entries.main, position.player, &start, &mut |conf| {
            let state = &conf.s;
            n_results += usize::from(ended(position, state) == Ended::Moved);
            run.meter().keep(n_results)
        });
        self.settle(position, flow)?;
        Ok(n_results)
    }

    /// What a position offers.
    pub fn offer(&self, position: &Position, past: &[Position]) -> Result<Offer, RulesError> {
        self.offer_of(&Run::new(&self.program, position, Some(past), self.limits), ())
    }

    /// What a position offers, and the oldest earlier position because of which.
    pub(crate) fn grounded_offer(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<(Offer, Option<usize>), RulesError> {
        let run = Run::new(&self.program, position, Some(past), self.limits);
        let offer = self.offer_of(&run, ())?;
        Ok((offer, run.ground.get()))
    }

    /// The outcome or the moves, and which questions about earlier positions were
    /// asked to find them; each is put after what is in the list.
    pub fn turn_asking_about(
        &self,
        position: &Position,
        past: &[Position],
        asked: &mut Vec<AskedAbout>,
    ) -> Result<Turn<Position>, RulesError> {
        let mut run = Run::new(&self.program, position, Some(past), self.limits);
        run.asked = Some(RefCell::default());
        let offer = self.offer_of(&run, ());
        asked.extend(run.asked.take().map(RefCell::into_inner).into_iter().flatten());
        offer.map(Turn::from)
    }

    /// What the position offers in which a run begins, with what is carried along from there.
    pub fn offer_of<'r, D: Real<'r>>(
        &self,
        run: &D,
        trail: D::Trail,
    ) -> Result<Offer<D::Trail>, RulesError> {
        let position = run.plain().now;
        if let Some(outcome) = position.outcome {
            return Ok(Offer::Over(outcome));
        }
        let facts = &self.program.facts;
        let mut collector = Collector::new(facts, position.player);
        let mut problem = None;
        let mut n_results = 0;
        let start = run.plain().start(trail);
        let flow = run.run(self.program.entries.main, position.player, &start, &mut |conf| {
            n_results += 1;
            run.meter().keep(n_results)?;
            let bytes_before = collector.text_bytes();
            add(&mut collector, facts, position, conf).map_err(|found| {
                problem = Some(found);
                Stop::Enough
            })?;
            // A text is work, and takes memory, by its length.
            run.meter().charge((collector.text_bytes() - bytes_before) as u64)?;
            match collector.text_bytes() > KEPT_BYTES {
                true => Err(Stop::Fault(Fault::Results)),
                false => Ok(()),
            }
        });
        self.settle(position, flow)?;
        let result = match problem {
            Some(problem) => Err(problem),
            None => collector.finish().map_err(|problem| match problem {
                TurnProblem::Stuck if n_results > 0 => Problem::Unmoved,
                problem => Problem::Results(problem),
            }),
        };
        result.map_err(|problem| self.explain(position, problem))
    }

    /// Turns a limit that was met into an error.
    pub fn settle(&self, position: &Position, flow: Flow) -> Result<(), RulesError> {
        let (code, message, hint) = match flow {
            Ok(()) | Err(Stop::Enough | Stop::Unknown) => return Ok(()),
            Err(Stop::Fault(Fault::Steps)) => (
                ErrorCode::TooLong,
                format!("a turn was not done after {} steps", self.limits.steps),
                "look for a repeat or a rule that calls itself and tries too many ways",
            ),
            Err(Stop::Fault(Fault::Results)) => (
                ErrorCode::TooLong,
                "a turn has more results at a time than can be kept".to_string(),
                "look for a repeat that changes the board in too many ways",
            ),
            Err(Stop::Fault(Fault::Depth)) => (
                ErrorCode::TooDeepRecursion,
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
                ErrorCode::HandNotEmpty,
                format!("the turn `{text}` ends with a piece in the hand"),
                "put it down, or write `test` where a rule is only a condition",
            ),
            Problem::Results(TurnProblem::TwoOutcomes(a, b)) => (
                ErrorCode::TwoOutcomes,
                format!("the position is {} and {}", name(a), name(b)),
                "let `try ... else` choose one of them",
            ),
            Problem::Results(TurnProblem::TwoEnds(a, b, text)) => (
                ErrorCode::TwoOutcomes,
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
            Problem::Results(TurnProblem::OverAndMoves(outcome, text)) => (
                ErrorCode::OverAndMoves,
                format!("the position is {} and has the move `{text}`", name(outcome)),
                "let `main` try the moves only where it says nothing about the outcome",
            ),
            Problem::Results(TurnProblem::SameText(text, both)) => (
                ErrorCode::SameText,
                format!(
                    "two moves are called `{text}`: one leads to `{}`, the other to `{}`",
                    self.text(&both[0]),
                    self.text(&both[1])
                ),
                "the text tells every field that was changed, and still fits both; let the \
                 choice show on the board",
            ),
            Problem::Exactly(text, wrong) => (
                ErrorCode::ExactlyBroken,
                format!("after the move `{text}` {wrong}"),
                "the position cannot arise in play, or the piece can be taken and should be \
                 declared without `exactly`",
            ),
            Problem::Results(TurnProblem::Stuck) => (
                ErrorCode::Stuck,
                "there is no move and no outcome".to_string(),
                "end `main` with `else draw`, `else lose` or `else pass`",
            ),
            Problem::Unmoved => (
                ErrorCode::Stuck,
                "there is no move and no outcome".to_string(),
                "what the rules find leaves everything as it was, which is no move, though `try` \
                 has found it; let the rule fail where nothing has moved",
            ),
        };
        self.error(position, code, message, hint)
    }

    fn error(
        &self,
        position: &Position,
        code: ErrorCode,
        message: String,
        hint: &str,
    ) -> RulesError {
        RulesError { code, message, position: self.text(position), hint: hint.to_string() }
    }

    fn text(&self, position: &Position) -> String {
        game::write_position(&self.program.facts, &position.setup())
    }
}
