//! Counters that cannot matter are forgotten, and nothing that is asked changes by that: the sets
//! that keep them are the measure, turn by turn, before and after the counters begin to matter.

use game::{Player, Record, Referee, Rng};
use infoset::{
    DeepSearch, Limits, MergedSet, Observation, Sharing, Survey, SurveyOf, TeamSet, Wanted,
    forgettable, referee,
};
use native::Native;
use ranks::Network;
use testing::hidden::play;

/// After six turns in which nobody took anything or came to the upper edge the game is a draw;
/// nobody hears who comes there.
const TIRED: &str = "dimensions (4,3)
pieces { runner 'R' 'r' }
counters { quiet 0 .. 9 }
start {
  r . r .
  . . . .
  R . R .   w
}
main = try [ quiet >= 6, draw ] else try [ add 1 to quiet, run ] else draw.
run = find own runner, pickup, alldir, step, not points at own runner,
    try [ points at enemy runner, set quiet to 0, tell both 'capture' ], putdown,
    try [ not [ north, step ], set quiet to 0 ].
seen = find own runner.
";

fn set_of<'g, G: Referee>(game: &'g G, view: &Observation) -> MergedSet<'g, G> {
    MergedSet::before(game, view, Limits::default()).unwrap()
}

/// Compares what is told about histories with and without forgetting; gives how many nodes the
/// last level has with and without.
fn check<G: Referee>(game: &G, view: &Observation) -> (usize, usize) {
    let watch = &mut |_| true;
    let (mut exact, mut merged) = (set_of(game, view), set_of(game, view).forgetting());
    let mut counted = set_of(game, view).forgetting().counts_only();
    for set in [&mut exact, &mut merged, &mut counted] {
        set.extend_all(&view.turns, watch).unwrap();
    }
    assert_eq!(merged.count(), exact.count());
    assert_eq!(counted.count(), exact.count());
    let listed = exact.listed(watch).unwrap();
    assert_eq!(merged.listed(watch).unwrap(), listed);
    for history in merged.sample(10, &mut Rng::new(7), watch).unwrap() {
        assert!(listed.binary_search(&history).is_ok(), "{history:?}");
    }
    // All methods tell positions apart by the same.
    let forgotten = forgettable(game, view).unwrap();
    let asked = SurveyOf { belief: true, forgotten: &forgotten };
    let wanted = Wanted { positions: true, ..Wanted::default() };
    let mut deep = DeepSearch::new(game, view, wanted, Limits::default()).unwrap();
    deep.run(Sharing::default(), watch).unwrap();
    let shown = deep.positions();
    let of_deep = Survey::of(game, &shown[..], asked, Limits::default(), &mut || true);
    assert_eq!(Survey::of(game, &merged, asked, Limits::default(), &mut || true), of_deep);
    assert_eq!(Survey::of(game, &exact, asked, Limits::default(), &mut || true), of_deep);
    (merged.size(), exact.size())
}

#[test]
fn counters_are_forgotten_until_they_can_matter() {
    let game = testing::load_text("tired", TIRED).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(game.silent_clocks().len(), 1);
    let (mut is_smaller, mut is_exact) = (false, false);
    for seed in 0..4 {
        let session = play(&game, seed, 9);
        for player in Player::BOTH {
            for n_turns in 3..=session.line().len() {
                let view = session.view(player).after(n_turns);
                let (merged, exact) = check(&game, &view);
                match n_turns < 6 {
                    true => is_smaller |= merged < exact,
                    false => {
                        assert_eq!(merged, exact);
                        is_exact = true;
                    }
                }
            }
        }
    }
    assert!(is_smaller && is_exact);
}

/// What two ranks tell of a view that grows turn by turn, and what they write half-way.
fn by_ranks<G: Referee>(game: &G, view: &Observation, forgetting: bool) -> Vec<Grown> {
    ranks::run(2, Network::unruly(5), |team| {
        let watch = &mut |_| true;
        let set = TeamSet::before(team, game, view, Limits::default()).unwrap();
        let mut set = if forgetting { set.forgetting() } else { set };
        let (mut sizes, mut half) = (Vec::new(), Vec::new());
        for (i, turn) in view.turns.iter().enumerate() {
            set.extend(team, turn, watch).unwrap();
            let size: u64 = set.sizes(team).unwrap().iter().sum();
            sizes.push((set.count(team).unwrap(), size as usize));
            if i + 1 == view.turns.len() / 2 {
                set.save(7, view, &mut half).unwrap();
            }
        }
        Grown { sizes, half }
    })
}

/// The numbers of histories and of positions after each turn, and a part of a checkpoint.
#[derive(Debug)]
struct Grown {
    sizes: Vec<(u128, usize)>,
    half: Vec<u8>,
}

/// What ranks that go on from these parts count in the end, if they can.
fn gone_on<G: Referee>(
    game: &G,
    view: &Observation,
    parts: &[Grown],
    forgetting: bool,
) -> Vec<Option<u128>> {
    ranks::run(2, Network::PERFECT, |team| {
        let set = TeamSet::before(team, game, view, Limits::default()).unwrap();
        let mut set = if forgetting { set.forgetting() } else { set };
        let mut part = &parts[team.rank()].half[..];
        set.resume(team, 7, view, &mut [&mut part]).ok()?;
        set.extend_all(team, &view.turns, &mut |_| true).unwrap();
        set.count(team).ok()
    })
}

