//! Settings that are numbers, in one table: what they are called, what they may be, and where
//! they are kept. Command lines, files of games and whoever tunes a game read this table, so
//! that a number that is added here can be given, explained and tuned at once.

use crate::algorithms::Algorithm;
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
    /// The only algorithm that looks at it, if there is one.
    pub of: Option<Algorithm>,
    /// Its value among settings.
    pub read: fn(&Settings) -> f64,
    /// Changes it.
    pub write: fn(&mut Settings, f64),
}

impl Settings {
    /// All numbers.
    pub const NUMBERS: &[Number] = &[Number {
        name: "mcts.turns",
        about: "random games are broken off after this many turns and evaluated; 0: where they \
                are long and there is an evaluation",
        low: 0.0,
        high: 1000.0,
        is_whole: true,
        of: Some(Algorithm::Mcts),
        read: |settings| f64::from(settings.playout_turns.unwrap_or(0)),
        write: |settings, n| settings.playout_turns = (n >= 1.0).then_some(n as u32),
    }];

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
