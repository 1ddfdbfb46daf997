//! Where all results of a turn are proved to be different positions, they are:
//! the interpreter finds no move twice in random games, before the passes and
//! after them. And the proof succeeds for the games for which it matters, of all
//! of a turn or of parts.

use game::{Game, Rng, Turn};
use interp::Interp;
use ir::Term;
use ir::analyses::{distinct, distinct_parts};

/// Games whose moves must be proved to be different.
const PROVED: [&str; 18] = [
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
    "nine_mens_morris",
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
    for (seed, name) in (1..).zip(testing::sampled()) {
        let loaded = testing::load(name);
        let mut program = loaded.program().clone();
        ir::passes::optimize(&mut program, &[]);
        let proof = distinct(&program, program.entries.main);
        if PROVED.contains(&name) {
            assert_eq!(proof, Ok(()), "{name}");
        }
        if proof.is_ok() {
            compared += play(name, &interp(program), seed, 60);
        }
        // Without the passes less can be proved, and nothing that is wrong.
        if distinct(loaded.program(), loaded.program().entries.main).is_ok() {
            compared += play(name, &loaded, seed, 30);
        }
    }
    assert!(compared > 400, "only {compared} positions were compared");
}

/// Games of which all moves cannot be proved to be different, and how many parts
/// of a turn can be.
const IN_PARTS: [(&str, usize); 2] = [("checkers", 2), ("draughts", 2)];

#[test]
fn what_is_proved_of_a_part_holds() {
    for (name, n) in IN_PARTS {
        let loaded = testing::load(name);
        let mut program = loaded.program().clone();
        ir::passes::optimize(&mut program, &[]);
        let parts = distinct_parts(&program, program.entries.main);
        let parts = parts.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(parts.iter().filter(|part| part.proof.is_ok()).count(), n, "{name}: {parts:?}");
        // The same turn without the parts of which nothing is proved.
        let whole = interp(program.clone());
        for part in parts.iter().filter(|part| part.proof.is_err()) {
            program.funcs[part.func.index()].blocks[part.block.index()].term = Term::Die;
        }
        ir::passes::optimize(&mut program, &[]);
        let proved = interp(program);
        let compared: usize = (1..=8).map(|seed| compare(name, &whole, &proved, seed)).sum();
        assert!(compared > 150, "{name}: only {compared} positions were compared");
    }
}

/// Plays a random game and compares, where the second game has moves, their
/// number with that of its results.
fn compare(name: &str, whole: &Interp, proved: &Interp, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let (mut at, mut past) = (whole.start(), Vec::new());
    let mut compared = 0;
    for ply in 0..60 {
        if let Ok(Turn::Moves(moves)) = proved.turn(&at, &past) {
            let results = proved.n_results(&at, &past).unwrap_or_else(|why| panic!("{why:?}"));
            assert_eq!(results, moves.len(), "{name}, seed {seed}, ply {ply}");
            compared += 1;
        }
        let Ok(Turn::Moves(moves)) = whole.turn(&at, &past) else { break };
        past.push(std::mem::replace(&mut at, moves[rng.below(moves.len())].to.clone()));
    }
    compared
}
