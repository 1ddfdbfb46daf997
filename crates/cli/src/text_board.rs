//! Positions as text: rows and columns with their names, holes left empty, hexagonal rows
//! shifted, and what is beside the board below it.

use game::{Facts, Field, FieldSet, Kind, Piece, Setup, Shape};

/// The position as a picture of several lines.
pub(super) fn draw(facts: &Facts, setup: &Setup) -> String {
    let lines = below(facts, setup).into_iter().map(|line| line + "\n");
    board(facts, setup, &|_| true) + &lines.collect::<String>()
}

/// How fields are shown where there is more than plain text.
pub(super) struct Painted<'p> {
    /// The text of a field, as wide as its column, in its colors.
    pub(super) paint: &'p dyn Fn(Field, &str) -> String,
    /// What is shown instead of the symbol of a piece.
    pub(super) figure: &'p dyn Fn(Piece) -> Option<char>,
}

/// The same in colors and with figures.
pub(super) fn draw_painted(facts: &Facts, setup: &Setup, painted: &Painted<'_>) -> String {
    let lines = below(facts, setup).into_iter().map(|line| line + "\n");
    painted_board(facts, setup, &|_| true, painted) + &lines.collect::<String>()
}

/// What one player knows, as [`draw_view`] shows it, in colors and with figures.
pub(super) fn draw_view_painted(
    facts: &Facts,
    setup: &Setup,
    seen: &FieldSet,
    painted: &Painted<'_>,
) -> String {
    painted_board(facts, setup, &|field| seen.contains(field), painted) + &own(facts, setup)
}

fn painted_board(facts: &Facts, setup: &Setup, sees: Sees<'_>, painted: &Painted<'_>) -> String {
    let content = |field: Field| {
        let figure = match &setup.board[field.index()][..] {
            [piece] if sees(field) => (painted.figure)(*piece),
            _ => None,
        };
        figure.map_or_else(|| content(facts, setup, field, sees), |it| it.to_string())
    };
    match facts.board.size {
        Some(_) => painted_grid(facts, &content, painted.paint),
        None => points(facts, &|field| (painted.paint)(field, &content(field)), 6),
    }
}

/// What is beside the board, and who is to move, a line each.
fn below(facts: &Facts, setup: &Setup) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, name) in facts.players.iter().enumerate() {
        let held = held_by(facts, setup, i);
        if !held.is_empty() {
            lines.push(format!("{name} has {held}"));
        }
    }
    for (memory, remembered) in facts.memories.iter().zip(&setup.memories) {
        if let Some((field, _)) = remembered {
            lines.push(format!("{}: {}", memory.name, facts.field_name(*field)));
        }
    }
    for (counter, values) in facts.counters.iter().zip(&setup.counters) {
        let at_rest = values[0] == counter.low || counter.gone;
        if counter.symbols.is_none() && !at_rest {
            lines.push(format!("{}: {}", counter.name, values[0]));
        }
    }
    if facts.n_players() == 2 {
        lines.push(format!("{} to move", facts.player_name(setup.player)));
    }
    lines
}

/// What one player knows: `?` stands for fields that they do not see, and of what is
/// beside the board only their own is shown.
pub(super) fn draw_view(facts: &Facts, setup: &Setup, seen: &FieldSet) -> String {
    board(facts, setup, &|field| seen.contains(field)) + &own(facts, setup)
}

/// What the player has beside the board, as a line; nothing if there is nothing.
fn own(facts: &Facts, setup: &Setup) -> String {
    let held = held_by(facts, setup, setup.player.index());
    match held.is_empty() {
        true => String::new(),
        false => format!("{} {held}\n", facts.player_does(setup.player, "has")),
    }
}

/// Fields of a board without rows are in rows of that many, where they are drawn as a
/// picture.
const ROW: usize = 8;

/// The fields as a picture has them, from the top.
pub(super) fn rows(facts: &Facts) -> Vec<Vec<Option<Field>>> {
    if facts.board.size.is_some() {
        return facts.board.rows.clone();
    }
    let fields: Vec<Option<Field>> =
        (0..facts.board.n_fields()).map(|i| Some(Field(i as u16))).collect();
    fields.chunks(ROW).map(<[_]>::to_vec).collect()
}

