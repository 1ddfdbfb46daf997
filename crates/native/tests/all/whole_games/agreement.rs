//! What the interpreter says, native code says: positions that wait for tests, rows, distances,
//! workers, errors, and code that is made when it is first called.

use super::{from_text, interp, kind, native, small};
use game::{Game, Worker};
use native::Native;

#[test]
fn what_is_called_late_says_the_same() {
    // After a hundred quiet turns it is asked whether there is a legal move.
    let (native, interp) = (native("chess", &[]), interp("chess"));
    for (text, over) in [
        ("7k/8/8/8/8/8/8/K6R b - - 100 90", true),
        ("7k/5K2/8/8/8/8/8/7R b - - 100 90", true),
        ("7k/5K2/8/8/8/8/8/6R1 b - - 99 90", false),
    ] {
        let setup = game::parse_position(interp.facts(), text).expect("a position");
        let by_code = native.turn(&native.position(&setup).expect("a position"), &[]);
        let by_rules = interp.turn(&interp.position(&setup).expect("a position"), &[]);
        let (by_code, by_rules) = (by_code.expect("it ends"), by_rules.expect("it ends"));
        assert_eq!(kind(&by_code), kind(&by_rules), "{text}");
        assert_eq!(matches!(by_code, game::Turn::Over(_)), over, "{text}");
    }
}

/// Three ways each to two long questions, which are asked once for all ways.
const WAITING: &str = "entry main = main
gen main(s0, v1, f2, d3) {
b0:
    fork b1 | b3 | b5 | b7 | b9 | b11
b1:
    X4 = {a1}
    choose field in X4 -> b2(..)
b2(f5):
    s6 = put s0, f5, first v1, man
    jump b13(s6)
b3:
    X7 = {d1}
    choose field in X7 -> b4(..)
b4(f8):
    s9 = put s0, f8, first v1, man
    jump b13(s9)
b5:
    X10 = {a2}
    choose field in X10 -> b6(..)
b6(f11):
    s12 = put s0, f11, first v1, man
    jump b13(s12)
b7:
    X13 = {b1}
    choose field in X13 -> b8(..)
b8(f14):
    s15 = put s0, f14, second v1, man
    jump b14(s15)
b9:
    X16 = {c1}
    choose field in X16 -> b10(..)
b10(f17):
    s18 = put s0, f17, second v1, man
    jump b14(s18)
b11:
    X19 = {c2}
    choose field in X19 -> b12(..)
b12(f20):
    s21 = put s0, f20, second v1, man
    jump b14(s21)
b13(s22):
    X23 = pieces s22, first v1, man
    X24 = empty s22
    X25 = walk X23 by north
    X26 = walk X25 by east
    X27 = slide X23 by east through X24
    X28 = X26 & X27
    X29 = X27 | X28
    if some X29 ? b15 : b16
b14(s30):
    X31 = pieces s30, second v1, man
    X32 = empty s30
    X33 = walk X31 by north
    X34 = walk X33 by east
    X35 = slide X31 by north through X32
    X36 = X34 & X35
    X37 = X35 | X36
    if some X37 ? b17 : b18
b15:
    yield s22, f2, d3
b16:
    X38 = {b2}
    choose field in X38 -> b19(..)
b17:
    yield s30, f2, d3
b18:
    X39 = {d2}
    choose field in X39 -> b20(..)
b19(f40):
    s41 = put s22, f40, first v1, man
    yield s41, f2, d3
b20(f42):
    s43 = put s30, f42, second v1, man
    yield s43, f2, d3
}
";

#[test]
fn positions_wait_for_the_right_question() {
    let interp = small(4, 2, WAITING);
    let native = Native::new(interp.clone(), &[]).expect("there is code");
    let wanted = interp.turn(&interp.start(), &[]).expect("it ends");
    assert_eq!(kind(&wanted), 6);
    assert_eq!(kind(&native.turn(&native.start(), &[]).expect("it ends")), 6);
    assert_eq!(native.perft(&native.start(), &[], 1, true), Ok(6));
}

#[test]
fn positions_may_be_asked_for_hundreds_of_times() {
    let native = from_text(
        "dimensions (2,2)
         pieces { man 'X' 'O' }
         start { O1/X1 }
         main = try [ occurred 300 times, draw ] else move.
         move = find own man, pickup, either east or west, step, putdown.",
    );
    // Four positions come round and round; the first has occurred 300 times
    // after 299 rounds of four turns.
    let played = native.playouts(&native.start(), 1, 1, 10_000).expect("it ends");
    assert_eq!((played.plies, played.wins), (4 * 299, [0, 0, 1]));
}

