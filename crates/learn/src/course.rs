//! How a game is learned, as some random games of it suggest: how far games go on, whether there
//! are captures to follow, and how the number of pieces changes.

use game::{Finish, Game, Rng, RulesError, Worker, mix};
use patterns::Stages;

/// The random games that are played.
const RANDOM_GAMES: u32 = 20;
/// They are broken off after this many turns.
const MOST_TURNS: u32 = 200;
/// More moves than these are too many to look at all replies.
const MANY_MOVES: u32 = 50;
/// A game has stages if the number of pieces changes by this many.
const LEAST_CHANGE: u32 = 4;

/// How weights are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// They move a little after each game (temporal differences).
    Differences,
    /// They are fitted to all positions of many games at once (logistic regression).
    Fit,
}

impl Method {
    /// All methods with their names.
    pub const ALL: [(Method, &'static str); 2] =
        [(Method::Differences, "differences"), (Method::Fit, "fit")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Method::ALL.iter().find(|(method, _)| *method == self).map_or("", |(_, name)| name)
    }
}

/// What the positions of a game count as worth: a mean of three things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Credit {
    /// The share of what the search of the position itself said.
    pub(crate) own: f32,
    /// Of the rest, how much later turns count: with 1 only the result does, with 0 only the
    /// next turn.
    pub(crate) trace: f32,
}

/// How learning is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// How weights are found.
    pub method: Method,
    /// What all that is random begins with.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// How many turns players look ahead.
    pub depth: u32,
    /// How many positions players look at for a move, if they think with the search that
    /// people play against.
    pub nodes: Option<u64>,
    /// The same for games that compare weights.
    pub contest_depth: u32,
    /// How far weights move.
    pub rate: f32,
    /// How much later turns count, from 0 to 1.
    pub trace: f32,
    /// Of a thousand moves, this many are random.
    pub explored_per_mille: u32,
    /// Games begin with at most this many random moves.
    pub opening: u32,
    /// Longer games are broken off.
    pub max_turns: u32,
    /// Whether captures are followed.
    pub captures: bool,
    /// The evaluation of the rules that weights begin with, by its number.
    pub teacher: Option<usize>,
    /// Whether players resign who are far behind by the evaluation that weights begin with:
    /// those who look only a turn or two ahead often cannot win what is won.
    pub resigns: bool,
}

