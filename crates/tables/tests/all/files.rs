//! Tables as files: what is written is read again, and what is damaged is refused.

use crate::support::{MEANS, build, build_within, rules};
use game::Game;
use tables::{Means, Prober, Rules, Scheme, TableFile, Tables, Turning};

fn open(scheme: &Scheme, bytes: &[u8]) -> Result<TableFile, String> {
    let opened = TableFile::open(scheme, Box::new(bytes.to_vec()), bytes.len() as u64);
    opened.map_err(|why| why.message)
}

#[test]
fn what_is_written_is_read() {
    let game = testing::load_native("three_mens_morris");
    let (work, built) = build(&game, rules(game.interp()), "start");
    let scheme = Scheme::new(game.facts(), rules(game.interp()));
    let files = built.iter().map(|built| {
        let file = open(&scheme, &built.file).unwrap();
        assert_eq!((&file.name, file.positions), (&built.job.name, built.job.positions));
        assert_eq!(file.statistics, built.statistics);
        file.check().unwrap();
        file
    });
    let read = Tables::of(files);
    let (own, built) = work.tables();
    let mut ways = [Prober::new(&game, own, built), Prober::new(&game, &scheme, &read)];
    let mut at = game.start();
    let mut compared = 0;
    while let Ok(game::Turn::Moves(moves)) = game.turn(&at, &[]) {
        for made in &moves {
            let [built, read] = ways.each_mut().map(|way| way.probe(&made.to));
            assert!(built.is_some());
            assert_eq!(built, read);
            compared += 1;
        }
        let Some(next) = moves.into_iter().find(|made| made.outcome.is_none()) else { break };
        at = next.to;
        if compared > 200 {
            break;
        }
    }
    assert!(compared > 20);
}

/// Builds tables with and without room for moves.
fn check_without_moves(name: &str, class: &str, memory: u64) {
    let game = testing::load_native(name);
    let (_, with) = build(&game, rules(game.interp()), class);
    let means = Means { memory, ..MEANS };
    let (_, without) = build_within(&game, rules(game.interp()), class, means);
    assert_eq!(with.len(), without.len());
    for (with, without) in with.iter().zip(&without) {
        assert!(with.file == without.file, "{name} {}", with.job.name);
    }
}

#[test]
fn tables_without_room_for_moves_are_the_same() {
    check_without_moves("tictactoe", "start", 12_000);
    check_without_moves("three_mens_morris", "start", 40_000);
    check_without_moves("awari", "oooo", 5000);
}

#[test]
fn damage_is_noticed() {
    let game = testing::load_native("tictactoe");
    let (_, built) = build(&game, rules(game.interp()), "start");
    let scheme = Scheme::new(game.facts(), rules(game.interp()));
    let file = &built.iter().max_by_key(|built| built.file.len()).unwrap().file;
    let is_whole = |bytes: &[u8]| open(&scheme, bytes).is_ok_and(|file| file.check().is_ok());
    assert!(is_whole(file));
    for place in 0..file.len() {
        let mut damaged = file.clone();
        damaged[place] ^= 0x10;
        assert!(!is_whole(&damaged), "byte {place} of {}", file.len());
    }
    for length in 0..file.len() {
        assert!(!is_whole(&file[..length]), "{length} of {} bytes", file.len());
    }
    let why = |bytes: &[u8]| open(&scheme, bytes).err().unwrap();
    assert_eq!(why(b"something else"), "this is no endgame table");
    assert_eq!(why(&file[..40]), "this table is damaged: it ends too early");
    let other = Scheme::new(game.facts(), Rules { fingerprint: 1, ..rules(game.interp()) });
    let refused = open(&other, file).err().unwrap();
    assert_eq!(refused, "this table was built for other rules");
}

#[test]
fn other_numbers_are_noticed() {
    let game = testing::load_native("tictactoe");
    let (_, built) = build(&game, rules(game.interp()), "start");
    // A version that proves its symmetries in another order leaves tables of the same size.
    let program = game.interp().program().clone();
    let turning = Turning::new(move |kinds, counters| {
        let mut found = ir::analyses::symmetries_within(&program, kinds, counters);
        found.reverse();
        found
    });
    let other = Scheme::new(game.facts(), Rules { turning, ..rules(game.interp()) });
    let file = &built.iter().max_by_key(|built| built.file.len()).unwrap().file;
    let refused = open(&other, file).err().unwrap();
    assert_eq!(refused, "this table numbers its positions in another way");
}
