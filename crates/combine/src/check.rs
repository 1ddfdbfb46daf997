//! The check of a combination by the move generator: every move of the opponent is
//! tried, whether the search has thought of it or not, and what is told is put
//! together on the way.
//!
//! 1. An answer that the search has found is followed.
//! 2. Any other must lose to a threat that is carried out: to a move that wins, or,
//!    where two threats at once were threatened, to a move after which all answers
//!    lose to a move that wins.
//! 3. One that does not is a flaw, and the search is told so.
//! 4. Where a move gives the opponent another turn, all that they can do with it is tried.
//! 5. What was broken off on the way is neither a win nor an answer: nothing is told.
//!
//! Every position is looked at with the past that it has here: the search may have met
//! it on another way, where rules about repetition said something else.

use crate::combination::{Answer, Made, Step};
use crate::moves::{Offer, Played, moves};
use crate::prove::Proof;
use crate::refute::Lost;
use crate::replies::MOST_IN_A_ROW;
use crate::threats::{Expander, Meaning, Pair};
use crate::ways::Pieces;
use game::{Game, Insight, Outcome, Player, RulesError, Turn, Worker};
use std::cell::Cell;

/// What is wrong with a combination.
pub(crate) enum Flaw<P> {
    /// An answer was overlooked.
    Overlooked {
        /// The position before the threat.
        at: P,
        /// The position after it.
        to: P,
        /// The position after the answer.
        answer: P,
    },
    /// What was found on another way to a position is not so on this one: a rule about
    /// earlier positions has changed it.
    Otherwise,
    /// Somebody had enough of it.
    Stopped,
}

/// Checks one combination.
pub(crate) struct Checker<'a, G: Game, I: Insight<Position = G::Position>> {
    pub(crate) game: &'a G,
    pub(crate) insight: &'a I,
    pub(crate) worker: G::Worker<'a>,
    pub(crate) pieces: Pieces,
    past: Vec<G::Position>,
    pub(crate) winner: Player,
    /// Positions that were looked at.
    pub(crate) nodes: u64,
    /// Whether points count where the winner has won.
    pub(crate) scored: Cell<bool>,
}

/// A threat of which all answers are looked at.
struct Asked<'p, P> {
    /// The position before it.
    at: &'p P,
    pair: &'p Pair<P>,
    proof: &'p Proof<'p, P>,
    /// How many moves of the winner are left after it.
    left: u32,
    /// Whether it is told already what wins after an answer that does not help.
    is_finished: Cell<bool>,
}

/// The answers to a threat, how many other moves there are, and what wins after one of them.
struct Answered<P> {
    answers: Vec<Answer<P>>,
    n_others: usize,
    finish: Vec<Made<P>>,
    /// How many moves of both follow at most, those of the answers included.
    n_plies: u32,
}

impl<P> Answered<P> {
    /// Nothing is told.
    fn nothing() -> Answered<P> {
        Answered { answers: Vec::new(), n_others: 0, finish: Vec::new(), n_plies: 0 }
    }
}

/// What was told, or what is wrong with it, or what is wrong with the rules.
pub(crate) type Told<P, T> = Result<Result<T, Flaw<P>>, RulesError>;

