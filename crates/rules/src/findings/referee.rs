//! Referees who are never asked, are not heard, say nothing, or would have to know
//! what the rules do not let them know.

use super::visit::Used;
use super::walk::Walk;
use crate::bounds::Node;
use crate::model::{
    Content, Part, Pattern, RuleId, Rules, Statement, StatementKind, each_call, each_statement,
};
use game::{CounterFacts, Memory, Piece, Player};
use ir::{Detail, Whose};
use rustc_hash::FxHashSet;
use syntax::ast::Audience;
use syntax::{Code, Diagnostic};

/// Everything about the rules of the referee.
pub(super) fn referee(rules: &Rules, used: &Used, walk: &Walk<'_>, found: &mut Vec<Diagnostic>) {
    let roles = &rules.roles;
    let heard = Speech::new(rules, [Some(roles.main), roles.refused, roles.told]);
    unheard(rules, used, &heard, found);
    without_effect(rules, found);
    not_known(rules, found);
    let Some(seen) = roles.seen else { return };
    let shows_own_only = !walk.gave_up && walk.shown & !walk.atoms.own() == 0;
    if heard.tells.is_empty() && roles.tries.is_none() && shows_own_only {
        let rule = &rules.rules[seen.index()];
        let title = "nobody is ever told or shown anything of what the enemy does";
        found.push(Diagnostic::warning(Code::SilentReferee, rule.span, title).hint(
            "let the referee speak (`told`, `tell` in `main`), let players try what may be \
             refused (`tries`), or show them more",
        ));
    }
}

/// What is said, outside of questions, by some rules and those that they call.
struct Speech<'a> {
    tells: Vec<&'a Statement>,
    /// Somebody whose turn it is hears something.
    own_hears: bool,
    passes: bool,
}

