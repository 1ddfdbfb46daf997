//! Positions that fall apart: where whoever cannot move has lost, and each move depends on a few
//! fields only, parts of a position that have no move in common are games of their own, and
//! the position is their sum (Berlekamp, Conway and Guy, "Winning Ways", 1982).
//!
//! Each part is looked at once, wherever it appears ([`parts`]). Parts that are numbers are
//! added up, parts that are each other's negatives are taken out, and a search decides who
//! wins the rest, with a table by the names of the parts. A player who makes a move in a number
//! only loses by it, so those moves come last.

mod bounds;
mod number;
mod part;
mod parts;
mod used_up;

use super::ground::Ground;
use super::{Found, Task, Unproved};
use game::{Facts, Fold, Game, Insight, LocalMove, Outcome, Piece, Player, RulesError};
use number::Number;
use part::Template;
use parts::{Name, Parts};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Boards with this many fields, and this many kinds of contents, are looked at.
const MOST_FIELDS: usize = 200;
const MOST_CONTENTS: usize = 60;
/// The bytes of a sum that is known, as a guess.
const SUM_BYTES: usize = 120;
/// Of a part with more fields it is not asked whether it is a number.
const MOST_NUMBERED: usize = 14;

/// All moves of a game in which each depends on a few fields, and whoever has none loses.
#[derive(Debug)]
pub struct Local {
    moves: [Vec<Template>; 2],
    /// Where each field goes by the symmetries of the rules.
    symmetries: Vec<Vec<u16>>,
    /// All that a field may hold, by number.
    contents: Vec<Option<Piece>>,
    most_numbered: usize,
}

/// All that a field may hold.
fn contents(facts: &Facts) -> Vec<Option<Piece>> {
    std::iter::once(None).chain(facts.pieces().map(Some)).collect()
}

impl Local {
    /// Reads the rules; nothing if the game is not of this kind.
    pub fn read<G: Game, I: Insight<Position = G::Position>>(
        game: &G,
        insight: &I,
        at: &G::Position,
    ) -> Result<Option<Local>, RulesError> {
        let facts = game.facts();
        let contents = contents(facts);
        if facts.board.n_fields() > MOST_FIELDS
            || contents.len() > MOST_CONTENTS
            || facts.n_players() != 2
            || game.asks_for_past()
        {
            return Ok(None);
        }
        let mut moves = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let Some(told) = insight.local_moves(at, player)? else { return Ok(None) };
            let templates = told.iter().map(|told| template(&contents, told));
            let Some(templates) = templates.collect() else { return Ok(None) };
            moves[player.index()] = templates;
        }
        // A part is looked at by what it becomes, down to its end.
        if !used_up::ends(contents.len(), moves.iter().flatten()) {
            return Ok(None);
        }
        let n = facts.board.n_fields() as u16;
        let symmetries = match game.packer(Fold::Board) {
            Some(packer) => {
                let all = packer.packing().symmetries().iter();
                all.map(|it| it.fields.iter().map(|field| field.0).collect()).collect()
            }
            None => vec![(0..n).collect()],
        };
        Ok(Some(Local { moves, symmetries, contents, most_numbered: MOST_NUMBERED }))
    }

    /// What each field of a position holds.
    fn holds<G: Game>(&self, game: &G, at: &G::Position) -> Vec<u8> {
        let board = game.setup(at).board;
        let number = |top| self.contents.iter().position(|it| *it == top);
        board.iter().map(|stack| number(stack.last().copied()).unwrap_or(0) as u8).collect()
    }

    /// What the board holds after each move of a player.
    fn successors(&self, holds: &[u8], player: Player) -> BTreeSet<Vec<u8>> {
        let is_met = |(field, it): &(u8, u8)| holds[usize::from(*field)] == *it;
        let moves = self.moves[player.index()].iter();
        let moves = moves.filter(|template| template.needs.iter().all(is_met));
        let made = moves.map(|template| {
            let mut holds = holds.to_vec();
            template.writes.iter().for_each(|(field, it)| holds[usize::from(*field)] = *it);
            holds
        });
        made.collect()
    }
}

/// A move by the numbers of fields and of what they hold.
fn template(contents: &[Option<Piece>], told: &LocalMove) -> Option<Template> {
    let pairs = |told: &[(game::Field, Option<Piece>)]| -> Option<Vec<(u8, u8)>> {
        let number = |it: &Option<Piece>| contents.iter().position(|known| known == it);
        told.iter().map(|(field, it)| Some((field.index() as u8, number(it)? as u8))).collect()
    };
    let template = Template { needs: pairs(&told.needs)?, writes: pairs(&told.writes)? };
    (!template.needs.is_empty()).then_some(template)
}

/// Parts that are not numbers, and the sum of those that are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    parts: Vec<Name>,
    number: Number,
}

/// A search.
struct Sums<'s, 'g, 'p, 'l, G: Game> {
    ground: &'s mut Ground<'g, 'p, G>,
    parts: Parts<'l>,
    /// Whether the first player wins a sum if it is their turn.
    known: FxHashMap<Sum, bool>,
    most_known: usize,
    /// How many sums were looked at, and how many of them had several parts.
    looked: u64,
    apart: u64,
    /// After this many nodes, positions that do not fall apart are left to other methods.
    enough: Option<u64>,
}

