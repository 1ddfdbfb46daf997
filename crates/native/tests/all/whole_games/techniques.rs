//! Random games draw the same moves whatever is done to draw them in less time: areas that are
//! carried from turn to turn, moves that are drawn where they are chosen, answers that are looked
//! up, and what is looked for around new pieces only.

use super::native;
use game::{Game, Kind, Owner, Piece, Rng, Setup};
use native::Native;
use std::collections::BTreeSet;

/// What can be switched off.
const TECHNIQUES: [&str; 4] = ["carry", "at_once", "look_up", "around"];

/// A game with everything, without each technique, and without any.
fn each_way(make: impl Fn(&[String]) -> Native) -> Vec<Native> {
    let all = TECHNIQUES.map(String::from);
    let mut off: Vec<&[String]> = vec![&[]];
    off.extend(all.chunks(1));
    off.push(&all);
    off.into_iter().map(make).collect()
}

/// The same with everything and without any.
fn made_up(rules: &str) -> [Native; 2] {
    let load = || testing::load_text("made-up", rules).expect("sound rules");
    [&[][..], &TECHNIQUES.map(String::from)].map(|off| Native::new(load(), off).expect("code"))
}

fn of_name(name: &str) -> Vec<Native> {
    each_way(|off| {
        let off: Vec<&str> = off.iter().map(String::as_str).collect();
        native(name, &off)
    })
}

/// Plays the same games in all ways, and one of them turn by turn. Returns how many turns the
/// games had, and how many of them somebody won; none if the rules have a mistake.
#[track_caller]
fn check(ways: &[Native], setup: &Setup, games: u64) -> (u64, u64) {
    let mut found = (0, 0);
    for seed in 0..3 {
        let mut played = ways.iter().map(|it| {
            let at = it.position(setup).expect("a position");
            it.playouts(&at, seed, games, 200).map_err(|error| error.code)
        });
        let first = played.next().expect("a way");
        assert!(played.all(|other| other == first), "{}", ways[0].facts().name);
        let Ok(first) = first else { return (0, 0) };
        found = (found.0 + first.plies, found.1 + first.wins[0] + first.wins[1]);
    }
    let mut ends = ways.iter().map(|it| {
        let (mut at, mut random) = (it.position(setup).expect("a position"), Rng::new(5));
        while let Some(next) = it.random_successor(&at, &[], &mut random).expect("a turn") {
            at = next;
            if it.setup(&at).round > 30 {
                break;
            }
        }
        it.setup(&at)
    });
    let first = ends.next().expect("a way");
    assert!(ends.all(|other| other == first), "{}", ways[0].facts().name);
    found
}

/// The same with the position in which a whole game ends.
#[track_caller]
fn check_last(ways: &[Native]) {
    for turns in [1, 2, 7, 300] {
        let ends: Vec<_> = ways
            .iter()
            .map(|it| {
                let mut worker = it.worker(&[]);
                let mut random = Rng::new(turns.into());
                format!("{:?}", game::Worker::playout(&mut worker, &it.start(), &mut random, turns))
            })
            .collect();
        assert!(ends.iter().all(|end| *end == ends[0]), "{}", ways[0].facts().name);
    }
}

#[test]
fn built_in_games_are_the_same() {
    for name in ["hex", "y", "slither", "tictactoe", "connect4", "breakthrough", "gomoku9", "nim"] {
        let ways = of_name(name);
        let (turns, _) = check(&ways, &ways[0].facts().start.clone(), 60);
        assert!(turns > 0, "{name}");
        check_last(&ways);
    }
}

/// Positions in which the edges are joined already, or almost.
#[test]
fn games_begin_with_areas() {
    let ways = of_name("hex");
    let side = 11;
    for (owner, step) in [(Owner::First, side), (Owner::Second, 1)] {
        for n in [3, side - 1, side] {
            let mut setup = ways[0].facts().start.clone();
            for i in 0..n {
                setup.board[5 * (side + 1 - step) + i * step] = vec![Piece::new(Kind(0), owner)];
            }
            check(&ways, &setup, 30);
        }
    }
}

