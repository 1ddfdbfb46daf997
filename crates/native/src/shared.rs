//! What all threads share of a compiled game: what it declares, how positions
//! lie in memory, and the interpreter, which explains what went wrong and
//! answers the rare questions that are not worth generated code.

use crate::analyses::stays::taken_back;
use crate::compile::budget::Budget;
use crate::compile::late::Late;
use crate::layout::stacks::creates;
use crate::layout::words::Pressing;
use crate::layout::{Layout, Packed, TurnSlot};
use crate::referee::expected::Habits;
use crate::referee::judge;
use game::{Facts, Field, Game, Memory, Outcome, Signatures, TurnEnd};
use interp::Interp;
use ir::analyses::{CallGraph, Unmade, distinct, distinct_parts, unmade};
use ir::{BlockId, Detail, FuncId, Inst, Program, Value, Write};
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// What the code generator may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switches {
    /// Counts choices without making the moves.
    pub(crate) counts_choices: bool,
    /// Makes once what follows forks that join again.
    pub(crate) shares_tails: bool,
    /// Looks up what a field needs around it to be in a set.
    pub(crate) looks_up_patterns: bool,
    /// Finds the rows that new pieces would make before one is chosen.
    pub(crate) foresees: bool,
    /// Looks only around new pieces for what no turn begins with.
    pub(crate) looks_around: bool,
    /// Looks up answers of questions about small boards.
    pub(crate) looks_up_answers: bool,
    /// Makes one choice of two that were one in random games.
    pub(crate) joins_choices: bool,
    /// Carries areas from turn to turn of random games.
    pub(crate) carries: bool,
    /// Draws a random move where it is chosen.
    pub(crate) draws_at_once: bool,
    /// Draws moves before they are tested.
    pub(crate) proposes: bool,
    /// Looks for proofs that results are different.
    pub(crate) distinct: bool,
    /// Compiles well what is run often.
    pub(crate) optimizes: bool,
}

/// A block of a function that ends in the first choice of a turn.
pub(crate) type FirstChoice = (FuncId, BlockId);

/// Which results of a turn are known to be different positions.
pub(crate) enum Proofs {
    /// All of them.
    Distinct,
    /// Those that come from one of these choices, which exclude each other.
    Parts(FxHashSet<FirstChoice>),
}

/// What all threads share.
pub(crate) struct Shared {
    pub(crate) interp: Interp,
    /// The program after the passes.
    pub(crate) program: Program,
    pub(crate) switches: Switches,
    pub(crate) late: Late,
    /// Shared with the game as far as it ends at the start of a turn, which is made beside.
    pub(crate) budget: Arc<Budget>,
    pub(crate) layout: Layout,
    pub(crate) signatures: Signatures,
    /// The words of a configuration that are compared, and those that a count
    /// compares.
    identity: Vec<u16>,
    material: Vec<u16>,
    /// The bits of a position that must be equal where it repeats another one, and
    /// those that may differ if they do not matter.
    rights: Vec<u64>,
    memories: Vec<u64>,
    /// The bits of a position that are not the outcome, as far as it is compared.
    pub(crate) undecided: Vec<u64>,
    /// The plain counters that may make a difference soon; found out when a search asks.
    pressing: OnceLock<Vec<Pressing>>,
    /// What is proved about results; found out when it is first asked for.
    proofs: OnceLock<Proofs>,
    /// The questions that have the answer no whenever a turn begins; found out when random games
    /// are played.
    unmade: OnceLock<Vec<Unmade>>,
    /// The positions that an event has made and that not every path goes on with; found
    /// out when a text is followed first.
    taken_back: OnceLock<FxHashSet<(FuncId, Value)>>,
    /// The messages of the referee.
    pub(crate) messages: Vec<Announcement>,
    /// Whether there is code for the rules of the referee.
    pub(crate) judges: bool,
    /// What turns and tries may do.
    pub(crate) habits: Habits,
    /// Whether some rule says what a move costs; otherwise each costs 1.
    pub(crate) sets_costs: bool,
    /// Whether a turn or an evaluation looks at the position in which it began.
    pub(crate) looks_back: bool,
}

impl Shared {
    pub(crate) fn new(
        interp: Interp,
        program: Program,
        switches: Switches,
        budget: Arc<Budget>,
    ) -> Shared {
        let layout = Layout::new(interp.facts(), creates(interp.program()));
        let mut insts = program.funcs.iter().flat_map(|func| &func.blocks).flat_map(|b| &b.insts);
        let is_cost = |inst: &Inst| matches!(inst, Inst::Write { write: Write::Cost { .. }, .. });
        let messages = messages(&program);
        let looks_back = writes_in_play(&program).any(|write| matches!(write, Write::Before));
        Shared {
            messages,
            judges: judge::has_code(&program),
            habits: Habits::of(&program),
            sets_costs: insts.any(is_cost),
            looks_back,
            signatures: Signatures::new(interp.facts()),
            late: Late::default(),
            budget,
            identity: layout.compared(),
            material: layout.material(interp.facts()),
            rights: layout.rights(interp.facts()),
            memories: layout.remembering(interp.facts()),
            undecided: layout.undecided(),
            pressing: OnceLock::new(),
            proofs: OnceLock::new(),
            unmade: OnceLock::new(),
            taken_back: OnceLock::new(),
            interp,
            program,
            switches,
            layout,
        }
    }

