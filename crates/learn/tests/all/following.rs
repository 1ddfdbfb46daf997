//! An evaluation that follows a game from position to position says what a new one says that
//! sees the position for the first time; in all games, and with either back end.

use crate::{blank, looking};
use game::{Facts, Fold, Game, Rng, Worker};
use interp::{Interp, Rank};
use native::Native;
use patterns::{Follower, Look, Model, Stages};
use search::{Limits, Search, Settings};
use std::sync::Arc;

/// Weights by chance, so that nothing cancels out.
fn by_chance(model: Model) -> Arc<Model> {
    let mut rng = Rng::new(5);
    let numbers = model.numbers().iter().map(|_| rng.below(4001) as i16 - 2000).collect();
    Arc::new(model.with_numbers(numbers))
}

/// Positions of a random game, with those beside the way.
fn positions(game: &Native, seed: u64) -> Vec<native::Position> {
    let (mut worker, mut rng) = (game.worker(&[]), Rng::new(seed));
    let (mut at, mut seen) = (game.start(), Vec::new());
    for _ in 0..30 {
        let mut list = Vec::new();
        if !matches!(worker.expand(&at, &mut list), Ok(None)) || list.is_empty() {
            break;
        }
        seen.extend((0..3).filter_map(|_| rng.choose(&list).cloned()));
        let next = rng.below(list.len());
        worker.enter(&at);
        at = list.swap_remove(next);
        seen.push(at.clone());
    }
    seen
}

fn check(name: &str) {
    let interp = testing::load(name);
    let Ok(game) = Native::new(interp.clone(), &[]) else { return };
    for look in looks(interp.facts()) {
        follow(name, &interp, &game, by_chance(looking(&interp, look)));
    }
}

/// What suits a game, and the same with all that can be added to it.
fn looks(facts: &Facts) -> Vec<Look> {
    let usual = Look::new(facts);
    let stages = Some(Stages { few: 3, many: 20 });
    let more = Look { edges: true, anywhere: true, stages, ..usual };
    assert!(more.fits(facts), "{}", facts.name);
    vec![usual, more, Look { hidden: 8, ..usual }]
}

fn follow(name: &str, interp: &Interp, game: &Native, model: Arc<Model>) {
    let mut follower = Follower::new(model.clone());
    let symmetries = ir::analyses::folded(interp.program(), Fold::Players);
    for at in positions(game, 11) {
        let value = follower.evaluate(game, &at);
        let setup = game.setup(&at);
        let fresh = |setup: &game::Setup| {
            let at = interp.position(setup).expect("a position of the same game");
            Follower::new(model.clone()).evaluate(interp, &at)
        };
        assert_eq!(value, fresh(&setup), "{name}");
        // What is proved to be alike has the same value, but for what a network says of it.
        let by_tables = model.plan().look().hidden == 0;
        for symmetry in symmetries.iter().filter(|_| by_tables) {
            let image = symmetry.apply(game.facts(), &setup);
            assert_eq!(value, fresh(&image), "{name}: {symmetry:?}");
        }
    }
}

#[test]
fn values_do_not_depend_on_what_was_evaluated_before() {
    let two_players = |name: &&str| testing::load(name).facts().n_players() == 2;
    testing::sampled().filter(two_players).for_each(check);
}

/// Where the rules are the same for both players once the board is turned, a network sees the
/// same in a position and in the turned one with the other player to move. Of several ways to turn
/// it the one counts by which both players begin with the same: othello has others, too.
#[test]
fn a_network_sees_what_the_player_to_move_sees() {
    for name in ["chess", "breakthrough", "othello"] {
        let interp = testing::load(name);
        let look = Look { hidden: 8, shares_players: true, ..Look::default() };
        let model = by_chance(looking(&interp, look));
        assert_eq!(model.inputs().n_tables(), 1, "{name}");
        let symmetries = ir::analyses::folded(interp.program(), Fold::Players);
        let facts = interp.facts();
        let keeps_start =
            |it: &&game::Symmetry| it.apply(facts, &facts.start).board == facts.start.board;
        let mut exchanging = symmetries.iter().filter(|it| it.exchanges_players);
        let turned = exchanging.find(keeps_start);
        let turned = turned.expect("players who are alike");
        let game = testing::compiled(interp);
        let mut follower = Follower::new(model);
        let mut n_other = 0;
        for at in positions(&game, 3) {
            let value = follower.evaluate(&game, &at);
            let image = turned.apply(game.facts(), &game.setup(&at));
            let image = game.position(&image).expect("a position of the same game");
            assert_eq!(value, follower.evaluate(&game, &image), "{name}");
            n_other += usize::from(value != 0);
        }
        assert!(n_other > 5, "{name}");
    }
}

#[test]
fn a_search_evaluates_with_what_was_learned() {
    let interp = testing::load("othello");
    let model = by_chance(blank(&interp));
    let learned = interp.with_learned("learned", model.clone(), Rank::First);
    assert_eq!(learned.facts().evaluations[0], "learned");
    let game = testing::compiled(learned);
    let (start, mut list) = (game.start(), Vec::new());
    game.worker(&[]).expand(&start, &mut list).expect("rules that work");
    let mut follower = Follower::new(model);
    let best = list.iter().map(|to| -follower.evaluate(&game, to)).max();
    let search = Search::new(&game, Settings::new(game.facts())).expect("settings");
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let found = search.best(&start, &[], &limits, &mut |_| {}).best.map(|best| best.value);
    assert_eq!(found, best);
    // What the rules say is still there, after what was learned.
    let first = testing::load("othello").evaluate(&testing::load("othello").start(), 0);
    assert_eq!(game.evaluate(&start, 1), first);
}
