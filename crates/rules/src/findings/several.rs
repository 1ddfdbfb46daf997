//! Whether a statement can have more than one result, for rules of which only
//! one result counts.

use crate::model::{Content, DirectionSet, Pattern, Rules, Statement, StatementKind};
use game::{Facts, Kind, Owner, Piece};
use ir::Whose;
use syntax::Span;

/// The first place in the text where a statement has several results.
pub(super) fn several(rules: &Rules, statement: &Statement) -> Option<Span> {
    look(rules, statement, &mut vec![false; rules.rules.len()])
}

fn look(rules: &Rules, statement: &Statement, met: &mut Vec<bool>) -> Option<Span> {
    use StatementKind as K;
    let here = Some(statement.span);
    match &statement.kind {
        K::Sequence(list) => list.iter().find_map(|part| look(rules, part, met)),
        K::Either(list) if list.iter().any(|part| !is_guarded(rules, part)) => here,
        K::Either(list) => list.iter().find_map(|part| look(rules, part, met)),
        K::Try(body, otherwise) => {
            let parts = std::iter::once(&**body).chain(otherwise.as_deref());
            parts.into_iter().find_map(|part| look(rules, part, met))
        }
        K::Repeat { low, high, body } => {
            let exact = high.as_ref().is_some_and(|high| low.constant() == high.constant());
            if exact && low.constant().is_some() { look(rules, body, met) } else { here }
        }
        // `for each` goes through its fields on one path; only the body divides it.
        K::ForEach(_, body) | K::Most(_, body) | K::AsOpponent(body) | K::Before(body) => {
            look(rules, body, met)
        }
        K::Call(rule) => {
            // A path that only comes back to itself adds none.
            if std::mem::replace(&mut met[rule.index()], true) {
                return None;
            }
            let found = look(rules, &rules.rules[rule.index()].body, met);
            found.map(|_| statement.span)
        }
        K::Find(pattern) => here.filter(|_| !is_single(rules, pattern)),
        K::Directions(DirectionSet::AlongLines) => here,
        K::Directions(DirectionSet::Compass(sets)) => {
            here.filter(|_| sets.iter().any(|s| s.len() > 1))
        }
        K::Drop(kinds) => here.filter(|_| kinds.len() > 1),
        K::Promote => here.filter(|_| rules.facts.kinds.iter().any(|kind| kind.promotes.len() > 1)),
        _ => None,
    }
}

/// Whether at most one field can match.
pub(super) fn is_single(rules: &Rules, pattern: &Pattern) -> bool {
    let one_field =
        |zone: &[game::FieldSet; 2]| zone.iter().all(|fields| fields.iter().count() <= 1);
    let one_piece = match &pattern.content {
        Content::Pieces(whose, Some(kinds)) => {
            let one = |kind: &Kind| is_only_one(rules, *kind);
            *whose != Whose::Any && kinds.len() == 1 && kinds.iter().all(one)
        }
        _ => false,
    };
    !pattern.memories.is_empty() || pattern.zone.as_ref().is_some_and(one_field) || one_piece
}

/// Whether no player ever has two of a kind.
fn is_only_one(rules: &Rules, kind: Kind) -> bool {
    let facts = &rules.facts;
    if facts.kinds[kind.index()].exactly == Some(1) {
        return true;
    }
    let made = rules.made.contains(&kind) || facts.kinds.iter().any(|k| k.promotes.contains(&kind));
    let count = |owner: Owner| {
        let piece = Piece::new(kind, owner);
        facts.start.board.iter().flatten().filter(|&&other| other == piece).count()
    };
    !made && [Owner::First, Owner::Second, Owner::Nobody].into_iter().all(|owner| count(owner) <= 1)
}

/// Whether a piece for this owner can be made whoever is to move: a player who
/// has no symbol for it cannot have it.
pub(super) fn everybody_has(facts: &Facts, whose: Whose, kind: Kind) -> bool {
    let [first, second, _] = &facts.kinds[kind.index()].symbols;
    let relative = matches!(whose, Whose::Own | Whose::Enemy);
    !relative || facts.n_players() == 1 || first.is_some() && second.is_some()
}

/// Whether a statement begins with a question, so that it may exclude the
/// other alternatives.
pub(super) fn is_guarded(rules: &Rules, statement: &Statement) -> bool {
    let mut statement = statement;
    for _ in 0..16 {
        use StatementKind as K;
        statement = match &statement.kind {
            K::Sequence(list) => match list.first() {
                Some(first) => first,
                None => return false,
            },
            K::Call(rule) => &rules.rules[rule.index()].body,
            K::AsOpponent(body) => body,
            kind => {
                return matches!(
                    kind,
                    K::Not(_)
                        | K::Test(_)
                        | K::Compare(..)
                        | K::PointsAt(_)
                        | K::Matches(_)
                        | K::Fail
                );
            }
        };
    }
    false
}

/// Whether a statement begins with a question that has the same answer on all
/// fields.
pub(super) fn asks_globally(rules: &Rules, statement: &Statement) -> bool {
    let mut statement = statement;
    for _ in 0..16 {
        use StatementKind as K;
        statement = match &statement.kind {
            K::Sequence(list) if !list.is_empty() => &list[0],
            K::Call(rule) => &rules.rules[rule.index()].body,
            K::Try(body, _) | K::Not(body) | K::Test(body) | K::AsOpponent(body) => body,
            kind => return matches!(kind, K::Compare(..) | K::Occurred(_) | K::Find(_)),
        };
    }
    false
}
