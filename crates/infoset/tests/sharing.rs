//! Sets are the same however many threads find them, and however these share the work.

use game::{Game, Player, Rng};
use infoset::{
    Balance, DeepSearch, Grain, History, Limits, MergedSet, Observation, Possible, Session,
    Sharing, Wanted,
};
use interp::{Interp, Position};

/// A refusal costs the turn and the enemy is not told, so there are many histories.
const ABRUPT: &str = "extends phantom_tictactoe\nrefused = pass.\n";

/// What occurred before decides when a game ends.
const RUNNERS: &str = "dimensions (4,2)
pieces { runner 'R' 'r' }
start {
  r . . .
  R . . .   w
}
main = try [ occurred 3 times, draw ]
    else [ find own runner, pickup, either east or west, step, points at empty field,
      putdown, try [ not [ east, step ], win ] ].
seen = find own runner.
";

/// One sees the mark that the enemy has just made, for one turn, and may not try it: so
/// what may be tried looks back.
const FLASH: &str = "extends tictactoe
seen = either find own mark or [ find enemy mark, not before points at enemy mark ].
tries = new_mark.
refused = tell both 'no'.
";

fn given(name: &str, text: &str) -> Interp {
    faster(multigame::load_text(&multigame::library::given(name, text)).ok().unwrap().game)
}

fn built_in(name: &str) -> Interp {
    faster(multigame::load(name).ok().unwrap().game)
}

fn faster(game: Interp) -> Interp {
    let mut program = game.program().clone();
    ir::passes::optimize(&mut program, &[]);
    Interp::new(program).unwrap()
}

/// Games, each with so many turns that its sets have some thousand positions or histories.
fn games() -> Vec<(Interp, usize)> {
    vec![
        (built_in("phantom_tictactoe"), 6),
        (given("abrupt", ABRUPT), 7),
        (given("runners", RUNNERS), 12),
        (given("flash", FLASH), 5),
        (built_in("kriegspiel"), 2),
    ]
}

fn played(game: &Interp, n_turns: usize) -> Session<'_, Interp> {
    let mut rng = Rng::new(7);
    let mut session = Session::new(game, game.start()).unwrap();
    while session.line().len() < n_turns {
        let attempts = session.attemptable().unwrap();
        let Some(text) = rng.choose(&attempts) else { break };
        session.attempt(text).unwrap();
    }
    session
}

/// Everything that a set tells.
#[derive(Debug, PartialEq)]
struct Told {
    count: u128,
    positions: Vec<Possible<Position>>,
    histories: Vec<History>,
    drawn: Vec<History>,
    compared: u64,
}

fn merged(game: &Interp, view: &Observation, threads: usize) -> Told {
    let watch = &mut |_| true;
    let set = MergedSet::before(game, view, Limits::default()).unwrap();
    let mut set = set.with_threads(threads);
    set.extend_all(&view.turns, watch).unwrap();
    Told {
        count: set.count().unwrap(),
        positions: set.positions().unwrap(),
        histories: set.listed(watch).unwrap(),
        drawn: set.sample(20, &mut Rng::new(3), watch).unwrap(),
        compared: set.work().compared,
    }
}

fn deep(game: &Interp, view: &Observation, sharing: Sharing) -> Told {
    let watch = &mut |_| true;
    let wanted = Wanted { positions: true, list: true, draws: true };
    let mut search = DeepSearch::new(game, view, wanted, Limits::default()).unwrap();
    search.run(sharing, watch).unwrap();
    Told {
        count: search.count(),
        drawn: search.sample(20, &mut Rng::new(3), sharing, watch).unwrap(),
        positions: search.positions(),
        histories: search.histories(),
        compared: search.work().compared,
    }
}

#[test]
fn merged_sets_are_the_same_for_any_number_of_threads() {
    let mut games = games();
    games.push((built_in("kriegspiel"), 4));
    for (game, n_turns) in &games {
        let session = played(game, *n_turns);
        for player in Player::BOTH {
            let view = session.view(player);
            let one = merged(game, view, 1);
            assert!(one.count > 0);
            for threads in [2, 3, 8] {
                let several = merged(game, view, threads);
                assert_eq!(one, several, "{} {player:?} {threads}", game.facts().name);
            }
        }
    }
}

#[test]
fn depth_first_search_finds_the_same_however_it_is_shared() {
    for (game, n_turns) in &games() {
        let session = played(game, *n_turns);
        let view = session.view(Player::First);
        let one = deep(game, view, Sharing::default());
        let whole = merged(game, view, 1);
        assert_eq!((one.count, &one.histories), (whole.count, &whole.histories));
        assert_eq!(one.positions.len(), whole.positions.len());
        assert_eq!(one.drawn.len(), 20);
        for threads in [1, 2, 3, 8] {
            for (balance, name) in Balance::ALL {
                let levels = [0, 1, 3, 99].map(Grain::Levels).into_iter();
                for grain in levels.chain([Grain::Adaptive]) {
                    let shared = deep(game, view, Sharing { threads, grain, balance });
                    assert_eq!(one, shared, "{} {threads} {name} {grain:?}", game.facts().name);
                }
            }
        }
    }
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let game = built_in("kriegspiel");
    let session = played(&game, 4);
    let view = session.view(Player::Second);
    let expected = deep(&game, view, Sharing::default());
    for threads in [1, 3] {
        for grain in [Grain::Levels(3), Grain::Adaptive] {
            let sharing = Sharing { threads, grain, balance: Balance::Stealing };
            let wanted = Wanted { positions: true, list: true, draws: true };
            let mut search = DeepSearch::new(&game, view, wanted, Limits::default()).unwrap();
            let (mut runs, mut is_done) = (0, false);
            while !is_done {
                let mut looks = 0;
                let run = search.run(sharing, &mut |_| {
                    looks += 1;
                    looks < 2
                });
                is_done = run.is_ok();
                runs += 1;
            }
            assert!(runs > 1, "{runs}");
            assert_eq!(search.count(), expected.count);
            assert_eq!(search.work().compared, expected.compared);
            let drawn = search.sample(20, &mut Rng::new(3), sharing, &mut |_| true).unwrap();
            assert_eq!(drawn, expected.drawn);
            assert_eq!(search.positions(), expected.positions);
            assert_eq!(search.histories(), expected.histories);
        }
    }
}
