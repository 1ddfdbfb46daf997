//! What a merged set tells: how many histories, which positions, and histories one by
//! one or drawn at random.

mod forward;

use crate::histories::{Between, Histories, History, Namer, NodeAt};
use crate::kept::{Kept, check_room};
use crate::level::{Level, Link, Part};
use crate::limits::{InfosetError, Watch};
use crate::merged::MergedSet;
use forward::Forward;
use game::{Referee, Rng};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A position that is possible, and how many histories lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible<P> {
    /// The position.
    pub position: P,
    /// The number of histories.
    pub histories: u128,
}

/// Takes equal positions for one, in the order in which they come first.
#[derive(Clone, Debug)]
pub(crate) struct Merging<P> {
    numbers: FxHashMap<P, usize>,
    merged: Vec<Possible<P>>,
}

impl<P: Clone + Eq + std::hash::Hash> Merging<P> {
    /// None yet.
    pub(crate) fn new() -> Merging<P> {
        Merging { numbers: FxHashMap::default(), merged: Vec::new() }
    }

    /// Adds a position to which this many histories lead.
    pub(crate) fn add(&mut self, position: &P, histories: u128) -> Result<(), InfosetError> {
        if let Some(&number) = self.numbers.get(position) {
            let known = &mut self.merged[number].histories;
            *known = known.checked_add(histories).ok_or(InfosetError::TooMany)?;
            return Ok(());
        }
        self.numbers.insert(position.clone(), self.merged.len());
        self.merged.push(Possible { position: position.clone(), histories });
        Ok(())
    }

    /// The positions, each once.
    pub(crate) fn into_positions(self) -> Vec<Possible<P>> {
        self.merged
    }
}

/// How many different boards there are among positions, whatever the counters and
/// memories beside them.
pub fn n_boards<'p, G: Referee>(
    game: &G,
    positions: impl IntoIterator<Item = &'p G::Position>,
) -> usize
where
    G::Position: 'p,
{
    let boards = positions.into_iter().map(|position| game.setup(position).board);
    boards.collect::<FxHashSet<_>>().len()
}

