//! What the results of a turn may say about the end of the game: who says it, for whom, and
//! whether something may have moved before.
//!
//! The functions whose results reach the end of a turn are followed from the entry, each for
//! the points of view and for the positions (moved or not) that it is run with.

use crate::program::*;
use std::collections::BTreeSet;

/// Something that a turn may say about the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// What is said.
    pub verdict: Verdict,
    /// Whether it is said for the player whose turn it is; nothing if that is not known.
    pub own: Option<bool>,
    /// Whether something may have moved before it is said.
    pub moved: bool,
}

impl Said {
    /// Whether it may be that the player whose turn it is has won.
    pub fn may_win(&self) -> bool {
        !matches!(
            (self.verdict, self.own),
            (Verdict::Draw, _) | (Verdict::Win, Some(false)) | (Verdict::Lose, Some(true))
        )
    }

    /// Whether it may be that they have lost.
    pub fn may_lose(&self) -> bool {
        !matches!(
            (self.verdict, self.own),
            (Verdict::Draw, _) | (Verdict::Win, Some(true)) | (Verdict::Lose, Some(false))
        )
    }
}

/// A function that is run in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    func: FuncId,
    /// Whether the point of view is that of the player to move; nothing if that is not known.
    own: Option<bool>,
    /// Whether something has moved before.
    moved: bool,
}

/// All that the turns of a program may say about the end of the game.
pub fn outcomes(program: &Program) -> Vec<Said> {
    let (can_move, gives) = (can_move(program), gives(program));
    let mut runs = vec![Run { func: program.entries.main, own: Some(true), moved: false }];
    let mut met: BTreeSet<Run> = runs.iter().copied().collect();
    let mut said = Vec::new();
    while let Some(Run { func, own, moved }) = runs.pop() {
        let func = &program.funcs[func.index()];
        let Some(&[s, v, ..]) = func.blocks.first().map(|block| &block.params[..]) else {
            continue;
        };
        let moved = may_have_moved(func, moved.then_some(s), &can_move);
        let reached = reached(func, &gives);
        for block in func.blocks.iter().zip(&reached).filter_map(|(it, &is)| is.then_some(it)) {
            for inst in &block.insts {
                if let Inst::Write { s, write: Write::Outcome { v: whose, verdict }, .. } = inst {
                    let own = side(func, *whose, v, own);
                    let new = Said { verdict: *verdict, own, moved: moved[s.index()] };
                    if !said.contains(&new) {
                        said.push(new);
                    }
                }
            }
            let (called, Some(args)) = block.term.results() else { continue };
            let own = side(func, args.v, v, own);
            for called in called {
                let next = Run { func: called, own, moved: moved[args.s.index()] };
                if met.insert(next) {
                    runs.push(next);
                }
            }
        }
    }
    said
}

/// For each function, whether it may have a result at all.
fn gives(program: &Program) -> Vec<bool> {
    let mut gives = vec![false; program.funcs.len()];
    loop {
        let gives_something = |func: &Func| {
            let reached = reached(func, &gives);
            let yields = |block: &Block| matches!(block.term, Term::Yield { .. });
            func.blocks.iter().zip(reached).any(|(block, is_reached)| is_reached && yields(block))
        };
        let more: Vec<bool> = program.funcs.iter().map(gives_something).collect();
        if more == gives {
            return gives;
        }
        gives = more;
    }
}

/// For each block of a function, whether it may be reached, given which functions have
/// results.
fn reached(func: &Func, gives: &[bool]) -> Vec<bool> {
    let mut reached = vec![false; func.blocks.len()];
    reached[..1].fill(true);
    // Blocks lead only to blocks after them.
    for (i, block) in func.blocks.iter().enumerate() {
        let goes_on = match &block.term {
            Term::Call { func, .. } | Term::Best { func, .. } => gives[func.index()],
            Term::OrElse { first, second, .. } => gives[first.index()] || gives[second.index()],
            _ => true,
        };
        if reached[i] && goes_on {
            for target in block.term.targets() {
                reached[target.block.index()] = true;
            }
        }
    }
    reached
}

/// Whether a value is the point of view of the player to move, given the one that a function
/// is run with; nothing if that is not known.
fn side(func: &Func, mut value: Value, start: Value, own: Option<bool>) -> Option<bool> {
    let mut own = own?;
    // Each step leads to a value that was defined before.
    for _ in 0..=func.types.len() {
        if value == start {
            return Some(own);
        }
        let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
        value = insts.find_map(|inst| match inst {
            Inst::Other { dst, v } if *dst == value => Some(*v),
            _ => None,
        })?;
        own = !own;
    }
    None
}

/// For each value of a function, whether it may be a position in which something has moved;
/// `before` is the position that it is run on if something had moved there.
fn may_have_moved(func: &Func, before: Option<Value>, can_move: &[bool]) -> Vec<bool> {
    let mut moved = vec![false; func.types.len()];
    before.into_iter().for_each(|start| moved[start.index()] = true);
    // Blocks lead only to later ones.
    for block in &func.blocks {
        for inst in &block.insts {
            if let Inst::Write { dst, s, write } = inst {
                moved[dst.index()] = moved[s.index()] || moves(write);
            }
        }
        let (called, args) = block.term.results();
        let given = args.is_some_and(|args| moved[args.s.index()])
            || called.iter().any(|func| can_move[func.index()]);
        let n_given = block.term.gives().len();
        for target in block.term.targets().as_slice() {
            let params = &func.blocks[target.block.index()].params;
            if let Some(first) = params.first().filter(|_| args.is_some()) {
                moved[first.index()] |= given;
            }
            for (param, arg) in params[n_given..].iter().zip(&target.args) {
                moved[param.index()] |= moved[arg.index()];
            }
        }
    }
    moved
}

/// For each function, whether one of its results may have moved.
fn can_move(program: &Program) -> Vec<bool> {
    let mut can_move = vec![false; program.funcs.len()];
    loop {
        let may_move = |func: &Func| {
            func.blocks.iter().any(|block| {
                let is_move =
                    |inst: &Inst| matches!(inst, Inst::Write { write, .. } if moves(write));
                block.insts.iter().any(is_move)
                    || block.term.results().0.iter().any(|func| can_move[func.index()])
            })
        };
        let more: Vec<bool> = program.funcs.iter().map(may_move).collect();
        if more == can_move {
            return can_move;
        }
        can_move = more;
    }
}

/// Whether it may change what lies on the board or beside it, or is a turn by itself.
fn moves(write: &Write) -> bool {
    matches!(write.effect().moves, Moves::Perhaps | Moves::Surely)
}
