//! The interpreter in the place of code that could not be made or gave up. Where only code
//! is wanted, an error says why there is none.

use crate::code::{INTERPRET, NO_ROOM, Native, Stopped};
use crate::layout::stacks::Stacks;
use crate::position::Position;
use crate::runtime::Problem;
use game::{Asked, ErrorCode, Game, Move, Outcome, Referee, RulesError, Turn};
use interp::Interp;
use std::sync::Once;

/// Whom to tell that something is interpreted.
pub(crate) struct Fallback {
    notice: Box<dyn Fn(&str) + Send + Sync>,
    told: Once,
}

impl Native {
    /// The same game, but turns for which there is no code are interpreted. The
    /// first time, `notice` is told why.
    pub fn or_interpret(self, notice: impl Fn(&str) + Send + Sync + 'static) -> Native {
        self.with_fallback(Fallback { notice: Box::new(notice), told: Once::new() })
    }

    /// Says that something is interpreted, if that is allowed.
    fn allow(&self, at: &Position, stopped: &Stopped) -> Result<(), RulesError> {
        let fallback = self.fallback().ok_or_else(|| self.given_up(at, stopped))?;
        let stacks = self.shared().layout.stacks.as_ref();
        let no_room = matches!(*stopped, Stopped::Problem(code) if code == Problem::Room as i64);
        if no_room && stacks.is_some_and(Stacks::may_overflow) {
            // A note would promise that play goes on, but soon there may be no room at all.
            return Ok(());
        }
        fallback.told.call_once(|| (fallback.notice)(&why(stopped)));
        Ok(())
    }

    /// That code gave up in a position.
    fn given_up(&self, at: &Position, stopped: &Stopped) -> RulesError {
        RulesError {
            code: ErrorCode::TooLong,
            message: match stopped {
                Stopped::NoCode(why) => format!("there is no code for this game: {why}"),
                Stopped::Problem(_) => why(stopped),
            },
            position: game::write_position(self.facts(), &self.setup(at)),
            hint: INTERPRET.to_string(),
        }
    }

    /// The equal position of the interpreter, but for the outcome.
    pub(crate) fn of_interp(&self, position: &Position) -> Result<interp::Position, RulesError> {
        let setup = self.setup(position);
        self.interp().position(&setup).map_err(|error| RulesError {
            code: ErrorCode::ExactlyBroken,
            message: error.message,
            position: game::write_position(self.facts(), &setup),
            hint: error.hint,
        })
    }

    /// What the interpreter says about a turn in which code gave up.
    pub(crate) fn turn_instead(
        &self,
        at: &Position,
        past: &[Position],
        stopped: &Stopped,
    ) -> Result<Turn<Position>, RulesError> {
        let past: &[Position] = if self.remembers() { past } else { &[] };
        let past = past.iter().map(|p| self.of_interp(p)).collect::<Result<Vec<_>, _>>()?;
        let turn = match self.interp().turn(&self.of_interp(at)?, &past)? {
            Turn::Over(outcome) => Turn::Over(outcome),
            Turn::Moves(moves) => {
                let moves = moves.into_iter().map(|played| self.of_code(played));
                Turn::Moves(moves.collect::<Result<_, _>>()?)
            }
        };
        self.allow(at, stopped)?;
        Ok(turn)
    }

    /// As [`Native::turn_instead`], with the questions about earlier positions.
    pub(crate) fn turn_instead_asking(
        &self,
        at: &Position,
        past: &[Position],
        asked: &mut Vec<Asked>,
        stopped: &Stopped,
    ) -> Result<Turn<Position>, RulesError> {
        let turn = self.turn_instead(at, past, stopped)?;
        if self.remembers() {
            let past = past.iter().map(|p| self.of_interp(p)).collect::<Result<Vec<_>, _>>()?;
            let mut about = Vec::new();
            self.interp().turn_asking_about(&self.of_interp(at)?, &past, &mut about)?;
            for it in about {
                let likeness = self.likeness(&self.of_position(&it.position)?);
                asked.push(Asked { likeness, times: it.times, moved: it.moved });
            }
        }
        Ok(turn)
    }

    /// The equal position of code, if there is room for its stacks.
    pub(crate) fn of_position(&self, position: &interp::Position) -> Result<Position, RulesError> {
        let (layout, setup) = (&self.shared().layout, self.interp().setup(position));
        if !layout.has_room(&setup) {
            return Err(RulesError {
                code: ErrorCode::TooLong,
                message: NO_ROOM.to_string(),
                position: game::write_position(self.facts(), &setup),
                hint: INTERPRET.to_string(),
            });
        }
        let mut words = layout.pack(self.facts(), &setup, self.interp().signature(position));
        layout.set_outcome(&mut words, position.outcome());
        Ok(self.wrap(&words))
    }

    /// The positions to which the turns of [`Native::turn_instead`] lead.
    pub(crate) fn list_instead(
        &self,
        at: &Position,
        past: &[Position],
        stopped: &Stopped,
    ) -> Result<Result<Vec<Position>, Outcome>, RulesError> {
        Ok(match self.turn_instead(at, past, stopped)? {
            Turn::Over(outcome) => Err(outcome),
            Turn::Moves(moves) => Ok(moves.into_iter().map(|played| played.to).collect()),
        })
    }

    fn of_code(&self, played: Move<interp::Position>) -> Result<Move<Position>, RulesError> {
        let Move { text, synonyms, to, outcome, cost, told } = played;
        Ok(Move { text, synonyms, to: self.of_position(&to)?, outcome, cost, told })
    }

    /// What is wrong where code gave up and nothing can be done instead.
    pub(crate) fn explain(
        &self,
        at: &Position,
        past: &[Position],
        stopped: &Stopped,
    ) -> RulesError {
        let told = self.turn_instead(at, past, stopped).err();
        told.unwrap_or_else(|| self.given_up(at, stopped))
    }

    /// A number that the interpreter finds where code gave up.
    pub(crate) fn number_instead(
        &self,
        at: &Position,
        stopped: &Stopped,
        find: impl Fn(&Interp, &interp::Position) -> Result<i32, RulesError>,
    ) -> Result<i32, RulesError> {
        let number = find(self.interp(), &self.of_interp(at)?)?;
        self.allow(at, stopped)?;
        Ok(number)
    }
}

/// Why code gave up.
fn why(stopped: &Stopped) -> String {
    match stopped {
        Stopped::NoCode(why) => why.clone(),
        Stopped::Problem(code) => match *code {
            code if code == Problem::Depth as i64 => {
                "rules call each other too deep for native code"
            }
            code if code == Problem::Results as i64 => {
                "a turn has more results at a time than native code can keep"
            }
            code if code == Problem::Code as i64 => {
                "some of the code for this game could not be made"
            }
            code if code == Problem::Room as i64 => NO_ROOM,
            code if code == Problem::Rules as i64 => {
                "native code found a mistake that the interpreter does not find"
            }
            _ => "a turn takes native code too long",
        }
        .to_string(),
    }
}
