//! Conditions of moves, first of all Pitrat's own example.

use crate::Conditions;
use expect_test::{Expect, expect};
use game::{Board, Facts, Game, KindFacts, Setup};
use interp::{Interp, Position};

/// An empty game on a square grid with these pieces of either player.
fn facts(columns: usize, rows: usize, kinds: &[(&str, &str, &str)]) -> Facts {
    let board = Board::grid(columns, rows, game::Cyclic::NEITHER, false, |_, _| false);
    let mut facts = Facts::new("test", board);
    facts.kinds = kinds.iter().map(|(name, a, b)| KindFacts::of_players(name, a, b)).collect();
    facts.start = Setup::empty(&facts);
    facts
}

/// The interpreter of a program given as text.
fn interp(facts: Facts, text: &str) -> Interp {
    let program = ir::parse(facts, text).unwrap_or_else(|error| panic!("{error}"));
    Interp::new(program).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

fn read(interp: &Interp, text: &str) -> Position {
    let setup = game::parse_position(interp.facts(), text).unwrap();
    interp.position(&setup).unwrap()
}

/// The bishop of figure 2 of the Multigame paper, as it would be lowered by
/// hand, for a player who must move it.
const BISHOP: &str = "
entry main = main
gen main(s0, v1, f2, d3) {
b0:
  try bishop_move else lost(s0, v1, f2, d3) -> b1(..)
b1(s4, f5, d6):
  yield s4, f5, d6
}
gen lost(s0, v1, f2, d3) {
b0:
  s4 = outcome s0, v1, lose
  yield s4, f2, d3
}
gen bishop_move(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, bishop
  choose field in X4 -> b1(..)
b1(f5):
  s6 = lift s0, f5
  choose direction for v1 in {northeast southeast southwest northwest} -> b2(..)
b2(d7):
  n8 = 0
  repeat slide(s6, v1, f5, d7) from n8 to infinity bound walk 512 -> b3(..)
b3(s9, f10, d11):
  f12 = step f10, d11
  ask own_piece(s9, v1, f12, d11) ? b4 : b5
b4:
  die
b5:
  s13 = lower s9, f12, all
  yield s13, f12, d11
}
gen slide(s0, v1, f2, d3) {
b0:
  f4 = step f2, d3
  X5 = empty s0
  guard f4 in X5
  yield s0, f4, d3
}
gen own_piece(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, piece
  guard f2 in X4
  yield s0, f2, d3
}
";

fn bishop() -> Interp {
    interp(facts(8, 8, &[("king", "K", "k"), ("bishop", "B", "b")]), BISHOP)
}

fn check(interp: &Interp, position: &str, text: &str, expected: Expect) {
    let position = read(interp, position);
    let moves = Conditions::of(interp).why(&position, &[]).unwrap();
    let (_, conditions) = moves.iter().find(|(t, _)| t == text).unwrap();
    let player = interp.player(&position);
    let words: Vec<String> =
        conditions.iter().map(|c| c.describe(interp.facts(), player)).collect();
    expected.assert_eq(&words.join("; "));
}

#[test]
fn pitrats_figure_1() {
    check(
        &bishop(),
        "8/8/8/8/8/5b2/8/7K b",
        "f3h1",
        expect!["own bishop on f3; g2 is empty; enemy piece on h1"],
    );
}

#[test]
fn what_a_move_overwrites_is_a_condition() {
    check(&bishop(), "8/8/8/8/8/5b2/8/7K b", "f3g2", expect!["own bishop on f3; g2 is empty"]);
}

/// Moving a man one step north; taking one also sets a counter, and a man at
/// the end of the board is crowned.
const STEPS: &str = "
entry main = main
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, man
  choose field in X4 -> b1(..)
b1(f5):
  n6 = counter s0, v1, quiet
  n7 = 3
  guard n6 < n7
  s8 = lift s0, f5
  choose direction for v1 in {north} -> b2(..)
b2(d9):
  f10 = step f5, d9
  try taking else nothing(s8, v1, f10, d9) -> b3(..)
b3(s11, f12, d13):
  s14 = lower s11, f12, all
  ask guarded(s14, v1, f12, d13) ? b4 : b5
b4:
  die
b5:
  yield s14, f12, d13
}
gen taking(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, enemy v1, piece
  guard f2 in X4
  n5 = 0
  s6 = set s0, v1, quiet, n5
  yield s6, f2, d3
}
gen nothing(s0, v1, f2, d3) {
b0:
  yield s0, f2, d3
}
gen guarded(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, enemy v1, man
  choose field in X4 -> b1(..)
b1(f5):
  choose direction for v1 in {south} -> b2(..)
b2(d6):
  f7 = step f5, d6
  X8 = pieces s0, own v1, man
  guard f7 in X8
  yield s0, f7, d6
}
";

