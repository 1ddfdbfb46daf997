//! What a set on many ranks tells: each rank says what it knows of its own positions, and
//! all get the sum.

use super::{TeamSet, owner_of};
use crate::answers::{Merging, Possible};
use crate::belief::Belief;
use crate::growing::hash;
use crate::limits::{InfosetError, WATCH_EVERY};
use crate::survey::{Survey, SurveyOf, board_of};
use game::bytes::{Reader, put, put_position, read_position};
use game::{Counter, Piece, Referee};
use ranks::{Exchange, Lost, Received, Sum, Team};
use rustc_hash::FxHashSet;

fn unreadable(from: usize) -> InfosetError {
    let why = "it answered in a way that cannot be read".to_string();
    InfosetError::Lost(Lost { rank: Some(from), why })
}

impl<G: Referee> TeamSet<'_, G> {
    /// The number of histories at all ranks.
    pub fn count(&self, team: &mut Team<'_>) -> Result<u128, InfosetError> {
        let mut mine = Some(0u128);
        for node in 0..self.nodes.len() {
            mine = mine.and_then(|sum| sum.checked_add(self.nodes.histories(node)));
        }
        // A sum that is too large is no number for the others, too.
        let mut bytes = Vec::new();
        mine.iter().for_each(|sum| put(*sum, &mut bytes));
        let all = team.all_gather(&bytes)?;
        let mut numbers = all.iter().map(|bytes| Reader(bytes).number());
        let sum = numbers.try_fold(0u128, |sum, number| sum.checked_add(number?));
        sum.ok_or(InfosetError::TooMany)
    }

    /// How many positions each rank owns, kept apart where their pasts matter.
    pub fn sizes(&self, team: &mut Team<'_>) -> Result<Vec<u64>, InfosetError> {
        let mine = (self.nodes.len() as u64).to_le_bytes();
        let sizes = team.all_gather(&mine)?;
        let read = |(from, bytes): (usize, &Vec<u8>)| {
            bytes.first_chunk().map(|it| u64::from_le_bytes(*it)).ok_or_else(|| unreadable(from))
        };
        sizes.iter().enumerate().map(read).collect()
    }

    /// The work of all ranks together.
    pub fn all_work(&self, team: &mut Team<'_>) -> Result<crate::Progress, InfosetError> {
        let mine = [self.work.expanded, self.work.compared, self.nodes.len() as u64];
        let all = team.all_reduce(&mine, Sum)?;
        let (expanded, compared, size) = (all[0], all[1], u128::from(all[2]));
        Ok(crate::Progress { depth: self.depth, size, expanded, compared })
    }

    /// What the positions of all ranks have in common.
    pub fn survey(
        &self,
        team: &mut Team<'_>,
        asked: SurveyOf<'_>,
        watch: &mut dyn FnMut() -> bool,
    ) -> Result<Survey, InfosetError> {
        let belief = match asked.belief {
            true => Some(self.belief(team)?),
            false => None,
        };
        let forgotten = asked.forgotten;
        let is_each_once = self.forgotten == forgotten
            && !self.pasts.keeps_some()
            && !self.game.do_tries_look_back();
        let mine = match is_each_once {
            true => self.nodes.len(),
            false => self.without(forgotten).collect::<FxHashSet<G::Position>>().len(),
        };
        let positions = team.all_reduce(&[mine as u64], Sum)?[0] as usize;
        let boards = match self.differ_on_the_board_alone(team, forgotten)? {
            true => positions,
            false => self.n_boards(team, watch)?,
        };
        Ok(Survey { positions, boards, belief })
    }

    /// The positions of this rank, without counters that are not asked for.
    fn without(&self, forgotten: &[Counter]) -> impl Iterator<Item = G::Position> {
        self.nodes.iter(self.game).map(|node| {
            let mut position = node.position;
            self.game.forget(&mut position, forgotten);
            position
        })
    }

    /// Whether no two positions of all ranks differ in anything beside the board that is asked
    /// for. Then there are as many boards as positions.
    fn differ_on_the_board_alone(
        &self,
        team: &mut Team<'_>,
        forgotten: &[Counter],
    ) -> Result<bool, InfosetError> {
        let mut bytes = Vec::new();
        if let Some(position) = self.without(forgotten).next() {
            put_position(self.game, &position, &mut bytes);
        }
        let all = team.all_gather(&bytes)?;
        let some = all.iter().find_map(|bytes| read_position(self.game, &mut Reader(bytes)));
        let is_like = |position: &G::Position| {
            some.as_ref().is_some_and(|some| self.game.is_same_beside_board(some, position))
        };
        let is_so = self.without(forgotten).all(|position| is_like(&position));
        Ok(team.all_reduce(&[u64::from(!is_so)], Sum)?[0] == 0)
    }

    fn belief(&self, team: &mut Team<'_>) -> Result<Belief, InfosetError> {
        let mut mine = Belief::new(self.game);
        for node in self.nodes.iter(self.game) {
            mine.add(self.game, &node.position, node.histories)?;
        }
        let mut bytes = Vec::new();
        put(mine.histories, &mut bytes);
        for pieces in &mine.fields {
            put(pieces.len() as u128, &mut bytes);
            for (piece, histories) in pieces {
                put(piece.index() as u128, &mut bytes);
                put(*histories, &mut bytes);
            }
        }
        let mut all = Belief::new(self.game);
        for (from, bytes) in team.all_gather(&bytes)?.iter().enumerate() {
            let read = read_belief(self.game, bytes).ok_or_else(|| unreadable(from))?;
            all.join(&read)?;
        }
        Ok(all)
    }

    /// How many different boards there are. Boards that differ only in what is beside them
    /// may be owned by different ranks, so each board goes to a rank that counts it.
    fn n_boards(
        &self,
        team: &mut Team<'_>,
        watch: &mut dyn FnMut() -> bool,
    ) -> Result<usize, InfosetError> {
        let mut exchange = Exchange::new(team).with_batches_of(1 << 15);
        let (me, size) = (exchange.rank(), exchange.size());
        let mut mine: FxHashSet<Box<[u8]>> = FxHashSet::default();
        let take = |received: Received, mine: &mut FxHashSet<Box<[u8]>>| {
            let Received::Batch { from, bytes } = received else { return Ok(()) };
            let mut reader = Reader(&bytes);
            while !reader.0.is_empty() {
                let n = reader.count().ok_or_else(|| unreadable(from))?;
                let board: Option<Box<[u8]>> = (0..n).map(|_| reader.small()).collect();
                mine.insert(board.ok_or_else(|| unreadable(from))?);
            }
            Ok::<(), InfosetError>(())
        };
        let mut is_stopped = false;
        for (i, node) in self.nodes.iter(self.game).enumerate() {
            let board = board_of(self.game, &node.position);
            match owner_of(hash(&board), size) {
                to if to == me => _ = mine.insert(board),
                to => exchange.give(to, |bytes| {
                    put(board.len() as u128, bytes);
                    board.iter().for_each(|it| put(u128::from(*it), bytes));
                })?,
            }
            if (i as u64).is_multiple_of(WATCH_EVERY) {
                is_stopped = is_stopped || !watch();
                take(exchange.receive(false)?, &mut mine)?;
            }
            if is_stopped {
                break;
            }
        }
        loop {
            match exchange.receive(true)? {
                Received::Done => break,
                Received::Nothing => exchange.rest(),
                received => take(received, &mut mine)?,
            }
        }
        let sums = team.all_reduce(&[mine.len() as u64, u64::from(is_stopped)], Sum)?;
        match sums[1] {
            0 => Ok(sums[0] as usize),
            _ => Err(InfosetError::Stopped),
        }
    }

    /// The positions that are possible, each once, at the first rank; nothing at the others.
    pub fn positions(
        &self,
        team: &mut Team<'_>,
    ) -> Result<Option<Vec<Possible<G::Position>>>, InfosetError> {
        let mut merging = Merging::new();
        self.nodes
            .iter(self.game)
            .try_for_each(|node| merging.add(&node.position, node.histories))?;
        let mut bytes = Vec::new();
        for Possible { position, histories } in merging.into_positions() {
            put_position(self.game, &position, &mut bytes);
            put(histories, &mut bytes);
        }
        let Some(all) = team.gather(&bytes)? else { return Ok(None) };
        let mut positions = Vec::new();
        for (from, bytes) in all.iter().enumerate() {
            let mut reader = Reader(bytes);
            while !reader.0.is_empty() {
                let position = read_position(self.game, &mut reader);
                let read = position.zip(reader.number()).ok_or_else(|| unreadable(from))?;
                positions.push(Possible { position: read.0, histories: read.1 });
            }
        }
        // In an order that does not depend on who owned them.
        positions.sort_by_cached_key(|it| hash(&it.position));
        Ok(Some(positions))
    }
}

fn read_belief<G: Referee>(game: &G, bytes: &[u8]) -> Option<Belief> {
    let (mut reader, mut belief) = (Reader(bytes), Belief::new(game));
    let all: Vec<Piece> = game.facts().pieces().collect();
    belief.histories = reader.number()?;
    for pieces in &mut belief.fields {
        for _ in 0..reader.count()? {
            let index = reader.small::<usize>()?;
            let piece = all.iter().find(|piece| piece.index() == index)?;
            pieces.insert(*piece, reader.number()?);
        }
    }
    Some(belief)
}
