//! Takes moves apart that join in front of a question, and leads those for
//! which it cannot have become a yes around it.

use super::super::carry::{Carry, Roots};
use super::super::rewrite::{self, Substitution};
use super::moves::{Chain, Moves};
use super::question::{Question, questions};
use crate::analyses::{Edge, Flow, Site};
use crate::program::*;
use game::Facts;

/// How many ways may join where they are taken apart.
const JOINED: usize = 12;

/// A way to a question on which it may be skipped.
struct Skip {
    edge: Edge,
    chain: Chain,
    left: Vec<Value>,
}

/// Copies one block in which moves join, with what only it leads to, so that
/// each way to a question has a history of its own; whether there was one.
pub(super) fn take_apart(facts: &Facts, func: &mut Func, most: usize) -> bool {
    let flow = Flow::new(func);
    let found = questions(facts, func, &flow);
    let moves = Moves::new(facts, func, &flow);
    let size = rewrite::size(func);
    let join = found.iter().find_map(|question| {
        let joins = ways(func, &flow, question).filter_map(|(_, s)| join(&moves, question, s));
        let mut fitting = joins.filter(|&join| {
            let copies = flow.edges(join).len() - 1;
            size + copies * flow.region_size(func, join) <= most
        });
        fitting.next()
    });
    let Some(join) = join else { return false };
    let region: Vec<(BlockId, Block)> =
        flow.region(join).map(|id| (id, func.blocks[id.index()].clone())).collect();
    let types = func.types.clone();
    for &edge in &flow.edges(join)[1..] {
        let ids = rewrite::copy_blocks(func, &region, &types, &mut Substitution::default());
        lead(func, edge, Target { block: ids[&join], args: arguments(func, edge) });
    }
    true
}

/// The block in which different moves join on the way to this position, if
/// taking them apart helps one of them.
fn join(moves: &Moves<'_>, question: &Question, s: Value) -> Option<BlockId> {
    let chain = moves.chain(s);
    let Some(Site::Param(block, param)) = moves.flow.site(chain.start) else { return None };
    let edges = moves.flow.edges(block);
    if !(2..=JOINED).contains(&edges.len()) {
        return None;
    }
    let helps = edges.iter().any(|&edge| {
        let Some(arg) = moves.flow.argument(moves.func, edge, param) else { return false };
        let before = moves.chain(arg);
        let writes = chain.writes.iter().chain(&before.writes).copied().collect();
        let whole = Chain { writes, start: before.start };
        !before.writes.is_empty() && moves.left(&whole, question.pieces).is_some()
    });
    helps.then_some(block)
}

/// Each way to a question, with the position that it looks at there.
fn ways<'f>(
    func: &'f Func,
    flow: &'f Flow,
    question: &'f Question,
) -> impl Iterator<Item = (Edge, Value)> + 'f {
    flow.edges(question.block).iter().filter_map(move |&edge| {
        let s = match flow.site(question.position) {
            Some(Site::Param(block, at)) if block == question.block => {
                flow.argument(func, edge, at)?
            }
            _ => question.position,
        };
        Some((edge, s))
    })
}

/// Leads ways around a question on which it cannot have become a yes; whether
/// there was one.
pub(super) fn skip(facts: &Facts, func: &mut Func, most: usize) -> bool {
    let asked: Vec<BlockId> =
        questions(facts, func, &Flow::new(func)).iter().map(|question| question.block).collect();
    asked.into_iter().any(|block| {
        let mut alone = func.clone();
        let block = isolate(&mut alone, block);
        let skipped = skip_at(facts, &mut alone, block, most).is_some();
        if skipped {
            *func = alone;
        }
        skipped
    })
}

/// Leads ways around the question of a block that contains nothing else.
fn skip_at(facts: &Facts, func: &mut Func, block: BlockId, most: usize) -> Option<()> {
    let flow = Flow::new(func);
    let found = questions(facts, func, &flow);
    let question = found.iter().find(|question| question.block == block)?;
    let skips = skips(facts, func, &flow, question);
    if skips.is_empty() || rewrite::size(func) + 3 * skips.len() + 40 > most {
        return None;
    }
    let footprint = footprint(facts, func, &flow, question, &skips)?;
    lead_around(func, &flow, question, &skips, footprint);
    Some(())
}

