//! Questions about one field and about rows through a new piece are answered without looking at
//! the whole board: on boards of all kinds, with anything on them, as the interpreter answers.

use game::{Game, Rng};
use native::Native;

/// Boards of one to four words, on two of which lines come back to where they began.
const SIZES: [(&str, usize, usize); 6] = [
    ("(5,5)", 5, 5),
    ("(8,8)", 8, 8),
    ("(11,6) hexagonal", 11, 6),
    ("(cyclic 3,24)", 3, 24),
    ("(13,10)", 13, 10),
    ("(cyclic 16,16)", 16, 16),
];

/// What is asked of the field on which a man was put, in many steps.
const OF_A_FIELD: [&str; 5] = [
    "alldir, repeat 0 .. 2 times [ step, points at own man ], rotate 180,
        repeat 2 times [ step, points at own man ]",
    "alldir, step, points at own man, step, points at enemy man, step, points at own man",
    "orthogonal, step, not points at own man, step, points at own man, step, points at empty field",
    "either [ north, step, points at far, step, points at own man, step ]
        or [ alldir, step, points at own man, step, points at own man, step, points at enemy man ]",
    "orthogonal, step, points at own man, step, points at own man, step, points at own man",
];

/// What is done on the field that was chosen, and then asked of the whole board.
const OF_THE_BOARD: [&str; 7] = [
    "replace by own man, try [ test three, win ]",
    "replace by own king, try [ test three, win ]",
    "replace by own man, try [ test enemy_three, win ]",
    "replace by enemy man, try [ test any_three, win ]",
    "replace by own king, replace by own man, try [ test three, win ]",
    "north, step, replace by own man, try [ test three, win ]",
    "replace by own man, try [ test four, win ]",
];

/// The rules of a game that begins with men and kings on chance fields.
fn rules((size, columns, rows): (&str, usize, usize), then: &str, rng: &mut Rng) -> String {
    // Some boards are full of rows, and some are nearly empty.
    let empty = 2 + rng.below(12);
    let field = |rng: &mut Rng| match rng.below(empty + 7) {
        0..=2 => 'X',
        3..=5 => 'O',
        6 => 'K',
        _ => '.',
    };
    let line = |rng: &mut Rng| (0..columns).map(|_| field(rng)).collect::<String>();
    let start = (0..rows).map(|_| line(rng)).collect::<Vec<_>>().join("/");
    format!(
        "dimensions {size}
pieces {{ man 'X' 'O' king 'K' 'Q' }}
start {{ {start} }}
zones {{ far row {rows} row 1 }}
main = try [ find empty field, {then} ] else draw.
three = find own man, alldir, repeat 2 times [ step, points at own man ].
enemy_three = find enemy man, alldir, repeat 2 times [ step, points at enemy man ].
any_three = find man, alldir, repeat 2 times [ step, points at man ].
four = find own man, alldir, repeat 3 times [ step, points at own man ]."
    )
}

/// How long the code of all drivers is; addresses in it differ from run to run.
fn code(rules: &str, off: &str) -> usize {
    let interp = testing::load_text("made-up", rules).expect("sound rules");
    let native = Native::new(interp, &[off.to_string()]).expect("there is code for this");
    let listing = native.listing().expect("it can be made");
    listing.iter().map(|it| it.assembly.lines().count()).sum()
}

/// Compares how many sequences of two turns there are: after a win there are none.
fn check(then: &str, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut ended = 0;
    for size in SIZES {
        for _ in 0..3 {
            let text = rules(size, then, &mut rng);
            let interp = testing::load_text("made-up", &text).expect("sound rules");
            let native = Native::new(interp.clone(), &[]).expect("there is code for this");
            let start = native.start();
            let by_code = [1, 2].map(|depth| native.perft(&start, &[], depth, false));
            let by_rules = [1, 2].map(|depth| game::perft(&interp, &interp.start(), &[], depth));
            let [Ok(moves), Ok(both)] = by_code else { panic!("{by_code:?}: {text}") };
            let [Ok(of_rules), Ok(both_of_rules)] = by_rules else { panic!("no count: {text}") };
            assert_eq!((moves, both), (of_rules, both_of_rules), "{text}");
            let listed = native.perft(&start, &[], 2, true).expect("it ends");
            assert_eq!(listed, both_of_rules, "{text}");
            ended += usize::from(both < moves * (moves.max(2) - 2));
        }
    }
    assert!(ended > 0, "no game ended early: {then}");
}

#[test]
fn one_field_is_in_a_set_if_one_of_its_patterns_is_there() {
    for (seed, test) in (1..).zip(OF_A_FIELD) {
        check(&format!("replace by own man, try [ test [ {test} ], win ]"), seed);
    }
}

#[test]
fn rows_are_foreseen_for_each_field() {
    for (seed, then) in (1..).zip(OF_THE_BOARD) {
        check(then, 100 + seed);
    }
}

#[test]
fn code_does_without_sets_of_which_one_field_is_asked() {
    let mut rng = Rng::new(7);
    let mill = format!("replace by own man, try [ test [ {} ], win ]", OF_A_FIELD[0]);
    let text = rules(SIZES[1], &mill, &mut rng);
    assert!(code(&text, "patterns") > code(&text, "none"), "{text}");
}

