//! Games between two sides: an opening drawn at random, played twice with colors
//! exchanged, on several threads at once. The same seed gives the same games in
//! the same order, whatever the number of threads, if no side looks at the clock.

use super::super::engine::Engine;
use super::super::report::Failure;
use super::players::{Answer, Player as Mover};
use super::sides::Side;
use super::tally::Score;
use game::{Game, Line, Player, Rng, Turn};
use search::{Clock, Stopper};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What all games of a match have in common.
pub(super) struct Plan<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) first: &'a Line<G::Position>,
    /// Where the line begins, as protocols write it.
    pub(super) start: String,
    /// Sides A and B.
    pub(super) sides: [Side; 2],
    pub(super) seed: u64,
    /// Random turns before the sides begin.
    pub(super) opening: u32,
    /// A game that lasts longer is a draw.
    pub(super) max_turns: u32,
    /// The clock of each player.
    pub(super) clock: Option<Clock>,
    /// How long a program may take without a limit in time.
    pub(super) patience: Duration,
    /// What a program may take beyond its time.
    pub(super) margin: Duration,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// What A has got.
    pub(super) score: Score,
    /// Which side did something that lost the game, and what.
    pub(super) forfeit: Option<(usize, String)>,
}

impl Played {
    /// A game that gave A this many points, or cost it as many.
    pub(super) fn scored(points: i32) -> Played {
        let score = match points.signum() {
            1 => Score::Win,
            0 => Score::Draw,
            _ => Score::Loss,
        };
        Played { score, forfeit: None }
    }

    /// A game that a side has lost by what it did.
    pub(super) fn forfeit(side: usize, why: String) -> Played {
        let score = if side == 0 { Score::Loss } else { Score::Win };
        Played { score, forfeit: Some((side, why)) }
    }
}

/// The two players of one thread.
pub(super) struct Players<'a, G: Game> {
    plan: &'a Plan<'a, G>,
    movers: [Mover<'a, G>; 2],
}

/// How often an opening is drawn again because the game was over in it.
const TRIES: u32 = 100;

impl<'a, G: Engine> Players<'a, G> {
    pub(super) fn new(plan: &'a Plan<'a, G>) -> Result<Players<'a, G>, Failure> {
        let mover = |side: usize| Mover::new(plan.game, &plan.sides[side]);
        Ok(Players { plan, movers: [mover(0)?, mover(1)?] })
    }

    /// What ends the searches of the players.
    pub(super) fn stoppers(&self) -> impl Iterator<Item = Stopper> {
        self.movers.iter().filter_map(Mover::stopper)
    }

    /// Plays both games of a pair; nothing if the match was stopped.
    pub(super) fn pair(
        &mut self,
        pair: u64,
        stopped: &AtomicBool,
    ) -> Result<Option<[Played; 2]>, Failure> {
        let mut random = Rng::new(self.plan.seed.wrapping_add(pair));
        let opening = self.opening(&mut random)?;
        // A has the first player in the first game.
        let first = self.play(opening.clone(), Player::First, &mut random, stopped)?;
        let Some(first) = first else { return Ok(None) };
        let second = self.play(opening, Player::Second, &mut random, stopped)?;
        Ok(second.map(|second| [first, second]))
    }

    /// A line of random moves after which the game goes on.
    fn opening(&self, random: &mut Rng) -> Result<Line<G::Position>, Failure> {
        let game = self.plan.game;
        'tries: for _ in 0..TRIES {
            let mut line = self.plan.first.clone();
            for _ in 0..self.plan.opening {
                let Turn::Moves(moves) = line.turn(game)? else { continue 'tries };
                let Some(chosen) = random.choose(&moves) else { continue 'tries };
                line.push(chosen.clone());
            }
            if line.outcome(game)?.is_none() {
                return Ok(line);
            }
        }
        Ok(self.plan.first.clone())
    }

    fn play(
        &mut self,
        mut line: Line<G::Position>,
        color: Player,
        random: &mut Rng,
        stopped: &AtomicBool,
    ) -> Result<Option<Played>, Failure> {
        let (plan, game) = (self.plan, self.plan.game);
        for (side, mover) in self.movers.iter_mut().enumerate() {
            if let Err(why) = mover.new_game(game, &line) {
                return Ok(Some(Played::forfeit(side, why)));
            }
        }
        let mut clocks = plan.clock.map(|clock| [clock; 2]);
        for _ in 0..plan.max_turns {
            if stopped.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let moves = match line.turn(game)? {
                Turn::Moves(moves) => moves,
                Turn::Over(outcome) => {
                    return Ok(Some(Played::scored(outcome.for_player(color))));
                }
            };
            let side = usize::from(line.player(game) != color);
            match self.movers[side].turn(plan, &line, &moves, &mut clocks, random)? {
                Answer::Move(chosen) => line.push(chosen),
                Answer::Forfeit(why) => return Ok(Some(Played::forfeit(side, why))),
            }
        }
        Ok(Some(Played::scored(0)))
    }
}
