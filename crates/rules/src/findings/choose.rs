//! Statements that choose, ask and repeat, on configurations of which only a
//! little is known.

use super::conf::{Asked, Conf, Confs, Hand, Out, Text};
use super::hands;
use super::range::range;
use super::visit::Deeds;
use super::walk::{Alternative, Walk};
use crate::model::{Content, Number, Statement, StatementKind};

/// At most this many rounds of a repeat are followed one by one.
const MAX_ROUNDS: i32 = 32;
/// Rules are followed this deep for what a question says about the field.
const MAX_LOOK: u32 = 8;

impl<'a> Walk<'a> {
    pub(super) fn either(
        &mut self,
        statement: &'a Statement,
        list: &'a [Statement],
        conf: Conf,
    ) -> Out {
        let mut all = Out::none();
        for (i, part) in list.iter().enumerate() {
            let out = self.run(part, conf);
            if conf.begins() {
                let alternatives = &mut self.note(statement).alternatives;
                alternatives.resize(list.len(), Alternative::default());
                alternatives[i].add(&out.confs);
            }
            all.sure |= out.sure;
            all.confs.extend(&out.confs, self.atoms.all);
        }
        all
    }

    pub(super) fn not(&mut self, body: &'a Statement, conf: Conf) -> Out {
        let out = self.run(body, conf.in_question());
        if out.sure {
            return Out::none();
        }
        let rest = self.assume(body, false, conf, 0);
        Out { sure: out.confs.is_empty(), ..Out::perhaps(rest) }
    }

    pub(super) fn test(&mut self, body: &'a Statement, conf: Conf) -> Out {
        let out = self.run(body, conf.in_question());
        if out.confs.is_empty() {
            return Out::none();
        }
        Out { sure: out.sure, ..Out::perhaps(self.assume(body, true, conf, 0)) }
    }

    pub(super) fn try_else(
        &mut self,
        statement: &'a Statement,
        body: &'a Statement,
        otherwise: Option<&'a Statement>,
        conf: Conf,
    ) -> Out {
        let mut out = self.run(body, conf);
        if out.sure {
            return out;
        }
        self.note(statement).otherwise = true;
        let rest = self.assume(body, false, conf, 0);
        let second = match otherwise {
            Some(otherwise) => self.run(otherwise, rest),
            None => Out::sure(rest),
        };
        out.confs.extend(&second.confs, self.atoms.all);
        Out { sure: second.sure, ..out }
    }

    pub(super) fn as_opponent(&mut self, body: &'a Statement, conf: Conf) -> Out {
        let out = self.run(body, conf.exchanged());
        let mut back = Out { confs: Confs::default(), sure: out.sure };
        for result in out.confs.iter() {
            back.confs.add(result.exchanged(), self.atoms.all);
        }
        back
    }

    pub(super) fn before(&mut self, body: &'a Statement, conf: Conf) -> Out {
        let mut start = conf.in_question();
        (start.here, start.hand, start.held) = (self.atoms.all, Hand::Empty, 0);
        let out = self.run(body, start);
        let mut back = Out { confs: Confs::default(), sure: out.sure };
        for result in out.confs.iter() {
            let mut after = conf.moved(self.atoms.all);
            (after.finger, after.direction) = (result.finger, result.direction);
            after.asked = conf.asked.max(Asked::Elsewhere);
            back.confs.add(after, self.atoms.all);
        }
        back
    }

