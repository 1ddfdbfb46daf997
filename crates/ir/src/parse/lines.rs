//! Splits a text into lines of tokens, and reads a line token by token with
//! messages that name the line.

use super::{IrError, read_value};
use crate::names::{Names, Space};

/// What was read, or why not.
pub(crate) type Read<T> = Result<T, Failure>;

/// Why something could not be read.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// At which token.
    at: usize,
    /// Whether something else was expected there, so that another node may still fit.
    is_expected: bool,
    error: IrError,
}

impl From<Failure> for IrError {
    fn from(failure: Failure) -> IrError {
        failure.error
    }
}

/// A word, a quoted text, a number or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
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
pub(crate) struct Line {
    number: usize,
    tokens: Vec<Token>,
    at: usize,
    /// Where the node begins that is being read.
    head: usize,
}

/// The lines that are not empty.
pub(super) fn split(text: &str) -> Result<Vec<Line>, IrError> {
    let mut lines = Vec::new();
    for (i, text) in text.lines().enumerate() {
        let number = i + 1;
        let tokens = lex(text).map_err(|message| IrError { line: number, message })?;
        if !tokens.is_empty() {
            lines.push(Line { number, tokens, at: 0, head: 0 });
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
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    pub(crate) fn error(&self, message: String) -> Failure {
        let error = IrError { line: self.number, message };
        Failure { at: self.at, is_expected: false, error }
    }

    pub(crate) fn expected(&self, what: &str) -> Failure {
        let found = match self.tokens.get(self.at) {
            None => "the line ends".to_string(),
            Some(Token::Word(word)) => format!("found `{word}`"),
            Some(Token::Quoted(text)) => format!("found '{text}'"),
            Some(Token::Int(n)) => format!("found {n}"),
            Some(Token::Mark(mark)) => format!("found `{mark}`"),
        };
        Failure { is_expected: true, ..self.error(format!("expected {what}; {found}")) }
    }

    pub(crate) fn at_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    pub(crate) fn end(&self) -> Read<()> {
        if self.at_end() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    pub(crate) fn is_at(&self, mark: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Mark(it)) if *it == mark)
    }

    pub(crate) fn eat(&mut self, mark: &str) -> bool {
        let found = self.is_at(mark);
        self.at += found as usize;
        found
    }

    pub(crate) fn expect(&mut self, mark: &str) -> Read<()> {
        if self.eat(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    pub(crate) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// The next token if it is a word.
    pub(crate) fn peek_word(&self) -> Option<&str> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += found as usize;
        found
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    pub(crate) fn word(&mut self, what: &str) -> Read<String> {
        let word = self.peek_word().map(str::to_string).ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(word)
    }

    pub(crate) fn quoted(&mut self) -> Read<String> {
        match self.tokens.get(self.at) {
            Some(Token::Quoted(text)) => {
                self.at += 1;
                Ok(text.clone())
            }
            _ => Err(self.expected("a text in quotes")),
        }
    }

    /// A name, plain or quoted.
    pub(crate) fn name(&mut self, what: &str) -> Read<String> {
        match self.tokens.get(self.at) {
            Some(Token::Word(name) | Token::Quoted(name)) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => Err(self.expected(&format!("the name of a {what}"))),
        }
    }

    /// The number of the thing that is named next: by its name or by `#`.
    pub(crate) fn number_of<N: TryFrom<u64>>(
        &mut self,
        names: &Names<'_>,
        space: Space,
    ) -> Read<N> {
        if self.eat("#") {
            return self.int();
        }
        let name = self.name(space.word())?;
        let number = names.find(space, &name).and_then(|i| N::try_from(i as u64).ok());
        number.ok_or_else(|| self.error(format!("there is no {} `{name}`", space.word())))
    }

    /// A number without a sign.
    pub(crate) fn int<N: TryFrom<u64>>(&mut self) -> Read<N> {
        let Some(Token::Int(n)) = self.tokens.get(self.at) else {
            return Err(self.expected("a number"));
        };
        let small = N::try_from(*n).map_err(|_| self.error(format!("{n} is too large")))?;
        self.at += 1;
        Ok(small)
    }

    /// A number that may have a sign.
    pub(crate) fn signed(&mut self) -> Read<i32> {
        let sign = if self.eat("-") { -1 } else { 1 };
        let n = sign * i64::from(self.int::<u32>()?);
        i32::try_from(n).map_err(|_| self.error(format!("{n} is too large")))
    }

    /// One of these words or marks, for what it stands.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        words: &[(&str, T)],
        what: &str,
        wrong: &str,
    ) -> Read<T> {
        let found = match self.peek() {
            Some(Token::Word(found)) => found.clone(),
            Some(Token::Mark(found)) => found.to_string(),
            _ => return Err(self.expected(what)),
        };
        match words.iter().find(|(word, _)| *word == found) {
            Some(&(_, meaning)) => {
                self.at += 1;
                Ok(meaning)
            }
            None => Err(self.error(format!("`{found}` {wrong}"))),
        }
    }

    /// A word or a mark of a text form.
    pub(crate) fn literal(&mut self, text: &str) -> Read<()> {
        match text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            true => self.expect_word(text),
            false => self.expect(text),
        }
    }

    /// Whether nothing of the node has been read.
    pub(crate) fn at_head(&self) -> bool {
        self.at == self.head
    }

    /// Says that the node begins here: what was read is in front of it.
    pub(crate) fn begin_here(&mut self) {
        self.head = self.at;
    }
}

/// One of several nodes whose text forms are tried one after the other.
pub(crate) struct Choice {
    start: usize,
    /// The farthest place at which none of those began that did not fit at all.
    head: usize,
    /// The failure of the one that came farthest.
    best: Option<Failure>,
}

impl Choice {
    pub(crate) fn new(line: &mut Line) -> Choice {
        line.begin_here();
        Choice { start: line.at, head: line.at, best: None }
    }

    /// The node if it could be read; otherwise the next one is tried from the start.
    pub(crate) fn settle<T>(&mut self, line: &mut Line, attempt: Read<T>) -> Option<T> {
        let failure = match attempt {
            Ok(node) => return Some(node),
            Err(failure) => failure,
        };
        if failure.is_expected && failure.at == line.head {
            self.head = self.head.max(line.head);
        } else if self.best.as_ref().is_none_or(|best| failure.at > best.at) {
            self.best = Some(failure);
        }
        (line.at, line.head) = (self.start, self.start);
        None
    }

    /// Why no node fits.
    pub(crate) fn failure(self, line: &mut Line) -> Failure {
        if let Some(best) = self.best {
            return best;
        }
        (line.at, line.head) = (self.head, self.head);
        let message = match &line.tokens[self.head..] {
            [Token::Word(word)] if read_value(word).is_some() => {
                "a value alone is no instruction".to_string()
            }
            [Token::Word(word), ..] => format!("`{word}` is no instruction"),
            _ => return line.expected("an instruction or the end of a block"),
        };
        Failure { is_expected: true, ..line.error(message) }
    }
}
