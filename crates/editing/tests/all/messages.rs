//! Every change that a message about a damaged game proposes mends what it is about.

use crate::read;
use syntax::{Diagnostic, FileId, TokenKind, lex};

/// Texts in which one token is missing, doubled or misspelt.
fn damaged(text: &str) -> Vec<String> {
    let tokens = lex(FileId(0), text).tokens;
    let mut texts = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let range = token.span.start as usize..token.span.end as usize;
        let word = &text[range.clone()];
        let changed = match (token.kind, i % 3) {
            (TokenKind::End | TokenKind::Drawing, _) => continue,
            (TokenKind::Name | TokenKind::Word(_), 0) if word.len() > 3 => {
                word.replacen(|c: char| c.is_ascii_lowercase(), "q", 2)
            }
            (_, 1) => format!("{word} {word}"),
            _ => String::new(),
        };
        let mut damaged = text.to_string();
        damaged.replace_range(range, &changed);
        texts.push(damaged);
    }
    texts
}

#[test]
fn proposed_changes_mend() {
    let mut n_fixes = 0;
    for game in ["tictactoe", "breakthrough", "dobutsu", "peg_solitaire"] {
        for text in damaged(games::text(game).unwrap()) {
            for found in read(&text).diagnostics() {
                let Some(fix) = found.fix.as_ref().filter(|fix| fix.span.file.0 == 0) else {
                    continue;
                };
                n_fixes += 1;
                let mut mended = text.clone();
                mended.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
                let same = |it: &&Diagnostic| {
                    (it.code, &it.title, it.label.span)
                        == (found.code, &found.title, found.label.span)
                };
                let after = read(&mended);
                let left = after.diagnostics().iter().find(same);
                assert!(left.is_none(), "{fix:?} leaves {left:?} in\n{mended}");
            }
        }
    }
    assert!(n_fixes > 200, "{n_fixes}");
}
