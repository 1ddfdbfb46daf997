//! Random games, and what is found in them: positions with the outcome of their game,
//! and how many moves the pieces of each kind have.
//!
//! 1. Moves are drawn evenly, but whoever can win at once does: without that hardly a
//!    game of some kinds would ever be decided.
//! 2. Once something is known of what positions are worth, players who draw no move
//!    (one turn of [`ONE_DRAWN_OF`]) choose the one after which their position is worth
//!    most, because what wins between players who know nothing may lose otherwise.
//! 3. Of each game a few positions are kept, drawn evenly among those in which nobody
//!    can win at once, because every search sees that by itself.

use game::{Game, Kind, Owner, Player, Rng, RulesError, Worker};

/// A position of a random game.
pub(crate) struct Sample<P> {
    /// The position.
    pub(crate) position: P,
    /// 1 if its game was won by the player to move, -1 if it was lost, otherwise 0.
    pub(crate) outcome: f64,
    /// 1 if the first player is to move, otherwise -1.
    pub(crate) first: f64,
    /// How many moves there are.
    pub(crate) n_moves: f64,
    /// The number of its game.
    pub(crate) game: usize,
}

/// What random games have shown.
pub(crate) struct Samples<P> {
    /// The positions.
    pub(crate) list: Vec<Sample<P>>,
    /// How many games were played.
    pub(crate) n_games: usize,
    /// For each kind, the moves of all its pieces, and the pieces.
    moves: Vec<f64>,
    pieces: Vec<f64>,
}

impl<P> Samples<P> {
    /// Nothing yet, for this many kinds of pieces.
    pub(crate) fn new(n_kinds: usize) -> Samples<P> {
        Samples {
            list: Vec::new(),
            n_games: 0,
            moves: vec![0.0; n_kinds],
            pieces: vec![0.0; n_kinds],
        }
    }

    /// How many moves a piece of a kind has.
    pub(crate) fn mobility(&self, kind: Kind) -> f64 {
        self.moves[kind.index()] / f64::max(self.pieces[kind.index()], 1.0)
    }
}

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// This many games.
    pub(crate) games: usize,
    /// So much work in all games together: positions that moves lead to.
    pub(crate) positions: usize,
    /// The seed.
    pub(crate) seed: u64,
}

/// What is known of positions: evaluations by their numbers, and the weight of each.
pub(crate) type Weighted = [(usize, f64)];

/// One turn of this many is drawn, once something is known.
const ONE_DRAWN_OF: usize = 4;

/// This many positions of a game are kept.
const PER_GAME: usize = 4;
/// A game that lasts longer is a draw.
const LONGEST: usize = 200;

/// Plays games and adds what they show. Nothing if rules break down in play, which is somebody
/// else's business, or if nobody waits for the answer any more.
pub(crate) fn play<G: Game>(
    game: &G,
    bounds: Bounds,
    known: &Weighted,
    samples: &mut Samples<G::Position>,
    go_on: &dyn Fn() -> bool,
) -> Option<()> {
    let rng = Rng::new(bounds.seed);
    let mut run = Run { game, known, rng, left: bounds.positions, samples, go_on };
    for _ in 0..bounds.games {
        if run.left == 0 {
            break;
        }
        run.one().ok()?;
        go_on().then_some(())?;
    }
    Some(())
}

struct Run<'g, G: Game> {
    game: &'g G,
    known: &'g Weighted,
    rng: Rng,
    /// How many more positions may be listed.
    left: usize,
    samples: &'g mut Samples<G::Position>,
    /// Whether somebody still waits; if not, the game under way is of no use.
    go_on: &'g dyn Fn() -> bool,
}

