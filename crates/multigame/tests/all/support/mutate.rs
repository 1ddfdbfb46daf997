//! Variations of real rules: a word gives way to one of its class, a statement
//! is dropped or done twice. What comes out mostly compiles, is mostly nonsense,
//! and is close to what the passes were made for.

use game::Rng;

/// Words that can stand for each other.
const CLASSES: &[&[&str]] = &[
    &["alldir", "orthogonal", "diagonal", "forward", "backward"],
    &["north", "east", "south", "west", "northeast", "southwest", "forward"],
    &["own", "enemy"],
    &["test", "not"],
    &["pickup", "step"],
    &["win", "lose", "draw"],
    &["remove", "promote", "keep"],
    &["<", ">", "<=", ">=", "<>"],
    &["45", "90", "135", "180"],
    &["infinity", "1", "2", "3"],
    &["0", "1", "2"],
];

/// The words of a game with some changes; the words are those of `crate::support::shrink::words`.
pub(crate) fn mutate(words: &[String], random: &mut Rng) -> String {
    let mut words = words.to_vec();
    // The declarations stay, so that the game still has a board and pieces.
    let rules = (1..words.len()).find(|&i| words[i].trim() == "=").map_or(0, |i| i - 1);
    let kinds = kinds(&words[..rules]);
    for _ in 0..1 + random.below(4) {
        let at = rules + random.below(words.len() - rules);
        match random.below(6) {
            0 => drop_statement(&mut words, at),
            1 => double_statement(&mut words, at),
            _ => replace(&mut words, at, &kinds, random),
        }
    }
    words.concat()
}

/// The names of the pieces.
fn kinds(declarations: &[String]) -> Vec<String> {
    let start = declarations.iter().position(|word| word.trim() == "pieces").unwrap_or(0);
    let section = declarations[start..].iter().take_while(|word| word.trim() != "}");
    let section: Vec<&String> = section.collect();
    let named = section.windows(2).filter(|pair| pair[1].starts_with('\''));
    let names = named.map(|pair| pair[0].trim().to_string());
    names.filter(|name| name.chars().all(char::is_alphabetic)).collect()
}

/// Puts a word of the same class in the place of the next one that has a class.
fn replace(words: &mut [String], at: usize, kinds: &[String], random: &mut Rng) {
    for word in &mut words[at..] {
        let bare = word.trim().to_string();
        let mut fit: Vec<&str> = Vec::new();
        for class in CLASSES.iter().filter(|class| class.contains(&bare.as_str())) {
            fit.extend(*class);
        }
        if kinds.contains(&bare) {
            fit.extend(kinds.iter().map(String::as_str));
            fit.push("piece");
        }
        if let Some(other) = random.choose(&fit) {
            *word = format!("{other} ");
            return;
        }
    }
}

/// The statement behind the next comma, up to the comma or bracket that ends it.
fn statement(words: &[String], at: usize) -> Option<std::ops::Range<usize>> {
    let comma = (at..words.len()).find(|&i| words[i].trim() == ",")?;
    let mut depth = 0;
    for (i, word) in words.iter().enumerate().skip(comma + 1) {
        match word.trim() {
            "[" | "(" => depth += 1,
            "]" | ")" if depth > 0 => depth -= 1,
            "]" | ")" | "," | "." | "or" | "else" if depth == 0 => return Some(comma..i),
            _ => {}
        }
    }
    None
}

fn drop_statement(words: &mut Vec<String>, at: usize) {
    if let Some(range) = statement(words, at) {
        words.drain(range);
    }
}

fn double_statement(words: &mut Vec<String>, at: usize) {
    if let Some(range) = statement(words, at) {
        let copy = words[range.clone()].to_vec();
        words.splice(range.start..range.start, copy);
    }
}
