//! A turn that is traced: what its paths come to, which of its steps lead to moves, and what is
//! left of it where somebody asks for less.

use crate::step::{Fate, Trace};
use crate::tracing::{End, Manner, Mark, Tracing};
use crate::wanted::Wanted;
use game::{Ended, Game, Turn};
use interp::machine::close;
use interp::{Interp, Position};
use ir::FuncId;
use ir::drive::{Drive, Fault, Stop};
use rustc_hash::FxHashMap;

/// At most this many steps are put down if nobody says otherwise.
pub const MOST_STEPS: usize = 200_000;

/// What is to be traced of a turn.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only paths to this move or, if it is not legal, paths that begin like it.
    pub text: Option<String>,
    /// Of other rules than this one only steps that run something.
    pub rule: Option<String>,
    /// Whether the steps of questions are put down. Where there are too many steps, they are
    /// left out.
    pub questions: bool,
    /// At most this many steps.
    pub most: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { text: None, rule: None, questions: true, most: MOST_STEPS }
    }
}

/// What traces the turns of a game.
#[derive(Clone, Copy)]
pub struct Tracer<'g> {
    pub(crate) interp: &'g Interp,
    go_on: &'g dyn Fn() -> bool,
}

impl<'g> Tracer<'g> {
    /// Traces the turns of a game. What it runs should be as the rules are written, before all
    /// passes.
    pub fn of(interp: &'g Interp) -> Tracer<'g> {
        Tracer { interp, go_on: &|| true }
    }

    /// The same; somebody is asked every now and then whether the answer is still wanted.
    #[must_use]
    pub fn while_wanted(self, go_on: &'g dyn Fn() -> bool) -> Tracer<'g> {
        Tracer { go_on, ..self }
    }

    /// What the rules do in a position. If there is too much of it, questions are left out, and
    /// if that is not enough, steps at the end.
    pub fn trace(&self, position: &Position, past: &[Position], options: &Options) -> Trace {
        let facts = &self.interp.program().facts;
        let wanted = options.text.as_deref().and_then(|text| Wanted::new(facts, text));
        let manner = Manner {
            most: options.most,
            questions: options.questions,
            rule: options.rule.as_deref().and_then(|name| self.rule(name)),
            supposes: false,
            wanted: wanted.as_ref(),
        };
        let mut trace = self.run(position, past, manner);
        if trace.is_cut && manner.questions && (self.go_on)() {
            trace = self.run(position, past, Manner { questions: false, ..manner });
        }
        if let Some(text) = &options.text {
            only(&mut trace, text);
        }
        trace
    }

    /// The rule of a name.
    pub fn rule(&self, name: &str) -> Option<FuncId> {
        let funcs = &self.interp.program().funcs;
        funcs.iter().position(|func| func.name == name).map(|n| FuncId(n as u32))
    }

    /// The names of the rules.
    pub fn rules(self) -> impl Iterator<Item = &'g str> {
        let is_rule = |func: &&ir::Func| func.about.is_empty() && func.name != "skip";
        self.interp.program().funcs.iter().filter(is_rule).map(|func| func.name.as_str())
    }

    /// Runs a turn.
    pub(crate) fn run(&self, position: &Position, past: &[Position], manner: Manner<'_>) -> Trace {
        let (program, limits) = (self.interp.program(), self.interp.limits());
        let (texts, error) = self.texts(position, past);
        let mut tracing = Tracing::new(program, position, past, limits, manner);
        let go_on = self.go_on;
        tracing.ask_often(&go_on);
        let main = program.entries.main;
        let is_inside = tracing.is_rule(main);
        let start = tracing.start(Mark { is_inside, ..Mark::default() });
        let flow = match position.outcome() {
            Some(_) => Ok(()),
            None => tracing.run(main, position.player(), &start, &mut |conf| {
                tracing.put_end(conf, end(self.interp, &texts, position, &conf.s))
            }),
        };
        let mut trace = tracing.into_trace();
        trace.is_cut |= matches!(flow, Err(Stop::Fault(Fault::Steps | Fault::Results)));
        trace.error = error;
        settle(&mut trace);
        trace
    }

    /// The texts of the moves, by the positions that they lead to.
    fn texts(
        &self,
        position: &Position,
        past: &[Position],
    ) -> (FxHashMap<Position, String>, Option<game::RulesError>) {
        match self.interp.turn(position, past) {
            Ok(Turn::Moves(moves)) => {
                (moves.into_iter().map(|made| (made.to, made.text)).collect(), None)
            }
            Ok(Turn::Over(_)) => (FxHashMap::default(), None),
            Err(error) => (FxHashMap::default(), Some(error)),
        }
    }
}

/// What a path comes to.
fn end(
    interp: &Interp,
    texts: &FxHashMap<Position, String>,
    before: &Position,
    state: &interp::machine::State,
) -> End {
    let facts = interp.facts();
    match interp::machine::ended(before, state) {
        Ended::Over(outcome) => {
            let words = format!("the game is over: {}", game::describe_outcome(facts, outcome));
            End { words, made: None, fate: Fate::Result }
        }
        Ended::Unmoved => {
            let words = "nothing has moved, which is no move".to_string();
            End { words, made: None, fate: Fate::Ends }
        }
        Ended::Moved => {
            let to = close(facts, before, state);
            let text = texts.get(&to).cloned();
            let text =
                text.unwrap_or_else(|| game::move_text(facts, before.player(), &state.events()));
            let mut words = format!("the move {text}");
            if let Some(outcome) = state.outcome {
                words += &format!(": {}", game::describe_outcome(facts, outcome));
            }
            End { words, made: Some(text), fate: Fate::Result }
        }
    }
}

/// Counts the moves that result from each step, and marks paths that end without a step that
/// says so: they have come to where another path was before.
fn settle(trace: &mut Trace) {
    let mut has_next = vec![false; trace.steps.len()];
    for n in (0..trace.steps.len()).rev() {
        let step = &trace.steps[n];
        let is_move = step.made.is_some() && step.supposed.is_none();
        let moves = step.moves + usize::from(is_move);
        let before = step.before;
        trace.steps[n].moves = moves;
        if let Some(before) = before {
            has_next[before] = true;
            trace.steps[before].moves += moves;
        }
    }
    if trace.is_cut {
        return;
    }
    for (step, _) in trace.steps.iter_mut().zip(has_next).filter(|(_, has_next)| !has_next) {
        if step.fate == Fate::GoesOn {
            step.fate = Fate::Ends;
            step.words += "; another path was here before";
        }
    }
}

/// Keeps the paths to a move with the questions on them, if there are such paths.
fn only(trace: &mut Trace, text: &str) {
    let is_named = |made: &String| made.eq_ignore_ascii_case(text.trim());
    let mut keeps = vec![false; trace.steps.len()];
    for n in 0..trace.steps.len() {
        let step = &trace.steps[n];
        if step.made.as_ref().is_some_and(is_named) {
            trace.path(n).into_iter().for_each(|n| keeps[n] = true);
        }
    }
    if !keeps.contains(&true) {
        return;
    }
    for n in 0..trace.steps.len() {
        keeps[n] |= trace.steps[n].question.is_some_and(|question| keeps[question]);
    }
    trace.keep(&keeps);
}
