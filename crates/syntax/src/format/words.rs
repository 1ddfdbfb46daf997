//! The words of what has no statements inside: patterns, sets of fields, plain
//! statements. A line may end after each word; what belongs together closely,
//! such as `row 3`, is one word.

use crate::ast::*;

/// The words of parts that have no others inside: what a line may begin with.
pub(crate) fn words_of(parts: &[Part<'_>]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut join = false;
    for part in parts {
        let is_word = matches!(part, Part::Word(_) | Part::Joined(_));
        let new = match part {
            Part::Word(word) | Part::Apart(word) => vec![word.to_string()],
            Part::Joined(text) => vec![text.clone()],
            Part::Name(name) => vec![name.text.clone()],
            Part::Symbol(symbol) => vec![format!("'{}'", symbol.text)],
            Part::Pattern(pattern) => pattern_words(pattern),
            Part::Nothing | Part::Source(_) | Part::Value(_) | Part::Statement(_) => vec![],
        };
        match words.last_mut() {
            Some(last) if join && is_word => *last += &format!(" {}", new.concat()),
            _ => words.extend(new),
        }
        join = is_word;
    }
    words
}

/// What is looked for, as text.
pub(crate) fn pattern(pattern: &Pattern) -> String {
    pattern_words(pattern).join(" ")
}

/// The words of what is looked for.
pub(super) fn pattern_words(pattern: &Pattern) -> Vec<String> {
    let owner = pattern.owner.as_ref().map(|owner| match owner {
        Owner::Own(_) => "own".to_string(),
        Owner::Enemy(_) => "enemy".to_string(),
        Owner::Player(name) => name.text.clone(),
    });
    let what = match &pattern.what {
        What::Piece => "piece",
        What::EmptyField => "empty field",
        What::Field => "field",
        What::Name(name) => &name.text,
    };
    let mut words: Vec<String> = owner.into_iter().chain([what.to_string()]).collect();
    words.extend(pattern.place.iter().flat_map(|place| within(place_words(place))));
    words
}

/// A set of fields, as text.
pub(crate) fn place(place: &Place) -> String {
    place_words(place).join(" ")
}

/// The words of a set of fields.
pub(super) fn place_words(place: &Place) -> Vec<String> {
    let range = |one: &str, first: &str, last: &str| match first == last {
        true => vec![format!("{one} {first}")],
        false => vec![format!("{one}s {first} .. {last}")],
    };
    match &place.kind {
        PlaceKind::Rows(first, last) => {
            range("row", &first.value.to_string(), &last.value.to_string())
        }
        PlaceKind::Columns(first, last) => range("column", &first.text, &last.text),
        PlaceKind::List(list) => parenthesized(list.iter().map(place_words).collect()),
        PlaceKind::Nothing => vec!["-".to_string()],
        PlaceKind::Name(name) => vec![name.text.clone()],
        PlaceKind::In(first, second) => {
            let mut words = place_words(first);
            words.extend(within(place_words(second)));
            words
        }
    }
}

/// The words of a set of directions.
pub(super) fn compass_words(list: &[(Compass, crate::span::Span)]) -> Vec<String> {
    let words: Vec<_> = list.iter().map(|(word, _)| vec![word.word().to_string()]).collect();
    if words.len() == 1 { words.concat() } else { parenthesized(words) }
}

/// Puts `in` before the first word.
fn within(mut words: Vec<String>) -> Vec<String> {
    if let Some(first) = words.first_mut() {
        first.insert_str(0, "in ");
    }
    words
}

/// `(a, b, c)`, each with its words.
fn parenthesized(list: Vec<Vec<String>>) -> Vec<String> {
    let mut words = with_commas(list);
    if let Some(first) = words.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = words.last_mut() {
        last.push(')');
    }
    words
}

/// Puts a comma after the last word of all but the last.
pub(super) fn with_commas(mut list: Vec<Vec<String>>) -> Vec<String> {
    let n = list.len();
    for words in list.iter_mut().take(n.saturating_sub(1)) {
        if let Some(last) = words.last_mut() {
            last.push(',');
        }
    }
    list.concat()
}
