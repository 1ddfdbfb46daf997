//! Games through a referee, for the commands that play: people, programs, players that
//! know only their view, and attempts at random, each on one side of the table.
//!
//! ```text
//! sides (as users write them) ─▶ seats (who sits there) ─▶ table (a game) ─▶ record
//! ```

mod human;
mod live;
mod play;
mod seats;
mod sides;
mod table;
mod talk;

pub(super) use live::run as referee_live;
pub(super) use play::run as play;
pub(super) use seats::{Manner, Says, Seat};
pub(super) use sides::{Side, first_given, is_player, refuse_open};
pub(super) use table::{End, Table};
