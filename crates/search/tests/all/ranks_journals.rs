//! Journals: whatever ends the work of ranks, other ranks go on with what was noted, and come to
//! the same answer with less work.

use crate::puzzles::{cost, fifteen, korf, native, task as puzzle_task};
use crate::ranks_proof::{load, task};
use game::Game;
use ranks::{Journal, Network, run};
use search::{
    Limits, Method, PuzzleMethod, PuzzleTask, Reached, Stop, Task, Unproved, Unsolved, prove,
    prove_with_journal, solve_puzzle_with_journal,
};
use std::sync::Mutex;

/// The instance of Korf's that is solved: some million nodes.
const HARDER: u32 = 28;

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

/// What the first rank of this many says; it alone has the journal.
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
    let (_, tiles, length) = korf().into_iter().find(|(n, ..)| *n == HARDER).expect("it is there");
    let at = fifteen(&game, &tiles);
    let solve = |size, nodes, journal: &Mutex<Notes>| {
        let limits = Limits { nodes, ..Limits::default() };
        let task = PuzzleTask { limits, ..puzzle_task(PuzzleMethod::IdaStar) };
        by_ranks(size, journal, |team, journal| {
            solve_puzzle_with_journal(
                team,
                &game,
                Reached { at: &at, past: &[] },
                &task,
                journal,
                &mut |_| {},
            )
        })
    };
    let nothing = Mutex::new(Notes::default());
    let whole = solve(1, None, &nothing).expect("a solution");
    assert_eq!(cost(&game, &at, &whole), Some(length));
    let journal = Mutex::new(Notes::default());
    for (size, part) in [(3, 4), (2, 3)] {
        let stopped = solve(size, Some(whole.nodes / part), &journal).err();
        assert_eq!(stopped, Some(Unsolved::Stopped(Stop::Nodes)), "{size} ranks");
    }
    assert!(journal.lock().expect("it is free").0.len() > 100);
    for size in [1, 2, 4] {
        let journal = Mutex::new(journal.lock().expect("it is free").clone());
        let rest = solve(size, None, &journal).expect("a solution");
        assert_eq!(cost(&game, &at, &rest), Some(length), "{size} ranks");
        // Several ranks make the top of each round several times.
        assert!(size > 1 || rest.nodes < whole.nodes, "{} of {}", rest.nodes, whole.nodes);
    }
}

/// A disk that is full ends the work with a message that says so, at all ranks.
#[test]
fn a_full_disk_is_told() {
    let game = native("fifteen");
    let task = puzzle_task(PuzzleMethod::IdaStar);
    let (_, tiles, _) = korf().into_iter().find(|(n, ..)| *n == HARDER).expect("it is there");
    let at = fifteen(&game, &tiles);
    let said = by_ranks(3, &Mutex::new(Full), |team, journal| {
        solve_puzzle_with_journal(
            team,
            &game,
            Reached { at: &at, past: &[] },
            &task,
            journal,
            &mut |_| {},
        )
        .err()
    });
    let Some(Unsolved::Lost(lost)) = said else { panic!("{said:?}") };
    assert!(lost.why.contains("the journal cannot be written: no room"), "{lost}");
}

const CONNECT4: &str = "extends connect4 dimensions (5,5)";
const HEX: &str = "extends hex dimensions (5,4) hexagonal zones { far row 4 column e }";

/// More ranks than search together by df-pn: these are handed jobs.
const JOBS: usize = 8;

/// A proof by this many ranks and nodes.
fn proved(
    game: &native::Native,
    (method, nodes): (Method, Option<u64>),
    size: usize,
    journal: &Mutex<impl Journal + Send>,
) -> Result<search::TeamProof<native::Position>, Unproved> {
    let limits = Limits { nodes, ..Limits::default() };
    let task = Task { limits, ..task(method) };
    let at = game.start();
    by_ranks(size, journal, |team, journal| {
        prove_with_journal(team, game, Reached { at: &at, past: &[] }, &task, journal, &mut |_| {})
    })
}

/// Ranks that are stopped leave what they have found to others.
#[test]
fn alpha_beta_goes_on_with_what_was_noted() {
    let game = load(CONNECT4);
    let by = Method::AlphaBeta;
    let alone = prove(&game, &game.start(), &[], &task(by), &mut |_| {}).expect("a proof");
    let journal = Mutex::new(Notes::default());
    let stopped = proved(&game, (by, Some(alone.nodes / 2)), 2, &journal).err();
    assert_eq!(stopped, Some(Unproved::Stopped(Stop::Nodes)));
    assert!(!journal.lock().expect("it is free").0.is_empty());
    for size in [3, 1] {
        let rest = proved(&game, (by, None), size, &journal).expect("a proof");
        assert_eq!(rest.proof.outcome, alone.outcome, "{size} ranks");
    }
    // All is known now but for what took little work.
    let again = proved(&game, (by, None), 1, &journal).expect("a proof").proof;
    assert_eq!(again.outcome, alone.outcome);
    assert!(again.nodes * 2 < alone.nodes, "{} of {}", again.nodes, alone.nodes);
}