/// Rules about stones that join two edges; the turn ends as the text says.
fn joining((columns, rows): (u32, u32), turn: &str) -> String {
    let last = rows;
    format!(
        "dimensions ({columns},{rows})\npieces {{ stone 'X' 'O' block '*' 'B' }}\n\
         zones {{ near row 1 column a  far row {last} column c }}\n\
         main = try [ {turn} ] else draw.\n\
         put = find empty field, replace by own stone.\n\
         linked = find own stone in near,\n\
           repeat 0 .. infinity times [ alldir, step, points at own stone ], points at far.\n\
         ahead = find own stone in near,\n\
           repeat 0 .. infinity times [ either north or east, step, points at own stone ],\n\
           points at far.\n\
         theirs = find enemy stone in far,\n\
           repeat 0 .. infinity times [ orthogonal, step, points at enemy stone ],\n\
           points at near.\n"
    )
}

#[test]
fn turns_of_many_kinds_play_the_same() {
    let turns = [
        "put, try [ test linked, win ]",
        // Ways that do not lead back.
        "put, try [ test ahead, win ]",
        // Several pieces come before it is asked, or after.
        "put, put, try [ test linked, win ]",
        "put, put, put, try [ test linked, win ]",
        "put, try [ test linked, win ] else put",
        // Pieces of the other player come, go, and turn into others.
        "find empty field, replace by enemy stone, try [ test theirs, lose ]",
        "put, try [ find enemy stone in near, remove ], try [ test linked, win ]",
        "either [ put ] or [ find own stone in far, remove ], try [ test linked, win ]",
        "find field, not points at own stone, replace by own stone, try [ test linked, win ]",
        "either put or [ find enemy stone, replace by own stone ], try [ test linked, win ]",
        "either [ put ] or [ find own stone, replace by own block ], try [ test linked, win ]",
        "either [ put ] or [ find own stone, pickup, alldir, step, points at empty field, putdown ],
         try [ test linked, win ]",
        "either [ put ] or [ find empty field, replace by own block ],
         try [ test either linked or theirs, win ]",
        // Both areas are asked for, one of them in some turns only.
        "put, try [ test linked, win ], try [ test theirs, lose ]",
        "put, either [ points at near, try [ test linked, win ] ] or [ not points at near ]",
        // The same player goes on.
        "put, try [ test linked, win ], try [ points at far, again ]",
        // There is another move, which no field is chosen for.
        "either [ put ] or pass",
        "either [ put, try [ test linked, win ] ] or [ test theirs, pass ]",
        // There is an outcome beside the moves, which is a mistake.
        "either [ put ] or [ test theirs, lose ]",
        "either [ test theirs, lose ] or [ put ]",
        // The game is over before anybody moves.
        "either [ test theirs, lose ] or [ not theirs, put ]",
        "test theirs, lose ] else try [ put",
    ];
    let (mut turns_made, mut wins) = (0, 0);
    for size in [(4, 3), (9, 8)] {
        for turn in turns {
            let ways = made_up(&joining(size, turn));
            let (more, won) = check(&ways, &ways[0].facts().start.clone(), 25);
            (turns_made, wins) = (turns_made + more, wins + won);
        }
    }
    assert!(turns_made > 30_000 && wins > 1_500, "{turns_made} turns, {wins} wins");
}

/// A choice that is made again for each field of another one.
#[test]
fn choices_in_loops_are_counted() {
    let rules = "dimensions (4,3)\npieces { stone 'X' 'O' }\nstart { X . . O / . X O . / . . . X }\n\
                 main = try [ find own stone, pickup, find empty field, putdown ] else draw.";
    let ways = made_up(rules);
    let (turns, _) = check(&ways, &ways[0].facts().start.clone(), 5);
    assert!(turns > 1_000, "{turns}");
}

/// Two choices that become one in random games still reach every move, and no other.
#[test]
fn joined_choices_reach_all_moves() {
    for name in ["breakthrough", "tictactoe"] {
        let native = native(name, &[]);
        let mut random = Rng::new(2);
        let (mut at, mut turns) = (native.start(), 0);
        while let Ok(Ok(moves)) = native.successors(&at, &[]) {
            let show =
                |to: &native::Position| format!("{:?} {:?}", native.setup(to), native.outcome(to));
            let wanted: BTreeSet<String> = moves.iter().map(show).collect();
            let mut draw = || native.random_successor(&at, &[], &mut random).expect("a turn");
            let drawn: Vec<_> = (0..20 * moves.len()).filter_map(|_| draw()).collect();
            assert_eq!(drawn.iter().map(show).collect::<BTreeSet<_>>(), wanted, "{name}");
            turns += 1;
            match drawn.into_iter().next() {
                Some(next) if native.outcome(&next).is_none() => at = next,
                _ => break,
            }
        }
        assert!(turns > 4, "{name}: {turns}");
    }
}
