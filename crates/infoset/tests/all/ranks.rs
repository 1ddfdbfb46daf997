//! Sets are the same on any number of ranks, whatever the network does to messages.

use game::{Player, Referee, Rng};
use infoset::{
    Balance, DeepSearch, Grain, InfosetError, Limits, MergedSet, Observation, Possible, Sharing,
    Survey, SurveyOf, TeamSet, Wanted,
};
use native::Native;
use ranks::{Network, Team, run};
use std::collections::BTreeMap;
use testing::hidden::{FLASH, RUNNERS, built_in, given, play};

/// What a set tells, in an order of its own.
#[derive(Debug, PartialEq)]
struct Told {
    count: u128,
    survey: Survey,
    positions: BTreeMap<String, u128>,
    compared: u64,
}

fn named<G: Referee>(game: &G, positions: &[Possible<G::Position>]) -> BTreeMap<String, u128> {
    let name = |it: &G::Position| format!("{:?}", game.setup(it));
    positions.iter().map(|it| (name(&it.position), it.histories)).collect()
}

fn by_one<G: Referee>(game: &G, view: &Observation) -> Told {
    let watch = &mut |_| true;
    let set = MergedSet::of(game, view, Limits::default(), watch).unwrap();
    let survey = Survey::of(
        game,
        &set,
        SurveyOf { belief: true, forgotten: &[] },
        Limits::default(),
        &mut || true,
    )
    .unwrap();
    Told {
        count: set.count().unwrap(),
        survey,
        positions: named(game, &set.positions().unwrap()),
        compared: set.work().compared,
    }
}

fn by_team<G: Referee>(
    team: &mut Team<'_>,
    game: &G,
    view: &Observation,
) -> Result<(Told, Vec<u64>), InfosetError> {
    let watch = &mut |_| true;
    let mut set = TeamSet::before(team, game, view, Limits::default())?;
    set.extend_all(team, &view.turns, watch)?;
    let told = Told {
        count: set.count(team)?,
        survey: set.survey(team, SurveyOf { belief: true, forgotten: &[] }, &mut || true)?,
        positions: set.positions(team)?.map(|it| named(game, &it)).unwrap_or_default(),
        compared: set.all_work(team)?.compared,
    };
    Ok((told, set.sizes(team)?))
}

fn check<G: Referee>(game: &G, view: &Observation, sizes: &[usize]) {
    let expected = by_one(game, view);
    for &size in sizes {
        for network in [Network::PERFECT, Network::unruly(size as u64)] {
            let told = run(size, network, |team| by_team(team, game, view));
            for (rank, told) in told.into_iter().enumerate() {
                let (mut told, _) = told.unwrap();
                if rank > 0 {
                    told.positions =
                        expected.positions.iter().map(|(a, b)| (a.clone(), *b)).collect();
                }
                assert_eq!(told, expected, "rank {rank} of {size}");
            }
        }
    }
}

#[test]
fn any_number_of_ranks_finds_the_same_set() {
    let games = [
        (built_in("phantom_tictactoe"), 6),
        (given("runners", RUNNERS), 12),
        (given("flash", FLASH), 5),
    ];
    for (game, n_turns) in &games {
        for player in Player::BOTH {
            let session = play(game, 1, *n_turns);
            check(game, session.view(player), &[1, 2, 3, 4, 8]);
            // The positions of native code are rows of words.
            let native = Native::new(game.clone(), &[]).unwrap();
            check(&native, session.view(player), &[2, 3]);
        }
    }
}

#[test]
fn native_code_agrees_and_positions_are_shared_out_evenly() {
    let game = Native::new(testing::load("kriegspiel"), &[]).unwrap();
    let session = play(&game, 1, 8);
    let view = session.view(Player::First);
    check(&game, view, &[3]);
    let told = run(4, Network::PERFECT, |team| by_team(team, &game, view).unwrap().1);
    let (all, most): (u64, u64) = (told[0].iter().sum(), *told[0].iter().max().unwrap());
    assert!(all > 1_000, "{all} positions are too few to tell");
    assert!(most * 4 < all * 5 / 4, "{:?}", told[0]);
}

