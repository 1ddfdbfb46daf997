//! Messages about finger, direction and hand: used before they are set, or not
//! as a statement needs them. They are errors, because such a statement would
//! only ever fail, or the turn would break off.

use super::conf::{Conf, Hand};
use super::walk::Walk;
use crate::model::RuleId;
use syntax::{Code, Diagnostic, Span};

/// Something needs a finger before there is one.
pub(super) fn no_finger(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::NoFinger,
        span,
        format!("the finger points nowhere here, and {what} needs it"),
    )
    .hint("`find` a field first")
}

/// Something needs a direction before there is one.
pub(super) fn no_direction(span: Span, what: &str) -> Diagnostic {
    let title = format!("no direction is set here, and {what} needs one");
    Diagnostic::error(Code::NoDirection, span, title)
        .hint("set it first: `forward`, `north`, `orthogonal`, `alldir`, …")
}

/// A piece is picked up with a full hand; `call` is where the rule was called
/// with it.
pub(super) fn pickup_full_hand(span: Span, picked: Option<Span>, call: Option<Span>) -> Diagnostic {
    let title = "a piece can be in the hand already when another one is picked up";
    let mut error = Diagnostic::error(Code::PickupFullHand, span, title);
    if let Some(first) = picked.filter(|&first| first != span) {
        error = error.other(first, "the first one is picked up here");
    }
    match call {
        Some(call) => error
            .other(call, "is run with a piece in the hand")
            .hint("`putdown` the first piece before, also before a question that picks up another"),
        None => error.hint("`putdown` the first piece before"),
    }
}

/// Something is put down with an empty hand.
pub(super) fn putdown_empty_hand(span: Span) -> Diagnostic {
    Diagnostic::error(Code::PutdownEmptyHand, span, "the hand can be empty here")
        .hint("`pickup` a piece first, or place a new one with `replace by`")
}

/// The body of a `for each` changes the hand.
pub(super) fn for_each_hand(span: Span, picked: Option<Span>) -> Diagnostic {
    let title = "what `for each` does must leave the hand as it was";
    let error = Diagnostic::error(Code::ForEachHand, span, title)
        .hint("use `remove`, `keep` or `replace by`, or pick up and put down within the body");
    match picked.filter(|&picked| picked != span) {
        Some(picked) => error.other(picked, "picked up here"),
        None => error,
    }
}

impl Walk<'_> {
    /// Reports that a rule can end with a piece in the hand, with the calls that lead there.
    pub(super) fn hand_at_end(&mut self, rule: RuleId, conf: &Conf) {
        if conf.hand != Hand::Full {
            return;
        }
        let name = &self.rules.rules[rule.index()].name;
        let title = format!("`{name}` can end with a piece in the hand");
        let calls = self.passages(conf.trace.passage);
        let places: Vec<Span> = calls.iter().copied().chain(conf.trace.picked).collect();
        let Some((&first, rest)) = places.split_first() else { return };
        let mut error = Diagnostic::error(Code::HandFull, first, title);
        if calls.is_empty() {
            error = error.label("is not put down on every path").hint(
                "`putdown` the piece on every path, or ask with `test` what is only a question",
            );
        } else {
            error = error.label("leaves a piece in the hand").hint(
                "if this is only a question, ask it with `test`; if not, `putdown` the piece",
            );
        }
        for (i, &span) in rest.iter().enumerate() {
            let last = i + 1 == rest.len();
            error = error.other(span, if last { "picked up here" } else { "on this path" });
        }
        self.report(error);
    }
}
