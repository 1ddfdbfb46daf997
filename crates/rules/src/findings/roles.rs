//! Runs the rules with a fixed role, and looks at what comes out of them.

use super::conf::{Change, Conf, Verdict};
use super::moves;
use super::several::several;
use super::walk::Walk;
use crate::model::{RuleId, ValueId};
use syntax::Diagnostic;
use syntax::ast::ValueRole;

impl Walk<'_> {
    /// Everything that a game runs by itself.
    pub(super) fn roles(&mut self) {
        let roles = self.rules.roles.clone();
        self.main(roles.main);
        for rule in [roles.seen, roles.known].into_iter().flatten() {
            self.fields(rule);
        }
        if let Some(tries) = roles.tries {
            for conf in self.role(tries, false) {
                self.hand_at_end(tries, &conf);
            }
        }
        let speeches = [(roles.refused, "refused-several"), (roles.told, "told-several")];
        for (rule, code) in speeches {
            if let Some(rule) = rule {
                self.role(rule, false);
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

    fn role(&mut self, rule: RuleId, live: bool) -> Vec<Conf> {
        let rules = self.rules;
        let conf = Conf::start(self.atoms.all, live);
        self.run(&rules.rules[rule.index()].body, conf).confs.iter().collect()
    }

    fn main(&mut self, rule: RuleId) {
        for conf in self.role(rule, true) {
            self.hand_at_end(rule, &conf);
            if conf.change == Change::Null
                && conf.verdict == Verdict::None
                && let Some(put) = conf.trace.put
            {
                self.report(moves::null_move(put));
            }
        }
    }

    /// `seen` and `known` give fields.
    fn fields(&mut self, rule: RuleId) {
        let pointless = self.role(rule, false).iter().any(|conf| !conf.finger);
        if pointless {
            let rule = &self.rules.rules[rule.index()];
            let title =
                format!("`{}` can end without a finger, so that no field is meant", rule.name);
            self.report(
                Diagnostic::warning("seen-without-finger", rule.span, title).hint(
                    "end with the finger on each field that counts: `seen = find own piece.`",
                ),
            );
        }
    }

    /// `told` and `refused` say something once.
    fn speech(&mut self, rule: RuleId, code: &'static str) {
        let rule = &self.rules.rules[rule.index()];
        let Some(span) = several(self.rules, &rule.body) else { return };
        let title = format!("`{}` can have several results, and only one counts", rule.name);
        self.report(
            Diagnostic::warning(code, span, title)
                .label("goes on in several ways")
                .hint("ask with `test`, or say it for every field with `for each … do`"),
        );
    }
}
