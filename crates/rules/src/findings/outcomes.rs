//! Outcomes that are lost or doubled, games that cannot end, and positions that
//! would be over and have moves.

use super::several::is_guarded;
use super::visit::Used;
use super::walk::{Alternative, Walk};
use crate::model::{Rules, Statement, StatementKind, each_statement};
use syntax::{Code, Diagnostic};

/// Everything about outcomes, given a walk that was not given up.
pub(super) fn outcomes(rules: &Rules, used: &Used, walk: &Walk<'_>, found: &mut Vec<Diagnostic>) {
    let (mut reached, mut exists) = (false, false);
    let mut lost = Vec::new();
    for part in used.bodies(rules) {
        each_statement(part, &mut |statement| {
            if !is_outcome(statement) {
                return;
            }
            let met = walk.met(statement);
            exists = true;
            reached |= met.live;
            if met.entered && !met.live {
                lost.push(never_reached(statement));
            }
            if let Some(first) = met.outcome_before.filter(|_| !met.first_outcome) {
                found.push(two_outcomes(statement).other(first, "the first outcome"));
            }
        });
    }
    // Something that never happens may be all that keeps the game from its end.
    let is_cause = |d: &Diagnostic| matches!(d.code, Code::DeadElse | Code::NeverSucceeds);
    let explained = exists && found.iter().any(is_cause);
    if !reached && lost.is_empty() && !explained {
        found.push(no_outcome(rules));
    }
    found.append(&mut lost);
    let mut met = vec![false; rules.rules.len()];
    tail(rules, walk, &rules.rules[rules.roles.main.index()].body, &mut met, found);
}

fn is_outcome(statement: &Statement) -> bool {
    use StatementKind as K;
    matches!(statement.kind, K::Win | K::Lose | K::Draw | K::Score(_))
}

fn no_outcome(rules: &Rules) -> Diagnostic {
    let main = &rules.rules[rules.roles.main.index()];
    let title = "no turn can end the game: no outcome is ever reached";
    Diagnostic::warning(Code::NoOutcome, main.span, title)
        .hint("say when the game is over: `main = try move else lose.`")
}

fn never_reached(statement: &Statement) -> Diagnostic {
    let title = "this outcome never counts: it is only reached inside a question";
    Diagnostic::warning(Code::OutcomeNeverReached, statement.span, title).hint(
        "`test`, `not`, `count` and the rules of the referee forget what happens in them; write \
         `try [ test …, win ]`",
    )
}

fn two_outcomes(statement: &Statement) -> Diagnostic {
    let title = "the game already has another outcome here";
    Diagnostic::warning(Code::TwoOutcomes, statement.span, title)
        .hint("choose one of them with `try … else`")
}

/// Looks at the alternatives that a turn ends with.
fn tail(
    rules: &Rules,
    walk: &Walk<'_>,
    statement: &Statement,
    met: &mut Vec<bool>,
    found: &mut Vec<Diagnostic>,
) {
    use StatementKind as K;
    match &statement.kind {
        K::Sequence(list) => {
            let both = |part: &&Statement| {
                matches!(part.kind, K::Find(_))
                    && walk.met(part).alternatives == [Alternative { over: true, moves: true }]
            };
            found.extend(list.iter().find(both).map(over_and_moves_of_find));
            if let Some(last) = list.last() {
                tail(rules, walk, last, met, found);
            }
        }
        K::Try(body, otherwise) => {
            tail(rules, walk, body, met, found);
            if let Some(otherwise) = otherwise {
                tail(rules, walk, otherwise, met, found);
            }
        }
        K::Most(_, body) | K::AsOpponent(body) => tail(rules, walk, body, met, found),
        K::Call(rule) if !std::mem::replace(&mut met[rule.index()], true) => {
            tail(rules, walk, &rules.rules[rule.index()].body, met, found);
        }
        K::Either(list) => {
            found.extend(over_and_moves(rules, walk, statement, list));
            for part in list {
                tail(rules, walk, part, met, found);
            }
        }
        _ => {}
    }
}

/// One alternative says that the position is over, another one moves.
fn over_and_moves(
    rules: &Rules,
    walk: &Walk<'_>,
    statement: &Statement,
    list: &[Statement],
) -> Option<Diagnostic> {
    let alternatives = walk.met(statement).alternatives;
    let over = alternatives.iter().position(|it| it.over)?;
    let moves = alternatives.iter().enumerate().position(|(i, it)| {
        it.moves && i != over && !(is_guarded(rules, &list[over]) && is_guarded(rules, &list[i]))
    })?;
    let title = "a position can be over here and have moves as well";
    Some(
        Diagnostic::warning(Code::OverAndMoves, list[over].span, title)
            .label("says that the position is over")
            .other(list[moves].span, "makes a move")
            .hint("let one of them come first: `try … else …`"),
    )
}

/// One field leads to the end of the game, another one to a move.
fn over_and_moves_of_find(statement: &Statement) -> Diagnostic {
    let title = "a position can be over here and have moves as well";
    Diagnostic::warning(Code::OverAndMoves, statement.span, title)
        .label("one field may end the game, another give a move")
        .hint("choose once for the whole turn: `try [ find …, move ] else lose`")
}
