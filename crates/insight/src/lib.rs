//! What searches for combinations are told about the rules: the interpreter reads
//! them, whichever back end plays.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

use conditions::{Condition, Conditions, WinningWay};
use game::{
    Facts, Faults, Game, Insight, LocalMove, Need, Outcome, Piece, Player, Reasons, RulesError,
    Turn, WayToWin,
};
use interp::Interp;
use native::Native;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

/// Work, in steps of the interpreter, that finding the ways to win may take.
const MOST_STEPS: u64 = 500_000;

/// Work that finding all moves of a board may take.
const MOST_LOCAL_STEPS: u64 = 1_000_000;

/// Ways that were read are told again in positions of which no more fields than that
/// differ from the one where they were read: a turn of each player, as a rule.
const SAME_FIELDS: usize = 2;

/// Readings are kept up to this number.
const MOST_READINGS: usize = 400;

/// Ways to win, and the board for which they were read.
struct Reading {
    board: Vec<Option<Piece>>,
    ways: Arc<[Arc<WayToWin>]>,
}

/// What a reading depends on, apart from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct About {
    /// What is beside the board.
    beside: u64,
    /// Who is to win.
    player: Player,
    /// How much may be missing.
    most_missing: usize,
}

/// What rules may say in a turn.
#[derive(Clone, Copy, Debug)]
struct Says {
    won: bool,
    lost_before: bool,
    /// How many points there are at the end.
    points: bool,
    /// Nothing but that a player has lost who has not moved.
    only_lost: bool,
}

/// Reads the rules of a game that is played by `G`.
pub struct Reader<'g, G> {
    game: &'g G,
    interp: &'g Interp,
    /// The same game in which nobody has a move, as it is played and as it is read.
    stuck: G,
    stuck_rules: Interp,
    /// The same game as far as it says something before anybody moves.
    before: Option<Interp>,
    faults: Faults,
    /// Whether the rules ever say that the player has won who moves, or has lost before
    /// moving: where they do not, there is nothing to read.
    says: Says,
    readings: Mutex<FxHashMap<About, Reading>>,
    /// Whether somebody still wants to know.
    go_on: fn() -> bool,
}

impl<'g> Reader<'g, Native> {
    /// Reads the rules of a compiled game; nothing if they cannot be read.
    pub fn native(game: &'g Native) -> Option<Reader<'g, Native>> {
        let stuck_rules = Interp::new(ir::without_moves(game.interp().program())).ok()?;
        let stuck = Native::new(stuck_rules.clone(), &[]).ok()?;
        Some(Reader::new(game, game.interp(), stuck, stuck_rules))
    }
}

impl<'g> Reader<'g, Interp> {
    /// Reads the rules of an interpreted game; nothing if they cannot be read.
    pub fn interpreted(game: &'g Interp) -> Option<Reader<'g, Interp>> {
        let stuck_rules = Interp::new(ir::without_moves(game.program())).ok()?;
        Some(Reader::new(game, game, stuck_rules.clone(), stuck_rules))
    }
}

impl<'g, G> Reader<'g, G> {
    fn new(game: &'g G, interp: &'g Interp, stuck: G, stuck_rules: Interp) -> Reader<'g, G> {
        let before = Interp::new(ir::before_moves(interp.program())).ok();
        let said = ir::analyses::outcomes(interp.program());
        let faults = Faults {
            at_once: said.iter().any(|said| said.moved && said.may_lose()),
            late: said.iter().any(|said| !said.moved && said.may_win()),
        };
        let said_before = before.iter().flat_map(|before| ir::analyses::outcomes(before.program()));
        let says = Says {
            won: said.iter().any(|said| said.may_win()),
            only_lost: said.iter().all(|said| {
                said.verdict == ir::Verdict::Lose && said.own == Some(true) && !said.moved
            }),
            points: said.iter().any(|said| matches!(said.verdict, ir::Verdict::Score(_))),
            lost_before: said_before.into_iter().any(|said| said.may_lose()),
        };
        let readings = Mutex::default();
        Reader { game, interp, stuck, stuck_rules, before, faults, says, readings, go_on: || true }
    }
}

impl<G: Game> Reader<'_, G> {
    /// The same, which reads no more once this says no.
    pub fn while_wanted(self, go_on: fn() -> bool) -> Self {
        Reader { go_on, ..self }
    }

    /// Forgets which ways to win were read for which positions.
    pub fn forget(&self) {
        if let Ok(mut readings) = self.readings.lock() {
            readings.clear();
        }
    }

    /// For how many positions and players the rules were read and are known.
    pub fn n_readings(&self) -> usize {
        self.readings.lock().map_or(0, |readings| readings.len())
    }

    /// Reads the ways to win.
    fn ways(
        &self,
        at: &interp::Position,
        player: Player,
        most_missing: usize,
    ) -> Result<Arc<[Arc<WayToWin>]>, RulesError> {
        let (rules, go_on) = (Conditions::of(self.interp), &self.go_on);
        let ways = match self.says.won {
            true => rules.winning_ways(at, player, most_missing, MOST_STEPS, go_on)?.0,
            false => Vec::new(),
        };
        let late = match self.before.as_ref().filter(|_| self.says.lost_before) {
            Some(before) => {
                let before = Conditions::of(before);
                rules.late_ways(before, at, player, most_missing, MOST_STEPS)?.0
            }
            None => Vec::new(),
        };
        let tell = |way: WinningWay, late: bool| {
            let takes = self.reasons(&way.conditions, player);
            let sure = !late && !self.says.points && is_all(&way.conditions, &takes);
            Arc::new(WayToWin { text: way.text, takes, late, sure })
        };
        let ways = ways.into_iter().map(|way| tell(way, false));
        Ok(ways.chain(late.into_iter().map(|way| tell(way, true))).collect())
    }

