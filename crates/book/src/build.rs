//! A book grows: the most promising position is taken out, all its moves are searched, and what
//! they are worth goes back to the positions that lead there. Threads do that at the same time,
//! each with another position.

use crate::book::{Book, Searched};
use crate::graph::{After, Graph, Successor, successors};
use crate::keys::Keys;
use crate::worth::at_end;
use game::{Game, RulesError, crew};
use search::{Limits, Search, Settings, SettingsError, Stop, Stopper};
use std::cell::RefCell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How much is done.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Threads, each of which searches other positions.
    pub threads: usize,
    /// How each thread searches.
    pub settings: Settings,
    /// How far the search of one position may go.
    pub limits: Limits,
    /// The most nodes of all searches together.
    pub nodes: Option<u64>,
    /// The most positions whose moves are searched.
    pub positions: Option<u64>,
    /// Stops all searches at once; what they have found of a position is lost.
    pub stopper: Stopper,
}

/// What is to be done next, as whoever watches says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// The book goes on growing.
    On,
    /// It is handed over when the position under way is done, and goes on growing: searches keep
    /// what they remember, so that the book becomes the same however often it is handed over.
    Save,
    /// It ends at once.
    Stop,
}

/// Whoever watches a book that grows.
pub trait Watch {
    /// Is told how far it is, and says what is next.
    fn look(&mut self, grown: &Grown) -> Go;

    /// Gets the book that was asked for by [`Go::Save`].
    fn save(&mut self, book: &Book);
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// Positions whose moves were searched.
    pub expanded: u64,
    /// Positions that were searched.
    pub searched: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Whether there was nothing left to do: all that can be played is decided.
    pub is_done: bool,
}

/// Why a book does not grow.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The rules did something that they should not do.
    Rules(Box<RulesError>),
    /// The settings make no sense.
    Settings(SettingsError),
}

impl From<RulesError> for Problem {
    fn from(error: RulesError) -> Problem {
        Problem::Rules(Box::new(error))
    }
}

/// Lets a book grow from a position on; what was found until it ends is in the book.
pub fn grow<G: Game>(
    game: &G,
    keys: &Keys,
    book: &mut Book,
    root: &G::Position,
    effort: &Effort,
    watch: &mut dyn Watch,
) -> Result<Grown, Problem> {
    let shared = Shared {
        graph: Graph::new(game, keys, book, root)?,
        grown: Grown::default(),
        problem: None,
    };
    let (shared, news) = (Mutex::new(shared), Condvar::new());
    let growing = Growing { game, keys, effort, shared, news };
    let help = |_| growing.work(&mut |_| Go::On, &mut |_| {});
    let mut saved = Book::clone(book);
    let lead = |_| {
        // Both are asked by the thread that leads, one after the other.
        let watch = RefCell::new(watch);
        let save = &mut |graph: &Graph<G>| {
            graph.write_to(&mut saved);
            watch.borrow_mut().save(&saved);
        };
        growing.work(&mut |grown| watch.borrow_mut().look(grown), save);
    };
    crew::run(effort.threads, help, lead);
    let shared = growing.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.graph.write_to(book);
    match shared.problem {
        Some(problem) => Err(problem),
        None => Ok(shared.grown),
    }
}

/// Finds what all positions of a book that follow one are worth by those that follow them, after
/// some of them have changed.
pub fn refresh<G: Game>(
    game: &G,
    keys: &Keys,
    book: &mut Book,
    root: &G::Position,
) -> Result<(), RulesError> {
    Graph::new(game, keys, book, root)?.write_to(book);
    Ok(())
}

/// What all threads share.
struct Growing<'a, G: Game> {
    game: &'a G,
    keys: &'a Keys,
    effort: &'a Effort,
    shared: Mutex<Shared<G>>,
    /// Told when a position has been looked at.
    news: Condvar,
}

struct Shared<G: Game> {
    graph: Graph<G>,
    grown: Grown,
    problem: Option<Problem>,
}