/// Gives a question a block that contains nothing else.
fn isolate(func: &mut Func, block: BlockId) -> BlockId {
    let it = &mut func.blocks[block.index()];
    let is_set = |inst: &Inst| matches!(inst, Inst::Set { .. });
    let first = it.insts.iter().rposition(|inst| !is_set(inst)).map_or(0, |at| at + 1);
    if first == 0 && block.0 > 0 {
        return block;
    }
    let after = BlockId(block.0 + 1);
    let insts = it.insts.split_off(first);
    let jump = Term::Jump(Target { block, args: Vec::new() });
    let term = std::mem::replace(&mut it.term, jump);
    func.blocks.insert(after.index(), Block::new(Vec::new(), insts, term));
    for it in &mut func.blocks {
        for target in it.term.targets_mut() {
            if target.block >= after {
                target.block.0 += 1;
            }
        }
    }
    if let Term::Jump(target) = &mut func.blocks[block.index()].term {
        target.block = after;
    }
    after
}

/// The ways to a question that begin in the same position and may skip it.
fn skips(facts: &Facts, func: &Func, flow: &Flow, question: &Question) -> Vec<Skip> {
    let moves = Moves::new(facts, func, flow);
    let mut skips: Vec<Skip> = Vec::new();
    for (edge, s) in ways(func, flow, question) {
        let chain = moves.chain(s);
        let Some(left) = moves.left(&chain, question.pieces) else { continue };
        let there = |f: &Value| flow.reaches(*f, edge.from);
        let gives = func.blocks[edge.from.index()].term.gives();
        if chain.writes.is_empty()
            || !gives.is_empty()
            || !left.iter().all(there)
            || is_led_around(func, question, edge)
            || skips.first().is_some_and(|first| first.chain.start != chain.start)
        {
            continue;
        }
        skips.push(Skip { edge, chain, left });
    }
    skips
}

/// Whether a way to a question comes from where it was skipped otherwise.
fn is_led_around(func: &Func, question: &Question, edge: Edge) -> bool {
    let mut at = edge.from;
    for _ in 0..4 {
        let Term::If { yes, no, .. } = &func.blocks[at.index()].term else { return false };
        if yes.block != question.block {
            return false;
        }
        if no.block == question.no.block {
            return true;
        }
        at = no.block;
    }
    false
}

/// What is added where all ways begin.
struct Footprint {
    block: BlockId,
    insts: Vec<Inst>,
    types: Vec<Type>,
    /// Fields that matter for the question if they are left; everything if the
    /// answer is yes already.
    fields: Value,
    /// What the question is about, there.
    set: Value,
}

fn footprint(
    facts: &Facts,
    func: &Func,
    flow: &Flow,
    question: &Question,
    skips: &[Skip],
) -> Option<Footprint> {
    let first = skips.first()?;
    let block = skips
        .iter()
        .fold(first.edge.from, |block, skip| flow.common_dominator(block, skip.edge.from));
    let block = in_front_of_choices(func, flow, block, first.chain.start);
    let roots = Roots::new(func, flow);
    let carry = Carry::new(facts, func, flow, &roots, block);
    let mut carry = carry.with(question.position, first.chain.start);
    let set = carry.set(question.set)?;
    let all = carry.add_set(SetExpr::All);
    let mut fields = carry.add_set(SetExpr::IfSome(set, all));
    for (reached, open) in ends(func, flow, question, &mut carry)? {
        let end = carry.add_set(SetExpr::Minus(reached, open));
        fields = carry.add_set(SetExpr::Or(fields, end));
    }
    let (insts, types) = (carry.insts, carry.types);
    Some(Footprint { block, insts, types, fields, set })
}

