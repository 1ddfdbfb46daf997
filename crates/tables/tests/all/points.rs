//! Tables of scores: against a program that was written for awari alone, and only where the
//! rules prove that points are nothing but points.

use crate::support::{build, rules};
use game::{Game, parse_position};
use references::{AwariTables, Houses};
use tables::{Prober, Value};

/// A position as the game writes it, with the first six houses in the lower or upper row.
fn text(houses: &Houses, is_lower: bool, taken: &str) -> String {
    let write = |seeds: u8| match seeds {
        0 => ".".to_string(),
        1 => "o".to_string(),
        _ => format!("{seeds}o"),
    };
    let (own, other) = houses.split_at(6);
    let (lower, upper) = if is_lower { (own, other) } else { (other, own) };
    let lower: Vec<String> = lower.iter().map(|&seeds| write(seeds)).collect();
    let upper: Vec<String> = upper.iter().rev().map(|&seeds| write(seeds)).collect();
    let player = if is_lower { 'l' } else { 'u' };
    format!("{}/{} {player} {taken} 1", upper.join(" "), lower.join(" "))
}

/// Calls `visit` with all houses that hold this many seeds.
fn all_houses(houses: &mut Houses, from: usize, seeds: u8, visit: &mut impl FnMut(&Houses)) {
    if from == 11 {
        houses[11] = seeds;
        return visit(houses);
    }
    for here in 0..=seeds {
        houses[from] = here;
        all_houses(houses, from + 1, seeds - here, visit);
    }
}

#[test]
fn scores_are_those_of_a_program_for_awari_alone() {
    const SEEDS: u8 = 6;
    let game = testing::load_native("awari");
    let (work, _) = build(&game, rules(game.interp()), "men 6");
    let (scheme, tables) = work.tables();
    let mut prober = Prober::new(&game, scheme, tables);
    let mut reference = AwariTables::new(usize::from(SEEDS));
    let mut compared = 0;
    for seeds in 1..=SEEDS {
        reference.build_next();
        all_houses(&mut [0; 12], 0, seeds, &mut |houses| {
            let value = i32::from(reference.value(houses));
            for (is_lower, taken, points) in [(true, "-", 0), (false, "9L4U", -5)] {
                let text = text(houses, is_lower, taken);
                let setup = parse_position(game.facts(), &text).unwrap();
                let known = prober.probe(&game.position(&setup).unwrap()).unwrap();
                assert_eq!(known.value, Value::Score(value + points), "{text}");
                compared += 1;
            }
        });
    }
    assert_eq!(compared, 2 * (12 + 78 + 364 + 1365 + 4368 + 12_376));
}

#[test]
fn points_that_may_leave_their_range_are_not_known() {
    let game = testing::load_native("awari");
    let (work, _) = build(&game, rules(game.interp()), "oo");
    let (scheme, tables) = work.tables();
    let probe = |text: &str| {
        let setup = parse_position(game.facts(), text).unwrap();
        Prober::new(&game, scheme, tables).probe(&game.position(&setup).unwrap())
    };
    assert!(probe(". . . . . o/. . . . . o l 46L 1").is_some());
    assert!(probe(". . . . . o/. . . . . o l 47L 1").is_none());
}

/// The counter that holds points, by its name.
fn points(text: &str) -> Option<String> {
    let game = testing::load_text("changed", text).unwrap();
    let counter = ir::analyses::points(game.program())?;
    Some(game.facts().counters[counter.index()].name.clone())
}

#[test]
fn points_are_proved() {
    let awari = games::text("awari").unwrap();
    assert_eq!(points(awari).as_deref(), Some("taken"));
    let changed = |from: &str, to: &str| {
        assert!(awari.contains(from), "{from}");
        points(&awari.replace(from, to))
    };
    // A move that depends on points, points that are not added, points that count twice or for
    // both, and a win whatever points there are.
    assert_eq!(changed("has_seeds = find", "has_seeds = taken < 40, find"), None);
    assert_eq!(changed("add height to taken", "set taken to height"), None);
    assert_eq!(changed("value lead = taken", "value lead = 2 * taken"), None);
    assert_eq!(changed("- as opponent taken", "+ as opponent taken"), None);
    assert_eq!(changed("else score spoils", "else lose"), None);
    // What does not depend on points may be anything.
    assert!(changed("wealth = taken + sum", "wealth = taken + 3 * sum").is_some());
    assert_eq!(
        ["kalah", "othello", "chess"].map(|it| points(games::text(it).unwrap())),
        [None, None, None]
    );
}

#[test]
fn repetition_that_leaves_the_points_is_told_from_others() {
    let awari = games::text("awari").unwrap();
    assert!(testing::load("awari").program().past_only_draws());
    let spoils = awari.replace("occurred 3 times, score lead", "occurred 3 times, score spoils");
    assert!(!testing::load_text("spoils", &spoils).unwrap().program().past_only_draws());
}
