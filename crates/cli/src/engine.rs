//! What plays for a command: native code or the interpreter, chosen once, so
//! that commands are written for both and notice nothing.

use super::args::Backend;
use super::count;
use super::report::Failure;
use super::terminal;
use ::conditions::{Condition, Conditions, Reasons, Wishes};
use game::{
    Divided, Game, Line, Outcome, Perft, Progress, Referee, RulesError, divide, parse_position,
    perft_with,
};
use insight::Reader;
use interp::{Interp, Origin};
use native::Native;
use trace::{Because, Tracer, WhyNot};

/// How lines of play are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// How many turns.
    pub(super) depth: u32,
    /// Whether the last moves are made, too, and not only counted.
    pub(super) made: bool,
}

/// A line of play as the interpreter knows it, which can say why moves are legal.
pub(super) struct Explained<'g> {
    rules: &'g Interp,
    conditions: Conditions<'g>,
    position: interp::Position,
    past: Vec<interp::Position>,
}

impl Explained<'_> {
    /// The conditions of the moves.
    pub(super) fn why(&self) -> Result<Vec<Reasons>, RulesError> {
        self.conditions.reasons(&self.position, &self.past)
    }

    /// The conditions of one move; nothing if there is no such move.
    pub(super) fn why_move(&self, text: &str) -> Result<Option<Reasons>, RulesError> {
        self.conditions.why_move(&self.position, &self.past, text)
    }

    /// Why a text is no move.
    pub(super) fn why_not(&self, text: &str) -> Option<WhyNot> {
        Tracer::of(self.rules).why_not(&self.position, &self.past, text)
    }

    /// Why a move ends the game, if it does and that is known.
    pub(super) fn why_ends(&self, text: &str) -> Option<Because> {
        Tracer::of(self.rules).why_ends(&self.position, &self.past, text)
    }

    /// The conditions under which the position is over.
    pub(super) fn why_over(&self) -> Result<Option<(Outcome, Vec<Condition>)>, RulesError> {
        self.conditions.why_over(&self.position, &self.past)
    }

    /// What would be there if this many conditions were different.
    pub(super) fn if_only(&self, n_wishes: usize, most: usize) -> Result<Wishes, RulesError> {
        self.conditions.if_only(&self.position, n_wishes, most, &mut || true)
    }
}

/// A game, and what commands ask for beyond playing it.
pub(super) trait Engine: Referee<Position: 'static> {
    /// Where an evaluation comes from, by its number.
    fn origin(&self, evaluation: usize) -> &Origin;

    /// The rules as the interpreter runs them.
    fn rules(&self) -> &Interp;

    /// What endgame tables have to know about the rules.
    fn table_rules(&self) -> ::tables::Rules;

    /// What reads the rules for wins by threats; nothing if the rules
    /// cannot be read so.
    fn reader(&self) -> Option<Reader<'_, Self>>
    where
        Self: Sized;

    /// What can say why the moves at the end of a line are legal.
    fn explained(&self, line: &Line<Self::Position>) -> Result<Explained<'_>, RulesError>;

    /// Counts lines of play.
    fn count(
        &self,
        line: &Line<Self::Position>,
        how: Counting,
        progress: Progress<'_>,
    ) -> Result<Perft, RulesError>;

    /// Counts lines of play for each move of the position.
    fn divide(
        &self,
        line: &Line<Self::Position>,
        how: Counting,
        progress: Progress<'_>,
    ) -> Result<Divided, RulesError>;
}

/// Work that any engine can do.
pub(super) trait Job {
    /// Does it and gives the exit code.
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure>;
}

/// How an engine is chosen.
pub(super) struct Choice<'a> {
    /// What the user asked for.
    pub(super) backend: Option<Backend>,
    /// The passes that native code does without.
    pub(super) off: &'a [String],
    /// The position that the user gave, if any.
    pub(super) position: Option<&'a str>,
    /// Whether the interpreter plays after all passes, which is faster; what it shows of the
    /// rules is not what was written then.
    pub(super) optimizes: bool,
}

impl Choice<'_> {
    /// The choice of a back end alone.
    pub(super) fn of(backend: Option<Backend>) -> Choice<'static> {
        Choice { backend, off: &[], position: None, optimizes: false }
    }
}

