//! Puzzles solved by many ranks: the same cost for any number of them, on any network, with
//! few messages, even shares and hardly more nodes than one rank needs.

use crate::puzzles::{FAR, Graph, cost, fifteen, korf, native, task};
use game::Game;
use ranks::{Network, Team, run};
use search::{
    Limits, Puzzle, PuzzleMethod, PuzzlePlatform, PuzzleProgress, PuzzleRanks, PuzzleTask, Stop,
    Stopper, Unsolved, record_puzzle, solve_puzzle_with_team,
};

const PLATFORMS: [PuzzlePlatform; 2] = [PuzzlePlatform::Tds, PuzzlePlatform::Stealing];
const SIZES: [usize; 5] = [1, 2, 3, 4, 8];

fn ida_star(platform: PuzzlePlatform) -> PuzzleTask {
    PuzzleTask { platform, ..task(PuzzleMethod::IdaStar) }
}

type Solved<G> = Result<Puzzle<<G as Game>::Position>, Unsolved>;

/// The answer of all ranks, which is the same.
fn solve<G: Game>(
    game: &G,
    at: &G::Position,
    task: &PuzzleTask,
    size: usize,
    network: Network,
) -> Solved<G> {
    let solve =
        |team: &mut Team<'_>| solve_puzzle_with_team(team, game, at, &[], task, &mut |_| {});
    let mut answers = run(size, network, solve);
    let first = answers.swap_remove(0);
    assert!(answers.iter().all(|answer| *answer == first), "{answers:?}");
    first
}

/// The same, with what the ranks did; the solution is checked.
fn solved<G: Game>(
    game: &G,
    at: &G::Position,
    task: &PuzzleTask,
    size: usize,
    network: Network,
) -> (Option<i64>, PuzzleRanks) {
    let puzzle = solve(game, at, task, size, network).unwrap();
    let work = puzzle.ranks.clone().expect("it tells of ranks");
    assert_eq!((work.ranks.len(), work.nodes()), (size, puzzle.nodes));
    (cost(game, at, &puzzle), work)
}

#[test]
fn any_number_of_ranks_finds_the_same_cost() {
    let (fifteen_puzzle, eight) = (native("fifteen"), native("eight_puzzle"));
    let (_, tiles, length) = korf().into_iter().find(|(n, ..)| *n == 55).unwrap();
    let cases =
        [(&fifteen_puzzle, fifteen(&fifteen_puzzle, &tiles), length), (&eight, eight.start(), 31)];
    for (game, at, expected) in cases {
        for (size, platform) in SIZES.into_iter().flat_map(|n| PLATFORMS.map(|it| (n, it))) {
            for network in [Network::PERFECT, Network::unruly(size as u64)] {
                let (cost, work) = solved(game, &at, &ida_star(platform), size, network);
                assert_eq!((cost, work.platform), (Some(expected), platform), "{size} ranks");
            }
        }
    }
}

/// Without a table these would be too large, so that work stealing has no chance.
#[test]
fn positions_that_come_again_are_visited_once() {
    for (name, expected) in [("sokoban", 33), ("peg_solitaire", 31)] {
        let game = native(name);
        for size in [1, 3, 8] {
            let network = Network::unruly(size as u64);
            let task = ida_star(PuzzlePlatform::Tds);
            let (cost, _) = solved(&game, &game.start(), &task, size, network);
            assert_eq!(cost, Some(expected), "{name} {size}");
        }
    }
}

/// All ranks take part, positions are hardly visited twice, and a message is for many
/// children. How even the shares are depends on who runs when: the example `puzzle_ranks`
/// of the crate `experiments` measures that.
#[test]
fn all_ranks_take_part_and_speak_little() {
    let game = native("fifteen");
    let (_, tiles, length) = korf().into_iter().find(|(n, ..)| *n == 2).unwrap();
    let at = fifteen(&game, &tiles);
    // In the last round it depends on luck how soon the goal is found.
    let mut alone = 0;
    let mut hear = |now: PuzzleProgress| {
        if now.bound < length {
            alone = now.nodes;
        }
    };
    search::solve_puzzle(&game, &at, &[], &task(PuzzleMethod::IdaStar), &mut hear).unwrap();
    for (size, most) in [(2, 1.9), (4, 3.0)] {
        let task = ida_star(PuzzlePlatform::Tds);
        let (cost, work) = solved(&game, &at, &task, size, Network::PERFECT);
        assert_eq!(cost, Some(length));
        let nodes: u64 = work.ranks.iter().map(|rank| rank.nodes_before_last).sum();
        assert!(nodes as f64 <= 1.5 * alone as f64, "{nodes} and {alone} nodes");
        assert!(work.load_before_last() <= most, "{size} ranks: {work}");
        assert!(work.nodes_per_message() >= Some(25.0), "{work}");
    }
}

