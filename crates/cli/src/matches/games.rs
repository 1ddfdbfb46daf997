//! Games between two sides: an opening drawn at random, played twice with colors
//! exchanged, on several threads at once. The same seed gives the same games in
//! the same order, whatever the number of threads, if no side looks at the clock.

use super::super::engine::Engine;
use super::super::position::Table;
use super::super::report::Failure;
use super::openings::Openings;
use super::players::{Answer, Player as Mover};
use super::saving::Saving;
use super::sides::Side;
use game::{Game, Line, Player, Rng, Turn};
use search::{Clock, Stopper};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tune::Score;

/// What all games of a match have in common.
pub(crate) struct Plan<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) first: &'a Line<G::Position>,
    /// Where the line begins, as protocols write it.
    pub(crate) start: String,
    /// Sides A and B.
    pub(crate) sides: [Side; 2],
    pub(crate) seed: u64,
    /// Random turns before the sides begin.
    pub(crate) opening: u32,
    /// Whether openings are taken only if they are balanced.
    pub(crate) balanced: bool,
    /// What turns games into texts, if they are saved.
    pub(crate) saving: Option<Saving>,
    /// A game that lasts longer is a draw.
    pub(crate) max_turns: u32,
    /// The clock of each player.
    pub(crate) clock: Option<Clock>,
    /// How long a program may take without a limit in time.
    pub(crate) patience: Duration,
    /// What a program may take beyond its time.
    pub(crate) margin: Duration,
}

impl<'a, G: Engine> Plan<'a, G> {
    /// Games between two sides from the line of a table, without programs, clocks or files.
    pub(crate) fn new(table: &'a Table<G>, sides: [Side; 2]) -> Plan<'a, G> {
        Plan {
            game: &table.game,
            first: &table.line,
            start: String::new(),
            sides,
            seed: 1,
            opening: 0,
            balanced: true,
            saving: None,
            max_turns: u32::MAX,
            clock: None,
            patience: Duration::MAX,
            margin: Duration::ZERO,
        }
    }
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// What A has got.
    pub(super) score: Score,
    /// Which side did something that lost the game, and what.
    pub(super) forfeit: Option<(usize, String)>,
    /// The game as text, if games are saved.
    pub(super) text: Option<String>,
}

impl Played {
    /// A game that gave A this many points, or cost it as many.
    pub(super) fn scored(points: i32) -> Played {
        let score = match points.signum() {
            1 => Score::Win,
            0 => Score::Draw,
            _ => Score::Loss,
        };
        Played { score, forfeit: None, text: None }
    }

    /// A game that a side has lost by what it did.
    pub(super) fn forfeit(side: usize, why: String) -> Played {
        let score = if side == 0 { Score::Loss } else { Score::Win };
        Played { score, forfeit: Some((side, why)), text: None }
    }

    /// What A has got, or lost.
    fn points(&self) -> i32 {
        match self.score {
            Score::Win => 1,
            Score::Draw => 0,
            Score::Loss => -1,
        }
    }
}

/// Both games of a pair, by the color that A has in each: the first player in the first game.
/// Nothing if one was stopped.
pub(super) fn both(
    mut game: impl FnMut(Player) -> Result<Option<Played>, Failure>,
) -> Result<Option<[Played; 2]>, Failure> {
    let Some(first) = game(Player::First)? else { return Ok(None) };
    Ok(game(Player::Second)?.map(|second| [first, second]))
}

/// Which game of a match it is.
#[derive(Clone, Copy)]
pub(super) struct Which {
    /// The number of its pair.
    pub(super) pair: u64,
    /// The color that A has in it.
    pub(super) color: Player,
}

/// The two players of one thread.
pub(super) struct Players<'a, G: Game> {
    plan: &'a Plan<'a, G>,
    movers: [Mover<'a, G>; 2],
    openings: Openings<'a, G>,
}

impl<'a, G: Engine> Players<'a, G> {
    pub(super) fn new(plan: &'a Plan<'a, G>) -> Result<Players<'a, G>, Failure> {
        let mover = |side: usize| Mover::new(plan.game, &plan.sides[side]);
        let openings = Openings::new(plan.game, plan.first, plan.opening, plan.balanced)?;
        Ok(Players { plan, movers: [mover(0)?, mover(1)?], openings })
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
        let opening = self.openings.draw(&mut random)?;
        both(|color| {
            let which = Which { pair, color };
            self.game(opening.clone(), which, &mut random, stopped)
        })
    }

    /// Plays a game in which A has this color, and turns it into a text if it is saved.
    fn game(
        &mut self,
        mut line: Line<G::Position>,
        which: Which,
        random: &mut Rng,
        stopped: &AtomicBool,
    ) -> Result<Option<Played>, Failure> {
        let Some(mut played) = self.play(&mut line, which.color, random, stopped)? else {
            return Ok(None);
        };
        if let Some(saving) = &self.plan.saving {
            let text = saving.text(self.plan.game, &line, which, played.points())?;
            played.text = Some(text);
        }
        Ok(Some(played))
    }

    fn play(
        &mut self,
        line: &mut Line<G::Position>,
        color: Player,
        random: &mut Rng,
        stopped: &AtomicBool,
    ) -> Result<Option<Played>, Failure> {
        let (plan, game) = (self.plan, self.plan.game);
        for (side, mover) in self.movers.iter_mut().enumerate() {
            if let Err(why) = mover.new_game(game, line) {
                return Ok(Some(Played::forfeit(side, why)));
            }
        }
        let mut clocks = plan.clock.map(|clock| [clock; 2]);
        while line.len() < plan.first.len().saturating_add(plan.max_turns as usize) {
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
            match self.movers[side].turn(plan, line, &moves, &mut clocks, random)? {
                Answer::Move(chosen) => line.push(chosen),
                Answer::Forfeit(why) => return Ok(Some(Played::forfeit(side, why))),
            }
        }
        Ok(Some(Played::scored(0)))
    }
}
