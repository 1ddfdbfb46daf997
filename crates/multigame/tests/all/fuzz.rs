//! Nothing that people can feed in makes the program panic, run away, or
//! contradict itself: rules (mutated games, word salad), positions, moves,
//! records and PGN. What was found this way is kept in `FOUND`.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use game::{Game, Line, Record, Turn, parse_move, parse_position, read_pgn, write_position};
use interp::{Interp, Limits};
use multigame::Text;
use multigame::parts::{Plan, check_text, explore};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The same cases in every run.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// This many cases, or as many times more as `FUZZ_TIMES` says: `FUZZ_TIMES=100
/// cargo test -p multigame fuzz::` is for an evening.
fn cases(usual: u32) -> u32 {
    let times = std::env::var("FUZZ_TIMES").ok().and_then(|times| times.parse().ok());
    usual * times.unwrap_or(1)
}

/// Rules that once went wrong, or nearly did: a panic, an overflow of the
/// stack, minutes of work, or a program that the verifier refused.
fn found() -> Vec<String> {
    let board = "dimensions (3,3) pieces { man 'X' 'O' }";
    let many = |n: usize, item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
    vec![
        format!("{board} main = repeat 0 .. 0 times step, find empty field, replace by own man."),
        format!("{board} main = find field, alldir, repeat 0 .. infinity times [ step, pass ]."),
        format!("{board} value a = a + 1. main = a > 0, win."),
        format!("{board} value a = count r. r = a > 2, find field. main = find field, r, win."),
        format!("{board} main = main."),
        format!("{board} main = not main, win."),
        format!("{board} {} main = win.", many(300, &|i| format!("layout l{i} {{ 3/3/3 }} "))),
        format!(
            "{board} zones {{ z0 row 1 {} }} main = win.",
            many(3000, &|i| format!("z{} z{i} ", i + 1))
        ),
        format!("{board} {} main = r0. ", many(3000, &|i| format!("r{i} = r{}. ", i + 1))),
        format!("{board} main = {} win.", "find field, ".repeat(3000)),
        format!("{board} main = repeat 999999999 times [ ], win."),
        format!("{board} main = repeat 2 times repeat 2147483647 times [ find field ], win."),
        format!("{board} main = {} win.", "either find field or find field, ".repeat(40)),
        format!("{board} value x = {} 1. main = x > 0, win.", "count field * ".repeat(200)),
        format!("stacks 255 {board} main = find field, replace by own man, pickup 0, putdown."),
        format!("dimensions (26,99) start {{ {} }} main = win.", "1/".repeat(100_000)),
        "extends extends".into(),
        "start { 3/3/3 } layout a { ".into(),
        "lines { a a, b b } pieces { x 'x' 'y' } main = win.".into(),
        "lines { a b a b } pieces { x 'x' 'y' } main = find x, alldir, step, win.".into(),
    ]
}

/// Compiles and plays a text for a while. Errors are fine; panics, programs that
/// the verifier refuses, and positions that do not read back are not.
fn digest(text: &str) {
    let checked = check_text(&Text::new("fuzz", text));
    for diagnostic in &checked.diagnostics {
        let shown = syntax::render(diagnostic, &checked.sources, false);
        assert!(shown.starts_with("error[") || shown.starts_with("warning["), "{shown}");
    }
    if let Ok(formatted) = syntax::format(text) {
        let again = syntax::format(&formatted).expect("canonical text parses");
        assert_eq!(again, formatted, "formatting twice changes something");
    }
    let Some(rules) = checked.rules else { return };
    let program = rules::lower(&rules);
    let printed = ir::print(&program);
    let parsed = ir::parse(program.facts.clone(), &printed).expect("what is printed is read");
    assert_eq!(parsed, program, "the text form loses something");
    let limits = Limits { steps: 30_000, results: 2_000, ..Limits::default() };
    let game = Interp::new(program).expect("lowered rules are sound").with_limits(limits);
    explore(&game, Plan { positions: 10, work: 300_000, seed: 1 });
    for evaluation in 0..game.facts().evaluations.len() {
        let _ = game.evaluate(&game.start(), evaluation);
    }
    let text = write_position(game.facts(), &game.setup(&game.start()));
    if let Ok(setup) = parse_position(game.facts(), &text) {
        assert_eq!(setup, game.setup(&game.start()), "`{text}` reads back differently");
    }
}

