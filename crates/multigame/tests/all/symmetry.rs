//! Symmetries and packed positions in every built-in game: what the analysis claims
//! holds in play, and numbers stand for whole positions in both back ends.

use expect_test::expect;
use game::{Fold, Game, Outcome, Packing, Rng, Setup, Worker, playout};
use interp::Interp;
use native::Native;
use std::fmt::Write;

fn games() -> impl Iterator<Item = (&'static str, Interp)> {
    testing::sampled().map(|name| {
        let loaded = testing::load(name);
        (name, loaded)
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
    let seen = |outcome: Outcome| match symmetry.exchanges_players {
        true => Outcome { value: -outcome.value, ..outcome },
        false => outcome,
    };
    match over {
        Some(outcome) => Err(seen(outcome)),
        None => {
            let text = |to: &G::Position| {
                let setup = symmetry.apply(game.facts(), &without_round(game.setup(to)));
                format!("{setup:?} {:?}", game.outcome(to).map(seen))
            };
            let mut texts: Vec<String> = list.iter().map(text).collect();
            texts.sort();
            Ok(texts)
        }
    }
}

/// For each game of the table how many symmetries there are, and how many that exchange the
/// players; a new game needs no line here.
#[test]
fn claims() {
    let expected = expect![[r#"
        amazons 7 8
        ataxx 7 8
        breakthrough 1 2
        capablanca 0 1
        checkers 1 2
        chess 0 1
        chomp 0 1
        clobber 3 4
        col 7 8
        connect4 1 2
        dobutsu 1 2
        domineering 0 1
        dots_and_boxes 7 8
        draughts 1 2
        fox_and_hounds 1 0
        gardner 0 1
        go7 7 8
        gomoku 7 8
        grasshopper 1 2
        grasshopper_chess 0 1
        hex 0 1
        isolation 3 4
        jeson_mor 7 8
        joust 7 8
        kayles 0 1
        kinglet 0 1
        konane 3 4
        lines_of_action 7 8
        minishogi 1 0
        misere_tictactoe 7 8
        mu_torere 0 1
        nim 1 2
        nine_mens_morris 7 8
        notakto 7 8
        order_and_chaos 1 0
        othello 7 8
        othello6 7 8
        peg_solitaire 7 0
        shogi 1 2
        snort 7 8
        teeko 0 1
        three_mens_morris 7 8
        tictactoe 7 8
        wythoff 1 2
        xiangqi 1 2
    "#]];
    let mut claims = String::new();
    for name in expected.data().lines().filter_map(|line| line.split_whitespace().next()) {
        let game = testing::load(name);
        let n = ir::analyses::symmetries(game.program()).len();
        let folded = ir::analyses::folded(game.program(), Fold::Players);
        let exchanges = folded.iter().filter(|symmetry| symmetry.exchanges_players).count();
        writeln!(claims, "{name} {n} {exchanges}").expect("a line");
    }
    expected.assert_eq(&claims);
}

/// The moves of an image are the images of the moves.
#[test]
fn moves_of_images() {
    for (name, game) in games() {
        for symmetry in ir::analyses::folded(game.program(), Fold::Players) {
            for at in positions(&game, 8).into_iter().step_by(4) {
                let setup = without_round(game.setup(&at));
                let image = symmetry.apply(game.facts(), &setup);
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
    let (mut packed_games, mut exchanged_games) = (0, 0);
    for (name, interp) in games() {
        let facts = interp.facts().clone();
        let Some(packing) = Packing::new(&facts, Vec::new()) else { continue };
        let native = Native::new(interp.clone(), &[]).ok();
        packed_games += 1;
        for fold in [Fold::Nothing, Fold::Board, Fold::Players] {
            let symmetries = ir::analyses::folded(interp.program(), fold);
            let folded = Packing::new(&facts, symmetries.clone()).expect("the same bits");
            exchanged_games += usize::from(folded.exchanges_players());
            let packer = native.as_ref().and_then(|native| native.packer(fold));
            for at in positions(&interp, 16) {
                let setup = without_round(interp.setup(&at));
                assert_eq!(packing.unpack(&facts, packing.pack(&setup)), setup, "{name}");
                let least = folded.pack(&setup);
                for symmetry in &symmetries {
                    let image = symmetry.apply(&facts, &setup);
                    assert_eq!(folded.pack(&image), least, "{name}: {setup:?}");
                }
                let back = folded.unpack(&facts, least);
                let is_first = back.player == game::Player::First;
                assert!(is_first || !folded.exchanges_players(), "{name}: {setup:?}");
                let (Some(native), Some(packer)) = (&native, &packer) else { continue };
                let at = native.position(&setup).expect("a position");
                assert_eq!(packer.pack(&at), least, "{name}: {setup:?}");
            }
        }
    }
    assert!(packed_games >= 15 && exchanged_games >= 10, "{packed_games} {exchanged_games}");
}
