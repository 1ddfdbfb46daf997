//! Counting with native code, in pieces: code that runs cannot be stopped, so it
//! is given what is soon counted, and progress and Ctrl-C come in between.

use super::engine::Counting;
use game::{Divided, Game, Line, Perft, Progress, RulesError, Turn};
use native::{Native, Position};
use std::ops::ControlFlow;
use std::vec::IntoIter;

/// About the most leaves of a piece.
const LEAVES: u64 = 300_000;

/// About the most work of a piece, in steps of the interpreter, which code does in a second or
/// two: where turns take long, few leaves do, too.
const STEPS: u64 = 400_000_000;

/// The most turns of a piece, lest a game with few moves takes the stack of code
/// that calls itself.
const TURNS: u32 = 32;

/// Counts the lines of play from the end of a line.
pub(super) fn count(
    game: &Native,
    line: &Line<Position>,
    how: Counting,
    progress: Progress<'_>,
) -> Result<Perft, RulesError> {
    let mut counter = Counter::new(game, line, how, progress)?;
    let stopped = counter.add(line.position(), how.depth)?.is_break();
    Ok(Perft { leaves: counter.leaves, stopped })
}

/// Counts them for each move.
pub(super) fn divide(
    game: &Native,
    line: &Line<Position>,
    how: Counting,
    progress: Progress<'_>,
) -> Result<Divided, RulesError> {
    let moves = match how.depth {
        0 => Vec::new(),
        _ => match game.turn(line.position(), line.past())? {
            Turn::Over(_) => Vec::new(),
            Turn::Moves(moves) => moves,
        },
    };
    let mut counter = Counter::new(game, line, how, progress)?;
    counter.past.push(line.position().clone());
    let (mut parts, mut stopped) = (Vec::new(), false);
    for m in moves {
        let before = counter.leaves;
        stopped = counter.add(&m.to, how.depth - 1)?.is_break();
        parts.push((m.text, counter.leaves - before));
        if stopped {
            break;
        }
    }
    Ok(Divided { parts, total: Perft { leaves: counter.leaves, stopped } })
}

/// How much work the turn at the end of a line is; as much as there may be if it cannot be played.
fn steps(game: &Native, line: &Line<Position>) -> u64 {
    let rules = game.interp();
    let same = |position: &Position| rules.position(&game.setup(position)).ok();
    let past: Option<Vec<_>> = line.past().iter().map(same).collect();
    let (Some(at), Some(past)) = (same(line.position()), past) else { return STEPS };
    let mut left = STEPS;
    match rules.turn_within(&at, &past, &mut left) {
        Some(Ok(_)) => STEPS - left,
        _ => STEPS,
    }
}

struct Counter<'a> {
    game: &'a Native,
    how: Counting,
    /// How many turns are counted in one piece.
    piece: u32,
    /// The positions before the one that is looked at.
    past: Vec<Position>,
    leaves: u64,
    progress: Progress<'a>,
}

