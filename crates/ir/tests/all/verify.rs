//! One broken program for each rule of the verifier, in the order of the list
//! in its header.

use crate::common::facts;
use expect_test::{Expect, expect};
use game::{Field, FieldSet};
use ir::{Inst, Program, SetExpr, Value, VerifyError, parse, verify};

/// A program with a right main and evaluation, and these functions.
fn program(funcs: &str) -> Program {
    let text = format!(
        "entry main = main
entry evaluation = one
gen main(s0, v1, f2, d3) {{
b0:
    yield s0, f2, d3
}}
num one(s0, v1, f2, d3) {{
b0:
    n4 = 1
    return n4
}}
{funcs}"
    );
    parse(facts(), &text).unwrap()
}

fn show(result: Result<(), Vec<VerifyError>>) -> String {
    match result {
        Ok(()) => "right".to_string(),
        Err(errors) => {
            let errors: Vec<String> = errors.iter().map(VerifyError::to_string).collect();
            errors.join("\n")
        }
    }
}

fn check(funcs: &str, expected: Expect) {
    expected.assert_eq(&show(verify(&program(funcs))));
}

/// Checks a `gen` function with these lines.
fn check_gen(lines: &str, expected: Expect) {
    check(&format!("gen g(s0, v1, f2, d3) {{\nb0:\n{lines}\n}}"), expected);
}

fn check_num(lines: &str, expected: Expect) {
    check(&format!("num g(s0, v1, f2, d3) {{\nb0:\n{lines}\n}}"), expected);
}

#[test]
fn rule_1_entry_block() {
    check("gen g() {\n}", expect!["g: the function has no block"]);
    check(
        "gen g(s0, v1, d2) {\nb0:\ndie\n}",
        expect!["g: the entry block must take (position, player, field, direction)"],
    );
}

#[test]
fn rule_2_targets_come_after() {
    check_gen("jump b7", expect!["g b0: there is no block b7"]);
    check_gen("jump b1\nb1:\njump b1", expect!["g b1: b1 does not come after this block"]);
    check_gen("jump b0(s0, v1, f2, d3)", expect!["g b0: b0 does not come after this block"]);
}

#[test]
fn rule_3_every_block_is_reached() {
    check_gen("die\nb1:\njump b2\nb2:\ndie", expect!["g b1: no block leads here"]);
    check_gen("fork", expect!["g b0: the fork has no branch; say `die`"]);
}

#[test]
fn rule_4_arity() {
    check_gen("jump b1(f2)\nb1:\ndie", expect!["g b0: b1 takes 0 values, not 1"]);
    check_gen(
        "call main(s0, v1, f2, d3) -> b1(.., f2)\nb1(s4, f5, d6):\ndie",
        expect!["g b0: b1 takes 3 values, not 4"],
    );
}

#[test]
fn rule_5_kinds_of_functions() {
    check_gen("n4 = 1\nreturn n4", expect!["g b0: a `gen` function yields; it does not return"]);
    check_num("die", expect!["g b0: a `num` function only jumps, asks and returns"]);
    check_num(
        "n4 = 1\nfork b1 | b1\nb1:\nreturn n4",
        expect!["g b0: a `num` function only jumps, asks and returns"],
    );
    check_num(
        "n4 = 1\nguard n4 = n4\nreturn n4",
        expect!["g b0: a `num` function always returns; no path in it may end"],
    );
    check_num(
        "n4 = 1\nf5 = step f2, d3\nreturn n4",
        expect!["g b0: a `num` function always returns; no path in it may end"],
    );
    check_num(
        "n4 = 1\nf5 = back f2, d3\nreturn n4",
        expect!["g b0: a `num` function always returns; no path in it may end"],
    );
    check_num("n4 = 1\nif v1 is first ? b1 : b2\nb1:\nreturn n4\nb2:\nreturn n4", expect!["right"]);
    check_num(
        "n4 = 1\ns5 = lift s0, f2\nreturn n4",
        expect!["g b0: a `num` function always returns; no path in it may end"],
    );
    check_num(
        "n4 = 1\ns5 = before s0\nask main(s5, v1, f2, d3) ? b1(n4) : b1(n4)\nb1(n6):\nreturn n6",
        expect!["right"],
    );
}

