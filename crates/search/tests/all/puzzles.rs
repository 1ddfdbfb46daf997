//! Puzzles: all methods find a cheapest solution, whatever the costs and bounds are, or
//! prove that there is none; nodes are the same every time.

use game::{
    Board, Facts, Game, Move, Outcome, Player, RulesError, Setup, SetupError, Turn, TurnWorker,
};
use native::Native;
use search::{
    Limits, Puzzle, PuzzleMethod, PuzzlePlatform, PuzzleTask, Stop, Stopper, Unsolved, solve_puzzle,
};

const METHODS: [PuzzleMethod; 3] =
    [PuzzleMethod::IdaStar, PuzzleMethod::IdaStarTable, PuzzleMethod::AStar];

pub(crate) fn task(method: PuzzleMethod) -> PuzzleTask {
    let (limits, stopper) = (Limits::default(), Stopper::default());
    let platform = PuzzlePlatform::Auto;
    PuzzleTask { method, limits, memory: 256 << 20, threads: 1, platform, stopper }
}

pub(crate) fn native(name: &str) -> Native {
    Native::new(testing::load(name), &[]).unwrap()
}

fn solve<G: Game>(
    game: &G,
    at: &G::Position,
    task: &PuzzleTask,
) -> Result<Puzzle<G::Position>, Unsolved> {
    solve_puzzle(game, at, &[], task, &mut |_| {})
}

/// The cost of a solution, whose moves are made to see whether they are legal and lead
/// to the goal for this cost.
pub(crate) fn cost<G: Game>(
    game: &G,
    at: &G::Position,
    puzzle: &Puzzle<G::Position>,
) -> Option<i64> {
    let solution = puzzle.solution.as_ref()?;
    let (mut at, mut paid, mut over) = (at.clone(), 0, None);
    for to in &solution.path {
        let Turn::Moves(moves) = game.turn(&at, &[]).unwrap() else { panic!("it goes on") };
        let made = moves.into_iter().find(|made| made.to == *to).expect("a legal move");
        paid += i64::from(made.cost);
        (at, over) = (made.to, made.outcome);
    }
    if over.is_none() {
        let Turn::Over(outcome) = game.turn(&at, &[]).unwrap() else { panic!("not the goal") };
        over = Some(outcome);
    }
    assert!(over.unwrap().value > 0);
    assert_eq!(paid, solution.cost);
    Some(paid)
}

/// A position of the 15-puzzle, its tiles row by row with 0 for the blank.
pub(crate) fn fifteen(game: &Native, tiles: &str) -> native::Position {
    let rows: Vec<String> = tiles
        .split_whitespace()
        .map(|tile| if tile == "0" { ".".to_string() } else { tile.to_string() })
        .collect::<Vec<_>>()
        .chunks(4)
        .map(|row| row.join(" "))
        .collect();
    let text = format!("{} 1", rows.join("/"));
    game.position(&game::parse_position(game.facts(), &text).unwrap()).unwrap()
}

/// Korf's instances: number, tiles, cost.
pub(crate) fn korf() -> Vec<(u32, String, i64)> {
    let text = include_str!("../korf15.csv");
    let lines = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split(',').collect();
            (columns[0].parse().unwrap(), columns[1].to_string(), columns[3].parse().unwrap())
        })
        .collect()
}

#[test]
fn puzzles_of_the_library_are_solved_by_every_method() {
    for (name, expected, methods) in
        [("eight_puzzle", 31, &METHODS[..]), ("sokoban", 33, &METHODS[1..])]
    {
        let game = native(name);
        for &method in methods {
            let puzzle = solve(&game, &game.start(), &task(method)).unwrap();
            assert_eq!(cost(&game, &game.start(), &puzzle), Some(expected), "{name} {method:?}");
        }
    }
    let game = native("peg_solitaire");
    let puzzle = solve(&game, &game.start(), &task(PuzzleMethod::AStar)).unwrap();
    assert_eq!(cost(&game, &game.start(), &puzzle), Some(31));
}

#[test]
fn code_and_interpreter_find_the_same_cost() {
    let interp = testing::load("sokoban");
    let puzzle = solve(&interp, &interp.start(), &task(PuzzleMethod::AStar)).unwrap();
    assert_eq!(cost(&interp, &interp.start(), &puzzle), Some(33));
}

