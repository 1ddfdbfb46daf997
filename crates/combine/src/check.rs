//! The check of a combination by the move generator: every move of the opponent is
//! tried, whether the search has thought of it or not, and what is told is put
//! together on the way.
//!
//! 1. An answer that the search has found is followed.
//! 2. Any other must lose to a threat that is carried out: to a move that wins, or,
//!    where two threats at once were threatened, to a move after which all answers
//!    lose to a move that wins.
//! 3. One that does not is a flaw, and the search is told so.
//!
//! Every position is looked at with the past that it has here: the search may have met
//! it on another way, where rules about repetition said something else.

use crate::combination::{Answer, Step, Threat};
use crate::prove::Proof;
use crate::threats::{Expander, Expansion, Meaning, Pair};
use crate::ways::Way;
use game::{
    Game, Insight, Need, Outcome, Piece, Player, Reasons, RulesError, Turn, WayToWin, Worker,
};
use std::rc::Rc;

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
}

/// Checks one combination.
pub(crate) struct Checker<'a, G: Game, I: Insight<Position = G::Position>> {
    game: &'a G,
    insight: &'a I,
    worker: G::Worker<'a>,
    past: Vec<G::Position>,
    winner: Player,
    /// Positions that were looked at.
    pub(crate) nodes: u64,
}

/// The answers to a threat, how many other moves there are, and what wins after one of them.
type Answered<P> = (Vec<Answer<P>>, usize, Option<String>);

/// What was told, or what is wrong with it, or what is wrong with the rules.
pub(crate) type Told<P, T> = Result<Result<T, Flaw<P>>, RulesError>;

