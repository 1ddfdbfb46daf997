//! What libraries advise, in the words of this command: they know nothing of its options.

/// Advice of a library, and how it is said here.
const SAID_HERE: [(&str, &str); 4] = [
    (native::INTERPRET, "try `--backend interp`"),
    (search::SMALLER_TABLE, "give `--hash` a smaller size"),
    (search::SOLVE_IT, "`multigame solve` solves puzzles"),
    (experiments::MORE_MEMORY, "`--memory` gives it more; `--ply` reads fewer turns"),
];

/// A hint as it is shown.
pub(super) fn said_here(hint: &str) -> &str {
    SAID_HERE.iter().find(|(advice, _)| *advice == hint).map_or(hint, |(_, here)| here)
}
