//! Wins by threats, as a tree: each move of the winner with what it threatens and needs, each
//! answer with what it destroys, and the moves that lead to each board.
//!
//! The same search, turned around, finds what threatens whoever is to move: what the opponent
//! would win by if one passed.

use crate::answers::Body;
use crate::catalog::{Catalog, Entry};
use crate::child::{self, Task};
use crate::limits::{COMBINE, COMBINE_NODES};
use crate::lines::{Asked, Found, Lines};
use crate::referees::Backed;
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::thinking::{Cancel, Page};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use combine::speaker::{Speaker, made, together};
use combine::words::{self, destroying, threatening};
use combine::{Report, Settings, Step, find};
use game::{Field, Game, Insight, Line, Player, Reasons, Setup, parse_position};
use insight::Reader;
use multigame::RulesError;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// No more ways to win are told than this.
const SHOWN: usize = 12;

/// What was found of a position.
#[derive(Serialize)]
pub(crate) struct Answer {
    /// What was found, in words.
    words: String,
    tree: Option<Node>,
    nodes: u64,
    /// Whether there is none, if none was found.
    complete: bool,
}

/// A move of the winner, with all that follows.
#[derive(Serialize)]
struct Node {
    #[serde(rename = "move")]
    text: String,
    /// What it threatens, and what can be done about it.
    words: String,
    /// The fields that the threats need something of.
    fields: Vec<usize>,
    answers: Vec<Reply>,
    /// What they play next, if they move again.
    next: Option<Box<Node>>,
    /// How a threat is carried out after a move that is no answer.
    finish: Vec<String>,
}

/// An answer of the opponent.
#[derive(Serialize)]
struct Reply {
    moves: Vec<String>,
    /// What it destroys.
    words: String,
    then: Node,
}

/// What threatens the player to move.
#[derive(Serialize)]
pub(crate) struct Threats {
    threats: Vec<ThreatOf>,
    /// A win by threats that the opponent would have after a pass, in words.
    combination: Option<String>,
}

#[derive(Serialize)]
struct ThreatOf {
    words: String,
    fields: Vec<usize>,
}

/// Answers a page whether the player to move wins by threats.
pub(crate) async fn combine(state: State<Arc<Shared>>, body: Body) -> Result<Response, Refusal> {
    answered(state, body, Task::Combine, combination).await
}

/// Answers a page what threatens the player to move.
pub(crate) async fn threaten(state: State<Arc<Shared>>, body: Body) -> Result<Response, Refusal> {
    answered(state, body, Task::Threats, threats).await
}

/// What answers about a position, wherever it runs.
type Job<A> = fn(&Catalog, &Lines, &Asked, &Cancel) -> Result<A, Refusal>;

/// Answers a page, which takes seconds: such questions have places of their own, rules of visitors
/// are looked at by another process, and all ends with the page.
async fn answered<A: Serialize + Send + 'static>(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
    task: fn(Asked) -> Task,
    job: Job<A>,
) -> Result<Response, Refusal> {
    let asked: Asked = crate::answers::read(&body)?;
    if let (Some(command), Some(_)) = (&shared.child, &asked.wanted.rules) {
        let _place = shared.moments.place().await?;
        return child::respond(command, &task(asked)).await;
    }
    let cancel = Cancel::default();
    let _page = Page::new(&cancel);
    let moments = shared.moments.clone();
    let found = moments.run(move || job(&shared.catalog, &shared.lines, &asked, &cancel)).await;
    found.map(|found| Json(found).into_response())
}

/// Whether the player to move wins by threats.
pub(crate) fn combination(
    catalog: &Catalog,
    lines: &Lines,
    asked: &Asked,
    cancel: &Cancel,
) -> Result<Answer, Refusal> {
    match open_game(catalog, lines, asked)?.refereed()? {
        Backed::Native(game) => {
            let reader = Reader::native(game).ok_or_else(unread)?;
            answer(game, &reader, &played(game, asked)?, cancel)
        }
        Backed::Interp(game) => {
            let reader = Reader::interpreted(game).ok_or_else(unread)?;
            answer(game, &reader, &played(game, asked)?, cancel)
        }
    }
}

/// What threatens the player to move.
pub(crate) fn threats(
    catalog: &Catalog,
    lines: &Lines,
    asked: &Asked,
    cancel: &Cancel,
) -> Result<Threats, Refusal> {
    match open_game(catalog, lines, asked)?.refereed()? {
        Backed::Native(game) => {
            let reader = Reader::native(game).ok_or_else(unread)?;
            threatened(game, &reader, &played(game, asked)?, cancel)
        }
        Backed::Interp(game) => {
            let reader = Reader::interpreted(game).ok_or_else(unread)?;
            threatened(game, &reader, &played(game, asked)?, cancel)
        }
    }
}

/// The game of a position that is not over, if players threaten each other in it and see it.
fn open_game(catalog: &Catalog, lines: &Lines, asked: &Asked) -> Result<Arc<Entry>, Refusal> {
    let Found { entry, position, .. } = lines.find(catalog, asked)?;
    let facts = entry.shown.facts();
    if facts.hidden || facts.n_players() != 2 {
        return Err(Refusal::bad(
            "nobody is threatened in a puzzle, and not for certain where something is hidden",
            "ask about a game for two that hides nothing",
        ));
    }
    if position.outcome()?.is_some() {
        return Err(Refusal::bad("the game is over", "go back to an earlier position"));
    }
    Ok(entry)
}

