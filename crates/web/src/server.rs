//! The server: where it listens, what it keeps, and which path leads where.

use crate::answers::{Body, answer};
use crate::assets::asset;
use crate::books::{self, OpeningBooks};
use crate::catalog::Catalog;
use crate::child::Child;
use crate::drawings::Drawing;
use crate::endgames::{self, EndgameTables};
use crate::guard::{Hosts, guard};
use crate::limits::BODY;
use crate::lines::Lines;
use crate::refusal::Refusal;
use crate::room::RoomStore;
use crate::rooms::Rooms;
use crate::workers::Workers;
use crate::{
    belief, combinations, debug, page_state, records, reporting, rooms, rules, set_up, think, why,
};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router, middleware};
use multigame::Text;
use multigame::parts::syntax::{Explained, GLOSSARY};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, Weak};
use std::thread::available_parallelism;
use tokio::runtime::Handle;

/// How a server is to be.
pub struct Config {
    /// Where it listens: at a free port of this machine alone, if nobody says otherwise.
    pub address: SocketAddr,
    /// Games beyond those that are built in.
    pub own: Vec<Text>,
    /// Drawings of their pieces.
    pub drawings: Vec<Drawing>,
    /// Names of this machine by which pages may call it, beyond `localhost` and its address.
    pub names: Vec<String>,
    /// How many searches run at a time; the others wait.
    pub searches: usize,
    /// A folder from which the files of the page are read, for whoever works on them.
    pub assets: Option<PathBuf>,
    /// How a process is started that works on rules of visitors, under limits of its own: it
    /// calls [`work_in_child`](crate::work_in_child). Without one they are searched here.
    pub child: Option<Child>,
    /// Where rooms of hidden games are kept beyond the life of the server.
    pub rooms: Option<Box<dyn RoomStore>>,
    /// Endgame tables that pages may ask.
    pub tables: Option<Box<dyn EndgameTables>>,
    /// Opening books that pages may ask.
    pub books: Option<Box<dyn OpeningBooks>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            own: Vec::new(),
            drawings: Vec::new(),
            names: Vec::new(),
            searches: available_parallelism().map_or(1, usize::from),
            assets: None,
            child: None,
            rooms: None,
            tables: None,
            books: None,
        }
    }
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// What all requests share.
pub(crate) struct Shared {
    /// Itself, for threads that outlive a question without keeping all of this.
    pub(crate) own: Weak<Shared>,
    pub(crate) catalog: Catalog,
    pub(crate) lines: Lines,
    pub(crate) rooms: Rooms,
    /// Where questions are answered about games that the server knows ...
    pub(crate) workers: Workers,
    /// ... and about rules of visitors, which may be slow: they wait for each other only.
    pub(crate) visitors: Workers,
    /// Where seconds are spent on one answer.
    pub(crate) moments: Workers,
    pub(crate) searches: Workers,
    pub(crate) hosts: Hosts,
    /// What threads wait by that are none of the server's own.
    pub(crate) runtime: OnceLock<Handle>,
    assets: Option<PathBuf>,
    pub(crate) child: Option<Child>,
    pub(crate) tables: Option<Box<dyn EndgameTables>>,
    pub(crate) books: Option<Box<dyn OpeningBooks>>,
}

impl Server {
    /// Listens.
    pub fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(config.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let processors = available_parallelism().map_or(2, usize::from).max(2);
        let shared = Arc::new_cyclic(|own| Shared {
            own: Weak::clone(own),
            catalog: Catalog::new(config.own, config.drawings),
            lines: Lines::default(),
            rooms: Rooms::new(config.rooms),
            runtime: OnceLock::new(),
            workers: Workers::new(processors),
            visitors: Workers::new(processors),
            moments: Workers::new(config.searches),
            searches: Workers::new(config.searches),
            hosts: Hosts::new(address.ip(), &config.names),
            assets: config.assets,
            child: config.child,
            tables: config.tables,
            books: config.books,
        });
        Ok(Server { listener, address, shared })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends.
    pub fn run(self) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let _ = self.shared.runtime.set(Handle::current());
            rooms::restore(&self.shared);
            let service = router(self.shared).into_make_service_with_connect_info::<SocketAddr>();
            axum::serve(listener, service).await
        })
    }
}

impl Shared {
    /// Where questions about a game are answered.
    pub(crate) fn workers_for(&self, is_visitors: bool) -> &Workers {
        if is_visitors { &self.visitors } else { &self.workers }
    }
}

/// A path whose questions are answered by a function.
fn ask<Q, A>(job: fn(&Shared, &Q) -> Result<A, Refusal>) -> MethodRouter<Arc<Shared>>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    post(move |state: State<Arc<Shared>>, body: Body| answer(state, body, job))
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/words", get(words))
        .route("/api/load", get(load))
        .route("/api/game", ask(rules::declared))
        .route("/api/state", ask(page_state::state))
        .route("/api/endgame", ask(endgames::endgame))
        .route("/api/book", ask(books::book))
        .route("/api/combine", post(combinations::combine))
        .route("/api/threats", post(combinations::threaten))
        .route("/api/setup", ask(set_up::set_up))
        .route("/api/think", post(think::think))
        .route("/api/why", ask(why::why))
        .route("/api/debug", ask(debug::debug))
        .route("/api/check", ask(rules::check))
        .route("/api/format", ask(rules::format))
        .route("/api/record", ask(records::write))
        .route("/api/read", ask(records::read))
        .route("/api/report", post(reporting::report))
        .route("/api/room", post(rooms::open))
        .route("/api/room/belief", post(belief::belief))
        .route("/api/room/view", ask(rooms::view))
        .route("/api/room/try", ask(rooms::attempt))
        .route("/api/room/events", post(rooms::events))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Answers a request by a method that its path does not know.
async fn wrong_method() -> Response {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this path is not asked by this method",
        "questions are sent by POST; lists are read by GET; see docs/web.md",
    )
    .into_response()
}

/// Lists the games.
async fn games(State(shared): State<Arc<Shared>>) -> Response {
    Json(shared.catalog.list()).into_response()
}

/// A word of the language, for editors.
#[derive(Serialize)]
struct Word {
    word: &'static str,
    what: &'static str,
    example: &'static str,
}

/// Lists the words of the language, with what they do.
async fn words() -> Response {
    let word = |&Explained { word, what, example }: &Explained| Word { word, what, example };
    Json(GLOSSARY.iter().map(word).collect::<Vec<_>>()).into_response()
}

/// What the server does at the moment.
#[derive(Serialize)]
struct Load {
    searches: usize,
    waiting: usize,
    /// Questions about rules of visitors, under way or waiting.
    visitors: usize,
}

/// Answers how much is to be done.
async fn load(State(shared): State<Arc<Shared>>) -> Response {
    let (searches, waiting) = shared.searches.load();
    let (at_work, waiting_visitors) = shared.visitors.load();
    Json(Load { searches, waiting, visitors: at_work + waiting_visitors }).into_response()
}

/// Serves the files of the page.
async fn page(State(shared): State<Arc<Shared>>, method: Method, path: Uri) -> Response {
    match asset(path.path(), shared.assets.as_deref()) {
        Some(response) if [Method::GET, Method::HEAD].contains(&method) => response,
        Some(_) => wrong_method().await,
        None => {
            Refusal::missing("there is nothing at this path", "the page is at `/`").into_response()
        }
    }
}
