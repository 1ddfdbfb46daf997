//! What plays for a command: native code or the interpreter, chosen once, so
//! that commands are written for both and notice nothing.

use super::args::Backend;
use super::count;
use super::report::Failure;
use super::terminal;
use ::conditions::{Condition, Conditions, Reasons, Wishes};
use game::{
    Divided, Game, Line, Outcome, Perft, Progress, RulesError, divide, parse_position, perft_with,
};
use insight::Reader;
use interp::Interp;
use native::Native;

/// The conditions of an outcome.
pub(super) type WhyOver = Option<(Outcome, Vec<Condition>)>;

/// How lines of play are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// How many turns.
    pub(super) depth: u32,
    /// Whether the last moves are made, too, and not only counted.
    pub(super) made: bool,
}

/// A game, and what commands ask for beyond playing it.
pub(super) trait Engine: Game {
    /// What reads the rules for those who want to win by threats; nothing if the rules
    /// cannot be read so.
    fn reader(&self) -> Option<Reader<'_, Self>>
    where
        Self: Sized;

    /// The conditions of the moves of a position.
    fn why(&self, line: &Line<Self::Position>) -> Result<Vec<Reasons>, RulesError>;

    /// The conditions of one move; nothing if there is no such move.
    fn why_move(
        &self,
        line: &Line<Self::Position>,
        text: &str,
    ) -> Result<Option<Reasons>, RulesError>;

    /// The conditions under which a position is over.
    fn why_over(&self, line: &Line<Self::Position>) -> Result<WhyOver, RulesError>;

    /// What would be there if this many conditions were different.
    fn if_only(
        &self,
        line: &Line<Self::Position>,
        n_wishes: usize,
        most: usize,
    ) -> Result<Wishes, RulesError>;

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
}

/// Does a job with the engine that was asked for, or with native code. A game
/// that has no code is interpreted unless the user insists, and so are turns for
/// which no code can be made, which is found out when they are played.
pub(super) fn run(game: Interp, choice: &Choice<'_>, job: &impl Job) -> Result<u8, Failure> {
    if choice.backend == Some(Backend::Interp) {
        return job.run(game);
    }
    match Native::new(game.clone(), choice.off) {
        Ok(native) if choice.backend.is_some() => job.run(native),
        Ok(native) => match no_room(&native, choice.position) {
            Some(why) => {
                interpreted(&why);
                job.run(game)
            }
            None => job.run(native.or_interpret(interpreted)),
        },
        Err(why) if choice.backend.is_some() => {
            Err(no_code(&why).hint("`--backend interp` plays every game"))
        }
        Err(why) => {
            interpreted(&why);
            job.run(game)
        }
    }
}

/// Why native code cannot begin where the interpreter can.
fn no_room(native: &Native, position: Option<&str>) -> Option<String> {
    let setup = parse_position(native.facts(), position?).ok()?;
    let refused = native.position(&setup).err()?;
    native.interp().position(&setup).is_ok().then_some(refused.message)
}

/// Tells that a game is slower than one may be used to.
pub(super) fn interpreted(why: &str) {
    terminal::note(&format!("this game is interpreted: {why}"));
}

/// That a game has no code, though it was asked for.
pub(super) fn no_code(why: &str) -> Failure {
    Failure::new(format!("this game has no native code: {why}"))
}

impl Engine for Interp {
    fn reader(&self) -> Option<Reader<'_, Interp>> {
        Some(Reader::interpreted(self)?.while_wanted(|| !terminal::interrupted()))
    }

    fn why(&self, line: &Line<interp::Position>) -> Result<Vec<Reasons>, RulesError> {
        Conditions::of(self).reasons(line.position(), line.past())
    }

    fn why_move(
        &self,
        line: &Line<interp::Position>,
        text: &str,
    ) -> Result<Option<Reasons>, RulesError> {
        Conditions::of(self).why_move(line.position(), line.past(), text)
    }

    fn why_over(&self, line: &Line<interp::Position>) -> Result<WhyOver, RulesError> {
        Conditions::of(self).why_over(line.position(), line.past())
    }

    fn if_only(
        &self,
        line: &Line<interp::Position>,
        n_wishes: usize,
        most: usize,
    ) -> Result<Wishes, RulesError> {
        Conditions::of(self).if_only(line.position(), n_wishes, most, &mut || true)
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

/// The position and those before it, as the interpreter knows them.
fn interpreted_line(
    native: &Native,
    line: &Line<native::Position>,
) -> Result<(interp::Position, Vec<interp::Position>), RulesError> {
    let same = |position: &native::Position| {
        let setup = native.setup(position);
        native.interp().position(&setup).map_err(|error| RulesError {
            code: game::ErrorCode::ExactlyBroken,
            message: error.message,
            position: game::write_position(native.facts(), &setup),
            hint: error.hint,
        })
    };
    let past = line.past().iter().map(same).collect::<Result<Vec<_>, _>>()?;
    Ok((same(line.position())?, past))
}

impl Engine for Native {
    fn reader(&self) -> Option<Reader<'_, Native>> {
        Some(Reader::native(self)?.while_wanted(|| !terminal::interrupted()))
    }

    /// Code does not know why; the interpreter does.
    fn why(&self, line: &Line<native::Position>) -> Result<Vec<Reasons>, RulesError> {
        let (position, past) = interpreted_line(self, line)?;
        Conditions::of(self.interp()).reasons(&position, &past)
    }

    fn why_move(
        &self,
        line: &Line<native::Position>,
        text: &str,
    ) -> Result<Option<Reasons>, RulesError> {
        let (position, past) = interpreted_line(self, line)?;
        Conditions::of(self.interp()).why_move(&position, &past, text)
    }

    fn why_over(&self, line: &Line<native::Position>) -> Result<WhyOver, RulesError> {
        let (position, past) = interpreted_line(self, line)?;
        Conditions::of(self.interp()).why_over(&position, &past)
    }

    fn if_only(
        &self,
        line: &Line<native::Position>,
        n_wishes: usize,
        most: usize,
    ) -> Result<Wishes, RulesError> {
        let (position, _) = interpreted_line(self, line)?;
        Conditions::of(self.interp()).if_only(&position, n_wishes, most, &mut || true)
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
