//! Splits a text into lines of tokens, and reads a line token by token with
//! messages that name the line.

use super::IrError;
use crate::names::{Names, Space};

/// A word, a quoted text, a number or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Quoted(String),
    Int(u64),
    Mark(&'static str),
}

/// Longer marks come first.
const MARKS: [&str; 22] = [
    "->", "..", "<=", ">=", "<>", "(", ")", "{", "}", ",", ":", "=", "|", "&", "-", "+", "*", "?",
    "<", ">", "#", ".",
];

/// A line that is not empty.
#[derive(Clone, Debug)]
pub(super) struct Line {
    number: usize,
    tokens: Vec<Token>,
    at: usize,
}

/// The lines that are not empty.
pub(super) fn split(text: &str) -> Result<Vec<Line>, IrError> {
    let mut lines = Vec::new();
    for (i, text) in text.lines().enumerate() {
        let number = i + 1;
        let tokens = lex(text).map_err(|message| IrError { line: number, message })?;
        if !tokens.is_empty() {
            lines.push(Line { number, tokens, at: 0 });
        }
    }
    Ok(lines)
}

fn lex(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(c) = rest.chars().next() {
        if c == ';' {
            break;
        }
        let length;
        if c.is_ascii_alphabetic() || c == '_' {
            length = word_length(rest);
            tokens.push(Token::Word(rest[..length].to_string()));
        } else if c.is_ascii_digit() {
            length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let digits = &rest[..length];
            tokens.push(Token::Int(digits.parse().map_err(|_| format!("{digits} is too large"))?));
        } else if c == '\'' {
            let (text, end) = unquote(rest).ok_or("a quoted text does not end on its line")?;
            length = end;
            tokens.push(Token::Quoted(text));
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            length = mark.len();
            tokens.push(Token::Mark(mark));
        } else {
            return Err(format!("unexpected `{c}`"));
        }
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// The length of a word: letters, digits, `_`, `@`, and dots between these.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_part = |i: usize| {
        bytes.get(i).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'@'))
    };
    let mut end = 0;
    while is_part(end) || bytes.get(end) == Some(&b'.') && is_part(end + 1) {
        end += 1;
    }
    end
}

/// The text in quotes at the start, and where it ends.
fn unquote(text: &str) -> Option<(String, usize)> {
    let mut plain = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((i, c)) = chars.next() {
        match c {
            '\'' => return Some((plain, i + 1)),
            '\\' => match chars.next()?.1 {
                'u' => {
                    let hex: String =
                        chars.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
                    plain.push(char::from_u32(u32::from_str_radix(&hex, 16).ok()?)?);
                }
                c => plain.push(c),
            },
            c => plain.push(c),
        }
    }
    None
}

impl Line {
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    pub(super) fn error(&self, message: String) -> IrError {
        IrError { line: self.number, message }
    }

    fn expected(&self, what: &str) -> IrError {
        let found = match self.tokens.get(self.at) {
            None => "the line ends".to_string(),
            Some(Token::Word(word)) => format!("found `{word}`"),
            Some(Token::Quoted(text)) => format!("found '{text}'"),
            Some(Token::Int(n)) => format!("found {n}"),
            Some(Token::Mark(mark)) => format!("found `{mark}`"),
        };
        self.error(format!("expected {what}; {found}"))
    }

    pub(super) fn at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    pub(super) fn end(&self) -> Result<(), IrError> {
        if self.at_end() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    pub(super) fn is_at(&self, mark: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Mark(it)) if *it == mark)
    }

    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let found = self.is_at(mark);
        self.at += found as usize;
        found
    }

    pub(super) fn expect(&mut self, mark: &str) -> Result<(), IrError> {
        if self.eat(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// The next token if it is a word.
    pub(super) fn peek_word(&self) -> Option<&str> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += found as usize;
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), IrError> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    pub(super) fn word(&mut self, what: &str) -> Result<String, IrError> {
        let word = self.peek_word().map(str::to_string).ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(word)
    }

    pub(super) fn quoted(&mut self) -> Result<String, IrError> {
        match self.tokens.get(self.at) {
            Some(Token::Quoted(text)) => {
                self.at += 1;
                Ok(text.clone())
            }
            _ => Err(self.expected("a text in quotes")),
        }
    }

    /// A name, plain or quoted.
    pub(super) fn name(&mut self, what: &str) -> Result<String, IrError> {
        match self.tokens.get(self.at) {
            Some(Token::Word(name) | Token::Quoted(name)) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => Err(self.expected(&format!("the name of a {what}"))),
        }
    }

    /// The number of the thing that is named next: by its name or by `#`.
    pub(super) fn number_of<N: TryFrom<u64>>(
        &mut self,
        names: &Names<'_>,
        space: Space,
    ) -> Result<N, IrError> {
        if self.eat("#") {
            return self.int();
        }
        let name = self.name(space.word())?;
        let number = names.find(space, &name).and_then(|i| N::try_from(i as u64).ok());
        number.ok_or_else(|| self.error(format!("there is no {} `{name}`", space.word())))
    }

    /// A number without a sign.
    pub(super) fn int<N: TryFrom<u64>>(&mut self) -> Result<N, IrError> {
        let Some(Token::Int(n)) = self.tokens.get(self.at) else {
            return Err(self.expected("a number"));
        };
        let small = N::try_from(*n).map_err(|_| self.error(format!("{n} is too large")))?;
        self.at += 1;
        Ok(small)
    }

    /// A number that may have a sign.
    pub(super) fn signed(&mut self) -> Result<i32, IrError> {
        let sign = if self.eat("-") { -1 } else { 1 };
        let n = sign * i64::from(self.int::<u32>()?);
        i32::try_from(n).map_err(|_| self.error(format!("{n} is too large")))
    }

    /// The mark that comes next, if it is one of these.
    pub(super) fn eat_one_of(&mut self, marks: &[&'static str]) -> Option<&'static str> {
        let mark = marks.iter().copied().find(|mark| self.is_at(mark))?;
        self.at += 1;
        Some(mark)
    }

    /// Whether a number comes next.
    pub(super) fn is_at_number(&self) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Int(_)) | Some(Token::Mark("-")))
    }
}
