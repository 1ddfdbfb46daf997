//! The stable names of all messages about rules: what `docs/errors.md` explains, what
//! tests look for, and what a program that reads our output can rely on. A message
//! itself is built beside the check that raises it.

/// The stage that first raises a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading a text.
    Reading,
    /// Giving meaning to names and declarations.
    Resolving,
    /// Studying rules that were understood.
    Findings,
}

macro_rules! codes {
    ($($variant:ident $text:literal $stage:ident,)*) => {
        /// The stable name of a message, such as `unknown-name`, in alphabetical order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The code as it is shown.
            pub fn text(self) -> &'static str {
                match self {
                    $(Code::$variant => $text,)*
                }
            }

            /// The stage that first raises it.
            pub fn stage(self) -> Stage {
                match self {
                    $(Code::$variant => Stage::$stage,)*
                }
            }
        }
    };
}

codes! {
    AmbiguousKeep "ambiguous-keep" Resolving,
    BadDrawing "bad-drawing" Resolving,
    BadFamily "bad-family" Resolving,
    BadLine "bad-line" Resolving,
    BadName "bad-name" Reading,
    BadPromotion "bad-promotion" Resolving,
    BadRotation "bad-rotation" Resolving,
    BadStart "bad-start" Resolving,
    BadSymbol "bad-symbol" Resolving,
    BoardSize "board-size" Resolving,
    DeadElse "dead-else" Findings,
    DefinedTwice "defined-twice" Resolving,
    DoubledWord "doubled-word" Reading,
    EmptyFile "empty-file" Reading,
    EmptyQuotes "empty-quotes" Reading,
    EmptyRange "empty-range" Resolving,
    ExtendsItself "extends-itself" Resolving,
    ExtendsTooLong "extends-too-long" Resolving,
    ExtendsTwice "extends-twice" Resolving,
    FileTooLarge "file-too-large" Reading,
    ForEachHand "for-each-hand" Findings,
    GoneValue "gone-value" Resolving,
    HandFull "hand-full" Findings,
    LinesAndGrid "lines-and-grid" Resolving,
    LoneAlternative "lone-alternative" Reading,
    LoneValue "lone-value" Reading,
    LostChange "lost-change" Findings,
    LostHexagonal "lost-hexagonal" Resolving,
    MissingComma "missing-comma" Reading,
    MissingPeriod "missing-period" Reading,
    MissingWord "missing-word" Reading,
    MisspeltWord "misspelt-word" Reading,
    NeedsStacks "needs-stacks" Resolving,
    NeedsTwoPlayers "needs-two-players" Resolving,
    NeverMatches "never-matches" Resolving,
    NeverSucceeds "never-succeeds" Findings,
    NoBoard "no-board" Resolving,
    NoChance "no-chance" Reading,
    NoDirection "no-direction" Findings,
    NoFinger "no-finger" Findings,
    NoGrid "no-grid" Resolving,
    NoMain "no-main" Resolving,
    NoOutcome "no-outcome" Findings,
    NoPieces "no-pieces" Resolving,
    NoReserve "no-reserve" Resolving,
    NoSuchDirection "no-such-direction" Resolving,
    NoSuchField "no-such-field" Resolving,
    NobodysReserve "nobodys-reserve" Resolving,
    NotKnown "not-known" Findings,
    NotOnePiece "not-one-piece" Resolving,
    NothingExtended "nothing-extended" Resolving,
    NullMove "null-move" Findings,
    NumberTooLarge "number-too-large" Reading,
    OccurredOnce "occurred-once" Resolving,
    OddCharacter "odd-character" Reading,
    OutAndDefined "out-and-defined" Resolving,
    OutOfLimits "out-of-limits" Resolving,
    OutcomeNeverReached "outcome-never-reached" Findings,
    OverAndMoves "over-and-moves" Findings,
    OwnedField "owned-field" Resolving,
    PickupFullHand "pickup-full-hand" Findings,
    PutdownEmptyHand "putdown-empty-hand" Findings,
    PutdownOnOwn "putdown-on-own" Findings,
    PuzzleOnly "puzzle-only" Resolving,
    RefereeIdle "referee-idle" Findings,
    RefusedSeveral "refused-several" Findings,
    RepeatStandsStill "repeat-stands-still" Findings,
    ReservedWord "reserved-word" Reading,
    RoleName "role-name" Resolving,
    SameInitials "same-initials" Resolving,
    SectionTwice "section-twice" Resolving,
    SeenWithoutFinger "seen-without-finger" Findings,
    SilentReferee "silent-referee" Findings,
    SilentRefusal "silent-refusal" Findings,
    StrayBracket "stray-bracket" Reading,
    StrayText "stray-text" Reading,
    StrayWord "stray-word" Reading,
    SymbolTwice "symbol-twice" Resolving,
    ToldSeveral "told-several" Findings,
    TooDeep "too-deep" Reading,
    TooManyErrors "too-many-errors" Reading,
    TooManyPlayers "too-many-players" Reading,
    TwoOutcomes "two-outcomes" Findings,
    UnboundedRecursion "unbounded-recursion" Findings,
    UnboundedRepeat "unbounded-repeat" Findings,
    UnclosedBrace "unclosed-brace" Reading,
    UnclosedBracket "unclosed-bracket" Reading,
    UnclosedQuote "unclosed-quote" Reading,
    Unexpected "unexpected" Reading,
    Unheard "unheard" Findings,
    UnknownGame "unknown-game" Resolving,
    UnknownName "unknown-name" Resolving,
    UnknownSection "unknown-section" Reading,
    Unused "unused" Findings,
    WrongArguments "wrong-arguments" Resolving,
    WrongKind "wrong-kind" Resolving,
    ZoneInItself "zone-in-itself" Resolving,
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_sorted_by_their_texts() {
        assert!(Code::ALL.is_sorted_by_key(|code| code.text()));
    }
}