/// Does a job with the engine that was asked for, or with native code. A game
/// that has no code is interpreted unless the user insists, and so are turns for
/// which no code can be made, which is found out when they are played.
pub(super) fn run(game: Interp, choice: &Choice<'_>, job: &impl Job) -> Result<u8, Failure> {
    let interpret = |game| job.run(if choice.optimizes { optimized(game) } else { game });
    if choice.backend == Some(Backend::Interp) {
        return interpret(game);
    }
    // Whoever names a back end waits for its code.
    let wanted: fn() -> bool =
        if choice.backend.is_some() { || true } else { terminal::waits_for_code };
    match Native::while_wanted(game.clone(), choice.off, wanted) {
        Ok(native) if choice.backend.is_some() => job.run(native),
        Ok(native) => match no_room(&native, choice.position) {
            Some(why) => {
                note_interpreted(&why);
                interpret(game)
            }
            None => job.run(native.or_interpret(note_interpreted)),
        },
        Err(why) if choice.backend.is_some() => {
            Err(no_code(&why).hint("`--backend interp` plays every game"))
        }
        Err(why) => {
            note_interpreted(&why);
            interpret(game)
        }
    }
}

/// The same game after all passes.
fn optimized(game: Interp) -> Interp {
    let mut program = game.program().clone();
    ir::passes::optimize(&mut program, &[]);
    Interp::new(program)
        .map_or(game.clone(), |faster| faster.with_limits(game.limits()).with_evaluations_of(&game))
}

/// Why native code cannot begin where the interpreter can.
fn no_room(native: &Native, position: Option<&str>) -> Option<String> {
    let setup = parse_position(native.facts(), position?).ok()?;
    let refused = native.position(&setup).err()?;
    native.interp().position(&setup).is_ok().then_some(refused.message)
}

/// Notes that a game is slower than one may be used to.
fn note_interpreted(why: &str) {
    terminal::note(&format!("this game is interpreted: {why}"));
}

/// That a game has no code, though it was asked for.
pub(super) fn no_code(why: &str) -> Failure {
    Failure::new(format!("this game has no native code: {why}"))
}

impl Engine for Interp {
    fn origin(&self, evaluation: usize) -> &Origin {
        Interp::origin(self, evaluation)
    }

    fn rules(&self) -> &Interp {
        self
    }

    fn table_rules(&self) -> ::tables::Rules {
        super::tables::rules(self)
    }

    fn reader(&self) -> Option<Reader<'_, Interp>> {
        Some(Reader::interpreted(self)?.while_wanted(|| !terminal::interrupted()))
    }

    fn explained(&self, line: &Line<interp::Position>) -> Result<Explained<'_>, RulesError> {
        let (position, past) = (line.position().clone(), line.past().to_vec());
        Ok(Explained { rules: self, conditions: Conditions::of(self), position, past })
    }

    /// The interpreter makes every move that it counts.
    fn count(
        &self,
        line: &Line<interp::Position>,
        how: Counting,
        progress: Progress<'_>,
    ) -> Result<Perft, RulesError> {
        perft_with(self, line.position(), line.past(), how.depth, progress)
    }

    fn divide(
        &self,
        line: &Line<interp::Position>,
        how: Counting,
        progress: Progress<'_>,
    ) -> Result<Divided, RulesError> {
        divide(self, line.position(), line.past(), how.depth, progress)
    }
}

impl Engine for Native {
    fn origin(&self, evaluation: usize) -> &Origin {
        self.interp().origin(evaluation)
    }

    fn rules(&self) -> &Interp {
        self.interp()
    }

    fn table_rules(&self) -> ::tables::Rules {
        super::tables::rules(self.interp())
    }

    fn reader(&self) -> Option<Reader<'_, Native>> {
        Some(Reader::native(self)?.while_wanted(|| !terminal::interrupted()))
    }

    /// Code does not know why; the interpreter does.
    fn explained(&self, line: &Line<native::Position>) -> Result<Explained<'_>, RulesError> {
        let same = |position: &native::Position| {
            let setup = self.setup(position);
            self.interp().position(&setup).map_err(|error| RulesError {
                code: game::ErrorCode::ExactlyBroken,
                message: error.message,
                position: game::write_position(self.facts(), &setup),
                hint: error.hint,
            })
        };
        let past = line.past().iter().map(same).collect::<Result<Vec<_>, _>>()?;
        let position = same(line.position())?;
        let (rules, conditions) = (self.interp(), Conditions::of(self.interp()));
        Ok(Explained { rules, conditions, position, past })
    }

    fn count(
        &self,
        line: &Line<native::Position>,
        how: Counting,
        progress: Progress<'_>,
    ) -> Result<Perft, RulesError> {
        count::count(self, line, how, progress)
    }

    fn divide(
        &self,
        line: &Line<native::Position>,
        how: Counting,
        progress: Progress<'_>,
    ) -> Result<Divided, RulesError> {
        count::divide(self, line, how, progress)
    }
}
