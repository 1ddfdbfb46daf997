//! What would have been perceived of a turn in positions in which the turns before it fit.

use super::Instead;
use crate::limits::{InfosetError, Watch};
use crate::merged::MergedSet;
use game::heard_by;
use game::{
    Ending, Field, Made, Move, Outcome, Perceived, Piece, Player, Referee, RulesError, Turn,
};
use std::collections::{BTreeMap, BTreeSet};

/// So many positions are looked at: what nearly all of them say is worth knowing, and what
/// one in thousands says is not.
const LOOKED_AT: usize = 1000;
/// So many ways to perceive something else are told.
const TOLD: usize = 3;

/// When something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// When the turn ends.
    WithMove,
    /// Before the next turn.
    BeforeNext,
}

/// What would have been otherwise than it was perceived.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// It would have been said, too.
    Said(Moment, String),
    /// It would not have been said.
    Unsaid(Moment, String),
    /// The second would have been said instead of the first, and differs from it only in its
    /// details.
    Reworded(Moment, String, String),
    /// It would have been said then, and not at the other moment.
    OtherMoment(Moment, String),
    /// The game would have been over.
    Over(OverWith),
    /// The game would have gone on.
    GoesOn,
    /// Something else would have been seen on these fields.
    Seen(Vec<Field>),
    /// The other player would have had the next turn.
    OtherNext,
    /// The player's own move would have been refused.
    MoveRefused,
    /// A try that was refused would have been accepted.
    TryAccepted(String),
    /// A try that was refused could not be tried at all.
    NoTry(String),
    /// This would have been heard about a refused try.
    Refusal(Vec<String>),
    /// A refused try would have cost the turn.
    RefusalPasses,
    /// So many tries can have been refused, and no more.
    FewTries(usize),
    /// The player's own move can neither be made nor tried.
    NoMove,
    /// It would have been the other player's turn.
    OtherMover,
}

/// How a game would have been over, in an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OverWith {
    value: i32,
    scored: bool,
}

impl OverWith {
    /// The outcome.
    pub fn outcome(self) -> Outcome {
        Outcome { value: self.value, scored: self.scored }
    }
}

/// What would have been perceived instead, and the texts of what the mover could do.
pub(super) struct Differing {
    pub(super) instead: Vec<Instead>,
    pub(super) texts: BTreeSet<String>,
}

/// Compares what was perceived of a turn with what would have been, in positions of a set.
pub(super) fn differing<G: Referee>(
    set: &MergedSet<'_, G>,
    turn: &Perceived,
    watch: Watch<'_>,
) -> Result<Differing, InfosetError> {
    let Tally { ways, looked_at, texts } = tally(set, turn, LOOKED_AT, watch)?;
    let mut ways: Vec<(Vec<Difference>, usize)> = ways.into_iter().collect();
    let fewest = ways.iter().map(|(way, _)| way.len()).min().unwrap_or(0);
    ways.retain(|(way, _)| way.len() == fewest);
    ways.sort_by_key(|(_, positions)| std::cmp::Reverse(*positions));
    ways.truncate(TOLD);
    let instead = ways
        .into_iter()
        .map(|(differences, positions)| Instead { differences, positions, looked_at })
        .collect();
    Ok(Differing { instead, texts })
}

/// All that could have been perceived of a turn.
pub(super) struct Tally {
    /// As differences, each with the number of positions in which it could have been so.
    pub(super) ways: BTreeMap<Vec<Difference>, usize>,
    looked_at: usize,
    texts: BTreeSet<String>,
}

