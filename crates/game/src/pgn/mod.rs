//! PGN, the format in which chess programs exchange games, for every game whose
//! declarations allow it: two players, a board of squares, a letter for each
//! kind of piece. Nothing here knows chess.
//!
//! Two conventions of letters are those of PGN: a kind with the sign `P` is
//! written without a letter, and `O-O` is a move of the kind with the sign `K`
//! by two columns that moves another piece as well. Marks of check (`+`) are
//! ignored when read and not written, since no rule says what a check is.
//!
//! ```text
//!  text ─▶ lex ─▶ read (san: which legal move does `Nbxd2` name?) ─▶ Record
//!  Line ─▶ write (san: how is this move told from the others?) ─▶ text
//! ```

mod lex;
mod read;
mod san;
mod write;

use crate::board::Shape;
use crate::facts::{Facts, KindFacts};
use crate::ids::Owner;

pub use read::read_pgn;
pub use read::read_san;
pub use write::{write_pgn, write_pgn_words, write_san};

/// Why a PGN text cannot be read, or a game not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, from 1; 0 if it is not about a text.
    pub line: usize,
    /// The word that is wrong; may be empty.
    pub token: String,
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl std::fmt::Display for PgnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for PgnError {}

/// Whether games can be read and written as PGN; otherwise the reason, a
/// sentence without a period.
pub fn pgn_supported(facts: &Facts) -> Result<(), String> {
    let refuse = |reason: String| Err(format!("PGN cannot hold games of {}: {reason}", facts.name));
    if facts.n_players() != 2 {
        return refuse("it has one player".to_string());
    }
    if facts.board.shape != Shape::Square {
        return refuse("its board is not made of squares".to_string());
    }
    if facts.stacks.is_some() {
        return refuse("it stacks pieces".to_string());
    }
    if facts.placed.len() == 1 {
        return refuse("a move that is one field would be taken for a pawn's".to_string());
    }
    let mut letters: Vec<(char, &str)> = Vec::new();
    for kind in facts.kinds.iter().filter(|kind| !kind.gone) {
        let Some(letter) = letter(kind) else {
            return refuse(format!("`{}` is not written with one letter", kind.name));
        };
        if let Some((_, other)) = letters.iter().find(|(used, _)| *used == letter) {
            let reason = format!("`{other}` and `{}` have the letter {letter}", kind.name);
            return refuse(reason);
        }
        letters.push((letter, &kind.name));
    }
    Ok(())
}

/// The letter of a kind: its first sign as a capital. A kind of nobody's has none.
fn letter(kind: &KindFacts) -> Option<char> {
    let signs = [Owner::First, Owner::Second].map(|o| kind.symbols[o as usize].as_deref());
    let mut chars = signs.into_iter().flatten().next()?.chars();
    let only = chars.next().filter(|_| chars.next().is_none())?;
    only.is_ascii_alphabetic().then(|| only.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Game;
    use crate::samples::{self, TicTacToe};

    #[test]
    fn games_say_why_they_have_no_pgn() {
        assert_eq!(pgn_supported(&samples::chess()), Ok(()));
        let reason = |facts: &Facts| pgn_supported(facts).unwrap_err();
        assert_eq!(
            reason(&samples::fifteen()),
            "PGN cannot hold games of fifteen: it has one player"
        );
        assert_eq!(
            reason(&samples::minishogi()),
            "PGN cannot hold games of minishogi: `narigin` is not written with one letter"
        );
        assert_eq!(
            reason(TicTacToe::new().facts()),
            "PGN cannot hold games of tictactoe: a move that is one field would be taken for a pawn's"
        );
        assert_eq!(
            reason(&samples::stacking()),
            "PGN cannot hold games of stacking: it stacks pieces"
        );
        let mut checkers = Facts::new("checkers", samples::grid(8, 8));
        checkers.kinds =
            vec![KindFacts::of_players("man", "b", "w"), KindFacts::of_players("king", "B", "W")];
        assert_eq!(
            reason(&checkers),
            "PGN cannot hold games of checkers: `man` and `king` have the letter B"
        );
    }
}
