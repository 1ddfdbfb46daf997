//! Where all results of a turn are proved to be different positions, they are:
//! the interpreter finds no move twice in random games, before the passes and
//! after them. And the proof succeeds for the games for which it matters.

use game::{Game, Rng, Turn};
use interp::Interp;
use ir::analyses::distinct;

/// Games whose moves must be proved to be different.
const PROVED: [&str; 17] = [
    "amazons",
    "amazons6",
    "ataxx",
    "breakthrough",
    "chess",
    "clobber",
    "connect4",
    "cylindrical_chess",
    "domineering",
    "gomoku",
    "hex",
    "kriegspiel",
    "los_alamos",
    "minishogi",
    "othello",
    "peg_solitaire",
    "tictactoe",
];

fn interp(program: ir::Program) -> Interp {
    Interp::new(program).unwrap_or_else(|why| panic!("a program is not sound: {why:?}"))
}

/// Plays a random game and compares the number of results with that of moves.
fn play(name: &str, game: &Interp, seed: u64, plies: usize) -> usize {
    let mut rng = Rng::new(seed);
    let (mut at, mut past) = (game.start(), Vec::new());
    for ply in 0..plies {
        let Ok(Turn::Moves(moves)) = game.turn(&at, &past) else { return ply };
        let results = game.n_results(&at, &past).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert_eq!(results, moves.len(), "{name}, seed {seed}, ply {ply}");
        past.push(std::mem::replace(&mut at, moves[rng.below(moves.len())].to.clone()));
    }
    plies
}

#[test]
fn what_is_proved_to_be_different_is() {
    let mut compared = 0;
    for (seed, name) in (1..).zip(multigame::library::names()) {
        let loaded = multigame::load(name).ok().unwrap_or_else(|| panic!("{name} does not load"));
        let mut program = loaded.game.program().clone();
        ir::passes::optimize(&mut program, &[]);
        let proof = distinct(&program, program.entries.main);
        if PROVED.contains(&name) {
            assert_eq!(proof, Ok(()), "{name}");
        }
        if proof.is_ok() {
            compared += play(name, &interp(program), seed, 60);
        }
        // Without the passes less can be proved, and nothing that is wrong.
        if distinct(loaded.game.program(), loaded.game.program().entries.main).is_ok() {
            compared += play(name, &loaded.game, seed, 30);
        }
    }
    assert!(compared > 400, "only {compared} positions were compared");
}
