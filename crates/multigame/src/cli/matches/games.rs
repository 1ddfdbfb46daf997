//! Games between two sides: an opening drawn at random, played twice with colors
//! exchanged, on several threads at once. The same seed gives the same games in
//! the same order, whatever the number of threads, if no side looks at the clock.

use super::super::computer;
use super::super::report::Failure;
use super::sides::Side;
use super::tally::Score;
use game::{Game, Line, Player, Rng, Turn};
use search::Search;
use std::sync::atomic::{AtomicBool, Ordering};

/// What all games of a match have in common.
pub(super) struct Plan<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) first: &'a Line<G::Position>,
    /// Sides A and B.
    pub(super) sides: [Side; 2],
    pub(super) seed: u64,
    /// Random turns before the sides begin.
    pub(super) opening: u32,
    /// A game that lasts longer is a draw.
    pub(super) max_turns: u32,
}

/// The two players of one thread.
pub(super) struct Players<'a, G: Game> {
    plan: &'a Plan<'a, G>,
    searches: [Option<Search<'a, G>>; 2],
}

/// How often an opening is drawn again because the game was over in it.
const TRIES: u32 = 100;

impl<'a, G: Game> Players<'a, G> {
    pub(super) fn new(plan: &'a Plan<'a, G>) -> Result<Players<'a, G>, Failure> {
        let search = |side: &Side| match side {
            Side::Random => Ok(None),
            Side::Search(settings, _) => Search::new(plan.game, *settings).map(Some),
        };
        Ok(Players { plan, searches: [search(&plan.sides[0])?, search(&plan.sides[1])?] })
    }

    /// Plays both games of a pair; nothing if the match was stopped.
    pub(super) fn pair(
        &self,
        pair: u64,
        stopped: &AtomicBool,
    ) -> Result<Option<[Score; 2]>, Failure> {
        let mut random = Rng::new(self.plan.seed.wrapping_add(pair));
        let opening = self.opening(&mut random)?;
        let mut scores = [Score::Draw; 2];
        for (n, score) in scores.iter_mut().enumerate() {
            // A has the first player in the first game.
            let color = if n == 0 { Player::First } else { Player::Second };
            match self.play(opening.clone(), color, &mut random, stopped)? {
                Some(found) => *score = found,
                None => return Ok(None),
            }
        }
        Ok(Some(scores))
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
        &self,
        mut line: Line<G::Position>,
        color: Player,
        random: &mut Rng,
        stopped: &AtomicBool,
    ) -> Result<Option<Score>, Failure> {
        let game = self.plan.game;
        self.searches.iter().flatten().for_each(Search::forget);
        for _ in 0..self.plan.max_turns {
            if stopped.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let moves = match line.turn(game)? {
                Turn::Moves(moves) => moves,
                Turn::Over(outcome) => {
                    return Ok(Some(match outcome.for_player(color).signum() {
                        1 => Score::Win,
                        0 => Score::Draw,
                        _ => Score::Loss,
                    }));
                }
            };
            let side = usize::from(line.player(game) != color);
            let chosen = match (&self.plan.sides[side], &self.searches[side]) {
                (Side::Search(_, limits), Some(search)) => {
                    computer::think(search, game, &line, limits)?.map(|thought| thought.chosen)
                }
                _ => random.choose(&moves).cloned(),
            };
            let Some(chosen) = chosen else { break };
            line.push(chosen);
        }
        Ok(Some(Score::Draw))
    }
}
