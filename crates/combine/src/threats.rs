//! What a position offers to a player who wants to win by threats: pairs of a
//! threatening move and the answers that meet the threat.
//!
//! 1. A move that wins ends it.
//! 2. A move that brings the last thing that a way to win needs threatens to win by
//!    it. Answers are the moves that destroy something in each of the ways that the
//!    move has completed (Pitrat's "and" of several threats of one move).
//! 3. A move after which the opponent would have lost if they had no move (a check,
//!    or any move where whoever is stuck loses) leaves all their moves as answers.
//! 4. On request: a move after which a second one would threaten so much that
//!    nothing meets it. Answers destroy something that this needs, or make a threat
//!    of their own.
//! 5. A move after which the winner moves again leaves nothing to answer (`series.rs`).
//! 6. Where the rules may say that a player loses by their own move: a move after which some
//!    moves of the opponent do so leaves the others as answers; on request, any move
//!    leaves all of them.
//!
//! Moves after which the opponent wins are no threats, nor are those that leave them
//! too many answers. Those with few answers come first.

use crate::Settings;
use crate::moves::{Offer, Played, changes, moves};
use crate::replies::Replies;
use crate::ways::{Change, Changes, Wanted, Way, Ways, are_destroyed_by, completed};
use game::{Faults, Field, Game, Insight, Player, RulesError, Setup, Worker};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many ways to threaten twice are kept for one quiet move.
const MOST_DOUBLES: usize = 6;

/// What a player can do to win.
#[derive(Debug)]
pub(crate) enum Expansion<P> {
    /// This position follows, and is won.
    Won(P),
    /// The game is over, or there is nothing that threatens.
    Nothing,
    /// Threats, those with the fewest answers first.
    Threats(Vec<Pair<P>>),
}

/// A threatening move, and the moves that meet the threat.
#[derive(Debug)]
pub(crate) struct Pair<P> {
    /// The position after the move.
    pub(crate) to: P,
    pub(crate) meaning: Meaning<P>,
    /// The positions after the answers.
    pub(crate) answers: Vec<P>,
}

/// What a move threatens.
#[derive(Debug)]
pub(crate) enum Meaning<P> {
    /// To win by each of these ways.
    Ways(Vec<Rc<Way>>),
    /// That the opponent has lost if they have no move.
    Stuck,
    /// That the opponent has few moves with which they do not lose at once.
    Squeezed,
    /// To threaten more than can be met, by any of these moves.
    Twice(Vec<Double<P>>),
    /// Nothing yet: the winner moves again.
    Again,
}

impl<P> Meaning<P> {
    /// How many more moves of the winner it takes to carry it out.
    pub(crate) fn to_carry_out(&self) -> u32 {
        match self {
            Meaning::Ways(ways) => ways.iter().map(|way| way.n_moves()).max().unwrap_or(1),
            Meaning::Stuck | Meaning::Squeezed | Meaning::Again => 0,
            Meaning::Twice(_) => 2,
        }
    }
}

/// A move that nothing would meet.
#[derive(Debug)]
pub(crate) struct Double<P> {
    /// The position after it, if the opponent had not moved.
    pub(crate) to: P,
    /// The ways to win that it completes.
    pub(crate) ways: Vec<Rc<Way>>,
    /// What it changes on the board.
    pub(crate) changes: Changes,
    /// What must stand for all this.
    zone: Vec<Wanted>,
}

impl<P> Double<P> {
    /// Whether it works no more, or not in the same way, after these changes.
    pub(crate) fn is_destroyed_by(&self, changes: &[Change]) -> bool {
        are_destroyed_by(&self.zone, changes)
    }
}

/// Answers by the positions before and after the move that they answer.
type Overlooked<P> = FxHashMap<(P, P), Vec<P>>;