impl<G: Game> Run<'_, G> {
    /// Plays a game and keeps some of its positions.
    fn one(&mut self) -> Result<(), RulesError> {
        let mut worker = self.game.worker(&[]);
        let mut kept: Vec<(G::Position, usize)> = Vec::new();
        let (mut at, mut list, mut n_quiet) = (self.game.start(), Vec::new(), 0);
        let mut outcome = 0;
        for _ in 0..LONGEST {
            list.clear();
            if let Some(over) = worker.expand(&at, &mut list)? {
                outcome = over.value;
                break;
            }
            // To ask for something takes about half as long as to list a position.
            let work = list.len() * (2 + self.known.len()) / 2;
            self.left = self.left.saturating_sub(work);
            let player = self.game.player(&at);
            let wins = |to: &G::Position| {
                worker.outcome(to).is_some_and(|outcome| outcome.for_player(player) > 0)
            };
            let chosen = match list.iter().position(wins) {
                Some(winning) => winning,
                None => {
                    n_quiet += 1;
                    // Every quiet position is as likely to stay as any other.
                    let place = self.rng.below(n_quiet);
                    if place < PER_GAME {
                        self.count(&at, &list);
                        match kept.len() < PER_GAME {
                            true => kept.push((at.clone(), list.len())),
                            false => kept[place] = (at.clone(), list.len()),
                        }
                    }
                    match self.known.is_empty() || self.rng.below(ONE_DRAWN_OF) == 0 {
                        true => self.rng.below(list.len()),
                        false => self.best(&mut worker, player, &list)?,
                    }
                }
            };
            if list.is_empty() || self.left == 0 || !(self.go_on)() {
                break;
            }
            worker.enter(&at);
            at = list.swap_remove(chosen);
        }
        for (position, n_moves) in kept {
            let sample = self.sample(position, n_moves, outcome);
            self.samples.list.push(sample);
        }
        self.samples.n_games += 1;
        Ok(())
    }

    /// The move after which the position is worth most; one of them, if there are several.
    fn best(
        &mut self,
        worker: &mut G::Worker<'_>,
        player: Player,
        list: &[G::Position],
    ) -> Result<usize, RulesError> {
        let (mut best, mut greatest, mut n_equal) = (0, f64::NEG_INFINITY, 0);
        for (i, to) in list.iter().enumerate() {
            let mut value = 0.0;
            for &(evaluation, weight) in self.known {
                value += weight * f64::from(worker.evaluate(to, evaluation)?);
            }
            let value = match (worker.outcome(to), self.game.player(to) == player) {
                (Some(outcome), _) => 1e9 * f64::from(outcome.for_player(player).signum()),
                (None, true) => value,
                (None, false) => -value,
            };
            n_equal = if value == greatest { n_equal + 1 } else { 1 };
            if value > greatest || (value == greatest && self.rng.below(n_equal) == 0) {
                (best, greatest) = (i, value);
            }
        }
        Ok(best)
    }

    fn sample(&self, position: G::Position, n_moves: usize, outcome: i32) -> Sample<G::Position> {
        let first = match self.game.player(&position) {
            Player::First => 1.0,
            Player::Second => -1.0,
        };
        Sample {
            position,
            outcome: first * f64::from(outcome.signum()),
            first,
            n_moves: n_moves as f64,
            game: self.samples.n_games,
        }
    }

    /// Counts the pieces of the player to move, and those that each move takes from
    /// where they stand.
    fn count(&mut self, at: &G::Position, list: &[G::Position]) {
        let own: Owner = self.game.player(at).into();
        let before = self.game.setup(at);
        let mine: Vec<(usize, Kind)> = before
            .board
            .iter()
            .enumerate()
            .filter_map(|(field, stack)| Some((field, *stack.last()?)))
            .filter(|(_, piece)| piece.owner() == own)
            .map(|(field, piece)| (field, piece.kind()))
            .collect();
        for (_, kind) in &mine {
            self.samples.pieces[kind.index()] += 1.0;
        }
        for to in list {
            let after = self.game.setup(to);
            let gone = |field: usize| after.board[field].last() != before.board[field].last();
            for (_, kind) in mine.iter().filter(|(field, _)| gone(*field)) {
                self.samples.moves[kind.index()] += 1.0;
            }
        }
    }
}
