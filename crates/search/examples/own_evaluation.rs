//! Searches with an evaluation that is written in Rust: in breakthrough, the pawn that
//! has come farthest counts more than all others.
//!
//! `cargo run --release -p multigame-search --example own_evaluation [DEPTH]`
#![allow(clippy::print_stdout, reason = "this program shows what it finds")]

use game::{Game, Owner, Player};
use native::{Native, Position};
use search::{Limits, Platform, Search, Settings};

/// What a position is worth for the player to move.
fn evaluation(game: &Native, at: &Position) -> i32 {
    let (board, player) = (game.setup(at).board, game.player(at));
    let worth = |player: Player| {
        let pawns = board.iter().enumerate().filter(|(_, stack)| {
            stack.last().is_some_and(|pawn| pawn.owner() == Owner::from(player))
        });
        // Fields are numbered along the rows of eight, from the first player's side.
        let rows = pawns.map(|(field, _)| match player {
            Player::First => field as i32 / 8,
            Player::Second => 7 - field as i32 / 8,
        });
        let (mut n_pawns, mut farthest) = (0, 0);
        for row in rows {
            n_pawns += 1;
            farthest = farthest.max(row);
        }
        10 * n_pawns + farthest * farthest
    };
    worth(player) - worth(player.other())
}

fn main() {
    let depth = std::env::args().nth(1).map_or(4, |depth| depth.parse().expect("a depth"));
    let game = testing::load_native("breakthrough");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    for (platform, threads) in [(Platform::Serial, 1), (Platform::YoungBrothers, 2)] {
        let settings = Settings { platform, threads, ..Settings::new(game.facts()) };
        let search = Search::new(&game, settings).expect("settings that make sense");
        let found =
            search.with_evaluation(evaluation).best(&game.start(), &[], &limits, &mut |_| {});
        let best = found.best.expect("a move");
        let to = game::write_position(game.facts(), &game.setup(&best.positions[0]));
        println!("{threads} threads: value {:+}, {} nodes, to {to}", best.value, found.nodes);
    }
}
