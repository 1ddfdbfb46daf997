//! What the rules do in a turn, for a page that steps through them: steps with their places in the
//! rules, and the boards on which they are. A question names the part of the list that it wants,
//! because the whole may be long; the list is the same each time.

use crate::declared::{number, pieces};
use crate::limits::{STEPS_AT_ONCE, TRACE, TRACED_STEPS};
use crate::lines::{Asked, Found};
use crate::page_state::Board;
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::why::{Reason, reasons};
use multigame::parts::ir;
use multigame::{Fate, Game, Position, Trace, TraceOptions};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;

/// Which steps of which turn are wanted.
#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    asked: Asked,
    /// Only paths to this move or, if it is not legal, paths that begin like it.
    #[serde(rename = "move")]
    text: Option<String>,
    /// Only steps of this rule, and those that run something.
    rule: Option<String>,
    /// Whether the steps of questions are wanted.
    #[serde(default = "yes")]
    questions: bool,
    /// The first step that is wanted, and how many.
    #[serde(default)]
    first: usize,
    most: Option<usize>,
}

fn yes() -> bool {
    true
}

/// A part of a trace.
#[derive(Serialize)]
pub(crate) struct Answer {
    position: String,
    /// How many steps there are in all.
    total: usize,
    first: usize,
    steps: Vec<StepOf>,
    /// The boards of these steps, by their numbers.
    boards: BTreeMap<usize, BoardOf>,
    /// The rules: the text of the game and those that it extends.
    files: Vec<FileOf>,
    /// Whether steps are missing at the end because there are too many.
    cut: bool,
    /// Whether the steps of questions are there.
    questions: bool,
    /// What the turn shows to be wrong with the rules.
    error: Option<String>,
    /// If a move was named that is not legal, why it is not.
    why_not: Option<NotLegal>,
}

#[derive(Serialize)]
struct NotLegal {
    message: String,
    hint: String,
    because: Vec<Reason>,
}

#[derive(Serialize)]
struct FileOf {
    name: String,
    text: String,
}

#[derive(Serialize)]
struct BoardOf {
    #[serde(flatten)]
    board: Board,
    /// The numbers of the pieces in the hand.
    hand: Vec<usize>,
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
    place: Option<PlaceOf>,
    run: usize,
    depth: usize,
    player: usize,
    finger: Option<usize>,
    direction: Option<String>,
    /// From the finger, the field on which a step in the direction would end.
    ahead: Option<usize>,
    board: usize,
    words: String,
    question: Option<usize>,
    witness: Option<usize>,
    moves: usize,
    /// The fingers of all positions that this run has come to at this place.
    positions: Vec<usize>,
}

/// A place in the rules.
#[derive(Serialize)]
pub(crate) struct PlaceOf {
    /// The number of the text.
    file: u16,
    /// The first byte, and one past the last.
    from: u32,
    to: u32,
    line: usize,
    column: usize,
}

impl PlaceOf {
    /// A place, if it is known.
    pub(crate) fn new(game: &Game, source: ir::Source) -> Option<PlaceOf> {
        let place = game.place(source)?;
        let ir::Source { file, start: from, end: to } = source;
        Some(PlaceOf { file, from, to, line: place.line, column: place.column })
    }
}

/// Answers what the rules do.
#[expect(clippy::disallowed_methods, reason = "a visitor may not keep a worker for ever")]
pub(crate) fn debug(shared: &Shared, question: &Question) -> Result<Answer, Refusal> {
    let Found { position, .. } = shared.lines.find(&shared.catalog, &question.asked)?;
    let began = Instant::now();
    let go_on = || began.elapsed() < TRACE;
    let game = position.game();
    if let Some(rule) = &question.rule
        && !game.rule_names().any(|name| name == rule)
    {
        let names: Vec<&str> = game.rule_names().collect();
        return Err(Refusal::bad(
            format!("no rule is called `{rule}`"),
            &format!("the rules are {}", names.join(", ")),
        ));
    }
    let options = TraceOptions {
        text: question.text.clone(),
        rule: question.rule.clone(),
        questions: question.questions,
        most: TRACED_STEPS,
    };
    let trace = position.trace(&options, &go_on)?;
    let why_not = match &question.text {
        Some(text) => position.why_not(text, &go_on)?.map(|why| NotLegal {
            because: reasons(game, &why.because),
            message: why.message,
            hint: why.hint,
        }),
        None => None,
    };
    let most = question.most.unwrap_or(STEPS_AT_ONCE).min(STEPS_AT_ONCE);
    let wanted = question.first..trace.steps.len().min(question.first.saturating_add(most));
    let places = places(&trace);
    let steps: Vec<StepOf> = wanted.map(|n| step(game, &trace, &places, n)).collect();
    let boards = steps.iter().map(|step| step.board).collect::<std::collections::BTreeSet<_>>();
    let files = game.sources().list.iter();
    Ok(Answer {
        position: position.to_string(),
        total: trace.steps.len(),
        first: question.first,
        boards: boards.into_iter().map(|n| (n, board(&position, &trace, n))).collect(),
        steps,
        files: files
            .map(|file| FileOf { name: file.name.clone(), text: file.text().to_string() })
            .collect(),
        cut: trace.is_cut,
        questions: trace.has_questions,
        error: trace.error.map(|error| error.message),
        why_not,
    })
}

/// A place of a run of a function.
type At = (usize, u16, u32, u32, &'static str);

fn at(step: &multigame::Step) -> At {
    let source = step.source;
    (step.run, source.file, source.start, source.end, step.kind.name())
}

/// The fingers of the positions at each place of each run.
fn places(trace: &Trace) -> BTreeMap<At, Vec<usize>> {
    let mut places: BTreeMap<At, Vec<usize>> = BTreeMap::new();
    for step in trace.steps.iter().filter(|step| step.fate != Fate::Ends) {
        let fingers = places.entry(at(step)).or_default();
        if let Some(finger) = step.finger.map(game::Field::index)
            && !fingers.contains(&finger)
        {
            fingers.push(finger);
        }
    }
    places
}

fn step(game: &Game, trace: &Trace, places: &BTreeMap<At, Vec<usize>>, n: usize) -> StepOf {
    let (step, board) = (&trace.steps[n], &game.facts().board);
    let ahead = step.finger.zip(step.direction).and_then(|(from, to)| board.step(from, to));
    StepOf {
        step: n,
        before: step.before,
        kind: step.kind.name(),
        fate: step.fate.name(),
        rule: trace.rule(step.func).to_string(),
        runs: step.runs.map(|func| trace.rule(func).to_string()),
        place: PlaceOf::new(game, step.source),
        run: step.run,
        depth: step.depth,
        player: step.player.index(),
        finger: step.finger.map(game::Field::index),
        direction: step.direction.map(|it| board.directions[it.index()].clone()),
        ahead: ahead.map(game::Field::index),
        board: step.board,
        words: step.words.clone(),
        question: step.question,
        witness: step.witness,
        moves: step.moves,
        positions: places.get(&at(step)).cloned().unwrap_or_default(),
    }
}

fn board(position: &Position, trace: &Trace, n: usize) -> BoardOf {
    let (facts, board) = (position.game().facts(), &trace.boards[n]);
    let pieces = pieces(facts);
    BoardOf {
        board: Board::new(facts, &board.setup(position.player())),
        hand: board.hand.iter().map(|piece| number(&pieces, *piece)).collect(),
        text: board.text.clone(),
    }
}
