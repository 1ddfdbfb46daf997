//! What the tests of the passes that make sets share: a program around a turn,
//! and a look at what one pass makes of it.

use crate::common::facts;
use expect_test::Expect;
use game::Facts;
use ir::passes::PASSES;
use ir::{FuncId, Program, parse, print_func, verify};

/// A program whose turn is `main`, with an evaluation beside it that asks nothing.
fn program(facts: Facts, text: &str) -> Program {
    let text = format!(
        "entry main = main\nentry evaluation = one\n{text}
num one(s0, v1, f2, d3) {{
b0:
  n4 = 1
  return n4
}}"
    );
    let program = parse(facts, &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

/// What a pass makes of the turn.
#[allow(dead_code, reason = "not every test file needs it")]
pub(crate) fn made_by(pass: &str, text: &str) -> String {
    made_on(facts(), pass, text)
}

/// Checks what a pass makes of the turn.
pub(crate) fn check_on(facts: Facts, pass: &str, text: &str, expected: Expect) {
    expected.assert_eq(&made_on(facts, pass, text));
}

fn made_on(facts: Facts, pass: &str, text: &str) -> String {
    let mut program = program(facts, text);
    let pass = PASSES.iter().find(|it| it.name == pass).unwrap();
    (pass.run)(&mut program);
    assert_eq!(verify(&program), Ok(()), "{}", ir::print(&program));
    let main = program.funcs.iter().position(|func| func.name == "main").unwrap();
    print_func(&program, FuncId(main as u32))
}

pub(crate) fn check(pass: &str, text: &str, expected: Expect) {
    check_on(facts(), pass, text, expected);
}

/// One step, and a test of what is there.
#[allow(dead_code, reason = "not every test file needs it")]
pub(crate) const EMPTY_AHEAD: &str = "
gen ahead(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  X5 = empty s0
  guard f4 in X5
  yield s0, f4, d3
}";
