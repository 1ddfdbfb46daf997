//! Hand-written programs for nine games, as fast as we can make them, which
//! `multigame bench` compares compiled rules with. No user links this crate:
//! the benchmark starts the program `references` and talks to it in lines.
//!
//! # The protocol
//!
//! One line is asked, one line answers. The words of a line stand apart by
//! spaces.
//!
//! | Question | Answer |
//! |---|---|
//! | `games` | `games tictactoe connect4 ...`: the names of all programs |
//! | `playouts GAME SEED MILLIS` | `playouts GAMES PLIES NANOS`: games that were played for about this many milliseconds, the turns in them, and the time that they took |
//! | `perft GAME made DEPTH [FEN]` | `perft LEAVES NANOS`: the positions after `DEPTH` turns, each of them made; chess can begin anywhere |
//! | `perft GAME counted DEPTH [FEN]` | the same, but the moves to the last positions are only counted |
//! | `infoset GAME merged PLAYER PLY` | `infoset HISTORIES NANOS`: the histories of the sample game of kriegspiel that fit what player 0 or 1 perceived of this many turns, level by level |
//! | `infoset GAME depth-first PLAYER PLY` | the same, one by one |
//! | `table awari SEEDS` | `table POSITIONS NANOS`: all positions with at most this many seeds, each with the best score that can be forced |
//! | `quit` | nothing; the program ends, as it does at the end of the input |
//! | anything else | `error MESSAGE` |
//!
//! The name of a game is that of its rules in `games/`. `amazons` and `chess`
//! list all moves and take one of them; `amazons_counted` and `chess_counted` are
//! the same games played without a list.
//!
//! Playouts choose evenly among the positions that a turn can lead to. The ends
//! of games are those of the rules in `games/`, except that trees ([`perft`])
//! do not look for repeated positions; no tree of eight turns has a third one.

mod amazons;
mod awari;
mod breakthrough;
mod checkers;
mod chess;
mod connect4;
mod gomoku;
mod hex;
mod kriegspiel;
mod kriegspiel_board;
mod machine;
mod othello;
mod protocol;
mod random;
mod reference;
mod tictactoe;

pub use amazons::Amazons;
pub use awari::{AwariTables, Houses, awari_perft};
pub use breakthrough::Breakthrough;
pub use checkers::Checkers;
pub use chess::Chess;
pub use connect4::Connect4;
pub use gomoku::Gomoku;
pub use hex::Hex;
pub use kriegspiel::{Found, Kriegspiel};
pub use othello::Othello;
pub use protocol::{Answer, Clock, answer};
pub use random::Random;
pub use reference::{Leaves, Outcome, Played, Reference, Tally, perft, playouts};
pub use tictactoe::TicTacToe;

/// A program whose game is known at run time only.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The name of the game.
    pub name: &'static str,
    /// Plays this many games.
    pub playouts: fn(&mut Random, u64) -> Tally,
    /// Counts the positions after this many turns from the one described, or from
    /// the first; an error says why a position cannot be used.
    pub perft: fn(Option<&str>, Leaves, u32) -> Result<u64, String>,
}

/// All programs.
pub static PROGRAMS: &[Program] = &[
    program::<TicTacToe>(),
    program::<Connect4>(),
    program::<Breakthrough>(),
    program::<Othello>(),
    program::<Checkers>(),
    program::<Gomoku>(),
    program::<Hex>(),
    program::<Amazons<true>>(),
    program::<Amazons<false>>(),
    program::<Chess<true>>(),
    program::<Chess<false>>(),
];

const fn program<G: Reference>() -> Program {
    Program { name: G::NAME, playouts: playouts::<G>, perft: perft_of_text::<G> }
}

fn perft_of_text<G: Reference>(
    position: Option<&str>,
    leaves: Leaves,
    depth: u32,
) -> Result<u64, String> {
    let position = position.map_or_else(|| Ok(G::start()), G::parse)?;
    Ok(perft(&position, leaves, depth))
}