impl<'a> Speech<'a> {
    fn new(rules: &'a Rules, roots: impl IntoIterator<Item = Option<RuleId>>) -> Speech<'a> {
        let mut speech = Speech { tells: Vec::new(), own_hears: false, passes: false };
        let mut met = FxHashSet::default();
        let mut open: Vec<(RuleId, bool)> =
            roots.into_iter().flatten().map(|root| (root, false)).collect();
        while let Some((rule, exchanged)) = open.pop() {
            if met.insert((rule, exchanged)) {
                speech.listen(&rules.rules[rule.index()].body, exchanged, &mut open);
            }
        }
        speech
    }

    /// Listens to a statement; `exchanged` if it is run as the opponent.
    fn listen(
        &mut self,
        statement: &'a Statement,
        exchanged: bool,
        open: &mut Vec<(RuleId, bool)>,
    ) {
        use StatementKind as K;
        match &statement.kind {
            // What is said in these is forgotten.
            K::Not(_) | K::Test(_) | K::Before(_) => {}
            K::ForEach(_, body) => self.listen(body, exchanged, open),
            K::AsOpponent(body) => self.listen(body, !exchanged, open),
            K::Call(rule) => open.push((*rule, exchanged)),
            K::Pass => self.passes = true,
            K::Tell { to, .. } => {
                self.tells.push(statement);
                self.own_hears |= match to {
                    Audience::Both => true,
                    Audience::Own => !exchanged,
                    Audience::Enemy => exchanged,
                };
            }
            _ => {
                for part in statement.kind.parts() {
                    if let Part::Statement(inner) = part {
                        self.listen(inner, exchanged, open);
                    }
                }
            }
        }
    }
}

/// Messages where nobody listens.
fn unheard(rules: &Rules, used: &Used, heard: &Speech<'_>, found: &mut Vec<Diagnostic>) {
    let heard: FxHashSet<*const Statement> =
        heard.tells.iter().map(|it| std::ptr::from_ref(*it)).collect();
    for part in used.bodies(rules) {
        each_statement(part, &mut |statement| {
            let is_tell = matches!(statement.kind, StatementKind::Tell { .. });
            if is_tell && !heard.contains(&std::ptr::from_ref(statement)) {
                let title = "nobody hears this";
                found.push(Diagnostic::warning(Code::Unheard, statement.span, title).hint(
                    "messages count in `main`, `refused` and `told`, outside of questions; tries \
                     are only thought of, and `seen` and `known` only look",
                ));
            }
        });
    }
}

/// Rules of the referee that are never run, or whose results count for nothing.
fn without_effect(rules: &Rules, found: &mut Vec<Diagnostic>) {
    let idle = Code::RefereeIdle;
    let roles = &rules.roles;
    let mut warn = |code, rule: Option<RuleId>, title: &str, hint: &str| {
        if let Some(rule) = rule {
            let span = rules.rules[rule.index()].span;
            found.push(Diagnostic::warning(code, span, title).hint(hint));
        }
    };
    let show = "say what a player sees: `seen = find own piece.`";
    if roles.tries.is_none() {
        let hint = "say what may be tried: `tries = …`, or leave this rule out";
        let title = "nothing can be refused, because players are told their legal moves";
        warn(idle, roles.refused, title, hint);
        let known = roles.known.filter(|_| roles.seen.is_some());
        warn(idle, known, "`known` is for tries, and there are none", hint);
    } else if roles.seen.is_none() && roles.known.is_none() {
        warn(idle, roles.tries, "nothing is hidden, so that there is no need to try", show);
    } else if roles.refused.is_some() {
        let speech = Speech::new(rules, [roles.refused]);
        let silent = roles.refused.filter(|_| !speech.own_hears && !speech.passes);
        let title = "a player who is refused hears nothing of it";
        warn(Code::SilentRefusal, silent, title, "tell them: `tell own 'no'`");
    }
    if Speech::new(rules, [roles.told]).tells.is_empty() {
        let title = "`told` tells nothing, and nothing else that it does counts";
        warn(idle, roles.told, title, "let it `tell` somebody something, or leave it out");
    } else if roles.seen.is_none() && roles.known.is_none() {
        warn(idle, roles.told, "nothing is hidden, so that there is nothing to tell", show);
    }
    let seen = roles.seen.filter(|seen| shows_everything(rules, *seen));
    let hint = "show less, as `seen = find own piece.` does, or leave the referee out";
    warn(idle, seen, "`seen` shows every piece, so that nothing is hidden", hint);
}

/// Whether `seen` certainly shows all that there is to see: every piece, wherever it is,
/// in a game in which players have nothing beside the board.
fn shows_everything(rules: &Rules, seen: RuleId) -> bool {
    let facts = &rules.facts;
    let is_own = |counter: &CounterFacts| !counter.gone && counter.symbols.is_some();
    if !facts.reserve.is_empty() || facts.counters.iter().any(is_own) {
        return false;
    }
    let mut found = Vec::new();
    each_found(rules, &rules.rules[seen.index()].body, rules.rules.len(), &mut found);
    let shows = |piece: Piece, viewer: Player, pattern: &Pattern| match &pattern.content {
        Content::Any => true,
        Content::Empty => false,
        Content::Pieces(whose, kinds) => {
            let is_meant = match (whose, piece.owner().player()) {
                (Whose::Any, _) => true,
                (Whose::Nobody, owner) => owner.is_none(),
                (Whose::Own, owner) => owner == Some(viewer),
                (Whose::Enemy, owner) => owner == Some(viewer.other()),
                (Whose::First, owner) => owner == Some(Player::First),
                (Whose::Second, owner) => owner == Some(Player::Second),
            };
            is_meant && kinds.as_ref().is_none_or(|kinds| kinds.contains(&piece.kind()))
        }
    };
    facts.pieces().all(|piece| {
        let to = |viewer| found.iter().any(|pattern| shows(piece, viewer, pattern));
        Player::BOTH.into_iter().all(to)
    })
}

/// The patterns, on the whole board, of all fields that a statement finds without a
/// condition. Calls are followed to this depth.
fn each_found<'a>(
    rules: &'a Rules,
    statement: &'a Statement,
    depth: usize,
    found: &mut Vec<&'a Pattern>,
) {
    use StatementKind as K;
    match &statement.kind {
        K::Find(pattern) if pattern.zone.is_none() && pattern.memories.is_empty() => {
            found.push(pattern);
        }
        K::Either(all) => all.iter().for_each(|it| each_found(rules, it, depth, found)),
        K::Sequence(all) if all.len() == 1 => each_found(rules, &all[0], depth, found),
        K::Call(rule) if depth > 0 => {
            each_found(rules, &rules.rules[rule.index()].body, depth - 1, found);
        }
        _ => {}
    }
}