/// Who wins a position. If the work is `small`, it ends early where positions do not fall apart.
pub(super) fn search<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    local: &Local,
    task: &Task,
    small: Option<u64>,
) -> Result<Found<G::Position>, Unproved> {
    let player = ground.player(at);
    let parts = Parts::new(local, task.memory / 2);
    let most_known = (task.memory / 2 / SUM_BYTES).max(1);
    let list = ground.expand(at)?.unwrap_or_default();
    let enough = small.map(|nodes| ground.nodes + nodes);
    let known = FxHashMap::default();
    let mut sums = Sums { ground, parts, known, most_known, looked: 0, apart: 0, enough };
    // What was read must be what is played.
    let game = sums.ground.game();
    let boards: Vec<Vec<u8>> = list.iter().map(|child| local.holds(game, child)).collect();
    if local.successors(&local.holds(game, at), player) != boards.iter().cloned().collect() {
        return Err(Unproved::NoSum);
    }
    let mut answers = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        let names = sums.parts.of_board(sums.ground, board)?;
        let names = if player == Player::First { sums.parts.negated(&names) } else { names };
        let sum = sums.sum(names)?;
        answers.push((sums.lead(&sum), i, sum));
    }
    answers.sort_by_key(|(lead, i, _)| (*lead, *i));
    let mut by = None;
    for (_, i, sum) in answers {
        if !sums.wins(sum)? {
            by = Some(list[i].clone());
            break;
        }
    }
    let winner = if by.is_some() { player } else { player.other() };
    let value = if winner == Player::First { 1 } else { -1 };
    Ok(Found {
        outcome: Outcome { value, scored: false },
        exact: true,
        moves: by.into_iter().collect(),
        all_moves: false,
        turns: None,
    })
}

impl<G: Game> Sums<'_, '_, '_, '_, G> {
    /// Adds up what is a number.
    fn sum(&mut self, names: Vec<Name>) -> Result<Sum, Unproved> {
        let mut sum = Sum { parts: Vec::with_capacity(names.len()), number: Number::default() };
        for name in names {
            match self.parts.number(self.ground, name)? {
                Some(number) => sum.number = sum.number + number,
                None => sum.parts.push(name),
            }
        }
        Ok(sum)
    }

    /// How many moves the first player is ahead, as it seems.
    fn lead(&self, sum: &Sum) -> (i32, Number) {
        (sum.parts.iter().map(|name| self.parts.lead(*name)).sum(), sum.number)
    }

    /// Whether the first player wins a sum if it is their turn.
    fn wins(&mut self, sum: Sum) -> Result<bool, Unproved> {
        self.ground.count()?;
        self.looked += 1;
        self.apart += u64::from(sum.parts.len() != 1);
        let is_enough = self.enough.is_some_and(|enough| self.ground.nodes >= enough);
        if is_enough && 2 * self.apart < self.looked {
            return Err(Unproved::NoSum);
        }
        // Step 1: a number above 0 is won, whoever begins, and no other number is won by
        // whoever begins; a sum that is surely above or not above 0 is no different.
        let parts = || sum.parts.iter();
        let least: i64 = parts().map(|name| -self.parts.most(-name)).sum();
        let most: i64 = parts().map(|name| self.parts.most(*name)).sum();
        if sum.number + Number::whole(least) > Number::default() {
            return Ok(true);
        }
        if sum.number + Number::whole(most) <= Number::default() {
            return Ok(false);
        }
        if let Some(known) = self.known.get(&sum) {
            return Ok(*known);
        }
        // Step 2: the moves, those first that leave the opponent least.
        let mut answers: Vec<((i32, Number), Sum)> = Vec::new();
        for (i, &name) in sum.parts.iter().enumerate() {
            if i > 0 && sum.parts[i - 1] == name {
                continue;
            }
            for option in self.parts.options(self.ground, name)?.iter() {
                let mut rest = sum.parts.clone();
                rest.remove(i);
                rest.extend(option);
                self.parts.cancel(&mut rest);
                let negated = self.parts.negated(&rest);
                let mut after = self.sum(negated)?;
                after.number = after.number + -sum.number;
                answers.push((self.lead(&after), after));
            }
        }
        answers.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.parts.cmp(&b.1.parts)));
        answers.dedup_by(|a, b| a.1 == b.1);
        if let Some(number) = sum.number.after_move() {
            let parts = self.parts.negated(&sum.parts);
            answers.push(((0, number), Sum { parts, number: -number }));
        }
        // Step 3: one that the opponent does not win is enough.
        let mut wins = false;
        for (_, after) in answers {
            if !self.wins(after)? {
                wins = true;
                break;
            }
        }
        self.keep(sum, wins);
        Ok(wins)
    }

    /// Remembers who wins a sum, and forgets all others when there are too many.
    fn keep(&mut self, sum: Sum, wins: bool) {
        if self.known.len() >= self.most_known {
            self.known.clear();
        }
        self.known.insert(sum, wins);
        self.ground.positions = (self.known.len() + self.parts.len()) as u64;
    }
}
