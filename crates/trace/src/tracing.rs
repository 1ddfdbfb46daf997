//! A run that records its steps: the steps of the interpreter, each put down with what it did.
//! Where a move is asked for, paths that lead elsewhere are left, and what the rules passed over
//! is followed, too, to find out whether the move would have been there.

use crate::step::{Board, Fate, Kind, Step, Trace};
use crate::wanted::Wanted;
use game::{Direction, Field, Piece, Player, Zone, move_text};
use interp::machine::{Parts, Run, State};
use interp::{KEPT_BYTES, Position};
use ir::drive::{Flow, Limits, Stop, Trail};
use ir::{Func, FuncId, Program, Source};
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::sync::Arc;

/// A configuration with its place among the steps.
pub(crate) type Conf<'r> = interp::machine::Conf<'r, Mark>;
/// A function under way.
pub(crate) type Frame<'r> = interp::machine::Frame<'r>;

/// Where a path is among the steps, and what is known there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    /// The last step of the path.
    pub(crate) step: Option<usize>,
    /// The run of a function, and how many are under way.
    pub(crate) run: usize,
    pub(crate) depth: usize,
    pub(crate) finger: Option<Field>,
    pub(crate) direction: Option<Direction>,
    pub(crate) board: usize,
    /// The last place of the rules that was known.
    pub(crate) source: Source,
    pub(crate) question: Option<usize>,
    pub(crate) tried: Option<usize>,
    pub(crate) supposed: Option<usize>,
    /// Whether the rule that was asked for is under way.
    pub(crate) is_inside: bool,
}

impl Trail for Mark {
    /// What is supposed must not take the place of what is.
    fn is_alike(&self, other: &Mark) -> bool {
        self.supposed == other.supposed
    }
}

/// What is put down of a step beyond what its mark knows.
pub(crate) struct Note {
    pub(crate) kind: Kind,
    pub(crate) source: Source,
    pub(crate) words: String,
    /// For an answer, whether it is yes.
    pub(crate) answer: Option<bool>,
    pub(crate) fate: Fate,
    /// The function that is run, and for whom.
    pub(crate) runs: Option<(FuncId, Player)>,
    pub(crate) zone: Option<Zone>,
}

impl Note {
    /// A step after which the path goes on.
    pub(crate) fn new(kind: Kind, source: Source, words: impl Into<String>) -> Note {
        let (words, answer, fate) = (words.into(), None, Fate::GoesOn);
        Note { kind, source, words, answer, fate, runs: None, zone: None }
    }

    /// The answer to a question.
    pub(crate) fn answer(source: Source, answer: bool) -> Note {
        let words = if answer { "yes" } else { "no" };
        Note { answer: Some(answer), ..Note::new(Kind::Answer, source, words) }
    }

    pub(crate) fn fate(self, fate: Fate) -> Note {
        Note { fate, ..self }
    }

    /// The same; the path ends unless this is so.
    pub(crate) fn if_only(self, goes_on: bool) -> Note {
        if goes_on { self } else { self.fate(Fate::Ends) }
    }

    pub(crate) fn within(self, zone: Option<Zone>) -> Note {
        Note { zone, ..self }
    }

    pub(crate) fn running(self, func: FuncId, v: Player) -> Note {
        Note { runs: Some((func, v)), ..self }
    }
}

/// What a path comes to.
pub(crate) struct End {
    pub(crate) words: String,
    /// The text of the move, if it is one.
    pub(crate) made: Option<String>,
    pub(crate) fate: Fate,
}

/// How a trace is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner<'r> {
    /// At most this many steps, and as many boards.
    pub(crate) most: usize,
    /// Whether the steps of questions are put down.
    pub(crate) questions: bool,
    /// The only rule whose steps are put down; of others there are those that run something.
    pub(crate) rule: Option<FuncId>,
    /// Whether what the rules passed over is followed.
    pub(crate) supposes: bool,
    /// The move that is asked for.
    pub(crate) wanted: Option<&'r Wanted>,
}

