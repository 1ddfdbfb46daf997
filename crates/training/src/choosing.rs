//! Moves among the legal ones of many games at once: those that were chosen, and those that chance
//! draws.

use game::Rng;

/// Finds the places of the moves that were chosen in lists of legal ones, or the list that lacks one.
#[inline]
pub(crate) fn find_all<'n>(
    legal: impl Iterator<Item = &'n [u32]>,
    places: &mut [u32],
    chosen: &[i64],
) -> Result<(), usize> {
    for (lane, ((legal, place), &chosen)) in legal.zip(places).zip(chosen).enumerate() {
        // Most callers choose what was drawn.
        if legal.get(*place as usize).is_none_or(|number| i64::from(*number) != chosen) {
            let found = legal.iter().position(|number| i64::from(*number) == chosen);
            *place = found.ok_or(lane)? as u32;
        }
    }
    Ok(())
}

/// Draws one of each list of legal moves, and notes its place.
#[inline]
pub(crate) fn draw_all<'n>(
    legal: impl Iterator<Item = &'n [u32]>,
    places: &mut [u32],
    rng: &mut Rng,
    into: &mut [i64],
) {
    for ((legal, place), into) in legal.zip(places).zip(into) {
        let drawn = rng.below(legal.len());
        *into = legal.get(drawn).map_or(-1, |number| i64::from(*number));
        *place = drawn as u32;
    }
}