/// The first block from which choices and forks lead here, and where a position
/// is known: what is computed there is computed once.
fn in_front_of_choices(func: &Func, flow: &Flow, block: BlockId, s: Value) -> BlockId {
    let mut at = block;
    while at.0 > 0 {
        let before = flow.dominator(at);
        let term = &func.blocks[before.index()].term;
        let always = matches!(
            term,
            Term::Jump(_) | Term::Fork(_) | Term::ChooseField { .. } | Term::ChooseDirection { .. }
        );
        if !always || !flow.reaches(s, before) {
            break;
        }
        at = before;
    }
    at
}

/// Where the lines and spreads of a question lead, and what they lead through;
/// those through the same fields together.
fn ends(
    func: &Func,
    flow: &Flow,
    question: &Question,
    carry: &mut Carry<'_>,
) -> Option<Vec<(Value, Value)>> {
    let mut ends: Vec<(Value, Value)> = Vec::new();
    for &line in &question.lines {
        let mut reached = carry.set(line)?;
        let open = match flow.set(func, line)? {
            SetExpr::Slide { through, .. } => carry.set(*through)?,
            SetExpr::Spread { ways, through, back, .. } => {
                // Forward, what is not open is not part of the spread itself.
                if !back {
                    let ways = ways.clone();
                    reached = carry.add_set(SetExpr::Walk { from: reached, ways, back: false });
                }
                carry.set(*through)?
            }
            _ => return None,
        };
        match ends.iter_mut().find(|(_, other)| *other == open) {
            Some((all, _)) if *all == reached => {}
            Some((all, _)) => *all = carry.add_set(SetExpr::Or(*all, reached)),
            None => ends.push((reached, open)),
        }
    }
    Some(ends)
}

/// Leads the ways around the question.
fn lead_around(
    func: &mut Func,
    flow: &Flow,
    question: &Question,
    skips: &[Skip],
    footprint: Footprint,
) {
    func.types.extend(footprint.types);
    func.blocks[footprint.block.index()].insts.extend(footprint.insts);
    let after = continue_after(func, flow, question);
    for skip in skips {
        let asked = Target { block: question.block, args: arguments(func, skip.edge) };
        let mut next = Target { block: after, args: asked.args.clone() };
        let mut conds: Vec<Cond> =
            skip.left.iter().map(|&f| Cond::In { f, set: footprint.fields }).collect();
        if conds.is_empty() {
            conds.push(Cond::Some { set: footprint.set });
        }
        for cond in conds {
            let term = Term::If { cond, yes: asked.clone(), no: next };
            let block = Block::new(Vec::new(), Vec::new(), term);
            next = Target { block: rewrite::add_block(func, block), args: Vec::new() };
        }
        lead(func, skip.edge, next);
    }
}

/// A block that takes what the question takes and goes on where it does if the
/// answer is no. What follows uses its values from now on.
fn continue_after(func: &mut Func, flow: &Flow, question: &Question) -> BlockId {
    let it = func.blocks[question.block.index()].clone();
    let mut values = Substitution::default();
    let types = func.types.clone();
    let copy = Block { term: Term::Jump(question.no.clone()), ..it.clone() };
    let copies = rewrite::copy_blocks(func, &[(question.block, copy)], &types, &mut values);
    let after = copies[&question.block];
    for i in 0..func.blocks.len() - 1 {
        let id = BlockId(i as u32);
        if id != question.block && flow.dominates(question.block, id) {
            rewrite::edit_uses(&mut func.blocks[i], &mut |value| {
                *value = values.get(value).copied().unwrap_or(*value);
            });
        }
    }
    let args = it.params;
    if let Term::If { no, .. } = &mut func.blocks[question.block.index()].term {
        *no = Target { block: after, args };
    }
    after
}

/// What is passed over a way.
fn arguments(func: &Func, edge: Edge) -> Vec<Value> {
    let term = &func.blocks[edge.from.index()].term;
    term.targets().get(edge.target).map(|target| target.args.clone()).unwrap_or_default()
}

/// Leads a way to another target.
fn lead(func: &mut Func, edge: Edge, to: Target) {
    let term = &mut func.blocks[edge.from.index()].term;
    if let Some(target) = term.targets_mut().nth(edge.target) {
        *target = to;
    }
}
