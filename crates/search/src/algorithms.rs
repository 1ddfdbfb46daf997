//! The algorithms by name. Each searches below a child of the root to a depth and
//! within a window; what is done at the root is the same for all.

mod alpha_beta;
mod minimax;
mod mtd_f;
mod negamax;
mod null_move;
mod pvs;
mod quiescence;
mod remembered;
mod selective;

pub(crate) use mtd_f::mtd_f;
pub(crate) use quiescence::Followed;
pub(crate) use remembered::Remembered;
pub(crate) use selective::Outlook;

use crate::distributed::FarTable;
use crate::limits::Stop;
use crate::ordering::Ordering;
use crate::swing::Seens;
use crate::table::Table;
use crate::tree::Tree;
use crate::value::{Level, Value, Window};
use game::Game;

/// An algorithm for two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Looks at everything, with one function for each player.
    Minimax,
    /// Looks at everything, with one function for both.
    Negamax,
    /// Leaves out what cannot change the result.
    AlphaBeta,
    /// Expects the first move to be the best, and only checks the others.
    Pvs,
    /// Asks again and again whether the value is above a number.
    MtdF,
    /// Plays at random, more and more often where that wins.
    Mcts,
    /// Looks further at the end of the best line, again and again.
    Ubfm,
    /// The same, each time until the game is over: for learning.
    Descent,
}

impl Algorithm {
    /// All algorithms with their names and a sentence about each.
    pub const ALL: [(Algorithm, &'static str, &'static str); 8] = [
        (Algorithm::Minimax, "minimax", "looks at every position to a depth"),
        (Algorithm::Negamax, "negamax", "the same with one function for both players"),
        (Algorithm::AlphaBeta, "alpha-beta", "leaves out what cannot change the result"),
        (Algorithm::Pvs, "pvs", "expects the first move to be best and checks the others"),
        (Algorithm::MtdF, "mtdf", "asks again and again whether the value is above a number"),
        (Algorithm::Mcts, "mcts", "plays at random, more and more often where that wins"),
        (Algorithm::Ubfm, "ubfm", "looks further at the end of the best line, again and again"),
        (Algorithm::Descent, "descent", "the same, each time until the game is over"),
    ];

    /// Other names under which some of them are known.
    pub const ALIASES: [(&'static str, Algorithm); 3] =
        [("negascout", Algorithm::Pvs), ("uct", Algorithm::Mcts), ("mtd-f", Algorithm::MtdF)];

    /// The algorithm of a name.
    pub fn from_name(name: &str) -> Option<Algorithm> {
        let names = Algorithm::ALL.iter().map(|(algorithm, name, _)| (*name, *algorithm));
        let mut names = names.chain(Algorithm::ALIASES);
        names.find(|(n, _)| *n == name).map(|(_, algorithm)| algorithm)
    }

    /// Whether it grows a tree of its own in memory, and looks at no depth and no window.
    pub fn grows_tree(self) -> bool {
        matches!(self, Algorithm::Mcts) || self.is_best_first()
    }

    /// Whether it looks at one line after the other to a depth, and leaves out what a window
    /// allows.
    pub fn is_depth_first(self) -> bool {
        matches!(self, Algorithm::AlphaBeta | Algorithm::Pvs | Algorithm::MtdF)
    }

    /// Whether it is best-first minimax.
    pub fn is_best_first(self) -> bool {
        matches!(self, Algorithm::Ubfm | Algorithm::Descent)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Algorithm::ALL.iter().find(|(a, ..)| *a == self).map_or("", |(_, name, _)| name)
    }
}

/// What an algorithm works with.
pub(crate) struct Context<'s, 'g, G: Game> {
    pub(crate) tree: Tree<'g, G>,
    pub(crate) ordering: Ordering,
    pub(crate) table: Option<&'s Table>,
    /// The tables of other ranks, if there are some.
    pub(crate) far: Option<&'s FarTable>,
    /// The positions on the way that were evaluated.
    pub(crate) seens: Seens,
    /// Nobody passes fewer turns from the root than that.
    pub(crate) passes_from: usize,
}

impl<G: Game> Context<'_, '_, G> {
    /// The value of a position at the horizon for the player to move.
    fn horizon(&mut self, at: &G::Position, ply: usize, window: Window) -> Result<Value, Stop> {
        match self.tree.settings().heuristics.quiescence {
            true => quiescence::quiescence(self, at, ply, window),
            false => self.tree.horizon(at, ply),
        }
    }

    /// The value of a position for the player to move: exact inside the window,
    /// and on the right side of it outside.
    pub(crate) fn value(
        &mut self,
        algorithm: Algorithm,
        at: &G::Position,
        Level { depth, ply }: Level,
        Window { alpha, beta }: Window,
    ) -> Result<Value, Stop> {
        match algorithm {
            Algorithm::Minimax => minimax::minimax(&mut self.tree, at, depth, ply),
            Algorithm::Negamax => negamax::negamax(&mut self.tree, at, depth, ply),
            Algorithm::AlphaBeta | Algorithm::MtdF => {
                alpha_beta::alpha_beta(self, at, Level { depth, ply }, Window { alpha, beta })
            }
            // What grows a tree never asks for the value of a depth.
            Algorithm::Pvs | Algorithm::Mcts | Algorithm::Ubfm | Algorithm::Descent => {
                pvs::pvs(self, at, Level { depth, ply }, Window { alpha, beta })
            }
        }
    }
}
