//! The nodes that only passes make, each on a position in which what it gives
//! can be worked out by hand.

use super::{interp, read, successors};
use crate::Interp;
use game::{Board, Facts, Field, Game, KindFacts, LayoutFacts, Piece, Player, Setup};

/// Men on a board, with a layout of one man on the first field.
fn men(board: Board) -> Facts {
    let mut facts = Facts::new("test", board);
    facts.kinds =
        vec![KindFacts::of_players("man", "M", "m"), KindFacts::of_players("mark", "X", "x")];
    facts.start = Setup::empty(&facts);
    let mut drawn = vec![None; facts.board.n_fields()];
    drawn[0] = Some(Piece::new(game::Kind(0), Player::First.into()));
    facts.layouts = vec![LayoutFacts { name: "start".to_string(), board: drawn }];
    facts
}

/// A game in which a mark is put on each field of the set `X9` in turn. `X4` are
/// the own men, `X5` the empty fields.
fn marking(facts: Facts, set: &str) -> Interp {
    let text = format!(
        "entry main = main
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, man
  X5 = empty s0
  choose field in X4 -> b1(..)
b1(f6):
  X7 = only f6
  X8 = {{}}
  X9 = {set}
  choose field in X9 -> b2(..)
b2(f10):
  s11 = put s0, f10, own v1, mark
  yield s11, f10, d3
}}"
    );
    interp(facts, &text)
}

fn grid() -> Board {
    Board::grid(4, 4, game::Cyclic::NEITHER, false, |_, _| false)
}

/// The fields of a set, for white, in a position with one white man.
fn check_set(board: Board, set: &str, position: &str, expected: &[&str]) {
    let game = marking(men(board), set);
    let position = read(&game, position);
    let fields: Vec<String> = match game.turn(&position, &[]) {
        Ok(game::Turn::Moves(moves)) => {
            moves.iter().map(|m| changed(&game, &position, &m.to)).collect()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(fields, expected);
}

/// The field on which two positions differ.
fn changed(game: &Interp, a: &crate::Position, b: &crate::Position) -> String {
    let (a, b) = (game.setup(a), game.setup(b));
    let at = (0..a.board.len()).find(|&i| a.board[i] != b.board[i]).unwrap();
    game.facts().field_name(Field(at as u16)).to_string()
}

const CORNER: &str = "4/4/4/M3 w";

#[test]
fn only_and_matching() {
    check_set(grid(), "only f6", "4/4/1M2/4 w", &["b2"]);
    check_set(grid(), "matching s0, start", "1m2/MMMM/mmmm/MMMM w", &["a1", "a4", "c4", "d4"]);
    check_set(grid(), "ifsome X4, X5", "mmm1/mmmm/mmmm/M2m w", &["b1", "c1", "d4"]);
}

#[test]
fn walks() {
    check_set(grid(), "walk X7 by north east", CORNER, &["a2", "b1"]);
    check_set(grid(), "walk X7 by north.northeast north south stay", CORNER, &["a1", "a2", "b3"]);
    check_set(grid(), "walk back X7 by south west.southwest", CORNER, &["a2", "c2"]);
}

#[test]
fn slides_go_on_through_a_set_only() {
    check_set(
        grid(),
        "slide X7 by north east through X5",
        "m3/4/4/M1m1 w",
        &["a2", "a3", "a4", "b1", "c1"],
    );
    check_set(grid(), "slide X7 by north through X8", CORNER, &["a2"]);
    check_set(
        grid(),
        "slide back X7 by south west through X5",
        "4/m3/4/M3 w",
        &["a2", "a3", "b1", "c1", "d1"],
    );
    // A direction is kept: nothing is reached round the corner.
    check_set(
        grid(),
        "slide X7 by north northeast through X5",
        "4/4/4/2M1 w",
        &["c2", "c3", "c4", "d2"],
    );
    // On a cylinder it comes round to where it began, and on.
    let cylinder = Board::grid(4, 4, game::Cyclic::COLUMNS, false, |_, _| false);
    check_set(cylinder, "slide X7 by east through X5", CORNER, &["a1", "b1", "c1", "d1"]);
}

#[test]
fn rows_lie_in_the_set_as_a_whole() {
    // The set are the empty fields, which are in no row with the field of the man.
    let rows = "rows X5 by north east times 2";
    check_set(grid(), rows, "mmm1/m1m1/mm2/M1m1 w", &["d1", "d2"]);
    check_set(grid(), rows, "m3/mmmm/1m1m/M1m1 w", &["b4"]);
    check_set(grid(), "rows X5 by southeast times 3", "1mmm/m1mm/Mm1m/mmm1 w", &["a4"]);
    check_set(grid(), "rows X5 by north times 0", "mmmm/m1mm/Mm1m/mmmm w", &["b3", "c2"]);
    // On a cylinder it goes on beyond the edge.
    let cylinder = Board::grid(4, 4, game::Cyclic::COLUMNS, false, |_, _| false);
    check_set(cylinder, "rows X5 by east times 2", "mmmm/1m2/Mmmm/mmmm w", &["c3"]);
}

#[test]
fn spreads_turn_corners() {
    let position = "4/4/mm2/M1m1 w";
    check_set(grid(), "spread X7 by north east through X5", position, &["a1", "b1"]);
    let back = "spread back X7 by south west through X5";
    // The man itself is in the way of going on backward.
    check_set(grid(), back, CORNER, &["a1"]);
    let all = "4/4/m3/M3 w";
    check_set(grid(), "spread X7 by north.east through X5", all, &["a1", "b2", "c3", "d4"]);
}

/// A game with one move, if there is a way to `b1`.
fn deciding(test: &str) -> Interp {
    let text = format!(
        "entry main = main
gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, man
  n5 = size X4
  n6 = 2
  choose field in X4 -> b1(..)
b1(f7):
  {test}
b2:
  s8 = pass s0
  yield s8, f2, d3
b3:
  s9 = outcome s0, v1, draw
  yield s9, f2, d3
}}"
    );
    interp(men(grid()), &text)
}

