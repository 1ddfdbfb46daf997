//! Makes a copy of every function for each player, in which "own" and "enemy"
//! are known to be the first or the second player's.
//!
//! **Before**
//! ```text
//! gen main(s0, v1, f2, d3) {
//! b0:
//!     X4 = pieces s0, own v1, man
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     choose direction for v1 in {north} {south} -> b2(..)
//! …
//! ```
//! **After**
//! ```text
//! gen main(s0, v1, f2, d3) {
//! b0:
//!     if v1 is first ? b1 : b2
//! b1:
//!     call main@first(s0, v1, f2, d3) -> b3(..)
//! b2:
//!     call main@second(s0, v1, f2, d3) -> b3(..)
//! b3(s4, f5, d6):
//!     yield s4, f5, d6
//! }
//!
//! gen main@first(s0, v1, f2, d3) {
//! b0:
//!     X4 = pieces s0, first v1, man
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     choose direction for v1 in {north} -> b2(..)
//! …
//! ```
//! **Conditions** The game has two players, and the program is not larger than
//! the budget. The turn, the evaluations and the bounds are split; what the
//! referee does stays. A function that is run for a player who is not known at
//! that place stays as well.

use super::rewrite::{drop_unreachable, fresh, size, tidy};
use crate::program::*;
use game::{Facts, Player};

/// How large a program may be to be copied: about ten times chess.
const BUDGET: usize = 20_000;

/// Splits the entries of a program by player.
pub(super) fn run(program: &mut Program) {
    let total: usize = program.funcs.iter().map(size).sum();
    if program.facts.n_players() < 2 || total > BUDGET {
        return;
    }
    let entries = &program.entries;
    let mut roots = vec![entries.main];
    roots.extend(entries.evaluations.iter().chain(&entries.bounds));
    roots.sort();
    roots.dedup();
    let n = program.funcs.len();
    let mut copies = Copies { n, is_met: vec![false; 2 * n], open: Vec::new() };
    let both: Vec<[FuncId; 2]> =
        roots.iter().map(|&root| Player::BOTH.map(|player| copies.copy(root, player))).collect();
    // What is not met is not copied, and dropped in the end.
    program.funcs.extend_from_within(..);
    program.funcs.extend_from_within(..n);
    while let Some((func, player)) = copies.open.pop() {
        let id = copies.copy(func, player);
        let copy = &mut program.funcs[id.index()];
        copy.name = format!("{}@{}", copy.name, word(player));
        specialize(copy, &program.facts, player, &mut copies);
        tidy(copy, &program.facts);
    }
    for (root, both) in roots.into_iter().zip(both) {
        let func = &mut program.funcs[root.index()];
        decide(func, both);
    }
    drop_unreachable(program);
}

fn word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// The copies of all functions: first the functions themselves, then those of
/// the first player, then those of the second.
struct Copies {
    n: usize,
    is_met: Vec<bool>,
    /// Those that are still to be made.
    open: Vec<(FuncId, Player)>,
}

impl Copies {
    /// The copy of a function for a player.
    fn copy(&mut self, func: FuncId, player: Player) -> FuncId {
        let place = player.index() * self.n + func.index();
        if !std::mem::replace(&mut self.is_met[place], true) {
            self.open.push((func, player));
        }
        FuncId((self.n + place) as u32)
    }
}

/// Makes a function one that asks whom it is run for, and runs the copy for that player.
fn decide(func: &mut Func, both: [FuncId; 2]) {
    (func.types, func.sources) = (crate::ENTRY.to_vec(), Sources::NONE);
    let [s, v, f, d] = [0, 1, 2, 3].map(Value);
    let args = Args { s, v, f, d };
    let to = |block: u32| Target { block: BlockId(block), args: Vec::new() };
    let term = Term::If { cond: Cond::Is { v, player: Player::First }, yes: to(1), no: to(2) };
    func.blocks = vec![Block::new(vec![s, v, f, d], Vec::new(), term)];
    for callee in both {
        let (mut insts, mut term) = (Vec::new(), Term::Call { func: callee, args, then: to(3) });
        if func.kind == FuncKind::Num {
            let dst = fresh(func, Type::Number);
            insts.push(Inst::Number { dst, expr: NumExpr::Call { func: callee, args } });
            term = Term::Return(dst);
        }
        func.blocks.push(Block::new(Vec::new(), insts, term));
    }
    if func.kind == FuncKind::Gen {
        let result = [Type::Position, Type::Field, Type::Direction].map(|ty| fresh(func, ty));
        let [s, f, d] = result;
        let term = Term::Yield { s, f, d };
        func.blocks.push(Block::new(result.to_vec(), Vec::new(), term));
    }
}

