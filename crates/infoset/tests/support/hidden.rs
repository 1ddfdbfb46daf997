//! Games that hide something, built in and odd ones, and a referee for games that are
//! played at random: what tests of several crates need.

#![allow(dead_code, reason = "no test file uses all of it")]

use game::{Game, Referee, Rng};
use infoset::Session;
use interp::Interp;

/// A taken field costs the turn, and the enemy is not told; he hears each mark that
/// is made.
pub(crate) const PASSING: &str = "extends tictactoe
seen = find own mark.
tries = new_mark.
refused = tell own 'no', tell enemy 'made', pass.
main = try [ new_mark, tell enemy 'made' ] else draw.
";

/// Runners go back and forth in the dark; who brings a position back a third time has
/// drawn. What occurred before decides when a game ends.
pub(crate) const RUNNERS: &str = "dimensions (4,2)
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

/// A player may not bring back a position, so moves themselves depend on the past; he
/// may try, and is refused.
pub(crate) const STUBBORN: &str = "dimensions (3,2)
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
pub(crate) const FLASH: &str = "extends tictactoe
seen = either find own mark or [ find enemy mark, not before points at enemy mark ].
tries = new_mark.
refused = tell both 'no'.
";

/// Who makes a mark in the middle goes on; it is never said who that is.
pub(crate) const AGAIN: &str = "extends tictactoe
zones { middle (b2) }
seen = find own mark.
tries = new_mark.
main = try [ new_mark, try [ points at middle, again ] ] else draw.
";

/// A game by its rules.
pub(crate) fn given(name: &str, rules: &str) -> Interp {
    let text = multigame::library::given(name, rules);
    let loaded = multigame::load_text(&text);
    faster(loaded.map_err(|why| panic!("{name}: {}", explain(why))).map(|it| it.game).unwrap())
}

fn explain(why: multigame::LoadError) -> String {
    match why {
        multigame::LoadError::Rules { diagnostics, .. } => format!("{diagnostics:?}"),
        multigame::LoadError::NotFound(it) => it.message,
        multigame::LoadError::Bug(it) => it,
    }
}

/// A game of the library.
pub(crate) fn built_in(name: &str) -> Interp {
    faster(multigame::load(name).ok().unwrap().game)
}

fn faster(game: Interp) -> Interp {
    let mut program = game.program().clone();
    ir::passes::optimize(&mut program, &[]);
    Interp::new(program).unwrap()
}

/// The games of the library that hide something.
pub(crate) fn hidden_games() -> Vec<Interp> {
    let games = multigame::library::names().map(|name| multigame::load(name).ok().unwrap().game);
    games.into_iter().filter(|game| game.facts().hidden).map(faster).collect()
}

/// Plays at random, with attempts that may be refused, until so many turns are over.
pub(crate) fn play<G: Referee>(game: &G, seed: u64, n_turns: usize) -> Session<'_, G> {
    let mut rng = Rng::new(seed);
    let mut session = Session::new(game, game.start()).unwrap();
    while session.line().len() < n_turns {
        let attempts = session.attemptable().unwrap();
        let Some(text) = rng.choose(&attempts) else { break };
        session.attempt(text).unwrap();
    }
    session
}
