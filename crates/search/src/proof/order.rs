//! What alpha-beta knows of moves before it tries them: how good each was elsewhere,
//! which one was good beside this position, and where much work is to come, how
//! random games went in which it was made.
//!
//! A random game tells of all moves that were made in it, not only of the first (*all
//! moves as first*: Brügmann, "Monte Carlo Go", 1993). A move is known by its signature
//! difference, so the same move later in the game is the same.

use super::Unproved;
use super::ground::Ground;
use game::{Game, Outcome, Player, Rng};

/// Moves that are told apart, a power of two.
const MOVES: usize = 1 << 14;
/// Where this many nodes are below a position on average, random games are played.
const WORTH_A_GAME: u64 = 4000;
/// Such a part of the nodes below a position may belong to random games.
const SHARE: u64 = 20;
/// More nodes are not spent on random games of a position.
const MOST_PLAYED: u64 = 20_000;
/// A random game is given up after this many turns.
const LONGEST: usize = 500;

/// Where a move is found in what is known of moves.
pub(super) fn place<G: Game>(game: &G, at: &G::Position, child: &G::Position) -> usize {
    ((game.signature(at) ^ game.signature(child)) >> 40) as usize & (MOVES - 1)
}

/// Where this many nodes are below a position on average, and its moves mostly have to be
/// looked at all, each thread begins with another one.
const WORTH_SPREADING: u64 = 1000;

/// A mean of recent numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: u64,
    n: u64,
}

/// How random games went in which a move was made.
#[derive(Clone, Copy, Debug, Default)]
struct Odds {
    good: i32,
    games: i32,
}

/// What a thread knows of moves.
pub(super) struct Order {
    /// How often a move was good.
    history: Vec<i32>,
    /// The move that was good last, by how many turns it is from the root.
    killers: Vec<usize>,
    /// Nodes below positions, by how many turns they are from the root.
    work: Vec<Mean>,
    /// How often a move was too good to be allowed where there was much work, by who was to
    /// move.
    cuts: [Mean; 2],
    odds: Vec<Odds>,
    /// The moves that have odds.
    with_odds: Vec<usize>,
    /// The moves of a random game, and who made them.
    played: Vec<(usize, Player)>,
    rng: Rng,
    /// The number of the thread, and how many there are.
    thread: usize,
    of: usize,
}

impl Mean {
    /// Adds a number to about this many of those before it.
    fn add(&mut self, number: u64, most: u64) {
        let Mean { sum, n } = self;
        (*sum, *n) = (*sum + number, *n + 1);
        if *n == most {
            (*sum, *n) = (*sum / 2, *n / 2);
        }
    }
}

impl Order {
    /// Nothing to the first of this many threads, and to each of the others something else. No
    /// way is longer than `deepest`.
    pub(super) fn new(thread: usize, of: usize, deepest: usize) -> Order {
        let first_history =
            |place: usize| ((place * thread).wrapping_mul(0x9e37_79b1) >> 8 & 7) as i32;
        Order {
            history: (0..MOVES).map(first_history).collect(),
            killers: vec![MOVES; deepest + 1],
            work: vec![Mean::default(); deepest + 1],
            cuts: [Mean::default(); 2],
            odds: vec![Odds::default(); MOVES],
            with_odds: Vec::new(),
            played: Vec::new(),
            rng: Rng::new(thread as u64),
            thread,
            of,
        }
    }

    /// How often a move was good.
    pub(super) fn history(&self, place: usize) -> i32 {
        self.history[place]
    }

    /// Whether a move was the last that was good at this depth: what is beside this
    /// position differs in one move, and the answer may be the same.
    pub(super) fn is_killer(&self, place: usize, depth: usize) -> bool {
        self.killers[depth] == place
    }

    /// A move was good, after so many that were not.
    pub(super) fn good(&mut self, place: usize, after: usize, depth: usize) {
        self.history[place] = self.history[place].saturating_add(after as i32);
        self.killers[depth] = place;
    }

    /// A move was not good where another one was.
    pub(super) fn bad(&mut self, place: usize) {
        self.history[place] = self.history[place].saturating_sub(1);
    }

