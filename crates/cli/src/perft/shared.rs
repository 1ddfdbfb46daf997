//! Counting on several ranks: lines of the first turns are jobs, and whoever is free counts
//! what follows one of them. Counts are added up, so that it does not matter who counts what.

use super::super::engine::{Counting, Engine};
use super::super::ranks::journal::{self, JournalFile};
use super::super::report::Failure;
use ::ranks::{Farmed, Journal, Team, farm_with};
use game::bytes::{Reader, put};
use game::{Divided, Line, Perft, RulesError, Turn};
use std::ops::ControlFlow;

/// There are at least this many jobs for each rank, if there are so many lines: the last
/// ones should take little time.
const JOBS_PER_RANK: usize = 64;
/// With a journal there are as many jobs for any number of ranks, so that it can be another one
/// next time.
const JOBS_OF_JOURNAL: usize = 4096;
/// No more lines are kept.
const MOST_JOBS: usize = 20_000;

/// A line whose continuations are counted.
struct Piece<P> {
    /// The first move, by its number.
    first: usize,
    line: Line<P>,
    /// The turns that are left.
    depth: u32,
}

/// A journal, at the first rank; nothing at others.
type Noting<'j> = Option<&'j mut Option<JournalFile>>;

/// Counts lines of play on all ranks; the first one hears of them. `watch` is asked at all ranks
/// whether to go on, and gets the leaves that are known there. What a journal knows is not
/// counted again.
pub(super) fn count<G: Engine>(
    game: &G,
    line: &Line<G::Position>,
    how: Counting,
    team: &mut Team<'_>,
    noting: Noting<'_>,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Divided, Failure> {
    let wanted = match &noting {
        Some(_) => JOBS_OF_JOURNAL,
        None => JOBS_PER_RANK * team.size(),
    };
    let (names, pieces) = pieces(game, line, how.depth, wanted)?;
    let mut counts = vec![None; pieces.len()];
    let mut journal = noting.and_then(Option::as_mut);
    for (number, result) in journal.iter_mut().flat_map(|journal| journal.known()) {
        if let (Some(count), Some(counted)) = (counts.get_mut(number as usize), read(&result)) {
            *count = Some(counted.leaves);
        }
    }
    // What all pieces have that are done; also seen by the piece that this rank counts.
    let known = std::cell::Cell::new(counts.iter().flatten().sum());
    let left: Vec<u64> = (0..).zip(&counts).filter(|it| it.1.is_none()).map(|it| it.0).collect();
    let (mut failed, mut unwritten) = (None, None);
    let count_piece = |piece: &Piece<G::Position>,
                       go_on: &mut dyn FnMut(u64) -> ControlFlow<()>| {
        game.count(&piece.line, Counting { depth: piece.depth, ..how }, go_on)
    };
    let watch = std::cell::RefCell::new(watch);
    let farmed = farm_with(
        team,
        left,
        |number, is_wanted| {
            let mut go_on = |leaves: u64| match is_wanted() {
                true => (watch.borrow_mut())(known.get() + leaves),
                false => ControlFlow::Break(()),
            };
            written(&count_piece(&pieces[number as usize], &mut go_on))
        },
        |number, result| match read(&result) {
            Some(Perft { leaves, stopped: false }) => {
                if let Some(Err(why)) = journal.as_mut().map(|it| it.note(number, &result)) {
                    unwritten = Some(why);
                    return ControlFlow::Break(());
                }
                counts[number as usize] = Some(leaves);
                known.set(known.get() + leaves);
                (watch.borrow_mut())(known.get())
            }
            Some(_) => ControlFlow::Break(()),
            None => {
                failed = Some(number);
                ControlFlow::Break(())
            }
        },
    )?;
    if let Some(why) = unwritten {
        return Err(journal::unwritten(&why));
    }
    if let Some(number) = failed {
        // Whatever another rank met is met here, too, and is reported as always.
        count_piece(&pieces[number as usize], &mut |_| ControlFlow::Continue(()))?;
        return Err(Failure::bug("a position cannot be counted at one rank, and can at another"));
    }
    Ok(added(names, &pieces, &counts, farmed == Farmed::Enough))
}

/// The names of the first moves, and what is counted.
type Jobs<P> = (Vec<String>, Vec<Piece<P>>);

