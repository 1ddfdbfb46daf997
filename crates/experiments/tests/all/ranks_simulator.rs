//! Simulated ranks do all work once, gain what they can, and are the same every time.

use experiments::{Cluster, Growth, RanksPlatform, WorkTree, replay};
use search::record_puzzle;
use search::{Limits, PuzzleMethod, PuzzlePlatform, PuzzleTask, RecordedPiece, Stopper};

/// A tree of this many nodes that grows as those of the fifteen puzzle do.
fn grown(nodes: u64) -> WorkTree {
    let (growth, branching) = (6.0, 1.6);
    WorkTree::grown(&Growth { seed: 1, rounds: 8, nodes, growth, grain: 400, branching })
}

#[test]
fn one_rank_gains_nothing_and_many_gain_much() {
    let tree = grown(20_000_000);
    for (platform, name) in RanksPlatform::ALL {
        let mut last = 0.0;
        for (ranks, least, most) in [(1, 0.999, 1.001), (2, 1.8, 2.0), (16, 12.0, 16.0)] {
            let replayed = replay(&tree, platform, &Cluster { ranks, ..Cluster::default() });
            let speedup = replayed.speedup;
            assert!((least..=most).contains(&speedup), "{name}, {ranks}: {speedup}");
            assert!(speedup > last && replayed.load >= 1.0 && replayed.moved <= tree.len() as u64);
            assert_eq!(replayed, replay(&tree, platform, &Cluster { ranks, ..Cluster::default() }));
            last = speedup;
        }
    }
}

#[test]
fn what_a_network_costs_is_seen() {
    let tree = grown(5_000_000);
    for (platform, name) in RanksPlatform::ALL {
        let time =
            |cluster: Cluster| replay(&tree, platform, &Cluster { ranks: 32, ..cluster }).time;
        let usual = time(Cluster::default());
        assert!(time(Cluster { latency: 100_000.0, ..Cluster::default() }) > 1.2 * usual, "{name}");
        assert!(time(Cluster { latency: 0.0, ..Cluster::default() }) < usual, "{name}");
        assert!(time(Cluster { node: 60.0, ..Cluster::default() }) > usual, "{name}");
    }
}

/// The owner of a position must visit it, however slow; thieves leave the slow ones alone.
#[test]
fn slow_ranks_harm_owners_more_than_thieves() {
    let tree = grown(20_000_000);
    let slow = Cluster { ranks: 16, slow_one_of: 8, slowness: 10.0, ..Cluster::default() };
    let gains = |platform| {
        let usual = replay(&tree, platform, &Cluster { ranks: 16, ..Cluster::default() });
        replay(&tree, platform, &slow).time / usual.time
    };
    let (tds, stealing) = (gains(RanksPlatform::Tds), gains(RanksPlatform::Stealing));
    assert!(tds > 5.0 && stealing < 3.0, "{tds} {stealing}");
}

#[test]
fn a_recorded_search_is_replayed_whole() {
    let game = testing::load_native("eight_puzzle");
    let (limits, stopper) = (Limits::default(), Stopper::default());
    let (method, platform) = (PuzzleMethod::IdaStar, PuzzlePlatform::Tds);
    let task = PuzzleTask { method, limits, memory: 1 << 26, threads: 1, platform, stopper };
    let start = game::Game::start(&game);
    let (puzzle, recorded) = record_puzzle(&game, &start, &[], &task, 50).unwrap();
    let tree = WorkTree::recorded(&recorded);
    assert_eq!((tree.nodes(), tree.len()), (puzzle.nodes, recorded.len()));
    assert_eq!(tree.n_rounds() as u64, puzzle.ranks.unwrap().rounds);
    let replayed = replay(&tree, RanksPlatform::Tds, &Cluster { ranks: 4, ..Cluster::default() });
    assert!(replayed.speedup > 0.1 && replayed.moved > 0, "{replayed:?}");
    assert!(WorkTree::recorded(&[] as &[RecordedPiece]).is_empty());
}
