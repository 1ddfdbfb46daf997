//! The embedding example does what it says.

#[path = "../examples/embed.rs"]
#[allow(dead_code, reason = "its main is for people")]
mod embed;

use expect_test::expect;

#[test]
fn the_example_reports_a_game() {
    expect![[""]].assert_eq(&embed::report());
}
