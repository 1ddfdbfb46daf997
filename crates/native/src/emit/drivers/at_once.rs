//! Random moves that are drawn where they are chosen. If a turn has one choice, and each of its
//! fields gives one move, the moves need not be counted first and looked for a second time: the
//! size of the set is the number of moves, and what is drawn from it is made.
//!
//! Whether a turn is like that is found out on code that is never run. Conditions:
//!
//! 1. One choice is counted whole, in one place of the code and outside of loops.
//! 2. No other move is made anywhere.
//! 3. Wherever the rules say that the game is over without a move, this choice is not gone
//!    through in the same turn, because the two are alternatives of one `try … else …`. So
//!    nothing is missed by going on with the move at once: moves and an outcome together would
//!    be an error of the rules.
//!
//! The same numbers are drawn as by counting first, so that the same games are played.

use super::Tally;
use super::joined::Whole;
use super::playouts::Ends;
use crate::emit::sym::{Conf, Frame, State, Word};
use crate::emit::{Cont, Emit, IntCC};
use crate::runtime::Problem;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use game::Player;

/// Where code is among alternatives: the number of each, and whether it is in the second.
type Alternatives = Vec<(u32, bool)>;

/// What is found in a turn of which code is made only to be looked at.
#[derive(Debug, Default)]
struct Survey {
    /// Where each choice is that is counted whole.
    choices: Vec<Alternatives>,
    /// Where the rules say that the game is over without a move.
    ends: Vec<Alternatives>,
    /// Whether there is a move that is not counted whole, or a choice inside a loop.
    others: bool,
}

/// What is known of drawing moves where they are chosen while code is made.
#[derive(Debug, Default)]
pub(crate) struct AtOnce {
    /// What is found in a turn of which code is made only to be looked at.
    survey: Option<Survey>,
    /// A move is drawn at the next choice.
    pub(in crate::emit) drawing: Option<Drawing>,
    /// The rules of which one is run if the other has no result, around the code under way,
    pub(in crate::emit) alternatives: Alternatives,
    /// and how many of these there were.
    pub(in crate::emit) n_alternatives: u32,
}

impl Survey {
    /// Whether moves can be drawn from the only choice.
    fn fits(&self) -> bool {
        let [choice] = &self.choices[..] else { return false };
        let exclude = |end: &Alternatives| {
            choice.iter().any(|(number, second)| end.contains(&(*number, !*second)))
        };
        !self.others && self.ends.iter().all(exclude)
    }
}

/// A move is drawn at the next choice that is counted whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing {
    /// How many turns may still be made,
    left: Value,
    /// and where the code goes on if there are none.
    broken: Block,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Notes a choice that is counted whole.
    pub(super) fn survey_choice(&mut self) {
        let in_loop = self.depth > 0;
        if let Some(survey) = self.at_once.survey.as_mut().filter(|_| self.in_question == 0) {
            survey.choices.push(self.at_once.alternatives.clone());
            survey.others |= in_loop;
        }
    }

    /// Notes a place where the rules say that the game is over without a move.
    pub(super) fn survey_end(&mut self) {
        if let Some(survey) = &mut self.at_once.survey {
            survey.ends.push(self.at_once.alternatives.clone());
        }
    }

    /// Notes a move that is counted by itself.
    pub(super) fn survey_move(&mut self) {
        if let Some(survey) = &mut self.at_once.survey {
            survey.others = true;
        }
    }

    /// Whether the moves of a turn are those of one choice.
    fn has_one_choice(&mut self, v: Player, at: &Conf) -> bool {
        let (here, aside) = (self.b.create_block(), self.b.create_block());
        self.b.ins().jump(here, &[]);
        // Nothing leads there, so it goes away.
        self.b.switch_to_block(aside);
        let calls = self.unit.calls;
        self.at_once.survey = Some(Survey::default());
        let tally = self.tally();
        self.count_here(v, at, &tally);
        self.problem(Problem::Rules);
        self.b.switch_to_block(here);
        let survey = self.at_once.survey.take();
        self.unit.calls == calls && survey.is_some_and(|survey| survey.fits())
    }

    /// Draws a move where it is chosen and closes the code after it with `made`; the code goes on
    /// nowhere else than at `ends`. Does nothing if the turn is not like that; whether it is.
    pub(super) fn draw_at_once(
        &mut self,
        v: Player,
        at: &Conf,
        left: Value,
        tally: &Tally,
        ends: Ends,
        made: &mut dyn FnMut(&mut Self, &State),
    ) -> bool {
        if !self.unit.draws_at_once || !self.has_one_choice(v, at) {
            return false;
        }
        let none = self.variable(0);
        let counting = self.counting.replace(none);
        self.at_once.drawing = Some(Drawing { left, broken: ends.broken });
        self.scope(|e| {
            e.turn(v, at, tally, &mut |e, state, _| match e.at_once.drawing {
                None => made(e, state),
                Some(_) => {
                    e.unit.trouble.get_or_insert("a move is made beside the only choice".into());
                    e.problem(Problem::Rules);
                }
            });
        });
        (self.at_once.drawing, self.counting) = (None, counting);
        // Neither moves nor an outcome is an error of the rules.
        let flag = self.flagged(tally.over_flag);
        let undecided = self.compare(IntCC::Equal, Word::V(flag), Word::ZERO);
        self.problem_if(undecided);
        self.b.ins().jump(ends.over, &[]);
        true
    }

    /// Draws a move from a choice that is counted whole.
    pub(super) fn draw_whole(
        &mut self,
        fr: &mut Frame<'p>,
        whole: &Whole<'p>,
        Drawing { left, broken }: Drawing,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let any = self.some(&whole.words);
        if !self.require(any, fail) {
            return;
        }
        let go = self.b.create_block();
        self.b.ins().brif(left, go, &[], broken, &[]);
        self.b.switch_to_block(go);
        let size = self.size(&whole.words).word;
        let size = self.value(size);
        let number = self.random_below(size);
        let field = self.nth(&whole.words, number);
        let never = self.b.create_block();
        let chosen = self.variable(0);
        let outer =
            (self.at_once.drawing.take(), self.picking.replace(chosen), self.counting.take());
        self.scope(|e| e.enter_whole(fr, whole, field, never, k));
        (self.at_once.drawing, self.picking, self.counting) = outer;
        // Each field surely gives a move.
        self.b.switch_to_block(never);
        self.problem(Problem::Rules);
    }
}
