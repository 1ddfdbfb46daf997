//! Monte-Carlo tree search: right in positions whose value is known, the same with the
//! same seed, and with what it learned before.

use crate::support::{after, best, nodes};
use game::{Game, Line, Player, Rng, Turn};
use native::Native;
use search::{
    Algorithm, Heuristics, Limits, MctsSettings, Millionths, Platform, Search, Settings, Verdict,
    Wanted, is_decided,
};

fn load(rules: &str) -> Native {
    let text = if rules.contains(' ') { rules.to_string() } else { format!("extends {rules}") };
    testing::compiled(testing::load_text("test", &text).expect("sound rules"))
}

fn settings(game: &Native) -> Settings {
    Settings {
        algorithm: Algorithm::Mcts,
        heuristics: Heuristics::NONE,
        table_bytes: 16 << 20,
        ..Settings::new(game.facts())
    }
}

/// The text of the best move, and what its value says.
fn answer(rules: &str, moves: &str, n: u64) -> (String, Verdict) {
    let game = load(rules);
    let (line, search) = (after(&game, moves), Search::new(&game, settings(&game)).expect("valid"));
    let report = best(&search, &line, &nodes(n));
    let found = report.best.expect("a line");
    let Ok(Turn::Moves(moves)) = line.turn(&game) else { panic!("no moves") };
    let played = moves.into_iter().find(|played| played.to == found.positions[0]);
    (played.expect("a legal move").text, Verdict::of(found.value))
}

#[test]
fn wins_are_proved_and_taken() {
    assert_eq!(answer("tictactoe", "a1 b1 a2 b2", 2000), ("a3".into(), Verdict::Wins(1)));
    // All of the game: a draw, and then the search is complete.
    let game = load("tictactoe");
    let search = Search::new(&game, settings(&game)).expect("valid");
    let report = best(&search, &after(&game, ""), &nodes(200_000));
    assert_eq!((report.stop, report.best.expect("a line").value), (None, 0));
    // The reply must stop the row, and is no more than a draw.
    assert_eq!(answer("tictactoe", "b2 a1 c1", 20_000), ("a3".into(), Verdict::Open(0)));
    // A fork: black is lost whatever they play.
    let (_, verdict) = answer("tictactoe", "a1 b1 a2 c2 b2", 20_000);
    assert!(matches!(verdict, Verdict::Loses(2)), "{verdict:?}");
    // Two in a row with both sides open win in three turns.
    let (text, verdict) = answer("connect4", "d1 a1 c1 a2", 20_000);
    assert!(["b1", "e1"].contains(&text.as_str()), "{text}");
    assert!(matches!(verdict, Verdict::Wins(3)), "{verdict:?}");
}

#[test]
fn the_last_depth_is_told_once() {
    let game = load("connect4");
    let search = Search::new(&game, settings(&game)).expect("valid");
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut told = Vec::new();
    let report = search.best(&game.start(), &[], &limits, &mut |it| told.push(it.nodes));
    assert_eq!(told, [report.nodes]);
}

#[test]
fn the_center_wins_three_mens_morris() {
    let (text, verdict) = answer("three_mens_morris", "", 60_000);
    assert_eq!(text, "b2");
    assert!(matches!(verdict, Verdict::Wins(_)) || matches!(verdict, Verdict::Open(500..)));
}

#[test]
fn who_plays_well_is_not_beaten_in_tictactoe() {
    let game = load("tictactoe");
    let search = Search::new(&game, settings(&game)).expect("valid");
    for round in 0..30 {
        let (me, mut rng) = (Player::BOTH[round % 2], Rng::new(round as u64));
        let mut line = Line::new(game.start());
        let outcome = loop {
            let moves = match line.turn(&game).expect("a turn") {
                Turn::Over(outcome) => break outcome,
                Turn::Moves(moves) => moves,
            };
            let played = match line.player(&game) == me {
                true => {
                    let found = best(&search, &line, &nodes(3000)).best.expect("a line");
                    moves.into_iter().find(|played| played.to == found.positions[0])
                }
                false => moves.into_iter().nth(rng.below(9)),
            };
            match played {
                Some(played) => line.push(played),
                None => continue,
            }
            if let Some(outcome) = line.outcome(&game).expect("a turn") {
                break outcome;
            }
        };
        assert!(outcome.for_player(me) >= 0, "round {round}");
    }
}