#[test]
fn code_foresees_rows_of_what_is_put_where_it_is_chosen() {
    let mut rng = Rng::new(8);
    let mut is_foreseen = |size: usize, then: usize| {
        let text = rules(SIZES[size], OF_THE_BOARD[then], &mut rng);
        code(&text, "foresee") != code(&text, "none")
    };
    assert!(is_foreseen(4, 0), "a row of own men");
    assert!(!is_foreseen(4, 1), "a king makes no row of men");
    assert!(!is_foreseen(4, 2), "nor does an own man make one of the enemy");
    assert!(is_foreseen(4, 3), "a man of the enemy makes a row of men");
    assert!(!is_foreseen(4, 4), "the position before is made after the choice");
    assert!(!is_foreseen(3, 6), "a row is longer than the way around the board");
    assert!(!is_foreseen(1, 0), "a board of one word");
}

/// Two men are put in a turn, and each of them may make a row: the rule is run again after its
/// own result. Few fields are empty, so that there are not too many pairs of them.
const TWICE: &str = "dimensions (13,10)
pieces { man 'X' 'O' stone 'S' 'T' }
start { SSSSSSSSSSSSS/SSSSSSSSSSSSS/SSSSSSSSSSSSS/SSSSSSSSSSSSS/SSSSX....SSSS/
    SSSS.....SSSS/SSSSSSSSSSSSS/SSSSSSSSSSSSS/SSSSSSSSSSSSS/SSSSSSSSSSSSS }
main = try place else draw, try place else draw.
place = find empty field, replace by own man, try [ test three, win ].
three = find own man, alldir, repeat 2 times [ step, points at own man ].";

#[test]
fn a_rule_that_is_run_again_sees_the_piece_that_it_put_before() {
    let interp = testing::load_text("made-up", TWICE).expect("sound rules");
    let by_rules = game::perft(&interp, &interp.start(), &[], 2).expect("it ends");
    let natives = [&[][..], &["foresee".to_string()]].map(|off| {
        [false, true].map(|is_good| {
            let native = Native::new(interp.clone(), off).expect("there is code for this");
            if is_good {
                native.prepare_playouts();
            }
            native
        })
    });
    let games = |native: &Native| native.playouts(&native.start(), 3, 200, 50).expect("they end");
    let [_, [not_foreseen, _]] = &natives;
    let wanted = games(not_foreseen);
    assert!(wanted.wins[0] > 0 && wanted.wins[1] > 0, "{wanted:?}");
    for native in natives.iter().flatten() {
        for listed in [false, true] {
            assert_eq!(native.perft(&native.start(), &[], 2, listed), Ok(by_rules));
        }
        assert_eq!(games(native), wanted);
    }
}

/// A man is put to the north of a chosen field, as no pass leaves it.
const BESIDE: &str = "entry main = main
gen main(s0, v1, f2, d3) {
b0:
    X4 = empty s0
    choose field in X4 -> b1(..)
b1(f5):
    d6 = direction north
    f7 = step f5, d6
    s8 = put s0, f7, first v1, man
    X9 = pieces s8, first v1, man
    X10 = rows X9 by north times 1
    if some X10 ? b2 : b3
b2:
    s11 = outcome s8, v1, win
    yield s11, f2, d3
b3:
    yield s8, f2, d3
}
";

/// Whose man is put is known only after the choice, and not the same on both ways to it.
const EITHER: &str = "entry main = main
gen main(s0, v1, f2, d3) {
b0:
    v4 = other v1
    fork b1 | b2
b1:
    X5 = {a1 a2 a3}
    choose field in X5 -> b3(.., v1)
b2:
    X6 = {b1 b2 b3}
    choose field in X6 -> b3(.., v4)
b3(f7, v8):
    s9 = put s0, f7, own v8, man
    X10 = pieces s9, own v8, man
    X11 = rows X10 by east times 1
    if some X11 ? b4 : b5
b4:
    s12 = outcome s9, v1, win
    yield s12, f2, d3
b5:
    yield s9, f2, d3
}
";

/// Compares how many sequences of turns there are if no pass changes the program.
fn check_program(text: &str) {
    let board = game::Board::grid(5, 13, game::Cyclic::NEITHER, false, |_, _| false);
    let mut facts = game::Facts::new("test", board);
    facts.kinds = vec![game::KindFacts::of_players("man", "M", "m")];
    facts.start = game::Setup::empty(&facts);
    let program = ir::parse(facts, text).expect("the text is sound");
    let interp = interp::Interp::new(program).expect("the program is sound");
    let off: Vec<String> = ir::passes::PASSES.iter().map(|pass| pass.name.to_string()).collect();
    let native = Native::new(interp.clone(), &off).expect("there is code for this");
    let by_rules = game::perft(&interp, &interp.start(), &[], 3).expect("it ends");
    let by_code = native.perft(&native.start(), &[], 3, false).expect("it ends");
    assert_eq!(by_code, by_rules);
}

#[test]
fn a_piece_beside_the_chosen_field_makes_rows_where_it_is() {
    check_program(BESIDE);
}

#[test]
fn a_player_who_comes_with_the_choice_is_not_known_before() {
    check_program(EITHER);
}
