//! Who makes the moves of a side in one thread: a search, a program, or chance. A
//! program that does something wrong is started again for the next game.

#![allow(clippy::disallowed_methods, reason = "this is the edge: clocks run here")]

use super::super::book::Opening;
use super::super::combine::Probe;
use super::super::computer::think;
use super::super::engine::Engine;
use super::super::report::Failure;
use super::super::settings::unknown;
use super::super::tables::attach;
use super::games::Plan;
use super::program::{Program, Spec};
use super::sides::Side;
use ::tune::Level;
use game::{Game, Line, Move, Rng, parse_move};
use search::{Clock, Search, Stopper};
use std::time::{Duration, Instant};

/// Who makes the moves of a side.
pub(super) enum Player<'a, G: Game> {
    Random,
    Search(Box<Searching<'a, G>>, Level, Option<Box<Probe<'a, G>>>),
    Program(Spec, Option<Box<Program>>),
}

/// A search, and the book that is asked before.
pub(super) struct Searching<'a, G: Game> {
    search: Search<'a, G>,
    opening: Option<Opening>,
}

/// What a player did in their turn.
pub(super) enum Answer<P> {
    Move(Move<P>),
    /// They have lost the game by what they did.
    Forfeit(String),
}

impl<'a, G: Engine> Player<'a, G> {
    pub(super) fn new(game: &'a G, side: &Side) -> Result<Player<'a, G>, Failure> {
        Ok(match side {
            Side::Random => Player::Random,
            Side::Search(settings, level, combinations, knowledge) => {
                let probe = combinations.map(|nodes| Probe::with_nodes(game, nodes)).transpose()?;
                let search = Search::new(game, *settings)?;
                let search = attach(search, game, knowledge.tables.as_deref())?;
                let opening = Opening::of(game, knowledge.book.as_deref(), knowledge.book_choice)?;
                let searching = Box::new(Searching { search, opening });
                Player::Search(searching, *level, probe.map(Box::new))
            }
            Side::Program(spec) => {
                let silent = |why: String| {
                    Failure::new(format!("the program `{}` does not play: {why}", spec.command))
                        .hint("it has to speak UGI or UCI, as `multigame ugi GAME` does")
                };
                let mut program = Program::start(spec).map_err(silent)?;
                if let Some(name) = program.unknown_option(spec) {
                    let failure = unknown("option", name, program.options());
                    return Err(failure.at(&spec.command));
                }
                if let Some(why) = program.out_of_range(spec) {
                    return Err(Failure::new(why).at(&spec.command));
                }
                program.set_options(spec).map_err(silent)?;
                Player::Program(spec.clone(), Some(Box::new(program)))
            }
        })
    }

    /// What ends the search of a player from another thread, if there is one.
    pub(super) fn stopper(&self) -> Option<Stopper> {
        match self {
            Player::Search(searching, ..) => Some(searching.search.stopper()),
            Player::Random | Player::Program(..) => None,
        }
    }

    /// Gets ready for another game, before the clocks run; why that failed, if it did.
    pub(super) fn new_game(&mut self, game: &G, line: &Line<G::Position>) -> Result<(), String> {
        match self {
            Player::Random => {}
            Player::Search(searching, _, probe) => {
                searching.search.forget();
                if let Some(probe) = probe {
                    probe.forget();
                    probe.get_ready(game, line);
                }
            }
            Player::Program(spec, place) => {
                let mut program = match place.take() {
                    Some(program) => program,
                    None => {
                        let mut program = Box::new(Program::start(spec)?);
                        program.set_options(spec)?;
                        program
                    }
                };
                program.new_game()?;
                *place = Some(program);
            }
        }
        Ok(())
    }

    /// Makes a move, and takes its time off the clock.
    pub(super) fn turn(
        &mut self,
        plan: &Plan<'_, G>,
        line: &Line<G::Position>,
        moves: &[Move<G::Position>],
        clocks: &mut Option<[Clock; 2]>,
        random: &mut Rng,
    ) -> Result<Answer<G::Position>, Failure> {
        let (player, began) = (line.player(plan.game).index(), Instant::now());
        let clock = clocks.map(|clocks| clocks[player]);
        let answer = match self {
            Player::Random => random.choose(moves).cloned().map(Answer::Move),
            Player::Search(searching, Level { limits, mood }, probe) => {
                let Searching { search, opening } = &**searching;
                let by_book = match opening {
                    Some(opening) => opening.chosen(plan.game, line, random)?,
                    None => None,
                };
                let limits = clock.map_or(*limits, |clock| limits.by_clock(&clock));
                let time = limits.at_usual().time;
                match by_book {
                    Some(chosen) => Some(Answer::Move(chosen)),
                    None => {
                        let find =
                            |probe: &mut Box<Probe<'_, G>>| probe.find(plan.game, line, time);
                        let probed = probe.as_mut().map(find).transpose()?;
                        let probed = probed.as_ref();
                        let thought =
                            think(search, probed, plan.game, line, limits, *mood, random)?;
                        thought.map(|thought| Answer::Move(thought.chosen))
                    }
                }
            }
            Player::Program(spec, place) => {
                let limit = spec.limits.time.into_iter().chain(clock.map(|clock| clock.left)).min();
                let allowed = limit.map_or(plan.patience, |time| time + plan.margin);
                let asked = ask(plan, spec, place, line, moves, *clocks, allowed);
                Some(asked.unwrap_or_else(|why| {
                    // What is left of it is nothing to rely on.
                    *place = None;
                    Answer::Forfeit(why)
                }))
            }
        };
        let time = began.elapsed();
        if let Some(clock) = clocks.as_mut().map(|clocks| &mut clocks[player]) {
            if time > clock.left + plan.margin {
                return Ok(Answer::Forfeit("it has no time left".to_string()));
            }
            clock.left = clock.left.saturating_sub(time).max(Duration::from_millis(1));
            clock.left += clock.increment;
        }
        Ok(answer.unwrap_or_else(|| Answer::Forfeit("it has no move".to_string())))
    }
}

/// Asks a program for its move.
fn ask<G: Game>(
    plan: &Plan<'_, G>,
    spec: &Spec,
    place: &mut Option<Box<Program>>,
    line: &Line<G::Position>,
    moves: &[Move<G::Position>],
    clocks: Option<[Clock; 2]>,
    allowed: Duration,
) -> Result<Answer<G::Position>, String> {
    let Some(program) = place else { return Err("it is not there".to_string()) };
    let go = program.go(&spec.limits, clocks);
    let texts: Vec<&str> = line.texts().collect();
    let position = match texts.is_empty() {
        true => format!("position {}", plan.start),
        false => format!("position {} moves {}", plan.start, texts.join(" ")),
    };
    let text = program.best(&position, &go, allowed)?;
    let setup = plan.game.setup(line.position());
    match parse_move(plan.game.facts(), &setup, moves, &text) {
        Ok(chosen) => Ok(Answer::Move(chosen.clone())),
        Err(why) => Err(format!("its move {text} is not legal: {}", why.message)),
    }
}
