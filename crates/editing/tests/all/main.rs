//! What an editor asks, on small games and on those that are built in.

mod anything;
mod completing;
mod messages;
mod naming;
mod showing;
mod words;

use editing::Document;
use rules::Library;

/// A game that may extend those that are built in.
fn read(text: &str) -> Document {
    read_beside(text, &[])
}

/// A game that may also extend these, by their names.
fn read_beside(text: &str, beside: &[(&str, &str)]) -> Document {
    let mut load = |name: &str| {
        let own = beside.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
        Some((format!("{name}.mg"), own.or_else(|| games::text(name))?.to_string()))
    };
    let known = games::names().map(String::from).collect();
    Document::read("mine", "mine.mg", text, &mut Library { load: &mut load, known })
}

/// Takes the mark `|` out of a text and returns where it was.
fn at_mark(text: &str) -> (String, usize) {
    let offset = text.find('|').expect("a mark");
    (text.replacen('|', "", 1), offset)
}

/// Small rules with something of every kind.
const SMALL: &str = "dimensions (4,4)
players black white
// What moves.
pieces { man 'M' 'm' promotes to king   king 'K' 'k'   wall '*' }
zones { far row 4 row 1 }
directions { ahead (north, northeast) (south, southwest) }
counters { quiet 0 .. 9 }
memory { spot for 1 turn }
reserve { man 2 }
start { mm2/4/4/2MM b }
main = try walk else lose.
// One step ahead.
walk = find own man, pickup, ahead, step, points at empty field, putdown,
  try [ points at far, win ], remember spot, add 1 to quiet.
value men = count own man + quiet.
";
