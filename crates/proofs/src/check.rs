//! The check of a claim: plays the moves that are claimed and all answers, depth first, and
//! looks at every end. A position that was checked is not checked again.
//!
//! A claim to win must not come back to a position that is still being checked, because the
//! opponent could go around forever. A claim not to lose may: play that never ends is a draw.
//! Positions are looked at without what came before them, as solving does.

use crate::file::{Claim, Least};
use game::bytes::Reader;
use game::{Game, Move, Outcome, Player, RulesError, Turn};
use rustc_hash::FxHashMap;

/// How much a check may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most positions that are remembered.
    pub positions: u64,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions of which all that matters was tried.
    pub positions: u64,
    /// Ends of the game that were reached.
    pub ends: u64,
    /// The turns of the longest line.
    pub longest: usize,
}

/// Why a claim is not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It does not hold: a sentence without a period, and the position.
    Wrong(&'static str, String),
    /// There are more positions than may be remembered.
    Memory,
    /// Somebody stopped it.
    Stopped,
    /// The rules went wrong.
    Rules(Box<RulesError>),
}

impl From<RulesError> for Refused {
    fn from(error: RulesError) -> Refused {
        Refused::Rules(Box::new(error))
    }
}

/// What claims that hold say together about the outcome, if that is all there is to say.
pub fn settled(claims: &[Claim]) -> Option<Outcome> {
    let sign = |player| if player == Player::First { 1 } else { -1 };
    let best = |player| {
        let own = claims.iter().filter(|claim| claim.player == player);
        own.map(|claim| claim.least).max()
    };
    match (best(Player::First), best(Player::Second)) {
        (Some(Least::Win), _) => Some(Outcome { value: sign(Player::First), scored: false }),
        (_, Some(Least::Win)) => Some(Outcome { value: sign(Player::Second), scored: false }),
        (Some(Least::Points(a)), Some(Least::Points(b))) if a == b.saturating_neg() => {
            Some(Outcome { value: a, scored: a != 0 })
        }
        _ => None,
    }
}

/// A position whose moves are being tried.
struct Open<P> {
    at: P,
    /// Where moves lead that are still to be tried, the next one last.
    left: Vec<P>,
}

/// A check under way.
struct Check<'a, G: Game> {
    game: &'a G,
    claim: &'a Claim,
    moves: Reader<'a>,
    limits: Limits,
    /// The positions that were met, and whether all below them was checked.
    met: FxHashMap<G::Position, bool>,
    checked: Checked,
}

/// Checks a claim about a position. `go_on` hears how many positions were checked, and may
/// say no.
pub fn check<G: Game>(
    game: &G,
    at: &G::Position,
    claim: &Claim,
    limits: Limits,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Checked, Refused> {
    let (met, checked) = (FxHashMap::default(), Checked::default());
    let mut check = Check { game, claim, moves: Reader(&claim.moves), limits, met, checked };
    let mut open = Vec::new();
    open.extend(check.enter(at.clone())?);
    while let Some(last) = open.last_mut() {
        match last.left.pop() {
            Some(next) => open.extend(check.enter(next)?),
            None => {
                if let Some(last) = open.pop() {
                    check.met.insert(last.at, true);
                }
            }
        }
        check.checked.longest = check.checked.longest.max(open.len());
        if !go_on(check.checked.positions) {
            return Err(Refused::Stopped);
        }
    }
    match check.moves.0.is_empty() {
        true => Ok(check.checked),
        false => Err(check.wrong("the proof goes on after all positions were checked", at)),
    }
}

impl<G: Game> Check<'_, G> {
    fn wrong(&self, why: &'static str, at: &G::Position) -> Refused {
        Refused::Wrong(why, game::write_position(self.game.facts(), &self.game.setup(at)))
    }

    /// Begins with a position; nothing if there is nothing to try.
    fn enter(&mut self, at: G::Position) -> Result<Option<Open<G::Position>>, Refused> {
        match self.met.get(&at) {
            Some(true) => return Ok(None),
            Some(false) if self.claim.least.needs_an_end() => {
                return Err(self.wrong("play can come back to a position forever", &at));
            }
            Some(false) => return Ok(None),
            None => {}
        }
        let moves = match self.game.turn(&at, &[])? {
            Turn::Over(outcome) => {
                self.look_at_end(outcome, &at)?;
                return Ok(None);
            }
            Turn::Moves(moves) => moves,
        };
        if self.met.len() as u64 >= self.limits.positions {
            return Err(Refused::Memory);
        }
        self.met.insert(at.clone(), false);
        self.checked.positions += 1;
        let tried = match self.game.player(&at) == self.claim.player {
            true => vec![self.claimed(moves, &at)?],
            false => moves,
        };
        let mut left = Vec::new();
        for played in tried.into_iter().rev() {
            match played.outcome {
                Some(outcome) => self.look_at_end(outcome, &played.to)?,
                None => left.push(played.to),
            }
        }
        Ok(Some(Open { at, left }))
    }

    /// The move that the claim has for a position.
    fn claimed(
        &mut self,
        mut moves: Vec<Move<G::Position>>,
        at: &G::Position,
    ) -> Result<Move<G::Position>, Refused> {
        match self.moves.small::<usize>() {
            Some(place) if place < moves.len() => Ok(moves.swap_remove(place)),
            Some(_) => Err(self.wrong("the proof has a move that there is not", at)),
            None => Err(self.wrong("the proof has no move for a position", at)),
        }
    }

    fn look_at_end(&mut self, outcome: Outcome, at: &G::Position) -> Result<(), Refused> {
        self.checked.ends += 1;
        match Least::of(outcome, self.claim.player).is_some_and(|end| end >= self.claim.least) {
            true => Ok(()),
            false => Err(self.wrong("a line ends worse than is claimed", at)),
        }
    }
}
