//! The program of a game in which nobody ever has a move: what it says about a
//! position is what becomes of a player who cannot move there.
//!
//! Rules usually try the moves first and say how the game ends `else`. So every
//! `try` whose first part can do nothing but move is replaced by its second part.
//! What is left says, in chess, that a player in check has lost: the threat that
//! every answer to a check must meet.

use crate::analyses::{CallGraph, Said, outcomes};
use crate::passes::rewrite::tidy;
use crate::program::*;
use crate::refusals::Refusals;

/// The program without its moves. What remains of a rule that offers nothing but
/// moves still offers them; callers that ask for the outcome take them for no answer.
pub fn without_moves(program: &Program) -> Program {
    let moves = only_moves(program);
    let mut stuck = program.clone();
    for func in &mut stuck.funcs {
        for block in &mut func.blocks {
            if let Term::OrElse { first, second, args, then } = &block.term
                && moves[first.index()]
            {
                block.term = Term::Call { func: *second, args: *args, then: then.clone() };
            }
        }
    }
    stuck
}

/// The program as far as it says something before anybody moves: whatever can do
/// nothing but move, and what follows if that is impossible, gives nothing; but what follows
/// where a guard forbids to move stays. What is left says, where rules look for a line of the
/// opponent at the beginning of a turn, that the player has lost.
///
/// A first part of a `try` that gives less without its moves may fail where there are some:
/// what follows then is left out, too.
pub fn before_moves(program: &Program) -> Program {
    let moves = only_moves(program);
    let nothing = FuncId(program.funcs.len() as u32);
    let mut with_nothing = program.clone();
    with_nothing.funcs.push(giving_nothing());
    let mut before = with_nothing.clone();
    let mut refusals = Refusals::new(&with_nothing);
    let turns = turns(program);
    let mut gives_less = vec![false; program.funcs.len()];
    for func in &turns {
        for block in &mut before.funcs[func.index()].blocks {
            let is_move = |func: &FuncId| moves[func.index()];
            let (called, args, then) = match &block.term {
                Term::OrElse { first, second, args, then } if is_move(first) => {
                    (refusals.or_else(*first, *second).unwrap_or(nothing), args, then)
                }
                Term::OrElse { first, second, args, then } if is_move(second) => {
                    (*first, args, then)
                }
                Term::Call { func, args, then } | Term::Best { func, args, then, .. }
                    if is_move(func) =>
                {
                    (nothing, args, then)
                }
                _ => continue,
            };
            block.term = Term::Call { func: called, args: *args, then: then.clone() };
            gives_less[func.index()] = true;
        }
    }
    before.funcs.extend(refusals.made());
    gives_less.resize(before.funcs.len(), true);
    leave_out_what_follows(&mut before, &turns, gives_less);
    before
}

/// Lets a `try` say no more than its first part, if that may fail only because it gives less
/// than it did.
fn leave_out_what_follows(before: &mut Program, turns: &[FuncId], mut gives_less: Vec<bool>) {
    loop {
        let known = gives_less.clone();
        for func in turns {
            for block in &mut before.funcs[func.index()].blocks {
                if let Term::OrElse { first, args, then, .. } = &block.term
                    && gives_less[first.index()]
                {
                    block.term = Term::Call { func: *first, args: *args, then: then.clone() };
                }
                let (results, _) = block.term.results();
                gives_less[func.index()] |= results.iter().any(|it| gives_less[it.index()]);
            }
        }
        if gives_less == known {
            return;
        }
    }
}

/// What the rules say of a position before anybody moves, for searches that stop looking
/// there: a king may be gone, or too few men be left, and no evaluation says so. Nothing if
/// nobody wins or loses like that, but only by moves or because there is none.
///
/// Draws alone are no reason to ask, and what has occurred before is left out, as if nothing
/// had: nearly all games are drawn after many quiet turns and by repetition, a search sees
/// that one turn later as well, and asking in every position would cost all of them.
pub fn ends_before_moves(program: &Program) -> Option<Program> {
    let mut before = before_moves(program);
    for func in &mut before.funcs {
        if forget_the_past(func) {
            tidy(func, &before.facts);
        }
    }
    let decides = |said: &Said| !said.moved && (said.may_win() || said.may_lose());
    outcomes(&before).iter().any(decides).then_some(before)
}

