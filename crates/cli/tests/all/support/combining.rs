//! What tests of wins by threats share: a position that has one, and commands whose counts
//! of positions may change without harm.

use crate::support::{multigame, printed, scratch};
use expect_test::Expect;
use serde_json::Value;

/// Pitrat's figure 4: a smothered mate.
pub(crate) const FIGURE_4: &str = "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1";

/// Runs a command and compares what it prints and its exit code; how many positions
/// were looked at may change.
pub(crate) fn check(args: &[&str], expected: Expect) {
    let output = multigame(&scratch(&args.join("_").replace(['/', ' '], "-")), args, "");
    let uncounted = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let after = |i: usize| words.get(i + 1).copied().unwrap_or("");
        let is_count = |i: usize, number: &str| {
            let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
            let what = ["position", "node", "to"];
            is_number && what.iter().any(|what| after(i).starts_with(what))
        };
        let shown = words.iter().enumerate().map(|(i, word)| {
            let number = word.trim_start_matches('(');
            if is_count(i, number) { word.replace(number, "N") } else { word.to_string() }
        });
        shown.collect::<Vec<_>>().join(" ")
    };
    let text: Vec<String> = printed(&output).lines().map(uncounted).collect();
    let code = output.status.code().unwrap_or(-1);
    expected.assert_eq(&format!("{}\nexit {code}\n", text.join("\n")));
}

/// The answer of a command as JSON.
pub(crate) fn answer(test: &str, args: &[&str]) -> (Option<i32>, Value) {
    let output = multigame(&scratch(test), args, "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), serde_json::from_str(&text).expect(&text))
}
