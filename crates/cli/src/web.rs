//! `multigame web`: finds the games that were named, starts the server, and says where its
//! page is.

mod books;
mod drawings;
mod kept_rooms;
mod tables;

use super::args::WebArgs;
use super::library;
use super::report::Failure;
use super::terminal;
use ::web::{Child, Config, EndgameTables, OpeningBooks, RoomStore, Server, work_in_child};
use books::Books;
use game::Game as _;
use kept_rooms::KeptRooms;
use std::net::SocketAddr;
use tables::FolderOfTables;

/// What a process may have that works on rules of visitors: kilobytes of memory, and seconds of
/// a processor. The shell sets these limits and becomes the process, or answers in its place if it
/// cannot set them.
#[cfg(unix)]
const LIMITED: &str = r#"{ ulimit -v 4194304 && ulimit -t 660; } 2>/dev/null || {
    printf 'refused\t{"error":"processes cannot be limited here","hint":"tell whoever runs this server"}\n'
    exit 1
}
exec "$0" web --child"#;

pub(super) fn run(args: &WebArgs) -> Result<u8, Failure> {
    if args.child {
        return child();
    }
    let (mut own, mut drawings) = (Vec::new(), Vec::new());
    for game in &args.games {
        let text = library::find(game)?;
        // Mistakes are told here and now, where somebody looks.
        let loaded = multigame::parts::load_text(&text).map_err(Failure::from)?.game;
        if let Some(path) = library::path(game) {
            drawings.extend(drawings::beside(path, &text.name, loaded.facts())?);
        }
        let is_built_in =
            multigame::Text::built_in(&text.name).is_ok_and(|it| it.text == text.text);
        if !is_built_in {
            own.push(text);
        }
    }
    let first = args.games.first().map(|game| library::find(game)).transpose()?;
    let rooms = args.rooms.as_deref().map(KeptRooms::new).transpose()?;
    let tables = args.tables.as_deref().map(FolderOfTables::new).transpose()?;
    let books = match args.book.is_empty() {
        true => None,
        false => Some(Box::new(Books::new(&args.book, &own)?) as Box<dyn OpeningBooks>),
    };
    let mut config = Config {
        address: SocketAddr::new(args.address, args.port),
        own,
        drawings,
        names: args.name.clone(),
        assets: args.assets.clone(),
        child: own_program(),
        rooms: rooms.map(|rooms| Box::new(rooms) as Box<dyn RoomStore>),
        tables: tables.map(|tables| Box::new(tables) as Box<dyn EndgameTables>),
        books,
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

/// How this program starts itself for rules of a visitor, if the system can limit what it takes.
fn own_program() -> Option<Child> {
    #[cfg(unix)]
    {
        let program = std::env::current_exe().ok()?.to_str()?.to_string();
        Some(["sh", "-c", LIMITED, &program].map(String::from).to_vec())
    }
    #[cfg(not(unix))]
    None
}

/// Does the one task that the server sends to such a process.
#[allow(clippy::disallowed_methods, reason = "this is the edge: the question is read here")]
fn child() -> Result<u8, Failure> {
    let mut task = String::new();
    let read = std::io::stdin().read_line(&mut task);
    read.map_err(|why| Failure::new(format!("the task cannot be read: {why}")))?;
    work_in_child(&task, &|line| {
        // A server that has gone hears nothing, and ends this process by that.
        let _ = terminal::print(&format!("{line}\n"));
    });
    Ok(0)
}
