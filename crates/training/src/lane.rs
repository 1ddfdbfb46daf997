//! One game under way: its position, what came before as far as rules look back, and the moves
//! that are legal now with their numbers.

use crate::actions::Actions;
use crate::batch::Problem;
use crate::changes::Reader;
use crate::past::{Past, board_of, is_rare};
use crate::rows::{Before, RowReader, mark};
use crate::texts::numbered_texts;
use game::{Contents, Game, Outcome, Player, Rows, Setup, Turn, Worker};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a game stands after a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Status {
    /// It goes on.
    #[default]
    GoesOn,
    /// It has ended like that.
    Over(Outcome),
    /// It was broken off, because it took too many turns.
    BrokenOff,
}

/// A game under way.
pub(crate) struct Lane<P> {
    pub(crate) at: P,
    /// Who is to move, as far as positions are rows.
    pub(crate) mover: Player,
    /// Earlier positions; none if the rules do not ask for them.
    pub(crate) past: Past<P>,
    /// Where the legal moves lead, as positions or as rows of words, and their numbers.
    pub(crate) next: Vec<P>,
    rows: Vec<u64>,
    pub(crate) numbers: Vec<u32>,
    /// Whether the position has its signature, and whether the rows after it do.
    is_signed: bool,
    are_rows_signed: bool,
}

/// What a thread needs to look at lanes, made once.
pub(crate) struct Tools {
    pub(crate) reader: Reader,
    pub(crate) contents: Contents,
    /// What reads rows, if the game has such and no graph is made of it.
    pub(crate) rows: Option<RowReader>,
    /// Whether positions are compared, so that they must have their signatures.
    pub(crate) needs_signatures: bool,
}

impl<P: Clone> Lane<P> {
    pub(crate) fn new(at: P) -> Lane<P> {
        let (past, next, rows, numbers) = Default::default();
        let mover = Player::First;
        Lane { at, mover, past, next, rows, numbers, is_signed: true, are_rows_signed: false }
    }

    /// Goes back to a position where a game begins.
    pub(crate) fn restart(&mut self, at: &P) {
        self.at = at.clone();
        self.is_signed = true;
        self.past.clear();
    }

    /// Goes back to the beginning of a game as another lane has it.
    pub(crate) fn begin_like(&mut self, start: &Lane<P>) {
        self.restart(&start.at);
        self.mover = start.mover;
        self.next.clone_from(&start.next);
        self.rows.clone_from(&start.rows);
        self.numbers.clone_from(&start.numbers);
        self.are_rows_signed = start.are_rows_signed;
    }

    /// Makes the move at a place of the list, if there is one; what follows is not known yet.
    pub(crate) fn advance<G: Game<Position = P>>(&mut self, game: &G, place: usize) -> bool {
        let Some(to) = self.next.get(place) else { return false };
        if game.asks_for_past() {
            let count = |at: &P| game.pieces(at).iter().sum();
            match is_taken(game, count(&self.at), count(to)) {
                true => self.past.clear(),
                false => self.past.push(self.at.clone(), 0, self.is_signed),
            }
        }
        self.at = to.clone();
        true
    }

    /// The same where moves are rows; the row at that place becomes the one of the position before
    /// the move.
    #[inline]
    pub(crate) fn advance_row<G: Game<Position = P>>(
        &mut self,
        game: &G,
        rows: &Rows,
        place: usize,
    ) -> bool {
        let n = rows.n_words;
        let Some(to) = self.rows.get_mut(place * n..(place + 1) * n) else { return false };
        if game.asks_for_past() {
            let from = game.row(&self.at);
            let count = |row: &[u64]| (row[rows.owners[0]] | row[rows.owners[1]]).count_ones();
            match is_taken(game, count(from), count(to)) {
                true => self.past.clear(),
                false => self.past.push(self.at.clone(), board_of(rows, from), self.is_signed),
            }
        }
        self.is_signed = self.are_rows_signed;
        let is_made = game.swap_row(&mut self.at, to);
        self.mover = game.player(&self.at);
        is_made
    }

    /// The row at a place of the list.
    #[inline]
    pub(crate) fn row(&self, rows: &Rows, place: usize) -> &[u64] {
        &self.rows[place * rows.n_words..][..rows.n_words]
    }

    /// The position, and those before it as far as rules look back, with their signatures.
    pub(crate) fn positions<G: Game<Position = P>>(&self, game: &G) -> (P, Vec<P>) {
        let (mut at, mut past) = (self.at.clone(), self.past.clone());
        if !self.is_signed {
            game.sign(&mut at);
        }
        past.sign_all(game);
        (at, past.into_positions())
    }

