//! A long game in which everything is found out in the end: its set is small then, though it is
//! huge in between for whoever does not look ahead.

use game::{Game, Player};
use infoset::{InfosetError, Limits, MergedSet, Session};
use std::sync::Arc;

/// So much memory is enough for sets within their outline, and for little else.
const LITTLE: Limits = Limits { memory: 1 << 20 };

#[test]
fn what_is_found_out_late_is_known_from_the_beginning() {
    let game = testing::load("dark_hex");
    let mut session = Session::new(&game, game.start()).unwrap();
    // No two stones of a player touch, so that nobody wins.
    let fields = |rows: [u32; 5]| {
        let names = rows.into_iter().flat_map(|row| "acegik".chars().map(move |it| (it, row)));
        names.map(|(column, row)| format!("{column}{row}"))
    };
    let mut hidden = Vec::new();
    let moves = fields([1, 3, 5, 7, 9]).zip(fields([2, 4, 6, 8, 10]));
    for (i, (red, blue)) in moves.enumerate() {
        // Every sixth turn Red tries the fields that Blue has taken.
        if i % 6 == 5 {
            for field in hidden.drain(..) {
                let field: String = field;
                assert!(!session.attempt(&field).unwrap().accepted);
            }
        }
        assert!(session.attempt(&red).unwrap().accepted);
        assert!(session.attempt(&blue).unwrap().accepted);
        hidden.push(blue);
    }
    // ... and the last one at the end.
    assert!(!session.attempt("k10").unwrap().accepted);
    assert!(session.attempt("a11").unwrap().accepted);
    let view = session.view(Player::First);
    assert_eq!(view.turns.len(), 61);
    let outline = sweeps::outline(&game, view, &|| true).unwrap();
    let last = outline.after(61).unwrap();
    assert!(last.iter().all(|contents| contents.is_sure()));

    let set = || MergedSet::before(&game, view, LITTLE).unwrap().counts_only();
    let mut within = set().within(Arc::new(outline));
    within.extend_all(&view.turns, &mut |_| true).unwrap();
    assert_eq!(within.size(), 1);
    // Blue can have taken the fields in any order: between Red's tries five, then four
    // times six, then one.
    let factorial = |n: u128| (1..=n).product::<u128>();
    assert_eq!(within.count(), Ok(factorial(5) * factorial(6).pow(4)));
    assert!(within.work().expanded < 5000, "{:?}", within.work());
    let without = set().extend_all(&view.turns, &mut |_| true);
    assert!(matches!(without, Err(InfosetError::Memory { .. })), "{without:?}");
}
