//! Settings that are numbers, in one table: what they are called, what they may be, and where
//! they are kept. Command lines, files of games and whoever tunes a game read this table, so
//! that a number that is added here can be given, explained and tuned at once.

use crate::algorithms::Algorithm;
use crate::mcts::Millionths;
use crate::settings::Settings;

/// A setting that is a number.
#[derive(Clone, Copy)]
pub struct Number {
    /// What it is called: the algorithm or the heuristic that it belongs to, and a word.
    pub name: &'static str,
    /// What it means, as a sentence without a period.
    pub about: &'static str,
    /// The least that makes sense.
    pub low: f64,
    /// The most that makes sense.
    pub high: f64,
    /// Whether only whole numbers make sense.
    pub is_whole: bool,
    /// Whether an algorithm looks at it.
    pub is_of: fn(Algorithm) -> bool,
    /// Its value among settings.
    pub read: fn(&Settings) -> f64,
    /// Changes it.
    pub write: fn(&mut Settings, f64),
}

/// A number of Monte-Carlo tree search.
macro_rules! mcts {
    ($name:literal, $field:ident, ($low:literal, $high:literal, $is_whole:literal), $about:literal) => {
        Number {
            name: $name,
            about: $about,
            low: $low,
            high: $high,
            is_whole: $is_whole,
            is_of: |algorithm| algorithm == Algorithm::Mcts,
            read: |settings| settings.mcts.$field.get(),
            write: |settings, n| settings.mcts.$field = Millionths::of(n),
        }
    };
}

/// A whole number of alpha-beta and its kin.
macro_rules! depth_first {
    ($name:literal, $field:ident, ($low:literal, $high:literal), $about:literal) => {
        Number {
            name: $name,
            about: $about,
            low: $low,
            high: $high,
            is_whole: true,
            is_of: Algorithm::is_depth_first,
            read: |settings| f64::from(settings.depth_first.$field),
            write: |settings, n| settings.depth_first.$field = n as u16,
        }
    };
}

impl Settings {
    /// All numbers.
    pub const NUMBERS: &[Number] = &[
        depth_first!(
            "by-evaluation.depth",
            evaluated_depth,
            (1.0, 64.0),
            "with less depth left, moves are not evaluated to find their order"
        ),
        depth_first!(
            "reductions.first",
            reductions_first,
            (1.0, 64.0),
            "this many moves are never tried less deep"
        ),
        depth_first!(
            "reductions.percent",
            reductions_percent,
            (0.0, 400.0),
            "how much less deep late moves are tried, in percent of what is usual"
        ),
        depth_first!(
            "reductions.step",
            reductions_step,
            (1.0, 2.0),
            "depth is taken away in steps of this many turns"
        ),
        depth_first!(
            "null-move.reduction",
            null_reduction,
            (1.0, 6.0),
            "how many turns less deep the position after a pass is searched, at least"
        ),
        depth_first!(
            "futility.percent",
            futility_percent,
            (10.0, 1000.0),
            "how far the evaluation must be away for futility, in percent of what is usual"
        ),
        mcts!(
            "mcts.turns",
            turns,
            (0.0, 1000.0, true),
            "random games are broken off after this many turns and evaluated; 0: where they \
             are long and there is an evaluation"
        ),
        mcts!(
            "mcts.exploration",
            exploration,
            (0.0, 2.0, false),
            "how much is tried that was not tried often (the constant of UCT)"
        ),
        mcts!(
            "mcts.amaf",
            amaf,
            (0.0, 1.0, true),
            "whether moves learn from games in which they were made later (GRAVE), where moves \
             place pieces that stay"
        ),
        mcts!(
            "mcts.reference",
            reference,
            (0.0, 1000.0, true),
            "how many games a node needs before the moves below it learn from its games and not \
             from those of the nodes above (0 is RAVE)"
        ),
        mcts!(
            "mcts.amaf-bias",
            amaf_bias,
            (0.0, 0.1, false),
            "how quickly the games of a move itself count more than those in which it was made \
             later"
        ),
        mcts!(
            "mcts.amaf-exploration",
            amaf_exploration,
            (0.0, 1.0, false),
            "the exploration where moves learn from later games"
        ),
        mcts!(
            "mcts.expand-after",
            expand_after,
            (1.0, 100.0, true),
            "at which visit the moves of a position are listed"
        ),
        mcts!(
            "mcts.playouts",
            playouts,
            (1.0, 16.0, true),
            "random games each time that the tree is left"
        ),
        mcts!(
            "mcts.prior",
            prior,
            (0.0, 100.0, false),
            "how many visits the evaluation of a move counts like"
        ),
        mcts!(
            "mcts.implicit",
            implicit,
            (0.0, 1.0, false),
            "the share of the evaluation, backed up by minimax, in the value of a move"
        ),
    ];

    /// The number of a name.
    pub fn number(name: &str) -> Option<&'static Number> {
        Settings::NUMBERS.iter().find(|number| number.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    #[test]
    fn what_is_written_is_read_and_names_differ() {
        let game = testing::load("tictactoe");
        for (i, number) in Settings::NUMBERS.iter().enumerate() {
            for value in [number.low, number.high] {
                let mut settings = Settings::new(game.facts());
                (number.write)(&mut settings, value);
                assert_eq!((number.read)(&settings), value, "{}", number.name);
            }
            let others = Settings::NUMBERS.iter().skip(i + 1);
            assert_eq!(others.filter(|other| other.name == number.name).count(), 0);
        }
    }
}
