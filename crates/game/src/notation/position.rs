//! A whole position as one line of text: the rows of the board, who is to move,
//! and a column for everything else that a game declares.

use super::columns::{ColumnReader, counter_symbols, has_halves, reserve_symbols};
use super::rows::{RowReader, write_rows};
use crate::facts::Facts;
use crate::ids::{Field, Owner, Player};
use crate::setup::Setup;
use crate::turn::SetupError;
use crate::words::visible;
use std::ops::Range;

/// A column after the rows. What a variant took out keeps its column, so that
/// the positions of a game and of its variants are read alike.
#[derive(Clone, Copy)]
enum Column {
    Player,
    Symbols,
    Reserve,
    Memory(usize),
    Counter(usize),
    Round,
}

fn columns(facts: &Facts) -> Vec<Column> {
    let mut columns = Vec::new();
    if facts.n_players() == 2 {
        columns.push(Column::Player);
    }
    if facts.counters.iter().any(|counter| counter.symbols.is_some()) {
        columns.push(Column::Symbols);
    }
    if !facts.reserve.is_empty() {
        columns.push(Column::Reserve);
    }
    let lasting = facts.memories.iter().enumerate().filter(|(_, memory)| memory.turns > 0);
    columns.extend(lasting.map(|(i, _)| Column::Memory(i)));
    let plain = facts.counters.iter().enumerate().filter(|(_, counter)| counter.symbols.is_none());
    columns.extend(plain.map(|(i, _)| Column::Counter(i)));
    columns.push(Column::Round);
    columns
}

/// The columns of a position in words, such as `rows player short+long passed quiet round`.
pub fn position_columns(facts: &Facts) -> String {
    let mut text = "rows".to_string();
    for column in columns(facts) {
        text.push(' ');
        match column {
            Column::Player => text.push_str("player"),
            Column::Symbols => {
                let with_symbols = facts.counters.iter().filter(|c| c.symbols.is_some());
                let names: Vec<&str> = with_symbols.map(|c| c.name.as_str()).collect();
                text.push_str(&names.join("+"));
            }
            Column::Reserve => text.push_str("reserve"),
            Column::Memory(i) => text.push_str(&facts.memories[i].name),
            Column::Counter(i) => text.push_str(&facts.counters[i].name),
            Column::Round => text.push_str("round"),
        }
    }
    text
}

/// How a player is written in positions: as much of their name as tells them from the other.
pub fn player_letter(facts: &Facts, player: Player) -> &str {
    let name = facts.player_name(player);
    let other = facts.players.get(player.other().index()).map_or("", String::as_str);
    let common = name.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let end = name.char_indices().nth(common + 1).map_or(name.len(), |(i, _)| i);
    &name[..end]
}

/// The player whose symbol or name this is; case matters only where it must.
pub(super) fn player_of(facts: &Facts, word: &str) -> Option<Player> {
    let players = &Player::BOTH[..facts.n_players().min(2)];
    let called = |same: fn(&str, &str) -> bool| {
        players.iter().copied().find(|&player| {
            same(word, player_letter(facts, player)) || same(word, facts.player_name(player))
        })
    };
    called(|a, b| a == b).or_else(|| called(str::eq_ignore_ascii_case))
}

/// The text of a position.
pub fn write_position(facts: &Facts, setup: &Setup) -> String {
    let mut parts = vec![write_rows(facts, setup)];
    for column in columns(facts) {
        let part = match column {
            Column::Player => player_letter(facts, setup.player).to_string(),
            Column::Symbols => write_symbols(facts, setup),
            Column::Reserve => write_reserve(facts, setup),
            Column::Memory(i) if facts.memories[i].gone => String::new(),
            Column::Memory(i) => match setup.memories.get(i).copied().flatten() {
                Some((field, life)) => write_memory(facts, i, field, life),
                None => String::new(),
            },
            Column::Counter(i) if facts.counters[i].gone => String::new(),
            Column::Counter(i) => match setup.counters.get(i) {
                Some([value, _]) => value.to_string(),
                None => String::new(),
            },
            Column::Round => setup.round.to_string(),
        };
        parts.push(if part.is_empty() { "-".to_string() } else { part });
    }
    parts.join(" ")
}

