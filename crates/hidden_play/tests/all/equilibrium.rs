//! Games that are solved exactly: values that are known by reasoning, and values that another
//! method finds, by all pure strategies as a matrix.

use game::{Game, Player as Side, parse_position};
use hidden_play::equilibrium::{Bounds, Rival, Tree, Unsolved, solve, weakness};
use hidden_play::{Method, Settings};
use infoset::{Session, write_transcript};
use interp::Interp;
use std::collections::BTreeMap;
use testing::hidden::{RUNNERS, built_in, given};

const BOUNDS: Bounds = Bounds { nodes: 1_000_000, memory: 1 << 30, turns: None };

/// One hides a stone in one of some columns, the other one guesses the column.
fn pennies(n_columns: usize) -> Interp {
    let rules = format!(
        "dimensions ({n_columns},2)
pieces {{ stone 'X' 'O' }}
zones {{ low row 1   high row 2 }}
main = either hide or guess.
hide = not find piece, find empty field, points at low, replace by own stone.
guess = find enemy stone, find empty field, points at high, replace by own stone,
    try [ south, step, points at enemy stone, win ] else lose.
seen = find own stone.
"
    );
    given("pennies", &rules)
}

fn at(game: &Interp, text: &str) -> interp::Position {
    game.position(&parse_position(game.facts(), text).unwrap()).unwrap()
}

/// The value of a game from a position, within these bounds.
fn value(game: &Interp, start: &interp::Position, turns: Option<usize>) -> (f64, f64) {
    let tree = Tree::grow(game, start, Bounds { turns, ..BOUNDS }, &mut |_| true).unwrap();
    let solved = solve(&tree, 1e-4, &mut |_| true);
    let progress = solved.progress;
    assert!(progress.least <= solved.value + 1e-9 && solved.value <= progress.most + 1e-9);
    assert!(solved.exploitability() <= 1e-4, "{progress:?}");
    let first: f64 = solved.first(&tree).iter().map(|(_, likely)| likely).sum();
    assert!((first - 1.0).abs() < 1e-9);
    (progress.least, progress.most)
}

#[test]
fn whoever_guesses_one_of_n_columns_is_right_once_in_n() {
    for n in 2..5 {
        let game = pennies(n);
        let (least, most) = value(&game, &game.start(), None);
        let expected = 1.0 - 2.0 / n as f64;
        assert!(least - 1e-9 <= expected && expected <= most + 1e-9, "{n}: {least} to {most}");
    }
}

/// What a side knows when it is to move: its transcript, and what was refused since.
fn key(session: &Session<'_, Interp>, side: Side, refused: &[String]) -> String {
    let mut refused = refused.to_vec();
    refused.sort();
    let facts = session.game().facts();
    format!("{} {refused:?}", write_transcript(facts, session.view(side)))
}

/// A pure strategy: an attempt for everything that the side can know.
type Pure = BTreeMap<String, String>;
type State<'g> = (Session<'g, Interp>, Vec<String>);

/// The state after an attempt.
fn after<'g>((session, refused): &State<'g>, text: &str) -> State<'g> {
    let (mut session, mut refused) = (session.clone(), refused.clone());
    match session.attempt(text).unwrap().is_turn_over {
        true => refused.clear(),
        false => refused.push(text.to_string()),
    }
    (session, refused)
}

fn is_over((session, _): &State<'_>) -> bool {
    session.line().outcome(session.game()).unwrap().is_some()
}

/// All pure strategies of a side that differ where they can get.
fn strategies(states: Vec<State<'_>>, side: Side) -> Vec<Pure> {
    let mut groups: BTreeMap<String, Vec<State<'_>>> = BTreeMap::new();
    let mut open = states;
    while let Some(state) = open.pop() {
        if is_over(&state) {
            continue;
        }
        if state.0.line().player(state.0.game()) == side {
            groups.entry(key(&state.0, side, &state.1)).or_default().push(state);
        } else {
            open.extend(state.0.attemptable().unwrap().iter().map(|text| after(&state, text)));
        }
    }
    let mut all = vec![Pure::new()];
    for (key, group) in groups {
        let mut of_group = Vec::new();
        for text in group[0].0.attemptable().unwrap() {
            // What is refused in any case tells nothing.
            let next: Vec<State<'_>> = group.iter().map(|state| after(state, &text)).collect();
            if next.iter().all(|(_, refused)| !refused.is_empty()) {
                continue;
            }
            for mut plan in strategies(next, side) {
                plan.insert(key.clone(), text.clone());
                of_group.push(plan);
            }
        }
        let with = |plan: &Pure| {
            let plan = plan.clone();
            of_group.iter().map(move |more| {
                let mut plan = plan.clone();
                plan.extend(more.clone());
                plan
            })
        };
        all = all.iter().flat_map(|plan| with(plan).collect::<Vec<Pure>>()).collect();
    }
    all
}

