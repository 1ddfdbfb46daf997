//! Slips of people who learn the language: one message for each, which names what was meant.

use super::check;
use expect_test::expect;

#[test]
fn times_may_be_misspelt() {
    check(
        "a = repeat 2 time step, repeat 1 .. 2 tims step, repeat 2 time times step.\n",
        expect![[r#"
            error[misspelt-word]: the word `time` is not known here
              1:14 `time`
              hint: did you mean `times`?
            error[misspelt-word]: the word `tims` is not known here
              1:39 `tims`
              hint: did you mean `times`?
            error[missing-word]: `..` is missing before `time`
              1:59 `time`
              hint: write `repeat 0 .. 3 times …`
        "#]],
    );
}
