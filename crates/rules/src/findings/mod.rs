//! What can be said about rules that are well-formed and still wrong, or look
//! like it: one file for each family of findings.
//!
//! ```text
//! Rules ─▶ walk (choose, leaf, roles) ─▶ hands, moves, success, outcomes
//!      └─▶ loops, unused
//! ```
//!
//! Errors are found wherever they are; warnings are only given about the
//! game's own text, because whoever extends a game cannot change it, or about
//! what the own text made of the inherited one.

mod atoms;
mod choose;
mod conf;
mod hands;
mod leaf;
mod loops;
mod mentions;
mod moves;
mod outcomes;
mod range;
mod referee;
mod roles;
mod several;
mod success;
mod unused;
mod visit;
mod walk;

pub(crate) use mentions::declared;

use crate::model::Rules;
use game::Kind;
use syntax::{Code, Diagnostic, FileId, Label, Severity};
use visit::Used;
use walk::Walk;

/// Everything that analysis finds in the rules of a game, in the order of the
/// text.
pub fn findings(rules: &Rules) -> Vec<Diagnostic> {
    let used = Used::new(rules);
    let mut found = Vec::new();
    loops::loops(rules, &used, &mut found);
    moves::lost_changes(rules, &used, &mut found);
    unused::unused(rules, &used, &mut found);
    let mut walk = Walk::new(rules);
    found.extend(std::mem::take(&mut walk.found).into_values());
    referee::referee(rules, &used, &walk, &mut found);
    if !walk.gave_up {
        success::success(rules, &used, &walk, &mut found);
        outcomes::outcomes(rules, &used, &walk, &mut found);
    }
    found.retain(|d| d.severity == Severity::Error || is_own(d));
    // If there are too many, errors are more important than warnings.
    found.sort_by_key(|d| (d.severity, d.label.span, d.code));
    found.dedup();
    found.truncate(MAX_FINDINGS);
    found.sort_by_key(|d| (d.label.span, d.code));
    found
}

/// The kinds that moves can place, as far as their texts say it: not those that
/// are placed while a piece is in the hand, as the rook is in castling. `None`
/// if the rules are too much work.
pub(crate) fn placed(rules: &Rules) -> Option<Vec<Kind>> {
    let walk = Walk::of_moves(rules);
    (!walk.gave_up).then(|| walk.placed.into_iter().collect())
}

/// More findings than these help nobody.
const MAX_FINDINGS: usize = 100;

/// Whether the message is about the game's own text or the whole game, or about
/// inherited text that never succeeds because of what the own text declares.
fn is_own(diagnostic: &Diagnostic) -> bool {
    let own = |label: &Label| label.span.file == FileId(0);
    own(&diagnostic.label)
        || diagnostic.code == Code::NoOutcome
        || diagnostic.code == Code::NeverSucceeds && diagnostic.others.iter().any(own)
}
