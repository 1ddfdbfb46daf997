//! What must hold in every game with hidden information, tried on games played at
//! random: sets are exactly the histories that fit, found in either way and by brute
//! force, and nothing but what a player perceived is in them.
//!
//! Games with many histories are left out unless MULTIGAME_SLOW_TESTS is set.

use crate::eager::{Heard, Most, play_eagerly};
use game::{Game, Made, Player, Record, Referee, Rng, Turn, parse_position};
use infoset::{
    DeepSearch, History, InfosetError, Kept, Limits, MergedSet, Observation, Session, Sharing,
    Step, Wanted, depth_first, histories_of, read_transcript, referee, write_transcript,
};
use interp::Interp;
use native::Native;
use std::collections::BTreeMap;
use testing::hidden::{AGAIN, FLASH, PASSING, RUNNERS, STUBBORN, built_in, given, play};

fn small_games() -> Vec<Interp> {
    vec![
        built_in("phantom_tictactoe"),
        built_in("dark_hex3"),
        given("passing", PASSING),
        given("runners", RUNNERS),
        given("stubborn", STUBBORN),
        given("flash", FLASH),
        given("again", AGAIN),
    ]
}

fn is_slow_welcome() -> bool {
    #[allow(clippy::disallowed_methods, reason = "the slow games are asked for from outside")]
    std::env::var("MULTIGAME_SLOW_TESTS").is_ok()
}

/// The histories that fit, found in both ways, which must agree.
fn histories<G: Referee>(game: &G, observation: &Observation) -> Vec<History> {
    let set = MergedSet::of(game, observation, Limits::default(), &mut |_| true).unwrap();
    let mut merged = Vec::new();
    set.list(&mut |history| {
        merged.push(history.clone());
        Ok(true)
    })
    .unwrap();
    let mut deep = Vec::new();
    let (count, _) = depth_first(game, observation, &mut |_| true, &mut |path| {
        deep.extend(histories_of(game, observation, path)?);
        Ok(())
    })
    .unwrap();
    deep.sort();
    merged.sort();
    assert_eq!(merged, deep, "{}", write_transcript(game.facts(), observation));
    assert_eq!((set.count().unwrap(), deep.len() as u128), (count, count));
    deep
}

/// What a player perceives if the game went this way, with the refused tries that they
/// noticed in the observation; nothing if it cannot have gone this way.
fn perceived<G: Referee>(
    game: &G,
    start: &G::Position,
    history: &History,
    like: &Observation,
) -> Option<Observation> {
    let mut session = Session::new(game, start.clone()).unwrap();
    for (step, turn) in history.iter().zip(&like.turns) {
        let before = session.line().len();
        for refused in &turn.refused {
            let any = || {
                let is_illegal = |text: &String| {
                    let line = session.line();
                    let Turn::Moves(moves) = line.turn(game).unwrap() else { return false };
                    !moves.iter().any(|made| made.is_called(text))
                };
                session.attemptable().unwrap().into_iter().find(is_illegal)
            };
            let text = refused.text.clone().or_else(any)?;
            let answer = session.attempt(&text).ok()?;
            if answer.accepted || answer.is_turn_over {
                return None;
            }
        }
        let answer = session.attempt(&step.text).ok()?;
        if answer.accepted == step.refused || session.line().len() != before + 1 {
            return None;
        }
        // What looks different by now is not gone on with: that would take long.
        if session.view(like.player).turns.last() != Some(turn) {
            return None;
        }
    }
    Some(session.view(like.player).clone())
}

/// All histories of this many turns.
fn all_histories<G: Referee>(game: &G, start: &G::Position, n_turns: usize) -> Vec<History> {
    let mut all = Vec::new();
    let mut open = vec![(vec![start.clone()], History::new())];
    while let Some((positions, history)) = open.pop() {
        if history.len() == n_turns {
            all.push(history);
            continue;
        }
        let (at, past) = positions.split_last().unwrap();
        let before = past.last().unwrap_or(at);
        let Turn::Moves(moves) = game.turn(at, past).unwrap() else { continue };
        let mut next: Vec<(Step, _)> = Vec::new();
        let passes = game.can_refusal_pass();
        for text in game.tries(at, before, past).unwrap().into_iter().filter(|_| passes) {
            let is_legal = moves.iter().any(|made| made.is_called(&text));
            if let (false, Some(to)) = (is_legal, game.refusal(at, before).unwrap().passed) {
                next.push((Step { text, refused: true }, to));
            }
        }
        next.extend(moves.into_iter().map(|m| (Step { text: m.text, refused: false }, m.to)));
        for (step, to) in next {
            let (mut positions, mut history) = (positions.clone(), history.clone());
            positions.push(to);
            history.push(step);
            open.push((positions, history));
        }
    }
    all
}

/// The true history of a session.
fn truth(session: &Session<'_, Interp>) -> History {
    let texts = session.line().texts();
    let step = |text: &str| match text.strip_prefix('[') {
        Some(text) => Step { text: text.trim_end_matches(']').to_string(), refused: true },
        None => Step { text: text.to_string(), refused: false },
    };
    texts.map(step).collect()
}

