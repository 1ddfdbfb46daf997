//! A witness who compares by code: a perceived turn is translated once, and positions are
//! then compared without making texts or messages.
//!
//! 1. `expect` translates: messages into bits, what was seen into words, the player's own
//!    texts into events ([`crate::referee::expected`]).
//! 2. `fitting` has code make the moves of a position and keep those that fit
//!    (`emit/witness.rs`).
//! 3. Whatever code does not know goes to the general witness, who asks for whole turns:
//!    moves that may be made in several ways, texts that name several moves or tell more
//!    than usual, refusals that cost the turn.

use crate::code::{Native, Stopped, ThreadMemory};
use crate::emit::Driver;
use crate::position::Position;
use crate::referee::comparison::{Comparison, Places, cell};
use crate::referee::expected::{Heard, Step, seen_words, steps_of};
use crate::referee::names::Names;
use crate::runtime::Ctx;
use game::{
    Asked, Ending, Fitting, Game, Made, Outcome, Perceived, Player, Referee, RulesError,
    TurnWitness, Unsaid, Witness,
};

/// More turns are not remembered at a time.
const MOST_TURNS: usize = 1000;

/// A thread that compares positions of a compiled game with what a player perceived.
pub struct NativeWitness<'g> {
    game: &'g Native,
    player: Player,
    memory: Option<ThreadMemory>,
    general: TurnWitness<'g, Native>,
    /// The turns that were translated, and which of them is expected.
    turns: Vec<(Perceived, Option<Translated>)>,
    expected: Option<usize>,
    /// The turn that the general witness expects.
    of_general: Option<usize>,
    asked: Vec<Asked>,
    /// Whether the last answer is the general witness's.
    by_general: bool,
    places: Places,
    names: Names,
    /// The words of what fits, and the answers of the general witness.
    rows: Vec<u64>,
    fitting: Vec<Fitting<Position>>,
}

/// A perceived turn as code compares it.
struct Translated {
    heard: Heard,
    said: u64,
    told: u64,
    refused: u64,
    seen: Option<Vec<u64>>,
    /// The readings of the player's own move.
    own: Vec<Vec<Step>>,
    /// The readings of each try that was refused.
    tries: Vec<Vec<Vec<Step>>>,
}

