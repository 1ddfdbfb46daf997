//! A combination as it is told: a tree of moves with what each threatens, what each
//! answer destroys, and how it goes on.

use game::{Need, Outcome, Reasons, WayToWin};

/// A win by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination<P> {
    /// The first move and all that follows.
    pub first: Step<P>,
    /// Whether points count where it ends: another win may be one by more of them.
    pub scored: bool,
}

impl<P> Combination<P> {
    /// The greatest number of moves of the winner.
    pub fn n_moves(&self) -> u32 {
        self.first.n_moves()
    }

    /// How many moves of both there are at most.
    pub fn n_plies(&self) -> u32 {
        self.first.n_plies
    }
}

/// A move that is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made<P> {
    /// Its text.
    pub text: String,
    /// Whether it is the winner's.
    pub own: bool,
    /// The position after it.
    pub to: P,
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
    /// How many other moves the opponent has, after which a threat is carried out; if they
    /// moves again after some of them, those are counted that no answer begins with.
    pub n_others: usize,
    /// How a threat is carried out after the first move that is no answer and does not end
    /// the game: that move, or the opponent's moves in a row, and all that follows.
    pub finish: Vec<Made<P>>,
    /// What they play next, if they move again.
    pub next: Option<Box<Step<P>>>,
    /// How many moves of both there are at most, this one included, whatever the opponent
    /// plays: all of it was counted by the check, also their moves in a row.
    pub n_plies: u32,
}

impl<P> Step<P> {
    /// The greatest number of moves of the winner from here on.
    pub fn n_moves(&self) -> u32 {
        if self.outcome.is_some() {
            return 1;
        }
        let of_threat = |threat: &Threat| match threat {
            Threat::Wins(_) => 1,
            Threat::Series { n_moves, .. } => *n_moves,
            Threat::Twice { .. } => 2,
            // Each other move of the opponent ends the game.
            Threat::Stuck(_) | Threat::Squeezed => 0,
        };
        let is_met = self.n_others == 0 && self.finish.is_empty();
        let unmet = match is_met {
            true => 0,
            false => self.threats.iter().map(of_threat).max().unwrap_or(1),
        };
        let answered = self.answers.iter().map(|answer| answer.then.n_moves()).max();
        let next = self.next.as_deref().map_or(0, Step::n_moves);
        1 + answered.unwrap_or(0).max(unmet).max(next)
    }
}

/// What a move threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threat {
    /// A move that wins; its words are from the winner's point of view.
    Wins(WayToWin),
    /// The opponent has lost unless they move out of it; with what that takes, in words
    /// from their point of view.
    Stuck(Reasons),
    /// Moves in a row that win; the words are from the winner's point of view.
    Series {
        /// Their texts, with spaces between them.
        text: String,
        /// How many they are.
        n_moves: u32,
        /// What they take.
        takes: Reasons,
    },
    /// The opponent loses by their own moves, but for few of them.
    Squeezed,
    /// A move that makes several threats at once.
    Twice {
        /// Its text.
        text: String,
        /// The moves that then win.
        wins: Vec<String>,
    },
}

/// A move that meets the threats for now; or several, if the opponent moves again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<P> {
    /// The moves in a row, mostly one.
    pub moves: Vec<Made<P>>,
    /// The position after them.
    pub to: P,
    /// What it destroys of each threat, in the words of the threat.
    pub destroys: Vec<Need>,
    /// What follows.
    pub then: Step<P>,
}
