//! The stable names of the mistakes that rules make in play, which depend on the
//! position and so are only found there; `docs/errors.md` explains each.

macro_rules! error_codes {
    ($($variant:ident $text:literal $doc:literal,)*) => {
        /// What can go wrong when rules are played.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorCode {
            $(#[doc = $doc] $variant,)*
        }

        impl ErrorCode {
            /// All codes, in alphabetical order.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$variant,)*];

            /// The code as it is shown, such as `two-outcomes`.
            pub fn text(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $text,)*
                }
            }
        }
    };
}

error_codes! {
    ExactlyBroken "exactly-broken" "A move breaks what `exactly` promises.",
    HandNotEmpty "hand-not-empty" "A turn ends with a piece in the hand.",
    OverAndMoves "over-and-moves" "A position is over and has moves.",
    SameText "same-text" "Two moves have the same text.",
    Stuck "stuck" "A position has neither a move nor an outcome.",
    TooDeepRecursion "too-deep-recursion" "Rules call each other too deeply.",
    TooLong "too-long" "A turn takes too many steps or has too many results.",
    TwoOutcomes "two-outcomes" "A position or a move has two outcomes.",
}

impl ErrorCode {
    /// Whether a limit was reached, so that the same rules would run as long again.
    pub fn is_limit(self) -> bool {
        matches!(self, ErrorCode::TooDeepRecursion | ErrorCode::TooLong)
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}
