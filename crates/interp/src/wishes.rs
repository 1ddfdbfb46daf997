//! Forcing (Pitrat, "Realization of a General Game-Playing Program", section 3):
//! the moves and outcomes that would be there if one or two conditions were
//! different, with those conditions.
//!
//! 1. Run the rules with a record of every test of a single field, and of every
//!    field that is overwritten: what else could have stood there is a wish.
//! 2. Fulfil each wish in a copy of the position: an empty field, and a piece of
//!    each owner, as far as the wish allows them. Copies that the game does not
//!    know are dropped.
//! 3. In each copy, a move or outcome is forced if every field that was changed is
//!    one of its conditions and forbids what really stands there. What it allows
//!    there is the condition that is asked for.
//! 4. For two wishes, do the same once more in each copy.
//!
//! Fields on which a piece is looked for all over the board are not wished for,
//! because such a wish would put any piece anywhere.

use crate::Interp;
use crate::contents::Contents;
use crate::position::Position;
use crate::run::Run;
use crate::turn::Offer;
use crate::why::Condition;
use game::{Field, Game, Outcome, Piece, RulesError, Setup};
use std::collections::BTreeSet;

/// A move or an outcome that is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The text of the move; none for an outcome of the position itself.
    pub text: Option<String>,
    /// The outcome that it would bring.
    pub outcome: Option<Outcome>,
    /// The conditions that do not hold.
    pub if_only: Vec<Condition>,
    /// All other conditions; those on fields hold.
    pub conditions: Vec<Condition>,
}

/// What forcing has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// What would be there; fewer wishes first.
    pub found: Vec<Wish>,
    /// How many copies of the position were looked at.
    pub n_looked_at: usize,
    /// Whether there were more copies than could be looked at.
    pub is_cut: bool,
}

/// A copy of the position, and the fields on which it is different.
struct Copy {
    setup: Setup,
    changed: Vec<Field>,
}

impl Interp {
    /// What would be there if at most `n_wishes` conditions were different. At most
    /// so many copies of the position are looked at, and no more once `go_on` says
    /// no. Earlier positions are not looked at.
    pub fn if_only(
        &self,
        position: &Position,
        n_wishes: usize,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Wishes, RulesError> {
        let mut wishes = Wishes::default();
        let mut seen = BTreeSet::new();
        let now = position.setup();
        let mut layer = vec![Copy { setup: now.clone(), changed: Vec::new() }];
        for round in 0..=n_wishes {
            let mut next = Vec::new();
            for copy in layer {
                if wishes.n_looked_at > most || !go_on() {
                    wishes.is_cut = true;
                    return Ok(wishes);
                }
                let Ok(there) = self.position(&copy.setup) else { continue };
                // A position that cannot arise may be against the rules.
                let Ok(alternatives) = self.look_into(position, &there, &copy, &mut wishes) else {
                    continue;
                };
                wishes.n_looked_at += usize::from(round > 0);
                if round < n_wishes {
                    next.extend(self.copies(&copy, &alternatives, &mut seen));
                }
            }
            layer = next;
        }
        Ok(wishes)
    }

    /// Adds what is forced in a copy, and gives what else could stand where.
    fn look_into(
        &self,
        position: &Position,
        there: &Position,
        copy: &Copy,
        wishes: &mut Wishes,
    ) -> Result<BTreeSet<(Field, Contents)>, RulesError> {
        let mut run = Run::new(&self.program, there, Some(&[]), self.limits);
        run.tracking = true;
        run.wishing = true;
        let offer = self.offer_of(&run)?;
        let mut add = |text, outcome, conditions: Vec<Condition>| {
            if let Some(wish) = forced(position, &copy.changed, text, outcome, conditions)
                && !is_known(&wishes.found, &wish)
            {
                wishes.found.push(wish);
            }
        };
        match offer {
            Offer::Over(outcome) => {
                let why = self.why_over(there, &[])?;
                let conditions = why.map(|(_, conditions)| conditions).unwrap_or_default();
                add(None, Some(outcome), conditions);
            }
            Offer::Moves(moves) => {
                for (made, way) in moves {
                    add(Some(made.text), made.outcome, self.conditions(&way.log));
                }
            }
        }
        Ok(run.alternatives.take())
    }

    /// The copies in which one more wish is fulfilled, without those seen before.
    fn copies(
        &self,
        copy: &Copy,
        alternatives: &BTreeSet<(Field, Contents)>,
        seen: &mut BTreeSet<Vec<(Field, Option<Piece>)>>,
    ) -> Vec<Copy> {
        let mut copies = Vec::new();
        for (field, allowed) in alternatives.iter().filter(|(it, _)| !copy.changed.contains(it)) {
            for top in self.examples(allowed) {
                let mut changed = copy.changed.clone();
                changed.push(*field);
                changed.sort();
                let mut setup = copy.setup.clone();
                setup.board[field.index()] = top.into_iter().collect();
                let key = changed.iter().map(|it| (*it, setup.top(*it))).collect();
                if seen.insert(key) {
                    copies.push(Copy { setup, changed });
                }
            }
        }
        copies
    }

    /// An empty field and a piece of each owner, as far as they are allowed. Pieces
    /// that there must be a certain number of are taken only if nothing else will do.
    fn examples(&self, allowed: &Contents) -> Vec<Option<Piece>> {
        let facts = &self.program.facts;
        let mut examples = Vec::new();
        examples.extend(allowed.allows(None).then_some(None));
        let exactly = |piece: &Piece| facts.kinds[piece.kind().index()].exactly.is_some();
        for owner in [game::Owner::First, game::Owner::Second, game::Owner::Nobody] {
            let such = |p: &Piece| p.owner() == owner && allowed.allows(Some(*p));
            let pieces = || facts.pieces().filter(such);
            examples.extend(pieces().find(|p| !exactly(p)).or_else(|| pieces().next()).map(Some));
        }
        examples
    }
}

/// The wish, if each field that was changed is needed as it was changed.
fn forced(
    position: &Position,
    changed: &[Field],
    text: Option<String>,
    outcome: Option<Outcome>,
    conditions: Vec<Condition>,
) -> Option<Wish> {
    let fails = |condition: &Condition| match condition {
        Condition::Field { field, allowed } => !allowed.allows(position.parts.top(*field)),
        _ => false,
    };
    let (if_only, conditions): (Vec<_>, Vec<_>) = conditions.into_iter().partition(fails);
    let is_forced = !changed.is_empty() && if_only.len() == changed.len();
    is_forced.then_some(Wish { text, outcome, if_only, conditions })
}

/// Whether the same is known to follow from some of the same wishes.
fn is_known(found: &[Wish], wish: &Wish) -> bool {
    found.iter().any(|known| {
        known.text == wish.text
            && known.outcome == wish.outcome
            && known.if_only.iter().all(|condition| wish.if_only.contains(condition))
    })
}
