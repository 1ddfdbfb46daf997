//! `multigame web`: finds the games that were named, starts the server, and says where its
//! page is.

use super::args::WebArgs;
use super::library;
use super::report::Failure;
use super::terminal;
use ::web::{Config, Server};
use std::net::SocketAddr;

pub(super) fn run(args: &WebArgs) -> Result<u8, Failure> {
    let mut own = Vec::new();
    for game in &args.games {
        let text = library::find(game)?;
        let is_built_in =
            multigame::Text::built_in(&text.name).is_ok_and(|it| it.text == text.text);
        if !is_built_in {
            own.push(text.clone());
        }
        // Mistakes are told here and now, where somebody looks.
        multigame::parts::load_text(&text).map_err(Failure::from)?;
    }
    let first = args.games.first().map(|game| library::find(game)).transpose()?;
    let mut config = Config {
        address: SocketAddr::new(args.address, args.port),
        own,
        names: args.name.clone(),
        assets: args.assets.clone(),
        ..Config::default()
    };
    if let Some(searches) = args.searches {
        config.searches = usize::from(searches);
    }
    let server = Server::bind(config).map_err(|why| {
        let place = SocketAddr::new(args.address, args.port);
        Failure::new(format!("cannot listen at {place}: {why}"))
            .hint("another program may be there; `--port 0` takes any port that is free")
    })?;
    let page = first.map_or_else(String::new, |text| format!("#game={}", text.name));
    terminal::print(&format!("http://{}/{page}\n", server.address()))?;
    server.run().map_err(|why| Failure::new(format!("the server has ended: {why}")))?;
    Ok(0)
}
