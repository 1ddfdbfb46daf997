//! Why a move is legal, in words.

use super::Position;
use crate::{Error, Move};

/// Something that must hold for a move to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What must hold, in words.
    pub words: String,
    /// The fields that it is about.
    pub fields: Vec<String>,
}

impl Position {
    /// Why a move of this position is legal: what must hold, in words.
    ///
    /// ```
    /// let position = multigame::Game::load("chess")?.start();
    /// let opening = position.parse_move("e2e4")?;
    /// let why = position.why(&opening)?;
    /// assert!(why.iter().any(|words| words == "e3 is empty"), "{why:?}");
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn why(&self, chosen: &Move) -> Result<Vec<String>, Error> {
        Ok(self.reasons(chosen)?.into_iter().map(|reason| reason.words).collect())
    }

    /// The same with the fields that each condition is about.
    ///
    /// ```
    /// let position = multigame::Game::load("chess")?.start();
    /// let opening = position.parse_move("e2e4")?;
    /// let reasons = position.reasons(&opening)?;
    /// let empty = reasons.iter().find(|reason| reason.words == "e3 is empty").unwrap();
    /// assert_eq!(empty.fields, ["e3"]);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn reasons(&self, chosen: &Move) -> Result<Vec<Reason>, Error> {
        if !self.is_legal(chosen) {
            return Err(Error::refused(format!("`{chosen}` is a move of another position"), ""));
        }
        let rules = self.game.interp();
        let (at, past) = self.interpreted()?;
        let all = conditions::Conditions::of(rules).why(&at, &past)?;
        let Some((_, conditions)) = all.into_iter().find(|(text, _)| text == chosen.text()) else {
            return Err(Error::Bug(format!("the interpreter does not know the move `{chosen}`")));
        };
        let (facts, player) = (self.game.facts(), self.player());
        let name = |field: &game::Field| facts.field_name(*field).to_string();
        let reason = |condition: &conditions::Condition| Reason {
            words: condition.describe(facts, player),
            fields: condition.fields().iter().map(name).collect(),
        };
        Ok(conditions.iter().map(reason).collect())
    }
}
