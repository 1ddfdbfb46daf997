//! What a person types in a game: words such as `undo`, which change or show it, and moves.

use super::typed::{HELP, WORDS, begins, meant};
use super::{Looks, Session};
use crate::answer::describe;
use crate::args::Side;
use crate::conditions::{EndsBecause, Why};
use crate::engine::Engine;
use crate::report::Failure;
use crate::saved::Saved;
use crate::words::count;
use crate::{eval, terminal};
use game::{PlayError, Turn, write_position};
use std::path::Path;

impl<G: Engine> Session<'_, G> {
    /// Does what was typed: one of the words of `help`, or a move.
    pub(super) fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "" => Ok(()),
            "help" | "?" => terminal::print(HELP),
            "moves" => self.moves(),
            "why" => self.why(rest),
            "eval" => self.eval(),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "board" => self.draw(),
            "position" => self.position(),
            "save" | "save!" => self.save(rest, word == "save!"),
            "load" if rest.is_empty() => Err(Failure::new("load which file?")),
            "load" => {
                self.load(Path::new(rest))?;
                self.get_ready();
                self.draw()
            }
            "new" => {
                self.line = self.first.clone();
                self.get_ready();
                self.draw()
            }
            _ => {
                self.play(line).map_err(|failure| match meant(&word, &WORDS) {
                    Some(meant) => Failure::new(failure.message()).hint(meant),
                    None => failure,
                })?;
                self.tell()?;
                self.draw()
            }
        }
    }

    /// Makes a move that was typed: as it is written, or a beginning that only one move has.
    fn play(&mut self, text: &str) -> Result<(), Failure> {
        let Err(why) = self.line.play(self.game, text) else { return Ok(()) };
        if let Turn::Moves(moves) = self.line.turn(self.game)? {
            let mut begun = moves.into_iter().filter(|made| begins(&made.text, text));
            if let (Some(only), None) = (begun.next(), begun.next()) {
                self.line.push(only);
                return Ok(());
            }
        }
        Err(why.into())
    }

    fn moves(&self) -> Result<(), Failure> {
        match self.line.turn(self.game)? {
            Turn::Over(outcome) => self.announce(outcome),
            Turn::Moves(moves) => {
                let texts: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
                let n = count(texts.len(), "move");
                terminal::print(&format!("{n}: {}\n", Looks::of_terminal().list(&texts)))
            }
        }
    }

    fn eval(&self) -> Result<(), Failure> {
        let values = eval::values(self.game, self.line.position(), None)?;
        let lines = values.iter().map(|it| format!("{}: {}\n", it.name, it.value));
        terminal::print(&lines.collect::<String>())
    }

    fn why(&self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Err(Failure::new("why which move?").hint("`why e2e4`, for example"));
        }
        let game = self.game;
        // Trying the move gives its proper text, or says why it is none.
        let mut line = self.line.clone();
        let played = match line.play(game, text) {
            Ok(played) => played,
            Err(error @ PlayError::Illegal(_)) => {
                Failure::from(error).print();
                return self.why_not(text);
            }
            Err(error) => return Err(error.into()),
        };
        let (facts, explained) = (game.facts(), game.explained(&self.line)?);
        let mut text = String::new();
        if let Some(outcome) = played.outcome {
            let because = explained.why_ends(&played.text);
            let because = because.map(|it| format!(" {}", EndsBecause::new(facts, it)));
            text += &format!("  {}{}\n", describe(facts, outcome), because.unwrap_or_default());
        }
        if let Some(why) = explained.why_move(&played.text)? {
            let why = Why::new(facts, self.player(), &why);
            // Writing to a text does not fail.
            let _ = why.write(&mut text, "  ");
        }
        terminal::print(&text)
    }

    /// What failed in the rules on the way to a move that is none.
    fn why_not(&self, text: &str) -> Result<(), Failure> {
        let why = self.game.explained(&self.line)?.why_not(text);
        let because = why.into_iter().flat_map(|why| why.because);
        let lines = because.map(|it| format!("  in `{}`: {}\n", it.rule, it.words));
        terminal::print(&lines.collect::<String>())
    }

    /// Takes back the last move, and those before it that no person made.
    fn undo(&mut self) -> Result<(), Failure> {
        let sides = [self.args.first, self.args.second];
        let mut line = self.line.clone();
        while line.undo().is_some() {
            if sides[line.player(self.game).index()] == Side::Human {
                self.line = line;
                return self.draw();
            }
        }
        Err(Failure::new("you have made no move that could be taken back"))
    }

    fn save(&mut self, file: &str, replaces: bool) -> Result<(), Failure> {
        let record = self.line.record(self.game)?;
        self.saves.save(self.game, &record, &self.line, file, replaces)
    }

    pub(super) fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let (saved, game) = (Saved::read(path)?, self.game);
        let record = saved.records(game)?.pop().ok_or_else(|| saved.empty())?;
        let line = saved.line(game, &record)?;
        let position = write_position(game.facts(), &game.setup(line.position()));
        let n = count(line.len(), "move");
        self.line = line;
        self.saves.add(path);
        terminal::print(&format!("loaded {n}; the position is {position}\n"))
    }

    fn position(&self) -> Result<(), Failure> {
        let text = write_position(self.game.facts(), &self.game.setup(self.line.position()));
        terminal::print(&format!("{text}\n"))
    }
}
