//! What the tests and the table of combinations share: games that are played by
//! code and read from their rules, and positions near the ends of random games.

#![allow(dead_code, reason = "each of the programs that include it uses a part")]

use combine::{Report, Settings, find};
use game::{Game, Line, Rng, Turn};
use multigame::{Reader, library, load_text};
use native::{Native, Position};
use search::{Limits, Method, Stopper, Task, Unproved, prove};

/// A built-in game with its code.
pub(crate) fn load(name: &str) -> Native {
    let text = library::find(name).expect("a game that is built in");
    let loaded = load_text(&text).ok().expect("rules without a mistake");
    Native::new(loaded.game, &[]).expect("a game with code")
}

/// The position of a text.
pub(crate) fn position(game: &Native, text: &str) -> Position {
    let setup = game::parse_position(game.facts(), text).expect("a position");
    game.position(&setup).expect("a possible position")
}

/// What is found in a position of a game.
pub(crate) fn search(game: &Native, at: &Position, settings: Settings) -> Report<Position> {
    let reader = Reader::native(game).expect("rules that can be read");
    find(game, &reader, at, &[], settings, &mut |_| true).expect("sound rules")
}

/// Positions so many turns before the ends of random games, in which the game goes on.
pub(crate) fn near_the_end(game: &Native, seed: u64, before: usize) -> Option<Position> {
    let (mut line, mut rng) = (Line::new(game.start()), Rng::new(seed));
    for _ in 0..400 {
        let Turn::Moves(mut moves) = line.turn(game).expect("sound rules") else { break };
        line.push(moves.swap_remove(rng.below(moves.len())));
    }
    line.outcome(game).expect("sound rules")?;
    let n = line.past().len().checked_sub(before)?;
    line.past().get(n).cloned()
}

/// Whether the player to move wins, if it takes no more than so many nodes to say.
pub(crate) fn is_won(game: &Native, at: &Position, nodes: u64) -> Option<bool> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (method, memory) = (Method::DfPn, 256 << 20);
    let stopper = Stopper::default();
    let task = Task { method, limits, memory, threads: 1, symmetries: false, stopper };
    match prove(game, at, &[], &task, &mut |_| {}) {
        Ok(proof) => Some(proof.outcome.for_player(game.player(at)) > 0),
        Err(Unproved::Stopped(_) | Unproved::Memory) => None,
        Err(other) => panic!("{other:?}"),
    }
}

/// Pitrat's figure 2, as three men's morris writes it: crosses on the center, the
/// right and a corner, and the other two positions that the truth gives.
pub(crate) const FIGURE_2: [&str; 3] = ["OX1/1X1/OOX w - 4", "XOX/OX1/O2 w - 4", "XOX/1X1/OO1 w - 4"];
/// Pitrat's figure 3: Ed. Lasker against Thomas, 1912.
pub(crate) const FIGURE_3: &str = "rn3rk1/pbppq1pp/1p2pb2/4N2Q/3PN3/3B4/PPP2PPP/R3K2R w KQ - 0 1";
/// Pitrat's figure 4: a smothered mate.
pub(crate) const FIGURE_4: &str = "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1";

/// Positions near the ends of random games with a win by threats that takes at least
/// so many turns.
pub(crate) fn mates(
    game: &Native,
    reader: &Reader<'_, Native>,
    plies: u32,
    n: usize,
) -> Vec<Position> {
    let settings = Settings { most_nodes: 20_000, ..Settings::default() };
    let mut found = Vec::new();
    for seed in 0..20_000 {
        let Some(at) = near_the_end(game, seed, 2 + seed as usize % 12) else { continue };
        let report = find(game, reader, &at, &[], settings, &mut |_| true).expect("sound rules");
        if report.combination.is_some_and(|combination| combination.n_plies() >= plies) {
            found.push(at);
        }
        if found.len() == n {
            break;
        }
    }
    found
}

/// Positions with a win by threats of at least so many turns, made by chance: stones
/// of both sides are strewn over the middle of the board, and a position is kept if
/// there is such a win and none in fewer turns.
pub(crate) fn long_wins(
    game: &Native,
    reader: &Reader<'_, Native>,
    plies: u32,
    n: usize,
) -> Vec<Position> {
    let settings = Settings { quiet: true, most_nodes: 30_000, ..Settings::default() };
    let mut found = Vec::new();
    for seed in 0..100_000 {
        let Some(at) = strewn(game, seed) else { continue };
        let report = find(game, reader, &at, &[], settings, &mut |_| true).expect("sound rules");
        if report.combination.is_some_and(|combination| combination.n_plies() >= plies) {
            found.push(at);
        }
        if found.len() == n {
            break;
        }
    }
    found
}

/// A position with as many stones of each side at random in the middle of the board.
fn strewn(game: &Native, seed: u64) -> Option<Position> {
    let mut rng = Rng::new(seed);
    let mut setup = game.setup(&game.start());
    let width = (setup.board.len() as f64).sqrt() as usize;
    let pieces: Vec<game::Piece> = game.facts().pieces().collect();
    for i in 0..2 * (8 + rng.below(10)) {
        let (column, row) = (2 + rng.below(width - 4), 2 + rng.below(width - 4));
        let stack = &mut setup.board[row * width + column];
        if stack.is_empty() {
            stack.push(pieces[i % pieces.len()]);
        }
    }
    game.position(&setup).ok()
}
