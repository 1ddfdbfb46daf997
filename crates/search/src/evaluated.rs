//! What positions were worth that were evaluated not long ago: one is evaluated to find its
//! place in the order, again to see whether it is worth a look, and again at the horizon,
//! and an evaluation may take longer than everything else.

use crate::value::Value;

/// This many are kept, a power of two: they stay near the processor.
const PLACES: usize = 1 << 14;

/// Evaluations by the keys of positions.
#[derive(Clone, Debug)]
pub(crate) struct Evaluated(Box<[(u64, Value)]>);

impl Evaluated {
    /// Room for them, or for none.
    pub(crate) fn new(on: bool) -> Evaluated {
        Evaluated(vec![(0, 0); if on { PLACES } else { 0 }].into())
    }

    /// Whether anything is kept.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !self.0.is_empty()
    }

    /// What a position was worth.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Value> {
        let (known, value) = *self.0.get(key as usize & (PLACES - 1))?;
        (known == key).then_some(value)
    }

    /// Notes what a position is worth.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: Value) {
        if let Some(place) = self.0.get_mut(key as usize & (PLACES - 1)) {
            *place = (key, value);
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill((0, 0));
    }
}
