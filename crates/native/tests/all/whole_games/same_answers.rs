//! Rules on which native code once gave other answers than the interpreter: each game is small,
//! and is played with its moves, their texts and its counts compared.

use super::{from_text, kind};
use game::{Game, Turn, Worker};
use native::Native;

/// The texts of the moves, or that the game is over.
fn texts<P>(turn: Turn<P>) -> Vec<String> {
    match turn {
        Turn::Over(outcome) => vec![format!("{outcome:?}")],
        Turn::Moves(moves) => moves.into_iter().map(|it| it.text).collect(),
    }
}

/// Plays rules with both back ends: moves with their texts at the start, evaluations there,
/// and counts up to a depth.
fn check(rules: &str, depth: u32) -> Native {
    let native = from_text(rules);
    let interp = native.interp();
    let turn = native.turn(&native.start(), &[]).expect("it ends");
    assert_eq!(texts(turn), texts(interp.turn(&interp.start(), &[]).expect("it ends")));
    for i in 0..native.facts().evaluations.len() {
        let number = native.evaluate(&native.start(), i);
        assert_eq!(number, interp.evaluate(&interp.start(), i), "evaluation {i}");
    }
    for depth in 1..=depth {
        let leaves = game::perft(interp, &interp.start(), &[], depth);
        for counted in [false, true] {
            assert_eq!(native.perft(&native.start(), &[], depth, counted), leaves, "depth {depth}");
        }
    }
    native
}

#[test]
fn what_is_kept_needs_room_only_where_it_goes() {
    let native = check(
        "dimensions (3,1) pieces { disc 'M' 'm' rook 'V' 'v' }
         reserve { disc 255 rook 5 } start { . V . }
         main = try [ find own piece, keep ] else draw.",
        1,
    );
    assert_eq!(kind(&native.turn(&native.start(), &[]).expect("it ends")), 1);
}

#[test]
fn names_do_not_depend_on_the_order_of_the_search() {
    check(
        "dimensions (3,3) pieces { man 'X' 'O' }
         main = try [ find empty field, replace by enemy man,
             repeat 0 .. 3 times [ alldir, step, replace by own man ] ] else draw.",
        1,
    );
    // Two rounds are written out where no text is kept, and each field has its own round.
    check(
        "dimensions (3,3) pieces { man 'X' 'O' }
         main = try [ find empty field in column a, replace by enemy man,
             repeat 1 .. 2 times [ alldir, step, points at empty field, replace by own man ],
             for each field in row 1 do try [ alldir, step, points at enemy man, remove ] ]
             else draw.",
        1,
    );
}

#[test]
fn sums_do_not_depend_on_their_order() {
    // The sum goes beyond both ends of the numbers on its way.
    check(
        "dimensions (4,1) pieces { man 'X' 'O' }
         start { X O . . }
         main = try [ find empty field, replace by own man ] else draw.
         value much = 1000000000 * (3 * count [ points at field in column a ]
             - 3 * count [ points at field in column b ]
             + 2 * count [ points at field in column c ]
             - 3 * count [ points at field in column d ]).
         value negative = 0 - much.
         value large = 2000 * 1000000.
         marked = find field, replace by own man.
         mixed = either find field in column a or find field in column c
             or find field in column b.
         evaluation in_another_order = sum mixed of much.
         evaluation walked = sum field of much.
         evaluation negated = sum field of negative.
         evaluation changed = sum marked of much.
         evaluation low = sum field in columns c .. d of much.
         evaluation high = sum marked of large.",
        1,
    );
}

/// A game of two players who step to and fro, and may not repeat a position.
const KO: &str = "dimensions (4,2) pieces { man 'X' 'O' } start { 1X2/1O2 }
    main = try go else draw.
    go = find own man, pickup, either east or west, step, points at empty field, putdown,
        not occurred 2 times.";

/// The same with all that makes positions different beside the board: a player who moves
/// again, a counter that takes part, and a field that is remembered.
const KO_OF_ALL: &str = "dimensions (3,2) pieces { man 'X' 'O' } counters { rests 'R' 'r' }
    memory { left } start { X2/2O }
    main = try go else draw.
    go = find own man, remember left, pickup, orthogonal, step, points at empty field, putdown,
        set rests to 1 - rests, try [ points at field in column b, again ] else [ ],
        not occurred 2 times.";

#[test]
fn earlier_positions_are_those_of_the_turn() {
    check(KO, 8);
    let native = check(KO_OF_ALL, 8);
    // Random games that may not repeat a position come to an end.
    let games = native.playouts(&native.start(), 1, 200, 1000).expect("they are played");
    assert_eq!(games.wins, [0, 0, 200]);
}

#[test]
fn a_walk_of_at_least_one_round_need_not_stay() {
    let jumps = |ends: &str| {
        let rules = "dimensions (5,2) pieces { man 'X' 'O' king 'K' 'k' } start { XO1O1/1X1O1 }
            main = try [ find own man, repeat 1 .. infinity times jump, replace by own king ]
                else draw.
            jump = orthogonal, step, points at man, step";
        check(&format!("{rules}{ends}."), 3)
    };
    let native = jumps(", points at empty field");
    assert_eq!(kind(&native.turn(&native.start(), &[]).expect("it ends")), 2);
    // Over the same man and back.
    let native = jumps("");
    assert_eq!(kind(&native.turn(&native.start(), &[]).expect("it ends")), 3);
}

#[test]
fn positions_may_occur_more_often_than_16_bits_count() {
    let native = from_text(
        "dimensions (2,1) pieces { man 'X' 'O' } start { X1 }
         main = try [ occurred 58000 times, draw ] else pass.",
    );
    let start = native.start();
    let mut worker = native.worker(&[]);
    (0..70_000).for_each(|_| worker.enter(&start));
    (0..11_000).for_each(|_| worker.leave());
    let mut list = Vec::new();
    let over = worker.expand(&start, &mut list).expect("it ends");
    assert_eq!((over.map(|outcome| outcome.value), list.len()), (Some(0), 0));
}

#[test]
fn a_turn_may_look_at_where_it_began() {
    check(
        "dimensions (3,2) pieces { man 'X' 'O' }
         main = try go else draw.
         go = find empty field, replace by own man, try [ before lonely, find enemy man, remove ].
         lonely = find own man, not test [ orthogonal, step, points at own man ].
         evaluation then = count [ before find own man ].",
        4,
    );
    // Functions that stay functions look at it, too, and random games.
    let native = check(
        "dimensions (4,1) pieces { man 'X' 'O' }
         main = try [ find empty field, replace by own man, repeat 0 .. 3 times more ] else draw.
         more = before [ find empty field, not points at field in column a ],
             find empty field, replace by own man, not before points at own man.",
        3,
    );
    let games = native.playouts(&native.start(), 1, 20, 100).expect("they end");
    assert_eq!(games.wins, [0, 0, 20]);
}

#[test]
fn nothing_has_occurred_where_a_position_is_evaluated() {
    check(
        "dimensions (3,3) pieces { stone 'X' 'O' }
         main = try [ find empty field, replace by own stone ] else draw.
         seen = find empty field, replace by own stone, occurred 2 times.
         unseen = find empty field, replace by own stone, not occurred 2 times.
         evaluation old = count seen.
         evaluation new = count unseen.",
        1,
    );
}