    /// Whether every path goes on with a position that an event has made.
    pub(crate) fn event_stays(&self, func: FuncId, made: Value) -> bool {
        !self.taken_back.get_or_init(|| taken_back(&self.program)).contains(&(func, made))
    }

    /// The plain counters of a position that may make a difference soon, as one number.
    #[inline]
    pub(crate) fn pressing(&self, words: &[u64]) -> u64 {
        let find = || self.layout.pressing(self.facts(), self.interp.far_clocks());
        self.pressing.get_or_init(find).iter().fold(0, |all, counter| counter.add(all, words))
    }

    /// Which results of a turn are known to be different.
    pub(crate) fn proofs(&self) -> &Proofs {
        self.proofs.get_or_init(|| {
            let (program, main) = (&self.program, self.program.entries.main);
            if !self.switches.distinct {
                return Proofs::Parts(FxHashSet::default());
            }
            if distinct(program, main).is_ok() {
                return Proofs::Distinct;
            }
            let parts = distinct_parts(program, main).unwrap_or_default().into_iter();
            let proved = parts.filter(|part| part.proof.is_ok());
            Proofs::Parts(proved.map(|part| (part.func, part.block)).collect())
        })
    }

    /// The questions that have the answer no whenever a turn begins, if they have in the first
    /// position.
    pub(crate) fn unmade(&self) -> &[Unmade] {
        self.unmade.get_or_init(|| match self.switches.looks_around {
            true => unmade(&self.program),
            false => Vec::new(),
        })
    }

    pub(crate) fn facts(&self) -> &Facts {
        self.interp.facts()
    }