/// What the first player gets if two pure strategies meet.
fn meet(start: &State<'_>, plans: [&Pure; 2]) -> f64 {
    let mut state = start.clone();
    while !is_over(&state) {
        let side = state.0.line().player(state.0.game());
        let key = key(&state.0, side, &state.1);
        state = after(&state, &plans[side.index()][&key]);
    }
    let outcome = state.0.line().outcome(state.0.game()).unwrap();
    f64::from(outcome.unwrap().value.signum())
}

/// The value of a matrix for whoever chooses the row: the simplex method on
/// max v with Σ p_i a_ij >= v, over shifted, positive entries (Dantzig's rule, then Bland's).
fn matrix_value(rows: &[Vec<f64>]) -> f64 {
    // The column player's program: max Σ y_j with Σ_j a_ij y_j <= 1, y >= 0, for a > 0.
    let (m, n) = (rows.len(), rows[0].len());
    let mut table: Vec<Vec<f64>> = (0..m)
        .map(|i| {
            let mut row: Vec<f64> = rows[i].iter().map(|it| it + 2.0).collect();
            row.extend((0..m).map(|k| f64::from(u8::from(k == i))));
            row.push(1.0);
            row
        })
        .collect();
    let mut goal: Vec<f64> = vec![-1.0; n];
    goal.resize(n + m + 1, 0.0);
    while let Some(column) = (0..n + m).find(|j| goal[*j] < -1e-9) {
        let ratio = |i: &usize| table[*i][n + m] / table[*i][column];
        let row = (0..m)
            .filter(|i| table[*i][column] > 1e-9)
            .min_by(|a, b| ratio(a).total_cmp(&ratio(b)))
            .unwrap();
        let pivot = table[row][column];
        table[row].iter_mut().for_each(|it| *it /= pivot);
        let by = table[row].clone();
        let others = table.iter_mut().enumerate().filter(|(i, _)| *i != row).map(|(_, it)| it);
        for line in others.chain([&mut goal]) {
            let times = line[column];
            line.iter_mut().zip(&by).for_each(|(it, by)| *it -= times * by);
        }
    }
    1.0 / goal[n + m] - 2.0
}

/// The value by all pure strategies.
fn value_by_matrix(game: &Interp, start: &interp::Position) -> f64 {
    let start: State<'_> = (Session::new(game, start.clone()).unwrap(), Vec::new());
    let [first, second] = Side::BOTH.map(|side| strategies(vec![start.clone()], side));
    let row = |plan: &Pure| second.iter().map(|other| meet(&start, [plan, other])).collect();
    matrix_value(&first.iter().map(row).collect::<Vec<Vec<f64>>>())
}

#[test]
fn values_are_those_that_all_pure_strategies_have_as_a_matrix() {
    let phantom = built_in("phantom_tictactoe");
    for (game, text) in
        [(&phantom, "XO1/OX1/OX1 w 1"), (&phantom, "XOX/1OX/2O w 1"), (&phantom, "OX1/XO1/OX1 b 1")]
    {
        let start = at(game, text);
        let expected = value_by_matrix(game, &start);
        let (least, most) = value(game, &start, None);
        assert!(
            least - 1e-6 <= expected && expected <= most + 1e-6,
            "{text}: {expected} is not between {least} and {most}"
        );
    }
}

#[test]
fn games_that_are_too_large_say_how_far_they_were_looked_at() {
    let game = built_in("phantom_tictactoe");
    let bounds = Bounds { nodes: 2000, ..BOUNDS };
    let Err(Unsolved::TooLarge(far)) = Tree::grow(&game, &game.start(), bounds, &mut |_| true)
    else {
        panic!("phantom tic-tac-toe has more than 2000 nodes");
    };
    assert!(far.turns >= 2 && far.nodes > 2000 && !far.by_memory, "{far:?}");
    let bounds = Bounds { memory: 100_000, ..BOUNDS };
    let Err(Unsolved::TooLarge(far)) = Tree::grow(&game, &game.start(), bounds, &mut |_| true)
    else {
        panic!("phantom tic-tac-toe takes more memory");
    };
    assert!(far.by_memory, "{far:?}");
    let stopped = Tree::grow(&game, &game.start(), BOUNDS, &mut |_| false);
    assert!(matches!(stopped, Err(Unsolved::Stopped)));
    // Somebody is asked before the nodes of a layer are known, too, as often as it is long.
    let (mut last, mut n_same, mut most) = (usize::MAX, 0, 0);
    let bounds = Bounds { nodes: 50_000, ..BOUNDS };
    let mut watch = |n: usize| {
        n_same = if n == last { n_same + 1 } else { 1 };
        (last, most) = (n, n_same.max(most));
        true
    };
    assert!(Tree::grow(&game, &game.start(), bounds, &mut watch).is_err());
    assert!(most >= 3, "a layer of thousands of nodes was asked for {most} times");
}

#[test]
fn a_game_that_lasts_too_long_is_a_draw_where_turns_are_bounded() {
    let game = given("runners", RUNNERS);
    // Nobody gets through in two turns.
    let (least, most) = value(&game, &game.start(), Some(2));
    assert!(least.abs() < 1e-9 && most.abs() < 1e-9, "{least} to {most}");
    let (least, _) = value(&game, &game.start(), Some(9));
    assert!(least > 0.9, "the first runner comes first");
}

