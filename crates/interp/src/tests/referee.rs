//! Phantom tic-tac-toe: one sees one's own marks, and a taken field is refused.

use super::games::TICTACTOE;
use super::{facts, interp, read};
use crate::Interp;
use game::{Attempt, Game, Player, Referee, Refusal};

const REFEREE: &str = "
entry seen = seen
entry tries = new_mark
entry refused = refused
entry told = told
gen seen(s0, v1, f2, d3) {
b0:
  X4 = pieces s0, own v1, mark
  choose field in X4 -> b1(..)
b1(f5):
  yield s0, f5, d3
}
gen refused(s0, v1, f2, d3) {
b0:
  s4 = tell s0, v1, f2, own, 'no'
  s5 = tell s4, v1, f2, enemy, 'they tried'
  yield s5, f2, d3
}
gen told(s0, v1, f2, d3) {
b0:
  s4 = before s0
  X5 = pieces s0, enemy v1, mark
  X6 = pieces s4, enemy v1, mark
  X7 = X5 - X6
  each X7 do told.1(s0, v1, f2, d3) -> b1(..)
b1(s8):
  yield s8, f2, d3
}
gen told.1(s0, v1, f2, d3) {
b0:
  s4 = tell s0, v1, f2, own, 'new', here, piece
  yield s4, f2, d3
}
";

fn phantom() -> Interp {
    let mut facts = facts(3, 3, &[("mark", "X", "O")]);
    facts.hidden = true;
    interp(facts, &format!("{TICTACTOE}{REFEREE}"))
}

#[test]
fn a_player_sees_and_knows_his_own_marks() {
    let game = phantom();
    let position = read(&game, "3/1O1/X2 w");
    let view = game.view(&position, &position, Player::First).unwrap();
    assert_eq!(game::write_position(game.facts(), &game.setup(&view)), "3/3/X2 w 1");
    let seen = game.seen(&position, &position, Player::Second).unwrap();
    assert_eq!(seen.iter().map(|f| game.facts().field_name(f)).collect::<String>(), "b2");
    let tries = game.tries(&position, &position, &[]).unwrap();
    assert_eq!(tries.join(" "), "a2 a3 b1 b2 b3 c1 c2 c3");
}

#[test]
fn attempts_are_accepted_refused_or_impossible() {
    let game = phantom();
    let position = read(&game, "3/1O1/X2 w");
    let attempt = |text| game.attempt(&position, &position, &[], text).unwrap();
    assert!(matches!(attempt("c3"), Attempt::Accepted(made) if made.text == "c3"));
    assert_eq!(attempt("a1"), Attempt::Impossible);
    let Attempt::Refused(Refusal { told, passed }) = attempt("b2") else { panic!() };
    let told: Vec<(Player, &str)> = told.iter().map(|m| (m.to, m.text.as_str())).collect();
    assert_eq!(told, [(Player::First, "no"), (Player::Second, "they tried")]);
    assert_eq!(passed, None);
}

#[test]
fn what_is_told_can_look_back() {
    let game = phantom();
    let (before, position) = (read(&game, "3/1O1/3 w"), read(&game, "3/1O1/X2 b"));
    let told = game.told(&position, &before).unwrap();
    let told: Vec<(Player, &str)> = told.iter().map(|m| (m.to, m.text.as_str())).collect();
    assert_eq!(told, [(Player::Second, "new a1 mark")]);
}

#[test]
fn of_several_results_the_first_counts() {
    let referee = "
entry refused = twice
entry told = twice
entry tries = anywhere
gen anywhere(s0, v1, f2, d3) {
b0:
  X4 = all
  choose field in X4 -> b1(..)
b1(f5):
  s6 = put s0, f5, own v1, mark
  yield s6, f5, d3
}
gen twice(s0, v1, f2, d3) {
b0:
  X4 = {b1 c1}
  choose field in X4 -> b1(..)
b1(f5):
  s6 = tell s0, v1, f5, own, 'look', here
  yield s6, f5, d3
}
";
    let game = interp(facts(3, 3, &[("mark", "X", "O")]), &format!("{TICTACTOE}{referee}"));
    let position = read(&game, "3/1O1/X2 w");
    let texts = |told: Vec<game::Message>| told.into_iter().map(|m| m.text).collect::<Vec<_>>();
    assert_eq!(texts(game.told(&position, &position).unwrap()), ["look b1"]);
    let Attempt::Refused(Refusal { told, passed }) =
        game.attempt(&position, &position, &[], "b2").unwrap()
    else {
        panic!()
    };
    assert_eq!((texts(told), passed), (vec!["look b1".to_string()], None));
}