impl<G: Referee> MergedSet<'_, G> {
    /// The number of histories.
    pub fn count(&self) -> Result<u128, InfosetError> {
        let mut count = 0u128;
        self.last().for_each(self.game, |_, node| {
            count = count.checked_add(node.histories).ok_or(InfosetError::TooMany)?;
            Ok(())
        })?;
        Ok(count)
    }

    /// The positions that are possible, each once.
    pub fn positions(&self) -> Result<Vec<Possible<G::Position>>, InfosetError> {
        let mut merging = Merging::new();
        self.last().for_each(self.game, |_, node| merging.add(&node.position, node.histories))?;
        Ok(merging.into_positions())
    }

    /// Whether no two nodes of the last level have the same position.
    pub(crate) fn has_each_once(&self) -> bool {
        !self.pasts.keeps_some() && !self.game.do_tries_look_back()
    }

    /// How many positions there are, kept apart where their pasts matter.
    pub fn size(&self) -> usize {
        self.last().len()
    }

    /// Shows the positions that are possible, each with the number of histories that lead
    /// to it, and with what of one of them rules may ask for: earlier positions, the
    /// oldest first; where it matters, the last is the one before the last turn.
    /// Positions whose pasts matter are kept apart.
    pub fn each_possible(
        &self,
        mut visit: impl FnMut(&G::Position, f64, Vec<G::Position>),
    ) -> Result<(), InfosetError> {
        self.last().for_each(self.game, |_, node| {
            let mut past = self.pasts.positions(node.past);
            if let Some(before) = node.before.as_deref().filter(|it| past.last() != Some(it)) {
                past.push(before.clone());
            }
            visit(&node.position, node.histories as f64, past);
            Ok(())
        })
    }

    pub(crate) fn last(&self) -> &Level<G::Position> {
        &self.levels[self.levels.len() - 1]
    }

    /// All histories in ascending order, as far as there is memory for them.
    pub fn listed(&self, watch: Watch<'_>) -> Result<Vec<History>, InfosetError> {
        let mut kept = Kept::new(self.limits, self.bytes());
        self.list(&mut |history| {
            if !watch(self.work()) {
                return Err(InfosetError::Stopped);
            }
            kept.push(history.clone()).map(|()| true)
        })?;
        Ok(kept.into_histories())
    }

    /// Shows the histories to a visitor, one by one in ascending order, until it says no.
    pub fn list(
        &self,
        visit: &mut dyn FnMut(&History) -> Result<bool, InfosetError>,
    ) -> Result<(), InfosetError> {
        let forward = Forward::new(self)?;
        let mut history = History::new();
        let mut namer = Namer::new(self.game, self.player(), self.limits.memory / 8);
        self.list_from(&forward, &mut namer, &mut vec![0], &mut history, visit).map(|_| ())
    }

    fn list_from(
        &self,
        forward: &Forward,
        namer: &mut Namer<'_, G>,
        path: &mut Vec<u32>,
        history: &mut History,
        visit: &mut dyn FnMut(&History) -> Result<bool, InfosetError>,
    ) -> Result<bool, InfosetError> {
        let depth = path.len() - 1;
        let Some(turn) = self.turns.get(depth) else { return visit(history) };
        let number = path[depth];
        let level = &self.levels[depth];
        let (first, part) = level.part(self.game, level.part_of(number), false)?;
        let node = part.nodes.get(self.game, (number - first) as usize);
        let past = self.pasts.positions(node.past);
        let (mut next, level) = (Vec::new(), &self.levels[depth + 1]);
        let mut at = Reader::new(self.game, level, false);
        for &child in forward.children(depth, number as usize) {
            let (part, i) = at.find(child)?;
            let to = &part.nodes.position(self.game, i);
            let between = Between {
                before: node.before(),
                from: &node.position,
                to,
                past: &past,
                forgotten: &self.forgotten,
            };
            let steps = namer.steps(NodeAt { depth, number }, turn, between)?;
            next.extend(steps.into_iter().map(|step| (step, child)));
        }
        next.sort();
        for (step, child) in next {
            path.push(child);
            history.push(step);
            let goes_on = self.list_from(forward, namer, path, history, visit)?;
            history.pop();
            path.pop();
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Draws histories, each equally likely every time; none from an empty set.
    pub fn sample(
        &self,
        n: usize,
        rng: &mut Rng,
        watch: Watch<'_>,
    ) -> Result<Vec<History>, InfosetError> {
        let count = self.count()?;
        let n = if count == 0 { 0 } else { n };
        check_room(n, self.turns.len(), self.game.position_bytes(), self.limits)?;
        let numbers: Vec<u128> = (0..n).map(|_| below(rng, count)).collect();
        let mut drawn = Kept::new(self.limits, self.bytes());
        let mut namer = Namer::new(self.game, self.player(), self.limits.memory / 8);
        for path in self.numbered(&numbers, watch)? {
            // Paths are as likely as they have histories, and these are equally likely.
            let through = self.through(&mut namer, &path)?;
            if let Some(history) = through.draw(rng) {
                drawn.push(history)?;
            }
        }
        Ok(drawn.into_histories())
    }

    /// The histories that lead through some nodes, given with their positions.
    fn through(
        &self,
        namer: &mut Namer<'_, G>,
        path: &[(u32, G::Position)],
    ) -> Result<Histories, InfosetError> {
        // The past is put together only where rules may ask for it.
        let asks = self.game.asks_for_past();
        let past: Vec<G::Position> =
            path.iter().filter(|_| asks).map(|(_, position)| position.clone()).collect();
        let mut choices = Vec::with_capacity(self.turns.len());
        for (i, turn) in self.turns.iter().enumerate() {
            let between = Between {
                before: &path[i.saturating_sub(1)].1,
                from: &path[i].1,
                to: &path[i + 1].1,
                past: past.get(..i).unwrap_or_default(),
                forgotten: &self.forgotten,
            };
            let node = NodeAt { depth: i, number: path[i].0 };
            choices.push(namer.steps(node, turn, between)?);
        }
        Ok(Histories::of(choices))
    }

    /// The nodes and positions of the histories with these numbers, going backward through the
    /// links. All go level by level together, so that each part is looked at once.
    fn numbered(
        &self,
        numbers: &[u128],
        watch: Watch<'_>,
    ) -> Result<Vec<Numbered<G::Position>>, InfosetError> {
        let mut paths: Vec<Backward<G::Position>> = Vec::new();
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_unstable_by_key(|i| numbers[*i]);
        let (mut sum, mut open) = (0u128, order.into_iter().peekable());
        self.last().for_each(self.game, |at, node| {
            while let Some(i) = open.next_if(|i| numbers[*i] - sum < node.histories) {
                paths.push(Backward { draw: i, at, rest: numbers[i] - sum, positions: Vec::new() });
            }
            sum += node.histories;
            Ok(())
        })?;
        for depth in (0..self.levels.len()).rev() {
            if !watch(self.work()) {
                return Err(InfosetError::Stopped);
            }
            let mut links: Vec<Vec<Link>> = Vec::with_capacity(paths.len());
            let mut reader = Reader::new(self.game, &self.levels[depth], true);
            paths.sort_by_key(|path| path.at);
            for path in &mut paths {
                let (part, i) = reader.find(path.at)?;
                path.positions.push((path.at, part.nodes.position(self.game, i)));
                links.push(part.links(i).to_vec());
            }
            if let Some(earlier) = depth.checked_sub(1) {
                let reader = Reader::new(self.game, &self.levels[earlier], false);
                step_back(reader, &mut paths, &links)?;
            }
        }
        paths.sort_by_key(|path| path.draw);
        paths.iter_mut().for_each(|path| path.positions.reverse());
        Ok(paths.into_iter().map(|path| path.positions).collect())
    }
}

/// The nodes of a history, with their positions.
type Numbered<P> = Vec<(u32, P)>;

/// A history that is followed backward.
struct Backward<P> {
    /// Which of the histories that were asked for.
    draw: usize,
    /// The node where it is.
    at: u32,
    /// The number of the history among those of the node.
    rest: u128,
    /// The nodes after it, with their positions.
    positions: Numbered<P>,
}

/// Moves each path to the node of the level before that its number asks for; the links
/// of each are given.
fn step_back<G: Referee>(
    mut reader: Reader<'_, G>,
    paths: &mut [Backward<G::Position>],
    links: &[Vec<Link>],
) -> Result<(), InfosetError> {
    let mut froms: Vec<u32> = links.iter().flatten().map(|link| link.from).collect();
    froms.sort_unstable();
    froms.dedup();
    let mut histories = Vec::with_capacity(froms.len());
    for &from in &froms {
        let (part, i) = reader.find(from)?;
        histories.push(part.nodes.histories(i));
    }
    for (path, links) in paths.iter_mut().zip(links) {
        for link in links {
            let of_link = froms.binary_search(&link.from).map_or(1, |i| histories[i]);
            path.at = link.from;
            // All ways share the positions, so the remainder picks a way.
            match path.rest.checked_sub(of_link * u128::from(link.ways)) {
                Some(rest) => path.rest = rest,
                None => {
                    path.rest %= of_link;
                    break;
                }
            }
        }
    }
    Ok(())
}

/// The number of a part, that of its first node, and the part.
type AtHand<P> = (usize, u32, Arc<Part<P>>);

/// Finds nodes by their numbers, and keeps the part that was used last.
struct Reader<'a, G: Referee> {
    game: &'a G,
    level: &'a Level<G::Position>,
    with_links: bool,
    now: Option<AtHand<G::Position>>,
}

impl<'a, G: Referee> Reader<'a, G> {
    fn new(game: &'a G, level: &'a Level<G::Position>, with_links: bool) -> Reader<'a, G> {
        Reader { game, level, with_links, now: None }
    }

    /// The part of a node, and the node's number there.
    fn find(&mut self, number: u32) -> Result<(&Part<G::Position>, usize), InfosetError> {
        let wanted = self.level.part_of(number);
        let now = match self.now.take() {
            Some(now) if now.0 == wanted => now,
            _ => {
                let (first, part) = self.level.part(self.game, wanted, self.with_links)?;
                (wanted, first, part)
            }
        };
        let (_, first, part) = self.now.insert(now);
        Ok((part, (number - *first) as usize))
    }
}

/// A number below `n`, each equally likely.
pub(crate) fn below(rng: &mut Rng, n: u128) -> u128 {
    let bits = 128 - n.leading_zeros();
    loop {
        let word = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let number = word.checked_shr(128 - bits).unwrap_or(0);
        if number < n {
            return number;
        }
    }
}