impl<'a> Counter<'a> {
    fn new(
        game: &'a Native,
        line: &Line<Position>,
        how: Counting,
        progress: Progress<'a>,
    ) -> Result<Counter<'a>, RulesError> {
        let past = line.past().to_vec();
        let mut counter = Counter { game, how, piece: 1, past, leaves: 0, progress };
        let steps = steps(game, line);
        let mut before = 1;
        while counter.piece < how.depth.min(TURNS) {
            let leaves = counter.leaves_of(line.position(), counter.piece)?;
            // One turn more has as many times more as the last one had.
            if leaves.saturating_mul(leaves / before) > LEAVES
                || leaves.saturating_mul(steps) > STEPS
            {
                break;
            }
            (before, counter.piece) = (leaves.max(1), counter.piece + 1);
        }
        Ok(counter)
    }

    fn leaves_of(&self, position: &Position, depth: u32) -> Result<u64, RulesError> {
        self.game.perft(position, &self.past, depth, !self.how.made)
    }

    /// Adds the lines from a position. What is still to follow is kept on a stack
    /// of our own: a game may last longer than the machine's stack.
    fn add(&mut self, position: &Position, depth: u32) -> Result<ControlFlow<()>, RulesError> {
        let bottom = self.past.len();
        let mut ahead: Vec<IntoIter<Position>> = Vec::new();
        let mut next = Some(position.clone());
        loop {
            if let Some(position) = next.take() {
                let left = depth - ahead.len() as u32;
                if left > self.piece {
                    let successors = self.game.successors(&position, &self.past)?;
                    ahead.push(successors.unwrap_or_default().into_iter());
                    self.past.push(position);
                    // Where games end before the depth, no leaf is ever reached.
                    if (self.progress)(self.leaves).is_break() {
                        self.past.truncate(bottom);
                        return Ok(ControlFlow::Break(()));
                    }
                } else {
                    self.leaves += self.leaves_of(&position, left)?;
                    if (self.progress)(self.leaves).is_break() {
                        self.past.truncate(bottom);
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            let Some(successors) = ahead.last_mut() else { return Ok(ControlFlow::Continue(())) };
            next = successors.next();
            if next.is_none() {
                ahead.pop();
                self.past.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Outcome, perft};

    fn native(name: &str) -> Native {
        Native::new(multigame::parts::load(name).expect("it loads").game, &[])
            .expect("there is code")
    }

    /// Counts in pieces of this many turns, and with the interpreter.
    fn check(name: &str, after: &[&str], depth: u32, piece: u32) -> u64 {
        let (game, how) = (native(name), Counting { depth, made: false });
        let mut line = Line::new(game.start());
        let mut same = Line::new(game.interp().start());
        for text in after {
            line.play(&game, text).expect("a move");
            same.play(game.interp(), text).expect("a move");
        }
        let mut go_on = |_| ControlFlow::Continue(());
        let mut counter = Counter::new(&game, &line, how, &mut go_on).expect("it counts");
        counter.piece = piece;
        assert!(counter.add(line.position(), depth).expect("it counts").is_continue());
        let expected = perft(game.interp(), same.position(), same.past(), depth);
        assert_eq!(Ok(counter.leaves), expected, "{name} {depth} {piece}");
        assert_eq!(counter.past.len(), line.len());
        counter.leaves
    }

    #[test]
    fn pieces_add_up() {
        for piece in 1..=4 {
            assert_eq!(check("tictactoe", &["b2", "a1", "b1"], 4, piece), 282);
        }
    }

    /// The same position a third time is a draw, and what came twice is in the
    /// line and in what is counted.
    #[test]
    fn pieces_know_what_came_before_them() {
        let opening = ["a1", "b1", "b3", "a3", "c2", "c3"];
        let cycle = ["a1a2", "c3b2", "a2a1", "b2c3"];
        let once = [&opening[..], &cycle].concat();
        let short = check("three_mens_morris", &opening, 5, 2);
        for piece in 1..=5 {
            let long = check("three_mens_morris", &once, 5, piece);
            assert!(long < short, "no line of {long} was ended by repetition");
        }
    }

    #[test]
    fn parts_are_those_of_the_interpreter() {
        let game = native("tictactoe");
        let (line, how) = (Line::new(game.start()), Counting { depth: 5, made: true });
        let mut go_on = |_| ControlFlow::Continue(());
        let divided = divide(&game, &line, how, &mut go_on).expect("it counts");
        let start = game.interp().start();
        let expected = game::divide(game.interp(), &start, &[], 5, &mut go_on);
        assert_eq!(Ok(divided), expected);
    }

    #[test]
    fn a_count_can_be_stopped_between_pieces() {
        let game = native("tictactoe");
        let (line, how) = (Line::new(game.start()), Counting { depth: 9, made: false });
        let mut at_first = |leaves| match leaves {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        let mut counter = Counter::new(&game, &line, how, &mut at_first).expect("it counts");
        counter.piece = 7;
        assert!(counter.add(line.position(), 9).expect("it counts").is_break());
        // One of the 72 positions after two moves.
        assert!(counter.leaves > 0 && counter.leaves < 127_872 / 10, "{}", counter.leaves);
        assert!(counter.past.is_empty());
        // Where no line is so long, it can be stopped, too.
        let how = Counting { depth: 100, made: false };
        let mut at_once = |_| ControlFlow::Break(());
        let counted = count(&game, &line, how, &mut at_once);
        assert_eq!(counted, Ok(Perft { leaves: 0, stopped: true }));
    }

    /// Turns of 2^15 paths to each of 25 moves: a count can be stopped after a few of them.
    #[test]
    fn slow_turns_are_counted_in_smaller_pieces() {
        let mut rules =
            "dimensions (5,5) pieces { man 'X' 'O' } main = try r0 else draw.".to_string();
        for i in 0..15 {
            rules += &format!(" r{i} = either r{n} or r{n}.", n = i + 1);
        }
        rules += " r15 = find empty field, replace by own man.";
        let text = multigame::Text::new("slow", &rules);
        let slow = multigame::parts::load_text(&text).expect("sound rules").game;
        let slow = Native::new(slow, &[]).expect("there is code").or_interpret(|_| {});
        let piece = |game: &Native| {
            let (line, how) = (Line::new(game.start()), Counting { depth: 6, made: false });
            let mut go_on = |_| ControlFlow::Continue(());
            let counter = Counter::new(game, &line, how, &mut go_on).expect("it counts");
            (counter.piece, steps(game, &line))
        };
        let found = piece(&slow);
        assert!(found.0 <= 2, "{found:?}");
        // Chess is counted in pieces as large as ever.
        let found = piece(&native("chess"));
        assert!(found.0 == 4, "{found:?}");
    }

    #[test]
    fn a_game_that_is_over_has_no_lines() {
        let game = native("tictactoe");
        let mut line = Line::new(game.start());
        for text in ["b2", "a1", "b1", "a2", "b3"] {
            line.play(&game, text).expect("a move");
        }
        assert_eq!(line.outcome(&game), Ok(Some(Outcome { value: 1, scored: false })));
        let mut go_on = |_| ControlFlow::Continue(());
        for (depth, leaves) in [(0, 1), (1, 0), (1_000_000, 0)] {
            let how = Counting { depth, made: false };
            let counted = count(&game, &line, how, &mut go_on);
            assert_eq!(counted, Ok(Perft { leaves, stopped: false }));
        }
    }
}