/// A run that records its steps.
pub(crate) struct Tracing<'r> {
    run: Run<'r>,
    pub(crate) manner: Manner<'r>,
    steps: RefCell<Vec<Step>>,
    boards: RefCell<Vec<Board>>,
    /// Bytes of the boards, as far as they do not share them.
    board_bytes: Cell<usize>,
    /// The place of the end of the block that is being run.
    pub(crate) here: Cell<Source>,
    /// How many runs of functions have begun.
    n_runs: Cell<usize>,
    /// Whether steps are put down, and whether the path under way is one to a move rather than a
    /// question on the way.
    records: Cell<bool>,
    on_the_way: Cell<bool>,
    is_cut: Cell<bool>,
}

impl<'r> Tracing<'r> {
    pub(crate) fn new(
        program: &'r Program,
        now: &'r Position,
        past: &'r [Position],
        limits: Limits,
        manner: Manner<'r>,
    ) -> Tracing<'r> {
        let board = Board {
            parts: now.parts().clone(),
            hand: Vec::new(),
            text: String::new(),
            outcome: None,
        };
        Tracing {
            run: Run::new(program, now, Some(past), limits),
            manner,
            steps: RefCell::default(),
            boards: RefCell::new(vec![board]),
            board_bytes: Cell::new(0),
            here: Cell::new(Source::NONE),
            n_runs: Cell::new(0),
            records: Cell::new(true),
            on_the_way: Cell::new(true),
            is_cut: Cell::new(false),
        }
    }

    /// Lets somebody be asked every now and then whether to go on.
    pub(crate) fn ask_often(&mut self, go_on: &'r dyn Fn() -> bool) {
        self.run.ask_often(go_on);
    }

    /// What was recorded.
    pub(crate) fn into_trace(self) -> Trace {
        let names = self.program().funcs.iter().map(|func| func.name.clone()).collect();
        Trace {
            names,
            steps: self.steps.into_inner(),
            boards: self.boards.into_inner(),
            is_cut: self.is_cut.get(),
            has_questions: self.manner.questions,
            error: None,
        }
    }

    /// Puts a step down and goes on from it.
    pub(crate) fn put(&self, a: &Frame<'r>, mark: &mut Mark, note: Note) -> Flow {
        let source = if note.source.is_known() { note.source } else { mark.source };
        mark.source = source;
        let is_told = mark.is_inside || note.runs.is_some() || note.fate != Fate::GoesOn;
        if !self.records.get() || !is_told {
            return Ok(());
        }
        let own = a.player(a.func.blocks[0].params[1]);
        let number = self.push(Step {
            before: mark.step,
            kind: note.kind,
            source,
            func: self.id(a.func),
            runs: note.runs.map(|(func, _)| func),
            run: mark.run,
            depth: mark.depth,
            player: note.runs.map_or(own, |(_, v)| v),
            finger: mark.finger,
            direction: mark.direction,
            board: mark.board,
            zone: note.zone,
            words: note.words,
            answer: note.answer,
            made: None,
            fate: note.fate,
            question: mark.question,
            tried: mark.tried,
            witness: None,
            supposed: mark.supposed,
            moves: 0,
        })?;
        mark.step = Some(number);
        Ok(())
    }

    /// Puts the result of a turn down.
    pub(crate) fn put_end(&self, conf: &Conf<'r>, end: End) -> Flow {
        let (mark, End { words, made, fate }) = (conf.trail, end);
        let step = Step {
            before: mark.step,
            kind: Kind::End,
            source: mark.source,
            func: self.program().entries.main,
            runs: None,
            run: mark.run,
            depth: 0,
            player: self.now.player(),
            finger: conf.f,
            direction: conf.d,
            board: mark.board,
            zone: None,
            words,
            answer: None,
            made,
            fate,
            question: None,
            tried: None,
            witness: None,
            supposed: mark.supposed,
            moves: 0,
        };
        self.push(step).map(|_| ())
    }

    /// Adds a step to the list. If there are too many, the run ends.
    fn push(&self, step: Step) -> Flow<usize> {
        let mut steps = self.steps.borrow_mut();
        if steps.len() >= self.manner.most {
            self.is_cut.set(true);
            return Err(Stop::Unknown);
        }
        steps.push(step);
        Ok(steps.len() - 1)
    }

    /// Says by which step a question was answered.
    pub(crate) fn witnessed(&self, answer: Option<usize>, witness: Option<usize>) {
        if let Some(answer) = answer
            && let Some(step) = self.steps.borrow_mut().get_mut(answer)
        {
            step.witness = witness;
        }
    }

    /// Keeps a board for the steps that are on it. If there are too many, the run ends: where only
    /// the steps of a rule are put down, there are more boards than steps.
    pub(crate) fn keep_board(&self, mark: &mut Mark, state: &State) -> Flow {
        if !self.records.get() {
            return Ok(());
        }
        let mut boards = self.boards.borrow_mut();
        let bytes = boards.last().map_or(0, |last| own_bytes(&state.parts, &last.parts));
        self.board_bytes.set(self.board_bytes.get() + bytes);
        if boards.len() > self.manner.most || self.board_bytes.get() > KEPT_BYTES {
            self.is_cut.set(true);
            return Err(Stop::Unknown);
        }
        let events = state.events();
        let text = match events.is_empty() {
            true => String::new(),
            false => move_text(self.facts(), self.now.player(), &events),
        };
        mark.board = boards.len();
        boards.push(Board {
            parts: state.parts.clone(),
            hand: state.hand.clone(),
            text,
            outcome: state.outcome,
        });
        Ok(())
    }

    /// The text of the move as far as it is made on a board.
    pub(crate) fn text_of(&self, board: usize) -> String {
        self.boards.borrow()[board].text.clone()
    }

    /// The mark with which a function begins.
    pub(crate) fn entering(&self, mark: Mark, func: FuncId) -> Mark {
        self.n_runs.set(self.n_runs.get() + 1);
        let is_inside = mark.is_inside || self.is_rule(func);
        Mark { run: self.n_runs.get(), depth: mark.depth + 1, is_inside, ..mark }
    }

    /// Whether a function is the rule that was asked for, or any is.
    pub(crate) fn is_rule(&self, func: FuncId) -> bool {
        self.manner.rule.is_none_or(|rule| rule == func)
    }

    /// Does something of which no steps are put down.
    pub(crate) fn silently<T>(&self, what: impl FnOnce() -> T) -> T {
        let before = self.records.replace(false);
        let done = self.aside(what);
        self.records.set(before);
        done
    }

    /// Does something that is not on the way to a move, such as a question.
    pub(crate) fn aside<T>(&self, what: impl FnOnce() -> T) -> T {
        let before = self.on_the_way.replace(false);
        let done = what();
        self.on_the_way.set(before);
        done
    }

    /// The move that is asked for, on the way to it.
    pub(crate) fn wanted(&self) -> Option<&'r Wanted> {
        self.manner.wanted.filter(|_| self.on_the_way.get())
    }

    /// Whether a path that ends at a step may go on as if it did not.
    pub(crate) fn may_suppose(&self, mark: &Mark) -> bool {
        self.manner.supposes && mark.supposed.is_none() && self.wanted().is_some()
    }

    /// Whether a position may be one on the way to the move that is asked for.
    pub(crate) fn is_wanted(&self, state: &State) -> bool {
        let fits = |wanted: &Wanted| wanted.agreement(self.facts(), self.now.player(), state).fits;
        self.wanted().is_none_or(fits)
    }

    /// The number of a function under way.
    fn id(&self, func: &'r Func) -> FuncId {
        let n = self.program().funcs.iter().position(|known| std::ptr::eq(known, func));
        FuncId(n.unwrap_or(0) as u32)
    }
}

impl<'r> Deref for Tracing<'r> {
    type Target = Run<'r>;

    fn deref(&self) -> &Run<'r> {
        &self.run
    }
}

/// The bytes of a board that another one does not share.
fn own_bytes(parts: &Parts, before: &Parts) -> usize {
    let tops = match Arc::ptr_eq(&parts.tops, &before.tops) {
        true => 0,
        false => size_of_val(&*parts.tops),
    };
    let stack = |pieces: &Vec<Piece>| size_of::<Vec<Piece>>() + size_of_val(pieces.as_slice());
    let lower = match Arc::ptr_eq(&parts.lower, &before.lower) {
        true => 0,
        false => parts.lower.iter().map(stack).sum(),
    };
    tops + lower
}