impl std::fmt::Debug for NativeWitness<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NativeWitness").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<'g> NativeWitness<'g> {
    pub(crate) fn new(game: &'g Native, player: Player) -> NativeWitness<'g> {
        NativeWitness {
            game,
            player,
            memory: (game.is_distinct() && game.shared().judges).then(|| game.take_memory()),
            general: TurnWitness::new(game, player),
            turns: Vec::new(),
            expected: None,
            of_general: None,
            asked: Vec::new(),
            by_general: false,
            places: Places::default(),
            names: Names::default(),
            rows: Vec::new(),
            fitting: Vec::new(),
        }
    }

    /// Whether the last answer was found by code alone.
    pub fn is_by_code(&self) -> bool {
        !self.by_general
    }

    /// The turn as code compares it; nothing if code does not know how.
    fn translate(&self, turn: &Perceived) -> Option<Translated> {
        let (shared, facts) = (self.game.shared(), self.game.facts());
        self.memory.as_ref()?;
        // Code compares all messages.
        if turn.unsaid != Unsaid::default() {
            return None;
        }
        let is_own = turn.mover == self.player;
        let may_pass = !matches!(turn.made, Made::Move(_)) || !turn.refused.is_empty();
        let passes = self.game.can_refusal_pass() && may_pass;
        if passes || matches!(turn.made, Made::Refused(_)) {
            return None;
        }
        if !turn.refused.is_empty() && self.game.program().entries.refused.is_none() {
            return None;
        }
        let n_fields = facts.board.n_fields();
        let sees_all = self.game.program().entries.seen.is_none();
        if sees_all && turn.seen.as_ref().is_some_and(|seen| seen.len() != n_fields) {
            return None;
        }
        let mut heard = Heard::default();
        let said = heard.bits(shared, &turn.said)?;
        let told = heard.bits(shared, &turn.told)?;
        let about = turn.refused.first().map_or(&[][..], |refused| &refused.heard);
        let refused = heard.bits(shared, about)?;
        if turn.refused.iter().any(|refused| refused.heard != *about) {
            return None;
        }
        let seen = match &turn.seen {
            None => None,
            Some(seen) => Some(seen_words(&shared.layout, seen)?),
        };
        let own = match &turn.made {
            Made::Move(text) => steps_of(shared, text)?,
            _ => Vec::new(),
        };
        let texts = turn.refused.iter().filter(|_| is_own).map(|it| it.text.as_deref());
        let tries = texts.map(|text| steps_of(shared, text?)).collect::<Option<Vec<_>>>()?;
        Some(Translated { heard, said, told, refused, seen, own, tries })
    }

    /// Asks the general witness.
    fn ask_general(
        &mut self,
        at: &Position,
        before: &Position,
        past: &[Position],
        list: &mut Vec<Fitting<Position>>,
    ) -> Result<u64, RulesError> {
        self.by_general = true;
        self.brief_general();
        self.general.fitting(at, before, past, list)
    }

    fn brief_general(&mut self) {
        if self.of_general != self.expected
            && let Some(i) = self.expected
        {
            self.general.expect(&self.turns[i].0);
            self.of_general = self.expected;
        }
    }

    /// Compares by code, and appends the words of what fits; nothing if code does not know.
    fn look(
        &mut self,
        at: &Position,
        before: &Position,
        past: &[Position],
        rows: &mut Vec<u64>,
    ) -> Option<u64> {
        self.asked.clear();
        self.by_general = false;
        let known = rows.len();
        let compared = self.compare(at, before, past, rows);
        let asked = self.memory.as_mut().and_then(|memory| memory.ctx().asked.take());
        self.asked = asked.unwrap_or_default();
        let compared = compared.ok().flatten();
        if compared.is_none() {
            rows.truncate(known);
        }
        compared
    }

    fn compare(
        &mut self,
        at: &Position,
        before: &Position,
        past: &[Position],
        rows: &mut Vec<u64>,
    ) -> Result<Option<u64>, Stopped> {
        let Some((turn, Some(known))) = self.expected.map(|i| &self.turns[i]) else {
            return Ok(None);
        };
        let (game, player) = (self.game, self.player);
        if game.player(at) != turn.mover || game.outcome(at).is_some() {
            return Ok(Some(0));
        }
        let Some(memory) = &mut self.memory else { return Ok(None) };
        let ctx = memory.ctx();
        known.show(ctx);
        ctx.show_past(game.shared(), if game.remembers() { past } else { &[] });
        ctx.asked = Some(std::mem::take(&mut self.asked));
        let mut compared = Some(0);
        let mut fits = Comparison { game, places: &mut self.places, ctx, turn, at };
        if !turn.refused.is_empty() {
            let names = &mut self.names;
            let refused = match turn.mover == player {
                true => fits.refused(player, &known.tries, before)?,
                false => fits.may_have_refused(player, before, names)?,
            };
            match refused {
                Some(true) => {}
                Some(false) => return Ok(Some(0)),
                None => return Ok(None),
            }
        }
        match (turn.mover == player, &turn.made) {
            (false, _) => compared = Some(fits.enemy(player, rows)?),
            (true, Made::Move(_)) => compared = fits.own(player, &known.own, rows)?,
            (true, _) => {}
        }
        Ok(compared)
    }
}

impl Translated {
    /// Shows code what is expected.
    fn show(&self, ctx: &mut Ctx) {
        let keys = self.heard.keys.as_ptr_range();
        let expected = &mut ctx.expected;
        (expected.keys, expected.end) = (keys.start, keys.end);
        (expected.said, expected.told, expected.refused) = (self.said, self.told, self.refused);
        expected.seen = self.seen.as_ref().map_or(std::ptr::null(), |seen| seen.as_ptr());
    }
}

