//! The texts of the lines that a client hears. Naming a move may mean to name all moves
//! of its position, which takes longer in some games than a client should wait that has
//! said `stop`; so texts are kept from one depth to the next, and a client in a hurry hears
//! the part of a line that is known.

use super::super::engine::Engine;
use super::beyond::Standing;
use game::{RulesError, Turn};
use search::Stopper;

/// Lines as texts, for one search.
pub(super) struct Lines<'t, G: Engine> {
    game: &'t G,
    found: &'t Standing<G::Position>,
    stopper: Stopper,
    /// The lines of the last depth, each with the texts of its first moves.
    told: Vec<(Vec<G::Position>, Vec<String>)>,
    /// Those of the depth that is being shown.
    new: Vec<(Vec<G::Position>, Vec<String>)>,
}

impl<'t, G: Engine> Lines<'t, G> {
    pub(super) fn new(
        game: &'t G,
        found: &'t Standing<G::Position>,
        stopper: Stopper,
    ) -> Lines<'t, G> {
        Lines { game, found, stopper, told: Vec::new(), new: Vec::new() }
    }

    /// Another depth begins.
    pub(super) fn begin(&mut self) {
        self.told = std::mem::take(&mut self.new);
    }

    /// The moves of a line. Once the search was stopped, or if there is no time, only
    /// those that are known.
    pub(super) fn texts(
        &mut self,
        positions: &[G::Position],
        in_a_hurry: bool,
    ) -> Result<Vec<String>, RulesError> {
        let mut texts = self.known(positions);
        let line = &self.found.line;
        let before = [line.position()].into_iter().chain(positions);
        let mut past: Vec<G::Position> =
            line.past().iter().chain(before.take(texts.len())).cloned().collect();
        for (i, to) in positions.iter().enumerate().skip(texts.len()) {
            if in_a_hurry || self.stopper.is_stopped() {
                break;
            }
            let at = if i == 0 { line.position() } else { &positions[i - 1] };
            let Turn::Moves(moves) = self.game.turn(at, &past)? else { break };
            let Some(played) = moves.into_iter().find(|played| played.to == *to) else { break };
            texts.push(played.text);
            past.push(at.clone());
        }
        self.new.push((positions.to_vec(), texts.clone()));
        Ok(texts)
    }

    /// The texts of the first moves of a line, as far as they are known.
    fn known(&self, positions: &[G::Position]) -> Vec<String> {
        let both = self.told.iter().chain(&self.new);
        let common = both.map(|(line, texts)| {
            let same = line.iter().zip(positions).take_while(|(a, b)| a == b).count();
            &texts[..same.min(texts.len())]
        });
        let longest = common.max_by_key(|texts| texts.len()).unwrap_or_default();
        if !longest.is_empty() {
            return longest.to_vec();
        }
        let first = positions.first().and_then(|first| {
            let played = self.found.moves.iter().find(|played| played.to == *first)?;
            Some(played.text.clone())
        });
        first.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::beyond::standing;
    use game::{Game, Line};

    /// The positions after some moves.
    fn positions<G: Engine>(game: &G, texts: &[&str]) -> Vec<G::Position> {
        let mut line = Line::new(game.start());
        let mut positions = Vec::new();
        for text in texts {
            let Ok(Turn::Moves(moves)) = line.turn(game) else { panic!("a turn") };
            let played = moves.into_iter().find(|played| played.text == *text).expect("a move");
            positions.push(played.to.clone());
            line.push(played);
        }
        positions
    }

    #[test]
    fn a_client_in_a_hurry_hears_what_is_known() {
        let game = multigame::parts::load("tictactoe").expect("the game loads").game;
        let found = standing(&game, &Line::new(game.start())).expect("moves");
        let stopper = Stopper::default();
        let mut lines = Lines::new(&game, &found, stopper.clone());
        let mut texts = |moves: &[&str], in_a_hurry| {
            lines.begin();
            lines.texts(&positions(&game, moves), in_a_hurry).expect("texts").join(" ")
        };
        assert_eq!(texts(&["b2", "a1", "c3"], true), "b2");
        assert_eq!(texts(&["b2", "a1"], false), "b2 a1");
        assert_eq!(texts(&["b2", "a1", "c3"], true), "b2 a1");
        assert_eq!(texts(&["b2", "a1", "c3"], false), "b2 a1 c3");
        stopper.stop();
        assert_eq!(texts(&["b2", "a1", "c2"], false), "b2 a1");
        assert_eq!(texts(&["a1", "b2"], false), "a1");
    }
}
