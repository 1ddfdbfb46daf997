//! The text form: what is written reads back as the same program, what is
//! read is written as the same text, and what is wrong is refused with a line.

use crate::common::{facts, line_facts};
use expect_test::{Expect, expect};
use game::Facts;
use ir::{NODES, parse, print, verify};

/// Figure 2's knight, with what lowering adds: the whole turn is one function.
pub(crate) const KNIGHT: &str = "\
entry main = knight_move
entry evaluation = material

gen knight_move(s0, v1, f2, d3) {
b0:
    X4 = pieces s0, own v1, knight
    choose field in X4 -> b1(..)
b1(f5):
    s6 = lift s0, f5
    choose direction for v1 in {north east south west} -> b2(..)
b2(d7):
    f8 = step f5, d7
    fork b3 | b4
b3:
    d9 = rotate d7, 45
    jump b5(d9)
b4:
    d10 = rotate d7, -45
    jump b5(d10)
b5(d11):
    f12 = step f8, d11
    X13 = pieces s6, own v1, piece
    X14 = all
    X15 = X14 - X13
    guard f12 in X15
    s16 = lower s6, f12
    yield s16, f12, d11
}

num material(s0, v1, f2, d3) {
b0:
    X4 = pieces s0, own v1, {pawn knight}
    n5 = size X4
    n6 = -3
    n7 = n5 * n6
    return n7
}
";

/// Every node that a grid can have, and names that need quotes.
pub(crate) const EVERYTHING: &str = r"entry main = main
entry seen = seen
entry known = seen
entry tries = main
entry refused = main
entry told = main
entry evaluation = 'it\'s a value'

gen main(s0, v1, f2, d3) depth uses 12 'men of the \u{a} enemy' {
    unused n41 X42
b0:
    v4 = other v1
    f5 = nofield
    d6 = nodirection
    X7 = empty s0
    X8 = {a1 h8}
    X9 = zone far, v4
    X10 = sides v1, {a1} {}
    X11 = memory s0, passed
    X12 = X7 & X8
    X13 = X12 | X9
    X14 = fields rule.1(s0, v1, f5, d6)
    X15 = pieces s0, any v1, 'tile 1'
    X16 = pieces s0, nobody v1, {}
    n17 = counter s0, v1, quiet
    n18 = reserve s0, first v1, piece
    n19 = reserve s0, second v1, {pawn 'tile 1'}
    n20 = count rule.1(s0, v1, f5, d6)
    n21 = sum 'it\'s a value' at rule.1(s0, v1, f5, d6)
    n22 = steps rule.1 until main(s0, v1, f5, d6)
    n23 = call 'it\'s a value'(s0, v1, f5, d6)
    n24 = height s0, f2
    n25 = hand s0
    n26 = n24 + n25
    n27 = n26 - n17
    guard n26 = n27
    guard n26 <> n27
    guard n26 < n27
    guard n26 > n27
    guard n26 <= n27
    guard n26 >= n27
    guard matches s0, f2, start
    guard occurred s0, 3
    guard kind s0, f2, pawn
    ask rule.1(s0, v1, f2, d3) ? b1 : b2(f2, d3)
b1:
    s28 = put s0, f2, enemy v1, pawn
    s29 = clear s28, f2
    s30 = become s29, f2, knight
    s31 = enter s30, f2, v1, pawn
    s32 = keep s31, f2, v1
    s33 = remember s32, f2, passed
    s34 = set s33, v1, quiet, n17
    s35 = outcome s34, v1, score n17
    s36 = pass s35
    s37 = again s36
    s38 = cost s37, n17
    s39 = tell s38, v1, f2, both, 'check; it\'s', here, piece, passed
    s40 = hush s39, like s0
    yield s40, f2, d3
b2(f43, d44):
    choose direction for v1 in {north} {south southeast} -> b3(.., f43)
b3(d45, f46):
    call rule.1(s0, v1, f46, d45) -> b4(..)
b4(s47, f48, d49):
    try rule.1 else rule.1(s47, v1, f48, d49) -> b5(.., f48)
b5(s50, f51, d52, f53):
    repeat walk(s50, v1, f51, d52) from n17 to infinity bound walk 512 -> b6(..)
b6(s54, f55, d56):
    repeat rule.1(s54, v1, f55, d56) from n17 to n18 bound times 7 -> b7(..)
b7(s57, f58, d59):
    each X7 do rule.1(s57, v1, f58, d59) -> b8(..)
b8(s60):
    best 'it\'s a value' of rule.1(s60, v1, f58, d59) -> b9(..)
b9(s61, f62, d63):
    s64 = outcome s61, v1, win
    s65 = before s64
    s66 = mask s65, v1, X7
    die
}