    /// The words of a position.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        self.layout.bytes / 8
    }

    /// The words of a configuration.
    pub(crate) fn record_words(&self) -> usize {
        self.layout.n_slots() + 2
    }

    /// What is compared of a configuration; finger and direction come last.
    pub(crate) fn identity(&self) -> &[u16] {
        &self.identity
    }

    /// What is compared of a configuration whose finger and direction do not count.
    pub(crate) fn state(&self) -> &[u16] {
        &self.identity[..self.identity.len() - 2]
    }

    /// What a count compares: board, reserve, hand, finger.
    pub(crate) fn material(&self) -> &[u16] {
        &self.material
    }

    /// Makes the position after a turn that ended in this configuration, but for
    /// its signature; whether the turn made a new position at all.
    pub(crate) fn close(&self, before: &[u64], record: &[u64], after: &mut [u64]) -> bool {
        let (layout, facts, end) = (&self.layout, self.facts(), self.end(record));
        if !end.acted() {
            return false;
        }
        after.copy_from_slice(before);
        after[..layout.n_board].copy_from_slice(&record[..layout.n_board]);
        for packed in &layout.packed {
            layout.put(after, packed, self.aged(record, packed.slot));
        }
        let mover = layout.player_of(before);
        layout.set_player(after, end.next_player(facts, mover));
        let round = &mut after[layout.round / 8];
        *round = u64::from(end.next_round(facts, mover, *round as u32));
        layout.set_outcome(after, end.outcome);
        true
    }

    /// What a turn says that ended in this configuration.
    pub(crate) fn end(&self, record: &[u64]) -> TurnEnd {
        let slot = |slot: TurnSlot| record[self.layout.turn(slot)];
        let outcome = match slot(TurnSlot::OutFlag) {
            0 => None,
            flag => Some(Outcome { value: slot(TurnSlot::OutValue) as i32, scored: flag == 2 }),
        };
        TurnEnd {
            changed: slot(TurnSlot::Changed) != 0,
            passed: slot(TurnSlot::Passed) != 0,
            again: slot(TurnSlot::Again) != 0,
            outcome,
        }
    }

    /// Writes the signature of a position into it.
    pub(crate) fn sign(&self, position: &mut [u64]) {
        let setup = self.layout.unpack(self.facts(), position);
        position[self.layout.signature / 8] = self.signatures.of(self.facts(), &setup);
    }

    /// A slot of the position after a turn: what is remembered has aged.
    fn aged(&self, record: &[u64], slot: usize) -> i64 {
        let first = self.layout.memory(Memory(0));
        let n_memories = self.facts().memories.len();
        if slot < first || slot >= first + 2 * n_memories {
            return record[slot] as i64;
        }
        let memory = slot - (slot - first) % 2;
        let field = record[memory].checked_sub(1).map(|field| Field(field as u16));
        match game::aged(field.map(|field| (field, record[memory + 1] as u8))) {
            Some((field, _)) if slot == memory => i64::from(field.0) + 1,
            Some((_, turns)) => i64::from(turns),
            None => 0,
        }
    }

    /// Whether boards and reserves of two positions are the same.
    pub(crate) fn same_material(&self, a: &[u64], b: &[u64]) -> bool {
        let board = self.layout.n_board;
        if a[..board] != b[..board] {
            return false;
        }
        let [a, b] = [a, b].map(|words| self.layout.unpack(self.facts(), words));
        a.reserve == b.reserve
    }

    /// Whether a configuration has the board and the reserves of a position.
    pub(crate) fn has_material(&self, position: &[u64], record: &[u64]) -> bool {
        let layout = &self.layout;
        let board = layout.n_board;
        let reserves = |slot: usize| layout.is_reserve(self.facts(), slot);
        let same = |packed: &Packed| layout.get(position, packed) == record[packed.slot] as i64;
        position[..board] == record[..board]
            && layout.packed.iter().filter(|packed| reserves(packed.slot)).all(same)
    }

    /// Whether there is a wrong number of pieces of some kind.
    pub(crate) fn has_wrong_number(&self, position: &[u64]) -> bool {
        let facts = self.facts();
        if facts.kinds.iter().all(|kind| kind.exactly.is_none()) {
            return false;
        }
        let setup = self.layout.unpack(facts, position);
        self.layout.pieces.iter().any(|piece| {
            let Some(exactly) = facts.kinds[piece.kind().index()].exactly else { return false };
            let on_board = setup.board.iter().flatten().filter(|p| *p == piece).count();
            let held = match (piece.owner().player(), facts.reserve_index(piece.kind())) {
                (Some(v), Some(entry)) => usize::from(setup.reserve[entry][v.index()]),
                _ => 0,
            };
            on_board + held != usize::from(exactly)
        })
    }

    /// The signature of a position without what is remembered.
    pub(crate) fn key(&self, position: &[u64]) -> u64 {
        let mut key = position[self.layout.signature / 8];
        for i in 0..self.facts().memories.len() {
            let memory = Memory(i as u8);
            if let Some(field) = self.layout.remembered(position, memory) {
                key ^= self.signatures.memory(memory, field);
            }
        }
        key
    }

    /// The number of the oldest position because of which another has occurred so
    /// often, at least twice, with itself; nothing if it has not.
    pub(crate) fn repeated<'a>(
        &self,
        now: &[u64],
        past: impl DoubleEndedIterator<Item = (usize, &'a [u64])>,
        times: usize,
    ) -> Option<usize> {
        // Most positions differ on the board, and in the first words of it.
        let board = self.layout.n_board;
        let differ = |other: &[u64], mask: &[u64]| {
            (board..mask.len()).any(|i| (now[i] ^ other[i]) & mask[i] != 0)
        };
        let same = |other: &[u64]| {
            (0..board).all(|i| now[i] == other[i])
                && !differ(other, &self.rights)
                && (!differ(other, &self.memories) || self.means_the_same(now, other))
        };
        // The latest ones count, so that as little as possible of the past matters.
        let latest = past.rev().filter(|(_, other)| same(other));
        latest.map(|(number, _)| number).nth(times.saturating_sub(2))
    }

    /// Whether positions that remember different things have the same moves.
    fn means_the_same(&self, a: &[u64], b: &[u64]) -> bool {
        let [a, b] = [a, b].map(|words| {
            let setup = self.layout.unpack(self.facts(), words);
            self.interp.position(&setup).ok()
        });
        matches!((a, b), (Some(a), Some(b)) if self.interp.same_position(&a, &b))
    }
}

/// What turns, tries, evaluations and bounds write.
pub(crate) fn writes_in_play(program: &Program) -> impl Iterator<Item = &Write> {
    let entries = &program.entries;
    let turns = [Some(entries.main), entries.tries].into_iter().flatten();
    let roots = turns.chain(entries.evaluations.iter().chain(&entries.bounds).copied());
    let reachable = CallGraph::new(program).reachable(roots);
    let blocks = reachable.into_iter().flat_map(|func| &program.funcs[func.index()].blocks);
    blocks.flat_map(|block| &block.insts).filter_map(|inst| match inst {
        Inst::Write { write, .. } => Some(write),
        _ => None,
    })
}

/// A message of the referee as the rules have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Announcement {
    pub(crate) text: String,
    /// What is said along with it.
    pub(crate) details: Vec<Detail>,
}

/// The messages of a program, each once.
fn messages(program: &Program) -> Vec<Announcement> {
    let mut messages: Vec<Announcement> = Vec::new();
    let insts = program.funcs.iter().flat_map(|func| &func.blocks).flat_map(|b| &b.insts);
    for inst in insts {
        if let Inst::Write { write: Write::Tell { message, details, .. }, .. } = inst {
            let new = Announcement { text: message.clone(), details: details.clone() };
            if !messages.contains(&new) {
                messages.push(new);
            }
        }
    }
    messages
}
