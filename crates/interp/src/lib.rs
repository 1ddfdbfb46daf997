//! The reference interpreter: runs the program of a game step by step. Its
//! answers are the meaning of the rules; faster back ends must agree with it.
//!
//! ```text
//! Interp ─▶ turn ─┐                ┌─▶ sets, walks
//!        ─▶ referee ─▶ ir::drive ─▶ run ─▶ numbers
//!        ─▶ repetition             └─▶ writes
//! ```
//!
//! `ir::drive` says which ways are followed, `run` what single steps do, `turn` what becomes
//! of results. Whoever wants to record something on the way runs programs with a domain of
//! their own that does the same steps (`machine`), as the crate of conditions does.
//!
//! Invariant: a run reads the position it was given and writes only values of
//! its own, so one `Interp` serves many threads.

#![allow(
    clippy::mutable_key_type,
    reason = "the only cell in a key keeps its hash, which does not depend on the cell"
)]

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bytes;
mod early;
mod evaluations;
mod numbers;
mod position;
mod referee;
mod repetition;
mod run;
mod sets;
mod state;
#[cfg(test)]
mod tests;
mod turn;
mod values;
mod walks;
mod writes;

pub use evaluations::{Origin, Rank};
pub use ir::drive::Limits;
pub use position::Position;
pub use run::{AskedAbout, KEPT_BYTES};

/// What those use who run programs on real positions and record something on the way.
pub mod machine {
    pub use crate::numbers::counter_slot;
    pub use crate::position::Parts;
    pub use crate::run::{Real, Run};
    pub use crate::sets::is_such;
    pub use crate::state::{List, State};
    pub use crate::turn::{Derivation, Offer, close, ended};
    pub use crate::values::{Conf, Fields, Frame, Reals, Val};
    pub use crate::writes::put_piece;
}

use evaluations::Evaluations;
use game::{
    Facts, Fold, Game, Outcome, Packer, Packing, Player, RulesError, Setup, SetupError, Signatures,
    Turn, TurnWorker,
};
use ir::drive::Drive;
use ir::{FuncId, Program, VerifyError};
use patterns::{Follower, Model};
use run::Run;
use std::sync::{Arc, OnceLock};

/// A game that is played by interpreting its program.
#[derive(Clone, Debug)]
pub struct Interp {
    program: Program,
    signatures: Signatures,
    habits: referee::Habits,
    limits: Limits,
    /// What the rules say before anybody moves, once somebody asks for it.
    early: OnceLock<Option<Box<Interp>>>,
    /// Where the evaluations come from, and facts that name them all.
    evaluations: Evaluations,
    /// From which value on each counter makes a difference soon, once somebody asks for it.
    far_clocks: OnceLock<Vec<Option<i32>>>,
}

impl Interp {
    /// The interpreter of a program; refuses one that the verifier refuses.
    pub fn new(program: Program) -> Result<Interp, Vec<VerifyError>> {
        ir::verify(&program)?;
        let signatures = Signatures::new(&program.facts);
        let habits = referee::Habits::of(&program);
        let (limits, early, far_clocks) = Default::default();
        let evaluations = Evaluations::of(&program.facts);
        Ok(Interp { program, signatures, habits, limits, early, evaluations, far_clocks })
    }

    /// The same with other limits. See [`Limits::depth`] before raising it.
    pub fn with_limits(self, limits: Limits) -> Interp {
        Interp { limits, early: OnceLock::new(), ..self }
    }

    /// The same game with an evaluation that was learned: as the first one, which is used
    /// unless somebody chooses another, or after all others.
    #[must_use]
    pub fn with_learned(mut self, name: &str, model: Arc<Model>, at: Rank) -> Interp {
        self.evaluations = self.evaluations.with(&self.program.facts, name, model, at);
        self
    }

    /// The same game with the evaluations that another one of the same rules has.
    #[must_use]
    pub fn with_evaluations_of(self, other: &Interp) -> Interp {
        Interp { evaluations: other.evaluations.clone(), ..self }
    }

    /// Where an evaluation comes from, by its number.
    pub fn origin(&self, evaluation: usize) -> &Origin {
        self.evaluations.origin(evaluation)
    }