/// Looks for threats of one player.
pub(crate) struct Expander<'a, G: Game, I: Insight<Position = G::Position>> {
    pub(crate) game: &'a G,
    pub(crate) insight: &'a I,
    pub(crate) worker: G::Worker<'a>,
    pub(crate) ways: Ways<'a, I>,
    pub(crate) settings: Settings,
    pub(crate) winner: Player,
    /// How the opponent may lose by their own moves.
    pub(crate) faults: Faults,
    /// Positions that were looked at.
    pub(crate) nodes: u64,
    /// Answers that were overlooked at first.
    pub(crate) overlooked: Overlooked<G::Position>,
    /// Whether to go on, by the number of positions so far.
    go_on: &'a mut dyn FnMut(u64) -> bool,
    /// Whether it was broken off.
    pub(crate) stopped: bool,
    /// Whether there were moves after which the same player moves again.
    pub(crate) again: bool,
    /// Whether turns in a row of one player were too many to be followed.
    pub(crate) cut: bool,
}

impl<'a, G: Game, I: Insight<Position = G::Position>> Expander<'a, G, I> {
    pub(crate) fn new(
        game: &'a G,
        insight: &'a I,
        past: &[G::Position],
        winner: Player,
        settings: Settings,
        go_on: &'a mut dyn FnMut(u64) -> bool,
    ) -> Expander<'a, G, I> {
        Expander {
            game,
            insight,
            worker: game.worker(past),
            ways: Ways::new(insight, game.facts(), settings.most_missing),
            settings,
            winner,
            faults: insight.faults(),
            nodes: 0,
            overlooked: FxHashMap::default(),
            go_on,
            stopped: false,
            again: false,
            cut: false,
        }
    }

    /// Whether the positions are used up, or somebody has enough of it.
    pub(crate) fn is_over(&mut self) -> bool {
        self.stopped |= self.nodes >= self.settings.most_nodes || !(self.go_on)(self.nodes);
        self.stopped
    }

    /// Whether somebody has enough of it, after this many more positions.
    pub(crate) fn is_enough(&mut self, more: u64) -> bool {
        self.stopped |= !(self.go_on)(self.nodes + more);
        self.stopped
    }

    /// What a position offers.
    pub(crate) fn moves(&mut self, at: &G::Position) -> Result<Offer<G::Position>, RulesError> {
        self.nodes += 1;
        moves(self.game, &mut self.worker, &self.ways.pieces, at)
    }

    /// What the winner can do in a position in which they are to move.
    pub(crate) fn expand(
        &mut self,
        at: &G::Position,
    ) -> Result<Expansion<G::Position>, RulesError> {
        let Offer::Moves(moves) = self.moves(at)? else { return Ok(Expansion::Nothing) };
        let wins = |played: &&Played<G::Position>| self.wins(self.worker.outcome(&played.to));
        if let Some(played) = moves.iter().find(wins) {
            return Ok(Expansion::Won(played.to.clone()));
        }
        self.worker.enter(at);
        let expansion = self.pairs(at, moves);
        self.worker.leave();
        expansion
    }

    fn pairs(
        &mut self,
        at: &G::Position,
        moves: Vec<Played<G::Position>>,
    ) -> Result<Expansion<G::Position>, RulesError> {
        let [open, again] = self.parted(moves);
        let mut pairs = self.again(at, again)?;
        let board = self.ways.codes(self.game, at);
        let near = self.ways.near(at, &board, self.winner, 2)?;
        let beside = self.insight.beside_the_board(at);
        for Played { to, changes } in open {
            if self.is_over() {
                break;
            }
            let completed = match self.ways.are_none() {
                true => Vec::new(),
                false if self.insight.beside_the_board(&to) == beside => {
                    completed(&near, &changes).collect()
                }
                // The move has used up something, or brought it, that ways to win need.
                false => self.complete(&to)?,
            };
            let completed = match completed.is_empty() && self.again {
                true => self.series(&to, &changes)?,
                false => completed,
            };
            let found = if !completed.is_empty() {
                self.threat(&to, completed)?
            } else if self.is_lost_if_stuck(&to)? {
                self.attack(&to)?
            } else {
                let is_quiet =
                    self.settings.quiet && near.iter().any(|way| way.is_helped_by(&changes));
                match if is_quiet { self.quiet(&to)? } else { None } {
                    None => self.squeeze(&to)?,
                    found => found,
                }
            };
            let Some((meaning, mut answers)) = found else { continue };
            let Some(meaning) = meaning else { return Ok(Expansion::Won(to)) };
            if let Some(more) = self.overlooked.get(&(at.clone(), to.clone())) {
                answers.extend(more.iter().cloned());
            }
            if answers.len() <= self.settings.most_answers {
                pairs.push(Pair { to, meaning, answers });
            }
        }
        let is_again = |pair: &Pair<G::Position>| matches!(pair.meaning, Meaning::Again);
        pairs.sort_by_key(|pair| (pair.answers.len(), is_again(pair)));
        Ok(if pairs.is_empty() { Expansion::Nothing } else { Expansion::Threats(pairs) })
    }

    /// The moves after which the opponent is to move, and those after which the winner
    /// is; without those that end the game.
    fn parted(&mut self, moves: Vec<Played<G::Position>>) -> [Vec<Played<G::Position>>; 2] {
        let goes_on = |played: &Played<G::Position>| self.worker.outcome(&played.to).is_none();
        let is_theirs = |played: &Played<G::Position>| self.game.player(&played.to) != self.winner;
        // Positions may be large, and mostly there is nothing to part.
        if moves.iter().all(|played| goes_on(played) && is_theirs(played)) {
            return [moves, Vec::new()];
        }
        let (open, again): (Vec<_>, Vec<_>) =
            moves.into_iter().filter(goes_on).partition(is_theirs);
        self.again |= !again.is_empty();
        [open, again]
    }

    /// The ways to win that nothing is missing from.
    fn complete(&mut self, at: &G::Position) -> Result<Vec<Rc<Way>>, RulesError> {
        self.complete_for(at, self.winner)
    }

    fn complete_for(
        &mut self,
        at: &G::Position,
        player: Player,
    ) -> Result<Vec<Rc<Way>>, RulesError> {
        let board = self.ways.codes(self.game, at);
        let near = self.ways.near(at, &board, player, 0)?;
        Ok(near.into_iter().map(|near| near.way).collect())
    }

    /// The answers to a move that completes ways to win; no meaning if it has won
    /// already.
    fn threat(&mut self, to: &G::Position, ways: Vec<Rc<Way>>) -> Found<G::Position> {
        let answers = match self.replies(to)? {
            Replies::Lost => return Ok(Some((None, Vec::new()))),
            Replies::Escapes => return Ok(None),
            Replies::Open(open) => open.replies,
        };
        // Where wins show only when a turn begins, their own are not yet known.
        let theirs =
            if self.ways.late { self.complete_for(to, self.winner.other())? } else { vec![] };
        let meets = |Played { changes, .. }: &Played<G::Position>| {
            ways.iter().all(|way| way.is_destroyed_by(changes))
                || theirs.iter().any(|way| way.told.late && way.is_destroyed_by(changes))
        };
        let answers = answers.into_iter().filter(meets).map(|it| it.to).collect();
        Ok(Some((Some(Meaning::Ways(ways)), answers)))
    }

    /// The answers to a move after which the opponent must move to be saved.
    fn attack(&mut self, to: &G::Position) -> Found<G::Position> {
        Ok(match self.replies(to)? {
            Replies::Lost => Some((None, Vec::new())),
            Replies::Escapes => None,
            Replies::Open(open) => Some((Some(Meaning::Stuck), open.ends())),
        })
    }

    /// The answers to a move after which the opponent may lose by their own moves.
    fn squeeze(&mut self, to: &G::Position) -> Found<G::Position> {
        if self.faults == Faults::default() {
            return Ok(None);
        }
        Ok(match self.replies(to)? {
            Replies::Lost => Some((None, Vec::new())),
            Replies::Open(open) if open.others_lose || self.settings.quiet => {
                Some((Some(Meaning::Squeezed), open.ends()))
            }
            Replies::Escapes | Replies::Open(_) => None,
        })
    }

    /// The answers to a move that threatens to threaten too much.
    fn quiet(&mut self, to: &G::Position) -> Found<G::Position> {
        let doubles = self.doubles(to)?;
        if doubles.is_empty() {
            return Ok(None);
        }
        let answers = match self.replies(to)? {
            Replies::Lost => return Ok(Some((None, Vec::new()))),
            Replies::Escapes => return Ok(None),
            Replies::Open(open) => open.replies,
        };
        let board = self.ways.codes(self.game, to);
        let opponent = self.winner.other();
        let theirs = self.ways.near(to, &board, opponent, 2)?;
        let meets = |Played { changes, .. }: &Played<G::Position>| {
            doubles.iter().all(|double| double.is_destroyed_by(changes))
                || completed(&theirs, changes).next().is_some()
        };
        let answers = answers.into_iter().filter(meets).map(|it| it.to).collect();
        Ok(Some((Some(Meaning::Twice(doubles)), answers)))
    }

    /// The moves that would threaten too much if the winner could move at once.
    fn doubles(&mut self, at: &G::Position) -> Result<Vec<Double<G::Position>>, RulesError> {
        let Some(turned) = self.turned(at) else { return Ok(Vec::new()) };
        let board = self.ways.codes(self.game, &turned);
        let near = self.ways.near(&turned, &board, self.winner, 2)?;
        let Offer::Moves(moves) = self.moves(&turned)? else { return Ok(Vec::new()) };
        let [open, _] = self.parted(moves);
        self.worker.enter(&turned);
        let mut doubles = Vec::new();
        for Played { to, changes } in open {
            if self.is_over() {
                break;
            }
            let ways: Vec<Rc<Way>> = completed(&near, &changes).collect();
            if ways.is_empty() || doubles.len() == MOST_DOUBLES {
                continue;
            }
            if let Some((Some(_), answers)) = self.threat(&to, ways.clone())?
                && answers.is_empty()
            {
                let zone = zone(&board, &changes, &ways);
                doubles.push(Double { to, ways, changes, zone });
            }
        }
        self.worker.leave();
        Ok(doubles)
    }

    /// The position if it were the winner's turn, if there can be such a position.
    pub(crate) fn turned(&self, at: &G::Position) -> Option<G::Position> {
        let setup = Setup { player: self.winner, ..self.game.setup(at) };
        self.game.position(&setup).ok()
    }

    fn is_lost_if_stuck(&mut self, at: &G::Position) -> Result<bool, RulesError> {
        self.nodes += 1;
        Ok(self.wins(self.insight.if_stuck(at)?))
    }

    pub(crate) fn wins(&self, outcome: Option<game::Outcome>) -> bool {
        outcome.is_some_and(|outcome| outcome.for_player(self.winner) > 0)
    }

    /// What differs on the board between two positions.
    pub(crate) fn changes(&self, from: &G::Position, to: &G::Position) -> Changes {
        changes(self.game, &self.ways.pieces, from, to)
    }
}

/// What a move means and the answers to it; no meaning if it has won.
type Found<P> = Result<Option<(Option<Meaning<P>>, Vec<P>)>, RulesError>;

/// What must stand so that a move can be made and the ways that it completes stay:
/// the fields that it changes as they are, and the needs of the ways elsewhere.
fn zone(board: &[u8], changes: &[Change], ways: &[Rc<Way>]) -> Vec<Wanted> {
    let as_it_is = |it: &Change| Wanted { field: it.field, allowed: 1 << board[it.field.index()] };
    let mut zone: Vec<Wanted> = changes.iter().map(as_it_is).collect();
    let is_changed = |field: Field| changes.iter().any(|it| it.field == field);
    let needs = ways.iter().flat_map(|way| &way.needs);
    zone.extend(needs.filter(|need| !is_changed(need.field)));
    zone
}
