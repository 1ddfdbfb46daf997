//! Pages that generated code appends to: pages that are not there until they
//! are used, between two pages that nobody may touch. Code checks the end before
//! it appends; the guards are there for the day when a check is missing.

use region::{Allocation, Protection};

/// Numbers that any bits are one of.
pub(crate) trait Bits: Copy {}

impl Bits for u32 {}
impl Bits for u64 {}

/// Some memory between guards.
pub(crate) struct Pages {
    /// Only kept: its pages go when it does.
    _pages: Allocation,
    /// The address of the first byte between the guards.
    start: u64,
    bytes: usize,
}

impl Pages {
    /// This many bytes, zeroed; whole pages. Nothing if the machine has no memory left.
    pub(crate) fn new(bytes: usize) -> Option<Pages> {
        let page = region::page::size();
        let bytes = bytes.max(1).next_multiple_of(page);
        let mut pages = region::alloc(bytes + 2 * page, Protection::NONE).ok()?;
        let inside = pages.as_mut_ptr::<u8>().wrapping_add(page);
        // SAFETY: these pages are ours and nothing points into them yet.
        unsafe { region::protect(inside, bytes, Protection::READ_WRITE) }.ok()?;
        Some(Pages { _pages: pages, start: inside as u64, bytes })
    }

    /// At least this many bytes; ends the program if the machine has no memory left.
    pub(crate) fn needed(bytes: usize) -> Pages {
        Pages::new(bytes).unwrap_or_else(|| {
            let layout = std::alloc::Layout::array::<u8>(bytes);
            std::alloc::handle_alloc_error(layout.unwrap_or(std::alloc::Layout::new::<u8>()))
        })
    }

    /// Makes room for at least this many bytes. What was written stays, but lies elsewhere.
    pub(crate) fn grow(&mut self, bytes: usize) {
        if bytes > self.bytes {
            let mut larger = Pages::needed(bytes);
            let old: &[u64] = self.all();
            larger.all_mut()[..old.len()].copy_from_slice(old);
            *self = larger;
        }
    }

    /// All of it.
    #[inline]
    pub(crate) fn all<T: Bits>(&self) -> &[T] {
        // SAFETY: the pages can be read, begin at the start of a page, and any bits are
        // a number.
        unsafe { std::slice::from_raw_parts(self.start() as *const T, self.bytes / size_of::<T>()) }
    }

    /// All of it, to be written.
    pub(crate) fn all_mut<T: Bits>(&mut self) -> &mut [T] {
        let n = self.bytes / size_of::<T>();
        // SAFETY: as above; the pages can be written, and nobody else has them.
        unsafe { std::slice::from_raw_parts_mut(self.start() as *mut T, n) }
    }

    /// The address of its first byte.
    #[inline]
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// The address after its last byte.
    pub(crate) fn end(&self) -> u64 {
        self.start() + self.bytes as u64
    }

    /// This many words from an address on, if they lie inside.
    pub(crate) fn words(&self, from: u64, n_words: usize) -> Option<&[u64]> {
        let bytes = u64::try_from(n_words).ok()?.checked_mul(8)?;
        if !from.is_multiple_of(8) || from < self.start() || from.checked_add(bytes)? > self.end() {
            return None;
        }
        // SAFETY: the words lie inside of pages that can be read, are aligned,
        // and any bits are a word.
        Some(unsafe { std::slice::from_raw_parts(from as *const u64, n_words) })
    }

    /// Copies words to an address, if they fit there.
    pub(crate) fn write(&mut self, to: u64, words: &[u64]) -> Option<()> {
        self.words(to, words.len())?;
        // SAFETY: as above; the pages can be written, and the source is not among them
        // because they are borrowed.
        unsafe { std::ptr::copy(words.as_ptr(), to as *mut u64, words.len()) };
        Some(())
    }

    /// Copies words inside, if they lie and fit there.
    pub(crate) fn copy(&mut self, from: u64, to: u64, n_words: usize) -> Option<()> {
        self.words(from, n_words)?;
        self.words(to, n_words)?;
        // SAFETY: both places lie inside of pages that can be read and written, and
        // may overlap.
        unsafe { std::ptr::copy(from as *const u64, to as *mut u64, n_words) };
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_lie_on_both_sides() {
        let mut memory = Pages::new(10_000).unwrap();
        memory.write(memory.start(), &[1, 2, 3]).unwrap();
        assert_eq!(memory.words(memory.start() + 8, 2), Some([2, 3].as_slice()));
        assert_eq!(memory.words(memory.end() - 8, 2), None);
        assert_eq!(memory.words(memory.start() - 8, 1), None);
        assert_eq!(memory.write(memory.end(), &[1]), None);
        assert_eq!(memory.copy(memory.start(), memory.end() - 8, 2), None);
        memory.copy(memory.start(), memory.start() + 8, 2).unwrap();
        assert_eq!(memory.words(memory.start(), 3), Some([1, 1, 2].as_slice()));
        memory.grow(20_000);
        assert_eq!(memory.all::<u64>()[..3], [1, 1, 2]);
        assert!(memory.end() - memory.start() >= 20_000);
        for outside in [memory.start() - 1, memory.end()] {
            let region = region::query(outside as *const u8).unwrap();
            assert_eq!(region.protection(), Protection::NONE);
        }
    }
}
