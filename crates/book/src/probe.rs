//! Asks a book about a position: which of its moves lead to positions that the book knows, and
//! which of them to make.

use crate::book::Book;
use crate::keys::Keys;
use crate::worth::earlier;
use game::{Game, Line, Move, Rng, RulesError, Turn};
use search::{Value, is_decided};
use std::cmp::Reverse;

/// How a move is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The best one, or the one that was made most often.
    #[default]
    Best,
    /// Any that is nearly as good, better ones more often; or as often as they were made.
    Varied,
}

/// A move that leads to a position of the book.
#[derive(Clone, Debug)]
pub struct BookMove<P> {
    /// The move.
    pub played: Move<P>,
    /// The key of the position that it leads to.
    pub key: u64,
    /// What that is worth to the player who makes it, if it was searched, and how deep.
    pub value: Option<Value>,
    /// The depth of that search.
    pub depth: u32,
    /// Whether the book goes on from there.
    pub expanded: bool,
    /// Games in which it was made, or that came to the same position: won, drawn and lost by
    /// whoever made it, and those of which nobody knows how they ended.
    pub games: [u32; 4],
}

impl<P> BookMove<P> {
    /// In how many games it was made.
    pub fn n_games(&self) -> u64 {
        self.games.iter().map(|&n| u64::from(n)).sum()
    }
}

/// The moves of the last position of a line that a book knows, the best ones first; none if the
/// game is over.
pub fn known_moves<G: Game>(
    book: &Book,
    keys: &Keys,
    game: &G,
    line: &Line<G::Position>,
) -> Result<Vec<BookMove<G::Position>>, RulesError> {
    let Turn::Moves(moves) = line.turn(game)? else { return Ok(Vec::new()) };
    let player = line.player(game);
    let known = moves.into_iter().filter_map(|played| {
        let key = keys.key(game, &played.to);
        let entry = book.get(key)?;
        let again = game.player(&played.to) == player;
        let [won, drawn, lost, open] = entry.games;
        Some(BookMove {
            key,
            value: entry.searched.map(|searched| earlier(searched.value, again)),
            depth: entry.searched.map_or(0, |searched| searched.depth),
            expanded: entry.expanded,
            games: if again { entry.games } else { [lost, drawn, won, open] },
            played,
        })
    });
    let mut known: Vec<_> = known.collect();
    known.sort_by_key(|it| (Reverse(it.value), Reverse(it.n_games())));
    Ok(known)
}

/// The number of the move to make among those that a book knows of a position. `is_complete`
/// says whether the book knows all moves of it: otherwise one that it does not know may be
/// better, and only games that were played count.
pub fn choose<P>(
    known: &[BookMove<P>],
    is_complete: bool,
    pick: Pick,
    random: &mut Rng,
) -> Option<usize> {
    let by_value = is_complete && known.iter().all(|it| it.value.is_some());
    let weights: Vec<u64> = match by_value {
        true => weights(known),
        false => known.iter().map(BookMove::n_games).collect(),
    };
    let most = weights.iter().max().copied().filter(|most| *most > 0)?;
    match pick {
        Pick::Best => weights.iter().position(|weight| *weight == most),
        Pick::Varied => drawn(&weights, random),
    }
}

/// How often moves are made whose values are known: the more a move is worse than the best one,
/// the less often, and never if it is worse than half of all moves. A win is not thrown away.
fn weights<P>(known: &[BookMove<P>]) -> Vec<u64> {
    let values: Vec<Value> = known.iter().filter_map(|it| it.value).collect();
    let best = values.first().copied().unwrap_or(0);
    let drop = |value: Value| i64::from(best) - i64::from(value);
    let open: Vec<Value> = values.iter().copied().filter(|value| !is_decided(*value)).collect();
    let unit = open.get(open.len() / 2).map_or(1, |&value| drop(value).max(1));
    let weight = |value: &Value| match drop(*value) {
        0 => 1000,
        _ if is_decided(best) || is_decided(*value) => 0,
        drop if drop >= unit => 0,
        drop => 250 * (unit - drop) as u64 / unit as u64,
    };
    values.iter().map(weight).collect()
}

/// A number that is drawn, each as often as its weight says.
fn drawn(weights: &[u64], random: &mut Rng) -> Option<usize> {
    let all: u64 = weights.iter().sum();
    let mut left = random.next_u64() % all.max(1);
    weights.iter().position(|&weight| {
        let is_here = left < weight;
        left = left.saturating_sub(weight);
        is_here
    })
}
