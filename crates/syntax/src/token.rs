//! The smallest parts of a rules text: what each is and where. The
//! words of the language are listed here, since they cannot be names.

use crate::span::Span;

/// A word, number, quoted text, mark or drawing, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is; quotes belong to it, the braces of a drawing do not.
    pub span: Span,
    /// Whether nothing but spaces comes before it on its line.
    pub first_on_line: bool,
    /// Whether a mistake in or just before it was already reported, so that the
    /// parser has nothing to add.
    pub damaged: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word that is not reserved.
    Name,
    /// A word of the language.
    Word(&'static str),
    /// A whole number, at most a billion.
    Int(u32),
    /// A text in single quotes.
    Symbol,
    /// Punctuation or an operator, such as `,` or `<=`.
    Mark(&'static str),
    /// The text between the braces of `start` or `layout`.
    Drawing,
    /// The end of the text.
    End,
}

/// A list of words without quotes and commas.
macro_rules! words {
    ($($word:tt)*) => { &[$(stringify!($word)),*] };
}

/// The words of the language, sorted; none of them can be a name.
pub const RESERVED: &[&str] = words![
    add again all alldir as at backward base before both bound by column columns cost count
    counters cyclic diagonal dimensions directions do draw drop each east either else empty
    enemy evaluation exactly extends field find for forward hand height here hexagonal in
    infinity keep layout lines lose matches memory most north northeast northwest not occurred
    of opponent or orthogonal own pass pickup piece pieces players points promote promotes
    putdown remember remove repeat replace reserve rotate row rows score set south southeast
    southwest stacks start step steps sum tell test times to try turn turns until value west win
    without zones
];

/// The reserved word with these letters, if there is one.
pub(crate) fn reserved(word: &str) -> Option<&'static str> {
    RESERVED.binary_search(&word).ok().map(|i| RESERVED[i])
}

#[cfg(test)]
mod tests {
    use super::RESERVED;

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
    }
}