/// Compares what was perceived of a turn with what could have been, in this many positions of a
/// set.
pub(super) fn tally<G: Referee>(
    set: &MergedSet<'_, G>,
    turn: &Perceived,
    most: usize,
    watch: Watch<'_>,
) -> Result<Tally, InfosetError> {
    let work = set.work();
    let mut seen =
        Comparison { game: set.game(), player: set.player(), turn, texts: BTreeSet::new() };
    let (mut looked_at, mut tally) = (0, BTreeMap::<Vec<Difference>, usize>::new());
    let mut failed = None;
    set.show_last(|at, before, past| {
        if !watch(work) {
            failed = Some(InfosetError::Stopped);
            return false;
        }
        match seen.at(at, before, past) {
            Ok(ways) => ways.into_iter().for_each(|way| *tally.entry(way).or_default() += 1),
            Err(why) => failed = Some(why.into()),
        }
        looked_at += 1;
        failed.is_none() && looked_at < most
    })?;
    match failed {
        Some(why) => Err(why),
        None => Ok(Tally { ways: tally, looked_at, texts: seen.texts }),
    }
}

struct Comparison<'a, G> {
    game: &'a G,
    player: Player,
    turn: &'a Perceived,
    texts: BTreeSet<String>,
}

impl<G: Referee> Comparison<'_, G> {
    /// All that could have been perceived of the turn in a position, as differences, each once.
    fn at(
        &mut self,
        at: &G::Position,
        before: &G::Position,
        past: &[G::Position],
    ) -> Result<BTreeSet<Vec<Difference>>, RulesError> {
        let (game, turn) = (self.game, self.turn);
        let one = |difference| Ok(BTreeSet::from([vec![difference]]));
        if game.player(at) != turn.mover {
            return one(Difference::OtherMover);
        }
        let moves = match game.turn(at, past)? {
            Turn::Moves(moves) => moves,
            Turn::Over(outcome) => return one(over(outcome)),
        };
        let tries = match game.can_refuse() {
            true => game.tries(at, before, past)?,
            false => Vec::new(),
        };
        if turn.mover == self.player {
            let texts = moves.iter().map(|made| &made.text).chain(&tries);
            self.texts.extend(texts.cloned());
        }
        let first = self.refusals(&moves, &tries, at, before)?;
        let made: Vec<&Move<G::Position>> = match &turn.made {
            Made::Hidden => moves.iter().collect(),
            Made::Move(text) => moves.iter().filter(|made| made.is_called(text)).collect(),
            // What would be perceived if a refusal cost the turn is left out.
            Made::Refused(_) => Vec::new(),
        };
        if let (true, Made::Move(text) | Made::Refused(text)) = (made.is_empty(), &turn.made) {
            return one(match tries.contains(text) {
                true => Difference::MoveRefused,
                false => Difference::NoMove,
            });
        }
        let mut ways = BTreeSet::new();
        for made in made {
            let mut way = first.clone();
            way.extend(self.after(made, at)?);
            if way.is_empty() {
                // The end of the game is what is left, and only the next turn knows it.
                way.push(self.ended(made, at)?);
            }
            ways.insert(way);
        }
        Ok(ways)
    }

    /// What would have been otherwise about the tries that were refused.
    fn refusals(
        &self,
        moves: &[Move<G::Position>],
        tries: &[String],
        at: &G::Position,
        before: &G::Position,
    ) -> Result<Vec<Difference>, RulesError> {
        let refused = &self.turn.refused;
        let mut found = Vec::new();
        if refused.is_empty() {
            return Ok(found);
        }
        let is_legal = |text: &String| moves.iter().any(|made| made.is_called(text));
        for text in refused.iter().filter_map(|it| it.text.as_ref()) {
            if is_legal(text) {
                found.push(Difference::TryAccepted(text.clone()));
            } else if !tries.contains(text) {
                found.push(Difference::NoTry(text.clone()));
            }
        }
        let n_illegal = tries.iter().filter(|text| !is_legal(text)).count();
        if self.turn.mover != self.player && n_illegal < refused.len() {
            found.push(Difference::FewTries(n_illegal));
        }
        let refusal = self.game.refusal(at, before)?;
        let heard = heard_by(self.player, &refusal.told);
        if refusal.passed.is_some() {
            found.push(Difference::RefusalPasses);
        } else if refused.iter().any(|it| it.heard != heard) {
            found.push(Difference::Refusal(heard));
        }
        Ok(found)
    }

    /// What would have been otherwise after a move.
    fn after(
        &self,
        made: &Move<G::Position>,
        from: &G::Position,
    ) -> Result<Vec<Difference>, RulesError> {
        let (game, player, turn) = (self.game, self.player, self.turn);
        let mut found = Vec::new();
        let said = heard_by(player, &made.told);
        compare_messages(Moment::WithMove, &turn.said, &said, &mut found);
        let told = heard_by(player, &game.told(&made.to, from)?);
        compare_messages(Moment::BeforeNext, &turn.told, &told, &mut found);
        one_for_two(&mut found);
        let over = match (turn.ending, game.outcome(&made.to)) {
            (Ending::GoesOn, Some(outcome)) => Some(over(outcome)),
            (Ending::Over(expected), Some(outcome)) => (expected != outcome).then(|| over(outcome)),
            (Ending::Over(expected), None) => {
                Some(self.ended(made, from)?).filter(|it| *it != over(expected))
            }
            (Ending::GoesOn | Ending::Unsaid, _) => None,
        };
        found.extend(over);
        if turn.next.is_some_and(|next| next != game.player(&made.to)) {
            found.push(Difference::OtherNext);
        }
        if let Some(expected) = &turn.seen {
            let fields = self.seen_otherwise(expected, made, from)?;
            if !fields.is_empty() {
                found.push(Difference::Seen(fields));
            }
        }
        Ok(found)
    }

    /// How the game is over after a move, or that it goes on.
    fn ended(
        &self,
        made: &Move<G::Position>,
        from: &G::Position,
    ) -> Result<Difference, RulesError> {
        match self.game.turn(&made.to, std::slice::from_ref(from))? {
            Turn::Over(outcome) => Ok(over(outcome)),
            Turn::Moves(_) => Ok(Difference::GoesOn),
        }
    }

    /// The fields on which something else would have been seen, or only one of the two.
    fn seen_otherwise(
        &self,
        expected: &[(Field, Vec<Piece>)],
        made: &Move<G::Position>,
        from: &G::Position,
    ) -> Result<Vec<Field>, RulesError> {
        let seen = self.game.seen(&made.to, from, self.player)?;
        let stack = |field: Field| {
            let mut stack = Vec::new();
            self.game.stack(&made.to, field, &mut stack);
            stack
        };
        let seen: BTreeSet<(Field, Vec<Piece>)> =
            seen.iter().map(|field| (field, stack(field))).collect();
        let expected: BTreeSet<(Field, Vec<Piece>)> = expected.iter().cloned().collect();
        let fields: BTreeSet<Field> =
            seen.symmetric_difference(&expected).map(|(field, _)| *field).collect();
        Ok(fields.into_iter().collect())
    }
}