#[test]
fn ranks_forget_and_remember_as_one_process_does() {
    let game = testing::load_text("tired", TIRED).unwrap_or_else(|why| panic!("{why}"));
    let native = Native::new(game.clone(), &[]).unwrap();
    let session = play(&game, 2, 9);
    let view = session.view(Player::First);
    let mut alone = set_of(&game, view).forgetting();
    let mut expected = Vec::new();
    for turn in &view.turns {
        alone.extend(turn, &mut |_| true).unwrap();
        expected.push((alone.count().unwrap(), alone.size()));
    }
    assert!(expected.len() > 6, "the counter begins to matter");
    for found in [by_ranks(&game, view, true), by_ranks(&native, view, true)] {
        found.iter().for_each(|found| assert_eq!(found.sizes, expected));
    }
    let count = expected.last().map(|last| last.0);
    let (short, whole) = (by_ranks(&native, view, true), by_ranks(&native, view, false));
    assert_eq!(gone_on(&native, view, &short, true), [count, count]);
    assert_eq!(gone_on(&native, view, &whole, false), [count, count]);
    // What was forgotten is not in a file, so that the two kinds are told apart.
    assert_eq!(gone_on(&native, view, &short, false), [None, None]);
    assert_eq!(gone_on(&native, view, &whole, true), [None, None]);
}

/// What each referee's rule looks at is no secret.
#[test]
fn counters_that_somebody_perceives_are_kept() {
    let loud = TIRED.to_string() + "told = try [ quiet > 2, tell both 'quiet' ].\n";
    let game = testing::load_text("loud", &loud).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(game.silent_clocks(), []);
    let wins = TIRED.replace("quiet >= 6, draw", "quiet >= 6, win");
    let game = testing::load_text("wins", &wins).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(game.silent_clocks(), []);
}

/// What a counter brings does not matter as long as it cannot come that far; `limit` is the first
/// number of turns at which it is kept.
fn check_far(rules: &str, limit: usize) {
    let game = testing::load_text("far", rules).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(game.silent_clocks(), [], "{rules}");
    let (mut is_smaller, mut is_exact) = (false, false);
    for seed in 0..4 {
        let session = play(&game, seed, 9);
        for player in Player::BOTH {
            for n_turns in 1..=session.line().len() {
                let (merged, exact) = check(&game, &session.view(player).after(n_turns));
                match n_turns < limit {
                    true => is_smaller |= merged < exact,
                    false => {
                        assert_eq!(merged, exact, "{rules}\n{n_turns}");
                        is_exact = true;
                    }
                }
            }
        }
    }
    assert!(is_smaller && is_exact, "{rules}");
}

#[test]
fn what_counters_bring_later_does_not_matter() {
    // One turn more is looked at, because it tells whether the game goes on.
    check_far(&TIRED.replace("quiet >= 6, draw", "quiet >= 6, win"), 5);
    check_far(&TIRED.replace("quiet >= 6, draw", "quiet > 5, lose"), 5);
    let told = "told = try [ quiet > 5, tell both 'quiet' ].\n";
    check_far(&(TIRED.to_string() + told), 5);
    let told = "told = try [ quiet < 6, tell both 'lively' ].\n";
    check_far(&(TIRED.to_string() + told), 5);
    let seen = "seen = try [ quiet <= 5, find own runner ] else find nothing.\n";
    let zones = TIRED.replace("counters {", "zones { nothing - }\ncounters {");
    check_far(&zones.replace("seen = find own runner.\n", seen), 5);
}

#[test]
fn counters_that_are_used_in_another_way_are_kept() {
    for (from, to) in [
        ("add 1 to quiet", "add 2 to quiet"),
        ("set quiet to 0, tell", "set quiet to 1, tell"),
        ("quiet >= 6, draw", "quiet + quiet >= 12, draw"),
        ("add 1 to quiet, run", "add 1 to quiet, run, add 1 to quiet"),
    ] {
        assert!(TIRED.contains(from));
        let rules = TIRED.replace(from, to);
        let game = testing::load_text("kept", &rules).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(game.idle_counters(), [], "{rules}");
    }
    // The referee counts on, more often than a turn does.
    let rules = TIRED.replace("add 1 to quiet, run", "count_it, run")
        + "count_it = add 1 to quiet.\n"
        + "told = try [ count_it, count_it, count_it, quiet >= 6, tell both 'quiet' ].\n";
    let game = testing::load_text("told", &rules).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(game.idle_counters(), [], "{rules}");
}

#[test]
fn boards_of_kriegspiel_are_not_kept_apart_by_quiet_turns() {
    let game = Native::new(testing::load("kriegspiel"), &[]).unwrap();
    let moves = "d2d4 a7a5 c1g5 b7b6 b1c3 c7c5";
    let text = format!("multigame record 1\ngame: kriegspiel\nmoves: {moves}");
    let session = referee(&game, &Record::parse(&text).unwrap()).unwrap();
    let view = session.view(Player::First).after(4).without_endings();
    let (merged, exact) = check(&game, &view);
    assert!(merged < exact, "{merged} {exact}");
}

/// The rules count first and then look, so that the turn after the last one tells how the game
/// ends.
#[test]
fn the_turn_that_tells_how_a_game_ends_is_reckoned_with() {
    let late = "main = try [ quiet >= 5, draw ] else try [ add 1 to quiet, run ] else draw.";
    let counted = "main = try [ add 1 to quiet, either [ quiet >= 6, draw ] or [ quiet < 6, run ] ]
    else draw.";
    let first = "main = try [ quiet >= 6, draw ] else try [ add 1 to quiet, run ] else draw.";
    for main in [late, counted] {
        let game = testing::load_text("late", &TIRED.replace(first, main));
        let game = game.unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(game.idle_counters().len(), 1, "{main}");
        for seed in 0..4 {
            let session = play(&game, seed, 9);
            for player in Player::BOTH {
                for n_turns in 1..=session.line().len() {
                    check(&game, &session.view(player).after(n_turns));
                }
            }
        }
    }
}
