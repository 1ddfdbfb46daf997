//! Journals: whatever ends the work of ranks, other ranks go on with what was noted, and come to
//! the same answer with less work.

use crate::puzzles::{cost, fifteen, korf, native, task as puzzle_task};
use crate::ranks_proof::{load, task};
use game::Game;
use ranks::{Journal, Network, run};
use search::{
    Limits, Method, PuzzleMethod, PuzzleTask, Stop, Task, Unproved, Unsolved, prove,
    prove_with_journal, solve_puzzle_with_journal,
};
use std::sync::Mutex;

/// A journal in memory.
#[derive(Clone, Default)]
struct Notes(Vec<(u64, Vec<u8>)>);

impl Journal for Notes {
    fn known(&mut self) -> Vec<(u64, Vec<u8>)> {
        self.0.clone()
    }

    fn note(&mut self, number: u64, what: &[u8]) -> std::io::Result<()> {
        self.0.push((number, what.to_vec()));
        Ok(())
    }
}

/// A journal on a disk that is full.
struct Full;

impl Journal for Full {
    fn known(&mut self) -> Vec<(u64, Vec<u8>)> {
        Vec::new()
    }

    fn note(&mut self, _: u64, _: &[u8]) -> std::io::Result<()> {
        Err(std::io::Error::other("no room"))
    }
}

/// What the first rank of so many says; it alone has the journal.
fn by_ranks<T: Send>(
    size: usize,
    journal: &Mutex<impl Journal + Send>,
    work: impl Fn(&mut ranks::Team<'_>, Option<&mut dyn Journal>) -> T + Sync,
) -> T {
    let said = run(size, Network::unruly(size as u64), |team| match team.is_first() {
        true => work(team, Some(&mut *journal.lock().expect("nobody else has it"))),
        false => work(team, None),
    });
    said.into_iter().next().expect("there is a first rank")
}

#[test]
fn puzzles_go_on_with_what_was_noted() {
    let game = native("fifteen");
    let (_, tiles, length) = korf().into_iter().find(|(n, ..)| *n == 55).expect("it is there");
    let at = fifteen(&game, &tiles);
    let solve = |size, nodes, journal: &Mutex<Notes>| {
        let limits = Limits { nodes, ..Limits::default() };
        let task = PuzzleTask { limits, ..puzzle_task(PuzzleMethod::IdaStar) };
        by_ranks(size, journal, |team, journal| {
            solve_puzzle_with_journal(team, &game, (&at, &[]), &task, journal, &mut |_| {})
        })
    };
    let nothing = Mutex::new(Notes::default());
    let whole = solve(1, None, &nothing).expect("a solution");
    assert_eq!(cost(&game, &at, &whole), Some(length));
    let journal = Mutex::new(Notes::default());
    let mut in_all = 0;
    for (size, part) in [(3, 4), (2, 3)] {
        let stopped = solve(size, Some(whole.nodes / part), &journal).err();
        assert_eq!(stopped, Some(Unsolved::Stopped(Stop::Nodes)), "{size} ranks");
        in_all += whole.nodes / part;
    }
    assert!(journal.lock().expect("it is free").0.len() > 100);
    for size in [1, 2, 4] {
        let journal = Mutex::new(journal.lock().expect("it is free").clone());
        let rest = solve(size, None, &journal).expect("a solution");
        assert_eq!(cost(&game, &at, &rest), Some(length), "{size} ranks");
        // The top of each round is made again, and jobs that were under way are done again.
        let saved = whole.nodes.saturating_sub(rest.nodes);
        assert!(saved * 2 > in_all, "{saved} of {in_all} nodes by {size} ranks");
    }
}

/// A disk that is full ends the work with a message that says so, at all ranks.
#[test]
fn a_full_disk_is_told() {
    let game = native("eight_puzzle");
    let task = puzzle_task(PuzzleMethod::IdaStar);
    let said = by_ranks(3, &Mutex::new(Full), |team, journal| {
        let at = game.start();
        solve_puzzle_with_journal(team, &game, (&at, &[]), &task, journal, &mut |_| {}).err()
    });
    let Some(Unsolved::Lost(lost)) = said else { panic!("{said:?}") };
    assert!(lost.why.contains("the journal cannot be written: no room"), "{lost}");
}

const CONNECT4: &str = "extends connect4 dimensions (5,5)";
const HEX4: &str = "extends hex dimensions (4,4) hexagonal zones { far row 4 column d }";

#[test]
fn proofs_go_on_with_what_was_noted() {
    for (rules, method) in [(CONNECT4, Method::AlphaBeta), (HEX4, Method::DfPn)] {
        let game = load(rules);
        let at = game.start();
        let alone = prove(&game, &at, &[], &task(method), &mut |_| {}).expect("a proof");
        let proved = |size, nodes, journal: &Mutex<Notes>| {
            let limits = Limits { nodes, ..Limits::default() };
            let task = Task { limits, ..task(method) };
            by_ranks(size, journal, |team, journal| {
                prove_with_journal(team, &game, (&at, &[]), &task, journal, &mut |_| {})
            })
        };
        let journal = Mutex::new(Notes::default());
        let stopped = proved(2, Some(alone.nodes / 2), &journal).err();
        assert_eq!(stopped, Some(Unproved::Stopped(Stop::Nodes)), "{method:?}");
        assert!(!journal.lock().expect("it is free").0.is_empty(), "{method:?}");
        for size in [1, 3] {
            let journal = Mutex::new(journal.lock().expect("it is free").clone());
            let by = proved(size, None, &journal).expect("a proof");
            assert_eq!(by.proof.outcome, alone.outcome, "{method:?}, {size} ranks");
        }
        // What is noted in the end makes the same proof a matter of a few nodes.
        let again = proved(1, None, &journal).expect("a proof");
        let last = proved(2, None, &journal).expect("a proof");
        assert_eq!(last.proof.outcome, alone.outcome);
        let (first, last) = (again.proof.nodes, last.proof.nodes);
        assert!(last * 2 < alone.nodes, "{method:?}: {} {first} {last}", alone.nodes);
        let full = by_ranks(2, &Mutex::new(Full), |team, journal| {
            prove_with_journal(team, &game, (&at, &[]), &task(method), journal, &mut |_| {})
        });
        let Err(Unproved::Checkpoint(why)) = full else { panic!("{full:?}") };
        assert!(why.contains("no room"), "{why}");
    }
}
