//! Embeds Multigame: a game written in a string, its moves, a count, a random
//! game, and the messages for a mistake.

use game::{Game, Rng, Turn, perft, playout, write_position};
use multigame::{LoadError, Text, load_text};

const RULES: &str = "
    dimensions (4,4)
    pieces { stone 'X' 'O' }
    main =  try [ find empty field, not [ alldir, step, points at piece ],
                  replace by own stone ]
            else lose.
    evaluation room = count empty field.
";

/// What the example prints.
pub(crate) fn report() -> String {
    let loaded = match load_text(&Text::new("neighbors", RULES)) {
        Ok(loaded) => loaded,
        Err(LoadError::Rules { sources, diagnostics }) => {
            let texts = diagnostics.iter().map(|d| syntax::render(d, &sources, false));
            return texts.collect();
        }
        Err(_) => return "the game cannot be played".into(),
    };
    let game = &loaded.game;
    let start = game.start();
    let mut out = String::new();
    if let Ok(Turn::Moves(moves)) = game.turn(&start, &[]) {
        out += &format!("{} first moves, {} among them\n", moves.len(), moves[0].text);
        let next = game.setup(&moves[0].to);
        out += &format!("after it: {}\n", write_position(game.facts(), &next));
    }
    let counts: Vec<String> = (1..=3)
        .filter_map(|depth| Some(perft(game, &start, &[], depth).ok()?.to_string()))
        .collect();
    out += &format!("move sequences: {}\n", counts.join(" "));
    out += &format!("room at the start: {:?}\n", game.evaluate(&start, 0));
    if let Ok(played) = playout(game, &start, &[], &mut Rng::new(1), 100) {
        out += &format!("a random game: {}\n", played.moves.join(" "));
    }
    out
}

#[allow(clippy::print_stdout, reason = "an example shows what it does")]
fn main() {
    print!("{}", report());
}