#[test]
fn a_seed_gives_one_tree() {
    for rules in ["othello", "three_mens_morris", "amazons6", "chess"] {
        let game = load(rules);
        let run = |seed| {
            let settings = Settings { seed, ..settings(&game) };
            let search = Search::new(&game, settings).expect("valid");
            search.lines(3, &game.start(), &[], &nodes(500), &mut |_| {})
        };
        let (first, again, other) = (run(1), run(1), run(2));
        assert_eq!(first, again, "{rules}");
        assert_eq!((first.nodes, first.others.len()), (500, 2), "{rules}");
        assert_ne!(first, other, "{rules}");
    }
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let game = load("connect4");
    let count = |first: u64| {
        let search = Search::new(&game, settings(&game)).expect("valid");
        let mut line = after(&game, "");
        if first > 0 {
            let found = best(&search, &line, &nodes(first)).best.expect("a line");
            for to in &found.positions[..2] {
                let Ok(Turn::Moves(moves)) = line.turn(&game) else { panic!("no moves") };
                line.push(moves.into_iter().find(|played| played.to == *to).expect("legal"));
            }
        } else {
            line = after(&game, "d1 d2");
        }
        best(&search, &line, &nodes(300)).depth
    };
    // The line that was kept is longer than what a few games find.
    assert!(count(100_000) > count(0) + 1);
    // A search that is told to forget starts over.
    let search = Search::new(&game, settings(&game)).expect("valid");
    let line = after(&game, "");
    let first = best(&search, &line, &nodes(1000));
    search.forget();
    assert_eq!(best(&search, &line, &nodes(1000)), first);
    let second = best(&search, &line, &nodes(1000));
    assert!(second != first);
    // A search of some moves in between leaves the tree of all moves as it was.
    search.forget();
    assert_eq!(best(&search, &line, &nodes(1000)), first);
    let Ok(Turn::Moves(moves)) = line.turn(&game) else { panic!("no moves") };
    let among = [moves[0].to.clone()];
    let some = search.lines_among(
        Wanted { lines: 1, among: &among },
        line.position(),
        line.past(),
        &nodes(1000),
        &mut |_| {},
    );
    assert_eq!(some.best.expect("a line").positions[0], moves[0].to);
    assert_eq!(best(&search, &line, &nodes(1000)), second);
}

#[test]
fn threads_share_a_tree_and_prove_the_same() {
    for (rules, moves) in [("tictactoe", "b2 b1"), ("connect4", "d1 a1 c1 a2")] {
        let game = load(rules);
        let line = after(&game, moves);
        let value = |threads| {
            let platform = if threads == 1 { Platform::Serial } else { Platform::SharedTree };
            let settings = Settings { threads, platform, ..settings(&game) };
            let report =
                best(&Search::new(&game, settings).expect("valid"), &line, &nodes(200_000));
            let parallel = report.parallel.as_ref().map(|parallel| parallel.nodes());
            assert!(parallel.is_none_or(|nodes| nodes == report.nodes && threads > 1));
            report.best.expect("a line").value
        };
        for threads in [1, 2, 4] {
            let value = value(threads);
            assert!(value > 0 && is_decided(value), "{rules} {threads} {value}");
        }
    }
}

#[test]
fn little_memory_is_enough() {
    let game = load("amazons6");
    let settings = Settings { table_bytes: 1, ..settings(&game) };
    let search = Search::new(&game, settings).expect("valid");
    let report = best(&search, &after(&game, ""), &nodes(3000));
    assert_eq!(report.nodes, 3000);
    assert!(report.best.is_some());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let game = load("tictactoe");
    let plain = settings(&game);
    let refused = |settings: Settings| settings.check(game.facts()).err().map(|why| why.message);
    assert_eq!(refused(plain), None);
    let killers = Heuristics { killers: true, ..Heuristics::NONE };
    let other_numbers = MctsSettings { turns: Millionths::of(3.0), ..MctsSettings::default() };
    for (settings, why) in [
        (Settings { heuristics: killers, ..plain }, "a tree of its own"),
        (Settings { threads: 2, platform: Platform::YoungBrothers, ..plain }, "share its tree"),
        (
            Settings { platform: Platform::SharedTree, ..Settings::new(game.facts()) },
            "only Monte-Carlo tree search has a tree",
        ),
        (
            Settings { mcts: other_numbers, ..Settings::new(game.facts()) },
            "only Monte-Carlo tree search plays at random",
        ),
    ] {
        let message = refused(settings).expect("refused");
        assert!(message.contains(why), "{message}");
    }
}