    /// For each counter that only bounds how long a game lasts, from which value on that may
    /// happen within the turns that a search looks ahead.
    pub fn far_clocks(&self) -> &[Option<i32>] {
        self.far_clocks.get_or_init(|| ir::analyses::far_clocks(&self.program, game::FAR_TURNS))
    }

    /// What a turn may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The program that is interpreted.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// A number for the player to move.
    fn number(&self, position: &Position, func: FuncId) -> Result<i32, RulesError> {
        let run = Run::new(&self.program, position, None, self.limits);
        match run.number_of(func, position.player, &run.start(())) {
            Ok(number) => Ok(number),
            Err(stop) => self.settle(position, Err(stop)).map(|()| 0),
        }
    }
}

/// Packs positions by way of plain data.
struct SetupPacker {
    packing: Packing,
}

impl Packer<Position> for SetupPacker {
    fn pack(&self, position: &Position) -> u128 {
        self.packing.pack(&position.setup())
    }

    fn changed_fields(&self, a: &Position, b: &Position) -> u64 {
        Packing::changed_fields(&a.setup(), &b.setup())
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }
}

impl Game for Interp {
    type Position = Position;

    fn facts(&self) -> &Facts {
        self.evaluations.facts().unwrap_or(&self.program.facts)
    }

    fn start(&self) -> Position {
        Position::from_setup(&self.program.facts, &self.program.facts.start)
    }

    fn position(&self, setup: &Setup) -> Result<Position, SetupError> {
        game::check_setup(&self.program.facts, setup)?;
        Ok(Position::from_setup(&self.program.facts, setup))
    }

    fn setup(&self, position: &Position) -> Setup {
        position.setup()
    }

    fn signature(&self, position: &Position) -> u64 {
        self.signatures.of(&self.program.facts, &position.setup())
    }

    fn pressing_counters(&self, position: &Position) -> u64 {
        let counters = position.setup().counters.into_iter().zip(&self.program.facts.counters);
        let plain =
            counters.zip(self.far_clocks()).filter(|((_, facts), _)| facts.symbols.is_none());
        plain.fold(0, |all, ((value, _), from)| match from {
            Some(from) if value[0] < *from => game::mix(all),
            _ => game::mix(all ^ u64::from(value[0] as u32)),
        })
    }

    fn player(&self, position: &Position) -> Player {
        position.player
    }

    fn turn(&self, position: &Position, past: &[Position]) -> Result<Turn<Position>, RulesError> {
        self.offer(position, past).map(Turn::from)
    }

    fn grounded_turn(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<(Turn<Position>, Option<usize>), RulesError> {
        let (offer, ground) = self.grounded_offer(position, past)?;
        Ok((Turn::from(offer), ground))
    }

    fn evaluate(&self, position: &Position, evaluation: usize) -> Result<i32, RulesError> {
        match self.origin(evaluation) {
            Origin::Rules(n) => self.number(position, self.program.entries.evaluations[*n]),
            Origin::Learned(model) => Ok(Follower::new(model.clone()).evaluate(self, position)),
        }
    }

    fn bound(&self, position: &Position, bound: usize) -> Result<i32, RulesError> {
        self.number(position, self.program.entries.bounds[bound])
    }

    fn asks_for_past(&self) -> bool {
        self.program.asks_for_past()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome
    }

    fn early_outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome.or_else(|| self.over_early(position))
    }

    fn packer<'g>(&'g self, fold: Fold) -> Option<Box<dyn Packer<Position> + 'g>> {
        let folded = ir::analyses::folded(&self.program, fold);
        let packing = Packing::new(&self.program.facts, folded)?;
        Some(Box::new(SetupPacker { packing }))
    }

    fn write_position(&self, position: &Position, bytes: &mut Vec<u8>) -> bool {
        crate::bytes::write(&self.program.facts, position, bytes);
        true
    }

    fn read_position(&self, bytes: &[u8]) -> Option<Position> {
        crate::bytes::read(&self.program.facts, bytes)
    }

    type Worker<'g> = TurnWorker<'g, Interp>;

    fn worker<'g>(&'g self, past: &[Position]) -> TurnWorker<'g, Interp> {
        TurnWorker::new(self, past)
    }
}