/// The easy ones of Korf's instances; with KORF=100 all of them, which visits
/// some twenty thousand million nodes.
#[allow(clippy::print_stderr, reason = "the long test shows how far it is")]
#[test]
fn korf_instances_have_the_published_lengths() {
    let game = native("fifteen");
    #[allow(clippy::disallowed_methods, reason = "the long test is asked for by hand")]
    let all = std::env::var("KORF").is_ok_and(|all| all == "100");
    let easy = [
        (2, 15_805_912),
        (9, 1_781_879),
        (12, 631_265),
        (19, 1_373_059),
        (28, 7_180_712),
        (30, 2_634_750),
        (31, 5_037_258),
        (42, 823_466),
        (45, 14_241_233),
        (47, 1_115_308),
        (48, 2_160_579),
        (55, 578_022_u64),
    ];
    let mut nodes = Vec::new();
    for (number, tiles, length) in korf() {
        if !all && easy.iter().all(|(n, _)| *n != number) {
            continue;
        }
        let at = fifteen(&game, &tiles);
        let puzzle = solve(&game, &at, &task(PuzzleMethod::IdaStar)).unwrap();
        assert_eq!(cost(&game, &at, &puzzle), Some(length), "instance {number}");
        if all {
            eprintln!("instance {number}: length {length}, {} nodes", puzzle.nodes);
        }
        nodes.push((number, puzzle.nodes));
    }
    for known in easy {
        assert!(nodes.contains(&known), "{known:?} {nodes:?}");
    }
}

#[test]
fn threads_find_the_same_cost() {
    let game = native("fifteen");
    let (_, tiles, length) = korf().into_iter().find(|(n, ..)| *n == 55).unwrap();
    let at = fifteen(&game, &tiles);
    for threads in [2, 3] {
        let task = PuzzleTask { threads, ..task(PuzzleMethod::IdaStar) };
        let puzzle = solve(&game, &at, &task).unwrap();
        assert_eq!(cost(&game, &at, &puzzle), Some(length));
        assert_eq!(puzzle.threads.len(), threads);
        let sum: u64 = puzzle.threads.iter().map(|thread| thread.nodes).sum();
        assert_eq!(sum, puzzle.nodes);
    }
}

#[test]
fn what_cannot_be_solved_is_proved_or_stopped() {
    // Two tiles are exchanged.
    let game = native("eight_puzzle");
    let setup = game::parse_position(game.facts(), ". 2 1/3 4 5/6 7 8 1").unwrap();
    let at = game.position(&setup).unwrap();
    let puzzle = solve(&game, &at, &task(PuzzleMethod::AStar)).unwrap();
    assert_eq!((puzzle.solution, puzzle.positions), (None, 181_440));
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    for method in METHODS {
        let stopped = solve(&game, &at, &PuzzleTask { limits, ..task(method) });
        assert_eq!(stopped, Err(Unsolved::Stopped(Stop::Nodes)));
    }
    let small = PuzzleTask { memory: 1000, ..task(PuzzleMethod::AStar) };
    assert_eq!(solve(&game, &at, &small), Err(Unsolved::Memory));
    let stopped = task(PuzzleMethod::IdaStar);
    stopped.stopper.stop();
    assert_eq!(solve(&game, &at, &stopped), Err(Unsolved::Stopped(Stop::Told)));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (puzzle, chess) = (native("eight_puzzle"), native("chess"));
    let refused = |game: &Native, task: &PuzzleTask| {
        matches!(solve(game, &game.start(), task), Err(Unsolved::Refused(..)))
    };
    assert!(refused(&chess, &task(PuzzleMethod::Auto)));
    for method in [PuzzleMethod::AStar, PuzzleMethod::IdaStarTable] {
        assert!(refused(&puzzle, &PuzzleTask { threads: 2, ..task(method) }));
    }
    assert!(refused(&puzzle, &PuzzleTask { threads: 0, ..task(PuzzleMethod::IdaStar) }));
}

/// A puzzle on a random graph with costs, some of them 0, and with bounds that are
/// never too high but jump up and down.
pub(crate) struct Graph {
    facts: Facts,
    edges: Vec<Vec<(u16, i32)>>,
    bounds: Vec<i32>,
    /// What is still to be paid, by definition; the greatest number if there is no way.
    pub(crate) needed: Vec<i64>,
    /// Whether positions have signatures of their own, so that each has an owner.
    pub(crate) is_signed: bool,
    /// The goal counts only after this many moves, for which earlier positions are asked.
    least_moves: usize,
}

const NODES: usize = 24;
pub(crate) const FAR: i64 = i64::MAX / 4;

impl Graph {
    pub(crate) fn new(seed: u64) -> Graph {
        let mut rng = game::Rng::new(seed);
        let line = ["a".to_string(), "b".to_string()];
        let mut facts = Facts::new("graph", Board::lines(None, &[line.to_vec()]));
        facts.players.truncate(1);
        facts.bounds = vec!["low".to_string()];
        let mut edges: Vec<Vec<(u16, i32)>> = Vec::new();
        for from in 0..NODES {
            let mut to: Vec<(u16, i32)> = (0..rng.below(4))
                .map(|_| (rng.below(NODES) as u16, rng.below(5) as i32))
                .filter(|(to, _)| usize::from(*to) != from)
                .collect();
            to.sort_unstable();
            to.dedup_by_key(|(to, _)| *to);
            edges.push(to);
        }
        let mut needed = vec![FAR; NODES];
        needed[NODES - 1] = 0;
        for _ in 0..NODES {
            for from in 0..NODES - 1 {
                for &(to, cost) in &edges[from] {
                    needed[from] = needed[from].min(needed[usize::from(to)] + i64::from(cost));
                }
            }
        }
        let bounds = needed.iter().map(|&n| rng.below(n.min(20) as usize + 1) as i32).collect();
        Graph { facts, edges, bounds, needed, is_signed: false, least_moves: 0 }
    }