#[test]
fn rule_6_defined_once() {
    check_gen("f4 = nofield\nf4 = nofield\ndie", expect!["g b0: f4 is defined a second time"]);
    check_gen("jump b1(f2)\nb1(f2):\ndie", expect!["g b1: f2 is defined a second time"]);
    let mut program = program("");
    program.funcs[0].blocks[0].insts.push(Inst::NoField { dst: Value(9) });
    expect!["main b0: ?9 has no type"].assert_eq(&show(verify(&program)));
}

#[test]
fn rule_7_defined_before_use() {
    check_gen("yield s0, f4, d3", expect!["g b0: f4 is not defined"]);
    check_gen(
        "f5 = step f4, d3\nf4 = nofield\ndie",
        expect!["g b0: f4 is not defined on every way here"],
    );
    let branches = "fork b1 | b2\nb1:\nf4 = nofield\njump b3\nb2:\njump b3\nb3:\n";
    check_gen(
        &format!("{branches}yield s0, f4, d3"),
        expect!["g b3: f4 is not defined on every way here"],
    );
    check_gen(
        "fork b1 | b2\nb1:\nf4 = nofield\njump b3\nb2:\ndie\nb3:\nyield s0, f4, d3",
        expect!["right"],
    );
    check_gen(
        "fork b1 | b2\nb1:\nf4 = nofield\ndie\nb2:\njump b3(f4)\nb3(f5):\ndie",
        expect!["g b2: f4 is not defined on every way here"],
    );
}

