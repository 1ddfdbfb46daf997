//! The numbers of Monte-Carlo tree search. Their names and bounds are in `numbers.rs`; what
//! is best differs from game to game.

/// A number with six decimals, so that settings can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Millionths(u64);

impl Millionths {
    /// The nearest to a number that is not below 0.
    pub fn of(number: f64) -> Millionths {
        Millionths((number * 1e6).round() as u64)
    }

    /// A whole number.
    const fn whole(number: u64) -> Millionths {
        Millionths(1_000_000 * number)
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// What is before the point.
    fn floor(self) -> u32 {
        (self.0 / 1_000_000) as u32
    }
}

/// The numbers of Monte-Carlo tree search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsSettings {
    /// How much is tried that was not tried often (the constant of UCT).
    pub exploration: Millionths,
    /// Whether moves learn from games in which they were made later, where moves place
    /// pieces that stay: 1 or 0.
    pub amaf: Millionths,
    /// How many games a node needs before the moves below it learn from its games.
    pub reference: Millionths,
    /// How quickly the games of a move itself count more than others.
    pub amaf_bias: Millionths,
    /// The exploration where moves learn from later games.
    pub amaf_exploration: Millionths,
    /// At which visit the moves of a position are listed.
    pub expand_after: Millionths,
    /// Random games each time that the tree is left.
    pub playouts: Millionths,
    /// Random games are broken off after this many turns and evaluated; 0: where they are
    /// long and there is an evaluation.
    pub turns: Millionths,
    /// How many visits the evaluation of a move counts like.
    pub prior: Millionths,
    /// The share of the evaluation, backed up by minimax, in the value of a move.
    pub implicit: Millionths,
}

impl Default for MctsSettings {
    fn default() -> MctsSettings {
        MctsSettings {
            exploration: Millionths(500_000),
            amaf: Millionths::whole(1),
            reference: Millionths::whole(50),
            amaf_bias: Millionths(1_000),
            amaf_exploration: Millionths(0),
            expand_after: Millionths::whole(4),
            playouts: Millionths::whole(1),
            turns: Millionths(0),
            prior: Millionths(0),
            implicit: Millionths(0),
        }
    }
}

impl MctsSettings {
    pub(super) fn has_amaf(&self) -> bool {
        self.amaf.floor() > 0
    }

    pub(super) fn reference(&self) -> u32 {
        self.reference.floor()
    }

    pub(super) fn expand_after(&self) -> u32 {
        self.expand_after.floor()
    }

    pub(super) fn playouts(&self) -> u32 {
        self.playouts.floor()
    }

    pub(super) fn playout_turns(&self) -> Option<u32> {
        Some(self.turns.floor()).filter(|turns| *turns > 0)
    }

    /// Whether anybody asks what the evaluation says of moves.
    pub(super) fn guesses(&self) -> bool {
        self.prior.0 > 0 || self.implicit.0 > 0
    }
}