#[test]
fn decisions() {
    let check = |test: &str, position: &str, yes: bool| {
        let game = deciding(&format!("{test} ? b2 : b3"));
        super::check(&game, position, if yes { "pass" } else { "over 0" });
    };
    check("if f7 in X4", CORNER, true);
    check("if f2 in X4", CORNER, false);
    check("if n5 >= n6", CORNER, false);
    check("if n5 >= n6", "4/4/4/MM2 w", true);
    check("if some X4", CORNER, true);
    check("if v1 is first", CORNER, true);
    check("if v1 is second", CORNER, false);
    check("if v1 is second", "4/4/4/m3 b", true);
    check("if matches s0, f7, start", CORNER, true);
    check("if matches s0, f7, start", "4/4/4/1M2 w", false);
}

#[test]
fn back_is_against_the_direction() {
    let text = "entry main = main
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, man
  choose field in X4 -> b1(..)
b1(f5):
  d6 = direction north
  f7 = back f5, d6
  s8 = put s0, f7, own v1, man
  yield s8, f7, d6
}";
    let game = interp(men(grid()), text);
    assert_eq!(successors(&game, "4/4/M3/2M1 w"), ["a1 4/4/M3/M1M1 b 1"]);
}

#[test]
fn a_piece_is_put_on_all_fields_of_a_set() {
    let text = |set: &str| {
        format!(
            "entry main = main
gen main(s0, v1, f2, d3) {{
b0:
  X4 = {set}
  s5 = putall s0, X4, enemy v1, man
  yield s5, f2, d3
}}"
        )
    };
    let all = interp(men(grid()), &text("pieces s0, own v1, man"));
    assert_eq!(successors(&all, "4/4/M3/M1M1 w"), ["- 4/4/m3/m1m1 b 1"]);
    // Nothing is changed by a set without a field, so the turn does nothing.
    let none = interp(men(grid()), &text("{}"));
    super::check(&none, CORNER, "stuck: there is no move and no outcome");
}
