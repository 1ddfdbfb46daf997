//! What a person can type beside moves, and what they probably meant if it is none of that.

pub(super) const HELP: &str = "\
Type a move, or one of these:
  moves           the legal moves
  why MOVE        the conditions of a move
  eval            what the evaluations of the game say
  hint            what the computer would play
  undo            take your last move back, and the answer to it
  board           draw the board
  position        the position as text
  save FILE       save the game (FILE.pgn: as PGN, where the game allows it)
  save! FILE      the same, replacing a file
  load FILE       go on with a saved game
  new             begin again
  help            this text
  quit            leave
";

/// What can be typed that is no move.
pub(super) const WORDS: [&str; 13] = [
    "moves", "why", "eval", "hint", "undo", "board", "position", "save", "load", "new", "help",
    "quit", "exit",
];

/// Asks whether one of the words was meant: one with a letter wrong, or with two of them exchanged.
pub(crate) fn meant(word: &str, words: &[&str]) -> Option<String> {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_same = |other: &&&str| word.len() > 2 && sorted(other) == sorted(word);
    let exchanged = words.iter().find(is_same).copied();
    let meant = exchanged.or_else(|| syntax::closest(word, words.iter().copied()))?;
    Some(format!("did you mean `{meant}`? `help` lists what can be typed"))
}

/// Whether a move begins with what was typed. A number is typed whole: whoever types `a1` does
/// not mean `a11`.
pub(crate) fn begins(text: &str, typed: &str) -> bool {
    let ends_in_digit = typed.ends_with(|last: char| last.is_ascii_digit());
    text.strip_prefix(typed).is_some_and(|rest| {
        !(ends_in_digit && rest.starts_with(|next: char| next.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_were_meant_are_found() {
        for (word, expected) in [("hlep", "`help`"), ("hepl", "`help`"), ("move", "`moves`")] {
            let question = meant(word, &WORDS).expect("a question");
            assert!(question.contains(expected), "{word}: {question}");
        }
        assert_eq!(meant("e2e4", &WORDS), None);
    }

    #[test]
    fn numbers_are_typed_whole() {
        assert!(begins("a11", "a") && begins("a11", "a11") && begins("a1b2", "a1"));
        assert!(!begins("a11", "a1") && !begins("b1", "a"));
    }
}
