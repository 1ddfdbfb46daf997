//! Many games that hide something, stepped at once: each has its own referee, and what is written
//! of a game is only what the player to move perceives of it.

use crate::hidden::Session;
use crate::{Error, Game};
use game::{Outcome, Player, Rng, crew};
use self_cell::self_cell;
use training::{Actions, Outputs, Planes, Problem, Sizes, numbered_texts};

/// A game under way.
#[derive(Clone)]
struct Lane<'g> {
    session: Session<'g>,
    /// What the player to move may try, with its numbers.
    tries: Vec<(u32, String)>,
    /// The one that is made next.
    chosen: usize,
    turns: u32,
}

/// Games under way, and one that has not begun.
struct Lanes<'g> {
    all: Vec<Lane<'g>>,
    start: Lane<'g>,
}

self_cell!(
    struct Table {
        owner: Game,

        #[not_covariant]
        dependent: Lanes,
    }
);

/// Games of which players do not see everything.
pub(crate) struct HiddenBatch {
    table: Table,
    threads: usize,
    limit: u32,
    rng: Rng,
    is_begun: bool,
}

/// What all games share.
#[derive(Clone, Copy)]
pub(crate) struct Common<'a> {
    pub(crate) game: &'a Game,
    pub(crate) actions: &'a Actions,
    pub(crate) planes: &'a Planes,
}

/// Why games are not stepped.
pub(crate) enum Trouble {
    Step(Problem),
    Play(Error),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Play(error)
    }
}

impl HiddenBatch {
    pub(crate) fn new(
        game: &Game,
        size: usize,
        threads: usize,
        limit: u32,
        seed: u64,
    ) -> Result<HiddenBatch, Error> {
        let table = Table::try_new(game.clone(), |game| {
            let session = Session::new(game)?;
            let start = Lane { session, tries: Vec::new(), chosen: 0, turns: 0 };
            Ok::<_, Error>(Lanes { all: vec![start.clone(); size], start })
        })?;
        let threads = threads.clamp(1, size.max(1));
        let limit = limit.max(1);
        Ok(HiddenBatch { table, threads, limit, rng: Rng::new(seed), is_begun: false })
    }

    /// Begins all games again.
    pub(crate) fn reset(
        &mut self,
        common: Common<'_>,
        seed: Option<u64>,
        out: Outputs<'_>,
    ) -> Result<(), Trouble> {
        self.check(common, &out)?;
        if let Some(seed) = seed {
            self.rng = Rng::new(seed);
        }
        self.is_begun = false;
        self.each(common, out, &|lane, start, out| {
            *lane = start.clone();
            lane.show(common, out)
        })?;
        self.is_begun = true;
        Ok(())
    }

    /// Makes an attempt in every game. If one of the numbers may not be tried, nothing is changed.
    pub(crate) fn step(
        &mut self,
        common: Common<'_>,
        chosen: &[i64],
        out: Outputs<'_>,
    ) -> Result<(), Trouble> {
        self.must_be_begun()?;
        self.check(common, &out)?;
        self.table.with_dependent_mut(|_, lanes| {
            if chosen.len() != lanes.all.len() {
                let expected = lanes.all.len();
                return Err(Trouble::Step(Problem::Length { array: "chosen", expected }));
            }
            for (lane, (it, number)) in lanes.all.iter_mut().zip(chosen).enumerate() {
                let place = it.tries.iter().position(|(own, _)| i64::from(*own) == *number);
                let illegal = Problem::Illegal { lane, number: *number };
                it.chosen = place.ok_or(Trouble::Step(illegal))?;
            }
            Ok(())
        })?;
        let limit = self.limit;
        self.is_begun = false;
        self.each(common, out, &|lane, start, out| lane.step(common, start, limit, out))?;
        self.is_begun = true;
        Ok(())
    }

    /// Draws something that may be tried in every game, each equally likely.
    pub(crate) fn draw(&mut self, into: &mut [i64]) -> Result<(), Trouble> {
        self.must_be_begun()?;
        let HiddenBatch { table, rng, .. } = self;
        table.with_dependent(|_, lanes| {
            if into.len() != lanes.all.len() {
                let expected = lanes.all.len();
                return Err(Trouble::Step(Problem::Length { array: "into", expected }));
            }
            for (lane, into) in lanes.all.iter().zip(into) {
                let drawn = rng.choose(&lane.tries);
                *into = drawn.map_or(-1, |(number, _)| i64::from(*number));
            }
            Ok(())
        })
    }

    fn must_be_begun(&self) -> Result<(), Trouble> {
        if self.is_begun { Ok(()) } else { Err(Trouble::Step(Problem::NotBegun)) }
    }

