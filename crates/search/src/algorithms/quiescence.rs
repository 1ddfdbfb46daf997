//! Quiescence: at the horizon captures are followed until there are none, so that
//! nothing is evaluated in the middle of an exchange (Turing, "Digital computers
//! applied to games", 1953; Slate and Atkin, "Chess 4.5", 1977).
//!
//! What a capture is says the board, not a rule: after it the opponent has fewer
//! pieces there, and both together have fewer. So pieces that change sides are not
//! captures, and each line ends when the pieces do. Moves that turn a piece into one that is
//! worth more are followed like captures, but only a few in a line: pieces may be turned to
//! and fro for ever.
//!
//! Captures that win most come first. Those that win too little, however much the guess is
//! off, are left out, and so are those that risk more than they win, unless what they take is
//! enough by itself. Where something can be taken that is worth more than what takes it, and
//! that is more than enough, nothing is followed any further. What pieces are worth is measured (see
//! [`Worth`](crate::worth::Worth)), and as long as it is not known nothing is left out.

use super::Context;
use crate::exchange::Exchange;
use crate::limits::Stop;
use crate::tree::{Changing, Side};
use crate::value::{DECIDED, Value, WIN, Window, is_decided};
use game::Game;

/// This many moves of a line may turn pieces into others without taking any.
const TURNED: u32 = 2;

/// This many times what guesses are usually off is more than they are off.
const SURELY: Value = 2;

/// The value of a position at the horizon for the player to move, exact between alpha
/// and beta.
pub(super) fn quiescence<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    ply: usize,
    window: Window,
) -> Result<Value, Stop> {
    let value = context.tree.horizon(at, ply)?;
    match context.tree.captures().are_followed() {
        true => below(context, at, ply, TURNED, window, value),
        false => Ok(value),
    }
}

/// A move that is followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    /// Its number in the list.
    i: u32,
    exchange: Exchange,
    /// Whether it takes something.
    captures: bool,
    /// What it seems to win.
    gain: Value,
}

impl Followed {
    /// What a move is at least worth in a position with an evaluation, if more is won than risked
    /// and guesses are usually off by so much.
    fn worth_at_least(self, evaluation: Value, off: Value) -> Option<Value> {
        let wins = self.exchange.wins_at_least().filter(|wins| *wins >= 0)?;
        let least = evaluation.saturating_add(wins);
        Some(undecided(least.saturating_sub(SURELY.saturating_mul(off))))
    }

    /// What a move is at most worth there: if it risks more than it wins, no more than what it
    /// takes, however much the guess is off.
    fn worth_at_most(self, evaluation: Value, off: Value) -> Option<Value> {
        self.exchange.gain?;
        let margin = if self.exchange.may_lose() { 0 } else { SURELY.saturating_mul(off) };
        Some(undecided(evaluation.saturating_add(self.gain).saturating_add(margin)))
    }
}

/// A value that claims no win and no loss.
fn undecided(value: Value) -> Value {
    value.clamp(1 - DECIDED, DECIDED - 1)
}

/// The same, if the evaluation is known or, where the game is over, its value, with this many
/// moves left that turn pieces.
fn below<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    ply: usize,
    turns: u32,
    Window { mut alpha, beta }: Window,
    evaluation: Value,
) -> Result<Value, Stop> {
    // Step 1: a player who need not capture is content with the position as it is.
    if context.tree.captures().optional && evaluation >= beta {
        return Ok(evaluation);
    }
    // Step 2: the moves that are followed, those first that win most.
    let changing = match context.tree.enter_changing(at, ply)? {
        Ok(changing) => changing,
        Err(value) => return Ok(value),
    };
    let ground = context.tree.ground();
    let (followed, must) = context.followed(at, &changing, turns > 0)?;
    let list = changing.list;
    context.tree.rest_on(ground);
    // Step 3: a player who must capture cannot leave the position as it is.
    let mut best = if must { -WIN } else { evaluation };
    alpha = alpha.max(best);
    let player = context.tree.player(at);
    let mut ground = context.tree.ground();
    // What wins enough even if what takes is taken in turn need not be followed.
    let off = context.tree.worth.usually_off().filter(|_| !must && !is_decided(evaluation));
    let least = off
        .and_then(|off| followed.iter().filter_map(|it| it.worth_at_least(evaluation, off)).max());
    if let Some(least) = least.filter(|least| *least >= beta) {
        context.ordering.followed.push(followed);
        context.tree.leave(list);
        return Ok(least);
    }
    // Step 4: each of them in turn, until one is too good to be allowed.
    for &followed in &followed {
        if alpha >= beta {
            break;
        }
        let child = &list[followed.i as usize];
        let most = off.and_then(|off| followed.worth_at_most(evaluation, off));
        if let Some(most) = most.filter(|most| *most <= alpha) {
            best = best.max(most);
            continue;
        }
        context.tree.count()?;
        let side = Side::of(&context.tree, player, child);
        let seen = context.tree.horizon(child, ply + 1)?;
        if let Some(kind) = followed.exchange.taken {
            context.tree.worth.note(kind, evaluation, side.value(seen));
        }
        let turns = turns - u32::from(!followed.captures);
        let value = below(context, child, ply + 1, turns, side.window(alpha, beta), seen)?;
        ground = ground.min(context.tree.ground());
        best = best.max(side.value(value));
        alpha = alpha.max(best);
    }
    context.ordering.followed.push(followed);
    context.tree.leave(list);
    context.tree.rest_on(ground);
    Ok(best)
}