    /// A graph whose goal counts only after this many moves; what it costs to come there.
    pub(crate) fn with_past(seed: u64, least_moves: usize) -> (Graph, Option<i64>) {
        let mut graph = Graph { is_signed: true, least_moves, ..Graph::new(seed) };
        // Without an end that is too far away, moves for nothing would go on forever.
        graph.edges.iter_mut().flatten().for_each(|(_, cost)| *cost += 1);
        let mut reached = vec![FAR; NODES];
        reached[0] = 0;
        let mut least = FAR;
        for moves in 1..=least_moves + NODES {
            let mut after = vec![FAR; NODES];
            for from in (0..NODES - 1).filter(|from| reached[*from] < FAR) {
                for &(to, cost) in &graph.edges[from] {
                    let to = &mut after[usize::from(to)];
                    *to = (*to).min(reached[from] + i64::from(cost));
                }
            }
            reached = after;
            if moves >= least_moves {
                least = least.min(reached[NODES - 1]);
            }
        }
        (graph, Some(least).filter(|least| *least < FAR))
    }
}

impl Game for Graph {
    type Position = u16;

    fn facts(&self) -> &Facts {
        &self.facts
    }
    fn start(&self) -> u16 {
        0
    }
    fn position(&self, _: &Setup) -> Result<u16, SetupError> {
        Ok(0)
    }
    fn setup(&self, _: &u16) -> Setup {
        self.facts.start.clone()
    }
    fn signature(&self, at: &u16) -> u64 {
        // Nothing may rest on it.
        if self.is_signed { u64::from(*at) } else { 0 }
    }
    fn player(&self, _: &u16) -> Player {
        Player::First
    }
    fn turn(&self, at: &u16, past: &[u16]) -> Result<Turn<u16>, RulesError> {
        let at = usize::from(*at);
        if at == NODES - 1 || self.edges[at].is_empty() {
            let is_solved = at == NODES - 1 && past.len() >= self.least_moves;
            let value = if is_solved { 1 } else { -1 };
            return Ok(Turn::Over(Outcome { value, scored: false }));
        }
        let made = |&(to, cost): &(u16, i32)| Move {
            text: to.to_string(),
            synonyms: Vec::new(),
            to,
            outcome: None,
            cost,
            told: Vec::new(),
        };
        Ok(Turn::Moves(self.edges[at].iter().map(made).collect()))
    }
    fn evaluate(&self, _: &u16, _: usize) -> Result<i32, RulesError> {
        Ok(0)
    }
    fn bound(&self, at: &u16, _: usize) -> Result<i32, RulesError> {
        Ok(self.bounds[usize::from(*at)])
    }
    fn asks_for_past(&self) -> bool {
        self.least_moves > 0
    }
    fn outcome(&self, _: &u16) -> Option<Outcome> {
        None
    }
    fn write_position(&self, at: &u16, bytes: &mut Vec<u8>) -> bool {
        bytes.extend(at.to_le_bytes());
        true
    }
    fn read_position(&self, bytes: &[u8]) -> Option<u16> {
        let at = u16::from_le_bytes(bytes.try_into().ok()?);
        (usize::from(at) < NODES).then_some(at)
    }
    type Worker<'g> = TurnWorker<'g, Graph>;
    fn worker<'g>(&'g self, past: &[u16]) -> TurnWorker<'g, Graph> {
        TurnWorker::new(self, past)
    }
}

#[test]
fn inconsistent_bounds_and_free_moves_do_no_harm() {
    let (mut solved, mut hopeless) = (0, 0);
    for seed in 0..400 {
        let graph = Graph::new(seed);
        let expected = Some(graph.needed[0]).filter(|needed| *needed < FAR);
        match expected {
            Some(_) => solved += 1,
            None => hopeless += 1,
        }
        for method in METHODS {
            if expected.is_none() && method != PuzzleMethod::AStar {
                // Without an end that is too far away these may go on forever.
                continue;
            }
            let puzzle = solve(&graph, &0, &task(method)).unwrap();
            assert_eq!(cost(&graph, &0, &puzzle), expected, "seed {seed}, {method:?}");
        }
    }
    assert!(solved > 100 && hopeless > 50, "{solved} {hopeless}");
}
