//! The embedding example does what it says.

#[path = "../../examples/embed.rs"]
#[allow(dead_code, reason = "its main is for people")]
mod embed;

use expect_test::expect;

#[test]
fn the_example_reports_a_game() {
    expect![[r#"
        16 first moves, a1 among them
        after it: 4/4/4/X3 b 1
        best: a1, Loses(4)
        move sequences: 16 156 840
        room at the start: 16
        a random game: b2 d4 a4 d2
        error[unknown-name]: no piece is called `ston`
         --> neighbors:5:34
          |
        5 |                   replace by own ston ]
          |                                  ^^^^
          = hint: did you mean `stone`?"#]]
    .assert_eq(&embed::report().expect("a sound game"));
}
