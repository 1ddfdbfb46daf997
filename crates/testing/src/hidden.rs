//! Games that hide something, built in and odd ones, and a referee for games that are
//! played at random: what tests of several crates need.

use game::{Game, Referee, Rng};
use infoset::Session;
use interp::Interp;

/// A taken field costs the turn, and the enemy is not told; they hear each mark that
/// is made.
pub const PASSING: &str = "extends tictactoe
seen = find own mark.
tries = new_mark.
refused = tell own 'no', tell enemy 'made', pass.
main = try [ new_mark, tell enemy 'made' ] else draw.
";

/// Runners go back and forth in the dark; bringing a position back a third time is
/// a draw. What occurred before decides when a game ends.
pub const RUNNERS: &str = "dimensions (4,2)
pieces { runner 'R' 'r' }
start {
  r . . .
  R . . .   w
}
main = try [ occurred 3 times, draw ]
    else [ find own runner, pickup, either east or west, step, points at empty field,
      putdown, try [ not [ east, step ], win ] ].
seen = find own runner.
";

/// A player may not bring back a position, so moves themselves depend on the past; they
/// may try, and is refused.
pub const STUBBORN: &str = "dimensions (3,2)
pieces { runner 'R' 'r' }
start {
  r . .
  . R .   w
}
main = try [ run, not occurred 2 times ] else draw.
run = find own runner, pickup, orthogonal, step, points at empty field, putdown.
seen = find own runner.
tries = run.
refused = tell both 'no'.
";

/// One sees the mark that the enemy has just made, for one turn, and may not try it.
pub const FLASH: &str = "extends tictactoe
seen = either find own mark or [ find enemy mark, not before points at enemy mark ].
tries = new_mark.
refused = tell both 'no'.
";

/// Whoever makes a mark in the middle goes on; it is never said who that is.
pub const AGAIN: &str = "extends tictactoe
zones { middle (b2) }
seen = find own mark.
tries = new_mark.
main = try [ new_mark, try [ points at middle, again ] ] else draw.
";

/// Marks and stones are put down in the dark. A stone on a stone changes nothing, so that is no
/// move, and is refused. The game has no end: at most 11 turns can be played.
pub const STONES: &str = "dimensions (4,3)
pieces { mark 'X' 'O'   stone '*' }
main = find field, either [ points at empty field, replace by own mark ]
    or [ not points at mark, replace by stone ].
seen = find own mark.
tries = main.
refused = tell own 'no'.
";

/// Whoever makes a mark may touch the stone, which changes nothing: a move that can be made in two
/// ways and named by both says what the first of them says. It has no end either: at most 10 turns.
pub const TOUCH: &str = "dimensions (4,3)
pieces { mark 'X' 'O'   stone '*' }
start { 4/1*2/4 w }
main = find empty field, replace by own mark,
  either tell own 'made' or [ find stone, replace by stone, tell own 'touched' ].
seen = either find own mark or find stone.
tries = main.
refused = tell own 'no'.
";

/// A game by its rules.
pub fn given(name: &str, rules: &str) -> Interp {
    faster(crate::load_text(name, rules).unwrap_or_else(|why| panic!("{why}")))
}

/// A game of the library.
pub fn built_in(name: &str) -> Interp {
    faster(crate::load(name))
}

fn faster(game: Interp) -> Interp {
    let mut program = game.program().clone();
    ir::passes::optimize(&mut program, &[]);
    Interp::new(program).unwrap()
}

/// The games of the library that hide something.
pub fn hidden_games() -> Vec<Interp> {
    let games = games::names().map(crate::load);
    games.into_iter().filter(|game| game.facts().hidden).map(faster).collect()
}

/// Plays at random, with attempts that may be refused, until this many turns are over.
pub fn play<G: Referee>(game: &G, seed: u64, n_turns: usize) -> Session<'_, G> {
    let mut rng = Rng::new(seed);
    let mut session = Session::new(game, game.start()).unwrap();
    while session.line().len() < n_turns {
        let attempts = session.attemptable().unwrap();
        let Some(text) = rng.choose(&attempts) else { break };
        session.attempt(text).unwrap();
    }
    session
}