/// Takes a message that was missed and one that was superfluous for one difference, if they are
/// the same at another moment, or the same but for their details.
fn one_for_two(found: &mut Vec<Difference>) {
    let [one, other] = found.as_slice() else { return };
    let (missing, superfluous) = match (one, other) {
        (Difference::Said(..), Difference::Unsaid(..)) => (one, other),
        (Difference::Unsaid(..), Difference::Said(..)) => (other, one),
        _ => return,
    };
    let (Difference::Said(when, right), Difference::Unsaid(was, wrong)) = (missing, superfluous)
    else {
        return;
    };
    let words = |text: &str| text.split(' ').next().map(str::to_string);
    if right == wrong {
        *found = vec![Difference::OtherMoment(*when, right.clone())];
    } else if when == was && words(right) == words(wrong) {
        *found = vec![Difference::Reworded(*when, wrong.clone(), right.clone())];
    }
}

fn over(outcome: Outcome) -> Difference {
    Difference::Over(OverWith { value: outcome.value, scored: outcome.scored })
}

fn compare_messages(
    moment: Moment,
    perceived: &[String],
    heard: &[String],
    found: &mut Vec<Difference>,
) {
    let missing = heard.iter().filter(|it| !perceived.contains(it));
    found.extend(missing.map(|it| Difference::Said(moment, it.clone())));
    let superfluous = perceived.iter().filter(|it| !heard.contains(it));
    found.extend(superfluous.map(|it| Difference::Unsaid(moment, it.clone())));
}
