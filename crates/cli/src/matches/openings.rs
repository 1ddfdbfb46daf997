//! The openings of a match: lines of random turns, of which the most balanced one is taken as
//! a short search sees it. Openings that one side has won from the start would tell nothing
//! of the players: each of them would win once.

use super::super::report::Failure;
use game::{Game, Line, Rng, Turn};
use search::{Limits, Search, Settings, is_decided};

/// How often an opening is drawn again because the game was over or decided in it.
const TRIES: u32 = 100;
/// This many openings are compared,
const COMPARED: usize = 5;
/// by searches of this many nodes each, which look no further than a few turns.
const LIMITS: Limits =
    Limits { depth: Some(3), nodes: Some(400), time: None, cheap: 0, usual: None };
/// What such a search finds has room in this many bytes.
const TABLE_BYTES: usize = 1 << 18;

/// Where openings come from.
pub(super) struct Openings<'a, G: Game> {
    game: &'a G,
    first: &'a Line<G::Position>,
    n_turns: u32,
    /// What says how even they are, if that is asked for.
    judge: Option<Search<'a, G>>,
}

impl<'a, G: Game> Openings<'a, G> {
    /// Openings of this many turns after a line.
    pub(super) fn new(
        game: &'a G,
        first: &'a Line<G::Position>,
        n_turns: u32,
        are_balanced: bool,
    ) -> Result<Openings<'a, G>, Failure> {
        let settings = Settings { table_bytes: TABLE_BYTES, ..Settings::new(game.facts()) };
        let judge = match are_balanced && n_turns > 0 {
            true => Some(Search::new(game, settings)?),
            false => None,
        };
        Ok(Openings { game, first, n_turns, judge })
    }

    /// Draws an opening after which the game goes on.
    pub(super) fn draw(&self, random: &mut Rng) -> Result<Line<G::Position>, Failure> {
        let mut best: Option<(u32, Line<G::Position>)> = None;
        let (mut any, mut n_compared) = (None, 0);
        for _ in 0..TRIES {
            let Some(line) = self.random_line(random)? else { continue };
            let Some(judge) = &self.judge else { return Ok(line) };
            any.get_or_insert_with(|| line.clone());
            let Some(worth) = worth(judge, &line) else { continue };
            if best.as_ref().is_none_or(|(least, _)| worth < *least) {
                best = Some((worth, line));
            }
            n_compared += 1;
            if n_compared == COMPARED {
                break;
            }
        }
        let found = best.map(|(_, line)| line).or(any);
        Ok(found.unwrap_or_else(|| self.first.clone()))
    }

    /// A line of random turns, if the game goes on after it.
    fn random_line(&self, random: &mut Rng) -> Result<Option<Line<G::Position>>, Failure> {
        let mut line = self.first.clone();
        for _ in 0..self.n_turns {
            let Turn::Moves(moves) = line.turn(self.game)? else { return Ok(None) };
            let Some(chosen) = random.choose(&moves) else { return Ok(None) };
            line.push(chosen.clone());
        }
        Ok(line.outcome(self.game)?.is_none().then_some(line))
    }
}

/// How far from even a line is for a short search; nothing if it is decided.
fn worth<G: Game>(judge: &Search<'_, G>, line: &Line<G::Position>) -> Option<u32> {
    // What was found before must not matter, so that an opening depends on nothing but its pair.
    judge.forget();
    let report = judge.best(line.position(), line.past(), &LIMITS, &mut |_| {});
    let value = report.best?.value;
    (!is_decided(value)).then(|| value.unsigned_abs())
}
