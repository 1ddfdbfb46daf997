//! One thread of a parallel search: it takes moves, searches them, and says what it
//! found; while it waits for others it helps them. What is searched how is said by
//! the file of each platform.

use super::away::Ended;
use super::crew::Crew;
use super::split::{Job, Split};
use super::{Parallel, Platform, Shared, ThreadWork};
use super::{jamboree, root_parallel, young_brothers};
use crate::algorithms::{Context, Outlook, Remembered};
use crate::limits::Stop;
use crate::principal;
use crate::reductions::Place;
use crate::tree::Side;
use crate::value::{Level, Value, Window};
use crate::way::Ground;
use game::Game;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One of the threads.
pub(super) struct Hand<'s, 'g, G: Game> {
    pub(super) context: Context<'s, 'g, G>,
    pub(super) shared: &'s Shared<G::Position>,
    /// Its number; that of the thread which leads is 0.
    pub(super) number: usize,
    pub(super) idle: Duration,
    pub(super) splits: u64,
    pub(super) aborts: u64,
}

/// What a platform searches a position with, below another one.
type Search<H, P> = fn(&mut H, &Arc<Split<P>>, &P, Level, Window) -> Result<Value, Stop>;

/// What is known of a position before its moves are searched.
pub(super) enum Begun<P> {
    /// Its value.
    Value(Value),
    /// Its moves have to be searched.
    Moves(Arc<Split<P>>),
}

impl<'s, 'g, G: Game> Hand<'s, 'g, G> {
    pub(super) fn new(
        context: Context<'s, 'g, G>,
        shared: &'s Shared<G::Position>,
        number: usize,
    ) -> Hand<'s, 'g, G> {
        let idle = Duration::ZERO;
        Hand { context, shared, number, idle, splits: 0, aborts: 0 }
    }

    /// What it did.
    pub(super) fn done(&self) -> Parallel {
        let threads = vec![ThreadWork { nodes: self.context.tree.nodes(), idle: self.idle }];
        Parallel { threads, splits: self.splits, aborts: self.aborts, ranks: Vec::new() }
    }

