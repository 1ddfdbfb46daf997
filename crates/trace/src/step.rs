//! What was recorded, as plain data: steps in the order in which they were taken, each with the
//! step before it on its path, so that the list is a tree of paths.

use game::{Direction, Field, Outcome, Piece, Player, RulesError, Setup, Zone};
use interp::Position;
use interp::machine::Parts;
use ir::{FuncId, Source};

/// What the rules did in a turn.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The steps in the order in which they were taken: one path to its end, then the next.
    pub steps: Vec<Step>,
    /// The boards that steps name.
    pub boards: Vec<Board>,
    /// Whether steps are missing because there were too many, or because nobody waited.
    pub is_cut: bool,
    /// Whether there are the steps of questions (`test`, `not`) or only their answers.
    pub has_questions: bool,
    /// What is wrong with the rules, if the turn showed it.
    pub error: Option<RulesError>,
    /// The names of the functions, by their numbers.
    pub names: Vec<String>,
}

/// A step.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step before it on its path, by its number.
    pub before: Option<usize>,
    /// What sort of step it is.
    pub kind: Kind,
    /// Where in the rules it is.
    pub source: Source,
    /// The function that it belongs to.
    pub func: FuncId,
    /// The function that it runs, if it does.
    pub runs: Option<FuncId>,
    /// The run of the function: steps of the same run and place are one set of positions.
    pub run: usize,
    /// How many functions are under way.
    pub depth: usize,
    /// The point of view.
    pub player: Player,
    /// Where the finger points after it.
    pub finger: Option<Field>,
    /// The direction after it.
    pub direction: Option<Direction>,
    /// The board after it, by its number.
    pub board: usize,
    /// The zone in which the finger was looked for.
    pub zone: Option<Zone>,
    /// What happened, in words.
    pub words: String,
    /// For an answer, whether it is yes.
    pub answer: Option<bool>,
    /// For the end of a path that makes a move, the text of the move.
    pub made: Option<String>,
    /// How its path goes on.
    pub fate: Fate,
    /// The step of the innermost question inside of which it is.
    pub question: Option<usize>,
    /// The step of the innermost `try` that would go on otherwise if this path ends.
    pub tried: Option<usize>,
    /// For an answer, the step by which it was found.
    pub witness: Option<usize>,
    /// The step that the rules did not take, though this path does: it shows what would be.
    pub supposed: Option<usize>,
    /// How many moves result from it, counting each path to one.
    pub moves: usize,
}

/// How the path of a step goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// There are steps after it.
    GoesOn,
    /// It ends here.
    Ends,
    /// It ends because it leads to something other than what was asked for.
    Strays,
    /// It has found what a question asks for.
    Found,
    /// It is a move, or an outcome.
    Result,
}

/// What sort of step something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something is tested.
    Test,
    /// The finger goes one field on.
    Walk,
    /// The direction is turned.
    Rotate,
    /// Board, hand, reserve, a counter or a memory is changed, or the turn says something.
    Change,
    /// A field is chosen.
    Find,
    /// A direction is chosen.
    Direct,
    /// One of several branches is taken.
    Branch,
    /// A rule begins.
    Call,
    /// A question is asked.
    Ask,
    /// The question is answered.
    Answer,
    /// Something is tried.
    Try,
    /// Something is done instead.
    Else,
    /// Something is done again and again.
    Repeat,
    /// Something is done on each field of a set.
    Each,
    /// The best of some results are looked for.
    Best,
    /// A result is compared with the best.
    Compared,
    /// The question has found something.
    Found,
    /// The turn ends.
    End,
}

impl Kind {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Test => "test",
            Kind::Walk => "walk",
            Kind::Rotate => "rotate",
            Kind::Change => "change",
            Kind::Find => "find",
            Kind::Direct => "direct",
            Kind::Branch => "branch",
            Kind::Call => "call",
            Kind::Ask => "ask",
            Kind::Answer => "answer",
            Kind::Try => "try",
            Kind::Else => "else",
            Kind::Repeat => "repeat",
            Kind::Each => "each",
            Kind::Best => "best",
            Kind::Compared => "compared",
            Kind::Found => "found",
            Kind::End => "end",
        }
    }
}

impl Fate {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Fate::GoesOn => "goes on",
            Fate::Ends => "ends",
            Fate::Strays => "strays",
            Fate::Found => "found",
            Fate::Result => "result",
        }
    }
}

/// A board in the middle of a turn.
#[derive(Clone, Debug)]
pub struct Board {
    /// The board and all that belongs to it.
    pub parts: Parts,
    /// What is in the hand, from the bottom.
    pub hand: Vec<Piece>,
    /// The text of the move as far as it is made.
    pub text: String,
    /// How the game has ended, if the turn has said so.
    pub outcome: Option<Outcome>,
}

impl Board {
    /// The board as plain data, with this player to move.
    pub fn setup(&self, player: Player) -> Setup {
        Position::new(self.parts.clone(), player, None, 1).setup()
    }
}

impl Trace {
    /// The name of the rule that a function is, or is a part of.
    pub fn rule(&self, func: FuncId) -> &str {
        let name = self.names.get(func.index()).map_or("", String::as_str);
        name.split('.').next().unwrap_or(name)
    }

    /// The steps of the path to a step, with itself, from the first on.
    pub fn path(&self, step: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = Some(step);
        while let Some(n) = at {
            path.push(n);
            at = self.steps[n].before;
        }
        path.reverse();
        path
    }

    /// The steps of the same run at the same place of the rules, as long as their paths go on:
    /// the set of positions that the rules have come to there.
    pub fn positions(&self, step: usize) -> Vec<usize> {
        let here = &self.steps[step];
        let place = |step: &Step| (step.source.file, step.source.start, step.source.end);
        let is_here = |other: &Step| {
            let fits = other.run == here.run && other.kind == here.kind;
            fits && place(other) == place(here) && other.fate != Fate::Ends
        };
        (0..self.steps.len()).filter(|&n| is_here(&self.steps[n])).collect()
    }

    /// Keeps only some of the steps; every step that is kept needs those before it.
    pub(crate) fn keep(&mut self, keeps: &[bool]) {
        let mut numbers = vec![None; self.steps.len()];
        let mut n_kept = 0;
        for (n, _) in keeps.iter().enumerate().filter(|(_, keeps)| **keeps) {
            numbers[n] = Some(n_kept);
            n_kept += 1;
        }
        let renamed = |n: Option<usize>| n.and_then(|n| numbers[n]);
        let mut kept = Vec::with_capacity(n_kept);
        for (step, _) in self.steps.drain(..).zip(keeps).filter(|(_, keeps)| **keeps) {
            kept.push(Step {
                before: renamed(step.before),
                question: renamed(step.question),
                tried: renamed(step.tried),
                witness: renamed(step.witness),
                supposed: renamed(step.supposed),
                ..step
            });
        }
        self.steps = kept;
    }
}
