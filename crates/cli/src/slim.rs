//! What a program needs to run, without what only tells debuggers about it: for
//! ELF, the format of Linux, everything behind the segments that are loaded, and
//! the list of sections, which nobody reads who runs a program.
//!
//! 1. Find the program headers; each names a stretch of the file.
//! 2. Keep the file to the end of the last of these stretches.
//! 3. Say in the header of the file that there is no list of sections.

/// Where parts of the header are, and how long they are.
const PROGRAM_HEADERS: usize = 0x20;
const SECTION_HEADERS: usize = 0x28;
const PROGRAM_HEADER_SIZE: usize = 0x36;
const PROGRAM_HEADER_COUNT: usize = 0x38;
const SECTION_HEADER_COUNT: usize = 0x3c;
const HEADER: usize = 0x40;
/// Where a program header says which part of the file it is about.
const FILE_OFFSET: usize = 0x08;
const FILE_SIZE: usize = 0x20;

/// Makes a program shorter, if it has the form that is known here.
pub(super) fn slim(program: &mut Vec<u8>) {
    let Some(end) = needed(program) else { return };
    program.truncate(end);
    program[SECTION_HEADERS..SECTION_HEADERS + 8].fill(0);
    // The number of sections, and which of them has their names.
    program[SECTION_HEADER_COUNT..SECTION_HEADER_COUNT + 4].fill(0);
}

/// The end of what is loaded of a 64-bit little-endian ELF file.
fn needed(program: &[u8]) -> Option<usize> {
    let long = |at: usize| {
        let bytes = program.get(at..at.checked_add(8)?)?;
        usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let short = |at: usize| {
        let bytes = program.get(at..at.checked_add(2)?)?;
        Some(usize::from(u16::from_le_bytes(bytes.try_into().ok()?)))
    };
    if !program.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (first, size) = (long(PROGRAM_HEADERS)?, short(PROGRAM_HEADER_SIZE)?);
    let mut end = HEADER;
    for i in 0..short(PROGRAM_HEADER_COUNT)? {
        let header = first.checked_add(i * size)?;
        end = end.max(header.checked_add(size)?);
        end = end.max(long(header + FILE_OFFSET)?.checked_add(long(header + FILE_SIZE)?)?);
    }
    (end <= program.len()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_stays_as_it_is() {
        for program in [&b"#!/bin/sh\n"[..], b"", b"\x7fELF\x02\x01", b"\x7fELF\x01\x01 12345"] {
            let mut slimmer = program.to_vec();
            slim(&mut slimmer);
            assert_eq!(slimmer, program);
        }
    }

    #[test]
    fn only_segments_stay() {
        let mut program = vec![0; 400];
        program[..6].copy_from_slice(b"\x7fELF\x02\x01");
        program[PROGRAM_HEADERS] = 0x40;
        program[SECTION_HEADERS] = 0xf0;
        (program[PROGRAM_HEADER_SIZE], program[PROGRAM_HEADER_COUNT]) = (56, 2);
        program[SECTION_HEADER_COUNT] = 9;
        program[0x40 + 56 + FILE_OFFSET] = 200;
        program[0x40 + 56 + FILE_SIZE] = 50;
        let mut slimmer = program.clone();
        slim(&mut slimmer);
        assert_eq!(slimmer.len(), 250);
        assert_eq!((slimmer[SECTION_HEADERS], slimmer[SECTION_HEADER_COUNT]), (0, 0));
        // A segment that is not all there is none.
        program.truncate(220);
        slimmer = program.clone();
        slim(&mut slimmer);
        assert_eq!(slimmer, program);
    }
}
