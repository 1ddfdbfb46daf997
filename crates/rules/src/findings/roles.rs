//! Runs the rules with a fixed role, and looks at what comes out of them.

use super::atoms::Things;
use super::conf::{Change, Conf, Text, Verdict};
use super::moves;
use super::several::several;
use super::walk::Walk;
use crate::model::{RuleId, ValueId};
use syntax::ast::ValueRole;
use syntax::{Code, Diagnostic};

impl Walk<'_> {
    /// Everything that a game runs by itself.
    pub(super) fn roles(&mut self) {
        self.moves();
        let roles = self.rules.roles.clone();
        if let Some(known) = roles.known {
            self.fields(known);
        }
        if let Some(seen) = roles.seen {
            self.shown |= self.fields(seen);
        }
        let speeches = [(roles.refused, Code::RefusedSeveral), (roles.told, Code::ToldSeveral)];
        for (rule, code) in speeches {
            if let Some(rule) = rule {
                self.role(rule, Conf::start(self.atoms.all, false));
                self.speech(rule, code);
            }
        }
        let conf = Conf::start(self.atoms.all, false);
        let rules = self.rules;
        for (i, value) in rules.values.iter().enumerate() {
            if value.role != ValueRole::Value && self.values_met.insert((i as u32, conf.state)) {
                self.number(&rules.values[ValueId(i as u32).index()].body, conf);
            }
        }
    }

    /// The rules whose results are moves.
    pub(super) fn moves(&mut self) {
        let roles = self.rules.roles.clone();
        self.main(roles.main);
        if let Some(tries) = roles.tries {
            let mut start = Conf::start(self.atoms.all, false);
            start.text = Text::Written;
            for conf in self.role(tries, start) {
                self.hand_at_end(tries, &conf);
            }
        }
    }

    fn role(&mut self, rule: RuleId, start: Conf) -> Vec<Conf> {
        let rules = self.rules;
        self.run(&rules.rules[rule.index()].body, start).confs.iter().collect()
    }

    fn main(&mut self, rule: RuleId) {
        for conf in self.role(rule, Conf::start(self.atoms.all, true)) {
            self.hand_at_end(rule, &conf);
            if conf.change == Change::Null
                && conf.verdict == Verdict::None
                && let Some(put) = conf.trace.put
            {
                self.report(moves::null_move(put));
            }
        }
    }

    /// `seen` and `known` give fields; what may stand on them.
    fn fields(&mut self, rule: RuleId) -> Things {
        let start = Conf::start(self.atoms.all, false);
        let confs = self.role(rule, start);
        if confs.iter().any(|conf| !conf.finger) {
            let rule = &self.rules.rules[rule.index()];
            let title = format!(
                "`{}` can end with the finger nowhere, so that no field is meant",
                rule.name
            );
            self.report(
                Diagnostic::warning(Code::SeenWithoutFinger, rule.span, title).hint(
                    "end with the finger on each field that counts: `seen = find own piece.`",
                ),
            );
        }
        // Where the rule itself has changed the board, something else may be there.
        match self.deeds.of(&self.rules.rules[rule.index()].body).board {
            true => self.atoms.all,
            false => {
                let pointing = confs.iter().filter(|conf| conf.finger);
                pointing.fold(0, |all, conf| all | conf.here)
            }
        }
    }

    /// `told` and `refused` say something once.
    fn speech(&mut self, rule: RuleId, code: Code) {
        let rule = &self.rules.rules[rule.index()];
        let Some(span) = several(self.rules, &rule.body) else { return };
        let title = format!("`{}` can have several results, and only the first counts", rule.name);
        self.report(
            Diagnostic::warning(code, span, title)
                .label("has several results")
                .hint("ask with `test`, or say it for every field with `for each … do`"),
        );
    }
}