    pub(super) fn crew(&self) -> &'s Crew<G::Position> {
        &self.shared.crew
    }

    /// The value of a position for the player to move, by this thread alone.
    pub(super) fn alone(
        &mut self,
        at: &G::Position,
        level: Level,
        window: Window,
    ) -> Result<Value, Stop> {
        let algorithm = self.context.tree.settings().algorithm;
        self.context.value(algorithm, at, level, window)
    }

    /// The child of a shared position after a move, and how its values are seen.
    pub(super) fn child<'p>(
        &self,
        split: &'p Split<G::Position>,
        n: usize,
    ) -> (&'p G::Position, Side) {
        let child = split.child(n);
        (child, Side::of(&self.context.tree, self.context.tree.player(&split.at), child))
    }

    /// Tries a move that comes late less deep, by what a platform searches with. If it does
    /// not seem to be better, that is noted: whether it is too good to be allowed. Otherwise
    /// on what this rests, and the level to which the move is to be searched.
    pub(super) fn try_less_deep(
        &mut self,
        split: &Arc<Split<G::Position>>,
        n: usize,
        alpha: Value,
        value: Search<Self, G::Position>,
    ) -> Result<Result<(Ground, Level), bool>, Stop> {
        let (child, side) = self.child(split, n);
        let below = self.context.tree.below(split.n_moves(), split.level);
        let tried = match split.level.ply {
            // At the root the order is that of the list.
            0 => below,
            _ => {
                let place = Place { number: n, of: split.n_moves() };
                self.context.tried(&split.at, child, place, split.level, below)
            }
        };
        if tried == below {
            return Ok(Ok((Ground::NONE, below)));
        }
        let seen = value(self, split, child, tried, side.window(alpha, alpha + 1))?;
        let (seen, ground) = (side.value(seen), self.context.tree.ground());
        match seen <= alpha {
            true => Ok(Err(split.note(n, seen, ground))),
            false => Ok(Ok((ground, below))),
        }
    }

    /// Begins with a position: the table, the end of the game, its moves.
    pub(super) fn begin(
        &mut self,
        parent: &Arc<Split<G::Position>>,
        at: &G::Position,
        level: Level,
        window: Window,
    ) -> Result<Begun<G::Position>, Stop> {
        let Window { mut alpha, mut beta } = window;
        self.context.tree.count()?;
        if alpha >= beta {
            self.context.tree.rest_on(Ground::NONE);
            return Ok(Begun::Value(alpha));
        }
        let known = self.context.look_up(at, level, &mut alpha, &mut beta);
        if let Remembered::Value(value) = known {
            return Ok(Begun::Value(value));
        }
        let question = self.context.question(at, level);
        let outlook = self.context.outlook(at, level, Window { alpha, beta })?;
        // As for a thread alone; but of what is split all moves are searched.
        if let Outlook::GoodEnough(value) = outlook {
            self.context.remember(at, level, window, value, None);
            return Ok(Begun::Value(value));
        }
        let list = match self.context.tree.enter(at, level.ply)? {
            Ok(list) => list,
            Err(value) => return Ok(Begun::Value(value)),
        };
        // A child that the table knows may be enough, as for a thread alone.
        let listed_on = self.context.tree.ground();
        if let Some((value, i)) = self.context.known_child(at, &list, level, beta) {
            self.context.tree.leave(list);
            self.context.tree.rest_on(listed_on);
            self.context.remember(at, level, window, value, Some(i));
            return Ok(Begun::Value(value));
        }
        self.context.note_moves(list.len());
        let sorted = self.context.order(at, &list, level, known)?;
        let order = sorted.iter().map(|&(_, i)| i).collect();
        self.context.ordering.done(sorted);
        let ground = self.context.tree.ground();
        let window = Window { alpha, beta };
        let mut split = Split::below(parent, at.clone(), list, order, level, window, ground);
        if let Some((far, key)) = question {
            let turns = self.context.tree.turns_to_win(level.ply);
            far.ask(key, Some(split.expect_answer(turns)));
        }
        Ok(Begun::Moves(Arc::new(split)))
    }

    /// Ends with a position whose moves were searched: its value.
    pub(super) fn end(
        &mut self,
        split: &Split<G::Position>,
        window: Window,
        entered: usize,
    ) -> Result<Value, Stop> {
        self.context.tree.back_to(entered);
        if split.signal.is_cut_above() {
            return Err(Stop::Told);
        }
        // What the table of another rank holds rests on nothing, as what is in the own one.
        if let Some(value) = split.answer() {
            self.context.tree.rest_on(Ground::NONE);
            return Ok(value);
        }
        let (best, best_move) = split.best();
        self.context.tree.rest_on(split.ground());
        self.context.remember(&split.at, split.level, window, best, best_move);
        Ok(best)
    }

    /// Searches a move that was taken, and notes what came out.
    pub(super) fn work(&mut self, split: &Arc<Split<G::Position>>, job: Job, stolen: bool) {
        let entered = self.context.tree.entered();
        let outer = self.context.tree.listen(Some(Arc::clone(&split.signal)));
        let searched = match self.shared.platform {
            Platform::RootParallel => root_parallel::one(self, split, job),
            Platform::Jamboree => jamboree::one(self, split, job),
            _ => young_brothers::one(self, split, job),
        };
        self.context.tree.listen(outer);
        self.context.tree.tell();
        let mut rings = stolen;
        match searched {
            Ok(false) => {}
            Ok(true) => {
                split.signal.cut();
                let in_vain = split.before(job.n);
                self.context.cutoff(&split.at, split.child(job.n), in_vain, split.level);
                rings |= split.was_helped();
            }
            Err(stop) => {
                self.context.tree.back_to(entered);
                match split.signal.is_cut() {
                    true => self.aborts += u64::from(stolen || !split.signal.is_cut_above()),
                    false => self.crew().stop(&split.signal, stop),
                }
            }
        }
        split.done(job.n);
        if rings {
            self.crew().ring();
        }
    }

    /// Lets others take moves of a position, takes moves as well, and goes on when
    /// all are done or one is too good to be allowed.
    pub(super) fn share(&mut self, split: &Arc<Split<G::Position>>) {
        let others = self.crew().has_others() && split.has_work();
        if others {
            self.crew().offer(self.number, split);
        }
        while let Some(job) = split.take(false) {
            self.work(split, job, false);
        }
        if others {
            self.crew().withdraw(self.number);
            self.splits += u64::from(split.was_helped());
            self.help_until_done(split);
        }
    }

    /// Helps the threads that are at work on a position until they are done.
    fn help_until_done(&mut self, split: &Arc<Split<G::Position>>) {
        while !split.is_done() {
            // Another rank may give a move back that it has no time for.
            while let Some(job) = split.take(false) {
                self.work(split, job, false);
            }
            let is_done = || split.is_done() || split.has_work();
            if let Some((stolen, job)) = self.find(Some(split), is_done) {
                self.work_elsewhere(&stolen, job);
            }
        }
    }

    /// Takes moves wherever there are any, until the root is done.
    pub(super) fn help(&mut self, root: &Arc<Split<G::Position>>) {
        while !root.signal.is_cut() {
            if let Some((stolen, job)) = self.find(None, || root.signal.is_cut()) {
                self.work_elsewhere(&stolen, job);
            }
        }
    }

    /// Waits for a move to take, from another thread or from another rank; nothing if
    /// something is done before there is one. A thread that waits for others takes only
    /// what is part of their work.
    fn find(
        &mut self,
        within: Option<&Arc<Split<G::Position>>>,
        is_done: impl Fn() -> bool,
    ) -> Option<(Arc<Split<G::Position>>, Job)> {
        let crew = self.crew();
        let look = || {
            let found = crew.steal(within.map(|split| &**split));
            let found = found.or_else(|| crew.away.as_ref()?.take(within));
            found.map(Some).or_else(|| is_done().then_some(None))
        };
        if let Some(found) = look() {
            return found;
        }
        self.idly(|| {
            crew.away.iter().for_each(|away| away.is_idle(within, true));
            let found = crew.wait_for(look);
            crew.away.iter().for_each(|away| away.is_idle(within, false));
            found
        })
    }

    /// Works on a move of a position that another thread or another rank has come to: first
    /// the way there from where this thread is, because rules may ask for it.
    fn work_elsewhere(&mut self, split: &Arc<Split<G::Position>>, job: Job) {
        let entered = self.context.tree.entered();
        let way = split.way();
        way[entered.min(way.len())..].iter().for_each(|at| self.context.tree.pass(at));
        self.context.tree.begin_depth(split.root_depth);
        self.work(split, job, true);
        if split.is_of_another_rank() {
            let line = self.line(split, job);
            self.crew().away.iter().for_each(|away| {
                away.end(Ended { split: Arc::clone(split), line: line.clone() });
            });
        }
        self.context.tree.back_to(entered);
    }

    /// What the table knows of the line after a move of another rank, if it is the best
    /// one for both players as far as is known here: the other rank wants to show it.
    fn line(&mut self, split: &Split<G::Position>, job: Job) -> Vec<(u64, u64)> {
        let Window { alpha, beta } = split.window;
        let is_best = split.found().is_some_and(|(value, _)| alpha < value && value < beta);
        match self.context.table.filter(|_| is_best) {
            Some(table) => {
                let below = self.context.tree.below(split.n_moves(), split.level);
                principal::entries(&mut self.context.tree, table, split.child(job.n), below)
            }
            None => Vec::new(),
        }
    }

    /// Does something that is no work, and takes its time.
    #[expect(clippy::disallowed_methods, reason = "the time is reported, nothing depends on it")]
    pub(super) fn idly<T>(&mut self, waits: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let found = waits();
        self.idle += began.elapsed();
        found
    }
}
