//! `multigame web`: finds the games that were named, starts the server, and says where its
//! page is.

mod kept_rooms;
mod tables;

use super::args::WebArgs;
use super::library;
use super::report::Failure;
use super::terminal;
use ::web::{Child, Config, EndgameTables, RoomStore, Server, search_in_child};
use kept_rooms::KeptRooms;
use std::net::SocketAddr;
use tables::FolderOfTables;

/// What a process may have that searches rules of visitors: kilobytes of memory, and seconds of
/// a processor. The shell sets these limits, and becomes the process then.
#[cfg(unix)]
const LIMITED: &str = "ulimit -v 4194304; ulimit -t 660; exec \"$0\" web --child";

pub(super) fn run(args: &WebArgs) -> Result<u8, Failure> {
    if args.child {
        return child();
    }
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
    let rooms = args.rooms.as_deref().map(KeptRooms::new).transpose()?;
    let tables = args.tables.as_deref().map(FolderOfTables::new);
    let mut config = Config {
        address: SocketAddr::new(args.address, args.port),
        own,
        names: args.name.clone(),
        assets: args.assets.clone(),
        child: own_program(),
        rooms: rooms.map(|rooms| Box::new(rooms) as Box<dyn RoomStore>),
        tables: tables.map(|tables| Box::new(tables) as Box<dyn EndgameTables>),
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

/// How this program starts itself for a search, if the system can limit what it takes.
fn own_program() -> Option<Child> {
    #[cfg(unix)]
    {
        let program = std::env::current_exe().ok()?.to_str()?.to_string();
        Some(["sh", "-c", LIMITED, &program].map(String::from).to_vec())
    }
    #[cfg(not(unix))]
    None
}

/// Answers the one question that the server sends to such a process.
#[allow(clippy::disallowed_methods, reason = "this is the edge: the question is read here")]
fn child() -> Result<u8, Failure> {
    let mut question = String::new();
    let read = std::io::stdin().read_line(&mut question);
    read.map_err(|why| Failure::new(format!("the question cannot be read: {why}")))?;
    search_in_child(&question, &|line| {
        // A server that has gone hears nothing, and ends this process by that.
        let _ = terminal::print(&format!("{line}\n"));
    });
    Ok(0)
}
