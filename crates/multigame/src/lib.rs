//! Board games from a page of rules: legal moves, counts, searches, proofs.
//!
//! ```
//! use multigame::{Game, Search};
//!
//! fn main() -> Result<(), multigame::Error> {
//!     let game = Game::load("chess")?;
//!     let mut position = game.start();
//!     position.try_play("e2e4")?;
//!     println!("{} to move in {position}", position.player_name());
//!
//!     let replies: Vec<String> = position.moves()?.iter().map(ToString::to_string).collect();
//!     println!("legal moves: {}", replies.join(" "));
//!
//!     let found = Search::new(&game).depth(3).best(&position)?;
//!     if let Some(best) = found.best() {
//!         println!("best: {best}, worth {}", found.score());
//!         position.play(best);
//!     }
//!     println!("{} lines of three turns follow", position.perft(3)?);
//!     Ok(())
//! }
//! ```
//!
//! A [`Game`] is made of rules, which are built in ([`Game::load`]) or written by you
//! ([`Game::from_text`]). It is played by machine code that is made on the spot where that
//! is possible, and by an interpreter otherwise; [`Game::options`] chooses. Its
//! [`Position`]s are values: they print and parse, compare, and offer [`Move`]s, which are
//! values, too.
//!
//! | to | use |
//! |---|---|
//! | make moves | [`Position::moves`], [`Position::play`], [`Position::try_play`] |
//! | count, play at random | [`Position::perft`], [`Position::playouts`] |
//! | find the best move, or the best few with their lines | [`Search`] |
//! | stop a search from another thread | [`Search::stopper`], [`Solver::stopper`] |
//! | prove who wins, solve a puzzle | [`Solver`] |
//! | referee a game with hidden information | [`Session`] |
//! | find what a player may think possible | [`Histories`] |
//! | see what the rules do in a turn, and why a text is no move | [`Position::trace`], [`Position::why_not`] |
//! | step many games at once, for learning | [`Spaces`], [`Batch`] |
//! | know what went wrong | [`Error`] |
//! | get at the stages of the compiler | [`parts`] |
//!
//! Nothing here reads files, prints, or depends on the machine: a seed gives the same
//! games everywhere.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod backing;
mod debug;
mod error;
mod found;
mod game;
mod hidden;
mod hidden_batch;
mod learning;
mod moves;
pub mod parts;
mod piece;
mod position;
mod search;
mod solver;
mod state;
mod text;

pub use self::game::{Backend, Game, Options};
pub use self::search::Search;
pub use ::game::{Facts, Message, MoveError, Outcome, Player, RulesError, Setup, SetupError};
pub use ::search::{Algorithm, Clock, Evaluation, Heuristics, OutcomeValue, Platform};
pub use ::search::{Method, Progress, PuzzleMethod, Settings, Stopper, Verdict};
pub use backing::Playouts;
pub use debug::Place;
pub use error::{Error, Mistakes};
pub use found::{Found, Line};
pub use hidden::{Histories, Seen, Session};
pub use infoset::{Answer, Observation};
pub use learning::{Batch, Spaces};
pub use moves::Move;
pub use piece::Piece;
pub use position::{Position, RandomGame, Reason};
pub use solver::{Solution, Solver};
pub use syntax::{Code, Diagnostic, Severity, Sources};
pub use text::Text;
pub use trace::{Because, Fate, Kind, Options as TraceOptions, Step, Trace, WhyNot};
pub use training::{Outputs, Planes};