/// Questions of the referee that always have the same answer, because the referee does
/// not remember what they ask for.
fn not_known(rules: &Rules, found: &mut Vec<Diagnostic>) {
    let roles = &rules.roles;
    for root in [roles.seen, roles.known, roles.tries, roles.refused, roles.told] {
        let Some(root) = root else { continue };
        // On the board that a player tries on, nothing is remembered at all.
        let is_tries = Some(root) == roles.tries;
        let bodies = reached(rules, root);
        let mut remembered = FxHashSet::default();
        for body in &bodies {
            each_statement(*body, &mut |statement| {
                if let StatementKind::Remember(memory) = statement.kind {
                    remembered.insert(memory);
                }
            });
        }
        let is_lost = |memory: &Memory| {
            let facts = &rules.facts.memories[memory.index()];
            !remembered.contains(memory) && !facts.gone && (facts.turns == 0 || is_tries)
        };
        for body in bodies {
            each_statement(body, &mut |statement| {
                found.extend(lost_question(rules, root, statement, &is_lost));
            });
        }
    }
}

fn lost_question(
    rules: &Rules,
    root: RuleId,
    statement: &Statement,
    is_lost: &dyn Fn(&Memory) -> bool,
) -> Option<Diagnostic> {
    use StatementKind as K;
    let name = &rules.rules[root.index()].name;
    let of_pattern = |pattern: &Pattern| pattern.memories.iter().copied().find(|m| is_lost(m));
    let lost = match &statement.kind {
        K::Occurred(_) => {
            let title = format!("`{name}` does not know earlier positions, so this is never true");
            return Some(
                Diagnostic::warning(Code::NotKnown, statement.span, title)
                    .hint("only `main` can ask what has occurred; let it `tell` then"),
            );
        }
        K::Find(pattern) | K::PointsAt(pattern) => of_pattern(pattern),
        K::Tell { details, .. } => details.iter().find_map(|detail| match detail {
            Detail::Memory(memory) => Some(*memory).filter(|m| is_lost(m)),
            Detail::Here | Detail::Piece => None,
        }),
        _ => None,
    };
    let memory = &rules.facts.memories[lost?.index()].name;
    let title = format!("in `{name}` nothing is remembered as `{memory}`");
    let hint = format!(
        "what is remembered is gone when its turn is over: write `{memory} for 1 turn` in `memory` \
         if it should last, and look at it outside of `tries`"
    );
    Some(Diagnostic::warning(Code::NotKnown, statement.span, title).hint(hint))
}

/// The bodies of a rule and of all that it calls.
fn reached(rules: &Rules, root: RuleId) -> Vec<Part<'_>> {
    let mut met = FxHashSet::default();
    let (mut open, mut bodies) = (vec![Node::Rule(root)], Vec::new());
    while let Some(node) = open.pop() {
        if met.insert(node) {
            let body = match node {
                Node::Rule(rule) => Part::Statement(&rules.rules[rule.index()].body),
                Node::Value(value) => Part::Number(&rules.values[value.index()].body),
            };
            each_call(body, &mut |node| open.push(node));
            bodies.push(body);
        }
    }
    bodies
}