impl<'a, G: Game, I: Insight<Position = G::Position>> Checker<'a, G, I> {
    pub(crate) fn new(
        game: &'a G,
        insight: &'a I,
        past: &[G::Position],
        winner: Player,
    ) -> Checker<'a, G, I> {
        let (worker, pieces) = (game.worker(past), Pieces::new(game.facts()));
        Checker {
            game,
            insight,
            worker,
            pieces,
            past: past.to_vec(),
            winner,
            nodes: 0,
            scored: Cell::new(false),
        }
    }

    /// The winner's move in a position, and all that follows.
    pub(crate) fn tell(
        &mut self,
        at: &G::Position,
        proof: &Proof<'_, G::Position>,
        left: u32,
        search: &mut Expander<'_, G, I>,
    ) -> Told<G::Position, Step<G::Position>> {
        if search.is_enough(self.nodes) {
            return Ok(Err(Flaw::Stopped));
        }
        let Some(pair) = proof.pair(at, left) else { return self.tell_win(at, proof, search) };
        let Some(text) = self.text(at, &pair.to)? else { return Ok(Err(Flaw::Otherwise)) };
        if let Meaning::Again = pair.meaning {
            self.enter(at);
            let next = self.tell(&pair.to, proof, left - 1, search);
            self.leave();
            return Ok(next?.map(|next| {
                let n_plies = 1 + next.n_plies;
                Step { next: Some(Box::new(next)), n_plies, ..step(text, &pair.to) }
            }));
        }
        let asked = Asked { at, pair, proof, left: left - 1, is_finished: Cell::new(false) };
        self.enter(at);
        let told = self.tell_answers(&pair.to, &asked, MOST_IN_A_ROW, search);
        let threats = self.threats(&pair.to, &pair.meaning);
        self.leave();
        let Answered { mut answers, n_others, finish, n_plies } = match told? {
            Ok(told) => told,
            Err(flaw) => return Ok(Err(flaw)),
        };
        answers.sort_by_key(|answer| std::cmp::Reverse(answer.then.n_moves()));
        let threats = threats?;
        for answer in &mut answers {
            answer.destroys = self.destroyed(pair, &threats, &answer.to);
        }
        let n_plies = 1 + n_plies;
        Ok(Ok(Step { threats, answers, n_others, finish, n_plies, ..step(text, &pair.to) }))
    }

    /// What a position offers.
    pub(crate) fn moves(&mut self, at: &G::Position) -> Result<Offer<G::Position>, RulesError> {
        self.nodes += 1;
        moves(self.game, &mut self.worker, &self.pieces, at)
    }

    /// All moves of the opponent after a threat, from a position in which it is their turn.
    fn tell_answers(
        &mut self,
        from: &G::Position,
        asked: &Asked<'_, G::Position>,
        in_a_row: u32,
        search: &mut Expander<'_, G, I>,
    ) -> Told<G::Position, Answered<G::Position>> {
        if search.is_enough(self.nodes) {
            return Ok(Err(Flaw::Stopped));
        }
        let mut told = Answered::nothing();
        let is_first = in_a_row == MOST_IN_A_ROW;
        let moves = match self.moves(from)? {
            Offer::Over(outcome) if !is_first && self.wins(Some(outcome)) => return Ok(Ok(told)),
            Offer::Over(_) => return Ok(Err(Flaw::Otherwise)),
            Offer::Moves(moves) => moves,
        };
        self.enter(from);
        let mut hops = Vec::new();
        let mut punished = None;
        let mut flaw = None;
        for Played { to, .. } in moves {
            let found = self.tell_answer(&to, asked, in_a_row, search)?;
            match found {
                Ok(more) => {
                    told.n_plies = told.n_plies.max(1 + more.n_plies);
                    // However they play on after one of their moves, it is one move.
                    told.n_others += usize::from(more.answers.is_empty());
                    if told.finish.is_empty() && !more.finish.is_empty() {
                        told.finish = more.finish;
                        punished = Some(to.clone());
                    }
                    // Moves in a row may lead to the same in another order.
                    for answer in more.answers {
                        if !told.answers.iter().any(|known| known.to == answer.to) {
                            told.answers.push(answer);
                            hops.push(to.clone());
                        }
                    }
                }
                Err(found) => flaw = Some(found),
            }
            if flaw.is_some() {
                break;
            }
        }
        self.leave();
        if let Some(flaw) = flaw {
            return Ok(Err(flaw));
        }
        let answered = told.answers.iter_mut().map(|answer| &mut answer.moves).zip(hops);
        for (moves, hop) in answered.chain(punished.map(|hop| (&mut told.finish, hop))) {
            let text = self.text(from, &hop)?.unwrap_or_default();
            moves.insert(0, Made { text, own: false, to: hop });
        }
        Ok(Ok(told))
    }

    /// One move of the opponent after a threat, and all that follows.
    fn tell_answer(
        &mut self,
        reply: &G::Position,
        asked: &Asked<'_, G::Position>,
        in_a_row: u32,
        search: &mut Expander<'_, G, I>,
    ) -> Told<G::Position, Answered<G::Position>> {
        let pair = asked.pair;
        let outcome = self.worker.outcome(reply);
        if self.wins(outcome) || self.has_won(reply)? {
            return Ok(Ok(Answered::nothing()));
        }
        if outcome.is_none() && in_a_row > 0 && self.game.player(reply) != self.winner {
            return self.tell_answers(reply, asked, in_a_row - 1, search);
        }
        if pair.answers.contains(reply) {
            return Ok(self.tell(reply, asked.proof, asked.left, search)?.map(|then| {
                let (moves, to, destroys) = (Vec::new(), reply.clone(), Vec::new());
                let n_plies = then.n_plies;
                let answer = Answer { moves, to, destroys, then };
                Answered { answers: vec![answer], n_plies, ..Answered::nothing() }
            }));
        }
        let Some(Lost { row, n_plies }) = self.refutation(reply, &pair.meaning, search)? else {
            if search.stopped {
                return Ok(Err(Flaw::Stopped));
            }
            let (at, to) = (asked.at.clone(), pair.to.clone());
            return Ok(Err(Flaw::Overlooked { at, to, answer: reply.clone() }));
        };
        if row.is_empty() || asked.is_finished.replace(true) {
            return Ok(Ok(Answered { n_plies, ..Answered::nothing() }));
        }
        let Some(finish) = self.made(reply, row)? else { return Ok(Err(Flaw::Otherwise)) };
        Ok(Ok(Answered { finish, n_plies, ..Answered::nothing() }))
    }

    pub(crate) fn wins(&self, outcome: Option<Outcome>) -> bool {
        let won = outcome.filter(|outcome| outcome.for_player(self.winner) > 0);
        if won.is_some_and(|outcome| outcome.scored) {
            self.scored.set(true);
        }
        won.is_some()
    }

    pub(crate) fn enter(&mut self, at: &G::Position) {
        self.worker.enter(at);
        self.past.push(at.clone());
    }

    pub(crate) fn leave(&mut self) {
        self.worker.leave();
        self.past.pop();
    }

    /// The text of the move that leads from one position to another; none if there is no
    /// such move.
    pub(crate) fn text(
        &self,
        from: &G::Position,
        to: &G::Position,
    ) -> Result<Option<String>, RulesError> {
        let Turn::Moves(moves) = self.game.turn(from, &self.past)? else { return Ok(None) };
        Ok(moves.into_iter().find(|played| played.to == *to).map(|played| played.text))
    }

    /// The moves that lead from a position to these, one after the other; none if there are
    /// no such moves.
    fn made(
        &mut self,
        from: &G::Position,
        row: Vec<G::Position>,
    ) -> Result<Option<Vec<Made<G::Position>>>, RulesError> {
        let n_past = self.past.len();
        let mut at = from.clone();
        let mut moves = Vec::new();
        for to in row {
            let own = self.game.player(&at) == self.winner;
            moves.push(self.text(&at, &to)?.map(|text| Made { text, own, to: to.clone() }));
            self.past.push(at);
            at = to;
        }
        self.past.truncate(n_past);
        Ok(moves.into_iter().collect())
    }
}

/// A move that nothing is known of yet.
pub(crate) fn step<P: Clone>(text: String, to: &P) -> Step<P> {
    Step {
        text,
        to: to.clone(),
        outcome: None,
        threats: Vec::new(),
        answers: Vec::new(),
        n_others: 0,
        finish: Vec::new(),
        next: None,
        n_plies: 1,
    }
}
