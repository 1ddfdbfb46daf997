//! A page in the browser for every game: a server that runs inside the program, answers
//! questions about games in JSON, streams what searches find, and serves the page itself,
//! which is embedded.
//!
//! ```no_run
//! use web::{Config, Server};
//!
//! let server = Server::bind(Config::default())?;
//! println!("http://{}", server.address());
//! server.run()?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Whoever asks says which game, from which position and by which moves: the server keeps no
//! game of theirs, so a restart loses none and any number of pages can be open. Only games
//! in which something is hidden are kept here, because no page may know all of such a game.
//!
//! Invariant: nothing of the machine is read for a visitor. What is served is a fixed list of
//! embedded files, games come by name from a fixed list or as text, and everything that
//! visitors ask for is bounded (`limits`).

mod answers;
mod assets;
mod belief;
mod books;
mod catalog;
mod child;
mod combinations;
mod debug;
mod declared;
mod drawings;
mod endgames;
mod guard;
mod layout;
mod limits;
mod lines;
mod page_state;
mod records;
mod referees;
mod refusal;
pub mod report;
mod reporting;
mod room;
mod room_computer;
mod rooms;
mod rules;
mod server;
mod set_up;
mod steps;
mod think;
mod thinking;
mod values;
mod why;
mod workers;

pub use books::{BookMove, InBook, OpeningBooks};
pub use child::{Child, work_in_child};
pub use drawings::{DRAWN_BOARD, Drawing, LONGEST_DRAWING, drawings_of};
pub use endgames::{EndgameTables, InTable, Worth};
pub use room::RoomStore;
pub use server::{Config, Server};