impl Drop for NativeWitness<'_> {
    fn drop(&mut self) {
        if let Some(mut memory) = self.memory.take() {
            let ctx = memory.ctx();
            ctx.expected = Default::default();
            ctx.asked = None;
            ctx.forget_past();
            self.game.give_memory(memory);
        }
    }
}

impl Witness for NativeWitness<'_> {
    type Position = Position;

    fn expect(&mut self, turn: &Perceived) {
        if self.expected.is_some_and(|i| self.turns[i].0 == *turn) {
            return;
        }
        let known = self.turns.iter().position(|(known, _)| known == turn);
        self.expected = known.or_else(|| {
            if self.turns.len() == MOST_TURNS {
                self.turns.clear();
                self.of_general = None;
            }
            self.turns.push((turn.clone(), self.translate(turn)));
            Some(self.turns.len() - 1)
        });
    }

    fn fitting(
        &mut self,
        at: &Position,
        before: &Position,
        past: &[Position],
        list: &mut Vec<Fitting<Position>>,
    ) -> Result<u64, RulesError> {
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        let compared = self.look(at, before, past, &mut rows);
        let game = self.game;
        let words = rows.chunks_exact(game.shared().words());
        list.extend(words.map(|row| Fitting { to: game.wrap(row), ways: 1 }));
        self.rows = rows;
        compared.map_or_else(|| self.ask_general(at, before, past, list), Ok)
    }

    fn fitting_rows(
        &mut self,
        at: &Position,
        before: &Position,
        past: &[Position],
        rows: &mut Vec<u64>,
        ways: &mut Vec<u32>,
    ) -> Result<Option<u64>, RulesError> {
        let known = rows.len();
        if let Some(compared) = self.look(at, before, past, rows) {
            let n = (rows.len() - known) / self.game.shared().words();
            ways.extend(std::iter::repeat_n(1, n));
            return Ok(Some(compared));
        }
        let mut list = std::mem::take(&mut self.fitting);
        list.clear();
        let compared = self.ask_general(at, before, past, &mut list);
        for Fitting { to, ways: n } in &list {
            rows.extend_from_slice(to.words());
            ways.push(*n);
        }
        self.fitting = list;
        compared.map(Some)
    }

    fn ends_so(&mut self, at: &Position, past: &[Position]) -> Result<bool, RulesError> {
        self.asked.clear();
        self.by_general = false;
        let Some(i) = self.expected else { return Ok(true) };
        let expected: Option<Outcome> = match self.turns[i].0.ending {
            Ending::Unsaid => return Ok(true),
            Ending::GoesOn => None,
            Ending::Over(outcome) => Some(outcome),
        };
        if let Some(over) = self.game.outcome(at) {
            return Ok(expected == Some(over));
        }
        let mover = self.game.player(at);
        if let Some(memory) = &mut self.memory
            && let Ok(cell) =
                cell(self.game, &mut self.places.ends[mover.index()], Driver::Ends, mover)
        {
            let ctx = memory.ctx();
            ctx.begin();
            ctx.show_past(self.game.shared(), if self.game.remembers() { past } else { &[] });
            ctx.asked = Some(std::mem::take(&mut self.asked));
            let ran = self.game.run(ctx, cell, at.words(), &[]);
            self.asked = ctx.asked.take().unwrap_or_default();
            if ran.is_ok() {
                let over = (ctx.over_flag != 0).then(|| ctx.over());
                return Ok(over == expected);
            }
        }
        self.by_general = true;
        self.brief_general();
        self.general.ends_so(at, past)
    }

    fn asked(&self) -> &[Asked] {
        match self.by_general {
            true => self.general.asked(),
            false => &self.asked,
        }
    }
}
