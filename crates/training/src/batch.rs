//! Many games that are stepped at once, into arrays that belong to the caller. A game that is
//! over begins again in the same step, so that every lane always waits for a move.

use crate::actions::Actions;
use crate::lane::Status;
use crate::part::{Common, Part, part_rng};
use crate::planes::Planes;
use game::{Game, Player, RulesError, crew};
use std::sync::Arc;

/// More threads are not started for a batch: no machine of today steps faster with them.
const MOST_THREADS: usize = 256;

/// Why a step is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// This game was told a number that is no legal move.
    Illegal {
        /// Which of the games.
        lane: usize,
        /// The number.
        number: i64,
    },
    /// The rules did something that they should not do.
    Rules(Box<RulesError>),
    /// A position has more moves without numbers of their own than there are numbers for them.
    Unnumbered,
    /// The game is over before anybody can move.
    OverAtOnce,
    /// The games have not begun, or a step broke down in the middle: they must begin again.
    NotBegun,
    /// An array has another length than it must have.
    Length {
        /// Which one.
        array: &'static str,
        /// How long it must be.
        expected: usize,
    },
    /// The system starts no more threads, in its words.
    NoThread(String),
}

/// Where a step writes: each array holds what belongs to the first game, then to the second, …
#[derive(Debug)]
pub struct Outputs<'a> {
    /// For each number, 1 if it is a legal move.
    pub mask: &'a mut [u8],
    /// The position as the player to move sees it.
    pub planes: &'a mut [u8],
    /// What the game that has just ended brought the first and the second player: 1, 0 or -1.
    pub rewards: &'a mut [f32],
    /// 0, or 1 if a game has ended, or 2 if it was broken off.
    pub done: &'a mut [u8],
    /// Who is to move: 0 or 1.
    pub player: &'a mut [u8],
}

/// How many numbers belong to one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Those of its mask: one for each action.
    pub actions: usize,
    /// Those of its planes.
    pub planes: usize,
}

impl Sizes {
    /// The sizes of what these write.
    pub fn new(actions: &Actions, planes: &Planes) -> Sizes {
        Sizes { actions: actions.len(), planes: planes.size() }
    }
}

/// Games under way.
pub struct Batch<G: Game> {
    game: Arc<G>,
    actions: Arc<Actions>,
    planes: Arc<Planes>,
    /// What each thread steps.
    parts: Vec<Part<G::Position>>,
    /// Games are broken off after this many turns.
    limit: u32,
    start: G::Position,
    /// Whether all games wait for a move.
    is_begun: bool,
}

/// What is done with a part, and where it writes.
type Work<'w, G> = dyn Fn(&mut Part<<G as Game>::Position>, &Common<'_, G>, Outputs<'_>) -> Result<(), Problem>
    + Sync
    + 'w;

impl<G: Game> Batch<G> {
    /// This many games from the start, on this many threads.
    pub fn new(
        game: Arc<G>,
        actions: Arc<Actions>,
        planes: Arc<Planes>,
        size: usize,
        threads: usize,
        limit: u32,
        seed: u64,
    ) -> Batch<G> {
        let start = game.start();
        let threads = threads.clamp(1, size.clamp(1, MOST_THREADS));
        let part = |number: usize| {
            let size = size / threads + usize::from(number < size % threads);
            Part::new(&*game, &start, &actions, &planes, size, part_rng(seed, number))
        };
        let parts = (0..threads).map(part).collect();
        Batch { game, actions, planes, parts, limit: limit.max(1), start, is_begun: false }
    }

    /// How many games there are.
    #[allow(clippy::len_without_is_empty, reason = "a batch of no games is of no use")]
    pub fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// Begins all games again.
    pub fn reset(&mut self, seed: Option<u64>, out: Outputs<'_>) -> Result<(), Problem> {
        out.check(self.len(), &self.actions, &self.planes)?;
        for (number, part) in self.parts.iter_mut().enumerate() {
            if let Some(seed) = seed {
                part.reseed(seed, number);
            }
        }
        self.is_begun = false;
        out.mask.fill(0);
        self.each(out, &|part, common, out| part.reset(common, out))?;
        self.is_begun = true;
        Ok(())
    }

    /// Makes a move in every game. If one of the numbers is no legal move, nothing is changed. The
    /// arrays are to be those of the last step: only what is different is written.
    pub fn step(&mut self, chosen: &[i64], out: Outputs<'_>) -> Result<(), Problem> {
        self.must_be_begun()?;
        out.check(self.len(), &self.actions, &self.planes)?;
        has_length("chosen", chosen.len(), self.len())?;
        let mut first = 0;
        for part in &mut self.parts {
            let found = part.find(&chosen[first..][..part.len()]);
            found.map_err(|lane| {
                let lane = first + lane;
                Problem::Illegal { lane, number: chosen[lane] }
            })?;
            first += part.len();
        }
        // If it breaks down in the middle, some games have made their moves and others have not.
        self.is_begun = false;
        self.each(out, &|part, common, out| part.step(common, out))?;
        self.is_begun = true;
        Ok(())
    }

