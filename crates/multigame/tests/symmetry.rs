//! Symmetries and packed positions in every built-in game: what the analysis claims
//! holds in play, and numbers stand for whole positions in both back ends.

use expect_test::expect;
use game::{Game, Outcome, Packing, Rng, Setup, Worker, playout};
use interp::Interp;
use native::Native;
use std::fmt::Write;

fn games() -> impl Iterator<Item = (&'static str, Interp)> {
    multigame::library::names().map(|name| {
        let loaded = multigame::load(name).ok().expect("a built-in game loads");
        (name, loaded.game)
    })
}

/// Positions of a few random games, without their rounds.
fn positions<G: Game>(game: &G, turns: usize) -> Vec<G::Position> {
    let mut rng = Rng::new(turns as u64);
    let mut found = vec![game.start()];
    for length in 0..turns {
        let played = playout(game, &game.start(), &[], &mut rng, length).expect("a game");
        if played.outcome.is_none() {
            found.push(played.end);
        }
    }
    found
}

fn without_round(setup: Setup) -> Setup {
    Setup { round: 1, ..setup }
}

/// The positions behind one, sorted, or how the game has ended.
fn behind<G: Game>(game: &G, setup: &Setup) -> Result<Vec<String>, Outcome> {
    let at = game.position(setup).expect("an image of a position is one");
    let mut list = Vec::new();
    let over = game.worker(&[]).expand(&at, &mut list).expect("a turn");
    match over {
        Some(outcome) => Err(outcome),
        None => {
            let text = |to: &G::Position| {
                let setup = without_round(game.setup(to));
                format!("{setup:?} {:?}", game.outcome(to))
            };
            let mut texts: Vec<String> = list.iter().map(text).collect();
            texts.sort();
            Ok(texts)
        }
    }
}

/// The same with everything turned or mirrored.
fn images_behind<G: Game>(
    game: &G,
    setup: &Setup,
    symmetry: &game::Symmetry,
) -> Result<Vec<String>, Outcome> {
    let at = game.position(setup).expect("a position");
    let mut list = Vec::new();
    let over = game.worker(&[]).expand(&at, &mut list).expect("a turn");
    match over {
        Some(outcome) => Err(outcome),
        None => {
            let text = |to: &G::Position| {
                let setup = symmetry.apply(&without_round(game.setup(to)));
                format!("{setup:?} {:?}", game.outcome(to))
            };
            let mut texts: Vec<String> = list.iter().map(text).collect();
            texts.sort();
            Ok(texts)
        }
    }
}

#[test]
fn claims() {
    let mut claims = String::new();
    for (name, game) in games() {
        let n = ir::analyses::symmetries(game.program()).len();
        if n > 0 {
            writeln!(claims, "{name} {n}").expect("a line");
        }
    }
    expect![[r#"
    "#]]
    .assert_eq(&claims);
}

/// The moves of an image are the images of the moves.
#[test]
fn moves_of_images() {
    for (name, game) in games() {
        for symmetry in ir::analyses::symmetries(game.program()) {
            for at in positions(&game, 8) {
                let setup = without_round(game.setup(&at));
                let image = symmetry.apply(&setup);
                let expected = images_behind(&game, &setup, &symmetry);
                assert_eq!(behind(&game, &image), expected, "{name}: {setup:?}");
            }
        }
    }
}

/// A number is unpacked to the position that it was made of, by both back ends, and
/// all images of a position have one number.
#[test]
fn packed_positions() {
    let mut packed_games = 0;
    for (name, interp) in games() {
        let facts = interp.facts().clone();
        let symmetries = ir::analyses::symmetries(interp.program());
        let Some(packing) = Packing::new(&facts, Vec::new()) else { continue };
        let folded = Packing::new(&facts, symmetries.clone()).expect("the same bits");
        let native = Native::new(interp, &[]).ok();
        let packers = native.as_ref().map(|native| [false, true].map(|fold| native.packer(fold)));
        let game = multigame::load(name).ok().expect("a built-in game loads").game;
        packed_games += 1;
        for at in positions(&game, 16) {
            let setup = without_round(game.setup(&at));
            let number = packing.pack(&setup);
            assert_eq!(packing.unpack(&facts, number), setup, "{name}");
            let least = folded.pack(&setup);
            for symmetry in &symmetries {
                assert_eq!(folded.pack(&symmetry.apply(&setup)), least, "{name}: {setup:?}");
            }
            let (Some(native), Some([plain, folding])) = (&native, &packers) else { continue };
            let at = native.position(&setup).expect("a position");
            assert_eq!(plain.as_ref().map(|packer| packer.pack(&at)), Some(number), "{name}");
            assert_eq!(folding.as_ref().map(|packer| packer.pack(&at)), Some(least), "{name}");
        }
    }
    assert!(packed_games >= 15, "{packed_games}");
}
