//! Patterns of pieces that are on the board in no position in which a turn begins, as long as
//! they are not in the first one: whoever makes one ends the game.
//!
//! **Example** A stone is put on an empty field; if there are five stones of this player in a row
//! then, the player wins. So before a turn there are no five in a row of either player, and after
//! it there can only be some with the new stone among them.
//!
//! It is proved by induction over turns. A turn begins with none of the patterns that are looked
//! at, and every result of it must say that the game is over, or be a position without them:
//!
//! 1. A write keeps a pattern away unless it may bring one of its pieces onto a field.
//! 2. Where the answer to the question for the pattern is no, it is not there.
//! 3. Where ways join, it is not there if it is on none of them; results of functions join, too.
//! 4. A position that says that the game is over may have any pattern: no turn begins with it.
//!
//! What is not proved is taken away from the patterns that are looked at, until nothing has to be.
//! Nothing is said of boards with stacks, where a piece that goes away shows another.

use super::calls::CallGraph;
use super::contents;
use super::fingers::Fingers;
use super::flow::Flow;
use super::patterns::{Asked, Patterns, Questions, absolute, player};
use crate::program::*;
use game::Player;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many patterns are looked at.
const MOST: usize = 32;

/// Games with more kinds of pieces are left alone: what a field may hold is a set of 128 bits, with
/// three for each kind.
const MOST_KINDS: usize = 42;

/// How many values of positions a program has at most, over all blocks.
const MOST_WORK: usize = 2_000_000;

/// What is known of a position: for each question, as a bit, that the answer is no or the game
/// is over.
type Known = u64;

/// The bit of a position that says that the game is over; it has all others, too.
const OVER: Known = 1 << 63;

/// The game is over, or there is no such position.
const ALL: Known = Known::MAX;

/// The questions at the end of a block, as bits, with the positions that they are about.
type End = Vec<(Value, Known)>;

/// A question that has the answer no whenever a turn begins, if it has in the first position.
#[derive(Clone, Debug)]
pub struct Unmade {
    /// Where it is asked: the function, and for whom it is run.
    pub func: FuncId,
    /// See there.
    pub v: Player,
    /// The position and the set.
    pub asked: Asked,
}

/// All such questions of a program whose blocks are in order.
pub fn unmade(program: &Program) -> Vec<Unmade> {
    // With more kinds, what a field may hold has no bit for each of its pieces.
    let has_bits = program.facts.kinds.len() <= MOST_KINDS;
    if program.facts.stacks.is_some() || !has_bits {
        return Vec::new();
    }
    let mut turns = Turns::new(program);
    if turns.asked.is_empty() || turns.work() > MOST_WORK {
        return Vec::new();
    }
    let mut proved = (1 << turns.asked.len()) - 1;
    loop {
        turns.results.clear();
        let players = &Player::BOTH[..program.facts.n_players()];
        let kept = players
            .iter()
            .fold(proved, |kept, &v| kept & turns.results_of(program.entries.main, v, proved));
        if kept == proved {
            break;
        }
        proved = kept;
    }
    let mut found = turns.asked;
    let mut bit = 0;
    found.retain(|_| {
        bit += 1;
        proved >> (bit - 1) & 1 == 1
    });
    found
}

/// The turns of a program.
struct Turns<'p> {
    program: &'p Program,
    asked: Vec<Unmade>,
    /// For each function, run for the first player or not, the ends of its blocks.
    ends: BTreeMap<(FuncId, bool), Vec<End>>,
    flows: BTreeMap<FuncId, Flow>,
    /// What is known of the results of functions, by what they are run on; nothing of those under
    /// way.
    results: BTreeMap<(FuncId, bool, Known), Known>,
}

