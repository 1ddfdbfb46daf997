//! What all threads share of a compiled game: what it declares, how positions
//! lie in memory, and the interpreter, which explains what went wrong and
//! answers the rare questions that are not worth generated code.

use crate::late::Late;
use crate::layout::{Layout, TurnSlot};
use game::{Facts, Game, Memory, Outcome, Player, Setup, Signatures};
use interp::Interp;
use ir::analyses::{distinct, distinct_parts};
use ir::{BlockId, FuncId, Program};
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// What the code generator may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switches {
    /// Counts choices without making the moves.
    pub(crate) counts_choices: bool,
    /// Makes once what follows forks that join again.
    pub(crate) shares_tails: bool,
    /// Draws moves before they are tested.
    pub(crate) proposes: bool,
    /// Looks for proofs that results are different.
    pub(crate) distinct: bool,
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
    pub(crate) layout: Layout,
    pub(crate) signatures: Signatures,
    /// Fields to which every slot of a configuration belongs that is not compared.
    trace: [usize; 4],
    /// The bits of a position that are not the outcome, as far as it is compared.
    pub(crate) undecided: Vec<u64>,
    /// What is proved about results; found out when somebody wants to know.
    proofs: OnceLock<Proofs>,
}

impl Shared {
    pub(crate) fn new(interp: Interp, program: Program, switches: Switches) -> Shared {
        let layout = Layout::new(interp.facts());
        let trace = [TurnSlot::Signature, TurnSlot::Trace, TurnSlot::Told, TurnSlot::Hit]
            .map(|s| layout.turn(s));
        let signatures = Signatures::new(interp.facts());
        let (late, undecided) = (Late::default(), layout.undecided());
        let proofs = OnceLock::new();
        Shared { interp, program, switches, late, layout, signatures, trace, undecided, proofs }
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

    pub(crate) fn facts(&self) -> &Facts {
        self.interp.facts()
    }

    /// The words of a position.
    pub(crate) fn words(&self) -> usize {
        self.layout.bytes / 8
    }

    /// The words of a configuration.
    pub(crate) fn record_words(&self) -> usize {
        self.layout.n_slots() + 2
    }

    /// What is compared of a configuration; finger and direction come last.
    pub(crate) fn identity(&self, record: &[u64]) -> Vec<u64> {
        let kept = |(i, _): &(usize, &u64)| !self.trace.contains(i);
        record.iter().enumerate().filter(kept).map(|(_, word)| *word).collect()
    }

    /// What a count compares: board, reserve, hand, finger.
    pub(crate) fn material(&self, record: &[u64]) -> Vec<u64> {
        let layout = &self.layout;
        let mut key = record[..layout.n_sets * layout.words].to_vec();
        for entry in 0..self.facts().reserve.len() {
            key.extend(Player::BOTH.map(|v| record[layout.reserve(entry, v)]));
        }
        key.push(record[layout.turn(TurnSlot::Hand)]);
        key.push(record[record.len() - 2]);
        key
    }

    /// The position after a turn that ended in this configuration; nothing if
    /// it left the position as it was.
    pub(crate) fn close(&self, before: &[u64], record: &[u64]) -> Option<Vec<u64>> {
        let (layout, facts) = (&self.layout, self.facts());
        let slot = |slot: TurnSlot| record[layout.turn(slot)];
        if slot(TurnSlot::Changed) == 0 && slot(TurnSlot::Passed) == 0 {
            return None;
        }
        let mut setup = layout.unpack(facts, before);
        let mover = setup.player;
        let mut slots = record[..layout.n_position].to_vec();
        for (i, _) in facts.memories.iter().enumerate() {
            let at = layout.memory(Memory(i as u8));
            match slots[at + 1].checked_sub(1) {
                Some(turns) if slots[at] != 0 => slots[at + 1] = turns,
                _ => (slots[at], slots[at + 1]) = (0, 0),
            }
        }
        layout.unpack_slots(facts, &slots, &mut setup);
        if slot(TurnSlot::Again) == 0 && facts.n_players() == 2 {
            setup.player = mover.other();
        }
        let last = Player::BOTH[facts.n_players() - 1];
        let full_round = setup.player == Player::First && mover == last;
        setup.round = setup.round.saturating_add(u32::from(full_round));
        let signature = self.signatures.of(facts, &setup);
        let mut words = layout.pack(facts, &setup, signature);
        let outcome = match slot(TurnSlot::OutFlag) {
            0 => None,
            flag => Some(Outcome { value: slot(TurnSlot::OutValue) as i32, scored: flag == 2 }),
        };
        layout.set_outcome(&mut words, outcome);
        Some(words)
    }

    /// Whether boards and reserves of two positions are the same.
    pub(crate) fn same_material(&self, a: &[u64], b: &[u64]) -> bool {
        let sets = self.layout.n_sets * self.layout.words;
        if a[..sets] != b[..sets] {
            return false;
        }
        let [a, b] = [a, b].map(|words| self.layout.unpack(self.facts(), words));
        a.reserve == b.reserve
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

    /// Whether boards, reserves, players and the counters that each has of his
    /// own are the same.
    fn same_rights(&self, a: &Setup, b: &Setup) -> bool {
        let own = self.facts().counters.iter().map(|counter| counter.symbols.is_some());
        let mut counters = a.counters.iter().zip(&b.counters).zip(own);
        a.board == b.board
            && a.reserve == b.reserve
            && a.player == b.player
            && counters.all(|((a, b), own)| !own || a == b)
    }

    /// The number of the oldest position because of which another has occurred so
    /// often, with itself; nothing if it has not.
    pub(crate) fn repeated<'a>(
        &self,
        now: &[u64],
        past: impl Iterator<Item = &'a [u64]>,
        times: usize,
    ) -> Option<usize> {
        // The boards are compared first, because most positions differ there.
        let (board, key) = (self.layout.n_sets * self.layout.words, self.key(now));
        let same = |other: &[u64]| other[..board] == now[..board] && self.key(other) == key;
        let mut candidates: Vec<(usize, &[u64])> =
            past.enumerate().filter(|(_, other)| same(other)).collect();
        if candidates.len() + 1 < times {
            return None;
        }
        // What remembers the same is the same without further questions.
        let own = self.layout.unpack(self.facts(), now);
        let unpack = |other: &[u64]| self.layout.unpack(self.facts(), other);
        if candidates.iter().all(|(_, other)| unpack(other).memories == own.memories) {
            candidates.retain(|(_, other)| self.same_rights(&unpack(other), &own));
        } else {
            let now = self.interp.position(&own).ok()?;
            let same = |other: &Setup| {
                let other = self.interp.position(other).ok();
                other.is_some_and(|other| self.interp.same_position(&now, &other))
            };
            candidates.retain(|(_, other)| same(&unpack(other)));
        }
        let ground = (candidates.len() + 1).checked_sub(times)?;
        candidates.get(ground).map(|(oldest, _)| *oldest)
    }
}
