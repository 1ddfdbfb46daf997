//! Where rules end the game at the start of the next turn, a search sees it at its horizon,
//! whichever back end plays.

use expect_test::expect;
use game::{Game, Move, Player, Rng, Turn, Worker};
use interp::Interp;
use native::Native;
use search::{Algorithm, Heuristics, Limits, Report, Search, Settings, Value, Verdict, WIN};
use testing::{compiled, load_text};

/// A king may be taken, which is heard of only when its player is to move. The evaluation
/// likes to take rooks.
const KINGS: &str = "dimensions (5,5)
pieces { king 'K' 'k' rook 'R' 'r' }
start { 2k2/5/5/5/K1R1r w }
main = try [ not find own king, lose ] else try move else draw.
move = either [ find own king, pickup, alldir, step ]
    or [ find own rook, pickup, orthogonal,
      repeat 0 .. infinity times [ step, points at empty field ], step ],
  not points at own piece, putdown.
evaluation rooks = 10 * count own rook - 10 * count enemy rook.
";

/// Whoever has no men left has won, and one must take.
const GIVEAWAY: &str = "dimensions (3,3)
pieces { man 'M' 'm' }
start { 3/1m1/2M w }
main = try [ not find own man, win ] else try capture else try walk else draw.
capture = find own man, pickup, alldir, step, points at enemy man, putdown.
walk = find own man, pickup, orthogonal, step, points at empty field, putdown.
evaluation men = count own man - count enemy man.
";

fn both(rules: &str) -> (Interp, Native) {
    let game = load_text("given", rules).unwrap();
    (game.clone(), compiled(game))
}

/// The best move of the start, as text, and its value.
fn best<G: Game>(game: &G, settings: Settings, limits: Limits) -> (String, i32) {
    let search = Search::new(game, settings).unwrap();
    let start = game.start();
    let line = search.best(&start, &[], &limits, &mut |_| {}).best.unwrap();
    let Ok(Turn::Moves(moves)) = game.turn(&start, &[]) else { panic!("there are no moves") };
    let is_best = |made: &&Move<G::Position>| made.to == line.positions[0];
    (moves.iter().find(is_best).unwrap().text.clone(), line.value)
}

#[test]
fn a_king_that_can_be_taken_is_taken_at_depth_one() {
    let (interp, native) = both(KINGS);
    let depth = Limits { depth: Some(1), ..Limits::default() };
    for (algorithm, name, _) in Algorithm::ALL {
        let table = Heuristics { table: algorithm == Algorithm::MtdF, ..Heuristics::NONE };
        for heuristics in [table, Heuristics::of(algorithm)] {
            let limits = match algorithm {
                Algorithm::Mcts => Limits { nodes: Some(300), ..Limits::default() },
                _ => depth,
            };
            let settings = Settings { algorithm, heuristics, ..Settings::new(interp.facts()) };
            let interpreted = best(&interp, settings, limits);
            assert_eq!(interpreted, ("c1c5".to_string(), WIN - 1), "{name}");
            assert_eq!(best(&native, settings, limits), interpreted, "{name}");
        }
    }
}

#[test]
fn a_loss_at_the_start_of_the_next_turn_is_avoided_at_depth_one() {
    let (interp, native) = both(GIVEAWAY);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let settings = Settings::new(interp.facts());
    // White must take the only man, after which its player has won.
    assert_eq!(best(&interp, settings, limits).1, 1 - WIN);
    assert_eq!(best(&native, settings, limits), best(&interp, settings, limits));
}