    pub(super) fn repeat(
        &mut self,
        low: &'a Number,
        high: Option<&'a Number>,
        body: &'a Statement,
        conf: Conf,
    ) -> Out {
        self.number(low, conf);
        if let Some(high) = high {
            self.number(high, conf);
        }
        let Some(least) = range(self.rules, low, &conf) else { return Out::none() };
        let most = match high.map(|high| range(self.rules, high, &conf)) {
            Some(None) => return Out::none(),
            Some(Some(most)) => most.high,
            None => i32::MAX,
        };
        let mut now = Out::sure(conf);
        let mut rounds = 0;
        while rounds < least.low.clamp(0, MAX_ROUNDS) {
            let next = self.run_all(body, &now.confs);
            now = Out { sure: now.sure && next.sure, ..next };
            rounds += 1;
        }
        if now.confs.is_empty() || most < rounds {
            return Out::none();
        }
        let fixed = low.constant().is_some() && high.is_none_or(|high| high.constant().is_some());
        let sure = now.sure && fixed && least.low <= MAX_ROUNDS;
        let mut open = now.confs.clone();
        while rounds < most && !open.is_empty() && !self.gave_up {
            let next = self.run_all(body, &open);
            open = Confs::default();
            for result in next.confs.iter() {
                if now.confs.add(result, self.atoms.all) {
                    open.add(result, self.atoms.all);
                }
            }
            rounds += 1;
        }
        Out { sure, ..now }
    }

    pub(super) fn for_each(
        &mut self,
        source: &'a Statement,
        body: &'a Statement,
        conf: Conf,
    ) -> Out {
        let fields = self.run(source, conf.in_question());
        let deeds = self.deeds.of(body);
        let disturbed = self.deeds.of(source).board || deeds.board && deeds.finger;
        let (mut open, mut done) = (Confs::one(conf), Confs::one(conf));
        let mut sure = true;
        while !open.is_empty() && !self.gave_up {
            let mut next = Confs::default();
            for before in open.iter() {
                for field in fields.confs.iter() {
                    if !field.finger {
                        self.report(hands::no_finger(source.span, "`for each`"));
                    }
                    let here = if disturbed { self.atoms.all } else { field.here };
                    let mut at_field = before.moved(here);
                    at_field.text = Text::Silent;
                    let out = self.run(body, at_field);
                    sure &= out.sure && !out.confs.any(|result| result.hand != conf.hand);
                    for result in out.confs.iter() {
                        let after = self.after_field(body, deeds, conf, result);
                        if done.add(after, self.atoms.all) {
                            next.add(after, self.atoms.all);
                        }
                    }
                }
            }
            open = next;
        }
        Out { confs: done, sure }
    }

    /// After one field of a `for each`: finger and direction are as before it.
    fn after_field(&mut self, body: &Statement, deeds: Deeds, conf: Conf, result: Conf) -> Conf {
        let perhaps = conf.hand == Hand::Perhaps || result.hand == Hand::Perhaps;
        if result.hand != conf.hand && !perhaps {
            self.report(hands::for_each_hand(body.span, result.trace.picked));
        }
        let mut after = conf;
        after.change = result.change;
        after.verdict = result.verdict;
        after.trace = result.trace;
        if deeds.board {
            after.here = self.atoms.all;
            after.asked = Asked::Here;
        }
        after
    }

    /// What is known where a statement that was only asked has a result, or where it has
    /// none.
    fn assume(&self, statement: &Statement, holds: bool, conf: Conf, depth: u32) -> Conf {
        use StatementKind as K;
        if depth > MAX_LOOK {
            return conf;
        }
        let assume = |part: &Statement, conf: Conf| self.assume(part, holds, conf, depth + 1);
        match &statement.kind {
            K::PointsAt(pattern) => {
                let mask = self.atoms.pattern(pattern);
                let rest = conf.here & if holds { mask.may } else { !mask.must };
                let mut conf = conf;
                conf.here = if rest == 0 { conf.here } else { rest };
                conf.asked = Asked::Here;
                conf
            }
            K::Sequence(list) if list.len() == 1 || holds && !list.is_empty() => {
                assume(&list[0], conf)
            }
            K::Either(list) if !holds => list.iter().fold(conf, |conf, part| assume(part, conf)),
            K::Call(rule) => assume(&self.rules.rules[rule.index()].body, conf),
            K::Test(body) => assume(body, conf),
            K::Not(body) => self.assume(body, !holds, conf, depth + 1),
            K::AsOpponent(body) => assume(body, conf.exchanged()).exchanged(),
            _ => conf,
        }
    }
}

/// Whether a pattern says nothing at all about the field.
pub(super) fn is_any(pattern: &crate::model::Pattern) -> bool {
    matches!(pattern.content, Content::Any) && pattern.zone.is_none() && pattern.memories.is_empty()
}
