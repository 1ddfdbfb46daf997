//! Proofs by many ranks, which are threads here with a network that delays messages: the same
//! values, distances and numbers of positions as by one.

use game::{Game, Line};
use native::Native;
use ranks::{Network, run};
use search::{
    Limits, Method, Proof, Stop, Stopper, Task, TeamProof, Unproved, prove, prove_with_team,
};

pub(crate) fn load(rules: &str) -> Native {
    let text = if rules.contains(' ') { rules.to_string() } else { format!("extends {rules}") };
    testing::compiled(testing::load_text("test", &text).expect("sound rules"))
}

/// The position that a text describes, or the start, after some moves.
pub(crate) fn place(game: &Native, position: &str, moves: &str) -> native::Position {
    let start = match position {
        "" => game.start(),
        _ => {
            let setup = game::parse_position(game.facts(), position).expect("a setup");
            game.position(&setup).expect("a position")
        }
    };
    let mut line = Line::new(start);
    for text in moves.split_whitespace() {
        line.play(game, text).expect("a move");
    }
    line.position().clone()
}

pub(crate) fn task(method: Method) -> Task {
    let (limits, stopper) = (Limits::default(), Stopper::default());
    Task {
        method,
        limits,
        memory: 256 << 20,
        threads: 1,
        symmetries: true,
        wins: None,
        local: None,
        stopper,
    }
}

type Answer = Result<TeamProof<native::Position>, Unproved>;

/// What all ranks say; it is the same.
fn by_ranks(
    game: &Native,
    at: &native::Position,
    task: &Task,
    size: usize,
    net: Network,
) -> Answer {
    let mut said = run(size, net, |team| prove_with_team(team, game, at, &[], task, &mut |_| {}));
    let first = said.swap_remove(0);
    said.into_iter().for_each(|other| assert_eq!(other, first, "{size} ranks"));
    first
}

/// This many ranks, with a network that keeps the order of messages or one that does not.
const RANKS: [(usize, Network); 4] = [
    (2, Network::PERFECT),
    (3, Network { seed: 3, most_looks: 20 }),
    (4, Network::PERFECT),
    (8, Network { seed: 8, most_looks: 20 }),
];

/// The sweep by any number of ranks finds what it finds by one.
fn check_sweep(rules: &str, position: &str, moves: &str) -> Proof<native::Position> {
    let game = load(rules);
    check_sweep_at(&game, &place(&game, position, moves), rules)
}

fn check_sweep_at(game: &Native, at: &native::Position, rules: &str) -> Proof<native::Position> {
    let alone = prove(game, at, &[], &task(Method::Sweep), &mut |_| {}).expect("a proof");
    for (size, network) in RANKS {
        let told = format!("{rules} by {size} ranks");
        let by = by_ranks(game, at, &task(Method::Sweep), size, network).expect("a proof");
        let proof = &by.proof;
        assert_eq!((proof.outcome, proof.turns), (alone.outcome, alone.turns), "{told}");
        assert_eq!((&proof.moves, proof.all_moves), (&alone.moves, true), "{told}");
        if proof.images == alone.images && alone.positions > 20_000 {
            assert_eq!(proof.positions, alone.positions, "{told}");
        }
        let owned = by.ranks.iter().map(|rank| rank.positions);
        // Ends that are worth the same are one position that no rank owns.
        assert!(proof.positions - owned.sum::<u64>() < 100, "{told}");
        if proof.positions > 10_000 {
            assert!(by.share_of_positions() < 1.15, "{told}: {:?}", by.ranks);
        }
        // A batch has room for a hundred moves and more; ranks also speak where there is
        // nothing to send.
        if proof.positions > 100_000 {
            assert!(by.messages() * 2 < proof.positions, "{told}: {:?}", by.ranks);
        }
    }
    alone
}

const CONNECT4: &str = "extends connect4 dimensions (4,4)";
const OTHELLO4: &str =
    "extends othello dimensions (4,4) zones { corner (a1, a4, d1, d4) } start { 4/1XO1/1OX1/4 }";

#[test]
fn sweeps_of_small_games() {
    assert_eq!(check_sweep("tictactoe", "", "").outcome.value, 0);
    assert_eq!(check_sweep("tictactoe", "", "b2 b1").turns, Some(5));
    assert_eq!(check_sweep("three_mens_morris", "", "").outcome.value, 1);
    assert_eq!(check_sweep(CONNECT4, "", "").outcome.value, 0);
    assert_eq!(check_sweep(OTHELLO4, "", "").outcome.value, -8);
}

/// Some hundred thousand positions: fox and hounds is won in 44 turns by whoever counts.
#[test]
fn sweeps_of_many_positions() {
    let proof = check_sweep("fox_and_hounds", "", "");
    assert_eq!((proof.outcome.value, proof.turns), (-1, Some(44)));
}

