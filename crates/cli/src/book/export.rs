//! A book as one game of PGN, with the best moves as the game and others as variations, for
//! programs that show such games.

use super::Opened;
use super::show::value_words;
use crate::args::ExportBookArgs;
use crate::engine::{Engine, Job};
use crate::position::Table;
use crate::report::Failure;
use crate::terminal;
use ::book::{Shown, tree};
use game::{Facts, GameResult, Player, Turn, pgn_supported, write_pgn_words, write_san};

pub(super) fn run(args: &ExportBookArgs) -> Result<u8, Failure> {
    args.position.look(&Exports { args })
}

struct Exports<'a> {
    args: &'a ExportBookArgs,
}

impl Job for Exports<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let args = self.args;
        pgn_supported(game.facts()).map_err(|why| {
            Failure::new(why).hint("`multigame book show` prints the moves of any book")
        })?;
        let table = Table::new(game, &args.position)?;
        let (game, line) = (&table.game, &table.line);
        let opened = Opened::new(game, args.book.as_ref())?;
        let (book, keys) = (&opened.book, &opened.keys);
        let (turns, width) = (args.turns as usize, args.width as usize);
        let shown =
            tree(book, keys, game, line, turns, width, &|line, played| match line.turn(game) {
                Ok(Turn::Moves(moves)) => {
                    let before = game.setup(line.position());
                    write_san(game, &before, &moves, &played.text)
                }
                _ => played.text.clone(),
            })?;
        let mut words = Vec::new();
        write(game.facts(), &shown, true, &mut words);
        let start = game::Line::new(line.position().clone());
        let headers = [("event".to_string(), format!("Opening book {}", opened.path.display()))];
        let text = write_pgn_words(game, &start, &headers, GameResult::Unfinished, words);
        terminal::print(&text.map_err(|why| Failure::new(why.to_string()).hint(why.hint))?)?;
        Ok(0)
    }
}

/// Appends the words of some moves of a position: the first of them, the others in parentheses,
/// and what follows the first. `is_first` if a number is needed although the second player moves.
fn write(facts: &Facts, shown: &[Shown], is_first: bool, words: &mut Vec<String>) {
    let Some((main, others)) = shown.split_first() else { return };
    write_move(facts, main, is_first, words);
    for other in others {
        let begin = words.len();
        write_move(facts, other, true, words);
        write(facts, &other.then, false, words);
        words[begin].insert(0, '(');
        if let Some(last) = words.last_mut() {
            last.push(')');
        }
    }
    write(facts, &main.then, !others.is_empty(), words);
}

fn write_move(facts: &Facts, shown: &Shown, is_first: bool, words: &mut Vec<String>) {
    match shown.player {
        Player::First => words.push(format!("{}.", shown.round)),
        Player::Second if is_first => words.push(format!("{}...", shown.round)),
        Player::Second => {}
    }
    words.push(shown.name.clone());
    let value = value_words(facts, shown.player, shown.value, shown.depth);
    words.extend(value.map(|value| format!("{{{value}}}")));
}