/// Decides as if no position had occurred before; whether there was something to decide.
fn forget_the_past(func: &mut Func) -> bool {
    let is_past = |cond: &Cond| matches!(cond, Cond::Occurred { times: 2.., .. });
    if !func.conds().any(is_past) {
        return false;
    }
    for block in &mut func.blocks {
        let n_insts = block.insts.len();
        block.insts.retain(|inst| !matches!(inst, Inst::Guard { cond, .. } if is_past(cond)));
        if block.insts.len() < n_insts {
            block.term = Term::Die;
        }
        if let Term::If { cond, no, .. } = &block.term
            && is_past(cond)
        {
            block.term = Term::Jump(no.clone());
        }
    }
    true
}

/// The functions whose results are results of a turn, and that nothing else runs: a
/// question may move, too, without making a move.
fn turns(program: &Program) -> Vec<FuncId> {
    let calls = CallGraph::new(program);
    let (mut turns, mut asked) = (vec![program.entries.main], Vec::new());
    let mut at = 0;
    while let Some(&func) = turns.get(at) {
        at += 1;
        let blocks = &program.funcs[func.index()].blocks;
        let results: Vec<FuncId> = blocks.iter().flat_map(|block| block.term.results().0).collect();
        asked.extend(calls.callees(func).iter().filter(|callee| !results.contains(callee)));
        for result in results {
            if !turns.contains(&result) {
                turns.push(result);
            }
        }
    }
    let asked = calls.reachable(asked);
    turns.retain(|func| !asked.contains(func));
    turns
}

/// A function without results.
fn giving_nothing() -> Func {
    let types = vec![Type::Position, Type::Player, Type::Field, Type::Direction];
    let params = (0..types.len() as u32).map(Value).collect();
    let block = Block::new(params, Vec::new(), Term::Die);
    Func {
        name: "nothing".to_string(),
        about: String::new(),
        kind: FuncKind::Gen,
        types,
        sources: Sources::NONE,
        blocks: vec![block],
        depth: None,
    }
}

/// For each function, whether all of its results have changed the board or passed.
/// Taken for granted first and withdrawn until nothing speaks against it any more.
fn only_moves(program: &Program) -> Vec<bool> {
    let mut moves = vec![true; program.funcs.len()];
    loop {
        let still: Vec<bool> = program.funcs.iter().map(|func| has_moved(func, &moves)).collect();
        if still == moves {
            return moves;
        }
        moves = still;
    }
}

/// Whether every result of a function has moved, given which functions do.
fn has_moved(func: &Func, moves: &[bool]) -> bool {
    let mut moved = vec![true; func.types.len()];
    if let Some(&start) = func.blocks.first().and_then(|block| block.params.first()) {
        moved[start.index()] = false;
    }
    loop {
        let before = moved.clone();
        for block in &func.blocks {
            for inst in &block.insts {
                if let Inst::Write { dst, s, write } = inst {
                    moved[dst.index()] = after(write, moved[s.index()]);
                }
            }
            pass_on(func, block, moves, &mut moved);
        }
        if moved == before {
            break;
        }
    }
    func.blocks.iter().all(|block| match &block.term {
        Term::Yield { s, .. } => moved[s.index()],
        _ => true,
    })
}

/// Whether a position has moved for certain after a write.
fn after(write: &Write, before: bool) -> bool {
    match write.effect().moves {
        Moves::Surely => true,
        Moves::Undone => false,
        Moves::AsBefore | Moves::Perhaps => before,
    }
}

/// Withdraws from the parameters of the blocks that follow what does not hold.
fn pass_on(func: &Func, block: &Block, moves: &[bool], moved: &mut [bool]) {
    let given = match &block.term {
        Term::Call { func, args, .. } => Some(moved[args.s.index()] || moves[func.index()]),
        Term::Best { func, args, .. } => Some(moved[args.s.index()] || moves[func.index()]),
        Term::OrElse { first, second, args, .. } => {
            Some(moved[args.s.index()] || moves[first.index()] && moves[second.index()])
        }
        // They may do nothing at all.
        Term::Repeat { args, .. } | Term::Each { args, .. } => Some(moved[args.s.index()]),
        _ => None,
    };
    let n_given = block.term.gives().len();
    for target in block.term.targets().as_slice() {
        let params = &func.blocks[target.block.index()].params;
        if let (Some(given), Some(first)) = (given, params.first()) {
            moved[first.index()] &= given;
        }
        for (param, arg) in params[n_given..].iter().zip(&target.args) {
            moved[param.index()] &= moved[arg.index()];
        }
    }
}
