//! `multigame ugi` and `multigame uci`: the Universal Game Interface, for all games
//! of two players, and the Universal Chess Interface, for those like chess. Another
//! program sends lines and reads lines; the search has a thread of its own, so that
//! every line is answered at once.
//!
//! Clients differ in what they send. What is not understood gets an `info string`,
//! which they pass over, and changes nothing.

#![allow(clippy::disallowed_methods, reason = "this is the edge: a client talks here")]

mod answer;
mod beyond;
mod client;
mod go;
mod lines;
mod options;
mod place;
mod ranks;
mod searching;
mod threats;
mod waiting;

use super::args::ProtocolArgs;
use super::book::Opening;
use super::combine::Probe;
use super::computer::warm_up;
use super::engine::{self, Choice, Engine, Job};
use super::learned::is_file;
use super::position::{ALL_SHOWN, load_to_search};
use super::report::Failure;
use super::tables::attach;
use super::terminal;
use ::ranks::{Lost, Team};
use answer::{remark, say};
use client::{Client, Current, Event};
use game::{Game, Line, Rng, pgn_supported};
use options::Options;
use search::Search;
use searching::Running;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;
use waiting::Waiting;

/// Which protocol is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Ugi,
    Uci,
}

impl Dialect {
    fn name(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
        }
    }
}

/// The commands of both protocols.
const COMMANDS: [&str; 14] = [
    "ugi",
    "uci",
    "isready",
    "setoption",
    "uginewgame",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "query",
    "debug",
    "register",
    "quit",
];

/// The command of a line and what follows it; a line may begin with words that nobody knows.
fn command<'w, 'l>(words: &'w [&'l str]) -> Option<(&'l str, &'w [&'l str])> {
    let at = words.iter().position(|word| COMMANDS.contains(word))?;
    Some((words[at], &words[at + 1..]))
}

pub(super) fn run(
    game: &str,
    args: &ProtocolArgs,
    dialect: Dialect,
    team: &mut Team<'_>,
) -> Result<u8, Failure> {
    let asked = args.search.asked();
    let game = load_to_search(game, &args.without, &asked)?.game;
    if dialect == Dialect::Uci && pgn_supported(game.facts()).is_err() {
        let message = format!("{} is not like chess, for which UCI is made", game.facts().name);
        return Err(Failure::new(message).hint("`multigame ugi` speaks a protocol for all games"));
    }
    engine::run(game, &Choice::of(args.backend), &Talk { args, dialect, team: RefCell::new(team) })
}

struct Talk<'a, 'l> {
    args: &'a ProtocolArgs,
    dialect: Dialect,
    team: RefCell<&'a mut Team<'l>>,
}

impl Job for Talk<'_, '_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let options = Options::new(
            self.args.search.clone(),
            self.args.opening.clone(),
            tune::derive(&game).settings,
        );
        let book = options.opening.book.as_deref();
        let opening = Opening::of(&game, book, options.opening.book_choice)?;
        let mut team = self.team.borrow_mut();
        if !team.is_first() {
            return ranks::serve(&game, options, &mut team);
        }
        let settings = options.settings(game.facts(), team.size())?;
        let search = Search::new(&game, settings)?;
        let search = Arc::new(attach(search, &game, options.search.tables.as_deref())?);
        let others = Arc::new(Mutex::new(&mut **team));
        std::thread::scope(|scope| {
            let (sender, events) = channel();
            let (current, waiting) = (Current::default(), Arc::<Waiting>::default());
            let client = Client {
                to_session: sender.clone(),
                current: Arc::clone(&current),
                waiting: Arc::clone(&waiting),
            };
            // This thread may wait for a line when everybody else has left.
            std::thread::spawn(move || client.read_lines());
            let mut session = Session {
                scope,
                game: &game,
                dialect: self.dialect,
                options,
                search,
                others,
                probe: None,
                opening,
                random: Rng::new(terminal::clock_seed()),
                line: Line::new(game.start()),
                sent: Sent::default(),
                running: None,
                current,
                n_searches: 0,
                events,
                sender,
                waiting,
                pending: VecDeque::new(),
                warm: false,
                read: false,
            };
            let code = session.listen()?;
            session.with_others(|others, search| others.change(search, None))?;
            Ok(code)
        })
    }
}