#[test]
fn what_was_found_stays_mended() {
    for text in found() {
        digest(&text);
    }
}

#[test]
fn every_built_in_game_is_digested() {
    for name in games::names() {
        digest(games::text(name).expect("it is built in"));
    }
}

/// Words of a text, with the spaces between them.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars() {
        let joins = |last: &String| {
            let class = |c: char| (c.is_alphanumeric() || c == '_', c.is_whitespace());
            last.chars()
                .next_back()
                .is_some_and(|before| class(before) == class(c) && class(c) != (false, false))
        };
        match words.last_mut().filter(|last| joins(last)) {
            Some(last) => last.push(c),
            None => words.push(c.to_string()),
        }
    }
    words
}

/// Changes that a careless person makes.
fn mutate(words: &mut Vec<String>, (kind, at, with): (u8, usize, usize)) {
    if words.is_empty() {
        return;
    }
    let (at, with) = (at % words.len(), with % words.len());
    match kind % 5 {
        0 => drop(words.remove(at)),
        1 => words.swap(at, with),
        2 => words[at] = words[with].clone(),
        3 => words.insert(at, words[with].clone()),
        _ => words[at] = ["0", "999999", "win", "[", "]", ".", "own", "repeat"][with % 8].into(),
    }
}

#[test]
fn mutated_games() {
    let names: Vec<&str> = games::names().collect();
    let mutations = prop::collection::vec((any::<u8>(), any::<usize>(), any::<usize>()), 1..6);
    let strategy = (0..names.len(), mutations);
    runner(cases(250))
        .run(&strategy, |(game, mutations)| {
            let mut text = words(games::text(names[game]).expect("it is built in"));
            mutations.into_iter().for_each(|mutation| mutate(&mut text, mutation));
            digest(&text.concat());
            Ok(())
        })
        .expect("no mutation breaks anything");
}

#[test]
fn word_salad() {
    let mut vocabulary: Vec<String> =
        syntax::RESERVED.iter().map(|word| word.to_string()).collect();
    vocabulary.extend(
        [
            "a", "b", "main", "1", "9", "'X'", "'O'", "(", ")", "{", "}", "[", "]", ",", ".", "=",
            "..", "<", "-", "//", "\n",
        ]
        .map(String::from),
    );
    let salad = prop::collection::vec(prop::sample::select(vocabulary), 0..80);
    runner(cases(300))
        .run(&salad, |words| {
            digest(&words.join(" "));
            let board = "dimensions (3,3) pieces { a 'X' 'O' } main = find field, ";
            digest(&format!("{board}{}", words.join(" ")));
            Ok(())
        })
        .expect("no salad breaks anything");
}

#[test]
fn any_bytes() {
    runner(cases(200))
        .run(&prop::collection::vec(any::<u8>(), 0..300), |bytes| {
            digest(&String::from_utf8_lossy(&bytes));
            Ok(())
        })
        .expect("no bytes break anything");
}

#[test]
fn positions_moves_and_records() {
    let games: Vec<_> = ["chess", "minishogi", "fifteen", "nine_mens_morris", "kalah", "hex"]
        .map(testing::load)
        .into_iter()
        .collect();
    let pieces = "[a-zA-Z0-9/ .#+*@-]{0,60}";
    runner(cases(150))
        .run(&(pieces, "[a-h1-9x=+#@O{}();$!? \\[\\]\"\n-]{0,80}"), |(text, moves)| {
            for game in &games {
                if let Ok(setup) = parse_position(game.facts(), &text) {
                    let written = write_position(game.facts(), &setup);
                    assert_eq!(parse_position(game.facts(), &written).as_ref(), Ok(&setup));
                    if let Ok(position) = game.position(&setup) {
                        let _ = game.turn(&position, &[]);
                    }
                }
                let line = Line::new(game.start());
                if let Ok(Turn::Moves(legal)) = line.turn(game) {
                    let setup = game.setup(line.position());
                    let _ = parse_move(game.facts(), &setup, &legal, &moves);
                }
                let _ = read_pgn(game, &moves);
            }
            let _ = Record::parse(&moves);
            let _ = Record::parse(&format!("multigame record 1\ngame: chess\nmoves:\n{moves}"));
            Ok(())
        })
        .expect("no text breaks anything");
}
