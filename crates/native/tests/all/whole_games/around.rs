//! Random games in which only what is around a new piece is looked at are the games in which
//! the whole board is, whatever position they begin with; and fields that are drawn before it is
//! known whether they are moves come up as often as others.

use super::{from_text, native};
use game::{Game, Kind, Owner, Piece, Rng, Setup};
use native::Native;
use std::collections::BTreeMap;

/// Games in which whoever makes a pattern ends the game.
const GAMES: [&str; 5] = ["gomoku9", "tictactoe", "connect4", "connect6", "three_mens_morris"];

/// The same game with and without the technique.
fn both(rules: &str) -> [Native; 2] {
    let load = || testing::load_text("made-up", rules).expect("sound rules");
    [&[][..], &["around".to_string()]].map(|off| Native::new(load(), off).expect("code"))
}

fn of_name(name: &str) -> [Native; 2] {
    [native(name, &[]), native(name, &["around"])]
}

/// Plays the same games from a position.
#[track_caller]
fn check([with, without]: &[Native; 2], setup: &Setup, games: u64) {
    let play = |native: &Native, seed| {
        let at = native.position(setup).expect("a position");
        native.playouts(&at, seed, games, 200).expect("games")
    };
    for seed in 0..3 {
        assert_eq!(play(with, seed), play(without, seed), "{}", with.facts().name);
    }
    // One turn at a time is another door to the same code.
    let [mut a, mut b] = [with, without].map(|it| it.position(setup).expect("a position"));
    let (mut one, mut other) = (Rng::new(5), Rng::new(5));
    for _ in 0..20 {
        let [next, same] = [(with, &a, &mut one), (without, &b, &mut other)]
            .map(|(it, at, rng)| it.random_successor(at, &[], rng).expect("a turn"));
        assert_eq!(
            next.as_ref().map(|it| with.setup(it)),
            same.as_ref().map(|it| without.setup(it))
        );
        let (Some(next), Some(same)) = (next, same) else { return };
        (a, b) = (next, same);
    }
}

/// The start with stones on some fields.
fn with_stones(native: &Native, stones: &[(usize, Owner)]) -> Setup {
    let mut setup = native.facts().start.clone();
    for &(field, owner) in stones {
        setup.board[field] = vec![Piece::new(Kind(0), owner)];
    }
    setup
}

#[test]
fn games_from_the_start_are_the_same() {
    for name in GAMES {
        let games = of_name(name);
        check(&games, &games[0].facts().start.clone(), 150);
        assert_eq!(ir::analyses::unmade(games[0].program()).len(), 2, "{name}");
    }
}

/// Users may begin with rows that no game leads to. Then they count as before.
#[test]
fn positions_with_rows_are_played_by_the_rules() {
    for owner in [Owner::First, Owner::Second] {
        for name in ["gomoku9", "connect6"] {
            let games = of_name(name);
            let side = games[0].facts().board.rows[0].len();
            let row: Vec<_> = (0..6).map(|i| (3 * side + i, owner)).collect();
            check(&games, &with_stones(&games[0], &row), 20);
            // Almost a row, and one that goes round an edge and is none.
            check(&games, &with_stones(&games[0], &row[..4]), 20);
            let bent: Vec<_> = (side - 3..side + 3).map(|i| (i, owner)).collect();
            check(&games, &with_stones(&games[0], &bent), 20);
        }
        let games = of_name("tictactoe");
        check(&games, &with_stones(&games[0], &[(0, owner), (4, owner), (8, owner)]), 20);
    }
}

/// Small rules with a row of three; the turn ends as the text says.
fn rows_of_three(size: (u32, u32), turn: &str) -> String {
    format!(
        "dimensions ({},{})\npieces {{ stone 'X' 'O' }}\ncounters {{ made 'R' 'r' 0 .. 100 }}\n\
         main = try [ {turn} ] else draw.\n\
         put = find empty field, replace by own stone.\n\
         three = find own stone, alldir, repeat 2 times [ step, points at own stone ].\n\
         theirs = find enemy stone, alldir, repeat 2 times [ step, points at enemy stone ].\n",
        size.0, size.1
    )
}

#[test]
fn turns_of_many_kinds_play_the_same() {
    let turns = [
        // Two pieces come, and either may be part of a row.
        "put, put, try [ test three, win ]",
        // Nothing is asked of what comes after it.
        "put, try [ test three, win ], find empty field, replace by enemy stone",
        "put, try [ test three, win ], find enemy stone, remove",
        // It makes a difference, but the game goes on.
        "put, try [ test three, add 1 to made ], try [ made > 2, win ]",
        // The one who moves loses, and so does the other who has one.
        "put, try [ either three or theirs, lose ]",
        // A stone of the other player comes.
        "find empty field, replace by enemy stone, try [ test theirs, win ]",
        "find empty field, replace by enemy stone, try [ test three, win ]",
        // A stone moves, and another one goes away.
        "either [ put ] or [ find own stone, pickup, orthogonal, step, points at empty field, putdown ],
         try [ test three, win ]",
        "find empty field, either replace by own stone or replace by enemy stone,
         try [ test three, win ]",
        // The new piece is gone again before it is asked, or is another one.
        "put, either [ ] or [ find own stone, remove ], try [ test three, win ]",
        "put, either [ ] or [ find own stone, replace by enemy stone ],
         try [ test three, win ], try [ test theirs, lose ]",
        // Nobody knows whose piece moves.
        "either put or [ find stone, pickup, alldir, step, points at empty field, putdown ],
         try [ test either three or theirs, lose ]",
    ];
    for size in [(4, 4), (9, 8)] {
        for turn in turns {
            let games = both(&rows_of_three(size, turn));
            check(&games, &games[0].facts().start.clone(), 40);
        }
    }
    // More pieces come than are looked around.
    let many = rows_of_three((4, 4), "put, put, put, try [ test three, win ]");
    let games = both(&many);
    check(&games, &games[0].facts().start.clone(), 40);
}

/// A board with so many fields that one is drawn before it is known whether it is empty.
#[test]
fn drawn_fields_are_equally_likely() {
    let game = from_text(&rows_of_three((15, 13), "put"));
    for empty in [195_usize, 120, 20, 1] {
        let stones: Vec<_> = (0..195).map(|i| (i * 7) % 195).skip(empty).collect();
        let stones: Vec<_> = stones.into_iter().map(|field| (field, Owner::First)).collect();
        let at = game.position(&with_stones(&game, &stones)).expect("a position");
        let (mut rng, mut drawn) = (Rng::new(empty as u64), BTreeMap::new());
        let each = 100;
        for _ in 0..each * empty {
            let next = game.random_successor(&at, &[], &mut rng).expect("a turn").expect("a move");
            *drawn.entry(format!("{:?}", game.setup(&next).board)).or_insert(0_usize) += 1;
        }
        assert_eq!(drawn.len(), empty);
        let squares = drawn.values().map(|&n| (n as f64 - each as f64).powi(2) / each as f64);
        let far = squares.sum::<f64>() - empty as f64;
        assert!(far < 6.0 * (2.0 * empty as f64).sqrt(), "{empty}: {far}");
    }
    // No field is left.
    let full: Vec<_> = (0..195).map(|field| (field, Owner::Second)).collect();
    let at = game.position(&with_stones(&game, &full)).expect("a position");
    assert_eq!(game.random_successor(&at, &[], &mut Rng::new(1)).expect("a turn"), None);
    let played = game.playouts(&at, 1, 3, 10).expect("games");
    assert_eq!((played.plies, played.wins), (0, [0, 0, 3]));
}
