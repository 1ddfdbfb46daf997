//! Sets are the same on any number of ranks, whatever the network does to messages.

use game::{Player, Referee};
use infoset::{InfosetError, Limits, MergedSet, Observation, Possible, Survey, TeamSet};
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
    let survey = Survey::of(game, &set, true, Limits::default(), &mut || true).unwrap();
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
        survey: set.survey(team, true, &mut || true)?,
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
