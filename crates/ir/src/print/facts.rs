//! What a game declares, as comment lines above its functions, for the reader
//! of the text; nothing reads them back.

use crate::names::quote;
use game::{Facts, FieldSet, LayoutFacts, Shape};

/// The comment lines.
pub(super) fn header(facts: &Facts) -> String {
    let mut lines = vec![format!("game {}: {}", facts.name, board(facts)), "state {".to_string()];
    lines.extend(state(facts).into_iter().map(|line| format!("  {line}")));
    lines.push("}".to_string());
    let mut out = String::new();
    for line in lines {
        // A declared name could hold a line break; a comment must not.
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        out.push_str(&format!("; {line}\n"));
    }
    out
}

fn board(facts: &Facts) -> String {
    let board = &facts.board;
    let fields = match board.shape {
        Shape::Square => "squares",
        Shape::Hexagonal => "hexagons",
        Shape::Lines => "points on lines",
    };
    let size = board.size.map_or(String::new(), |(x, y)| format!("{x} x {y}, "));
    let cyclic = match (board.cyclic.columns, board.cyclic.rows) {
        (false, false) => "",
        (true, false) => ", cyclic columns",
        (false, true) => ", cyclic rows",
        (true, true) => ", cyclic columns and rows",
    };
    let hidden = if facts.hidden { ", hidden" } else { "" };
    let players = facts.players.join(" ");
    format!("{size}{} {fields}{cyclic}, players {players}{hidden}", board.n_fields())
}

fn state(facts: &Facts) -> Vec<String> {
    let gone = |gone: bool| if gone { " (gone)" } else { "" };
    let mut lines = Vec::new();
    for kind in &facts.kinds {
        let [first, second, nobody] = &kind.symbols;
        let symbol = |it: &Option<String>| it.as_deref().map_or("-".to_string(), quote);
        let symbols = match nobody {
            Some(nobody) => quote(nobody),
            None => format!("{} {}", symbol(first), symbol(second)),
        };
        let mut line = format!("piece {} {symbols}{}", kind.name, gone(kind.gone));
        if let Some(exactly) = kind.exactly {
            line.push_str(&format!(" exactly {exactly}"));
        }
        if !kind.promotes.is_empty() {
            let name = |i: usize| facts.kinds.get(i).map_or("?", |kind| kind.name.as_str());
            let to: Vec<&str> = kind.promotes.iter().map(|to| name(to.index())).collect();
            line.push_str(&format!(" promotes to {}", to.join(", ")));
        }
        lines.push(line);
    }
    for zone in &facts.zones {
        let [first, second] = [0, 1].map(|i| fields(facts, &zone.fields[i]));
        lines.push(match first == second {
            true => format!("zone {} {first}", zone.name),
            false => format!("zone {} {first} {second}", zone.name),
        });
    }
    for it in &facts.counters {
        let symbols = it.symbols.as_ref().map_or(String::new(), |[first, second]| {
            format!(" {} {}", quote(first), quote(second))
        });
        let range = format!("{} .. {}", it.low, it.high);
        lines.push(format!("counter {}{symbols} {range}{}", it.name, gone(it.gone)));
    }
    for it in &facts.memories {
        lines.push(format!("memory {} for {} turns{}", it.name, it.turns, gone(it.gone)));
    }
    for it in &facts.reserve {
        let name = facts.kinds.get(it.kind.index()).map_or("?", |kind| kind.name.as_str());
        lines.push(format!("reserve {name} {}", it.count));
    }
    lines.extend(facts.stacks.map(|most| format!("stacks {most}")));
    lines.extend(facts.layouts.iter().map(|it| layout(facts, it)));
    lines.extend(facts.evaluations.iter().map(|name| format!("evaluation {name}")));
    lines.extend(facts.bounds.iter().map(|name| format!("bound {name}")));
    lines
}

fn fields(facts: &Facts, set: &FieldSet) -> String {
    let name = |i: usize| facts.board.names.get(i).map_or("?", String::as_str);
    let fields: Vec<&str> = set.iter().map(|field| name(field.index())).collect();
    format!("({})", fields.join(" "))
}

/// The rows from the top, as they are drawn.
fn layout(facts: &Facts, layout: &LayoutFacts) -> String {
    let between = if facts.has_numeric_symbols() { " " } else { "" };
    let sign = |i: usize| match layout.board.get(i) {
        Some(Some(piece)) if piece.kind().index() < facts.kinds.len() => facts.symbol(*piece),
        _ => ".",
    };
    let row = |row: &Vec<Option<game::Field>>| {
        let signs: Vec<&str> = row.iter().flatten().map(|field| sign(field.index())).collect();
        signs.join(between)
    };
    let rows: Vec<String> = facts.board.rows.iter().map(row).collect();
    format!("layout {} {}", layout.name, rows.join("/"))
}