#[test]
fn rule_8_types() {
    check_gen(
        "yield s0, d3, f2",
        expect![[r#"
        g b0: d3 is a direction; a field is wanted
        g b0: f2 is a field; a direction is wanted"#]],
    );
    check_gen("n4 = nofield\ndie", expect!["g b0: n4 is made by a node that makes a field"]);
    check_gen("jump b1(f2)\nb1(d4):\ndie", expect!["g b0: f2 is a field; a direction is wanted"]);
    check_gen(
        "X4 = all\nchoose field in X4 -> b1(..)\nb1(d5):\ndie",
        expect!["g b0: d5 of b1 is given a field"],
    );
}

#[test]
fn rule_9_ids_exist() {
    check_gen("X4 = pieces s0, own v1, {pawn #8}\ndie", expect!["g b0: there is no kind #8"]);
    check_gen("X4 = zone #1, v1\ndie", expect!["g b0: there is no zone #1"]);
    check_gen("n4 = counter s0, v1, #1\ndie", expect!["g b0: there is no counter #1"]);
    check_gen("s4 = remember s0, f2, #1\ndie", expect!["g b0: there is no memory #1"]);
    check_gen(
        "s4 = tell s0, v1, f2, own, 'no', here, #1\ndie",
        expect!["g b0: there is no memory #1"],
    );
    check_gen("guard matches s0, f2, #1\ndie", expect!["g b0: there is no layout #1"]);
    check_gen(
        "choose direction for v1 in {north #8} -> b1(..)\nb1(d4):\ndie",
        expect!["g b0: there is no direction #8"],
    );
    check_gen(
        "choose direction for v1 in ways f2 -> b1(..)\nb1(d4):\ndie",
        expect!["g b0: `ways` is for boards of lines"],
    );
    check_gen("d4 = direction #8\ndie", expect!["g b0: there is no direction #8"]);
    check_gen("X4 = all\nX5 = walk X4 by north.#8\ndie", expect!["g b0: there is no direction #8"]);
    check_gen(
        "X4 = all\nX5 = slide X4 by #8 through X4\ndie",
        expect!["g b0: there is no direction #8"],
    );
    check_gen(
        "X4 = all\nX5 = spread back X4 by #8 through X4\ndie",
        expect!["g b0: there is no direction #8"],
    );
    check_gen("X4 = matching s0, #1\ndie", expect!["g b0: there is no layout #1"]);
    check_gen("if kind s0, f2, #8 ? b1 : b1\nb1:\ndie", expect!["g b0: there is no kind #8"]);
    check_gen("d4 = rotate d3, 60\ndie", expect!["g b0: the board has no turn by 60 degrees"]);
    check_gen("n4 = count #9(s0, v1, f2, d3)\ndie", expect!["g b0: there is no function #9"]);
}

#[test]
fn rule_9_sets_fit_the_board() {
    for set in [FieldSet::empty(3), FieldSet::empty(64), FieldSet::of(99, [Field(70)])] {
        let mut program = program("gen g(s0, v1, f2, d3) {\nb0:\nX4 = {}\ndie\n}");
        let fits = set == FieldSet::empty(64);
        let expr = SetExpr::Const(set);
        program.funcs[2].blocks[0].insts[0] = Inst::Set { dst: Value(4), expr };
        assert_eq!(verify(&program).is_ok(), fits);
    }
}

#[test]
fn rule_10_gen_or_num() {
    check_gen(
        "call one(s0, v1, f2, d3) -> b1(..)\nb1(s4, f5, d6):\ndie",
        expect!["g b0: one is run where a `gen` function is wanted"],
    );
    check_gen(
        "n4 = sum main at main(s0, v1, f2, d3)\ndie",
        expect!["g b0: main is run where a `num` function is wanted"],
    );
}

#[test]
fn rule_11_pieces() {
    check_gen(
        "s4 = put s0, f2, any v1, pawn\ndie",
        expect!["g b0: a piece that is put must have one owner"],
    );
    check_gen(
        "s4 = enter s0, f2, v1, knight\ndie",
        expect!["g b0: knight enters and is never in reserve"],
    );
}

#[test]
fn rule_12_entries() {
    let mut program = program("");
    program.entries.seen = Some(program.entries.evaluations[0]);
    program.entries.told = Some(ir::FuncId(7));
    program.entries.evaluations.push(program.entries.main);
    expect![[r#"
        the entry one must be a `gen` function
        an entry is function #7, which does not exist
        the entry main must be a `num` function
        the game declares 1 evaluations and has entries for 2"#]]
    .assert_eq(&show(verify(&program)));
}

#[test]
fn rule_13_bounds() {
    check_gen(
        "n4 = 0\nrepeat main(s0, v1, f2, d3) from n4 to infinity bound times 0 -> b1(..)\nb1(s5, f6, d7):\ndie",
        expect!["g b0: the bound of a repeat must be at least 1"],
    );
    check(
        "gen g(s0, v1, f2, d3) depth times 0 {\nb0:\ndie\n}",
        expect!["g: the depth must be at least 1"],
    );
}

#[test]
fn rule_14_walks() {
    let repeat = "gen g(s0, v1, f2, d3) {
b0:
    n4 = 0
    repeat body(s0, v1, f2, d3) from n4 to infinity bound walk 512 -> b1(..)
b1(s5, f6, d7):
    yield s5, f6, d7
}
";
    let body = |lines: &str| format!("{repeat}gen body(s0, v1, f2, d3) {{\nb0:\n{lines}\n}}");
    check(
        &body("s4 = clear s0, f2\nyield s4, f2, d3"),
        expect!["g b0: body does not only walk: it writes board"],
    );
    check(
        &body("s4 = pass s0\nyield s4, f2, d3"),
        expect!["g b0: body does not only walk: it writes turn"],
    );
    check(&body("s4 = tell s0, v1, f2, own, 'no'\nyield s4, f2, d3"), expect!["right"]);
    // What is written and only asked about is no write.
    check(
        &body(
            "s4 = clear s0, f2\nask main(s4, v1, f2, d3) ? b1 : b2\nb1:\nyield s0, f2, d3\nb2:\ndie",
        ),
        expect!["right"],
    );
}

#[test]
fn rule_15_recursion() {
    check_gen(
        "ask g(s0, v1, f2, d3) ? b1 : b1\nb1:\ndie",
        expect!["g: it may run itself and does not say how deep"],
    );
    check(
        "gen a(s0, v1, f2, d3) depth times 3 {
b0:
    n4 = count b(s0, v1, f2, d3)
    die
}
gen b(s0, v1, f2, d3) {
b0:
    call a(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    die
}",
        expect!["b: it may run itself and does not say how deep"],
    );
}

#[test]
fn rule_16_unreal_positions() {
    check_gen(
        "s4 = before s0\ns5 = clear s4, f2\nyield s5, f2, d3",
        expect!["g b0: s5 comes from `before` or `mask` and is yielded"],
    );
    check_gen(
        "X4 = all\ns5 = mask s0, v1, X4\nyield s5, f2, d3",
        expect!["g b0: s5 comes from `before` or `mask` and is yielded"],
    );
    let call = "s4 = before s0\ncall main(s4, v1, f2, d3) -> b1(..)\nb1(s5, f6, d7):\n";
    check_gen(
        &format!("{call}yield s5, f6, d7"),
        expect!["g b1: s5 comes from `before` or `mask` and is yielded"],
    );
    check_gen(&format!("{call}yield s0, f6, d7"), expect!["right"]);
}
