//! The twelve findings that were promised, one test each, named as they were
//! promised. Some are seen in the text of the rules, some only in play, as
//! `multigame check` does it: by playing at random.

use multigame::Text;
use multigame::parts::{Plan, check_text, explore, load_text};

const BOARD: &str = "
dimensions (4,4)
pieces { man 'X' 'O'   king 'K' 'k' }
start { kOO1/4/4/1XXK }
";

/// What the checks find in the rules of a game, and what playing it at random
/// finds; each code with the text that is underlined, or with the message.
fn findings(text: &str) -> Vec<String> {
    let text = Text::new("case", text);
    let checked = check_text(&text);
    let mut found = Vec::new();
    for diagnostic in &checked.diagnostics {
        let span = diagnostic.label.span;
        let words = &text.text[span.start as usize..span.end as usize];
        found.push(format!("{}: {words}", diagnostic.code));
    }
    if let Ok(loaded) = load_text(&text) {
        let explored = explore(&loaded.game, Plan { positions: 100, work: 2_000_000, seed: 1 });
        found.extend(explored.errors.iter().map(|e| format!("in play, {}: {}", e.code, e.message)));
    }
    found
}

/// Rules for this board.
#[track_caller]
fn check(rules: &str, expected: &[&str]) {
    assert_eq!(findings(&format!("{rules}{BOARD}")), expected);
}

#[test]
fn unused_rule_or_piece() {
    check(
        "main = try [ find own man, remove ] else lose.
         other = find own man.
         pieces { stone '*' }",
        &["unused: other", "unused: stone"],
    );
}

#[test]
fn a_repeat_that_cannot_advance() {
    check(
        "main = try [ find own man, repeat 3 times points at own man, remove ] else lose.",
        &["repeat-stands-still: repeat 3 times points at own man"],
    );
}

#[test]
fn a_statement_that_can_never_succeed() {
    check(
        "main = try [ find own man, pickup, points at own man, putdown ] else lose.",
        &["never-succeeds: points at own man"],
    );
}

#[test]
fn an_outcome_never_reached() {
    check(
        "main = try [ find own man, remove, test [ find enemy man, win ] ] else lose.",
        &["outcome-never-reached: win"],
    );
}

#[test]
fn a_recursion_without_a_bound() {
    check(
        "main = try [ find own man, wander, pickup, find empty field, putdown ] else lose.
         wander = try [ alldir, step, wander ].",
        &["unbounded-recursion: wander"],
    );
}

#[test]
fn moves_that_cannot_end_the_game() {
    check(
        "main = either [ find own king, pickup, find empty field, putdown ] or pass.",
        &["no-outcome: main"],
    );
}

#[test]
fn a_hand_that_is_not_empty_at_the_end_of_a_turn() {
    check(
        "main = try [ find own man, pickup, forward, step, points at empty field ] else lose.",
        &["hand-full: pickup"],
    );
    // On a board with stacks it depends on how many pieces there are.
    let sowing = "stacks 20 dimensions (4,1) players one pieces { seed 'o' } start { 4o 4o 4o 4o }
        main = try [ find seed in a1, pickup all, east, step, putdown 1 ] else lose.";
    assert_eq!(
        findings(sowing),
        ["in play, hand-not-empty: the turn `a1` ends with a piece in the hand"]
    );
}

#[test]
fn a_position_that_is_over_and_has_moves() {
    check(
        "main = either [ count own man = 1, lose ] or [ find own man, remove ].",
        &[
            "over-and-moves: [ count own man = 1, lose ]",
            "in play, over-and-moves: the position is a win for black and has the move `xc1`",
        ],
    );
    // Conditions may exclude each other; whether they do shows in play.
    check(
        "main = either [ count own man < 3, lose ] or [ count own man > 1, find own man, remove ].",
        &["in play, over-and-moves: the position is a win for black and has the move `xb1`"],
    );
}

#[test]
fn one_successor_with_two_outcomes() {
    check("main = try [ find own man, remove, win, draw ] else lose.", &["two-outcomes: draw"]);
    check(
        "main = try [ find own man, remove, either win or draw ] else lose.",
        &["in play, two-outcomes: the move `xb1` leads to a win for white and, made another way, \
           to a draw"],
    );
}

#[test]
fn moves_whose_texts_are_not_distinct() {
    check(
        "main = try [ find own king, pickup, orthogonal, step, points at empty field, putdown,
                for each enemy man do either [ ] or remove ]
            else lose.",
        &["in play, same-text: two moves are called `d1d2`: one leads to `kOO1/4/3K/1XX1 b 1`, \
           the other to `kO2/4/3K/1XX1 b 1`"],
    );
}

#[test]
fn a_null_move() {
    check(
        "main = try [ find own king, pickup, orthogonal,
             repeat 0 .. infinity times [ step, points at empty field ], putdown ] else lose.",
        // A king that can go nowhere else would stay, so that `else` is not reached.
        &["null-move: putdown", "in play, stuck: there is no move and no outcome"],
    );
}

#[test]
fn putdown_on_an_own_piece() {
    check(
        "main = try [ find own man, pickup, forward, step, putdown ] else lose.",
        &["putdown-on-own: putdown"],
    );
}
