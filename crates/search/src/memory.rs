//! What large tables ask of the machine: huge pages, so that finding a place in memory
//! does not take a walk of its own, and lines of the cache before they are needed.
//!
//! Both are wishes. Where a machine does not know them nothing happens, and nothing is
//! slower or less right than without.

#![allow(unsafe_code, reason = "wishes about memory cannot be told to the machine otherwise")]

use std::mem::MaybeUninit;

/// Where less memory is asked for, huge pages would be mostly empty.
const WORTH_HUGE_PAGES: usize = 8 << 20;

/// An empty list with room for this many, in huge pages where there are some. Nothing if
/// there is no memory for it.
pub(crate) fn room_for<T>(n: usize) -> Option<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(n).ok()?;
    ask_for_huge_pages(list.spare_capacity_mut());
    Some(list)
}

#[cfg(target_os = "linux")]
fn ask_for_huge_pages<T>(room: &mut [MaybeUninit<T>]) {
    const PAGE: usize = 4096;
    let bytes = size_of_val(room);
    if bytes < WORTH_HUGE_PAGES {
        return;
    }
    let start = room.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    // SAFETY: the whole pages that are named lie inside of the room, which nobody else
    // uses, and the advice changes nothing of what they hold.
    unsafe {
        libc::madvise(
            start.add(skipped).cast(),
            (bytes - skipped) / PAGE * PAGE,
            libc::MADV_HUGEPAGE,
        );
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages<T>(_: &mut [MaybeUninit<T>]) {}

/// Lets the line of the cache in which this lies come, while the work goes on. An
/// ordinary load would hold up what follows it until the line is there.
#[inline]
pub(crate) fn fetch<T>(at: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: nothing is read that anybody could notice.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(at).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_what_was_asked_for() {
        for n in [0, 1, 1000, 3 << 20] {
            let mut list: Vec<u64> = room_for(n).expect("room");
            assert!(list.capacity() >= n);
            list.resize(n, 7);
            list.first().into_iter().chain(list.last()).for_each(fetch);
            assert!(list.iter().all(|&word| word == 7));
        }
        assert!(room_for::<u64>(usize::MAX / 16).is_none());
    }
}
