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
const WORDS: [&str; 13] = [
    "moves", "why", "eval", "hint", "undo", "board", "position", "save", "load", "new", "help",
    "quit", "exit",
];

/// The word that was probably meant: one with a letter wrong, or with two of them exchanged.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_same = |other: &&&str| word.len() > 2 && sorted(other) == sorted(word);
    let exchanged = WORDS.iter().find(is_same).copied();
    exchanged.or_else(|| syntax::closest(word, WORDS.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_were_meant_are_found() {
        for (word, expected) in [("hlep", "help"), ("hepl", "help"), ("move", "moves")] {
            assert_eq!(meant(word), Some(expected));
        }
        assert_eq!(meant("e2e4"), None);
    }
}