    /// Finds the legal moves of a position that is a row, and their numbers, as [`Lane::look`] does.
    /// It is known who is to move.
    #[inline]
    pub(crate) fn look_rows<G: Game<Position = P>>(
        &mut self,
        game: &G,
        worker: &mut G::Worker<'_>,
        actions: &Actions,
        rows: &RowReader,
        slow: &mut Reader,
        mask: &mut [u8],
    ) -> Result<Option<Outcome>, Problem> {
        let entered = match self.past.is_empty() {
            true => 0,
            false => self.enter(game, worker, rows),
        };
        self.are_rows_signed = match game.asks_for_past() {
            true => self.is_signed && (entered > 0 || !is_rare(&rows.rows)),
            false => false,
        };
        let over = match worker.quick_rows(&self.at, &mut self.rows) {
            Some(over) => Ok(over),
            None => self.list_slowly(worker),
        };
        for _ in 0..entered {
            worker.leave();
        }
        match over? {
            Some(outcome) => {
                self.numbers.clear();
                Ok(Some(outcome))
            }
            None => self.number_rows(game, actions, rows, slow, mask).map(|()| None),
        }
    }

    /// Lets a worker know what of the past can be asked for; how many positions.
    fn enter<G: Game<Position = P>>(
        &mut self,
        game: &G,
        worker: &mut G::Worker<'_>,
        rows: &RowReader,
    ) -> usize {
        if !is_rare(&rows.rows) {
            return self.past.enter_all(worker);
        }
        let board = board_of(&rows.rows, game.row(&self.at));
        let entered = self.past.enter_repeated(game, worker, board);
        // What follows is compared with them by its signature.
        if entered > 0 && !self.is_signed {
            game.sign(&mut self.at);
            self.is_signed = true;
        }
        entered
    }

    #[cold]
    fn list_slowly<W: Worker<Position = P>>(
        &mut self,
        worker: &mut W,
    ) -> Result<Option<Outcome>, Problem> {
        // A game that has rows lists them.
        let over = worker.expand_rows(&self.at, &mut self.rows).unwrap_or(Ok(None));
        over.map_err(|error| Problem::Rules(Box::new(error)))
    }

    /// Finds the legal moves and their numbers, or how the game is over. The mask, which is
    /// empty, gets a 1 for each number.
    #[inline]
    pub(crate) fn look<G: Game<Position = P>>(
        &mut self,
        game: &G,
        worker: &mut G::Worker<'_>,
        actions: &Actions,
        tools: &mut Tools,
        mask: &mut [u8],
    ) -> Result<Option<Outcome>, Problem> {
        if let Some(rows) = &tools.rows {
            self.mover = game.player(&self.at);
            return self.look_rows(game, worker, actions, rows, &mut tools.reader, mask);
        }
        if actions.are_of_texts() {
            return self.look_at_texts(game, actions, mask);
        }
        self.next.clear();
        self.numbers.clear();
        let entered = self.past.enter_all(worker);
        let over = match tools.needs_signatures {
            true => worker.expand(&self.at, &mut self.next),
            false => worker.expand_bare(&self.at, &mut self.next),
        };
        for _ in 0..entered {
            worker.leave();
        }
        if let Some(outcome) = over.map_err(|error| Problem::Rules(Box::new(error)))? {
            return Ok(Some(outcome));
        }
        self.number(game, actions, &mut tools.reader, mask)?;
        Ok(None)
    }

    /// The same where moves are known by their texts.
    fn look_at_texts<G: Game<Position = P>>(
        &mut self,
        game: &G,
        actions: &Actions,
        mask: &mut [u8],
    ) -> Result<Option<Outcome>, Problem> {
        self.next.clear();
        self.numbers.clear();
        let (at, past) = self.positions(game);
        let turn = game.turn(&at, &past).map_err(|error| Problem::Rules(Box::new(error)))?;
        let moves = match turn {
            Turn::Over(outcome) => return Ok(Some(outcome)),
            Turn::Moves(moves) => moves,
        };
        let texts: Vec<String> = moves.iter().map(|made| made.text.clone()).collect();
        for (made, number) in moves.into_iter().zip(numbered_texts(game.facts(), actions, &texts)) {
            let number = number.ok_or(Problem::Unnumbered)?;
            mask[number as usize] = 1;
            self.numbers.push(number);
            self.next.push(made.to);
        }
        Ok(None)
    }

