//! A table that all ranks build together and of which each has a part (Romein and Bal, "Solving
//! awari with parallel retrograde analysis", 2003).
//!
//! 1. Numbers are shared out in stretches ([`Division`]).
//! 2. Each rank looks forward from its positions. Where a move leads inside, whoever has that
//!    position keeps where it comes from ([`Forward`]). Classes that were built before are read
//!    from their files.
//! 3. Level by level, a rank that has a position that is decided tells those that have the
//!    positions before it; all finish a level before any begins the next.
//! 4. Each rank counts and compresses what it has, and the first one puts the file together.
//!
//! All that goes to another rank goes one way and in batches. A rank has memory for its own
//! positions, the moves to them, and a batch for each other rank. The file is the same for any
//! number of ranks.

mod division;
mod ending;
mod forward;

use crate::build::{Failed, Means, Step};
use crate::class::Classes;
use crate::file::{put_material, read_material};
use crate::forward::Surprise;
use crate::moves::Backward;
use crate::scheme::Scheme;
use crate::statistics::Statistics;
use crate::tables::Tables;
use crate::value::Value;
use crate::waves::Waves;
use division::Division;
use forward::{Forward, POSITION_BYTES};
use game::Game;
use game::bytes::{Reader, put};
use ranks::{Exchange, Lost, Received, Sum, Team};

/// So many positions go backward between two looks for messages.
const BETWEEN_LOOKS: usize = 64;
/// Says of the id in a message that a move of that position wins.
const WINS: u32 = 1 << 31;

/// Why a rank ends early, so that all do.
struct Stopped(Failed);

/// What a table came to: the file at the first rank, nothing at the others.
pub(crate) type Together = (Statistics, Vec<u8>);

/// Builds the table of some classes with all ranks, if all classes that they lead to have one.
/// Ranks that lose each other have no answer; otherwise all have the same.
pub(crate) fn build<G: Game>(
    game: &G,
    (scheme, classes, tables): (&Scheme, &Classes, &Tables),
    team: &mut Team<'_>,
    means: Means,
    watch: &mut dyn FnMut(Step) -> bool,
) -> Result<Result<Together, Failed>, Lost> {
    let size = classes.size;
    if size >= Backward::MOST {
        return Ok(Err(Failed::Memory(POSITION_BYTES * size)));
    }
    let division = Division::new(team.rank(), team.size(), size);
    let of = division.n_own();
    let mut forward = Forward::new(game, (scheme, classes, tables), &division, means.memory);
    forward.run(Exchange::new(team), &mut |done| watch(Step { stage: 0, done, of }))?;
    if let Some(failed) = agree(team, forward.failed.as_ref())? {
        return Ok(Err(failed));
    }
    let mut waves = Waves::new(of as usize, u32::from(scheme.points.is_none()));
    waves.add(&forward.noted);
    let backward = Backward::of(waves.len(), &forward.edges);
    drop(forward);
    let mut levels = Levels { division: &division, backward, waves, decided: 0 };
    let is_told = levels.run(team, &mut |done| watch(Step { stage: 2, done, of }))?;
    if !is_told {
        return Ok(Err(Failed::Stopped));
    }
    let mut codes = levels.waves.codes();
    codes.truncate(of as usize);
    ending::end(team, (scheme, classes), &division, &codes).map(Ok)
}

/// What goes backward at one rank.
struct Levels<'d> {
    division: &'d Division,
    /// Where each position of this rank is reached from, by ids.
    backward: Backward,
    waves: Waves,
    decided: u64,
}

