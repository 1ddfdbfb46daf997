//! A combination as it is told: a tree of moves with what each threatens, what each
//! answer destroys, and how it goes on.

use game::{Need, Outcome, Reasons, WayToWin};

/// A win by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination<P> {
    /// The first move and all that follows.
    pub first: Step<P>,
}

impl<P> Combination<P> {
    /// The greatest number of moves of the winner.
    pub fn n_moves(&self) -> u32 {
        self.first.n_moves()
    }

    /// How many moves of both there are at most.
    pub fn n_plies(&self) -> u32 {
        2 * self.n_moves() - 1
    }
}

/// A move of the winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// The text of the move.
    pub text: String,
    /// The position after it.
    pub to: P,
    /// How the game ends with it, if it does.
    pub outcome: Option<Outcome>,
    /// What it threatens.
    pub threats: Vec<Threat>,
    /// The answers that meet all threats, with what follows.
    pub answers: Vec<Answer<P>>,
    /// How many other moves the opponent has, after which a threat is carried out.
    pub n_others: usize,
    /// A move that wins if there is no answer and the game is not over.
    pub finish: Option<String>,
}

impl<P> Step<P> {
    /// The greatest number of moves of the winner from here on.
    pub fn n_moves(&self) -> u32 {
        let answered = self.answers.iter().map(|answer| answer.then.n_moves()).max();
        match (&self.outcome, answered) {
            (Some(_), _) => 1,
            (None, answered) => {
                1 + answered.unwrap_or(0).max(u32::from(self.n_others > 0) * self.to_carry_out())
            }
        }
    }

    /// How many more moves it takes to carry out a threat that is not met.
    fn to_carry_out(&self) -> u32 {
        let moves = self.threats.iter().map(|threat| match threat {
            Threat::Wins(_) => 1,
            Threat::Twice { .. } => 2,
            Threat::Stuck(_) => 0,
        });
        moves.min().unwrap_or(1)
    }
}

/// What a move threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threat {
    /// A move that wins; its words are from the winner's point of view.
    Wins(WayToWin),
    /// The opponent has lost unless he moves out of it; with what that takes, in words
    /// from his point of view.
    Stuck(Reasons),
    /// A move that makes several threats at once.
    Twice {
        /// Its text.
        text: String,
        /// The moves that then win.
        wins: Vec<String>,
    },
}

/// A move that meets the threats for now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<P> {
    /// The text of the move.
    pub text: String,
    /// The position after it.
    pub to: P,
    /// What it destroys of each threat, in the words of the threat.
    pub destroys: Vec<Need>,
    /// What follows.
    pub then: Step<P>,
}