    /// Finds the numbers of moves that are rows.
    #[inline]
    fn number_rows<G: Game<Position = P>>(
        &mut self,
        game: &G,
        actions: &Actions,
        rows: &RowReader,
        slow: &mut Reader,
        mask: &mut [u8],
    ) -> Result<(), Problem> {
        let Lane { at, mover, rows: to, numbers, .. } = self;
        let before = Before { row: game.row(at), mover: *mover };
        let mut has_begun = false;
        let ask = |to: &[u64]| {
            rows.number(actions, before, to).or_else(|| {
                if !std::mem::replace(&mut has_begun, true) {
                    slow.begin(game, at);
                }
                let to = game.position_of_row(to)?;
                actions.number(&slow.key(game, actions, at, &to))
            })
        };
        if rows.number_all(before, to, numbers, mask, ask) {
            return Ok(());
        }
        self.number_other_rows(game, actions, rows, mask)
    }

    /// The same where some moves have no numbers of their own.
    #[cold]
    fn number_other_rows<G: Game<Position = P>>(
        &mut self,
        game: &G,
        actions: &Actions,
        rows: &RowReader,
        mask: &mut [u8],
    ) -> Result<(), Problem> {
        let positions = self.rows.chunks_exact(rows.rows.n_words);
        self.next.clear();
        self.next.extend(positions.filter_map(|to| game.position_of_row(to)));
        self.number_others(game, actions)?;
        self.numbers.iter().for_each(|number| mask[*number as usize] = 1);
        Ok(())
    }

    /// Finds the numbers of the moves.
    fn number<G: Game<Position = P>>(
        &mut self,
        game: &G,
        actions: &Actions,
        reader: &mut Reader,
        mask: &mut [u8],
    ) -> Result<(), Problem> {
        reader.begin(game, &self.at);
        let mut is_whole = true;
        for to in &self.next {
            let key = reader.key(game, actions, &self.at, to);
            let number = actions.number(&key).unwrap_or(u32::MAX);
            self.numbers.push(number);
            is_whole &= mark(mask, number);
        }
        if is_whole {
            return Ok(());
        }
        self.number_others(game, actions)?;
        self.numbers.iter().for_each(|number| mask[*number as usize] = 1);
        Ok(())
    }

    /// Gives numbers at the end to moves that have none of their own, by the order of the texts.
    fn number_others<G: Game<Position = P>>(
        &mut self,
        game: &G,
        actions: &Actions,
    ) -> Result<(), Problem> {
        let (at, past) = self.positions(game);
        let turn = game.turn(&at, &past);
        let Turn::Moves(moves) = turn.map_err(|error| Problem::Rules(Box::new(error)))? else {
            return Ok(());
        };
        let (mut taken, mut others) = (FxHashSet::default(), 0);
        // Signatures may be left out of lists, so that positions are compared by what they hold.
        let known = places(game, &self.next);
        for made in &moves {
            let Some(&place) = known.get(&game.setup(&made.to)) else { continue };
            let number = &mut self.numbers[place];
            if *number == u32::MAX || taken.contains(number) {
                if others == actions.n_others() {
                    return Err(Problem::Unnumbered);
                }
                *number = (actions.others() + others) as u32;
                others += 1;
            }
            taken.insert(*number);
        }
        match self.numbers.contains(&u32::MAX) {
            true => Err(Problem::Unnumbered),
            false => Ok(()),
        }
    }
}

/// Whether a turn took pieces for good: where no piece is ever placed, fewer never become more, so
/// that earlier positions cannot come back.
#[inline]
fn is_taken<G: Game>(game: &G, before: u32, now: u32) -> bool {
    now < before && game.facts().placed.is_empty()
}

/// The first place in a list of what each of its positions holds.
fn places<G: Game>(game: &G, list: &[G::Position]) -> FxHashMap<Setup, usize> {
    let mut places = FxHashMap::default();
    for (place, position) in list.iter().enumerate() {
        places.entry(game.setup(position)).or_insert(place);
    }
    places
}

/// The numbers of the moves from a position to these ones.
pub fn numbered<G: Game>(
    game: &G,
    actions: &Actions,
    at: &G::Position,
    to: &[G::Position],
) -> Result<Vec<u32>, Problem> {
    let (mut lane, mut mask) = (Lane::new(at.clone()), vec![0; actions.len()]);
    if actions.are_of_texts() {
        lane.look_at_texts(game, actions, &mut mask)?;
        let known = places(game, &lane.next);
        let numbers = to.iter().map(|to| Some(lane.numbers[*known.get(&game.setup(to))?]));
        return numbers.collect::<Option<_>>().ok_or(Problem::Unnumbered);
    }
    lane.next = to.to_vec();
    lane.number(game, actions, &mut Reader::default(), &mut mask)?;
    Ok(lane.numbers)
}