#[test]
fn inconsistent_bounds_and_free_moves_do_no_harm() {
    for seed in 0..24 {
        let mut graph = Graph::new(seed);
        graph.is_signed = seed % 2 == 0;
        if graph.needed[0] == FAR {
            // Without an end that is too far away it may go on forever.
            continue;
        }
        for platform in PLATFORMS {
            let size = 1 + seed as usize % 5;
            let (cost, _) = solved(&graph, &0, &ida_star(platform), size, Network::unruly(seed));
            assert_eq!(cost, Some(graph.needed[0]), "seed {seed}, {size} ranks, {platform:?}");
        }
    }
}

#[test]
fn rules_that_look_back_get_the_past() {
    let mut n_solved = 0;
    for seed in 0..60 {
        let (graph, expected) = Graph::with_past(seed, 6);
        if expected.is_none() {
            continue;
        }
        n_solved += 1;
        let network = Network::unruly(seed);
        assert!(matches!(
            solve(&graph, &0, &ida_star(PuzzlePlatform::Tds), 2, network),
            Err(Unsolved::Refused(..))
        ));
        for size in [1, 3] {
            let task = ida_star(PuzzlePlatform::Auto);
            let puzzle = solve(&graph, &0, &task, size, network).unwrap();
            assert_eq!(puzzle.solution.map(|it| it.cost), expected, "seed {seed}, {size} ranks");
        }
    }
    assert!(n_solved > 8, "{n_solved}");
}

#[test]
fn small_puzzles_are_solved_by_the_first_rank_and_all_hear_of_it() {
    let game = native("eight_puzzle");
    let auto = task(PuzzleMethod::Auto);
    let puzzle = solve(&game, &game.start(), &auto, 3, Network::unruly(1)).unwrap();
    assert_eq!(
        (cost(&game, &game.start(), &puzzle), puzzle.method),
        (Some(31), PuzzleMethod::AStar)
    );
    // Two tiles are exchanged.
    let setup = game::parse_position(game.facts(), ". 2 1/3 4 5/6 7 8 1").unwrap();
    let at = game.position(&setup).unwrap();
    let puzzle = solve(&game, &at, &auto, 3, Network::unruly(1)).unwrap();
    assert_eq!((puzzle.solution, puzzle.positions), (None, 181_440));
}

#[test]
fn whatever_ends_the_work_of_one_rank_ends_that_of_all() {
    let game = native("eight_puzzle");
    let setup = game::parse_position(game.facts(), ". 2 1/3 4 5/6 7 8 1").unwrap();
    let at = game.position(&setup).unwrap();
    for platform in PLATFORMS {
        let limits = Limits { nodes: Some(30_000), ..Limits::default() };
        let limited = PuzzleTask { limits, ..ida_star(platform) };
        let stopped = solve(&game, &at, &limited, 3, Network::unruly(3));
        assert_eq!(stopped, Err(Unsolved::Stopped(Stop::Nodes)));
        // Only the second rank is told, as soon as it has heard of the second round.
        let stopped = run(3, Network::unruly(4), |team| {
            let task = PuzzleTask { stopper: Stopper::default(), ..ida_star(platform) };
            let (rank, stopper) = (team.rank(), task.stopper.clone());
            let mut first = None;
            solve_puzzle_with_team(team, &game, &at, &[], &task, &mut |now| {
                if rank == 1 && *first.get_or_insert(now.bound) < now.bound {
                    stopper.stop();
                }
            })
        });
        assert!(stopped.iter().all(|it| *it == Err(Unsolved::Stopped(Stop::Told))), "{stopped:?}");
    }
}

#[test]
fn what_makes_no_sense_for_ranks_is_refused() {
    let game = native("eight_puzzle");
    let refused = |task: &PuzzleTask| {
        let solved = solve(&game, &game.start(), task, 2, Network::PERFECT);
        matches!(solved, Err(Unsolved::Refused(..)))
    };
    assert!(refused(&PuzzleTask { threads: 2, ..ida_star(PuzzlePlatform::Tds) }));
    for method in [PuzzleMethod::AStar, PuzzleMethod::IdaStarTable] {
        assert!(refused(&task(method)));
    }
}

#[test]
fn what_is_recorded_is_all_that_one_rank_does() {
    let game = native("fifteen");
    let (_, tiles, length) = korf().into_iter().find(|(n, ..)| *n == 55).unwrap();
    let at = fifteen(&game, &tiles);
    let (puzzle, recorded) =
        record_puzzle(&game, &at, &[], &task(PuzzleMethod::IdaStar), 2000).unwrap();
    assert_eq!(cost(&game, &at, &puzzle), Some(length));
    assert_eq!(recorded.iter().map(|piece| u64::from(piece.nodes)).sum::<u64>(), puzzle.nodes);
    let rounds = puzzle.ranks.unwrap().rounds;
    assert_eq!(recorded.iter().filter(|piece| piece.parent.is_none()).count() as u64, rounds);
}