impl Course {
    /// A course that suits a game, as some random games show it: as many as there is time for,
    /// because `wanted` is asked after each turn, and if it says no, what was seen has to do.
    pub fn new<G: Game>(
        game: &G,
        seed: u64,
        threads: usize,
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<Course, RulesError> {
        let Survey { length, captures, quiet, moves, .. } = survey(game, seed, wanted)?;
        Ok(Course {
            method: Method::Differences,
            seed,
            threads,
            depth: 1,
            nodes: None,
            // With many moves a second turn would take longer than all games to learn from.
            contest_depth: if moves > MANY_MOVES { 1 } else { 2 },
            rate: 8.0,
            trace: 0.7,
            explored_per_mille: 50,
            opening: (length / 5).clamp(2, 10),
            max_turns: (4 * length).clamp(60, 400),
            // Where most turns capture, there is no end to following them.
            captures: captures > 0 && captures < quiet,
            teacher: None,
            resigns: false,
        })
    }

    /// How far behind whoever resigns is, as the logarithm of the odds: three to one for
    /// players who look a turn or two ahead, who often cannot win what is won, and twenty to
    /// one for those who think.
    pub(crate) fn sure(&self) -> f32 {
        if self.nodes.is_some() { 20.0_f32.ln() } else { 3.0_f32.ln() }
    }

    /// What positions that weights are fitted to count as worth. What players say who think is
    /// better than their evaluation, and far less a matter of luck than the result (docs/learning.md
    /// has figures of the same games learned from in both ways).
    pub(crate) fn credit(&self) -> Credit {
        match self.nodes {
            Some(_) => Credit { own: 0.5, trace: 0.8 },
            None => Credit { own: 0.0, trace: self.trace },
        }
    }

    /// The same by another method. To fit weights, results count for more than a turn's
    /// value does, few moves are random because nothing is learned across them, and whoever
    /// is lost resigns.
    #[must_use]
    pub fn by(self, method: Method) -> Course {
        match method {
            Method::Differences => Course { method, ..self },
            Method::Fit => {
                let (trace, explored_per_mille, resigns) = (0.95, 10, true);
                Course { method, trace, explored_per_mille, resigns, ..self }
            }
        }
    }
}

/// What random games were like.
struct Survey {
    /// How many turns they had.
    length: u32,
    captures: u32,
    quiet: u32,
    /// How many moves there were on average.
    moves: u32,
    /// Fields that are taken at the start and at the end.
    taken: [u32; 2],
}

fn survey<G: Game>(
    game: &G,
    seed: u64,
    wanted: &mut dyn FnMut() -> bool,
) -> Result<Survey, RulesError> {
    let taken = |at: &G::Position| {
        let fields = game.setup(at).board;
        fields.iter().filter(|stack| !stack.is_empty()).count() as u32
    };
    let mut worker = game.worker(&[]);
    let (mut turns, mut captures, mut quiet, mut at_end) = (0_u32, 0_u32, 0_u32, 0_u32);
    let (mut list, mut moves) = (Vec::new(), 0_u64);
    let (mut games, mut goes_on) = (0, true);
    while goes_on && games < RANDOM_GAMES {
        let (begun, before) = (turns, taken(&game.start()));
        let (mut rng, mut at) = (Rng::new(mix(seed) ^ u64::from(games)), game.start());
        for _ in 0..MOST_TURNS {
            let Finish::BrokenOff(to) = worker.playout(&at, &mut rng, 1)? else { break };
            turns += 1;
            list.clear();
            worker.expand(&at, &mut list)?;
            moves += list.len() as u64;
            match game.is_capture(&at, &to) {
                true => captures += 1,
                false => quiet += 1,
            }
            at = to;
            goes_on = wanted();
            if !goes_on {
                break;
            }
        }
        // A game that was broken off tells how long games are only if there is no other, and
        // never what they end with.
        if goes_on || games == 0 {
            at_end += if goes_on { taken(&at) } else { before };
            games += 1;
        } else {
            turns = begun;
        }
    }
    let taken = [taken(&game.start()), at_end / games];
    let moves = (moves / u64::from(turns.max(1))) as u32;
    Ok(Survey { length: turns / games, captures, quiet, moves, taken })
}

/// The stages of a game: from the pieces that there are at the start to those at the end of
/// random games, or the other way around; nothing if their number hardly changes. `wanted` is
/// asked as in [`Course::new`].
pub fn stages<G: Game>(
    game: &G,
    seed: u64,
    wanted: &mut dyn FnMut() -> bool,
) -> Result<Option<Stages>, RulesError> {
    let [start, end] = survey(game, seed, wanted)?.taken;
    let stages = Stages { few: start.min(end) as u16, many: start.max(end) as u16 };
    Ok((start.abs_diff(end) >= LEAST_CHANGE).then_some(stages))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where turns take long, the random games would take longer than the learning.
    #[test]
    fn a_survey_ends_when_it_is_not_wanted_any_more() {
        let game = testing::load("breakthrough");
        let survey_of = |most: u32| {
            let mut asked = 0;
            let found = survey(&game, 1, &mut || {
                asked += 1;
                asked < most
            });
            (found.expect("sound rules"), asked)
        };
        let (all, turns) = survey_of(u32::MAX);
        assert!(turns > 600 && all.length > 30, "{turns}");
        let (few, turns) = survey_of(20);
        assert_eq!((turns, few.length), (20, 20));
        assert!(few.moves > 10 && few.captures + few.quiet == 20);
        let (one, turns) = survey_of(0);
        assert_eq!((turns, one.length, one.taken), (1, 1, [32, 32]));
    }
}
