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
mod levels;

use crate::build::{Failed, Means, Step};
use crate::class::Classes;
use crate::file::{put_material, read_material};
use crate::forward::Surprise;
use crate::moves::Backward;
use crate::scheme::Scheme;
use crate::statistics::Statistics;
use crate::tables::Tables;
use crate::waves::Waves;
use division::Division;
use forward::{Forward, POSITION_BYTES};
use game::Game;
use game::bytes::{Reader, put};
use levels::Levels;
use ranks::{Lost, Team};

/// Why a rank ends early, so that all do.
struct Stopped(Failed);

/// What a table came to: the file at the first rank, nothing at the others.
pub(crate) type Together = (Statistics, Vec<u8>);

/// Builds the table of some classes with all ranks, if all classes that they lead to have one.
/// Ranks that lose each other have no answer; otherwise all have the same.
pub(crate) fn build<G: Game>(
    game: &G,
    scheme: &Scheme,
    classes: &Classes,
    tables: &Tables,
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
    let mut forward = Forward::new(game, scheme, classes, tables, &division, means.memory);
    forward.run(team, &mut |done| watch(Step { stage: 0, done, of }))?;
    if let Some(failed) = agree(team, forward.failed.as_ref())? {
        return Ok(Err(failed));
    }
    let mut waves = Waves::new(of as usize, u32::from(scheme.points.is_none()));
    waves.add(&forward.noted);
    let backward = Backward::of(waves.len(), &forward.edges);
    drop(forward);
    let mut levels = Levels { division: &division, backward, waves };
    let is_told = levels.run(team, &mut |done| watch(Step { stage: 2, done, of }))?;
    if !is_told {
        return Ok(Err(Failed::Stopped));
    }
    let mut codes = levels.waves.codes();
    codes.truncate(of as usize);
    ending::end(team, scheme, classes, &division, &codes).map(Ok)
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
