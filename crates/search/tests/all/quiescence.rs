//! Captures at the horizon are followed until there are none, and a player who
//! must capture cannot stand still.

use game::{Game, Turn, parse_position};
use search::{Algorithm, Evaluation, Heuristics, Limits, Search, Settings, Value};

fn native(name: &str) -> native::Native {
    testing::load_native(name)
}

/// The value of a position at a depth without and with quiescence.
fn values(name: &str, position: &str, depth: u32, algorithm: Algorithm) -> (Value, Value) {
    let native = native(name);
    let setup = parse_position(native.facts(), position).expect("a position");
    let at = native.position(&setup).expect("a position");
    // By material alone it is easy to see what a capture is worth.
    let evaluations = &native.facts().evaluations;
    let number = evaluations.iter().position(|name| name == "material").unwrap_or(0);
    let with = |quiescence| {
        let heuristics = Heuristics { quiescence, ..Heuristics::NONE };
        let evaluation = Evaluation::Rules(number);
        let settings =
            Settings { algorithm, heuristics, evaluation, ..Settings::new(native.facts()) };
        let search = Search::new(&native, settings).expect("settings");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        search.best(&at, &[], &limits, &mut |_| {}).best.expect("a move").value
    };
    (with(false), with(true))
}

#[test]
fn a_protected_pawn_is_no_gain() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        // The queen can take a pawn that another one protects.
        let (seen, quiet) = values("chess", "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", 1, algorithm);
        assert_eq!((seen, quiet), (900 - 100, 900 - 200));
    }
}

#[test]
fn a_pawn_that_is_about_to_become_a_queen_counts_as_one() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        // Black takes a pawn, and would be even.
        let (seen, quiet) = values("chess", "8/4P3/8/8/p7/kP6/8/7K b - - 0 1", 1, algorithm);
        assert_eq!((seen, quiet), (0, 100 - 900));
    }
}

/// Both back ends see that a pawn is promoted, and nothing in a move of a king.
#[test]
fn only_promotions_turn_pieces() {
    fn changed<G: Game>(game: &G) -> (usize, usize) {
        let setup = parse_position(game.facts(), "8/4P3/8/8/8/k7/8/7K w - - 0 1").unwrap();
        let at = game.position(&setup).unwrap();
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("there are moves") };
        let changed = moves.iter().filter(|made| game.turns_pieces(&at, &made.to));
        (changed.count(), moves.len())
    }
    assert_eq!(changed(&native("chess")), (4, 7));
    assert_eq!(changed(&testing::load("chess")), (4, 7));
}

/// Both players like what they turn their piece into, and can turn it back and forth.
#[test]
fn pieces_that_are_turned_to_and_fro_are_not_followed_for_ever() {
    let rules = "dimensions (6,6)
        pieces { sun 'S' 's' moon 'M' 'm' flag 'F' 'f' pawn 'P' 'p' }
        start { s5 / 1p1p2 / 6 / 1P1P2 / 6 / 4FS }
        main = try either toggle or push else lose.
        toggle = either [ find own sun, replace by own moon ]
            or [ find own moon, replace by own sun ].
        push = find own pawn, pickup, alldir, step, not points at own piece,
            try [ points at enemy pawn, remove ], points at empty field, putdown.
        value sign = 2 * count own flag - 1.
        evaluation e = 100 * sign * (2 * count own sun - 1) * (2 * count enemy sun - 1)
            + 3 * count own pawn - 3 * count enemy pawn.";
    let game = testing::compiled(testing::load_text("toggle", rules).expect("sound rules"));
    let search = Search::new(&game, Settings::new(game.facts())).expect("settings");
    let limits = Limits { depth: Some(3), ..Limits::default() };
    let report = search.best(&game.start(), &[], &limits, &mut |_| {});
    assert!(report.best.is_some() && report.nodes < 100_000, "{} nodes", report.nodes);
}

#[test]
fn who_must_capture_cannot_stand_still() {
    let native = native("checkers");
    let start = game::write_position(native.facts(), &native.setup(&native.start()));
    for depth in 1..8 {
        let by = |algorithm| values("checkers", &start, depth, algorithm);
        assert_eq!(by(Algorithm::AlphaBeta), by(Algorithm::Pvs), "depth {depth}");
    }
}

#[test]
fn without_captures_or_without_anything_else_nothing_changes() {
    for (name, depth) in [("othello", 5), ("connect4", 5), ("clobber", 3)] {
        let native = native(name);
        let start = game::write_position(native.facts(), &native.setup(&native.start()));
        let (plain, quiet) = values(name, &start, depth, Algorithm::Pvs);
        assert_eq!(plain, quiet, "{name}");
    }
}

#[test]
fn it_is_refused_where_it_makes_no_sense() {
    let native = native("chess");
    let settings = Settings::new(native.facts());
    let refused = |settings: Settings| settings.check(native.facts()).err().map(|e| e.message);
    let heuristics = Heuristics { quiescence: true, ..Heuristics::NONE };
    let without = Settings { evaluation: Evaluation::None, ..settings };
    assert!(refused(without).is_some_and(|message| message.contains("captures")));
    let plain = Settings { algorithm: Algorithm::Negamax, heuristics, ..settings };
    assert!(refused(plain).is_some_and(|message| message.contains("window")));
    assert_eq!(refused(settings), None);
}
