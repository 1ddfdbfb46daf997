//! Where a client's game is: the position it sends, the moves after it, and its
//! questions about them.

use super::super::engine::Engine;
use super::super::report::Failure;
use super::answer::{remark, say};
use super::beyond::standing;
use super::{Sent, Session};
use game::{Line, Player, Turn, parse_move, parse_position};

impl<G: Engine> Session<'_, '_, G> {
    /// Sets up a position and makes the moves after it.
    pub(super) fn position(&mut self, words: &[&str]) -> Result<(), Failure> {
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let start = words[..moves_at].join(" ");
        let moves = words.get(moves_at + 1..).unwrap_or_default();
        // Clients send all moves of the game each time; most are made already.
        let made = self.sent.moves.len();
        let goes_on = !start.is_empty()
            && self.sent.start == start
            && made == self.line.len()
            && moves.len() >= made
            && moves[..made].iter().zip(&self.sent.moves).all(|(new, old)| new == old);
        let n_made = match goes_on {
            true => made,
            false => {
                match self.start(&words[..moves_at]) {
                    Ok(position) => self.line = Line::new(position),
                    Err(why) => return remark(&why),
                }
                self.sent = Sent { start, moves: Vec::new() };
                0
            }
        };
        for text in &moves[n_made..] {
            if let Err(why) = self.make(text) {
                return remark(&format!("no move {text}: {}", why.one_line()));
            }
            self.sent.moves.push(text.to_string());
        }
        Ok(())
    }

    /// The position that a game begins with, or why there is none.
    fn start(&self, words: &[&str]) -> Result<G::Position, String> {
        match words.split_first() {
            Some((&"startpos", _)) => Ok(self.game.start()),
            Some((&("fen" | "sfen"), text)) => parse_position(self.game.facts(), &text.join(" "))
                .and_then(|setup| self.game.position(&setup))
                .map_err(|why| format!("no position: {why}")),
            _ => Err("a position is `startpos` or `fen TEXT`, then `moves MOVES`".to_string()),
        }
    }

    fn make(&mut self, text: &str) -> Result<(), Failure> {
        let moves = match self.line.turn(self.game)? {
            Turn::Moves(moves) => moves,
            Turn::Over(_) => standing(self.game, &self.line)?.moves,
        };
        let setup = self.game.setup(self.line.position());
        let played = parse_move(self.game.facts(), &setup, &moves, text)
            .map_err(|why| Failure::new(why.message))?;
        self.line.push(played.clone());
        Ok(())
    }

    /// Answers a question about the position.
    pub(super) fn query(&self, words: &[&str]) -> Result<(), Failure> {
        let over = match self.line.turn(self.game)? {
            Turn::Over(outcome) => Some(outcome),
            Turn::Moves(_) => None,
        };
        let answer = match words.first() {
            Some(&"gameover") => over.is_some().to_string(),
            Some(&"p1turn") => (self.line.player(self.game) == Player::First).to_string(),
            Some(&"result") => match over.map(|outcome| outcome.winner()) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Player::First)) => "p1win",
                Some(Some(Player::Second)) => "p2win",
            }
            .to_string(),
            _ => return remark("a query is `p1turn`, `gameover` or `result`"),
        };
        say(&format!("response {answer}"))
    }
}
