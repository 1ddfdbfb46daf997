//! Where in a list an item with a hash stands: a table of numbers with linear probing.
//!
//! A place holds 32 bits of the hash beside the number, so that other items are hardly
//! ever looked at, and the table grows without looking at any.

/// Numbers of items, found by their hashes.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// 32 bits of the hash, and the number plus 1; 0 where there is nothing.
    places: Vec<u64>,
    n: usize,
}

impl Places {
    pub(crate) fn new() -> Places {
        Places { places: vec![0; 16], n: 0 }
    }

    /// The number of the item with this hash for which `is_it` holds; or a number for
    /// it, which is that of the items so far.
    pub(crate) fn find(
        &mut self,
        hash: u64,
        mut is_it: impl FnMut(usize) -> bool,
    ) -> Result<usize, usize> {
        if 3 * self.places.len() < 4 * (self.n + 1) {
            self.grow();
        }
        let (mask, tag) = (self.places.len() - 1, hash << 32);
        let mut place = hash as usize & mask;
        loop {
            let entry = self.places[place];
            if entry == 0 {
                break;
            }
            let number = (entry & 0xffff_ffff) as usize - 1;
            if entry & !0xffff_ffff == tag && is_it(number) {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
        let number = self.n;
        self.n += 1;
        self.places[place] = tag | (number as u64 + 1);
        Err(number)
    }

    /// The number of the item that is likely to be the one with this hash, if there is one.
    #[inline]
    pub(crate) fn likely(&self, hash: u64) -> Option<usize> {
        let (mask, tag) = (self.places.len() - 1, hash as u32);
        let mut place = hash as usize & mask;
        loop {
            let entry = self.places[place];
            let number = (entry as u32).checked_sub(1)?;
            if (entry >> 32) as u32 == tag {
                return Some(number as usize);
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mut places = vec![0; 2 * self.places.len()];
        let mask = places.len() - 1;
        for &entry in self.places.iter().filter(|entry| **entry != 0) {
            let mut place = (entry >> 32) as usize & mask;
            while places[place] != 0 {
                place = (place + 1) & mask;
            }
            places[place] = entry;
        }
        self.places = places;
    }

    /// The memory that it takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * 8
    }
}