#[test]
fn a_search_of_two_turns_beats_a_random_mover() {
    let (_, game) = both(KINGS);
    let start = game::parse_position(game.facts(), "r1k1r/5/5/5/R1K1R w").unwrap();
    let start = game.position(&start).unwrap();
    let search = Search::new(&game, Settings::new(game.facts())).unwrap();
    let limits = Limits { depth: Some(2), ..Limits::default() };
    for seed in 0..20 {
        let (mut rng, mut at) = (Rng::new(seed), start.clone());
        let thinker = Player::BOTH[seed as usize % 2];
        let outcome = loop {
            let moves = match game.turn(&at, &[]).unwrap() {
                Turn::Over(outcome) => break outcome,
                Turn::Moves(moves) => moves,
            };
            let thinks = game.player(&at) == thinker;
            let line = thinks.then(|| search.best(&at, &[], &limits, &mut |_| {}).best.unwrap());
            at = match line {
                Some(line) => line.positions[0].clone(),
                None => rng.choose(&moves).unwrap().to.clone(),
            };
        };
        assert!(outcome.for_player(thinker) > 0, "seed {seed}");
    }
}

/// The games whose rules a search asks at its horizon.
#[test]
fn few_games_end_at_the_start_of_a_turn() {
    let games = games::names().filter(|name| testing::load(name).early().is_some());
    let games: Vec<&str> = games.collect();
    expect![[r#"
        eight_puzzle
        fifteen
        horde
        kalah
        kalah3
        lasker_morris
        losers
        misere_nim
        nim
        nine_mens_morris
        peg_solitaire
        racing_kings
        shatranj
        six_mens_morris
        sokoban
        twelve_mens_morris"#]]
    .assert_eq(&games.join("\n"));
}

#[test]
fn what_is_said_early_is_what_the_turn_says() {
    let given = [KINGS, GIVEAWAY].map(|rules| load_text("given", rules).unwrap());
    let built_in = games::names().map(testing::load).filter(|game| game.early().is_some());
    let (mut ended, mut not_ended) = (Vec::new(), Vec::new());
    for interp in built_in.chain(given) {
        let native = compiled(interp.clone());
        let n_early = (0..20).map(|seed| check_early(&interp, &native, seed)).sum::<usize>();
        let list = if n_early > 0 { &mut ended } else { &mut not_ended };
        list.push(interp.facts().name.clone());
    }
    // Nobody solves a puzzle by chance, or takes thirty-six pawns.
    assert!(ended.len() > not_ended.len(), "{not_ended:?}");
}

/// Plays at random, and compares what is said early with what turns say; whether
/// something was said (1 or 0).
fn check_early(interp: &Interp, native: &Native, seed: u64) -> usize {
    let (mut rng, mut at, mut past) = (Rng::new(seed), interp.start(), Vec::new());
    let mut worker = native.worker(&[]);
    for _ in 0..150 {
        let turn = interp.turn(&at, &past).unwrap();
        let early = interp.early_outcome(&at);
        let same = native.position(&interp.setup(&at)).unwrap();
        if interp.outcome(&at).is_none() {
            assert_eq!(worker.early_outcome(&same), early);
        }
        match turn {
            Turn::Over(outcome) => {
                assert!(early.is_none_or(|early| early == outcome));
                return usize::from(early.is_some() && interp.outcome(&at).is_none());
            }
            Turn::Moves(moves) => {
                assert_eq!(early, None);
                past.push(std::mem::replace(&mut at, rng.choose(&moves).unwrap().to.clone()));
            }
        }
    }
    0
}

/// The best line that a search to one turn finds in a position of tic-tac-toe, with so much more
/// as is cheap.
fn shallow(position: &str, cheap: u64) -> Report<interp::Position> {
    lines(1, position, cheap)
}

/// The same for several lines.
fn lines(n: usize, position: &str, cheap: u64) -> Report<interp::Position> {
    lines_by(Algorithm::Pvs, n, position, cheap)
}

/// The same by some algorithm.
fn lines_by(
    algorithm: Algorithm,
    n: usize,
    position: &str,
    cheap: u64,
) -> Report<interp::Position> {
    let game = testing::load("tictactoe");
    let setup = game::parse_position(game.facts(), position).expect("a position");
    let at = game.position(&setup).expect("a position that is possible");
    let settings = Settings { algorithm, ..Settings::new(game.facts()) };
    let search = Search::new(&game, settings).expect("settings");
    let limits = Limits { depth: Some(1), cheap, ..Limits::default() };
    search.lines(n, &at, &[], &limits, &mut |_| {})
}

fn wins(value: Value) -> bool {
    matches!(Verdict::of(value), Verdict::Wins(_))
}

#[test]
fn an_end_that_is_cheap_to_find_counts_and_nothing_else_does() {
    // With a corner against the side beside it, the first player wins by force.
    let forced = "3/3/XO1 w";
    let best = |report: &Report<interp::Position>| report.best.as_ref().expect("a move").value;
    assert!(!wins(best(&shallow(forced, 0))));
    let found = shallow(forced, 10_000);
    assert!(wins(best(&found)) && found.depth > 1, "{}", found.depth);
    assert!(found.nodes <= 10_000 && found.stop.is_none(), "{}", found.nodes);
    let too_little = shallow(forced, 1);
    assert_eq!((wins(best(&too_little)), too_little.depth), (false, 1));
    // Nobody wins from the start, so that the first turn alone counts.
    let start = "3/3/3 w";
    let (once, more) = (shallow(start, 0), shallow(start, 10_000));
    assert_eq!((more.depth, best(&more)), (1, best(&once)));
    assert_eq!(more.best.map(|line| line.positions), once.best.map(|line| line.positions));
    assert!(more.nodes > once.nodes);
    let cut = shallow(start, 40);
    assert!(cut.nodes <= 41 && cut.stop.is_none() && cut.depth == 1, "{}", cut.nodes);
}

#[test]
fn lines_that_lose_further_away_come_last() {
    // Against a corner only the middle does not lose, and a turn alone does not tell.
    for (n, algorithm) in [1, 4, 8].into_iter().flat_map(|n| ASKED.map(|it| (n, it))) {
        let found = lines_by(algorithm, n, "3/3/X2 b", 100_000);
        let best = found.best.expect("a line");
        let game = testing::load("tictactoe");
        let setup = game.setup(&best.positions[0]);
        let text = game::write_position(game.facts(), &setup);
        assert_eq!(text, "3/1O1/X2 w 2", "{n} lines by {algorithm:?}");
        assert!(matches!(Verdict::of(best.value), Verdict::Open(_)));
        assert_eq!(found.others.len(), n - 1);
        assert!(found.others.iter().all(|line| loses(line.value)), "{:?}", found.others);
    }
}

/// The algorithms that look for an end beyond their depth.
const ASKED: [Algorithm; 3] = [Algorithm::Pvs, Algorithm::AlphaBeta, Algorithm::MtdF];

fn loses(value: Value) -> bool {
    matches!(Verdict::of(value), Verdict::Loses(_))
}

#[test]
fn no_line_that_loses_comes_first_wherever_the_look_for_an_end_is_broken_off() {
    let mut n_broken_off = 0;
    // Here one line after the other is found to lose.
    for cheap in (1_000..1_400).step_by(4) {
        let found = lines(4, "3/3/X2 b", cheap);
        let all: Vec<Value> =
            found.best.iter().chain(&found.others).map(|line| line.value).collect();
        let n_open = all.iter().filter(|value| !loses(**value)).count();
        assert!(all[..n_open].iter().all(|value| !loses(*value)), "{cheap}: {all:?}");
        n_broken_off += usize::from((1..all.len()).contains(&n_open));
    }
    assert!(n_broken_off > 10, "{n_broken_off}");
}

#[test]
fn the_win_that_is_found_is_one() {
    // With a corner against the side beside it, the first player wins by force, and not by each move.
    let (game, start) = (testing::load("tictactoe"), "3/3/XO1 w");
    for algorithm in ASKED {
        let best = lines_by(algorithm, 4, start, 100_000).best.expect("a line");
        assert!(wins(best.value), "{algorithm:?}");
        let settings = Settings::new(game.facts());
        let search = Search::new(&game, settings).expect("settings");
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let answer = search.best(&best.positions[0], &[], &limits, &mut |_| {});
        assert!(loses(answer.best.expect("an answer").value), "{algorithm:?}");
    }
}