impl<'p> Turns<'p> {
    fn new(program: &'p Program) -> Turns<'p> {
        let mut turns = Turns {
            program,
            asked: Vec::new(),
            ends: BTreeMap::new(),
            flows: BTreeMap::new(),
            results: BTreeMap::new(),
        };
        for id in CallGraph::new(program).reachable([program.entries.main]) {
            let func = &program.funcs[id.index()];
            turns.flows.insert(id, Flow::new(func));
            for v in Player::BOTH {
                let mut questions = Questions::new(&program.facts, func, v);
                let ends = func.blocks.iter().map(|block| turns.end(&mut questions, id, v, block));
                let ends = ends.collect();
                turns.ends.insert((id, v == Player::First), ends);
            }
        }
        turns
    }

    /// The questions at the end of a block, each with its bit.
    fn end(
        &mut self,
        questions: &mut Questions<'_>,
        func: FuncId,
        v: Player,
        block: &Block,
    ) -> End {
        let Term::If { cond: Cond::Some { set }, .. } = &block.term else { return Vec::new() };
        let asked = questions.of(*set).unwrap_or_default();
        let known = asked.into_iter().map(|asked| (asked.position, self.bit(func, v, asked)));
        known.collect()
    }

    /// The bit of a question; none if there are too many.
    fn bit(&mut self, func: FuncId, v: Player, asked: Asked) -> Known {
        let same = |it: &Unmade| it.asked.patterns == asked.patterns;
        match self.asked.iter().position(same) {
            Some(place) => 1 << place,
            None if self.asked.len() == MOST => 0,
            None => {
                self.asked.push(Unmade { func, v, asked });
                1 << (self.asked.len() - 1)
            }
        }
    }

    /// How much has to be kept while the functions are followed.
    fn work(&self) -> usize {
        let of = |id: &FuncId| {
            let func = &self.program.funcs[id.index()];
            func.blocks.len() * func.types.iter().filter(|it| **it == Type::Position).count()
        };
        self.flows.keys().map(of).sum()
    }

    /// What is known of every result of a function that is run on a position.
    fn results_of(&mut self, func: FuncId, v: Player, known: Known) -> Known {
        let run = (func, v == Player::First, known);
        if let Some(found) = self.results.get(&run) {
            return *found;
        }
        // Whoever comes back here before it is known knows nothing.
        self.results.insert(run, 0);
        let found = Walk::new(self, func, v, known).follow();
        self.results.insert(run, found);
        found
    }
}

/// A function that is followed for what it is run on.
struct Walk<'t, 'p> {
    turns: &'t mut Turns<'p>,
    func: &'p Func,
    flow: Flow,
    v: Player,
    ends: Vec<End>,
    /// For each block what is known of positions where it begins, if some way leads there.
    begins: Vec<Option<BTreeMap<Value, Known>>>,
    results: Known,
}

impl<'t, 'p> Walk<'t, 'p> {
    fn new(turns: &'t mut Turns<'p>, id: FuncId, v: Player, known: Known) -> Walk<'t, 'p> {
        let func = &turns.program.funcs[id.index()];
        let ends = turns.ends[&(id, v == Player::First)].clone();
        let flow = turns.flows[&id].clone();
        let mut begins = vec![None; func.blocks.len()];
        if let (Some(begin), [s, ..]) = (begins.first_mut(), &func.blocks[0].params[..]) {
            *begin = Some(BTreeMap::from([(*s, known)]));
        }
        Walk { turns, func, flow, v, ends, begins, results: ALL }
    }

    /// Follows all blocks, which lead only to later ones; what is known of all results.
    fn follow(mut self) -> Known {
        for at in 0..self.func.blocks.len() {
            let Some(mut known) = self.begins[at].take() else { continue };
            let block = &self.func.blocks[at];
            for inst in &block.insts {
                if let Inst::Write { dst, s, write } = inst {
                    let after = self.after(known.get(s).copied().unwrap_or(0), *s, write);
                    known.insert(*dst, after);
                }
            }
            self.end(at, &known);
        }
        self.results
    }

