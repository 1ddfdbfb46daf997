//! What is measured of a game: rows of its `bench.csv`, or what fits any game.

use super::super::args::What;
use game::{Game, Setup, Turn, parse_position};
use interp::{Interp, Position};

/// One thing to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) what: What,
    /// The text of the position; nothing for the start of the game.
    pub(super) position: Option<String>,
    pub(super) setup: Setup,
    /// How many turns to count, or after how many a random game is broken off.
    pub(super) depth: u32,
}

/// Random games of a puzzle may never end.
const MAX_TURNS: u32 = 1000;

/// Without a plan, counts have at most this many leaves and turns: every program
/// gets through them several times in a measurement.
const MAX_LEAVES: u64 = 20_000;
const MAX_DEPTH: u32 = 12;
/// The steps of the interpreter, some seconds, in which that is found out.
const MAX_WORK: u64 = 200_000_000;

/// The tasks that the rows of a plan describe, and for whatever they leave out
/// those that fit any game. An error is a sentence without a period.
pub(super) fn plan(rows: &str, game: &Interp, wanted: &[What]) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for row in rows.lines().filter(|row| !row.starts_with('#') && !row.trim().is_empty()) {
        let task = task(row, game).map_err(|why| format!("`{row}`: {why}"))?;
        tasks.push(task);
    }
    let mut moderate = None;
    for &what in [What::Playouts, What::Made, What::Counted].iter() {
        if !tasks.iter().any(|task| task.what == what) && wanted.contains(&what) {
            let depth = match what {
                What::Playouts => MAX_TURNS,
                What::Made | What::Counted => {
                    *moderate.get_or_insert_with(|| moderate_depth(game, MAX_WORK))
                }
            };
            tasks.push(Task { what, position: None, setup: game.setup(&game.start()), depth });
        }
    }
    tasks.retain(|task| wanted.contains(&task.what));
    tasks.sort_by_key(|task| task.what as u8);
    Ok(tasks)
}

fn task(row: &str, game: &Interp) -> Result<Task, String> {
    // Texts of positions may have commas in them.
    let columns = row.split_once(',').and_then(|(what, rest)| Some((what, rest.rsplit_once(',')?)));
    let Some((what, (position, depth))) = columns else {
        return Err("a row is `what,position,depth`".into());
    };
    let what = clap::ValueEnum::from_str(what.trim(), false)?;
    let depth = depth.trim().parse().map_err(|_| format!("`{depth}` is no depth"))?;
    let position = Some(position.trim()).filter(|text| *text != "initial");
    let setup = match position {
        None => game.setup(&game.start()),
        Some(text) => parse_position(game.facts(), text)
            .and_then(|setup| game.position(&setup).map(|_| setup))
            .map_err(|why| why.message)?,
    };
    Ok(Task { what, position: position.map(String::from), setup, depth })
}

/// The greatest depth that has a moderate number of leaves, as far as the interpreter can count
/// them with a moderate amount of work: rules with slow turns are measured at less depth.
fn moderate_depth(game: &Interp, mut work: u64) -> u32 {
    let mut is_moderate = |depth: &u32| {
        let leaves = leaves(game, &game.start(), &mut Vec::new(), *depth, &mut work);
        leaves.is_some_and(|leaves| leaves > 0)
    };
    (2..=MAX_DEPTH).take_while(&mut is_moderate).last().unwrap_or(1)
}

/// The leaves of a depth; nothing if they are too many or too much work, or if the rules go wrong.
fn leaves(
    game: &Interp,
    at: &Position,
    past: &mut Vec<Position>,
    depth: u32,
    work: &mut u64,
) -> Option<u64> {
    let moves = match game.turn_within(at, past, work)?.ok()? {
        Turn::Over(_) => return Some(0),
        Turn::Moves(moves) => moves,
    };
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    past.push(at.clone());
    let mut n_leaves = 0;
    for played in &moves {
        n_leaves += leaves(game, &played.to, past, depth - 1, work)?;
        if n_leaves > MAX_LEAVES {
            return None;
        }
    }
    past.pop();
    Some(n_leaves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, rows: &str) -> Result<Vec<String>, String> {
        let game = multigame::parts::load(name).expect("it loads").game;
        let tasks = plan(rows, &game, &[What::Playouts, What::Made, What::Counted])?;
        let show = |task: &Task| {
            let position = task.position.as_deref().unwrap_or("initial");
            format!("{:?} {position} {}", task.what, task.depth)
        };
        Ok(tasks.iter().map(show).collect())
    }

    #[test]
    fn rows_come_first_and_the_rest_is_filled_in() {
        let rows = "# what,position,depth\ncounted,initial,7\nmade,X2/3/3 b 1,4\n";
        let expected = ["Playouts initial 1000", "Made X2/3/3 b 1 4", "Counted initial 7"];
        assert_eq!(check("tictactoe", rows).expect("it is a plan"), expected);
    }

    #[test]
    fn a_depth_is_chosen_by_the_number_of_leaves() {
        // Tic-tac-toe has 15120 leaves at depth 5 and 54720 at depth 6; amazons
        // has 2176 at depth 1 and millions at depth 2.
        let expected = ["Playouts initial 1000", "Made initial 5", "Counted initial 5"];
        assert_eq!(check("tictactoe", "").expect("it is a plan"), expected);
        assert_eq!(check("amazons", "").expect("it is a plan")[1], "Made initial 1");
    }

    #[test]
    fn slow_turns_are_measured_at_less_depth() {
        // Before each turn a question is answered, in vain, in 2^12 ways.
        let mut rules = "dimensions (2,9)\npieces { stone 'X' 'O' }\nzones { far row 9 }\n\
                         main = try [ not q0, find empty field, replace by own stone ] else draw.\n\
                         q12 = [ find own stone in far, points at enemy stone ].\n"
            .to_string();
        (0..12).for_each(|i| rules += &format!("q{i} = either q{0} or q{0}.\n", i + 1));
        let text = multigame::Text::new("slow", &rules);
        let game = multigame::parts::load_text(&text).expect("rules").game;
        assert_eq!(moderate_depth(&game, MAX_WORK), 3, "18 by 17 by 16 leaves are not too many");
        assert_eq!(moderate_depth(&game, 2_000_000), 2);
    }

    #[test]
    fn rows_that_say_nothing_are_refused() {
        for row in ["made,initial", "maid,initial,3", "made,initial,x", "made,9/9 w,3"] {
            assert!(check("tictactoe", row).is_err(), "{row}");
        }
    }

    #[test]
    fn the_plans_of_built_in_games_are_sound() {
        let mut n_plans = 0;
        for name in games::names() {
            if let Some(rows) = games::bench_plan(name) {
                assert!(
                    check(name, rows).is_ok(),
                    "games/{name}/bench.csv: {:?}",
                    check(name, rows)
                );
                n_plans += 1;
            }
        }
        assert!(n_plans > 5, "only {n_plans} plans were found");
    }
}
