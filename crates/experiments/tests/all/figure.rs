//! The notation of the paper's figure 3, as it is printed there and in one form.
//! All lines are read twice only if MULTIGAME_SLOW_TESTS is set.

use expect_test::{Expect, expect};
use experiments::{Letters, read_figure, write_figure};
use game::{Player, Record};
use infoset::{Limits, referee};

/// Everything, in as much memory as is usual.
const LIMITS: Limits = Limits { memory: 1 << 30 };
use interp::Interp;

/// The first moves of figure 3, letter for letter.
const FIGURE: &str = "1. d4 {(:)}
?? {(:0)}
2. Bg5 {(:)}
?? {(:0)}
3. Nc3 {(:Bd8)}
?? {(:0)}
4. d5 {(:Bd8;Tc5)}
";

fn kriegspiel() -> Interp {
    let mut program = testing::load("kriegspiel").program().clone();
    ir::passes::optimize(&mut program, &[]);
    Interp::new(program).unwrap()
}

fn is_slow_welcome() -> bool {
    #[allow(clippy::disallowed_methods, reason = "the slow lines are asked for from outside")]
    std::env::var("MULTIGAME_SLOW_TESTS").is_ok()
}

fn check(text: &str, expected: Expect) {
    let (game, letters) = (kriegspiel(), Letters::default());
    match read_figure(&game, Player::First, text, &letters, LIMITS, usize::MAX, &mut |_| true) {
        Ok(read) => {
            let written = write_figure(&read, &letters).unwrap();
            expected.assert_eq(&written);
            let again = read_figure(
                &game,
                Player::First,
                &written,
                &letters,
                LIMITS,
                usize::MAX,
                &mut |_| true,
            );
            assert_eq!(again, Ok(read));
        }
        Err(error) => expected.assert_eq(&format!("{error}\n{}\n", error.hint)),
    }
}

#[test]
fn the_figure_is_what_the_referee_says() {
    let game = kriegspiel();
    let text = "multigame record 1\ngame: kriegspiel\nmoves: d2d4 a7a5 c1g5 b7b6 [g5d8] b1c3 \
        c7c5 [g5d8] d4d5";
    let session = referee(&game, &Record::parse(text).unwrap()).unwrap();
    let mut view = session.view(Player::First).clone();
    for turn in &mut view.turns {
        turn.seen = None;
    }
    view.turns[6].ending = game::Ending::Unsaid;
    let letters = Letters::default();
    let read =
        read_figure(&game, Player::First, FIGURE, &letters, LIMITS, usize::MAX, &mut |_| true);
    assert_eq!(read.as_ref(), Ok(&view));
    let written = write_figure(&view, &letters).unwrap();
    expect![[r#"
        1. d2d4 {(:)}
        ?? {(:0)}
        2. c1g5 {(:)}
        ?? {(:0)}
        3. b1c3 {(:g5d8)}
        ?? {(:0)}
        4. d4d5 {(:g5d8;Tc5)}
    "#]]
    .assert_eq(&written);
    // What is written is read as the same; five lines of it do not take long.
    let n_lines = if is_slow_welcome() { 7 } else { 5 };
    let lines: String = written.lines().take(n_lines).map(|line| format!("{line}\n")).collect();
    let mut first = view.after(n_lines);
    if let Some(last) = first.turns.last_mut() {
        last.ending = game::Ending::Unsaid;
    }
    let again =
        read_figure(&game, Player::First, &lines, &letters, LIMITS, usize::MAX, &mut |_| true);
    assert_eq!(again, Ok(first));
}

#[test]
fn irregularities_are_read() {
    check(
        "1.e4 { ( : ) }\ne5 {(:)}\n2. Bc4\n?? { (: 0,) }\n3. Bxf7+ {(Xf7 : )}\n",
        expect![[r#"
            1. e2e4 {(:)}
            ?? {(:0)}
            2. f1c4 {(:)}
            ?? {(:0)}
            3. c4f7+ {(Xf7:)}
        "#]],
    );
}

#[test]
fn mistakes_are_told_with_their_line() {
    check(
        "1. Nd5 {(:)}",
        expect![[r#"
            line 1, column 4: `Nd5` is nothing that the player could try
            write it as the game does: from field and to field
        "#]],
    );
    check(
        "1. e4 {(:)}\n?? {(Xe4:)}\n2. d4 {(:)}",
        expect![[r#"
            line 2, column 1: no history fits turn 2 (black ?)
            1 history fits the turns before; turn 2: without 'capture e4', 18 histories fit turn 2; this contradicts the moves that were made: turn 2: 'capture e4' was said with the move
        "#]],
    );
    check(
        "1. ?? {(:)}",
        expect![[r#"
            line 1, column 4: the player's own move is missing
            the player knows it
        "#]],
    );
    check(
        "1. d4 {(seven:)}",
        expect![[r#"
            line 1, column 9: `seven` is no announcement
            tries follow the colon
        "#]],
    );
}

/// The first line that cannot be read, and why, after `1. e4 {(:)}`.
fn wrong(line: &str, expected: &str) {
    let (game, letters) = (kriegspiel(), Letters::default());
    let text = format!("1. e4 {{(:)}}\n{line}");
    let read =
        read_figure(&game, Player::First, &text, &letters, LIMITS, usize::MAX, &mut |_| true);
    assert_eq!(read.map_err(|error| error.to_string()).err().as_deref(), Some(expected), "{line}");
}

#[test]
fn nothing_that_is_not_understood_is_left_out() {
    let neither = "is neither an announcement nor a number of tries";
    wrong("?? {(:2x)}", &format!("line 2, column 7: `2x` {neither}"));
    wrong("?? {(:0; Tz9)}", &format!("line 2, column 10: `Tz9` {neither}"));
    wrong("?? {(:5 tries)}", &format!("line 2, column 7: `5 tries` {neither}"));
    wrong("xyzzy {(:0)}", "line 2, column 1: `xyzzy` is no move");
    wrong("?? ?? {(:0)}", "line 2, column 4: `??` is out of place after the move");
    wrong("?? {(:0", "line 2, column 4: this bracket is not closed");
    wrong("?? {(:1;2)}", "line 2, column 9: `2` is a second number of tries");
    wrong("?? {(3:)}", "line 2, column 6: `3` is no announcement");
    wrong(
        "?? {(:99999999999999999999)}",
        "line 2, column 7: 99999999999999999999 refused tries are too many",
    );
    wrong(
        "?? {(:0)}\n 2. e4e5 {(:3)}",
        "line 3, column 13: `3` does not say which of the player's tries were refused",
    );
}
