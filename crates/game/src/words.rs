//! English for messages: numbers with their nouns, names with their verbs, lists, and
//! the nearest of several words.

/// `no king`, `1 king`, `2 kings`.
pub fn counted(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {noun}"),
        1 => format!("1 {noun}"),
        _ => format!("{n} {}", plural(noun)),
    }
}

fn plural(noun: &str) -> String {
    let stem = |ending: &str| noun.strip_suffix(ending).filter(|stem| !stem.is_empty());
    if noun == "man" || stem("man").is_some() {
        return format!("{}men", &noun[..noun.len() - 3]);
    }
    if let Some(stem) = stem("y").filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    match ["s", "x", "ch", "sh"].iter().any(|&ending| noun.ends_with(ending)) {
        true => format!("{noun}es"),
        false => format!("{noun}s"),
    }
}

/// A name with a verb of the third person that agrees with it: `white wins`, `hounds win`.
/// A name that ends in one `s` is taken for a plural, but for the endings of words such
/// as `boss`, `venus` and `iris`.
pub(crate) fn agreeing(name: &str, verb: &str) -> String {
    let is_plural = name.len() > 2
        && name.ends_with(['s', 'S'])
        && !["ss", "us", "is"].iter().any(|&ending| name.to_ascii_lowercase().ends_with(ending));
    let verb = match verb {
        _ if !is_plural => verb,
        "has" => "have",
        "is" => "are",
        _ => verb.strip_suffix('s').unwrap_or(verb),
    };
    format!("{name} {verb}")
}

/// The items with commas between, cut off after this many.
pub(crate) fn listed<S: AsRef<str>>(items: impl IntoIterator<Item = S>, most: usize) -> String {
    let mut text = String::new();
    for (i, item) in items.into_iter().enumerate() {
        if i == most {
            text.push_str(", …");
            break;
        }
        if i > 0 {
            text.push_str(", ");
        }
        text.push_str(item.as_ref());
    }
    text
}

/// A text as messages show it: not too long, and without control characters.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        match c.is_control() {
            _ if i == 60 => {
                shown.push('…');
                break;
            }
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

/// The candidate that is fewest changes away, if that is near enough to be what
/// was meant; the first of several.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (word.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let distance = distance(word, candidate);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many letters must be put in, left out or changed; letters that differ
/// only in case count as equal.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_names() {
        let check = |name, verb, expected: &str| assert_eq!(agreeing(name, verb), expected);
        check("white", "wins", "white wins");
        check("hounds", "wins", "hounds win");
        check("Hounds", "has", "Hounds have");
        check("hounds", "is", "hounds are");
        check("hounds", "cannot", "hounds cannot");
        for one in ["boss", "venus", "IRIS", "s", "us", "x2"] {
            check(one, "loses", &format!("{one} loses"));
        }
    }

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(counted(0, "king"), "no king");
        assert_eq!(counted(1, "king"), "1 king");
        assert_eq!(counted(2, "man"), "2 men");
        assert_eq!(counted(3, "fox"), "3 foxes");
        assert_eq!(counted(2, "fairy"), "2 fairies");
        assert_eq!(counted(2, "y"), "2 ys");
    }

    #[test]
    fn lists_are_cut_off() {
        assert_eq!(listed(["a", "b", "c"], 3), "a, b, c");
        assert_eq!(listed(["a", "b", "c"], 2), "a, b, …");
    }

    #[test]
    fn texts_are_made_fit_to_print() {
        assert_eq!(visible("é\u{7}"), "é\\u{7}");
        assert_eq!(visible(&"x".repeat(1000)).chars().count(), 61);
    }

    #[test]
    fn the_nearest_word_must_be_near() {
        assert_eq!(nearest("e2e5", ["e2e4", "d2d4"]), Some("e2e4"));
        assert_eq!(nearest("E2E4", ["e2e4", "d2d4"]), Some("e2e4"));
        assert_eq!(nearest("xyzzy", ["e2e4"]), None);
        assert_eq!(nearest("", ["e2e4"]), None);
    }
}