#[test]
fn joins_counters_and_questions() {
    let mut facts = facts(3, 4, &[("man", "M", "m"), ("king", "K", "k")]);
    facts.counters = vec![game::CounterFacts {
        name: "quiet".to_string(),
        symbols: None,
        low: 0,
        high: 9,
        gone: false,
    }];
    facts.start = game::Setup::empty(&facts);
    let interp = interp(facts, STEPS);
    // Nothing taken: that there was nothing to take does not matter beyond the
    // field itself, which the move overwrites.
    check(
        &interp,
        "2m/3/3/M2 w 1",
        "a1a2",
        expect!["own man on a1; quiet < 3; a2 is empty; not guarded (looking at c3 c4)"],
    );
    // Taken: the counter was written, so the man taken is a condition anyway.
    check(
        &interp,
        "2m/3/k2/M2 w 1",
        "a1a2",
        expect!["own man on a1; quiet < 3; enemy piece on a2; not guarded (looking at c3 c4)"],
    );
}

/// What would be there if this many conditions were different.
fn wishes(interp: &Interp, position: &str, n_wishes: usize) -> Vec<String> {
    let position = read(interp, position);
    let player = interp.player(&position);
    let found = Conditions::of(interp).if_only(&position, n_wishes, 10_000, &mut || true).unwrap();
    assert!(!found.is_cut);
    let words = |wish: &crate::Wish| {
        let all = wish.if_only.iter().map(|it| it.describe(interp.facts(), player));
        let all: Vec<String> = all.collect();
        format!("{} if only {}", wish.text.as_deref().unwrap_or("over"), all.join(" and "))
    };
    found.found.iter().map(words).collect()
}

/// Forcing an enemy on g2 makes the capture there; h1 empty makes the move to it.
#[test]
fn pitrats_figure_1_forced() {
    let forced = wishes(&bishop(), "8/8/8/8/8/5b2/8/7K b", 1);
    assert!(forced.contains(&"f3g2 if only enemy piece on g2".to_string()), "{forced:?}");
    assert!(forced.contains(&"f3h1 if only h1 is empty".to_string()), "{forced:?}");
    // What holds already is nothing to wish for.
    assert!(!forced.iter().any(|it| it.ends_with("g2 is empty")), "{forced:?}");
}

#[test]
fn what_takes_two_wishes_is_not_forced_by_one() {
    let position = "8/8/8/8/4b3/5b2/6b1/7K b";
    let capture = |forced: &[String]| forced.iter().any(|it| it.starts_with("e4h1 "));
    assert!(!capture(&wishes(&bishop(), position, 1)));
    let two = wishes(&bishop(), position, 2);
    let expected = "e4h1 if only f3 is empty and g2 is empty".to_string();
    assert!(two.contains(&expected), "{two:?}");
}

#[test]
fn forcing_can_be_stopped() {
    let interp = bishop();
    let position = read(&interp, "8/8/8/8/8/5b2/8/7K b");
    let few = Conditions::of(&interp).if_only(&position, 2, 3, &mut || true).unwrap();
    assert!(few.is_cut && few.n_looked_at <= 4, "{}", few.n_looked_at);
    assert!(Conditions::of(&interp).if_only(&position, 1, 100, &mut || false).unwrap().is_cut);
}

/// The conditions of moves say which way a decision went.
#[test]
fn decisions_are_conditions() {
    let text = "entry main = main
gen main(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, man
  choose field in X4 -> b1(..)
b1(f5):
  d6 = direction north
  f7 = step f5, d6
  X8 = empty s0
  if f7 in X8 ? b2 : b3
b2:
  s9 = put s0, f7, own v1, man
  yield s9, f7, d6
b3:
  s10 = clear s0, f5
  yield s10, f7, d6
}";
    let interp = interp(facts(4, 4, &[("man", "M", "m")]), text);
    let why = |position: &str| -> Vec<String> {
        let moves = Conditions::of(&interp).why(&read(&interp, position), &[]).unwrap();
        let facts = interp.facts();
        moves[0].1.iter().map(|condition| condition.describe(facts, game::Player::First)).collect()
    };
    assert_eq!(why("4/4/4/M3 w"), ["own man on a1", "a2 is empty"]);
    assert_eq!(why("4/4/m3/M3 w"), ["own man on a1", "piece on a2"]);
}
