//! Histories drawn from a depth-first search: the same ones however it was shared.
//!
//! 1. While it runs, the search notes where in the order of the serial search each
//!    stretch of about a thousand histories begins, and how many there are.
//! 2. Then numbers below the number of all histories are drawn. Put in order, the
//!    stretches tell in which of them each number lies.
//! 3. These stretches are searched again, from their beginnings, up to the numbers.

use super::walk::Walker;
use super::{DeepSearch, Grain, Sharing};
use crate::answers::below;
use crate::crew;
use crate::histories::{Histories, History, histories_of};
use crate::kept::{Kept, check_room};
use crate::limits::{InfosetError, Watch};
use game::{Referee, Rng};

/// Histories that follow each other in the order of the serial search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Which of the positions that followed each other the first history goes through.
    pub(crate) key: Vec<u32>,
    pub(crate) histories: u128,
}

impl Segment {
    /// A segment ends when it has this many histories.
    pub(super) const LONG: u128 = 1024;
}

/// Draws histories, each equally likely every time.
pub(super) fn sample<G: Referee>(
    search: &mut DeepSearch<'_, G>,
    n: usize,
    rng: &mut Rng,
    sharing: Sharing,
    watch: Watch<'_>,
) -> Result<Vec<History>, InfosetError> {
    let count = search.count();
    let n = if count == 0 { 0 } else { n };
    let position = search.game.position_bytes();
    check_room(n, search.observation.turns.len(), position, search.limits)?;
    let numbers: Vec<u128> = (0..n).map(|_| below(rng, count)).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_unstable_by_key(|i| numbers[*i]);
    search.found.segments.sort_unstable_by(|a, b| a.key.cmp(&b.key));
    // Each segment with what is drawn from it: the number of the draw, and that of the
    // history in the segment.
    let mut drawn: Vec<(&Segment, Vec<(usize, u128)>)> = Vec::new();
    let (mut sum, mut order) = (0u128, order.into_iter().peekable());
    for segment in &search.found.segments {
        let mut here = Vec::new();
        while let Some(i) = order.next_if(|i| numbers[*i] - sum < segment.histories) {
            here.push((i, numbers[i] - sum));
        }
        sum += segment.histories;
        if !here.is_empty() {
            drawn.push((segment, here));
        }
    }
    let (game, observation) = (search.game, search.observation);
    let (wanted, limits, work) = (search.wanted, search.limits, search.work);
    let begin = || Walker::new(game, observation, wanted, limits, Grain::Adaptive, 0);
    let root = search.root()?;
    let job = |walker: &mut Walker<'_, G>, i: usize| {
        walker.begin(&root);
        replay(walker, drawn[i].0, &drawn[i].1, |path| histories_of(game, observation, path))
    };
    let done = crew::jobs(drawn.len(), sharing.threads, begin, job, &mut || watch(work))?;
    let mut through: Vec<(usize, Histories)> = done.into_iter().flatten().collect();
    through.sort_by_key(|(draw, _)| *draw);
    let mut kept = Kept::new(limits, 0);
    for (_, histories) in through {
        if let Some(history) = histories.draw(rng) {
            kept.push(history)?;
        }
    }
    Ok(kept.into_histories())
}

/// Searches a segment again and shows the paths with these numbers, which ascend.
fn replay<G: Referee, T>(
    walker: &mut Walker<'_, G>,
    segment: &Segment,
    numbers: &[(usize, u128)],
    show: impl Fn(crate::Path<'_, G::Position>) -> Result<T, InfosetError>,
) -> Result<Vec<(usize, T)>, InfosetError> {
    for &index in &segment.key {
        walker.expand()?;
        walker.advance_to(index);
    }
    let (mut shown, mut sum) = (Vec::new(), 0u128);
    let mut numbers = numbers.iter().peekable();
    while numbers.peek().is_some() {
        if walker.is_whole() {
            let (path, n) = walker.end()?;
            while let Some((draw, _)) = numbers.next_if(|(_, number)| number - sum < n) {
                shown.push((*draw, show(path)?));
            }
            sum += n;
        } else {
            walker.expand()?;
        }
        if !walker.advance() {
            break;
        }
    }
    Ok(shown)
}