#[test]
fn ranks_forget_the_counters_that_one_rank_forgets() {
    let watch = &mut |_| true;
    // The interpreter has no rows of words.
    let game = testing::load("kriegspiel");
    let native = Native::new(game.clone(), &[]).unwrap();
    let view = play(&native, 1, 8).view(Player::First).clone();
    let forgotten = infoset::forgettable(&native, &view).unwrap();
    assert!(!forgotten.is_empty());
    let mut alone = MergedSet::before(&native, &view, Limits::default()).unwrap().forgetting();
    alone.extend_all(&view.turns, watch).unwrap();
    let asked = SurveyOf { belief: true, forgotten: &forgotten };
    let survey = Survey::of(&native, &alone, asked, Limits::default(), &mut || true).unwrap();
    let expected = (alone.count().unwrap(), alone.size() as u64, survey);
    assert!(expected.1 > 200, "{} positions are too few to tell", expected.1);
    let exact = by_one(&native, &view).survey;
    assert!(exact.positions as u64 > expected.1, "something is forgotten");
    for size in [1, 2, 3] {
        let found = run(size, Network::unruly(size as u64), |team| {
            forgetful(team, &native, &view, &forgotten)
        });
        assert!(found.iter().all(|found| *found == expected), "{size}");
    }
    let found = run(2, Network::PERFECT, |team| forgetful(team, &game, &view, &forgotten));
    assert!(found.iter().all(|found| *found == expected), "interpreted");
}

/// The number of histories, how many positions all ranks own, and what they have in common.
fn forgetful<G: Referee>(
    team: &mut Team<'_>,
    game: &G,
    view: &Observation,
    forgotten: &[game::Counter],
) -> (u128, u64, Survey) {
    let mut set = TeamSet::before(team, game, view, Limits::default()).unwrap().forgetting();
    set.extend_all(team, &view.turns, &mut |_| true).unwrap();
    let size = set.sizes(team).unwrap().iter().sum();
    let survey = set.survey(team, SurveyOf { belief: true, forgotten }, &mut || true).unwrap();
    (set.count(team).unwrap(), size, survey)
}

#[test]
fn if_one_rank_has_no_memory_left_all_are_told() {
    let game = built_in("phantom_tictactoe");
    let session = play(&game, 1, 6);
    let view = session.view(Player::First);
    let failed = run(3, Network::unruly(1), |team| {
        let memory = if team.rank() == 2 { 2_000 } else { 1 << 30 };
        let mut set = TeamSet::before(team, &game, view, Limits { memory }).unwrap();
        set.extend_all(team, &view.turns, &mut |_| true)
    });
    assert!(failed.iter().all(|it| matches!(it, Err(InfosetError::Memory { limit: 2_000, .. }))));
}

#[test]
fn if_one_rank_is_stopped_all_are() {
    let game = built_in("phantom_tictactoe");
    let session = play(&game, 1, 6);
    let view = session.view(Player::First);
    let stopped = run(3, Network::unruly(1), |team| {
        let mut looks = 0;
        let first = team.is_first();
        let mut set = TeamSet::before(team, &game, view, Limits::default()).unwrap();
        set.extend_all(team, &view.turns, &mut |_| {
            looks += 1;
            !(first && looks > 10)
        })
    });
    assert_eq!(stopped, vec![Err(InfosetError::Stopped); 3]);
}

/// What was written by this many ranks after half of the turns.
fn saved<G: Referee>(game: &G, view: &Observation, size: usize) -> Vec<Vec<u8>> {
    run(size, Network::unruly(2), |team| {
        let mut set = TeamSet::before(team, game, view, Limits::default()).unwrap();
        for turn in &view.turns[..view.turns.len() / 2] {
            set.extend(team, turn, &mut |_| true).unwrap();
        }
        let mut bytes = Vec::new();
        set.save(7, view, &mut bytes).unwrap();
        bytes
    })
}

/// Goes on from there with another number of ranks; the count of histories.
fn resumed<G: Referee>(
    game: &G,
    view: &Observation,
    files: &[Vec<u8>],
    size: usize,
) -> Vec<Result<u128, InfosetError>> {
    run(size, Network::unruly(3), |team| {
        let mut set = TeamSet::before(team, game, view, Limits::default())?;
        let mine = files.iter().skip(team.rank()).step_by(team.size());
        let mut mine: Vec<&[u8]> = mine.map(|file| &file[..]).collect();
        let mut mine: Vec<&mut dyn std::io::Read> =
            mine.iter_mut().map(|file| file as &mut dyn std::io::Read).collect();
        set.resume(team, 7, view, &mut mine)?;
        assert_eq!(set.turns().len(), view.turns.len() / 2);
        set.extend_all(team, &view.turns, &mut |_| true)?;
        set.count(team)
    })
}

#[test]
fn another_number_of_ranks_goes_on_from_a_checkpoint() {
    // In the second game rules ask for earlier positions.
    for (game, n_turns) in [(built_in("phantom_tictactoe"), 6), (given("runners", RUNNERS), 12)] {
        let session = play(&game, 1, n_turns);
        let view = session.view(Player::First);
        let expected = by_one(&game, view).count;
        for (from, to) in [(1, 3), (4, 2), (3, 1), (2, 5)] {
            let files = saved(&game, view, from);
            assert_eq!(resumed(&game, view, &files, to), vec![Ok(expected); to], "{from} to {to}");
        }
        let native = Native::new(game.clone(), &[]).unwrap();
        let files = saved(&native, view, 3);
        assert_eq!(resumed(&native, view, &files, 2), vec![Ok(expected); 2], "native");
    }
}

