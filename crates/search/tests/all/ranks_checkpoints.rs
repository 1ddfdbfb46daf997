//! Sweeps that are broken off and continued by another number of ranks: the same answer, and
//! work that was done before a checkpoint is not done again.

use crate::ranks_proof::{load, place, task};
use native::Native;
use ranks::{Keeper, Network, run};
use search::{
    Checkpoints, Limits, Method, Stop, Task, TeamProof, Unproved, prove, prove_with_checkpoints,
};
use std::io::{Error, Read, Result as IoResult, Write};
use std::sync::Mutex;

/// What all ranks keep, by rank: the last checkpoint, and what of the next is written.
#[derive(Default)]
struct Shelf {
    last: Vec<Vec<u8>>,
    next: Vec<Vec<u8>>,
}

/// A keeper that has room for a number of checkpoints and loses its rank with the one after.
struct OnShelf<'s> {
    shelf: &'s Mutex<Shelf>,
    rank: usize,
    /// A checkpoint is due when it was asked for so often.
    every: u64,
    asked: u64,
    room: usize,
}

impl Write for OnShelf<'_> {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        let mut shelf = self.shelf.lock().expect("no rank broke down");
        shelf.next[self.rank].extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

impl Keeper for OnShelf<'_> {
    fn is_due(&mut self) -> bool {
        assert_eq!(self.rank, 0, "only the first rank is asked");
        self.asked += 1;
        self.asked.is_multiple_of(self.every)
    }

    fn write(&mut self) -> IoResult<Box<dyn Write + '_>> {
        self.room = self.room.checked_sub(1).ok_or_else(|| Error::other("the disk is full"))?;
        let mut shelf = self.shelf.lock().expect("no rank broke down");
        let n = shelf.next.len().max(self.rank + 1);
        shelf.next.resize(n, Vec::new());
        shelf.next[self.rank].clear();
        drop(shelf);
        Ok(Box::new(self))
    }

    fn written(&mut self, whole: bool) -> IoResult<()> {
        let mut shelf = self.shelf.lock().expect("no rank broke down");
        let n = shelf.last.len().max(self.rank + 1);
        shelf.last.resize(n, Vec::new());
        if whole {
            shelf.last[self.rank] = shelf.next[self.rank].clone();
        }
        Ok(())
    }

    fn read(&mut self, part: usize) -> IoResult<Option<Box<dyn Read + '_>>> {
        let shelf = self.shelf.lock().expect("no rank broke down");
        let part = shelf.last.get(part).filter(|part| !part.is_empty()).cloned();
        Ok(part.map(|part| Box::new(std::io::Cursor::new(part)) as Box<dyn Read>))
    }
}

type Answer = Result<TeamProof<native::Position>, Unproved>;

/// What all ranks say with these checkpoints; it is the same. The last rank has less room.
fn go_on(
    (game, at): (&Native, &native::Position),
    task: &Task,
    size: usize,
    (shelf, every, room): (&Mutex<Shelf>, u64, usize),
) -> Answer {
    let mut said = run(size, Network::unruly(size as u64), |team| {
        let rank = team.rank();
        let room = if rank + 1 == size { room } else { usize::MAX };
        let mut keeper = OnShelf { shelf, rank, every, asked: 0, room };
        let checkpoints = Some(Checkpoints { keeper: &mut keeper, rules: 7 });
        prove_with_checkpoints(team, game, at, &[], task, checkpoints, &mut |_| {})
    });
    let first = said.swap_remove(0);
    said.into_iter().for_each(|other| assert_eq!(other, first, "{size} ranks"));
    first
}

/// Ranks that break down after a few checkpoints, each time another number of them.
fn check(rules: &str, every: u64) {
    let game = load(rules);
    let at = place(&game, "", "");
    let task = task(Method::Sweep);
    let alone = prove(&game, &at, &[], &task, &mut |_| {}).expect("a proof");
    let shelf = Mutex::new(Shelf::default());
    let mut n_broken = 0;
    let mut sizes = [3, 2, 4, 1, 8].into_iter().cycle();
    let by = loop {
        let size = sizes.next().expect("there is always another");
        match go_on((&game, &at), &task, size, (&shelf, every, 2)) {
            Err(Unproved::Checkpoint(why)) => assert!(why.contains("the disk is full"), "{why}"),
            by => break by.expect("a proof"),
        }
        n_broken += 1;
        assert!(n_broken < 1000, "each run gets farther than the one before");
    };
    let fresh = go_on((&game, &at), &task, 3, (&Mutex::default(), u64::MAX, 0)).expect("a proof");
    for proof in [&by.proof, &fresh.proof] {
        assert_eq!((proof.outcome, proof.turns), (alone.outcome, alone.turns), "{rules}");
        assert_eq!(proof.moves, alone.moves, "{rules}");
        assert_eq!(proof.positions, fresh.proof.positions, "{rules}");
    }
    assert!(n_broken >= 3, "{rules}: only {n_broken} runs were broken off");
    assert!(by.proof.nodes < fresh.proof.nodes, "{rules}: work was done again");
}

#[test]
fn sweeps_go_on_with_other_ranks() {
    check("three_mens_morris", 8);
    // Points go back one after the other.
    check(
        "extends othello dimensions (4,4) zones { corner (a1, a4, d1, d4) }
            start { 4/1XO1/1OX1/4 }",
        40,
    );
}

#[test]
fn a_limit_makes_a_last_checkpoint() {
    let game = load("tictactoe");
    let at = place(&game, "", "");
    let shelf = Mutex::new(Shelf::default());
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let short = Task { limits, ..task(Method::Sweep) };
    let mut n_stops = 0;
    let by = loop {
        match go_on((&game, &at), &short, 2 + n_stops % 3, (&shelf, u64::MAX, usize::MAX)) {
            Err(Unproved::Stopped(Stop::Nodes)) => n_stops += 1,
            by => break by.expect("a proof"),
        }
        assert!(n_stops < 20, "each run gets farther than the one before");
    };
    assert_eq!(by.proof.outcome.value, 0);
    assert!(n_stops > 1);
}

#[test]
fn checkpoints_of_other_sweeps_are_refused() {
    let (game, other) = (load("tictactoe"), load("three_mens_morris"));
    let shelf = Mutex::new(Shelf::default());
    let task = task(Method::Sweep);
    let at = place(&game, "", "");
    let full = go_on((&game, &at), &task, 2, (&shelf, 3, 1));
    assert!(matches!(full, Err(Unproved::Checkpoint(_))), "{full:?}");
    let check = |game: &Native, moves: &str, expected: &str| {
        let at = place(game, "", moves);
        match go_on((game, &at), &task, 3, (&shelf, u64::MAX, 0)) {
            Err(Unproved::Checkpoint(why)) => assert!(why.contains(expected), "{why}"),
            other => panic!("{other:?}"),
        }
    };
    check(&other, "", "another position");
    check(&game, "a1", "another position");
    let part = shelf.lock().expect("no rank broke down").last[1].split_off(100);
    check(&game, "", "damaged");
    shelf.lock().expect("no rank broke down").last[1].extend(part);
    let by = go_on((&game, &at), &task, 3, (&shelf, u64::MAX, 0)).expect("a proof");
    assert_eq!(by.proof.outcome.value, 0);
}
