//! Opening books on the page: which moves of a position a book knows, and what they are worth,
//! where somebody has handed books to the server.

use crate::lines::{Asked, Found};
use crate::refusal::Refusal;
use crate::server::Shared;
use multigame::{Player, Text};
use serde::Serialize;

/// What a book knows of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct InBook {
    /// The move that is made by the book, if it knows enough to make one.
    pub plays: Option<String>,
    /// Whether all moves of the position were searched.
    pub complete: bool,
    /// The moves that it knows, the best first.
    pub moves: Vec<BookMove>,
}

/// A move of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct BookMove {
    /// The move.
    pub text: String,
    /// What is known of it.
    pub words: String,
    /// What it is worth to whoever makes it, from -1 to 1, if it was searched.
    pub worth: Option<f64>,
    /// Games that were won, drawn, lost and broken off by whoever made it.
    pub games: [u32; 4],
}

/// Opening books of some games. The library reads no files; this does.
pub trait OpeningBooks: Send + Sync {
    /// What a book of exactly these rules knows of a position; nothing if there is none.
    fn look_up(&self, game: &Text, position: &str) -> Option<InBook>;
}

/// What books know of a position.
#[derive(Serialize)]
pub(crate) struct Answer {
    /// Nothing if no book has the position.
    words: Option<String>,
    plays: Option<String>,
    complete: bool,
    moves: Vec<MoveOf>,
}

#[derive(Serialize)]
struct MoveOf {
    #[serde(rename = "move")]
    text: String,
    words: String,
    /// From -1 to 1 for the first player.
    bar: Option<f64>,
    games: [u32; 4],
}

/// Answers what books know.
pub(crate) fn book(shared: &Shared, asked: &Asked) -> Result<Answer, Refusal> {
    let nothing = Answer { words: None, plays: None, complete: false, moves: Vec::new() };
    let Some(books) = shared.books.as_deref() else { return Ok(nothing) };
    let Found { entry, position, .. } = shared.lines.find(&shared.catalog, asked)?;
    // Nobody has made books for rules that were sent.
    if asked.wanted.rules.is_some() || position.outcome()?.is_some() {
        return Ok(nothing);
    }
    let Some(known) = books.look_up(&entry.text, &position.to_string()) else { return Ok(nothing) };
    if known.moves.is_empty() {
        return Ok(nothing);
    }
    let sign = if position.player() == Player::First { 1.0 } else { -1.0 };
    let words = match &known.plays {
        Some(text) => format!("plays {text}"),
        None => "knows some moves, and not enough to play one".to_string(),
    };
    let moves = known.moves.into_iter().map(|BookMove { text, words, worth, games }| MoveOf {
        text,
        words,
        bar: worth.map(|worth| sign * worth),
        games,
    });
    Ok(Answer {
        words: Some(words),
        plays: known.plays,
        complete: known.complete,
        moves: moves.collect(),
    })
}