impl<'a, G: Game, I: Insight<Position = G::Position>> Checker<'a, G, I> {
    pub(crate) fn new(
        game: &'a G,
        insight: &'a I,
        past: &[G::Position],
        winner: Player,
    ) -> Checker<'a, G, I> {
        let worker = game.worker(past);
        Checker { game, insight, worker, past: past.to_vec(), winner, nodes: 0 }
    }

    /// The winner's move in a position, and all that follows.
    pub(crate) fn tell(
        &mut self,
        at: &G::Position,
        proof: &Proof<'_, G::Position>,
        left: u32,
        search: &Expander<'_, G, I>,
    ) -> Told<G::Position, Step<G::Position>> {
        let Some(pair) = proof.pair(at, left) else { return self.tell_win(at, proof) };
        let Some(text) = self.text(at, &pair.to)? else { return Ok(Err(Flaw::Otherwise)) };
        self.enter(at);
        let told = self.tell_answers(at, pair, proof, left, search);
        let threats = self.threats(&pair.to, &pair.meaning);
        self.leave();
        let (mut answers, n_others, finish) = match told? {
            Ok(told) => told,
            Err(flaw) => return Ok(Err(flaw)),
        };
        let (to, threats) = (pair.to.clone(), threats?);
        for answer in &mut answers {
            answer.destroys = self.destroyed(pair, &threats, &answer.to);
        }
        Ok(Ok(Step { text, to, outcome: None, threats, answers, n_others, finish }))
    }

    /// A move that wins at once.
    fn tell_win(
        &mut self,
        at: &G::Position,
        proof: &Proof<'_, G::Position>,
    ) -> Told<G::Position, Step<G::Position>> {
        let Some(Expansion::Won(to)) = proof.known.get(at).map(|known| &**known) else {
            return Ok(Err(Flaw::Otherwise));
        };
        let Some(text) = self.text(at, to)? else { return Ok(Err(Flaw::Otherwise)) };
        self.enter(at);
        let won = self.is_won(to);
        self.leave();
        let Some((outcome, n_others)) = won? else { return Ok(Err(Flaw::Otherwise)) };
        let threats = match self.worker.outcome(to) {
            None => vec![Threat::Stuck(self.insight.why_if_stuck(to)?)],
            Some(_) => Vec::new(),
        };
        let (to, answers, finish) = (to.clone(), Vec::new(), None);
        Ok(Ok(Step { text, to, outcome, threats, answers, n_others, finish }))
    }

    /// Whether a position in which the opponent is to move is won: it is over, or each of
    /// his moves ends the game so. Then how it ended and how many moves he has.
    fn is_won(&mut self, at: &G::Position) -> Result<Option<(Option<Outcome>, usize)>, RulesError> {
        let mut replies = Vec::new();
        self.nodes += 1;
        let outcome = match self.worker.outcome(at) {
            None => self.worker.expand(at, &mut replies)?,
            outcome => outcome,
        };
        let is_won = match outcome {
            None => replies.iter().all(|reply| self.wins(self.worker.outcome(reply))),
            outcome => self.wins(outcome),
        };
        Ok(is_won.then_some((outcome, replies.len())))
    }

    /// All moves of the opponent behind a threat.
    fn tell_answers(
        &mut self,
        at: &G::Position,
        pair: &Pair<G::Position>,
        proof: &Proof<'_, G::Position>,
        left: u32,
        search: &Expander<'_, G, I>,
    ) -> Told<G::Position, Answered<G::Position>> {
        let (mut answers, mut n_others, mut finish) = (Vec::new(), 0, None);
        let mut replies = Vec::new();
        self.nodes += 1;
        if self.worker.expand(&pair.to, &mut replies)?.is_some() {
            return Ok(Err(Flaw::Otherwise));
        }
        self.enter(&pair.to);
        let mut flaw = None;
        for reply in replies {
            if self.wins(self.worker.outcome(&reply)) {
                n_others += 1;
                continue;
            }
            if pair.answers.contains(&reply) {
                match self.tell(&reply, proof, left - 1, search)? {
                    Ok(then) => {
                        let (text, destroys) = (String::new(), Vec::new());
                        answers.push(Answer { text, to: reply, destroys, then });
                    }
                    Err(found) => flaw = Some(found),
                }
            } else if let Some(win) = self.refutation(&reply, &pair.meaning, search)? {
                n_others += 1;
                if finish.is_none() {
                    finish = self.text(&reply, &win)?;
                }
            } else {
                let (at, to) = (at.clone(), pair.to.clone());
                flaw = Some(Flaw::Overlooked { at, to, answer: reply });
            }
            if flaw.is_some() {
                break;
            }
        }
        self.leave();
        if let Some(flaw) = flaw {
            return Ok(Err(flaw));
        }
        for answer in &mut answers {
            answer.text = self.text(&pair.to, &answer.to)?.unwrap_or_default();
        }
        answers.sort_by_key(|answer| std::cmp::Reverse(answer.then.n_moves()));
        Ok(Ok((answers, n_others, finish)))
    }

    /// A move that carries out a threat in a position, if there is one.
    fn refutation(
        &mut self,
        at: &G::Position,
        meaning: &Meaning<G::Position>,
        search: &Expander<'_, G, I>,
    ) -> Result<Option<G::Position>, RulesError> {
        if self.game.player(at) != self.winner || self.worker.outcome(at).is_some() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        self.nodes += 1;
        if self.worker.expand(at, &mut moves)?.is_some() {
            return Ok(None);
        }
        if let Some(win) = moves.iter().find(|to| self.wins(self.worker.outcome(to))) {
            return Ok(Some(win.clone()));
        }
        let Meaning::Twice(doubles) = meaning else { return Ok(None) };
        self.worker.enter(at);
        let mut found = None;
        // Only the moves that were threatened.
        let is_threatened = |to: &G::Position| {
            let changes = search.changes(at, to);
            doubles.iter().any(|double| double.changes == changes)
        };
        for to in moves.into_iter().filter(is_threatened) {
            if self.nothing_meets(&to, search)? {
                found = Some(to);
                break;
            }
        }
        self.worker.leave();
        Ok(found)
    }

    /// Whether every answer to a move loses to a move that wins.
    fn nothing_meets(
        &mut self,
        at: &G::Position,
        search: &Expander<'_, G, I>,
    ) -> Result<bool, RulesError> {
        if self.worker.outcome(at).is_some() || self.game.player(at) == self.winner {
            return Ok(false);
        }
        let mut replies = Vec::new();
        self.nodes += 1;
        if let Some(outcome) = self.worker.expand(at, &mut replies)? {
            return Ok(self.wins(Some(outcome)));
        }
        self.worker.enter(at);
        let mut all = true;
        let direct = Meaning::Ways(Vec::new());
        for reply in replies {
            let lost = self.wins(self.worker.outcome(&reply))
                || self.refutation(&reply, &direct, search)?.is_some();
            if !lost {
                all = false;
                break;
            }
        }
        self.worker.leave();
        Ok(all)
    }

    fn wins(&self, outcome: Option<Outcome>) -> bool {
        outcome.is_some_and(|outcome| outcome.for_player(self.winner) > 0)
    }

    fn enter(&mut self, at: &G::Position) {
        self.worker.enter(at);
        self.past.push(at.clone());
    }

    fn leave(&mut self) {
        self.worker.leave();
        self.past.pop();
    }

    /// The text of the move that leads from one position to another; none if there is no
    /// such move.
    fn text(&self, from: &G::Position, to: &G::Position) -> Result<Option<String>, RulesError> {
        let Turn::Moves(moves) = self.game.turn(from, &self.past)? else { return Ok(None) };
        Ok(moves.into_iter().find(|played| played.to == *to).map(|played| played.text))
    }

    /// What a move threatens. A way to win may need something beside the board that is
    /// not there any more, so only those are told that would win in the next turn.
    fn threats(
        &self,
        at: &G::Position,
        meaning: &Meaning<G::Position>,
    ) -> Result<Vec<Threat>, RulesError> {
        if let Meaning::Stuck = meaning {
            return Ok(vec![Threat::Stuck(self.insight.why_if_stuck(at)?)]);
        }
        let setup = game::Setup { player: self.winner, ..self.game.setup(at) };
        let turned = self.game.position(&setup).unwrap_or_else(|_| at.clone());
        let is_real = |way: &&Rc<Way>, winning: &[String]| winning.contains(&way.told.text);
        match meaning {
            Meaning::Ways(ways) => {
                let winning = self.winning(&turned)?;
                let real = ways.iter().filter(|way| is_real(way, &winning));
                let told: Vec<WayToWin> = real.map(|way| way.told.clone()).collect();
                let only = |text| WayToWin { text, takes: Reasons::default() };
                let told = match told.is_empty() {
                    true => winning.into_iter().map(only).collect(),
                    false => told,
                };
                Ok(told.into_iter().map(Threat::Wins).collect())
            }
            Meaning::Stuck => Ok(Vec::new()),
            Meaning::Twice(doubles) => {
                let told = doubles.iter().map(|double| {
                    Ok(Threat::Twice {
                        text: self.text(&turned, &double.to)?.unwrap_or_default(),
                        wins: double.ways.iter().map(|way| way.told.text.clone()).collect(),
                    })
                });
                told.collect()
            }
        }
    }

    /// The texts of the moves that win a position.
    fn winning(&self, at: &G::Position) -> Result<Vec<String>, RulesError> {
        let Turn::Moves(moves) = self.game.turn(at, &[])? else { return Ok(Vec::new()) };
        let wins = moves.into_iter().filter(|played| self.wins(played.outcome));
        Ok(wins.map(|played| played.text).collect())
    }

    /// What an answer destroys of what was threatened.
    fn destroyed(
        &self,
        pair: &Pair<G::Position>,
        threats: &[Threat],
        answer: &G::Position,
    ) -> Vec<Need> {
        let told = threats.iter().flat_map(|threat| match threat {
            Threat::Wins(way) => &way.takes.needs[..],
            Threat::Stuck(takes) => &takes.needs[..],
            Threat::Twice { .. } => &[],
        });
        let doubles = match &pair.meaning {
            Meaning::Twice(doubles) => &doubles[..],
            _ => &[],
        };
        let behind = doubles.iter().flat_map(|double| &double.ways);
        let needs = told.chain(behind.flat_map(|way| &way.told.takes.needs));
        let (before, after) = (self.game.setup(&pair.to).board, self.game.setup(answer).board);
        let holds = |board: &[Vec<Piece>], need: &Need| {
            need.allowed.contains(&board[need.field.index()].last().copied())
        };
        let mut gone: Vec<Need> = Vec::new();
        for need in needs.filter(|need| holds(&before, need) && !holds(&after, need)) {
            if !gone.contains(need) {
                gone.push(need.clone());
            }
        }
        gone
    }
}
