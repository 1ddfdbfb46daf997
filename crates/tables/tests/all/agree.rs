//! Tables against what does not use them: the interpreter on every move, a proof from single
//! positions, and a game to its end.

use crate::support::{MEANS, build, rules};
use game::{Game, Line, Outcome, Player, Rng, Setup, Turn};
use search::{Limits, Method, Search, Settings, Stopper, Task};
use std::sync::Arc;
use tables::{Prober, Rules, Turning, Value, parse_material};

/// Compares the entries of all tables with their successors, as the interpreter makes them.
fn check_entries(name: &str, class: &str, step: u64) {
    let game = testing::load_native(name);
    let (work, _) = build(&game, rules(game.interp()), class);
    let (scheme, tables) = work.tables();
    for table in 0..tables.len() {
        let found = tables.verify(game.interp(), scheme, table, step, MEANS, &mut |_| true);
        assert!(found.missing.is_none() && !found.stopped, "{name}: {found:?}");
        assert_eq!(found.wrong, [], "{name}");
    }
}

#[test]
fn entries_follow_from_their_successors() {
    check_entries("tictactoe", "start", 1);
    check_entries("three_mens_morris", "start", 1);
    check_entries("chess", "KRK", 997);
    check_entries("gardner", "KPK", 97);
    check_entries("checkers", "Bbw", 97);
    check_entries("awari", "oooooo", 7);
}

/// Builds tables of classes that may be turned with and without turning them, and compares
/// random positions: a symmetry that the rules do not have would show.
fn check_turned(name: &str, class: &str, positions: u64) {
    let game = testing::load_native(name);
    let (turned, built) = build(&game, rules(game.interp()), class);
    let whole = Rules { turning: Turning::default(), ..rules(game.interp()) };
    let (whole, _) = build(&game, whole, class);
    assert_eq!(built.last().unwrap().job.positions, positions, "{name} {class}");
    let mut probers = [&turned, &whole].map(|work| {
        let (scheme, tables) = work.tables();
        Prober::new(&game, scheme, tables)
    });
    let pieces = parse_material(game.facts(), class).unwrap();
    let mut random = Rng::new(3);
    let mut compared = 0;
    for n in 0..4000 {
        let mut setup = Setup::empty(game.facts());
        setup.player = Player::BOTH[n % 2];
        for (piece, &count) in game.facts().pieces().zip(&pieces.counts) {
            for _ in 0..count {
                setup.board[random.below(game.facts().board.n_fields())].push(piece);
            }
        }
        // Men on the same field are no position, nor is a king that can be taken.
        let Ok(position) = game.position(&setup) else { continue };
        let values = probers.each_mut().map(|it| it.probe(&position).map(|known| known.value));
        assert_eq!(values[0], values[1], "{name} {setup:?}");
        compared += u32::from(values[0].is_some());
    }
    // In checkers most of them are on fields that nobody gets to.
    assert!(compared > 500, "{name} {class}: {compared}");
}

#[test]
fn turned_classes_say_the_same() {
    // A king is on one of ten fields, or of six on a board of 5×5. In checkers half a turn and
    // two mirrors leave the dark fields dark, ten of which are different.
    check_turned("chess", "KRK", 2 * 10 * 63 * 62);
    check_turned("chess", "KNK", 2 * 10 * 63 * 62);
    check_turned("gardner", "KQK", 2 * 6 * 24 * 23);
    check_turned("checkers", "BW", 10 * 31);
}

/// Proves positions of a small game without tables, and compares.
fn check_proofs(name: &str, seed: u64) {
    let game = testing::load_native(name);
    let (work, _) = build(&game, rules(game.interp()), "start");
    let (scheme, tables) = work.tables();
    let mut prober = Prober::new(&game, scheme, tables);
    let mut random = Rng::new(seed);
    let mut compared = 0;
    for _ in 0..40 {
        let mut at = game.start();
        for _ in 0..random.below(9) {
            let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { break };
            let going_on = moves.into_iter().filter(|made| made.outcome.is_none());
            let mut going_on: Vec<_> = going_on.map(|made| made.to).collect();
            if going_on.is_empty() {
                break;
            }
            at = going_on.swap_remove(random.below(going_on.len()));
        }
        let task = Task {
            method: Method::Sweep,
            limits: Limits::default(),
            memory: 1 << 30,
            threads: 1,
            symmetries: false,
            wins: None,
            local: None,
            stopper: Stopper::default(),
        };
        let Ok(proof) = search::prove(&game, &at, &[], &task, &mut |_| {}) else { continue };
        let value = prober.probe(&at).unwrap().value;
        let sign = proof.outcome.for_player(game.player(&at)).signum();
        assert_eq!(value.rank().signum(), i64::from(sign), "{name} seed {seed}");
        if sign != 0 {
            assert_eq!(value.turns(), proof.turns, "{name} seed {seed}");
        }
        compared += 1;
    }
    // A game that is over has no proof, and few positions are that.
    assert!(compared >= 30, "{name} seed {seed}: {compared} compared");
}

#[test]
fn proofs_say_the_same() {
    check_proofs("tictactoe", 1);
    check_proofs("three_mens_morris", 2);
}

#[test]
fn a_won_ending_is_played_out() {
    let game = testing::load_native("chess");
    let (work, _) = build(&game, rules(game.interp()), "KRK");
    let (scheme, tables) = work.tables();
    let known = |at: &native::Position| match Prober::new(&game, scheme, tables).probe(at)?.value {
        Value::Win(turns) => Some((Outcome { value: 1, scored: false }, turns)),
        Value::Loss(turns) => Some((Outcome { value: -1, scored: false }, turns)),
        Value::Draw => Some((Outcome { value: 0, scored: false }, 0)),
        Value::Impossible | Value::Score(_) => None,
    };
    let search = Search::new(&game, Settings::new(game.facts())).unwrap();
    let search = search.with_tables(Arc::new(known));
    let mut random = Rng::new(5);
    for text in ["8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "8/8/3k4/8/8/8/1K6/7R w - - 0 1"] {
        let setup = game::parse_position(game.facts(), text).unwrap();
        let mut line = Line::new(game.position(&setup).unwrap());
        let mut turns = 0;
        while let Turn::Moves(moves) = line.turn(&game).unwrap() {
            let to = match turns % 2 {
                0 => {
                    let report = search.best(
                        line.position(),
                        line.past(),
                        &Limits { depth: Some(3), ..Limits::default() },
                        &mut |_| {},
                    );
                    report.best.unwrap().positions[0].clone()
                }
                _ => moves[random.below(moves.len())].to.clone(),
            };
            line.push(moves.into_iter().find(|made| made.to == to).unwrap());
            turns += 1;
        }
        assert_eq!(line.outcome(&game).unwrap().map(|outcome| outcome.value), Some(1), "{text}");
        assert!(turns <= 31, "{text}: {turns} turns");
    }
}