#[test]
fn errors_are_those_of_the_interpreter() {
    let rules = "dimensions (3,1)
         pieces { man 'X' 'O' }
         main = try [ find own man, win ] else [ find empty field, replace by own man ].";
    let native = from_text(rules);
    let both = native.position(&game::parse_position(native.facts(), "X1O w").expect("a position"));
    let both = both.expect("a position");
    let of_interp = native
        .interp()
        .turn(&native.interp().position(&native.setup(&both)).expect("a position"), &[]);
    match (native.turn(&both, &[]), of_interp) {
        (Ok(a), Ok(b)) => assert_eq!(kind(&a), kind(&b)),
        (Err(a), Err(b)) => assert_eq!(a, b),
        (a, b) => panic!("{:?} but {:?}", a.is_ok(), b.is_ok()),
    }
}

#[test]
fn rows_end_at_edges() {
    // One to three words, rows that go round an edge and rows that must not.
    for (board, steps) in [("3,3", 2), ("7,6", 3), ("12,9", 3), ("14,10", 2), ("cyclic 5,4", 3)] {
        let rules = format!(
            "dimensions ({board})
             pieces {{ man 'X' 'O' }}
             main = try [ find empty field, replace by own man, try [ test line, win ] ] else draw.
             line = find own man, alldir, repeat {steps} times [ step, points at own man ]."
        );
        let native = from_text(&rules);
        assert!(ir::print(native.program()).contains("rows X"), "{board}");
        let interp = native.interp();
        for seed in 1..=2 {
            let mut rng = game::Rng::new(seed);
            let (mut at, mut same) = (interp.start(), native.start());
            while let Ok(game::Turn::Moves(moves)) = interp.turn(&at, &[]) {
                let Ok(game::Turn::Moves(others)) = native.turn(&same, &[]) else { panic!("over") };
                let which = rng.below(moves.len());
                let outcomes = |it: &game::Move<_>| it.outcome;
                let of_native = others.iter().map(|it| it.outcome);
                assert!(moves.iter().map(outcomes).eq(of_native), "{board}, seed {seed}");
                (at, same) = (moves[which].to.clone(), others[which].to.clone());
                if moves[which].outcome.is_some() {
                    break;
                }
            }
        }
    }
}

/// What a worker lists is what a turn offers, also after positions that repeat.
#[test]
fn a_worker_lists_what_a_turn_offers() {
    for name in ["tictactoe", "othello", "checkers", "chess", "nine_mens_morris", "go7"] {
        let native = native(name, &[]);
        let mut random = game::Rng::new(3);
        let (mut at, mut past) = (native.start(), Vec::new());
        let mut worker = native.worker(&[]);
        for _ in 0..60 {
            let mut listed = Vec::new();
            let over = worker.expand(&at, &mut listed).unwrap();
            let mut offered = match native.turn(&at, &past).unwrap() {
                game::Turn::Over(outcome) => {
                    assert_eq!(over, Some(outcome), "{name}");
                    break;
                }
                game::Turn::Moves(moves) => moves.into_iter().map(|m| m.to).collect::<Vec<_>>(),
            };
            let order = |p: &native::Position| native.signature(p);
            listed.sort_by_key(order);
            offered.sort_by_key(order);
            assert_eq!((over, &listed), (None, &offered), "{name}");
            worker.enter(&at);
            // A look ahead and back leaves the past as it was.
            worker.enter(&listed[0]);
            worker.leave();
            let next = random.choose(&listed).unwrap().clone();
            past.push(std::mem::replace(&mut at, next));
        }
    }
}

