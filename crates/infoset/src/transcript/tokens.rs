//! Cuts a line of a transcript into words, messages and brackets, each with its column.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Message(String),
    Open,
    Close,
}

/// A piece of a line with its column, from 1.
pub(super) type Placed = (usize, Token);
pub(super) type Tokens = std::iter::Peekable<std::vec::IntoIter<Placed>>;

/// A message that has no second quote, with its column.
pub(super) struct Unended(pub(super) usize);

/// Cuts a line into pieces.
pub(super) fn cut(line: &str) -> Result<Vec<Placed>, Unended> {
    let chars: Vec<char> = line.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let column = at + 1;
        match c {
            _ if c.is_whitespace() => at += 1,
            '/' if chars.get(at + 1) == Some(&'/') => break,
            '[' | ']' => {
                tokens.push((column, if c == '[' { Token::Open } else { Token::Close }));
                at += 1;
            }
            '\'' => {
                let (message, end) = message(&chars, at).ok_or(Unended(column))?;
                tokens.push((column, Token::Message(message)));
                at = end;
            }
            _ => {
                let is_end = |c: &char| c.is_whitespace() || "[]'".contains(*c);
                let end = chars[at..].iter().position(is_end).map_or(chars.len(), |n| at + n);
                tokens.push((column, Token::Word(chars[at..end].iter().collect())));
                at = end;
            }
        }
    }
    Ok(tokens)
}

/// The message that begins with a quote at this place, and where it ends. Two quotes are one of
/// the message.
fn message(chars: &[char], start: usize) -> Option<(String, usize)> {
    let mut message = String::new();
    let mut at = start + 1;
    loop {
        match (chars.get(at)?, chars.get(at + 1)) {
            ('\'', Some('\'')) => {
                message.push('\'');
                at += 2;
            }
            ('\'', _) => return Some((message, at + 1)),
            (&c, _) => {
                message.push(c);
                at += 1;
            }
        }
    }
}

/// The messages that come next.
pub(super) fn messages(tokens: &mut Tokens) -> Vec<String> {
    let mut messages = Vec::new();
    while let Some((_, Token::Message(message))) =
        tokens.next_if(|(_, token)| matches!(token, Token::Message(_)))
    {
        messages.push(message);
    }
    messages
}
