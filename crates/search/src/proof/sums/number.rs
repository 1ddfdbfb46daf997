//! Numbers among games: how many moves a player is ahead, in halves, quarters and so on
//! (Conway, "On Numbers and Games", 1976).

/// A number in parts of 2^-24.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Number(i64);

/// The bits after the point.
const BITS: u32 = 24;
/// The number 1.
const ONE: i64 = 1 << BITS;

impl Number {
    pub(super) fn whole(n: i64) -> Number {
        Number(n * ONE)
    }

    /// The simplest number between two others, or beyond one if there is no other; nothing if
    /// it has too many digits.
    pub(super) fn between(low: Option<Number>, high: Option<Number>) -> Option<Number> {
        let low = low.map_or(i64::MIN / 4, |low| low.0);
        let high = high.map_or(i64::MAX / 4, |high| high.0);
        if low >= high {
            return None;
        }
        // The fewer digits the simpler, and among whole numbers the one nearest to 0.
        for bits in 0..=BITS {
            let step = ONE >> bits;
            let first = low.div_euclid(step) * step + step;
            let last = (high - 1).div_euclid(step) * step;
            if first <= last {
                return Some(Number(0.clamp(first, last)));
            }
        }
        None
    }

    /// What it is after the best move of the player who counts up, if they have one.
    pub(super) fn after_move(self) -> Option<Number> {
        let step = match self.0 % ONE {
            0 if self.0 > 0 => ONE,
            0 => return None,
            _ => 1 << self.0.trailing_zeros(),
        };
        Some(Number(self.0 - step))
    }
}

impl std::ops::Add for Number {
    type Output = Number;

    fn add(self, other: Number) -> Number {
        Number(self.0 + other.0)
    }
}

impl std::ops::Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        Number(-self.0)
    }
}

impl std::iter::Sum for Number {
    fn sum<I: Iterator<Item = Number>>(all: I) -> Number {
        all.fold(Number::default(), |sum, number| sum + number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(low: Option<f64>, high: Option<f64>, simplest: f64) {
        let number = |it: f64| Number((it * ONE as f64) as i64);
        let found = Number::between(low.map(number), high.map(number));
        assert_eq!(found, Some(number(simplest)), "between {low:?} and {high:?}");
    }

    #[test]
    fn the_simplest_number_is_found() {
        check(None, None, 0.0);
        check(Some(0.0), None, 1.0);
        check(Some(-3.0), None, 0.0);
        check(None, Some(-2.0), -3.0);
        check(Some(0.0), Some(1.0), 0.5);
        check(Some(0.5), Some(1.0), 0.75);
        check(Some(1.25), Some(3.5), 2.0);
        check(Some(-1.0), Some(-0.5), -0.75);
        assert_eq!(Number::between(Some(Number(1)), Some(Number(1))), None);
    }

    #[test]
    fn a_move_in_a_number_costs_something() {
        let after = |halves: i64| Number(halves * ONE / 2).after_move();
        assert_eq!(after(4), Some(Number(ONE)));
        assert_eq!(after(1), Some(Number(0)));
        assert_eq!(after(-3), Some(Number(-2 * ONE)));
        assert_eq!((after(0), after(-2)), (None, None));
    }
}
