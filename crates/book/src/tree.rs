//! A book as a tree of moves, as it is shown and written for others.

use crate::book::Book;
use crate::keys::Keys;
use crate::probe::known_moves;
use game::{Game, Line, Move, Player, RulesError};
use rustc_hash::FxHashSet;
use search::Value;

/// A move of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it is called.
    pub name: String,
    /// Who makes it, and in which round.
    pub player: Player,
    /// The round.
    pub round: u32,
    /// What it is worth to whoever makes it, if it was searched.
    pub value: Option<Value>,
    /// The depth of that search.
    pub depth: u32,
    /// In how many games it was made.
    pub games: u64,
    /// What follows, the best ones first.
    pub then: Vec<Shown>,
    /// Whether what follows is in the tree elsewhere: moves in another order lead there, too.
    pub is_elsewhere: bool,
}

/// Says what a move is called after a line.
pub type Naming<'n, P> = dyn Fn(&Line<P>, &Move<P>) -> String + 'n;

/// The moves of a book that follow a line, for this many turns and at most this many of a
/// position. Each position is followed once. `name` says what a move is called in its position.
pub fn tree<G: Game>(
    book: &Book,
    keys: &Keys,
    game: &G,
    line: &Line<G::Position>,
    turns: usize,
    width: usize,
    name: &Naming<'_, G::Position>,
) -> Result<Vec<Shown>, RulesError> {
    let seen = FxHashSet::default();
    let mut follower = Follower { book, keys, game, width, name, seen };
    follower.follow(&mut line.clone(), turns)
}

struct Follower<'a, G: Game> {
    book: &'a Book,
    keys: &'a Keys,
    game: &'a G,
    width: usize,
    name: &'a Naming<'a, G::Position>,
    seen: FxHashSet<u64>,
}

impl<G: Game> Follower<'_, G> {
    fn follow(
        &mut self,
        line: &mut Line<G::Position>,
        turns: usize,
    ) -> Result<Vec<Shown>, RulesError> {
        if turns == 0 {
            return Ok(Vec::new());
        }
        let setup = self.game.setup(line.position());
        let mut known = known_moves(self.book, self.keys, self.game, line)?;
        known.truncate(self.width);
        let mut shown = Vec::new();
        for it in known {
            let name = (self.name)(line, &it.played);
            let games = it.n_games();
            // What is not followed here may be followed where it comes up again.
            let is_elsewhere = match turns {
                1 => self.seen.contains(&it.key),
                _ => !self.seen.insert(it.key),
            };
            let mut then = Vec::new();
            if !is_elsewhere {
                line.push(it.played);
                then = self.follow(line, turns - 1)?;
                line.undo();
            }
            shown.push(Shown {
                name,
                player: setup.player,
                round: setup.round,
                value: it.value,
                depth: it.depth,
                games,
                then,
                is_elsewhere,
            });
        }
        Ok(shown)
    }
}