/// Puts in what is known if a function is run for this player.
fn specialize(func: &mut Func, facts: &Facts, player: Player, copies: &mut Copies) {
    let who = players(func, player);
    let who = |v: &Value| who[v.index()];
    for block in &mut func.blocks {
        for inst in &mut block.insts {
            match inst {
                Inst::Set { expr, .. } => specialize_set(expr, facts, &who),
                Inst::Number { expr: NumExpr::Reserve { v, whose, .. }, .. }
                | Inst::Write {
                    write: Write::Put { v, whose, .. } | Write::PutAll { v, whose, .. },
                    ..
                } => *whose = owner(*whose, who(v)),
                _ => {}
            }
        }
        match &mut block.term {
            Term::ChooseDirection { v, from: Directions::Compass(sides), .. } => {
                if let Some(player) = who(v) {
                    sides[player.other().index()] = sides[player.index()].clone();
                }
            }
            Term::If { cond: Cond::Is { v, player }, yes, no } => {
                if let Some(known) = who(v) {
                    let then = if known == *player { yes } else { no };
                    block.term = Term::Jump(then.clone());
                }
            }
            _ => {}
        }
        run_copies(block, &who, copies);
    }
}

/// Lets a block run the copies for the players that are known.
fn run_copies(block: &mut Block, who: &dyn Fn(&Value) -> Option<Player>, copies: &mut Copies) {
    let player = |args: Option<&Args>| args.and_then(|args| who(&args.v));
    let mut run = |for_whom: Option<Player>, func: &mut FuncId| {
        if let Some(player) = for_whom {
            *func = copies.copy(*func, player);
        }
    };
    for inst in &mut block.insts {
        let for_whom = player(inst.args());
        inst.callees_mut(&mut |func| run(for_whom, func));
    }
    let for_whom = player(block.term.args());
    block.term.callees_mut(&mut |func| run(for_whom, func));
}

/// Which player each value is, as far as that is known.
fn players(func: &Func, player: Player) -> Vec<Option<Player>> {
    let mut who = vec![None; func.types.len()];
    // Players are not passed between blocks in what rules are compiled to, so
    // parameters but those of the function are not followed.
    who[func.blocks[0].params[1].index()] = Some(player);
    for inst in func.blocks.iter().flat_map(|block| &block.insts) {
        if let Inst::Other { dst, v } = inst {
            who[dst.index()] = who[v.index()].map(Player::other);
        }
    }
    who
}

fn specialize_set(expr: &mut SetExpr, facts: &Facts, who: &dyn Fn(&Value) -> Option<Player>) {
    match expr {
        SetExpr::Pieces { v, whose, .. } => *whose = owner(*whose, who(v)),
        SetExpr::Sides { v, sides } => {
            if let Some(player) = who(v) {
                *expr = SetExpr::Const(sides[player.index()].clone());
            }
        }
        SetExpr::Zone { zone, v } => {
            if let Some(player) = who(v) {
                *expr = SetExpr::Const(facts.zones[zone.index()].fields[player.index()].clone());
            }
        }
        _ => {}
    }
}

/// Whose it is if the point of view is this player's.
fn owner(whose: Whose, player: Option<Player>) -> Whose {
    match (whose, player) {
        (Whose::Own, Some(Player::First)) | (Whose::Enemy, Some(Player::Second)) => Whose::First,
        (Whose::Own, Some(Player::Second)) | (Whose::Enemy, Some(Player::First)) => Whose::Second,
        _ => whose,
    }
}