/// What the first player gets if a side does what a player is known to do, and the other one
/// responds as well as possible: by all its pure strategies.
fn response_by_strategies(start: &State<'_>, side: Side, settings: Option<Settings>) -> f64 {
    let all = strategies(vec![start.clone()], side.other());
    let values = all.iter().map(|plan| expected(start, side, settings, plan));
    match side {
        Side::First => values.fold(f64::INFINITY, f64::min),
        Side::Second => values.fold(f64::NEG_INFINITY, f64::max),
    }
}

/// What the first player gets where one side follows a plan and the other one is asked once.
fn expected(state: &State<'_>, side: Side, settings: Option<Settings>, plan: &Pure) -> f64 {
    let (session, refused) = state;
    if is_over(state) {
        let outcome = session.line().outcome(session.game()).unwrap();
        return f64::from(outcome.unwrap().value.signum());
    }
    let mover = session.line().player(session.game());
    if mover != side {
        let text = &plan[&key(session, mover, refused)];
        return expected(&after(state, text), side, settings, plan);
    }
    let texts = match settings {
        None => session.attemptable().unwrap(),
        Some(settings) => {
            let mut asked =
                hidden_play::Player::new(session.game(), session.view(side), settings).unwrap();
            let mut sorted = refused.clone();
            sorted.sort();
            sorted.iter().for_each(|text| asked.refused(text, vec!["no".to_string()]));
            vec![asked.attempt(&session.tries().unwrap(), &mut || true).unwrap().text]
        }
    };
    let values = texts.iter().map(|text| expected(&after(state, text), side, settings, plan));
    values.sum::<f64>() / texts.len() as f64
}

#[test]
fn best_responses_are_the_best_of_all_pure_strategies() {
    let game = built_in("phantom_tictactoe");
    for text in ["XO1/OX1/OX1 w 1", "XOX/1OX/2O w 1", "OX1/XO1/OX1 b 1"] {
        let start = at(&game, text);
        let state: State<'_> = (Session::new(&game, start.clone()).unwrap(), Vec::new());
        for side in Side::BOTH {
            for method in [None, Some(Method::Pimc), Some(Method::Ismcts)] {
                let settings = method.map(|method| Settings {
                    samples: Some(7),
                    ..Settings::new(game.facts(), method)
                });
                let rival =
                    settings.map_or(Rival::Random, |settings| Rival::Player { settings, runs: 1 });
                let found = weakness(&game, &start, side, rival, None, &mut |_| true);
                let found = found.unwrap().unwrap().value;
                let expected = response_by_strategies(&state, side, settings);
                assert!((found - expected).abs() < 1e-9, "{text} {side:?} {method:?}: {found}");
            }
        }
    }
}

#[test]
fn whoever_always_does_the_same_can_be_exploited() {
    let game = pennies(2);
    let start = game.start();
    for method in [Method::Pimc, Method::Ismcts] {
        let settings = Settings { samples: Some(20), ..Settings::new(game.facts(), method) };
        // Asked once, it hides its stone somewhere, and that can be known.
        let once = Rival::Player { settings, runs: 1 };
        let found = weakness(&game, &start, Side::First, once, None, &mut |_| true);
        let found = found.unwrap().unwrap();
        assert_eq!((found.value, found.asked), (-1.0, 1));
        let stopped = weakness(&game, &start, Side::First, once, None, &mut |_| false);
        assert_eq!(stopped, Ok(None));
    }
}

/// What has occurred differs where positions are the same: to go to the left and back is not
/// to go to the right and back, though a board and its mirror image are worth the same.
#[test]
fn what_came_before_is_told_apart() {
    let values = ["a", "c"].map(|column| {
        let rules = format!(
            "dimensions (3,2)
pieces {{ king 'K' 'k' }}
zones {{ low row 1  goal column {column} }}
start {{ . k . / . K . }}
main = find own king, either
  [ points at low, pickup, either east or west, step, putdown,
    try [ points at goal, occurred 2 times, win ] ]
  or [ not points at low, pass ].
seen = find field.
"
        );
        let game = given("twice", &rules);
        let found =
            weakness(&game, &game.start(), Side::Second, Rival::Random, Some(5), &mut |_| true);
        found.unwrap().unwrap().value
    });
    assert!((values[0] - values[1]).abs() < 1e-9 && values[0] > 0.5, "{values:?}");
}

#[test]
fn best_responses_stop_before_they_fill_the_memory() {
    let game = built_in("phantom_tictactoe");
    let (mut most, start) = (0, game.start());
    let found = weakness(&game, &start, Side::First, Rival::Random, None, &mut |now| {
        most = most.max(now.kept);
        now.kept <= 100
    });
    assert_eq!(found, Ok(None));
    assert!((101..2000).contains(&most), "{most}");
}
