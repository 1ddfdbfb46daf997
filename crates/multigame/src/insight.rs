//! What searches for combinations are told about the rules: the interpreter reads
//! them, whichever back end plays.

use game::{
    Facts, Game, Insight, Need, Outcome, Piece, Player, Reasons, RulesError, Turn, WayToWin,
};
use interp::{Condition, Interp};
use native::Native;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Work, in steps of the interpreter, that finding the ways to win may take.
const MOST_STEPS: u64 = 500_000;

/// Reads the rules of a game that is played by `G`.
pub struct Reader<'g, G> {
    game: &'g G,
    interp: &'g Interp,
    /// The same game in which nobody has a move, as it is played and as it is read.
    stuck: G,
    stuck_rules: Interp,
    /// Whether somebody still wants to know.
    go_on: fn() -> bool,
}

impl<'g> Reader<'g, Native> {
    /// Reads the rules of a compiled game; nothing if they cannot be read.
    pub fn native(game: &'g Native) -> Option<Reader<'g, Native>> {
        let stuck_rules = Interp::new(ir::without_moves(game.interp().program())).ok()?;
        let stuck = Native::new(stuck_rules.clone(), &[]).ok()?;
        Some(Reader { game, interp: game.interp(), stuck, stuck_rules, go_on: || true })
    }
}

impl<'g> Reader<'g, Interp> {
    /// Reads the rules of an interpreted game; nothing if they cannot be read.
    pub fn interpreted(game: &'g Interp) -> Option<Reader<'g, Interp>> {
        let stuck_rules = Interp::new(ir::without_moves(game.program())).ok()?;
        Some(Reader { game, interp: game, stuck: stuck_rules.clone(), stuck_rules, go_on: || true })
    }
}

impl<G: Game> Reader<'_, G> {
    /// The same, which reads no more once this says no.
    pub fn while_wanted(self, go_on: fn() -> bool) -> Self {
        Reader { go_on, ..self }
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
    ) -> Result<Vec<WayToWin>, RulesError> {
        let Some(position) = self.read(at, player) else { return Ok(Vec::new()) };
        let (rules, go_on) = (self.interp, &self.go_on);
        let (ways, _) = rules.winning_ways(&position, player, most_missing, MOST_STEPS, go_on)?;
        let tell = |way: interp::WinningWay| WayToWin {
            text: way.text,
            takes: self.reasons(&way.conditions, player),
        };
        Ok(ways.into_iter().map(tell).collect())
    }

    fn beside_the_board(&self, at: &G::Position) -> u64 {
        let setup = self.game.setup(at);
        let mut hasher = FxHasher::default();
        (&setup.counters, &setup.memories, &setup.reserve).hash(&mut hasher);
        hasher.finish()
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
        let why = self.stuck_rules.why_over(&position, &[])?;
        let conditions = why.map(|(_, conditions)| conditions).unwrap_or_default();
        Ok(self.reasons(&conditions, player))
    }
}

/// All that a field can hold.
fn contents(facts: &Facts) -> impl Iterator<Item = Option<Piece>> + '_ {
    std::iter::once(None).chain(facts.pieces().map(Some))
}
