//! The canonical form, case by case.

use crate::common::check_format;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&check_format(text));
}

#[test]
fn short_rules_stand_on_one_line() {
    check(
        "main=find   own pawn ,\n  win .\nx=[ ].y=[a].",
        expect![[r#"
        main = find own pawn, win.
        x = [ ].
        y = [ a ].
    "#]],
    );
}

#[test]
fn sequences_are_filled() {
    check(
        "castle = find own king, not in_check, pickup, either [ short = 1, east ] or [ long = 1, west ], \
         step, points at empty field, test [ putdown, not in_check ], replace by own rook, step.",
        expect![[r#"
            castle = find own king, not in_check, pickup,
                either [ short = 1, east ] or [ long = 1, west ], step,
                points at empty field, test [ putdown, not in_check ], replace by own rook,
                step.
        "#]],
    );
}

#[test]
fn alternatives_have_a_line_each() {
    check(
        "reach = either [ find own king, pickup, alldir, step ] or [ find own queen, pickup, alldir, slide ] or leap.\n\
         main = try [ limit, test legal, draw ] else try legal else try [ test in_check, lose ] else draw.\n\
         x = not either [ find own king, pickup, alldir, step ] or [ find own queen, pickup, alldir, slide ].\n\
         y = aaaaaaaa, either try [ find own king, pickup, alldir, step ] else [ find own rook ] or [ find own queen, pickup, alldir ], b.",
        expect![[r#"
            reach = either [ find own king, pickup, alldir, step ]
                or [ find own queen, pickup, alldir, slide ]
                or leap.
            main = try [ limit, test legal, draw ]
                else try legal
                else try [ test in_check, lose ]
                else draw.
            x = not either [ find own king, pickup, alldir, step ]
                  or [ find own queen, pickup, alldir, slide ].
            y = aaaaaaaa,
                either try [ find own king, pickup, alldir, step ] else [ find own rook ]
                or [ find own queen, pickup, alldir ],
                b.
        "#]],
    );
}

#[test]
fn groups_are_broken_inside() {
    check(
        "settle = try [ not [ find own rook, matches start, not [ east, step ] ], set short to 0, set long to 0, win ], win.\n\
         told = as opponent for each own pawn do [ remember origin, for each [ strike, points at enemy piece ] do tried, win ].\n\
         long_name_of_a_rule = try [ not [ find own king, matches start ], set short to 0, win ].",
        expect![[r#"
            settle = try [
                  not [ find own rook, matches start, not [ east, step ] ], set short to 0,
                  set long to 0, win
                ],
                win.
            told = as opponent for each own pawn do [
                  remember origin, for each [ strike, points at enemy piece ] do tried, win
                ].
            long_name_of_a_rule =
                try [ not [ find own king, matches start ], set short to 0, win ].
        "#]],
    );
}

#[test]
fn values_are_broken_before_signs() {
    check(
        "value worth = 100 * count own pawn + 300 * count own knight + 310 * count own bishop - 500 * count own rook.\n\
         bound manhattan = sum [ find tile, pickup ] of steps [ orthogonal, step ] until [ putdown, matches solved ].\n\
         value neg = -(-3) - -count own man in reserve.",
        expect![[r#"
            value worth = 100 * count own pawn + 300 * count own knight
                + 310 * count own bishop - 500 * count own rook.
            bound manhattan = sum [ find tile, pickup ]
                of steps [ orthogonal, step ] until [ putdown, matches solved ].
            value neg = -(-3) - -count own man in reserve.
        "#]],
    );
}

#[test]
fn sections() {
    check(
        "extends chess dimensions(cyclic 8,8)hexagonal players a b without x,y stacks 3\n\
         pieces{king 'K' 'k' exactly 1 fox 'F' - tile '1'..'15' pawn 'P' 'p' promotes to queen,rook}\n\
         zones { far row 11 column k   near rows 1..2 in wing   dot (a1,b2) -}\n\
         directions{along north east ahead(north,northeast)(south,southwest)}\n\
         counters { short 'K' 'k' quiet 0..100 } memory { passed for 1 turn target }\n\
         reserve{a b c}memory{} lines{a b,c d e}\n",
        expect![[r#"
            extends chess
            dimensions (cyclic 8, 8) hexagonal
            players a b
            without x, y
            stacks 3

            pieces {
              king  'K' 'k'      exactly 1
              fox   'F' -
              tile  '1' .. '15'
              pawn  'P' 'p'      promotes to queen, rook
            }

            zones { far row 11 column k   near rows 1 .. 2 in wing   dot (a1, b2) - }
            directions { along north east   ahead (north, northeast) (south, southwest) }
            counters { short 'K' 'k'   quiet 0 .. 100 }
            memory { passed for 1 turn   target }
            reserve { a b c }
            memory {}
            lines { a b, c d e }
        "#]],
    );
    check(
        "pieces { king 'K' 'k' pawn 'P' 'p' exactly 8 promotes to queen, rook, bishop, knight, archbishop, chancellor }",
        expect![[r#"
            pieces {
              king  'K' 'k'
              pawn  'P' 'p'  exactly 8 promotes to queen, rook, bishop, knight, archbishop,
                  chancellor
            }
        "#]],
    );
    check(
        "lines { a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1, a1 a4 a7 }",
        expect![[r#"
            lines {
              a7 d7 g7,  b6 d6 f6,  c5 d5 e5,  a4 b4 c4,  e4 f4 g4,
              c3 d3 e3,  b2 d2 f2,  a1 d1 g1,  a1 a4 a7
            }
        "#]],
    );
}

#[test]
fn drawings() {
    check(
        "start { rbsgk/4p / 5\t/ P4 w  - }\nstart {\n  8/8\n}\nstart{}",
        expect![[r#"
        start { rbsgk/4p / 5 / P4 w - }
        start { 8/8 }
        start {}
    "#]],
    );
    check(
        "layout a {\n r n  b\n. .   .\n  R N B   w KQkq\n}\nlayout b {\n14 3 .\n 7 8 10 // tens\n\n // last\n 1 2 3 }\nlayout c {\nrbs\n 4p }",
        expect![[r#"
            layout a {
              r n b
              . . .
              R N B   w KQkq
            }

            layout b {
              14  3  .
               7  8 10  // tens
              // last
               1  2  3
            }

            layout c {
              rbs
              4p
            }
        "#]],
    );
}

#[test]
fn comments_stay_with_what_they_are_about() {
    check(
        "// top\n\n\n// above\nmain = a, // one\n  b, c, // three\n  // before d\n  d // last\n  .\n// below\n\nx = y. // beside\n// end",
        expect![[r#"
            // top

            // above
            main = a,  // one
                b, c,  // three
                // before d
                d.  // last
            // below

            x = y.  // beside
            // end
        "#]],
    );
    check(
        "x = either [ // why\n a ] // first\n or // second\n b or c, // all\n try d // dd\n else [ e // ee\n ].",
        expect![[r#"
            x = either [
                  // why
                  a
                ]  // first
                // second
                or b
                or c,  // all
                try d  // dd
                else [
                  e  // ee
                ].
        "#]],
    );
    check(
        "pieces { // all\n king 'K' 'k' // the king\n // others\n pawn 'P' 'p'\n // none\n}\n\
         counters { quiet 0 .. 80 } // turns\nextends // odd\n chess",
        expect![[r#"
            pieces {
              // all
              king  'K' 'k'  // the king
              // others
              pawn  'P' 'p'
              // none
            }

            counters { quiet 0 .. 80 }  // turns
            // odd
            extends chess
        "#]],
    );
    check(
        "value worth = 100 * count own pawn // pawns\n + 300 * count own knight // knights\n + 1.",
        expect![[r#"
            value worth = 100 * count own pawn  // pawns
                + 300 * count own knight  // knights
                + 1.
        "#]],
    );
}

#[test]
fn blank_lines() {
    check(
        "extends chess\nplayers a b\n\n\npieces { a 'a' }\nstart {\n . a\n . .\n}\nx = a.\ny = b.\n\n\n\nz = c.\nvalue v = 1.\nevaluation e = v.\nw = d.\n",
        expect![[r#"
            extends chess
            players a b

            pieces { a 'a' }

            start {
              . a
              . .
            }

            x = a.
            y = b.

            z = c.

            value v = 1.
            evaluation e = v.

            w = d.
        "#]],
    );
    check(
        "a = b.\n// about the value\nvalue v = 1.\n// of the value\n\nc = d.\n",
        expect![[r#"
        a = b.

        // about the value
        value v = 1.
        // of the value

        c = d.
    "#]],
    );
}

#[test]
fn mistakes_are_handed_back() {
    assert_eq!(syntax::format("main = ").unwrap_err().len(), 1);
}

/// Long lists of fields, names, directions and details.
#[test]
fn everything_is_broken() {
    let fields = |n: usize| (1..=n).map(|i| format!("a{i}")).collect::<Vec<_>>();
    let list = fields(40).join(", ");
    check(
        &format!(
            "zones {{ far ({list}) row 11   near row 1 row 8 }}\n\
             lines {{ {}, b1 b2 }}\n\
             without {list}\n\
             directions {{ ahead (north, northeast, northwest, east) (south, southeast, southwest, west) along north }}\n\
             main = find own pawn in ({list}), tell both 'a message' {} here piece, step.",
            fields(40).join(" "),
            fields(30).join(" ")
        ),
        expect![[r#"
            zones {
              far   (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16,
                  a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31,
                  a32, a33, a34, a35, a36, a37, a38, a39, a40) row 11
              near  row 1  row 8
            }

            lines {
              a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22
                  a23 a24 a25 a26 a27 a28 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40,
              b1 b2
            }

            without a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16,
                a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31,
                a32, a33, a34, a35, a36, a37, a38, a39, a40

            directions {
              ahead (north, northeast, northwest, east) (south, southeast, southwest, west)
              along  north
            }

            main = find own pawn in (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13,
                  a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28,
                  a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39, a40),
                tell both 'a message' a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16
                  a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 here piece,
                step.
        "#]],
    );
    check(
        "value v = aaaaaaaaaaaaaaaaaaaaaaaaa * bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb * ccccccccccccccccccccccccccccccccccc.\n\
         x = as opponent as opponent as opponent as opponent as opponent not not not test test not step.\n\
         y = set aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa to bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.",
        expect![[r#"
            value v = aaaaaaaaaaaaaaaaaaaaaaaaa * bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
                * ccccccccccccccccccccccccccccccccccc.

            x = as opponent as opponent as opponent as opponent as opponent not not not test
                  test not step.
            y = set aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa to
                  bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.
        "#]],
    );
}

/// Names as long as they get leave hardly a line that fits without breaks.
#[test]
fn long_names_fit() {
    for game in crate::common::GAMES {
        for name in ["a_name_of_20_letters", "a_name_of_over_thirty_letters_is_long"] {
            let text = with_names(game, name);
            for line in check_format(&text).lines() {
                assert!(line.chars().count() <= 80 || line.contains("//"), "{line}\nin\n{text}");
            }
        }
    }
}

/// A game with a longer name in place of each of its own.
fn with_names(game: &str, name: &str) -> String {
    let mut out = String::new();
    let mut last = 0;
    for token in syntax::lex(syntax::FileId(0), game).tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        out.push_str(&game[last..start]);
        let is_name = token.kind == syntax::TokenKind::Name;
        out.push_str(if is_name { name } else { &game[start..end] });
        last = end;
    }
    out
}
