//! Positions and moves as text, derived from what a game declares: chess gets
//! FEN because its declarations carry the letters of FEN, not because anything
//! here knows chess.
//!
//! ```text
//!  text ─▶ position (rows: rows; columns after them: position) ─▶ Setup ─▶ check ─▶ back end
//!  Setup ─▶ position ─▶ text
//!  events of a turn ─▶ moves ─▶ text of a move
//!  text of a move ─▶ find_move ─▶ one of the legal moves, or why_not
//! ```

mod check;
mod columns;
mod drawing;
mod find_move;
mod moves;
mod position;
mod readings;
mod rows;
mod symbols;
#[cfg(test)]
mod tests;
mod why_not;

pub use check::check_setup;
pub use drawing::{drawing_holes, parse_drawing};
pub use find_move::{MoveError, parse_move};
pub use moves::{TextState, move_text};
pub use position::{parse_position, player_letter, position_columns, write_position};
pub use readings::readings;
pub use symbols::symbol_problem;

pub use why_not::fields_in;
