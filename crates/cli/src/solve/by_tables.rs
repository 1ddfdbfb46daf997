//! A position that endgame tables have needs no proof.

use super::answer::Solved;
use crate::answer::Place;
use crate::args::SolveArgs;
use crate::engine::Engine;
use crate::position::Table;
use crate::report::Failure;
use crate::tables::{Asking, outcome};
use ::tables::Value;
use game::{Player, Turn};

/// What tables say of the position, if a folder is named and one of them has it.
pub(super) fn by_tables<G: Engine>(
    args: &SolveArgs,
    table: &Table<G>,
) -> Result<Option<Solved>, Failure> {
    let Some(folder) = &args.tables else { return Ok(None) };
    let asking = Asking::new(&table.game, folder)?;
    let (game, line) = (&table.game, &table.line);
    let Some(value) = asking.value(line.position()) else { return Ok(None) };
    let player = line.player(game);
    let mut moves = Vec::new();
    if let Turn::Moves(legal) = line.turn(game)? {
        // Only the best: of wins the fastest, of scores the greatest.
        let is_best = |to: &G::Position| {
            let after = asking.value(to)?.before(game.player(to) == player);
            Some(after.rank() == value.rank())
        };
        let best = legal.into_iter().filter(|made| is_best(&made.to) == Some(true));
        moves.extend(best.map(|made| made.text));
    }
    let is_lost = matches!(value, Value::Loss(_));
    let Some((mut outcome, _)) = outcome(value) else { return Ok(None) };
    if player == Player::Second {
        outcome.value = -outcome.value;
    }
    Ok(Some(Solved {
        place: Place::new(table, Some(outcome)),
        exact: true,
        turns: value.turns(),
        moves: if is_lost { Vec::new() } else { moves },
        all_moves: true,
        method: "tables",
        without_past: game.asks_for_past(),
        nodes: 0,
        positions: 0,
        symmetries: 1,
        parallel: None,
        ranks: None,
        combination: None,
        proof_bytes: None,
        how: "endgame tables".to_string(),
        by_one_thread: false,
    }))
}
