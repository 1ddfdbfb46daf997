//! Numbers of texts: of attempts in games that hide something, where whether one is legal is not
//! known, so that only its text tells what it is; and of moves that nothing else tells apart.

use crate::actions::{Actions, Key, TooMany};
use crate::explore::Shapes;
use game::{Facts, Field, Kind};
use rustc_hash::FxHashSet;

/// The numbers of attempts, by those that may be made in some positions.
pub fn explored_texts(facts: &Facts, positions: &[Vec<String>]) -> Result<Actions, TooMany> {
    let mut shapes = Shapes::default();
    for texts in positions {
        let keys: Vec<Key> = texts.iter().map(|text| key_of_text(facts, text)).collect();
        shapes.take(&keys);
    }
    shapes.numbered(facts)
}

/// The number of each text of a position, in the order of the texts; nothing for those that are
/// too many. Where two have the same key, the first has its number.
pub fn numbered_texts(facts: &Facts, actions: &Actions, texts: &[String]) -> Vec<Option<u32>> {
    let mut numbers: Vec<Option<u32>> = Vec::with_capacity(texts.len());
    let (mut taken, mut others) = (FxHashSet::default(), 0);
    for text in texts {
        let number = match actions.are_of_texts() {
            true => actions.number_of_text(facts, text),
            false => {
                let key = key_of_text(facts, text);
                let third = key.third.filter(|_| actions.has_third);
                actions.number(&Key { third, ..key })
            }
        };
        let number = number.filter(|number| taken.insert(*number));
        numbers.push(number.or_else(|| {
            others += 1;
            (others <= actions.n_others()).then(|| (actions.others() + others - 1) as u32)
        }));
    }
    numbers
}

/// The bytes of the longest name of a field.
pub(crate) fn longest_name(facts: &Facts) -> usize {
    facts.board.names.iter().map(String::len).max().unwrap_or(0)
}

/// The field that a text begins with, and the length of its name, which is at most `longest`.
/// The longest that fits counts: a1 is not the beginning of a10.
pub(crate) fn first_field(facts: &Facts, text: &str, longest: usize) -> Option<(Field, usize)> {
    let ends = (1..=text.len().min(longest)).rev().filter(|&end| text.is_char_boundary(end));
    ends.into_iter().find_map(|end| Some((facts.board.field(&text[..end])?, end)))
}

/// What the text of a move says: its fields in their order, and a kind.
pub fn key_of_text(facts: &Facts, text: &str) -> Key {
    let mut fields: Vec<Field> = Vec::new();
    let (mut kind, mut rest, mut is_placed) = (None, text, false);
    let longest = longest_name(facts);
    while !rest.is_empty() {
        if let Some((field, end)) = first_field(facts, rest, longest) {
            fields.push(field);
            rest = &rest[end..];
            continue;
        }
        let symbol = facts.pieces().filter(|piece| rest.starts_with(facts.symbol(*piece)));
        let symbol = symbol.max_by_key(|piece| facts.symbol(*piece).len());
        if let Some(piece) = symbol {
            kind = Some(piece.kind());
            rest = &rest[facts.symbol(piece).len()..];
            continue;
        }
        let next = rest.chars().next().map_or(rest.len(), char::len_utf8);
        is_placed |= rest.starts_with('@');
        rest = &rest[next..];
    }
    let kind: Option<Kind> = kind;
    match fields[..] {
        [] => Key { kind, ..Key::default() },
        [target] => Key { target: Some(target), kind, ..Key::default() },
        [target, third, ..] if is_placed => {
            Key { target: Some(target), third: Some(third), kind, ..Key::default() }
        }
        [origin, target] => Key { origin: Some(origin), target: Some(target), third: None, kind },
        [origin, .., target] if !text.contains('/') => {
            Key { origin: Some(origin), target: Some(target), third: Some(fields[1]), kind }
        }
        [origin, target, third, ..] => {
            Key { origin: Some(origin), target: Some(target), third: Some(third), kind }
        }
    }
}