impl<G: Game> Context<'_, '_, G> {
    /// The moves of a position that are followed, those first that win most, and whether
    /// all of its moves capture. Moves that turn pieces are among them only if they may be.
    fn followed(
        &mut self,
        at: &G::Position,
        Changing { list, others }: &Changing<G::Position>,
        may_turn: bool,
    ) -> Result<(Vec<Followed>, bool), Stop> {
        let (mut found, mut n_captures) = (self.ordering.followed.pop().unwrap_or_default(), 0);
        found.clear();
        let tree = &mut self.tree;
        let player = tree.player(at);
        for (i, child) in list.iter().enumerate() {
            let captures = tree.is_capture(at, child);
            let is_followed = captures || may_turn && tree.turns_pieces(at, child);
            if !is_followed {
                continue;
            }
            n_captures += usize::from(captures);
            let exchange = tree.exchange(player, at, child);
            let gain = tree.gain(exchange, at, child)?;
            if captures || gain > 0 {
                found.push(Followed { i: i as u32, exchange, captures, gain });
            }
        }
        found.sort_unstable_by_key(|it| {
            (std::cmp::Reverse(it.gain), it.exchange.risk.unwrap_or(0), it.i)
        });
        Ok((found, n_captures > 0 && n_captures == list.len() && !others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A capture that wins so much and risks so much.
    fn followed(gain: Value, risk: Option<Value>) -> Followed {
        let exchange = Exchange { gain: Some(gain), risk, taken: None };
        Followed { i: 0, exchange, captures: true, gain }
    }

    #[test]
    fn what_wins_more_than_it_risks_is_worth_the_difference() {
        // A pawn takes a queen, and guesses are off by 10.
        assert_eq!(followed(900, Some(100)).worth_at_least(50, 10), Some(830));
        assert_eq!(followed(100, Some(100)).worth_at_least(50, 10), Some(30));
        // A queen that takes a pawn may be lost, and so may a piece of unknown worth.
        assert_eq!(followed(100, Some(900)).worth_at_least(50, 10), None);
        assert_eq!(followed(100, None).worth_at_least(50, 10), None);
    }

    #[test]
    fn what_risks_more_than_it_wins_is_worth_what_it_takes() {
        assert_eq!(followed(900, Some(100)).worth_at_most(-500, 10), Some(420));
        assert_eq!(followed(100, Some(900)).worth_at_most(-500, 10), Some(-400));
        // Where the risk is unknown, guesses may be off as usual.
        assert_eq!(followed(100, None).worth_at_most(-500, 10), Some(-380));
        // As long as nobody knows what is taken nothing is left out.
        let unknown = Exchange { gain: None, risk: Some(0), taken: None };
        let unknown = Followed { i: 0, exchange: unknown, captures: true, gain: 100 };
        assert_eq!(unknown.worth_at_most(0, 10), None);
        assert_eq!(unknown.worth_at_least(0, 10), None);
    }

    #[test]
    fn guesses_decide_no_game() {
        assert_eq!(followed(DECIDED, Some(0)).worth_at_least(DECIDED - 5, 0), Some(DECIDED - 1));
        assert_eq!(followed(0, Some(DECIDED)).worth_at_most(DECIDED, 0), Some(DECIDED - 1));
    }
}