gen rule.1(s0, v1, f2, d3) {
b0:
    s4 = lift s0, f2, all
    n5 = hand s4
    s6 = lower s4, f2, n5
    yield s6, f2, d3
}

gen walk(s0, v1, f2, d3) {
b0:
    f4 = step f2, d3
    yield s0, f4, d3
}

gen seen(s0, v1, f2, d3) {
b0:
    die
}

num 'it\'s a value'(s0, v1, f2, d3) {
b0:
    n4 = -2147483648
    return n4
}
";

/// Every node that only passes make.
pub(crate) const MADE_BY_PASSES: &str = "\
entry main = main
entry evaluation = one

gen main(s0, v1, f2, d3) {
b0:
    if v1 is first ? b1 : b2(f2)
b1:
    d4 = direction north
    f5 = back f2, d4
    guard v1 is second
    jump b2(f5)
b2(f6):
    X7 = only f6
    X8 = matching s0, start
    X9 = walk X7 by north.north.east stay west
    X10 = walk back X9 by
    X11 = slide X7 by north east through X8
    X12 = slide back X7 by south through X8
    X13 = spread X7 by north.northeast east through X8
    X14 = spread back X7 by east through X8
    X15 = ifsome X11, X12
    X16 = rows X15 by north southeast times 4
    guard some X16
    s17 = putall s0, X14, enemy v1, pawn
    if some X13 ? b3(s17) : b4
b3(s18):
    if f6 in X7 ? b4 : b5(s18)
b4:
    die
b5(s19):
    yield s19, f6, d3
}

num one(s0, v1, f2, d3) {
b0:
    if v1 is second ? b1 : b2
b1:
    X4 = holding s0, own v1, pawn
    n5 = weigh X4 by 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
    return n5
b2:
    n6 = 2
    return n6
}
";

const LINES: &str = "\
entry main = main
entry evaluation = one

gen main(s0, v1, f2, d3) {
b0:
    X4 = {a d}
    choose field in X4 -> b1(..)
b1(f5):
    choose direction for v1 in ways f5 -> b2(..)
b2(d6):
    choose direction for v1 in {line1 line2back} -> b3(..)
b3(d7):
    yield s0, f5, d7
}

num one(s0, v1, f2, d3) {
b0:
    n4 = 1
    return n4
}
";

/// The text without the comments about the facts.
fn body(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    text.trim_start().to_string()
}

fn check_round_trip(facts: Facts, text: &str) {
    let program = parse(facts.clone(), text).unwrap();
    let printed = print(&program);
    assert_eq!(body(&printed), text);
    let again = parse(facts, &printed).unwrap();
    assert_eq!(again, program);
    assert_eq!(print(&again), printed);
}

#[test]
fn programs_read_back() {
    check_round_trip(facts(), KNIGHT);
    check_round_trip(facts(), EVERYTHING);
    check_round_trip(facts(), MADE_BY_PASSES);
    check_round_trip(line_facts(), LINES);
}

/// A node that is declared and in none of these texts would never be read back.
#[test]
fn texts_have_every_node() {
    let mut lines = Vec::new();
    for text in [KNIGHT, EVERYTHING, MADE_BY_PASSES] {
        for block in parse(facts(), text).unwrap().funcs.iter().flat_map(|func| &func.blocks) {
            lines.extend(block.insts.iter().map(|inst| format!("Inst {inst:?}")));
            lines.push(format!("Term {:?}", block.term));
        }
    }
    for ir::Node { family, name, .. } in NODES {
        let before = match *family {
            "SetExpr" | "NumExpr" => "expr: ",
            "Write" => "write: ",
            "Cond" => "cond: ",
            family => &format!("{family} "),
        };
        let is_it = |line: &String| {
            let rest = line.split_once(&format!("{before}{name}")).map(|(_, rest)| rest);
            rest.is_some_and(|it| !it.starts_with(char::is_alphanumeric))
        };
        assert!(lines.iter().any(is_it), "no text has {family} {name}");
    }
}