#[test]
fn a_damaged_file_of_one_rank_stops_all() {
    let game = built_in("phantom_tictactoe");
    let session = play(&game, 1, 6);
    let view = session.view(Player::First);
    let mut files = saved(&game, view, 3);
    let middle = files[1].len() / 2;
    files[1][middle] ^= 1;
    let read = resumed(&game, view, &files, 2);
    assert!(read.iter().all(|it| matches!(it, Err(InfosetError::Checkpoint(_)))), "{read:?}");
    assert!(resumed(&game, view, &[], 2).iter().all(Result::is_err));
}

#[test]
fn the_same_histories_are_drawn_by_any_number_of_ranks() {
    let games = [(built_in("phantom_tictactoe"), 5), (given("flash", FLASH), 5)];
    for (game, n_turns) in &games {
        let session = play(game, 1, *n_turns);
        let view = session.view(Player::Second);
        let set = MergedSet::of(game, view, Limits::default(), &mut |_| true).unwrap();
        let all = set.listed(&mut |_| true).unwrap();
        let draw = |size: usize, network| {
            run(size, network, |team| {
                let set = TeamSet::before(team, game, view, Limits::default()).unwrap();
                let mut set = set.with_histories();
                set.extend_all(team, &view.turns, &mut |_| true).unwrap();
                set.sample(team, 200, &mut Rng::new(5), &mut |_| true).unwrap()
            })
        };
        let expected = draw(1, Network::PERFECT).remove(0);
        let native = Native::new(game.clone(), &[]).unwrap();
        let by_rows = run(3, Network::unruly(4), |team| {
            let set = TeamSet::before(team, &native, view, Limits::default()).unwrap();
            let mut set = set.with_histories();
            set.extend_all(team, &view.turns, &mut |_| true).unwrap();
            set.sample(team, 200, &mut Rng::new(5), &mut |_| true).unwrap()
        });
        assert_eq!(by_rows[0].len(), 200);
        assert!(by_rows[0].iter().all(|history| all.binary_search(history).is_ok()));
        assert_eq!(expected.len(), 200);
        assert!(expected.iter().all(|history| all.binary_search(history).is_ok()));
        let different: std::collections::BTreeSet<_> = expected.iter().collect();
        assert!(different.len() * 3 > all.len().min(200), "{} of {}", different.len(), all.len());
        for size in [2, 3, 8] {
            let drawn = draw(size, Network::unruly(4));
            assert_eq!(drawn[0], expected, "{size} ranks");
            assert!(drawn[1..].iter().all(Vec::is_empty));
        }
    }
}

#[test]
fn depth_first_search_finds_the_same_by_every_strategy() {
    let game = Native::new(testing::load("kriegspiel"), &[]).unwrap();
    // Of some games one that leaves many histories possible.
    let sessions: Vec<_> = (0..8).map(|seed| play(&game, seed, 5)).collect();
    let views = sessions.iter().map(|session| session.view(Player::First));
    let view = views.max_by_key(|view| by_one(&game, view).count).unwrap();
    let wanted = Wanted { positions: true, list: true, draws: true };
    let serial = |team: &mut Team<'_>, sharing: Option<Sharing>| {
        let mut search = DeepSearch::new(&game, view, wanted, Limits::default()).unwrap();
        match sharing {
            Some(sharing) => search.run_with_team(team, sharing, &mut |_| true).unwrap(),
            None => search.run(Sharing::default(), &mut |_| true).unwrap(),
        }
        let drawn = match team.is_first() {
            true => search.sample(9, &mut Rng::new(1), Sharing::default(), &mut |_| true).unwrap(),
            false => Vec::new(),
        };
        (search.count(), search.work().compared, search.histories(), drawn, search.positions())
    };
    let expected = serial(&mut Team::alone(), None);
    assert!(expected.0 > 200, "{}", expected.0);
    for (balance, name) in Balance::ALL {
        for grain in [Grain::Adaptive, Grain::Levels(3)] {
            for size in [1, 2, 5] {
                let sharing = Sharing { balance, grain, ..Sharing::default() };
                let found =
                    run(size, Network::unruly(9), |team| serial(team, Some(sharing)).clone());
                assert!(found[0] == expected, "{name}, {grain:?}, {size} ranks: {}", found[0].0);
                // Whoever asks for work may come too late; what is placed must be done.
                let placed = (balance, grain) == (Balance::Random, Grain::Levels(3));
                assert!(!placed || found.iter().all(|found| found.1 > 0), "{size} ranks");
            }
        }
    }
}
