//! One game under way: its position, what came before as far as rules look back, and the moves
//! that are legal now with their numbers.

use crate::actions::{Actions, OTHERS};
use crate::batch::Problem;
use crate::changes::Reader;
use game::{Contents, Game, Outcome, Player, Turn, Worker};

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
    /// Earlier positions, the oldest first; none if the rules do not ask for them.
    pub(crate) past: Vec<P>,
    /// Where the legal moves lead, and their numbers.
    pub(crate) next: Vec<P>,
    pub(crate) numbers: Vec<u32>,
    pub(crate) turns: u32,
}

/// What a thread needs to look at lanes, made once.
pub(crate) struct Tools {
    pub(crate) reader: Reader,
    pub(crate) contents: Contents,
    /// Whether positions are compared, so that they must have their signatures.
    pub(crate) needs_signatures: bool,
}

impl<P: Clone> Lane<P> {
    pub(crate) fn new(at: P) -> Lane<P> {
        Lane { at, past: Vec::new(), next: Vec::new(), numbers: Vec::new(), turns: 0 }
    }

    /// Goes back to a position where a game begins.
    pub(crate) fn restart(&mut self, at: &P) {
        self.at = at.clone();
        self.past.clear();
        self.turns = 0;
    }

    /// Makes the move at a place of the list; what follows is not known yet.
    pub(crate) fn advance<G: Game<Position = P>>(&mut self, game: &G, place: usize) {
        let from = std::mem::replace(&mut self.at, self.next[place].clone());
        self.turns += 1;
        if !game.asks_for_past() {
            return;
        }
        // Where no piece is ever placed, fewer pieces never become more: earlier positions
        // cannot come back then.
        let count = |at: &P| game.pieces(at).iter().sum::<u32>();
        if game.facts().placed.is_empty() && count(&self.at) < count(&from) {
            self.past.clear();
        } else {
            self.past.push(from);
        }
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
        self.numbers.clear();
        for earlier in &self.past {
            worker.enter(earlier);
        }
        let over = match tools.needs_signatures {
            true => worker.expand(&self.at, &mut self.next),
            false => worker.expand_bare(&self.at, &mut self.next),
        };
        for _ in &self.past {
            worker.leave();
        }
        if let Some(outcome) = over.map_err(|error| Problem::Rules(Box::new(error)))? {
            return Ok(Some(outcome));
        }
        self.number(game, actions, &mut tools.reader, mask)?;
        Ok(None)
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
            match mask.get_mut(number as usize) {
                Some(place) if *place == 0 => *place = 1,
                // There is none, or another move has it.
                _ => is_whole = false,
            }
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
        let turn = game.turn(&self.at, &self.past);
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

    /// The place of a legal move by its number.
    #[inline]
    pub(crate) fn place(&self, number: u32) -> Option<usize> {
        self.numbers.iter().position(|other| *other == number)
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

/// 1, 0 or -1 for each player.
pub(crate) fn rewards(outcome: Outcome) -> [f32; 2] {
    Player::BOTH.map(|player| outcome.for_player(player).signum() as f32)
}
