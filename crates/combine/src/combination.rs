//! A combination as it is told: a tree of moves with what each threatens, what each
//! answer destroys, and how it goes on.

use game::Outcome;

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

    /// The longest line: the moves of both in turn.
    pub fn line(&self) -> Vec<&str> {
        let mut line = Vec::new();
        let mut step = Some(&self.first);
        while let Some(at) = step {
            line.push(at.text.as_str());
            let longest = at.answers.iter().max_by_key(|answer| answer.then.n_moves());
            line.extend(longest.map(|answer| answer.text.as_str()));
            step = longest.map(|answer| &answer.then);
            if at.answers.is_empty() && at.outcome.is_none() {
                line.extend(at.finish.as_deref());
            }
        }
        line
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
            Threat::Wins { .. } => 1,
            Threat::Twice { .. } => 2,
            Threat::Stuck { .. } => 0,
        });
        moves.min().unwrap_or(0)
    }

    /// How many moves of the winner the whole tree has.
    pub fn n_steps(&self) -> usize {
        1 + self.answers.iter().map(|answer| answer.then.n_steps()).sum::<usize>()
    }
}

/// What a move threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threat {
    /// A move that wins.
    Wins {
        /// Its text.
        text: String,
        /// What it needs, in words from the winner's point of view.
        needs: Vec<String>,
    },
    /// The opponent has lost unless he moves out of it.
    Stuck {
        /// Why, in words from the opponent's point of view.
        needs: Vec<String>,
    },
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
    /// What it destroys of each threat, in words from the winner's point of view.
    pub destroys: Vec<String>,
    /// What follows.
    pub then: Step<P>,
}
