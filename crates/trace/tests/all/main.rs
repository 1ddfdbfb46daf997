//! Traces of whole turns agree with the interpreter, and texts that are no moves get the reason
//! that a person who knows the rules would give.

mod steps;
mod why;

use game::{Game, Line, parse_position};
use interp::{Interp, Position};
use rules::{Library, compile, lower};

/// A game from its text, before all passes.
fn load(name: &str, text: &str) -> Interp {
    let mut load = |name: &str| Some((format!("{name}.mg"), games::text(name)?.to_string()));
    let known = games::names().map(String::from).collect();
    let mut library = Library { load: &mut load, known };
    let rules = compile(name, name, text, &mut library).rules.expect("sound rules");
    Interp::new(lower(&rules)).expect("a sound program")
}

/// A game that is built in, with a line of play in it.
struct Case {
    game: Interp,
    text: &'static str,
    line: Line<Position>,
}

impl Case {
    /// A position of a game, by its text or its start, after moves.
    fn new(name: &str, position: &str, after: &str) -> Case {
        let text = games::text(name).expect("rules");
        let game = load(name, text);
        let start = match position {
            "" => game.start(),
            text => {
                let setup = parse_position(game.facts(), text).expect("a position");
                game.position(&setup).expect("a position")
            }
        };
        let mut line = Line::new(start);
        for text in after.split_whitespace() {
            line.play(&game, text).expect("a move");
        }
        Case { game, text, line }
    }

    /// The words of the rules at a place, on one line.
    fn words(&self, source: ir::Source) -> String {
        let words = &self.text[source.start as usize..source.end as usize];
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
