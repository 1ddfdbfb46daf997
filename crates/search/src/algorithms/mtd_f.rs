//! MTD(f): asks again and again whether the value is above a number, each time with a
//! window without width, until it is known (Plaat, Schaeffer, Pijls and de Bruin,
//! "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996). What
//! one question has found is in the table for the next, which is why there are few nodes
//! that are not searched by alpha-beta, too.

use crate::limits::Stop;
use crate::value::{INFINITE, Value, Window};

/// The value of a position, near which a guess should be. `search` searches it with a
/// window, by alpha-beta with a table, and gives a bound on the right side of it.
pub(crate) fn mtd_f(
    guess: Value,
    mut search: impl FnMut(Window) -> Result<Value, Stop>,
) -> Result<Value, Stop> {
    // Step 1: nothing is known, and the guess is asked about first.
    let (mut low, mut high) = (-INFINITE, INFINITE);
    let mut value = guess;
    while low < high {
        // Step 2: is the value at least this? What is known already is not asked again.
        let beta = if value == low { value + 1 } else { value };
        value = search(Window::above(beta - 1))?;
        // Step 3: the answer is a bound, from which the next question is asked.
        if value < beta {
            high = value;
        } else {
            low = value;
        }
    }
    // Step 4: both bounds have met.
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_found_from_any_guess() {
        for value in [-WIDE, -7, 0, 1, 40, WIDE] {
            for guess in [-WIDE, -8, -7, -6, 0, 2, 41, WIDE] {
                let mut asked = Vec::new();
                // A search that never says more than it was asked.
                let found = mtd_f(guess, |Window { alpha, beta }| {
                    asked.push(beta);
                    Ok(if value >= beta { beta } else { alpha })
                });
                assert_eq!(found, Ok(value), "from {guess}");
                let n = asked.len();
                assert!(n as i32 <= (value - guess).abs() + 2, "{asked:?}");
                asked.sort_unstable();
                asked.dedup();
                assert_eq!(asked.len(), n, "nothing is asked twice");
                // One that says all it knows needs two questions.
                let mut n = 0;
                let found = mtd_f(guess, |_| {
                    n += 1;
                    Ok(value)
                });
                assert_eq!((found, n), (Ok(value), 2));
            }
        }
        let stopped = mtd_f(0, |_| Err(Stop::Time));
        assert_eq!(stopped, Err(Stop::Time));
    }

    const WIDE: Value = 100;
}