#[test]
fn programs_written_by_hand_are_right() {
    for text in [KNIGHT, EVERYTHING, MADE_BY_PASSES] {
        assert_eq!(verify(&parse(facts(), text).unwrap()), Ok(()));
    }
    assert_eq!(verify(&parse(line_facts(), LINES).unwrap()), Ok(()));
}

/// Two functions with one name, and ids without a thing, are told by number.
#[test]
fn what_has_no_name_has_a_number() {
    let text = "\
entry main = a

gen a(s0, v1, f2, d3) {
b0:
    guard kind s0, f2, #9
    call #1(s0, v1, f2, d3) -> b9(..)
}

gen a(s0, v1, f2, d3) {
b0:
    die
}

gen b() {
}
";
    check_round_trip(facts(), text);
}

#[test]
fn facts_are_comments() {
    let program = parse(facts(), KNIGHT).unwrap();
    let header: Vec<String> =
        print(&program).lines().take_while(|line| !line.is_empty()).map(str::to_string).collect();
    expect![[r#"
        ; game figure2: 8 x 8, 64 squares, players white black
        ; state {
        ;   piece pawn 'P' 'p' promotes to knight
        ;   piece knight 'N' 'n'
        ;   piece tile 1 '*'
        ;   zone far (g8 h8) (a1 b1)
        ;   counter quiet 0 .. 100
        ;   memory passed for 1 turns
        ;   reserve pawn 2
        ;   layout start ......../......../......../......../......../......../......../.N......
        ;   evaluation material
        ; }"#]]
    .assert_eq(&header.join("\n"));
}

fn check_error(text: &str, expected: Expect) {
    let error = parse(facts(), text).unwrap_err();
    expected.assert_eq(&error.to_string());
}

/// A function around one line.
fn in_func(line: &str) -> String {
    format!("entry main = m\ngen m(s0, v1, f2, d3) {{\nb0:\n{line}\ndie\n}}\n")
}

#[test]
fn refused() {
    check_error("", expect!["line 1: there is no `entry main`"]);
    check_error("foo", expect!["line 1: `foo` starts no function"]);
    check_error("entry main = m", expect!["line 1: there is no function `m`"]);
    check_error("entry x = #0", expect!["line 1: `x` is no entry"]);
    check_error("entry main = #0\nentry main = #0", expect!["line 2: a second entry `main`"]);
    check_error("gen m(s0) {", expect!["line 1: the function does not end"]);
    check_error("gen m(s0) {\n}", expect!["line 2: parameters without a block"]);
    check_error("gen m(s0) {\nb0:\n}", expect!["line 3: b0 does not end"]);
    check_error("gen m(s0) {\nb1:\n}", expect!["line 2: expected `b0:`"]);
    check_error("gen m(s0", expect!["line 1: expected `,`; the line ends"]);
    check_error(
        "gen m(s1) {\nb0:\ndie\n}",
        expect!["line 4: no value has the number 0; list it after `unused`"],
    );
    check_error(&in_func("guard f0 in X4"), expect!["line 4: `f0` is called `s0` above"]);
    check_error(&in_func("f4 = stride f2, d3"), expect!["line 4: `stride` is no instruction"]);
    check_error(
        &in_func("X4 = walk X5 by north.up"),
        expect!["line 4: there is no direction `up`"],
    );
    check_error(&in_func("guard v1 is white"), expect!["line 4: `white` is no player"]);
    check_error(&in_func("f4 = f2"), expect!["line 4: a value alone is no instruction"]);
    check_error(&in_func("X4 = {i9}"), expect!["line 4: there is no field `i9`"]);
    check_error(&in_func("X4 = {#64}"), expect!["line 4: there is no field #64"]);
    check_error(&in_func("guard kind s0, f2, rook"), expect!["line 4: there is no kind `rook`"]);
    check_error(&in_func("guard kind s0, f2, #256"), expect!["line 4: 256 is too large"]);
    check_error(&in_func("n4 = 2147483648"), expect!["line 4: 2147483648 is too large"]);
    check_error(
        &in_func("call m(s0) -> b1(..)"),
        expect!["line 4: a function is run on four values: s, v, f, d"],
    );
    check_error(
        &in_func("s4 = pass s0 s0"),
        expect!["line 4: expected the end of the line; found `s0`"],
    );
    check_error(
        &in_func("s4 = tell s0, v1, f2, own, 'no"),
        expect!["line 4: a quoted text does not end on its line"],
    );
    check_error(&in_func("é"), expect!["line 4: unexpected `é`"]);
}
