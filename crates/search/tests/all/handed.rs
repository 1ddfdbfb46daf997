//! A line that something else has proved is told with what a search finds of the other
//! moves, in the order of their values.

use game::{Game, parse_position};
use search::{Limits, Line, Reached, Report, Search, Settings, Stop, WIN};

/// White mates with the rook at once.
const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

fn chess() -> native::Native {
    testing::load_native("chess")
}

fn position(game: &native::Native, text: &str) -> native::Position {
    let setup = parse_position(game.facts(), text).expect("a position");
    game.position(&setup).expect("a position")
}

/// The position after a move, by its text.
fn after(game: &native::Native, at: &native::Position, text: &str) -> native::Position {
    let Ok(game::Turn::Moves(moves)) = game.turn(at, &[]) else { panic!("there are moves") };
    moves.into_iter().find(|made| made.text == text).expect("a move").to
}

type Found = Report<native::Position>;

/// What is found to a depth if a line is known, and what was told on the way.
fn find(
    game: &native::Native,
    at: &native::Position,
    n_lines: usize,
    known: &Line<native::Position>,
    limits: &Limits,
) -> (Found, Vec<Found>) {
    let search = Search::new(game, Settings::new(game.facts())).expect("settings");
    let mut told = Vec::new();
    let found =
        search.lines_knowing(known, n_lines, Reached { at, past: &[] }, limits, &mut |report| {
            told.push(report.clone())
        });
    (found, told)
}

fn lines(report: &Found) -> Vec<&Line<native::Position>> {
    report.best.iter().chain(&report.others).collect()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn the_known_line_comes_first_and_no_other_begins_with_it() {
    let game = chess();
    let at = game.start();
    // No search of two turns would find that.
    let first = after(&game, &at, "a2a3");
    let known = Line { positions: vec![first.clone()], value: WIN - 9 };
    let (found, told) = find(&game, &at, 3, &known, &to_depth(2));
    let found_lines = lines(&found);
    assert_eq!((found_lines.len(), found.depth, found_lines[0]), (3, 2, &known));
    let firsts: Vec<_> = found_lines.iter().map(|line| &line.positions[0]).collect();
    assert!(firsts[1..].iter().all(|to| **to != first) && firsts[1] != firsts[2]);
    assert!(found_lines.windows(2).all(|two| two[0].value >= two[1].value));
    let depths: Vec<_> = told.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [0, 1, 2]);
    assert!(told.iter().all(|report| report.best.as_ref() == Some(&known)));
}

#[test]
fn what_is_known_is_told_however_short_the_search() {
    let (game, nodes) = (chess(), Some(1));
    let at = game.start();
    let known = Line { positions: vec![after(&game, &at, "a2a3")], value: WIN - 9 };
    let (found, told) = find(&game, &at, 3, &known, &Limits { nodes, ..Limits::default() });
    assert_eq!((lines(&found), found.stop.clone()), (vec![&known], Some(Stop::Nodes)));
    assert_eq!(told.iter().map(lines).collect::<Vec<_>>(), [[&known]]);
    let (found, told) = find(&game, &at, 1, &known, &to_depth(2));
    assert_eq!((lines(&found), found.nodes, told.len()), (vec![&known], 0, 1));
}

#[test]
fn a_better_line_comes_before_the_known_one() {
    let game = chess();
    let at = position(&game, MATE);
    let (mate, quiet) = (after(&game, &at, "a1a8"), after(&game, &at, "g1h1"));
    let known = Line { positions: vec![quiet], value: WIN - 9 };
    let (found, _) = find(&game, &at, 2, &known, &to_depth(2));
    let found = lines(&found);
    assert_eq!((&found[0].positions[..], found[0].value), (&[mate][..], WIN - 1));
    assert_eq!(found[1..], [&known]);
}

#[test]
fn what_is_no_move_is_no_help() {
    let game = chess();
    let at = position(&game, MATE);
    let elsewhere = after(&game, &game.start(), "a2a3");
    let known = Line { positions: vec![elsewhere], value: WIN };
    let (found, _) = find(&game, &at, 2, &known, &to_depth(2));
    let search = Search::new(&game, Settings::new(game.facts())).expect("settings");
    let plain = search.lines(2, &at, &[], &to_depth(2), &mut |_| {});
    assert_eq!(lines(&found), lines(&plain));
}