/// Makes whole levels of lines until there are enough.
fn pieces<G: Engine>(
    game: &G,
    line: &Line<G::Position>,
    depth: u32,
    wanted: usize,
) -> Result<Jobs<G::Position>, RulesError> {
    let mut names = Vec::new();
    let mut level = vec![Piece { first: 0, line: line.clone(), depth }];
    // A piece that is a leaf is not worth a job.
    while level.len() < wanted && level.first().is_some_and(|piece| piece.depth > 1) {
        let mut next = Vec::new();
        for piece in &level {
            let Turn::Moves(moves) = piece.line.turn(game)? else { continue };
            for (i, m) in moves.into_iter().enumerate() {
                let is_first = piece.depth == depth;
                if is_first {
                    names.push(m.text.clone());
                }
                // Where the game has ended, no line is as long as wanted.
                if m.outcome.is_some() {
                    continue;
                }
                let mut line = piece.line.clone();
                line.push(m);
                let first = if is_first { i } else { piece.first };
                next.push(Piece { first, line, depth: piece.depth - 1 });
            }
        }
        if next.len() > MOST_JOBS && level[0].depth != depth {
            break;
        }
        level = next;
    }
    Ok((names, level))
}

/// A count as it travels; nothing for one that failed.
fn written(counted: &Result<Perft, RulesError>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(Perft { leaves, stopped }) = counted {
        bytes.push(u8::from(*stopped));
        put(u128::from(*leaves), &mut bytes);
    }
    bytes
}

fn read(bytes: &[u8]) -> Option<Perft> {
    let (stopped, rest) = bytes.split_first()?;
    Some(Perft { leaves: Reader(rest).small()?, stopped: *stopped != 0 })
}

/// The counts of pieces, for each first move. If not all are done, those first moves
/// are kept that are, and one after them that is not.
fn added<P>(
    names: Vec<String>,
    pieces: &[Piece<P>],
    counts: &[Option<u64>],
    stopped: bool,
) -> Divided {
    let mut parts: Vec<(String, u64)> = names.into_iter().map(|name| (name, 0)).collect();
    let mut is_whole = vec![true; parts.len()];
    for (piece, count) in pieces.iter().zip(counts) {
        parts[piece.first].1 += count.unwrap_or(0);
        is_whole[piece.first] &= count.is_some();
    }
    let leaves = counts.iter().flatten().sum();
    if stopped {
        let (whole, partly): (Vec<_>, Vec<_>) =
            parts.into_iter().zip(is_whole).partition(|(_, is_whole)| *is_whole);
        parts = whole.into_iter().chain(partly.into_iter().take(1)).map(|(part, _)| part).collect();
    }
    Divided { parts, total: Perft { leaves, stopped } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::ranks::{Network, run};

    fn check(name: &str, depth: u32, size: usize) -> Divided {
        let game = multigame::parts::load(name).expect("it loads").game;
        let line = Line::new(game::Game::start(&game));
        let how = Counting { depth, made: false };
        let counted = run(size, Network::unruly(size as u64), |team| {
            count(&game, &line, how, team, None, &mut |_| ControlFlow::Continue(())).ok()
        });
        counted.into_iter().next().flatten().expect("a count")
    }

    #[test]
    fn ranks_count_what_one_counts() {
        for (name, depth) in [("tictactoe", 6), ("three_mens_morris", 4), ("tictactoe", 20)] {
            let game = multigame::parts::load(name).expect("it loads").game;
            let mut go_on = |_| ControlFlow::Continue(());
            let expected = game::divide(&game, &game::Game::start(&game), &[], depth, &mut go_on);
            for size in [1, 2, 3, 8] {
                assert_eq!(Ok(check(name, depth, size)), expected, "{name} {depth}, {size} ranks");
            }
        }
    }

    #[test]
    fn what_was_stopped_keeps_whole_parts() {
        let piece = |first| Piece { first, line: Line::new(0), depth: 1 };
        let names = ["a", "b", "c"].map(str::to_string).to_vec();
        let pieces = [piece(0), piece(0), piece(1), piece(1), piece(2)];
        let counts = [Some(3), None, Some(4), Some(5), None];
        let Divided { parts, total } = added(names, &pieces, &counts, true);
        assert_eq!(total, Perft { leaves: 12, stopped: true });
        // The last is not whole, as after a count on one rank.
        assert_eq!(parts, [("b".to_string(), 9), ("a".to_string(), 3)]);
    }
}
