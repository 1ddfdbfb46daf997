//! One game under way: its position, what came before as far as rules look back, and the moves
//! that are legal now with their numbers.

use crate::actions::{Actions, OTHERS};
use crate::batch::Problem;
use crate::changes::Reader;
use crate::past::{Past, board_of, is_rare};
use crate::rows::{Before, RowReader};
use game::{Contents, Game, Outcome, Turn, Worker};

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
    /// Earlier positions; none if the rules do not ask for them.
    pub(crate) past: Past<P>,
    /// Where the legal moves lead, as positions or as rows of words, and their numbers.
    pub(crate) next: Vec<P>,
    rows: Vec<u64>,
    pub(crate) numbers: Vec<u32>,
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
        Lane { at, past, next, rows, numbers }
    }

    /// Goes back to a position where a game begins.
    pub(crate) fn restart(&mut self, at: &P) {
        self.at = at.clone();
        self.past.clear();
    }

    /// Goes back to the beginning of a game as another lane has it.
    pub(crate) fn begin_like(&mut self, start: &Lane<P>) {
        self.restart(&start.at);
        self.next.clone_from(&start.next);
        self.rows.clone_from(&start.rows);
        self.numbers.clone_from(&start.numbers);
    }

    /// Makes the move at a place of the list; what follows is not known yet.
    pub(crate) fn advance<G: Game<Position = P>>(
        &mut self,
        game: &G,
        tools: &Tools,
        place: usize,
    ) -> Option<()> {
        let to = match &tools.rows {
            Some(reader) => {
                let n = reader.rows.n_words;
                game.position_of_row(self.rows.get(place * n..(place + 1) * n)?)?
            }
            None => self.next.get(place)?.clone(),
        };
        let from = std::mem::replace(&mut self.at, to);
        if !game.asks_for_past() {
            return Some(());
        }
        // Where no piece is ever placed, fewer pieces never become more: earlier positions
        // cannot come back then.
        let count = |at: &P| game.pieces(at).iter().sum::<u32>();
        if game.facts().placed.is_empty() && count(&self.at) < count(&from) {
            self.past.clear();
        } else {
            let board = tools.rows.as_ref().map_or(0, |it| board_of(&it.rows, game.row(&from)));
            self.past.push(from, board);
        }
        Some(())
    }

    /// Finds the legal moves and their numbers, or how the game is over. The mask, which is
    /// empty, gets a 1 for each number.
    pub(crate) fn look<G: Game<Position = P>>(
        &mut self,
        game: &G,
        worker: &mut G::Worker<'_>,
        actions: &Actions,
        tools: &mut Tools,
        mask: &mut [u8],
    ) -> Result<Option<Outcome>, Problem> {
        self.next.clear();
        self.rows.clear();
        self.numbers.clear();
        let entered = match &tools.rows {
            Some(reader) if is_rare(&reader.rows) => {
                self.past.enter_repeated(worker, board_of(&reader.rows, game.row(&self.at)))
            }
            _ => self.past.enter_all(worker),
        };
        let over = match &tools.rows {
            // A game that has rows lists them.
            Some(_) => worker.expand_rows(&self.at, &mut self.rows).unwrap_or(Ok(None)),
            None if tools.needs_signatures => worker.expand(&self.at, &mut self.next),
            None => worker.expand_bare(&self.at, &mut self.next),
        };
        for _ in 0..entered {
            worker.leave();
        }
        if let Some(outcome) = over.map_err(|error| Problem::Rules(Box::new(error)))? {
            return Ok(Some(outcome));
        }
        match &tools.rows {
            Some(reader) => self.number_rows(game, actions, reader, &mut tools.reader, mask)?,
            None => self.number(game, actions, &mut tools.reader, mask)?,
        }
        Ok(None)
    }

    /// Finds the numbers of moves that are rows.
    fn number_rows<G: Game<Position = P>>(
        &mut self,
        game: &G,
        actions: &Actions,
        rows: &RowReader,
        slow: &mut Reader,
        mask: &mut [u8],
    ) -> Result<(), Problem> {
        let Lane { at, rows: to, numbers, .. } = self;
        let before = Before { row: game.row(at), mover: game.player(at) };
        let (mut is_whole, mut has_begun) = (true, false);
        let ask = |to: &[u64]| {
            rows.number(actions, before, to).or_else(|| {
                if !std::mem::replace(&mut has_begun, true) {
                    slow.begin(game, at);
                }
                let to = game.position_of_row(to)?;
                actions.number(&slow.key(game, actions, at, &to))
            })
        };
        numbers.reserve(to.len() / rows.rows.n_words);
        rows.each_number(before, to, ask, |number| is_whole &= note(numbers, mask, number));
        if is_whole {
            return Ok(());
        }
        let positions = self.rows.chunks_exact(rows.rows.n_words);
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
            is_whole &= note(&mut self.numbers, mask, actions.number(&key));
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
        let turn = game.turn(&self.at, self.past.positions());
        let Turn::Moves(moves) = turn.map_err(|error| Problem::Rules(Box::new(error)))? else {
            return Ok(());
        };
        let (mut taken, mut others) = (Vec::new(), 0);
        // Signatures may be left out of lists, so that positions are compared by what they hold.
        let known: Vec<_> = self.next.iter().map(|to| game.setup(to)).collect();
        for made in &moves {
            let setup = game.setup(&made.to);
            let Some(place) = known.iter().position(|other| *other == setup) else { continue };
            let number = &mut self.numbers[place];
            if *number == u32::MAX || taken.contains(number) {
                if others == OTHERS {
                    return Err(Problem::Unnumbered);
                }
                *number = (actions.others() + others) as u32;
                others += 1;
            }
            taken.push(*number);
        }
        match self.numbers.contains(&u32::MAX) {
            true => Err(Problem::Unnumbered),
            false => Ok(()),
        }
    }
}

/// Notes the number of a move, and whether it has one that no other move has.
#[inline]
fn note(numbers: &mut Vec<u32>, mask: &mut [u8], number: Option<u32>) -> bool {
    let number = number.unwrap_or(u32::MAX);
    numbers.push(number);
    match mask.get_mut(number as usize) {
        Some(place) if *place == 0 => {
            *place = 1;
            true
        }
        _ => false,
    }
}

/// The numbers of the moves from a position to these ones.
pub fn numbered<G: Game>(
    game: &G,
    actions: &Actions,
    at: &G::Position,
    to: &[G::Position],
) -> Result<Vec<u32>, Problem> {
    let mut lane = Lane { next: to.to_vec(), ..Lane::new(at.clone()) };
    lane.number(game, actions, &mut Reader::default(), &mut vec![0; actions.len()])?;
    Ok(lane.numbers)
}