impl<G: Game> Growing<'_, G> {
    fn lock(&self) -> MutexGuard<'_, Shared<G>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at positions until there are no more.
    fn work(&self, watch: &mut dyn FnMut(&Grown) -> Go, save: &mut dyn FnMut(&Graph<G>)) {
        match Search::new(self.game, self.effort.settings) {
            Ok(search) => {
                let search = search.with_stopper(self.effort.stopper.clone());
                while self.step(&search, watch, save) {}
            }
            Err(why) => self.fail(Problem::Settings(why)),
        }
        self.news.notify_all();
    }

    fn fail(&self, problem: Problem) {
        self.lock().problem.get_or_insert(problem);
        self.effort.stopper.stop();
    }

    /// Looks at one position; says whether there may be more to do.
    fn step(
        &self,
        search: &Search<'_, G>,
        watch: &mut dyn FnMut(&Grown) -> Go,
        save: &mut dyn FnMut(&Graph<G>),
    ) -> bool {
        let Some((node, position)) = self.take() else { return false };
        let mut is_saved = false;
        let found = self.look(search, &position, &mut |grown| {
            let go = watch(grown);
            is_saved |= go == Go::Save;
            go
        });
        let mut shared = self.lock();
        match found {
            Ok(Some(After::Over(outcome))) => {
                shared.graph.end(node, at_end(outcome, self.game.player(&position)));
            }
            Ok(Some(After::Moves(moves))) => {
                shared.grown.expanded += 1;
                shared.graph.expand(node, moves);
            }
            Ok(None) => shared.graph.give_back(node),
            Err(problem) => {
                shared.graph.give_back(node);
                drop(shared);
                self.fail(problem);
                self.news.notify_all();
                return false;
            }
        }
        if is_saved {
            save(&shared.graph);
        }
        self.news.notify_all();
        !self.effort.stopper.is_stopped()
    }

    /// Finds out what the moves of a position lead to and what that is worth; nothing if that
    /// was stopped.
    fn look(
        &self,
        search: &Search<'_, G>,
        position: &G::Position,
        watch: &mut dyn FnMut(&Grown) -> Go,
    ) -> Result<Option<Found<G::Position>>, Problem> {
        let moves = match successors(self.game, self.keys, position)? {
            After::Over(outcome) => return Ok(Some(After::Over(outcome))),
            After::Moves(moves) => moves,
        };
        let mut found = Vec::new();
        for to in moves {
            let searched = match to.outcome {
                Some(outcome) => {
                    let value = at_end(outcome, self.game.player(&to.position));
                    Some(Searched { value, depth: 0 })
                }
                None if self.lock().graph.has(to.key) => None,
                None => Some(self.search(search, &to.position)?),
            };
            let grown = self.lock().grown;
            if watch(&grown) == Go::Stop {
                self.effort.stopper.stop();
            }
            if self.effort.stopper.is_stopped() {
                return Ok(None);
            }
            found.push((to, searched));
        }
        Ok(Some(After::Moves(found)))
    }

    /// Searches a position.
    fn search(&self, search: &Search<'_, G>, position: &G::Position) -> Result<Searched, Problem> {
        let report = search.best(position, &[], &self.effort.limits, &mut |_| {});
        if let Some(Stop::Rules(error)) = report.stop {
            return Err(Problem::Rules(error));
        }
        let mut shared = self.lock();
        shared.grown.searched += 1;
        shared.grown.nodes += report.nodes;
        let value = match report.best {
            Some(best) => best.value,
            // Without a move the game is over, although no move said so.
            None => match successors(self.game, self.keys, position)? {
                After::Over(outcome) => at_end(outcome, self.game.player(position)),
                After::Moves(_) => 0,
            },
        };
        Ok(Searched { value, depth: report.depth })
    }

    /// The next position, once there is one; nothing if nothing is left to do.
    fn take(&self) -> Option<(usize, G::Position)> {
        let mut shared = self.lock();
        loop {
            let grown = shared.grown;
            let is_over = |most: Option<u64>, n: u64| most.is_some_and(|most| n >= most);
            if self.effort.stopper.is_stopped()
                || is_over(self.effort.nodes, grown.nodes)
                || is_over(self.effort.positions, grown.expanded)
            {
                return None;
            }
            if let Some(taken) = shared.graph.take() {
                return Some(taken);
            }
            if !shared.graph.is_busy() {
                shared.grown.is_done = true;
                return None;
            }
            // What another thread finds may lead on.
            shared = self.news.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a position is found to lead to.
type Found<P> = After<(Successor<P>, Option<Searched>)>;