impl Levels<'_> {
    /// Decides all positions that can be decided; says no if somebody stopped it.
    fn run(
        &mut self,
        team: &mut Team<'_>,
        watch: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, Lost> {
        let (mut level, mut frontier) = (0, Vec::new());
        loop {
            self.waves.begin(level, &mut frontier);
            loop {
                let (next, later) = self.level(team, level as u32, &frontier)?;
                later.into_iter().for_each(|(level, place)| self.waves.wait(level, place));
                self.decided += frontier.len() as u64;
                frontier = next;
                let stops = u64::from(!watch(self.decided));
                let all = team.all_reduce(&[frontier.len() as u64, stops], Sum)?;
                if all[1] > 0 {
                    return Ok(false);
                }
                // Where a turn counts for nothing what it decides is of the same level.
                if self.waves.turn() > 0 || all[0] == 0 {
                    break;
                }
            }
            level += 1;
            let waiting = self.waves.levels().saturating_sub(level) + frontier.len();
            if team.all_reduce(&[waiting as u64], Sum)?[0] == 0 {
                return Ok(true);
            }
        }
    }

    /// Goes back from the positions of a level, at all ranks: those of this rank that are decided
    /// at the next one, and those that wait for a later one.
    #[expect(clippy::type_complexity, reason = "the lists are those of `Waves`")]
    fn level(
        &self,
        team: &mut Team<'_>,
        level: u32,
        frontier: &[u32],
    ) -> Result<(Vec<u32>, Vec<(u32, u32)>), Lost> {
        let (mut next, mut later) = (Vec::new(), Vec::new());
        let mut exchange = Exchange::new(team);
        let mut left = frontier.iter();
        loop {
            let is_idle = left.len() == 0;
            match exchange.receive(is_idle)? {
                Received::Batch { from, bytes } => {
                    let (words, _) = bytes.as_chunks::<4>();
                    for word in words.iter().map(|word| u32::from_le_bytes(*word)) {
                        let place = self.division.place(u64::from(word & !WINS));
                        let place = place.filter(|place| (*place as usize) < self.waves.len());
                        let place = place.ok_or_else(|| strange(from))?;
                        let arrived = (place, word & WINS != 0);
                        self.waves.arrive::<false>(level, arrived, (&mut next, &mut later));
                    }
                }
                Received::Notice { .. } => {}
                Received::Done => return Ok((next, later)),
                Received::Nothing if is_idle => exchange.rest(),
                Received::Nothing => {
                    for &place in left.by_ref().take(BETWEEN_LOOKS) {
                        let found = (&mut next, &mut later);
                        self.go_from(level, place, found, &mut exchange)?;
                    }
                }
            }
        }
    }

    fn go_from(
        &self,
        level: u32,
        place: u32,
        (next, later): (&mut Vec<u32>, &mut Vec<(u32, u32)>),
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), Lost> {
        let value = self.waves.value(place);
        for (from, again) in self.backward.to(place) {
            let wins = matches!(value.before(again), Value::Win(_));
            let id = u64::from(from);
            match self.division.place(id) {
                Some(place) => {
                    self.waves.arrive::<false>(level, (place, wins), (&mut *next, &mut *later));
                }
                None => exchange.give(self.division.owner(id), |bytes| {
                    bytes.extend((from | if wins { WINS } else { 0 }).to_le_bytes());
                })?,
            }
        }
        Ok(())
    }
}

/// What all ranks hear if one of them cannot go on: why the first of those cannot.
fn agree(team: &mut Team<'_>, mine: Option<&Failed>) -> Result<Option<Failed>, Lost> {
    let mut bytes = Vec::new();
    if let Some(failed) = mine {
        put_failed(failed, &mut bytes);
    }
    let all = team.all_gather(&bytes)?;
    let first = all.into_iter().enumerate().find(|(_, bytes)| !bytes.is_empty());
    first.map(|(rank, bytes)| read_failed(&bytes).ok_or_else(|| strange(rank))).transpose()
}

fn put_failed(failed: &Failed, bytes: &mut Vec<u8>) {
    let mut put = |numbers: &[u64]| numbers.iter().for_each(|&n| put(u128::from(n), bytes));
    match failed {
        Failed::Stopped => put(&[0]),
        Failed::Memory(needed) => put(&[1, *needed]),
        Failed::Surprise(Surprise::Points) => put(&[2]),
        Failed::Surprise(Surprise::Damaged) => put(&[5]),
        Failed::Surprise(Surprise::Field(piece, field)) => {
            put(&[3, u64::from(*piece), u64::from(*field)]);
        }
        Failed::Surprise(Surprise::Class(class)) => {
            put(&[4]);
            put_material(class, bytes);
        }
    }
}

fn read_failed(bytes: &[u8]) -> Option<Failed> {
    let mut reader = Reader(bytes);
    Some(match reader.small::<u64>()? {
        0 => Failed::Stopped,
        1 => Failed::Memory(reader.small()?),
        2 => Failed::Surprise(Surprise::Points),
        3 => Failed::Surprise(Surprise::Field(reader.small()?, reader.small()?)),
        4 => Failed::Surprise(Surprise::Class(read_material(&mut reader)?)),
        5 => Failed::Surprise(Surprise::Damaged),
        _ => return None,
    })
}

/// A rank that says what no rank of this program says.
fn strange(rank: usize) -> Lost {
    Lost { rank: Some(rank), why: "it spoke of a position that there is not".to_string() }
}
