//! The server: where it listens, what it keeps, and which path leads where.

use crate::answers::answer;
use crate::assets::asset;
use crate::catalog::Catalog;
use crate::guard::{Hosts, guard};
use crate::limits::BODY;
use crate::lines::Lines;
use crate::refusal::Refusal;
use crate::rooms::Rooms;
use crate::workers::Workers;
use crate::{page_state, records, rooms, rules, think, why};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router, middleware};
use multigame::Text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

/// How a server is to be.
pub struct Config {
    /// Where it listens: at a free port of this machine alone, if nobody says otherwise.
    pub address: SocketAddr,
    /// Games beyond those that are built in.
    pub own: Vec<Text>,
    /// Names of this machine by which pages may call it, beyond `localhost` and its address.
    pub names: Vec<String>,
    /// How many searches run at a time; the others wait.
    pub searches: usize,
    /// A folder from which the files of the page are read, for whoever works on them.
    pub assets: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            own: Vec::new(),
            names: Vec::new(),
            searches: available_parallelism().map_or(1, usize::from),
            assets: None,
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
    pub(crate) catalog: Catalog,
    pub(crate) lines: Lines,
    pub(crate) rooms: Rooms,
    pub(crate) workers: Workers,
    pub(crate) searches: Workers,
    pub(crate) hosts: Hosts,
    assets: Option<PathBuf>,
}

impl Server {
    /// Listens.
    pub fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind(config.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Shared {
            catalog: Catalog::new(config.own),
            lines: Lines::default(),
            rooms: Rooms::default(),
            workers: Workers::new(available_parallelism().map_or(2, usize::from).max(2)),
            searches: Workers::new(config.searches),
            hosts: Hosts::new(address.ip(), &config.names),
            assets: config.assets,
        };
        Ok(Server { listener, address, shared: Arc::new(shared) })
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
            axum::serve(listener, router(self.shared)).await
        })
    }
}

/// A path whose questions are answered by a function.
fn ask<Q, A>(job: fn(&Shared, &Q) -> Result<A, Refusal>) -> MethodRouter<Arc<Shared>>
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    post(move |state: State<Arc<Shared>>, body: Bytes| answer(state, body, job))
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/words", get(words))
        .route("/api/load", get(load))
        .route("/api/game", ask(rules::declared))
        .route("/api/state", ask(page_state::state))
        .route("/api/think", post(think::think))
        .route("/api/why", ask(why::why))
        .route("/api/check", ask(rules::check))
        .route("/api/format", ask(rules::format))
        .route("/api/record", ask(records::write))
        .route("/api/read", ask(records::read))
        .route("/api/room", ask(rooms::open))
        .route("/api/room/view", ask(rooms::view))
        .route("/api/room/try", ask(rooms::attempt))
        .route("/api/room/events", post(rooms::events))
        .fallback(page)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Lists the games.
async fn games(State(shared): State<Arc<Shared>>) -> Response {
    Json(shared.catalog.list()).into_response()
}

/// Lists the reserved words of the language, for editors.
async fn words() -> Response {
    Json(multigame::parts::syntax::RESERVED).into_response()
}

/// What the server does at the moment.
#[derive(Serialize)]
struct Load {
    searches: usize,
    waiting: usize,
}

/// Answers how many searches run, and how many wait.
async fn load(State(shared): State<Arc<Shared>>) -> Response {
    let (searches, waiting) = shared.searches.load();
    Json(Load { searches, waiting }).into_response()
}

/// Serves the files of the page.
async fn page(State(shared): State<Arc<Shared>>, path: Uri) -> Response {
    match asset(path.path(), shared.assets.as_deref()) {
        Some(response) => response,
        None => {
            Refusal::missing("there is nothing at this path", "the page is at `/`").into_response()
        }
    }
}