#[test]
fn sets_are_what_is_left_of_all_histories() {
    // Three turns of every game, and four where there is not much to do.
    let most = if is_slow_welcome() { 3100 } else { 750 };
    for game in small_games() {
        for (seed, n_turns) in [(1, 1), (2, 2), (3, 3), (4, 3), (5, 4)] {
            let session = play(&game, seed, n_turns);
            let all = all_histories(&game, &game.start(), session.line().len());
            if all.len() <= most {
                compare(&game, &game.start(), &session, &all);
            }
        }
    }
}

/// Compares the sets of both players with what is left of all histories.
fn compare<G: Referee>(game: &G, start: &G::Position, session: &Session<'_, G>, all: &[History]) {
    for player in Player::BOTH {
        let view = session.view(player);
        let fits =
            |history: &&History| perceived(game, start, history, view).as_ref() == Some(view);
        let mut left: Vec<History> = all.iter().filter(fits).cloned().collect();
        left.sort();
        assert_eq!(histories(game, view), left, "{}", write_transcript(game.facts(), view));
    }
}

/// Few men, of whom one is taken in passing, or promoted, or has to see to a check.
const ENDGAMES: [&str; 2] =
    ["4k3/3p4/8/4P3/8/8/8/B3K3 w - - 0 1", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1"];

#[test]
fn so_are_those_of_every_kind_of_kriegspiel() {
    let kinds = games::names().filter(|name| name.starts_with("kriegspiel"));
    let kinds: Vec<&str> = kinds.collect();
    assert!(kinds.len() >= 5, "{kinds:?}");
    for name in kinds {
        let game = Native::new(built_in(name), &[]).unwrap();
        let mut heard = Heard::nothing_of(game.program());
        let (n_messages, mut n_turns) = (heard.missing.len(), 0);
        for text in ENDGAMES {
            let start = game.position(&parse_position(game.facts(), text).unwrap()).unwrap();
            for seed in 0..2 {
                let most = Most { turns: 3, histories: 10_000, compared: 100_000 };
                let session = play_eagerly(&game, &start, seed, most, &mut heard);
                compare(&game, &start, &session, &all_histories(&game, &start, 3));
                n_turns += session.line().len();
            }
        }
        assert_eq!(n_turns, 12, "{name}: a game is over too soon");
        assert!(heard.n_refused > 0 && heard.n_captures > 0, "{name}: too little happens");
        assert!(heard.missing.len() < n_messages, "{name}: nothing but {:?}", heard.missing);
    }
}

#[test]
fn the_truth_is_possible_and_all_that_is_possible_looks_the_same() {
    let mut n_refused = 0;
    let mut games: Vec<(Interp, usize)> = small_games().into_iter().map(|it| (it, 5)).collect();
    games.push((built_in("kriegspiel"), 2));
    games.push((built_in("dark_chess"), 2));
    for (game, n_turns) in &games {
        for seed in 0..3 {
            let session = play(game, 100 + seed, *n_turns);
            for player in Player::BOTH {
                let view = session.view(player);
                n_refused += view.turns.iter().map(|turn| turn.refused.len()).sum::<usize>();
                let histories = histories(game, view);
                let mut truth = truth(&session);
                // Players know their own moves as they said them.
                for (step, turn) in truth.iter_mut().zip(&view.turns) {
                    if let Made::Move(text) = &turn.made {
                        step.text.clone_from(text);
                    }
                }
                assert!(histories.contains(&truth), "{} {seed}", game.facts().name);
                for history in histories.iter().step_by(histories.len() / 20 + 1) {
                    let same = perceived(game, &game.start(), history, view);
                    assert_eq!(same.as_ref(), Some(view), "{} {history:?}", game.facts().name);
                }
            }
        }
    }
    assert!(n_refused > 10, "tries were refused {n_refused} times");
}

#[test]
fn a_set_grows_turn_by_turn() {
    for game in small_games() {
        let session = play(&game, 11, 7);
        let view = session.view(Player::First);
        let mut set = MergedSet::new(&game, Player::First, game.start(), Limits::default());
        for (i, turn) in view.turns.iter().enumerate() {
            set.extend(turn, &mut |_| true).unwrap();
            set.close(&mut |_| true).unwrap();
            let expected = histories(&game, &view.after(i + 1)).len() as u128;
            assert_eq!(set.count().unwrap(), expected, "{}", game.facts().name);
        }
    }
}

#[test]
fn repetitions_are_kept_apart() {
    // Back and forth until positions come back: Black may have drawn by then or not.
    let game = given("runners", RUNNERS);
    let mut session = Session::new(&game, game.start()).unwrap();
    for text in ["a1b1", "a2b2", "b1a1", "b2a2", "a1b1", "a2b2", "b1a1", "b2c2"] {
        session.attempt(text).unwrap();
    }
    let view = session.view(Player::First);
    assert!(histories(&game, view).contains(&truth(&session)));
    // The same moves of White, and the game is over: Black went back.
    let mut drawn = Session::new(&game, game.start()).unwrap();
    for text in ["a1b1", "a2b2", "b1a1", "b2a2", "a1b1", "a2b2", "b1a1", "b2a2"] {
        drawn.attempt(text).unwrap();
    }
    let over = drawn.view(Player::First);
    assert_eq!(histories(&game, over).len(), 1);
    assert_eq!(histories(&game, view).len() + 1, {
        let both = view.clone().without_endings();
        histories(&game, &both).len()
    });
}

#[test]
fn draws_are_fair_and_the_same_for_a_seed() {
    let game = built_in("phantom_tictactoe");
    let session = play(&game, 3, 4);
    let view = session.view(Player::First);
    let all = histories(&game, view);
    let set = MergedSet::of(&game, view, Limits::default(), &mut |_| true).unwrap();
    let n = 200 * all.len();
    let merged = || set.sample(n, &mut Rng::new(5), &mut |_| true).unwrap();
    let deep = || {
        let (wanted, limits) = (Wanted { draws: true, ..Wanted::default() }, Limits::default());
        let mut search = DeepSearch::new(&game, view, wanted, limits).unwrap();
        search.run(Sharing::default(), &mut |_| true).unwrap();
        assert_eq!(search.count(), all.len() as u128);
        search.sample(n, &mut Rng::new(5), Sharing::default(), &mut |_| true).unwrap()
    };
    for (drawn, again) in [(merged(), merged()), (deep(), deep())] {
        assert_eq!((drawn.len(), &drawn), (n, &again));
        let mut times: BTreeMap<&History, usize> = BTreeMap::new();
        for history in &drawn {
            *times.entry(history).or_default() += 1;
        }
        for history in &all {
            let times = times.get(history).copied().unwrap_or(0);
            assert!((120..280).contains(&times), "{history:?} {times} times");
        }
    }
}

#[test]
fn a_draw_does_not_list_the_histories_of_its_path() {
    // Each refusal of Black can have been one of several tries that lead to the same
    // position, so there are more histories than anybody could list.
    let game = given("abrupt", "extends phantom_tictactoe\nrefused = pass.\n");
    let text =
        format!("multigame record 1\ngame: abrupt\nmoves: b2 a1 c3{}", " [b2] [a1]".repeat(30));
    let session = referee(&game, &Record::parse(&text).unwrap()).unwrap();
    let view = session.view(Player::First);
    let set = MergedSet::of(&game, view, Limits::default(), &mut |_| true).unwrap();
    assert!(set.count().unwrap() > 1 << 30);
    let drawn = set.sample(2, &mut Rng::new(1), &mut |_| true).unwrap();
    assert!(drawn.len() == 2 && drawn[0] != drawn[1], "{drawn:?}");
}

#[test]
fn limits_are_told() {
    let game = built_in("phantom_tictactoe");
    let session = play(&game, 3, 6);
    let view = session.view(Player::First);
    let small = MergedSet::of(&game, view, Limits { memory: 3000 }, &mut |_| true);
    let message = small.err().unwrap().to_string();
    assert!(message.starts_with("the set takes more than 3000 bytes after"), "{message}");
    let stopped = MergedSet::of(&game, view, Limits::default(), &mut |_| false);
    assert_eq!(stopped.err(), Some(InfosetError::Stopped));
    // What is listed and drawn is bounded and can be stopped, too.
    let set = MergedSet::of(&game, view, Limits::default(), &mut |_| true).unwrap();
    assert_eq!(set.listed(&mut |_| false), Err(InfosetError::Stopped));
    let drawn = set.sample(1, &mut Rng::new(1), &mut |_| false);
    assert_eq!(drawn, Err(InfosetError::Stopped));
    let memory = set.bytes() + 1000;
    let set = MergedSet::of(&game, view, Limits { memory: 2 * memory }, &mut |_| true).unwrap();
    let too_much = Err(InfosetError::ListMemory { limit: 2 * memory });
    assert_eq!(set.sample(memory, &mut Rng::new(1), &mut |_| true), too_much);
    assert!(Kept::new(Limits { memory: 10 }, 0).push(truth(&session)).is_err());
}

#[test]
fn transcripts_and_records_are_read_as_they_were_written() {
    let mut games = small_games();
    games.extend(["kriegspiel", "kriegspiel_table1", "dark_chess"].map(built_in));
    for game in &games {
        for seed in 0..2 {
            let session = play(game, seed, 9);
            let record = Record::parse(&session.record().unwrap().to_string()).unwrap();
            let again = referee(game, &record).unwrap();
            for player in Player::BOTH {
                let view = session.view(player);
                let text = write_transcript(game.facts(), view);
                let read = read_transcript(game.facts(), &text).map_err(|e| format!("{e}\n{text}"));
                assert_eq!(read.as_ref(), Ok(view), "{text}");
                assert_eq!(again.view(player), view);
            }
        }
    }
}
