//! Which patterns no turn begins with, on small programs: one that proves it, and for each
//! condition of the proof one that lacks it.

use crate::common::{facts, one_turn};
use game::Facts;
use ir::analyses::unmade;

/// A turn that puts a knight on an empty field, says that the game is won if there are three in
/// a row, and goes on as the text says: with the position `s9` where they are, `s6` otherwise.
fn turn(rest: &str) -> String {
    format!(
        "gen main(s0, v1, f2, d3) {{
b0:
    X4 = empty s0
    choose field in X4 -> b1(..)
b1(f5):
    s6 = put s0, f5, own v1, knight
    X7 = pieces s6, own v1, knight
    X8 = rows X7 by north east times 2
    if some X8 ? b2 : b3
b2:
    s9 = outcome s6, v1, win
{rest}
}}"
    )
}

/// What is proved: for each question the number of its patterns, and their sizes.
fn proved(facts: Facts, text: &str) -> Vec<(usize, Vec<usize>)> {
    let found = unmade(&one_turn(facts, text));
    let sizes = |it: &ir::analyses::Unmade| {
        let mut sizes: Vec<usize> = it.asked.patterns.fields.iter().map(|it| it.len()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        (it.asked.patterns.fields.len(), sizes)
    };
    found.iter().map(sizes).collect()
}

#[track_caller]
fn check(text: &str, expected: &[(usize, Vec<usize>)]) {
    assert_eq!(proved(facts(), text), expected);
}

/// Six rows of three in each of eight files and ranks, of either player.
fn rows() -> [(usize, Vec<usize>); 2] {
    [(96, vec![3]), (96, vec![3])]
}

#[test]
fn whoever_makes_a_row_ends_the_game() {
    check(&turn("    yield s9, f2, d3\nb3:\n    yield s6, f2, d3"), &rows());
}

#[test]
fn ways_join() {
    let text = "    jump b4(s9)\nb3:\n    jump b4(s6)\nb4(s10):\n    yield s10, f2, d3";
    check(&turn(text), &rows());
    // What is a row goes on, too.
    let text = "    jump b4(s6)\nb3:\n    jump b4(s6)\nb4(s10):\n    yield s10, f2, d3";
    check(&turn(text), &[]);
}

#[test]
fn the_game_must_be_over() {
    check(&turn("    yield s6, f2, d3\nb3:\n    yield s6, f2, d3"), &[]);
    // It is over where there is no row.
    let text =
        turn("    yield s6, f2, d3\nb3:\n    s10 = outcome s6, v1, win\n    yield s10, f2, d3");
    check(&text, &[]);
}

#[test]
fn pieces_that_come_later_are_asked_for_again() {
    let after = |write: &str| {
        turn(&format!("    yield s9, f2, d3\nb3:\n    s10 = {write}\n    yield s10, f2, d3"))
    };
    check(&after("put s6, f5, own v1, knight"), &[]);
    check(&after("put s6, f5, enemy v1, knight"), &[]);
    check(&after("become s6, f5, knight"), &[]);
    // Pieces of another kind make no row, and nothing does that goes away.
    check(&after("put s6, f5, own v1, pawn"), &rows());
    check(&after("enter s6, f5, v1, pawn"), &rows());
    check(&after("become s6, f5, pawn"), &rows());
    check(&after("clear s6, f5"), &rows());
    check(&after("again s6"), &rows());
}

#[test]
fn what_is_in_the_hand_may_make_a_row() {
    let moves = |set: &str| {
        turn(&format!(
            "    yield s9, f2, d3
b3:
    X10 = {set}
    choose field in X10 -> b4(..)
b4(f11):
    s12 = lift s6, f11
    s13 = lower s12, f5
    yield s13, f2, d3"
        ))
    };
    check(&moves("pieces s6, own v1, pawn"), &[(96, vec![3]), (96, vec![3])]);
    check(&moves("pieces s6, any v1, piece"), &[]);
}

#[test]
fn functions_and_loops_are_followed() {
    let calls = |more: &str| {
        format!(
            "gen main(s0, v1, f2, d3) {{
b0:
    try place else pass(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
    {more}
}}
{}
gen pass(s0, v1, f2, d3) {{
b0:
    s4 = pass s0
    yield s4, f2, d3
}}
gen knights(s0, v1, f2, d3) {{
b0:
    s4 = put s0, f2, own v1, knight
    yield s4, f2, d3
}}
gen pawns(s0, v1, f2, d3) {{
b0:
    s4 = put s0, f2, own v1, pawn
    yield s4, f2, d3
}}",
            turn("    yield s9, f2, d3\nb3:\n    yield s6, f2, d3").replace("main", "place")
        )
    };
    check(&calls("yield s4, f2, d3"), &rows());
    let each = |func: &str| {
        calls(&format!(
            "X7 = all\n    each X7 do {func}(s4, v1, f2, d3) -> b2(..)\nb2(s8):\n    yield s8, f2, d3"
        ))
    };
    check(&each("pawns"), &rows());
    check(&each("knights"), &[]);
}

#[test]
fn players_are_told_apart() {
    // Only the first player's rows end the game.
    let text = "gen main(s0, v1, f2, d3) {
b0:
    X4 = empty s0
    choose field in X4 -> b1(..)
b1(f5):
    s6 = put s0, f5, own v1, knight
    X7 = pieces s6, first v1, knight
    X8 = rows X7 by north times 7
    if some X8 ? b2 : b3
b2:
    s9 = outcome s6, v1, win
    yield s9, f2, d3
b3:
    yield s6, f2, d3
}";
    check(text, &[(8, vec![8])]);
    check(&text.replace("pieces s6, first", "pieces s0, first"), &[]);
}

#[test]
fn squares_and_unions_are_patterns() {
    let asks = |sets: &str| {
        let last = 9 + sets.lines().count();
        let end = last + 1;
        format!(
            "gen main(s0, v1, f2, d3) {{
b0:
    X4 = empty s0
    choose field in X4 -> b1(..)
b1(f5):
    s6 = put s0, f5, first v1, knight
    s7 = put s6, f5, first v1, pawn
    X8 = pieces s7, first v1, knight
    X9 = pieces s7, first v1, pawn
{sets}
    if some X{last} ? b2 : b3
b2:
    s{end} = outcome s7, v1, win
    yield s{end}, f2, d3
b3:
    yield s7, f2, d3
}}"
        )
    };
    let square = "    X10 = walk back X9 by north
    X11 = X9 & X10
    X12 = walk back X11 by east
    X13 = X11 & X12";
    check(&asks(square), &[(49, vec![4])]);
    let both = "    X10 = rows X8 by north times 7
    X11 = rows X9 by east times 3
    X12 = X10 | X11";
    check(&asks(both), &[(8, vec![8]), (40, vec![4])]);
    // A pattern that is a part of another one is enough.
    let more = "    X10 = rows X9 by north times 1
    X11 = rows X9 by north times 3
    X12 = X10 | X11";
    check(&asks(more), &[(56, vec![2])]);
    // A piece that must not be there is no part of a pattern.
    check(&asks("    X10 = rows X9 by north times 2\n    X11 = X10 - X8"), &[]);
    check(&asks("    X10 = {a1 b2}\n    X11 = X9 - X10"), &[(62, vec![1])]);
}

#[test]
fn piles_hide_pieces() {
    let mut facts = facts();
    facts.stacks = Some(2);
    let text = turn("    yield s9, f2, d3\nb3:\n    yield s6, f2, d3");
    assert_eq!(proved(facts, &text), []);
}
