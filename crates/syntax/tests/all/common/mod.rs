//! What several tests of this crate share: small games, and the properties that
//! every text must have.

mod brief;

pub(crate) use brief::brief;

use syntax::{FileId, Sources, Stage, TokenKind, dump_tree, format, parse, render};

/// Small texts that together use every construct of the language.
pub(crate) const GAMES: &[&str] = &[
    "// Tic-tac-toe.\n\ndimensions (3,3)\npieces { mark 'X' 'O' }\n\nmain = try new_mark else draw.\n\nnew_mark = find empty field, replace by own mark, try [ test three, win ].\nthree = find own mark, alldir, repeat 2 times [ step, points at own mark ].\n",
    "extends chess\ndimensions (cyclic 8, 8) hexagonal\nwithout short, long\nplayers black white\nstacks 48\n\nlines\n{\n  a1 b1 c1,  a2 b2 c2 // two\n}\n\npieces\n{\n  king 'K' 'k' exactly 1\n  fox 'F' - // one\n  tile '1' .. '15'\n  arrow '*'\n  pawn 'P' 'p' exactly 8 promotes to queen, rook\n}\nzones { far row 11 column k   near rows 1 .. 2 in wing   wing (a1, columns a .. c, -)\n}\ndirections { along north east   ahead (north, northeast) (south, southwest) }\ncounters { quiet 0 .. 100   short 'K' 'k'   long 'Q' 'q' 0 .. 3 }\nmemory { passed for 1 turn   target   old for 3 turns }\nreserve { man 9   king }\n",
    "layout solved\n{\n   .  1  2 // first\n   4  5 10\n}\nstart { 8/8/3XO3 w KQkq - 0 1 }\nmain = base main, either a or [ b, c ] or not d, test [ ], before [ find x ],\n  for each own pawn in far do remove, for each taken do [ keep, promote ],\n  most count taken of [ chain ], as opponent settle, matches start, matches solved,\n  occurred 3 times, quiet >= 100, 2 * height + hand - 1 <> base worth, rotate -45, northwest,\n  pickup all, pickup 2, pickup, putdown (a - b), putdown, drop piece, drop man,\n  remember passed, set short to 0, add 1 to quiet, score -count enemy piece,\n  cost 3, pass, again, lose, tell both 'pawn try' origin here piece.\n",
    "value worth = 100 * count own pawn + 300 * count white knight in far // a\n  - as opponent (count [ find piece, step ] + sum mine of (4 + count seen_by))\n  + count own man in reserve + steps fly until seen_by.\nevaluation e = worth - as opponent worth. bound b = sum [ find tile, pickup ] of steps [ orthogonal, step ] until [ putdown, matches solved ].\n// the end\n",
    "move = either [ find own fox, pickup, diagonal, step, points at empty field, putdown,\n  try [ not [ forward, step ], win ] ] // the fox\n  or // the hounds\n  [ find own hound, pickup, forward, either rotate 45 or rotate -45,\n    step, points at empty field, putdown ],\n\n  // own line\n  try a else try b // bb\n  else c // cc\n  .  // end\n\n\n\nx = y.\nz = w. // last\n",
    "line(n) = find mark, alldir, // along\n  repeat n - 1 times [ step, points at mark ].\ngo(way) = way, step.\nmain = either line(3) or not line( 4 ), count go(diagonal) > 1, win.\n",
];

/// Parses a text, checks what holds for every text, and gives the number of
/// messages.
pub(crate) fn check_any(text: &str) -> usize {
    let mut sources = Sources::default();
    let file = sources.add("test.mg", text);
    let parsed = parse(file, text);
    assert!(parsed.diagnostics.len() <= 101);
    for diagnostic in &parsed.diagnostics {
        assert_eq!(diagnostic.code.stage(), Stage::Reading, "{}", diagnostic.code);
        for label in std::iter::once(&diagnostic.label).chain(&diagnostic.others) {
            let range = label.span.start as usize..label.span.end as usize;
            assert!(text.get(range).is_some(), "{diagnostic:?}");
        }
        render(diagnostic, &sources, false);
    }
    syntax::dump_tokens(text);
    if parsed.diagnostics.is_empty() {
        check_format(text);
    }
    parsed.diagnostics.len()
}

/// Formats a text without mistakes and checks that only its looks change.
pub(crate) fn check_format(text: &str) -> String {
    let once = format(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let twice = format(&once).unwrap_or_else(|errors| panic!("{text}\n---\n{once}\n{errors:?}"));
    assert_eq!(once, twice, "formatting is not stable for\n{text}");
    let (before, after) = (parse(FileId(0), text).file, parse(FileId(0), &once).file);
    assert_eq!(dump_tree(&before), dump_tree(&after), "the tree changed in\n{once}");
    let comments = |file: &syntax::ast::File| {
        file.comments.iter().map(|comment| comment.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(comments(&before), comments(&after), "a comment was lost or moved in\n{once}");
    if !["rows", "columns"].iter().any(|word| text.contains(word)) {
        assert_eq!(words(text), words(&once), "a word was lost or moved in\n{once}");
    }
    for line in once.lines() {
        assert_eq!(line, line.trim_end(), "spaces at the end of a line");
    }
    once
}

/// The tokens of a text, without what formatting may change.
fn words(text: &str) -> Vec<String> {
    let tokens = syntax::lex(FileId(0), text).tokens.into_iter();
    tokens
        .map(|token| match token.kind {
            TokenKind::Int(value) => value.to_string(),
            TokenKind::Word("turns") => "turn".to_string(),
            _ => {
                let words = &text[token.span.start as usize..token.span.end as usize];
                let rows = words.lines().map(|row| row.split("//").next().unwrap_or(""));
                rows.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
            }
        })
        .collect()
}