    /// The position as the interpreter knows it, with a player to move.
    fn read(&self, at: &G::Position, player: Player) -> Option<interp::Position> {
        let setup = game::Setup { player, ..self.game.setup(at) };
        self.interp.position(&setup).ok()
    }

    /// What conditions need on the board, and the others in words.
    fn reasons(&self, conditions: &[Condition], player: Player) -> Reasons {
        let facts = self.game.facts();
        let mut reasons = Reasons::default();
        for condition in conditions {
            let words = condition.describe(facts, player);
            match condition {
                Condition::Field { field, allowed } => {
                    let allowed = contents(facts).filter(|top| allowed.allows(*top)).collect();
                    reasons.needs.push(Need { field: *field, allowed, words });
                }
                _ => reasons.also.push(words),
            }
        }
        reasons
    }
}

impl<G: Game> Insight for Reader<'_, G> {
    type Position = G::Position;

    fn ways_to_win(
        &self,
        at: &G::Position,
        player: Player,
        most_missing: usize,
    ) -> Result<Arc<[Arc<WayToWin>]>, RulesError> {
        let about = About { beside: self.beside_the_board(at), player, most_missing };
        let board: Vec<Option<Piece>> =
            self.game.setup(at).board.iter().map(|stack| stack.last().copied()).collect();
        let is_near = |reading: &Reading| {
            let differ = reading.board.iter().zip(&board).filter(|(then, now)| then != now);
            differ.count() <= SAME_FIELDS
        };
        if let Ok(readings) = self.readings.lock()
            && let Some(reading) = readings.get(&about).filter(|reading| is_near(reading))
        {
            return Ok(reading.ways.clone());
        }
        let Some(position) = self.read(at, player) else { return Ok(Arc::new([])) };
        let ways = self.ways(&position, player, most_missing)?;
        if let Ok(mut readings) = self.readings.lock() {
            if readings.len() >= MOST_READINGS {
                readings.clear();
            }
            readings.insert(about, Reading { board, ways: ways.clone() });
        }
        Ok(ways)
    }

    fn local_moves(
        &self,
        at: &G::Position,
        player: Player,
    ) -> Result<Option<Vec<LocalMove>>, RulesError> {
        let facts = self.game.facts();
        let beside = facts.counters.len() + facts.memories.len() + facts.reserve.len();
        if !self.says.only_lost || beside > 0 || facts.stacks.is_some() || facts.hidden {
            return Ok(None);
        }
        let Some(position) = self.read(at, player) else { return Ok(None) };
        Conditions::of(self.interp).local_moves(&position, player, MOST_LOCAL_STEPS)
    }

    fn beside_the_board(&self, at: &G::Position) -> u64 {
        let facts = self.game.facts();
        if facts.counters.is_empty() && facts.memories.is_empty() && facts.reserve.is_empty() {
            return 0;
        }
        let setup = self.game.setup(at);
        let mut hasher = FxHasher::default();
        (&setup.counters, &setup.memories, &setup.reserve).hash(&mut hasher);
        hasher.finish()
    }

    fn faults(&self) -> Faults {
        self.faults
    }

    fn ended(&self, at: &G::Position) -> Result<Option<Outcome>, RulesError> {
        let player = self.game.player(at);
        let (Some(before), Some(position)) = (&self.before, self.read(at, player)) else {
            return Ok(None);
        };
        match before.turn(&position, &[]) {
            Ok(Turn::Over(outcome)) => Ok(Some(outcome)),
            Ok(Turn::Moves(_)) | Err(_) => Ok(None),
        }
    }

    fn if_stuck(&self, at: &G::Position) -> Result<Option<Outcome>, RulesError> {
        match self.stuck.turn(at, &[]) {
            Ok(Turn::Over(outcome)) => Ok(Some(outcome)),
            // Rules that offer nothing but moves say nothing about who has none.
            Ok(Turn::Moves(_)) | Err(_) => Ok(None),
        }
    }

    fn why_if_stuck(&self, at: &G::Position) -> Result<Reasons, RulesError> {
        let player = self.game.player(at);
        let Some(position) = self.read(at, player) else { return Ok(Reasons::default()) };
        let why = Conditions::of(&self.stuck_rules).why_over_shortest(&position)?;
        let conditions = why.map(|(_, conditions)| conditions).unwrap_or_default();
        Ok(self.reasons(&conditions, player))
    }
}

/// Whether what is needed on the board is all that some conditions ask for. A rule that does
/// not succeed, and looks at nothing that could be different, never does; but what it sees on a
/// field that was only assumed is not noted, so that the needs must leave no choice there.
fn is_all(conditions: &[Condition], takes: &Reasons) -> bool {
    let leaves_no_choice = takes.needs.iter().all(|need| need.allowed.len() == 1);
    conditions.iter().all(|condition| match condition {
        Condition::Field { .. } => true,
        Condition::No { reads, .. } => leaves_no_choice && reads.is_empty(),
        _ => false,
    })
}

/// All that a field can hold.
fn contents(facts: &Facts) -> impl Iterator<Item = Option<Piece>> + '_ {
    std::iter::once(None).chain(facts.pieces().map(Some))
}
