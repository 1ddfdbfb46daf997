//! Cuts a PGN text into tags, words and results; comments, annotation marks and
//! variations are left out.

use super::PgnError;

/// Something that matters in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Key "value"]`
    Tag(String, String),
    /// A move, with its number if that was written without a space between; or a result.
    Word(String),
}

/// The tokens with their lines.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, PgnError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lexer = Lexer { text, at: 0, line: 1, depth: Vec::new(), found: Vec::new() };
    while lexer.at < text.len() {
        lexer.step()?;
    }
    match lexer.depth.first() {
        Some(&line) => Err(unclosed(line, "(", "variation", ")")),
        None => Ok(lexer.found),
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The lines on which the variations that are open began.
    depth: Vec<usize>,
    found: Vec<(usize, Token)>,
}

impl Lexer<'_> {
    fn step(&mut self) -> Result<(), PgnError> {
        let rest = &self.text[self.at..];
        let at_line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
        match rest.chars().next() {
            Some(';') => self.skip_line(),
            Some('%') if at_line_start => self.skip_line(),
            Some('{') => {
                let Some(end) = rest.find('}') else {
                    return Err(unclosed(self.line, "{", "comment", "}"));
                };
                self.advance(end + 1);
            }
            Some('(') => {
                self.depth.push(self.line);
                self.advance(1);
            }
            Some(')') => {
                if self.depth.pop().is_none() {
                    let message = "no variation is open here".to_string();
                    return Err(error(self.line, ")", message, "leave the `)` out"));
                }
                self.advance(1);
            }
            Some('[') if self.depth.is_empty() => return self.tag(),
            Some(c) if c.is_whitespace() || "}]<>[".contains(c) => self.advance(c.len_utf8()),
            Some(_) => self.word(),
            None => {}
        }
        Ok(())
    }

    fn advance(&mut self, length: usize) {
        self.line += self.text[self.at..self.at + length].matches('\n').count();
        self.at += length;
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.advance(rest.find('\n').map_or(rest.len(), |end| end + 1));
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || "{}()[];<>".contains(c);
        // A promotion may be written with brackets: e8(Q).
        let bracketed = |start: usize| {
            let bytes = rest.as_bytes();
            let letter = bytes.get(start + 1).is_some_and(u8::is_ascii_uppercase);
            start > 0 && letter && bytes[start] == b'(' && bytes.get(start + 2) == Some(&b')')
        };
        let mut end = rest.find(ends).unwrap_or(rest.len());
        if bracketed(end) {
            let tail = &rest[end + 3..];
            end += 3 + tail.find(ends).unwrap_or(tail.len());
        }
        let word = &rest[..end];
        if self.depth.is_empty() && !word.starts_with('$') {
            self.found.push((self.line, Token::Word(word.to_string())));
        }
        self.advance(end);
    }

    fn tag(&mut self) -> Result<(), PgnError> {
        let start = self.line;
        let broken = |token: &str| {
            let message = format!("`{token}` is not a tag");
            Err(error(start, token, message, "a tag is written `[Key \"value\"]`"))
        };
        let rest = &self.text[self.at..];
        let shown = rest.lines().next().unwrap_or("");
        let shown: String = shown.chars().take(40).collect();
        let Some(quote) = rest.find('"') else { return broken(&shown) };
        let key = rest[1..quote].trim();
        if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return broken(&shown);
        }
        let mut value = String::new();
        let mut chars = rest[quote + 1..].char_indices();
        let end = loop {
            match chars.next() {
                Some((i, '"')) => break quote + 1 + i + 1,
                Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                Some((_, '\n')) | None => return broken(&shown),
                Some((_, c)) => value.push(c),
            }
        };
        let Some(close) = rest[end..].find(|c: char| !c.is_whitespace()) else {
            return broken(&shown);
        };
        if !rest[end + close..].starts_with(']') {
            return broken(&shown);
        }
        self.found.push((start, Token::Tag(key.to_string(), value)));
        self.advance(end + close + 1);
        Ok(())
    }
}

fn error(line: usize, token: &str, message: String, hint: &str) -> PgnError {
    PgnError { line, token: token.to_string(), message, hint: hint.to_string() }
}

fn unclosed(line: usize, token: &str, what: &str, end: &str) -> PgnError {
    let message = format!("the {what} that begins here has no end");
    error(line, token, message, &format!("close it with `{end}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let shown = match tokens(text) {
            Ok(tokens) => tokens
                .into_iter()
                .map(|(line, token)| match token {
                    Token::Tag(key, value) => format!("{line}:[{key}={value}]"),
                    Token::Word(word) => format!("{line}:{word}"),
                })
                .collect::<Vec<_>>()
                .join(" "),
            Err(error) => format!("{error}"),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn only_what_matters_is_kept() {
        check(
            "[Event \"a \\\"b\\\"\"]\n\n1. e4 {best\nby test} e5",
            "1:[Event=a \"b\"] 3:1. 3:e4 4:e5",
        );
        check("% escaped\n1.e4 $1 ; rest\n(1.d4 (1.c4) d5) e8(Q)+ *", "2:1.e4 3:e8(Q)+ 3:*");
        check("e4(d4)e5", "1:e4 1:e5");
    }

    #[test]
    fn what_is_open_must_be_closed() {
        check("\n{ no end", "line 2: the comment that begins here has no end");
        check("1. e4 (\n1. d4", "line 1: the variation that begins here has no end");
        check("e4 )", "line 1: no variation is open here");
        check("[Event]", "line 1: `[Event]` is not a tag");
        check("[Event \"x]\n", "line 1: `[Event \"x]` is not a tag");
        check("[é \"x\"]", "line 1: `[é \"x\"]` is not a tag");
    }
}
