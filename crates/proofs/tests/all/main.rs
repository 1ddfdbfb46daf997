//! Proofs that searches found are checked by the interpreter, and what is wrong with a proof
//! is noticed.

use game::{Game, Player};
use interp::Interp;
use proofs::{Claim, Least, Limits, Refused, check, settled};
use search::{Limits as Effort, Method, Stopper, Strategy, Task, prove_with_strategies};

const ALL: Limits = Limits { positions: u64::MAX };

/// The game, and what a search claims about its start.
fn claims(rules: &str) -> (Interp, Vec<Claim>) {
    let game = testing::load_text("test", rules).expect("sound rules");
    let played = testing::compiled(game.clone());
    let (method, limits, stopper) = (Method::AlphaBeta, Effort::default(), Stopper::default());
    let task = Task {
        method,
        limits,
        memory: 1 << 26,
        threads: 1,
        symmetries: true,
        wins: None,
        local: None,
        stopper,
    };
    let proved = prove_with_strategies(&played, &played.start(), &task, &mut |_| {});
    let (proof, strategies) = proved.expect("a proof");
    let claim = |Strategy { player, moves }| {
        let least = Least::of(proof.outcome, player).expect("no loss is claimed");
        Claim { player, least, moves }
    };
    (game, strategies.into_iter().map(claim).collect())
}

fn outcome_of(game: &Interp, claim: &Claim) -> Result<proofs::Checked, Refused> {
    check(game, &game.start(), claim, ALL, &mut |_| true)
}

/// A search proves this value of the start, and the check believes it.
fn check_proof(rules: &str, value: i32, n_claims: usize) {
    let (game, claims) = claims(rules);
    assert_eq!(claims.len(), n_claims, "{rules}");
    for claim in &claims {
        let checked = outcome_of(&game, claim).expect("a proof that holds");
        assert!(checked.positions > 0 && checked.ends > 0, "{rules}: {checked:?}");
    }
    assert_eq!(settled(&claims).map(|outcome| outcome.value), Some(value), "{rules}");
}

const CONNECT4: &str = "extends connect4 dimensions (4,4)";
const CLOBBER: &str = "extends clobber dimensions (3,3) start { XOX / OXO / XOX }";
const OTHELLO: &str =
    "extends othello dimensions (4,4) zones { corner (a1, a4, d1, d4) } start { 4/1XO1/1OX1/4 }";

#[test]
fn proofs_hold() {
    check_proof("extends tictactoe", 0, 2);
    check_proof(CONNECT4, 0, 2);
    check_proof(CLOBBER, 1, 1);
    check_proof(OTHELLO, -8, 2);
}

#[test]
fn what_is_not_so_is_refused() {
    let (game, claims) = claims("extends tictactoe");
    let refused = |claim: &Claim| match outcome_of(&game, claim) {
        Err(Refused::Wrong(why, _)) => why,
        other => panic!("{other:?}"),
    };
    let first = claims[0].clone();
    assert_eq!(
        refused(&Claim { least: Least::Win, ..first.clone() }),
        "a line ends worse than is claimed"
    );
    let other = Claim { player: first.player.other(), ..first.clone() };
    assert!(!refused(&other).is_empty());
    let mut short = first.clone();
    short.moves.pop();
    assert_eq!(refused(&short), "the proof has no move for a position");
    let mut long = first.clone();
    long.moves.push(0);
    assert_eq!(refused(&long), "the proof goes on after all positions were checked");
    let mut wild = first.clone();
    wild.moves[0] = 100;
    assert_eq!(refused(&wild), "the proof has a move that there is not");
}

#[test]
fn a_change_is_noticed_or_proves_the_same() {
    let (game, claims) = claims(CLOBBER);
    let mut noticed = 0;
    for place in 0..claims[0].moves.len() {
        let mut changed = claims[0].clone();
        changed.moves[place] ^= 1;
        noticed += u32::from(outcome_of(&game, &changed).is_err());
    }
    assert!(noticed > 0);
}

#[test]
fn limits_are_kept() {
    let (game, claims) = claims("extends tictactoe");
    let few = Limits { positions: 3 };
    let at = game.start();
    assert_eq!(check(&game, &at, &claims[0], few, &mut |_| true), Err(Refused::Memory));
    let stopped = check(&game, &at, &claims[0], ALL, &mut |n| n < 5);
    assert_eq!(stopped, Err(Refused::Stopped));
}

#[test]
fn whoever_goes_around_has_not_won() {
    // Each player has one king that can always go back; nobody can force anything.
    let rules = "dimensions (4,1) pieces { king 'K' 'k' } start { K2k } \
        main = try move else lose. \
        move = find own king, pickup, orthogonal, step, points at empty field, putdown.";
    let game = testing::load_text("test", rules).expect("sound rules");
    let claim = |least| Claim { player: Player::First, least, moves: vec![0; 20] };
    let at = game.start();
    let went = check(&game, &at, &claim(Least::Win), ALL, &mut |_| true);
    assert!(matches!(went, Err(Refused::Wrong(..))), "{went:?}");
}
