//! Serves the page from a program other than the command: at a port, and with the files of the
//! page from a folder for whoever works on them.
//!
//!     cargo run -p multigame-web --example serve -- 8787 crates/web/assets

#![allow(clippy::print_stdout, reason = "an example prints where its page is")]

use std::net::{Ipv4Addr, SocketAddr};
use web::{Config, Server};

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let port = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let assets = words.next().map(Into::into);
    let server = Server::bind(Config { address, assets, ..Config::default() })?;
    println!("http://{}/", server.address());
    server.run()
}
