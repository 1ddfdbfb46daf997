//! What is known about endgames: the longest wins of chess, how many positions of checkers there
//! are, and that clocks are found.
//!
//! `TABLES=1 cargo test --release -p multigame-tables truth::` builds the large ones, too.

use crate::support::{build, is_large, rules};
use game::Game;
use tables::{Problem, Rules, Turning, Work, parse_material};

/// The longest win of a class, in moves of the winner.
fn check(name: &str, class: &str, moves: u32) {
    let game = testing::load_native(name);
    let (_, built) = build(&game, rules(game.interp()), class);
    let longest = built.last().and_then(|built| built.statistics.longest_win());
    assert_eq!(longest, Some(2 * moves - 1), "{name} {class}");
}

#[test]
fn chess_endings_are_as_long_as_they_are_known_to_be() {
    check("chess", "KQK", 10);
    check("chess", "KRK", 16);
    if is_large() {
        check("chess", "KPK", 28);
        check("chess", "KBBK", 19);
        check("chess", "KBNK", 33);
        check("chess", "KQKR", 35);
        check("chess", "KRKN", 40);
        check("chess", "KRKB", 29);
        check("chess", "KQKN", 21);
    }
}

/// By the number of pieces, whoever has them (Schaeffer and others, "Checkers is solved", 2007).
#[test]
fn checkers_has_as_many_positions_as_are_known() {
    let game = testing::load_native("checkers");
    // Mirror images are counted there; kings alone have some.
    let rules = Rules { turning: Turning::default(), ..rules(game.interp()) };
    let mut work = Work::new(&game, rules).unwrap();
    let men = if is_large() { 5 } else { 4 };
    work.want(work.with_men(men).unwrap()).unwrap();
    let mut positions = [0; 5];
    for job in work.jobs() {
        let class = parse_material(game.facts(), job.name.trim_start_matches('-')).unwrap();
        if let Some(men) = (class.men(game.facts()) as usize).checked_sub(1) {
            positions[men] += job.positions;
        }
    }
    let known = [120, 6_972, 261_224, 7_092_774, 148_688_232];
    assert_eq!(positions[..men as usize], known[..men as usize]);
}

#[test]
fn clocks_are_found_where_counters_only_make_draws() {
    let limits = |name: &str| {
        let game = testing::load(name);
        let counters = game.facts().counters.iter().map(|counter| counter.name.clone());
        let clocks = ir::analyses::clocks(game.program());
        let found = counters.zip(clocks).filter_map(|(name, limit)| Some((name, limit?)));
        found.collect::<Vec<_>>()
    };
    assert_eq!(limits("chess"), [("quiet".to_string(), 100)]);
    assert_eq!(limits("checkers"), [("quiet".to_string(), 80)]);
    assert_eq!(limits("tictactoe"), []);
}

#[test]
fn repetition_that_only_draws_is_told_from_others() {
    let only_draws = |name: &str| testing::load(name).program().past_only_draws();
    let drawn = ["chess", "checkers", "three_mens_morris", "dobutsu", "tictactoe"];
    assert_eq!(drawn.map(only_draws), [true; 5]);
    assert_eq!(["go7", "minishogi"].map(only_draws), [false; 2]);
}

#[test]
fn too_many_classes_are_refused_before_they_are_made() {
    let game = testing::load_native("chess");
    let work = Work::new(&game, rules(game.interp())).unwrap();
    assert!(matches!(work.with_men(32), Err(Problem::TooMany)));
    assert!(work.with_men(3).is_ok_and(|classes| classes.len() > 5));
}

#[test]
fn games_that_are_decided_by_scores_have_no_tables() {
    let game = testing::load_native("othello");
    assert!(matches!(Work::new(&game, rules(game.interp())), Err(Problem::Unfit(_))));
}
