//! Embeds Multigame: a game written in a string, its moves, a search, a count, a random
//! game, and the message for a mistake.

use multigame::{Error, Game, Search};

const RULES: &str = "
    dimensions (4,4)
    pieces { stone 'X' 'O' }
    main =  try [ find empty field, not [ alldir, step, points at piece ],
                  replace by own stone ]
            else lose.
    evaluation room = count empty field.
";

/// What the example prints.
pub(crate) fn report() -> Result<String, Error> {
    let game = Game::from_text("neighbors", RULES)?;
    let start = game.start();
    let moves = start.moves()?;
    let mut out = format!("{} first moves, {} among them\n", moves.len(), moves[0]);
    out += &format!("after it: {}\n", start.after(&moves[0]));
    let found = Search::new(&game).depth(6).best(&start)?;
    if let Some(best) = found.best() {
        out += &format!("best: {best}, {:?}\n", found.verdict());
    }
    let counts = (1..=3).map(|depth| Ok(start.perft(depth)?.to_string()));
    let counts: Vec<String> = counts.collect::<Result<_, Error>>()?;
    out += &format!("move sequences: {}\n", counts.join(" "));
    out += &format!("room at the start: {}\n", start.evaluate("room")?);
    out += &format!("a random game: {}\n", start.random_game(1)?.moves.join(" "));
    let mistake = RULES.replace("own stone", "own ston");
    if let Err(error) = Game::from_text("neighbors", &mistake) {
        out += &error.to_string();
    }
    Ok(out)
}

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() -> Result<(), Error> {
    println!("{}", report()?);
    Ok(())
}