    /// This many nodes were below a position.
    pub(super) fn worked(&mut self, depth: usize, nodes: u64) {
        self.work[depth].add(nodes, 1 << 10);
    }

    /// The moves of a position were looked at with this many nodes, until one was too good or to
    /// the last.
    pub(super) fn ended(&mut self, player: Player, nodes: u64, is_cut: bool) {
        if nodes >= WORTH_SPREADING {
            self.cuts[player.index()].add(u64::from(is_cut), 1 << 6);
        }
    }

    /// After how many of this many moves this thread begins. A player who can reach what is asked
    /// for mostly needs one move, and all begin with that which seems to be best; of a player who
    /// cannot all moves have to be looked at, and whoever comes to it later finds in the table what another thread has found.
    pub(super) fn begins(&self, player: Player, depth: usize, n_moves: usize) -> usize {
        let (thread, of) = (self.thread, self.of);
        let Mean { sum, n } = self.cuts[player.index()];
        let spreads = of > 1 && 2 * sum < n && self.is_work(depth, WORTH_SPREADING);
        if spreads { n_moves * thread / of } else { 0 }
    }

    /// Whether this many nodes are below a position of this depth, as far as is known.
    pub(super) fn is_work(&self, depth: usize, nodes: u64) -> bool {
        let Mean { sum, n } = self.work[depth];
        sum >= n * nodes
    }

    /// How many nodes random games may take at this depth. Where it is not known how much
    /// work there is, a game that has taken long up to now is taken for a long one.
    fn nodes_to_play(&self, depth: usize, so_far: u64) -> u64 {
        let Mean { sum, n } = self.work[depth];
        let work = sum.checked_div(n).unwrap_or(so_far >> (depth - 1).min(63));
        if work < WORTH_A_GAME { 0 } else { (work / SHARE).min(MOST_PLAYED) }
    }

    /// Plays random games where that is worth it; whether [`Order::odds`] is about this
    /// position now. `is_good` tells for the player to move. The root has depth 1.
    pub(super) fn play<G: Game>(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        at: &G::Position,
        depth: usize,
        is_good: impl Fn(Outcome) -> bool,
    ) -> Result<bool, Unproved> {
        let nodes = self.nodes_to_play(depth, ground.nodes);
        if nodes == 0 {
            return Ok(false);
        }
        for place in self.with_odds.drain(..) {
            self.odds[place] = Odds::default();
        }
        let (player, end) = (ground.player(at), ground.nodes + nodes);
        while ground.nodes < end {
            let Some(outcome) = self.random_game(ground, at)? else { continue };
            let is_good = is_good(outcome);
            for &(place, who) in &self.played {
                let odds = &mut self.odds[place];
                if odds.games == 0 {
                    self.with_odds.push(place);
                }
                odds.good += i32::from((who == player) == is_good);
                odds.games += 1;
            }
        }
        Ok(true)
    }

    /// How a game ends in which moves are random, but for one that wins at once.
    fn random_game<G: Game>(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        at: &G::Position,
    ) -> Result<Option<Outcome>, Unproved> {
        let mut at = at.clone();
        self.played.clear();
        while self.played.len() < LONGEST {
            ground.count()?;
            let list = match ground.expand(&at)? {
                Ok(list) => list,
                Err(outcome) => return Ok(Some(outcome)),
            };
            let player = ground.player(&at);
            let wins = |to: &G::Position| {
                ground.outcome(to).is_some_and(|outcome| outcome.for_player(player) > 0)
            };
            let won = list.iter().position(wins);
            let chosen = &list[won.unwrap_or_else(|| self.rng.below(list.len()))];
            self.played.push((place(ground.game(), &at, chosen), player));
            at = chosen.clone();
            ground.done(list);
            if let Some(outcome) = ground.outcome(&at) {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    /// How often a move was good in the last random games, of 10,000.
    pub(super) fn odds(&self, place: usize) -> i32 {
        let Odds { good, games } = self.odds[place];
        (good + 1) * 10_000 / (games + 2)
    }
}
