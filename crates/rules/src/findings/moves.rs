//! Turns that are not the moves they seem to be: a piece put down where it
//! stood, or on another one of the same player, and changes that nobody can see
//! because they are the last thing that a question does.

use super::several::everybody_has;
use super::visit::Used;
use crate::model::{Rules, Statement, StatementKind, each_statement};
use syntax::{Code, Diagnostic, Span};

/// A piece can be put down where it was picked up, and nothing else happens.
pub(super) fn null_move(span: Span) -> Diagnostic {
    let title = "the piece can be put down on the field that it was picked up from";
    Diagnostic::warning(Code::NullMove, span, title)
        .label("a turn that changes nothing is no move")
        .hint("go at least one field: `step` before, or `repeat 1 .. ` instead of `repeat 0 .. `")
}

/// Something can be put on an own piece, which is then gone.
pub(super) fn putdown_on_own(span: Span) -> Diagnostic {
    let title = "an own piece can stand on this field, and would be gone";
    Diagnostic::warning(Code::PutdownOnOwn, span, title)
        .hint("ask before: `points at empty field`, or `not points at own piece`")
}

/// Changes at the end of a `test` or `not`.
pub(super) fn lost_changes(rules: &Rules, used: &Used, found: &mut Vec<Diagnostic>) {
    for part in used.bodies(rules) {
        each_statement(part, &mut |statement| {
            let (StatementKind::Test(body) | StatementKind::Not(body)) = &statement.kind else {
                return;
            };
            let last = match &body.kind {
                StatementKind::Sequence(list) => list.last(),
                _ => Some(&**body),
            };
            found.extend(last.filter(|last| only_changes(rules, last)).map(lost_change));
        });
    }
}

/// Whether the statement always succeeds, so that nothing is asked by it.
fn only_changes(rules: &Rules, statement: &Statement) -> bool {
    use StatementKind as K;
    match &statement.kind {
        K::Set(_, number) => number.constant().is_some(),
        K::Replace(whose, kind) => everybody_has(&rules.facts, *whose, *kind),
        K::Remember(_) | K::Tell { .. } | K::Pass | K::Again | K::Cost(_) => true,
        _ => false,
    }
}

fn lost_change(statement: &Statement) -> Diagnostic {
    let title = "this has no effect: a question forgets what was done in it";
    Diagnostic::warning(Code::LostChange, statement.span, title)
        .hint("do it after the question: `test […], …`")
}
