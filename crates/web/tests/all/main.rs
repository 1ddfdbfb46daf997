//! The server as other programs see it: every test starts one on a free port and speaks HTTP
//! with it. Those whose names begin with `browser` do so with a real browser, where there is one.

mod accessibility;
mod api;
mod asked;
mod books;
mod browser_editor;
mod browser_games;
mod browser_looks;
mod browser_more;
mod browser_page;
mod browser_rooms;
mod client;
mod debug;
mod driver;
mod endgames;
mod load;
mod rooms;
mod rooms_kept;
mod rooms_limits;
mod rules;
mod safety;
mod think;
mod traffic;
mod visitors;
