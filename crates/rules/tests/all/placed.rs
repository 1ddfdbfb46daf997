//! Which kinds the texts of moves say were placed: those that come onto the
//! board with an empty hand, and not as a promotion.

use crate::check::{compiled_beside_games, game_text};

/// The names of the kinds that moves place.
fn placed(name: &str, text: &str) -> String {
    let compiled = compiled_beside_games(name, text);
    let facts = compiled.rules.expect("the rules have no error").facts;
    let names: Vec<&str> = facts.placed.iter().map(|k| &*facts.kinds[k.index()].name).collect();
    names.join(" ")
}

fn check_game(name: &str, expected: &str) {
    assert_eq!(placed(name, &game_text(name).expect("the game is there")), expected, "{name}");
}

/// Men, kings and stones, and a main rule.
fn check_main(main: &str, expected: &str) {
    let text = format!(
        "dimensions (4,4) pieces {{ man 'M' 'm'  king 'K' 'k'  stone '*' }} reserve {{ man 2 }}
         start {{ mm2/4/4/1MMk }}
         main = try [ {main} ] else lose."
    );
    assert_eq!(placed("case", &text), expected, "{main}");
}

#[test]
fn castling_places_no_rook() {
    check_game("chess", "");
    check_game("cylindrical_chess", "");
    check_game("kriegspiel", "");
}

#[test]
fn pieces_that_come_from_nowhere_are_placed() {
    check_game("tictactoe", "mark");
    check_game("amazons", "arrow");
    check_game("ataxx", "blob");
    check_game("othello", "disc");
    check_game("phantom_tictactoe", "mark");
}

#[test]
fn pieces_that_come_from_the_reserve_are_placed() {
    check_game("minishogi", "gold silver bishop rook pawn");
    check_game("nine_mens_morris", "man");
}

#[test]
fn what_is_done_with_a_full_hand_is_not_written() {
    let walk = "find own man, pickup, forward, step, points at empty field";
    check_main(&format!("{walk}, replace by stone, step, points at empty field, putdown"), "");
    check_main(&format!("{walk}, putdown, step, points at empty field, replace by stone"), "stone");
    check_main(&format!("{walk}, putdown, find empty field, replace by own king"), "king");
}

#[test]
fn a_piece_replaced_where_it_was_put_down_is_a_promotion() {
    let walk = "find own man, pickup, forward, step, points at empty field, putdown";
    check_main(&format!("{walk}, replace by own king"), "");
    check_main(&format!("{walk}, test [ find own king ], replace by own king"), "");
    // The second time, something is written between.
    check_main(&format!("{walk}, replace by own king, replace by stone"), "stone");
    check_main(&format!("{walk}, backward, step, replace by stone"), "stone");
    check_main(&format!("{walk}, remove, drop man"), "man");
}

#[test]
fn questions_and_for_each_are_not_written() {
    check_main("find own man, test [ replace by stone, step ], remove", "");
    check_main("for each own man do replace by stone", "");
    check_main("find empty field, drop man, for each own man do replace by own king", "man");
}

#[test]
fn tries_have_texts_too() {
    let text = "dimensions (4,4) pieces { man 'M' 'm'  stone '*' } start { mm2/4/4/2MM }
                main = try [ find own man, remove ] else lose.
                seen = find own man.
                tries = find field, points at empty field, replace by stone.";
    assert_eq!(placed("case", text), "stone");
}

#[test]
fn rules_that_are_too_much_work_place_all_kinds() {
    let mut text = String::from(
        "dimensions (4,4) pieces { man 'M' 'm'  king 'K' 'k' }
         main = try [ find own man, pickup, step, replace by own king, putdown, r0 ] else lose.\n",
    );
    for i in 0..2000 {
        text += &format!("r{i} = r{}.\n", i + 1);
    }
    text += "r2000 = find empty field, replace by own man.";
    assert_eq!(placed("case", &text), "man king");
}