/// Whether a field is seen.
type Sees<'s> = &'s dyn Fn(Field) -> bool;

fn board(facts: &Facts, setup: &Setup, sees: Sees<'_>) -> String {
    let content = |field| content(facts, setup, field, sees);
    match facts.board.size {
        Some(_) => grid(facts, &content),
        None => points(facts, &content, 6),
    }
}

/// A board with rows and columns, each field with what is on it.
pub(super) fn grid(facts: &Facts, content: &dyn Fn(Field) -> String) -> String {
    painted_grid(facts, content, &|_, text| text.to_string())
}

/// The same with colors, which take no place.
fn painted_grid(
    facts: &Facts,
    content: &dyn Fn(Field) -> String,
    paint: &dyn Fn(Field, &str) -> String,
) -> String {
    let rows = &facts.board.rows;
    let cell = |field: &Option<Field>| field.map_or(" ".to_string(), content);
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let widest = cells.iter().flatten().map(|cell| cell.chars().count()).max();
    let width = widest.unwrap_or(1).max(1);
    let hexagonal = facts.board.shape == Shape::Hexagonal;
    let shift =
        |row: usize| if hexagonal { " ".repeat(row * width.div_ceil(2)) } else { String::new() };
    let mut out = String::new();
    for (i, row) in cells.iter().enumerate() {
        let painted = row.iter().zip(&rows[i]).map(|(cell, field)| {
            let wide = format!("{cell:>width$}");
            field.map_or_else(|| wide.clone(), |field| paint(field, &wide))
        });
        let line: Vec<String> = painted.collect();
        let number = rows.len() - i;
        out += format!("{number:>3}  {}{}", shift(i), line.join(" ")).trim_end();
        out.push('\n');
    }
    let columns = facts.board.size.map_or(0, |(columns, _)| columns);
    let letters: Vec<String> =
        (0..columns).map(|x| format!("{:>width$}", (b'a' + x as u8) as char)).collect();
    out += &format!("     {}{}\n", shift(rows.len()), letters.join(" "));
    out
}

/// A board without a grid: each point with what is on it, this many in a line.
pub(super) fn points(facts: &Facts, content: &dyn Fn(Field) -> String, in_a_line: usize) -> String {
    let fields = (0..facts.board.n_fields()).map(|i| Field(i as u16));
    let shown = |field| format!("{}: {}", facts.field_name(field), content(field));
    let shown: Vec<String> = fields.map(shown).collect();
    shown.chunks(in_a_line).map(|chunk| chunk.join("   ") + "\n").collect()
}

fn content(facts: &Facts, setup: &Setup, field: Field, sees: Sees<'_>) -> String {
    if !sees(field) {
        return "?".into();
    }
    let stack = &setup.board[field.index()];
    let Some(&top) = stack.last() else { return ".".into() };
    if facts.stacks.is_none() {
        return facts.symbol(top).to_string();
    }
    // A stack of one kind is a number of pieces; others are written out.
    match stack.len() {
        1 => facts.symbol(top).to_string(),
        n if stack.iter().all(|&piece| piece == top) => format!("{n}{}", facts.symbol(top)),
        _ => stack.iter().map(|&piece| facts.symbol(piece)).collect(),
    }
}

/// What a player has in reserve, such as `2 pawns`.
pub(super) fn reserve_of(facts: &Facts, setup: &Setup, player: usize) -> Vec<String> {
    let held = facts.reserve.iter().zip(&setup.reserve).filter(|(_, counts)| counts[player] > 0);
    let name = |kind: Kind| facts.kinds[kind.index()].name.as_str();
    held.map(|(entry, counts)| game::counted(counts[player].into(), name(entry.kind))).collect()
}

/// What a player has in reserve, and the counters of that player that are not at rest.
fn held_by(facts: &Facts, setup: &Setup, player: usize) -> String {
    let mut held = reserve_of(facts, setup, player);
    for (counter, values) in facts.counters.iter().zip(&setup.counters) {
        if counter.symbols.is_some() && !counter.gone && values[player] != counter.low {
            held.push(match (counter.low, counter.high) {
                (0, 1) => counter.name.clone(),
                _ => format!("{} {}", counter.name, values[player]),
            });
        }
    }
    held.join(", ")
}