fn unread() -> Refusal {
    Refusal::bad("the rules of this game cannot be read for ways to win", "use the analysis")
}

/// The position with all that came before it.
fn played<G: Game>(game: &G, asked: &Asked) -> Result<Line<G::Position>, Refusal> {
    let setup_error = |why| Refusal::from(multigame::Error::from(why));
    let start = match asked.start.as_deref().map(str::trim) {
        None | Some("") => game.start(),
        Some(text) => {
            let setup = parse_position(game.facts(), text).map_err(setup_error)?;
            game.position(&setup).map_err(setup_error)?
        }
    };
    let mut line = Line::new(start);
    for text in &asked.moves {
        line.play(game, text).map_err(|why| Refusal::bad(why.to_string(), ""))?;
    }
    Ok(line)
}

/// Looks for a win by threats of the player to move.
#[expect(clippy::disallowed_methods, reason = "a visitor may not keep a worker for ever")]
fn found<G: Game>(
    game: &G,
    reader: &Reader<'_, G>,
    line: &Line<G::Position>,
    cancel: &Cancel,
) -> Result<Report<G::Position>, RulesError> {
    let began = Instant::now();
    let settings = Settings { most_nodes: COMBINE_NODES, quiet: true, ..Settings::default() };
    find(game, reader, line.position(), line.past(), settings, &mut |_| {
        began.elapsed() < COMBINE && !cancel.is_stopped()
    })
}

fn answer<G: Game>(
    game: &G,
    reader: &Reader<'_, G>,
    line: &Line<G::Position>,
    cancel: &Cancel,
) -> Result<Answer, Refusal> {
    let report = found(game, reader, line, cancel).map_err(Refusal::rules)?;
    let speaker = Speaker { game, winner: line.player(game) };
    let words = match &report.combination {
        Some(it) => format!("{} in {}", speaker.winner_does("wins"), moves(it.n_moves())),
        None => format!("no win by threats was found for {}", speaker.winner()),
    };
    let tree = report.combination.as_ref().map(|it| node(&speaker, &it.first));
    Ok(Answer { words, tree, nodes: report.nodes, complete: report.complete })
}

fn moves(n: u32) -> String {
    if n == 1 { "1 move".to_string() } else { format!("{n} moves") }
}

fn node<G: Game>(speaker: &Speaker<'_, G>, step: &Step<G::Position>) -> Node {
    let fields = step.threats.iter().flat_map(|threat| speaker.fields(threat));
    let reply = |answer: &combine::Answer<G::Position>| Reply {
        moves: made(&answer.moves).into_iter().map(str::to_string).collect(),
        words: destroying(speaker, step, answer),
        then: node(speaker, &answer.then),
    };
    Node {
        text: step.text.clone(),
        words: threatening(speaker, step),
        fields: fields.map(Field::index).collect(),
        answers: step.answers.iter().map(reply).collect(),
        next: step.next.as_deref().map(|next| Box::new(node(speaker, next))),
        finish: made(&step.finish).into_iter().map(str::to_string).collect(),
    }
}

fn threatened<G: Game>(
    game: &G,
    reader: &Reader<'_, G>,
    line: &Line<G::Position>,
    cancel: &Cancel,
) -> Result<Threats, Refusal> {
    let (at, own) = (line.position(), line.player(game));
    let speaker = Speaker { game, winner: own.other() };
    let mut threats = Vec::new();
    // A player who would lose without a move is attacked now, as by a check.
    let stuck = reader.if_stuck(at).map_err(Refusal::rules)?;
    if stuck.is_some_and(|outcome| outcome.winner() == Some(own.other())) {
        let reasons = reader.why_if_stuck(at).map_err(Refusal::rules)?;
        if !reasons.needs.is_empty() {
            let loses = game.facts().player_does(own, "loses");
            threats.push(threat(&speaker, own, &format!("without a move {loses}"), &reasons));
        }
    }
    let ways = reader.ways_to_win(at, own.other(), 0).map_err(Refusal::rules)?;
    for way in ways.iter().take(SHOWN) {
        let words = format!("{} by {}", speaker.winner_does("wins"), way.text);
        threats.push(threat(&speaker, own.other(), &words, &way.takes));
    }
    let setup = Setup { player: own.other(), ..game.setup(at) };
    let combination = match game.position(&setup) {
        Ok(passed) if ways.is_empty() => {
            // After some passes nothing can be said, as where a king could be taken.
            let report = found(game, reader, &Line::new(passed), cancel).ok();
            let combination = report.and_then(|report| report.combination);
            combination.map(|it| words::explained(&speaker, &it.first, false))
        }
        _ => None,
    };
    Ok(Threats { threats, combination })
}

/// A threat in words, with the fields that it needs something of.
fn threat<G: Game>(
    speaker: &Speaker<'_, G>,
    viewer: Player,
    words: &str,
    takes: &Reasons,
) -> ThreatOf {
    let named = takes.needs.iter().map(|need| &need.words).chain(&takes.also);
    let needs: Vec<String> = named.map(|words| speaker.named(words, viewer)).collect();
    let words = match together(&needs) {
        needs if needs.is_empty() => words.to_string(),
        needs => format!("{words} (needs: {needs})"),
    };
    ThreatOf { words, fields: takes.needs.iter().map(|need| need.field.index()).collect() }
}