/// What the client said of the line.
#[derive(Default)]
struct Sent {
    /// Where it begins.
    start: String,
    moves: Vec<String>,
}

struct Session<'scope, 'env, G: Game> {
    scope: &'scope Scope<'scope, 'env>,
    game: &'env G,
    dialect: Dialect,
    options: Options,
    search: Arc<Search<'env, G>>,
    others: ranks::Shared<'env, G>,
    /// What looks for a win by threats first, if the client wants that.
    probe: Option<Arc<Probe<'env, G>>>,
    /// What is played by as long as it has the position.
    opening: Option<Opening>,
    random: Rng,
    line: Line<G::Position>,
    sent: Sent,
    running: Option<Running<'scope>>,
    current: Current,
    /// How many searches there have been.
    n_searches: u64,
    /// What the client says and what searches find; the sender is for searches.
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// How much of what the client has sent was not obeyed yet.
    waiting: Arc<Waiting>,
    /// Lines that wait for the end of a search.
    pending: VecDeque<String>,
    /// Whether everything that takes long the first time was done once.
    warm: bool,
    /// Whether the ways to win have been read for this game.
    read: bool,
}

impl<'env, G: Engine> Session<'_, 'env, G> {
    /// Obeys line after line until the client leaves.
    fn listen(&mut self) -> Result<u8, Failure> {
        let mut open = true;
        while open || self.running.is_some() {
            let Some(event) = self.next_event() else { break };
            match event {
                Event::Late => self.stop(),
                Event::Line(line) => {
                    let words: Vec<&str> = line.split_whitespace().collect();
                    match command(&words) {
                        Some(("quit", _)) => break,
                        Some((word, _)) if self.waits(word) => {
                            self.pending.push_back(line);
                            continue;
                        }
                        Some((word, rest)) => self.obey(word, rest)?,
                        None if words.is_empty() => {}
                        None => remark(&format!("no command: {}", words[0]))?,
                    }
                    self.waiting.remove(&line);
                }
                Event::Found(n) if n == self.n_searches => {
                    self.wait();
                    self.catch_up()?;
                }
                Event::Found(_) => {}
                Event::End => open = false,
            }
            // A client that only piped its commands in still wants its answers, but
            // nobody is left to end a search that does not end by itself.
            while !open && self.running.as_ref().is_some_and(|running| !running.ends) {
                self.halt();
                self.catch_up()?;
            }
        }
        self.halt();
        Ok(0)
    }

    /// Whether a command has to wait until the search has given its answer.
    fn waits(&self, command: &str) -> bool {
        let urgent = ["stop", "ponderhit", "isready", "ugi", "uci", "debug", "register"];
        let searching = self.running.as_ref().is_some_and(|running| running.ends);
        searching && !urgent.contains(&command)
    }

    /// Obeys what has waited, up to the next search.
    fn catch_up(&mut self) -> Result<(), Failure> {
        while let Some(line) = self.pending.pop_front() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((word, rest)) = command(&words) else { continue };
            if self.waits(word) {
                self.pending.push_front(line);
                break;
            }
            self.obey(word, rest)?;
            self.waiting.remove(&line);
        }
        Ok(())
    }

    fn obey(&mut self, word: &str, rest: &[&str]) -> Result<(), Failure> {
        match word {
            "ugi" | "uci" => self.introduce(),
            "isready" => {
                self.warm_up();
                say("readyok")
            }
            "setoption" => self.set_option(rest),
            "uginewgame" | "ucinewgame" => {
                self.halt();
                self.forget()?;
                self.probe.iter().for_each(|probe| probe.forget());
                self.read = false;
                self.line = Line::new(self.game.start());
                self.sent = Sent::default();
                Ok(())
            }
            "position" => {
                self.halt();
                self.position(rest)
            }
            "go" => {
                self.halt();
                self.go(rest)
            }
            "stop" => {
                self.stop();
                Ok(())
            }
            "ponderhit" => {
                self.ponder_hit();
                Ok(())
            }
            "query" => self.query(rest),
            _ => Ok(()),
        }
    }

    fn introduce(&self) -> Result<(), Failure> {
        let (name, version) = (self.game.facts().name.as_str(), env!("CARGO_PKG_VERSION"));
        let facts = self.game.facts();
        let options = self.options.describe(facts, &self.options.settings(facts, 1)?);
        if facts.hidden {
            remark(ALL_SHOWN)?;
        }
        say(&format!(
            "id name Multigame {version} ({name})\nid author the authors of Multigame\n{options}{}ok",
            self.dialect.name()
        ))
    }

    /// Makes the code of the game before it is in a hurry.
    fn warm_up(&mut self) {
        if !self.warm && self.running.is_none() {
            warm_up(&self.search, &Line::new(self.game.start()));
            self.warm = true;
        }
        // The ways to win are read once for a game that begins, or goes on.
        if let Some(probe) = self.probe.as_ref().filter(|_| self.running.is_none() && !self.read) {
            probe.get_ready(self.game, &self.line);
            self.read = true;
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.halt();
        if words.join(" ").to_ascii_lowercase().contains("clear hash") {
            return self.forget();
        }
        let mut options = self.options.clone();
        if let Err(why) = options.set(words) {
            return remark(&why);
        }
        if let Some(name) = options.search.evaluation.as_deref().filter(|name| is_file(name))
            && !self.game.facts().evaluations.iter().any(|known| known == name)
        {
            return remark(&format!(
                "error: `{name}` is no evaluation that was read; start the program with `--evaluation {name}`"
            ));
        }
        let book = options.opening.book.as_deref();
        match Opening::of(self.game, book, options.opening.book_choice) {
            Ok(opening) => self.opening = opening,
            Err(failure) => return remark(&failure.one_line()),
        }
        if options.combinations != self.options.combinations {
            return self.look_for_threats(options);
        }
        let n_ranks = self.with_others(|others, _| Ok(others.n_ranks()))?;
        let made = options
            .settings(self.game.facts(), n_ranks)
            .and_then(|settings| Search::new(self.game, settings).map_err(Failure::from))
            .and_then(|search| attach(search, self.game, options.search.tables.as_deref()));
        match made {
            Ok(search) => {
                self.with_others(|others, search| others.change(search, Some(&words.join(" "))))?;
                (self.search, self.options) = (Arc::new(search), options);
            }
            Err(failure) => remark(&failure.one_line())?,
        }
        Ok(())
    }

    /// Says something to the other ranks. No search is under way.
    fn with_others<T>(
        &self,
        say: impl FnOnce(&mut dyn ranks::Others<G>, &Search<'_, G>) -> Result<T, Lost>,
    ) -> Result<T, Failure> {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(say(&mut *others, &self.search)?)
    }

    /// Forgets what searches have learned, at all ranks.
    fn forget(&self) -> Result<(), Failure> {
        self.with_others(|others, search| others.forget(search))
    }

    /// Makes what looks for wins by threats, as an option says; what the search has
    /// learned stays.
    fn look_for_threats(&mut self, options: Options) -> Result<(), Failure> {
        let probe = match options.combinations {
            0 => None,
            nodes => match Probe::shown(self.game, nodes) {
                Ok(probe) => Some(Arc::new(probe)),
                Err(failure) => return remark(&failure.one_line()),
            },
        };
        (self.probe, self.options, self.read) = (probe, options, false);
        Ok(())
    }
}