#[test]
fn distances_are_those_of_the_interpreter() {
    // Walks that can be run backward by sets, with steps, lines, areas, choices and
    // questions, and one that minds its direction.
    let rules = "dimensions (7,6)
        pieces { man 'X' 'O'   wall '*' }
        start { 7/1*3*1/2*1*2/7/3*3/7 }
        main = either [ find empty field, replace by own man ]
            or [ find own man, replace by wall ].
        slide = alldir, repeat 1 .. infinity times [ step, points at empty field ].
        jump = alldir, test free, rotate 90, test free, step, rotate -90, step,
            not points at wall.
        free = step, points at empty field.
        chain = repeat 0 .. infinity times [ alldir, either step or jump, points at own man ].
        hop = chain, orthogonal, step, points at empty field.
        anywhere = either [ find own man ] or [ find empty field in row 1, hop ].
        ahead = forward, either [ step ] or [ rotate 90, step, points at empty field ].
        spin = rotate 45, step.
        value shots = steps slide until points at enemy man.
        value hops = steps hop until [ chain, points at field in row 6 ].
        value mixed = steps [ either hop or anywhere ] until [ alldir, step, points at wall ].
        value march = steps ahead until [ points at field in row 6, test free_north ].
        free_north = north, repeat 0 .. 2 times [ step, not points at wall ].
        value turned = steps spin until points at enemy man.
        value found = steps anywhere until points at own man.
        near = find field, shots < 3.
        far = find field, hops < as opponent hops.
        evaluation one = count near.
        evaluation two = count far - as opponent count far.
        evaluation three = sum field in row 1 of mixed.
        evaluation four = count [ find field, march < 4 ].
        evaluation five = count [ find field, north, turned < 3 ].
        evaluation six = count [ find field, found < 2 ].";
    let native = from_text(rules);
    let interp = testing::load_text("made-up", rules).expect("sound rules");
    let mut rng = game::Rng::new(7);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..2 {
        let (mut by_code, mut by_rules) = (native.start(), interp.start());
        for turn in 0..2 {
            for i in 0..native.facts().evaluations.len() {
                let number = native.evaluate(&by_code, i);
                assert_eq!(number, interp.evaluate(&by_rules, i), "evaluation {i}, turn {turn}");
                seen.insert((i, number.expect("a number")));
            }
            let (Ok(game::Turn::Moves(code)), Ok(game::Turn::Moves(rules))) =
                (native.turn(&by_code, &[]), interp.turn(&by_rules, &[]))
            else {
                break;
            };
            assert_eq!(code.len(), rules.len());
            let chosen = rng.below(code.len());
            let wanted = code[chosen].text.clone();
            by_code = code[chosen].to.clone();
            by_rules = rules.into_iter().find(|it| it.text == wanted).expect("the same move").to;
        }
    }
    // They say different things of different positions.
    assert!(seen.len() > native.facts().evaluations.len(), "{seen:?}");
}

/// After a pass the other player is to move, whichever back end says so, and what the rules
/// make of that is the same. In check nobody can pass.
#[test]
fn both_back_ends_pass_alike() {
    for name in ["chess", "othello", "minishogi", "kalah", "dvonn", "amazons6", "gomoku9"] {
        let (native, interp) = (native(name, &[]), interp(name));
        let (mut random, mut at) = (game::Rng::new(4), native.start());
        for _ in 0..12 {
            let to = native.random_successor(&at, &[], &mut random).expect("a turn");
            at = to.expect("the game goes on");
            let known = interp.position(&native.setup(&at)).expect("a position");
            let (passed, expected) = (native.passed(&at), interp.passed(&known));
            let both = passed.as_ref().zip(expected.as_ref());
            assert_eq!(passed.is_some(), expected.is_some(), "{name}");
            let Some((passed, expected)) = both else { continue };
            assert_ne!(native.player(passed), native.player(&at));
            assert_eq!(native.setup(passed), interp.setup(expected), "{name}");
            assert_eq!(native.signature(passed), interp.signature(expected), "{name}");
            let (mut list, mut expected_list) = (Vec::new(), Vec::new());
            let listed = native.worker(&[]).try_expand(passed, &mut list);
            let expected = interp.worker(&[]).try_expand(expected, &mut expected_list);
            assert_eq!((listed, list.len()), (expected, expected_list.len()), "{name}");
        }
    }
    let chess = native("chess", &[]);
    let setup = game::parse_position(chess.facts(), "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let at = chess.position(&setup.expect("a position")).expect("a position");
    let passed = chess.passed(&at).expect("a position");
    assert_eq!(chess.worker(&[]).try_expand(&passed, &mut Vec::new()), None);
}

/// How a game ends when a turn begins is no part of a position, in whatever way its move was
/// drawn: in these games nobody can move at the end.
#[test]
fn drawn_positions_know_no_more_of_the_end_than_listed_ones() {
    for name in ["tictactoe", "cram", "col", "clobber", "breakthrough6", "checkers"] {
        let (native, mut random) = (native(name, &[]), game::Rng::new(11));
        for _ in 0..20 {
            let mut at = native.start();
            while let Ok(listed) = native.successors(&at, &[]).expect("sound rules") {
                let Some(drawn) = native.random_successor(&at, &[], &mut random).expect("a turn")
                else {
                    break;
                };
                let listed = listed.iter().find(|to| **to == drawn).expect("one of the moves");
                assert_eq!(native.outcome(&drawn), native.outcome(listed), "{name}");
                at = drawn;
            }
        }
    }
}
