//! The words of what has no statements inside: patterns, sets of fields, plain
//! statements. A line may end behind each word; what belongs together closely,
//! such as `row 3`, is one word.

use crate::ast::*;

/// A statement without statements or values inside.
pub(crate) fn plain_statement(kind: &StatementKind) -> String {
    plain_words(kind).join(" ")
}

/// The words of such a statement.
pub(super) fn plain_words(kind: &StatementKind) -> Vec<String> {
    let named = |word: &str, name: &Name| vec![word.to_string(), name.text.clone()];
    let what = |word: &str, what: &Pattern| {
        std::iter::once(word.to_string()).chain(pattern_words(what)).collect()
    };
    let word = match kind {
        StatementKind::Call(name) => &name.text,
        StatementKind::Base(name) => return named("base", name),
        StatementKind::Find(pattern) => return what("find", pattern),
        StatementKind::PointsAt(pattern) => return what("points at", pattern),
        StatementKind::Replace(pattern) => return what("replace by", pattern),
        StatementKind::Matches(None) => "matches start",
        StatementKind::Matches(Some(name)) => return named("matches", name),
        StatementKind::Occurred(times) => return vec![format!("occurred {} times", times.value)],
        StatementKind::Rotate { negative, degrees } => {
            let sign = if *negative { "-" } else { "" };
            return vec![format!("rotate {sign}{}", degrees.value)];
        }
        StatementKind::Direction(direction) => direction.word(),
        StatementKind::Pickup(Amount::All) => "pickup all",
        StatementKind::Drop(None) => "drop piece",
        StatementKind::Drop(Some(name)) => return named("drop", name),
        StatementKind::Remember(name) => return named("remember", name),
        StatementKind::Tell { to, message, details } => return tell(*to, message, details),
        StatementKind::Step => "step",
        StatementKind::Pickup(_) => "pickup",
        StatementKind::Putdown(_) => "putdown",
        StatementKind::Remove => "remove",
        StatementKind::Promote => "promote",
        StatementKind::Keep => "keep",
        StatementKind::Win => "win",
        StatementKind::Lose => "lose",
        StatementKind::Draw => "draw",
        StatementKind::Pass => "pass",
        StatementKind::Again => "again",
        // The callers have dealt with statements that have parts.
        _ => "",
    };
    vec![word.to_string()]
}

fn tell(to: Audience, message: &Symbol, details: &[Detail]) -> Vec<String> {
    let to = match to {
        Audience::Both => "tell both",
        Audience::Own => "tell own",
        Audience::Enemy => "tell enemy",
    };
    let details = details.iter().map(|detail| match detail {
        Detail::Here(_) => "here".to_string(),
        Detail::Piece(_) => "piece".to_string(),
        Detail::Memory(name) => name.text.clone(),
    });
    [to.to_string(), format!("'{}'", message.text)].into_iter().chain(details).collect()
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

/// Puts a comma behind the last word of all but the last.
pub(super) fn with_commas(mut list: Vec<Vec<String>>) -> Vec<String> {
    let n = list.len();
    for words in list.iter_mut().take(n.saturating_sub(1)) {
        if let Some(last) = words.last_mut() {
            last.push(',');
        }
    }
    list.concat()
}
