//! The numbers of Monte-Carlo tree search, each with a name, bounds and what it is usually:
//! what is best differs from game to game, and whoever tunes them reads this list.

/// One of the numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsNumber {
    /// Its name.
    pub name: &'static str,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// The value where nothing is said.
    pub usual: f64,
    /// Whether it is a whole number.
    pub is_whole: bool,
    /// What it does, in a sentence without a period.
    pub meaning: &'static str,
}

/// All numbers, each in millionths, so that settings can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsSettings([u64; N]);

const N: usize = 10;
const MILLION: f64 = 1e6;

const EXPLORATION: usize = 0;
const AMAF: usize = 1;
const REFERENCE: usize = 2;
const AMAF_BIAS: usize = 3;
const AMAF_EXPLORATION: usize = 4;
const EXPAND_AFTER: usize = 5;
const PLAYOUTS: usize = 6;
const PLAYOUT_TURNS: usize = 7;
const PRIOR: usize = 8;
const IMPLICIT: usize = 9;

const fn number(
    name: &'static str,
    (low, high, usual): (f64, f64, f64),
    is_whole: bool,
    meaning: &'static str,
) -> MctsNumber {
    MctsNumber { name, low, high, usual, is_whole, meaning }
}

impl MctsSettings {
    /// The numbers in their order.
    pub const ALL: [MctsNumber; N] = [
        number(
            "exploration",
            (0.0, 4.0, 0.5),
            false,
            "how much is tried that was not tried often (the constant of UCT)",
        ),
        number(
            "amaf",
            (0.0, 1.0, 1.0),
            true,
            "whether moves learn from games in which they were made later (GRAVE), where moves \
             place pieces that stay",
        ),
        number(
            "reference",
            (0.0, 100_000.0, 50.0),
            true,
            "how many games a node needs before the moves below it learn from its games and not \
             from those of the nodes above (GRAVE; 0 is RAVE)",
        ),
        number(
            "amaf-bias",
            (0.0, 1.0, 0.001),
            false,
            "how quickly the games of a move itself count more than those in which it was made \
             later",
        ),
        number(
            "amaf-exploration",
            (0.0, 4.0, 0.0),
            false,
            "the exploration where moves learn from later games",
        ),
        number(
            "expand-after",
            (1.0, 10_000.0, 4.0),
            true,
            "at which visit the moves of a position are listed",
        ),
        number("playouts", (1.0, 64.0, 1.0), true, "random games for each way down the tree"),
        number(
            "playout-turns",
            (0.0, 10_000.0, 0.0),
            true,
            "after how many turns a random game is broken off and evaluated; 0: where games are \
             long and there is an evaluation, soon, and elsewhere never",
        ),
        number(
            "prior",
            (0.0, 1_000.0, 0.0),
            false,
            "how many visits the evaluation of a move counts like",
        ),
        number(
            "implicit",
            (0.0, 1.0, 0.0),
            false,
            "the share of the evaluation, backed up by minimax, in the value of a move",
        ),
    ];

    /// The number of a name.
    pub fn get(&self, name: &str) -> Option<f64> {
        MctsSettings::place(name).map(|place| self.of(place))
    }

    /// Sets the number of a name; why not, if there is none or it is out of its bounds.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), String> {
        let Some(place) = MctsSettings::place(name) else {
            let names: Vec<&str> = MctsSettings::ALL.iter().map(|number| number.name).collect();
            return Err(format!("no number is called `{name}`; there is {}", names.join(", ")));
        };
        let MctsNumber { low, high, is_whole, .. } = MctsSettings::ALL[place];
        let is_inside = (low..=high).contains(&value) && (!is_whole || value.fract() == 0.0);
        if !is_inside {
            let what = if is_whole { "whole number" } else { "number" };
            return Err(format!("`{name}` is a {what} from {low} to {high}"));
        }
        self.0[place] = (value * MILLION).round() as u64;
        Ok(())
    }

    fn place(name: &str) -> Option<usize> {
        MctsSettings::ALL.iter().position(|number| number.name == name)
    }

    fn of(&self, place: usize) -> f64 {
        self.0[place] as f64 / MILLION
    }

    fn whole(&self, place: usize) -> u32 {
        (self.0[place] / 1_000_000) as u32
    }

    pub(super) fn exploration(&self) -> f32 {
        self.of(EXPLORATION) as f32
    }

    pub(super) fn amaf(&self) -> bool {
        self.whole(AMAF) > 0
    }

    pub(super) fn reference(&self) -> u32 {
        self.whole(REFERENCE)
    }

    pub(super) fn amaf_bias(&self) -> f32 {
        self.of(AMAF_BIAS) as f32
    }

    pub(super) fn amaf_exploration(&self) -> f32 {
        self.of(AMAF_EXPLORATION) as f32
    }

    pub(super) fn expand_after(&self) -> u32 {
        self.whole(EXPAND_AFTER)
    }

    pub(super) fn playouts(&self) -> u32 {
        self.whole(PLAYOUTS)
    }

    pub(super) fn playout_turns(&self) -> Option<u32> {
        Some(self.whole(PLAYOUT_TURNS)).filter(|turns| *turns > 0)
    }

    /// Whether anybody asks what the evaluation says of moves.
    pub(super) fn guesses(&self) -> bool {
        self.prior() > 0.0 || self.implicit() > 0.0
    }

    pub(super) fn prior(&self) -> f32 {
        self.of(PRIOR) as f32
    }

    pub(super) fn implicit(&self) -> f32 {
        self.of(IMPLICIT) as f32
    }
}

impl Default for MctsSettings {
    fn default() -> MctsSettings {
        MctsSettings(MctsSettings::ALL.map(|number| (number.usual * MILLION).round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_names_and_bounds() {
        let mut settings = MctsSettings::default();
        for number in MctsSettings::ALL {
            assert_eq!(settings.get(number.name), Some(number.usual), "{}", number.name);
            assert_eq!(settings.set(number.name, number.usual), Ok(()));
            assert!(settings.set(number.name, number.high + 1.0).is_err(), "{}", number.name);
            assert_eq!(settings.set(number.name, number.low), Ok(()));
        }
        assert_ne!(settings, MctsSettings::default());
        let halves = settings.set("playouts", 1.5).expect_err("not whole");
        assert_eq!(halves, "`playouts` is a whole number from 1 to 64");
        assert!(settings.set("exploraton", 1.0).expect_err("no such name").contains("exploration"));
        assert_eq!(settings.get("exploraton"), None);
        // The places are those of the names.
        settings.set("implicit", 0.25).expect("inside");
        settings.set("reference", 77.0).expect("inside");
        assert_eq!((settings.implicit(), settings.reference()), (0.25, 77));
        settings.set("playout-turns", 6.0).expect("inside");
        assert_eq!((settings.playout_turns(), settings.prior()), (Some(6), 0.0));
    }
}
