//! Makes a text smaller as long as it keeps a property, by leaving out words: so
//! that a disagreement is shown in a few lines instead of a page.

/// This many tries at most, lest a slow property takes the evening.
const MAX_TRIES: u32 = 20_000;

/// The smallest text found that still `keeps` the property.
pub(crate) fn shrink(text: &str, mut keeps: impl FnMut(&str) -> bool) -> String {
    let mut words = words(text);
    let mut tries = 0;
    let mut attempt = |candidate: Vec<String>, words: &mut Vec<String>| {
        tries += 1;
        let is_smaller = tries < MAX_TRIES && keeps(&candidate.concat());
        if is_smaller {
            *words = candidate;
        }
        is_smaller
    };
    loop {
        let before = words.len();
        for size in [96, 64, 48, 32, 24, 16, 12, 8, 6, 5, 4, 3, 2, 1] {
            let mut at = 0;
            while at + size <= words.len() {
                let candidate = [&words[..at], &words[at + size..]].concat();
                if !attempt(candidate, &mut words) {
                    at += 1;
                }
            }
        }
        // Brackets around something, and sections with the one or two words before.
        let mut at = 0;
        while at < words.len() {
            let Some(end) = closing(&words, at) else {
                at += 1;
                continue;
            };
            let whole = |from: usize| [&words[..from], &words[end + 1..]].concat();
            let inside = [&words[..at], &words[at + 1..end], &words[end + 1..]].concat();
            let candidates =
                [inside, whole(at), whole(at.saturating_sub(1)), whole(at.saturating_sub(2))];
            if !candidates.into_iter().any(|candidate| attempt(candidate, &mut words)) {
                at += 1;
            }
        }
        if words.len() == before {
            return words.concat();
        }
    }
}

/// Where the bracket or brace closes that opens here.
fn closing(words: &[String], at: usize) -> Option<usize> {
    let (open, close) = match words[at].trim() {
        "[" => ("[", "]"),
        "(" => ("(", ")"),
        "{" => ("{", "}"),
        _ => return None,
    };
    let mut depth = 0;
    for (i, word) in words.iter().enumerate().skip(at) {
        depth += i32::from(word.trim() == open) - i32::from(word.trim() == close);
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// The words of a text, each with the spaces after it. A comment and a quoted
/// sign are one word.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let word = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '\'' => rest[1..].find('\'').map_or(rest.len(), |end| end + 2),
            _ if rest.starts_with("..") => 2,
            _ if is_part(first) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let spaces = rest[word..].find(|c: char| !c.is_whitespace());
        let end = spaces.map_or(rest.len(), |spaces| word + spaces);
        words.push(rest[..end].to_string());
        rest = &rest[end..];
    }
    words
}
