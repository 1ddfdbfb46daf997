//! The stable names of the messages about names and declarations, so that the
//! documentation can be checked to explain each of them.

/// The codes of all messages about names and declarations, in order.
pub const CODES: &[&str] = &[
    "ambiguous-keep",
    "bad-drawing",
    "bad-family",
    "bad-line",
    "bad-promotion",
    "bad-rotation",
    "bad-sign",
    "bad-start",
    "board-size",
    "defined-twice",
    "empty-range",
    "extends-itself",
    "extends-too-long",
    "extends-twice",
    "gone-value",
    "lines-and-grid",
    "missing-comma",
    "needs-stacks",
    "needs-two-players",
    "never-matches",
    "no-board",
    "no-grid",
    "no-main",
    "no-pieces",
    "no-reserve",
    "no-such-direction",
    "no-such-field",
    "nobodys-reserve",
    "not-one-piece",
    "nothing-extended",
    "occurred-once",
    "out-and-defined",
    "out-of-limits",
    "owned-field",
    "puzzle-only",
    "role-name",
    "same-initials",
    "section-twice",
    "sign-twice",
    "too-many-errors",
    "unknown-game",
    "unknown-name",
    "wrong-kind",
    "zone-in-itself",
];

#[cfg(test)]
mod tests {
    use super::CODES;

    const TEXTS: &[&str] = &[
        include_str!("compile.rs"),
        include_str!("inherit.rs"),
        include_str!("resolve/action.rs"),
        include_str!("resolve/board.rs"),
        include_str!("resolve/declare.rs"),
        include_str!("resolve/directions.rs"),
        include_str!("resolve/drawing.rs"),
        include_str!("resolve/gone.rs"),
        include_str!("resolve/mod.rs"),
        include_str!("resolve/names.rs"),
        include_str!("resolve/number.rs"),
        include_str!("resolve/pattern.rs"),
        include_str!("resolve/pieces.rs"),
        include_str!("resolve/place.rs"),
        include_str!("resolve/reserve.rs"),
        include_str!("resolve/signs.rs"),
        include_str!("resolve/statement.rs"),
    ];

    /// The codes with which messages are made in a text.
    fn used(text: &str) -> Vec<&str> {
        let calls = ["Diagnostic::error(", "Diagnostic::warning("];
        let mut found = Vec::new();
        for call in calls {
            for rest in text.split(call).skip(1) {
                if let Some(rest) = rest.trim_start().strip_prefix('"') {
                    found.extend(rest.split('"').next());
                }
            }
        }
        found
    }

    #[test]
    fn the_list_is_complete() {
        let mut codes: Vec<&str> = TEXTS.iter().flat_map(|text| used(text)).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes, CODES);
    }
}
