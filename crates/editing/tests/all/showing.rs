//! What is shown about words and names, how text is painted, and the moves at the start.

use crate::{SMALL, at_mark, read};
use editing::Tone;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let (text, offset) = at_mark(text);
    let shown = read(&text).hover(offset).map_or("nothing".into(), |hover| hover.text);
    expected.assert_eq(&format!("{shown}\n"));
}

#[test]
fn hovers() {
    check(
        &SMALL.replace("try walk", "t|ry walk"),
        expect![[r#"
        **try**: Does a statement if it can be done, and otherwise what follows `else`, or nothing.

        ```multigame
        main = try move else lose.
        ```
    "#]],
    );
    check(
        &SMALL.replace("try walk", "try wal|k"),
        expect![[r#"
        rule `walk`

        ```multigame
        walk = find own man, pickup, ahead, step, points at empty field, putdown,
          try [ points at far, win ], remember spot, add 1 to quiet.
        ```

        One step ahead.
    "#]],
    );
    check(
        &SMALL.replace("points at far", "points at |far"),
        expect![[r#"
        zone `far`

        ```multigame
        far row 4 row 1
        ```
    "#]],
    );
    check(
        &SMALL.replacen("own man", "own man in |a1", 1),
        expect![[r#"
        the field `a1`
    "#]],
    );
    check(
        "extends chess\nwithout qu|iet\n",
        expect![[r#"
        counter `quiet`, from `chess.mg`

        ```multigame
        quiet  0 .. 150
        ```

        turns since the last capture or pawn move
    "#]],
    );
    check(
        "extends |chess\n",
        expect![[r#"
        the game `chess`, from `chess.mg`
    "#]],
    );
    check(
        "main = 1|2.",
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn painting() {
    let document = read("// a game\nextends chess\nmain = 'x' > base move, find own king in a1.\n");
    let shown: Vec<String> = document
        .painted()
        .iter()
        .map(|it| {
            let text = &document.text()[it.span.start as usize..it.span.end as usize];
            format!("{text} {:?}{}\n", it.tone, if it.defines { "!" } else { "" })
        })
        .collect();
    expect![[r#"
        // a game Comment
        extends Word
        chess Game
        main Rule!
        = Operator
        'x' Symbol
        > Operator
        base Word
        find Word
        own Word
        king Piece
        in Word
        a1 Place
    "#]]
    .assert_eq(&shown.concat());
}

#[test]
fn moves_at_the_start() {
    let count = |text: &str| -> Vec<(String, usize)> {
        let document = read(text);
        let name = |span: syntax::Span| {
            document.text()[span.start as usize..span.end as usize].to_string()
        };
        document.moves_at_start().into_iter().map(|(span, n)| (name(span), n)).collect()
    };
    let [main, walk] = &count(SMALL)[..] else { panic!("{:?}", count(SMALL)) };
    assert_eq!((main.0.as_str(), walk.0.as_str()), ("main", "walk"));
    assert_eq!(main.1, walk.1);
    let chess = count(games::text("chess").unwrap());
    assert!(chess.contains(&("main".to_string(), 20)), "{chess:?}");
    assert!(count("extends chess\n").is_empty());
}

#[test]
fn outlines() {
    let names: Vec<String> =
        read(SMALL).outline().iter().map(|it| format!("{} {}", it.kind.word(), it.name)).collect();
    assert_eq!(names.len(), 12, "{names:?}");
}

#[test]
fn parameters() {
    let text = "dimensions (2,2)\npieces { man 'M' 'm' }\nmain = go(man).\n\
        go(kind) = find own kind, remove.\n";
    let document = read(text);
    let hover = document.hover(text.find("kind,").unwrap()).unwrap();
    expect![[r#"
        parameter `kind` of the rule `go`

        ```multigame
        go(kind) = find own kind, remove.
        ```"#]]
    .assert_eq(&hover.text);
    let painted = document.painted();
    let parameters = painted.iter().filter(|it| it.tone == Tone::Parameter);
    let found: Vec<(u32, bool)> = parameters.map(|it| (it.span.start, it.defines)).collect();
    let at = |what: &str| text.find(what).unwrap() as u32;
    assert_eq!(found, [(at("kind)"), true), (at("kind,"), false)]);
}