    /// What is known after a write.
    fn after(&self, known: Known, before: Value, write: &Write) -> Known {
        let facts = &self.turns.program.facts;
        let whose = |whose: Whose, v: Value| match player(self.func, &self.flow, self.v, v) {
            Some(v) => absolute(whose, v),
            None => Whose::Any,
        };
        let touches = write.effect().touches;
        let brings = match write {
            _ if touches == Touch::Anything => return 0,
            Write::Outcome { .. } => return ALL,
            _ if known & OVER != 0 => return known,
            // Nothing is brought onto a field.
            _ if matches!(touches, Touch::Nothing | Touch::Empties(_)) => return known,
            Write::Put { v, whose: of, kind, .. } | Write::PutAll { v, whose: of, kind, .. } => {
                contents::put(facts, whose(*of, *v), *kind)
            }
            Write::Enter { v, kind, .. } => {
                let own = contents::put(facts, whose(Whose::Own, *v), *kind);
                own | contents::put(facts, Whose::Nobody, *kind)
            }
            Write::Become { kind, .. } => contents::put(facts, Whose::Any, *kind),
            Write::Lower { .. } => Fingers::new(facts, self.func, &self.flow).hand(before),
            // Whatever else fills fields may bring any piece.
            _ => return 0,
        };
        let stays = |patterns: &Patterns| patterns.pieces & brings == 0;
        let kept = self.turns.asked.iter().enumerate();
        let kept = kept.filter(|(_, it)| stays(&it.asked.patterns)).map(|(i, _)| 1 << i);
        known & kept.fold(0, |kept: Known, bit: Known| kept | bit)
    }

    /// Goes on to where a block leads.
    fn end(&mut self, at: usize, known: &BTreeMap<Value, Known>) {
        let (func, block) = (self.func, &self.func.blocks[at]);
        let of = |s: &Value| known.get(s).copied().unwrap_or(0);
        let given = match &block.term {
            Term::Yield { s, .. } => {
                let found = of(s);
                self.results &= if found & OVER != 0 { ALL } else { found };
                return;
            }
            Term::If { cond, yes, no } => {
                let is = match cond {
                    Cond::Is { v, player: of } => {
                        player(func, &self.flow, self.v, *v).map(|v| v == *of)
                    }
                    _ => None,
                };
                if is != Some(false) {
                    self.lead(yes, &[], known);
                }
                if is != Some(true) {
                    let mut known = known.clone();
                    for (position, bits) in self.ends[at].clone() {
                        *known.entry(position).or_insert(0) |= bits;
                    }
                    self.lead(no, &[], &known);
                }
                return;
            }
            Term::Call { func, args, .. } | Term::Best { func, args, .. } => {
                self.run(*func, args, of(&args.s))
            }
            Term::OrElse { first, second, args, .. } => {
                self.run(*first, args, of(&args.s)) & self.run(*second, args, of(&args.s))
            }
            Term::Repeat { body, args, .. } | Term::Each { body, args, .. } => {
                let mut now = of(&args.s);
                // Each round takes something away, or is the last one.
                loop {
                    let after = now & self.run(*body, args, now);
                    if after == now {
                        break now;
                    }
                    now = after;
                }
            }
            _ => 0,
        };
        // A position comes first of what is given.
        for target in block.term.targets() {
            let given = vec![given; block.term.gives().len()];
            self.lead(target, &given, known);
        }
    }

    /// What is known of the results of a function.
    fn run(&mut self, func: FuncId, args: &Args, known: Known) -> Known {
        match player(self.func, &self.flow, self.v, args.v) {
            Some(v) => self.turns.results_of(func, v, known),
            None => 0,
        }
    }

    /// Comes to a block, with what is known of the values that are given.
    fn lead(&mut self, target: &Target, given: &[Known], known: &BTreeMap<Value, Known>) {
        let params = &self.func.blocks[target.block.index()].params;
        let mut here = known.clone();
        here.extend(params.iter().copied().zip(given.iter().copied()));
        let args = params[given.len()..].iter().zip(&target.args);
        let args = args.filter_map(|(param, arg)| Some((*param, *known.get(arg)?)));
        here.extend(args.collect::<Vec<_>>());
        let begin = &mut self.begins[target.block.index()];
        *begin = Some(match begin.take() {
            None => here,
            Some(other) => {
                let both = other.into_iter().filter_map(|(s, a)| Some((s, a & here.get(&s)?)));
                both.collect()
            }
        });
    }
}

/// The questions of a function whose answers are known to be no whenever a turn begins, as far
/// as they are asked of some set: for each part of it the position and the question.
pub fn parts_unmade(
    questions: &mut Questions<'_>,
    set: Value,
    unmade: &[Unmade],
) -> Option<Vec<(Value, Arc<Patterns>)>> {
    let is_unmade = |asked: &Asked| unmade.iter().any(|it| it.asked.patterns == asked.patterns);
    let asked = questions.of(set)?;
    let all = asked.iter().all(is_unmade);
    all.then(|| asked.into_iter().map(|it| (it.position, it.patterns)).collect())
}
