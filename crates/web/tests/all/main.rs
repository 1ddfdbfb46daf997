//! The server as other programs see it: every test starts one on a free port and speaks HTTP
//! with it. Those whose names begin with `browser` do so with a real browser, where there is one.

mod api;
mod asked;
mod browser_games;
mod browser_more;
mod browser_page;
mod client;
mod debug;
mod driver;
mod rooms;
mod rooms_kept;
mod rules;
mod safety;
mod think;