#[test]
fn df_pn_goes_on_with_what_was_noted() {
    let game = load(HEX);
    let by = Method::DfPn;
    let alone = prove(&game, &game.start(), &[], &task(by), &mut |_| {}).expect("a proof");
    // What ranks note together is a matter of who is first; not whether they note something.
    for size in [2, JOBS] {
        let journal = Mutex::new(Notes::default());
        for _ in 0..2 {
            let found = proved(&game, (by, None), size, &journal).expect("a proof").proof;
            assert_eq!(found.outcome, alone.outcome, "{size} ranks");
            assert!(!journal.lock().expect("it is free").0.is_empty(), "{size} ranks");
        }
    }
    // What one rank notes is always the same, and all numbers of ranks begin with it.
    let journal = Mutex::new(Notes::default());
    let first = proved(&game, (by, None), 1, &journal).expect("a proof").proof;
    assert_eq!((first.outcome, first.nodes), (alone.outcome, alone.nodes));
    let again = proved(&game, (by, None), 1, &journal).expect("a proof").proof;
    assert!(again.nodes < alone.nodes, "{} of {}", again.nodes, alone.nodes);
    for size in [1, 3, JOBS] {
        let found = proved(&game, (by, None), size, &journal).expect("a proof").proof;
        assert_eq!(found.outcome, alone.outcome, "{size} ranks");
    }
}

/// What was solved since the last look for messages is noted when a limit ends the work, too.
#[test]
fn df_pn_notes_what_it_solved_just_before_it_is_stopped() {
    /// After this many nodes a search looks for messages, and notes what it has solved.
    const BETWEEN_LOOKS: u64 = 256;
    let game = load(HEX);
    let noted = |nodes| {
        let journal = Mutex::new(Notes::default());
        let stopped = proved(&game, (Method::DfPn, Some(nodes)), 1, &journal).err();
        assert_eq!(stopped, Some(Unproved::Stopped(Stop::Nodes)), "{nodes} nodes");
        let noted = journal.into_inner().expect("it is free").0;
        noted.into_iter().flat_map(|(_, what)| what).collect::<Vec<u8>>()
    };
    // With more nodes more is noted: at last, the first position that took enough work.
    let alone = prove(&game, &game.start(), &[], &task(Method::DfPn), &mut |_| {});
    let (mut too_few, mut enough) = (1, alone.expect("a proof").nodes - 1);
    while too_few + 1 < enough {
        let middle = u64::midpoint(too_few, enough);
        match noted(middle).is_empty() {
            true => too_few = middle,
            false => enough = middle,
        }
    }
    assert!(!noted(enough).is_empty(), "{enough} nodes");
    // It was solved between two looks.
    assert!((2..BETWEEN_LOOKS - 1).contains(&(enough % BETWEEN_LOOKS)), "{enough} nodes");
}

/// What nobody can read is not taken for nothing: the journal would be continued after it.
#[test]
fn proofs_tell_of_a_journal_that_they_cannot_read() {
    for (rules, method) in [(CONNECT4, Method::AlphaBeta), (HEX, Method::DfPn)] {
        for size in [1, 3, JOBS] {
            let strange = (0..4).map(|number| (number, vec![0xff; 5])).collect();
            let said = proved(&load(rules), (method, None), size, &Mutex::new(Notes(strange)));
            let Err(Unproved::Checkpoint(why)) = said else { panic!("{method:?}: {said:?}") };
            assert!(why.contains("no way that can be read"), "{why}");
        }
    }
}

#[test]
fn proofs_tell_of_a_full_disk() {
    let df_pn = [2, JOBS].map(|size| (HEX, Method::DfPn, size));
    for (rules, method, size) in [(CONNECT4, Method::AlphaBeta, 2)].into_iter().chain(df_pn) {
        let full = proved(&load(rules), (method, None), size, &Mutex::new(Full));
        let Err(Unproved::Checkpoint(why)) = full else { panic!("{method:?}, {size}: {full:?}") };
        assert!(why.contains("no room"), "{why}");
    }
}
