//! Native code on whole games, built in and made up.

mod agreement;
mod around;
mod drivers;
mod limits;
mod long_rules;
mod passes;
mod same_answers;
mod techniques;
mod unwanted;

use native::Native;

fn interp(game: &str) -> interp::Interp {
    testing::load(game)
}

fn native(game: &str, off: &[&str]) -> Native {
    let off: Vec<String> = off.iter().map(ToString::to_string).collect();
    Native::new(interp(game), &off).expect("there is code for this game")
}

/// A game from its text.
fn from_text(rules: &str) -> Native {
    testing::compiled(testing::load_text("made-up", rules).expect("sound rules"))
}

fn kind<P>(turn: &game::Turn<P>) -> usize {
    match turn {
        game::Turn::Over(_) => 0,
        game::Turn::Moves(moves) => moves.len(),
    }
}

/// A program for men on an empty board.
fn small(columns: usize, rows: usize, program: &str) -> interp::Interp {
    let board = game::Board::grid(columns, rows, game::Cyclic::NEITHER, false, |_, _| false);
    let mut facts = game::Facts::new("test", board);
    facts.kinds = vec![game::KindFacts::of_players("man", "M", "m")];
    facts.start = game::Setup::empty(&facts);
    let program = ir::parse(facts, program).expect("the text is sound");
    interp::Interp::new(program).expect("the program is sound")
}
