//! What a search has found: lines of play and what they are worth.

use crate::backing::Backing;
use crate::state::State;
use crate::{Error, Move};
use search::{Report, Stop, Verdict, win_share};

/// What a search has found.
///
/// ```
/// use multigame::{Game, Search};
///
/// let game = Game::load("tictactoe")?;
/// let found = Search::new(&game).depth(9).best(&game.start())?;
/// assert_eq!((found.depth(), found.score()), (9, 0));
/// assert_eq!(found.line()[0], *found.best().unwrap());
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Found {
    lines: Vec<Line>,
    depth: u32,
    nodes: u64,
    complete: bool,
}

/// A move, the best play after it, and what it is worth.
///
/// ```
/// use multigame::{Game, Search, Verdict};
///
/// let game = Game::load("tictactoe")?;
/// let mut position = game.start();
/// position.try_play("b2")?;
/// let found = Search::new(&game).depth(9).lines(8).best(&position)?;
/// let is_lost = |verdict| matches!(verdict, Verdict::Loses(_));
/// let lost = found.lines().iter().filter(|line| is_lost(line.verdict()));
/// assert_eq!((found.lines().len(), lost.count()), (8, 4));
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    moves: Vec<Move>,
    score: i32,
    share: Option<f64>,
}

impl Line {
    /// The moves of both sides, as far as they are remembered; at least one.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Its value for the player to move, as the search counts.
    pub fn score(&self) -> i32 {
        self.score
    }

    /// What the value says: a number, or who wins and when.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.score)
    }

    /// The share of the points that random games promise the player to move, from 0 to 1, if
    /// they were what the search went by.
    pub fn win_share(&self) -> Option<f64> {
        self.share
    }
}

impl Found {
    /// The best move; nothing if the game is over, or if the search ended before it found
    /// one.
    pub fn best(&self) -> Option<&Move> {
        self.line().first()
    }

    /// The best play for both sides, as far as it is remembered; it begins with the best
    /// move.
    pub fn line(&self) -> &[Move] {
        self.lines.first().map_or(&[], Line::moves)
    }

    /// The best lines, the better ones first: one, or as many as
    /// [`Search::lines`](crate::Search::lines) asked for.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The value of the position for the player to move, as the search counts; 0 where no move
    /// was found, as in a game that is over: [`Position::outcome`](crate::Position::outcome) says
    /// who has won it.
    pub fn score(&self) -> i32 {
        self.lines.first().map_or(0, Line::score)
    }

    /// What the value says: a number, or who wins and when.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.score())
    }

    /// The share of the points that random games promise the player to move, from 0 to 1, if
    /// they were what the search went by.
    pub fn win_share(&self) -> Option<f64> {
        self.lines.first().and_then(Line::win_share)
    }

    /// How many turns deep everything was searched.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the search came to its end: no limit of nodes or time ended it, and nobody
    /// stopped it.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// What a report says of a position.
    pub(crate) fn of<G: Backing>(
        report: &Report<G::Position>,
        state: &State<G>,
    ) -> Result<Found, Error> {
        if let Some(Stop::Rules(error)) = &report.stop {
            return Err(Error::Play(error.clone()));
        }
        let mut lines = Vec::new();
        for line in report.best.iter().chain(&report.others) {
            let (moves, score) = (state.moves_through(&line.positions)?, line.value);
            // Only random games have a seed.
            lines.push(Line { moves, score, share: report.seed.map(|_| win_share(score)) });
        }
        let (depth, nodes, complete) = (report.depth, report.nodes, report.stop.is_none());
        Ok(Found { lines, depth, nodes, complete })
    }
}