    /// Draws a legal move for every game, each equally likely.
    pub fn draw(&mut self, into: &mut [i64]) -> Result<(), Problem> {
        self.must_be_begun()?;
        has_length("into", into.len(), self.len())?;
        let mut first = 0;
        for part in &mut self.parts {
            part.draw(&mut into[first..][..part.len()]);
            first += part.len();
        }
        Ok(())
    }

    /// The position of a game, and those before it as far as the rules ask for them; nothing if
    /// there is no such game.
    #[allow(clippy::type_complexity, reason = "a position, and a list of them")]
    pub fn position(
        &self,
        lane: usize,
    ) -> Result<Option<(G::Position, Vec<G::Position>)>, Problem> {
        self.must_be_begun()?;
        let mut lane = lane;
        for part in &self.parts {
            if lane < part.len() {
                return Ok(Some(part.position(&*self.game, lane)));
            }
            lane -= part.len();
        }
        Ok(None)
    }

    fn must_be_begun(&self) -> Result<(), Problem> {
        if self.is_begun { Ok(()) } else { Err(Problem::NotBegun) }
    }

    /// Does something with every part, each on a thread of its own.
    fn each(&mut self, out: Outputs<'_>, work: &Work<'_, G>) -> Result<(), Problem> {
        let Batch { game, actions, planes, limit, start, parts, .. } = self;
        let common = &Common { game: &**game, actions, planes, limit: *limit, start };
        if let [part] = &mut parts[..] {
            return work(part, common, out);
        }
        let mut left = out;
        let mut jobs = Vec::new();
        for part in parts.iter_mut() {
            let (mine, rest) = left.split(part.len(), Sizes::new(common.actions, common.planes));
            left = rest;
            jobs.push((part, mine));
        }
        let mut jobs = jobs.into_iter();
        let Some((part, out)) = jobs.next() else { return Ok(()) };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = jobs
                .map(|(part, out)| crew::spawn(scope, move || work(part, common, out)))
                .collect();
            let mut answer = work(part, common, out);
            for helper in helpers {
                match helper {
                    Ok(helper) => answer = answer.and(crew::join(helper)),
                    Err(why) => answer = answer.and(Err(Problem::NoThread(why.to_string()))),
                }
            }
            answer
        })
    }
}

fn has_length(array: &'static str, length: usize, expected: usize) -> Result<(), Problem> {
    if length == expected { Ok(()) } else { Err(Problem::Length { array, expected }) }
}

impl<'a> Outputs<'a> {
    /// Writes how a game stands after a step: of one that has ended, 1, 0 or -1 for each player.
    #[inline]
    pub(crate) fn note(&mut self, lane: usize, status: Status) {
        let (done, rewards) = match status {
            Status::GoesOn => (0, [0.0; 2]),
            Status::Over(outcome) => {
                (1, Player::BOTH.map(|player| outcome.for_player(player).signum() as f32))
            }
            Status::BrokenOff => (2, [0.0; 2]),
        };
        self.done[lane] = done;
        self.rewards[2 * lane..][..2].copy_from_slice(&rewards);
    }

    /// Whether the arrays are as long as they must be for this many games.
    pub fn check(&self, n: usize, actions: &Actions, planes: &Planes) -> Result<(), Problem> {
        has_length("mask", self.mask.len(), n * actions.len())?;
        has_length("planes", self.planes.len(), n * planes.size())?;
        has_length("rewards", self.rewards.len(), 2 * n)?;
        has_length("done", self.done.len(), n)?;
        has_length("player", self.player.len(), n)
    }

    /// What belongs to the first games, and the rest.
    pub fn split(self, n: usize, sizes: Sizes) -> (Outputs<'a>, Outputs<'a>) {
        let (mask, masks) = self.mask.split_at_mut(n * sizes.actions);
        let (plane, other_planes) = self.planes.split_at_mut(n * sizes.planes);
        let (reward, other_rewards) = self.rewards.split_at_mut(2 * n);
        let (done, dones) = self.done.split_at_mut(n);
        let (player, players) = self.player.split_at_mut(n);
        (
            Outputs { mask, planes: plane, rewards: reward, done, player },
            Outputs {
                mask: masks,
                planes: other_planes,
                rewards: other_rewards,
                done: dones,
                player: players,
            },
        )
    }
}
