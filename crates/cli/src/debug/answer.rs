//! What `debug` answers: a whole trace for programs, and why a text is no move.

use super::show::{excerpt, words};
use crate::answer::Place;
use crate::conditions::Why as Reasons;
use crate::position::Table;
use game::{Facts, Field, Game, write_position};
use interp::Interp;
use ir::Source;
use serde::Serialize;
use std::fmt::{self, Display};
use syntax::{FileId, Sources};
use trace::{Trace, WhyNot};

/// Where something is in the rules.
#[derive(Serialize)]
struct At {
    file: String,
    line: usize,
    column: usize,
    /// In bytes.
    from: u32,
    to: u32,
}

impl At {
    fn new(sources: &Sources, source: Source) -> Option<At> {
        let file = source.is_known().then(|| sources.get(FileId(source.file)))?;
        let (line, column) = file.line_column(source.start);
        let (from, to) = (source.start, source.end);
        Some(At { file: file.name.clone(), line, column, from, to })
    }
}

/// All steps of a turn.
#[derive(Serialize)]
pub(super) struct Traced {
    #[serde(flatten)]
    place: Place,
    steps: Vec<StepOf>,
    boards: Vec<BoardOf>,
    complete: bool,
    questions: bool,
    error: Option<String>,
}

#[derive(Serialize)]
struct BoardOf {
    position: String,
    hand: Vec<String>,
    /// The text of the move as far as it is made.
    text: String,
}

#[derive(Serialize)]
struct StepOf {
    step: usize,
    before: Option<usize>,
    kind: &'static str,
    fate: &'static str,
    rule: String,
    runs: Option<String>,
    #[serde(flatten)]
    at: Option<At>,
    run: usize,
    depth: usize,
    player: String,
    finger: Option<String>,
    direction: Option<String>,
    /// The number of the board.
    board: usize,
    words: String,
    question: Option<usize>,
    witness: Option<usize>,
    moves: usize,
}

impl Traced {
    pub(super) fn new(table: &Table<Interp>, sources: &Sources, trace: &Trace) -> Traced {
        let facts = table.game.facts();
        let field = |field: Option<Field>| field.map(|it| facts.field_name(it).to_string());
        // Steps are numbered from 1, as people see them.
        let number = |n: Option<usize>| n.map(|n| n + 1);
        let steps = trace.steps.iter().enumerate().map(|(n, step)| StepOf {
            step: n + 1,
            before: number(step.before),
            kind: step.kind.name(),
            fate: step.fate.name(),
            rule: trace.rule(step.func).to_string(),
            runs: step.runs.map(|func| trace.rule(func).to_string()),
            at: At::new(sources, step.source),
            run: step.run,
            depth: step.depth,
            player: facts.player_name(step.player).to_string(),
            finger: field(step.finger),
            direction: step.direction.map(|it| facts.board.directions[it.index()].clone()),
            board: step.board,
            words: step.words.clone(),
            question: number(step.question),
            witness: number(step.witness),
            moves: step.moves,
        });
        let player = table.line.player(&table.game);
        let boards = trace.boards.iter().map(|board| BoardOf {
            position: write_position(facts, &board.setup(player)),
            hand: board.hand.iter().map(|&piece| facts.symbol(piece).to_string()).collect(),
            text: board.text.clone(),
        });
        Traced {
            place: Place::new(table, None),
            steps: steps.collect(),
            boards: boards.collect(),
            complete: !trace.is_cut,
            questions: trace.has_questions,
            error: trace.error.as_ref().map(|error| error.message.clone()),
        }
    }
}

/// Why a text is no move, or why it is one.
#[derive(Serialize)]
pub(super) struct Why {
    #[serde(flatten)]
    place: Place,
    #[serde(rename = "move")]
    text: String,
    legal: bool,
    /// The conditions of a legal move.
    #[serde(flatten)]
    reasons: Option<Reasons>,
    why_not: Option<String>,
    hint: Option<String>,
    because: Vec<BecauseOf>,
}

/// Something that failed in the rules.
#[derive(Serialize)]
struct BecauseOf {
    words: String,
    statement: String,
    rule: String,
    #[serde(flatten)]
    at: Option<At>,
    fields: Vec<String>,
    #[serde(skip)]
    excerpt: String,
}

impl Why {
    pub(super) fn legal(table: &Table<Interp>, reasons: &conditions::Reasons) -> Why {
        let (facts, player) = (table.game.facts(), table.line.player(&table.game));
        Why {
            place: Place::new(table, None),
            text: reasons.text.clone(),
            legal: true,
            reasons: Some(Reasons::new(facts, player, reasons)),
            why_not: None,
            hint: None,
            because: Vec::new(),
        }
    }

    pub(super) fn not(table: &Table<Interp>, sources: &Sources, text: &str, why: &WhyNot) -> Why {
        let facts: &Facts = table.game.facts();
        let because = why.because.iter().map(|because| BecauseOf {
            words: because.words.clone(),
            statement: words(sources, because.source),
            rule: because.rule.clone(),
            at: At::new(sources, because.source),
            fields: because.fields.iter().map(|it| facts.field_name(*it).to_string()).collect(),
            excerpt: excerpt(sources, because.source, 0),
        });
        Why {
            place: Place::new(table, None),
            text: text.to_string(),
            legal: false,
            reasons: None,
            because: because.collect(),
            why_not: Some(why.message.clone()),
            hint: Some(why.hint.clone()).filter(|hint| !hint.is_empty()),
        }
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(reasons) = &self.reasons {
            writeln!(f, "{} is a move", self.text)?;
            return reasons.write(f, "    ");
        }
        writeln!(f, "{} is no move: {}", self.text, self.why_not.as_deref().unwrap_or(""))?;
        if let Some(hint) = &self.hint {
            writeln!(f, " = hint: {hint}")?;
        }
        for because in &self.because {
            writeln!(f, "\n`{}` in `{}`: {}", because.statement, because.rule, because.words)?;
            f.write_str(&because.excerpt)?;
        }
        Ok(())
    }
}
