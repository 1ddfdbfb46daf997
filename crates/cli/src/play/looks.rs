//! How a game looks on a terminal that can do more than a file: pieces in color, the last move
//! marked, figures of chess where the locale has them, and long lists in columns. Whoever reads
//! from a pipe, or asks for no color, gets plain text.

use crate::terminal::{self, paint};
use crate::text_board::{Painted, draw, draw_painted, draw_view, draw_view_painted};
use game::{Facts, Field, FieldSet, Piece, Player, Setup};

/// The codes of the players' pieces, of other pieces, and of the fields of the last move.
const FIRST: &str = "1;33";
const SECOND: &str = "1;36";
const NOBODY: &str = "2";
const LAST_MOVE: &str = "48;5;58";

/// Lists are this wide where a terminal does not say how wide it is.
const WIDTH: usize = 80;

/// The figures of chess, for white and for black.
const FIGURES: [(&str, [char; 2]); 6] = [
    ("king", ['♔', '♚']),
    ("queen", ['♕', '♛']),
    ("rook", ['♖', '♜']),
    ("bishop", ['♗', '♝']),
    ("knight", ['♘', '♞']),
    ("pawn", ['♙', '♟']),
];

/// How a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Looks {
    pub(crate) has_colors: bool,
    pub(crate) has_figures: bool,
    /// How wide lists are; nothing: on one line, however long it is.
    pub(crate) width: Option<usize>,
}

impl Looks {
    /// As standard output allows.
    pub(crate) fn of_terminal() -> Looks {
        let has_colors = terminal::colors_on_stdout();
        let width = terminal::is_watched().then(|| terminal::width().unwrap_or(WIDTH));
        Looks { has_colors, has_figures: has_colors && terminal::is_unicode(), width }
    }

    /// The position, and what the last move changed, if there was one.
    pub(crate) fn draw(self, facts: &Facts, setup: &Setup, before: Option<&Setup>) -> String {
        if !self.has_colors {
            return draw(facts, setup);
        }
        let paint = |field: Field, text: &str| {
            let stack = &setup.board[field.index()];
            let color = stack.last().map_or(NOBODY, |piece| color(*piece));
            let is_last = before.is_some_and(|it| it.board[field.index()] != *stack);
            match is_last {
                true => paint(text, &format!("{color};{LAST_MOVE}")),
                false => paint(text, color),
            }
        };
        let figure = |piece: Piece| self.figure(facts, piece);
        draw_painted(facts, setup, &Painted { paint: &paint, figure: &figure })
    }

    /// What a player sees. Fields that they do not see look alike, whatever is on them.
    pub(crate) fn draw_view(self, facts: &Facts, setup: &Setup, seen: &FieldSet) -> String {
        if !self.has_colors {
            return draw_view(facts, setup, seen);
        }
        let paint = |field: Field, text: &str| {
            let top = setup.board[field.index()].last().filter(|_| seen.contains(field));
            paint(text, top.map_or(NOBODY, |piece| color(*piece)))
        };
        let figure = |piece: Piece| self.figure(facts, piece);
        draw_view_painted(facts, setup, seen, &Painted { paint: &paint, figure: &figure })
    }

    fn figure(self, facts: &Facts, piece: Piece) -> Option<char> {
        let name = &facts.kinds[piece.kind().index()].name;
        let (_, figures) = FIGURES.iter().find(|(known, _)| known == name)?;
        let player = piece.owner().player().filter(|_| self.has_figures)?;
        Some(figures[player.index()])
    }

    /// Words in columns, if they are many; otherwise with spaces between them.
    pub(crate) fn list(self, words: &[&str]) -> String {
        let line = words.join(" ");
        let Some(width) = self.width.filter(|width| line.chars().count() > *width) else {
            return line;
        };
        let widest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
        let n_columns = (width / widest).max(1);
        let n_rows = words.len().div_ceil(n_columns);
        let cell = |word: &&str| format!("{word:<widest$}");
        let row = |i: usize| words.iter().skip(i).step_by(n_rows).map(cell).collect::<String>();
        (0..n_rows).map(|i| format!("\n  {}", row(i).trim_end())).collect()
    }
}

fn color(piece: Piece) -> &'static str {
    match piece.owner().player() {
        Some(Player::First) => FIRST,
        Some(Player::Second) => SECOND,
        None => NOBODY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::load_game;
    use game::Game;

    const PLAIN: Looks = Looks { has_colors: false, has_figures: false, width: None };

    #[test]
    fn long_lists_are_in_columns() {
        let words: Vec<String> = (0..7).map(|n| format!("move{n}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(PLAIN.list(&words).lines().count(), 1);
        let narrow = Looks { width: Some(25), ..PLAIN };
        assert_eq!(narrow.list(&words), "\n  move0  move3  move6\n  move1  move4\n  move2  move5");
        assert_eq!(narrow.list(&words[..2]), "move0 move1");
    }

    #[test]
    fn the_last_move_is_marked() {
        let game = load_game("chess", &[]).expect("a game").game;
        let facts = game.facts();
        let start = game.setup(&game.start());
        let mut line = game::Line::new(game.start());
        line.play(&game, "e2e4").expect("a move");
        let after = game.setup(line.position());
        assert_eq!(PLAIN.draw(facts, &after, Some(&start)), draw(facts, &after));
        let colored = Looks { has_colors: true, has_figures: true, width: Some(80) };
        let text = colored.draw(facts, &after, Some(&start));
        assert_eq!(text.matches(LAST_MOVE).count(), 2, "{text}");
        assert!(text.contains('♔') && text.contains('♟') && !text.contains('K'));
        let plain = colored.draw(facts, &after, None);
        assert_eq!(plain.matches(LAST_MOVE).count(), 0);
        let letters = Looks { has_figures: false, ..colored };
        assert!(letters.draw(facts, &after, None).contains('K'));
    }

    #[test]
    fn what_is_not_seen_has_no_color() {
        let game = load_game("kriegspiel", &[]).expect("a game").game;
        let facts = game.facts();
        let start = game.setup(&game.start());
        let own = FieldSet::of(64, (0..16).map(Field));
        let colored = Looks { has_colors: true, has_figures: true, width: Some(80) };
        let text = colored.draw_view(facts, &start, &own);
        assert_eq!((text.matches(FIRST).count(), text.matches(SECOND).count()), (16, 0), "{text}");
        assert_eq!(text.matches('?').count(), 48);
        assert!(text.contains('♔') && !text.contains('♚'));
        assert_eq!(PLAIN.draw_view(facts, &start, &own), draw_view(facts, &start, &own));
    }
}
