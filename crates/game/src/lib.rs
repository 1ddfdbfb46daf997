//! What all parts of Multigame share: the facts that a game declares, its
//! positions and moves as text, the trait that back ends implement, and what
//! can be done with any game (counting, random play, records).
//!
//! Invariant: nothing here knows that games are compiled from rules.
//!
//! ```
//! use game::{Board, Event, Facts, KindFacts, Player, check_setup};
//! use game::{move_text, parse_position, write_position};
//!
//! // What a game declares is enough to read and write its positions and moves.
//! let board = Board::grid(3, 3, game::Cyclic::NEITHER, false, |_, _| false);
//! let mut facts = Facts::new("tictactoe", board);
//! facts.kinds = vec![KindFacts::of_players("mark", "X", "O")];
//!
//! let setup = parse_position(&facts, "X2/1O1/3 w").unwrap();
//! check_setup(&facts, &setup).unwrap();
//! assert_eq!(write_position(&facts, &setup), "X2/1O1/3 w 1");
//!
//! let (field, mark) = (facts.board.field("c1").unwrap(), facts.piece("X").unwrap());
//! assert_eq!(move_text(&facts, Player::First, &[Event::Place(field, mark.kind())]), "c1");
//!
//! let error = parse_position(&facts, "X3/1O1/3 w").unwrap_err();
//! assert_eq!(error.message, "row 1 from the top has 4 fields; the board has 3 columns");
//! ```
//!
//! Whatever implements [`Game`] can be counted, played and recorded:
//!
//! ```
//! use game::{Game, Line, PlayError, Record, Rng, perft, playout, replay};
//!
//! fn look_at<G: Game>(game: &G) -> Result<String, PlayError> {
//!     let start = game.start();
//!     let replies = perft(game, &start, &[], 2)?;
//!     let random = playout(game, &start, &[], &mut Rng::new(1), 500)?;
//!     let mut line = Line::new(start);
//!     line.play(game, "e2e4")?;
//!     let record: Record = line.record(game)?;
//!     assert!(replay(game, &record).is_ok());
//!     Ok(format!("{replies} replies, {} random moves\n{record}", random.moves.len()))
//! }
//! ```

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod board;
mod boards;
pub mod bytes;
pub mod chunks;
mod closing;
mod collector;
mod contents;
pub mod crew;
mod error_code;
mod facts;
mod field_set;
mod held;
mod ids;
mod insight;
mod line;
mod notation;
mod packing;
mod perceived;
mod perft;
mod pgn;
mod play;
mod playout;
mod random;
mod record;
mod referee;
mod replay;
mod result;
mod rows;
#[cfg(test)]
mod samples;
pub mod sealed;
mod setup;
mod signature;
mod symmetry;
mod turn;
mod turn_worker;
mod witness;
mod words;
mod worker;

pub use board::{Board, COMPASS, Cyclic, HEX_COMPASS, Shape, grid_name};
pub use boards::{Boards, Sight};
pub use closing::{Ended, TurnEnd, aged};
pub use collector::{Collector, Offer, TurnProblem, Way, compare_ways};
pub use contents::{Contents, arranged};
pub use error_code::ErrorCode;
pub use facts::{
    CounterFacts, Facts, KindFacts, LayoutFacts, MemoryFacts, ReserveFacts, ZoneFacts,
};
pub use field_set::FieldSet;
pub use held::Held;
pub use ids::{Counter, Direction, Field, Kind, Layout, Memory, Owner, Piece, Player, Zone};
pub use insight::{Faults, Insight, LocalMove, Need, Reasons, WayToWin};
pub use line::{Line, PlayError, Played};
pub use notation::{
    MoveError, TextState, check_setup, drawing_holes, fields_in, move_text, parse_drawing,
    parse_move, parse_position, player_letter, position_columns, readings, symbol_problem,
    write_position,
};
pub use packing::{Fold, MemoryWeight, Packer, Packing};
pub use perceived::{Ending, Made, Perceived, Refused, Unsaid, heard_by};
pub use perft::{Divided, Perft, Progress, divide, perft, perft_with};
pub use pgn::{PgnError, pgn_supported, read_pgn, read_san, write_pgn, write_pgn_words, write_san};
pub use play::{FAR_TURNS, Game};
pub use playout::{Playout, playout};
pub use random::{Rng, mix};
pub use record::{Record, RecordError};
pub use referee::{Asked, Attempt, Fitting, Referee, Refusal, RowForm, Saying, Witness};
pub use replay::{ReplayError, replay};
pub use result::GameResult;
pub use rows::{Beside, Number, Rows};
pub use setup::Setup;
pub use signature::Signatures;
pub use symmetry::Symmetry;
pub use turn::{
    Change, Event, Message, Move, Outcome, RulesError, SetupError, Turn, describe_outcome,
    is_capture,
};
pub use turn_worker::{TurnWorker, retain_captures};
pub use witness::TurnWitness;
pub use words::{counted, nearest};
pub use worker::{Dive, Dived, Expanded, Finish, Worker};