/// Df-pn by any number of ranks finds who wins, and a move that a sweep also finds.
fn check_df_pn(rules: &str, position: &str, moves: &str) -> i32 {
    let game = load(rules);
    let at = place(&game, position, moves);
    let alone = prove(&game, &at, &[], &task(Method::DfPn), &mut |_| {}).expect("a proof");
    for (size, network) in RANKS {
        let told = format!("{rules} by {size} ranks");
        let by = by_ranks(&game, &at, &task(Method::DfPn), size, network).expect("a proof");
        assert_eq!(by.proof.outcome, alone.outcome, "{told}");
        assert_eq!(by.proof.moves.len(), alone.moves.len(), "{told}");
        for to in &by.proof.moves {
            let after = prove(&game, to, &[], &task(Method::DfPn), &mut |_| {}).expect("a proof");
            assert_eq!(after.outcome, alone.outcome, "{told}");
        }
    }
    alone.outcome.value
}

const HEX4: &str = "extends hex dimensions (4,4) hexagonal zones { far row 4 column d }";

#[test]
fn df_pn_of_small_games() {
    assert_eq!(check_df_pn("tictactoe", "", ""), 0);
    assert_eq!(check_df_pn("tictactoe", "", "b2 b1"), 1);
    assert_eq!(check_df_pn("three_mens_morris", "", ""), 1);
    assert_eq!(check_df_pn("three_mens_morris", "", "a1"), 0);
    assert_eq!(check_df_pn(HEX4, "", ""), 1);
    assert_eq!(check_df_pn("chess", "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1", ""), 1);
}

/// Pieces that come back from the reserve, so that most positions do.
#[test]
fn sweeps_of_endings() {
    let chicks = "extends dobutsu start { 1l1 / 1c1 / 1C1 / 1L1 }";
    let proof = check_sweep(chicks, "", "");
    assert_eq!((proof.outcome.value, proof.turns), (1, Some(15)));
    let lions = "extends dobutsu start { l1g / 3 / 3 / 2L }";
    let proof = check_sweep(lions, "", "");
    assert_eq!((proof.outcome.value, proof.turns), (-1, Some(10)));
}

/// Stacks have no numbers, so that whole positions travel.
#[test]
fn sweeps_of_whole_positions() {
    let few = "extends kalah pieces { seed 'o' exactly 6 }
        start { . . . . 1o 1o 1o / 1o 1o 1o . . . . }";
    assert_eq!(check_sweep(few, "", "").outcome.value, 2);
}

/// What stops one rank stops all, and all know why.
#[test]
fn limits_end_all_ranks() {
    let game = load("chess");
    let at = game.start();
    let check = |task: Task, expected: &Unproved| {
        for (size, network) in RANKS {
            let stopped = by_ranks(&game, &at, &task, size, network).err();
            assert_eq!(stopped.as_ref(), Some(expected), "{:?} by {size} ranks", task.method);
        }
    };
    for method in [Method::Sweep, Method::DfPn, Method::AlphaBeta] {
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        check(Task { limits, ..task(method) }, &Unproved::Stopped(Stop::Nodes));
        let told = task(method);
        told.stopper.stop();
        check(told, &Unproved::Stopped(Stop::Told));
    }
    check(Task { memory: 1 << 16, ..task(Method::Sweep) }, &Unproved::Memory);
}

/// Alpha-beta by any number of ranks and threads finds what it finds by one.
#[test]
fn alpha_beta_of_small_games() {
    for rules in [OTHELLO4, CONNECT4, "tictactoe", HEX4] {
        let game = load(rules);
        let at = game.start();
        let alone = prove(&game, &at, &[], &task(Method::AlphaBeta), &mut |_| {}).expect("a proof");
        for (size, network) in RANKS {
            for threads in [1, 2] {
                let task = Task { threads, ..task(Method::AlphaBeta) };
                let by = by_ranks(&game, &at, &task, size, network).expect("a proof");
                assert_eq!((by.proof.outcome, by.proof.exact), (alone.outcome, true), "{rules}");
                assert_eq!(by.proof.moves.len(), alone.moves.len(), "{rules}");
                assert!(by.ranks.iter().all(|rank| rank.nodes > 0), "{rules}: {:?}", by.ranks);
                for to in &by.proof.moves {
                    let after = prove(&game, to, &[], &task, &mut |_| {}).expect("a proof");
                    assert_eq!(after.outcome, alone.outcome, "{rules}");
                }
            }
        }
    }
}

/// Stacks are no numbers, so that one rank does the work, and all hear what it found.
#[test]
fn one_rank_may_do_the_work() {
    let few = "extends kalah pieces { seed 'o' exactly 6 }
        start { . . . . 1o 1o 1o / 1o 1o 1o . . . . }";
    let game = load(few);
    let at = game.start();
    let alone = prove(&game, &at, &[], &task(Method::AlphaBeta), &mut |_| {}).expect("a proof");
    for (size, network) in RANKS {
        let by = by_ranks(&game, &at, &task(Method::AlphaBeta), size, network).expect("a proof");
        assert_eq!((by.proof.outcome, by.proof.exact), (alone.outcome, true));
        assert_eq!((&by.proof.moves, by.proof.nodes), (&alone.moves, alone.nodes));
        assert_eq!(by.ranks[1].nodes, 0);
    }
}