    fn check(&self, common: Common<'_>, out: &Outputs<'_>) -> Result<(), Trouble> {
        let n = self.table.with_dependent(|_, lanes| lanes.all.len());
        out.check(n, common.actions, common.planes).map_err(Trouble::Step)
    }

    /// Does something with every game, on as many threads as were asked for.
    fn each(
        &mut self,
        common: Common<'_>,
        out: Outputs<'_>,
        work: &Work<'_>,
    ) -> Result<(), Trouble> {
        let threads = self.threads;
        self.table.with_dependent_mut(|_, lanes| {
            let Lanes { all, start } = lanes;
            let start = &*start;
            let share = all.len().div_ceil(threads).max(1);
            let sizes = Sizes::new(common.actions, common.planes);
            let mut left = out;
            let mut jobs = Vec::new();
            for part in all.chunks_mut(share) {
                let (mine, rest) = left.split(part.len(), sizes);
                left = rest;
                jobs.push((part, mine));
            }
            let mut jobs = jobs.into_iter();
            let Some((first, mine)) = jobs.next() else { return Ok(()) };
            std::thread::scope(|scope| {
                let helper = |(part, out)| {
                    crew::spawn(scope, move || do_each(part, start, sizes, out, work))
                };
                let helpers: Vec<_> = jobs.map(helper).collect();
                let mut answer = do_each(first, start, sizes, mine, work);
                for helper in helpers {
                    answer = answer.and(match helper {
                        Ok(helper) => crew::join(helper),
                        Err(why) => Err(Trouble::Step(Problem::NoThread(why.to_string()))),
                    });
                }
                answer
            })
        })
    }
}

/// What is done with a game, given one that has not begun, and where it writes.
type Work<'w> =
    dyn for<'g> Fn(&mut Lane<'g>, &Lane<'g>, Outputs<'_>) -> Result<(), Trouble> + Sync + 'w;

/// Does something with some games, which write one after another.
fn do_each<'g>(
    lanes: &mut [Lane<'g>],
    start: &Lane<'g>,
    sizes: Sizes,
    mut out: Outputs<'_>,
    work: &Work<'_>,
) -> Result<(), Trouble> {
    for lane in lanes {
        let (mine, rest) = out.split(1, sizes);
        out = rest;
        work(lane, start, mine)?;
    }
    Ok(())
}

impl<'g> Lane<'g> {
    /// Makes the attempt that was chosen; a game that is over begins again.
    fn step(
        &mut self,
        common: Common<'_>,
        start: &Lane<'g>,
        limit: u32,
        out: Outputs<'_>,
    ) -> Result<(), Trouble> {
        let (_, text) = self.tries.get(self.chosen).ok_or(Trouble::Step(Problem::NotBegun))?;
        let answer = self.session.attempt(text)?;
        self.turns += u32::from(answer.is_turn_over);
        let over = self.session.outcome()?;
        let rewards = |outcome: Outcome| {
            Player::BOTH.map(|player| outcome.for_player(player).signum() as f32)
        };
        let (done, rewards) = match over {
            Some(outcome) => (1, rewards(outcome)),
            None if self.turns >= limit => (2, [0.0; 2]),
            None => (0, [0.0; 2]),
        };
        if done != 0 {
            *self = start.clone();
        }
        let Outputs { mask, planes, rewards: told, done: ended, player } = out;
        let out = Outputs { mask, planes, rewards: &mut *told, done: &mut *ended, player };
        self.show(common, out)?;
        ended[0] = done;
        told.copy_from_slice(&rewards);
        Ok(())
    }

    /// Writes what the player to move may try and what they see.
    fn show(&mut self, common: Common<'_>, out: Outputs<'_>) -> Result<(), Trouble> {
        let facts = common.game.facts();
        if self.session.outcome()?.is_some() {
            return Err(Trouble::Step(Problem::OverAtOnce));
        }
        let texts = self.session.tries()?;
        let numbers = numbered_texts(facts, common.actions, &texts);
        let numbered = numbers.into_iter().zip(texts);
        self.tries = numbered.filter_map(|(number, text)| Some((number?, text))).collect();
        if self.tries.is_empty() {
            return Err(Trouble::Step(Problem::Unnumbered));
        }
        out.mask.fill(0);
        self.tries.iter().for_each(|(number, _)| out.mask[*number as usize] = 1);
        let player = self.session.player();
        let seen = self.session.seen(player)?;
        common.planes.write_setup(facts, &seen.setup, player, Some(&seen.fields), out.planes);
        out.player[0] = u8::from(player == Player::Second);
        out.done[0] = 0;
        out.rewards.fill(0.0);
        Ok(())
    }
}