/// A field that can be remembered for several turns says for how many it still is.
fn write_memory(facts: &Facts, i: usize, field: Field, life: u8) -> String {
    let name = facts.field_name(field);
    match facts.memories[i].turns {
        0 | 1 => name.to_string(),
        _ => format!("{name}:{}", u16::from(life) + 1),
    }
}

fn write_symbols(facts: &Facts, setup: &Setup) -> String {
    let mut entries = Vec::new();
    for player in &Player::BOTH[..facts.n_players()] {
        for (counter, values) in facts.counters.iter().zip(&setup.counters) {
            let value = values[player.index()];
            if let (Some(symbols), false) = (&counter.symbols, counter.gone || value <= 0) {
                entries.push((value as u32, symbols[player.index()].as_str()));
            }
        }
    }
    counter_symbols(facts).write(&entries)
}

fn write_reserve(facts: &Facts, setup: &Setup) -> String {
    let symbols = reserve_symbols(facts);
    let halves = Player::BOTH[..facts.n_players()].iter().map(|&player| {
        let mut entries = Vec::new();
        for (entry, counts) in facts.reserve.iter().zip(&setup.reserve) {
            let kind = &facts.kinds[entry.kind.index()];
            let owned = kind.symbols[Owner::from(player) as usize].as_deref();
            let symbol = owned.or(kind.symbols[Owner::Nobody as usize].as_deref());
            let count = counts[player.index()];
            if let (Some(symbol), false) = (symbol, kind.gone || count == 0) {
                entries.push((u32::from(count), symbol));
            }
        }
        symbols.write(&entries)
    });
    let halves: Vec<String> = halves.collect();
    match has_halves(facts) && halves.iter().any(|half| !half.is_empty()) {
        true => halves.join("/"),
        false => halves.concat(),
    }
}

/// Reads a position. Columns at the end may be missing, and are then as at the
/// beginning of a game.
///
/// What the text says may still be impossible: see [`crate::check_setup`].
pub fn parse_position(facts: &Facts, text: &str) -> Result<Setup, SetupError> {
    if text.trim().is_empty() {
        return Err(SetupError {
            message: "the position is empty".to_string(),
            hint: format!("a position is: {}", position_columns(facts)),
            place: None,
        });
    }
    read_position(facts, text, false)
}

/// Reads a position; in drawings of the rules, pieces that a variant took out
/// (`ghosts`) are empty fields, and an empty text is an empty board.
pub(super) fn read_position(facts: &Facts, text: &str, ghosts: bool) -> Result<Setup, SetupError> {
    let mut setup = Setup::empty(facts);
    if text.trim().is_empty() {
        return Ok(setup);
    }
    let mut rows = RowReader::new(facts, text, ghosts);
    let end = rows.read(&mut setup)?;
    read_columns(facts, text, end, &mut setup).map_err(|error| rows.rather_blame_rows(error))?;
    Ok(setup)
}

/// Reads what stands after the rows.
fn read_columns(
    facts: &Facts,
    text: &str,
    end: usize,
    setup: &mut Setup,
) -> Result<(), SetupError> {
    let mut columns = columns(facts).into_iter();
    for (word, place) in words(text, end) {
        let Some(column) = columns.next() else {
            return Err(SetupError {
                message: format!("`{}` stands after the end of the position", visible(word)),
                hint: format!("a position is: {}", position_columns(facts)),
                place: Some(place),
            });
        };
        let reader = ColumnReader::new(facts, word, place);
        match column {
            Column::Player => setup.player = reader.player()?,
            Column::Symbols => reader.symbols(setup)?,
            Column::Reserve => reader.reserve(setup)?,
            Column::Memory(i) => reader.memory(i, setup)?,
            Column::Counter(i) => reader.counter(i, setup)?,
            Column::Round => setup.round = reader.round()?,
        }
    }
    Ok(())
}

/// The words of a text from a place on, with their places.
fn words(text: &str, from: usize) -> impl Iterator<Item = (&str, Range<usize>)> {
    text[from..].split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, start..start + word.len())
    })
}
