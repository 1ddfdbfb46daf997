//! What every move of a position is worth, for whoever searches many positions one after
//! the other, each only a little.
//!
//! 1. Every move is searched on its own, so that each gets a value; the best lines of
//!    [`Search::lines`] search what is below a line again for every line.
//! 2. That is done deeper and deeper. The first depth is always completed, because without
//!    it nothing is known; later ones count only if they are complete.
//! 3. The worker of the thread, its memory, and what was learned about the order of moves
//!    stay from one position to the next.

use crate::algorithms::Context;
use crate::limits::{Limits, Stop};
use crate::parallel::Platform;
use crate::search::{DEEPEST, Search};
use crate::value::{Value, is_decided};
use game::Game;

/// What the moves of a position are worth.
#[derive(Clone, Debug)]
pub struct Values<P> {
    /// The positions that moves lead to, each with its value for the player to move. Moves
    /// for which there was no time are not among them.
    pub moves: Vec<(P, Value)>,
    /// Whether values are those of random games.
    pub by_games: bool,
    /// The depth that was completed, in turns.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Why it ended before it was complete.
    pub stop: Option<Stop>,
}

/// Finds out what moves are worth, in one position after the other.
pub struct Valuer<'s, 'g, G: Game> {
    search: &'s Search<'g, G>,
    context: Option<Context<'s, 'g, G>>,
}

impl<'s, 'g, G: Game> Valuer<'s, 'g, G> {
    /// Values as this search finds them.
    ///
    /// ```
    /// use game::Game;
    /// use search::{Limits, Search, Settings, Valuer};
    /// // In a program of yours: `let game = multigame::parts::load("tictactoe")?.game;`
    /// let game = testing::load("tictactoe");
    /// let search = Search::new(&game, Settings::new(game.facts())).unwrap();
    /// let values = Valuer::new(&search).values(&game.start(), &[], &Limits::default());
    /// assert_eq!(values.moves.len(), 9);
    /// ```
    pub fn new(search: &'s Search<'g, G>) -> Valuer<'s, 'g, G> {
        Valuer { search, context: None }
    }

    /// The values of all moves of a position. `past` holds the earlier positions, the
    /// oldest first.
    pub fn values(
        &mut self,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
    ) -> Values<G::Position> {
        // All moves are looked at to a depth, so that none is clear early.
        let limits = &limits.at_usual();
        let settings = self.search.settings();
        if settings.algorithm.grows_tree() || settings.platform != Platform::Serial {
            return self.by_lines(at, past, limits);
        }
        let watch = self.search.begin(limits);
        let mut context = match self.context.take() {
            Some(mut context) => {
                context.tree.restart(past, watch);
                context
            }
            None => self.search.context(past, watch),
        };
        let values = self.deepen(&mut context, at, limits);
        self.context = Some(context);
        values
    }

    /// Step 2.
    fn deepen(
        &self,
        context: &mut Context<'s, 'g, G>,
        at: &G::Position,
        limits: &Limits,
    ) -> Values<G::Position> {
        let mut values =
            Values { moves: Vec::new(), by_games: false, depth: 0, nodes: 0, stop: None };
        let mut moves = match context.tree.enter(at, 0) {
            Ok(Ok(list)) => list,
            Ok(Err(_)) => return values,
            Err(stop) => return Values { stop: Some(stop), ..values },
        };
        // Whoever makes the last move is often better off, so that values of every other depth
        // are alike.
        let mut earlier: Vec<(G::Position, Value)> = Vec::new();
        let deepest = limits.depth.unwrap_or(DEEPEST).max(1);
        for depth in 1..=deepest {
            context.tree.watch_nodes(limits.nodes.filter(|_| depth > 1));
            let mut found = Vec::with_capacity(moves.len());
            for i in 0..moves.len() {
                let guesses = if earlier.is_empty() { &values.moves } else { &earlier };
                let guess = guesses.get(i).map(|(_, value)| *value);
                match self.search.root(context, at, &mut moves[i..=i], depth, guess) {
                    Ok(value) => found.push((moves[i].clone(), value)),
                    Err(stop) => {
                        values.stop = Some(stop);
                        break;
                    }
                }
            }
            if values.stop.is_none() || depth == 1 {
                earlier = std::mem::replace(&mut values.moves, found);
            }
            if values.stop.is_some() {
                break;
            }
            values.depth = depth;
            // Whoever wins, or loses in any case, need not look further.
            let best = values.moves.iter().map(|(_, value)| *value).max();
            if best.is_none_or(is_decided) {
                break;
            }
        }
        values.nodes = context.tree.nodes();
        values
    }

    /// The same by an algorithm that has values for all moves anyway, or several threads.
    fn by_lines(
        &self,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
    ) -> Values<G::Position> {
        let report = self.search.lines(usize::MAX, at, past, limits, &mut |_| {});
        let lines = report.best.into_iter().chain(report.others);
        let first =
            |line: crate::Line<G::Position>| Some((line.positions.into_iter().next()?, line.value));
        Values {
            moves: lines.filter_map(first).collect(),
            by_games: report.seed.is_some(),
            depth: report.depth,
            nodes: report.nodes,
            stop: report.stop,
        }
    }
}
